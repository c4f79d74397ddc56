//! The pieces of a rule sheet and their diagrams.

use std::sync::Arc;

use crate::diagram::{BoardShape, Figure};
use crate::geometry::{Cell, Cells, Facing, Frame, Joined, Tiling};
use crate::illustrate::Illustrator;
use crate::query::Study;
use crate::rules::{Piece, PieceTypeId};

use super::armies::{ArmyGame, initial_piece_types};

/// A board with more files or ranks is shown in part if the part has all marked cells.
const LARGE_BOARD: usize = 10;
/// The least width and height of such a part, in cells.
const SMALLEST_PART: i16 = 5;

/// A piece that the sheet shows.
pub(super) struct SheetPiece {
    /// The game, with the army that has the piece.
    pub illustrator: Arc<Illustrator>,
    pub piece: Piece,
    /// The name of its army, or `by promotion`; empty for a piece of every initial position.
    pub note: String,
}

/// All pieces that can be on the board: of the initial position, of the other armies, and promoted.
pub(super) fn sheet_pieces(illustrator: &Arc<Illustrator>, armies: &[ArmyGame]) -> Vec<SheetPiece> {
    let entry = |illustrator: &Arc<Illustrator>, kind: PieceTypeId, note: &str| SheetPiece {
        illustrator: illustrator.clone(),
        piece: Piece { side: illustrator.variant.owning_side(kind), piece_type: kind },
        note: note.to_owned(),
    };
    let study = &illustrator.variant;
    let id = |study: &Study, kind: PieceTypeId| study.variant().face(kind).id.clone();
    let armies = if armies.len() > 1 { armies } else { &[] };
    let of_armies: Vec<SheetPiece> = armies
        .iter()
        .flat_map(|army| {
            army.kinds.iter().map(|&kind| entry(&army.illustrator, kind, &army.army.name))
        })
        .collect();
    let is_shared = |kind: &PieceTypeId| {
        !of_armies
            .iter()
            .any(|it| id(&it.illustrator.variant, it.piece.piece_type) == id(study, *kind))
    };
    let mut kinds = initial_piece_types(study.variant(), None);
    kinds.retain(is_shared);
    let mut pieces: Vec<SheetPiece> =
        kinds.iter().map(|&kind| entry(illustrator, kind, "")).collect();
    pieces.extend(of_armies);
    for &kind in study.variant().game.promotions.iter().flat_map(|promotion| &promotion.choices) {
        let name = study.kind_name(kind);
        if !pieces.iter().any(|it| it.illustrator.variant.kind_name(it.piece.piece_type) == name) {
            pieces.push(entry(illustrator, kind, "by promotion"));
        }
    }
    pieces
}

/// The diagram of a piece's moves; `None` if they are unknown.
pub(super) fn move_diagram(illustrator: &Illustrator, piece: Piece) -> Option<Figure> {
    let mut figure = illustrator.sample_diagram(piece)?;
    if let Some(part) = visible_part(&figure) {
        figure = figure.cropped_to(&part).unwrap_or(figure);
    }
    turn_tall_board(&mut figure);
    // Coordinates are too small to be read, and an overview repeats the levels.
    let board_style = figure.view_mut();
    board_style.coordinates = false;
    board_style.overview = false;
    board_style.in_one_row = true;
    Some(figure)
}

/// Turns a board that is at least three times as high as wide, so that its cells become larger.
pub(super) fn turn_tall_board(figure: &mut Figure) {
    let view = figure.view();
    let [board] = view.layout.boards() else { return };
    let is_ring = view.boards.first().is_some_and(|style| style.shape == BoardShape::Ring);
    let is_tall = board.ranks.len() >= 3 * board.files.len();
    if is_tall && !is_ring && board.tiling == Tiling::Squares {
        figure.view_mut().orientation = Frame::facing(Facing::Left);
    }
}

/// The part of a large board that has all marks and pieces; `None` if that is most of the board.
fn visible_part(figure: &Figure) -> Option<Cells> {
    let layout = &figure.view().layout;
    let [board] = layout.boards() else { return None };
    let (files, ranks) = (board.files.len() as i16, board.ranks.len() as i16);
    let is_plain = board.tiling == Tiling::Squares && board.joined == Joined::Nothing;
    // Each level of a board with several levels is small.
    let is_large = board.files.len().max(board.ranks.len()) > LARGE_BOARD || board.has_levels;
    if !is_plain || !is_large {
        return None;
    }
    let marked = figure.marks.iter().map(|mark| mark.cell);
    let marked: Cells = marked.chain(figure.pieces.iter().map(|it| it.cell)).collect();
    let points = || marked.iter().map(|cell| layout.point(cell).at);
    let span = |of: fn(crate::geometry::Vector) -> i16, size: i16| {
        let (least, most) = (points().map(of).min()?, points().map(of).max()?);
        // One more cell on each side, and at least the smallest part.
        let missing = (SMALLEST_PART - (most - least + 1)).max(2);
        let least = (least - missing / 2).clamp(0, (size - SMALLEST_PART).max(0));
        let most = (most + missing / 2).max(least + SMALLEST_PART - 1).min(size - 1);
        Some(least..=most)
    };
    let (x, y) = (span(|at| at.x, files)?, span(|at| at.y, ranks)?);
    let within = |cell: &Cell| {
        let at = layout.point(*cell).at;
        x.contains(&at.x) && y.contains(&at.y)
    };
    let is_part = (x.len() as i16) + 2 < files || (y.len() as i16) + 2 < ranks;
    is_part.then(|| layout.cells().filter(within).collect())
}
