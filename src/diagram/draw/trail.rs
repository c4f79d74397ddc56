use crate::diagram::scene::{Node, Tag};
use crate::diagram::{Ink, Pen, Spot, Trail, TrailKind};
use crate::geometry::Cell;

use super::Canvas;

/// How far from the middle of its first cell a trail begins: the piece stands there.
const CLEAR: f64 = 44.0;
/// Where the tip of an arrow head is, seen from the middle of the last cell.
const TIP: f64 = 46.0;

impl Canvas<'_> {
    /// All trails; each is drawn on a rim of paper.
    pub(super) fn trails(&mut self) {
        let routes = self.figure.trails.iter().filter(|trail| trail.kind == TrailKind::Route);
        let count = routes.count();
        let mut route = 0;
        for trail in &self.figure.trails {
            let lane = match trail.kind {
                TrailKind::Route => {
                    route += 1;
                    (route - 1) as f64 - (count - 1) as f64 / 2.0
                }
                _ => 0.0,
            };
            let node = self.trail(trail, lane);
            self.add(node);
        }
    }

    pub(super) fn trail(&self, trail: &Trail, lane: f64) -> Option<Node> {
        let line = match trail.kind {
            TrailKind::Slide => self.slide(trail),
            TrailKind::Lame | TrailKind::Route => self.path(trail, lane),
            TrailKind::Hop => self.arch(trail),
            TrailKind::Shot => self.shot(trail),
        };
        let (ink, width) = match trail.kind {
            TrailKind::Slide => (Ink::Move, 4.5),
            TrailKind::Lame => (Ink::Path, 4.0),
            TrailKind::Route => (Ink::Path, 3.5),
            TrailKind::Hop => (Ink::Hop, 4.5),
            TrailKind::Shot => (Ink::Capture, 3.0),
        };
        let rim = Node::path(Tag::default().unfilled().stroke(Ink::Paper, width + 4.0), &line);
        let mut tag = Tag::default().unfilled().stroke(ink, width);
        if trail.kind == TrailKind::Lame {
            tag = tag.dashed(10.0, 8.0);
        }
        let mut nodes: Vec<Node> = [rim, Node::path(tag, &line)].into_iter().flatten().collect();
        for &cell in &trail.over {
            nodes.extend(self.obstacle(trail.kind, cell));
        }
        Node::group(Tag::class(format!("trail {}", trail.kind.word())).round(), nodes)
    }

    fn slide(&self, trail: &Trail) -> Pen {
        let mut pen = Pen::new();
        let spots = self.spots(trail);
        let [first, .., last] = spots[..] else { return pen };
        let (ahead, before) = (first.direction(spots[1]), spots[spots.len() - 2].direction(last));
        pen.move_to(first.plus(ahead.x * CLEAR, ahead.y * CLEAR));
        if !trail.open {
            pen.line_to(last);
            return pen;
        }
        let tip = last.plus(before.x * TIP, before.y * TIP);
        pen.line_to(tip);
        let wing = |side: f64| {
            tip.plus(
                -before.x * 13.0 - side * before.y * 10.0,
                -before.y * 13.0 + side * before.x * 10.0,
            )
        };
        pen.polyline(&[wing(1.0), tip, wing(-1.0)]);
        pen
    }

    /// From cell to cell; the cells between are shifted to the trail's lane.
    fn path(&self, trail: &Trail, lane: f64) -> Pen {
        let mut pen = Pen::new();
        let mut spots = self.spots(trail);
        let (Some(&first), Some(&last)) = (spots.first(), spots.last()) else { return pen };
        let along = first.direction(last);
        let between = spots.len().saturating_sub(1);
        for spot in spots.iter_mut().take(between).skip(1) {
            *spot = spot.plus(-along.y * lane * 7.0, along.x * lane * 7.0);
        }
        if let Some(&next) = spots.get(1) {
            let ahead = first.direction(next);
            spots[0] = first.plus(ahead.x * CLEAR, ahead.y * CLEAR);
        }
        pen.polyline(&spots);
        pen
    }

    fn arch(&self, trail: &Trail) -> Pen {
        let mut pen = Pen::new();
        let spots = self.spots(trail);
        let [first, .., last] = spots[..] else { return pen };
        let along = first.direction(last);
        let side = if along.x < 0.0 { -1.0 } else { 1.0 };
        let height = first.distance(last) * 0.35 * side;
        let top = first.towards(last, 0.5).plus(along.y * height, -along.x * height);
        let from = first.towards(top, CLEAR / first.distance(top));
        pen.move_to(from).quad_to(top, last);
        pen
    }

    fn shot(&self, trail: &Trail) -> Pen {
        let mut pen = Pen::new();
        let spots = self.spots(trail);
        let [first, .., last] = spots[..] else { return pen };
        let along = first.direction(last);
        pen.polyline(&[first, last.plus(-along.x * 27.0, -along.y * 27.0)]);
        pen
    }

    fn obstacle(&self, kind: TrailKind, cell: Cell) -> Option<Node> {
        let centre = self.plan.centre(cell);
        let (half, tag) = match kind {
            TrailKind::Hop => (44.0, Tag::default().unfilled().stroke(Ink::Hop, 3.0)),
            _ => (9.0, Tag::default().fill(Ink::Path).stroke(Ink::Paper, 4.0)),
        };
        let corner = |x: f64, y: f64| centre.plus(x * half, y * half);
        let mut pen = Pen::new();
        pen.polygon(&[corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]);
        Node::path(tag, &pen)
    }

    fn spots(&self, trail: &Trail) -> Vec<Spot> {
        trail.cells.iter().map(|&cell| self.plan.centre(cell)).collect()
    }
}
