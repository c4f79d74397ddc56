//! A game to try one notation.

use std::sync::Arc;

use crate::geometry::{Cell, CellSet, Layout};
use crate::notation::Betza;

use super::{Game, MoveRule, PieceTypeId, SideId};

/// Returns a game for one notation: a [`Game::of_two_sides`] with a piece type that moves by the
/// notation and one that does not move.
pub fn single_piece_game(layout: Arc<Layout>, betza: Betza) -> Game {
    let mut game = Game::of_two_sides(layout);
    game.add_piece_type("mover", betza);
    game.add_piece_type("blocker", Betza::default());
    game
}

/// Returns the same game for pieces of one side that start on one cell. It compiles faster.
pub fn single_piece_game_from(layout: Arc<Layout>, betza: Betza, side: SideId, from: Cell) -> Game {
    let mut game = single_piece_game(layout, Betza::default());
    let rule = MoveRule { from: Some(CellSet::from_iter([from])), ..MoveRule::from_betza(betza) };
    game.piece_types[MOVER].move_rules[side] = vec![rule];
    game
}

/// The piece type of a [`single_piece_game`] that moves by the notation.
pub const MOVER: PieceTypeId = PieceTypeId(0);

/// The piece type of a [`single_piece_game`] that does not move.
pub const BLOCKER: PieceTypeId = PieceTypeId(1);
