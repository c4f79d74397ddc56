//! Which numbers and cells in the words of a claim stand or fall with it.

use std::ops::Range;

use crate::game::{PieceTypeId, SideId};
use crate::geometry::Cell;
use crate::query::LoadedVariant;

use super::english_numbers::{SaidNumber, is_among, plain_words, said_numbers, split_hyphens};
use super::mentions::Mentions;
use super::placed_pieces::proved_cells;
use super::said_words::SaidWords;
use super::stated::stated_places;
use super::statement_parts::{SHADES, StatementParts};
use super::value::Number;

/// The numbers and cells that the words of a claim name, beside those that the claim asks about.
///
/// Words that are true can name less than the claim. But if they name all that it asks about, each once,
/// then another number or cell in the place of one is seen: that one is missing, and the other is named
/// twice or is one that the claim does not ask about.
pub(super) struct NamedItems {
    cells: Items<Cell>,
    /// The places of cells that a position of the claim proves.
    placed: Vec<Range<usize>>,
    numbers: Items<Number>,
    /// How far a piece moves.
    lengths: Items<i64>,
    /// Fractions, and numbers of lines, each with whether it is proved.
    others: Vec<(Range<usize>, bool)>,
    /// The number of a claim that compares numbers and has no other.
    only_number: Option<Number>,
}

impl NamedItems {
    /// Reads the words of a claim.
    pub fn of(said: &SaidWords<'_>, mentions: &Mentions, variant: &LoadedVariant) -> NamedItems {
        let words = said.text;
        // Cells of one name on several boards count as one: `limbo:a1` and `a1`.
        let layout = variant.layout();
        let of_name = |cell| layout.find(layout.name_on_board(cell)).unwrap_or(cell);
        let mut asked_numbers: Vec<Number> = Vec::new();
        for (_, number) in &mentions.comparisons {
            let is_known = asked_numbers.iter().any(|known| is_same(*known, *number));
            // What the claim computes, as in `3 + 4`, is not asked for.
            let is_number = *number != Number::None;
            if is_number && !is_known && mentions.words.contains(&number.to_string()) {
                asked_numbers.push(*number);
            }
        }
        let figures = mentions.words.iter().filter_map(|word| word.parse().ok().map(Number::Whole));
        let all: Vec<Number> = mentions.numbers.iter().copied().chain(figures).collect();
        let mut named = NamedItems {
            cells: Items::new(mentions.asked_cells.iter().map(of_name).collect(), |one, other| {
                one == other
            }),
            placed: proved_cells(said, &mentions.placed),
            numbers: Items::new(asked_numbers, is_same),
            lengths: Items::new(mentions.lengths.iter().copied().collect(), |one, other| {
                one == other
            }),
            others: Vec::new(),
            only_number: all.first().copied().filter(|first| {
                mentions.compares_numbers && all.iter().all(|other| is_same(*first, *other))
            }),
        };
        for place in stated_places(words, Some(variant), true) {
            let text = words[place.clone()].to_ascii_lowercase();
            if let Some(cell) = variant.layout().find(&words[place.clone()]) {
                named.cells.named.push((place, of_name(cell)));
                continue;
            }
            // The cells of a claim are on many lines.
            let before = words[..place.start].split_whitespace().next_back();
            if before.is_some_and(|word| is_among("line", &word.to_lowercase())) {
                named.others.push((place, false));
                continue;
            }
            let said = said_numbers(&split_hyphens(&plain_words(&text)), |_| false);
            let whole = match said[..] {
                [(SaidNumber::Count(value, 0), _)] => Some(value),
                [] => Some(1),
                _ => None,
            };
            let is_asked = |value| named.numbers.is_asked(Number::Whole(value));
            let length = whole.filter(|value| {
                is_length(&words[place.end..])
                    && !mentions.lengths.is_empty()
                    && (mentions.lengths.contains(value) || !is_asked(*value))
            });
            if let Some(length) = length {
                named.lengths.named.push((place, length));
                continue;
            }
            match said[..] {
                [(SaidNumber::Count(value, 0), _)] => {
                    named.numbers.named.push((place, Number::Whole(value)));
                }
                [(SaidNumber::Count(value, decimals), _)] => {
                    named.numbers.named.push((place, Number::Decimal(value, decimals)));
                }
                // `one` alone reads as a pronoun.
                [] => named.numbers.named.push((place, Number::Whole(1))),
                _ => named.others.push((place, true)),
            }
        }
        named
    }

    /// Returns a message if the words look as if one item had been exchanged for another.
    pub fn exchanged(&self, variant: &LoadedVariant) -> Option<String> {
        let name = |cell: Cell| variant.layout().name_on_board(cell).to_owned();
        let cells = self.cells.exchange();
        let cells = cells.map(|(named, missing)| (name(named), name(missing)));
        let numbers = || {
            let found = self.numbers.exchange();
            found.map(|(named, missing)| (named.to_string(), missing.to_string()))
        };
        let lengths = || {
            let found = self.lengths.exchange();
            found.map(|(named, missing)| (named.to_string(), missing.to_string()))
        };
        let (named, missing) = cells.or_else(numbers).or_else(lengths)?;
        Some(format!("the words say *{named}* where the claim asks about {missing}"))
    }

    /// Whether the words name what several statements ask about in another order than the claim.
    pub fn is_in_other_order(&self, said: &SaidWords<'_>, mentions: &Mentions) -> bool {
        let parts = &mentions.statements;
        let cells: Vec<Cell> = self.cells.named.iter().map(|(_, cell)| *cell).collect();
        let numbers: Vec<Number> = self.numbers.named.iter().map(|(_, it)| *it).collect();
        let sides: Vec<SideId> = said.sides.iter().map(|it| it.side).collect();
        let shades = said.words().into_iter().filter(|word| SHADES.contains(word));
        let shades: Vec<&str> = shades.collect();
        let pieces: Vec<&[PieceTypeId]> = said.pieces.iter().map(|it| &it.types[..]).collect();
        is_other_order(&cells, parts, |part, cell| part.cells.contains(*cell))
            || is_other_order(&sides, parts, |part, side| part.sides.contains(side))
            || is_other_order(&shades, parts, |part, shade| part.shades.contains(shade))
            || is_other_order(&pieces, parts, |part, types| {
                types.iter().any(|it| part.pieces.contains(it))
            })
            || is_other_order(&numbers, parts, |part, number| {
                part.numbers.iter().any(|it| is_same(*it, *number))
            })
    }

    /// The items in the order of the words, each with whether no other can replace it unseen.
    pub fn with_proof(&self, words: &str) -> Vec<(String, bool)> {
        let by_numbers = match self.only_number {
            Some(only) => self.numbers.named.iter().map(|it| is_same(it.1, only)).collect(),
            None => self.numbers.proved(),
        };
        let by_lengths = match self.lengths.asked[..] {
            [only] => self.lengths.named.iter().map(|it| it.1 == only).collect(),
            _ => self.lengths.proved(),
        };
        let cells = self.cells.places().zip(self.cells.proved());
        let cells = cells.map(|(place, is_asked)| (place, is_asked || self.placed.contains(place)));
        let lengths = self.lengths.places().zip(by_lengths);
        let numbers = self.numbers.places().zip(by_numbers);
        let others = self.others.iter().map(|(place, is_proved)| (place, *is_proved));
        let mut all: Vec<(&Range<usize>, bool)> =
            cells.chain(numbers).chain(lengths).chain(others).collect();
        all.sort_by_key(|(place, _)| place.start);
        let text = |place: &Range<usize>| words[place.clone()].to_owned();
        all.into_iter().map(|(place, is_proved)| (text(place), is_proved)).collect()
    }
}

/// Whether the number before these words is how far a piece moves: `two squares`, `one or two cells`.
fn is_length(after: &str) -> bool {
    let lower = after.to_ascii_lowercase();
    let words = plain_words(&lower);
    match words[..] {
        ["or" | "and", _, noun, ..] | [noun, ..] => is_among("length", noun),
        [] => false,
    }
}

/// Whether a thing that is named first belongs to a statement before that of a thing named earlier.
fn is_other_order<T: PartialEq>(
    named: &[T],
    parts: &[StatementParts],
    belongs: impl Fn(&StatementParts, &T) -> bool,
) -> bool {
    let mut first = 0;
    (0..named.len()).any(|at| {
        let of_it = |part: &StatementParts| belongs(part, &named[at]);
        let next = parts[first..].iter().position(of_it);
        first += next.unwrap_or(0);
        next.is_none() && parts.iter().any(of_it) && !named[..at].contains(&named[at])
    })
}

fn is_same(one: Number, other: Number) -> bool {
    one.compare(other).is_some_and(|order| order.is_eq())
}

/// The items of one kind: those that words name, with their places, and those that the claim asks about.
struct Items<T> {
    named: Vec<(Range<usize>, T)>,
    asked: Vec<T>,
    is_same: fn(T, T) -> bool,
}

impl<T: Copy> Items<T> {
    /// Items of which none is named yet.
    fn new(asked: Vec<T>, is_same: fn(T, T) -> bool) -> Items<T> {
        Items { named: Vec::new(), asked, is_same }
    }

    fn places(&self) -> impl Iterator<Item = &Range<usize>> {
        self.named.iter().map(|(place, _)| place)
    }

    /// How often the words name it.
    fn count(&self, item: T) -> usize {
        self.named.iter().filter(|(_, it)| (self.is_same)(*it, item)).count()
    }

    fn is_asked(&self, item: T) -> bool {
        self.asked.iter().any(|it| (self.is_same)(*it, item))
    }

    /// The only item that is asked about and not named, after one that is named instead.
    fn exchange(&self) -> Option<(T, T)> {
        let mut missing = self.asked.iter().copied().filter(|item| self.count(*item) == 0);
        let missing = missing.next().filter(|_| missing.next().is_none())?;
        let mut items = self.named.iter().map(|(_, item)| *item);
        let instead = items.find(|item| self.count(*item) > 1 || !self.is_asked(*item))?;
        Some((instead, missing))
    }

    /// Whether each named item is asked about and named once, while all that are asked about are named.
    fn proved(&self) -> Vec<bool> {
        let are_named = self.asked.iter().all(|item| self.count(*item) > 0);
        let is_proved = |item| are_named && self.is_asked(item) && self.count(item) == 1;
        self.named.iter().map(|(_, item)| is_proved(*item)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::examine_claim;
    use crate::query::testing::armies;

    #[test]
    fn what_another_number_or_cell_can_replace_unseen_is_not_proved() {
        let armies = armies();
        let check = |words: &str, claim: &str, expected: &str| {
            let found = examine_claim(words, claim, &armies).expect("the claim can be read");
            assert!(found.differences.is_empty(), "{:?}", found.differences);
            let proved = found.named.iter().filter(|(_, is_proved)| *is_proved);
            let proved: Vec<&str> = proved.map(|(words, _)| words.as_str()).collect();
            assert_eq!(proved.join(" "), expected, "{words}");
        };
        check("one, two moves: 20 and 400", "perft(1) is 20 and perft(2) is 400", "20 400");
        check("from a1 to b3 and c2", "moves(knight, a1) is b3 c2", "a1 b3 c2");
        check("b3 is possible", "moves(knight, a1) is b3 c2", "");
        check("eight moves from d4", "count(moves(knight, d4)) is 8", "eight d4");
        check("on rank 2", "stands(pawn of white) is rank 2", "");
        check("one square, two squares", "moves(waffle) is moves(\"WA\")", "one two");
        check("one square, one square, two squares", "moves(waffle) is moves(\"WA\")", "two");
        let camel = "moves(colonel, a6) is moves(\"C\", a6)";
        let found = examine_claim("it leaps four squares and one square", camel, &armies);
        assert!(found.is_ok_and(|found| !found.differences.is_empty()));
        let mate = "check in \"white king e1, rook a1 b2; black king a8; black to move\"";
        check("the white King on e1, the Rook on a1", mate, "e1");
        check("Rooks on a1 and b2 check the black King on a8", mate, "a1 b2 a8");
    }
}
