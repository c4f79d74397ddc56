//! The kinds of direction that a board has.

use super::{Board, Tiling};

/// The directions that a board has: they decide which steps a leap has, and their names.
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

impl Lattice {
    /// The tiling of each level.
    pub fn tiling(self) -> Tiling {
        match self {
            Lattice::Squares | Lattice::Levels => Tiling::Squares,
            Lattice::Hexagons => Tiling::Hexagons,
        }
    }
}

impl Board {
    /// The directions that this board has.
    pub fn lattice(&self) -> Lattice {
        match (self.tiling, self.has_levels) {
            (Tiling::Hexagons, _) => Lattice::Hexagons,
            (Tiling::Squares, true) => Lattice::Levels,
            (Tiling::Squares, false) => Lattice::Squares,
        }
    }
}
