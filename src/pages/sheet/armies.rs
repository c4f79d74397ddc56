//! The piece types of an initial position, and the armies that a player can choose from.

use std::sync::Arc;

use crate::game::{Piece, PieceTypeId, SideId};
use crate::illustrate::Illustrator;
use crate::source::without_repeats;
use crate::variant::{ArmyInfo, Variant};

/// The piece types of the initial position, in the order of its cells.
fn piece_types_by_cell(variant: &Variant, side: Option<SideId>) -> Vec<PieceTypeId> {
    let mut pieces = variant.game.initial_pieces.clone();
    pieces.sort_by_key(|&(cell, _)| cell);
    pieces.retain(|(_, piece)| side.is_none_or(|side| piece.side == side));
    without_repeats(pieces.into_iter().map(|(_, piece)| piece.piece_type))
}

/// The piece types of the initial position, also in hand: royal ones, then the others in the order of the
/// definition, and last the type of which a side has most pieces.
pub fn initial_piece_types(variant: &Variant) -> Vec<PieceTypeId> {
    let mut piece_types = piece_types_by_cell(variant, None);
    for (piece, _) in variant.game.hands.iter().flat_map(|hands| &hands.initial) {
        if !piece_types.contains(&piece.piece_type) {
            piece_types.push(piece.piece_type);
        }
    }
    let count = |piece_type: PieceTypeId| {
        let of_side = |side| variant.game.initial_cells(Piece { side, piece_type }).len();
        variant.game.side_ids().map(of_side).max().unwrap_or(0)
    };
    let most = piece_types.iter().map(|&it| count(it)).max().unwrap_or(0);
    let mut commonest = piece_types.clone();
    commonest.retain(|&it| most > 2 && count(it) == most);
    piece_types.sort_by_key(|&it| {
        let is_royal = variant.game.piece_types[it].royal;
        (!is_royal, commonest == [it], it)
    });
    piece_types
}

/// A variant in which the first side has a certain army.
#[derive(Debug, Clone)]
pub struct ArmyGame {
    /// The army.
    pub army: ArmyInfo,
    /// The variant with this army.
    pub loaded: Arc<Illustrator>,
    /// The piece types that not all armies have, in the order of their cells.
    pub piece_types: Vec<PieceTypeId>,
}

/// The armies of a variant, one for each army of the first side; `setups` are the variant with each
/// of its setups.
pub fn army_games(setups: impl Iterator<Item = Arc<Illustrator>>) -> Vec<ArmyGame> {
    let mut armies: Vec<ArmyGame> = Vec::new();
    for loaded in setups {
        let first = loaded.variant.variant().sides.first();
        let Some(army) = first.and_then(|side| side.army.clone()) else { continue };
        if !armies.iter().any(|known| known.army.id == army.id) {
            let piece_types = piece_types_by_cell(loaded.variant.variant(), Some(SideId(0)));
            armies.push(ArmyGame { army, loaded, piece_types });
        }
    }
    let ids = |army: &ArmyGame| -> Vec<String> {
        let variant = army.loaded.variant.variant();
        army.piece_types.iter().map(|&piece_type| variant.face(piece_type).id.clone()).collect()
    };
    let all: Vec<Vec<String>> = armies.iter().map(ids).collect();
    for army in armies.iter_mut().filter(|_| all.len() > 1) {
        let variant = army.loaded.variant.variant();
        army.piece_types.retain(|&piece_type| {
            !all.iter().all(|ids| ids.contains(&variant.face(piece_type).id))
        });
    }
    armies
}

/// The cells of each piece type of an army, as in `a1 h1`, if a side has it; empty if the armies use
/// different cells, or if no army is shown with this side.
pub fn army_squares(armies: &[ArmyGame], side: SideId) -> Vec<String> {
    let cells = |army: &ArmyGame| -> Vec<String> {
        let variant = army.loaded.variant.variant();
        let of = |&piece_type: &PieceTypeId| {
            let cells = variant.game.initial_cells(Piece { side, piece_type });
            variant.game.layout.names_of(&cells)
        };
        army.piece_types.iter().map(of).collect()
    };
    let has_army = |army: &&ArmyGame| {
        let own = &army.loaded.variant.variant().sides[side.index()].army;
        own.as_ref().is_some_and(|own| own.id == army.army.id)
    };
    let mut all = armies.iter().filter(has_army).map(cells);
    let first = all.next().unwrap_or_default();
    if all.all(|other| other == first) { first } else { Vec::new() }
}
