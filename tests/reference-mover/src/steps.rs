//! The steps of atoms on each lattice, where they point, and the cell half-way.

use std::collections::BTreeSet;

use fairybook_core::geometry::{Lattice, Vector};
use fairybook_core::notation::{Atom, Leap};

const WAZIR: Leap = Leap::plane(0, 1);
const FERZ: Leap = Leap::plane(1, 1);
const TRIAGONAL: Leap = Leap { coordinates: [1, 1, 1], written: 0 };

/// The six neighbours of a hexagon, clockwise from 12 o'clock.
const EDGES: [Vector; 6] = [
    Vector::new(0, 1, 0),
    Vector::new(1, 0, 0),
    Vector::new(1, -1, 0),
    Vector::new(0, -1, 0),
    Vector::new(-1, 0, 0),
    Vector::new(-1, 1, 0),
];

/// Returns all steps of an atom, as its side sees them: right, forward, up.
pub(super) fn leg_steps(atom: Atom, lattice: Lattice) -> BTreeSet<Vector> {
    match atom {
        Atom::Leap(leap) => leaps(leap, lattice),
        Atom::Rook => leaps(WAZIR, lattice),
        Atom::Bishop => leaps(FERZ, lattice),
        Atom::King | Atom::Queen => {
            let mut steps = &leaps(WAZIR, lattice) | &leaps(FERZ, lattice);
            if lattice == Lattice::Levels {
                steps.extend(leaps(TRIAGONAL, lattice));
            }
            steps
        }
        Atom::Castle | Atom::Universal => BTreeSet::new(),
    }
}

/// All steps that a later leg of a chain may choose from: on flat boards a direction between
/// the atom's own makes a dabbaba an alfil and back, so it has both.
pub(super) fn turning_steps(atom: Atom, lattice: Lattice) -> BTreeSet<Vector> {
    match (lattice, atom) {
        (Lattice::Levels, _) => leg_steps(atom, lattice),
        (_, Atom::Leap(Leap { coordinates: [_, _, length], .. })) => {
            &leaps(Leap::plane(0, length), lattice) | &leaps(Leap::plane(length, length), lattice)
        }
        _ => leg_steps(Atom::King, lattice),
    }
}

fn leaps(leap: Leap, lattice: Lattice) -> BTreeSet<Vector> {
    match lattice {
        Lattice::Levels => mirrored(leap),
        Lattice::Squares => mirrored(leap).into_iter().filter(|step| step.z == 0).collect(),
        Lattice::Hexagons => turned(leap),
    }
}

/// Where a step points, in degrees clockwise from straight ahead; `None` straight up or down.
pub(super) fn course(step: Vector, lattice: Lattice) -> Option<f64> {
    let (x, y) = (f64::from(step.x), f64::from(step.y));
    let (right, ahead) = match lattice {
        Lattice::Squares | Lattice::Levels => (x, y),
        // The neighbour at 2 o'clock lies half a cell higher.
        Lattice::Hexagons => (x * 0.75_f64.sqrt(), y + x / 2.0),
    };
    (step.x != 0 || step.y != 0).then(|| right.atan2(ahead).to_degrees().rem_euclid(360.0))
}

/// Returns the angle in degrees between an orthogonal direction and the next diagonal one.
pub(super) fn octant_of(lattice: Lattice) -> f64 {
    match lattice {
        Lattice::Hexagons => 30.0,
        Lattice::Squares | Lattice::Levels => 45.0,
    }
}

/// Half of a step, rounded towards its start, as a lame leap sees it: what it must not, or
/// must, find occupied. No step at all where there is no cell between.
///
/// ```text
/// nN  . x . x .     nZ  x . . . x
///     . . ' . .         . ' . ' .     ' half of the leap
///     . . o . .         . . o . .
/// ```
pub(super) fn half(step: Vector, lattice: Lattice) -> Vector {
    match lattice {
        Lattice::Squares | Lattice::Levels => Vector::new(step.x / 2, step.y / 2, step.z / 2),
        Lattice::Hexagons => half_between_edges(step),
    }
}

/// The leap's coordinates along the three axes in every order and with every sign.
fn mirrored(leap: Leap) -> BTreeSet<Vector> {
    let [a, b, c] = leap.coordinates.map(|coordinate| coordinate as i16);
    let orders = [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
    let mut steps = BTreeSet::new();
    for [x, y, z] in orders {
        for (right, ahead) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            steps.insert(Vector::new(x * right, y * ahead, z));
            steps.insert(Vector::new(x * right, y * ahead, -z));
        }
    }
    steps
}

/// The leap's long coordinate along each edge direction, and the short one along a neighbouring
/// direction.
fn turned(leap: Leap) -> BTreeSet<Vector> {
    let [_, short, long] = leap.coordinates.map(|coordinate| coordinate as i16);
    let beside = |place: usize| EDGES[place % 6];
    (0..6)
        .flat_map(|place| {
            let along = beside(place) * long;
            [along + beside(place + 1) * short, along + beside(place + 5) * short]
        })
        .collect()
}

/// A step on hexagons is so much along one edge direction and so much along the next one; half of
/// it is half of each.
fn half_between_edges(step: Vector) -> Vector {
    let cross = |a: Vector, b: Vector| a.y * b.x - a.x * b.y;
    for (place, &edge) in EDGES.iter().enumerate() {
        let next = EDGES[(place + 1) % 6];
        // Two neighbouring directions span a cell of unit area, so no division is needed.
        let (along, beside) = (cross(step, next), cross(edge, step));
        if along >= 0 && beside >= 0 {
            return edge * (along / 2) + next * (beside / 2);
        }
    }
    Vector::default()
}
