//! The clauses of all move rules of a piece type, merged and joined to one text.

use super::super::notation::PurposeClause;
use super::move_clause::{ClauseBody, MoveClause, PieceConditions};

/// The clause of a move rule, and one for each term of its notation if it has several.
pub(super) struct DescribedRule {
    pub whole: MoveClause,
    pub terms: Vec<MoveClause>,
}

/// From this number on, clauses of one verb and distance are given as a list.
const LIST: usize = 3;

/// The text of all move rules of a piece type.
pub(super) fn join_clauses(ways: Vec<DescribedRule>) -> String {
    let mut clauses = by_start(merge_similar(ways));
    // A move from any cell is also a move from each start.
    let mut is_everywhere = false;
    for way in &mut clauses {
        way.is_more |= is_everywhere && !way.starts.is_empty();
        is_everywhere |= way.starts.is_empty()
            && way.when.is_empty()
            && way.ends.is_empty()
            && way.pieces.is_empty();
    }
    let mut common = String::new();
    if let [first, others @ ..] = &mut clauses[..]
        && !others.is_empty()
        && !first.pieces.is_empty()
        && others.iter().all(|way| way.pieces == first.pieces)
    {
        common = format!("; {}", std::mem::take(&mut first.pieces).text());
        others.iter_mut().for_each(|way| way.pieces = PieceConditions::default());
    }
    let alone = clauses.len() == 1;
    let splits = clauses.iter().any(MoveClause::splits);
    if let Some(list) = listed(&clauses, splits) {
        return list + &common;
    }
    let texts: Vec<String> = clauses.iter().map(|way| way.text(alone, splits)).collect();
    texts.join("; ") + &common
}

/// The clauses, each merged into an earlier one where that is possible, whole or term by term.
fn merge_similar(ways: Vec<DescribedRule>) -> Vec<MoveClause> {
    let mut clauses: Vec<MoveClause> = Vec::new();
    for DescribedRule { whole, terms } in ways {
        if clauses.iter_mut().any(|earlier| earlier.try_merge(&whole)) {
            continue;
        }
        let mut with_terms = clauses.clone();
        let takes_in = |term| with_terms.iter_mut().any(|earlier| earlier.try_merge(term));
        match !terms.is_empty() && terms.iter().all(takes_in) {
            true => clauses = with_terms,
            false => clauses.push(whole),
        }
    }
    clauses
}

/// Groups the clauses that differ only in start and body, so that each move is described once.
fn by_start(clauses: Vec<MoveClause>) -> Vec<MoveClause> {
    let frame = |way: &MoveClause| MoveClause {
        starts: Vec::new(),
        body: ClauseBody::Clauses(Vec::new()),
        ..way.clone()
    };
    let has_start =
        |way: &MoveClause| !way.starts.is_empty() && matches!(way.body, ClauseBody::Clauses(_));
    let Some(place) = clauses.iter().position(has_start) else { return clauses };
    let first = frame(&clauses[place]);
    let is_alike = |way: &MoveClause| has_start(way) && frame(way) == first;
    let (alike, others): (Vec<MoveClause>, Vec<MoveClause>) =
        clauses.into_iter().partition(is_alike);
    let mut all: Vec<MoveClause> = others;
    let mut before: Vec<String> = Vec::new();
    for (index, (starts, clauses)) in clauses_by_start(&alike).into_iter().enumerate() {
        let is_more = starts.iter().all(|start| before.contains(start));
        before.extend(starts.clone());
        let way =
            MoveClause { starts, is_more, body: ClauseBody::Clauses(clauses), ..first.clone() };
        all.insert(place + index, way);
    }
    all
}

/// The clauses of each list of starts, in the order in which they first occur.
fn clauses_by_start(ways: &[MoveClause]) -> Vec<(Vec<String>, Vec<PurposeClause>)> {
    let mut found: Vec<(&PurposeClause, Vec<String>)> = Vec::new();
    for way in ways {
        for clause in way.clauses() {
            match found.iter_mut().find(|(known, _)| *known == clause) {
                Some((_, starts)) => starts.extend(way.starts.clone()),
                None => found.push((clause, way.starts.clone())),
            }
        }
    }
    let mut groups: Vec<(Vec<String>, Vec<PurposeClause>)> = Vec::new();
    for (clause, starts) in found {
        match groups.iter_mut().find(|(known, _)| *known == starts) {
            Some((_, clauses)) => clauses.push(clause.clone()),
            None => groups.push((starts, vec![clause.clone()])),
        }
    }
    groups
}

/// `steps one cell: from ranks 5–12, forward; ...`: clauses of one verb and distance, each
/// with starts of its own.
fn listed(clauses: &[MoveClause], splits: bool) -> Option<String> {
    let verb_and_distance = clauses.first()?.clauses().first()?.verb_and_distance.as_ref()?;
    let item = |way: &MoveClause| match way.clauses() {
        [clause]
            if clause.verb_and_distance.as_ref() == Some(verb_and_distance)
                && !way.starts.is_empty() =>
        {
            Some(format!(
                "{}{}{}",
                way.lead(),
                clause.rest(splits).trim_start(),
                way.conditions(false)
            ))
        }
        _ => None,
    };
    let items: Option<Vec<String>> = clauses.iter().map(item).collect();
    let items = items.filter(|items| items.len() >= LIST)?;
    Some(format!("{verb_and_distance}: {}", items.join("; ")))
}
