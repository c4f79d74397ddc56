//! Boards: their axes, their size, and which of their edges are joined.

use super::{Tiling, Vector};

/// Which edges touch each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Joined {
    /// None.
    #[default]
    Nothing,
    /// The last file touches the first: a cylinder.
    Files,
    /// The last rank touches the first: a ring.
    Ranks,
}

/// The axes of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AxisKind {
    /// From left to right, seen from the first side.
    File,
    /// From near to far.
    Rank,
    /// From the lowest to the highest.
    Level,
}

/// The names along one axis, in order; at least one.
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

    /// How many names.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The place of a name, from 0; case counts only where the axis itself needs it.
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

/// One board: its axes, and how cells hang together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// How cells of this board are addressed where there are several: `world` in `world:a1`.
    pub id: String,
    /// Squares or hexagons.
    pub tiling: Tiling,
    /// From left to right.
    pub files: Axis,
    /// From near to far.
    pub ranks: Axis,
    /// From low to high; one name, which is not used, on a flat board.
    pub levels: Axis,
    /// Whether the levels are an axis of cell names at all.
    pub has_levels: bool,
    /// The order in which the axes make up a cell's name.
    pub names: Vec<AxisKind>,
    /// Which edges touch.
    pub joined: Joined,
    /// On hexagons: cells on a slanting edge of the hexagonal board, upper or lower.
    pub edge: usize,
    /// On hexagons: cells on the first file and on the last; a regular board has `edge`.
    pub upright_edge: usize,
    /// On hexagons: whether a cell's rank is its place in the file, so that ranks bend at the
    /// middle file; else ranks fall straight from the first file to the last.
    pub ranks_bend: bool,
    /// On squares: whether the first cell of the box is light; it is dark, as a1 is, on all whole
    /// boards.
    pub first_is_light: bool,
}

impl Board {
    /// A flat board of squares with files `a` and on, ranks `1` and on.
    pub fn rectangle(files: usize, ranks: usize) -> Self {
        Board {
            id: "board".to_owned(),
            tiling: Tiling::Squares,
            files: Axis::letters(files),
            ranks: Axis::numbers(ranks),
            levels: Axis::new(["1"]),
            has_levels: false,
            names: vec![AxisKind::File, AxisKind::Rank],
            joined: Joined::Nothing,
            edge: 0,
            upright_edge: 0,
            ranks_bend: true,
            first_is_light: false,
        }
    }

    /// A hexagonal board of hexagons, so many on an edge, with the files' names from left to
    /// right; cells count from 1 along each file.
    pub fn hexagon<S: Into<String>>(edge: usize, files: impl IntoIterator<Item = S>) -> Self {
        Board {
            tiling: Tiling::Hexagons,
            files: Axis::new(files),
            edge,
            upright_edge: edge,
            ..Board::rectangle(1, 2 * edge - 1)
        }
    }

    /// The size of the board's box.
    pub fn size(&self) -> Vector {
        Vector::new(self.files.len() as i16, self.ranks.len() as i16, self.levels.len() as i16)
    }

    /// The names along an axis.
    pub fn axis(&self, kind: AxisKind) -> &Axis {
        match kind {
            AxisKind::File => &self.files,
            AxisKind::Rank => &self.ranks,
            AxisKind::Level => &self.levels,
        }
    }

    /// On hexagons, the coordinate `y` at which a file begins. Files grow towards the middle one:
    /// the neighbour at 4 o'clock of a file's first cell is the first cell of the next, as long
    /// as files grow, and from the middle on the one at 2 o'clock is.
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

    /// How many cells a file of the box has.
    pub fn file_length(&self, file: i16) -> i16 {
        match self.tiling {
            Tiling::Squares => self.ranks.len() as i16,
            Tiling::Hexagons => {
                let middle = self.edge as i16 - 1;
                self.upright_edge as i16 + middle - (file - middle).abs()
            }
        }
    }

    /// How many cells the board has without holes.
    pub fn full_size(&self) -> usize {
        let files = (0..self.files.len() as i16).map(|file| self.file_length(file).max(0) as usize);
        files.sum::<usize>() * self.levels.len()
    }

    /// Twice the middle of each level: it may lie between cells.
    pub(super) fn twice_middle(&self) -> Vector {
        let size = self.size();
        let last = (size.x - 1) / 2;
        let y = match self.tiling {
            Tiling::Squares => size.y - 1,
            Tiling::Hexagons => 2 * self.file_start(last) + self.file_length(last) - 1,
        };
        Vector::new(size.x - 1, y, 0)
    }

    /// Whether the board, turned by so many degrees, has the same outline.
    pub fn fits_turned(&self, degrees: u16) -> bool {
        degrees.is_multiple_of(180)
            || match self.tiling {
                Tiling::Squares => self.files.len() == self.ranks.len(),
                Tiling::Hexagons => self.edge == self.upright_edge,
            }
    }

    /// The places of all cells, in the order of their names level by level.
    pub(super) fn places(&self) -> Vec<Vector> {
        let mut places = Vec::new();
        for x in 0..self.files.len() as i16 {
            let start = self.file_start(x);
            for y in start..start + self.file_length(x).max(0) {
                places.extend((0..self.levels.len() as i16).map(|z| Vector::new(x, y, z)));
            }
        }
        places.sort_by_key(|&at| {
            let by_name = self.names.iter().filter(|&&axis| axis != AxisKind::Level);
            let key: Vec<i16> = by_name.map(|&axis| self.index_on_axis(at, axis)).collect();
            (at.z, key)
        });
        places
    }

    /// The index of a place among the names of an axis.
    pub(super) fn index_on_axis(&self, at: Vector, axis: AxisKind) -> i16 {
        match axis {
            AxisKind::File => at.x,
            AxisKind::Rank if self.ranks_bend => at.y - self.file_start(at.x),
            // The neighbour at 4 o'clock has the same rank.
            AxisKind::Rank => at.x + at.y,
            AxisKind::Level => at.z,
        }
    }

    /// The name of a place on an axis.
    pub fn name_on(&self, at: Vector, axis: AxisKind) -> &str {
        let index = self.index_on_axis(at, axis) as usize;
        self.axis(axis).names.get(index).map_or("?", String::as_str)
    }

    /// The name of a cell on this board.
    pub(super) fn cell_name(&self, at: Vector) -> String {
        self.names.iter().map(|&axis| self.name_on(at, axis)).collect()
    }

    /// Where a step leads, edges joined; not whether a cell is there.
    pub fn across_joined_edges(&self, at: Vector) -> Vector {
        let size = self.size();
        match self.joined {
            Joined::Nothing => at,
            Joined::Files => Vector { x: at.x.rem_euclid(size.x), ..at },
            Joined::Ranks => Vector { y: at.y.rem_euclid(size.y), ..at },
        }
    }
}
