//! Where everything of a ground lies on paper: its boards, what is written around them, the stack of
//! levels, the lanes of arrows.

mod arrow_lanes;
mod line_geometry;
mod overview;
mod edge_labels;
mod ring;
mod rows;

use crate::diagram::{BoardView, BorderStyle, Point, Surface, label};
use crate::geometry::{
    AxisKind, Board, Cell, Facing, Frame, Joined, Point as CellCoordinates, Tiling, Vector,
};

pub(in crate::diagram) use arrow_lanes::ArrowRoute;
pub(in crate::diagram) use edge_labels::EdgeLabel;
pub(in crate::diagram) use line_geometry::LineGeometry;
pub(in crate::diagram) use overview::Overview;
pub(in crate::diagram) use ring::Ring;

use arrow_lanes::ArrowLanes;
use rows::Rows;

/// A square cell's side; all lengths are hundredths of it.
pub const CELL: f64 = 100.0;

/// The size of coordinates, and of boards' names and other words, in a picture of one board: an em.
const COORDINATE_EM: f64 = 26.0;
const WORD_EM: f64 = 28.0;
/// On a narrow page all pictures are as wide as the page, and coordinates can be read there if an em
/// is this part of the width: in wide pictures all words are larger in turn. In the very widest they
/// would fill their cells.
const READABLE: f64 = 0.0283;
const MAX_TEXT_SCALE: f64 = 1.75;

/// From line to line, in parts of an em.
const LINE: f64 = 1.2;
/// Names that could only be this part of their size, or less, stand in two lines instead.
const SHRUNK: f64 = 0.85;

/// From the middle of a hexagon to a corner; to a side it is about half a [`CELL`].
const HEXAGON: f64 = 60.0;
/// From the middle of a hexagon to a side: the root of three halves, but a whole number, so that
/// the corners of neighbours are the same to the last digit.
const HEXAGON_SIDE: f64 = 52.0;

/// How large the names of rings are, which stand in corners of cells, in parts of an em.
const RING_EM: f64 = 0.9;

/// How much is shown of the cells beyond joined edges.
pub(in crate::diagram) const BEYOND: f64 = 30.0;

/// Between two plates.
const GAP: f64 = 60.0;
/// Around everything.
const RIM: f64 = 12.0;
/// Where everything lies on paper.
#[derive(Debug)]
pub(in crate::diagram) struct DrawingPlan {
    pub panels: Vec<Panel>,
    pub width: f64,
    pub height: f64,
    /// The levels of a board as a stack, among the plates.
    pub overview: Option<Overview>,
    /// How flows run below the plates.
    pub arrow_routes: Vec<ArrowRoute>,
    /// How much larger than usual words are.
    text_scale: f64,
    centres: Vec<Point>,
    /// The boards that are drawn as rings, and where their middles are.
    rings: Vec<Option<(Ring, Point)>>,
}

/// One board, or one level of it.
#[derive(Debug)]
pub(in crate::diagram) struct Panel {
    pub board: u8,
    pub cells: Vec<Cell>,
    /// The box around the cells.
    pub area: Rect,
    /// With what is shown beyond joined edges.
    rim: Rect,
    /// Where what is written under it ends.
    pub foot: f64,
    /// What is written under it.
    pub title: String,
    /// Names of files and ranks.
    pub coordinates: Vec<CoordinateLabel>,
    /// Names of zones and borders.
    pub edge_labels: Vec<EdgeLabel>,
}

/// A name at the rim of a board.
#[derive(Debug)]
pub(in crate::diagram) struct CoordinateLabel {
    pub text: String,
    /// Where its middle is.
    pub at: Point,
    /// How large it is written.
    pub em: f64,
    /// Whether it stands on a cell, not on paper.
    pub is_inside: bool,
}

impl CoordinateLabel {
    /// The box around it.
    fn area(&self) -> Rect {
        let (half, tall) = (label::width(&self.text, self.em) / 2.0, 0.46 * self.em);
        Rect::around([self.at.plus(-half, -tall), self.at.plus(half, tall)])
    }
}

/// A box.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::diagram) struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Rect {
    pub fn around(points: impl IntoIterator<Item = Point>) -> Rect {
        let none = Rect {
            left: f64::INFINITY,
            top: f64::INFINITY,
            right: f64::NEG_INFINITY,
            bottom: f64::NEG_INFINITY,
        };
        points.into_iter().fold(none, |area, point| Rect {
            left: area.left.min(point.x),
            top: area.top.min(point.y),
            right: area.right.max(point.x),
            bottom: area.bottom.max(point.y),
        })
    }

    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub fn middle(&self) -> Point {
        Point::new((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    /// The corners: near left, near right, far right, far left, where `bottom` is the far end.
    fn corners(&self) -> [Point; 4] {
        let Rect { left, top, right, bottom } = *self;
        [(left, top), (right, top), (right, bottom), (left, bottom)].map(|(x, y)| Point::new(x, y))
    }

    /// So much larger on each side.
    fn grown(self, by: f64) -> Rect {
        Rect {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    /// What both have.
    fn common(&self, other: &Rect) -> Option<Rect> {
        let area = Rect {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        (area.width() > 0.0 && area.height() > 0.0).then_some(area)
    }

    /// The box around both.
    fn joined(&self, other: &Rect) -> Rect {
        Rect::around(self.corners().into_iter().chain(other.corners()))
    }

    fn shifted(self, x: f64, y: f64) -> Rect {
        Rect {
            left: self.left + x,
            top: self.top + y,
            right: self.right + x,
            bottom: self.bottom + y,
        }
    }
}

/// How much is around a plate.
struct Margins {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Margins {
    /// Whole numbers are shorter to write.
    fn whole(self) -> Margins {
        let Margins { left, right, top, bottom } = self;
        Margins { left: left.ceil(), right: right.ceil(), top: top.ceil(), bottom: bottom.ceil() }
    }
}

impl DrawingPlan {
    /// Boards from left to right, in rows; each level of a board is a plate of its own, and the
    /// stack of all of them stands beside the first rows or at the end of the last.
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

    fn with_text_scale(view: &BoardView, text_scale: f64) -> DrawingPlan {
        let layout = &view.layout;
        let mut plan = DrawingPlan {
            panels: Vec::new(),
            width: 0.0,
            height: 0.0,
            overview: None,
            arrow_routes: Vec::new(),
            text_scale,
            centres: Vec::new(),
            rings: Vec::new(),
        };
        let boards = 0..layout.boards().len() as u8;
        let ring = |board| Some((Ring::of(view, board)?, Point::default()));
        plan.rings = boards.clone().map(ring).collect();
        let centre = |cell| plan.local_centre(view, layout.point(cell));
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

    /// How much larger than usual words are, and what goes with them.
    pub fn text_scale(&self) -> f64 {
        self.text_scale
    }

    /// Where the name of a plate stands.
    pub fn title_point(&self, panel: &Panel) -> Point {
        let lowest =
            panel.coordinates.iter().map(|name| name.at.y).fold(panel.rim.bottom, f64::max);
        let below = match lowest > panel.rim.bottom {
            true => lowest.max(self.line_below(panel)) + 42.0 * self.text_scale,
            false => panel.rim.bottom + 26.0 * self.text_scale,
        };
        Point::new(panel.area.middle().x, below)
    }

    /// Where the name of a river stands, if there is room in the river itself: on a board of lines,
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
        let (from, to) = (local_at(view, board, at), local_at(view, board, at + step));
        Point::new(to.x - from.x, to.y - from.y)
    }

    /// The middle of a cell.
    pub fn centre(&self, cell: Cell) -> Point {
        self.centres[cell.index()]
    }

    /// The corners of a cell, clockwise.
    pub fn corners(&self, view: &BoardView, cell: Cell) -> Vec<Point> {
        let CellCoordinates { board, at } = view.layout.point(cell);
        if let Some((ring, middle)) = &self.rings[board as usize] {
            return ring.corners(at).map(|point| point.plus(middle.x, middle.y)).to_vec();
        }
        corners_around(view.layout.board(board).tiling, self.centre(cell))
    }

    /// The ring as which a board is drawn, if it is.
    pub fn ring(&self, board: u8) -> Option<&Ring> {
        self.rings[board as usize].as_ref().map(|(ring, _)| ring)
    }

    /// How lines run on a board.
    pub fn lines(&self, board: u8) -> LineGeometry {
        let ring = self.rings[board as usize].as_ref();
        ring.map_or(LineGeometry::Straight, |&(_, middle)| LineGeometry::Around(middle))
    }

    /// Whether a line from one cell to the other stays on its plate, not going over joined edges.
    pub fn is_near(&self, view: &BoardView, from: Cell, to: Cell) -> bool {
        let (a, b) = (view.layout.point(from), view.layout.point(to));
        if a.board != b.board || a.at.z != b.at.z {
            return false;
        }
        if self.ring(a.board).is_some() {
            return true;
        }
        let (step, size) = (b.at - a.at, view.layout.board(a.board).size());
        match view.layout.board(a.board).joined {
            Joined::Nothing => true,
            Joined::Files => step.x.abs() * 2 <= size.x,
            Joined::Ranks => step.y.abs() * 2 <= size.y,
        }
    }

    /// How far, in degrees clockwise, something is turned on paper that stands on a cell and faces
    /// this way.
    pub fn degrees(&self, view: &BoardView, cell: Cell, facing: Facing) -> u16 {
        let step = Frame::facing(facing).turn(Vector::new(0, 1, 0));
        let CellCoordinates { board, at } = view.layout.point(cell);
        if let Some(ring) = self.ring(board) {
            return ring.degrees(at, step);
        }
        let (right, ahead) = seen(&view.orientation, step);
        match (right, ahead) {
            (right, _) if right > 0.0 => 90,
            (right, _) if right < 0.0 => 270,
            (_, ahead) if ahead < 0.0 => 180,
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
            let mut panel = Panel {
                board: index,
                cells,
                area,
                rim: self.rim(view, index, area),
                foot: 0.0,
                title: panel_title(view, index, level),
                coordinates: Vec::new(),
                edge_labels: Vec::new(),
            };
            if view.coordinates {
                panel.coordinates = match (board.tiling, self.ring(index)) {
                    (_, Some(ring)) => self.around_ring(view, &panel, ring),
                    (Tiling::Squares, None) => self.around_squares(view, &panel),
                    (Tiling::Hexagons, None) => self.around_hexagons(view, &panel),
                };
                panel.edge_labels = self.edge_labels(view, &panel);
            }
            self.panels.push(panel);
        }
    }

    fn rim(&self, view: &BoardView, board: u8, area: Rect) -> Rect {
        if self.ring(board).is_some() {
            return area;
        }
        let out = match view.layout.board(board).joined {
            Joined::Nothing => return area,
            Joined::Files => Vector::new(1, 0, 0),
            Joined::Ranks => Vector::new(0, 1, 0),
        };
        let step = self.beyond(view, board, Vector::new(0, 0, 0), out);
        let (x, y) = ((step.x / CELL).abs() * BEYOND, (step.y / CELL).abs() * BEYOND);
        area.joined(&area.shifted(x, y)).joined(&area.shifted(-x, -y))
    }

    /// Names under the lowest row and beside the leftmost column, one for each that has cells.
    fn around_squares(&self, view: &BoardView, panel: &Panel) -> Vec<CoordinateLabel> {
        let board = view.layout.board(panel.board);
        let across = lies_across(&view.orientation);
        let (along, up) = match across {
            false => (AxisKind::File, AxisKind::Rank),
            true => (AxisKind::Rank, AxisKind::File),
        };
        let mut names: Vec<(&str, f64)> = Vec::new();
        for &cell in &panel.cells {
            let (at, x) = (view.layout.point(cell).at, self.centre(cell).x);
            if !names.iter().any(|known| known.1 == x) {
                names.push((name_on(board, at, along), x));
            }
        }
        names.sort_by(|a, b| a.1.total_cmp(&b.1));
        let (em, lines) = self.side_by_side(&names);
        let mut all: Vec<CoordinateLabel> = Vec::new();
        for (index, (text, x)) in names.into_iter().enumerate() {
            let y = self.line_below(panel) + (index % lines) as f64 * LINE * self.coordinate_em();
            let at = Point::new(x, y);
            all.push(CoordinateLabel { text: text.to_owned(), at, em, is_inside: false });
        }
        let em = self.coordinate_em();
        let mut rows: Vec<f64> = Vec::new();
        for &cell in &panel.cells {
            let (at, y) = (view.layout.point(cell).at, self.centre(cell).y);
            if rows.contains(&y) {
                continue;
            }
            rows.push(y);
            let text = name_on(board, at, up).to_owned();
            let x = panel.rim.left - 14.0 - label::width(&text, em) / 2.0;
            all.push(CoordinateLabel { text, at: Point::new(x, y), em, is_inside: false });
        }
        all
    }

    /// How large names can be if their middles are there, and none touches the next: long ones stand
    /// by turns in two lines.
    fn side_by_side(&self, names: &[(&str, f64)]) -> (f64, usize) {
        let usual = self.coordinate_em();
        let fit = |lines: usize| {
            let pairs = names.iter().zip(names.iter().skip(lines));
            let fits = pairs.map(|(one, next)| {
                let wide = label::width(one.0, 1.0) + label::width(next.0, 1.0);
                (next.1 - one.1) / (wide / 2.0 + 0.3)
            });
            fits.fold(usual, f64::min)
        };
        if fit(1) >= SHRUNK * usual { (fit(1), 1) } else { (fit(2), 2) }
    }

    /// Where the middles of the first line below a plate are.
    fn line_below(&self, panel: &Panel) -> f64 {
        panel.rim.bottom + 24.0 * self.text_scale
    }

    /// Files at the foot of each file, ranks where a rank begins.
    fn around_hexagons(&self, view: &BoardView, panel: &Panel) -> Vec<CoordinateLabel> {
        let board = view.layout.board(panel.board);
        let mut names: Vec<(String, Cell, Point)> = Vec::new();
        let mut add = |kind: AxisKind, cell: Cell, interpolate: Vector| {
            let at = view.layout.point(cell).at;
            let (from, to) = (local_at(view, board, at), local_at(view, board, at + interpolate));
            let out = Point::new(to.x - from.x, to.y - from.y);
            names.push((name_on(board, at, kind).to_owned(), cell, out));
        };
        let (mut files, mut ranks) = (Vec::new(), Vec::new());
        let mut cells = panel.cells.clone();
        cells.sort_by_key(|&cell| {
            let at = view.layout.point(cell).at;
            (at.x, at.y)
        });
        for cell in cells {
            let at = view.layout.point(cell).at;
            let rank = at.y - board.file_start(at.x);
            if !files.contains(&at.x) {
                files.push(at.x);
                add(AxisKind::File, cell, Vector::new(0, -1, 0));
            }
            if !ranks.contains(&rank) {
                ranks.push(rank);
                add(AxisKind::Rank, cell, Vector::new(-1, 1, 0));
            }
        }
        self.beside_hexagons(names)
    }

    /// Names beside cells, in that direction: however long they are, off the cells. Those above or
    /// below their cells have next to them the neighbours'.
    fn beside_hexagons(&self, names: Vec<(String, Cell, Point)>) -> Vec<CoordinateLabel> {
        let is_aside = |out: &Point| out.x.abs() > 1.0;
        let tight = names.iter().filter(|(_, _, out)| !is_aside(out));
        let widest = tight.map(|(text, ..)| label::width(text, 1.0)).fold(0.0, f64::max);
        let narrow = self.coordinate_em().min(0.75 * CELL / widest.max(f64::MIN_POSITIVE));
        let place = |(text, cell, out): (String, Cell, Point)| {
            let em = if is_aside(&out) { self.coordinate_em() } else { narrow };
            // Where the middle of a single character stands.
            let near = self.centre(cell).plus(0.72 * out.x, 0.72 * out.y);
            let more = (label::width(&text, em) / 2.0 - 0.35 * em).max(0.0);
            let aside = if is_aside(&out) { more.copysign(out.x) } else { 0.0 };
            CoordinateLabel { text, at: near.plus(aside, 0.0), em, is_inside: false }
        };
        names.into_iter().map(place).collect()
    }

    /// Rays around the rim; rings beside the seam, in the corners of the first cells, where no man
    /// and no mark reaches.
    fn around_ring(&self, view: &BoardView, panel: &Panel, ring: &Ring) -> Vec<CoordinateLabel> {
        let board = view.layout.board(panel.board);
        let em = self.coordinate_em();
        let mut cells: Vec<(i16, i16)> =
            panel.cells.iter().map(|&cell| ring.ray_and_ring(view.layout.point(cell).at)).collect();
        cells.sort_unstable();
        let (mut names, mut rays, mut rings) = (Vec::new(), Vec::new(), Vec::new());
        for (ray, of_ring) in cells {
            if !rays.contains(&ray) {
                rays.push(ray);
                let text = ring.ray_name(board, ray).to_owned();
                let out = ring.polar(f64::from(ray) + 0.5, 1.0);
                // However it stands to the rim, it is as far from it.
                let (half, tall) = (label::width(&text, em) / 2.0, label::CAPITALS / 2.0 * em);
                let far =
                    ring.area().right + 10.0 * self.text_scale + (half * out.x).hypot(tall * out.y);
                let at = Point::new(out.x * far, out.y * far);
                names.push(CoordinateLabel { text, at, em, is_inside: false });
            }
            if !rings.contains(&of_ring) {
                rings.push(of_ring);
                let text = ring.ring_name(board, of_ring).to_owned();
                let em = RING_EM * em;
                let radius = ring.radius(f64::from(of_ring) + 1.0) - 0.42 * em;
                let on = (label::width(&text, em) / 2.0 + 0.16 * em) / ring.arc(radius);
                let at = ring.polar(f64::from(ray) + on, radius);
                names.push(CoordinateLabel { text, at, em, is_inside: true });
            }
        }
        names
    }

    fn arrange(&mut self, view: &BoardView) {
        let arrow_lanes = ArrowLanes::new(self, view);
        let sizes: Vec<(f64, f64)> =
            (0..self.panels.len()).map(|index| self.outer(&arrow_lanes, index)).collect();
        let em = self.word_em();
        let wanted = |height| Overview::new(view, em, height);
        let overview = view.overview.then(|| wanted(0.0)).flatten();
        let size = overview.map(|overview| (overview.area.width(), overview.area.height()));
        // Arrows run below the boards that they join.
        let rows = match arrow_lanes.is_empty() && !view.in_one_row {
            true => Rows::best(&sizes, size),
            false => Rows::single(&sizes, size, &arrow_lanes.more_gaps(&sizes)),
        };
        for (index, &corner) in rows.corners.iter().enumerate() {
            self.put(&arrow_lanes, index, corner);
            self.panels[index].foot = rows.feet[index];
        }
        self.overview = rows.overview.and_then(|(corner, height)| {
            let mut overview = wanted(height)?;
            overview.move_to(corner.plus(0.0, (height - overview.area.height()) / 2.0));
            Some(overview)
        });
        (self.width, self.height) = (rows.width, rows.height);
        self.arrow_routes = arrow_lanes.arrow_routes(&self.panels);
        let deepest = self.arrow_routes.iter().map(|route| route.depth).fold(0.0, f64::max);
        self.height = self.height.max((deepest + 2.0 * RIM).ceil());
    }

    /// Puts a plate with its upper left corner there.
    fn put(&mut self, arrow_lanes: &ArrowLanes, index: usize, corner: Point) {
        let (margins, area) = (self.margins(arrow_lanes, index), self.panels[index].area);
        let (x, y) = (corner.x + margins.left, corner.y + margins.top);
        self.shift(index, x - area.left, y - area.top);
    }

    fn outer(&self, arrow_lanes: &ArrowLanes, index: usize) -> (f64, f64) {
        let margins = self.margins(arrow_lanes, index);
        let area = self.panels[index].area;
        let wide = margins.left + area.width() + margins.right;
        (wide, margins.top + area.height() + margins.bottom)
    }

    fn margins(&self, arrow_lanes: &ArrowLanes, index: usize) -> Margins {
        let panel = &self.panels[index];
        let mut area = panel.rim.grown(2.0);
        for name in &panel.coordinates {
            area = area.joined(&name.area());
        }
        for name in &panel.edge_labels {
            area = area.joined(&name.area(self.coordinate_em()));
        }
        let mut half = arrow_lanes.half_width(index);
        if !panel.title.is_empty() {
            area.bottom = self.title_point(panel).y + 0.6 * self.word_em();
            half = half.max(label::width(&panel.title, self.word_em()) / 2.0);
        }
        let middle = panel.area.middle().x;
        let margins = Margins {
            left: panel.area.left - area.left.min(middle - half),
            right: area.right.max(middle + half) - panel.area.right,
            top: panel.area.top - area.top,
            bottom: area.bottom - panel.area.bottom,
        };
        margins.whole()
    }

    fn shift(&mut self, index: usize, x: f64, y: f64) {
        let panel = &mut self.panels[index];
        panel.area = panel.area.shifted(x, y);
        panel.rim = panel.rim.shifted(x, y);
        for name in &mut panel.coordinates {
            name.at = name.at.plus(x, y);
        }
        for name in &mut panel.edge_labels {
            name.at = name.at.plus(x, y);
        }
        for cell in &panel.cells {
            let centre = &mut self.centres[cell.index()];
            *centre = centre.plus(x, y);
        }
        if let Some((_, middle)) = &mut self.rings[panel.board as usize] {
            *middle = middle.plus(x, y);
        }
    }

    fn local_centre(&self, view: &BoardView, point: CellCoordinates) -> Point {
        match self.ring(point.board) {
            Some(ring) => ring.centre(point.at),
            None => local_at(view, view.layout.board(point.board), point.at),
        }
    }
}

/// The corners of a cell around its middle, clockwise.
fn corners_around(tiling: Tiling, centre: Point) -> Vec<Point> {
    let half = CELL / 2.0;
    let offsets: &[(f64, f64)] = match tiling {
        Tiling::Squares => &[(-half, -half), (half, -half), (half, half), (-half, half)],
        Tiling::Hexagons => &[
            (-HEXAGON, 0.0),
            (-HEXAGON / 2.0, -HEXAGON_SIDE),
            (HEXAGON / 2.0, -HEXAGON_SIDE),
            (HEXAGON, 0.0),
            (HEXAGON / 2.0, HEXAGON_SIDE),
            (-HEXAGON / 2.0, HEXAGON_SIDE),
        ],
    };
    offsets.iter().map(|&(x, y)| centre.plus(x, y)).collect()
}

fn panel_title(view: &BoardView, index: u8, level: i16) -> String {
    let board = view.layout.board(index);
    let title = view.boards.get(index as usize).map_or("", |style| style.title.as_str());
    let level = match board.levels.names.get(level as usize) {
        Some(name) if board.has_levels => format!("level {name}"),
        _ => String::new(),
    };
    match (title, level.as_str()) {
        ("", level) => level.to_owned(),
        (title, "") => title.to_owned(),
        (title, level) => format!("{title}, {level}"),
    }
}

fn name_on(board: &Board, at: Vector, axis: AxisKind) -> &str {
    let place = match axis {
        AxisKind::File => at.x,
        AxisKind::Rank => at.y - board.file_start(at.x),
        AxisKind::Level => at.z,
    };
    board.axis(axis).names.get(place as usize).map_or("", String::as_str)
}

/// Whether the person in this chair sees ranks as columns.
pub(in crate::diagram) fn lies_across(orientation: &Frame) -> bool {
    orientation.turn(Vector::new(1, 0, 0)).x == 0
}

/// Where a place of a board lies, seen from the chair: to the right, and (less far) down.
fn local_at(view: &BoardView, board: &Board, at: Vector) -> Point {
    let (right, ahead) = seen(&view.orientation, at);
    match board.tiling {
        Tiling::Squares => Point::new(right * CELL, -ahead * CELL),
        Tiling::Hexagons => {
            Point::new(right * 1.5 * HEXAGON, -(2.0 * ahead + right) * HEXAGON_SIDE)
        }
    }
}

/// How far to the right and ahead a place is for the person in this chair.
fn seen(orientation: &Frame, at: Vector) -> (f64, f64) {
    seen_at(orientation, f64::from(at.x), f64::from(at.y))
}

/// The same for a place between cells: so far along the files' axis, so far along the ranks'.
fn seen_at(orientation: &Frame, x: f64, y: f64) -> (f64, f64) {
    let axis = |step: Vector| {
        let turned = orientation.turn(step);
        (f64::from(turned.x), f64::from(turned.y))
    };
    let (right, ahead) = (axis(Vector::new(1, 0, 0)), axis(Vector::new(0, 1, 0)));
    let cross = |a: (f64, f64), b: (f64, f64)| a.0 * b.1 - a.1 * b.0;
    let whole = cross(right, ahead);
    (cross((x, y), ahead) / whole, cross(right, (x, y)) / whole)
}
