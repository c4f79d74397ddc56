//! A move notation in words: verb, distance, directions, conditions and purpose.

mod bent_move;
mod clause;
mod condition;
mod direction;
mod distance;
mod family;
mod hex_directions;
mod phrase;
mod purpose;
mod square_directions;

use crate::notation::{Betza, Leg, Modifiers, Term};

use super::vocabulary::{BoardVocabulary, either, number};
use bent_move::bent;
pub(super) use clause::{CaptureScope, PurposeClause};
use condition::conditions;
use direction::direction_words;
use distance::verb_and_distance;
use family::LineFamily;
use phrase::{Phrase, Verb, merged};
use purpose::MovePurpose;

/// A notation in words, as the end of a sentence that begins with the piece's name.
///
/// `BD` becomes `slides diagonally, or leaps two cells orthogonally`. Most moves of several legs
/// have no plain words and are given in notation.
pub fn describe(betza: &Betza, idiom: &BoardVocabulary) -> String {
    match described_clauses(betza, idiom) {
        clauses if clauses.is_empty() => "does not move".to_owned(),
        clauses => {
            let splits = clauses.iter().any(|clause| clause.scope == CaptureScope::Split);
            let texts: Vec<String> = clauses.iter().map(|clause| clause.text(splits)).collect();
            texts.join("; ")
        }
    }
}

/// The clauses of a notation, one for each purpose.
pub(super) fn described_clauses(betza: &Betza, idiom: &BoardVocabulary) -> Vec<PurposeClause> {
    let mut groups: Vec<(MovePurpose, Vec<Phrase>)> = Vec::new();
    for term in &betza.terms {
        let (purpose, phrase) = of_term(term, idiom);
        match groups.iter_mut().find(|group| group.0 == purpose) {
            Some((_, phrases)) => phrases.push(phrase),
            None => groups.push((purpose, vec![phrase])),
        }
    }
    let mut left: Vec<(MovePurpose, Vec<Phrase>)> =
        groups.into_iter().map(|(purpose, phrases)| (purpose, merged(phrases, idiom))).collect();
    let mut clauses = Vec::new();
    while !left.is_empty() {
        let (purpose, phrases) = left.remove(0);
        let other = left.iter().position(|(other, _)| purpose.is_capture_counterpart(*other));
        clauses.push(match other.map(|index| left.remove(index)) {
            None => PurposeClause::whole(purpose, &phrases),
            Some((other, others)) if purpose.quiet => {
                PurposeClause::split(&phrases, other, &others)
            }
            Some((_, others)) => PurposeClause::split(&others, purpose, &phrases),
        });
    }
    clauses
}

/// The cells where the moves of a notation end, as seen from the piece: `one cell away orthogonally`.
pub(super) fn described_place(betza: &Betza, idiom: &BoardVocabulary) -> String {
    let phrases = betza.terms.iter().map(|term| of_term(term, idiom).1).collect();
    let place = |phrase: &Phrase| match phrase.verb {
        Verb::Steps | Verb::Leaps if phrase.says_direction() => {
            let direction = either(phrase.directions.clone());
            format!("{} away {direction}{}", phrase.measure.trim(), phrase.more)
        }
        _ => format!("where it {}", phrase.text()),
    };
    either(merged(phrases, idiom).iter().map(place).collect())
}

fn of_term(term: &Term, idiom: &BoardVocabulary) -> (MovePurpose, Phrase) {
    let last = term.legs.last().expect("a term has a leg");
    let first = &term.legs[0];
    let purpose =
        MovePurpose { initial: first.modifiers.initial, ..MovePurpose::of(&last.modifiers) };
    if let [leg] = &term.legs[..] {
        return (purpose, of_leg(leg, idiom));
    }
    match bent(term, idiom) {
        Some(phrase) => (purpose, phrase),
        None => (MovePurpose::of(&Modifiers::default()), notation_fallback(term)),
    }
}

/// The phrase of a term that has no plain words.
fn notation_fallback(term: &Term) -> Phrase {
    let notation = Betza { terms: vec![term.clone()] };
    let measure =
        format!(" in {} legs, by the notation `{notation}`", number(term.legs.len() as u16));
    Phrase { verb: Verb::Moves, measure, directions: Vec::new(), more: String::new() }
}

fn of_leg(leg: &Leg, idiom: &BoardVocabulary) -> Phrase {
    let modifiers = &leg.modifiers;
    let (family, length) = LineFamily::of(leg.atom);
    let (verb, measure) = verb_and_distance(&family, length, leg, idiom);
    let direction = direction_words(&family, leg, idiom);
    let directions = if direction.is_empty() { Vec::new() } else { vec![direction] };
    Phrase { verb, measure, directions, more: conditions(modifiers, &family, length, idiom) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Lattice;
    use crate::notation::parse;

    #[track_caller]
    pub(super) fn check(notation: &str, words: &str) {
        let betza = parse(notation).expect("the notation is right");
        assert_eq!(describe(&betza, &BoardVocabulary::default()), words, "{notation}");
    }

    #[track_caller]
    pub(super) fn check_on(lattice: Lattice, notation: &str, words: &str) {
        let betza = parse(notation).expect("the notation is right");
        let idiom = BoardVocabulary { lattice, ..BoardVocabulary::default() };
        assert_eq!(describe(&betza, &idiom), words, "{notation}");
    }

    #[test]
    fn simple_pieces() {
        check("R", "slides orthogonally");
        check("BR", "slides in any direction");
        check("K", "steps one cell in any direction");
        check("WF", "steps one cell in any direction");
        check("N", "leaps like a knight");
        check("R4", "slides up to four cells orthogonally");
        check("T0", "slides triagonally");
        check("N0", "rides like a knight, leap after leap");
        check("D0", "rides two cells, leap after leap, orthogonally");
        check("{1,4}", "leaps four cells one way and one aside");
        check(
            "{1,2,2}",
            "leaps two cells along one axis, two along another and one along the third",
        );
        check("U", "leaps to any other cell");
    }

    #[test]
    fn places() {
        let place = |notation: &str| {
            described_place(&parse(notation).expect("right"), &BoardVocabulary::default())
        };
        assert_eq!(place("W"), "one cell away orthogonally");
        assert_eq!(place("K"), "one cell away in any direction");
        assert_eq!(place("DA"), "two cells away in any direction");
        assert_eq!(place("N"), "where it leaps like a knight");
    }
}
