use std::sync::Arc;

use crate::geometry::{Cell, Cells};

use super::{BoardView, PlacedPiece};

/// Everything that a picture shows, and nothing about how. It claims; it does not know the rules,
/// and can be wrong.
#[derive(Debug, Clone)]
pub struct Figure {
    view: Arc<BoardView>,
    /// What stands where.
    pub pieces: Vec<PlacedPiece>,
    /// Under the piece or pieces in question.
    pub focus: Cells,
    /// What is said of cells.
    pub marks: Vec<Mark>,
    /// Whether who goes to a cell marked as a move would also take an enemy there.
    pub moves_also_capture: bool,
    /// Lines along which something moves, shoots or hops.
    pub move_lines: Vec<MoveLine>,
    /// The title: what the picture is.
    pub title: String,
    /// The text alternative: what it shows, in words.
    pub text_alternative: String,
}

impl Figure {
    /// Whether a trail ends at somebody with a ring around him, which it does not enter.
    pub(super) fn ends_at_capture_ring(&self, move_line: &MoveLine) -> bool {
        let mut marks = self.marks.iter();
        marks.any(|mark| Some(&mark.cell) == move_line.cells.last() && mark.kind.is_ring())
    }

    /// Nothing but the boards. Pictures that share their ground share the work of drawing it.
    pub fn new(view: Arc<BoardView>) -> Self {
        Figure {
            view,
            pieces: Vec::new(),
            focus: Cells::new(),
            marks: Vec::new(),
            moves_also_capture: false,
            move_lines: Vec::new(),
            title: String::new(),
            text_alternative: String::new(),
        }
    }

    /// The boards, and what is shown of them.
    pub fn view(&self) -> &BoardView {
        &self.view
    }

    /// The boards, to be shown differently in this picture alone.
    pub fn view_mut(&mut self) -> &mut BoardView {
        let view = Arc::make_mut(&mut self.view);
        view.clear_cache();
        view
    }
}

/// What is said of one cell. A cell may have several marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// Which cell.
    pub cell: Cell,
    /// What may be done there.
    pub kind: MarkKind,
    /// How one gets there.
    pub arrival: Arrival,
    /// Whether only a first move can do it.
    pub first_move_only: bool,
    /// What the verifier thinks of it.
    pub status: MarkStatus,
}

impl Mark {
    /// A plain mark.
    pub fn new(cell: Cell, kind: MarkKind) -> Self {
        Mark {
            cell,
            kind,
            arrival: Arrival::Plain,
            first_move_only: false,
            status: MarkStatus::None,
        }
    }
}

/// What a mark says may be done on its cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MarkKind {
    /// Move there, where nothing stands.
    Move,
    /// Take what stands there.
    Capture,
    /// Either of the two.
    MoveOrCapture,
    /// Take an enemy, if one stood there; nothing does, and otherwise one does not go there.
    Attack,
    /// Take a piece of one's own.
    FriendlyCapture,
    /// Take from afar what stands there.
    Shot,
    /// Change places with what stands there.
    Swap,
    /// Drop a piece there.
    Drop,
    /// Promote there.
    Promotion,
}

impl MarkKind {
    /// Whether it is drawn as a ring around who stands there.
    pub(super) fn is_ring(self) -> bool {
        matches!(self, MarkKind::Capture | MarkKind::FriendlyCapture)
    }

    /// All kinds.
    pub const ALL: &'static [MarkKind] = &[
        MarkKind::Move,
        MarkKind::Capture,
        MarkKind::MoveOrCapture,
        MarkKind::Attack,
        MarkKind::FriendlyCapture,
        MarkKind::Shot,
        MarkKind::Swap,
        MarkKind::Drop,
        MarkKind::Promotion,
    ];

    /// The word by which [`read_marks`](super::read_marks) gives it back.
    pub fn word(self) -> &'static str {
        match self {
            MarkKind::Move => "move",
            MarkKind::Capture => "capture",
            MarkKind::MoveOrCapture => "either",
            MarkKind::Attack => "threat",
            MarkKind::FriendlyCapture => "own-capture",
            MarkKind::Shot => "shot",
            MarkKind::Swap => "swap",
            MarkKind::Drop => "drop",
            MarkKind::Promotion => "promotion",
        }
    }
}

/// How a piece gets to a marked cell, where no trail says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Arrival {
    /// As the mark stands.
    #[default]
    Plain,
    /// By a leap, whatever stands between: a small arc over the mark.
    Leap,
}

/// What the verifier thinks of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum MarkStatus {
    /// Nothing: it stands as drawn.
    #[default]
    None,
    /// The rules contradict it: crossed out.
    Wrong,
    /// The rules have it, the page has not: a dashed ring.
    Missing,
}

/// A line along cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveLine {
    /// What goes along it.
    pub kind: MoveLineKind,
    /// From the first to the last, each one that is passed.
    pub cells: Vec<Cell>,
    /// Whether it goes on, as far as the board does: an arrow head.
    pub open: bool,
    /// Cells on it that can block it, or over which it hops.
    pub obstacles: Vec<Cell>,
}

impl MoveLine {
    /// A trail that ends where it ends.
    pub fn new(kind: MoveLineKind, cells: impl IntoIterator<Item = Cell>) -> Self {
        MoveLine { kind, cells: cells.into_iter().collect(), open: false, obstacles: Vec::new() }
    }
}

/// What goes along a trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveLineKind {
    /// A slide over empty cells.
    Slide,
    /// A step that something on `over` blocks.
    Lame,
    /// One of several routes to the same cell.
    Route,
    /// Over what stands on `over`.
    Hop,
    /// A shot, from where the shooter ends to its victim.
    Shot,
}

impl MoveLineKind {
    /// All kinds, in the order in which they are drawn.
    pub const ALL: &'static [MoveLineKind] = &[
        MoveLineKind::Route,
        MoveLineKind::Lame,
        MoveLineKind::Slide,
        MoveLineKind::Hop,
        MoveLineKind::Shot,
    ];

    /// The word for it, as a class in the SVG.
    pub fn word(self) -> &'static str {
        match self {
            MoveLineKind::Slide => "slide",
            MoveLineKind::Lame => "lame",
            MoveLineKind::Route => "route",
            MoveLineKind::Hop => "hop",
            MoveLineKind::Shot => "shot-line",
        }
    }
}
