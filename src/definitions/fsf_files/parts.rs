//! Turns of two parts as keys: a neutral piece that each turn moves, and drops where a piece left its cell.

use std::collections::BTreeSet;

use crate::fsf::{blocking_rule, file_letter};
use crate::game::{EffectPlace, PartTarget, Piece, PieceTypeId, SideId, TurnPart};
use crate::geometry::Cell;
use crate::variant::Variant;

use super::write_record::RecordWriter;

/// Returns the piece type of the only neutral side, if that is the third side.
pub(super) fn neutral_piece(variant: &Variant) -> Option<PieceTypeId> {
    let game = &variant.game;
    let neutral = SideId(2);
    if game.sides.len() != 3 || game.sides[neutral].has_turns {
        return None;
    }
    let own = |(piece, _): &(Piece, u16)| (piece.side == neutral).then_some(piece.piece_type);
    let types: BTreeSet<PieceTypeId> =
        game.hands.iter().flat_map(|it| &it.initial).filter_map(own).collect();
    match types.len() {
        1 => types.first().copied(),
        _ => None,
    }
}

/// Whether a part is a drop where the part before started.
fn is_gate(part: &TurnPart) -> bool {
    let is_start = |places: &[EffectPlace]| places.contains(&EffectPlace::Start);
    part.drops.is_some() && matches!(&part.to, Some(PartTarget::Places(places)) if is_start(places))
}

/// Returns the file letters of pieces on a first rank that may still be replaced by a drop.
///
/// The engine takes a letter for a right to castle if the side has nothing in hand.
pub(super) fn gate_letters(
    variant: &Variant,
    side: SideId,
    in_hand: bool,
    may_gate: impl Fn(Cell) -> bool,
) -> String {
    let game = &variant.game;
    let Some(part) = game.turn_parts.iter().find(|part| is_gate(part)).filter(|_| in_hand) else {
        return String::new();
    };
    let concerned = |piece: &Piece| part.by.as_ref().is_none_or(|by| by[side].contains(*piece));
    let starts = game
        .initial_pieces
        .iter()
        .filter(|(cell, piece)| piece.side == side && concerned(piece) && may_gate(*cell));
    let files: BTreeSet<u8> = starts.map(|(cell, _)| game.layout.point(*cell).at.x as u8).collect();
    let letters = files.into_iter().map(file_letter);
    match side {
        SideId(0) => letters.map(|it| it.to_ascii_uppercase()).collect(),
        _ => letters.collect(),
    }
}

impl RecordWriter<'_> {
    /// Sets the keys of turns with parts. Other parts are named when the record is read again.
    pub fn parts(&mut self) {
        if self.names.blocking.is_some() {
            self.set_text("wallingRule", blocking_rule());
        }
        if self.variant.game.turn_parts.iter().any(is_gate) {
            self.set_flag("gating", true);
            self.set_flag("seirawanGating", true);
        }
    }
}
