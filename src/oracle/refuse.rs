use std::collections::BTreeSet;

use crate::geometry::Vector;
use crate::notation::{Atom, Bearing, Directions, Form, Leap, Leg, Term};
use crate::source::{Code, Diagnostic, Span};

use super::compass::{Word, is_of_levels, words};
use super::onward::{first_steps, later_steps};
use super::terrain::Terrain;

/// Refuses what cannot be done on such a board, or has no settled meaning there.
pub(super) fn refuse(term: &Term, terrain: Terrain) -> Result<(), Diagnostic> {
    for (place, leg) in term.legs.iter().enumerate() {
        refuse_atom(term, leg, terrain)?;
        refuse_cylinder(leg, terrain)?;
        refuse_directions(leg, place, terrain)?;
        if place > 0 {
            refuse_turns(term.form, leg, terrain)?;
        }
    }
    refuse_dead_ends(term, terrain)
}

// ---- atoms ----

fn refuse_atom(term: &Term, leg: &Leg, terrain: Terrain) -> Result<(), Diagnostic> {
    let several = term.legs.len() > 1;
    match leg.atom {
        Atom::Castle | Atom::Universal if several => {
            Err(error(Code::BetzaLeg, leg.span, "`O` and `U` cannot be one leg among others")
                .help("write a term of its own"))
        }
        Atom::Leap(leap) if several && term.form == Form::Chain && is_oblique(leap) => {
            Err(error(Code::BetzaLeg, leg.span, "an oblique leap cannot go on by `a`")
                .help("write the legs in brackets, as in `[N?B]`"))
        }
        Atom::Leap(leap) => refuse_leap(leg, leap, terrain),
        Atom::Castle if terrain == Terrain::Hexagons => {
            Err(error(Code::BetzaAtom, leg.span, "hexagons have no row to castle along"))
        }
        Atom::Castle | Atom::Universal => Ok(()),
        Atom::King | Atom::Queen | Atom::Rook | Atom::Bishop => Ok(()),
    }
}

fn refuse_leap(leg: &Leg, leap: Leap, terrain: Terrain) -> Result<(), Diagnostic> {
    let has_levels = terrain == Terrain::Levels;
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

fn refuse_cylinder(leg: &Leg, terrain: Terrain) -> Result<(), Diagnostic> {
    if !leg.modifiers.cylinder || terrain != Terrain::Hexagons {
        return Ok(());
    }
    let message = "`o` joins edges, and hexagons have none that would fit";
    Err(error(Code::BetzaModifier, leg.modifiers.span, message))
}

// ---- directions ----

fn refuse_directions(leg: &Leg, place: usize, terrain: Terrain) -> Result<(), Diagnostic> {
    let span = leg.modifiers.span;
    match &leg.modifiers.directions {
        Directions::All | Directions::Exact(_) => Ok(()),
        Directions::Clock(_) if terrain == Terrain::Hexagons => Ok(()),
        Directions::Clock(_) => Err(error(Code::BetzaDirection, span, "hours are for hexagons")
            .help("on squares use f b l r v s h")),
        Directions::Letters(letters) => {
            let (levels, flat): (Vec<Bearing>, Vec<Bearing>) =
                letters.iter().partition(|&&letter| is_of_levels(letter));
            refuse_levels(leg, &levels, terrain)?;
            refuse_words(leg, &words(&flat), place, terrain)
        }
    }
}

fn refuse_levels(leg: &Leg, levels: &[Bearing], terrain: Terrain) -> Result<(), Diagnostic> {
    match levels.first() {
        Some(sign) if terrain != Terrain::Levels => {
            let message = format!("`{}` speaks of levels, and this board has none", sign.letter());
            Err(error(Code::BetzaDirection, leg.modifiers.span, message))
        }
        Some(_) | None => Ok(()),
    }
}

/// Letters that combine to nothing that is agreed upon.
fn refuse_words(
    leg: &Leg,
    words: &[Word],
    place: usize,
    terrain: Terrain,
) -> Result<(), Diagnostic> {
    let span = leg.modifiers.span;
    if !words.iter().all(|&word| is_settled(word, leg.atom, place, terrain)) {
        let help = "halves are `fh` `bh` `lh` `rh`, and of a leap like N also `hr` and `hl`";
        return Err(error(Code::BetzaDirection, span, "`h` means nothing here").help(help));
    }
    if !reads_by_itself(leg.atom, place) && has_cross(words) {
        let help = "write no letter for all directions, or pairs such as `fs` and `bs`";
        return Err(error(Code::BetzaDirection, span, "`vs` has no settled meaning").help(help));
    }
    Ok(())
}

fn is_settled(word: Word, atom: Atom, place: usize, terrain: Terrain) -> bool {
    let oblique = matches!(atom, Atom::Leap(leap) if is_oblique(leap));
    match word {
        Word::One(letter) | Word::Twice(letter) => letter != Bearing::Half,
        Word::Pair(..) => true,
        Word::Half(letter) => is_one_way(letter) && !reads_by_itself(atom, place),
        Word::Chiral(hand) => {
            let on_a_side = matches!(hand, Bearing::Left | Bearing::Right);
            on_a_side && oblique && place == 0 && terrain != Terrain::Hexagons
        }
    }
}

/// Whether `v` and `s` mean the same whatever stands beside them.
fn reads_by_itself(atom: Atom, place: usize) -> bool {
    let straight = match atom {
        Atom::Leap(leap) => !is_oblique(leap),
        Atom::Rook | Atom::Bishop | Atom::Castle | Atom::Universal => true,
        Atom::King | Atom::Queen => false,
    };
    straight && place == 0
}

fn has_cross(words: &[Word]) -> bool {
    let vertical = Word::One(Bearing::Vertical);
    let sideways = Word::One(Bearing::Sideways);
    words.windows(2).any(|pair| pair == [vertical, sideways] || pair == [sideways, vertical])
}

fn is_one_way(letter: Bearing) -> bool {
    matches!(letter, Bearing::Forward | Bearing::Back | Bearing::Left | Bearing::Right)
}

// ---- later legs ----

/// Turns of later legs that only flat boards of squares have.
fn refuse_turns(form: Form, leg: &Leg, terrain: Terrain) -> Result<(), Diagnostic> {
    let straight_on = Directions::Letters(vec![Bearing::Forward]);
    let settled = match (terrain, &leg.modifiers.directions) {
        (Terrain::Squares, _) => true,
        (Terrain::Levels, Directions::All) => true,
        // Which of six or twelve directions a chain would mean is open; brackets go outward.
        (Terrain::Hexagons, Directions::All) => form == Form::Brackets,
        (Terrain::Levels | Terrain::Hexagons, directions) => *directions == straight_on,
    };
    if settled {
        return Ok(());
    }
    let letters = leg.modifiers.span;
    let span = if letters.range().is_empty() { leg.span } else { letters };
    Err(error(Code::BetzaDirection, span, "this turn is not settled on such a board")
        .help("a later leg goes straight on, `f`, or, in brackets and without a letter, outward"))
}

/// Refuses a leg that none of its directions leads to: nobody means to write that.
fn refuse_dead_ends(term: &Term, terrain: Terrain) -> Result<(), Diagnostic> {
    let mut headings: BTreeSet<Vector> = BTreeSet::new();
    for (place, leg) in term.legs.iter().enumerate() {
        let steps = match place {
            0 => first_steps(leg, terrain),
            _ => headings
                .iter()
                .flat_map(|&heading| later_steps(term.form, leg, heading, terrain))
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
