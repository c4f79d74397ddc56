//! The kinds of directions of a board, and the steps along them.

use crate::source::distinct;

use super::{Board, Tiling, Vector};

/// The kind of directions of a board. It decides which steps a leap has, and their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lattice {
    /// Squares on one level.
    #[default]
    Squares,
    /// Squares on several levels.
    Levels,
    /// Hexagons.
    Hexagons,
}

const LEVEL_EDGES: [Vector; 6] = units(1);
const LEVEL_DIAGONALS: [Vector; 12] = units(2);
const LEVEL_TRIAGONALS: [Vector; 8] = units(3);

impl Lattice {
    /// Returns the shape of the cells of each level.
    pub const fn tiling(self) -> Tiling {
        match self {
            Lattice::Squares | Lattice::Levels => Tiling::Squares,
            Lattice::Hexagons => Tiling::Hexagons,
        }
    }

    /// Returns what readers call a place for a piece: `square`, `cell` or, on lines, `point`.
    pub const fn cell_noun(self, on_lines: bool) -> &'static str {
        match self {
            _ if on_lines => "point",
            Lattice::Squares => "square",
            Lattice::Levels | Lattice::Hexagons => "cell",
        }
    }

    /// Returns the orthogonal steps of one unit: to the cells with a common side.
    pub const fn orthogonal_steps(self) -> &'static [Vector] {
        match self {
            Lattice::Levels => &LEVEL_EDGES,
            Lattice::Squares | Lattice::Hexagons => self.tiling().edge_steps(),
        }
    }

    /// Returns the diagonal steps of one unit: each is between two orthogonal steps.
    pub const fn diagonal_steps(self) -> &'static [Vector] {
        match self {
            Lattice::Levels => &LEVEL_DIAGONALS,
            Lattice::Squares | Lattice::Hexagons => self.tiling().corner_steps(),
        }
    }

    /// Returns the steps of one unit along three axes at once. Only boards with levels have any.
    pub const fn triagonal_steps(self) -> &'static [Vector] {
        match self {
            Lattice::Levels => &LEVEL_TRIAGONALS,
            Lattice::Squares | Lattice::Hexagons => &[],
        }
    }

    /// Returns all steps of one unit: to the adjacent cells, or the nearest one in a direction.
    pub fn unit_steps(self) -> impl Iterator<Item = Vector> {
        let straight = self.orthogonal_steps().iter().chain(self.diagonal_steps());
        straight.chain(self.triagonal_steps()).copied()
    }

    /// Returns the steps to the cells that share a side, or if `by_corner` at least a corner.
    pub fn steps_to_touching(self, by_corner: bool) -> impl Iterator<Item = Vector> {
        let by_corner = by_corner && self.tiling().touches_at_corners();
        let sides = self.orthogonal_steps().len();
        self.unit_steps().take(if by_corner { usize::MAX } else { sides })
    }

    /// Returns the images of a step under all rotations and reflections of the lattice, in order.
    pub fn images(self, step: [i64; 3]) -> Vec<[i64; 3]> {
        const ORDERS: [[usize; 3]; 6] =
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let signed = |[x, y, z]: [i64; 3]| {
            let signs = [-1, 1].map(|a| [-1, 1].map(|b| [-1, 1].map(|c| [a * x, b * y, c * z])));
            signs.into_iter().flatten().flatten()
        };
        match self {
            Lattice::Levels => {
                distinct(ORDERS.iter().flat_map(|order| signed(order.map(|axis| step[axis]))))
            }
            Lattice::Squares => {
                let mut images = Lattice::Levels.images(step);
                images.retain(|image| image[2] == 0);
                images
            }
            Lattice::Hexagons => {
                let sixth = |&[x, y, z]: &[i64; 3]| Some([-y, x + y, z]);
                let turned = std::iter::successors(Some(step), sixth).take(6);
                distinct(turned.flat_map(|[x, y, z]| [[x, y, z], [y, x, z]]))
            }
        }
    }
}

impl Board {
    /// Returns the kind of directions of this board.
    pub fn lattice(&self) -> Lattice {
        match (self.tiling, self.has_levels) {
            (Tiling::Hexagons, _) => Lattice::Hexagons,
            (Tiling::Squares, true) => Lattice::Levels,
            (Tiling::Squares, false) => Lattice::Squares,
        }
    }
}

/// Returns the steps of one unit along this number of axes at once.
const fn units<const N: usize>(axes: i16) -> [Vector; N] {
    let mut steps = [Vector::new(0, 0, 0); N];
    let (mut index, mut found) = (0, 0);
    while index < 27 {
        let (x, y, z) = (index % 3 - 1, index / 3 % 3 - 1, index / 9 - 1);
        if x * x + y * y + z * z == axes {
            steps[found] = Vector::new(x, y, z);
            found += 1;
        }
        index += 1;
    }
    assert!(found == N, "the table has as many entries as there are steps");
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_has_as_many_images_as_the_lattice_has_symmetries() {
        let count = |lattice: Lattice, step| lattice.images(step).len();
        assert_eq!([[0, 0, 1], [0, 1, 2]].map(|step| count(Lattice::Levels, step)), [6, 24]);
        assert_eq!([[0, 1, 0], [1, 2, 0]].map(|step| count(Lattice::Squares, step)), [4, 8]);
        assert_eq!([[0, 1, 0], [1, 2, 0]].map(|step| count(Lattice::Hexagons, step)), [6, 12]);
        for lattice in [Lattice::Squares, Lattice::Levels, Lattice::Hexagons] {
            for steps in [lattice.orthogonal_steps(), lattice.diagonal_steps()] {
                let units: Vec<[i64; 3]> = distinct(steps.iter().map(|&step| step.into()));
                assert_eq!(lattice.images(steps[0].into()), units, "{lattice:?}");
            }
        }
    }

    #[test]
    fn hexagons_touch_at_no_corner() {
        let touching = |lattice: Lattice, by_corner| lattice.steps_to_touching(by_corner).count();
        assert_eq!([false, true].map(|by_corner| touching(Lattice::Squares, by_corner)), [4, 8]);
        assert_eq!([false, true].map(|by_corner| touching(Lattice::Levels, by_corner)), [6, 26]);
        assert_eq!([false, true].map(|by_corner| touching(Lattice::Hexagons, by_corner)), [6, 6]);
    }
}
