use crate::geometry::{Cell, Frame, Layout, Point, Vector};

/// Who stands on a cell, seen from the piece that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occupant {
    /// One of its own side.
    Friend,
    /// One that it may take.
    Enemy,
}

/// A piece about to move, and what stands around it.
#[derive(Clone, Copy)]
pub struct Situation<'a> {
    /// The boards.
    pub layout: &'a Layout,
    /// How the piece's side sees them.
    pub frame: Frame,
    /// Where the piece stands.
    pub from: Cell,
    /// Whether the condition of `i` holds.
    pub unmoved: bool,
    /// Who stands on the other cells.
    pub occupant: &'a dyn Fn(Cell) -> Option<Occupant>,
    /// For `e`: a cell just passed by a double step, and where the piece that made it stands now.
    pub passed: &'a [(Cell, Cell)],
}

impl Situation<'_> {
    /// Where a step of the mover, in its own right, ahead and up, leads from a cell; with the left
    /// and right edges of the board joined for `cylinder`.
    pub(super) fn step(&self, from: Cell, step: Vector, cylinder: bool) -> Option<Cell> {
        let Point { board: index, at } = self.layout.point(from);
        let board = self.layout.board(index);
        let mut at = board.wrapped(at + self.frame.turn(step));
        if cylinder {
            at.x = at.x.rem_euclid(board.size().x);
        }
        self.layout.at(Point { board: index, at })
    }

    /// Who stands there once the piece has been lifted from its cell.
    pub(super) fn standing(&self, cell: Cell) -> Option<Occupant> {
        if cell == self.from { None } else { (self.occupant)(cell) }
    }
}
