use std::sync::{Arc, OnceLock};

use crate::geometry::{Cell, Cells, Frame, Layout};

use super::draw::Backdrop;

/// The boards of a picture and what lies on them before anybody stands there: what all pictures of
/// a game have in common.
///
/// It is planned and drawn when the first picture needs it, and that is kept.
#[derive(Debug, Clone)]
pub struct Ground {
    /// The boards.
    pub layout: Arc<Layout>,
    /// How each board looks, in the order of the layout; missing ones look as usual.
    pub boards: Vec<BoardStyle>,
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
    /// Whether the names of zones and borders stand there, too; where they do not, a legend has
    /// those of zones.
    pub rim_names: bool,
    /// Whether a board with levels is also drawn as one stack.
    pub overview: bool,
    /// Whether all boards and levels stand in one row; otherwise in as many as make a page's shape.
    pub in_one_row: bool,
    drawn: Kept,
}

impl Ground {
    /// Empty boards, seen by the first side.
    pub fn new(layout: Arc<Layout>) -> Self {
        Ground {
            layout,
            boards: Vec::new(),
            zones: Vec::new(),
            borders: Vec::new(),
            diagonals: Vec::new(),
            flows: Vec::new(),
            view: Frame::FIRST,
            coordinates: true,
            rim_names: true,
            overview: false,
            in_one_row: false,
            drawn: Kept::default(),
        }
    }

    pub(super) fn backdrop(&self) -> &Backdrop {
        self.drawn.0.get_or_init(|| Backdrop::new(self))
    }

    pub(super) fn forget_drawing(&mut self) {
        self.drawn = Kept::default();
    }
}

/// What is drawn once. A copy is made in order to be changed, and begins without it.
#[derive(Debug, Default)]
struct Kept(OnceLock<Backdrop>);

impl Clone for Kept {
    fn clone(&self) -> Self {
        Kept::default()
    }
}

/// How a board looks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BoardStyle {
    /// Checkered, plain or lines.
    pub surface: Surface,
    /// Flat, or a ring.
    pub shape: Shape,
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

/// How a board lies on paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shape {
    /// As a box, or a hexagon; beyond joined edges a strip of the cells that lie there.
    #[default]
    Flat,
    /// Bent until the joined edges touch: the joined axis runs around as rays, the other one
    /// outwards as rings. A board without joined edges, or of fewer than [`FEWEST_RAYS`], stays
    /// flat.
    Ring,
}

/// So many rays a ring has at least.
pub const FEWEST_RAYS: usize = 3;

/// A zone that is shown: a soft hatch, and its name at the rim or in the legend.
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
