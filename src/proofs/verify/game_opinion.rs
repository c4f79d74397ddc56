//! What an engine says of one game, and about which positions it is asked.

use std::collections::BTreeSet;

use crate::game::{Piece, SideId};
use crate::game_text::parse_position;
use crate::query::LoadedVariant;
use crate::rules::Position;

use super::second_opinion::{EngineFault, SecondOpinion};

/// What was asked about one game, and the answer.
pub enum GameOpinion {
    /// The engine cannot express the rules.
    NotAsked(String),
    /// The engine did not answer all questions about the game.
    NoAnswer(EngineFault),
    /// The engine answered.
    Asked(SecondOpinion),
}

impl GameOpinion {
    /// Whether the engine gave the same legal moves in all positions.
    pub fn agrees(&self) -> bool {
        matches!(self, GameOpinion::Asked(SecondOpinion { different: 0, .. }))
    }

    /// Whether the engine was not asked.
    pub fn is_unasked(&self) -> bool {
        matches!(self, GameOpinion::NotAsked(_))
    }
}

/// The initial position, and those of diagrams that a game could have: each side has its royal
/// pieces, and no side is in check that has just moved.
pub fn given_positions(loaded: &LoadedVariant, texts: &BTreeSet<String>) -> Vec<Position> {
    let (variant, rules) = (loaded.variant(), loaded.rules());
    let initial = rules.initial_position();
    let royals = |position: &Position, side: SideId| {
        let is_royal =
            |piece: &Piece| piece.side == side && variant.game.piece_types[piece.piece_type].royal;
        position.pieces().filter(|(_, piece)| is_royal(piece)).count()
    };
    let is_possible = |position: &Position| {
        variant.game.side_ids().all(|side| {
            royals(position, side) == royals(&initial, side)
                && (side == position.turn.to_move || !rules.in_check(position, side))
        })
    };
    let shown = texts.iter().filter_map(|text| parse_position(variant, rules, text).ok());
    let shown: Vec<Position> = shown.filter(is_possible).collect();
    [initial].into_iter().chain(shown).collect()
}
