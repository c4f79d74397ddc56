//! Reads the initial position: pieces on the board and in hand.

use std::collections::BTreeSet;

use crate::geometry::{Cell, CellSet};
use crate::rules::{Game, Piece, PieceTypeId, SideId};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, unknown_name};

use super::lowering::LoweringContext;
use super::piece_types;

/// Written in place of cells: the piece takes part, and the source does not give its cell.
const UNKNOWN: &str = "unknown";

/// One piece on one cell, with the texts that put it there.
struct SetupEntry<'a> {
    cell: Cell,
    piece: Piece,
    name: &'a SourceText,
    cells: &'a SourceText,
}

/// The pieces at the first move.
#[derive(Debug, Default)]
pub(super) struct InitialPosition {
    pub pieces: Vec<(Cell, Piece)>,
    /// Pieces that take part, but on cells that the source does not give.
    pub pieces_without_cell: Vec<Piece>,
    /// Whether everything that the definition says could be read.
    pub is_complete: bool,
}

/// Reads `[setup.each]` and `[setup.SIDE]`.
pub(super) fn read(
    context: &LoweringContext<'_>,
    diagnostics: &mut Diagnostics,
) -> InitialPosition {
    let mut initial = InitialPosition { is_complete: true, ..InitialPosition::default() };
    let mut entries: Vec<SetupEntry<'_>> = Vec::new();
    for (owner, table) in context.root.table("setup").named() {
        let sides = owning_sides(context, owner, diagnostics);
        initial.is_complete &= sides.is_some();
        for (name, cells) in table.texts() {
            let Some(piece_type) = piece_types::find(&context.piece_types, &name.value) else {
                initial.is_complete = false;
                continue;
            };
            for &side in sides.iter().flatten() {
                let piece = context.army_piece(side, piece_type);
                if cells.value.trim() == UNKNOWN {
                    initial.pieces_without_cell.push(piece);
                    continue;
                }
                let found = cells_of(context, owner, cells, side, diagnostics);
                initial.is_complete &= found.is_some();
                let found = found.unwrap_or_default();
                entries.extend(found.iter().map(|cell| SetupEntry { cell, piece, name, cells }));
            }
        }
    }
    initial.is_complete &= !check_shared_cells(context, &entries, diagnostics);
    entries.sort_by_key(|entry| entry.cell);
    entries.dedup_by_key(|entry| entry.cell);
    initial.pieces = entries.into_iter().map(|entry| (entry.cell, entry.piece)).collect();
    initial
}

/// For each side, the initial cells of each of its piece types, by id.
///
/// If the side's army replaces a piece type, its id also stands for the cells of the replacement.
pub(super) fn start_cells(
    context: &LoweringContext<'_>,
    initial: &[(Cell, Piece)],
) -> Vec<Vec<(String, CellSet)>> {
    let of_side = |side: SideId| {
        let ids = context.piece_resolver.piece_types.iter().enumerate();
        let cells = ids.map(|(index, id)| {
            let piece_type = PieceTypeId(index as u8);
            let pieces = [Piece { side, piece_type }, context.army_piece(side.index(), piece_type)];
            let cells = initial.iter().filter(|(_, piece)| pieces.contains(piece));
            (id.clone(), cells.map(|&(cell, _)| cell).collect())
        });
        cells.filter(|(_, cells): &(String, CellSet)| !cells.is_empty()).collect()
    };
    context.side_ids().map(of_side).collect()
}

/// Reads `[setup-hand.each]` and `[setup-hand.SIDE]`.
pub(super) fn hands(
    context: &LoweringContext<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<(Piece, u16)> {
    let mut hands = Vec::new();
    for (owner, table) in context.root.table("setup-hand").named() {
        let Some(sides) = owning_sides(context, owner, diagnostics) else { continue };
        for entry in &table.entries {
            let piece_type = piece_types::find(&context.piece_types, &entry.key.value);
            let count = table.integer(&entry.key.value);
            let (Some(piece_type), Some((count, _))) = (piece_type, count) else { continue };
            let pieces = sides.iter().map(|&side| context.army_piece(side, piece_type));
            hands.extend(pieces.map(|piece| (piece, count.clamp(0, 999) as u16)));
        }
    }
    hands
}

/// The sides that `each` or the id of a side names.
fn owning_sides(
    context: &LoweringContext<'_>,
    owner: &SourceText,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<usize>> {
    if owner.value == "each" {
        return Some(context.players());
    }
    let side = context.sides.iter().position(|side| side.id.value == owner.value);
    if side.is_none() {
        let known = context.piece_resolver.sides.iter().map(String::as_str).chain(["each"]);
        diagnostics.push(unknown_name(Code::Side, "side", owner, known));
    }
    side.map(|side| vec![side])
}

/// The cells of one line of the setup, for one side.
///
/// `[setup.each]` is rotated or mirrored to the side's seat. A side's own table is read as the
/// first side sees the board.
fn cells_of(
    context: &LoweringContext<'_>,
    owner: &SourceText,
    cells: &SourceText,
    side: usize,
    diagnostics: &mut Diagnostics,
) -> Option<CellSet> {
    if owner.value != "each" {
        return diagnostics.keep(context.cell_resolver.cells(cells, 0));
    }
    match diagnostics.keep(context.cell_resolver.cells_or_missing(cells, side))? {
        Ok(cells) => Some(cells),
        Err(missing) => {
            let missing = context.cell_resolver.layout.name(missing);
            let id = &context.sides[side].id.value;
            let message = format!("seen from the seat of {id}, `{missing}` is not on the board");
            let help = format!("give {id} a setup of its own: `[setup.{id}]`");
            let error = cells.error(Code::SetupCell, message).help(help);
            diagnostics.push(owner.location.add_label(error, "seen from each side's seat"));
            None
        }
    }
}

/// Reports cells with two pieces; returns whether there are any.
///
/// Two sides whose seats put the same line of `[setup.each]` on the same cells get one error.
fn check_shared_cells(
    context: &LoweringContext<'_>,
    entries: &[SetupEntry<'_>],
    diagnostics: &mut Diagnostics,
) -> bool {
    let mut found = false;
    let mut reported = BTreeSet::new();
    for (index, entry) in entries.iter().enumerate() {
        let Some(other) = entries[..index].iter().find(|other| other.cell == entry.cell) else {
            continue;
        };
        let is_same_line = std::ptr::eq(other.cells, entry.cells);
        if is_same_line && other.piece == entry.piece {
            continue;
        }
        found = true;
        if !is_same_line {
            diagnostics.push(shared_cell(context, other, entry));
        } else if reported.insert((other.piece.side, entry.piece.side)) {
            let id = &context.sides[entry.piece.side.index()].id.value;
            let help = format!("`[setup.each]` needs a `seat` of its own for {id}");
            diagnostics.push(shared_cell(context, other, entry).help(help));
        }
    }
    found
}

/// The error about two pieces on one cell; it points at the file itself, not at a parent.
fn shared_cell(
    context: &LoweringContext<'_>,
    other: &SetupEntry<'_>,
    entry: &SetupEntry<'_>,
) -> Diagnostic {
    let is_own = |entry: &SetupEntry<'_>| entry.cells.location.file == *context.file;
    let (other, entry) =
        if is_own(other) && !is_own(entry) { (entry, other) } else { (other, entry) };
    let cell = context.cell_resolver.layout.name(entry.cell);
    let (one, two) = (&other.name.value, &entry.name.value);
    let side = &context.sides[entry.piece.side.index()].id.value;
    let message = if other.piece.side == entry.piece.side {
        format!("`{one}` and `{two}` of {side} both stand on `{cell}`")
    } else {
        let before = &context.sides[other.piece.side.index()].id.value;
        format!("`{one}` of {before} and `{two}` of {side} both stand on `{cell}`")
    };
    let error = entry.cells.error(Code::SetupCell, message);
    if std::ptr::eq(other.cells, entry.cells) {
        return error;
    }
    other.cells.location.add_label(error, "the other")
}

/// The type that a captured piece reverts to: the only one that promotes to `piece_type`.
///
/// Returns `None` if `piece_type` occurs in the initial position or in hand.
pub(super) fn unpromoted(game: &Game, piece_type: PieceTypeId) -> Option<PieceTypeId> {
    let on_board = game.initial_pieces.iter().map(|(_, piece)| piece);
    let in_hand = game.hands.iter().flat_map(|hands| &hands.initial).map(|(piece, _)| piece);
    if on_board.chain(in_hand).any(|piece| piece.piece_type == piece_type) {
        return None;
    }
    let promotions = game.promotions.iter();
    let from: BTreeSet<PieceTypeId> = promotions
        .filter(|promotion| promotion.choices.contains(&piece_type))
        .map(|promotion| promotion.piece_type)
        .collect();
    from.first().copied().filter(|_| from.len() == 1)
}
