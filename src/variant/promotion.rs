//! Reads `[promotion]`: what a piece may become, and where.

use crate::geometry::Cells;
use crate::rules::{PieceTypeId, Promotion, SideId};
use crate::source::{Code, Diagnostic, Diagnostics, TomlTable};

use super::cell_resolver::ResolvedCells;
use super::lowering::LoweringContext;
use super::piece_types;
use super::rule_exprs::PromotionText;

/// Returns the promotions of all sides, each with its texts.
pub(super) fn read(
    stage: &LoweringContext<'_>,
    complaints: &mut Diagnostics,
) -> Vec<(Promotion, PromotionText)> {
    let mut promotions = Vec::new();
    for (piece, table) in stage.root.table("promotion").named() {
        let Some(kind) = piece_types::find(&stage.piece_types, &piece.value) else { continue };
        if table.get("may").is_none() && table.get("must").is_none() {
            let message = "a promotion needs `may` or `must`";
            complaints.push(
                piece.error(Code::Promotion, message).help("must = \"rank 8\", for instance"),
            );
            continue;
        }
        for side in stage.players() {
            let kind = stage.piece_resolver.of_army(side, kind);
            promotions.extend(complaints.keep(promotion(stage, table, side, kind)));
        }
    }
    promotions
}

fn promotion(
    stage: &LoweringContext<'_>,
    table: &TomlTable,
    side: usize,
    kind: PieceTypeId,
) -> Result<(Promotion, PromotionText), Diagnostic> {
    let cells = |key: &str| match table.text(key) {
        Some(text) => {
            let ResolvedCells { expr, cells } = stage.cell_resolver.resolved(text)?;
            if cells[side].is_empty() {
                let side = &stage.sides[side].id.value;
                return Err(text.error(Code::CellsEmpty, format!("no cell of {side} is meant")));
            }
            Ok((cells[side].clone(), Some(expr)))
        }
        None => Ok((Cells::new(), None)),
    };
    let ((must, compulsory), (may, optional)) = (cells("must")?, cells("may")?);
    let becomes = match table.text("becomes") {
        Some(text) => {
            let becomes = stage.piece_types(text, side)?;
            if becomes.contains(&kind) {
                let message = format!("a {} becomes itself", stage.piece_type_id(kind));
                return Err(text.error(Code::Promotion, message).help("leave it out with `but`"));
            }
            if becomes.is_empty() {
                return Err(text.error(Code::Promotion, "there is nothing to become"));
            }
            becomes
        }
        None => Vec::new(),
    };
    let promotion = Promotion {
        side: SideId(side as u8),
        piece_type: kind,
        compulsory_zone: must,
        optional_zone: may,
        on_leaving: table.flag("leaving").unwrap_or(false),
        choices: becomes,
        initial_limit: table.get("limit").is_some(),
    };
    Ok((promotion, PromotionText { compulsory, optional }))
}
