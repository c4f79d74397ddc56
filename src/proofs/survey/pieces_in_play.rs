//! Which pieces of a definition can ever be on a board.

use std::collections::BTreeSet;

use crate::game::{EffectChange, Game, PieceTypeId};
use crate::query::LoadedVariant;
use crate::variant::{Definition, Variant};

/// Returns the ids of the pieces that some setup has, or that its rules bring into the game.
pub(super) fn pieces_in_play(definition: &Definition, default: &LoadedVariant) -> BTreeSet<String> {
    let mut found = ids_in_play(default.variant());
    // Most games use all of their pieces in the default setup.
    if found.len() < default.variant().faces.len() {
        let others = definition.setups().into_iter().skip(1);
        let others = others.filter_map(|setup| definition.variant(Some(&setup)).ok());
        found.extend(others.flat_map(|other| ids_in_play(&other)));
    }
    found
}

fn ids_in_play(variant: &Variant) -> BTreeSet<String> {
    let types = types_in_play(&variant.game).into_iter();
    let unplaced = variant.pieces_without_cell.iter().map(|piece| piece.piece_type);
    types.chain(unplaced).map(|it| variant.face(it).id.clone()).collect()
}

fn types_in_play(game: &Game) -> BTreeSet<PieceTypeId> {
    let mut found: BTreeSet<PieceTypeId> = brought(game).collect();
    loop {
        let promoted = game.promotions.iter().filter(|it| found.contains(&it.piece_type));
        let dropped = game.drops.iter().filter(|it| found.contains(&it.piece_type));
        let forms = dropped.flat_map(|it| it.dropped_as.iter().map(|(form, _)| *form));
        let choices = promoted.flat_map(|it| it.choices.iter().copied());
        let unpromoted = found.iter().filter_map(|it| game.piece_types[*it].unpromoted);
        let next: BTreeSet<PieceTypeId> = choices.chain(forms).chain(unpromoted).collect();
        if next.is_subset(&found) {
            return found;
        }
        found.extend(next);
    }
}

/// The piece types that a game begins with, or that it brings by turns and effects.
fn brought(game: &Game) -> impl Iterator<Item = PieceTypeId> {
    let initial = game.initial_pieces.iter().map(|(_, piece)| piece.piece_type);
    let hands = game.hands.iter().flat_map(|hands| &hands.initial).map(|(it, _)| it.piece_type);
    let placed = game.turn_parts.iter().filter_map(|part| Some(part.places.as_ref()?.0));
    let changes = game.effects.iter().flat_map(|effect| &effect.changes);
    let changed = changes.filter_map(|change| match change {
        EffectChange::Becomes(it) | EffectChange::Placed(it, _) => Some(*it),
        _ => None,
    });
    initial.chain(hands).chain(placed).chain(changed)
}
