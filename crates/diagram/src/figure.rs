//! What a diagram shows: pieces, marks, lines of moves.

use std::sync::Arc;

use fairybook_core::geometry::{Cell, CellSet};
use fairybook_core::source::with_words;

use super::{BoardView, PlacedPiece};

/// Everything that a diagram shows. It holds what its author states: the rules are not consulted.
#[derive(Debug, Clone)]
pub struct Figure {
    view: Arc<BoardView>,
    /// The pieces on their cells.
    pub pieces: Vec<PlacedPiece>,
    /// Cells that get a halo: those of the pieces that the figure is about.
    pub focus: CellSet,
    /// Marks on cells.
    pub marks: Vec<Mark>,
    /// Whether each move to a marked cell would also capture an enemy piece there.
    pub moves_also_capture: bool,
    /// Whether every mark of an attack stands for a shot: no piece moves there to capture.
    pub attacks_are_shots: bool,
    /// Whether every mark of a shot stands for a Pawn that is captured en passant.
    pub shots_are_en_passant: bool,
    /// Lines along which pieces move, shoot or hop.
    pub move_lines: Vec<MoveLine>,
    /// The title for readers who hear the page. It is not drawn: a visible one is
    /// [`BoardStyle::title`](super::BoardStyle::title).
    pub title: String,
    /// The text alternative: what the diagram shows, in words.
    pub text_alternative: String,
}

impl Figure {
    /// Whether a line ends at a piece with a capture ring, which the line must not enter.
    pub(super) fn ends_at_capture_ring(&self, move_line: &MoveLine) -> bool {
        let mut marks = self.marks.iter();
        marks.any(|mark| Some(&mark.cell) == move_line.cells.last() && mark.kind.is_ring())
    }

    /// A figure of empty boards. Figures that share their view draw the background once.
    pub fn new(view: Arc<BoardView>) -> Self {
        Figure {
            view,
            pieces: Vec::new(),
            focus: CellSet::new(),
            marks: Vec::new(),
            moves_also_capture: false,
            attacks_are_shots: false,
            shots_are_en_passant: false,
            move_lines: Vec::new(),
            title: String::new(),
            text_alternative: String::new(),
        }
    }

    /// The boards and how they are shown.
    pub fn view(&self) -> &BoardView {
        &self.view
    }

    /// The view of this figure, to be changed. Other figures keep theirs.
    pub fn view_mut(&mut self) -> &mut BoardView {
        let view = Arc::make_mut(&mut self.view);
        view.clear_cache();
        view
    }
}

/// A mark on one cell. A cell may have several marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The marked cell.
    pub cell: Cell,
    /// What the mark says.
    pub kind: MarkKind,
    /// Whether only the first move of the piece can do it.
    pub first_move_only: bool,
    /// How the mark compares with the rules.
    pub status: MarkStatus,
}

impl Mark {
    /// A plain mark.
    pub fn new(cell: Cell, kind: MarkKind) -> Self {
        Mark { cell, kind, first_move_only: false, status: MarkStatus::None }
    }
}

with_words! {
    /// What a mark says may be done on its cell.
    pub enum MarkKind {
        /// Move to the empty cell.
        Move = "move",
        /// Capture the piece on the cell.
        Capture = "capture",
        /// Move or capture.
        MoveOrCapture = "either",
        /// Could capture an enemy piece on the cell, which is empty; the piece cannot move there.
        Attack = "threat",
        /// Capture a friendly piece.
        FriendlyCapture = "own-capture",
        /// Shoot: capture the piece on the cell without moving there.
        Shot = "shot",
        /// Swap with the piece on the cell.
        Swap = "swap",
        /// Drop a piece there.
        Drop = "drop",
        /// Promote there.
        Promotion = "promotion",
    }
}

impl MarkKind {
    /// Whether the mark is drawn as a ring around the piece on its cell.
    pub(super) fn is_ring(self) -> bool {
        matches!(self, MarkKind::Capture | MarkKind::FriendlyCapture)
    }
}

/// How a mark compares with the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum MarkStatus {
    /// Not compared, or right.
    #[default]
    None,
    /// The rules contradict it: crossed out.
    Wrong,
    /// A move that the page does not mark: a dashed ring.
    Missing,
}

/// A line along cells: its start, each cell where it bends, and its end.
///
/// A slide to the edge of the board is `open`. The piece over which a move hops stands in `cells` and in
/// `obstacles`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveLine {
    /// What goes along it.
    pub kind: MoveLineKind,
    /// Its cells in order, from the first to the last.
    pub cells: Vec<Cell>,
    /// Whether the move continues up to the edge of the board: an arrow head.
    pub open: bool,
    /// Cells on the line whose pieces block the move, or are jumped over.
    pub obstacles: Vec<Cell>,
}

impl MoveLine {
    /// A line without an arrow head and without obstacles.
    pub fn new(kind: MoveLineKind, cells: impl IntoIterator<Item = Cell>) -> Self {
        MoveLine { kind, cells: cells.into_iter().collect(), open: false, obstacles: Vec::new() }
    }
}

with_words! {
    /// What kind of move a line shows, in the order in which lines are drawn.
    pub enum MoveLineKind {
        /// One of several routes to the same cell.
        Route = "route",
        /// A lame step: a piece on one of the `obstacles` blocks it.
        Lame = "lame",
        /// A slide over empty cells.
        Slide = "slide",
        /// A jump over the pieces on the `obstacles`.
        Hop = "hop",
        /// A shot, from the last cell of the shooter to the captured piece.
        Shot = "shot-line",
    }
}
