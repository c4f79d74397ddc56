//! What a claim about pieces on the boards asks: where they stand, and what became of them.

use crate::game::{Piece, PieceSet};
use crate::geometry::{Cell, CellSet};
use crate::rules::Position;

use super::context::EvalContext;

/// Pieces of a position, beside the one from which its moves began.
#[derive(Debug, Default)]
pub(super) struct StandingPieces {
    /// How many moves there were.
    moves: usize,
    /// Where they stood before.
    stood: Vec<Cell>,
    /// The cells on which they stood before and stand no more, each alone.
    pub start: Vec<CellSet>,
    /// Whether one of them is in a hand; whether one came from there.
    pub in_hand: bool,
    is_dropped: bool,
    /// Whether their sides have fewer pieces than before.
    pub is_fewer: bool,
    /// Whether pieces of their types and another side stand there.
    pub has_twins: bool,
    /// Whether they are all pieces of the game.
    pub are_all: bool,
}

impl StandingPieces {
    pub fn of(pieces: &PieceSet, context: &EvalContext<'_>) -> StandingPieces {
        let game = context.variant.game();
        let given = context.given.clone();
        let base = given.unwrap_or_else(|| context.rules().initial_position());
        let now = context.position_or_initial();
        let stood = base.pieces().filter(|(_, piece)| pieces.contains(*piece));
        let stood: Vec<(Cell, Piece)> = stood.collect();
        let left = stood.iter().filter(|(cell, it)| now.piece_at(*cell) != Some(*it));
        let in_hand = |position: &Position| -> u32 {
            pieces.iter().map(|piece| u32::from(position.in_hand(piece))).sum()
        };
        let of_sides = |position: &Position| {
            let is_of_side = |it: Piece| pieces.iter().any(|piece| piece.side == it.side);
            position.pieces().filter(|(_, it)| is_of_side(*it)).count()
        };
        let is_twin = |it: Piece| {
            !pieces.contains(it) && pieces.iter().any(|piece| piece.piece_type == it.piece_type)
        };
        StandingPieces {
            moves: context.earlier.len(),
            start: left.map(|(cell, _)| CellSet::from_iter([*cell])).collect(),
            stood: stood.iter().map(|(cell, _)| *cell).collect(),
            in_hand: in_hand(&now) > 0,
            is_dropped: in_hand(&now) < in_hand(&base),
            is_fewer: of_sides(&now) < of_sides(&base),
            are_all: pieces.iter().count() == game.sides.len() * game.piece_types.len(),
            has_twins: now.pieces().any(|(_, piece)| is_twin(piece)),
        }
    }

    /// The families of forms that say how they came to these cells.
    pub fn families(&self, cells: &CellSet) -> Vec<&'static str> {
        // A piece that comes from a hand was nowhere before.
        if self.moves == 0 || self.is_dropped {
            return Vec::new();
        }
        let became = match self.start.is_empty() {
            _ if cells.len() > self.stood.len() => Some("stands new"),
            // In several moves a piece can go and come back.
            _ if self.moves > 1 => None,
            true => Some("stands there"),
            false => Some("stands still"),
        };
        let is_new = cells.iter().all(|cell| !self.stood.contains(&cell));
        let has_moved = is_new && cells.len() == self.start.len();
        became.into_iter().chain(has_moved.then_some("stands moved")).collect()
    }
}
