use std::collections::{BTreeMap, BTreeSet};

use crate::diagram::label::{Align, CAPITALS, label};
use crate::diagram::plan::{CELL, COORDINATE_EM, Plate, WORD_EM};
use crate::diagram::scene::{Node, Tag};
use crate::diagram::{Ink, Pen, Spot, Surface};
use crate::geometry::{Cell, Point, Tiling, Vector};

use super::Canvas;

type Key = (i64, i64);

impl Canvas<'_> {
    /// Every plate: its cells, what is shown of zones and borders, its frame, its names.
    pub(super) fn boards(&mut self) {
        for plate in &self.plan.plates {
            self.surface(plate);
            self.zones(plate);
            self.borders(plate);
            self.diagonals(plate);
            let frame = Tag::default().unfilled().stroke(Ink::Line, 3.0);
            let frame = Node::path(frame, &self.outline(&plate.cells));
            self.add(frame);
        }
        self.names();
    }

    fn surface(&mut self, plate: &Plate) {
        let outline = self.outline(&plate.cells);
        let ground = Node::path(Tag::default().fill(Ink::Light), &outline);
        self.add(ground);
        let style = self.figure.boards.get(plate.board as usize);
        match style.map_or(Surface::Checkered, |style| style.surface) {
            Surface::Checkered => self.checkers(plate),
            Surface::Plain => {
                let tag = Tag::default().unfilled().stroke(Ink::Line, 2.0);
                let lines = Node::path(tag, &self.lines_between(plate));
                self.add(lines);
            }
            Surface::Lines => {
                let tag = Tag::default().unfilled().stroke(Ink::Line, 2.5).round();
                let lines = Node::path(tag, &self.lines_through(plate));
                self.add(lines);
            }
        }
    }

    fn checkers(&mut self, plate: &Plate) {
        let tiling = self.figure.layout.board(plate.board).tiling;
        let shades: &[(u8, Ink)] = match tiling {
            Tiling::Squares => &[(0, Ink::Dark)],
            Tiling::Hexagons => &[(0, Ink::Dark), (1, Ink::Middle)],
        };
        for &(shade, ink) in shades {
            let mut pen = Pen::new();
            for &cell in &plate.cells {
                if self.figure.layout.shade(cell) == shade {
                    pen.polygon(&self.plan.corners(self.figure, cell));
                }
            }
            self.add(Node::path(Tag::default().fill(ink), &pen));
        }
    }

    /// The line around a set of cells, holes included.
    fn outline(&self, cells: &[Cell]) -> Pen {
        let mut sides: BTreeMap<(Key, Key), (Spot, Spot)> = BTreeMap::new();
        for &cell in cells {
            for (from, to) in self.sides(cell) {
                if sides.remove(&(to.key(), from.key())).is_none() {
                    sides.insert((from.key(), to.key()), (from, to));
                }
            }
        }
        let mut pen = Pen::new();
        while let Some((_, (start, mut at))) = sides.pop_first() {
            let mut corners = vec![start];
            while at.key() != start.key() {
                corners.push(at);
                let next = sides.range((at.key(), (i64::MIN, i64::MIN))..).next();
                let (&key, &(_, to)) = next.expect("an outline is closed");
                sides.remove(&key);
                at = to;
            }
            pen.polygon(&without_straight(&corners));
        }
        pen
    }

    /// The lines on which two cells of the plate touch.
    fn lines_between(&self, plate: &Plate) -> Pen {
        let (mut seen, mut shared) = (BTreeSet::new(), Vec::new());
        for &cell in &plate.cells {
            for (from, to) in self.sides(cell) {
                if seen.contains(&(to.key(), from.key())) {
                    shared.push((to, from));
                }
                seen.insert((from.key(), to.key()));
            }
        }
        merged(shared)
    }

    /// The lines from cell to cell on whose crossings pieces stand.
    fn lines_through(&self, plate: &Plate) -> Pen {
        let layout = &self.figure.layout;
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
        merged(lines)
    }

    fn is_parted(&self, a: Cell, b: Cell) -> bool {
        let mut pairs =
            self.figure.borders.iter().filter(|b| b.wave).flat_map(|border| &border.pairs);
        pairs.any(|&pair| pair == (a, b) || pair == (b, a))
    }

    fn zones(&mut self, plate: &Plate) {
        for zone in &self.figure.zones {
            let cells: Vec<Cell> =
                plate.cells.iter().copied().filter(|&cell| zone.cells.has(cell)).collect();
            let mut hatch = Pen::new();
            for &cell in &cells {
                let centre = self.plan.centre(cell);
                for shift in [-CELL / 3.0, 0.0, CELL / 3.0] {
                    hatch.polyline(&[
                        centre.plus(-CELL / 6.0 + shift, CELL / 2.0),
                        centre.plus(CELL / 6.0 + shift, -CELL / 2.0),
                    ]);
                }
            }
            let tag = Tag::class("zone").unfilled().stroke(Ink::Zone, 2.0).faint(0.6);
            self.add(Node::path(tag, &hatch));
            let tag = Tag::default().unfilled().stroke(Ink::Zone, 3.0);
            let rim = Node::path(tag, &self.outline(&cells));
            self.add(rim);
        }
    }

    fn borders(&mut self, plate: &Plate) {
        for border in &self.figure.borders {
            let mut pen = Pen::new();
            for &(a, b) in &border.pairs {
                if plate.cells.contains(&a) && plate.cells.contains(&b) {
                    self.border(&mut pen, a, b, border.wave);
                }
            }
            let tag = Tag::class("border").unfilled().stroke(Ink::Zone, 3.0).round();
            self.add(Node::path(tag, &pen));
        }
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

    fn diagonals(&mut self, plate: &Plate) {
        let mut pen = Pen::new();
        for &(a, b) in &self.figure.diagonals {
            if plate.cells.contains(&a) && plate.cells.contains(&b) {
                pen.polyline(&[self.plan.centre(a), self.plan.centre(b)]);
            }
        }
        let tag = Tag::default().unfilled().stroke(Ink::Line, 2.5).round();
        self.add(Node::path(tag, &pen));
    }

    /// Coordinates, names of plates, of zones and of borders.
    fn names(&mut self) {
        let mut nodes = Vec::new();
        for plate in &self.plan.plates {
            for name in &plate.coordinates {
                let at = name.at.plus(0.0, COORDINATE_EM * CAPITALS / 2.0);
                let room = Some(name.room);
                nodes.extend(label(
                    Tag::default(),
                    &name.text,
                    COORDINATE_EM,
                    Align::Middle,
                    at,
                    room,
                ));
            }
            let below = if plate.coordinates.is_empty() { 36.0 } else { 76.0 };
            let at = Spot::new(plate.area.middle().x, plate.area.bottom + below);
            nodes.extend(label(Tag::default(), &plate.title, WORD_EM, Align::Middle, at, None));
            nodes.extend(self.rim_names(plate));
        }
        self.add(Node::group(Tag::class("names").fill(Ink::Quiet), nodes));
    }

    fn rim_names(&self, plate: &Plate) -> Vec<Node> {
        let zones = self.figure.zones.iter().map(|zone| {
            let cells = plate.cells.iter().filter(|&&cell| zone.cells.has(cell));
            (zone.label.as_str(), cells.map(|&cell| self.plan.centre(cell)).collect::<Vec<_>>())
        });
        let borders = self.figure.borders.iter().map(|border| {
            let pairs = border.pairs.iter().filter(|(a, _)| plate.cells.contains(a));
            let middle =
                |&(a, b): &(Cell, Cell)| self.plan.centre(a).towards(self.plan.centre(b), 0.5);
            (border.label.as_str(), pairs.map(middle).collect::<Vec<_>>())
        });
        let mut nodes = Vec::new();
        for (text, spots) in zones.chain(borders) {
            if spots.is_empty() || text.is_empty() {
                continue;
            }
            let y = spots.iter().map(|spot| spot.y).sum::<f64>() / spots.len() as f64;
            let at = Spot::new(plate.area.right + 12.0, y + COORDINATE_EM * CAPITALS / 2.0);
            nodes.extend(label(Tag::default(), text, COORDINATE_EM, Align::Start, at, None));
        }
        nodes
    }

    fn sides(&self, cell: Cell) -> Vec<(Spot, Spot)> {
        let corners = self.plan.corners(self.figure, cell);
        let next = corners.iter().cycle().skip(1);
        corners.iter().copied().zip(next.copied()).collect()
    }
}

/// A closed line without the corners at which it goes straight on.
fn without_straight(corners: &[Spot]) -> Vec<Spot> {
    let count = corners.len();
    let turns = |&index: &usize| {
        let (before, at, after) =
            (corners[(index + count - 1) % count], corners[index], corners[(index + 1) % count]);
        !is_straight(before, at, after)
    };
    (0..count).filter(turns).map(|index| corners[index]).collect()
}

fn is_straight(a: Spot, b: Spot, c: Spot) -> bool {
    ((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)).abs() < 0.01
}

/// Pieces of lines, those that continue each other drawn as one.
fn merged(mut lines: Vec<(Spot, Spot)>) -> Pen {
    let mut pen = Pen::new();
    for line in &mut lines {
        if line.1.key() < line.0.key() {
            *line = (line.1, line.0);
        }
    }
    let mut starts: BTreeMap<Key, Vec<(Spot, Spot)>> = BTreeMap::new();
    lines.sort_by_key(|line| (line.0.key(), line.1.key()));
    for &line in &lines {
        starts.entry(line.0.key()).or_default().push(line);
    }
    for &(from, to) in &lines {
        let Some(list) = starts.get_mut(&from.key()) else { continue };
        let Some(index) = list.iter().position(|line| line.1.key() == to.key()) else { continue };
        list.remove(index);
        let mut end = to;
        while let Some(list) = starts.get_mut(&end.key()) {
            let Some(index) = list.iter().position(|line| is_straight(from, end, line.1)) else {
                break;
            };
            end = list.remove(index).1;
        }
        pen.polyline(&[from, end]);
    }
    pen
}
