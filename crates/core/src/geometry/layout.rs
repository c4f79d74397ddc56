//! All boards of a game and their cells.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::source::limits;

use super::{AxisKind, Board, Cell, CellCoordinates, CellSet, Lattice, Vector};

/// All boards of a game and all their cells.
///
/// Cells are numbered board by board, level by level, and there in the order of their names: on a
/// chess board a1, a2, a3 and so on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    boards: Vec<Board>,
    points: Vec<CellCoordinates>,
    names: Vec<String>,
    by_point: Vec<CellGrid>,
    by_name: BTreeMap<String, Cell>,
    // In lower case; without names that two cells share in lower case.
    by_folded_name: BTreeMap<String, Cell>,
}

/// Why boards cannot become a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutError {
    /// There is no board, or a board without cells.
    Empty,
    /// More than [`limits::CELLS`] cells or [`limits::BOARDS`] boards.
    TooLarge {
        /// The number of cells that it would have.
        cells: usize,
    },
    /// Two cells would have the same name.
    SameName(String),
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutError::Empty => write!(f, "the board has no cells"),
            LayoutError::TooLarge { cells } => {
                write!(f, "the board would have {cells} cells; at most {} are read", limits::CELLS)
            }
            LayoutError::SameName(name) => write!(f, "two cells would both be called `{name}`"),
        }
    }
}

impl Layout {
    /// Returns the layout of these boards without holes; [`restricted_to`](Self::restricted_to)
    /// makes them.
    pub fn new(boards: Vec<Board>) -> Result<Layout, LayoutError> {
        let room = |board: &Board| board.files.len() * board.ranks.len() * board.levels.len();
        let cells: usize = boards.iter().map(room).sum();
        if boards.is_empty() || boards.iter().any(|board| room(board) == 0) {
            return Err(LayoutError::Empty);
        }
        if cells > limits::CELLS || boards.len() > limits::BOARDS {
            return Err(LayoutError::TooLarge { cells });
        }
        let points = (0..).zip(&boards).flat_map(|(board, it)| {
            it.all_coordinates().into_iter().map(move |at| CellCoordinates { board, at })
        });
        Layout::with_points(boards.clone(), points.collect())
    }

    /// Returns the layout of the same boards with only these cells.
    pub fn restricted_to(&self, cells: &CellSet) -> Result<Layout, LayoutError> {
        let points: Vec<CellCoordinates> = cells.iter().map(|cell| self.point(cell)).collect();
        if points.is_empty() {
            return Err(LayoutError::Empty);
        }
        Layout::with_points(self.boards.clone(), points)
    }

    fn with_points(
        boards: Vec<Board>,
        points: Vec<CellCoordinates>,
    ) -> Result<Layout, LayoutError> {
        let several = boards.len() > 1;
        let (mut by_name, mut by_folded_name) = (BTreeMap::new(), BTreeMap::new());
        let (mut names, mut shared_when_folded) = (Vec::new(), BTreeSet::new());
        let mut on_other_boards: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
        for (cell, point) in (0..).map(Cell).zip(&points) {
            let board = &boards[point.board as usize];
            let plain = board.cell_name(point.at);
            let name = if several { format!("{}:{plain}", board.id) } else { plain.clone() };
            if by_name.insert(name.clone(), cell).is_some() {
                return Err(LayoutError::SameName(name));
            }
            let folded = name.to_lowercase();
            if by_folded_name.insert(folded.clone(), cell).is_some() {
                shared_when_folded.insert(folded);
            }
            // A cell name without a board means the first board.
            if several && point.board == 0 {
                by_folded_name.insert(plain.to_lowercase(), cell);
                by_name.insert(plain, cell);
            } else if several {
                on_other_boards.entry(plain.to_lowercase()).or_default().push(cell);
            }
            names.push(name);
        }
        by_folded_name.retain(|name, _| !shared_when_folded.contains(name));
        // Where it lacks the name, and only one other board has it, the name means that board.
        for (folded, cells) in on_other_boards {
            if let [only] = cells[..] {
                by_folded_name.entry(folded).or_insert(only);
            }
        }
        let by_point = (0..boards.len()).map(|board| CellGrid::new(board as u8, &points)).collect();
        Ok(Layout { boards, points, names, by_point, by_name, by_folded_name })
    }

    /// Returns the number of cells.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Returns `false`, because every layout has cells.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Returns all cells in order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.points.len() as u16).map(Cell)
    }

    /// Returns the boards in order.
    pub fn boards(&self) -> &[Board] {
        &self.boards
    }

    /// Returns one board.
    pub fn board(&self, index: u8) -> &Board {
        &self.boards[index as usize]
    }

    /// Returns the kind of directions in which moves are described: that of the first board, or
    /// levels if the first board has squares and any board has levels.
    pub fn lattice(&self) -> Lattice {
        match self.board(0).lattice() {
            Lattice::Squares if self.boards.iter().any(|board| board.has_levels) => Lattice::Levels,
            first => first,
        }
    }

    /// Returns the cells of one board.
    pub fn cells_of(&self, board: u8) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(move |&cell| self.point(cell).board == board)
    }

    /// Returns the board and the coordinates of a cell.
    pub fn point(&self, cell: Cell) -> CellCoordinates {
        self.points[cell.index()]
    }

    /// Returns the cell at these coordinates, if there is one.
    pub fn at(&self, point: CellCoordinates) -> Option<Cell> {
        self.by_point.get(point.board as usize)?.at(point.at)
    }

    /// Returns the index of a cell among the names of an axis.
    pub fn index_on_axis(&self, cell: Cell, axis: AxisKind) -> usize {
        let CellCoordinates { board, at } = self.point(cell);
        self.board(board).index_on_axis(at, axis) as usize
    }

    /// Returns the cell to which a step leads, across joined edges too. `None` if there is no cell.
    pub fn step(&self, cell: Cell, step: Vector) -> Option<Cell> {
        let CellCoordinates { board, at } = self.point(cell);
        self.at(CellCoordinates { board, at: self.board(board).across_joined_edges(at + step) })
    }

    /// Returns the distance of two cells, across joined edges too, or `None` on different boards:
    /// in steps to adjacent cells, and in steps through edges.
    pub fn distance(&self, from: Cell, to: Cell) -> Option<(u16, u16)> {
        let (from, to) = (self.point(from), self.point(to));
        let board = self.board(from.board);
        let offsets = board.offsets(from.at, to.at).into_iter();
        let routes = offsets.map(|offset| board.tiling.distance(offset));
        routes.min().filter(|_| from.board == to.board)
    }

    /// Returns the cells that share a side with a cell, or if `by_corner` at least a corner.
    pub fn touching(&self, cell: Cell, by_corner: bool) -> impl Iterator<Item = Cell> + '_ {
        let steps = self.board(self.point(cell).board).lattice().steps_to_touching(by_corner);
        steps.filter_map(move |step| self.step(cell, step))
    }

    /// Returns the name of a cell: `e4`, or with several boards `world:a1`.
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell.index()]
    }

    /// Returns the name of a cell without its board.
    pub fn name_on_board(&self, cell: Cell) -> &str {
        let name = self.name(cell);
        name.split_once(':').map_or(name, |(_, plain)| plain)
    }

    /// Returns the cell of this name. A name without a board means the first board, or the only
    /// board that has it. Case counts only if two names differ in nothing else.
    pub fn find(&self, name: &str) -> Option<Cell> {
        let exact = self.by_name.get(name);
        exact.or_else(|| self.by_folded_name.get(&name.to_lowercase())).copied()
    }

    /// Returns the shade of a cell: 0 (dark, like a1) or 1; on hexagons 0, 1 or 2. Cells with a
    /// common side have different shades.
    pub fn shade(&self, cell: Cell) -> u8 {
        let CellCoordinates { board, at } = self.point(cell);
        let Board { tiling, first_is_light, .. } = self.board(board);
        (tiling.shade(at) + u8::from(*first_is_light)) % tiling.shades()
    }

    /// Returns the names of these cells in order, separated by blanks.
    pub fn names_of(&self, cells: &CellSet) -> String {
        let names: Vec<&str> = cells.iter().map(|cell| self.name(cell)).collect();
        names.join(" ")
    }
}

/// The cell at each point of the bounding box of a board's cells.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CellGrid {
    least: Vector,
    size: Vector,
    cells: Vec<Option<Cell>>,
}

impl CellGrid {
    fn new(board: u8, points: &[CellCoordinates]) -> CellGrid {
        let here = || (0..).map(Cell).zip(points).filter(|(_, point)| point.board == board);
        let span = |of: fn(Vector) -> i16| {
            let values = || here().map(|(_, point)| of(point.at));
            let least = values().min().unwrap_or(0);
            (least, values().max().map_or(0, |most| most - least + 1))
        };
        let (x, y, z) = (span(|at| at.x), span(|at| at.y), span(|at| at.z));
        let (least, size) = (Vector::new(x.0, y.0, z.0), Vector::new(x.1, y.1, z.1));
        let count = [x.1, y.1, z.1].into_iter().map(|length| length as usize).product();
        let mut places = CellGrid { least, size, cells: vec![None; count] };
        for (cell, point) in here() {
            let index = places.index(point.at).expect("the box contains all cells");
            places.cells[index] = Some(cell);
        }
        places
    }

    fn index(&self, at: Vector) -> Option<usize> {
        let along = |at: i16, least: i16, size: i16| {
            let place = i32::from(at) - i32::from(least);
            (0..i32::from(size)).contains(&place).then_some(place as usize)
        };
        let x = along(at.x, self.least.x, self.size.x)?;
        let y = along(at.y, self.least.y, self.size.y)?;
        let z = along(at.z, self.least.z, self.size.z)?;
        Some((z * self.size.y as usize + y) * self.size.x as usize + x)
    }

    fn at(&self, at: Vector) -> Option<Cell> {
        self.cells[self.index(at)?]
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Axis, JoinedEdges};
    use super::*;

    fn step(layout: &Layout, from: &str, (x, y, z): (i16, i16, i16)) -> String {
        let cell = layout.find(from).expect("the cell is on the board");
        let to = layout.step(cell, Vector::new(x, y, z));
        to.map_or("-".to_owned(), |cell| layout.name(cell).to_owned())
    }

    #[test]
    fn a_chess_board_has_its_cells_in_order() {
        let layout = Layout::new(vec![Board::rectangle(8, 8)]).unwrap();
        let names: Vec<&str> = layout.cells().map(|cell| layout.name(cell)).collect();
        assert_eq!(names[..9], ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "b1"]);
        assert_eq!(layout.find("E4"), layout.find("e4"));
        assert_eq!(layout.find("i1"), None);
        assert_eq!(layout.shade(layout.find("a1").unwrap()), 0);
        assert_eq!(layout.shade(layout.find("h1").unwrap()), 1);
        assert_eq!(step(&layout, "d4", (1, 2, 0)), "e6");
        assert_eq!(step(&layout, "h4", (1, 0, 0)), "-");
    }

    #[test]
    fn names_may_take_the_axes_in_any_order() {
        let board = Board {
            files: Axis::letters(9),
            ranks: Axis::new("rstuvwxyz".chars()),
            levels: Axis::numbers(3),
            has_levels: true,
            names: vec![AxisKind::Rank, AxisKind::File, AxisKind::Level],
            ..Board::rectangle(9, 9)
        };
        let layout = Layout::new(vec![board]).unwrap();
        assert_eq!(layout.len(), 243);
        assert_eq!(layout.name(Cell(0)), "ra1");
        assert_eq!(layout.name(Cell(1)), "rb1");
        assert_eq!(layout.name(Cell(81)), "ra2");
        assert_eq!(step(&layout, "ra1", (1, 2, 0)), "tb1");
    }

    #[test]
    fn edges_can_be_joined() {
        let board = Board { joined: JoinedEdges::FILES, ..Board::rectangle(8, 8) };
        let layout = Layout::new(vec![board]).unwrap();
        assert_eq!(step(&layout, "h4", (1, 0, 0)), "a4");
        assert_eq!(step(&layout, "a1", (-2, 1, 0)), "g2");
        assert_eq!(step(&layout, "a8", (0, 1, 0)), "-");
    }

    #[test]
    fn joined_edges_are_the_shorter_way_around() {
        let cylinder = Board { joined: JoinedEdges::FILES, ..Board::rectangle(8, 8) };
        let ring = Board { joined: JoinedEdges::RANKS, ..Board::rectangle(4, 16) };
        let check = |board: Board, cells: [&str; 2], distance: (u16, u16)| {
            let layout = Layout::new(vec![board]).unwrap();
            let [from, to] = cells.map(|name| layout.find(name).unwrap());
            assert_eq!(layout.distance(from, to), Some(distance), "{cells:?}");
            assert_eq!(layout.distance(to, from), Some(distance), "{cells:?}");
        };
        check(Board::rectangle(8, 8), ["a1", "h3"], (7, 9));
        check(cylinder.clone(), ["a1", "h3"], (2, 3));
        check(cylinder, ["a1", "c8"], (7, 9));
        check(ring.clone(), ["a1", "b15"], (2, 3));
        check(ring, ["a1", "d16"], (3, 4));
    }

    #[test]
    fn cells_of_two_boards_have_no_distance() {
        let board = |id: &str| Board { id: id.to_owned(), ..Board::rectangle(2, 2) };
        let layout = Layout::new(vec![board("near"), board("far")]).unwrap();
        assert_eq!(layout.distance(Cell(0), Cell(3)), Some((1, 2)));
        assert_eq!(layout.distance(Cell(0), Cell(4)), None);
    }

    #[test]
    fn hexagons_touch_their_six_neighbours() {
        let layout = Layout::new(vec![Board::hexagon(6, "abcdefghikl".chars())]).unwrap();
        assert_eq!(layout.len(), 91);
        assert_eq!(step(&layout, "f6", (0, 1, 0)), "f7");
        assert_eq!(step(&layout, "f6", (1, 0, 0)), "g6");
        assert_eq!(step(&layout, "f6", (1, -1, 0)), "g5");
        assert_eq!(step(&layout, "e4", (1, 0, 0)), "f5");
        assert_eq!(step(&layout, "e4", (1, -1, 0)), "f4");
        for cell in layout.cells() {
            for (x, y) in [(0, 1), (1, 0), (1, -1)] {
                if let Some(next) = layout.step(cell, Vector::new(x, y, 0)) {
                    assert_ne!(layout.shade(cell), layout.shade(next));
                }
            }
        }
    }

    #[test]
    fn several_boards_are_addressed_by_name() {
        let world = Board { id: "world".to_owned(), ..Board::rectangle(4, 7) };
        let limbo = Board { id: "limbo".to_owned(), ..Board::rectangle(1, 1) };
        let [hall, hell] =
            ["hall", "hell"].map(|id| Board { id: id.to_owned(), ..Board::rectangle(6, 1) });
        let layout = Layout::new(vec![world.clone(), limbo.clone(), hall.clone()]).unwrap();
        assert_eq!(layout.find("F1"), layout.find("hall:f1"), "no other board has this name");
        let layout = Layout::new(vec![world, limbo, hall, hell]).unwrap();
        assert_eq!(layout.find("f1"), None, "two boards have this name");
        assert_eq!(layout.find("a1"), layout.find("world:a1"));
        assert_ne!(layout.find("a1"), layout.find("limbo:a1"));
        assert_eq!(layout.name(Cell(28)), "limbo:a1");
        assert_eq!(layout.name_on_board(Cell(28)), "a1");
    }

    #[test]
    fn holes_are_cells_that_are_not_kept() {
        let full = Layout::new(vec![Board::rectangle(3, 3)]).unwrap();
        let ring = full.cells().filter(|&cell| full.name(cell) != "b2").collect();
        let layout = full.restricted_to(&ring).unwrap();
        assert_eq!(layout.len(), 8);
        assert_eq!(step(&layout, "a1", (1, 1, 0)), "-");
        assert_eq!(step(&layout, "a1", (2, 2, 0)), "c3");
    }
}
