//! The clauses of all move rules of a piece type, merged and joined to one text.

use super::super::notation::PurposeClause;
use super::move_clause::{MoveClause, PieceConditions};
use crate::source::grouped;

/// The clause of a move rule, and one for each term of its notation.
pub(super) struct DescribedRule {
    pub whole: MoveClause,
    pub terms: Vec<MoveClause>,
}

/// From this number on, clauses of one verb and distance are given as a list.
const LIST: usize = 3;

/// The text of all move rules of a piece type.
pub(super) fn join_clauses(rules: Vec<DescribedRule>) -> String {
    let mut clauses = by_start(merge_similar(rules));
    // A move from any cell is also a move from each start.
    let mut is_everywhere = false;
    for clause in &mut clauses {
        clause.is_more |= is_everywhere && !clause.starts.is_empty();
        is_everywhere |= clause.starts.is_empty()
            && clause.when.is_empty()
            && clause.ends.is_empty()
            && clause.pieces.is_empty();
    }
    let mut common = String::new();
    if let [first, others @ ..] = &mut clauses[..]
        && !others.is_empty()
        && !first.pieces.is_empty()
        && others.iter().all(|clause| clause.pieces == first.pieces)
    {
        common = format!("; {}", std::mem::take(&mut first.pieces).text());
        others.iter_mut().for_each(|clause| clause.pieces = PieceConditions::default());
    }
    let alone = clauses.len() == 1;
    let splits = clauses.iter().any(MoveClause::splits);
    if let Some(list) = listed(&clauses, splits) {
        return list + &common;
    }
    let texts: Vec<String> = clauses.iter().map(|clause| clause.text(alone, splits)).collect();
    texts.join("; ") + &common
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
    let has_start = |clause: &MoveClause| !clause.starts.is_empty() && clause.path.is_none();
    let Some(place) = clauses.iter().position(has_start) else { return clauses };
    let first = frame(&clauses[place]);
    let is_alike = |clause: &MoveClause| has_start(clause) && frame(clause) == first;
    let (alike, mut all): (Vec<MoveClause>, Vec<MoveClause>) =
        clauses.into_iter().partition(is_alike);
    let mut before: Vec<String> = Vec::new();
    for (index, (starts, purposes)) in purposes_by_start(&alike).into_iter().enumerate() {
        let is_more = starts.iter().all(|start| before.contains(start));
        before.extend(starts.clone());
        all.insert(place + index, MoveClause { starts, is_more, purposes, ..first.clone() });
    }
    all
}

/// The moves of each list of starts, in the order in which they first occur.
fn purposes_by_start(clauses: &[MoveClause]) -> Vec<(Vec<String>, Vec<PurposeClause>)> {
    let with_starts = |clause: &MoveClause| {
        clause.purposes.iter().map(|purpose| (purpose.clone(), clause.starts.clone())).collect()
    };
    let starts_of_each = grouped(clauses.iter().flat_map::<Vec<_>, _>(with_starts));
    grouped(starts_of_each.into_iter().map(|(purpose, starts)| (starts.concat(), purpose)))
}

/// `steps one cell: from ranks 5–12, forward; ...`: clauses of one verb and distance, each
/// with starts of its own.
fn listed(clauses: &[MoveClause], splits: bool) -> Option<String> {
    let verb_and_distance = clauses.first()?.purposes.first()?.verb_and_distance.as_ref()?;
    let item = |clause: &MoveClause| {
        let [part] = &clause.purposes[..] else { return None };
        let is_alike = part.verb_and_distance.as_ref() == Some(verb_and_distance);
        let rest = part.rest(splits);
        (is_alike && !clause.starts.is_empty())
            .then(|| format!("{}{}{}", clause.lead(), rest.trim_start(), clause.conditions(false)))
    };
    let items: Option<Vec<String>> = clauses.iter().map(item).collect();
    let items = items.filter(|items| items.len() >= LIST)?;
    Some(format!("{verb_and_distance}: {}", items.join("; ")))
}
