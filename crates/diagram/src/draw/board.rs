//! Draws boards: cells, zones, borders, frames and names.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::label::{self, Align, TextPath};
use crate::plan::{BEYOND, CELL, CoordinateLabel, EdgeLabel, LineGeometry, Panel, Rect};
use crate::ring::border_along;
use crate::scene::{NodeStyle, SceneNode, Symbol};
use crate::{BorderStyle, ColourRole, PathWriter, Point, Surface};
use fairybook_core::geometry::{Cell, CellCoordinates, CellSet, Tiling, Vector};

use super::BackgroundBuilder;
use super::hatch::{HatchDirection, hatch, hatch_directions, merged};
use super::outline::{joined, lines_between, open_outline, outline, sides_of};

/// How far aside the waves of a river run, and how high they are.
const LANES: [f64; 2] = [-5.0, 5.0];
const WAVE: f64 = 8.0;

impl BackgroundBuilder<'_> {
    /// Draws each panel: its cells, zones, borders, frame and names.
    pub(super) fn boards(&mut self) {
        for panel in &self.plan.panels {
            let outline = self.outline(panel, &panel.cells);
            self.surface(panel, &outline);
            for (zone, direction) in self.view.zones.iter().zip(hatch_directions(self.view)) {
                self.zone(panel, &zone.cells, direction);
            }
            self.borders(panel);
            self.diagonals(panel);
            self.ticks(panel);
            self.frame(panel, &outline);
        }
        self.names();
    }

    /// Adds a path, if anything was drawn.
    pub(super) fn path(&mut self, style: NodeStyle, path: &PathWriter) {
        self.nodes.extend(SceneNode::path(style, path));
    }

    fn corners(&self, cells: &[Cell]) -> impl Iterator<Item = Vec<Point>> {
        cells.iter().map(|&cell| self.plan.corners(self.view, cell))
    }

    fn surface(&mut self, panel: &Panel, outline: &PathWriter) {
        self.path(NodeStyle::filled(ColourRole::Light), outline);
        let lines = self.plan.lines(panel.board);
        let (lines, width) = match self.surface_of(panel) {
            Surface::Checkered => return self.checkers(panel),
            Surface::Plain => (lines_between(lines, self.corners(&panel.cells)), 2.0),
            Surface::Lines => (self.lines_through(panel), 2.5),
        };
        self.path(NodeStyle::line(ColourRole::Line, width), &lines);
    }

    fn checkers(&mut self, panel: &Panel) {
        let tiling = self.view.layout.board(panel.board).tiling;
        // The lightest shade is not drawn: it is the colour below.
        for (shade, ink) in (0..tiling.shades() - 1).zip([ColourRole::Dark, ColourRole::Middle]) {
            let mut path = PathWriter::default();
            if !self.stripes(panel, shade, &mut path) {
                let mut cells = panel.cells.clone();
                cells.retain(|&cell| self.view.layout.shade(cell) == shade);
                let lines = self.plan.lines(panel.board);
                self.corners(&cells).for_each(|corners| lines.close(&mut path, &corners));
            }
            self.path(NodeStyle::filled(ink), &path);
        }
    }

    /// The cells of one shade, if they fill a box in turn: as columns one way around and rows the
    /// other way, which undo each other where they cross. That is much shorter than cell by cell.
    fn stripes(&self, panel: &Panel, shade: u8, path: &mut PathWriter) -> bool {
        if let Some(ring) = self.plan.ring(panel.board) {
            return self.ring_stripes(panel, ring, shade, path);
        }
        let Rect { left, top, right, bottom } = panel.area;
        let count = |from: f64, to: f64| ((to - from) / CELL).round() as usize;
        let (wide, tall) = (count(left, right), count(top, bottom));
        let is_box = self.view.layout.board(panel.board).tiling == Tiling::Squares
            && wide * tall == panel.cells.len();
        let corner = Point::new(left + CELL / 2.0, top + CELL / 2.0);
        let at_corner =
            panel.cells.iter().find(|&&cell| self.plan.centre(cell).distance(corner) < 1.0);
        let Some(&first) = at_corner.filter(|_| is_box) else { return false };
        // Columns are counted from the first; rows from the first whose first cell is of the shade
        // after a column has been, so that it is not.
        let skipped = usize::from(self.view.layout.shade(first) != shade);
        for left in (0..wide).step_by(2).map(|column| left + column as f64 * CELL) {
            path.polygon(&Rect { left, top, right: left + CELL, bottom }.corners());
        }
        for top in (1 - skipped..tall).step_by(2).map(|row| top + row as f64 * CELL) {
            let [a, b, c, d] = Rect { left, top, right, bottom: top + CELL }.corners();
            path.polygon(&[a, d, c, b]);
        }
        true
    }

    /// The line around a set of cells.
    fn outline(&self, panel: &Panel, cells: &[Cell]) -> PathWriter {
        outline(self.plan.lines(panel.board), self.corners(cells))
    }

    /// The lines of a board whose pieces are placed on crossings.
    fn lines_through(&self, panel: &Panel) -> PathWriter {
        let layout = &self.view.layout;
        let steps = layout.board(panel.board).tiling.edge_axes();
        let mut lines = Vec::new();
        for &cell in &panel.cells {
            for &step in steps {
                let Some(next) = self.neighbour(cell, step) else { continue };
                if !self.is_parted(cell, next, step) {
                    lines.push((self.plan.centre(cell), self.plan.centre(next)));
                }
            }
        }
        joined(self.plan.lines(panel.board), lines)
    }

    /// The cell to which a step leads on paper: over joined edges where they touch there.
    pub(super) fn neighbour(&self, cell: Cell, step: Vector) -> Option<Cell> {
        let layout = &self.view.layout;
        let CellCoordinates { board, at } = layout.point(cell);
        match self.plan.ring(board) {
            Some(_) => layout.step(cell, step),
            None => layout.at(CellCoordinates { board, at: at + step }),
        }
    }

    /// Whether a river interrupts the line from one neighbour to the other. At the rim, lines run
    /// on.
    fn is_parted(&self, a: Cell, b: Cell, step: Vector) -> bool {
        let rivers = self.view.borders.iter().filter(|border| border.wave);
        let mut pairs = rivers.flat_map(|border| &border.pairs);
        let across = Vector::new(-step.y, step.x, 0);
        let is_inside = || [across, -across].iter().all(|&side| self.neighbour(a, side).is_some());
        pairs.any(|&pair| pair == (a, b) || pair == (b, a)) && is_inside()
    }

    /// Draws the cells of a zone that are on one panel.
    pub(super) fn zone(&mut self, panel: &Panel, zone: &CellSet, direction: HatchDirection) {
        let corner = Point::new(panel.area.left, panel.area.top);
        let lines = self.plan.lines(panel.board);
        let mut cells = panel.cells.clone();
        cells.retain(|&cell| zone.contains(cell));
        let mut found = Vec::new();
        self.corners(&cells).for_each(|cell| hatch(&mut found, lines, corner, &cell, direction));
        let mut path = PathWriter::default();
        merged(found).iter().for_each(|line| {
            path.polyline(line);
        });
        let style = NodeStyle::class("zone").unfilled().stroke(ColourRole::Zone, 2.0).opacity(0.7);
        self.path(style, &path);
        self.path(NodeStyle::line(ColourRole::Zone, 3.0), &self.outline(panel, &cells));
    }

    fn borders(&mut self, panel: &Panel) {
        for border in &self.view.borders {
            let mut path = PathWriter::default();
            let name = self.name_in_river(panel, border);
            for &(a, b) in &border.pairs {
                let middle = self.plan.centre(a).interpolate(self.plan.centre(b), 0.5);
                let is_name = name.is_some_and(|(at, room)| middle.distance(at) < room);
                if is_name || ![a, b].iter().all(|cell| panel.cells.contains(cell)) {
                    continue;
                }
                match self.plan.lines(panel.board) {
                    LineGeometry::Straight => self.border(&mut path, a, b, border.wave),
                    lines @ LineGeometry::Around(_) => {
                        if let Some(side) = self.side_between(a, b) {
                            border_along(&mut path, lines, side, border.wave);
                        }
                    }
                }
            }
            let (ink, width) =
                if border.wave { (ColourRole::Zone, 3.0) } else { (ColourRole::CellText, 5.0) };
            let style = NodeStyle::class("border").unfilled().stroke(ink, width);
            self.path(style, &path);
        }
    }

    /// The place of a river's name in the river, and the distance at which the waves begin.
    fn name_in_river(&self, panel: &Panel, border: &BorderStyle) -> Option<(Point, f64)> {
        let at = self.plan.in_river(self.view, panel, border)?;
        let half = label::width(&border.label, self.plan.word_em()) / 2.0;
        self.view.coordinates.then_some((at, half + CELL / 2.0))
    }

    /// What parts two neighbours: two thin waves, or one line.
    fn border(&self, path: &mut PathWriter, a: Cell, b: Cell, wave: bool) {
        let corners = self.plan.corners(self.view, a);
        let half = corners[0].distance(corners[1]) / 2.0;
        let (a, b) = (self.plan.centre(a), self.plan.centre(b));
        let (middle, across) = (a.interpolate(b, 0.5), a.direction(b));
        let place = |along: f64, off: f64| middle.beside(across, along).along(across, off);
        if !wave {
            path.polyline(&[place(-half, 0.0), place(half, 0.0)]);
            return;
        }
        waves(path, 4, |share, off| place(2.0 * half * share - half, off));
    }

    /// The line around the board. Edges that touch each other are open: a strip of the cells beyond
    /// them is to be seen.
    fn frame(&mut self, panel: &Panel, outline: &PathWriter) {
        let style = NodeStyle::line(ColourRole::Line, 3.0);
        let edges = self.joined_edges(panel);
        if edges.is_empty() {
            return self.path(style, outline);
        }
        let is_open = |from: Point, to: Point| {
            edges.iter().any(|(_, a, b, _)| (a.key(), b.key()) == (from.key(), to.key()))
        };
        let frame = open_outline(self.corners(&panel.cells), is_open);
        let (mut light, mut dark, mut rim) =
            (PathWriter::default(), PathWriter::default(), PathWriter::default());
        let is_checkered = self.surface_of(panel) == Surface::Checkered;
        for &(beyond, from, to, out) in &edges {
            let strip = [from, to, to.along(out, 1.0), from.along(out, 1.0)];
            let is_dark = is_checkered && self.view.layout.shade(beyond) == 0;
            if is_dark { &mut dark } else { &mut light }.polygon(&strip);
            // Where the strip ends with the board, the line around it goes on.
            for corner in [from, to] {
                let touches = |end: &Point| end.key() == corner.key();
                let touching = edges.iter().filter(|(_, a, b, _)| touches(a) || touches(b));
                if touching.count() == 1 {
                    rim.polyline(&[corner, corner.along(out, 1.0)]);
                }
            }
        }
        let seam = edges.iter().map(|&(_, from, to, _)| (from, to)).collect();
        let seam = joined(LineGeometry::Straight, seam);
        let opacity = || NodeStyle::class("joined").opacity(0.55);
        self.path(opacity().fill(ColourRole::Light), &light);
        self.path(opacity().fill(ColourRole::Dark), &dark);
        self.path(opacity().unfilled().stroke(ColourRole::Line, 3.0), &rim);
        self.path(NodeStyle::line(ColourRole::Line, 2.0).dashed(9.0, 9.0), &seam);
        self.path(style, &frame);
    }

    /// The sides of cells at joined edges: the cell that lies beyond, the ends, and as far out as
    /// it is shown.
    fn joined_edges(&self, panel: &Panel) -> Vec<(Cell, Point, Point, Point)> {
        let (layout, index) = (&self.view.layout, panel.board);
        let board = layout.board(index);
        let steps = board.joined.steps().filter(|_| self.plan.ring(index).is_none());
        let steps: Vec<Vector> = steps.flat_map(|out| [out, -out]).collect();
        let mut edges = Vec::new();
        for &cell in &panel.cells {
            let at = layout.point(cell).at;
            for &step in &steps {
                let across = board.across_joined_edges(at + step);
                let beyond = layout.at(CellCoordinates { board: index, at: across });
                let Some(beyond) = beyond.filter(|_| across != at + step) else { continue };
                let next = self.plan.beyond(self.view, index, at, step);
                let middle = self.plan.centre(cell).along(next, 0.5);
                let sides = sides_of(&self.plan.corners(self.view, cell));
                let is_open =
                    |(a, b): &(Point, Point)| a.interpolate(*b, 0.5).key() == middle.key();
                let side = sides.into_iter().find(is_open);
                let out = Point::default().along(next, BEYOND / CELL);
                edges.extend(side.map(|(from, to)| (beyond, from, to, out)));
            }
        }
        edges
    }

    pub(super) fn surface_of(&self, panel: &Panel) -> Surface {
        let style = self.view.boards.get(panel.board as usize);
        let surface = style.map_or(Surface::Checkered, |style| style.surface);
        // An odd number of rays has two of one colour side by side.
        let is_odd = self.plan.ring(panel.board).is_some_and(|ring| ring.rays % 2 != 0);
        if is_odd && surface == Surface::Checkered { Surface::Plain } else { surface }
    }

    fn diagonals(&mut self, panel: &Panel) {
        let mut path = PathWriter::default();
        for &(a, b) in &self.view.diagonals {
            if panel.cells.contains(&a) && panel.cells.contains(&b) {
                path.polyline(&[self.plan.centre(a), self.plan.centre(b)]);
            }
        }
        self.path(NodeStyle::line(ColourRole::Line, 2.5), &path);
    }

    /// Draws coordinates and the names of panels, zones and borders.
    fn names(&mut self) {
        let (mut beside, mut inside) = (BTreeMap::new(), BTreeMap::new());
        let mut large = TextPath::new(self.plan.word_em());
        let mut turned = Vec::new();
        for panel in &self.plan.panels {
            for CoordinateLabel { text, at, em, is_inside } in &panel.coordinates {
                let sizes = if *is_inside { &mut inside } else { &mut beside };
                lettering(sizes, *em).write(text, Align::Middle, *at);
            }
            large.write(&panel.title, Align::Middle, self.plan.title_point(panel));
            for border in &self.view.borders {
                if let Some((at, _)) = self.name_in_river(panel, border) {
                    let river = lettering(&mut inside, self.plan.word_em());
                    river.write(&border.label, Align::Middle, at);
                }
            }
            let em = self.plan.coordinate_em();
            for EdgeLabel { text, at, degrees } in &panel.edge_labels {
                match degrees {
                    0 => lettering(&mut beside, em).write(text, Align::Middle, *at),
                    degrees => turned.push(turned_name(text, em, *at, *degrees)),
                }
            }
        }
        let texts = beside.into_values().chain([large]);
        let texts = texts.filter_map(|text| text.node(NodeStyle::default())).chain(turned);
        let style = NodeStyle::class("names");
        self.nodes.extend(SceneNode::group(style.clone().fill(ColourRole::Quiet), texts.collect()));
        // On cells, what is quiet on paper could not be read.
        let texts = inside.into_values().filter_map(|text| text.node(NodeStyle::default()));
        self.nodes.extend(SceneNode::group(style.fill(ColourRole::CellText), texts.collect()));
    }
}

/// Two thin waves along a line, of so many halves each; `place` is the point at a share of the line
/// and that far aside.
pub(crate) fn waves(path: &mut PathWriter, count: i32, place: impl Fn(f64, f64) -> Point) {
    for lane in LANES {
        path.move_to(place(0.0, lane));
        for index in 0..count {
            let share = |part: f64| (f64::from(index) + part) / f64::from(count);
            let side = if index % 2 == 0 { WAVE } else { -WAVE };
            path.quad_to(place(share(0.5), lane + side), place(share(1.0), lane));
        }
    }
}

/// A name that is turned by so many degrees.
fn turned_name(text: &str, em: f64, at: Point, turn: u16) -> SceneNode {
    let mut lettering = TextPath::new(em);
    lettering.write(text, Align::Middle, Point::default());
    let id = text.chars().map(|c| if c.is_alphanumeric() { c } else { '-' });
    let name = format!("name-{}", id.collect::<String>());
    let nodes = lettering.node(NodeStyle::default()).into_iter().collect();
    let symbol = Arc::new(Symbol { name, nodes, ..Symbol::default() });
    SceneNode::Symbol(NodeStyle { turn, ..NodeStyle::default() }, symbol, at)
}

/// What is written in that size.
fn lettering(sizes: &mut BTreeMap<u64, TextPath>, em: f64) -> &mut TextPath {
    sizes.entry((em * 100.0) as u64).or_insert_with(|| TextPath::new(em))
}
