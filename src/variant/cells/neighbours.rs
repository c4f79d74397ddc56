//! Steps from a cell to its neighbours, by the shape of the cells.

use crate::geometry::{Cell, Layout, Tiling, Vector};

/// Returns the steps from `cell` to the cells that share an edge with it.
pub(in crate::variant) fn edge_neighbours(layout: &Layout, cell: Cell) -> &'static [Vector] {
    match layout.board(layout.point(cell).board).tiling {
        Tiling::Squares => SQUARE_STEPS,
        Tiling::Hexagons => HEXAGON_STEPS,
    }
}

const fn v(x: i16, y: i16, z: i16) -> Vector {
    Vector::new(x, y, z)
}

pub(super) const SQUARE_STEPS: &[Vector] =
    &[v(1, 0, 0), v(-1, 0, 0), v(0, 1, 0), v(0, -1, 0), v(0, 0, 1), v(0, 0, -1)];
pub(super) const HEXAGON_STEPS: &[Vector] =
    &[v(0, 1, 0), v(1, 0, 0), v(1, -1, 0), v(0, -1, 0), v(-1, 0, 0), v(-1, 1, 0)];
pub(super) const HEXAGON_DIAGONALS: &[Vector] =
    &[v(1, 1, 0), v(2, -1, 0), v(1, -2, 0), v(-1, -1, 0), v(-2, 1, 0), v(-1, 2, 0)];

/// Returns the steps from `cell` to the cells that share only a corner with it; none on hexagons.
pub(in crate::variant) fn corner_neighbours(layout: &Layout, cell: Cell) -> &'static [Vector] {
    match layout.board(layout.point(cell).board).tiling {
        Tiling::Squares => SQUARE_DIAGONALS,
        Tiling::Hexagons => &[],
    }
}

pub(super) const SQUARE_DIAGONALS: &[Vector] = &[
    v(1, 1, 0),
    v(1, -1, 0),
    v(-1, 1, 0),
    v(-1, -1, 0),
    v(1, 0, 1),
    v(1, 0, -1),
    v(-1, 0, 1),
    v(-1, 0, -1),
    v(0, 1, 1),
    v(0, 1, -1),
    v(0, -1, 1),
    v(0, -1, -1),
    v(1, 1, 1),
    v(1, 1, -1),
    v(1, -1, 1),
    v(1, -1, -1),
    v(-1, 1, 1),
    v(-1, 1, -1),
    v(-1, -1, 1),
    v(-1, -1, -1),
];
