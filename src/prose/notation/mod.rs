//! A move notation in words: verb, distance, directions, conditions and purpose.

mod clause;
mod direction;
mod leg;
mod phrase;

use crate::notation::{Atom, Betza, DirectionLetter, Directions, Leg, Modifiers, Term, TermSyntax};
use crate::source::{grouped, join_words};

use super::vocabulary::{BoardVocabulary, number, sentence};
use clause::MovePurpose;
pub(super) use clause::{MoveStatement, PurposeClause, StatementContext, statements};
use leg::{LegWords, LineFamily};
pub(super) use phrase::{MoveNote, NoteSubject, Phrase};
use phrase::{Verb, merged};

/// A notation in sentences, of which the piece is the subject.
///
/// `BD` becomes `Slides any number of squares diagonally, or leaps two squares orthogonally.` Most
/// moves of several legs have no plain words and are given in notation.
pub(super) fn describe(betza: &Betza, idiom: &BoardVocabulary) -> String {
    let clauses = described_clauses(&betza.terms, idiom);
    let splits = clauses.iter().any(|clause| clause.purpose.splits());
    let statements =
        statements(&clauses, StatementContext { splits, ..StatementContext::default() });
    let subject = if statements.len() == 1 { NoteSubject::Piece } else { NoteSubject::Move };
    let mut sentences = Vec::new();
    for MoveStatement { text, notes, initial } in statements {
        sentences.push(match initial {
            true => sentence(&format!("on its first move it {text}")),
            false => sentence(&text),
        });
        sentences.extend(notes.iter().map(|note| sentence(&note.text(subject))));
    }
    if sentences.is_empty() { "Does not move.".to_owned() } else { sentences.join(" ") }
}

/// The clauses of a notation, one for each purpose.
pub(super) fn described_clauses(terms: &[Term], idiom: &BoardVocabulary) -> Vec<PurposeClause> {
    let groups = grouped(terms.iter().map(|term| of_term(term, idiom)));
    let clause = |(purpose, phrases)| PurposeClause { purpose, phrases: merged(phrases, idiom) };
    groups.into_iter().map(clause).collect()
}

/// Phrases of several clauses, merged, as the words for a cell of a table.
pub(super) fn cell_text(phrases: Vec<Phrase>, idiom: &BoardVocabulary) -> String {
    merged(phrases, idiom).iter().map(Phrase::cell_text).collect::<Vec<_>>().join(", or ")
}

/// The cells where the moves of a notation end, as seen from the piece: `one square away orthogonally`.
pub(super) fn described_place(terms: &[Term], idiom: &BoardVocabulary) -> String {
    let phrases = terms.iter().map(|term| of_term(term, idiom).1).collect();
    let place = |phrase: &Phrase| match phrase.verb {
        Verb::Moves | Verb::Leaps if !phrase.directions.is_empty() => {
            let direction = join_words(&phrase.directions, "or");
            format!("{} away {direction}{}", phrase.measure.text().trim_start(), phrase.more)
        }
        _ => format!("where it could go by {}", phrase.cell_text()),
    };
    join_words(merged(phrases, idiom).iter().map(place), "or")
}

fn of_term(term: &Term, idiom: &BoardVocabulary) -> (MovePurpose, Phrase) {
    let mut purpose = MovePurpose::of(term);
    purpose.en_passant &= !idiom.lacks_en_passant;
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
    let legs = number(term.legs.len() as u16);
    Phrase::new(Verb::Moves, format!("in {legs} legs, by the notation `{notation}`"))
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
    let same_direction = "in the same direction";
    let turn = match &second.modifiers.directions {
        Directions::All if is_diagonal(first.atom)? == is_diagonal(second.atom)? => same_direction,
        Directions::All => "outward",
        Directions::Letters(letters) => match letters[..] {
            [DirectionLetter::Forward] => same_direction,
            [DirectionLetter::Sideways] => "at a right angle",
            [DirectionLetter::Forward, DirectionLetter::Sideways] => "outward",
            _ => return None,
        },
        Directions::Clock(_) | Directions::Exact(_) => return None,
    };
    let begin = LegWords::new(first, idiom).phrase();
    let undirected = Leg { modifiers: Modifiers::default(), ..second.clone() };
    let onward = LegWords::new(&undirected, idiom).phrase();
    let link = if first.may_end_here { "optionally followed by" } else { "followed by" };
    let (verb, rest) = (onward.verb.gerund(), onward.rest());
    let notes = [begin.notes, onward.notes].concat();
    Some(Phrase { more: format!("{}, {link} {verb}{rest} {turn}", begin.more), notes, ..begin })
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
        check("R", "Slides any number of squares orthogonally.");
        check("BR", "Slides any number of squares in any direction.");
        check("K", "Moves one square in any direction.");
        check("WF", "Moves one square in any direction.");
        check("N", "Leaps two squares orthogonally and one square at a right angle.");
        check("R4", "Slides up to four squares orthogonally.");
        check(
            "D0",
            "Makes any number of leaps of two squares orthogonally in one direction. Every square \
             that it lands on before the last must be empty.",
        );
        check("{1,4}", "Leaps four squares orthogonally and one square at a right angle.");
        check("U", "Leaps to any other square.");
        let check = |notation, words| check_on(Lattice::Levels, notation, words);
        check("T0", "Slides any number of cells triagonally.");
        check(
            "{1,2,2}",
            "Leaps two cells along one axis, two along another and one along the third.",
        );
        check("N", "Leaps two cells along one axis and one cell along another.");
        check_on(
            Lattice::Hexagons,
            "N",
            "Leaps two cells orthogonally, then one cell orthogonally at 60°.",
        );
    }

    #[test]
    fn places() {
        let place = |notation: &str| {
            described_place(&parse(notation).expect("right").terms, &BoardVocabulary::default())
        };
        assert_eq!(place("W"), "one square away orthogonally");
        assert_eq!(place("K"), "one square away in any direction");
        assert_eq!(place("DA"), "two squares away in any direction");
        assert_eq!(place("R"), "where it could go by sliding any number of squares orthogonally");
    }

    #[test]
    fn moves_of_two_legs() {
        check(
            "[F?R]",
            "Moves one square diagonally, optionally followed by sliding any number of squares \
             orthogonally outward.",
        );
        check(
            "[F-B]",
            "Moves one square diagonally, followed by sliding any number of squares diagonally in \
             the same direction.",
        );
        check("yafsF", "Moves in two legs, by the notation `yafsF`.");
    }
}
