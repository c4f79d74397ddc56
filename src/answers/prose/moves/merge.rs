//! The clauses of all move rules of a piece type, merged and joined to sentences.

use super::super::notation::{Phrase, PurposeClause, cell_text};
use super::super::vocabulary::{BoardVocabulary, sentence};
use super::move_clause::{MoveClause, PieceConditions, Start};
use super::{MoveDescription, ZoneMoves};
use crate::source::{capitalised, grouped};

/// The clause of a move rule, and one for each term of its notation.
pub(super) struct DescribedRule {
    pub whole: MoveClause,
    pub terms: Vec<MoveClause>,
}

/// From this number of zones on, moves are given as a table by zone.
const TABLE: usize = 3;

/// The text of all move rules of a piece type.
pub(super) fn join_clauses(
    rules: Vec<DescribedRule>,
    vocabulary: &BoardVocabulary,
) -> MoveDescription {
    let clauses = merge_similar(rules);
    if let Some(zones) = zone_table(&clauses, vocabulary) {
        let en_passant = clauses.iter().any(MoveClause::captures_en_passant);
        let sentences = en_passant.then(|| "It may capture en passant.".to_owned());
        return MoveDescription { zones, sentences: sentences.into_iter().collect() };
    }
    let mut clauses = by_start(clauses);
    // A move from any cell is also a move from each start.
    let mut is_everywhere = false;
    for clause in &mut clauses {
        clause.is_more |= is_everywhere && !clause.starts.is_empty();
        is_everywhere |= clause.starts.is_empty()
            && clause.when.is_empty()
            && clause.ends.is_empty()
            && clause.pieces.is_empty();
    }
    let mut common = PieceConditions::default();
    if let [first, others @ ..] = &mut clauses[..]
        && !others.is_empty()
        && !first.pieces.is_empty()
        && others.iter().all(|clause| clause.pieces == first.pieces)
    {
        common = std::mem::take(&mut first.pieces);
        others.iter_mut().for_each(|clause| clause.pieces = PieceConditions::default());
    }
    let splits = clauses.iter().any(MoveClause::splits);
    let is_only = clauses.len() == 1;
    let count: usize = clauses.iter().map(|clause| clause.statements(is_only, splits).len()).sum();
    let mut sentences: Vec<String> =
        clauses.iter().flat_map(|clause| clause.sentences(is_only, count == 1, splits)).collect();
    sentences.extend(common.texts().iter().map(|text| sentence(&format!("it {text}"))));
    MoveDescription { sentences, zones: Vec::new() }
}

/// The clauses, each merged into an earlier one where that is possible, whole or term by term.
fn merge_similar(rules: Vec<DescribedRule>) -> Vec<MoveClause> {
    let mut clauses: Vec<MoveClause> = Vec::new();
    for DescribedRule { whole, terms } in rules {
        if clauses.iter_mut().any(|earlier| earlier.try_merge(&whole)) {
            continue;
        }
        let mut merged = clauses.clone();
        let is_merged = |term| merged.iter_mut().any(|earlier| earlier.try_merge(term));
        match !terms.is_empty() && terms.iter().all(is_merged) {
            true => clauses = merged,
            false => clauses.push(whole),
        }
    }
    clauses
}

/// Groups the clauses that differ only in start and body, so that each move is described once.
fn by_start(clauses: Vec<MoveClause>) -> Vec<MoveClause> {
    let frame = |clause: &MoveClause| MoveClause {
        starts: Vec::new(),
        purposes: Vec::new(),
        ..clause.clone()
    };
    let has_start = |clause: &MoveClause| !clause.starts.is_empty() && clause.is_by_notation();
    let Some(place) = clauses.iter().position(has_start) else { return clauses };
    let first = frame(&clauses[place]);
    let is_alike = |clause: &MoveClause| has_start(clause) && frame(clause) == first;
    let (alike, mut all): (Vec<MoveClause>, Vec<MoveClause>) =
        clauses.into_iter().partition(is_alike);
    let mut before: Vec<Start> = Vec::new();
    for (index, (starts, purposes)) in purposes_by_start(&alike).into_iter().enumerate() {
        let is_more = starts.iter().all(|start| before.contains(start));
        before.extend(starts.clone());
        all.insert(place + index, MoveClause { starts, is_more, purposes, ..first.clone() });
    }
    all
}

/// The moves of each list of starts, in the order in which they first occur.
fn purposes_by_start(clauses: &[MoveClause]) -> Vec<(Vec<Start>, Vec<PurposeClause>)> {
    let with_starts = |clause: &MoveClause| {
        clause.purposes.iter().map(|purpose| (purpose.clone(), clause.starts.clone())).collect()
    };
    let starts_of_each = grouped(clauses.iter().flat_map::<Vec<_>, _>(with_starts));
    grouped(starts_of_each.into_iter().map(|(purpose, starts)| (starts.concat(), purpose)))
}

/// The moves by zone, if they depend on the zone alone and there are several zones.
fn zone_table(clauses: &[MoveClause], vocabulary: &BoardVocabulary) -> Option<Vec<ZoneMoves>> {
    if !clauses.iter().all(MoveClause::depends_on_start_alone) {
        return None;
    }
    let of_each = clauses.iter().flat_map(|clause| {
        clause.starts.iter().map(|start| (start.label.clone(), clause.purposes.clone()))
    });
    let rows = grouped(of_each);
    if rows.len() < TABLE {
        return None;
    }
    let row = |(label, purposes): (String, Vec<Vec<PurposeClause>>)| {
        let purposes = purposes.concat();
        let phrases = |is_meant: fn(&PurposeClause) -> bool| -> Vec<Phrase> {
            let meant = purposes.iter().filter(|clause| is_meant(clause));
            meant.flat_map(|clause| clause.phrases.clone()).collect()
        };
        let quiet = phrases(|clause| clause.purpose.quiet);
        let captures = phrases(|clause| clause.purpose.capture);
        ZoneMoves {
            place: capitalised(&label),
            moves: cell_text(quiet, vocabulary),
            captures: cell_text(captures, vocabulary),
        }
    };
    let mut rows: Vec<ZoneMoves> = rows.into_iter().map(row).collect();
    if rows.iter().all(|row| row.captures == row.moves) {
        rows.iter_mut().for_each(|row| row.captures.clear());
    }
    Some(rows)
}
