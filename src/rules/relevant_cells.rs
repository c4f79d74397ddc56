use crate::geometry::{Cell, Cells};

use super::program::{CellRange, Op};
use super::reach::AffectedCells;
use super::walk::Walker;
use super::{Condition, Piece, Position, Rules};

impl Rules {
    /// The cells on which it matters to a man who stands there: whoever comes to any other cell,
    /// or leaves it, changes nothing in its [`reach`](Rules::reach). `None` where that cannot be
    /// told from its way of moving alone, as with several legs, or where checks matter.
    ///
    /// ```text
    /// a Knight's    a Rook's      a lame Knight's
    /// . x . x .     . . x . .     . x . x .
    /// x . . . x     . . x . .     x . x . x
    /// . . N . .     x x R x x     . x N x .
    /// x . . . x     . . x . .     x . x . x
    /// . x . x .     . . x . .     . x . x .
    /// ```
    pub fn relevant_cells(&self, piece: Piece, from: Cell) -> Option<Cells> {
        let parts = self.components(piece, from)?;
        let mut footprint = Cells::new();
        parts.iter().for_each(|part| footprint.unite(&part.cells));
        Some(footprint)
    }

    /// What a man can do from a cell in parts that know nothing of each other, such as the lines of
    /// a Rook: the union of their cells is its [`footprint`](Rules::relevant_cells).
    pub fn components(&self, piece: Piece, from: Cell) -> Option<Vec<MoveComponent>> {
        if self.game.castlings.iter().any(|castling| castling.royal_from == from) {
            return None;
        }
        let ops = self.program_of(piece).at(from.0).iter().enumerate();
        ops.map(|(index, op)| Some(MoveComponent { cells: self.cells_of(op)?, index })).collect()
    }

    /// Adds to a set every cell where a move by one of its parts may end or takes somebody.
    pub fn add_affected_cells_of(
        &self,
        part: &MoveComponent,
        position: &Position,
        from: Cell,
        cells: &mut Cells,
    ) {
        let Some(piece) = position.piece_at(from) else { return };
        let op = &self.program_of(piece).at(from.0)[part.index];
        let _ = Walker::new(self, position, from, piece.side).op(op, &mut AffectedCells { cells });
    }

    /// The cells on which it matters to an operation who stands there.
    fn cells_of(&self, op: &Op) -> Option<Cells> {
        let mode = self.store.op_mode(op);
        if mode.en_passant || mode.conditions.contains(&Condition::NotInCheck) {
            return None;
        }
        let mut found = Cells::new();
        let mut add = |cells: CellRange| {
            found.extend(self.store.cells(cells).iter().map(|&cell| Cell(cell)));
        };
        match *op {
            Op::Leaps { cells, .. }
            | Op::Slide { cells, .. }
            | Op::Cannon { cells, .. }
            | Op::Grasshopper { cells, .. }
            | Op::Double { cells, .. } => add(cells),
            Op::Via { cells, gates, .. } => {
                add(cells);
                add(gates);
            }
            Op::Routes { to, routes, .. } => {
                self.store.routes(routes).iter().for_each(|&route| add(route));
                found.add(Cell(to));
            }
            Op::Shot { to, gates, victim, .. } => {
                add(gates);
                found.extend([Cell(to), Cell(victim)]);
            }
            Op::Chain { .. } | Op::Shoot { .. } | Op::Castle { .. } => return None,
        }
        Some(found)
    }
}

/// A part of what a man can do from a cell.
#[derive(Debug, Clone)]
pub struct MoveComponent {
    cells: Cells,
    /// Which operation of the cell it is.
    index: usize,
}

impl MoveComponent {
    /// The cells on which it matters to this part who stands there.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }
}
