//! Moves of two legs in brackets in words, such as `[F?R]`.

use crate::notation::{Atom, DirectionLetter, Directions, Leg, Modifiers, Term, TermSyntax};

use super::super::vocabulary::BoardVocabulary;
use super::of_leg;
use super::phrase::Phrase;

/// Two legs in brackets without modifiers but directions: `[F?R]`.
pub(super) fn bent(term: &Term, idiom: &BoardVocabulary) -> Option<Phrase> {
    let [first, second] = &term.legs[..] else { return None };
    let plain = |leg: &Leg| {
        let directions = leg.modifiers.directions.clone();
        let span = leg.modifiers.span;
        leg.modifiers == Modifiers { directions, span, ..Modifiers::default() }
    };
    let outer = Leg { modifiers: Modifiers::default(), ..first.clone() };
    if term.form != TermSyntax::Brackets || !plain(second) || !plain(&outer) || !plain(first) {
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
    let begin = of_leg(first, idiom);
    let onward = of_leg(&Leg { modifiers: Modifiers::default(), ..second.clone() }, idiom);
    let how = if first.may_end_here { "and may go on" } else { "and goes on" };
    let (verb, rest) = (onward.verb.gerund(), onward.rest());
    Some(Phrase { more: format!("{}, {how} {turn}, {verb}{rest}", begin.more), ..begin })
}

/// Whether the atom moves along diagonals; `None` if it moves neither straight nor diagonally.
fn is_diagonal(atom: Atom) -> Option<bool> {
    match atom {
        Atom::Rook => Some(false),
        Atom::Bishop => Some(true),
        Atom::Leap(leap) => match leap.coordinates {
            [0, 0, _] => Some(false),
            [0, short, long] if short == long => Some(true),
            _ => None,
        },
        Atom::King | Atom::Queen | Atom::Castle | Atom::Universal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn legs() {
        check("[F?R]", "steps one cell diagonally, and may go on outward, sliding orthogonally");
        check("[F-B]", "steps one cell diagonally, and goes on straight ahead, sliding diagonally");
        check("yafsF", "moves in two legs, by the notation `yafsF`");
    }
}
