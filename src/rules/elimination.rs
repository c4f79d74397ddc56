//! The order of turns, and sides that are eliminated.

use crate::geometry::Cell;

use super::apply::UndoablePosition;
use super::{Elimination, Piece, Position, Rules, SideId};

impl Rules {
    /// Whether a side has turns and is not eliminated.
    pub(super) fn is_playing(&self, position: &Position, side: SideId) -> bool {
        self.game.sides[side].has_turns && !position.is_eliminated(side)
    }

    /// Returns the side that moves after another.
    pub(super) fn side_after(&self, position: &Position, side: SideId) -> SideId {
        let count = self.game.sides.len() as u8;
        let mut others = (1..=count).map(|distance| SideId((side.0 + distance) % count));
        others.find(|&other| self.is_playing(position, other)).unwrap_or(side)
    }

    /// Eliminates each enemy whose royal the side to move attacks.
    ///
    /// Looks again after each elimination, because the removal of pieces can open a line.
    pub(super) fn eliminate_checkmated(&self, position: &mut UndoablePosition) {
        let captor = position.turn.to_move;
        let attacked = |position: &Position, side: SideId| {
            let mut royals = self.royals(position, side);
            royals.any(|cell| self.side_attacks(position, captor, cell))
        };
        while let Some(loser) = self.game.side_ids().find(|&side| {
            side != captor && self.is_playing(position, side) && attacked(position, side)
        }) {
            position.set_eliminated(loser, true);
            self.dispose_of_army(position, loser, captor);
        }
    }

    /// Removes the pieces of an eliminated side or gives them to the captor, as the game says.
    fn dispose_of_army(&self, position: &mut UndoablePosition, loser: SideId, captor: SideId) {
        let cells: Vec<Cell> = position.cells_of(loser).collect();
        for cell in cells {
            match self.game.elimination {
                Elimination::RemovedThenCaptor | Elimination::RemovedInOrder => {
                    position.lift(cell);
                }
                Elimination::Stays(_) => {}
                Elimination::JoinsCaptor(_) => {
                    let (index, status) = position.lift(cell);
                    let piece = position.piece(index).expect("the army stands on its cells");
                    let index = position.piece_index(Piece { side: captor, ..piece });
                    position.put(cell, index, status);
                }
            }
        }
    }
}
