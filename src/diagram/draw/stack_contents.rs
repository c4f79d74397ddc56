//! Repeats pieces, marks and lines of the boards on the stack of levels.

use std::sync::Arc;

use crate::diagram::plan::Overview;
use crate::diagram::scene::{NodeStyle, SceneNode};
use crate::diagram::{ColourRole, MoveLine, MoveLineKind, PathWriter, Point};
use crate::geometry::Cell;

use super::Canvas;
use super::mark::MarkLayer;
use super::piece::army_style;

/// More ways than these that can be blocked would hide the levels; the boards have them.
const MAX_LINES: usize = 8;

/// How far from its piece a way begins.
const START_GAP: f64 = 21.0;

/// How large pieces and marks are, compared to those on the boards.
const SMALL: f64 = 0.5;

impl Canvas<'_> {
    /// On the stack of levels, what is on the boards. It is not said again: the marks of the boards
    /// count, these do not.
    pub(super) fn draw_stack_contents(&mut self) {
        let Some(overview) = &self.plan.overview else { return };
        self.add(self.draw_stack_focus(overview));
        self.draw_stack_trails(overview);
        self.draw_stack_pieces(overview);
        self.draw_stack_marks(overview);
    }

    fn draw_stack_focus(&self, overview: &Overview) -> Option<SceneNode> {
        let circle = |cell| SceneNode::Circle(NodeStyle::default(), overview.centre(cell), 20.0);
        let nodes = self.figure.focus.iter().map(circle).collect();
        SceneNode::group(
            NodeStyle::default().fill(ColourRole::Halo).stroke(ColourRole::Text, 1.5),
            nodes,
        )
    }

    fn draw_stack_trails(&mut self, overview: &Overview) {
        let is_narrow = |move_line: &&MoveLine| {
            matches!(move_line.kind, MoveLineKind::Lame | MoveLineKind::Route)
        };
        let narrow = self.figure.move_lines.iter().filter(is_narrow).count();
        for move_line in &self.figure.move_lines {
            if narrow > MAX_LINES && is_narrow(&move_line) {
                continue;
            }
            let on_levels = |cell: &&Cell| overview.has(**cell);
            let cells = move_line.cells.iter().filter(on_levels);
            let mut points: Vec<Point> = cells.map(|&cell| overview.centre(cell)).collect();
            if let &[from, next, ..] = &points[..] {
                let away = from.direction(next);
                points[0] = from.plus(away.x * START_GAP, away.y * START_GAP);
            }
            let mut path = PathWriter::new();
            path.polyline(&points);
            let ink = match move_line.kind {
                MoveLineKind::Slide => ColourRole::Move,
                MoveLineKind::Lame | MoveLineKind::Route => ColourRole::Path,
                MoveLineKind::Hop => ColourRole::Hop,
                MoveLineKind::Shot => ColourRole::Capture,
            };
            let path = |ink, width| SceneNode::path(NodeStyle::default().stroke(ink, width), &path);
            let nodes =
                [path(ColourRole::Paper, 6.0), path(ink, 3.0)].into_iter().flatten().collect();
            self.add(SceneNode::group(NodeStyle::default().unfilled(), nodes));
        }
    }

    fn draw_stack_pieces(&mut self, overview: &Overview) {
        let (figure, layout) = (self.figure, self.layout());
        let standing = figure.pieces.iter().filter(|placed| overview.has(placed.cell));
        let mut pieces: Vec<_> = standing.collect();
        // What is nearer hides what is behind it.
        let depth = |cell: Cell| {
            let level = layout.point(cell).at.z;
            (level, (overview.centre(cell).y * 100.0) as i64)
        };
        pieces.sort_by_key(|placed| depth(placed.cell));
        for placed in pieces {
            let symbol = Arc::clone(placed.piece.symbol());
            let at = overview.centre(placed.cell).plus(0.0, -30.0 * SMALL);
            let symbol = SceneNode::Symbol(NodeStyle::default().scaled(at, SMALL), symbol, at);
            self.add(SceneNode::group(army_style(placed.piece.army()), vec![symbol]));
        }
    }

    fn draw_stack_marks(&mut self, overview: &Overview) {
        let figure = self.figure;
        let marks = figure.marks.iter().filter(|mark| overview.has(mark.cell));
        let mut nodes = Vec::new();
        for mark in marks {
            let at = overview.centre(mark.cell);
            for layer in [MarkLayer::Under, MarkLayer::Over] {
                let symbol = self.symbol(mark, layer);
                nodes.extend(symbol.map(|symbol| {
                    SceneNode::Symbol(NodeStyle::default().scaled(at, SMALL), symbol, at)
                }));
            }
        }
        self.add(SceneNode::group(NodeStyle::class("echo"), nodes));
    }
}
