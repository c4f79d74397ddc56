//! Reads `[[transfers]]`: pieces that go from some cells to others after a move.

use crate::geometry::CellSet;
use crate::rules::{OccupantRule, Transfer, TransferWhen};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, TomlTable, limits, suggestion};

use super::cell_resolver::ResolvedCells;
use super::lowering::LoweringContext;
use super::rule_exprs::TransferText;
use super::states::no_state;

/// Returns the transfers, each with its texts.
pub(super) fn read(
    context: &LoweringContext<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<(Transfer, TransferText)> {
    let tables = context.root.tables("transfers");
    if let Some((_, location)) = tables.get(limits::ZONES) {
        let message = format!("more than {} transfers", limits::ZONES);
        diagnostics.push(location.error(Code::Transfer, message));
        return Vec::new();
    }
    tables
        .iter()
        .enumerate()
        .filter_map(|(index, (table, _))| diagnostics.keep(transfer(context, table, index)))
        .collect()
}

fn transfer(
    context: &LoweringContext<'_>,
    table: &TomlTable,
    index: usize,
) -> Result<(Transfer, TransferText), Diagnostics> {
    let cells = |key: &str| -> Result<_, Diagnostic> {
        match table.text(key) {
            Some(text) => {
                let ResolvedCells { expr, cells } = context.cell_resolver.resolved(text)?;
                Ok((cells, Some(expr)))
            }
            None => Ok((vec![CellSet::new(); context.sides.len()], None)),
        }
    };
    let ((from, from_text), (to, to_text)) = (cells("from")?, cells("to")?);
    let (pieces, pieces_text) = match table.text("pieces") {
        Some(text) => {
            let expr = context.piece_expr(text)?;
            (context.piece_set(&expr, text, None)?, Some(expr))
        }
        None => (context.piece_resolver.all_pieces(), None),
    };
    let text_is = |key: &str, word: &str| table.text(key).is_some_and(|text| text.value == word);
    let name = table.text("name").map(|name| name.value.clone());
    let is_removed = text_is("occupant", "removed");
    let transfer = Transfer {
        name: name.unwrap_or_else(|| format!("transfer {}", index + 1)),
        when: match table.text("when").map(SourceText::as_str) {
            Some("owner moved") => TransferWhen::OwnerMoved,
            Some("alone on board") => TransferWhen::AloneOnBoard,
            Some("turn") => TransferWhen::Turn,
            _ => TransferWhen::Captured,
        },
        from: from.into(),
        pieces,
        states: match table.text("if") {
            Some(text) => transfer_states(context, text)?,
            None => Vec::new(),
        },
        to: to.into(),
        occupant: if is_removed { OccupantRule::Removed } else { OccupantRule::Blocks },
        removed_when_full: text_is("full", "removed"),
        reset: match table.text("then") {
            Some(text) => reset(context, text)?,
            None => CellSet::new(),
        },
    };
    Ok((transfer, TransferText { pieces: pieces_text, from: from_text, to: to_text }))
}

/// Parses `STATE not STATE`: each state, and whether the piece must have it.
fn transfer_states(
    context: &LoweringContext<'_>,
    text: &SourceText,
) -> Result<Vec<(u8, bool)>, Diagnostic> {
    let mut states = Vec::new();
    let mut wanted = true;
    for word in text.words() {
        if word.value == "not" {
            wanted = false;
            continue;
        }
        let state = context.states.iter().position(|known| *known == word.value);
        states.push((state.ok_or_else(|| no_state(context, &word))? as u8, wanted));
        wanted = true;
    }
    Ok(states)
}

/// Parses `reset BOARD`, and returns the cells of that board.
fn reset(context: &LoweringContext<'_>, text: &SourceText) -> Result<CellSet, Diagnostic> {
    let words = text.words();
    let [reset, board] = words.as_slice() else {
        return Err(text.error(Code::Transfer, "expected `reset` and a board"));
    };
    if reset.value != "reset" {
        let message = format!("`{}` cannot follow a transfer", reset.value);
        return Err(reset.error(Code::Transfer, message).help("`reset BOARD`"));
    }
    let boards = context.cell_resolver.layout.boards();
    match boards.iter().position(|known| known.id == board.value) {
        Some(index) => Ok(context.cell_resolver.layout.cells_of(index as u8).collect()),
        None => Err(board
            .error(Code::Transfer, format!("no board `{}`", board.value))
            .help(suggestion(&board.value, boards.iter().map(|board| board.id.as_str())))),
    }
}
