use std::sync::Arc;

use crate::geometry::Cells;
use crate::query::Study;
use crate::rules::{Piece, PieceTypeId, SideId};
use crate::variant::{ArmyFace, Variant};

use super::games::Games;

/// The kinds of the array, in the order of its cells.
pub(super) fn kinds(variant: &Variant, side: Option<SideId>) -> Vec<PieceTypeId> {
    let mut kinds = Vec::new();
    let mut pieces: Vec<_> = variant.game.initial_pieces.clone();
    pieces.sort_by_key(|&(cell, _)| cell);
    for (_, piece) in pieces {
        if side.is_none_or(|side| piece.side == side) && !kinds.contains(&piece.piece_type) {
            kinds.push(piece.piece_type);
        }
    }
    kinds
}

/// The kinds of the array as one meets them in a book: royal ones, the others as the definition
/// has them, and last those of whom a side has most.
pub(super) fn ordered(variant: &Variant, side: Option<SideId>) -> Vec<PieceTypeId> {
    let mut kinds = kinds(variant, side);
    let count = |piece_type: PieceTypeId| {
        let of = |side: usize| {
            let pieces = variant.game.initial_pieces.iter().map(|(_, piece)| piece);
            pieces
                .filter(|piece| piece.piece_type == piece_type && usize::from(piece.side.0) == side)
                .count()
        };
        (0..variant.sides.len()).map(of).max().unwrap_or(0)
    };
    let most = kinds.iter().map(|&piece_type| count(piece_type)).max().unwrap_or(0);
    let commonest: Vec<PieceTypeId> =
        kinds.iter().copied().filter(|&piece_type| most > 2 && count(piece_type) == most).collect();
    let place = |piece_type: PieceTypeId| {
        let royal = variant.game.piece_types[piece_type.index()].royal;
        let last = commonest == [piece_type];
        (!royal, last, piece_type)
    };
    kinds.sort_by_key(|&piece_type| place(piece_type));
    kinds
}

/// A game in which the first side has a certain army.
#[derive(Debug, Clone)]
pub(super) struct WithArmy {
    pub army: ArmyFace,
    pub study: Arc<Study>,
    /// The kinds that the army does not share with all others, in the order of their cells.
    pub kinds: Vec<PieceTypeId>,
}

/// The armies of a game.
pub(super) fn armies(games: &Games, id: &str) -> Vec<WithArmy> {
    let mut armies: Vec<WithArmy> = Vec::new();
    let Some(definition) = games.definition(id) else { return armies };
    for setup in definition.setups() {
        let Ok(study) = games.ready(definition, Some(&setup)) else { continue };
        let first = study.variant().sides.first();
        let Some(army) = first.and_then(|side| side.army.clone()) else { continue };
        if !armies.iter().any(|known| known.army.id == army.id) {
            let kinds = kinds(study.variant(), Some(SideId(0)));
            armies.push(WithArmy { army, study, kinds });
        }
    }
    let ids = |army: &WithArmy| -> Vec<String> {
        let variant = army.study.variant();
        army.kinds.iter().map(|&piece_type| variant.face(piece_type).id.clone()).collect()
    };
    let all: Vec<Vec<String>> = armies.iter().map(ids).collect();
    for army in armies.iter_mut().filter(|_| all.len() > 1) {
        let study = army.study.clone();
        let shared = |piece_type: &PieceTypeId| {
            let id = &study.variant().face(*piece_type).id;
            all.iter().all(|ids| ids.contains(id))
        };
        army.kinds.retain(|piece_type| !shared(piece_type));
    }
    armies
}

/// Where the pieces of all armies stand, column by column: `a1 h1`. Nothing where the armies
/// differ in that.
pub(super) fn roles(armies: &[WithArmy]) -> Vec<String> {
    let cells = |army: &WithArmy| -> Vec<String> {
        let variant = army.study.variant();
        let of = |&piece_type: &PieceTypeId| {
            let first = Piece { side: SideId(0), piece_type };
            let pieces = variant.game.initial_pieces.iter().filter(|(_, piece)| *piece == first);
            let cells: Cells = pieces.map(|&(cell, _)| cell).collect();
            variant.game.layout.list(&cells)
        };
        army.kinds.iter().map(of).collect()
    };
    let mut all = armies.iter().map(cells);
    let first = all.next().unwrap_or_default();
    if all.all(|other| other == first) { first } else { Vec::new() }
}
