use crate::geometry::{AxisKind, Board, Cell, Facing, Frame, Point, Tiling, Vector};

use super::label;
use super::{Figure, Spot};

/// A square cell's side; all lengths are hundredths of it.
pub(super) const CELL: f64 = 100.0;

/// The size of coordinates: an em.
pub(super) const COORDINATE_EM: f64 = 26.0;

/// The size of boards' names and other words: an em.
pub(super) const WORD_EM: f64 = 28.0;

/// From the middle of a hexagon to a corner; to a side it is about half a [`CELL`].
const HEXAGON: f64 = 60.0;
const ROOT_3: f64 = 1.732_050_807_568_877_2;

/// Between two plates.
const GAP: f64 = 60.0;
/// Around everything.
const RIM: f64 = 12.0;
/// Plates side by side are not wider than this; a row of levels may be.
const ROW: f64 = 2000.0;
const ROW_OF_LEVELS: f64 = 3600.0;

/// Where everything lies on paper.
#[derive(Debug)]
pub(super) struct Plan {
    pub plates: Vec<Plate>,
    pub width: f64,
    pub height: f64,
    centres: Vec<Spot>,
}

/// One board, or one level of it.
#[derive(Debug)]
pub(super) struct Plate {
    pub board: u8,
    pub cells: Vec<Cell>,
    /// The box around the cells.
    pub area: Area,
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

impl Plan {
    /// Boards from left to right, in rows; each level of a board is a plate of its own.
    pub fn new(figure: &Figure) -> Plan {
        let layout = &figure.layout;
        let mut plan = Plan {
            plates: Vec::new(),
            width: 0.0,
            height: 0.0,
            centres: layout.cells().map(|cell| local_centre(figure, layout.point(cell))).collect(),
        };
        for board in 0..layout.boards().len() as u8 {
            plan.add_board(figure, board);
        }
        plan.arrange(figure);
        plan
    }

    /// The middle of a cell.
    pub fn centre(&self, cell: Cell) -> Spot {
        self.centres[cell.index()]
    }

    /// The corners of a cell, clockwise.
    pub fn corners(&self, figure: &Figure, cell: Cell) -> Vec<Spot> {
        let tiling = figure.layout.board(figure.layout.point(cell).board).tiling;
        corners_around(tiling, self.centre(cell))
    }

    /// How far, in degrees clockwise, something is turned on paper that faces this way.
    pub fn degrees(&self, figure: &Figure, facing: Facing) -> u16 {
        let (right, ahead) = seen(&figure.view, Frame::facing(facing).turn(Vector::new(0, 1, 0)));
        match (right, ahead) {
            (right, _) if right > 0.0 => 90,
            (right, _) if right < 0.0 => 270,
            (_, ahead) if ahead < 0.0 => 180,
            _ => 0,
        }
    }

    fn add_board(&mut self, figure: &Figure, index: u8) {
        let board = figure.layout.board(index);
        for level in 0..board.levels.len() as i16 {
            let on_level = |&cell: &Cell| figure.layout.point(cell).at.z == level;
            let cells: Vec<Cell> = figure.layout.cells_of(index).filter(on_level).collect();
            if cells.is_empty() {
                continue;
            }
            let corners = cells.iter().flat_map(|&cell| self.corners(figure, cell));
            let area = Area::around(corners);
            let mut plate = Plate {
                board: index,
                cells,
                area,
                title: plate_title(figure, index, level),
                coordinates: Vec::new(),
            };
            if figure.coordinates {
                plate.coordinates = match board.tiling {
                    Tiling::Squares => self.around_squares(figure, &plate),
                    Tiling::Hexagons => self.around_hexagons(figure, &plate),
                };
            }
            self.plates.push(plate);
        }
    }

    /// Names under the lowest row and beside the leftmost column, one for each that has cells.
    fn around_squares(&self, figure: &Figure, plate: &Plate) -> Vec<Coordinate> {
        let board = figure.layout.board(plate.board);
        let across = lies_across(&figure.view);
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
            let (at, centre) = (figure.layout.point(cell).at, self.centre(cell));
            let below = Spot::new(centre.x, plate.area.bottom + 24.0);
            add(name_on(board, at, along), below, CELL - 4.0);
        }
        for &cell in &plate.cells {
            let (at, centre) = (figure.layout.point(cell).at, self.centre(cell));
            let text = name_on(board, at, up);
            let room = label::width(text, COORDINATE_EM);
            let beside = Spot::new(plate.area.left - 14.0 - room / 2.0, centre.y);
            add(text, beside, room);
        }
        names
    }

    /// Files at the foot of each file, ranks where a rank begins.
    fn around_hexagons(&self, figure: &Figure, plate: &Plate) -> Vec<Coordinate> {
        let board = figure.layout.board(plate.board);
        let mut names: Vec<Coordinate> = Vec::new();
        let mut add = |kind: AxisKind, cell: Cell, towards: Vector| {
            let at = figure.layout.point(cell).at;
            let text = name_on(board, at, kind);
            let (from, to) = (local_at(figure, board, at), local_at(figure, board, at + towards));
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
            let at = figure.layout.point(cell).at;
            (at.x, at.y)
        });
        for cell in cells {
            let at = figure.layout.point(cell).at;
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

    fn arrange(&mut self, figure: &Figure) {
        let levels = figure.layout.boards().iter().any(|board| board.has_levels);
        let row = if levels { ROW_OF_LEVELS } else { ROW };
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut used = 0.0;
        for index in 0..self.plates.len() {
            let wide = self.outer(figure, index).0;
            match rows.last_mut() {
                Some(last) if used + GAP + wide <= row => {
                    last.push(index);
                    used += GAP + wide;
                }
                _ => {
                    rows.push(vec![index]);
                    used = wide;
                }
            }
        }
        let mut top = RIM;
        for row in rows {
            let tallest = |&index: &usize| self.outer(figure, index).1;
            let height = row.iter().map(tallest).fold(0.0, f64::max);
            let mut left = RIM;
            for index in row {
                let (wide, tall) = self.outer(figure, index);
                let margins = self.margins(figure, index);
                let area = self.plates[index].area;
                let x = left + margins.left - area.left;
                let y = top + height - tall + margins.top - area.top;
                self.shift(index, x, y);
                left += wide + GAP;
                self.width = self.width.max(left - GAP + RIM);
            }
            top += height + GAP;
        }
        self.height = top - GAP + RIM;
    }

    fn outer(&self, figure: &Figure, index: usize) -> (f64, f64) {
        let margins = self.margins(figure, index);
        let area = self.plates[index].area;
        let wide = margins.left + area.width() + margins.right;
        (wide, margins.top + area.height() + margins.bottom)
    }

    fn margins(&self, figure: &Figure, index: usize) -> Margins {
        let plate = &self.plates[index];
        let mut margins = Margins { left: 2.0, right: 2.0, top: 2.0, bottom: 2.0 };
        for name in &plate.coordinates {
            let half = label::width(&name.text, COORDINATE_EM).min(name.room) / 2.0;
            margins.left = margins.left.max(plate.area.left - name.at.x + half);
            margins.right = margins.right.max(name.at.x + half - plate.area.right);
            margins.top = margins.top.max(plate.area.top - name.at.y + 12.0);
            margins.bottom = margins.bottom.max(name.at.y + 12.0 - plate.area.bottom);
        }
        if !plate.title.is_empty() {
            margins.bottom += 44.0;
            let more = (label::width(&plate.title, WORD_EM) - plate.area.width()) / 2.0;
            margins.left = margins.left.max(more);
            margins.right = margins.right.max(more);
        }
        let zone = |label: &str| 20.0 + label::width(label, COORDINATE_EM);
        for style in &figure.zones {
            if !style.label.is_empty() && plate.cells.iter().any(|&cell| style.cells.has(cell)) {
                margins.right = margins.right.max(zone(&style.label));
            }
        }
        for style in &figure.borders {
            if !style.label.is_empty() && style.pairs.iter().any(|(a, _)| plate.cells.contains(a)) {
                margins.right = margins.right.max(zone(&style.label));
            }
        }
        margins
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

/// The corners of a cell around its middle, clockwise.
fn corners_around(tiling: Tiling, centre: Spot) -> Vec<Spot> {
    let half = CELL / 2.0;
    let offsets: &[(f64, f64)] = match tiling {
        Tiling::Squares => &[(-half, -half), (half, -half), (half, half), (-half, half)],
        Tiling::Hexagons => &[
            (-HEXAGON, 0.0),
            (-HEXAGON / 2.0, -HEXAGON * ROOT_3 / 2.0),
            (HEXAGON / 2.0, -HEXAGON * ROOT_3 / 2.0),
            (HEXAGON, 0.0),
            (HEXAGON / 2.0, HEXAGON * ROOT_3 / 2.0),
            (-HEXAGON / 2.0, HEXAGON * ROOT_3 / 2.0),
        ],
    };
    offsets.iter().map(|&(x, y)| centre.plus(x, y)).collect()
}

fn plate_title(figure: &Figure, index: u8, level: i16) -> String {
    let board = figure.layout.board(index);
    let title = figure.boards.get(index as usize).map_or("", |style| style.title.as_str());
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

fn local_centre(figure: &Figure, point: Point) -> Spot {
    local_at(figure, figure.layout.board(point.board), point.at)
}

/// Where a place of a board lies, seen from the chair: to the right, and (less far) down.
fn local_at(figure: &Figure, board: &Board, at: Vector) -> Spot {
    let (right, ahead) = seen(&figure.view, at);
    match board.tiling {
        Tiling::Squares => Spot::new(right * CELL, -ahead * CELL),
        Tiling::Hexagons => {
            Spot::new(right * 1.5 * HEXAGON, -(ahead + right / 2.0) * HEXAGON * ROOT_3)
        }
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
