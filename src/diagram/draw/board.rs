//! Draws boards: cells, zones, borders, frames and names.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagram::label::{self, Align, TextPath};
use crate::diagram::plan::{BEYOND, CELL, CoordinateLabel, EdgeLabel, LineGeometry, Panel, Rect};
use crate::diagram::ring::border_along;
use crate::diagram::scene::{NodeStyle, SceneNode, Symbol};
use crate::diagram::{BorderStyle, ColourRole, PathWriter, Point, Surface, ZoneStyle};
use crate::geometry::{Cell, CellCoordinates, JoinedEdges, Tiling, Vector};

use super::background::BackgroundBuilder;
use super::hatch::hatch;
use super::hatch_direction::{HatchDirection, hatch_directions};
use super::outline::{joined, lines_between, open_outline, outline, sides_of};

/// How far aside the waves of a river run, and how high they are.
pub(in crate::diagram) const LANES: [f64; 2] = [-5.0, 5.0];
pub(in crate::diagram) const WAVE: f64 = 8.0;

impl BackgroundBuilder<'_> {
    /// Draws each panel: its cells, zones, borders, frame and names.
    pub(super) fn boards(&mut self) {
        for panel in &self.plan.panels {
            let outline = self.outline(panel, &panel.cells);
            self.surface(panel, &outline);
            self.zones(panel);
            self.borders(panel);
            self.diagonals(panel);
            self.frame(panel, &outline);
        }
        self.names();
    }

    fn surface(&mut self, panel: &Panel, outline: &PathWriter) {
        self.add(SceneNode::path(NodeStyle::default().fill(ColourRole::Light), outline));
        match self.surface_of(panel) {
            Surface::Checkered => self.checkers(panel),
            Surface::Plain => {
                let style = NodeStyle::default().unfilled().stroke(ColourRole::Line, 2.0);
                let cells = panel.cells.iter();
                let corners = cells.map(|&cell| self.plan.corners(self.view, cell));
                let lines = self.plan.lines(panel.board);
                self.add(SceneNode::path(style, &lines_between(lines, corners)));
            }
            Surface::Lines => {
                let style = NodeStyle::default().unfilled().stroke(ColourRole::Line, 2.5);
                let lines = SceneNode::path(style, &self.lines_through(panel));
                self.add(lines);
            }
        }
    }

    fn checkers(&mut self, panel: &Panel) {
        let tiling = self.view.layout.board(panel.board).tiling;
        // The lightest shade is not drawn: it is the colour below.
        for (shade, ink) in (0..tiling.shades() - 1).zip([ColourRole::Dark, ColourRole::Middle]) {
            let mut path = PathWriter::new();
            if self.stripes(panel, shade, &mut path) {
                self.add(SceneNode::path(NodeStyle::default().fill(ink), &path));
                continue;
            }
            let lines = self.plan.lines(panel.board);
            for &cell in &panel.cells {
                if self.view.layout.shade(cell) == shade {
                    lines.close(&mut path, &self.plan.corners(self.view, cell));
                }
            }
            self.add(SceneNode::path(NodeStyle::default().fill(ink), &path));
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
        for column in (0..wide).step_by(2) {
            let from = Point::new(left + column as f64 * CELL, top);
            path.move_to(from).line_to(from.plus(CELL, 0.0));
            path.line_to(Point::new(from.x + CELL, bottom))
                .line_to(Point::new(from.x, bottom))
                .close();
        }
        for row in (1 - skipped..tall).step_by(2) {
            let from = Point::new(left, top + row as f64 * CELL);
            path.move_to(from).line_to(from.plus(0.0, CELL));
            path.line_to(Point::new(right, from.y + CELL))
                .line_to(Point::new(right, from.y))
                .close();
        }
        true
    }

    /// The line around a set of cells.
    fn outline(&self, panel: &Panel, cells: &[Cell]) -> PathWriter {
        let corners = cells.iter().map(|&cell| self.plan.corners(self.view, cell));
        outline(self.plan.lines(panel.board), corners)
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
    fn neighbour(&self, cell: Cell, step: Vector) -> Option<Cell> {
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

    fn zones(&mut self, panel: &Panel) {
        for (zone, direction) in self.view.zones.iter().zip(hatch_directions(self.view)) {
            self.zone(panel, zone, direction);
        }
    }

    /// Draws the cells of a zone that are on one panel.
    pub(super) fn zone(&mut self, panel: &Panel, zone: &ZoneStyle, direction: HatchDirection) {
        let corner = Point::new(panel.area.left, panel.area.top);
        let lines = self.plan.lines(panel.board);
        let cells: Vec<Cell> =
            panel.cells.iter().copied().filter(|&cell| zone.cells.contains(cell)).collect();
        let mut path = PathWriter::new();
        for &cell in &cells {
            hatch(&mut path, lines, corner, &self.plan.corners(self.view, cell), direction);
        }
        let style = NodeStyle::class("zone").unfilled().stroke(ColourRole::Zone, 2.0).opacity(0.7);
        self.add(SceneNode::path(style, &path));
        let style = NodeStyle::default().unfilled().stroke(ColourRole::Zone, 3.0);
        let rim = SceneNode::path(style, &self.outline(panel, &cells));
        self.add(rim);
    }

    fn borders(&mut self, panel: &Panel) {
        for border in &self.view.borders {
            let mut path = PathWriter::new();
            let name = self.name_in_river(panel, border);
            for &(a, b) in &border.pairs {
                let middle = self.plan.centre(a).interpolate(self.plan.centre(b), 0.5);
                if name.is_some_and(|(at, room)| middle.distance(at) < room) {
                    continue;
                }
                if !panel.cells.contains(&a) || !panel.cells.contains(&b) {
                    continue;
                }
                match self.plan.lines(panel.board) {
                    LineGeometry::Straight => {
                        let side = self.shared_side(a);
                        self.border(&mut path, a, b, side / 2.0, border.wave);
                    }
                    lines @ LineGeometry::Around(_) => {
                        if let Some(side) = self.side_between(a, b) {
                            border_along(&mut path, lines, side, border.wave);
                        }
                    }
                }
            }
            let (ink, width) =
                if border.wave { (ColourRole::Zone, 3.0) } else { (ColourRole::Text, 5.0) };
            let style = NodeStyle::class("border").unfilled().stroke(ink, width);
            self.add(SceneNode::path(style, &path));
        }
    }

    /// The place of a river's name in the river, and the distance at which the waves begin.
    fn name_in_river(&self, panel: &Panel, border: &BorderStyle) -> Option<(Point, f64)> {
        let at = self.plan.in_river(self.view, panel, border)?;
        let half = label::width(&border.label, self.plan.word_em()) / 2.0;
        self.view.coordinates.then_some((at, half + CELL / 4.0))
    }

    /// How long the sides of a cell are, on which it touches its neighbours.
    fn shared_side(&self, cell: Cell) -> f64 {
        let corners = self.plan.corners(self.view, cell);
        corners[0].distance(corners[1])
    }

    /// What parts two neighbours: two thin waves, or one line.
    fn border(&self, path: &mut PathWriter, a: Cell, b: Cell, half: f64, wave: bool) {
        let (a, b) = (self.plan.centre(a), self.plan.centre(b));
        let (middle, across) = (a.interpolate(b, 0.5), a.direction(b));
        let place = |along: f64, off: f64| {
            middle.plus(-across.y * along + across.x * off, across.x * along + across.y * off)
        };
        if !wave {
            path.polyline(&[place(-half, 0.0), place(half, 0.0)]);
            return;
        }
        for lane in LANES {
            path.move_to(place(-half, lane));
            for quarter in 0..4 {
                let from = -half + f64::from(quarter) * half / 2.0;
                let side = if quarter % 2 == 0 { WAVE } else { -WAVE };
                path.quad_to(place(from + half / 4.0, lane + side), place(from + half / 2.0, lane));
            }
        }
    }

    /// The line around the board. Edges that touch each other are open: a strip of the cells beyond
    /// them is to be seen.
    fn frame(&mut self, panel: &Panel, outline: &PathWriter) {
        let style = NodeStyle::default().unfilled().stroke(ColourRole::Line, 3.0);
        let edges = self.joined_edges(panel);
        if edges.is_empty() {
            return self.add(SceneNode::path(style, outline));
        }
        let is_open = |from: Point, to: Point| {
            edges.iter().any(|(_, a, b, _)| (a.key(), b.key()) == (from.key(), to.key()))
        };
        let cells = panel.cells.iter().map(|&cell| self.plan.corners(self.view, cell));
        let frame = SceneNode::path(style.clone(), &open_outline(cells, is_open));
        let (mut light, mut dark, mut rim) =
            (PathWriter::new(), PathWriter::new(), PathWriter::new());
        let mut seam = Vec::new();
        let is_checkered = self.surface_of(panel) == Surface::Checkered;
        for &(beyond, from, to, out) in &edges {
            let strip = [from, to, to.plus(out.x, out.y), from.plus(out.x, out.y)];
            let is_dark = is_checkered && self.view.layout.shade(beyond) == 0;
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
        let opacity = || NodeStyle::class("joined").opacity(0.55);
        let seam = SceneNode::path(
            style.clone().dashed(9.0, 9.0).stroke(ColourRole::Line, 2.0),
            &joined(LineGeometry::Straight, seam),
        );
        let nodes = [
            SceneNode::path(opacity().fill(ColourRole::Light), &light),
            SceneNode::path(opacity().fill(ColourRole::Dark), &dark),
            SceneNode::path(opacity().unfilled().stroke(ColourRole::Line, 3.0), &rim),
            seam,
            frame,
        ];
        self.add(nodes.into_iter().flatten());
    }

    /// The sides of cells at joined edges: the cell that lies beyond, the ends, and as far out as
    /// it is shown.
    fn joined_edges(&self, panel: &Panel) -> Vec<(Cell, Point, Point, Point)> {
        if self.plan.ring(panel.board).is_some() {
            return Vec::new();
        }
        let board = self.view.layout.board(panel.board);
        let out = match board.joined {
            JoinedEdges::Nothing => return Vec::new(),
            JoinedEdges::Files => Vector::new(1, 0, 0),
            JoinedEdges::Ranks => Vector::new(0, 1, 0),
        };
        let mut edges = Vec::new();
        for &cell in &panel.cells {
            let CellCoordinates { board: index, at } = self.view.layout.point(cell);
            for step in [out, -out] {
                let beyond =
                    CellCoordinates { board: index, at: board.across_joined_edges(at + step) };
                let Some(beyond) = self.view.layout.at(beyond) else { continue };
                if board.across_joined_edges(at + step) == at + step {
                    continue;
                }
                let interpolate = self.plan.beyond(self.view, index, at, step);
                let middle = self.plan.centre(cell).plus(interpolate.x / 2.0, interpolate.y / 2.0);
                let sides = sides_of(&self.plan.corners(self.view, cell));
                let nearest =
                    |(a, b): &(Point, Point)| a.interpolate(*b, 0.5).key() == middle.key();
                if let Some((from, to)) = sides.into_iter().find(nearest) {
                    let share = BEYOND / CELL;
                    edges.push((
                        beyond,
                        from,
                        to,
                        Point::new(interpolate.x * share, interpolate.y * share),
                    ));
                }
            }
        }
        edges
    }

    fn surface_of(&self, panel: &Panel) -> Surface {
        let style = self.view.boards.get(panel.board as usize);
        let surface = style.map_or(Surface::Checkered, |style| style.surface);
        // An odd number of rays has two of one colour side by side.
        let is_odd = self.plan.ring(panel.board).is_some_and(|ring| ring.rays % 2 != 0);
        if is_odd && surface == Surface::Checkered { Surface::Plain } else { surface }
    }

    fn diagonals(&mut self, panel: &Panel) {
        let mut path = PathWriter::new();
        for &(a, b) in &self.view.diagonals {
            if panel.cells.contains(&a) && panel.cells.contains(&b) {
                path.polyline(&[self.plan.centre(a), self.plan.centre(b)]);
            }
        }
        let style = NodeStyle::default().unfilled().stroke(ColourRole::Line, 2.5);
        self.add(SceneNode::path(style, &path));
    }

    /// Draws coordinates and the names of panels, zones and borders.
    fn names(&mut self) {
        let (mut sizes, mut inside) = (BTreeMap::new(), BTreeMap::new());
        let mut large = TextPath::new(self.plan.word_em());
        let mut turned = Vec::new();
        for panel in &self.plan.panels {
            for CoordinateLabel { text, at, em, is_inside } in &panel.coordinates {
                let sizes = if *is_inside { &mut inside } else { &mut sizes };
                lettering(sizes, *em).write(text, Align::Middle, *at);
            }
            large.write(&panel.title, Align::Middle, self.plan.title_point(panel));
            if self.view.coordinates {
                self.river_names(panel, &mut large);
            }
            for name in &panel.edge_labels {
                match name.degrees {
                    0 => {
                        let small = lettering(&mut sizes, self.plan.coordinate_em());
                        small.write(&name.text, Align::Middle, name.at);
                    }
                    turn => turned.push(self.turned(name, turn)),
                }
            }
        }
        let small = sizes.into_values().map(|lettering| lettering.node(NodeStyle::default()));
        let mut nodes: Vec<SceneNode> = small.flatten().collect();
        nodes.extend(large.node(NodeStyle::default()));
        nodes.extend(turned);
        self.add(SceneNode::group(NodeStyle::class("names").fill(ColourRole::Quiet), nodes));
        // On cells, what is quiet on paper could not be read.
        let inside = inside.into_values().map(|lettering| lettering.node(NodeStyle::default()));
        let nodes = inside.flatten().collect();
        self.add(SceneNode::group(NodeStyle::class("names").fill(ColourRole::Text), nodes));
    }

    fn turned(&self, name: &EdgeLabel, turn: u16) -> SceneNode {
        let mut lettering = TextPath::new(self.plan.coordinate_em());
        lettering.write(&name.text, Align::Middle, Point::default());
        let id = name.text.chars().map(|c| if c.is_alphanumeric() { c } else { '-' });
        let symbol = Symbol {
            name: format!("name-{}", id.collect::<String>()),
            mark_words: String::new(),
            nodes: lettering.node(NodeStyle::default()).into_iter().collect(),
        };
        SceneNode::Symbol(NodeStyle { turn, ..NodeStyle::default() }, Arc::new(symbol), name.at)
    }

    fn river_names(&self, panel: &Panel, lettering: &mut TextPath) {
        for border in &self.view.borders {
            if let Some((at, _)) = self.name_in_river(panel, border) {
                lettering.write(&border.label, Align::Middle, at);
            }
        }
    }
}

/// What is written in that size.
fn lettering(sizes: &mut BTreeMap<u64, TextPath>, em: f64) -> &mut TextPath {
    sizes.entry((em * 100.0) as u64).or_insert_with(|| TextPath::new(em))
}
