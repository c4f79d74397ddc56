//! Compares the words of a sentence with the claim that they are linked with.
//!
//! A claim can hold while the sentence that carries it is wrong: *nine moves* linked with
//! `count(moves(bede, a1)) is 8`. So every number, cell, piece and side that the words name must be
//! in the claim, and both must deny, or neither.

use std::ops::Range;

use crate::game::SideId;
use crate::geometry::{AxisKind, Cell, CellSet};
use crate::query::LoadedVariant;
use crate::source::{Code, Diagnostic, join_words, without_repeats};

use super::english_numbers::{SaidNumber, is_among, said_numbers, split_hyphens};
use super::functions::FunctionName::{self, Checkmate, Drawn, Legal, Loses, Stalemate, Wins};
use super::mentions::{Mentions, leap_lengths};
use super::placed_pieces::{misplaced, swapped_roles};
use super::proof::NamedItems;
use super::said_words::{SaidPiece, SaidWords};
use super::shape::Aspect;
use super::tree::Relation::{self, AtLeast, AtMost, LessThan, MoreThan};
use super::value::Number;

/// Words before a number that compare with it: what they say, and what they say denied.
const BOUNDS_BEFORE: [(&str, [Relation; 2]); 12] = [
    ("more than", [MoreThan, AtMost]),
    ("over", [MoreThan, AtMost]),
    ("upwards of", [MoreThan, AtMost]),
    ("fewer than", [LessThan, AtLeast]),
    ("less than", [LessThan, AtLeast]),
    ("under", [LessThan, AtLeast]),
    ("at least", [AtLeast, LessThan]),
    ("at most", [AtMost, MoreThan]),
    ("up to", [AtMost, MoreThan]),
    ("within", [AtMost, MoreThan]),
    ("maximum of", [AtMost, MoreThan]),
    ("minimum of", [AtLeast, LessThan]),
];

/// Words behind a number and perhaps its noun that compare with it.
const BOUNDS_BEHIND: [(&str, Relation); 7] = [
    ("or more", AtLeast),
    ("or fewer", AtMost),
    ("or less", AtMost),
    ("at least", AtLeast),
    ("at the least", AtLeast),
    ("at most", AtMost),
    ("at the most", AtMost),
];

/// Results, and the functions that ask for them.
const DENIABLE: [(&str, FunctionName); 5] = [
    ("checkmate", Checkmate),
    ("stalemate", Stalemate),
    ("draw", Drawn),
    ("win", Wins),
    ("lose", Loses),
];

/// Returns what the words of a sentence say and the claim does not.
pub(super) fn differences(
    said: &SaidWords<'_>,
    mentions: &Mentions,
    named: &NamedItems,
    variant: &LoadedVariant,
) -> Vec<Diagnostic> {
    let words = said.words();
    let comparison = WordComparison { said, words: &words, mentions, variant };
    let mut messages = comparison.unsaid_names();
    messages.extend(comparison.unsaid_bound());
    messages.extend(comparison.unsaid_result());
    messages.extend(comparison.denials());
    messages.extend(comparison.other_aspect());
    messages.extend(misplaced(said, &mentions.placed, variant, "claim"));
    messages.extend(swapped_roles(said, &mentions.agents, &mentions.patients));
    messages.extend(comparison.swapped_ends());
    messages.extend(comparison.swapped_results());
    messages.extend(comparison.result_of_both());
    messages.extend(comparison.quantities());
    messages.extend(comparison.checked_piece());
    messages.extend(comparison.other_lines());
    messages.extend(comparison.other_direction());
    if messages.is_empty() {
        messages.extend(named.exchanged(variant));
    }
    let help = "let the words and the claim say the same; if they do so in other words, write the reason: \
        `[words](<claim: ...> \"in other words: ...\")`";
    let error = |message| Diagnostic::error(Code::ClaimWords, message).help(help);
    messages.into_iter().map(error).collect()
}

/// The words of a sentence beside what its claim speaks of.
pub(super) struct WordComparison<'c> {
    pub said: &'c SaidWords<'c>,
    pub words: &'c [&'c str],
    pub mentions: &'c Mentions,
    pub variant: &'c LoadedVariant,
}

impl WordComparison<'_> {
    /// Returns a message for each kind of things that the words name and the claim does not.
    fn unsaid_names(&self) -> Vec<String> {
        let kinds = [
            ("the piece", self.unsaid_pieces()),
            ("the side", self.unsaid_sides()),
            ("the cell", self.unsaid_cells()),
            ("the line", self.unsaid_lines()),
            ("the number", self.unsaid_numbers()),
            ("the colour", self.unsaid_shades()),
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

    /// Returns the files that the words name by a letter, as in `the c-file`.
    fn unsaid_lines(&self) -> Vec<String> {
        let layout = self.variant.layout();
        let file = |cell: Cell| {
            let board = layout.board(layout.point(cell).board);
            board.files.names[layout.index_on_axis(cell, AxisKind::File)].as_str()
        };
        let parts = self.said.parts();
        // `files b and h`, `the c-file`; `a` is an article more often than a file.
        let named = (0..parts.len()).filter(|&at| {
            let mut near = parts[at.saturating_sub(3)..(at + 4).min(parts.len())].iter();
            let is_article = parts[at] == "a" && !self.words.contains(&"a-file");
            let is_letter = !is_article && parts[at].chars().count() == 1;
            is_letter && near.any(|word| matches!(*word, "file" | "files"))
        });
        let exists = |name: &&str| layout.cells().any(|cell| file(cell) == *name);
        let is_claimed = |name: &str| {
            self.mentions.words.contains(name)
                || self.mentions.cells.iter().any(|cell| file(cell) == name)
        };
        let named = named.map(|at| parts[at]).filter(exists);
        named.filter(|name| !is_claimed(name)).map(str::to_owned).collect()
    }

    fn unsaid_shades(&self) -> Vec<String> {
        let is_unsaid =
            |shade: &&str| self.words.contains(shade) && !self.mentions.words.contains(*shade);
        ["dark", "light"].into_iter().filter(is_unsaid).map(str::to_owned).collect()
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

    /// Returns a message if the words compare with a number in another way than the claim: `more than
    /// twelve` for `is 12`, `never fewer than eight` for `is at most 8`, or `eight` for `is at most 8`.
    fn unsaid_bound(&self) -> Option<String> {
        for (number, place) in said_numbers(self.words, |_| false) {
            let SaidNumber::Count(value, 0) = number else { continue };
            let about_it = self.mentions.comparisons.iter();
            let about_it = about_it.filter(|(_, other)| *other == Number::Whole(value));
            let claimed: Vec<Relation> = about_it.map(|(relation, _)| *relation).collect();
            let Some(first) = claimed.first() else { continue };
            let Some((said, meant)) = self.bound_of(&place) else {
                let is_bound = |it: &Relation| matches!(it, AtLeast | AtMost | LessThan | MoreThan);
                if claimed.iter().all(is_bound) && !self.says("bound") {
                    let (claim, words) = (first.words(), self.words[place].join(" "));
                    return Some(format!(
                        "the claim says *{claim}*, and the words *{words}* alone"
                    ));
                }
                continue;
            };
            if !meant.is_some_and(|meant| claimed.contains(&meant)) {
                return Some(format!("the words say *{said}*, and the claim does not"));
            }
        }
        None
    }

    /// Returns how the words compare with the number at a place, as they say it; no relation if they do
    /// it in a way that no claim has: `about eight`.
    fn bound_of(&self, place: &Range<usize>) -> Option<(String, Option<Relation>)> {
        let (before, behind) = (&self.words[..place.start], &self.words[place.end..]);
        for (said, [bound, denied]) in BOUNDS_BEFORE {
            let start = place.start.checked_sub(said.split(' ').count());
            let Some(start) = start.filter(|start| before[*start..].join(" ") == said) else {
                continue;
            };
            let (not, meant) =
                if self.is_denied(start, 3) { ("not ", denied) } else { ("", bound) };
            return Some((format!("{not}{said}"), Some(meant)));
        }
        let vague = before.iter().rev().take(2).find(|word| is_among("vague", word));
        let all_but = before.ends_with(&["all", "but"]).then_some(&"all but");
        if let Some(said) = vague.or(all_but) {
            return Some(((*said).to_owned(), None));
        }
        for behind in [behind, behind.get(1..).unwrap_or_default()] {
            let follows = |(said, _): &&(&str, _)| {
                let said: Vec<&str> = said.split(' ').collect();
                behind.starts_with(&said)
            };
            // `two at most four`: the bound of the next number.
            let is_next = |said: &str| {
                behind.get(said.split(' ').count()).is_some_and(|next| {
                    said.starts_with("at") && !said_numbers(&[next], |_| false).is_empty()
                })
            };
            if let Some((said, meant)) = BOUNDS_BEHIND.iter().find(follows)
                && !is_next(said)
            {
                return Some(((*said).to_owned(), Some(*meant)));
            }
            if let [said @ ("more" | "less" | "fewer" | "plus" | "minus"), rest @ ..] = behind
                && rest.first() != Some(&"than")
            {
                return Some(((*said).to_owned(), None));
            }
        }
        None
    }

    /// Whether one of the words is in a list.
    fn says(&self, list: &str) -> bool {
        self.words.iter().any(|word| is_among(list, word))
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
        if starts.is_empty() || ends.is_empty() {
            return None;
        }
        let swapped = self.words.windows(2).find(is_swapped)?;
        Some(format!("the words say *{}*, and the claim the other way round", swapped.join(" ")))
    }

    /// Returns what one of words and claim denies and the other does not.
    fn denials(&self) -> Vec<String> {
        let all = || 0..self.words.len();
        let (stops, mentions) = (self.says("stop"), self.mentions);
        let denies = all().any(|at| self.is_denial(at));
        let is_limit = |at: usize| {
            // `out of check`
            let is_place = self.words[at..].starts_with(&["out", "of"]);
            is_among("limit", self.words[at]) && !is_place && !self.is_lifted(at)
        };
        let limits = stops || all().any(is_limit);
        let says_empty =
            all().any(|at| matches!(self.words[at], "empty" | "vacant") && !self.is_lifted(at));
        let says_illegal =
            all().any(|at| is_among("illegal", self.words[at]) && !self.is_lifted(at));
        // What never stops a move lets it be.
        let denied = if stops { None } else { self.denied_fact().or(self.left_out_piece()) };
        let found = [
            (
                denies && !stops && !mentions.denies,
                "the words deny something, and the claim does not",
            ),
            (
                mentions.only_denies && !denies && !limits,
                "the claim denies something, and the words do not",
            ),
            (
                !mentions.denies && self.asks(&[Legal]) && says_illegal,
                "the words say that it is impossible, and the claim that it is legal",
            ),
            (
                mentions.says_occupied && says_empty,
                "the words say *empty*, and the claim that a piece is there",
            ),
        ];
        let found = found.into_iter().filter(|(is_so, _)| *is_so);
        denied.into_iter().chain(found.map(|(_, message)| message.to_owned())).collect()
    }

    /// Returns a message if the words deny a cell or a result that the claim says to be so: `not to
    /// b3` for `moves(knight, a1) is b3 c2`.
    fn denied_fact(&self) -> Option<String> {
        for at in (0..self.words.len()).filter(|at| self.is_denial(*at)) {
            let after = &self.words[at + 1..(at + 5).min(self.words.len())];
            let end = after.iter().position(|word| is_among("limit", word)).unwrap_or(after.len());
            let denied = after[..end].iter().find(|word| {
                let is_asked = |(list, name)| is_among(list, word) && self.asks(&[name]);
                let cell = self.variant.layout().find(word);
                DENIABLE.into_iter().any(is_asked) && !self.mentions.only_denies
                    || cell.is_some_and(|cell| self.mentions.granted.contains(cell))
            });
            // `nothing attacks it`
            let all = Some(&self.words[at]).filter(|word| is_among("deny all", word));
            let attacks = after.first().is_some_and(|word| is_among("attack", word));
            let all = all.filter(|_| attacks && !self.mentions.granted.is_empty());
            if let Some(word) = denied.or(all) {
                return Some(format!("the words deny *{word}*, and the claim says that it is so"));
            }
        }
        None
    }

    /// Returns a message if the words leave out a piece of which the claim only says that it is so:
    /// `anything except a Falcon`.
    fn left_out_piece(&self) -> Option<String> {
        let is_left_out = |piece: &&SaidPiece| {
            let before = self.said.words_before(piece, 3);
            { before.windows(2) }
                .any(|pair| is_among("all", pair[0]) && matches!(pair[1], "but" | "except"))
        };
        let mut pieces = self.said.pieces.iter().filter(|_| !self.mentions.denies_more);
        let name = &pieces.find(is_left_out)?.name;
        Some(format!("the words leave out *{name}*, and the claim says that it is so"))
    }

    /// Returns a message if the words name another property of cells than the claim, or let moves change
    /// what the claim says that they keep.
    fn other_aspect(&self) -> Option<String> {
        let aspects = &self.mentions.aspects;
        let (_, keeps) = aspects.first()?;
        let is_other = |word: &&&str| {
            Aspect::ALL.iter().any(|(name, _)| name == *word)
                && aspects.iter().all(|(claimed, _)| claimed.word() != **word)
        };
        if let Some(word) = self.words.iter().find(is_other) {
            return Some(format!("the words name the *{word}*, and the claim does not"));
        }
        if aspects.iter().any(|(_, other)| other != keeps) {
            return None;
        }
        let says_opposite = |at: &usize| {
            let word = self.words[*at];
            let is_verb = is_among("keep", word) || is_among("change", word);
            is_verb && (is_among("keep", word) != self.is_denied(*at, 3)) != *keeps
        };
        let at = (0..self.words.len()).find(says_opposite)?;
        let verb = if *keeps { "keeps" } else { "changes" };
        Some(format!("the words say *{}*, and the claim that each move {verb} it", self.words[at]))
    }

    /// Whether one of so many words before the word there denies.
    pub fn is_denied(&self, at: usize, before: usize) -> bool {
        (at.saturating_sub(before)..at).any(|at| self.is_denial(at))
    }

    /// Whether the word there denies. `not empty` denies nothing.
    pub fn is_denial(&self, at: usize) -> bool {
        let word = self.words[at];
        // `anywhere but there`
        let before = at.checked_sub(1).map_or("", |before| self.words[before]);
        let leaves_out = matches!(word, "but" | "except") && is_among("all", before);
        // `nothing stands between`
        let near = &self.words[at + 1..(at + 5).min(self.words.len())];
        let is_free = matches!(word, "no" | "nothing") && near.contains(&"between");
        let denies = is_among("denial", word) || word.ends_with("n't") || leaves_out;
        denies && !is_free && !self.is_lifted(at + 1) && !self.lifts_duty(at)
    }

    /// Whether the word there is negative and `not` stands before it.
    fn is_lifted(&self, at: usize) -> bool {
        let is_negative = self.words.get(at).is_some_and(|word| is_among("negative", word));
        is_negative && at > 0 && self.words[at - 1] == "not"
    }
}

/// Whether a word is a small letter and a number, as cells of most boards are called.
fn is_like_cell(word: &str) -> bool {
    let number = word.strip_prefix(|sign: char| sign.is_ascii_lowercase()).unwrap_or_default();
    number.parse::<u8>().is_ok()
}
