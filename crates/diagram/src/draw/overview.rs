//! Draws the levels of a board as one stack, and repeats on it what is on the boards.

use std::sync::Arc;

use crate::label::{Align, TextPath};
use crate::plan::{LineGeometry, Overview};
use crate::scene::{NodeStyle, SceneNode};
use crate::{ColourRole, MoveLine, MoveLineKind, PathWriter, Point};
use fairybook_core::geometry::Cell;
use fairybook_core::source::sort_by_key;

use super::mark::MarkLayer;
use super::outline::outline;
use super::piece::army_style;
use super::{BackgroundBuilder, Canvas};

/// More ways than these that can be blocked would hide the levels; the boards have them.
const MAX_LINES: usize = 8;

/// How far from its piece a way begins.
const START_GAP: f64 = 21.0;

/// How large pieces and marks are, compared to those on the boards.
const SMALL: f64 = 0.5;

impl BackgroundBuilder<'_> {
    /// The levels of a board above each other, with guides from level to level.
    pub(super) fn overview(&mut self) {
        let Some(overview) = &self.plan.overview else { return };
        let guide = NodeStyle::line(ColourRole::Quiet, 2.0).dashed(6.0, 8.0).opacity(0.7);
        for (index, level) in overview.levels.iter().enumerate() {
            self.level(overview, level);
            // They stand on this level, and the next one hides where they end.
            let mut path = PathWriter::default();
            for &(low, high) in overview.guides.get(index).into_iter().flatten() {
                path.polyline(&[low, high]);
            }
            self.path(guide.clone(), &path);
        }
        let mut names = TextPath::new(self.plan.word_em() * 0.8);
        for (name, at) in &overview.names {
            names.write(name, Align::Middle, *at);
        }
        self.nodes.extend(names.node(NodeStyle::class("names").fill(ColourRole::Quiet)));
    }

    fn level(&mut self, overview: &Overview, cells: &[Cell]) {
        let corners = |cell: &Cell| overview.corners(*cell);
        let frame = outline(LineGeometry::Straight, cells.iter().map(corners));
        let mut dark = PathWriter::default();
        for cell in cells.iter().filter(|&&cell| self.view.layout.shade(cell) == 0) {
            dark.polygon(&corners(cell));
        }
        self.path(NodeStyle::filled(ColourRole::Light), &frame);
        self.path(NodeStyle::filled(ColourRole::Dark), &dark);
        self.path(NodeStyle::line(ColourRole::Line, 2.5), &frame);
    }
}

impl Canvas<'_> {
    /// On the stack of levels, what is on the boards. It is not said again: the marks of the boards
    /// count, these do not.
    pub(super) fn overview_contents(&mut self) {
        let Some(overview) = &self.plan.overview else { return };
        let circle = |cell| SceneNode::Circle(NodeStyle::default(), overview.centre(cell), 20.0);
        let halos = self.figure.focus.iter().map(circle).collect();
        let style = NodeStyle::filled(ColourRole::Halo).stroke(ColourRole::CellText, 1.5);
        self.nodes.extend(SceneNode::group(style, halos));
        self.overview_lines(overview);
        self.overview_pieces(overview);
        self.overview_marks(overview);
    }

    fn overview_lines(&mut self, overview: &Overview) {
        let is_narrow = |move_line: &&MoveLine| {
            matches!(move_line.kind, MoveLineKind::Lame | MoveLineKind::Route)
        };
        let narrow = self.figure.move_lines.iter().filter(is_narrow).count();
        for move_line in &self.figure.move_lines {
            if narrow > MAX_LINES && is_narrow(&move_line) {
                continue;
            }
            let cells = move_line.cells.iter().filter(|&&cell| overview.has(cell));
            let mut points: Vec<Point> = cells.map(|&cell| overview.centre(cell)).collect();
            if let &[from, next, ..] = &points[..] {
                points[0] = from.along(from.direction(next), START_GAP);
            }
            let mut path = PathWriter::default();
            path.polyline(&points);
            let role = match move_line.kind {
                MoveLineKind::Slide => ColourRole::Move,
                MoveLineKind::Lame | MoveLineKind::Route => ColourRole::Path,
                MoveLineKind::Hop => ColourRole::Hop,
                MoveLineKind::Shot => ColourRole::Capture,
            };
            let path =
                |(role, width)| SceneNode::path(NodeStyle::default().stroke(role, width), &path);
            let nodes = [(ColourRole::Rim, 6.0), (role, 3.0)].into_iter().filter_map(path);
            let group = SceneNode::group(NodeStyle::default().unfilled(), nodes.collect());
            self.nodes.extend(group);
        }
    }

    fn overview_pieces(&mut self, overview: &Overview) {
        let mut pieces: Vec<_> = self.figure.pieces.iter().collect();
        pieces.retain(|placed| overview.has(placed.cell));
        // What is nearer hides what is behind it.
        sort_by_key(&mut pieces, |placed| {
            let level = self.layout().point(placed.cell).at.z;
            (level, (overview.centre(placed.cell).y * 100.0) as i64)
        });
        for placed in pieces {
            let symbol = Arc::clone(placed.piece.symbol());
            let at = overview.centre(placed.cell).plus(0.0, -30.0 * SMALL);
            let symbol = SceneNode::Symbol(NodeStyle::default().scaled(at, SMALL), symbol, at);
            self.nodes.extend(SceneNode::group(army_style(placed.piece.army), vec![symbol]));
        }
    }

    fn overview_marks(&mut self, overview: &Overview) {
        let mut nodes = Vec::new();
        for mark in self.figure.marks.iter().filter(|mark| overview.has(mark.cell)) {
            let at = overview.centre(mark.cell);
            for layer in [MarkLayer::Under, MarkLayer::Over] {
                nodes.extend(self.symbol(mark, layer).map(|symbol| {
                    SceneNode::Symbol(NodeStyle::default().scaled(at, SMALL), symbol, at)
                }));
            }
        }
        self.nodes.extend(SceneNode::group(NodeStyle::class("echo"), nodes));
    }
}
