//! The piece types of an initial position, and the armies that a player can choose from.

use std::sync::Arc;

use crate::geometry::Cells;
use crate::illustrate::Illustrator;
use crate::rules::{Piece, PieceTypeId, SideId};
use crate::variant::{ArmyFace, Variant};

/// The piece types of the initial position, in the order of its cells.
fn kinds_by_cell(variant: &Variant, side: Option<SideId>) -> Vec<PieceTypeId> {
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

/// The piece types of the initial position: royal ones, then the others in the order of the
/// definition, and last the type of which a side has most pieces.
pub fn initial_piece_types(variant: &Variant, side: Option<SideId>) -> Vec<PieceTypeId> {
    let mut kinds = kinds_by_cell(variant, side);
    let count = |kind: PieceTypeId| {
        let of_side = |side: usize| {
            let pieces = variant.game.initial_pieces.iter().map(|(_, piece)| piece);
            pieces
                .filter(|piece| piece.piece_type == kind && usize::from(piece.side.0) == side)
                .count()
        };
        (0..variant.sides.len()).map(of_side).max().unwrap_or(0)
    };
    let most = kinds.iter().map(|&kind| count(kind)).max().unwrap_or(0);
    let commonest: Vec<PieceTypeId> =
        kinds.iter().copied().filter(|&kind| most > 2 && count(kind) == most).collect();
    kinds.sort_by_key(|&kind| {
        let is_royal = variant.game.piece_types[kind.index()].royal;
        (!is_royal, commonest == [kind], kind)
    });
    kinds
}

/// A variant in which the first side has a certain army.
#[derive(Debug, Clone)]
pub struct ArmyGame {
    /// The army.
    pub army: ArmyFace,
    /// The variant with it.
    pub illustrator: Arc<Illustrator>,
    /// The piece types that not all armies have, in the order of their cells.
    pub kinds: Vec<PieceTypeId>,
}

/// The armies of a variant, one for each army of the first side; `setups` are the variant with each
/// of its setups.
pub fn army_games(setups: impl Iterator<Item = Arc<Illustrator>>) -> Vec<ArmyGame> {
    let mut armies: Vec<ArmyGame> = Vec::new();
    for illustrator in setups {
        let variant = illustrator.variant.variant();
        let first = variant.sides.first();
        let Some(army) = first.and_then(|side| side.army.clone()) else { continue };
        if !armies.iter().any(|known| known.army.id == army.id) {
            let kinds = kinds_by_cell(variant, Some(SideId(0)));
            armies.push(ArmyGame { army, illustrator, kinds });
        }
    }
    let ids = |army: &ArmyGame| -> Vec<String> {
        let variant = army.illustrator.variant.variant();
        army.kinds.iter().map(|&kind| variant.face(kind).id.clone()).collect()
    };
    let all: Vec<Vec<String>> = armies.iter().map(ids).collect();
    for army in armies.iter_mut().filter(|_| all.len() > 1) {
        let variant = army.illustrator.variant.variant();
        army.kinds.retain(|&kind| !all.iter().all(|ids| ids.contains(&variant.face(kind).id)));
    }
    armies
}

/// The cells of each piece type of an army, as in `a1 h1`; empty if the armies use different cells.
pub fn army_squares(armies: &[ArmyGame]) -> Vec<String> {
    let cells = |army: &ArmyGame| -> Vec<String> {
        let variant = army.illustrator.variant.variant();
        let of = |&kind: &PieceTypeId| {
            let first = Piece { side: SideId(0), piece_type: kind };
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
