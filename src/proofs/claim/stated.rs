//! Numbers and cells that a sentence states.

use std::ops::Range;

use crate::query::LoadedVariant;

use super::english_numbers::{SaidNumber, is_among, plain_words, said_numbers, split_hyphens};

/// Years without a comma: nothing in a game has so many.
const YEARS: std::ops::RangeInclusive<i64> = 1000..=2100;

/// Returns the places of the numbers and of the names of cells in a sentence.
///
/// Not among them are years and days of a month, places in an order but those of lines (`the third
/// rank`), a number after a word with a capital or with one of its own, which is a part of a name (`Armies
/// of Faith 1`, `the Twelve Hours`), `half` and `quarter` of nothing, and `one` as a pronoun. Spelled
/// numbers are English. Without a variant there are no cells.
pub fn stated_places(
    sentence: &str,
    variant: Option<&LoadedVariant>,
    is_english: bool,
) -> Vec<Range<usize>> {
    let lower = sentence.to_ascii_lowercase();
    let words = split_hyphens(&plain_words(&lower));
    let place = |word: &str| {
        let start = word.as_ptr() as usize - lower.as_ptr() as usize;
        start..start + word.len()
    };
    let is_cell = |word: &&str| {
        // Names without a digit are words.
        let named = |it: &LoadedVariant| it.layout().find(&sentence[place(word)]).is_some();
        word.contains(|sign: char| sign.is_ascii_digit()) && variant.is_some_and(named)
    };
    let is_figure = |word: &str| word.starts_with(|sign: char| sign.is_ascii_digit());
    let is_name = |at: usize| {
        let before = at.checked_sub(1).map(|before| &sentence[place(words[before])]);
        let is_of_game = |name: &str| {
            let of_game = |it: &LoadedVariant| {
                let variant = it.variant();
                let sides = variant.sides.iter().map(|side| &side.name);
                variant.faces.iter().map(|face| &face.name).chain(sides).any(|it| it == name)
            };
            variant.is_some_and(of_game)
        };
        let is_capital = |word: &str| word.starts_with(char::is_uppercase) && !is_of_game(word);
        let own = &sentence[place(words[at])];
        at > 0 && own.starts_with(char::is_uppercase)
            || is_figure(words[at]) && at > 1 && before.is_some_and(is_capital)
    };
    let is_date = |at: usize, value: i64| {
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        let beside = beside.filter_map(|at| words.get(at));
        let is_month = |word: &&str| {
            is_among("month", word) && sentence[place(word)].starts_with(char::is_uppercase)
        };
        is_figure(words[at]) && (YEARS.contains(&value) && !words[at].contains(',')) || { beside }
            .any(is_month)
    };
    let is_of_line = |place: &Range<usize>| {
        let beside = words[place.start.saturating_sub(2)..(place.end + 1).min(words.len())].iter();
        { beside }.any(|word| is_among("line", word))
    };
    // `1. f3 e5 2.`
    let is_of_move = |at: usize| {
        let is_before_dot = sentence[place(words[at]).end..].starts_with('.');
        let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        is_figure(words[at]) && is_before_dot && { beside }
            .any(|at| words.get(at).is_some_and(is_cell))
    };
    let counts = |number: &SaidNumber, found: &Range<usize>| match *number {
        _ if is_of_move(found.start) => false,
        SaidNumber::Ordinal(_) => is_of_line(found),
        SaidNumber::Count(value, _) => !is_name(found.start) && !is_date(found.start, value),
        SaidNumber::Fraction(..) if found.len() == 1 => {
            words.get(found.end) == Some(&"of") && !is_zone(words[found.start], variant)
        }
        SaidNumber::Fraction(..) => true,
        SaidNumber::Multiple(_) => true,
    };
    let numbers = said_numbers(&words).into_iter();
    let numbers = numbers.filter(|(_, found)| is_english || is_figure(words[found.start]));
    let numbers = numbers.filter(|(number, found)| counts(number, found));
    let numbers = numbers.map(|(_, it)| place(words[it.start]).start..place(words[it.end - 1]).end);
    let named = words.iter().filter(|word| is_cell(word)).map(|word| place(word));
    let mut found: Vec<Range<usize>> = numbers.chain(named).collect();
    found.sort_by_key(|place| place.start);
    found.dedup();
    found
}

/// Whether a word is the name of a zone, as `quarter` may be.
fn is_zone(word: &str, variant: Option<&LoadedVariant>) -> bool {
    variant.is_some_and(|it| it.variant().zones.iter().any(|zone| zone.id == word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::testing::{armies, loaded_variant};

    #[test]
    fn numbers_and_cells_are_found_and_other_figures_are_not() {
        let armies = armies();
        for (sentence, expected) in [
            ("A Knight on d4 has eight moves, at most 8.", "d4 eight 8"),
            ("From D8–G8 it slides 1,326 times: 54.7°.", "D8 G8 1,326 times 54.7°"),
            ("Since 9 April 2003, and in 1994, it has two thirds of them.", "two thirds"),
            (
                "Armies of Faith 1 has the Twelve Hours; one of them moves to the second rank.",
                "second",
            ),
            ("Half of the board, each quarter, two players; White 16 pieces.", "Half two 16"),
            ("The second player moves the King 2 cells from rank 2 to z9 or k4.", "2 2"),
        ] {
            let found = stated_places(sentence, Some(&armies), true);
            let found: Vec<&str> = found.into_iter().map(|place| &sentence[place]).collect();
            assert_eq!(found.join(" "), expected, "{sentence}");
        }
        let text = "format = 1\nname = \"Q\"\nbased-on = \"chess\"\n[zones]\nquarter = \"a1-d4\"\n";
        let chess = loaded_variant("quarters", text);
        let zone = "A quarter of White is no quarter and half of the board.";
        assert_eq!(stated_places(zone, Some(&chess), true), vec![37..41]);
        assert_eq!(stated_places("acht 8 nine d4", None, false), vec![5..6]);
    }
}
