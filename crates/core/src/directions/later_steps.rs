//! Resolves the directions of a later leg, which depend on the step before it.

use crate::geometry::{Lattice, Tiling, Vector};
use crate::notation::{Atom, DirectionLetter, Directions, Leg, TermSyntax};

use super::StepError;
use super::first_steps::{
    dot, eight_fold_letters_allow, is_oblique_on_hexagons, nearest_directions, smallest_turns,
    steps,
};

/// The eight directions on squares, clockwise from forward.
const SECTORS: &[Vector] = Tiling::Squares.directions();

/// Returns the steps of a later leg after the step `last_step`, as the side sees them.
pub fn later_steps(
    form: TermSyntax,
    leg: &Leg,
    last_step: Vector,
    lattice: Lattice,
) -> Result<Vec<Vector>, StepError> {
    match (lattice, form) {
        (Lattice::Squares, TermSyntax::Chain) => chained(leg, last_step),
        (Lattice::Squares, TermSyntax::Brackets) => bracketed(leg, last_step),
        (_, _) => outward(form, leg, last_step, lattice),
    }
}

/// For legs joined by `a`. Directions are relative to the last step, in steps of 45°. If the turned
/// direction is not one of the atom, the step is of the other kind (orthogonal or diagonal).
fn chained(leg: &Leg, last_step: Vector) -> Result<Vec<Vector>, StepError> {
    let no_meaning = || {
        StepError::new(
            "a leg that continues with this atom has no settled meaning",
            "legs by `a` continue with W F D A H G K R B Q; brackets take other atoms",
        )
    };
    let (length, every_direction) = match leg.atom {
        Atom::King | Atom::Queen => (1, true),
        Atom::Rook | Atom::Bishop => (1, false),
        Atom::Leap(leap) => match leap.coordinates {
            [0, 0, long] => (long as i16, false),
            [0, short, long] if short == long => (long as i16, false),
            _ => return Err(no_meaning()),
        },
        Atom::Castle | Atom::Universal => return Err(no_meaning()),
    };
    let from = sector(last_step).ok_or_else(no_meaning)?;
    let allowed = |turn: &usize| match &leg.modifiers.directions {
        Directions::All if every_direction => *turn != 4,
        Directions::All => [0, 2, 6].contains(turn),
        Directions::Letters(letters) => eight_fold_letters_allow(letters, SECTORS[*turn]),
        Directions::Clock(_) | Directions::Exact(_) => false,
    };
    Ok((0..8).filter(allowed).map(|turn| SECTORS[(from + turn) % 8] * length).collect())
}

/// For legs in brackets. Each leg has its own atom. Without letters it continues as straight as
/// possible. Letters are relative to the last step: they allow single directions if both steps are
/// straight or both oblique, and the nearest directions otherwise.
fn bracketed(leg: &Leg, last_step: Vector) -> Result<Vec<Vector>, StepError> {
    let candidates = steps(leg.atom, &Directions::All, Lattice::Squares)?;
    let letters = match &leg.modifiers.directions {
        Directions::All => return Ok(smallest_turns(&candidates, last_step, Lattice::Squares)),
        Directions::Letters(letters) => letters,
        Directions::Clock(_) | Directions::Exact(_) => {
            return Err(StepError::new(
                "later legs take f b l r s v",
                "hours are for first legs on hexagons",
            ));
        }
    };
    let relative: Option<Vec<Vector>> =
        candidates.iter().map(|&step| relative(step, last_step)).collect();
    let Some(relative) = relative else {
        return Ok(nearest_directions(letters, last_step, &candidates));
    };
    let pairs = candidates.into_iter().zip(relative);
    let allowed = pairs.filter(|(_, relative)| eight_fold_letters_allow(letters, *relative));
    Ok(allowed.map(|(step, _)| step).collect())
}

/// Returns the direction of a step relative to the last step.
///
/// `None` if one of the two is straight and the other oblique.
fn relative(step: Vector, last_step: Vector) -> Option<Vector> {
    let turn = match (sector(last_step), sector(step)) {
        (Some(from), Some(to)) => to + 8 - from,
        (None, None) => octant(step) + 8 - octant(last_step),
        (Some(_), None) | (None, Some(_)) => return None,
    };
    Some(SECTORS[turn % 8])
}

/// On levels and hexagons a later leg continues straight with `f`, and outward without letters.
fn outward(
    form: TermSyntax,
    leg: &Leg,
    last_step: Vector,
    lattice: Lattice,
) -> Result<Vec<Vector>, StepError> {
    let mut candidates = steps(leg.atom, &Directions::All, lattice)?;
    match &leg.modifiers.directions {
        Directions::All if lattice == Lattice::Levels => {
            candidates.retain(|&step| dot(step, last_step, lattice) > 0);
            Ok(candidates)
        }
        Directions::All if form == TermSyntax::Brackets => {
            Ok(smallest_turns(&candidates, last_step, lattice))
        }
        Directions::Letters(letters) if letters[..] == [DirectionLetter::Forward] => {
            // No direction continues exactly after or with an oblique step. The nearest ones are used.
            let oblique =
                |step: Vector| lattice == Lattice::Hexagons && is_oblique_on_hexagons(step);
            if oblique(last_step) || candidates.iter().any(|&step| oblique(step)) {
                return Ok(smallest_turns(&candidates, last_step, lattice));
            }
            candidates.retain(|step| step.is_along(last_step));
            Ok(candidates)
        }
        _ => Err(StepError::new(
            "a later leg on levels or hexagons has no settled direction but straight on",
            "write `f` for straight on, or leave the direction out in brackets",
        )),
    }
}

/// Returns the index of a straight direction; `None` for an oblique step.
fn sector(step: Vector) -> Option<usize> {
    SECTORS.iter().position(|&sector| step.is_along(sector))
}

/// Returns the octant of an oblique step. Octant n lies between the directions n and n + 1.
fn octant(step: Vector) -> usize {
    let after = |&place: &usize| {
        let (sector, next) = (SECTORS[place], SECTORS[(place + 1) % 8]);
        let right_of = |a: Vector, b: Vector| a.x * b.y > a.y * b.x;
        right_of(step, sector) && right_of(next, step)
    };
    (0..8).find(after).unwrap_or_default()
}
