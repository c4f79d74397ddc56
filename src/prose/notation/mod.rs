//! A move notation in words: verb, distance, directions, conditions and purpose.

mod clause;
mod direction;
mod leg;
mod phrase;

use crate::notation::{Atom, Betza, DirectionLetter, Directions, Leg, Modifiers, Term, TermSyntax};
use crate::source::{grouped, join_words};

use super::vocabulary::{BoardVocabulary, number};
use clause::MovePurpose;
pub(super) use clause::{CaptureScope, PurposeClause};
use leg::{LegWords, LineFamily};
use phrase::{Phrase, Verb, merged};

/// A notation in words, as the end of a sentence that begins with the piece's name.
///
/// `BD` becomes `slides diagonally, or leaps two cells orthogonally`. Most moves of several legs
/// have no plain words and are given in notation.
pub(super) fn describe(betza: &Betza, idiom: &BoardVocabulary) -> String {
    let clauses = described_clauses(&betza.terms, idiom);
    if clauses.is_empty() {
        return "does not move".to_owned();
    }
    let splits = clauses.iter().any(|clause| clause.scope == CaptureScope::Split);
    clauses.iter().map(|clause| clause.text(splits)).collect::<Vec<_>>().join("; ")
}

/// The clauses of a notation, one for each purpose.
pub(super) fn described_clauses(terms: &[Term], idiom: &BoardVocabulary) -> Vec<PurposeClause> {
    let groups = grouped(terms.iter().map(|term| of_term(term, idiom)));
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
pub(super) fn described_place(terms: &[Term], idiom: &BoardVocabulary) -> String {
    let phrases = terms.iter().map(|term| of_term(term, idiom).1).collect();
    let place = |phrase: &Phrase| match phrase.verb {
        Verb::Steps | Verb::Leaps if phrase.says_direction() => {
            let direction = join_words(&phrase.directions, "or");
            format!("{} away {direction}{}", phrase.measure.trim(), phrase.more)
        }
        _ => format!("where it {}", phrase.text()),
    };
    join_words(merged(phrases, idiom).iter().map(place), "or")
}

fn of_term(term: &Term, idiom: &BoardVocabulary) -> (MovePurpose, Phrase) {
    let purpose = MovePurpose::of(term);
    if let [leg] = &term.legs[..] {
        return (purpose, LegWords::new(leg, idiom).phrase());
    }
    match bent(term, idiom) {
        Some(phrase) => (purpose, phrase),
        None => (MovePurpose::usual(), notation_fallback(term)),
    }
}

/// The phrase of a term that has no plain words.
fn notation_fallback(term: &Term) -> Phrase {
    let notation = Betza { terms: vec![term.clone()] };
    let measure =
        format!(" in {} legs, by the notation `{notation}`", number(term.legs.len() as u16));
    Phrase { verb: Verb::Moves, measure, directions: Vec::new(), more: String::new() }
}

/// Two legs in brackets without modifiers but directions: `[F?R]`.
fn bent(term: &Term, idiom: &BoardVocabulary) -> Option<Phrase> {
    let [first, second] = &term.legs[..] else { return None };
    let is_plain = |leg: &Leg| {
        let Modifiers { directions, span, .. } = leg.modifiers.clone();
        leg.modifiers == Modifiers { directions, span, ..Modifiers::default() }
    };
    if term.form != TermSyntax::Brackets || !term.legs.iter().all(is_plain) {
        return None;
    }
    let turn = match &second.modifiers.directions {
        Directions::All if is_diagonal(first.atom)? == is_diagonal(second.atom)? => {
            "straight ahead"
        }
        Directions::All => "outward",
        Directions::Letters(letters) => match letters[..] {
            [DirectionLetter::Forward] => "straight ahead",
            [DirectionLetter::Sideways] => "at a right angle",
            [DirectionLetter::Forward, DirectionLetter::Sideways] => "outward",
            _ => return None,
        },
        Directions::Clock(_) | Directions::Exact(_) => return None,
    };
    let begin = LegWords::new(first, idiom).phrase();
    let undirected = Leg { modifiers: Modifiers::default(), ..second.clone() };
    let onward = LegWords::new(&undirected, idiom).phrase();
    let how = if first.may_end_here { "and may go on" } else { "and goes on" };
    let (verb, rest) = (onward.verb.gerund(), onward.rest());
    Some(Phrase { more: format!("{}, {how} {turn}, {verb}{rest}", begin.more), ..begin })
}

/// Whether the atom moves along diagonals; `None` if it moves neither straight nor diagonally.
fn is_diagonal(atom: Atom) -> Option<bool> {
    match LineFamily::of(atom).0 {
        LineFamily::Orthogonal => Some(false),
        LineFamily::Diagonal => Some(true),
        _ => None,
    }
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
            described_place(&parse(notation).expect("right").terms, &BoardVocabulary::default())
        };
        assert_eq!(place("W"), "one cell away orthogonally");
        assert_eq!(place("K"), "one cell away in any direction");
        assert_eq!(place("DA"), "two cells away in any direction");
        assert_eq!(place("N"), "where it leaps like a knight");
    }

    #[test]
    fn moves_of_two_legs() {
        check("[F?R]", "steps one cell diagonally, and may go on outward, sliding orthogonally");
        check("[F-B]", "steps one cell diagonally, and goes on straight ahead, sliding diagonally");
        check("yafsF", "moves in two legs, by the notation `yafsF`");
    }
}
