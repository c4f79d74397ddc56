//! Pieces in lists and on rule sheets, with their diagrams.

use std::sync::Arc;

use crate::book::data::PieceData;
use crate::diagram::{BoardShape, Figure};
use crate::game::{EffectChange, Game, Piece, PieceTypeId, SideId};
use crate::geometry::{Cell, CellSet, Facing, JoinedEdges, Orientation, Tiling, Vector};
use crate::illustrate::Illustrator;
use crate::prose::describe_piece_type;
use crate::source::join_words;
use crate::variant::{MoveRuleText, PieceTypeInfo};

use super::armies::{ArmyGame, initial_piece_types};
use super::legend::inline_drawing;

/// A board with more files or ranks is shown in part if the part has all marked cells.
const LARGE_BOARD: usize = 10;
/// The least width and height of such a part, in cells.
const SMALLEST_PART: i16 = 5;

/// What is noted of a piece that effects and parts of turns put on the board.
pub(super) const IN_PLAY: &str = "during the game";

/// A piece of a game, as its page and its rule sheet show it.
#[derive(Debug)]
pub struct SheetPiece {
    /// The variant, with the army that has the piece.
    pub loaded: Arc<Illustrator>,
    /// The piece, of the side that has it at first.
    pub piece: Piece,
    /// The name of its army, `by promotion` or `during the game`; empty for a piece of every initial position.
    pub note: String,
}

/// All pieces that can be on the board: of the initial position, of the other armies, promoted, and
/// put there by effects and parts of turns.
pub fn sheet_pieces(loaded: &Arc<Illustrator>, armies: &[ArmyGame]) -> Vec<SheetPiece> {
    let entry = |loaded: &Arc<Illustrator>, piece_type: PieceTypeId, note: &str| SheetPiece {
        loaded: loaded.clone(),
        piece: Piece { side: loaded.variant.owning_side(piece_type), piece_type },
        note: note.to_owned(),
    };
    let id = |loaded: &Illustrator, it: PieceTypeId| loaded.variant.variant().face(it).id.clone();
    let armies = if armies.len() > 1 { armies } else { &[] };
    let has_type = |army: &ArmyGame, wanted: &str| {
        army.piece_types.iter().any(|&it| id(&army.loaded, it) == wanted)
    };
    let mut shared = initial_piece_types(loaded.variant.variant());
    shared.retain(|&it| !armies.iter().any(|army| has_type(army, &id(loaded, it))));
    let mut pieces: Vec<SheetPiece> = shared.iter().map(|&it| entry(loaded, it, "")).collect();
    for army in armies {
        let of_army = army.piece_types.iter().map(|&it| entry(&army.loaded, it, &army.army.name));
        pieces.extend(of_army);
    }
    let game = loaded.variant.game();
    let promoted = game.promotions.iter().flat_map(|it| &it.choices);
    let promoted = promoted.map(|&piece_type| (piece_type, "by promotion"));
    for (piece_type, note) in promoted.chain(arising(game).map(|it| (it, IN_PLAY))) {
        let name = loaded.variant.piece_type_name(piece_type);
        if !pieces.iter().any(|it| it.loaded.variant.piece_type_name(it.piece.piece_type) == name) {
            pieces.push(entry(loaded, piece_type, note));
        }
    }
    pieces
}

/// The piece types that effects and parts of turns put on the board.
fn arising(game: &Game) -> impl Iterator<Item = PieceTypeId> {
    let changes = game.effects.iter().flat_map(|effect| &effect.changes);
    let by_effect = changes.filter_map(|change| match change {
        EffectChange::Becomes(piece_type) | EffectChange::Placed(piece_type, _) => {
            Some(*piece_type)
        }
        _ => None,
    });
    let parts = game.turn_parts.iter().filter_map(|part| part.places.as_ref());
    by_effect.chain(parts.map(|(piece_type, _)| *piece_type))
}

/// A piece in a list, with its picture, notation and description.
pub fn piece_data(loaded: &Illustrator, side: SideId, piece_type: PieceTypeId) -> PieceData {
    let face = loaded.variant.variant().face(piece_type);
    let moves = describe_piece_type(&loaded.variant, piece_type);
    PieceData {
        glyph: glyph(loaded, Piece { side, piece_type }),
        name: face.name.clone(),
        letter: face.shown.clone(),
        notation: notation(face),
        words: moves.words(),
        zone_heading: zone_heading(loaded, side, piece_type),
        zones: moves.zones,
    }
}

/// The drawing of a piece, in both forms where readers can choose one.
fn glyph(loaded: &Illustrator, piece: Piece) -> String {
    let drawing = inline_drawing(loaded.piece_drawing(piece));
    match loaded.figurine(piece) {
        None => drawing,
        Some(figurine) => format!(
            "<span class=\"native\">{drawing}</span><span class=\"figurine\">{}</span>",
            inline_drawing(figurine)
        ),
    }
}

/// The head of the column with the zones; with more than two players it names the side.
fn zone_heading(loaded: &Illustrator, side: SideId, piece_type: PieceTypeId) -> String {
    match loaded.variant.variant().players().count() {
        ..=2 => "Where it stands".to_owned(),
        _ => {
            let name = loaded.variant.piece_type_name(piece_type);
            let players: Vec<SideId> = loaded.variant.variant().players().collect();
            let title = |side: SideId| loaded.variant.side_title(side);
            let next = |at: usize| title(players[(at + 1) % players.len()]);
            let turned =
                (0..players.len()).map(|at| format!("{} becomes {}", title(players[at]), next(at)));
            format!(
                "Where {}'s {name} stands (for {}, rotate the places: {}; and so on for the others)",
                title(side),
                next(0),
                join_words(turned, "and"),
            )
        }
    }
}

/// The notation of a piece's moves; empty if it says more than is true, as for a rule that holds on
/// some cells only or that shoots.
fn notation(face: &PieceTypeInfo) -> String {
    let is_one = face.moves.len() == 1;
    let rules = face.moves.iter().filter(|rule| is_one || rule.within.is_none());
    let notations: Vec<&str> = rules.filter_map(MoveRuleText::plain_notation).collect();
    if notations.len() == face.moves.len() { notations.join(", ") } else { String::new() }
}

/// The diagram of a piece's moves; `None` if they are unknown.
pub(super) fn move_diagram(loaded: &Illustrator, piece: Piece) -> Option<Figure> {
    let mut figure = loaded.sample_diagram(piece)?;
    if let Some(part) = visible_part(&figure) {
        figure = figure.cropped_to(&part).unwrap_or(figure);
    }
    turn_tall_board(&mut figure);
    // Coordinates are too small to be read, and an overview repeats the levels.
    let view = figure.view_mut();
    (view.coordinates, view.overview, view.in_one_row) = (false, false, true);
    Some(figure)
}

/// Turns a board that is at least three times as high as wide, so that its cells become larger.
pub(super) fn turn_tall_board(figure: &mut Figure) {
    let view = figure.view();
    let [board] = view.layout.boards() else { return };
    let is_ring = view.boards.first().is_some_and(|style| style.shape == BoardShape::Ring);
    let is_tall = board.ranks.len() >= 3 * board.files.len();
    if is_tall && !is_ring && board.tiling == Tiling::Squares {
        figure.view_mut().orientation = Orientation::facing(Facing::Left);
    }
}

/// The part of a large board that has all marks and pieces; `None` if that is most of the board.
fn visible_part(figure: &Figure) -> Option<CellSet> {
    let layout = &figure.view().layout;
    let [board] = layout.boards() else { return None };
    let (files, ranks) = (board.files.len() as i16, board.ranks.len() as i16);
    let is_plain = board.tiling == Tiling::Squares && board.joined == JoinedEdges::NOTHING;
    // Each level of a board with several levels is small.
    let is_large = board.files.len().max(board.ranks.len()) > LARGE_BOARD || board.has_levels;
    if !is_plain || !is_large {
        return None;
    }
    let marked = figure.marks.iter().map(|mark| mark.cell);
    let marked: CellSet = marked.chain(figure.pieces.iter().map(|it| it.cell)).collect();
    let points = || marked.iter().map(|cell| layout.point(cell).at);
    let span = |of: fn(Vector) -> i16, size: i16| {
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
