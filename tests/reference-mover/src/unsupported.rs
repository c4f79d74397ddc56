//! Notations that a board cannot follow, and directions without a settled meaning.

use std::collections::BTreeSet;

use fairybook_core::geometry::{Lattice, Vector};
use fairybook_core::notation::{Atom, DirectionLetter, Directions, Leap, Leg, Term, TermSyntax};
use fairybook_core::source::{Code, Diagnostic, Span};

use super::continuations::{first_steps, later_steps};
use super::directions::{ReadLetters, is_of_levels, words};

/// Rejects what cannot be done on such a board, or has no settled meaning there.
pub(super) fn reject(term: &Term, lattice: Lattice) -> Result<(), Diagnostic> {
    for (place, leg) in term.legs.iter().enumerate() {
        reject_atom(term, leg, lattice)?;
        reject_cylinder(leg, lattice)?;
        reject_directions(leg, place, lattice)?;
        if place > 0 {
            reject_turns(term.form, leg, lattice)?;
        }
    }
    reject_dead_ends(term, lattice)
}

// ---- atoms ----

fn reject_atom(term: &Term, leg: &Leg, lattice: Lattice) -> Result<(), Diagnostic> {
    let several = term.legs.len() > 1;
    match leg.atom {
        Atom::Castle | Atom::Universal if several => {
            Err(error(Code::BetzaLeg, leg.span, "`O` and `U` cannot be one leg among others")
                .help("write a term of its own"))
        }
        Atom::Leap(leap) if several && term.form == TermSyntax::Chain && is_oblique(leap) => {
            Err(error(Code::BetzaLeg, leg.span, "an oblique leap cannot go on by `a`")
                .help("write the legs in brackets, as in `[N?B]`"))
        }
        Atom::Leap(leap) => reject_leap(leg, leap, lattice),
        Atom::Castle if lattice == Lattice::Hexagons => {
            Err(error(Code::BetzaAtom, leg.span, "hexagons have no row to castle along"))
        }
        Atom::Castle | Atom::Universal => Ok(()),
        Atom::King | Atom::Queen | Atom::Rook | Atom::Bishop => Ok(()),
    }
}

fn reject_leap(leg: &Leg, leap: Leap, lattice: Lattice) -> Result<(), Diagnostic> {
    let has_levels = lattice == Lattice::Levels;
    if leap.coordinates == [0, 0, 0] {
        return Err(error(Code::BetzaAtom, leg.span, "a leap of no length leads nowhere"));
    }
    if (leap.written == 3 || leap.coordinates[0] != 0) && !has_levels {
        return Err(error(
            Code::BetzaAtom,
            leg.span,
            "a leap in three dimensions, on a flat board",
        )
        .help("give the board `levels`, or the leap two coordinates"));
    }
    if leap.written == 2 && has_levels {
        return Err(error(Code::BetzaAtom, leg.span, "two coordinates, on a board with levels")
            .help("write all three, as in `{0,1,4}`"));
    }
    Ok(())
}

/// Whether the leap is neither along one axis nor along several equally.
fn is_oblique(leap: Leap) -> bool {
    let [low, short, long] = leap.coordinates;
    [low, short].iter().any(|&coordinate| coordinate != 0 && coordinate != long)
}

fn reject_cylinder(leg: &Leg, lattice: Lattice) -> Result<(), Diagnostic> {
    if !leg.modifiers.cylinder || lattice != Lattice::Hexagons {
        return Ok(());
    }
    let message = "`o` joins edges, and hexagons have none that would fit";
    Err(error(Code::BetzaModifier, leg.modifiers.span, message))
}

// ---- directions ----

fn reject_directions(leg: &Leg, place: usize, lattice: Lattice) -> Result<(), Diagnostic> {
    let span = leg.modifiers.span;
    match &leg.modifiers.directions {
        Directions::All | Directions::Exact(_) => Ok(()),
        Directions::Clock(_) if lattice == Lattice::Hexagons => Ok(()),
        Directions::Clock(_) => Err(error(Code::BetzaDirection, span, "hours are for hexagons")
            .help("on squares use f b l r v s h")),
        Directions::Letters(letters) => {
            let (levels, flat): (Vec<DirectionLetter>, Vec<DirectionLetter>) =
                letters.iter().partition(|&&letter| is_of_levels(letter));
            reject_levels(leg, &levels, lattice)?;
            reject_words(leg, &words(&flat), place, lattice)
        }
    }
}

fn reject_levels(
    leg: &Leg,
    levels: &[DirectionLetter],
    lattice: Lattice,
) -> Result<(), Diagnostic> {
    match levels.first() {
        Some(sign) if lattice != Lattice::Levels => {
            let message = format!("`{}` speaks of levels, and this board has none", sign.letter());
            Err(error(Code::BetzaDirection, leg.modifiers.span, message))
        }
        Some(_) | None => Ok(()),
    }
}

/// Letters that combine to nothing that is agreed upon.
fn reject_words(
    leg: &Leg,
    words: &[ReadLetters],
    place: usize,
    lattice: Lattice,
) -> Result<(), Diagnostic> {
    let span = leg.modifiers.span;
    if !words.iter().all(|&word| is_settled(word, leg.atom, place, lattice)) {
        let help = "halves are `fh` `bh` `lh` `rh`, and of a leap like N also `hr` and `hl`";
        return Err(error(Code::BetzaDirection, span, "`h` means nothing here").help(help));
    }
    if !reads_by_itself(leg.atom, place) && has_cross(words) {
        let help = "write no letter for all directions, or pairs such as `fs` and `bs`";
        return Err(error(Code::BetzaDirection, span, "`vs` has no settled meaning").help(help));
    }
    Ok(())
}

fn is_settled(word: ReadLetters, atom: Atom, place: usize, lattice: Lattice) -> bool {
    let oblique = matches!(atom, Atom::Leap(leap) if is_oblique(leap));
    match word {
        ReadLetters::One(letter) | ReadLetters::Twice(letter) => letter != DirectionLetter::Half,
        ReadLetters::Pair(..) => true,
        ReadLetters::Half(letter) => is_one_way(letter) && !reads_by_itself(atom, place),
        ReadLetters::Chiral(hand) => {
            let on_a_side = matches!(hand, DirectionLetter::Left | DirectionLetter::Right);
            on_a_side && oblique && place == 0 && lattice != Lattice::Hexagons
        }
    }
}

/// Whether `v` and `s` mean the same whatever letters are next to them.
fn reads_by_itself(atom: Atom, place: usize) -> bool {
    let straight = match atom {
        Atom::Leap(leap) => !is_oblique(leap),
        Atom::Rook | Atom::Bishop | Atom::Castle | Atom::Universal => true,
        Atom::King | Atom::Queen => false,
    };
    straight && place == 0
}

fn has_cross(words: &[ReadLetters]) -> bool {
    let vertical = ReadLetters::One(DirectionLetter::Vertical);
    let sideways = ReadLetters::One(DirectionLetter::Sideways);
    words.windows(2).any(|pair| pair == [vertical, sideways] || pair == [sideways, vertical])
}

fn is_one_way(letter: DirectionLetter) -> bool {
    matches!(
        letter,
        DirectionLetter::Forward
            | DirectionLetter::Back
            | DirectionLetter::Left
            | DirectionLetter::Right
    )
}

// ---- later legs ----

/// Turns of later legs that only flat boards of squares have.
fn reject_turns(form: TermSyntax, leg: &Leg, lattice: Lattice) -> Result<(), Diagnostic> {
    let straight_on = Directions::Letters(vec![DirectionLetter::Forward]);
    let settled = match (lattice, &leg.modifiers.directions) {
        (Lattice::Squares, _) => true,
        (Lattice::Levels, Directions::All) => true,
        // Which of six or twelve directions a chain would mean is open; brackets go outward.
        (Lattice::Hexagons, Directions::All) => form == TermSyntax::Brackets,
        (_, directions) => *directions == straight_on,
    };
    if settled {
        return Ok(());
    }
    let letters = leg.modifiers.span;
    let span = if letters.range().is_empty() { leg.span } else { letters };
    Err(error(Code::BetzaDirection, span, "this turn is not settled on such a board")
        .help("a later leg goes straight on, `f`, or, in brackets and without a letter, outward"))
}

/// Rejects a leg to which none of its directions leads: always a slip of the author.
fn reject_dead_ends(term: &Term, lattice: Lattice) -> Result<(), Diagnostic> {
    let mut headings: BTreeSet<Vector> = BTreeSet::new();
    for (place, leg) in term.legs.iter().enumerate() {
        let steps = match place {
            0 => first_steps(leg, lattice),
            _ => headings
                .iter()
                .flat_map(|&heading| later_steps(term.form, leg, heading, lattice))
                .collect(),
        };
        // An atom of no steps, and the foreign dialect's own lists, go by other ways.
        let has_steps = !matches!(leg.atom, Atom::Castle | Atom::Universal)
            && !matches!(leg.modifiers.directions, Directions::Exact(_));
        if steps.is_empty() && has_steps {
            let message = "this leg has no direction to go in";
            return Err(error(Code::BetzaDirection, leg.span, message)
                .help("its letters leave none of its atom's steps"));
        }
        headings = steps;
    }
    Ok(())
}

fn error(code: Code, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, message).at_span(span)
}
