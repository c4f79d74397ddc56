//! Compares the words of a sentence with the claim that they are linked with.
//!
//! A claim can hold while the sentence that carries it is wrong: *nine moves* linked with
//! `count(moves(bede, a1)) is 8`. So every number, cell, piece and side that the words name must be
//! in the claim, and both must deny, or neither.

use crate::game::SideId;
use crate::geometry::CellSet;
use crate::query::LoadedVariant;
use crate::source::{Code, Diagnostic, join_words, without_repeats};

use super::bounds::SaidBound;
use super::english_numbers::{SaidNumber, is_about, is_among, said_numbers, split_hyphens};
use super::functions::FunctionName::{self, Checkmate, Drawn, Loses, Stalemate, Wins};
use super::mentions::{Mentions, leap_lengths};
use super::placed_pieces::{misplaced, swapped_roles};
use super::proof::NamedItems;
use super::said_words::{SaidPiece, SaidSide, SaidWords};
use super::value::Number;

/// Results, and the functions that ask for them.
const DENIABLE: [(&str, FunctionName); 5] = [
    ("checkmate", Checkmate),
    ("stalemate", Stalemate),
    ("drawn", Drawn),
    ("wins", Wins),
    ("loses", Loses),
];

/// Returns what the words of a sentence say and the claim does not, and why they cannot be compared, if
/// they cannot, as the end of a sentence.
pub(super) fn compare(
    said: &SaidWords<'_>,
    mentions: &Mentions,
    named: &NamedItems,
    variant: &LoadedVariant,
) -> (Vec<Diagnostic>, Option<String>) {
    let words = said.words();
    let mut comparison =
        WordComparison { said, words: &words, mentions, variant, bounds: Vec::new() };
    comparison.bounds = comparison.read_bounds();
    let unknown = comparison.unknown_words();
    let messages = comparison.differences(named, unknown.is_empty());
    let is_number = messages.len() == 1 && !comparison.unsaid_numbers().is_empty();
    let help = match &mentions.comparisons[..] {
        [(_, number)] if is_number => format!("write `{number}` in the words: the claim has this number"),
        _ => "let the words and the claim say the same; if they do so in other words, write the reason: \
              `[words](<claim: ...> \"in other words: ...\")`"
            .to_owned(),
    };
    let error = |message| Diagnostic::error(Code::ClaimWords, message).help(help.clone());
    (messages.into_iter().map(error).collect(), comparison.uncompared(named, unknown))
}

/// The words of a sentence beside what its claim speaks of.
pub(super) struct WordComparison<'c> {
    pub said: &'c SaidWords<'c>,
    pub words: &'c [&'c str],
    pub mentions: &'c Mentions,
    pub variant: &'c LoadedVariant,
    /// The bounds that the words set to counts.
    pub bounds: Vec<SaidBound>,
}

impl WordComparison<'_> {
    /// Returns a message for each thing that the words say and the claim does not.
    fn differences(&self, named: &NamedItems, are_known: bool) -> Vec<String> {
        let mut messages = self.unsaid_names();
        messages.extend(self.unsaid_bound());
        // Another word may turn the denial round: `does not have to`.
        if are_known {
            messages.extend(self.denials());
        }
        messages.extend(misplaced(self.said, &self.mentions.placed, self.variant, "claim"));
        messages.extend(swapped_roles(self.said, &self.mentions.agents, &self.mentions.patients));
        messages.extend(self.swapped_ends());
        messages.extend(self.swapped_results());
        messages.extend(self.checked_piece());
        if messages.is_empty() {
            messages.extend(named.exchanged(self.variant));
        }
        messages
    }

    fn uncompared(&self, named: &NamedItems, unknown: Vec<String>) -> Option<String> {
        let unknown = without_repeats(unknown.into_iter().map(|word| format!("“{word}”")));
        if !unknown.is_empty() {
            Some(format!("nothing compares {}", join_words(&unknown, "and")))
        } else if named.is_in_other_order(self.said, self.mentions) {
            Some("the words have its parts in another order".to_owned())
        } else if self.names_other_mover() {
            Some("the words name another piece than the one that moves".to_owned())
        } else {
            None
        }
    }

    /// Whether the words name a piece of a side, and nothing that can be what the claim lets move.
    fn names_other_mover(&self) -> bool {
        let (said, agents) = (self.said, &self.mentions.agents);
        let is_mover = |piece: &SaidPiece| {
            agents.iter().any(|agent| piece.fits(*agent))
                || piece.types.iter().any(|it| self.mentions.named_by_moves.contains(it))
        };
        let is_of_mover = |side: &SaidSide| agents.iter().any(|it| it.side == side.side);
        !agents.is_empty()
            && said.pieces.iter().any(|piece| piece.side.is_some())
            && !said.pieces.iter().any(is_mover)
            && !said.sides.iter().any(is_of_mover)
            && !self.words.contains(&"it")
    }

    /// Returns a message for each kind of things that the words name and the claim does not.
    fn unsaid_names(&self) -> Vec<String> {
        let kinds = [
            ("the piece", self.unsaid_pieces()),
            ("the side", self.unsaid_sides()),
            ("the cell", self.unsaid_cells()),
            ("the number", self.unsaid_numbers()),
        ];
        let message = |(what, names): (&str, Vec<String>)| {
            let names: Vec<String> = names.iter().map(|name| format!("*{name}*")).collect();
            let list = join_words(&names, "and");
            (!names.is_empty())
                .then(|| format!("the words name {what} {list}, and the claim does not"))
        };
        kinds.into_iter().filter_map(message).collect()
    }

    fn unsaid_pieces(&self) -> Vec<String> {
        let is_claimed = |piece| self.mentions.pieces.contains(piece);
        let unsaid = self.said.pieces.iter().filter(|piece| !piece.types.iter().any(is_claimed));
        unsaid.map(|piece| piece.name.clone()).collect()
    }

    /// What the words say of pieces of a side is compared with the pieces of the claim.
    fn unsaid_sides(&self) -> Vec<String> {
        let sides = self.said.sides.iter();
        let alone = sides.filter(|it| !(self.mentions.gives_position && it.is_of_piece));
        let unsaid = alone.filter(|it| !self.mentions.sides.contains(&it.side));
        without_repeats(unsaid.map(|it| self.side_name(it.side)))
    }

    pub fn side_name(&self, side: SideId) -> String {
        self.variant.variant().sides[side.index()].name.clone()
    }

    fn unsaid_cells(&self) -> Vec<String> {
        let layout = self.variant.layout();
        let names = |cells: &CellSet| -> Vec<String> {
            cells.iter().map(|cell| layout.name_on_board(cell).to_lowercase()).collect()
        };
        let (claimed, all) = (names(&self.mentions.cells), names(&CellSet::all(layout.len())));
        let looks_like_cell =
            |word: &str| is_like_cell(word) && all.iter().any(|it| is_like_cell(it));
        let unsaid = |word: &str| {
            // A move in algebraic notation ends with a cell: `Qh4`.
            let cell = word.trim_start_matches(|sign: char| sign.is_ascii_uppercase());
            match [word, cell].into_iter().find(|word| all.contains(&word.to_lowercase())) {
                Some(cell) => (!claimed.contains(&cell.to_lowercase())).then(|| cell.to_owned()),
                None => (looks_like_cell(word) && !self.mentions.words.contains(word))
                    .then(|| word.to_owned()),
            }
        };
        self.said.parts().into_iter().filter_map(unsaid).collect()
    }

    fn unsaid_numbers(&self) -> Vec<String> {
        let words = split_hyphens(self.words);
        let is_line = |at: &usize| {
            let is_name = |word: &&&str| word.starts_with(char::is_numeric) || **word == "and";
            let noun = words[..*at].iter().rev().find(|word| !is_name(word));
            noun.is_some_and(|noun| is_among("line", noun))
        };
        let numbers = said_numbers(&words, is_line).into_iter();
        let numbers = numbers.map(|(number, place)| {
            let near = &words[place.end..(place.end + 3).min(words.len())];
            (number, words[place].join(" "), near)
        });
        let unsaid = numbers.filter(|(number, said, near)| {
            !self.is_claimed(*number, said) && !self.counts_pieces(*number, near)
        });
        let is_leap =
            |word: &&&str| word.contains(':') && word.starts_with(|it: char| it.is_ascii_digit());
        let leaps = words.iter().filter(is_leap);
        let leaps = leaps.filter(|leap| !self.mentions.leaps.contains(&leap_lengths(leap)));
        unsaid.map(|(_, said, _)| said).chain(leaps.map(|leap| (*leap).to_owned())).collect()
    }

    /// Whether a number is how many pieces a position of the claim has: `two Rooks`. `one move of each`
    /// counts nothing.
    fn counts_pieces(&self, number: SaidNumber, near: &[&str]) -> bool {
        let SaidNumber::Count(value, 0) = number else { return false };
        let names_pieces = near.iter().any(|word| matches!(*word, "#" | "piece" | "pieces"));
        let is_known = |count: &usize| i64::try_from(*count) == Ok(value);
        names_pieces && self.mentions.piece_counts.iter().any(is_known)
            || value == 1 && near.contains(&"each")
    }

    fn is_claimed(&self, number: SaidNumber, words: &str) -> bool {
        let mentions = self.mentions;
        match number {
            SaidNumber::Count(1, 0) if !mentions.compares_numbers => true,
            // A number that is part of a name, as in `twelve-hours`.
            SaidNumber::Count(..) if mentions.words.contains(words) => true,
            SaidNumber::Count(value, 0) => {
                mentions.lengths.contains(&value) || mentions.has_number(Number::Whole(value))
            }
            SaidNumber::Count(value, decimals) => {
                mentions.has_number(Number::Decimal(value, decimals))
            }
            SaidNumber::Ordinal(value) => {
                let is_axis = |cell| {
                    let name = self.variant.layout().name_on_board(cell);
                    name.trim_matches(|sign: char| !sign.is_ascii_digit()) == value.to_string()
                };
                mentions.has_number(Number::Whole(value))
                    || mentions.words.contains(&value.to_string())
                    || mentions.cells.iter().any(is_axis)
            }
            SaidNumber::Fraction(part, of) => {
                let mut zones = self.variant.variant().zones.iter();
                zones.any(|zone| zone.id.contains(words)) || self.has_ratio(part, of)
            }
            SaidNumber::Multiple(times) => {
                mentions.has_number(Number::Whole(times)) || self.has_ratio(times, 1)
            }
        }
    }

    /// Whether a number of the claim is this part of another one, of all cells or of a full turn.
    fn has_ratio(&self, part: i64, of: i64) -> bool {
        let whole = |number: &Number| match number {
            Number::Whole(value) => Some(i128::from(*value)),
            _ => None,
        };
        let numbers: Vec<i128> = self.mentions.numbers.iter().filter_map(whole).collect();
        let all = [self.variant.layout().len() as i128];
        let turn = [360].into_iter().filter(|_| self.mentions.words.contains("turn"));
        let wholes: Vec<i128> = numbers.iter().copied().chain(all).chain(turn).collect();
        let (part, of) = (i128::from(part), i128::from(of));
        numbers.iter().any(|one| wholes.iter().any(|other| one * of == other * part))
    }

    /// Whether the claim asks for one of these.
    pub fn asks(&self, names: &[FunctionName]) -> bool {
        self.mentions.results.iter().any(|(name, _)| names.contains(name))
    }

    /// Returns a message if the words begin a move where the claim lets it end, or the other way round.
    fn swapped_ends(&self) -> Option<String> {
        let (starts, ends) = (&self.mentions.starts, &self.mentions.granted);
        let is_swapped = |pair: &&[&str]| {
            let Some(cell) = self.variant.layout().find(pair[1]) else { return false };
            let (starts, ends) = (starts.contains(cell), ends.contains(cell));
            pair[0] == "from" && ends && !starts || pair[0] == "to" && starts && !ends
        };
        // `captures on a5`, `attacks f3`, `stands on f6` for what the claim says of other cells
        let is_other_place = |said: &&[&str]| {
            let (verb, cell) = (said[0], self.variant.layout().find(said[said.len() - 1]));
            let asks = |functions: &[&str]| {
                functions.iter().any(|function| self.mentions.words.contains(*function))
            };
            let is_place = (said.len() == 2 || said[1] == "on")
                && cell.is_some_and(|cell| !ends.contains(cell) && !ends.is_empty());
            let is_target = cell.is_some_and(|cell| ends.contains(cell));
            let attacks = is_among("attack", verb);
            is_place && attacks && asks(&["captures", "victims"])
                || is_place && said.len() == 3 && is_among("stand", verb) && asks(&["stands"])
                || is_target && said.len() == 2 && attacks && asks(&["attackers", "guards"])
        };
        let pairs = || self.words.windows(2);
        let swapped = pairs().find(is_swapped).filter(|_| !starts.is_empty() && !ends.is_empty());
        let swapped = swapped.or_else(|| pairs().find(is_other_place));
        let swapped = swapped.or_else(|| self.words.windows(3).find(is_other_place))?;
        Some(format!("the words say *{}*, and the claim does not", swapped.join(" ")))
    }

    /// Returns what one of words and claim denies and the other does not.
    fn denials(&self) -> Vec<String> {
        let mentions = self.mentions;
        let denies = self.denies();
        let is_limit = |word: &&str| is_about("denial", word) || is_about("empty", word);
        let limits = self.words.iter().any(is_limit);
        let found = [
            (denies && !mentions.denies, "the words deny something, and the claim does not"),
            (
                mentions.only_denies && !denies && !limits,
                "the claim denies something, and the words do not",
            ),
        ];
        let found = found.into_iter().filter(|(is_so, _)| *is_so);
        self.denied_fact().into_iter().chain(found.map(|(_, message)| message.to_owned())).collect()
    }

    /// Returns a message if the words deny a cell or a result that the claim says to be so: `not to
    /// b3` for `moves(knight, a1) is b3 c2`.
    fn denied_fact(&self) -> Option<String> {
        for at in (0..self.words.len()).filter(|at| self.is_denial(*at)) {
            let after = &self.words[at + 1..(at + 5).min(self.words.len())];
            let end = after.iter().position(|word| is_about("denial", word)).unwrap_or(after.len());
            let denied = after[..end].iter().find(|word| {
                let is_asked = |(what, name)| is_about(what, word) && self.asks(&[name]);
                let cell = self.variant.layout().find(word);
                DENIABLE.into_iter().any(is_asked) && !self.mentions.only_denies
                    || cell.is_some_and(|cell| self.mentions.granted.contains(cell))
            });
            if let Some(word) = denied {
                return Some(format!("the words deny *{word}*, and the claim says that it is so"));
            }
        }
        None
    }

    /// Whether the words deny something, beside the bound of a number.
    pub fn denies(&self) -> bool {
        (0..self.words.len()).any(|at| self.is_denial(at) && !self.is_of_bound(at))
    }

    /// Whether one of so many words before the word there denies.
    pub fn is_denied(&self, at: usize, before: usize) -> bool {
        (at.saturating_sub(before)..at).any(|at| self.is_denial(at))
    }

    /// Whether the word there denies.
    pub fn is_denial(&self, at: usize) -> bool {
        is_among("denial", self.words[at]) || self.words[at].ends_with("n't")
    }
}

/// Whether a word is a small letter and a number, as cells of most boards are called.
fn is_like_cell(word: &str) -> bool {
    let number = word.strip_prefix(|sign: char| sign.is_ascii_lowercase()).unwrap_or_default();
    number.parse::<u8>().is_ok()
}
