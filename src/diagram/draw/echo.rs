use std::sync::Arc;

use crate::diagram::plan::Overview;
use crate::diagram::scene::{Node, Tag};
use crate::diagram::{Ink, Pen, Spot, Trail, TrailKind};
use crate::geometry::Cell;

use super::Canvas;
use super::mark::Layer;
use super::piece::army_tag;

/// More ways than these that can be blocked would hide the levels; the boards have them.
const FEW: usize = 8;

/// How far from its piece a way begins.
const CLEAR: f64 = 21.0;

/// How large pieces and marks are, compared to those on the boards.
const SMALL: f64 = 0.5;

impl Canvas<'_> {
    /// On the stack of levels, what is on the boards. It is not said again: the marks of the boards
    /// count, these do not.
    pub(super) fn echo(&mut self) {
        let Some(overview) = &self.plan.overview else { return };
        self.add(self.echo_focus(overview));
        self.echo_trails(overview);
        self.echo_pieces(overview);
        self.echo_marks(overview);
    }

    fn echo_focus(&self, overview: &Overview) -> Option<Node> {
        let circle = |cell| Node::Circle(Tag::default(), overview.centre(cell), 20.0);
        let nodes = self.figure.focus.iter().map(circle).collect();
        Node::group(Tag::default().fill(Ink::Halo).stroke(Ink::Ink, 1.5), nodes)
    }

    fn echo_trails(&mut self, overview: &Overview) {
        let is_narrow = |trail: &&Trail| matches!(trail.kind, TrailKind::Lame | TrailKind::Route);
        let narrow = self.figure.trails.iter().filter(is_narrow).count();
        for trail in &self.figure.trails {
            if narrow > FEW && is_narrow(&trail) {
                continue;
            }
            let on_levels = |cell: &&Cell| overview.has(**cell);
            let cells = trail.cells.iter().filter(on_levels);
            let mut spots: Vec<Spot> = cells.map(|&cell| overview.centre(cell)).collect();
            if let &[from, next, ..] = &spots[..] {
                let away = from.direction(next);
                spots[0] = from.plus(away.x * CLEAR, away.y * CLEAR);
            }
            let mut pen = Pen::new();
            pen.polyline(&spots);
            let ink = match trail.kind {
                TrailKind::Slide => Ink::Move,
                TrailKind::Lame | TrailKind::Route => Ink::Path,
                TrailKind::Hop => Ink::Hop,
                TrailKind::Shot => Ink::Capture,
            };
            let path = |ink, width| Node::path(Tag::default().stroke(ink, width), &pen);
            let nodes = [path(Ink::Paper, 6.0), path(ink, 3.0)].into_iter().flatten().collect();
            self.add(Node::group(Tag::default().unfilled(), nodes));
        }
    }

    fn echo_pieces(&mut self, overview: &Overview) {
        let (figure, layout) = (self.figure, self.layout());
        let standing = figure.pieces.iter().filter(|stander| overview.has(stander.cell));
        let mut pieces: Vec<_> = standing.collect();
        // What is nearer hides what is behind it.
        let depth = |cell: Cell| {
            let level = layout.point(cell).at.z;
            (level, (overview.centre(cell).y * 100.0) as i64)
        };
        pieces.sort_by_key(|stander| depth(stander.cell));
        for stander in pieces {
            let stamp = Arc::clone(stander.piece.stamp());
            let at = overview.centre(stander.cell).plus(0.0, -30.0 * SMALL);
            let stamp = Node::Stamp(Tag::default().scaled(at, SMALL), stamp, at);
            self.add(Node::group(army_tag(stander.piece.army()), vec![stamp]));
        }
    }

    fn echo_marks(&mut self, overview: &Overview) {
        let figure = self.figure;
        let marks = figure.marks.iter().filter(|mark| overview.has(mark.cell));
        let mut nodes = Vec::new();
        for mark in marks {
            let at = overview.centre(mark.cell);
            for layer in [Layer::Under, Layer::Over] {
                let stamp = self.stamp(mark, layer);
                nodes.extend(
                    stamp.map(|stamp| Node::Stamp(Tag::default().scaled(at, SMALL), stamp, at)),
                );
            }
        }
        self.add(Node::group(Tag::class("echo"), nodes));
    }
}
