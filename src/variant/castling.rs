//! Reads castling: `[castling]`, and the castlings that armies replace.

use crate::geometry::Cell;
use crate::rules::{Castling, Piece, PieceTypeId, SideId};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, suggestion};

use super::lowering::LoweringContext;
use super::piece_types;

/// Returns the castlings of all sides, with those that their armies replace.
///
/// They are checked against the initial position if that is known.
pub(super) fn read(
    context: &LoweringContext<'_>,
    initial: Option<&[(Cell, Piece)]>,
    diagnostics: &mut Diagnostics,
) -> Vec<Castling> {
    let mut castlings = Vec::new();
    for side in context.players() {
        let common = context.rules_of(side).table("castling");
        let own = context.army(side).table("castling");
        for (name, _) in own.texts().filter(|(name, _)| common.get(&name.value).is_none()) {
            diagnostics.push(
                name.error(Code::Castling, format!("no castling `{}` to replace", name.value))
                    .help(suggestion(&name.value, common.keys())),
            );
        }
        for (name, text) in common.texts() {
            let text = own.text(&name.value).unwrap_or(text);
            let castling = castling(context, initial, side, &name.value, text);
            castlings.extend(diagnostics.keep(castling));
        }
    }
    if castlings.len() > 64 {
        let message = format!("{} castlings; at most 64", castlings.len());
        let first = context.root.table("castling").texts().next();
        let key = first.map_or(context.sides[0].id, |(key, _)| key);
        diagnostics.push(key.error(Code::Castling, message));
    }
    castlings
}

/// Parses `king e1-g1, rook h1-f1`.
fn castling(
    context: &LoweringContext<'_>,
    initial: Option<&[(Cell, Piece)]>,
    side: usize,
    name: &str,
    text: &SourceText,
) -> Result<Castling, Diagnostic> {
    let parts = text.split(&[',']);
    let [royal, partner] = parts.as_slice() else {
        return Err(text
            .error(Code::Castling, "a castling moves two pieces")
            .help("`king e1-g1, rook h1-f1`: the first one is the royal piece"));
    };
    let (royal, royal_from, royal_to) = castling_part(context, initial, side, royal)?;
    let (partner, partner_from, partner_to) = castling_part(context, initial, side, partner)?;
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

/// Parses `king e1-g1`, and turns the cells by the seat of `side`.
fn castling_part(
    context: &LoweringContext<'_>,
    initial: Option<&[(Cell, Piece)]>,
    side: usize,
    text: &SourceText,
) -> Result<(PieceTypeId, Cell, Cell), Diagnostic> {
    let words = text.words();
    let [name, cells] = words.as_slice() else {
        return Err(text
            .error(Code::Castling, "expected `PIECE FROM-TO`")
            .help("for instance `king e1-g1`"));
    };
    let Some(named) = piece_types::find(&context.piece_types, &name.value) else {
        return Err(piece_types::unknown(&context.piece_types, name, Code::Castling));
    };
    let piece_type = context.piece_resolver.of_army(side, named);
    let (from, to) = context.cell_resolver.vocabulary().link(cells)?;
    let seat = &context.sides[side].viewer.seat;
    let turned = |cell| seat.cell(&context.cell_resolver.layout, cell);
    let (Some(from), Some(to)) = (turned(from), turned(to)) else {
        let message = format!(
            "turned to the seat of {}, this is off the board",
            context.sides[side].id.value
        );
        return Err(cells.error(Code::Castling, message));
    };
    let piece = Piece { side: SideId(side as u8), piece_type };
    if initial.is_some_and(|initial| !initial.contains(&(from, piece))) {
        let (side, from) = (&context.sides[side].id.value, context.cell_resolver.layout.name(from));
        let piece_type = context.piece_type_id(piece_type);
        return Err(text
            .error(
                Code::Castling,
                format!("the initial position has no {piece_type} of {side} on `{from}`"),
            )
            .help(format!(
                "castling starts from the initial cells of both pieces; `sides.{side}.without = \
                 \"castling\"` leaves it out for one side"
            )));
    }
    Ok((piece_type, from, to))
}
