//! Moves between which a player must choose: what they are called, and the cells that tell them apart.

use crate::game::PieceTypeId;
use crate::game_text::print_move;
use crate::geometry::{Cell, CellSet};
use crate::query::LoadedVariant;
use crate::rules::{Move, MoveKind, Position};
use crate::source::{capitalised, join_words};

/// One of several moves of the same piece.
#[derive(Debug, Clone)]
pub(super) struct MoveChoice {
    pub found: Move,
    /// What it does that the others do not: `Promote to Queen`.
    pub label: String,
    /// The piece type to which it promotes.
    pub promotion: Option<PieceTypeId>,
    /// The cells that not all of the moves have.
    pub cells: CellSet,
}

/// Labels moves by what differs.
pub(super) fn choices(
    variant: &LoadedVariant,
    position: &Position,
    moves: &[Move],
) -> Vec<MoveChoice> {
    let named: Vec<CellSet> = moves.iter().map(cells_of).collect();
    let common = named
        .iter()
        .skip(1)
        .fold(named.first().cloned().unwrap_or_default(), |all, it| all.intersection(it));
    let mut found: Vec<MoveChoice> = moves
        .iter()
        .zip(&named)
        .map(|(&found, cells)| MoveChoice {
            found,
            label: label(variant, position, &found, moves),
            promotion: found.promotion,
            cells: cells.difference(&common),
        })
        .collect();
    let labels: Vec<String> = found.iter().map(|choice| choice.label.clone()).collect();
    for choice in &mut found {
        if labels.iter().filter(|label| **label == choice.label).count() > 1 {
            let text = print_move(variant.variant(), variant.rules(), position, &choice.found);
            choice.label = format!("{} ({text})", choice.label);
        }
    }
    found
}

/// The cells that a move names besides its start.
fn cells_of(found: &Move) -> CellSet {
    let mut cells = CellSet::from_iter([found.to]);
    cells.extend(found.captures.iter());
    cells.extend(found.transfers.iter());
    cells.extend(found.displaced.map(|(from, _)| from));
    cells
}

/// Whether a part of the moves is not the same for all.
fn differ<T: PartialEq>(all: &[Move], part: impl Fn(&Move) -> T) -> bool {
    all.iter().any(|other| part(other) != part(&all[0]))
}

fn label(variant: &LoadedVariant, position: &Position, found: &Move, all: &[Move]) -> String {
    let mut parts = Vec::new();
    let is_castling = |found: &Move| matches!(found.kind, MoveKind::Castle(_));
    if differ(all, is_castling) && is_castling(found) {
        parts.push("castle".to_owned());
    }
    if differ(all, |found| found.to) {
        parts.push(match found.to == found.from {
            true => "stay".to_owned(),
            false => format!("move to {}", variant.cell_name(found.to)),
        });
    }
    let elsewhere = |found: &Move| -> Vec<Cell> {
        found.captures.iter().filter(|&cell| cell != found.to).collect()
    };
    let on_target = |found: &Move| found.captures.contains(found.to);
    if differ(all, elsewhere) {
        let victims = elsewhere(found);
        let named = victims.iter().map(|&cell| match position.piece_at(cell) {
            Some(piece) => {
                format!("the {} on {}", variant.piece_name(piece), variant.cell_name(cell))
            }
            None => variant.cell_name(cell).to_owned(),
        });
        parts.push(match victims.is_empty() {
            true => "capture nothing else".to_owned(),
            false => format!("capture {}", join_words(named, "and")),
        });
    } else if differ(all, on_target) {
        parts.push(if on_target(found) { "capture" } else { "do not capture" }.to_owned());
    }
    if differ(all, |found| found.displaced) && !is_castling(found) {
        parts.push(match found.displaced {
            Some((with, _)) => format!("swap with {}", variant.cell_name(with)),
            None => "do not swap".to_owned(),
        });
    }
    let dropped = |found: &Move| match found.kind {
        MoveKind::Drop(piece) => Some(piece.piece_type),
        _ => None,
    };
    if differ(all, dropped) {
        parts.extend(dropped(found).map(|it| format!("drop as {}", variant.piece_type_name(it))));
    }
    if differ(all, |found| found.promotion) {
        parts.push(match found.promotion {
            Some(piece_type) => format!("promote to {}", variant.piece_type_name(piece_type)),
            None => "do not promote".to_owned(),
        });
    }
    if differ(all, |found| found.transfers) {
        let cells = found.transfers.iter().map(|cell| variant.cell_name(cell));
        parts.push(format!("transfer to {}", join_words(cells, "and")));
    }
    if parts.is_empty() {
        parts.push("move".to_owned());
    }
    capitalised(&parts.join(", "))
}
