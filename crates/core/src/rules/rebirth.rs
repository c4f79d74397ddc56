//! Puts captured pieces back on cells of the initial position.

use crate::game::{Castling, Piece, PieceTypeId, RebirthCells};
use crate::geometry::Cell;

use super::apply::UndoablePosition;
use super::position::{NO_PIECE, PieceStatus};
use super::{Position, Rules};

impl Rules {
    /// Puts a captured piece on an initial cell of its kind, if that is empty. It counts as unmoved,
    /// and a castling with it is possible again.
    pub(super) fn give_rebirth(
        &self,
        position: &mut UndoablePosition,
        (captured_on, piece): (Cell, Piece),
        which: RebirthCells,
    ) {
        let cells = self.rebirth_cells(captured_on, piece, which);
        let is_empty = |cell: &Cell| position.pieces[cell.index()] == NO_PIECE;
        let Some(cell) = cells.into_iter().find(is_empty) else { return };
        let index = position.piece_index(piece);
        position.put(cell, index, PieceStatus::default());
        for (index, castling) in self.game.castlings.iter().enumerate().take(64) {
            let concerns = castling.royal_from == cell || castling.partner_from == cell;
            if concerns && is_ready(position, castling) {
                position.turn.castling_rights |= 1 << index;
            }
        }
    }

    /// Returns the initial cells to which a captured piece can come back, in order.
    fn rebirth_cells(&self, captured_on: Cell, piece: Piece, which: RebirthCells) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self.game.initial_cells(piece).iter().collect();
        if cells.len() > 1 {
            let layout = self.layout();
            let at = layout.point(captured_on);
            cells.retain(|&cell| match which {
                RebirthCells::Any => true,
                RebirthCells::SameFile => {
                    let point = layout.point(cell);
                    (point.board, point.at.x) == (at.board, at.at.x)
                }
                RebirthCells::SameColour => layout.shade(cell) == layout.shade(captured_on),
            });
        }
        cells
    }
}

/// Whether both pieces of a castling are on their cells and have not moved.
fn is_ready(position: &Position, castling: &Castling) -> bool {
    let is_unmoved = |cell: Cell, piece_type: PieceTypeId| {
        position.piece_at(cell) == Some(Piece { side: castling.side, piece_type })
            && !position.status(cell).moved
    };
    is_unmoved(castling.royal_from, castling.royal)
        && is_unmoved(castling.partner_from, castling.partner)
}
