use std::sync::Arc;

use crate::geometry::{Cell, Cells};

use super::{Ground, Stander};

/// Everything that a picture shows, and nothing about how. It claims; it does not know the rules,
/// and can be wrong.
#[derive(Debug, Clone)]
pub struct Figure {
    ground: Arc<Ground>,
    /// What stands where.
    pub pieces: Vec<Stander>,
    /// Under the piece or pieces in question.
    pub focus: Cells,
    /// What is said of cells.
    pub marks: Vec<Mark>,
    /// Whether who goes to a cell marked as a move would also take an enemy there.
    pub moves_take: bool,
    /// Lines along which something moves, shoots or hops.
    pub trails: Vec<Trail>,
    /// The title: what the picture is.
    pub title: String,
    /// The text alternative: what it shows, in words.
    pub words: String,
}

impl Figure {
    /// Whether a trail ends at somebody with a ring around him, which it does not enter.
    pub(super) fn ends_in_ring(&self, trail: &Trail) -> bool {
        let mut marks = self.marks.iter();
        marks.any(|mark| Some(&mark.cell) == trail.cells.last() && mark.kind.is_ring())
    }

    /// Nothing but the boards. Pictures that share their ground share the work of drawing it.
    pub fn new(ground: Arc<Ground>) -> Self {
        Figure {
            ground,
            pieces: Vec::new(),
            focus: Cells::new(),
            marks: Vec::new(),
            moves_take: false,
            trails: Vec::new(),
            title: String::new(),
            words: String::new(),
        }
    }

    /// The boards, and what is shown of them.
    pub fn ground(&self) -> &Ground {
        &self.ground
    }

    /// The boards, to be shown differently in this picture alone.
    pub fn ground_mut(&mut self) -> &mut Ground {
        let ground = Arc::make_mut(&mut self.ground);
        ground.forget_drawing();
        ground
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
    pub manner: Manner,
    /// Whether only a first move can do it.
    pub first: bool,
    /// What the verifier thinks of it.
    pub verdict: Verdict,
}

impl Mark {
    /// A plain mark.
    pub fn new(cell: Cell, kind: MarkKind) -> Self {
        Mark { cell, kind, manner: Manner::Plain, first: false, verdict: Verdict::None }
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
    Either,
    /// Take an enemy, if one stood there; nothing does, and otherwise one does not go there.
    Threat,
    /// Take a piece of one's own.
    OwnCapture,
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
        matches!(self, MarkKind::Capture | MarkKind::OwnCapture)
    }

    /// All kinds.
    pub const ALL: &'static [MarkKind] = &[
        MarkKind::Move,
        MarkKind::Capture,
        MarkKind::Either,
        MarkKind::Threat,
        MarkKind::OwnCapture,
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
            MarkKind::Either => "either",
            MarkKind::Threat => "threat",
            MarkKind::OwnCapture => "own-capture",
            MarkKind::Shot => "shot",
            MarkKind::Swap => "swap",
            MarkKind::Drop => "drop",
            MarkKind::Promotion => "promotion",
        }
    }
}

/// How a piece gets to a marked cell, where no trail says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Manner {
    /// As the mark stands.
    #[default]
    Plain,
    /// By a leap, whatever stands between: a small arc over the mark.
    Leap,
}

/// What the verifier thinks of a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Verdict {
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
pub struct Trail {
    /// What goes along it.
    pub kind: TrailKind,
    /// From the first to the last, each one that is passed.
    pub cells: Vec<Cell>,
    /// Whether it goes on, as far as the board does: an arrow head.
    pub open: bool,
    /// Cells on it that can block it, or over which it hops.
    pub over: Vec<Cell>,
}

impl Trail {
    /// A trail that ends where it ends.
    pub fn new(kind: TrailKind, cells: impl IntoIterator<Item = Cell>) -> Self {
        Trail { kind, cells: cells.into_iter().collect(), open: false, over: Vec::new() }
    }
}

/// What goes along a trail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TrailKind {
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

impl TrailKind {
    /// All kinds, in the order in which they are drawn.
    pub const ALL: &'static [TrailKind] =
        &[TrailKind::Route, TrailKind::Lame, TrailKind::Slide, TrailKind::Hop, TrailKind::Shot];

    /// The word for it, as a class in the SVG.
    pub fn word(self) -> &'static str {
        match self {
            TrailKind::Slide => "slide",
            TrailKind::Lame => "lame",
            TrailKind::Route => "route",
            TrailKind::Hop => "hop",
            TrailKind::Shot => "shot-line",
        }
    }
}
