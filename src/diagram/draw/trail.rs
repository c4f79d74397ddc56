use std::sync::Arc;

use crate::diagram::scene::{Node, Stamp, Tag};
use crate::diagram::{Ink, Pen, Spot, Trail, TrailKind};
use crate::geometry::Cell;

use super::Canvas;
use super::mark::lies_under;

/// How far from the middle of its first cell a trail begins: the piece stands there.
const CLEAR: f64 = 44.0;
/// Where the tip of an arrow head is, seen from the middle of the last cell.
const TIP: f64 = 46.0;
/// How far around a hurdle a hop goes.
const BUMP: f64 = 42.0;
/// How far apart routes to the same cell run.
const LANE: f64 = 7.0;

/// The ends of a line that was drawn.
type Side = ((i64, i64), (i64, i64));

impl Canvas<'_> {
    /// All trails, kind by kind, on a rim of paper.
    pub(super) fn trails(&mut self) {
        for &kind in TrailKind::ALL {
            let figure = self.figure;
            let trails: Vec<&Trail> = figure.trails.iter().filter(|t| t.kind == kind).collect();
            let group = self.trails_of(kind, &trails);
            self.add(group);
        }
    }

    /// Trails of one kind have one look, and are one path.
    pub(super) fn trails_of(&self, kind: TrailKind, trails: &[&Trail]) -> Option<Node> {
        let (mut lines, mut blocks) = (Pen::new(), Pen::new());
        let (mut hurdles, mut drawn): (Vec<Cell>, Vec<Side>) = (Vec::new(), Vec::new());
        for (index, trail) in trails.iter().enumerate() {
            match kind {
                TrailKind::Slide => self.slide(&mut lines, trail),
                TrailKind::Lame => self.steps(&mut lines, trail, 0.0, &mut drawn),
                TrailKind::Route => {
                    self.steps(&mut lines, trail, lane(trails, index), &mut Vec::new());
                }
                TrailKind::Hop => self.hop(&mut lines, trail),
                TrailKind::Shot => self.shot(&mut lines, trail),
            }
            for &cell in &trail.over {
                if !hurdles.contains(&cell) {
                    hurdles.push(cell);
                    self.obstacle(&mut blocks, kind, cell);
                }
            }
        }
        let (ink, width) = match kind {
            TrailKind::Slide => (Ink::Move, 4.5),
            TrailKind::Lame => (Ink::Path, 4.0),
            TrailKind::Route => (Ink::Path, 3.5),
            TrailKind::Hop => (Ink::Hop, 4.5),
            TrailKind::Shot => (Ink::Capture, 3.0),
        };
        let line = match kind {
            TrailKind::Lame => Tag::default().dashed(10.0, 8.0),
            _ => Tag::default(),
        };
        let block = match kind {
            TrailKind::Hop => Tag::default().stroke(ink, 3.0),
            _ => Tag::default().fill(ink).stroke(Ink::Paper, 4.0),
        };
        // The lines and their rim of paper are drawn from one path, which may be long.
        let twice = |lines: Node| {
            let (name, words) = (kind.word().to_owned(), String::new());
            let stamp = Arc::new(Stamp { name, words, nodes: vec![lines] });
            let rim = Tag::default().stroke(Ink::Paper, width + 4.0);
            [(rim, Arc::clone(&stamp)), (line, stamp)]
                .map(|(tag, stamp)| Node::Stamp(tag, stamp, Spot::default()))
        };
        let lines = Node::path(Tag::default(), &lines).map(twice);
        let blocks = Node::path(block, &blocks);
        let nodes: Vec<Node> = lines.into_iter().flatten().chain(blocks).collect();
        let tag = Tag::class(format!("trail {}", kind.word())).unfilled();
        Node::group(tag.stroke(ink, width), nodes)
    }

    /// Lines through the cells, as far as they go on one plate.
    fn slide(&self, pen: &mut Pen, trail: &Trail) {
        let runs = self.runs(trail);
        let count = runs.len();
        let mut ahead = Spot::default();
        for (index, run) in runs.iter().enumerate() {
            let (Some(&first), Some(&last)) = (run.first(), run.last()) else { continue };
            if let [_, next, ..] = run[..] {
                ahead = first.direction(next);
            }
            let start = if index == 0 { CLEAR } else { -TIP };
            pen.move_to(whole(first.plus(ahead.x * start, ahead.y * start)));
            for bend in run.windows(3).filter(|three| !is_straight(three)) {
                pen.line_to(whole(bend[1]));
            }
            if let [.., before, _] = run[..] {
                ahead = before.direction(last);
            }
            let is_last = index + 1 == count;
            if is_last && self.is_ringed(trail) {
                pen.line_to(whole(last.plus(-ahead.x * CLEAR, -ahead.y * CLEAR)));
            } else if is_last && trail.open {
                arrow(pen, ahead, last);
            } else {
                let end = if is_last { 0.0 } else { TIP };
                pen.line_to(whole(last.plus(ahead.x * end, ahead.y * end)));
            }
        }
    }

    /// Whether a trail ends at somebody with a ring around him, which it does not enter.
    fn is_ringed(&self, trail: &Trail) -> bool {
        let mut marks = self.figure.marks.iter();
        marks.any(|mark| Some(&mark.cell) == trail.cells.last() && lies_under(mark))
    }

    /// From cell to cell, but not again where another one has been.
    fn steps(&self, pen: &mut Pen, trail: &Trail, lane: f64, drawn: &mut Vec<Side>) {
        let spots = self.spots(trail);
        let (Some(&first), Some(&last)) = (spots.first(), spots.last()) else { return };
        let along = first.direction(last);
        for (index, mut run) in self.runs(trail).into_iter().enumerate() {
            if let (0, &[from, to, ..]) = (index, &run[..]) {
                let away = from.direction(to);
                run[0] = from.plus(away.x * CLEAR, away.y * CLEAR);
            }
            for spot in &mut run {
                *spot = whole(spot.plus(-along.y * lane * LANE, along.x * lane * LANE));
            }
            let mut at = None;
            for side in run.windows(2) {
                let key = (side[0].key(), side[1].key());
                if drawn.contains(&key) {
                    continue;
                }
                drawn.push(key);
                if at != Some(side[0]) {
                    pen.move_to(side[0]);
                }
                pen.line_to(side[1]);
                at = Some(side[1]);
            }
        }
    }

    /// Straight on, and around each hurdle in half a circle.
    fn hop(&self, pen: &mut Pen, trail: &Trail) {
        for (index, run) in self.runs(trail).iter().enumerate() {
            let [first, .., last] = run[..] else { continue };
            let ahead = first.direction(last);
            let along =
                |spot: Spot, length: f64| whole(spot.plus(ahead.x * length, ahead.y * length));
            pen.move_to(along(first, if index == 0 { CLEAR } else { 0.0 }));
            let hurdles = trail.over.iter().map(|&cell| self.plan.centre(cell));
            for hurdle in hurdles.filter(|hurdle| run.contains(hurdle)) {
                pen.line_to(along(hurdle, -BUMP));
                // Above a line that runs to the left or to the right.
                pen.arc_to(BUMP, ahead.x >= 0.0, along(hurdle, BUMP));
            }
            pen.line_to(along(last, if self.is_ringed(trail) { -CLEAR } else { 0.0 }));
        }
    }

    fn shot(&self, pen: &mut Pen, trail: &Trail) {
        let runs = self.runs(trail);
        let [first, .., last] = runs[0][..] else { return };
        let along = first.direction(last);
        pen.polyline(&[first, last.plus(-along.x * CLEAR, -along.y * CLEAR)].map(whole));
    }

    /// What blocks a step, or is hopped over.
    fn obstacle(&self, pen: &mut Pen, kind: TrailKind, cell: Cell) {
        let centre = self.plan.centre(cell);
        let half = if kind == TrailKind::Hop { 44.0 } else { 11.0 };
        let corner = |x: f64, y: f64| centre.plus(x * half, y * half);
        pen.polygon(&[corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]);
    }

    fn spots(&self, trail: &Trail) -> Vec<Spot> {
        trail.cells.iter().map(|&cell| self.plan.centre(cell)).collect()
    }

    /// The trail's cells, parted where the next one lies on another plate, or beyond joined edges.
    fn runs(&self, trail: &Trail) -> Vec<Vec<Spot>> {
        let mut runs: Vec<Vec<Spot>> = vec![Vec::new()];
        for (index, &cell) in trail.cells.iter().enumerate() {
            if index > 0 && !self.plan.is_near(self.figure.ground(), trail.cells[index - 1], cell) {
                runs.push(Vec::new());
            }
            runs.last_mut().expect("there is a run").push(self.plan.centre(cell));
        }
        runs
    }
}

/// A line to an arrow head beyond the middle of the last cell.
fn arrow(pen: &mut Pen, ahead: Spot, last: Spot) {
    let tip = last.plus(ahead.x * TIP, ahead.y * TIP);
    let wing = |side: f64| {
        let (back, aside) = (13.0, 10.0 * side);
        tip.plus(-ahead.x * back - ahead.y * aside, -ahead.y * back + ahead.x * aside)
    };
    pen.line_to(whole(tip));
    pen.polyline(&[wing(1.0), tip, wing(-1.0)].map(whole));
}

/// Whole numbers are shorter, and exact enough for lines.
fn whole(spot: Spot) -> Spot {
    Spot::new(spot.x.round(), spot.y.round())
}

/// Whether three places lie on one line.
fn is_straight(three: &[Spot]) -> bool {
    let (one, other) = (three[0].direction(three[1]), three[1].direction(three[2]));
    one.distance(other) < 0.01
}

/// Which lane a route has among those with the same ends: nought in the middle.
fn lane(trails: &[&Trail], index: usize) -> f64 {
    let ends = |trail: &Trail| (trail.cells.first().copied(), trail.cells.last().copied());
    let same = |trail: &&&Trail| ends(trail) == ends(trails[index]);
    let before = trails[..index].iter().filter(same).count();
    let all = trails.iter().filter(same).count();
    before as f64 - (all as f64 - 1.0) / 2.0
}
