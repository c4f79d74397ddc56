//! Reads the numbers in words of a sentence: figures, spelled numbers, ordinals, fractions.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use crate::source::{CARDINALS, ORDINALS};

use super::value::MAX_DECIMALS;

/// A number that a sentence says.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum SaidNumber {
    /// `nine`, `1,326`, `54.7`: this many units of the last decimal, and the decimals.
    Count(i64, u8),
    /// `third`: a place in an order.
    Ordinal(i64),
    /// `half`, `two thirds`.
    Fraction(i64, i64),
    /// `twice`, `three times`.
    Multiple(i64),
}

/// Lists of English words, each on a line of its own after its name.
static WORDS: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let lists = include_str!("english_words.txt").lines().filter_map(|line| line.split_once(": "));
    lists.map(|(name, words)| (name, words.split_whitespace().collect())).collect()
});

/// Whether a word is in the list with this name.
pub(super) fn is_among(list: &str, word: &str) -> bool {
    WORDS.get(list).is_some_and(|words| words.contains(&word))
}

/// Returns the words of a text without the signs around them.
pub(super) fn plain_words(text: &str) -> Vec<&str> {
    let is_space = |sign: char| sign.is_whitespace() || "/–—×()[]“”\"".contains(sign);
    let words = text.split(is_space);
    let words = words.map(|word| word.trim_matches([',', '.', ';', ':', '!', '?', '\'']));
    let words = words.map(|word| word.strip_suffix("'s").unwrap_or(word));
    words.filter(|word| !word.is_empty()).collect()
}

const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// Splits words at hyphens and between figures, as in `eight-cell` and `8x8`, except in numbers.
pub(super) fn split_hyphens<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let split = |word: &&'a str| {
        let is_number = small(word).is_some() || ordinal(word).is_some();
        let is_size = word.split('x').all(|part| part.parse::<u32>().is_ok());
        let between = move |sign: char| !is_number && (sign == '-' || is_size && sign == 'x');
        word.split(between).filter(|part| !part.is_empty()).collect::<Vec<_>>()
    };
    words.iter().flat_map(split).collect()
}

/// Returns the numbers of a sentence with the places of the words that say them.
///
/// `words` are in lower case, without punctuation at their ends.
pub(super) fn said_numbers(words: &[&str]) -> Vec<(SaidNumber, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let (length, number) = number_at(words, at).unwrap_or((1, None));
        found.extend(number.map(|number| (number, at..at + length)));
        at += length;
    }
    found
}

/// Returns how many words make a number, and the number; it is `None` if they are a term.
fn number_at(words: &[&str], at: usize) -> Option<(usize, Option<SaidNumber>)> {
    let word = |offset: usize| words.get(at + offset).copied().unwrap_or("");
    let before = at.checked_sub(1).map_or("", |before| words[before]);
    let multiple = |times| Some((1, Some(SaidNumber::Multiple(times))));
    match word(0) {
        "twice" => return multiple(2),
        "thrice" => return multiple(3),
        "double" | "doubled" if !is_among("term after", word(1)) => return multiple(2),
        "triple" if !is_among("term after", word(1)) => return multiple(3),
        "½" => return Some((1, Some(SaidNumber::Fraction(1, 2)))),
        "half" | "halves" => return Some((1, Some(SaidNumber::Fraction(1, 2)))),
        "quarter" | "quarters" => return Some((1, Some(SaidNumber::Fraction(1, 4)))),
        "pair" | "couple" => return Some((1, Some(SaidNumber::Count(2, 0)))),
        "dozen" => return Some((1, Some(SaidNumber::Count(12, 0)))),
        _ => {}
    }
    if let Some(ordinal) = ordinal(word(0)) {
        let is_fraction = word(1) == "of" && matches!(before, "a" | "one");
        let number = match is_fraction {
            true => SaidNumber::Fraction(1, ordinal),
            false => SaidNumber::Ordinal(ordinal),
        };
        return Some((1, (ordinal > 1).then_some(number)));
    }
    let (length, value, decimals) = cardinal(&words[at..])?;
    if word(length) == "dozen" {
        return Some((length + 1, Some(SaidNumber::Count(value * 12, decimals))));
    }
    if decimals == 0 {
        let parts = match word(length) {
            "half" | "halves" => Some(2),
            "quarters" => Some(4),
            plural => plural.strip_suffix('s').and_then(ordinal).filter(|&parts| parts > 2),
        };
        if let Some(parts) = parts {
            return Some((length + 1, Some(SaidNumber::Fraction(value, parts))));
        }
        if word(length) == "times" {
            return Some((length + 1, Some(SaidNumber::Multiple(value))));
        }
    }
    let is_pronoun = length == 1
        && word(0) == "one"
        && (word(1).is_empty()
            || is_among("pronoun before", word(1))
            || is_among("pronoun after", before));
    Some((length, (!is_pronoun).then_some(SaidNumber::Count(value, decimals))))
}

fn ordinal(word: &str) -> Option<i64> {
    let tens = || {
        let (tens, unit) = word.split_once('-')?;
        let tens = TENS.iter().position(|known| !known.is_empty() && *known == tens)?;
        let unit = ORDINALS.iter().position(|known| *known == unit)?;
        i64::try_from(tens * 10 + unit).ok()
    };
    let figures = || {
        let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end))?;
        digits.parse().ok()
    };
    let known = ORDINALS.iter().position(|known| *known == word);
    known.and_then(|at| i64::try_from(at).ok()).or_else(tens).or_else(figures)
}

/// Returns how many words a number has, its units of the last decimal and its decimals.
fn cardinal(words: &[&str]) -> Option<(usize, i64, u8)> {
    if let Some((value, decimals)) = figures(words.first()?) {
        return Some((1, value, decimals));
    }
    let (mut total, mut group, mut length) = (0i64, 0i64, 0);
    let mut has_number = false;
    while let Some(&word) = words.get(length) {
        let next = words.get(length + 1).copied().unwrap_or("");
        match word {
            "a" if !has_number && matches!(next, "hundred" | "thousand") => group = 1,
            "and" if has_number && group % 100 == 0 && small(next).is_some() && group > 0 => {}
            "hundred" if group < 10 => group = group.max(1) * 100,
            "thousand" if total == 0 => (total, group) = (group.max(1) * 1000, 0),
            word => match small(word) {
                Some(value) if group % 100 == 0 => group += value,
                Some(value) if group % 10 == 0 && value < 10 && group % 100 >= 20 => group += value,
                _ => break,
            },
        }
        has_number |= word != "a";
        length += 1;
    }
    has_number.then_some((length, total + group, 0))
}

/// Returns a spelled number below one hundred.
fn small(word: &str) -> Option<i64> {
    let unit = |word: &str| CARDINALS.iter().position(|known| *known == word);
    let tens = |word: &str| {
        let tens = TENS.iter().position(|known| !known.is_empty() && *known == word);
        tens.map(|tens| tens * 10)
    };
    let joined = || {
        let (first, second) = word.split_once('-')?;
        Some(tens(first)? + unit(second).filter(|unit| (1..10).contains(unit))?)
    };
    i64::try_from(unit(word).or_else(|| tens(word)).or_else(joined)?).ok()
}

/// Returns a number in figures, which may have commas between thousands and decimals.
fn figures(word: &str) -> Option<(i64, u8)> {
    let word = word.trim_end_matches(['°', '%']);
    let parts = word.split_once('.').or(word.strip_suffix('½').map(|whole| (whole, "5")));
    let (whole, decimals) = parts.unwrap_or((word, ""));
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = !first.is_empty() && is_digits(first) && is_digits(decimals) && { groups }
        .all(|group| group.len() == 3 && is_digits(group));
    let digits = format!("{}{decimals}", whole.replace(',', ""));
    let decimals = u8::try_from(decimals.len()).ok().filter(|&count| count <= MAX_DECIMALS);
    // No claim has a number with more digits.
    let value = digits.parse().ok().zip(decimals).unwrap_or((i64::MAX, 0));
    is_number.then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_however_they_are_said() {
        use SaidNumber::{Count, Fraction, Multiple, Ordinal};
        let check = |text: &str, expected: &[SaidNumber]| {
            let words: Vec<&str> = text.split(' ').collect();
            let found: Vec<SaidNumber> =
                said_numbers(&words).into_iter().map(|(number, _)| number).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("nine moves and 42 cells", &[Count(9, 0), Count(42, 0)]);
        check("twenty-one of a hundred", &[Count(21, 0), Count(100, 0)]);
        check("one hundred and twenty", &[Count(120, 0)]);
        check("two hundred forty-three", &[Count(243, 0)]);
        check("a thousand and one nights", &[Count(1000, 0), Count(1, 0)]);
        check("a hundred and a Pawn", &[Count(100, 0)]);
        check("1,326 moves at 54.7°", &[Count(1326, 0), Count(547, 1)]);
        check("two and three", &[Count(2, 0), Count(3, 0)]);
        check("1½ each", &[Count(15, 1)]);
        check("half of the board", &[Fraction(1, 2)]);
        check("two thirds or three quarters", &[Fraction(2, 3), Fraction(3, 4)]);
        check("a third of it is the third", &[Fraction(1, 3), Ordinal(3)]);
        check("the twenty-second and the 12th", &[Ordinal(22), Ordinal(12)]);
        check("twice or four times", &[Multiple(2), Multiple(4)]);
        check("no double step at first", &[]);
        check("one of them by one another", &[]);
        check("one move", &[Count(1, 0)]);
        check("99999999999999999999 0.0000000001", &[Count(i64::MAX, 0), Count(i64::MAX, 0)]);
    }
}
