//! Compares the words of a sentence with the claim that they are linked with.
//!
//! A claim can hold while the sentence that carries it is wrong: *nine moves* linked with
//! `count(moves(bede, a1)) is 8`. So the words must have a form of what the claim asks, and what fills the
//! form must be what the claim has there.

use std::collections::BTreeSet;

use crate::game::{PieceTypeId, SideId};
use crate::geometry::{Cell, CellSet};
use crate::query::LoadedVariant;
use crate::source::{Code, Diagnostic, join_words, without_repeats};

use super::asked::AskedStatement;
use super::bounds::{BOUNDS, BoundWords};
use super::english_numbers::is_among;
use super::forms::{
    FROM, Form, PIECE, Reading, SIDE, Slot, Words, example, family, follow, is_bare,
};
use super::said_words::{SaidWords, words_of};
use super::tree::Relation;
use super::value::Number;

/// Words between those for two statements.
const BETWEEN: [&str; 5] = ["and", "or", "but", "nor", "."];
/// How many words are compared at most: no form has so many.
const MOST_WORDS: usize = 100;
/// How many examples a message has.
const EXAMPLES: usize = 3;

/// What the words of a sentence say beside its claim.
pub(super) enum WordsVerdict {
    /// The same, or nothing.
    Same,
    /// Another thing.
    Differs(Diagnostic),
    /// What nothing compares, as the end of a sentence.
    Unknown(String),
}

/// Compares the words of a sentence with the statements of its claim.
///
/// The words may say a part of what the claim says, in its order.
pub(super) fn compare(
    said: &SaidWords<'_>,
    claim: &[AskedStatement],
    variant: &LoadedVariant,
) -> WordsVerdict {
    if said.len() == 0 {
        return WordsVerdict::Same;
    }
    match whole_reading(said, claim, variant) {
        Some(Reading { fault: None, .. }) => WordsVerdict::Same,
        Some(Reading { fault: Some(fault), .. }) => {
            let help = examples(claim, variant).map_or_else(
                || "let the words and the claim say the same".to_owned(),
                |words| format!("for this claim the words can be {words}"),
            );
            WordsVerdict::Differs(Diagnostic::error(Code::ClaimWords, fault).help(help))
        }
        None => WordsVerdict::Unknown(match examples(claim, variant) {
            Some(words) => format!("nothing compares its words, which can be {words}"),
            None => "nothing compares words with it".to_owned(),
        }),
    }
}

/// Returns a reading of all words, one without a fault if there is one.
fn whole_reading(
    said: &SaidWords<'_>,
    claim: &[AskedStatement],
    variant: &LoadedVariant,
) -> Option<Reading> {
    if said.len() > MOST_WORDS {
        return None;
    }
    let mut parts = vec![PartReading { whole: Reading::from(0), subjects: [None; 3], last: None }];
    for (index, asked) in claim.iter().enumerate() {
        let statement = StatementWords { said, asked, claim, variant };
        let mut more: Vec<PartReading> = Vec::new();
        for part in &parts {
            let is_denied = part.last.is_some_and(|(last, _)| claim[last].denies);
            let next = statement.readings(&part.whole, is_denied).into_iter();
            more.extend(next.filter_map(|next| part.then(next, index, claim)));
        }
        parts.extend(more);
        parts.sort();
        // Of readings that end alike one is enough.
        parts.dedup_by_key(|it| (it.whole.at, it.whole.fault.is_some(), it.subjects, it.last));
    }
    parts.into_iter().map(|it| it.whole).find(|it| it.at > 0 && it.at == said.len())
}

/// Readings of the first statements of a claim.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PartReading {
    whole: Reading,
    /// For each kind of subjects the statement for which one was said last, or the first; and whether it was
    /// said.
    subjects: [Option<(usize, bool)>; 3],
    /// The last statement that was read, and whether its words say nothing but cells or a number.
    last: Option<(usize, bool)>,
}

/// A reading of one statement.
struct Step {
    reading: Reading,
    /// Whether its words are nothing but cells or a number.
    is_bare: bool,
    /// Whether a word joins it to the one before.
    is_joined: bool,
}

impl PartReading {
    /// Adds the reading of a statement; `None` if it says another thing of a piece, side or cell that was
    /// named before: `White has 36 pieces and 8 Pawns` is about Pawns of White.
    fn then(&self, next: Step, index: usize, claim: &[AskedStatement]) -> Option<PartReading> {
        let Step { reading: next, is_bare, is_joined } = next;
        let is_same = |kind: usize, other: &AskedStatement| match kind {
            PIECE => alike(&other.pieces, &claim[index].pieces),
            SIDE => other.subject_side() == claim[index].subject_side(),
            _ => alike(&other.from.iter().collect(), &claim[index].from.iter().collect()),
        };
        if let Some((last, was_bare)) = self.last {
            let one = &claim[last];
            // Numbers or cells in a list belong to what is named there: `two or eight Pawns`.
            let is_list = is_joined && (was_bare || is_bare);
            let is_like = one.function == claim[index].function
                && (0..3).all(|kind| !(was_bare && next.says[kind]) || is_same(kind, one));
            if is_list && !is_like || !one.is_of_position(&claim[index]) {
                return None;
            }
        }
        let mut subjects = self.subjects;
        for (kind, subject) in subjects.iter_mut().enumerate() {
            // Another piece moves from a cell of its own, if no cell was named.
            let is_of_it = kind == FROM && next.says[PIECE] && subject.is_some_and(|it| !it.1);
            match *subject {
                _ if next.says[kind] => *subject = Some((index, true)),
                Some((before, _)) if !is_of_it && !is_same(kind, &claim[before]) => return None,
                None if kind != SIDE => *subject = Some((index, false)),
                _ if is_of_it => *subject = Some((index, false)),
                _ => {}
            }
        }
        Some(PartReading {
            whole: Reading { says: [false; 3], ..next },
            subjects,
            last: Some((index, is_bare)),
        })
    }
}

/// Words that have a form of the claim.
fn examples(claim: &[AskedStatement], variant: &LoadedVariant) -> Option<String> {
    let nothing = SaidWords::read("", variant);
    let of = |asked| {
        let statement = StatementWords { said: &nothing, asked, claim, variant };
        let is_one = asked.number.is_some_and(|(_, number)| number == Number::Whole(1));
        let forms = statement
            .forms()
            .filter_map(|form| example(form, is_one, &|slot| statement.filled(slot)));
        forms.collect::<Vec<String>>()
    };
    let says_it = |words: &String| {
        let reading = whole_reading(&SaidWords::read(words, variant), claim, variant);
        reading.is_some_and(|it| it.fault.is_none())
    };
    let words = without_repeats(claim.iter().flat_map(of).filter(says_it));
    let shown: Vec<String> =
        words.iter().map(|words| format!("`{words}`")).take(EXAMPLES).collect();
    (!shown.is_empty()).then(|| join_words(&shown, "or"))
}

/// The words of a sentence beside one statement of its claim.
struct StatementWords<'c> {
    said: &'c SaidWords<'c>,
    asked: &'c AskedStatement,
    /// All statements of the claim.
    claim: &'c [AskedStatement],
    variant: &'c LoadedVariant,
}

impl StatementWords<'_> {
    fn forms(&self) -> impl Iterator<Item = &'static Form> {
        self.asked.families.iter().flat_map(|name| family(name))
    }

    /// All readings of the statement that begin where another one ends. After a denial only `but` begins what
    /// is so: `not to b4 or c2` denies both.
    fn readings(&self, before: &Reading, after_denial: bool) -> Vec<Step> {
        let is_so_after = after_denial && !self.asked.denies;
        let joints: &[&str] = if is_so_after { &["but", "."] } else { &BETWEEN };
        let joint = (before.at > 0 && self.is_word(before.at, joints)).then_some(before.at + 1);
        let direct = (!is_so_after).then_some(before.at);
        let mut found = Vec::new();
        for at in direct.into_iter().chain(joint) {
            let start = Reading { fault: before.fault.clone(), ..Reading::from(at) };
            for form in self.forms() {
                let is_bare = is_bare(form);
                let readings = follow(form, vec![start.clone()], self).into_iter();
                // `Not in check or checkmated` denies both.
                let goes_on =
                    after_denial && at > before.at && self.is_word(before.at, &["or", "nor"]);
                let readings = readings.filter_map(|mut reading| {
                    reading.denies |= goes_on && self.asked.denies;
                    self.with_denial(reading)
                });
                let is_joined = at > before.at;
                found.extend(readings.map(|reading| Step { reading, is_bare, is_joined }));
            }
        }
        found
    }

    /// The reading, with a fault if only one of words and claim denies.
    fn with_denial(&self, reading: Reading) -> Option<Reading> {
        let message = match (reading.denies, self.asked.denies) {
            (true, false) => "the words deny something, and the claim does not",
            (false, true) => "the claim denies something, and the words do not",
            _ => return Some(reading),
        };
        let fault = Some(message.to_owned());
        reading.fault.is_none().then_some(Reading { fault, ..reading })
    }

    /// What a slot has in an example.
    fn filled(&self, slot: Slot) -> Option<String> {
        let names = |cells: Option<&CellSet>| {
            let name = |cell| self.variant.layout().name_on_board(cell);
            let names: Vec<&str> = cells?.iter().map(name).collect();
            (1..5).contains(&names.len()).then(|| join_words(&names, "and"))
        };
        let pieces = |kinds: &BTreeSet<PieceTypeId>| {
            let names = kinds.iter().map(|kind| self.variant.piece_type_name(*kind));
            (!kinds.is_empty()).then(|| join_words(names, "and"))
        };
        let asked = self.asked;
        match slot {
            Slot::Number => asked.number.map(|(relation, number)| match bound_words(relation) {
                "" => number.to_string(),
                bound => format!("{bound} {number}"),
            }),
            Slot::Size => asked.size.map(|size| size.to_string()),
            Slot::Length => asked.lengths.first().map(|length| length.to_string()),
            Slot::Cells => names(asked.cells.first().filter(|it| !it.is_empty())),
            Slot::From => names(Some(&asked.from)),
            Slot::Start => names(asked.standing.start.first()),
            Slot::Named => (!asked.named.is_empty()).then(|| asked.named.join(" ")),
            Slot::Piece => pieces(&asked.pieces),
            Slot::Others => pieces(&asked.others),
            Slot::Victim => pieces(&asked.victims),
            Slot::Side => asked.side.map(|side| self.side_name(side)),
            Slot::Mover => asked.mover.map(|side| self.side_name(side)),
            Slot::Not => Some(if asked.denies { "not" } else { "" }.to_owned()),
            Slot::Empty => Some("empty".to_owned()),
            condition => asked.holds(condition)?.then(String::new),
        }
    }

    fn side_name(&self, side: SideId) -> String {
        self.variant.variant().sides[side.index()].name.clone()
    }

    /// A number with the bound before it.
    fn number(&self, at: usize) -> Vec<Reading> {
        let Some((relation, number)) = self.asked.number else { return Vec::new() };
        let BoundWords { end, said } = self.said.bound_at(at);
        let Some((end, value)) = self.said.number_at(end) else { return Vec::new() };
        let text = self.said.text_of(at..end);
        let is_value = value.compare(number).is_some_and(|order| order.is_eq());
        // What is eight is at least eight and at most eight. A figure alone may stand in a column.
        let is_alone = at == 0 && end == self.said.len();
        let is_implied = relation == Relation::Is
            && matches!(said, Some(Relation::AtLeast | Relation::AtMost))
            || said.is_none() && is_alone && !self.asked.is_bound;
        let is_bound = said.unwrap_or(Relation::Is) == relation || is_implied;
        let fault = match (is_value, is_bound) {
            (true, true) => None,
            (false, true) => {
                Some(format!("the words name the number *{text}*, and the claim {number}"))
            }
            (true, false) => {
                let claim = relation.words();
                Some(format!("the words say *{text}*, and the claim *{claim} {number}*"))
            }
            (false, false) => return Vec::new(),
        };
        // `At least seven` is true of eight, but no claim of it.
        let is_looser = match said {
            Some(Relation::AtLeast) => value.compare(number).is_some_and(|order| order.is_lt()),
            Some(Relation::AtMost) => value.compare(number).is_some_and(|order| order.is_gt()),
            _ => false,
        };
        Vec::from_iter((!is_looser).then_some(Reading { fault, ..Reading::from(end) }))
    }

    /// A list of cells that must be one of these.
    fn cells(&self, at: usize, wanted: &[CellSet], is_span: bool) -> Vec<Reading> {
        let layout = self.variant.layout();
        // Cells of one name on several boards count as one, `limbo:a1` and `a1`, if the claim names no two
        // boards.
        let boards: BTreeSet<_> = wanted
            .iter()
            .flat_map(|cells| cells.iter())
            .map(|cell| layout.point(cell).board)
            .collect();
        let of_name = |cell: Cell| match layout.find(layout.name_on_board(cell)) {
            Some(named) if boards.len() == 1 => named,
            _ => cell,
        };
        let wanted: Vec<CellSet> =
            wanted.iter().map(|cells| cells.iter().map(of_name).collect()).collect();
        let mut found = Vec::new();
        let (mut named, mut next, mut spans, mut lists) = (CellSet::new(), at, false, false);
        while let Some(cell) = self.said.cell_at(next).map(of_name) {
            let is_new = named.insert(cell);
            next += 1;
            let other = named.iter().find(|cell| wanted.iter().all(|all| !all.contains(*cell)));
            let fault = match other {
                Some(other) => {
                    let name = layout.name_on_board(other);
                    Some(format!("the words name the cell *{name}*, and the claim does not"))
                }
                None if is_new => None,
                None => {
                    let name = layout.name_on_board(cell);
                    Some(format!("the words name the cell *{name}* twice"))
                }
            };
            // The ends of a span are no list of its cells, and a list is no span.
            let is_one = wanted.iter().zip(0..).any(|(all, index)| {
                let is_ends = is_span && index == 0 && all.len() > 1;
                *all == named && !(is_ends && lists) && (!spans || is_ends)
            });
            if is_one || fault.is_some() && wanted.iter().any(|it| !it.is_empty()) {
                found.push(Reading { fault, ..Reading::from(next) });
            }
            let is_list = self.is_word(next, &["and", "or", "nor", "to"]);
            if is_list && self.said.cell_at(next + 1).is_some() {
                let is_to = self.is_word(next, &["to"]);
                (spans, lists) = (spans || is_to, lists || !is_to);
                next += 1;
            }
        }
        found
    }

    /// The name of a piece that must be one of these, in the singular or plural, after its side.
    fn piece(
        &self,
        at: usize,
        kinds: &BTreeSet<PieceTypeId>,
        side: Option<SideId>,
    ) -> Vec<Reading> {
        let Some(piece) = self.said.piece_at(at).filter(|_| !kinds.is_empty()) else {
            return Vec::new();
        };
        let is_it = kinds.iter().all(|kind| piece.types.contains(kind));
        if piece.side.is_some() && side.is_none() {
            return Vec::new();
        }
        let is_of_side = piece.side.is_none() || piece.side == side;
        let name = &piece.name;
        let fault = (!is_it || !is_of_side)
            .then(|| format!("the words name the piece *{name}*, and the claim does not"));
        let says = [true, piece.side.is_some(), false];
        vec![Reading { fault, says, ..Reading::from(piece.at.end) }]
    }

    /// All of these pieces in a list: `Bishop and Knight`.
    fn pieces(&self, at: usize) -> Vec<Reading> {
        let wanted = &self.asked.others;
        if wanted.len() == 1 {
            return self.piece(at, wanted, None);
        }
        let (mut named, mut next) = (BTreeSet::<PieceTypeId>::new(), at);
        while let Some(piece) = self.said.piece_at(next) {
            let of_it = wanted.iter().filter(|kind| piece.types.contains(kind));
            let before = named.len();
            named.extend(of_it);
            if named.len() == before {
                return Vec::new();
            }
            next = piece.at.end;
            let mut after = next;
            while self.is_word(after, &["and", "or", "a", "an", "the"]) {
                after += 1;
            }
            if self.said.piece_at(after).is_none() {
                break;
            }
            next = after;
        }
        if named.len() == wanted.len() && !named.is_empty() {
            return vec![Reading::from(next)];
        }
        Vec::new()
    }

    fn side(&self, at: usize, wanted: Option<SideId>) -> Vec<Reading> {
        let (Some((end, side)), Some(wanted)) = (self.said.side_at(at), wanted) else {
            return Vec::new();
        };
        let name = self.side_name(side);
        let fault = (side != wanted)
            .then(|| format!("the words name the side *{name}*, and the claim does not"));
        vec![Reading { fault, ..Reading::from(end) }]
    }

    /// A count that must be this one.
    fn count(&self, at: usize, wanted: impl Fn(i64) -> bool) -> Vec<Reading> {
        let Some((end, Number::Whole(value))) = self.said.number_at(at) else { return Vec::new() };
        let text = self.said.text_of(at..end);
        let fault = (!wanted(value))
            .then(|| format!("the words name the number *{text}*, and the claim does not"));
        vec![Reading { fault, ..Reading::from(end) }]
    }

    /// How far the piece moves: exactly, up to so far, or as one of two lengths.
    fn length(&self, at: usize) -> Vec<Reading> {
        let lengths = &self.asked.lengths;
        let is_before = |words: &[&str]| at > 0 && self.is_word(at - 1, words);
        let is_after = |words: &[&str]| self.is_word(at + 1, words);
        let said = if is_before(&["or"]) || is_after(&["or"]) { 2 } else { 1 };
        if lengths.len() != said || self.asked.is_range != is_before(&["to"]) {
            return Vec::new();
        }
        self.count(at, |value| lengths.contains(&value))
    }

    /// The cells as the claim writes them: `rank 2`, `far bank`; the word of a line may be left out.
    fn named(&self, at: usize) -> Vec<Reading> {
        let written = &self.asked.named;
        // The ends of a span are no list, and a list is no span.
        let joints: &[&str] = match self.asked.is_span && written.len() < 4 {
            true => &["of", "the", "to"],
            false if self.asked.is_span => &["of", "the", "and", "to"],
            false => &["of", "the", "and", "or"],
        };
        let starts_with_line = written.first().is_some_and(|word| is_among("line", word));
        let without_line = written.get(1..).filter(|_| starts_with_line);
        let mut found = Vec::new();
        for wanted in [Some(&written[..]), without_line].into_iter().flatten() {
            let (mut next, mut differing) = (at, Vec::new());
            for word in wanted {
                let joins = |it: &&str| it != word && joints.contains(it);
                if next > at && self.said.word(next).filter(joins).is_some() {
                    next += 1;
                }
                let parts: Vec<String> = self.said.word(next).map_or(Vec::new(), words_of);
                match &parts[..] {
                    [part] if part != word => differing.push(part.clone()),
                    [_] => {}
                    _ => differing.extend([String::new(), String::new()]),
                }
                next += 1;
            }
            let fault = match &differing[..] {
                [] => None,
                [one] if one.contains(|sign: char| sign.is_ascii_digit()) => {
                    Some(format!("the words say *{one}*, and the claim does not"))
                }
                _ => continue,
            };
            if !wanted.is_empty() && next <= self.said.len() {
                found.push(Reading { fault, ..Reading::from(next) });
            }
        }
        found
    }
}

/// Whether two statements are about the same, or one is about nothing of the kind.
fn alike<T: Ord>(one: &BTreeSet<T>, other: &BTreeSet<T>) -> bool {
    one.is_empty() || other.is_empty() || one == other
}

/// The readings as those of a piece, a side or a cell.
fn saying(kind: usize, mut readings: Vec<Reading>) -> Vec<Reading> {
    readings.iter_mut().for_each(|it| it.says[kind] = true);
    readings
}

/// The words for a bound.
fn bound_words(relation: Relation) -> &'static str {
    BOUNDS.iter().find(|(_, [bound, _])| *bound == relation).map_or("", |(words, _)| words)
}

impl Words for StatementWords<'_> {
    fn is_word(&self, at: usize, words: &[&str]) -> bool {
        // `points` can be places or pieces.
        let is_piece = self.said.pieces.iter().any(|piece| piece.at.contains(&at));
        !is_piece && self.said.word(at).is_some_and(|word| words.contains(&word))
    }

    fn read(&self, slot: Slot, at: usize) -> Vec<Reading> {
        let asked = self.asked;
        let here = |is_so: bool| {
            let reading = Reading::from(at);
            Vec::from_iter(is_so.then_some(reading))
        };
        match slot {
            Slot::Number => self.number(at),
            Slot::Size => {
                let size = asked.size.and_then(|size| i64::try_from(size).ok());
                size.map_or(Vec::new(), |size| self.count(at, |value| value == size))
            }
            Slot::Length => self.length(at),
            Slot::Cells => self.cells(at, &asked.cells, asked.is_span),
            Slot::From => saying(FROM, self.cells(at, std::slice::from_ref(&asked.from), false)),
            Slot::Start => self.cells(at, &asked.standing.start, false),
            Slot::Named => self.named(at),
            Slot::Piece => self.piece(at, &asked.pieces, asked.piece_side),
            Slot::Others => self.pieces(at),
            Slot::Victim => self.piece(at, &asked.victims, asked.victim_side),
            Slot::Side => saying(SIDE, self.side(at, asked.side)),
            // With other statements it would be their side, too.
            Slot::Mover if self.claim.len() == 1 => self.side(at, asked.mover),
            Slot::Mover => Vec::new(),
            Slot::Not => {
                let mut found = here(true);
                if self.is_word(at, &["not", "no", "nor", "neither"]) {
                    found.push(Reading { denies: true, ..Reading::from(at + 1) });
                }
                found
            }
            Slot::Empty if self.is_word(at, &["empty"]) => {
                vec![Reading { denies: true, ..Reading::from(at + 1) }]
            }
            Slot::Empty => Vec::new(),
            condition => here(asked.holds(condition) == Some(true)),
        }
    }
}
