//! Reads pieces in hand and their drops.

use std::collections::BTreeMap;

use crate::geometry::{AxisKind, CellSet};
use crate::rules::{DropRule, Hands, PieceTypeId, SideId};
use crate::source::{Code, Diagnostics, SourceText};

use super::cells::CellExpr;
use super::initial_position;
use super::lowering::LoweringContext;

/// Returns the hands of `[hands]` and `[setup-hand]`, or `None` if the game has neither.
pub(super) fn hands(context: &LoweringContext<'_>, diagnostics: &mut Diagnostics) -> Option<Hands> {
    let start = initial_position::hands(context, diagnostics);
    let entry = context.root.get("hands");
    if entry.is_none() && context.root.get("setup-hand").is_none() {
        if let Some(drops) = context.root.get("drops") {
            diagnostics.push(drops.key.error(Code::Drop, "`[drops]` without `[hands]`").help(
                "`[hands]` with `gain = \"captures\"` lets a side keep the pieces that it captures",
            ));
        }
        return None;
    }
    let table = context.root.table("hands");
    Some(Hands {
        captures_to_hand: table.get("gain").is_some(),
        unpromoted: table.text("as").is_none_or(|word| word.value == "unpromoted"),
        initial: start,
    })
}

/// Returns the drops of all sides, and for each piece type the cells that `[drops]` names for it.
///
/// A piece type that `[drops]` does not name may be dropped anywhere.
pub(super) fn drops(
    context: &LoweringContext<'_>,
    comes_in_hand: impl Fn(PieceTypeId) -> bool,
    diagnostics: &mut Diagnostics,
) -> (Vec<DropRule>, Vec<Option<CellExpr>>) {
    let (mut drops, mut exprs) = (Vec::new(), vec![None; context.piece_types.len()]);
    let all = CellSet::all(context.cell_resolver.layout.len());
    for (index, raw) in context.piece_types.iter().enumerate() {
        let id = PieceTypeId(index as u8);
        let table = context.root.table("drops").table(&raw.id.value);
        if !comes_in_hand(id) {
            continue;
        }
        let to =
            table.text("to").map(|text| diagnostics.keep(context.cell_resolver.resolved(text)));
        for side in context.players() {
            let cells = match &to {
                None => all.clone(),
                Some(to) => to.as_ref().map(|to| to.cells[side].clone()).unwrap_or_default(),
            };
            drops.push(DropRule {
                side: SideId(side as u8),
                piece_type: id,
                to: cells,
                one_per: lines(context, table.text("one-per").map(SourceText::as_str)),
                may_give_checkmate: table.flag("mates").unwrap_or(true),
            });
        }
        exprs[index] = to.flatten().map(|to| to.expr);
    }
    (drops, exprs)
}

/// Returns all files, or all ranks, of all boards.
fn lines(context: &LoweringContext<'_>, axis: Option<&str>) -> Vec<CellSet> {
    let axis = match axis {
        Some("file") => AxisKind::File,
        Some("rank") => AxisKind::Rank,
        _ => return Vec::new(),
    };
    let layout = &context.cell_resolver.layout;
    let mut lines = BTreeMap::<(u8, usize, i16), CellSet>::new();
    for cell in layout.cells() {
        let point = layout.point(cell);
        let line = (point.board, layout.index_on_axis(cell, axis), point.at.z);
        lines.entry(line).or_default().insert(cell);
    }
    lines.into_values().collect()
}
