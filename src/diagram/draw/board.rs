use crate::diagram::label::{self, Align, Lettering};
use crate::diagram::plan::{Area, CELL, Coordinate, Plate};
use crate::diagram::scene::{Node, Tag};
use crate::diagram::{BorderStyle, Ink, Pen, Spot, Surface};
use crate::geometry::{Cell, Joined, Point, Tiling, Vector};

use super::backdrop::Primer;
use super::outline::{joined, lines_between, outline, sides_of};

impl Primer<'_> {
    /// Every plate: its cells, what is shown of zones and borders, its frame, its names.
    pub(super) fn boards(&mut self) {
        for plate in &self.plan.plates {
            let outline = self.outline(&plate.cells);
            self.surface(plate, &outline);
            self.zones(plate);
            self.borders(plate);
            self.diagonals(plate);
            let frame = Tag::default().unfilled().stroke(Ink::Line, 3.0);
            self.add(Node::path(frame, &outline));
            self.joined_edges(plate);
        }
        self.names();
    }

    fn surface(&mut self, plate: &Plate, outline: &Pen) {
        self.add(Node::path(Tag::default().fill(Ink::Light), outline));
        let style = self.ground.boards.get(plate.board as usize);
        match style.map_or(Surface::Checkered, |style| style.surface) {
            Surface::Checkered => self.checkers(plate),
            Surface::Plain => {
                let tag = Tag::default().unfilled().stroke(Ink::Line, 2.0);
                let cells = plate.cells.iter();
                let corners = cells.map(|&cell| self.plan.corners(self.ground, cell));
                self.add(Node::path(tag, &lines_between(corners)));
            }
            Surface::Lines => {
                let tag = Tag::default().unfilled().stroke(Ink::Line, 2.5);
                let lines = Node::path(tag, &self.lines_through(plate));
                self.add(lines);
            }
        }
    }

    fn checkers(&mut self, plate: &Plate) {
        let tiling = self.ground.layout.board(plate.board).tiling;
        let shades: &[(u8, Ink)] = match tiling {
            Tiling::Squares => &[(0, Ink::Dark)],
            Tiling::Hexagons => &[(0, Ink::Dark), (1, Ink::Middle)],
        };
        for &(shade, ink) in shades {
            let mut pen = Pen::new();
            if self.stripes(plate, shade, &mut pen) {
                self.add(Node::path(Tag::default().fill(ink), &pen));
                continue;
            }
            for &cell in &plate.cells {
                if self.ground.layout.shade(cell) == shade {
                    pen.polygon(&self.plan.corners(self.ground, cell));
                }
            }
            self.add(Node::path(Tag::default().fill(ink), &pen));
        }
    }

    /// The cells of one shade, if they fill a box in turn: as columns one way around and rows the
    /// other way, which undo each other where they cross. That is much shorter than cell by cell.
    fn stripes(&self, plate: &Plate, shade: u8, pen: &mut Pen) -> bool {
        let Area { left, top, right, bottom } = plate.area;
        let count = |from: f64, to: f64| ((to - from) / CELL).round() as usize;
        let (wide, tall) = (count(left, right), count(top, bottom));
        let is_box = self.ground.layout.board(plate.board).tiling == Tiling::Squares
            && wide * tall == plate.cells.len();
        let corner = Spot::new(left + CELL / 2.0, top + CELL / 2.0);
        let at_corner =
            plate.cells.iter().find(|&&cell| self.plan.centre(cell).distance(corner) < 1.0);
        let Some(&first) = at_corner.filter(|_| is_box) else { return false };
        // Columns are counted from the first; rows from the first whose first cell is of the shade
        // after a column has been, so that it is not.
        let skipped = usize::from(self.ground.layout.shade(first) != shade);
        for column in (0..wide).step_by(2) {
            let from = Spot::new(left + column as f64 * CELL, top);
            pen.move_to(from).line_to(from.plus(CELL, 0.0));
            pen.line_to(Spot::new(from.x + CELL, bottom))
                .line_to(Spot::new(from.x, bottom))
                .close();
        }
        for row in (1 - skipped..tall).step_by(2) {
            let from = Spot::new(left, top + row as f64 * CELL);
            pen.move_to(from).line_to(from.plus(0.0, CELL));
            pen.line_to(Spot::new(right, from.y + CELL)).line_to(Spot::new(right, from.y)).close();
        }
        true
    }

    /// The line around a set of cells.
    fn outline(&self, cells: &[Cell]) -> Pen {
        outline(cells.iter().map(|&cell| self.plan.corners(self.ground, cell)))
    }

    /// The lines from cell to cell on whose crossings pieces stand.
    fn lines_through(&self, plate: &Plate) -> Pen {
        let layout = &self.ground.layout;
        let steps: &[Vector] = match layout.board(plate.board).tiling {
            Tiling::Squares => &[Vector::new(1, 0, 0), Vector::new(0, 1, 0)],
            Tiling::Hexagons => {
                &[Vector::new(1, 0, 0), Vector::new(0, 1, 0), Vector::new(1, -1, 0)]
            }
        };
        let mut lines = Vec::new();
        for &cell in &plate.cells {
            for &step in steps {
                let Point { board, at } = layout.point(cell);
                let Some(next) = layout.at(Point { board, at: at + step }) else { continue };
                if !self.is_parted(cell, next) {
                    lines.push((self.plan.centre(cell), self.plan.centre(next)));
                }
            }
        }
        joined(lines)
    }

    /// Whether a river interrupts the line between two neighbours. At the rim, lines run on.
    fn is_parted(&self, a: Cell, b: Cell) -> bool {
        let rivers = self.ground.borders.iter().filter(|border| border.wave);
        let mut pairs = rivers.flat_map(|border| &border.pairs);
        pairs.any(|&pair| pair == (a, b) || pair == (b, a)) && self.sides_open(a, b) == [true; 2]
    }

    /// Whether there are cells on this and on that side of the step between two neighbours.
    fn sides_open(&self, a: Cell, b: Cell) -> [bool; 2] {
        let layout = &self.ground.layout;
        let (from, to) = (layout.point(a), layout.point(b));
        let step = to.at - from.at;
        let across = Vector::new(-step.y, step.x, 0);
        [across, -across].map(|side| layout.at(Point { at: from.at + side, ..from }).is_some())
    }

    fn zones(&mut self, plate: &Plate) {
        for zone in &self.ground.zones {
            let cells: Vec<Cell> =
                plate.cells.iter().copied().filter(|&cell| zone.cells.has(cell)).collect();
            let mut hatch = Pen::new();
            for &cell in &cells {
                self.hatch(&mut hatch, cell);
            }
            let tag = Tag::class("zone").unfilled().stroke(Ink::Zone, 2.0).faint(0.6);
            self.add(Node::path(tag, &hatch));
            let tag = Tag::default().unfilled().stroke(Ink::Zone, 3.0);
            let rim = Node::path(tag, &self.outline(&cells));
            self.add(rim);
        }
    }

    /// Slanting lines that go on in the next cell.
    fn hatch(&self, pen: &mut Pen, cell: Cell) {
        let (centre, half) = (self.plan.centre(cell), CELL / 2.0);
        let corner = centre.plus(-half, -half);
        for (from, to) in
            [((0.0, half), (half, 0.0)), ((0.0, CELL), (CELL, 0.0)), ((half, CELL), (CELL, half))]
        {
            pen.polyline(&[corner.plus(from.0, from.1), corner.plus(to.0, to.1)]);
        }
    }

    fn borders(&mut self, plate: &Plate) {
        for border in &self.ground.borders {
            let mut pen = Pen::new();
            let name = self.name_in_river(plate, border);
            for &(a, b) in &border.pairs {
                let middle = self.plan.centre(a).towards(self.plan.centre(b), 0.5);
                if name.is_some_and(|(at, room)| middle.distance(at) < room) {
                    continue;
                }
                if plate.cells.contains(&a) && plate.cells.contains(&b) {
                    self.border(&mut pen, a, b, border.wave);
                }
            }
            let (ink, width) = if border.wave { (Ink::Zone, 3.0) } else { (Ink::Ink, 5.0) };
            let tag = Tag::class("border").unfilled().stroke(ink, width);
            self.add(Node::path(tag, &pen));
        }
    }

    /// Where a river's name stands in the river, and how far from there the waves begin again.
    fn name_in_river(&self, plate: &Plate, border: &BorderStyle) -> Option<(Spot, f64)> {
        let at = self.plan.in_river(self.ground, plate, border)?;
        let half = label::width(&border.label, self.plan.word_em()) / 2.0;
        self.ground.coordinates.then_some((at, half + CELL / 4.0))
    }

    /// What parts two neighbours: two thin waves, or one line.
    fn border(&self, pen: &mut Pen, a: Cell, b: Cell, wave: bool) {
        let (a, b) = (self.plan.centre(a), self.plan.centre(b));
        let (middle, across) = (a.towards(b, 0.5), a.direction(b));
        let half = CELL / 2.0;
        let place = |along: f64, off: f64| {
            middle.plus(-across.y * along + across.x * off, across.x * along + across.y * off)
        };
        if !wave {
            pen.polyline(&[place(-half, 0.0), place(half, 0.0)]);
            return;
        }
        for lane in [-5.0, 5.0] {
            pen.move_to(place(-half, lane));
            for quarter in 0..4 {
                let from = -half + f64::from(quarter) * half / 2.0;
                let side = if quarter % 2 == 0 { 8.0 } else { -8.0 };
                pen.quad_to(place(from + half / 4.0, lane + side), place(from + half / 2.0, lane));
            }
        }
    }

    /// Edges that touch each other are open: the frame has gaps there.
    fn joined_edges(&mut self, plate: &Plate) {
        let board = self.ground.layout.board(plate.board);
        let out = match board.joined {
            Joined::Nothing => return,
            Joined::Files => Vector::new(1, 0, 0),
            Joined::Ranks => Vector::new(0, 1, 0),
        };
        let mut pen = Pen::new();
        for &cell in &plate.cells {
            let Point { board: index, at } = self.ground.layout.point(cell);
            for step in [out, -out] {
                if board.wrapped(at + step) == at + step {
                    continue;
                }
                let towards = self.plan.beyond(self.ground, index, at, step);
                let middle = self.plan.centre(cell).plus(towards.x / 2.0, towards.y / 2.0);
                let sides = sides_of(&self.plan.corners(self.ground, cell));
                let nearest = |(a, b): &(Spot, Spot)| a.towards(*b, 0.5).key() == middle.key();
                if let Some((from, to)) = sides.into_iter().find(nearest) {
                    pen.polyline(&[from, to]);
                }
            }
        }
        let tag = Tag::class("joined").stroke(Ink::Paper, 4.0).dashed(10.0, 10.0);
        self.add(Node::path(tag.unfilled(), &pen));
    }

    fn diagonals(&mut self, plate: &Plate) {
        let mut pen = Pen::new();
        for &(a, b) in &self.ground.diagonals {
            if plate.cells.contains(&a) && plate.cells.contains(&b) {
                pen.polyline(&[self.plan.centre(a), self.plan.centre(b)]);
            }
        }
        let tag = Tag::default().unfilled().stroke(Ink::Line, 2.5);
        self.add(Node::path(tag, &pen));
    }

    /// Coordinates, names of plates, of zones and of borders.
    fn names(&mut self) {
        let em = self.plan.coordinate_em();
        let (mut small, mut large) = (Lettering::new(em), Lettering::new(self.plan.word_em()));
        let mut nodes = Vec::new();
        for plate in &self.plan.plates {
            for Coordinate { text, at, room } in &plate.coordinates {
                if label::width(text, em) <= *room {
                    small.write(text, Align::Middle, *at);
                } else {
                    nodes.extend(label::centred(Tag::default(), text, em, *at, *room));
                }
            }
            large.write(&plate.title, Align::Middle, self.plan.title_spot(plate));
            if self.ground.coordinates {
                self.rim_names(plate, &mut small);
                self.river_names(plate, &mut large);
            }
        }
        nodes.extend(small.node(Tag::default()));
        nodes.extend(large.node(Tag::default()));
        self.add(Node::group(Tag::class("names").fill(Ink::Quiet), nodes));
    }

    fn river_names(&self, plate: &Plate, lettering: &mut Lettering) {
        for border in &self.ground.borders {
            if let Some((at, _)) = self.name_in_river(plate, border) {
                lettering.write(&border.label, Align::Middle, at);
            }
        }
    }

    fn rim_names(&self, plate: &Plate, lettering: &mut Lettering) {
        let zones = self.ground.zones.iter().map(|zone| {
            let cells = plate.cells.iter().filter(|&&cell| zone.cells.has(cell));
            (zone.label.as_str(), cells.map(|&cell| self.plan.centre(cell)).collect::<Vec<_>>())
        });
        let beside = |border: &&BorderStyle| self.name_in_river(plate, border).is_none();
        let borders = self.ground.borders.iter().filter(beside).map(|border| {
            let pairs = border.pairs.iter().filter(|(a, _)| plate.cells.contains(a));
            let middle =
                |&(a, b): &(Cell, Cell)| self.plan.centre(a).towards(self.plan.centre(b), 0.5);
            (border.label.as_str(), pairs.map(middle).collect::<Vec<_>>())
        });
        for (text, spots) in zones.chain(borders) {
            if !spots.is_empty() {
                let y = spots.iter().map(|spot| spot.y).sum::<f64>() / spots.len() as f64;
                lettering.write(text, Align::Start, Spot::new(plate.area.right + 12.0, y));
            }
        }
    }
}
