//! The steps of a first leg, and of a later leg after the step that came before.

use std::collections::BTreeSet;

use fairybook_core::geometry::{Lattice, Vector};
use fairybook_core::notation::{Atom, Directions, Leg, TermSyntax};

use super::directions::{
    LetterReading, PointedStep, apart, chosen, nearest, same, seen, selected_steps,
};
use super::steps::{course, leg_steps, octant_of, turning_steps};

/// The steps among which a first leg chooses: the atom's own, as the mover's letters keep them.
pub(super) fn first_steps(leg: &Leg, lattice: Lattice) -> BTreeSet<Vector> {
    let steps = leg_steps(leg.atom, lattice);
    let system = match leg.atom {
        Atom::King | Atom::Queen => LetterReading::Exact,
        Atom::Leap(_) | Atom::Rook | Atom::Bishop | Atom::Castle | Atom::Universal => {
            LetterReading::Nearest
        }
    };
    match &leg.modifiers.directions {
        Directions::All => steps,
        Directions::Letters(letters) => selected_steps(letters, &steps, lattice, system),
        Directions::Clock(hours) => at_hours(hours, &seen(&steps, lattice, 0.0)),
        Directions::Exact(steps) => exactly(steps),
    }
}

/// The steps among which a later leg chooses, once the piece has come by `heading`: straight
/// ahead is now where it was going.
///
/// ```text
/// a chain, fsW        brackets, [W?B]     (' where the first leg ended)
///   x . x               x . . . x
///   . ' .               . x . x .
///   . o .               . . ' . .
///                       . . o . .
/// ```
pub(super) fn later_steps(
    form: TermSyntax,
    leg: &Leg,
    heading: Vector,
    lattice: Lattice,
) -> BTreeSet<Vector> {
    let steps = match form {
        TermSyntax::Chain => turning_steps(leg.atom, lattice),
        TermSyntax::Brackets => leg_steps(leg.atom, lattice),
    };
    if let Directions::Exact(steps) = &leg.modifiers.directions {
        return exactly(steps);
    }
    if lattice == Lattice::Levels {
        return outward(&leg.modifiers.directions, &steps, heading);
    }
    let kin =
        form == TermSyntax::Chain || is_oblique(heading, lattice) == are_oblique(&steps, lattice);
    let rays = if is_oblique(heading, lattice) && kin {
        by_octants(&steps, heading, lattice)
    } else {
        seen(&steps, lattice, course(heading, lattice).unwrap_or(0.0))
    };
    match &leg.modifiers.directions {
        Directions::All if form == TermSyntax::Chain => not_back(leg.atom, &rays),
        Directions::All => nearest(&rays, 0.0),
        Directions::Letters(letters) => {
            chosen(letters, &rays, if kin { LetterReading::Exact } else { LetterReading::Nearest })
        }
        Directions::Clock(hours) => at_hours(hours, &rays),
        Directions::Exact(steps) => exactly(steps),
    }
}

/// On levels: `f` is straight on, and without letters every step that does not lead back or aside.
fn outward(directions: &Directions, steps: &BTreeSet<Vector>, heading: Vector) -> BTreeSet<Vector> {
    let straight = |step: &Vector| *directions == Directions::All || aligned(*step, heading);
    steps
        .iter()
        .filter(|&&step| dot(step, heading) > 0)
        .filter(|step| straight(step))
        .copied()
        .collect()
}

fn dot(a: Vector, b: Vector) -> i64 {
    let times = |a: i16, b: i16| i64::from(a) * i64::from(b);
    times(a.x, b.x) + times(a.y, b.y) + times(a.z, b.z)
}

/// Whether two steps lie on one line.
fn aligned(a: Vector, b: Vector) -> bool {
    dot(a, b) * dot(a, b) == dot(a, a) * dot(b, b)
}

/// A chain without letters goes on in any direction of its atom but straight back. What counts
/// as the atom's own is seen from the last step: behind a turn between them, they have turned too.
fn not_back(atom: Atom, rays: &[PointedStep]) -> BTreeSet<Vector> {
    let own = if matches!(atom, Atom::King | Atom::Queen) { 45.0 } else { 90.0 };
    let goes = |ray: &&PointedStep| {
        let turn = apart(ray.degrees, 0.0);
        !same(turn, 180.0) && same((turn / own).round() * own, turn)
    };
    rays.iter().filter(goes).map(|ray| ray.step).collect()
}

/// Oblique steps after oblique steps: the eight (on hexagons twelve) are counted around, whatever
/// the angles between them.
fn by_octants(steps: &BTreeSet<Vector>, heading: Vector, lattice: Lattice) -> Vec<PointedStep> {
    let octant = octant_of(lattice);
    let place = |ray: &PointedStep| (ray.degrees / octant).floor();
    let facing = course(heading, lattice).unwrap_or(0.0);
    let facing = (facing / octant).floor();
    seen(steps, lattice, 0.0)
        .into_iter()
        .map(|ray| PointedStep {
            degrees: ((place(&ray) - facing) * octant).rem_euclid(360.0),
            ..ray
        })
        .collect()
}

/// Whether a step is neither orthogonal nor diagonal.
fn is_oblique(step: Vector, lattice: Lattice) -> bool {
    let octant = octant_of(lattice);
    let course = course(step, lattice).unwrap_or(0.0);
    !same((course / octant).round() * octant, course)
}

fn are_oblique(steps: &BTreeSet<Vector>, lattice: Lattice) -> bool {
    steps.iter().any(|&step| is_oblique(step, lattice))
}

/// The steps that point nearer to one of these hours than to any other.
fn at_hours(hours: &[u8], rays: &[PointedStep]) -> BTreeSet<Vector> {
    let near = |ray: &&PointedStep| {
        hours.iter().any(|&hour| apart(ray.degrees, f64::from(hour) * 30.0) < 15.0)
    };
    rays.iter().filter(near).map(|ray| ray.step).collect()
}

fn exactly(steps: &[[i16; 3]]) -> BTreeSet<Vector> {
    steps.iter().map(|&[x, y, z]| Vector::new(x, y, z)).collect()
}
