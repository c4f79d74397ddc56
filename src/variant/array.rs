use std::collections::BTreeSet;

use crate::geometry::{Cell, Cells};
use crate::rules::{Game, Piece, PieceTypeId, SideId};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, suggestion};

use super::kinds;
use super::stage::Stage;

/// In place of cells: the piece takes part, and the source does not say where it stands.
const UNKNOWN: &str = "unknown";

/// A board_piece of the array, and the texts that put it there.
struct Placed<'a> {
    cell: Cell,
    board_piece: Piece,
    piece: &'a SourceText,
    cells: &'a SourceText,
}

/// What stands where before the first move.
#[derive(Debug, Default)]
pub(super) struct Array {
    pub pieces: Vec<(Cell, Piece)>,
    /// Who takes part, and nobody knows from where.
    pub unplaced: Vec<Piece>,
    /// Whether that is all that was meant.
    pub sound: bool,
}

/// Reads `[setup.each]` and `[setup.SIDE]`.
pub(super) fn read(stage: &Stage<'_>, complaints: &mut Diagnostics) -> Array {
    let mut sound = true;
    let mut unplaced = Vec::new();
    let mut placed: Vec<Placed<'_>> = Vec::new();
    for (owner, table) in stage.root.table("setup").named() {
        let Some(sides) = owners(stage, owner, complaints) else {
            sound = false;
            continue;
        };
        for (piece, cells) in table.texts() {
            let Some(kind) = kinds::find(&stage.kinds, &piece.value) else {
                sound = false;
                continue;
            };
            for &side in &sides {
                let board_piece =
                    Piece { side: SideId(side as u8), piece_type: stage.cast.of_army(side, kind) };
                if cells.value.trim() == UNKNOWN {
                    unplaced.push(board_piece);
                    continue;
                }
                let Some(found) = cells_of(stage, owner, cells, side, complaints) else {
                    sound = false;
                    continue;
                };
                placed.extend(found.iter().map(|cell| Placed { cell, board_piece, piece, cells }));
            }
        }
    }
    sound &= !check_twice(stage, &placed, complaints);
    placed.sort_by_key(|placed| placed.cell);
    placed.dedup_by_key(|placed| placed.cell);
    let pieces = placed.into_iter().map(|placed| (placed.cell, placed.board_piece)).collect();
    Array { pieces, unplaced, sound }
}

/// For each side, the cells of each piece of the array, under the name of the array and, where an
/// army has another piece there, under that one's name too.
pub(super) fn starts(stage: &Stage<'_>, array: &[(Cell, Piece)]) -> Vec<Vec<(String, Cells)>> {
    let cells_of = |side: usize, piece_type: PieceTypeId| -> Cells {
        let board_piece = Piece { side: SideId(side as u8), piece_type };
        array.iter().filter(|(_, other)| *other == board_piece).map(|&(cell, _)| cell).collect()
    };
    let of_side = |side: usize| {
        let ids = stage.cast.kinds.iter().enumerate();
        let starts = ids.filter_map(|(index, id)| {
            let piece_type = PieceTypeId(index as u8);
            let mut cells = cells_of(side, piece_type);
            let replaced = stage.cast.of_army(side, piece_type);
            if replaced != piece_type {
                cells = cells.union(&cells_of(side, replaced));
            }
            (!cells.is_empty()).then(|| (id.clone(), cells))
        });
        starts.collect()
    };
    (0..stage.sides.len()).map(of_side).collect()
}

/// Reads `[setup-hand.each]` and `[setup-hand.SIDE]`.
pub(super) fn hands(stage: &Stage<'_>, complaints: &mut Diagnostics) -> Vec<(Piece, u16)> {
    let mut hands = Vec::new();
    for (owner, table) in stage.root.table("setup-hand").named() {
        let Some(sides) = owners(stage, owner, complaints) else { continue };
        for entry in &table.entries {
            let Some(kind) = kinds::find(&stage.kinds, &entry.key.value) else { continue };
            let Some((count, _)) = table.integer(&entry.key.value) else { continue };
            for &side in &sides {
                let board_piece =
                    Piece { side: SideId(side as u8), piece_type: stage.cast.of_army(side, kind) };
                hands.push((board_piece, count.clamp(0, 999) as u16));
            }
        }
    }
    hands
}

fn owners(
    stage: &Stage<'_>,
    owner: &SourceText,
    complaints: &mut Diagnostics,
) -> Option<Vec<usize>> {
    if owner.value == "each" {
        return Some(stage.players());
    }
    let side = stage.sides.iter().position(|side| side.id.value == owner.value);
    if side.is_none() {
        let known = stage.cast.sides.iter().map(String::as_str).chain(["each"]);
        complaints.push(
            owner
                .error(Code::Side, format!("no side `{}`", owner.value))
                .help(suggestion(&owner.value, known)),
        );
    }
    side.map(|side| vec![side])
}

/// The cells of a row of the array. `[setup.each]` is turned for every side, a side's own table is
/// read as the first side sees the board.
fn cells_of(
    stage: &Stage<'_>,
    owner: &SourceText,
    cells: &SourceText,
    side: usize,
    complaints: &mut Diagnostics,
) -> Option<Cells> {
    if owner.value != "each" {
        return complaints.keep(stage.places.cells(cells, 0));
    }
    match complaints.keep(stage.places.cells_or_missing(cells, side))? {
        Ok(cells) => Some(cells),
        Err(lost) => {
            let (lost, id) = (stage.places.layout.name(lost), &stage.sides[side].id.value);
            let message = format!("turned for {id}, `{lost}` is not on the board");
            let help = format!("give {id} an array of its own: `[setup.{id}]`");
            let complaint = cells.error(Code::SetupCell, message).help(help);
            complaints.push(owner.location.add_label(complaint, "each side's, turned to its seat"));
            None
        }
    }
}

/// Complains about cells on which two stand; says whether there are any. Sides whose seats bring
/// the same row of `[setup.each]` to the same cell are told of once.
fn check_twice(stage: &Stage<'_>, placed: &[Placed<'_>], complaints: &mut Diagnostics) -> bool {
    let mut found = false;
    let mut together = BTreeSet::new();
    for (index, here) in placed.iter().enumerate() {
        if let Some(other) = placed[..index].iter().find(|other| other.cell == here.cell) {
            let same_row = std::ptr::eq(other.cells, here.cells);
            if same_row && other.board_piece == here.board_piece {
                continue;
            }
            found = true;
            let sides = (other.board_piece.side, here.board_piece.side);
            if !same_row {
                complaints.push(twice(stage, other, here));
            } else if together.insert(sides) {
                let id = &stage.sides[here.board_piece.side.index()].id.value;
                let help = format!("an array for each side wants a `seat` of its own for {id}");
                complaints.push(twice(stage, other, here).help(help));
            }
        }
    }
    found
}

fn twice(stage: &Stage<'_>, other: &Placed<'_>, here: &Placed<'_>) -> Diagnostic {
    // The file at hand is blamed, not the parent whose array it disturbs.
    let own = |placed: &Placed<'_>| placed.cells.location.file == *stage.file;
    let (other, here) = if own(other) && !own(here) { (here, other) } else { (other, here) };
    let cell = stage.places.layout.name(here.cell);
    let (one, two) = (&other.piece.value, &here.piece.value);
    let side = &stage.sides[here.board_piece.side.index()].id.value;
    let message = if other.board_piece.side == here.board_piece.side {
        format!("`{one}` and `{two}` of {side} both stand on `{cell}`")
    } else {
        let before = &stage.sides[other.board_piece.side.index()].id.value;
        format!("`{one}` of {before} and `{two}` of {side} both stand on `{cell}`")
    };
    let complaint = here.cells.error(Code::SetupCell, message);
    if std::ptr::eq(other.cells, here.cells) {
        return complaint;
    }
    other.cells.location.add_label(complaint, "the other")
}

/// Kinds that only a promotion can bring about, each from one other kind: what they fall back to.
pub(super) fn unpromoted(game: &Game, piece_type: PieceTypeId) -> Option<PieceTypeId> {
    let in_array =
        game.initial_pieces.iter().any(|(_, board_piece)| board_piece.piece_type == piece_type);
    let in_hand = game.hands.iter().any(|hands| {
        hands.initial.iter().any(|(board_piece, _)| board_piece.piece_type == piece_type)
    });
    if in_array || in_hand {
        return None;
    }
    let mut from: Vec<PieceTypeId> = game
        .promotions
        .iter()
        .filter(|promotion| promotion.choices.contains(&piece_type))
        .map(|promotion| promotion.piece_type)
        .collect();
    from.sort();
    from.dedup();
    match from.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}
