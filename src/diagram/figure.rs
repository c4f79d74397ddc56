use std::sync::Arc;

use crate::geometry::{Cell, Cells, Facing, Frame, Layout};

use super::Glyph;

/// Everything that a picture shows, and nothing about how. It claims; it does not know the rules,
/// and can be wrong.
#[derive(Debug, Clone)]
pub struct Figure {
    /// The boards.
    pub layout: Arc<Layout>,
    /// How each board looks, in the order of the layout; missing ones look as usual.
    pub boards: Vec<BoardStyle>,
    /// What stands where.
    pub pieces: Vec<Stander>,
    /// Under the piece or pieces in question.
    pub focus: Cells,
    /// What is said of cells.
    pub marks: Vec<Mark>,
    /// Lines along which something moves, shoots or hops.
    pub trails: Vec<Trail>,
    /// Zones that are shown.
    pub zones: Vec<ZoneStyle>,
    /// Borders that are shown.
    pub borders: Vec<BorderStyle>,
    /// Straight lines between cells, as in the palaces of a board of lines.
    pub diagonals: Vec<(Cell, Cell)>,
    /// Arrows from board to board.
    pub flows: Vec<Flow>,
    /// From whose chair the boards are seen; a turned frame turns the picture.
    pub view: Frame,
    /// Whether the names of files, ranks and levels stand around the boards.
    pub coordinates: bool,
    /// Whether a board with levels is also drawn as one stack.
    pub overview: bool,
    /// The title: what the picture is.
    pub title: String,
    /// The text alternative: what it shows, in words.
    pub words: String,
}

impl Figure {
    /// Empty boards, seen by the first side.
    pub fn new(layout: Arc<Layout>) -> Self {
        Figure {
            layout,
            boards: Vec::new(),
            pieces: Vec::new(),
            focus: Cells::new(),
            marks: Vec::new(),
            trails: Vec::new(),
            zones: Vec::new(),
            borders: Vec::new(),
            diagonals: Vec::new(),
            flows: Vec::new(),
            view: Frame::FIRST,
            coordinates: true,
            overview: false,
            title: String::new(),
            words: String::new(),
        }
    }
}

/// How a board looks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BoardStyle {
    /// Checkered, plain or lines.
    pub surface: Surface,
    /// Its name, written under it; empty: none.
    pub title: String,
}

/// What cells look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Surface {
    /// Light and dark in turn.
    #[default]
    Checkered,
    /// All alike, with lines between them.
    Plain,
    /// Crossings of lines, on which the pieces stand.
    Lines,
}

/// A piece on a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stander {
    /// Where.
    pub cell: Cell,
    /// Whose look it has.
    pub army: Army,
    /// Its drawing.
    pub glyph: Glyph,
    /// One or two letters, used where a glyph wants a letter and has none of its own.
    pub letter: String,
    /// Its name, for legends and the text alternative.
    pub name: String,
    /// Which way its side looks; only tiles show it.
    pub facing: Facing,
}

/// The look of an army: a hue, and, from the third on, a mark on the base that tells it without
/// the hue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Army {
    /// Light body, dark lines.
    White,
    /// Dark body, light lines.
    Black,
    /// Red; a ring.
    Red,
    /// Orange; a bar.
    Orange,
    /// Green; a notch.
    Green,
    /// Blue; two dots.
    Blue,
    /// Of no side: grey.
    Neutral,
}

impl Army {
    /// All looks.
    pub const ALL: &'static [Army] = &[
        Army::White,
        Army::Black,
        Army::Red,
        Army::Orange,
        Army::Green,
        Army::Blue,
        Army::Neutral,
    ];

    /// The look for the side of that place in the order of play, where nothing better is known.
    pub fn of(index: usize) -> Army {
        const ORDER: [Army; 6] =
            [Army::White, Army::Black, Army::Red, Army::Blue, Army::Green, Army::Orange];
        ORDER[index % ORDER.len()]
    }

    /// The look that a colour word names: `white`, `black`, `red`, `orange`, `green`, `blue`,
    /// `gray`, `grey`, `neutral`.
    pub fn named(word: &str) -> Option<Army> {
        match word {
            "gray" | "grey" => Some(Army::Neutral),
            _ => Army::ALL.iter().copied().find(|army| army.word() == word),
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Army::White => "white",
            Army::Black => "black",
            Army::Red => "red",
            Army::Orange => "orange",
            Army::Green => "green",
            Army::Blue => "blue",
            Army::Neutral => "neutral",
        }
    }

    pub(super) fn index(self) -> usize {
        self as usize
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

/// How a piece gets to a marked cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Manner {
    /// As the mark stands.
    #[default]
    Plain,
    /// By a leap, whatever stands between: a small arc over the mark.
    Leap,
    /// Over a hurdle that must be there: an arc in the colour of hops.
    Hop,
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

/// A zone that is shown: a soft hatch, and its name at the rim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZoneStyle {
    /// Its cells.
    pub cells: Cells,
    /// Its name; empty: none is written.
    pub label: String,
}

/// A border that is shown between cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BorderStyle {
    /// The neighbours that it parts.
    pub pairs: Vec<(Cell, Cell)>,
    /// Its name; empty: none is written.
    pub label: String,
    /// Waves, as of a river; otherwise a plain heavy line.
    pub wave: bool,
}

/// An arrow from one board to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flow {
    /// From which board.
    pub from: u8,
    /// To which.
    pub to: u8,
    /// What goes along it; empty: none is written.
    pub label: String,
}
