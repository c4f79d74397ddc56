//! The cells whose contents can change what a piece can do.

use crate::geometry::{Cell, CellSet};

use super::program::{CellRange, Op};
use super::walk::{AllMoves, Walker};
use super::{Condition, Move, Piece, Position, Rules};

impl Rules {
    /// Returns the cells whose contents can change what `piece` can do from `from`.
    ///
    /// A change on any other cell leaves its [`reach`](Rules::reach) as it was. `None` if the
    /// compiled rules do not tell: for castling, en passant, shooting by notation, moves of several
    /// legs, and rules that depend on check.
    ///
    /// ```text
    /// a Knight's    a Rook's      a lame Knight's
    /// . x . x .     . . x . .     . x . x .
    /// x . . . x     . . x . .     x . x . x
    /// . . N . .     x x R x x     . x N x .
    /// x . . . x     . . x . .     x . x . x
    /// . x . x .     . . x . .     . x . x .
    /// ```
    pub fn relevant_cells(&self, piece: Piece, from: Cell) -> Option<CellSet> {
        let mut cells = CellSet::new();
        self.components(piece, from)?.iter().for_each(|part| cells.extend_with(&part.cells));
        Some(cells)
    }

    /// Returns independent components of what a piece can do, such as the four lines of a Rook.
    ///
    /// The union of their cells is [`relevant_cells`](Rules::relevant_cells).
    pub fn components(&self, piece: Piece, from: Cell) -> Option<Vec<MoveComponent>> {
        if self.game.castlings.iter().any(|castling| castling.royal_from == from) {
            return None;
        }
        let ops = self.program_of(piece).at(from.0).iter().enumerate();
        ops.map(|(index, op)| Some(MoveComponent { cells: self.cells_of(op)?, index })).collect()
    }

    /// Adds each cell on which a move of one component may end or captures.
    pub fn add_affected_cells_of(
        &self,
        part: &MoveComponent,
        position: &Position,
        from: Cell,
        cells: &mut CellSet,
    ) {
        let Some(piece) = position.piece_at(from) else { return };
        let op = &self.program_of(piece).at(from.0)[part.index];
        let add = |found: Move| add_affected_cells(&found, cells);
        let _ = Walker::new(self, position, from, piece.side).op(op, &mut AllMoves(add));
    }

    /// Returns the cells whose contents can change what an operation does.
    fn cells_of(&self, op: &Op) -> Option<CellSet> {
        let conditions = self.tables.conditions_of(op);
        if conditions.en_passant || conditions.prerequisites.contains(&Condition::NotInCheck) {
            return None;
        }
        let mut found = CellSet::new();
        let mut add = |cells: CellRange| {
            found.extend(self.tables.cells(cells).iter().map(|&cell| Cell(cell)));
        };
        match *op {
            Op::Leaps { cells, .. }
            | Op::Slide { cells, .. }
            | Op::Cannon { cells, .. }
            | Op::Grasshopper { cells, .. }
            | Op::Double { cells, .. } => add(cells),
            Op::Via { cells, between, .. } => {
                add(cells);
                add(between);
            }
            Op::Routes { to, routes, .. } => {
                self.tables.routes(routes).iter().for_each(|&route| add(route));
                found.insert(Cell(to));
            }
            Op::Shot { to, between, victim, .. } => {
                add(between);
                found.extend([Cell(to), Cell(victim)]);
            }
            Op::Chain { .. } | Op::Shoot { .. } | Op::Castle { .. } => return None,
        }
        Some(found)
    }
}

/// Adds the cell on which a move ends and those on which it captures.
pub(super) fn add_affected_cells(found: &Move, cells: &mut CellSet) {
    cells.insert(found.to);
    cells.extend(found.captures.iter());
}

/// One component of what a piece can do from a cell.
#[derive(Debug, Clone)]
pub struct MoveComponent {
    cells: CellSet,
    /// The index of its operation.
    index: usize,
}

impl MoveComponent {
    /// Returns the cells whose contents can change what this component does.
    pub fn cells(&self) -> &CellSet {
        &self.cells
    }
}
