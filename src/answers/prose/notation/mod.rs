//! A move notation in words: directions make legs, legs phrases, phrases clauses.

mod clause;
mod direction;
mod leg;
mod phrase;

use crate::notation::{Atom, Betza, DirectionLetter, Directions, Leg, Modifiers, Term, TermSyntax};
use crate::source::{grouped, join_words, work};

use super::vocabulary::{BoardVocabulary, number, sentence};
use clause::MovePurpose;
pub(super) use clause::{MoveStatement, PurposeClause, StatementContext, base_form, statements};
use leg::{LegWords, LineFamily};
use phrase::{FOLLOWED, Verb, merged};
pub(super) use phrase::{MoveNote, NoteSubject, Phrase};

/// The condition of a move that a piece may make only as its first.
pub(super) const FIRST_MOVE: &str = "on its first move";

/// A notation in sentences, of which the piece is the subject.
///
/// `BD` becomes `Slides any number of squares diagonally, or leaps two squares orthogonally.` Most
/// moves of several legs have no plain words and are given in notation.
pub(super) fn describe(betza: &Betza, vocabulary: &BoardVocabulary) -> String {
    let clauses = described_clauses(&betza.terms, vocabulary);
    let splits = clauses.iter().any(|clause| clause.purpose.splits());
    let statements =
        statements(&clauses, StatementContext { splits, ..StatementContext::default() });
    let subject = if statements.len() == 1 { NoteSubject::Piece } else { NoteSubject::Move };
    let mut sentences = Vec::new();
    for MoveStatement { text, notes, initial } in statements {
        sentences.push(match initial {
            true => sentence(&format!("{FIRST_MOVE} it may {}", base_form(&text))),
            false => sentence(&text),
        });
        sentences.extend(notes.iter().map(|note| sentence(&note.text(subject))));
    }
    if sentences.is_empty() { "Does not move.".to_owned() } else { sentences.join(" ") }
}

/// The units of work to describe one term of a long notation, measured.
const UNITS_OF_A_TERM: usize = 200;

/// The clauses of a notation, one for each purpose.
pub(super) fn described_clauses(
    terms: &[Term],
    vocabulary: &BoardVocabulary,
) -> Vec<PurposeClause> {
    work::spend(UNITS_OF_A_TERM * terms.len());
    let groups = grouped(terms.iter().map(|term| of_term(term, vocabulary)));
    let clause =
        |(purpose, phrases)| PurposeClause { purpose, phrases: merged(phrases, vocabulary) };
    groups.into_iter().map(clause).collect()
}

/// Phrases of several clauses, merged, as the words for a cell of a table.
pub(super) fn cell_text(phrases: Vec<Phrase>, vocabulary: &BoardVocabulary) -> String {
    merged(phrases, vocabulary).iter().map(Phrase::cell_text).collect::<Vec<_>>().join(", or ")
}

/// The cells where the moves of a notation end, as seen from the piece: `one square away orthogonally`.
pub(super) fn described_place(terms: &[Term], vocabulary: &BoardVocabulary) -> String {
    let phrases = terms.iter().map(|term| of_term(term, vocabulary).1).collect();
    let place = |phrase: &Phrase| match phrase.verb {
        Verb::Moves | Verb::Leaps if !phrase.directions.is_empty() => {
            let direction = join_words(&phrase.directions, "or");
            format!("{} away {direction}{}", phrase.measure.text().trim_start(), phrase.more)
        }
        _ => format!("where it could go by {}", phrase.cell_text()),
    };
    join_words(merged(phrases, vocabulary).iter().map(place), "or")
}

fn of_term(term: &Term, vocabulary: &BoardVocabulary) -> (MovePurpose, Phrase) {
    let mut purpose = MovePurpose::of(term);
    purpose.en_passant &= !vocabulary.lacks_en_passant;
    if let [leg] = &term.legs[..] {
        return (purpose, LegWords::new(leg, vocabulary).phrase());
    }
    if let Some(phrase) = bent(term, vocabulary) {
        return (purpose, phrase);
    }
    let phrase = stepwise(term, vocabulary).unwrap_or_else(|| notation_fallback(term));
    (purpose.of_legs(term), phrase)
}

/// The phrase of a term that has no plain words.
fn notation_fallback(term: &Term) -> Phrase {
    let notation = Betza { terms: vec![term.clone()] };
    let legs = number(term.legs.len() as u16);
    Phrase::new(Verb::Moves, format!("in {legs} legs, by the notation `{notation}`"))
}

/// Two legs in brackets without modifiers but directions: `[F?R]`.
fn bent(term: &Term, vocabulary: &BoardVocabulary) -> Option<Phrase> {
    let [first, second] = &term.legs[..] else { return None };
    let is_plain = |leg: &Leg| {
        let Modifiers { directions, span, .. } = leg.modifiers.clone();
        leg.modifiers == Modifiers { directions, span, ..Modifiers::default() }
    };
    if term.form != TermSyntax::Brackets || !term.legs.iter().all(is_plain) {
        return None;
    }
    let turn = turn_in_brackets(first, second)?;
    let begin = LegWords::new(first, vocabulary).phrase();
    let undirected = Leg { modifiers: Modifiers::default(), ..second.clone() };
    let onward = LegWords::new(&undirected, vocabulary).phrase();
    let link = if first.may_end_here { "optionally " } else { "" };
    let (verb, rest) = (onward.verb.gerund(), onward.rest());
    let notes = [begin.notes, onward.notes].concat();
    Some(Phrase {
        more: format!("{}, {link}{FOLLOWED}{verb}{rest} {turn}", begin.more),
        notes,
        ..begin
    })
}

/// The direction of a leg in brackets after another one.
fn turn_in_brackets(first: &Leg, second: &Leg) -> Option<&'static str> {
    let same_direction = "in the same direction";
    match &second.modifiers.directions {
        Directions::All if is_diagonal(first.atom)? == is_diagonal(second.atom)? => {
            Some(same_direction)
        }
        Directions::All => Some("outward"),
        Directions::Letters(letters) => match letters[..] {
            [DirectionLetter::Forward] => Some(same_direction),
            [DirectionLetter::Sideways] => Some("at a right angle"),
            [DirectionLetter::Forward, DirectionLetter::Sideways] => Some("outward"),
            _ => None,
        },
        Directions::Clock(_) | Directions::Exact(_) => None,
    }
}

/// The direction of a leg of a chain after another one; nothing if it is any.
fn turn_in_chain(leg: &Leg) -> Option<&'static str> {
    match &leg.modifiers.directions {
        Directions::All => Some(""),
        Directions::Letters(letters) => match letters[..] {
            [DirectionLetter::Forward] => Some("in the same direction"),
            [DirectionLetter::Back] => Some("back"),
            _ => None,
        },
        Directions::Clock(_) | Directions::Exact(_) => None,
    }
}

/// Several legs, of which each says what is on its last cell: `maK`, `[cF-fmF]`.
fn stepwise(term: &Term, vocabulary: &BoardVocabulary) -> Option<Phrase> {
    let captures = term.legs.iter().any(|leg| leg.modifiers.capture);
    let mut steps = Vec::new();
    for (index, leg) in term.legs.iter().enumerate() {
        let is_last = index + 1 == term.legs.len();
        let onto = landing_words(leg, is_last && !captures, is_last, vocabulary)?;
        let turn = match (index, term.form) {
            (0, _) => "",
            (_, TermSyntax::Chain) => turn_in_chain(leg)?,
            (_, TermSyntax::Brackets) => turn_in_brackets(&term.legs[index - 1], leg)?,
        };
        let directions = leg.modifiers.directions.clone();
        let directions = if index == 0 { directions } else { Directions::All };
        let plain =
            Leg { modifiers: Modifiers { directions, ..Modifiers::default() }, ..leg.clone() };
        let mut step = LegWords::new(&plain, vocabulary).phrase();
        if !turn.is_empty() {
            step.directions.retain(|direction| direction != "in any direction");
            step.more += &format!(" {turn}");
        }
        step.more += &onto;
        steps.push(step);
    }
    let mut steps = steps.into_iter();
    let mut first = steps.next()?;
    for step in steps {
        first.more += &format!(", {FOLLOWED}{}{}", step.verb.gerund(), step.rest());
        first.notes.extend(step.notes);
    }
    Some(first)
}

/// What is on the last cell of a leg, with a space before; `None` if other letters say more of it.
///
/// `may_be_any` says that the purpose of the whole move says it already.
fn landing_words(
    leg: &Leg,
    may_be_any: bool,
    is_last: bool,
    vocabulary: &BoardVocabulary,
) -> Option<String> {
    let Modifiers { directions, quiet, capture, span, .. } = leg.modifiers.clone();
    let known = Modifiers { directions, quiet, capture, span, ..Modifiers::default() };
    if leg.modifiers != known || leg.may_end_here {
        return None;
    }
    let cell = vocabulary.cell();
    let words = match (quiet, capture) {
        (true, false) if may_be_any => String::new(),
        (true, false) => format!(" onto an empty {cell}"),
        (false, true) => " onto an enemy piece".to_owned(),
        _ if is_last => String::new(),
        (true, true) => format!(" onto an empty {cell} or an enemy piece that it captures"),
        (false, false) => return None,
    };
    Some(words)
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
        let vocabulary = BoardVocabulary { lattice, ..BoardVocabulary::default() };
        assert_eq!(describe(&betza, &vocabulary), words, "{notation}");
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
        check(
            "[mW-cF]",
            "Captures by moving one square orthogonally onto an empty square, followed by moving one \
             square diagonally outward onto an enemy piece.",
        );
        check("yafsF", "Moves in two legs, by the notation `yafsF`.");
        check(
            "maK",
            "Moves one square in any direction onto an empty square, followed by moving one \
             square in any direction.",
        );
        check(
            "mabK",
            "Moves one square in any direction onto an empty square, followed by moving one \
             square back.",
        );
        check(
            "[cF-fmF]",
            "Captures by moving one square diagonally onto an enemy piece, followed by moving one \
             square diagonally in the same direction onto an empty square.",
        );
    }
}
