//! Looks for sides and pieces that cannot move: at the beginning, from a cell, or for ever.

use crate::game::{Piece, PieceTypeId};
use crate::geometry::{Cell, CellSet};
use crate::prose::end_words;
use crate::query::LoadedVariant;
use crate::rules::{EndReason, Position};

use super::lints::{DesignFault, own_pieces};
use super::mobility::{first_stuck, reaches_of_type};

/// How many pieces an example of a promotion names.
const MOST_OFFERED: usize = 3;

/// Games that are over before they begin, sides without a move, and pieces that never move, or not from a cell.
pub(super) fn without_move(variant: &LoadedVariant) -> Vec<DesignFault> {
    let rules = variant.rules();
    let initial = rules.initial_position();
    let mut faults = Vec::new();
    if let Some(end) = rules.game_end(&initial, &[]).filter(|end| end.reason == EndReason::Board) {
        let words = end_words(variant, &initial, &end);
        let message = format!("the game is over before the first move: {words}");
        let path: &[&str] = match &variant.game().end_conditions[..] {
            [] => &["ends"],
            [only] => &["end-conditions", &only.name],
            _ => &["end-conditions"],
        };
        faults.push(DesignFault::new("no-move", path, message).shown_by(variant, &initial));
    } else if rules.moves(&initial).is_empty() {
        let side = variant.side_title(initial.turn.to_move);
        let message = format!("{side} has no legal move in the initial position");
        faults.push(DesignFault::new("no-move", &["setup"], message).shown_by(variant, &initial));
    }
    for piece in own_pieces(variant) {
        let name = variant.piece_name(piece);
        let id = &variant.variant().face(piece.piece_type).id;
        let from = rules.layout().cells().next();
        let reached = reaches_of_type(variant, piece);
        if let Some(from) = from.filter(|_| reached.is_empty()) {
            let mut position = Position::empty(rules);
            position.set_piece(from, Some(piece));
            let message = format!("the {name} has no move on any cell");
            let fault = DesignFault::new("no-move", &["pieces", id], message);
            faults.push(fault.shown_by(variant, &position));
        } else if let Some(cell) = stuck_on(variant, piece) {
            let cell = variant.cell_name(cell);
            let message =
                format!("the {name} on `{cell}` never has a move: its rules allow none from there");
            faults.push(DesignFault::new("no-move", &["pieces", id], message));
        } else if let Some(cell) = dead_end(variant, piece, &reached) {
            let stuck = variant.cell_name(cell);
            let message = format!(
                "the {name} never moves from `{stuck}` again, and nothing becomes of it there: is \
                 `[promotion.{id}]` missing?{}",
                promotion_lines(variant, piece, cell)
            );
            faults.push(DesignFault::new("no-move", &["pieces", id], message));
        }
    }
    faults
}

/// A cell to which the moves of a piece lead and from which none leads, if no rule promotes it and no end of the
/// game asks where it is.
fn dead_end(variant: &LoadedVariant, piece: Piece, reached: &CellSet) -> Option<Cell> {
    let game = variant.game();
    let ends = game.ends_of(piece.side);
    if game.promotions.iter().any(|it| it.piece_type == piece.piece_type)
        || ends.goal.iter().any(|goal| goal.pieces.contains(piece))
    {
        return None;
    }
    let reached = reached.difference(&game.initial_cells(piece));
    first_stuck(variant, piece, reached.iter())
}

/// An initial cell from which a piece has no move on any board.
fn stuck_on(variant: &LoadedVariant, piece: Piece) -> Option<Cell> {
    first_stuck(variant, piece, variant.game().initial_cells(piece).iter())
}

/// The lines that would let a piece promote on the rank of a cell, as an example.
fn promotion_lines(variant: &LoadedVariant, piece: Piece, cell: Cell) -> String {
    let others = own_pieces(variant).into_iter().map(|it| it.piece_type);
    let is_choice =
        |it: &PieceTypeId| *it != piece.piece_type && !variant.game().piece_types[*it].royal;
    let others = others.filter(is_choice).take(MOST_OFFERED);
    let others: Vec<&str> = others.map(|it| &*variant.variant().face(it).id).collect();
    let point = variant.layout().point(cell);
    let ranks = &variant.layout().board(point.board).ranks.names;
    match (usize::try_from(point.at.y).ok().and_then(|rank| ranks.get(rank)), &others[..]) {
        (Some(rank), [_, ..]) => {
            format!(
                " With `must = \"rank {rank}\"` and `becomes = \"{}\"`, for instance",
                others.join(" ")
            )
        }
        _ => String::new(),
    }
}
