//! The boards of a diagram and how they look.

use std::sync::{Arc, OnceLock};

use fairybook_core::geometry::{Cell, CellSet, Layout, Orientation};

use super::draw::Background;

/// The boards of a diagram without pieces and marks. All diagrams of a variant share one view.
///
/// The background is planned and drawn for the first diagram that needs it, and cached.
#[derive(Debug, Clone)]
pub struct BoardView {
    /// The boards.
    pub layout: Arc<Layout>,
    /// The style of each board, in the order of the layout. A missing style is the default.
    pub boards: Vec<BoardStyle>,
    /// Zones that are shown.
    pub zones: Vec<ZoneStyle>,
    /// Borders that are shown.
    pub borders: Vec<BorderStyle>,
    /// Straight lines between cells, as in the palaces of a board of lines.
    pub diagonals: Vec<(Cell, Cell)>,
    /// Points of boards of lines with tick marks.
    pub ticks: CellSet,
    /// Arrows from board to board.
    pub arrows: Vec<BoardArrow>,
    /// The orientation of the side whose view is drawn.
    pub orientation: Orientation,
    /// Whether the names of files, ranks and levels stand around the boards.
    pub coordinates: bool,
    /// Whether the names of zones and borders stand there, too; where they do not, a legend has
    /// those of zones.
    pub edge_labels: bool,
    /// Whether a board with levels is also drawn as one stack.
    pub overview: bool,
    /// Whether all boards and levels stand in one row; otherwise in as many as make a page's shape.
    pub in_one_row: bool,
    /// Whether all boards and levels stand in one column, without the stack: for narrow screens.
    pub in_one_column: bool,
    /// The greatest width of several boards or levels in rows, in cells; `None`: any.
    pub most_across: Option<u16>,
    pub(super) drawn: CachedBackground,
}

impl BoardView {
    /// Empty boards, seen by the first side.
    pub fn new(layout: Arc<Layout>) -> Self {
        BoardView {
            layout,
            boards: Vec::new(),
            zones: Vec::new(),
            borders: Vec::new(),
            diagonals: Vec::new(),
            ticks: CellSet::new(),
            arrows: Vec::new(),
            orientation: Orientation::FIRST,
            coordinates: true,
            edge_labels: true,
            overview: false,
            in_one_row: false,
            in_one_column: false,
            most_across: None,
            drawn: CachedBackground::default(),
        }
    }

    pub(super) fn background(&self) -> &Background {
        self.drawn.0.get_or_init(|| Background::new(self))
    }

    pub(super) fn clear_cache(&mut self) {
        self.drawn = CachedBackground::default();
    }
}

/// The background, once drawn. A clone starts empty, because a view is cloned to be changed.
#[derive(Debug, Default)]
pub(super) struct CachedBackground(OnceLock<Background>);

impl Clone for CachedBackground {
    fn clone(&self) -> Self {
        CachedBackground::default()
    }
}

/// How a board looks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BoardStyle {
    /// Checkered, plain or lines.
    pub surface: Surface,
    /// Flat, or a ring.
    pub shape: BoardShape,
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
    /// Crossings of lines; pieces are placed on the crossings.
    Lines,
}

/// The shape in which a board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BoardShape {
    /// As a box, or a hexagon; beyond joined edges a strip of the cells that lie there.
    #[default]
    Flat,
    /// Bent until the joined edges touch: the joined axis runs around as rays, the other one
    /// outwards as rings. A board without joined edges, or of fewer than [`MIN_RAYS`], stays
    /// flat.
    Ring,
}

/// The smallest number of rays of a ring.
pub const MIN_RAYS: usize = 3;

/// A zone that is shown: a soft hatch, and its name at the rim or in the legend.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ZoneStyle {
    /// Its cells.
    pub cells: CellSet,
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
pub struct BoardArrow {
    /// From which board.
    pub from: u8,
    /// To which.
    pub to: u8,
    /// The name of what is transferred; empty: no name is written.
    pub label: String,
}
