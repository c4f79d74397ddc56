//! The legend of a figure, and the samples of all its signs.

use std::sync::Arc;

use super::draw::{hatch_directions, mark_swatch, move_line_swatch, zone_swatch};
use super::{
    ArmyColour, Arrival, BoardView, Figure, Glyph, Mark, MarkKind, MarkStatus, MoveLine,
    MoveLineKind, PieceDrawing, PlacedPiece, Scene,
};
use crate::geometry::{Board, Cell, Facing, Layout};

/// One line of a legend.
#[derive(Debug, Clone, PartialEq)]
pub struct LegendEntry {
    /// The sign alone, without a board; to be written with [`write_svg`](super::write_svg).
    pub swatch: Scene,
    /// What it says.
    pub text: String,
}

/// What the signs of a figure say: those that it uses, each once, in a fixed order.
///
/// Signs that are put together are explained one by one: the shape of a mark, the arc over it,
/// the flag on it.
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
    let seen: Vec<MarkKind> = marks.iter().filter_map(|mark| seen(mark)).collect();
    let mut entries = Vec::new();
    for &kind in MarkKind::ALL {
        if seen.contains(&kind) {
            let text = match kind {
                MarkKind::Move if figure.moves_also_capture => MOVES_AND_TAKES,
                kind => mark_text(kind),
            };
            entries.push(entry(Mark::new(Cell(0), kind), text));
        }
    }
    for (sample, text) in additions() {
        let used = |mark: &&&Mark| {
            (sample.arrival != Arrival::Plain && mark.arrival == sample.arrival)
                || (sample.first_move_only && mark.first_move_only)
                || (sample.status == MarkStatus::Wrong && mark.status == MarkStatus::Wrong)
        };
        if let Some(mark) = marks.iter().find(used) {
            // What it is added to looks as it does in the picture.
            let kind = if sample.first_move_only { sample.kind } else { mark.kind };
            entries.push(entry(Mark { kind, ..sample }, text));
        }
    }
    if figure.marks.len() > marks.len() {
        let (missing, text) = missing();
        entries.push(entry(missing, text));
    }
    entries.extend(move_lines(figure));
    entries.extend(zones(figure.view()));
    entries
}

/// A dot always says the same; of a piece that takes as it moves, this is said besides.
const MOVES_AND_TAKES: &str = "may move here, and captures in the same way";

/// The zones whose names are not written at the edge of the board, each name once.
fn zones(view: &BoardView) -> Vec<LegendEntry> {
    let mut entries: Vec<LegendEntry> = Vec::new();
    for (zone, direction) in view.zones.iter().zip(hatch_directions(view)) {
        let is_new = entries.iter().all(|known| known.text != zone.label);
        if !view.edge_labels && !zone.label.is_empty() && is_new {
            entries.push(LegendEntry { swatch: zone_swatch(direction), text: zone.label.clone() });
        }
    }
    entries
}

/// What may be added to a mark, on a plain one, and what it says.
fn additions() -> [(Mark, &'static str); 3] {
    let plain = Mark::new(Cell(0), MarkKind::Move);
    [
        (Mark { arrival: Arrival::Leap, ..plain }, "an arc: by a leap, whatever stands between"),
        (
            Mark { first_move_only: true, ..plain },
            "a flag: may move here, only as the piece's first move",
        ),
        (Mark { status: MarkStatus::Wrong, ..plain }, "crossed out: the rules contradict the mark"),
    ]
}

fn missing() -> (Mark, &'static str) {
    let mark = Mark::new(Cell(0), MarkKind::Move);
    let text = "dashed: the rules have it, the marks do not";
    (Mark { status: MarkStatus::Missing, ..mark }, text)
}

/// The lines of a figure, by kind. If any slide has an arrow head, the entry explains it. A line
/// that ends at a capture ring has none.
fn move_lines(figure: &Figure) -> Vec<LegendEntry> {
    let used = |(kind, open): &(MoveLineKind, bool)| {
        let mut alike =
            figure.move_lines.iter().filter(|move_line| move_line.kind == *kind).peekable();
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
        alike.peek().is_some() && alike.any(has_head) == *open
    };
    let entry = |(kind, open)| {
        let text = move_line_text(kind, open).to_owned();
        LegendEntry { swatch: move_line_swatch(kind, open), text }
    };
    LEGEND_ORDER.into_iter().filter(used).map(entry).collect()
}

/// The order of lines in a legend, and whether each has an arrow head.
const LEGEND_ORDER: [(MoveLineKind, bool); 6] = [
    (MoveLineKind::Slide, false),
    (MoveLineKind::Slide, true),
    (MoveLineKind::Lame, false),
    (MoveLineKind::Route, false),
    (MoveLineKind::Hop, false),
    (MoveLineKind::Shot, false),
];

fn move_line_text(kind: MoveLineKind, open: bool) -> &'static str {
    match kind {
        MoveLineKind::Slide if open => {
            "slides along the line; an arrow head: as far as the board goes"
        }
        MoveLineKind::Slide => "along the line, as long as nothing stands on it",
        MoveLineKind::Lame => "blocked by anything on a small square",
        MoveLineKind::Route => "any one free route is enough",
        MoveLineKind::Hop => "hops over what stands in the frame",
        MoveLineKind::Shot => "takes what stands at the end of the line, from where it begins",
    }
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
    let marks = kinds.chain(additions()).chain([missing()]);
    let marks = marks.map(|(mark, text)| LegendSample { figure: with_mark(mark), text });
    let move_lines = LEGEND_ORDER.map(|(kind, open)| {
        let text = move_line_text(kind, open);
        LegendSample { figure: with_move_line(kind, open), text }
    });
    marks.chain(move_lines).collect()
}

/// A few cells in a row.
fn row(cells: usize) -> Figure {
    let layout = Layout::new(vec![Board::rectangle(cells, 1)]).expect("a row is a board");
    let mut view = BoardView::new(layout.into());
    view.coordinates = false;
    Figure::new(view.into())
}

fn pawn(cell: Cell, army: ArmyColour) -> PlacedPiece {
    let glyph = Glyph::parse("pawn").expect("there is such a piece");
    let piece = Arc::new(PieceDrawing::new(army, glyph, "", "Pawn"));
    PlacedPiece { cell, piece, facing: Facing::Forward }
}

/// The mark on a dark and on a light cell, with the pieces that it needs.
fn with_mark(mark: Mark) -> Figure {
    let mut figure = row(2);
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

/// A line of two steps, with the pieces that it needs.
fn with_move_line(kind: MoveLineKind, open: bool) -> Figure {
    let mut figure = row(3);
    let mut move_line = MoveLine::new(kind, [Cell(0), Cell(1), Cell(2)]);
    move_line.open = open;
    figure.pieces = vec![pawn(Cell(0), ArmyColour::White)];
    match kind {
        MoveLineKind::Slide | MoveLineKind::Route => {}
        MoveLineKind::Lame => move_line.obstacles = vec![Cell(1)],
        MoveLineKind::Hop => {
            move_line.obstacles = vec![Cell(1)];
            figure.pieces.push(pawn(Cell(1), ArmyColour::Black));
        }
        MoveLineKind::Shot => figure.pieces.push(pawn(Cell(2), ArmyColour::Black)),
    }
    let end = if kind == MoveLineKind::Shot { MarkKind::Shot } else { MarkKind::Move };
    figure.marks = vec![Mark::new(Cell(2), end)];
    figure.move_lines = vec![move_line];
    figure
}

fn entry(mark: Mark, text: &str) -> LegendEntry {
    LegendEntry { swatch: mark_swatch(&mark), text: text.to_owned() }
}

fn mark_text(kind: MarkKind) -> &'static str {
    match kind {
        MarkKind::Move => "may move here",
        MarkKind::Capture => "may capture here",
        MarkKind::MoveOrCapture => "may move or capture here",
        MarkKind::Attack => "would capture an enemy that stood here",
        MarkKind::FriendlyCapture => "may capture a piece of its own here",
        MarkKind::Shot => "may capture what stands here without moving there",
        MarkKind::Swap => "may change places with what stands here",
        MarkKind::Drop => "may be dropped here",
        MarkKind::Promotion => "may promote here",
    }
}
