use crate::geometry::{AxisKind, Board, Cell, Facing, Frame, Joined, Point, Tiling, Vector};

use super::label;
use super::{BorderStyle, Ground, Spot, Surface};

/// A square cell's side; all lengths are hundredths of it.
pub(super) const CELL: f64 = 100.0;

/// The size of coordinates, and of boards' names and other words, in a picture of one board: an em.
const COORDINATE_EM: f64 = 26.0;
const WORD_EM: f64 = 28.0;
/// Pictures that are wider than this are shown smaller, and their words are larger in turn: half
/// the way at most, since there is more room around them too.
const USUAL_WIDTH: f64 = 1100.0;
const LARGEST_WORDS: f64 = 1.5;

/// From the middle of a hexagon to a corner; to a side it is about half a [`CELL`].
const HEXAGON: f64 = 60.0;
/// From the middle of a hexagon to a side: the root of three halves, but a whole number, so that
/// the corners of neighbours are the same to the last digit.
const HEXAGON_SIDE: f64 = 52.0;

/// How high the lane of an arrow between boards is.
const FLOW_LANE: f64 = 46.0;

/// In the overview: how wide a cell is, how far a rank leans to the right and rises, and how far a
/// level is above the one below it at least.
const STACK: (f64, f64, f64, f64) = (72.0, 32.0, 32.0, 34.0);

/// Between two plates.
const GAP: f64 = 60.0;
/// Around everything.
const RIM: f64 = 12.0;
/// Several plates are arranged so that they fill a box of this shape best: width by height.
const SHAPE: f64 = 1.4;

/// Where everything lies on paper.
#[derive(Debug)]
pub(super) struct Plan {
    pub plates: Vec<Plate>,
    pub width: f64,
    pub height: f64,
    /// The stack of levels above the plates.
    pub overview: Option<Overview>,
    /// Where the lanes of flows begin.
    pub flows_top: f64,
    /// How much larger than usual words are.
    words: f64,
    centres: Vec<Spot>,
}

/// The levels of a board above each other, drawn as seen from the side.
#[derive(Debug)]
pub(super) struct Overview {
    /// The cells of each level, the lowest first.
    pub levels: Vec<Vec<Cell>>,
    /// The four corners of each level's box.
    pub frames: Vec<[Spot; 4]>,
    /// The names of the levels, and where they stand.
    pub names: Vec<(String, Spot)>,
    /// Of the cells from the first of the board on.
    centres: Vec<Spot>,
    first: Cell,
    /// The box around all of it.
    area: Area,
}

/// One board, or one level of it.
#[derive(Debug)]
pub(super) struct Plate {
    pub board: u8,
    pub cells: Vec<Cell>,
    /// The box around the cells.
    pub area: Area,
    /// Where what is written under it ends.
    pub foot: f64,
    /// What is written under it.
    pub title: String,
    /// Names of files and ranks: where their middle is, and how wide they may be.
    pub coordinates: Vec<Coordinate>,
}

/// A name at the rim of a board.
#[derive(Debug)]
pub(super) struct Coordinate {
    pub text: String,
    pub at: Spot,
    pub room: f64,
}

/// A box.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Area {
    pub fn around(spots: impl IntoIterator<Item = Spot>) -> Area {
        let none = Area {
            left: f64::INFINITY,
            top: f64::INFINITY,
            right: f64::NEG_INFINITY,
            bottom: f64::NEG_INFINITY,
        };
        spots.into_iter().fold(none, |area, spot| Area {
            left: area.left.min(spot.x),
            top: area.top.min(spot.y),
            right: area.right.max(spot.x),
            bottom: area.bottom.max(spot.y),
        })
    }

    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub fn middle(&self) -> Spot {
        Spot::new((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    fn shifted(self, x: f64, y: f64) -> Area {
        Area {
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
        Margins { left: self.left.ceil(), right: self.right.ceil(), ..self }
    }
}

impl Plan {
    /// Boards from left to right, in rows; each level of a board is a plate of its own, and the
    /// stack of all of them stands after the last.
    pub fn new(ground: &Ground) -> Plan {
        let plan = Plan::with_words(ground, 1.0);
        match (plan.width / USUAL_WIDTH).sqrt().min(LARGEST_WORDS) {
            words if words > 1.1 => Plan::with_words(ground, words),
            _ => plan,
        }
    }

    fn with_words(ground: &Ground, words: f64) -> Plan {
        let layout = &ground.layout;
        let mut plan = Plan {
            plates: Vec::new(),
            width: 0.0,
            height: 0.0,
            overview: None,
            flows_top: 0.0,
            words,
            centres: layout.cells().map(|cell| local_centre(ground, layout.point(cell))).collect(),
        };
        for board in 0..layout.boards().len() as u8 {
            plan.add_board(ground, board);
        }
        plan.overview = ground.overview.then(|| stack(ground, plan.word_em())).flatten();
        plan.arrange(ground);
        plan.flows_top = plan.height - RIM;
        if !ground.flows.is_empty() {
            plan.height += plan.flow_lane() * ground.flows.len() as f64 + RIM;
        }
        plan
    }

    /// The size of coordinates: an em.
    pub fn coordinate_em(&self) -> f64 {
        COORDINATE_EM * self.words
    }

    /// The size of boards' names and other words: an em.
    pub fn word_em(&self) -> f64 {
        WORD_EM * self.words
    }

    /// How high the lane of an arrow between boards is.
    pub fn flow_lane(&self) -> f64 {
        FLOW_LANE * self.words
    }

    /// Where the name of a plate stands.
    pub fn title_spot(&self, plate: &Plate) -> Spot {
        let below = if plate.coordinates.is_empty() { 26.0 } else { 66.0 };
        Spot::new(plate.area.middle().x, plate.area.bottom + below * self.words)
    }

    /// Where the name of a river stands, if there is room in the river itself: on a board of lines,
    /// which end at its banks, in the middle of it.
    pub fn in_river(&self, ground: &Ground, plate: &Plate, river: &BorderStyle) -> Option<Spot> {
        let surface = ground.boards.get(plate.board as usize).map(|style| style.surface);
        if !river.wave || river.label.is_empty() || surface != Some(Surface::Lines) {
            return None;
        }
        let crossings = river.pairs.iter().filter(|(a, _)| plate.cells.contains(a));
        let area =
            Area::around(crossings.map(|&(a, b)| self.centre(a).towards(self.centre(b), 0.5)));
        (area.width() >= 0.0 && area.height() < 1.0).then(|| area.middle())
    }

    /// Where a step from a place of a board leads on paper, whether or not there is a cell.
    pub fn beyond(&self, ground: &Ground, board: u8, at: Vector, step: Vector) -> Spot {
        let board = ground.layout.board(board);
        let (from, to) = (local_at(ground, board, at), local_at(ground, board, at + step));
        Spot::new(to.x - from.x, to.y - from.y)
    }

    /// The middle of a cell.
    pub fn centre(&self, cell: Cell) -> Spot {
        self.centres[cell.index()]
    }

    /// The corners of a cell, clockwise.
    pub fn corners(&self, ground: &Ground, cell: Cell) -> Vec<Spot> {
        let tiling = ground.layout.board(ground.layout.point(cell).board).tiling;
        corners_around(tiling, self.centre(cell))
    }

    /// Whether a line from one cell to the other stays on its plate, not going over joined edges.
    pub fn is_near(&self, ground: &Ground, from: Cell, to: Cell) -> bool {
        let (a, b) = (ground.layout.point(from), ground.layout.point(to));
        if a.board != b.board || a.at.z != b.at.z {
            return false;
        }
        let (step, size) = (b.at - a.at, ground.layout.board(a.board).size());
        match ground.layout.board(a.board).joined {
            Joined::Nothing => true,
            Joined::Files => step.x.abs() * 2 <= size.x,
            Joined::Ranks => step.y.abs() * 2 <= size.y,
        }
    }

    /// How far, in degrees clockwise, something is turned on paper that faces this way.
    pub fn degrees(&self, ground: &Ground, facing: Facing) -> u16 {
        let (right, ahead) = seen(&ground.view, Frame::facing(facing).turn(Vector::new(0, 1, 0)));
        match (right, ahead) {
            (right, _) if right > 0.0 => 90,
            (right, _) if right < 0.0 => 270,
            (_, ahead) if ahead < 0.0 => 180,
            _ => 0,
        }
    }

    fn add_board(&mut self, ground: &Ground, index: u8) {
        let board = ground.layout.board(index);
        for level in 0..board.levels.len() as i16 {
            let on_level = |&cell: &Cell| ground.layout.point(cell).at.z == level;
            let cells: Vec<Cell> = ground.layout.cells_of(index).filter(on_level).collect();
            if cells.is_empty() {
                continue;
            }
            let corners = cells.iter().flat_map(|&cell| self.corners(ground, cell));
            let area = Area::around(corners);
            let mut plate = Plate {
                board: index,
                cells,
                area,
                foot: 0.0,
                title: plate_title(ground, index, level),
                coordinates: Vec::new(),
            };
            if ground.coordinates {
                plate.coordinates = match board.tiling {
                    Tiling::Squares => self.around_squares(ground, &plate),
                    Tiling::Hexagons => self.around_hexagons(ground, &plate),
                };
            }
            self.plates.push(plate);
        }
    }

    /// Names under the lowest row and beside the leftmost column, one for each that has cells.
    fn around_squares(&self, ground: &Ground, plate: &Plate) -> Vec<Coordinate> {
        let board = ground.layout.board(plate.board);
        let across = lies_across(&ground.view);
        let (along, up) = match across {
            false => (AxisKind::File, AxisKind::Rank),
            true => (AxisKind::Rank, AxisKind::File),
        };
        let mut names: Vec<Coordinate> = Vec::new();
        let mut add = |text: &str, at: Spot, room: f64| {
            if !names.iter().any(|known| known.at.key() == at.key()) {
                names.push(Coordinate { text: text.to_owned(), at, room });
            }
        };
        for &cell in &plate.cells {
            let (at, centre) = (ground.layout.point(cell).at, self.centre(cell));
            let below = Spot::new(centre.x, plate.area.bottom + 24.0 * self.words);
            add(name_on(board, at, along), below, CELL - 4.0);
        }
        for &cell in &plate.cells {
            let (at, centre) = (ground.layout.point(cell).at, self.centre(cell));
            let text = name_on(board, at, up);
            let room = label::width(text, self.coordinate_em());
            let beside = Spot::new(plate.area.left - 14.0 - room / 2.0, centre.y);
            add(text, beside, room);
        }
        names
    }

    /// Files at the foot of each file, ranks where a rank begins.
    fn around_hexagons(&self, ground: &Ground, plate: &Plate) -> Vec<Coordinate> {
        let board = ground.layout.board(plate.board);
        let mut names: Vec<Coordinate> = Vec::new();
        let mut add = |kind: AxisKind, cell: Cell, towards: Vector| {
            let at = ground.layout.point(cell).at;
            let text = name_on(board, at, kind);
            let (from, to) = (local_at(ground, board, at), local_at(ground, board, at + towards));
            names.push(Coordinate {
                text: text.to_owned(),
                at: self
                    .centre(cell)
                    .towards(self.centre(cell).plus(to.x - from.x, to.y - from.y), 0.72),
                room: CELL,
            });
        };
        let (mut files, mut ranks) = (Vec::new(), Vec::new());
        let mut cells = plate.cells.clone();
        cells.sort_by_key(|&cell| {
            let at = ground.layout.point(cell).at;
            (at.x, at.y)
        });
        for cell in cells {
            let at = ground.layout.point(cell).at;
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
        names
    }

    fn arrange(&mut self, ground: &Ground) {
        let mut sizes: Vec<(f64, f64)> =
            (0..self.plates.len()).map(|index| self.outer(ground, index)).collect();
        sizes.extend(self.overview.iter().map(|stack| (stack.area.width(), stack.area.height())));
        // Arrows run below the boards that they join.
        let rows = match ground.flows.is_empty() {
            true => best_rows(&sizes),
            false => vec![(0..sizes.len()).collect()],
        };
        let mut top = RIM;
        for row in rows {
            let height = row.iter().map(|&index| sizes[index].1).fold(0.0, f64::max);
            let mut left = RIM;
            for index in row {
                let (wide, tall) = sizes[index];
                self.put(ground, index, Spot::new(left, top + height - tall));
                if let Some(plate) = self.plates.get_mut(index) {
                    plate.foot = top + height;
                }
                left += wide + GAP;
                self.width = self.width.max(left - GAP + RIM);
            }
            top += height + GAP;
        }
        self.height = top - GAP + RIM;
    }

    /// Puts a plate, or after the last of them the overview, with its upper left corner there.
    fn put(&mut self, ground: &Ground, index: usize, corner: Spot) {
        if index == self.plates.len() {
            return self.overview.iter_mut().for_each(|overview| overview.move_to(corner));
        }
        let (margins, area) = (self.margins(ground, index), self.plates[index].area);
        let (x, y) = (corner.x + margins.left, corner.y + margins.top);
        self.shift(index, x - area.left, y - area.top);
    }

    fn outer(&self, ground: &Ground, index: usize) -> (f64, f64) {
        let margins = self.margins(ground, index);
        let area = self.plates[index].area;
        let wide = margins.left + area.width() + margins.right;
        (wide, margins.top + area.height() + margins.bottom)
    }

    fn margins(&self, ground: &Ground, index: usize) -> Margins {
        let plate = &self.plates[index];
        let mut margins = Margins { left: 2.0, right: 2.0, top: 2.0, bottom: 2.0 };
        for name in &plate.coordinates {
            let half = label::width(&name.text, self.coordinate_em()).min(name.room) / 2.0;
            let tall = 12.0 * self.words;
            margins.left = margins.left.max(plate.area.left - name.at.x + half);
            margins.right = margins.right.max(name.at.x + half - plate.area.right);
            margins.top = margins.top.max(plate.area.top - name.at.y + tall);
            margins.bottom = margins.bottom.max(name.at.y + tall - plate.area.bottom);
        }
        if !plate.title.is_empty() {
            margins.bottom += 44.0 * self.words;
            let more = (label::width(&plate.title, self.word_em()) - plate.area.width()) / 2.0;
            margins.left = margins.left.max(more);
            margins.right = margins.right.max(more);
        }
        if !ground.coordinates {
            return margins.whole();
        }
        let zone = |label: &str| 20.0 + label::width(label, self.coordinate_em());
        for style in &ground.zones {
            if !style.label.is_empty() && plate.cells.iter().any(|&cell| style.cells.has(cell)) {
                margins.right = margins.right.max(zone(&style.label));
            }
        }
        for style in &ground.borders {
            let is_here = style.pairs.iter().any(|(a, _)| plate.cells.contains(a));
            let is_beside = self.in_river(ground, plate, style).is_none();
            if !style.label.is_empty() && is_here && is_beside {
                margins.right = margins.right.max(zone(&style.label));
            }
        }
        margins.whole()
    }

    fn shift(&mut self, index: usize, x: f64, y: f64) {
        let plate = &mut self.plates[index];
        plate.area = plate.area.shifted(x, y);
        for name in &mut plate.coordinates {
            name.at = name.at.plus(x, y);
        }
        for cell in &plate.cells {
            let centre = &mut self.centres[cell.index()];
            *centre = centre.plus(x, y);
        }
    }
}

impl Overview {
    /// The middle of a cell.
    pub fn centre(&self, cell: Cell) -> Spot {
        self.centres[cell.index() - self.first.index()]
    }

    /// Whether it shows the cell.
    pub fn has(&self, cell: Cell) -> bool {
        let index = cell.index().checked_sub(self.first.index());
        index.is_some_and(|index| index < self.centres.len())
    }

    /// The corners of a cell, clockwise.
    pub fn corners(&self, cell: Cell) -> Vec<Spot> {
        let corners = [(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)];
        let centre = self.centre(cell);
        corners.iter().map(|&(right, ahead)| leaning(centre, right, ahead)).collect()
    }

    fn move_to(&mut self, corner: Spot) {
        let (x, y) = ((corner.x - self.area.left).round(), (corner.y - self.area.top).round());
        let shift = |spot: &mut Spot| *spot = spot.plus(x, y);
        self.centres.iter_mut().for_each(shift);
        self.frames.iter_mut().flatten().for_each(shift);
        self.names.iter_mut().map(|(_, spot)| spot).for_each(shift);
        self.area = self.area.shifted(x, y);
    }
}

/// So many cells to the right and ahead of a place on a level of the overview.
fn leaning(from: Spot, right: f64, ahead: f64) -> Spot {
    let (wide, lean, rise, _) = STACK;
    from.plus(right * wide + ahead * lean, -ahead * rise)
}

/// The levels of the first board that has several, their names in that size.
fn stack(ground: &Ground, name_em: f64) -> Option<Overview> {
    let layout = &ground.layout;
    let index = layout.boards().iter().position(|b| b.has_levels && b.tiling == Tiling::Squares)?;
    let (index, board) = (index as u8, &layout.boards()[index]);
    let cells: Vec<Cell> = layout.cells_of(index).collect();
    let places: Vec<(f64, f64)> =
        cells.iter().map(|&cell| seen(&ground.view, layout.point(cell).at)).collect();
    let least = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::INFINITY, f64::min);
    let most = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::NEG_INFINITY, f64::max);
    let (left, right) =
        (least(&mut places.iter().map(|p| p.0)), most(&mut places.iter().map(|p| p.0)));
    let (near, far) =
        (least(&mut places.iter().map(|p| p.1)), most(&mut places.iter().map(|p| p.1)));

    let (_, _, rise, apart) = STACK;
    let storey = (far - near + 1.0) * rise + apart;
    let top = board.levels.len() as f64 - 1.0;
    // The middle of the nearest cell to the left on each level.
    let origin = |level: i16| {
        let below = (top - f64::from(level)) * storey;
        // Pieces on the farthest cells of the highest level rise above it.
        Spot::new(0.0, below)
    };
    let place = |level: i16, (x, y): (f64, f64)| leaning(origin(level), x - left, y - near);
    let levels = 0..board.levels.len() as i16;
    let on = |level: i16| {
        let on_level = |&cell: &Cell| layout.point(cell).at.z == level;
        cells.iter().copied().filter(on_level).collect::<Vec<Cell>>()
    };
    let frame = |level| {
        [(left, near), (right, near), (right, far), (left, far)].map(|(x, y)| {
            let out = |value: f64, low: f64| if value == low { -0.5 } else { 0.5 };
            place(level, (x + out(x, left), y + out(y, near)))
        })
    };
    let frames: Vec<[Spot; 4]> = levels.clone().map(frame).collect();
    let name = |level: i16| {
        let name = board.levels.names[level as usize].clone();
        let at = frames[level as usize][0].plus(-12.0 - label::width(&name, name_em) / 2.0, -10.0);
        (name, at)
    };
    let widest = board.levels.names.iter().map(|name| label::width(name, name_em));
    let mut area = Area::around(frames.iter().flatten().copied());
    area.left -= 14.0 + widest.fold(0.0, f64::max);
    // Pieces on the farthest cells of the highest level rise above it.
    area.top -= CELL / 4.0;
    area.bottom += name_em / 2.0;
    Some(Overview {
        levels: levels.clone().map(on).collect(),
        names: levels.map(name).collect(),
        centres: cells
            .iter()
            .zip(&places)
            .map(|(&cell, &at)| place(layout.point(cell).at.z, at))
            .collect(),
        first: cells[0],
        frames,
        area,
    })
}

/// Things of these sizes in rows, in their order: of all ways to break them where a row is as wide
/// as some of them that follow each other, the one that fills the usual shape best.
fn best_rows(sizes: &[(f64, f64)]) -> Vec<Vec<usize>> {
    let rows = |limit: f64| {
        let (mut rows, mut used): (Vec<Vec<usize>>, f64) = (Vec::new(), 0.0);
        for (index, (wide, _)) in sizes.iter().enumerate() {
            match rows.last_mut() {
                Some(row) if used + GAP + wide <= limit => {
                    row.push(index);
                    used += GAP + wide;
                }
                _ => {
                    rows.push(vec![index]);
                    used = *wide;
                }
            }
        }
        rows
    };
    let extent = |rows: &[Vec<usize>]| {
        let wide = |row: &Vec<usize>| row.iter().map(|&index| sizes[index].0 + GAP).sum::<f64>();
        let tall =
            |row: &Vec<usize>| row.iter().map(|&index| sizes[index].1 + GAP).fold(0.0, f64::max);
        let width = rows.iter().map(wide).fold(0.0, f64::max);
        let height = rows.iter().map(tall).sum::<f64>();
        // Of two that are nearly as good, the one with less paper around it.
        (width / SHAPE).max(height) + 0.1 * (width / SHAPE + height)
    };
    let run = |from: usize, to: usize| {
        sizes[from..to].iter().map(|(wide, _)| wide + GAP).sum::<f64>() - GAP + 0.5
    };
    let count = sizes.len();
    let limits = (0..count).flat_map(|from| (from + 1..=count).map(move |to| run(from, to)));
    let all = limits.map(rows);
    all.min_by(|a, b| extent(a).total_cmp(&extent(b))).unwrap_or_default()
}

/// The corners of a cell around its middle, clockwise.
fn corners_around(tiling: Tiling, centre: Spot) -> Vec<Spot> {
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

fn plate_title(ground: &Ground, index: u8, level: i16) -> String {
    let board = ground.layout.board(index);
    let title = ground.boards.get(index as usize).map_or("", |style| style.title.as_str());
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
pub(super) fn lies_across(view: &Frame) -> bool {
    view.turn(Vector::new(1, 0, 0)).x == 0
}

fn local_centre(ground: &Ground, point: Point) -> Spot {
    local_at(ground, ground.layout.board(point.board), point.at)
}

/// Where a place of a board lies, seen from the chair: to the right, and (less far) down.
fn local_at(ground: &Ground, board: &Board, at: Vector) -> Spot {
    let (right, ahead) = seen(&ground.view, at);
    match board.tiling {
        Tiling::Squares => Spot::new(right * CELL, -ahead * CELL),
        Tiling::Hexagons => Spot::new(right * 1.5 * HEXAGON, -(2.0 * ahead + right) * HEXAGON_SIDE),
    }
}

/// How far to the right and ahead a place is for the person in this chair.
fn seen(view: &Frame, at: Vector) -> (f64, f64) {
    let (right, ahead) = (view.turn(Vector::new(1, 0, 0)), view.turn(Vector::new(0, 1, 0)));
    let cross =
        |a: Vector, b: Vector| f64::from(a.x) * f64::from(b.y) - f64::from(a.y) * f64::from(b.x);
    let whole = cross(right, ahead);
    (cross(at, ahead) / whole, cross(right, at) / whole)
}
