//! All rules of a piece type in one text.

use super::super::notation::Part;
use super::told::{Goes, PieceConditions, Told};

/// One way of a kind: the whole of it, and each term of its notation for itself, if it has several.
pub(super) struct Way {
    pub whole: Told,
    pub terms: Vec<Told>,
}

/// So many ways of one pace from several places are told as a list.
const LIST: usize = 3;

/// All ways of a kind.
pub(super) fn together(ways: Vec<Way>) -> String {
    let mut told = by_start(absorbed(ways));
    // What is done everywhere is done in each place, too.
    let mut is_everywhere = false;
    for way in &mut told {
        way.is_more |= is_everywhere && !way.starts.is_empty();
        is_everywhere |= way.starts.is_empty()
            && way.when.is_empty()
            && way.ends.is_empty()
            && way.pieces.is_empty();
    }
    let mut common = String::new();
    if let [first, others @ ..] = &mut told[..]
        && !others.is_empty()
        && !first.pieces.is_empty()
        && others.iter().all(|way| way.pieces == first.pieces)
    {
        common = format!("; {}", std::mem::take(&mut first.pieces).text());
        others.iter_mut().for_each(|way| way.pieces = PieceConditions::default());
    }
    let alone = told.len() == 1;
    let splits = told.iter().any(Told::splits);
    if let Some(list) = listed(&told, splits) {
        return list + &common;
    }
    let texts: Vec<String> = told.iter().map(|way| way.text(alone, splits)).collect();
    texts.join("; ") + &common
}

/// Ways without those that an earlier one can take in, whole or term by term.
fn absorbed(ways: Vec<Way>) -> Vec<Told> {
    let mut told: Vec<Told> = Vec::new();
    for Way { whole, terms } in ways {
        if told.iter_mut().any(|earlier| earlier.take_in(&whole)) {
            continue;
        }
        let mut with_terms = told.clone();
        let takes_in = |term| with_terms.iter_mut().any(|earlier| earlier.take_in(term));
        match !terms.is_empty() && terms.iter().all(takes_in) {
            true => told = with_terms,
            false => told.push(whole),
        }
    }
    told
}

/// Ways that differ only in where they start and what they do, such that what is done from several
/// places is said once.
fn by_start(told: Vec<Told>) -> Vec<Told> {
    let frame =
        |way: &Told| Told { starts: Vec::new(), goes: Goes::Parts(Vec::new()), ..way.clone() };
    let has_start = |way: &Told| !way.starts.is_empty() && matches!(way.goes, Goes::Parts(_));
    let Some(place) = told.iter().position(has_start) else { return told };
    let first = frame(&told[place]);
    let is_alike = |way: &Told| has_start(way) && frame(way) == first;
    let (alike, others): (Vec<Told>, Vec<Told>) = told.into_iter().partition(is_alike);
    let mut all: Vec<Told> = others;
    let mut before: Vec<String> = Vec::new();
    for (index, (starts, parts)) in parts_by_start(&alike).into_iter().enumerate() {
        let is_more = starts.iter().all(|start| before.contains(start));
        before.extend(starts.clone());
        let way = Told { starts, is_more, goes: Goes::Parts(parts), ..first.clone() };
        all.insert(place + index, way);
    }
    all
}

/// What is done from which places, in the order in which it is first told.
fn parts_by_start(ways: &[Told]) -> Vec<(Vec<String>, Vec<Part>)> {
    let mut found: Vec<(&Part, Vec<String>)> = Vec::new();
    for way in ways {
        for part in way.parts() {
            match found.iter_mut().find(|(known, _)| *known == part) {
                Some((_, starts)) => starts.extend(way.starts.clone()),
                None => found.push((part, way.starts.clone())),
            }
        }
    }
    let mut groups: Vec<(Vec<String>, Vec<Part>)> = Vec::new();
    for (part, starts) in found {
        match groups.iter_mut().find(|(known, _)| *known == starts) {
            Some((_, parts)) => parts.push(part.clone()),
            None => groups.push((starts, vec![part.clone()])),
        }
    }
    groups
}

/// `steps one cell: from ranks 5–12, forward; ...`: ways of one pace, each from a place of its own.
fn listed(told: &[Told], splits: bool) -> Option<String> {
    let pace = told.first()?.parts().first()?.pace.as_ref()?;
    let item = |way: &Told| match way.parts() {
        [part] if part.pace.as_ref() == Some(pace) && !way.starts.is_empty() => Some(format!(
            "{}{}{}",
            way.lead(),
            part.rest(splits).trim_start(),
            way.conditions(false)
        )),
        _ => None,
    };
    let items: Option<Vec<String>> = told.iter().map(item).collect();
    let items = items.filter(|items| items.len() >= LIST)?;
    Some(format!("{pace}: {}", items.join("; ")))
}
