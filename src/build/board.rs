use std::sync::Arc;

use crate::diagram::{Army, BoardStyle, Figure, Glyph, Stander};
use crate::geometry::Facing;
use crate::rules::{KindId, SideId};
use crate::variant::{ArmyFace, Face, Variant};

use super::games::Games;

/// The array of a game, or of one side only.
pub(super) fn setup(variant: &Variant, side: Option<SideId>) -> Figure {
    let mut figure = Figure::new(variant.game.layout.clone());
    figure.boards = variant
        .boards
        .iter()
        .map(|board| BoardStyle {
            surface: board.surface,
            title: if variant.boards.len() > 1 {
                board.name.clone().unwrap_or_else(|| board.id.clone())
            } else {
                String::new()
            },
        })
        .collect();
    let men = variant.game.array.iter().filter(|(_, man)| side.is_none_or(|side| man.side == side));
    figure.pieces = men
        .map(|&(cell, man)| {
            let face = variant.face(man.kind);
            Stander {
                cell,
                army: look(variant, man.side),
                glyph: glyph(face),
                letter: face.shown.clone(),
                name: face.name.clone(),
                facing: Facing::Ahead,
            }
        })
        .collect();
    figure.title = format!("{}: the set-up", variant.name);
    figure
}

/// The look of a side.
pub(super) fn look(variant: &Variant, side: SideId) -> Army {
    let face = &variant.sides[side.0 as usize];
    let word = face.id.to_lowercase();
    Army::named(&word).unwrap_or_else(|| Army::of(side.0 as usize))
}

/// The drawing of a piece.
pub(super) fn glyph(face: &Face) -> Glyph {
    let texts = [face.glyph.replace(' ', "+"), face.id.clone()];
    let known =
        texts.iter().filter(|text| !text.is_empty()).find_map(|text| Glyph::parse(text).ok());
    known.unwrap_or_else(Glyph::token)
}

/// The kinds of the array, in the order of its cells.
pub(super) fn kinds(variant: &Variant, side: Option<SideId>) -> Vec<KindId> {
    let mut kinds = Vec::new();
    let mut men: Vec<_> = variant.game.array.clone();
    men.sort_by_key(|&(cell, _)| cell);
    for (_, man) in men {
        if side.is_none_or(|side| man.side == side) && !kinds.contains(&man.kind) {
            kinds.push(man.kind);
        }
    }
    kinds
}

/// The armies of a game, each with a variant in which the first side has it.
pub(super) fn armies(games: &Games, variant: &Variant) -> Vec<(ArmyFace, Arc<Variant>)> {
    let mut armies: Vec<(ArmyFace, Arc<Variant>)> = Vec::new();
    let Some(definition) = games.definition(&variant.id) else { return armies };
    for setup in definition.setups() {
        let Ok(variant) = definition.variant(Some(&setup)) else { continue };
        let Some(army) = variant.sides.first().and_then(|side| side.army.clone()) else { continue };
        if !armies.iter().any(|(known, _)| known.id == army.id) {
            armies.push((army, Arc::new(variant)));
        }
    }
    armies
}

/// The kinds that the first side's army does not share with all others.
pub(super) fn own_kinds(variant: &Variant, armies: &[(ArmyFace, Arc<Variant>)]) -> Vec<KindId> {
    let first = Some(SideId(0));
    let mut own = kinds(variant, first);
    own.retain(|&kind| {
        let id = &variant.face(kind).id;
        let has = |other: &Variant| {
            kinds(other, first).into_iter().any(|kind| other.face(kind).id == *id)
        };
        armies.len() < 2 || !armies.iter().all(|(_, other)| has(other))
    });
    own
}
