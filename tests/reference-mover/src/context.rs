//! The piece that moves and its surroundings.

use fairybook_core::geometry::{Cell, CellCoordinates, EdgeJoin, Layout, Orientation, Vector};

/// The piece on a cell, seen from the piece that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occupant {
    /// A piece of its own side.
    Friend,
    /// A piece that it may capture.
    Enemy,
}

/// A piece about to move, and the pieces around it.
#[derive(Clone, Copy)]
pub struct MoveContext<'a> {
    /// The boards.
    pub layout: &'a Layout,
    /// How the piece's side sees the boards.
    pub frame: Orientation,
    /// The cell of the piece.
    pub from: Cell,
    /// Whether the condition of `i` holds.
    pub unmoved: bool,
    /// The pieces on the other cells.
    pub occupant: &'a dyn Fn(Cell) -> Option<Occupant>,
    /// For `e`: each cell passed by the double step just made, and the cell of the piece that made it.
    pub passed: &'a [(Cell, Cell)],
}

impl MoveContext<'_> {
    /// Returns where a step of the piece (right, forward, up as its side sees them) leads from a cell;
    /// with the left and right edges of the board joined for `cylinder`.
    pub(super) fn step(&self, from: Cell, step: Vector, cylinder: bool) -> Option<Cell> {
        step_on(self.layout, from, self.frame.to_board_step(step), cylinder)
    }

    /// Returns the piece on a cell once the moving piece has been lifted from its own.
    pub(super) fn piece_at(&self, cell: Cell) -> Option<Occupant> {
        if cell == self.from { None } else { (self.occupant)(cell) }
    }
}

/// Returns where a step of the board leads from a cell; off the board it goes on at the opposite
/// edge, if that is joined. With `cylinder` the left and right edges are.
pub(super) fn step_on(layout: &Layout, from: Cell, step: Vector, cylinder: bool) -> Option<Cell> {
    let CellCoordinates { board: index, at } = layout.point(from);
    let board = layout.board(index);
    let (mut at, size) = (at + step, board.size());
    let goes_on = |join: EdgeJoin| join != EdgeJoin::Open;
    while (at.x < 0 || at.x >= size.x) && (cylinder || goes_on(board.joined.files)) {
        at.x += if at.x < 0 { size.x } else { -size.x };
    }
    while (at.y < 0 || at.y >= size.y) && goes_on(board.joined.ranks) {
        at.y += if at.y < 0 { size.y } else { -size.y };
    }
    layout.at(CellCoordinates { board: index, at })
}
