//! Captures that become possible if an enemy piece is put on an empty cell.

use crate::game::{Piece, SideId};
use crate::geometry::{Cell, CellSet};
use crate::rules::Position;

use super::{LoadedVariant, MoveFilter, MovesAnswer};

/// Captures that become possible if an enemy piece is put on an empty cell.
///
/// Diagrams mark the attacked cells; text alternatives say that a move is also a capture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PotentialCaptures {
    /// For each piece of the answer: the cells to which it can move and on which it could capture.
    pub on_moves: Vec<CellSet>,
    /// The other empty cells on which one of the pieces could capture, wherever its move ends.
    pub attacked: CellSet,
    /// Whether the pieces capture on these cells only by shots: none moves there to capture.
    pub only_by_shot: bool,
}

impl LoadedVariant {
    /// Returns the captures that the pieces of an answer could make on empty cells.
    ///
    /// Only the moves that the request asked for count.
    pub fn potential_captures(&self, answer: &MovesAnswer) -> PotentialCaptures {
        let MovesAnswer { position, at, pieces, .. } = answer;
        let on_moves = pieces.iter().enumerate().map(|(index, &piece)| {
            capturable(self, position, *at, piece, &answer.quiet_targets(index))
        });
        let on_moves: Vec<CellSet> = on_moves.collect();
        let attacked = match answer.show {
            MoveFilter::Moves => attacked(self, answer, &on_moves),
            MoveFilter::Quiet | MoveFilter::Captures | MoveFilter::Victims => CellSet::new(),
        };
        let only_by_shot = pieces
            .iter()
            .all(|&piece| capturable(self, position, *at, piece, &attacked).is_empty());
        PotentialCaptures { on_moves, attacked, only_by_shot }
    }

    /// Returns a piece of another side that this side may capture, if possible one that is not royal.
    pub fn enemy_of(&self, side: SideId) -> Option<Piece> {
        let game = self.rules().game();
        let others = || game.sides[side].may_capture.iter().filter(|piece| piece.side != side);
        let plain = others().find(|piece| !game.piece_types[piece.piece_type].royal);
        plain.or_else(|| others().next())
    }
}

/// Returns those of `cells` on which a move of the piece to the cell would capture an enemy.
pub(super) fn capturable(
    variant: &LoadedVariant,
    position: &Position,
    at: Cell,
    piece: Piece,
    cells: &CellSet,
) -> CellSet {
    with_enemy_on_each(variant, position, at, piece, cells, |position, cell| {
        variant.rules().captures(position, at, cell)
    })
}

fn attacked(variant: &LoadedVariant, answer: &MovesAnswer, on_moves: &[CellSet]) -> CellSet {
    let marked = answer.marked_cells();
    let is_requested = |cell: Cell| answer.to.as_ref().is_none_or(|to| to.contains(cell));
    let mut attacked = CellSet::new();
    for ((&piece, reach), on_moves) in answer.pieces.iter().zip(&answer.reaches).zip(on_moves) {
        let is_candidate = |cell: &Cell| {
            let is_shown =
                on_moves.contains(*cell) || marked.contains(*cell) && !reach.quiet.contains(*cell);
            answer.position.piece_at(*cell).is_none() && is_requested(*cell) && !is_shown
        };
        let (position, at) = (&answer.position, answer.at);
        let possible = variant.rules().attack_mask(piece, at);
        let cells: CellSet = possible.iter().filter(is_candidate).collect();
        let attacks = |position: &Position, cell| variant.rules().attacks(position, at, cell);
        attacked.extend_with(&with_enemy_on_each(variant, position, at, piece, &cells, attacks));
    }
    attacked
}

/// Puts an enemy on each of `cells` in turn, and returns the cells for which `is_true` holds.
fn with_enemy_on_each(
    variant: &LoadedVariant,
    position: &Position,
    at: Cell,
    piece: Piece,
    cells: &CellSet,
    is_true: impl Fn(&Position, Cell) -> bool,
) -> CellSet {
    let Some(enemy) = variant.enemy_of(piece.side) else { return CellSet::new() };
    let (mut position, mut cells) = (position.clone(), cells.clone());
    variant.place_piece(&mut position, at, piece);
    cells.remove(at);
    with_piece_on_each(enemy, &mut position, &cells, is_true)
}

/// Puts a piece on each of `cells` in turn, and returns the cells for which `is_true` holds.
pub fn with_piece_on_each(
    piece: Piece,
    position: &mut Position,
    cells: &CellSet,
    is_true: impl Fn(&Position, Cell) -> bool,
) -> CellSet {
    let holds = |cell: &Cell| {
        let (contents, status) = (position.piece_at(*cell), position.status(*cell));
        position.set_piece(*cell, Some(piece));
        let holds = is_true(position, *cell);
        position.set_piece(*cell, contents);
        position.set_status(*cell, status);
        holds
    };
    cells.iter().filter(holds).collect()
}
