//! Turns of two parts as keys: a neutral piece that each turn moves, and drops where a piece left its cell.

use std::collections::BTreeSet;

use crate::fsf::{blocking_rule, file_letter};
use crate::game::{EffectPlace, PartTarget, Piece, PieceTypeId, SideId, TurnPart};
use crate::geometry::{Cell, CellCoordinates, Layout, Vector};
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

/// Returns the field of rights: to castle, and to replace pieces on the first rank by a drop.
///
/// The engine takes the letter of a file for a right to castle if the side has nothing in hand.
pub(super) fn rights_text(
    variant: &Variant,
    can_castle: impl Fn(usize) -> bool,
    in_hand: impl Fn(SideId) -> bool,
    may_gate: impl Fn(SideId, Cell) -> bool,
) -> String {
    let game = &variant.game;
    let x = |cell: Cell| game.layout.point(cell).at.x;
    let mut text = String::new();
    for side in [SideId(0), SideId(1)] {
        let castles = |is_short: bool| {
            game.castlings.iter().enumerate().any(|(index, it)| {
                let short = x(it.partner_from) > x(it.royal_from);
                it.side == side && short == is_short && can_castle(index)
            })
        };
        let mut letters: String =
            [('k', true), ('q', false)].iter().filter(|it| castles(it.1)).map(|it| it.0).collect();
        if let Some(part) = game.turn_parts.iter().find(|part| is_gate(part) && in_hand(side)) {
            let concerned =
                |piece: &Piece| part.by.as_ref().is_none_or(|by| by[side].contains(*piece));
            let starts = game.initial_pieces.iter().filter(|(cell, piece)| {
                piece.side == side && concerned(piece) && may_gate(side, *cell)
            });
            let files: BTreeSet<u8> = starts.map(|(cell, _)| x(*cell) as u8).collect();
            letters.extend(files.into_iter().map(file_letter));
        }
        text += &if side == SideId(0) { letters.to_ascii_uppercase() } else { letters };
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// Returns the rows of the board, the farthest first, with the sign of each piece.
pub(super) fn placement_text(layout: &Layout, sign: impl Fn(Cell) -> Option<String>) -> String {
    let board = layout.board(0);
    let row = |y: i16| {
        let (mut text, mut empty) = (String::new(), 0);
        for x in 0..board.files.len() as i16 {
            let cell = layout.at(CellCoordinates { board: 0, at: Vector::new(x, y, 0) });
            let Some(sign) = cell.map_or_else(|| Some("*".to_owned()), &sign) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text += &sign;
        }
        if empty > 0 { text + &empty.to_string() } else { text }
    };
    (0..board.ranks.len() as i16).rev().map(row).collect::<Vec<_>>().join("/")
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
