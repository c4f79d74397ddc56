//! Boards: their axes, sizes and joined edges.

use crate::source::sort_by_key;

use super::{Tiling, Vector};

/// How the two ends of an axis are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EdgeJoin {
    /// Not at all: a move ends there.
    #[default]
    Open,
    /// The last line touches the first.
    Straight,
}

/// Which edges of a board are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct JoinedEdges {
    /// The left and the right edge.
    pub files: EdgeJoin,
    /// The lower and the upper edge.
    pub ranks: EdgeJoin,
}

impl JoinedEdges {
    /// None.
    pub const NOTHING: JoinedEdges = JoinedEdges { files: EdgeJoin::Open, ranks: EdgeJoin::Open };
    /// The last file touches the first: a cylinder.
    pub const FILES: JoinedEdges =
        JoinedEdges { files: EdgeJoin::Straight, ..JoinedEdges::NOTHING };
    /// The last rank touches the first: a ring.
    pub const RANKS: JoinedEdges =
        JoinedEdges { ranks: EdgeJoin::Straight, ..JoinedEdges::NOTHING };
    /// Both: the surface of a doughnut.
    pub const BOTH: JoinedEdges =
        JoinedEdges { files: EdgeJoin::Straight, ranks: EdgeJoin::Straight };

    /// Returns the steps of one unit towards the joined edges: right, then forward.
    pub fn steps(self) -> impl Iterator<Item = Vector> {
        let steps = [(self.files, Vector::new(1, 0, 0)), (self.ranks, Vector::new(0, 1, 0))];
        steps.into_iter().filter(|(join, _)| *join != EdgeJoin::Open).map(|(_, step)| step)
    }

    /// Whether a board with these edges is neither flat nor a ring.
    pub fn is_surface(self) -> bool {
        self != JoinedEdges::NOTHING && self.ring_axis().is_none()
    }

    /// Returns the axis along which a board can be bent to a ring: the only one that is joined.
    pub fn ring_axis(self) -> Option<AxisKind> {
        match (self.files, self.ranks) {
            (EdgeJoin::Straight, EdgeJoin::Open) => Some(AxisKind::File),
            (EdgeJoin::Open, EdgeJoin::Straight) => Some(AxisKind::Rank),
            _ => None,
        }
    }
}

/// An axis of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AxisKind {
    /// From left to right, seen from the first side.
    File,
    /// From near to far.
    Rank,
    /// From the lowest to the highest.
    Level,
}

/// The names along one axis in order; at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Axis {
    /// For instance `a` to `h`.
    pub names: Vec<String>,
}

impl Axis {
    /// An axis with these names.
    pub fn new<S: Into<String>>(names: impl IntoIterator<Item = S>) -> Self {
        Axis { names: names.into_iter().map(Into::into).collect() }
    }

    /// `a`, `b`, `c` and so on; beyond `z`, `aa`, `ab` and so on.
    pub fn letters(count: usize) -> Self {
        let letter = |index: usize| char::from(b'a' + index as u8);
        Axis::new((0..count).map(|index| match index / 26 {
            0 => letter(index).to_string(),
            more => format!("{}{}", letter(more - 1), letter(index % 26)),
        }))
    }

    /// `1`, `2`, `3` and so on.
    pub fn numbers(count: usize) -> Self {
        Axis::new((1..=count).map(|number| number.to_string()))
    }

    /// Returns the number of names.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether the axis has no names.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the index of a name. Case counts only if two names of the axis differ in nothing else.
    pub fn find(&self, name: &str) -> Option<usize> {
        let exact = self.names.iter().position(|known| known == name);
        exact.or_else(|| {
            let mut folded =
                self.names.iter().enumerate().filter(|(_, known)| known.eq_ignore_ascii_case(name));
            let found = folded.next()?.0;
            folded.next().is_none().then_some(found)
        })
    }
}

/// One board: its axes, the shape of its cells and its joined edges.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The name of the board in cell names if there are several boards: `world` in `world:a1`.
    pub id: String,
    /// Squares or hexagons.
    pub tiling: Tiling,
    /// The files from left to right.
    pub files: Axis,
    /// The ranks from near to far.
    pub ranks: Axis,
    /// The levels from low to high. A flat board has one name, which is not used.
    pub levels: Axis,
    /// Whether cell names contain the level.
    pub has_levels: bool,
    /// The order of the axes in a cell's name.
    pub names: Vec<AxisKind>,
    /// Which edges are joined.
    pub joined: JoinedEdges,
    /// On hexagons: the number of cells on an upper or lower edge, which is slanted.
    pub edge: usize,
    /// On hexagons: the number of cells on the first and the last file; `edge` on a regular board.
    pub upright_edge: usize,
    /// On hexagons: whether the rank of a cell is its index in the file, so that ranks bend at the
    /// middle file. Otherwise ranks descend in a straight line from the first file to the last.
    pub ranks_bend: bool,
    /// On squares: whether the first cell of the bounding box is light. It is dark, like a1, except
    /// on parts of a board.
    pub first_is_light: bool,
}

impl Board {
    /// A flat board of squares with files from `a` and ranks from `1`.
    pub fn rectangle(files: usize, ranks: usize) -> Self {
        Board {
            id: "board".to_owned(),
            tiling: Tiling::Squares,
            files: Axis::letters(files),
            ranks: Axis::numbers(ranks),
            levels: Axis::new(["1"]),
            has_levels: false,
            names: vec![AxisKind::File, AxisKind::Rank],
            joined: JoinedEdges::NOTHING,
            edge: 0,
            upright_edge: 0,
            ranks_bend: true,
            first_is_light: false,
        }
    }

    /// A hexagonal board of hexagons with `edge` cells on each edge. The names of the files are
    /// from left to right, and cells are numbered from 1 along each file.
    pub fn hexagon<S: Into<String>>(edge: usize, files: impl IntoIterator<Item = S>) -> Self {
        Board {
            tiling: Tiling::Hexagons,
            files: Axis::new(files),
            edge,
            upright_edge: edge,
            ..Board::rectangle(1, 2 * edge - 1)
        }
    }

    /// Returns the size of the board's bounding box.
    pub fn size(&self) -> Vector {
        Vector::new(self.files.len() as i16, self.ranks.len() as i16, self.levels.len() as i16)
    }

    /// Returns the names along an axis.
    pub fn axis(&self, kind: AxisKind) -> &Axis {
        match kind {
            AxisKind::File => &self.files,
            AxisKind::Rank => &self.ranks,
            AxisKind::Level => &self.levels,
        }
    }

    /// Returns the coordinate `y` of the first cell of a file, which is not 0 on hexagons, whose
    /// files become longer towards the middle file.
    ///
    /// ```text
    ///        __
    ///     __/c3\__         y of the first cells of a, b, c, d, e (edge 3): 0 -1 -2 -2 -2
    ///  __/b2\__/d2\__
    /// /a1\__/c2\__/e1\
    /// \__/b1\__/d1\__/     (only the lower cells are drawn)
    ///    \__/c1\__/
    ///       \__/
    /// ```
    pub fn file_start(&self, file: i16) -> i16 {
        match self.tiling {
            Tiling::Squares => 0,
            Tiling::Hexagons => -file.min(self.edge as i16 - 1),
        }
    }

    /// Returns the number of cells of a file, holes included.
    pub fn file_length(&self, file: i16) -> i16 {
        match self.tiling {
            Tiling::Squares => self.ranks.len() as i16,
            Tiling::Hexagons => {
                let middle = self.edge as i16 - 1;
                self.upright_edge as i16 + middle - (file - middle).abs()
            }
        }
    }

    /// Returns the number of cells, holes included.
    pub fn full_size(&self) -> usize {
        let files = (0..self.files.len() as i16).map(|file| self.file_length(file).max(0) as usize);
        files.sum::<usize>() * self.levels.len()
    }

    /// Returns twice the middle of each level, which may be between cells.
    pub(super) fn twice_middle(&self) -> Vector {
        let size = self.size();
        let last = (size.x - 1) / 2;
        let y = match self.tiling {
            Tiling::Squares => size.y - 1,
            Tiling::Hexagons => 2 * self.file_start(last) + self.file_length(last) - 1,
        };
        Vector::new(size.x - 1, y, 0)
    }

    /// Returns the coordinates of all cells, level by level in the order of their names.
    pub(super) fn all_coordinates(&self) -> Vec<Vector> {
        let mut cells = Vec::new();
        for x in 0..self.files.len() as i16 {
            let start = self.file_start(x);
            for y in start..start + self.file_length(x).max(0) {
                cells.extend((0..self.levels.len() as i16).map(|z| Vector::new(x, y, z)));
            }
        }
        sort_by_key(&mut cells, |&at| {
            let by_name = self.names.iter().filter(|&&axis| axis != AxisKind::Level);
            let key: Vec<i16> = by_name.map(|&axis| self.index_on_axis(at, axis)).collect();
            (at.z, key)
        });
        cells
    }

    /// Returns the index of a cell among the names of an axis.
    pub(super) fn index_on_axis(&self, at: Vector, axis: AxisKind) -> i16 {
        match axis {
            AxisKind::File => at.x,
            AxisKind::Rank if self.ranks_bend => at.y - self.file_start(at.x),
            // The neighbour at 4 o'clock is on the same rank.
            AxisKind::Rank => at.x + at.y,
            AxisKind::Level => at.z,
        }
    }

    /// Returns the name of a cell's file, rank or level.
    pub fn name_on(&self, at: Vector, axis: AxisKind) -> &str {
        let index = self.index_on_axis(at, axis) as usize;
        self.axis(axis).names.get(index).map_or("?", String::as_str)
    }

    /// Returns the name of a cell without its board.
    pub(super) fn cell_name(&self, at: Vector) -> String {
        self.names.iter().map(|&axis| self.name_on(at, axis)).collect()
    }

    /// Returns a title of the board, which may be empty, with the name of a level if it has levels.
    pub fn level_title(&self, title: &str, level: i16) -> String {
        let name = self.levels.names.get(level as usize).filter(|_| self.has_levels);
        match name {
            None => title.to_owned(),
            Some(name) if title.is_empty() => format!("level {name}"),
            Some(name) => format!("{title}, level {name}"),
        }
    }

    /// Returns the steps from one cell to another: the plain one, then those across joined edges.
    pub(super) fn offsets(&self, from: Vector, to: Vector) -> Vec<Vector> {
        let size = self.size();
        let mut images = vec![to];
        for step in self.joined.steps() {
            let around = Vector::new(step.x * size.x, step.y * size.y, 0);
            images = images.iter().flat_map(|&at| [at, at - around, at + around]).collect();
        }
        images.into_iter().map(|at| at - from).collect()
    }

    /// Returns the shortest of the steps from one cell to another; if it is not the only one, the
    /// one that crosses no joined edge.
    pub fn nearest_offset(&self, from: Vector, to: Vector) -> Vector {
        let length = |step: &Vector| i32::from(step.x).pow(2) + i32::from(step.y).pow(2);
        self.offsets(from, to).into_iter().min_by_key(length).unwrap_or_default()
    }

    /// Returns the coordinates after crossing joined edges. A cell need not exist there.
    pub fn across_joined_edges(&self, at: Vector) -> Vector {
        let size = self.size();
        let along = |at: i16, size: i16, join: EdgeJoin| match join {
            EdgeJoin::Open => at,
            EdgeJoin::Straight => at.rem_euclid(size),
        };
        let (x, y) =
            (along(at.x, size.x, self.joined.files), along(at.y, size.y, self.joined.ranks));
        Vector { x, y, ..at }
    }
}
