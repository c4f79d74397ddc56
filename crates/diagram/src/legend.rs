//! The legend of a figure, and the samples of all its signs.

use std::sync::Arc;

use super::draw::{hatch_directions, mark_swatch, move_line_swatch, row, zone_swatch};
use super::{
    ArmyColour, BoardView, Figure, Glyph, Mark, MarkKind, MarkStatus, MoveLine, MoveLineKind,
    PieceDrawing, PlacedPiece, Scene,
};
use fairybook_core::geometry::{Cell, Facing};

/// One line of a legend.
#[derive(Debug, Clone, PartialEq)]
pub struct LegendEntry {
    /// The sign alone, without a board; to be written with [`write_svg`](super::write_svg).
    pub swatch: Scene,
    /// What it says.
    pub text: String,
    /// Whether it is a sign of most figures, which a page explains once: the dot of a
    /// move that also captures, and the line of a slide.
    pub is_usual: bool,
}

/// What the signs of a figure say: those that it uses, each once, in a fixed order.
///
/// Signs that are put together are explained one by one: the shape of a mark, the flag on it.
pub fn legend(figure: &Figure) -> Vec<LegendEntry> {
    let shown = |mark: &&Mark| mark.status != MarkStatus::Missing;
    let marks: Vec<&Mark> = figure.marks.iter().filter(shown).collect();
    // A dot in a ring, whichever of the two came first.
    let is_either = |cell: Cell| {
        let is = |kind| marks.iter().any(|mark| mark.cell == cell && mark.kind == kind);
        is(MarkKind::Move) && is(MarkKind::Attack)
    };
    // As which kind a mark is seen; the flag of a move tells all of it.
    let seen = |mark: &Mark| match mark.kind {
        MarkKind::Move | MarkKind::Attack if is_either(mark.cell) => Some(MarkKind::MoveOrCapture),
        MarkKind::Move if mark.first_move_only => None,
        kind => Some(kind),
    };
    let is_move_or_shot =
        figure.attacks_are_shots && marks.iter().all(|mark| mark.kind != MarkKind::MoveOrCapture);
    let seen: Vec<MarkKind> = marks.iter().filter_map(|mark| seen(mark)).collect();
    let mut entries = Vec::new();
    for &kind in MarkKind::ALL.iter().filter(|kind| seen.contains(kind)) {
        let text = match kind {
            MarkKind::Move if figure.moves_also_capture => MOVES_AND_CAPTURES,
            MarkKind::Attack if figure.attacks_are_shots => ATTACKS_BY_SHOT,
            MarkKind::MoveOrCapture if is_move_or_shot => MOVES_OR_SHOOTS,
            MarkKind::Shot if figure.shots_are_en_passant => CAPTURED_EN_PASSANT,
            kind => mark_text(kind),
        };
        // Beside a mark of another kind a reader would ask whether a dot captures too.
        let is_usual = text == MOVES_AND_CAPTURES && seen.iter().all(|other| *other == kind);
        entries.push(LegendEntry { is_usual, ..entry(Mark::new(Cell(0), kind), text) });
    }
    let [additions @ .., (missing, missing_text)] = additions();
    for (sample, text) in additions {
        let used = |mark: &&&Mark| {
            (sample.first_move_only && mark.first_move_only)
                || (sample.status == MarkStatus::Wrong && mark.status == MarkStatus::Wrong)
        };
        if let Some(mark) = marks.iter().find(used) {
            // What it is added to looks as it does in the picture.
            let kind = if sample.first_move_only { sample.kind } else { mark.kind };
            entries.push(entry(Mark { kind, ..sample }, text));
        }
    }
    if figure.marks.len() > marks.len() {
        entries.push(entry(missing, missing_text));
    }
    entries.extend(move_lines(figure));
    entries.extend(zones(figure.view()));
    entries
}

/// A dot always says the same; of a piece that captures as it moves, this is said besides.
const MOVES_AND_CAPTURES: &str = "moves or captures";

/// Of a dot in a ring that stands for a move and a shot.
const MOVES_OR_SHOOTS: &str = "moves, or captures from a distance";

/// Of a ring that stands for a shot.
const ATTACKS_BY_SHOT: &str = "would capture from a distance";

/// Of the mark on a Pawn that another one passes.
const CAPTURED_EN_PASSANT: &str = "captured en passant";

/// Of the line from where the capturing Pawn lands to that Pawn.
const CAPTURES_EN_PASSANT: &str = "captures en passant";

/// The zones whose names are not written at the edge of the board, each name once.
fn zones(view: &BoardView) -> Vec<LegendEntry> {
    let mut entries: Vec<LegendEntry> = Vec::new();
    for (zone, direction) in view.zones.iter().zip(hatch_directions(view)) {
        let is_new = entries.iter().all(|known| known.text != zone.label);
        if !view.edge_labels && !zone.label.is_empty() && is_new {
            let (swatch, text) = (zone_swatch(direction), zone.label.clone());
            entries.push(LegendEntry { swatch, text, is_usual: false });
        }
    }
    entries
}

/// What may be added to a mark, on a plain one, and what it says; at last a mark that is missing.
fn additions() -> [(Mark, &'static str); 3] {
    let plain = Mark::new(Cell(0), MarkKind::Move);
    [
        (Mark { first_move_only: true, ..plain }, "first move only"),
        (Mark { status: MarkStatus::Wrong, ..plain }, "marked, but not legal"),
        (Mark { status: MarkStatus::Missing, ..plain }, "legal, but not marked"),
    ]
}

/// The lines of a figure, by kind. If any slide has an arrow head, the entry explains it. A line
/// that ends at a capture ring has none.
fn move_lines(figure: &Figure) -> Vec<LegendEntry> {
    let layout = &figure.view().layout;
    // From level to level it is a single cell that shows of a line.
    let is_seen = |move_line: &MoveLine| match move_line.cells[..] {
        [.., before, last] => {
            let (before, last) = (layout.point(before), layout.point(last));
            (before.board, before.at.z) == (last.board, last.at.z)
        }
        _ => false,
    };
    let has_head = |move_line: &MoveLine| {
        move_line.open && is_seen(move_line) && !figure.ends_at_capture_ring(move_line)
    };
    let mut entries = Vec::new();
    for (kind, open, text) in MOVE_LINES {
        let mut alike = figure.move_lines.iter().filter(|line| line.kind == kind).peekable();
        if alike.peek().is_some() && alike.any(has_head) == open {
            let swatch = move_line_swatch(&sample_line(kind, open));
            let text = match kind {
                MoveLineKind::Shot if figure.shots_are_en_passant => CAPTURES_EN_PASSANT,
                _ => text,
            };
            let is_usual = kind == MoveLineKind::Slide;
            entries.push(LegendEntry { swatch, text: text.to_owned(), is_usual });
        }
    }
    entries
}

/// The lines in the order of a legend, whether each has an arrow head, and what it says.
const MOVE_LINES: [(MoveLineKind, bool, &str); 6] = [
    (MoveLineKind::Slide, false, "can be blocked"),
    (MoveLineKind::Slide, true, "can be blocked; arrow: to the edge"),
    (MoveLineKind::Lame, false, "blocked if occupied"),
    (MoveLineKind::Route, false, "one free route is enough"),
    (MoveLineKind::Hop, false, "jumped over"),
    (MoveLineKind::Shot, false, "line of such a capture"),
];

/// A line of two steps.
fn sample_line(kind: MoveLineKind, open: bool) -> MoveLine {
    let obstacles = match kind {
        MoveLineKind::Lame | MoveLineKind::Hop => vec![Cell(1)],
        MoveLineKind::Slide | MoveLineKind::Route | MoveLineKind::Shot => Vec::new(),
    };
    MoveLine { kind, cells: [0, 1, 2].map(Cell).to_vec(), open, obstacles }
}

/// One sign of the language of diagrams: on cells, as it is used, and what it says.
#[derive(Debug, Clone)]
pub struct LegendSample {
    /// A few cells with the sign on them.
    pub figure: Figure,
    /// What it says, as in legends.
    pub text: &'static str,
}

/// All signs that a legend can list, in its order.
pub fn legend_samples() -> Vec<LegendSample> {
    let kinds = MarkKind::ALL.iter().map(|&kind| (Mark::new(Cell(0), kind), mark_text(kind)));
    let marks = kinds.chain(additions());
    let marks = marks.map(|(mark, text)| LegendSample { figure: with_mark(mark), text });
    let move_lines = MOVE_LINES.map(|(kind, open, text)| {
        let figure = with_move_line(sample_line(kind, open));
        LegendSample { figure, text }
    });
    marks.chain(move_lines).collect()
}

/// A few cells in a row, without their names.
fn plain_row(cells: usize) -> Figure {
    Figure::new(BoardView { coordinates: false, ..row(cells) }.into())
}

fn pawn(cell: Cell, army: ArmyColour) -> PlacedPiece {
    let glyph = Glyph::parse("pawn").expect("there is such a piece");
    let piece = Arc::new(PieceDrawing::new(army, glyph, "", "Pawn"));
    PlacedPiece { cell, piece, facing: Facing::Forward }
}

/// The mark on a dark and on a light cell, with the pieces that it needs.
fn with_mark(mark: Mark) -> Figure {
    let mut figure = plain_row(2);
    let cells = [Cell(0), Cell(1)];
    let army = match mark.kind {
        MarkKind::Capture | MarkKind::Shot => Some(ArmyColour::Black),
        MarkKind::FriendlyCapture | MarkKind::Swap => Some(ArmyColour::White),
        MarkKind::Move
        | MarkKind::MoveOrCapture
        | MarkKind::Attack
        | MarkKind::Drop
        | MarkKind::Promotion => None,
    };
    figure.pieces = cells.iter().filter_map(|&cell| Some(pawn(cell, army?))).collect();
    figure.marks = cells.map(|cell| Mark { cell, ..mark }).to_vec();
    figure
}

/// A line with the pieces that it needs.
fn with_move_line(move_line: MoveLine) -> Figure {
    let mut figure = plain_row(3);
    let (victim, end) = match move_line.kind {
        MoveLineKind::Slide | MoveLineKind::Route | MoveLineKind::Lame => (None, MarkKind::Move),
        MoveLineKind::Hop => (Some(Cell(1)), MarkKind::Move),
        MoveLineKind::Shot => (Some(Cell(2)), MarkKind::Shot),
    };
    figure.pieces = vec![pawn(Cell(0), ArmyColour::White)];
    figure.pieces.extend(victim.map(|cell| pawn(cell, ArmyColour::Black)));
    figure.marks = vec![Mark::new(Cell(2), end)];
    figure.move_lines = vec![move_line];
    figure
}

fn entry(mark: Mark, text: &str) -> LegendEntry {
    LegendEntry { swatch: mark_swatch(&mark), text: text.to_owned(), is_usual: false }
}

fn mark_text(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Move => "move",
        MarkKind::Capture => "capture",
        MarkKind::MoveOrCapture => "move or capture",
        MarkKind::Attack => "would capture",
        MarkKind::FriendlyCapture => "captures its own piece",
        MarkKind::Shot => "captured from a distance",
        MarkKind::Swap => "swap",
        MarkKind::Drop => "drop",
        MarkKind::Promotion => "promotion",
    }
}
