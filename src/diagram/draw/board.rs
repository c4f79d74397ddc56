use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagram::label::{self, Align, Lettering};
use crate::diagram::plan::{Area, BEYOND, CELL, Coordinate, Lines, Plate, RimName, Ring};
use crate::diagram::scene::{Node, Stamp, Tag};
use crate::diagram::{BorderStyle, Ink, Pen, Spot, Surface, ZoneStyle};
use crate::geometry::{AxisKind, Cell, Joined, Point, Tiling, Vector};

use super::backdrop::Primer;
use super::hatch::hatch;
use super::outline::{joined, lines_between, open_outline, outline, sides_of};
use super::slant::{Slant, slants};

/// How far aside the waves of a river run, and how high they are.
const LANES: [f64; 2] = [-5.0, 5.0];
const WAVE: f64 = 8.0;

impl Primer<'_> {
    /// Every plate: its cells, what is shown of zones and borders, its frame, its names.
    pub(super) fn boards(&mut self) {
        for plate in &self.plan.plates {
            let outline = self.outline(plate, &plate.cells);
            self.surface(plate, &outline);
            self.zones(plate);
            self.borders(plate);
            self.diagonals(plate);
            self.frame(plate, &outline);
        }
        self.names();
    }

    fn surface(&mut self, plate: &Plate, outline: &Pen) {
        self.add(Node::path(Tag::default().fill(Ink::Light), outline));
        match self.surface_of(plate) {
            Surface::Checkered => self.checkers(plate),
            Surface::Plain => {
                let tag = Tag::default().unfilled().stroke(Ink::Line, 2.0);
                let cells = plate.cells.iter();
                let corners = cells.map(|&cell| self.plan.corners(self.ground, cell));
                let lines = self.plan.lines(plate.board);
                self.add(Node::path(tag, &lines_between(lines, corners)));
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
        // The lightest shade is not drawn: it is the colour below.
        for (shade, ink) in (0..tiling.shades() - 1).zip([Ink::Dark, Ink::Middle]) {
            let mut pen = Pen::new();
            if self.stripes(plate, shade, &mut pen) {
                self.add(Node::path(Tag::default().fill(ink), &pen));
                continue;
            }
            let lines = self.plan.lines(plate.board);
            for &cell in &plate.cells {
                if self.ground.layout.shade(cell) == shade {
                    lines.close(&mut pen, &self.plan.corners(self.ground, cell));
                }
            }
            self.add(Node::path(Tag::default().fill(ink), &pen));
        }
    }

    /// The cells of one shade, if they fill a box in turn: as columns one way around and rows the
    /// other way, which undo each other where they cross. That is much shorter than cell by cell.
    fn stripes(&self, plate: &Plate, shade: u8, pen: &mut Pen) -> bool {
        if let Some(ring) = self.plan.ring(plate.board) {
            return self.wedges(plate, ring, shade, pen);
        }
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

    /// The same where rays are the columns and rings the rows.
    fn wedges(&self, plate: &Plate, ring: &Ring, shade: u8, pen: &mut Pen) -> bool {
        let board = plate.board;
        let place = |ray: i16, of_ring: i16| match ring.around {
            AxisKind::Rank => Vector::new(of_ring, ray, 0),
            AxisKind::File | AxisKind::Level => Vector::new(ray, of_ring, 0),
        };
        let first = self.ground.layout.at(Point { board, at: place(0, 0) });
        let is_whole = usize::from(ring.rays.unsigned_abs())
            * usize::from(ring.rings.unsigned_abs())
            == plate.cells.len();
        let Some(first) = first.filter(|_| is_whole) else { return false };
        let lines = self.plan.lines(board);
        for ray in (0..ring.rays).step_by(2) {
            let corners = |of_ring| {
                let cell = self.ground.layout.at(Point { board, at: place(ray, of_ring) })?;
                Some(self.plan.corners(self.ground, cell))
            };
            if let (Some(inner), Some(outer)) = (corners(0), corners(ring.rings - 1)) {
                lines.close(pen, &[inner[0], inner[1], outer[2], outer[3]]);
            }
        }
        let skipped = i16::from(self.ground.layout.shade(first) != shade);
        for of_ring in (1 - skipped..ring.rings).step_by(2) {
            let radius = |of_ring: i16| ring.radius(f64::from(of_ring));
            pen.annulus(plate.area.middle(), radius(of_ring), radius(of_ring + 1));
        }
        true
    }

    /// The line around a set of cells.
    fn outline(&self, plate: &Plate, cells: &[Cell]) -> Pen {
        let corners = cells.iter().map(|&cell| self.plan.corners(self.ground, cell));
        outline(self.plan.lines(plate.board), corners)
    }

    /// The lines from cell to cell on whose crossings pieces stand.
    fn lines_through(&self, plate: &Plate) -> Pen {
        let layout = &self.ground.layout;
        let steps = layout.board(plate.board).tiling.edge_axes();
        let mut lines = Vec::new();
        for &cell in &plate.cells {
            for &step in steps {
                let Some(next) = self.neighbour(cell, step) else { continue };
                if !self.is_parted(cell, next, step) {
                    lines.push((self.plan.centre(cell), self.plan.centre(next)));
                }
            }
        }
        joined(self.plan.lines(plate.board), lines)
    }

    /// The cell to which a step leads on paper: over joined edges where they touch there.
    fn neighbour(&self, cell: Cell, step: Vector) -> Option<Cell> {
        let layout = &self.ground.layout;
        let Point { board, at } = layout.point(cell);
        match self.plan.ring(board) {
            Some(_) => layout.step(cell, step),
            None => layout.at(Point { board, at: at + step }),
        }
    }

    /// Whether a river interrupts the line from one neighbour to the other. At the rim, lines run
    /// on.
    fn is_parted(&self, a: Cell, b: Cell, step: Vector) -> bool {
        let rivers = self.ground.borders.iter().filter(|border| border.wave);
        let mut pairs = rivers.flat_map(|border| &border.pairs);
        let across = Vector::new(-step.y, step.x, 0);
        let is_inside = || [across, -across].iter().all(|&side| self.neighbour(a, side).is_some());
        pairs.any(|&pair| pair == (a, b) || pair == (b, a)) && is_inside()
    }

    fn zones(&mut self, plate: &Plate) {
        for (zone, slant) in self.ground.zones.iter().zip(slants(self.ground)) {
            self.zone(plate, zone, slant);
        }
    }

    /// What a plate has of a zone.
    pub(super) fn zone(&mut self, plate: &Plate, zone: &ZoneStyle, slant: Slant) {
        let corner = Spot::new(plate.area.left, plate.area.top);
        let lines = self.plan.lines(plate.board);
        let cells: Vec<Cell> =
            plate.cells.iter().copied().filter(|&cell| zone.cells.has(cell)).collect();
        let mut pen = Pen::new();
        for &cell in &cells {
            hatch(&mut pen, lines, corner, &self.plan.corners(self.ground, cell), slant);
        }
        let tag = Tag::class("zone").unfilled().stroke(Ink::Zone, 2.0).faint(0.7);
        self.add(Node::path(tag, &pen));
        let tag = Tag::default().unfilled().stroke(Ink::Zone, 3.0);
        let rim = Node::path(tag, &self.outline(plate, &cells));
        self.add(rim);
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
                if !plate.cells.contains(&a) || !plate.cells.contains(&b) {
                    continue;
                }
                match self.plan.lines(plate.board) {
                    Lines::Straight => {
                        let side = self.shared_side(a);
                        self.border(&mut pen, a, b, side / 2.0, border.wave);
                    }
                    lines @ Lines::Around(_) => {
                        if let Some(side) = self.side_between(a, b) {
                            border_along(&mut pen, lines, side, border.wave);
                        }
                    }
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

    /// How long the sides of a cell are, on which it touches its neighbours.
    fn shared_side(&self, cell: Cell) -> f64 {
        let corners = self.plan.corners(self.ground, cell);
        corners[0].distance(corners[1])
    }

    /// The side on which two cells touch.
    fn side_between(&self, a: Cell, b: Cell) -> Option<(Spot, Spot)> {
        let sides = |cell| sides_of(&self.plan.corners(self.ground, cell));
        let others = sides(b);
        let is_shared = |&(from, to): &(Spot, Spot)| others.contains(&(to, from));
        sides(a).into_iter().find(is_shared)
    }

    /// What parts two neighbours: two thin waves, or one line.
    fn border(&self, pen: &mut Pen, a: Cell, b: Cell, half: f64, wave: bool) {
        let (a, b) = (self.plan.centre(a), self.plan.centre(b));
        let (middle, across) = (a.towards(b, 0.5), a.direction(b));
        let place = |along: f64, off: f64| {
            middle.plus(-across.y * along + across.x * off, across.x * along + across.y * off)
        };
        if !wave {
            pen.polyline(&[place(-half, 0.0), place(half, 0.0)]);
            return;
        }
        for lane in LANES {
            pen.move_to(place(-half, lane));
            for quarter in 0..4 {
                let from = -half + f64::from(quarter) * half / 2.0;
                let side = if quarter % 2 == 0 { WAVE } else { -WAVE };
                pen.quad_to(place(from + half / 4.0, lane + side), place(from + half / 2.0, lane));
            }
        }
    }

    /// The line around the board. Edges that touch each other are open: a strip of the cells beyond
    /// them is to be seen.
    fn frame(&mut self, plate: &Plate, outline: &Pen) {
        let tag = Tag::default().unfilled().stroke(Ink::Line, 3.0);
        let edges = self.joined_edges(plate);
        if edges.is_empty() {
            return self.add(Node::path(tag, outline));
        }
        let is_open = |from: Spot, to: Spot| {
            edges.iter().any(|(_, a, b, _)| (a.key(), b.key()) == (from.key(), to.key()))
        };
        let cells = plate.cells.iter().map(|&cell| self.plan.corners(self.ground, cell));
        let frame = Node::path(tag.clone(), &open_outline(cells, is_open));
        let (mut light, mut dark, mut rim) = (Pen::new(), Pen::new(), Pen::new());
        let mut seam = Vec::new();
        let is_checkered = self.surface_of(plate) == Surface::Checkered;
        for &(beyond, from, to, out) in &edges {
            let strip = [from, to, to.plus(out.x, out.y), from.plus(out.x, out.y)];
            let is_dark = is_checkered && self.ground.layout.shade(beyond) == 0;
            if is_dark { &mut dark } else { &mut light }.polygon(&strip);
            seam.push((from, to));
            // Where the strip ends with the board, the line around it goes on.
            for corner in [from, to] {
                let touching = edges
                    .iter()
                    .filter(|(_, a, b, _)| a.key() == corner.key() || b.key() == corner.key());
                if touching.count() == 1 {
                    rim.polyline(&[corner, corner.plus(out.x, out.y)]);
                }
            }
        }
        let faint = || Tag::class("joined").faint(0.55);
        let seam = Node::path(
            tag.clone().dashed(9.0, 9.0).stroke(Ink::Line, 2.0),
            &joined(Lines::Straight, seam),
        );
        let nodes = [
            Node::path(faint().fill(Ink::Light), &light),
            Node::path(faint().fill(Ink::Dark), &dark),
            Node::path(faint().unfilled().stroke(Ink::Line, 3.0), &rim),
            seam,
            frame,
        ];
        self.add(nodes.into_iter().flatten());
    }

    /// The sides of cells at joined edges: the cell that lies beyond, the ends, and as far out as
    /// it is shown.
    fn joined_edges(&self, plate: &Plate) -> Vec<(Cell, Spot, Spot, Spot)> {
        if self.plan.ring(plate.board).is_some() {
            return Vec::new();
        }
        let board = self.ground.layout.board(plate.board);
        let out = match board.joined {
            Joined::Nothing => return Vec::new(),
            Joined::Files => Vector::new(1, 0, 0),
            Joined::Ranks => Vector::new(0, 1, 0),
        };
        let mut edges = Vec::new();
        for &cell in &plate.cells {
            let Point { board: index, at } = self.ground.layout.point(cell);
            for step in [out, -out] {
                let beyond = Point { board: index, at: board.wrapped(at + step) };
                let Some(beyond) = self.ground.layout.at(beyond) else { continue };
                if board.wrapped(at + step) == at + step {
                    continue;
                }
                let towards = self.plan.beyond(self.ground, index, at, step);
                let middle = self.plan.centre(cell).plus(towards.x / 2.0, towards.y / 2.0);
                let sides = sides_of(&self.plan.corners(self.ground, cell));
                let nearest = |(a, b): &(Spot, Spot)| a.towards(*b, 0.5).key() == middle.key();
                if let Some((from, to)) = sides.into_iter().find(nearest) {
                    let share = BEYOND / CELL;
                    edges.push((beyond, from, to, Spot::new(towards.x * share, towards.y * share)));
                }
            }
        }
        edges
    }

    fn surface_of(&self, plate: &Plate) -> Surface {
        let style = self.ground.boards.get(plate.board as usize);
        let surface = style.map_or(Surface::Checkered, |style| style.surface);
        // An odd number of rays has two of one colour side by side.
        let is_odd = self.plan.ring(plate.board).is_some_and(|ring| ring.rays % 2 != 0);
        if is_odd && surface == Surface::Checkered { Surface::Plain } else { surface }
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
        let (mut sizes, mut inside) = (BTreeMap::new(), BTreeMap::new());
        let mut large = Lettering::new(self.plan.word_em());
        let mut turned = Vec::new();
        for plate in &self.plan.plates {
            for Coordinate { text, at, em, is_inside } in &plate.coordinates {
                let sizes = if *is_inside { &mut inside } else { &mut sizes };
                lettering(sizes, *em).write(text, Align::Middle, *at);
            }
            large.write(&plate.title, Align::Middle, self.plan.title_spot(plate));
            if self.ground.coordinates {
                self.river_names(plate, &mut large);
            }
            for name in &plate.rim_names {
                match name.degrees {
                    0 => {
                        let small = lettering(&mut sizes, self.plan.coordinate_em());
                        small.write(&name.text, Align::Middle, name.at);
                    }
                    turn => turned.push(self.turned(name, turn)),
                }
            }
        }
        let small = sizes.into_values().map(|lettering| lettering.node(Tag::default()));
        let mut nodes: Vec<Node> = small.flatten().collect();
        nodes.extend(large.node(Tag::default()));
        nodes.extend(turned);
        self.add(Node::group(Tag::class("names").fill(Ink::Quiet), nodes));
        // On cells, what is quiet on paper could not be read.
        let inside = inside.into_values().map(|lettering| lettering.node(Tag::default()));
        let nodes = inside.flatten().collect();
        self.add(Node::group(Tag::class("names").fill(Ink::Ink), nodes));
    }

    fn turned(&self, name: &RimName, turn: u16) -> Node {
        let mut lettering = Lettering::new(self.plan.coordinate_em());
        lettering.write(&name.text, Align::Middle, Spot::default());
        let id = name.text.chars().map(|c| if c.is_alphanumeric() { c } else { '-' });
        let stamp = Stamp {
            name: format!("name-{}", id.collect::<String>()),
            words: String::new(),
            nodes: lettering.node(Tag::default()).into_iter().collect(),
        };
        Node::Stamp(Tag { turn, ..Tag::default() }, Arc::new(stamp), name.at)
    }

    fn river_names(&self, plate: &Plate, lettering: &mut Lettering) {
        for border in &self.ground.borders {
            if let Some((at, _)) = self.name_in_river(plate, border) {
                lettering.write(&border.label, Align::Middle, at);
            }
        }
    }
}

/// What parts two cells, along the side on which they touch: two thin waves, or one line.
fn border_along(pen: &mut Pen, lines: Lines, (from, to): (Spot, Spot), wave: bool) {
    if !wave {
        pen.move_to(from);
        return lines.trace(pen, &[from, to]);
    }
    // Waves are about as long as on straight boards, two on each cell.
    let pairs = (from.distance(to) / CELL).round().max(1.0);
    let quarter = 0.25 / pairs;
    let place = |share, off| lines.beside(from, to, share, off).whole();
    for lane in LANES {
        pen.move_to(place(0.0, lane));
        for index in 0..(4.0 * pairs) as i32 {
            let start = f64::from(index) * quarter;
            let side = if index % 2 == 0 { WAVE } else { -WAVE };
            pen.quad_to(place(start + quarter / 2.0, lane + side), place(start + quarter, lane));
        }
    }
}

/// What is written in that size.
fn lettering(sizes: &mut BTreeMap<u64, Lettering>, em: f64) -> &mut Lettering {
    sizes.entry((em * 100.0) as u64).or_insert_with(|| Lettering::new(em))
}
