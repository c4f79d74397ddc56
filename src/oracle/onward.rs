use std::collections::BTreeSet;

use crate::geometry::Vector;
use crate::notation::{Atom, Directions, Form, Leg};

use super::compass::{Ray, System, apart, chosen, kept, nearest, same, seen};
use super::terrain::Terrain;

/// The steps among which a first leg chooses: the atom's own, as the mover's letters keep them.
pub(super) fn first_steps(leg: &Leg, terrain: Terrain) -> BTreeSet<Vector> {
    let steps = terrain.steps(leg.atom);
    let system = match leg.atom {
        Atom::King | Atom::Queen => System::Exact,
        Atom::Leap(_) | Atom::Rook | Atom::Bishop | Atom::Castle | Atom::Universal => {
            System::Nearest
        }
    };
    match &leg.modifiers.directions {
        Directions::All => steps,
        Directions::Letters(letters) => kept(letters, &steps, terrain, system),
        Directions::Clock(hours) => at_hours(hours, &seen(&steps, terrain, 0.0)),
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
    form: Form,
    leg: &Leg,
    heading: Vector,
    terrain: Terrain,
) -> BTreeSet<Vector> {
    let steps = match form {
        Form::Chain => terrain.turning_steps(leg.atom),
        Form::Brackets => terrain.steps(leg.atom),
    };
    if let Directions::Exact(steps) = &leg.modifiers.directions {
        return exactly(steps);
    }
    if terrain == Terrain::Levels {
        return outward(&leg.modifiers.directions, &steps, heading);
    }
    let kin = form == Form::Chain || is_oblique(heading, terrain) == are_oblique(&steps, terrain);
    let rays = if is_oblique(heading, terrain) && kin {
        by_octants(&steps, heading, terrain)
    } else {
        seen(&steps, terrain, terrain.course(heading).unwrap_or(0.0))
    };
    match &leg.modifiers.directions {
        Directions::All if form == Form::Chain => not_back(leg.atom, &rays),
        Directions::All => nearest(&rays, 0.0),
        Directions::Letters(letters) => {
            chosen(letters, &rays, if kin { System::Exact } else { System::Nearest })
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
fn not_back(atom: Atom, rays: &[Ray]) -> BTreeSet<Vector> {
    let own = if matches!(atom, Atom::King | Atom::Queen) { 45.0 } else { 90.0 };
    let goes = |ray: &&Ray| {
        let turn = apart(ray.degrees, 0.0);
        !same(turn, 180.0) && same((turn / own).round() * own, turn)
    };
    rays.iter().filter(goes).map(|ray| ray.step).collect()
}

/// Oblique steps after oblique steps: the eight (on hexagons twelve) are counted around, whatever
/// the angles between them.
fn by_octants(steps: &BTreeSet<Vector>, heading: Vector, terrain: Terrain) -> Vec<Ray> {
    let octant = octant_of(terrain);
    let place = |ray: &Ray| (ray.degrees / octant).floor();
    let facing = terrain.course(heading).unwrap_or(0.0);
    let facing = (facing / octant).floor();
    seen(steps, terrain, 0.0)
        .into_iter()
        .map(|ray| Ray { degrees: ((place(&ray) - facing) * octant).rem_euclid(360.0), ..ray })
        .collect()
}

fn octant_of(terrain: Terrain) -> f64 {
    match terrain {
        Terrain::Hexagons => 30.0,
        Terrain::Squares | Terrain::Levels => 45.0,
    }
}

/// Whether a step is neither orthogonal nor diagonal.
fn is_oblique(step: Vector, terrain: Terrain) -> bool {
    let octant = octant_of(terrain);
    let course = terrain.course(step).unwrap_or(0.0);
    !same((course / octant).round() * octant, course)
}

fn are_oblique(steps: &BTreeSet<Vector>, terrain: Terrain) -> bool {
    steps.iter().any(|&step| is_oblique(step, terrain))
}

/// The steps that point nearer to one of these hours than to any other.
fn at_hours(hours: &[u8], rays: &[Ray]) -> BTreeSet<Vector> {
    let near =
        |ray: &&Ray| hours.iter().any(|&hour| apart(ray.degrees, f64::from(hour) * 30.0) < 15.0);
    rays.iter().filter(near).map(|ray| ray.step).collect()
}

fn exactly(steps: &[[i16; 3]]) -> BTreeSet<Vector> {
    steps.iter().map(|&[x, y, z]| Vector::new(x, y, z)).collect()
}
