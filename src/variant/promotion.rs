//! Reads `[promotion]`: what a piece may become, and where.

use crate::geometry::Cells;
use crate::rules::{KindId, Promotion, SideId};
use crate::source::{Code, Diagnostic};

use super::cell_resolver::ResolvedCells;
use super::kinds;
use super::rule_exprs::PromotionText;
use super::spot::Complaints;
use super::stage::Stage;
use super::tree::Table;

/// Returns the promotions of all sides, each with its texts.
pub(super) fn read(
    stage: &Stage<'_>,
    complaints: &mut Complaints,
) -> Vec<(Promotion, PromotionText)> {
    let mut promotions = Vec::new();
    for (piece, table) in stage.root.table("promotion").named() {
        let Some(kind) = kinds::find(&stage.kinds, &piece.value) else { continue };
        if table.get("may").is_none() && table.get("must").is_none() {
            let message = "a promotion needs `may` or `must`";
            complaints
                .add(piece.error(Code::Promotion, message).help("must = \"rank 8\", for instance"));
            continue;
        }
        for side in stage.players() {
            let kind = stage.cast.of_army(side, kind);
            promotions.extend(complaints.keep(promotion(stage, table, side, kind)));
        }
    }
    promotions
}

fn promotion(
    stage: &Stage<'_>,
    table: &Table,
    side: usize,
    kind: KindId,
) -> Result<(Promotion, PromotionText), Diagnostic> {
    let cells = |key: &str| match table.text(key) {
        Some(text) => {
            let ResolvedCells { expr, cells } = stage.places.resolved(text)?;
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
                let message = format!("a {} becomes itself", stage.kind_id(kind));
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
        kind,
        must,
        may,
        leaving: table.flag("leaving").unwrap_or(false),
        becomes,
        quota: table.get("quota").is_some(),
    };
    Ok((promotion, PromotionText { compulsory, optional }))
}
