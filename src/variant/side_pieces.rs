//! Reads how the pieces of one side move, where the side differs: `[sides.SIDE.pieces.ID]`.

use crate::geometry::CellSet;
use crate::rules::SideId;
use crate::source::{Code, Diagnostics, TomlTable};

use super::cell_resolver::ResolvedCells;
use super::lowering::LoweringContext;
use super::move_rules::{self, PieceMoves};
use super::piece_types::RawPieceType;
use super::rule_exprs::MoveRuleText;

/// The keys that say how a piece moves.
const MOVE_KEYS: [&str; 3] = ["move", "moves", "within"];

/// Returns the table of a piece as a side lays it over that of the game.
///
/// `None` if the side says nothing of the piece.
fn own_table<'a>(
    context: &LoweringContext<'a>,
    raw: &RawPieceType<'_>,
    side: usize,
) -> Option<(&'a TomlTable, &'a TomlTable)> {
    let written = context.sides[side].table.table("pieces");
    written.get(&raw.id.value)?;
    let merged = context.rules_of(side).table("pieces").table(&raw.id.value);
    Some((written.table(&raw.id.value), merged))
}

/// Replaces the move rules of sides that have their own, and returns their texts.
pub(super) fn read_moves(
    context: &LoweringContext<'_>,
    raw: &RawPieceType<'_>,
    moves: &mut PieceMoves,
    diagnostics: &mut Diagnostics,
) -> Vec<(SideId, Vec<MoveRuleText>)> {
    let mut texts = Vec::new();
    for side in context.players() {
        let Some((written, merged)) = own_table(context, raw, side) else { continue };
        if !MOVE_KEYS.iter().any(|key| written.get(key).is_some()) {
            continue;
        }
        let own = RawPieceType { table: merged, ..raw.clone() };
        let mut read = move_rules::read(context, &own, diagnostics);
        moves.rules[side] = std::mem::take(&mut read.rules[side]);
        texts.push((SideId(side as u8), read.texts));
    }
    texts
}

/// Whether a side has a key of its own for a piece.
pub(super) fn has_own(context: &LoweringContext<'_>, raw: &RawPieceType<'_>, key: &str) -> bool {
    let has_key = |side| own_table(context, raw, side).is_some_and(|it| it.0.get(key).is_some());
    context.players().into_iter().any(has_key)
}

/// Returns the cells from which a side's pieces of a type may make their step several times.
///
/// Each side reads its own key, or else that of the game. The text is that of the first side.
pub(super) fn long_step(
    context: &LoweringContext<'_>,
    raw: &RawPieceType<'_>,
    key: &str,
    diagnostics: &mut Diagnostics,
) -> Option<ResolvedCells> {
    let mut result: Option<ResolvedCells> = None;
    for side in 0..context.sides.len() {
        let own = own_table(context, raw, side).map(|(_, merged)| merged);
        let Some(text) = own.unwrap_or(raw.table).text(key) else { continue };
        let Some(read) = diagnostics.keep(context.cell_resolver.resolved(text)) else { continue };
        if context.sides[side].viewer.has_turns && read.cells[side].is_empty() {
            let id = &context.sides[side].id.value;
            diagnostics.push(
                text.error(Code::CellsEmpty, format!("`{key}` names no cell for {id}"))
                    .help("name cells on which the piece can stand, or leave the key out"),
            );
        }
        let cells = read.cells[side].clone();
        let none = || vec![CellSet::new(); context.sides.len()];
        let result = result.get_or_insert_with(|| ResolvedCells { cells: none(), expr: read.expr });
        result.cells[side] = cells;
    }
    result
}
