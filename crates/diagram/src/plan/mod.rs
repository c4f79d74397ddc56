//! Plans a drawing: the places of boards, names, the stack of levels and the lanes of arrows.

mod arrangement;
mod arrow_lanes;
mod coordinates;
mod line_geometry;
mod overview;
mod panel_column;
mod edge_labels;
mod rect;
mod rows;

use crate::ring::Ring;
use crate::{BoardView, BorderStyle, Point, Surface, label};
use fairybook_core::geometry::{Board, Cell, CellCoordinates, Facing, Orientation, Tiling, Vector};

pub(crate) use arrow_lanes::ArrowRoute;
pub(crate) use coordinates::CoordinateLabel;
pub(crate) use edge_labels::{EdgeLabel, spread_labels};
pub(crate) use line_geometry::LineGeometry;
pub(crate) use overview::Overview;
pub(crate) use panel_column::PanelColumn;
pub(crate) use rect::Rect;

/// A square cell's side; all lengths are hundredths of it.
pub const CELL: f64 = 100.0;

/// The size of coordinates, and of boards' names and other words, in a picture of one board: an em.
const COORDINATE_EM: f64 = 26.0;
const WORD_EM: f64 = 28.0;
/// On a narrow page all pictures are as wide as the page, and coordinates can be read there if an
/// em is this part of the width: in wide pictures all words are larger in turn. In the very widest
/// they would fill their cells.
const READABLE: f64 = 0.0283;
const MAX_TEXT_SCALE: f64 = 1.3;

/// From line to line, in parts of an em.
const LINE: f64 = 1.2;

/// How much is shown of the cells beyond joined edges.
pub(crate) const BEYOND: f64 = 30.0;

/// The gap between two panels.
const GAP: f64 = 60.0;
/// Around everything.
const RIM: f64 = 12.0;
/// The places of everything that a board view shows.
#[derive(Debug, Default)]
pub(crate) struct DrawingPlan {
    pub panels: Vec<Panel>,
    pub width: f64,
    pub height: f64,
    /// The levels of a board as a stack, beside the panels.
    pub overview: Option<Overview>,
    /// The arrows below the panels.
    pub arrow_routes: Vec<ArrowRoute>,
    /// How much larger than usual words are.
    pub text_scale: f64,
    centres: Vec<Point>,
    /// The boards that are drawn as rings, and where their middles are.
    rings: Vec<Option<(Ring, Point)>>,
}

/// One board, or one level of it.
#[derive(Debug, Default)]
pub(crate) struct Panel {
    pub board: u8,
    pub cells: Vec<Cell>,
    /// The box around the cells.
    pub area: Rect,
    /// With what is shown beyond joined edges.
    rim: Rect,
    /// With all that is written around the cells.
    pub outer: Rect,
    /// Where what is written under it ends.
    pub foot: f64,
    /// What is written under it.
    pub title: String,
    /// Names of files and ranks.
    pub coordinates: Vec<CoordinateLabel>,
    /// Names of zones and borders.
    pub edge_labels: Vec<EdgeLabel>,
}

impl DrawingPlan {
    /// Plans the boards from left to right, in rows. Each level of a board is a panel; the stack of
    /// all levels is beside the first rows or at the end of the last row.
    pub fn new(view: &BoardView) -> DrawingPlan {
        let mut plan = DrawingPlan::with_text_scale(view, 1.0);
        // Larger words make the picture a little wider.
        for _ in 0..3 {
            let text_scale = (plan.width * READABLE / COORDINATE_EM).min(MAX_TEXT_SCALE);
            if text_scale <= plan.text_scale * 1.02 {
                break;
            }
            plan = DrawingPlan::with_text_scale(view, (text_scale * 50.0).ceil() / 50.0);
        }
        plan
    }

    /// Plans the stack of a board with levels alone, if the view has one.
    pub fn of_stack(view: &BoardView) -> Option<DrawingPlan> {
        let mut overview = view.overview.then(|| Overview::new(view, WORD_EM, 0.0)).flatten()?;
        overview.move_to(Point::new(RIM, RIM));
        let Rect { right, bottom, .. } = overview.area;
        Some(DrawingPlan {
            width: (right + RIM).ceil(),
            height: (bottom + RIM).ceil(),
            overview: Some(overview),
            text_scale: 1.0,
            ..DrawingPlan::default()
        })
    }

    fn with_text_scale(view: &BoardView, text_scale: f64) -> DrawingPlan {
        let layout = &view.layout;
        let mut plan = DrawingPlan { text_scale, ..DrawingPlan::default() };
        let boards = 0..layout.boards().len() as u8;
        let ring = |board| Some((Ring::of(view, board)?, Point::default()));
        plan.rings = boards.clone().map(ring).collect();
        let centre = |cell| {
            let CellCoordinates { board, at } = layout.point(cell);
            let flat = || local_at(view, layout.board(board), at);
            plan.ring(board).map_or_else(flat, |ring| ring.centre(at))
        };
        plan.centres = layout.cells().map(centre).collect();
        for board in boards {
            plan.add_board(view, board);
        }
        plan.arrange(view);
        plan
    }

    /// The size of coordinates: an em.
    pub fn coordinate_em(&self) -> f64 {
        COORDINATE_EM * self.text_scale
    }

    /// The size of boards' names and other words: an em.
    pub fn word_em(&self) -> f64 {
        WORD_EM * self.text_scale
    }

    /// The place of the name of a panel.
    pub fn title_point(&self, panel: &Panel) -> Point {
        let lowest =
            panel.coordinates.iter().map(|name| name.at.y).fold(panel.rim.bottom, f64::max);
        let below = match lowest > panel.rim.bottom {
            true => lowest.max(self.line_below(panel)) + 42.0 * self.text_scale,
            false => panel.rim.bottom + 26.0 * self.text_scale,
        };
        Point::new(panel.area.middle().x, below)
    }

    /// The place of the name of a river, if there is room in the river itself: on a board of lines,
    /// which end at its banks, in the middle of it.
    pub fn in_river(&self, view: &BoardView, panel: &Panel, river: &BorderStyle) -> Option<Point> {
        let surface = view.boards.get(panel.board as usize).map(|style| style.surface);
        let is_round = self.ring(panel.board).is_some();
        let is_written = view.edge_labels && !river.label.is_empty() && !is_round;
        if !river.wave || !is_written || surface != Some(Surface::Lines) {
            return None;
        }
        let crossings = river.pairs.iter().filter(|(a, _)| panel.cells.contains(a));
        let area =
            Rect::around(crossings.map(|&(a, b)| self.centre(a).interpolate(self.centre(b), 0.5)));
        // At both ends some of the river is to be seen.
        let needed = label::width(&river.label, self.word_em()) + CELL;
        (area.width() >= needed && area.height() < 1.0).then(|| area.middle())
    }

    /// Where a step from a place of a board leads on paper, whether or not there is a cell.
    pub fn beyond(&self, view: &BoardView, board: u8, at: Vector, step: Vector) -> Point {
        let board = view.layout.board(board);
        local_at(view, board, at).step_to(local_at(view, board, at + step))
    }

    /// The middle of a cell.
    pub fn centre(&self, cell: Cell) -> Point {
        self.centres[cell.index()]
    }

    /// The corners of a cell, clockwise.
    pub fn corners(&self, view: &BoardView, cell: Cell) -> Vec<Point> {
        let CellCoordinates { board, at } = view.layout.point(cell);
        if let Some((ring, middle)) = &self.rings[board as usize] {
            return ring.corners(at).map(|point| point.along(*middle, 1.0)).to_vec();
        }
        let (tiling, centre) = (view.layout.board(board).tiling, self.centre(cell));
        let (wide, tall) = tiling.unit();
        tiling.outline().iter().map(|&(x, y)| centre.plus(x * wide, -y * tall)).collect()
    }

    /// The ring as which a board is drawn, if it is.
    pub fn ring(&self, board: u8) -> Option<&Ring> {
        self.rings[board as usize].as_ref().map(|(ring, _)| ring)
    }

    /// How lines run on a board.
    pub fn lines(&self, board: u8) -> LineGeometry {
        match self.rings[board as usize] {
            Some((_, middle)) => LineGeometry::Around(middle),
            None => LineGeometry::Straight,
        }
    }

    /// Whether a line from one cell to the other stays on its panel and crosses no joined edges.
    pub fn is_near(&self, view: &BoardView, from: Cell, to: Cell) -> bool {
        let (a, b) = (view.layout.point(from), view.layout.point(to));
        a.board == b.board && a.at.z == b.at.z && self.across(view, from, to).is_none()
    }

    /// The way on paper from a cell to another one of its panel, if it crosses joined edges.
    pub fn across(&self, view: &BoardView, from: Cell, to: Cell) -> Option<Point> {
        let (a, b) = (view.layout.point(from), view.layout.point(to));
        if a.board != b.board || a.at.z != b.at.z || self.ring(a.board).is_some() {
            return None;
        }
        let offset = view.layout.board(a.board).nearest_offset(a.at, b.at);
        (offset != b.at - a.at).then(|| self.beyond(view, a.board, a.at, offset))
    }

    /// How far, in degrees clockwise, something is turned on paper that stands on a cell and faces
    /// this way.
    pub fn degrees(&self, view: &BoardView, cell: Cell, facing: Facing) -> u16 {
        let step = Orientation::facing(facing).to_board_step(Vector::new(0, 1, 0));
        let CellCoordinates { board, at } = view.layout.point(cell);
        if let Some(ring) = self.ring(board) {
            return ring.degrees(at, step);
        }
        match seen(&view.orientation, step) {
            Point { x, .. } if x > 0.0 => 90,
            Point { x, .. } if x < 0.0 => 270,
            Point { y, .. } if y < 0.0 => 180,
            _ => 0,
        }
    }

    fn add_board(&mut self, view: &BoardView, index: u8) {
        let board = view.layout.board(index);
        for level in 0..board.levels.len() as i16 {
            let on_level = |&cell: &Cell| view.layout.point(cell).at.z == level;
            let cells: Vec<Cell> = view.layout.cells_of(index).filter(on_level).collect();
            if cells.is_empty() {
                continue;
            }
            let corners = cells.iter().flat_map(|&cell| self.corners(view, cell));
            let area = self.ring(index).map_or_else(|| Rect::around(corners), Ring::area);
            let title = view.boards.get(index as usize).map_or("", |style| style.title.as_str());
            let mut panel = Panel {
                board: index,
                cells,
                area,
                rim: self.rim(view, index, area),
                title: board.level_title(title, level),
                ..Panel::default()
            };
            if view.coordinates {
                panel.coordinates = match self.ring(index) {
                    Some(ring) => self.coordinates_of_ring(view, &panel, ring),
                    None if board.tiling == Tiling::Squares => {
                        self.coordinates_of_squares(view, &panel)
                    }
                    None => self.coordinates_beside_first_cells(view, &panel),
                };
                panel.edge_labels = self.edge_labels(view, &panel);
            }
            self.panels.push(panel);
        }
    }

    fn rim(&self, view: &BoardView, board: u8, area: Rect) -> Rect {
        let out = view.layout.board(board).joined.steps();
        out.filter(|_| self.ring(board).is_none()).fold(area, |area, out| {
            let step = self.beyond(view, board, Vector::default(), out);
            let (x, y) = ((step.x / CELL).abs() * BEYOND, (step.y / CELL).abs() * BEYOND);
            area.union(&area.translated(x, y)).union(&area.translated(-x, -y))
        })
    }
}

/// The point of a cell's coordinates in this view, before panels are arranged.
fn local_at(view: &BoardView, board: &Board, at: Vector) -> Point {
    let Point { x: right, y: ahead } = seen(&view.orientation, at);
    let ((x, y), (wide, tall)) = (board.tiling.middle(right, ahead), board.tiling.unit());
    Point::new(x * wide, -y * tall)
}

/// How far to the right and forward a cell is in this orientation.
fn seen(orientation: &Orientation, at: Vector) -> Point {
    seen_at(orientation, f64::from(at.x), f64::from(at.y))
}

/// The same for a place between cells: so far along the files' axis, so far along the ranks'.
pub(crate) fn seen_at(orientation: &Orientation, x: f64, y: f64) -> Point {
    let axis = |step: Vector| {
        let turned = orientation.to_board_step(step);
        (f64::from(turned.x), f64::from(turned.y))
    };
    let (right, ahead) = (axis(Vector::new(1, 0, 0)), axis(Vector::new(0, 1, 0)));
    let cross = |a: (f64, f64), b: (f64, f64)| a.0 * b.1 - a.1 * b.0;
    let whole = cross(right, ahead);
    Point::new(cross((x, y), ahead) / whole, cross(right, (x, y)) / whole)
}
