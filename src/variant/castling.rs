//! Reads castling: `[castling]`, and what armies change of it.

use crate::geometry::Cell;
use crate::rules::{Castling, Piece, PieceTypeId, SideId};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, suggestion};

use super::lowering::LoweringContext;
use super::piece_types;

/// Returns the castlings of all sides, with the changes of their armies. They are checked against
/// the initial position if that is known.
pub(super) fn read(
    stage: &LoweringContext<'_>,
    array: Option<&[(Cell, Piece)]>,
    complaints: &mut Diagnostics,
) -> Vec<Castling> {
    let mut castlings = Vec::new();
    let common = stage.root.table("castling");
    for side in stage.players() {
        let own = stage.army(side).table("castling");
        for (name, _) in own.texts().filter(|(name, _)| common.get(&name.value).is_none()) {
            complaints.push(
                name.error(Code::Castling, format!("no castling `{}` to replace", name.value))
                    .help(suggestion(&name.value, common.keys())),
            );
        }
        for (name, text) in common.texts() {
            let text = own.text(&name.value).unwrap_or(text);
            let castling = castling(stage, array, side, &name.value, text);
            castlings.extend(complaints.keep(castling));
        }
    }
    if castlings.len() > 64 {
        let message = format!("{} castlings; at most 64", castlings.len());
        let key = &common.entries[0].key;
        complaints.push(key.error(Code::Castling, message));
    }
    castlings
}

/// `king e1-g1, rook h1-f1`
fn castling(
    stage: &LoweringContext<'_>,
    array: Option<&[(Cell, Piece)]>,
    side: usize,
    name: &str,
    text: &SourceText,
) -> Result<Castling, Diagnostic> {
    let parts = text.split(&[',']);
    let [royal, partner] = parts.as_slice() else {
        return Err(text
            .error(Code::Castling, "a castling moves two pieces")
            .help("`king e1-g1, rook h1-f1`: the first one is the royal"));
    };
    let (royal, royal_from, royal_to) = castling_part(stage, array, side, royal)?;
    let (partner, partner_from, partner_to) = castling_part(stage, array, side, partner)?;
    Ok(Castling {
        name: name.to_owned(),
        side: SideId(side as u8),
        royal,
        royal_from,
        royal_to,
        partner,
        partner_from,
        partner_to,
    })
}

fn castling_part(
    stage: &LoweringContext<'_>,
    array: Option<&[(Cell, Piece)]>,
    side: usize,
    text: &SourceText,
) -> Result<(PieceTypeId, Cell, Cell), Diagnostic> {
    let words = text.words();
    let [piece, cells] = words.as_slice() else {
        return Err(text
            .error(Code::Castling, "expected `PIECE FROM-TO`")
            .help("for instance `king e1-g1`"));
    };
    let Some(named) = piece_types::find(&stage.piece_types, &piece.value) else {
        return Err(piece_types::unknown(&stage.piece_types, piece, Code::Castling));
    };
    let kind = stage.piece_resolver.of_army(side, named);
    let (from, to) = stage.cell_resolver.vocabulary().link(cells)?;
    let seat = &stage.sides[side].viewer.seat;
    let turned = |cell| seat.cell(&stage.cell_resolver.layout, cell);
    let (Some(from), Some(to)) = (turned(from), turned(to)) else {
        let message = format!("turned for {}, this is off the board", stage.sides[side].id.value);
        return Err(cells.error(Code::Castling, message));
    };
    let man = Piece { side: SideId(side as u8), piece_type: kind };
    if array.is_some_and(|array| !array.contains(&(from, man))) {
        let (side, from) = (&stage.sides[side].id.value, stage.cell_resolver.layout.name(from));
        let kind = stage.piece_type_id(kind);
        return Err(text
            .error(Code::Castling, format!("the array has no {kind} of {side} on `{from}`"))
            .help("castling begins where the array puts both pieces"));
    }
    Ok((kind, from, to))
}
