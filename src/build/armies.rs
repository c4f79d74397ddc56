use std::sync::Arc;

use crate::geometry::Cells;
use crate::query::Study;
use crate::rules::{Piece, PieceTypeId, SideId};
use crate::variant::{ArmyFace, Variant};

use super::games::Games;

/// The kinds of the array, in the order of its cells.
pub(super) fn kinds(variant: &Variant, side: Option<SideId>) -> Vec<PieceTypeId> {
    let mut kinds = Vec::new();
    let mut men: Vec<_> = variant.game.initial_pieces.clone();
    men.sort_by_key(|&(cell, _)| cell);
    for (_, man) in men {
        if side.is_none_or(|side| man.side == side) && !kinds.contains(&man.piece_type) {
            kinds.push(man.piece_type);
        }
    }
    kinds
}

/// The kinds of the array as one meets them in a book: royal ones, the others as the definition
/// has them, and last those of whom a side has most.
pub(super) fn ordered(variant: &Variant, side: Option<SideId>) -> Vec<PieceTypeId> {
    let mut kinds = kinds(variant, side);
    let count = |kind: PieceTypeId| {
        let of = |side: usize| {
            let men = variant.game.initial_pieces.iter().map(|(_, man)| man);
            men.filter(|man| man.piece_type == kind && usize::from(man.side.0) == side).count()
        };
        (0..variant.sides.len()).map(of).max().unwrap_or(0)
    };
    let most = kinds.iter().map(|&kind| count(kind)).max().unwrap_or(0);
    let commonest: Vec<PieceTypeId> =
        kinds.iter().copied().filter(|&kind| most > 2 && count(kind) == most).collect();
    let place = |kind: PieceTypeId| {
        let royal = variant.game.piece_types[kind.0 as usize].royal;
        let last = commonest == [kind];
        (!royal, last, kind)
    };
    kinds.sort_by_key(|&kind| place(kind));
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
        army.kinds.iter().map(|&kind| variant.face(kind).id.clone()).collect()
    };
    let all: Vec<Vec<String>> = armies.iter().map(ids).collect();
    for army in armies.iter_mut().filter(|_| all.len() > 1) {
        let study = army.study.clone();
        let shared = |kind: &PieceTypeId| {
            let id = &study.variant().face(*kind).id;
            all.iter().all(|ids| ids.contains(id))
        };
        army.kinds.retain(|kind| !shared(kind));
    }
    armies
}

/// Where the pieces of all armies stand, column by column: `a1 h1`. Nothing where the armies
/// differ in that.
pub(super) fn roles(armies: &[WithArmy]) -> Vec<String> {
    let cells = |army: &WithArmy| -> Vec<String> {
        let variant = army.study.variant();
        let of = |&kind: &PieceTypeId| {
            let first = Piece { side: SideId(0), piece_type: kind };
            let men = variant.game.initial_pieces.iter().filter(|(_, man)| *man == first);
            let cells: Cells = men.map(|&(cell, _)| cell).collect();
            variant.game.layout.list(&cells)
        };
        army.kinds.iter().map(of).collect()
    };
    let mut all = armies.iter().map(cells);
    let first = all.next().unwrap_or_default();
    if all.all(|other| other == first) { first } else { Vec::new() }
}
