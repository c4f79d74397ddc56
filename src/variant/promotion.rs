//! Reads `[promotion]`: the piece types that a piece may become, and where.

use crate::geometry::CellSet;
use crate::rules::{PieceTypeId, Promotion, SideId};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, TomlTable};

use super::cell_resolver::ResolvedCells;
use super::lowering::LoweringContext;
use super::piece_types;
use super::rule_exprs::PromotionText;

/// Returns the promotions of all sides, each with its texts.
pub(super) fn read(
    context: &LoweringContext<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<(Promotion, PromotionText)> {
    let mut promotions = Vec::new();
    for piece in promoting_pieces(context) {
        let Some(piece_type) = piece_types::find(&context.piece_types, &piece.value) else {
            continue;
        };
        for side in context.players() {
            let named = context.rules_of(side).table("promotion");
            if named.get(&piece.value).is_none() {
                continue;
            }
            let table = named.table(&piece.value);
            if table.get("may").is_none() && table.get("must").is_none() {
                let message = "a promotion needs `may` or `must`";
                diagnostics.push(
                    piece.error(Code::Promotion, message).help("must = \"rank 8\", for instance"),
                );
                break;
            }
            let piece_type = context.piece_resolver.of_army(side, piece_type);
            promotions.extend(diagnostics.keep(promotion(context, table, side, piece_type)));
        }
    }
    promotions
}

/// The pieces that promote, in the order in which they are first named for any side.
fn promoting_pieces<'a>(context: &LoweringContext<'a>) -> Vec<&'a SourceText> {
    let mut pieces: Vec<&SourceText> = Vec::new();
    let tables = context.players().into_iter().map(|side| context.rules_of(side));
    for (piece, _) in tables.flat_map(|rules| rules.table("promotion").named()) {
        if !pieces.iter().any(|known| known.value == piece.value) {
            pieces.push(piece);
        }
    }
    pieces
}

fn promotion(
    context: &LoweringContext<'_>,
    table: &TomlTable,
    side: usize,
    piece_type: PieceTypeId,
) -> Result<(Promotion, PromotionText), Diagnostic> {
    let cells = |key: &str| match table.text(key) {
        Some(text) => {
            let ResolvedCells { expr, cells } = context.cell_resolver.resolved(text)?;
            if cells[side].is_empty() {
                let side = &context.sides[side].id.value;
                return Err(text.error(Code::CellsEmpty, format!("this names no cell for {side}")));
            }
            Ok((cells[side].clone(), Some(expr)))
        }
        None => Ok((CellSet::new(), None)),
    };
    let ((must, compulsory), (may, optional)) = (cells("must")?, cells("may")?);
    let becomes = match table.text("becomes") {
        Some(text) => {
            let becomes = context.piece_types(text, side)?;
            if becomes.contains(&piece_type) {
                let message = format!("a {} becomes itself", context.piece_type_id(piece_type));
                return Err(text.error(Code::Promotion, message).help("leave it out with `but`"));
            }
            if becomes.is_empty() {
                return Err(text.error(Code::Promotion, "no piece type is left to become"));
            }
            becomes
        }
        None => Vec::new(),
    };
    let promotion = Promotion {
        side: SideId(side as u8),
        piece_type,
        compulsory_zone: must,
        optional_zone: may,
        on_leaving: table.flag("leaving").unwrap_or(false),
        choices: becomes,
        initial_limit: table.get("limit").is_some(),
    };
    Ok((promotion, PromotionText { compulsory, optional }))
}
