use std::collections::BTreeSet;

use crate::geometry::{Board, Tiling, Vector};
use crate::notation::{Atom, Leap};

/// What kind of board is travelled: it decides which steps a leap has and where they point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Terrain {
    /// A flat board of squares.
    Squares,
    /// Squares on several levels.
    Levels,
    /// Hexagons with upright files.
    Hexagons,
}

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

impl Terrain {
    pub(super) fn of(board: &Board) -> Terrain {
        match (board.tiling, board.has_levels) {
            (Tiling::Hexagons, _) => Terrain::Hexagons,
            (Tiling::Squares, true) => Terrain::Levels,
            (Tiling::Squares, false) => Terrain::Squares,
        }
    }

    /// All steps of an atom, as its owner sees them: right, ahead, up.
    pub(super) fn steps(self, atom: Atom) -> BTreeSet<Vector> {
        match atom {
            Atom::Leap(leap) => self.leaps(leap),
            Atom::Rook => self.leaps(WAZIR),
            Atom::Bishop => self.leaps(FERZ),
            Atom::King | Atom::Queen => {
                let mut steps = &self.leaps(WAZIR) | &self.leaps(FERZ);
                if self == Terrain::Levels {
                    steps.extend(self.leaps(TRIAGONAL));
                }
                steps
            }
            Atom::Castle | Atom::Universal => BTreeSet::new(),
        }
    }

    /// All steps that a later leg of a chain may choose from: on flat boards a direction between
    /// the atom's own makes a dabbaba an alfil and back, so it has both.
    pub(super) fn turning_steps(self, atom: Atom) -> BTreeSet<Vector> {
        match (self, atom) {
            (Terrain::Levels, _) => self.steps(atom),
            (_, Atom::Leap(Leap { coordinates: [_, _, length], .. })) => {
                &self.leaps(Leap::plane(0, length)) | &self.leaps(Leap::plane(length, length))
            }
            _ => self.steps(Atom::King),
        }
    }

    fn leaps(self, leap: Leap) -> BTreeSet<Vector> {
        match self {
            Terrain::Levels => mirrored(leap),
            Terrain::Squares => mirrored(leap).into_iter().filter(|step| step.z == 0).collect(),
            Terrain::Hexagons => turned(leap),
        }
    }

    /// Where a step points, in degrees clockwise from straight ahead; `None` straight up or down.
    pub(super) fn course(self, step: Vector) -> Option<f64> {
        let (x, y) = (f64::from(step.x), f64::from(step.y));
        let (right, ahead) = match self {
            Terrain::Squares | Terrain::Levels => (x, y),
            // The neighbour at 2 o'clock lies half a cell higher.
            Terrain::Hexagons => (x * 0.75_f64.sqrt(), y + x / 2.0),
        };
        (step.x != 0 || step.y != 0).then(|| right.atan2(ahead).to_degrees().rem_euclid(360.0))
    }

    /// Half of a step, rounded towards its start, as a lame leap sees it: what it must not, or
    /// must, find occupied. No step at all where there is no cell between.
    ///
    /// ```text
    /// nN  . x . x .     nZ  x . . . x
    ///     . . ' . .         . ' . ' .     ' half of the leap
    ///     . . o . .         . . o . .
    /// ```
    pub(super) fn half(self, step: Vector) -> Vector {
        match self {
            Terrain::Squares | Terrain::Levels => Vector::new(step.x / 2, step.y / 2, step.z / 2),
            Terrain::Hexagons => half_between_edges(step),
        }
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
