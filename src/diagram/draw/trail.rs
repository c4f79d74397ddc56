use crate::diagram::scene::{Node, Tag};
use crate::diagram::{Ink, Pen, Spot, Trail, TrailKind};
use crate::geometry::Cell;

use super::Canvas;

/// How far from the middle of its first cell a trail begins: the piece stands there.
const CLEAR: f64 = 44.0;
/// Where the tip of an arrow head is, seen from the middle of the last cell.
const TIP: f64 = 46.0;
/// How far apart routes to the same cell run.
const LANE: f64 = 7.0;

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
        let mut hurdles: Vec<Cell> = Vec::new();
        for (index, trail) in trails.iter().enumerate() {
            match kind {
                TrailKind::Slide => self.slide(&mut lines, trail),
                TrailKind::Lame => self.steps(&mut lines, trail, 0.0),
                TrailKind::Route => self.steps(&mut lines, trail, lane(trails, index)),
                TrailKind::Hop => self.arch(&mut lines, trail),
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
        let rim = Node::path(Tag::default().stroke(Ink::Paper, width + 4.0), &lines);
        let line = match kind {
            TrailKind::Lame => Tag::default().dashed(10.0, 8.0),
            _ => Tag::default(),
        };
        let block = match kind {
            TrailKind::Hop => Tag::default().stroke(ink, 3.0),
            _ => Tag::default().fill(ink).stroke(Ink::Paper, 4.0),
        };
        let nodes = [rim, Node::path(line, &lines), Node::path(block, &blocks)];
        let tag = Tag::class(format!("trail {}", kind.word())).unfilled();
        Node::group(tag.stroke(ink, width), nodes.into_iter().flatten().collect())
    }

    /// Straight lines as far as the cells go on one plate.
    fn slide(&self, pen: &mut Pen, trail: &Trail) {
        let runs = self.runs(trail);
        let count = runs.len();
        for (index, run) in runs.iter().enumerate() {
            let [first, .., last] = run[..] else { continue };
            let ahead = first.direction(run[1]);
            let start = if index == 0 { CLEAR } else { -TIP };
            pen.move_to(first.plus(ahead.x * start, ahead.y * start));
            let is_last = index + 1 == count;
            if is_last && trail.open {
                arrow(pen, ahead, last);
            } else {
                let end = if is_last { 0.0 } else { TIP };
                pen.line_to(last.plus(ahead.x * end, ahead.y * end));
            }
        }
    }

    /// From cell to cell.
    fn steps(&self, pen: &mut Pen, trail: &Trail, lane: f64) {
        let spots = self.spots(trail);
        let (Some(&first), Some(&last)) = (spots.first(), spots.last()) else { return };
        let along = first.direction(last);
        for mut run in self.runs(trail) {
            for spot in &mut run {
                *spot = spot.plus(-along.y * lane * LANE, along.x * lane * LANE);
            }
            if run.len() > 1 {
                pen.polyline(&run);
            }
        }
    }

    fn arch(&self, pen: &mut Pen, trail: &Trail) {
        let runs = self.runs(trail);
        let [first, .., last] = runs[0][..] else { return };
        let along = first.direction(last);
        let side = if along.x < 0.0 { -1.0 } else { 1.0 };
        let height = first.distance(last) * 0.35 * side;
        let top = first.towards(last, 0.5).plus(along.y * height, -along.x * height);
        pen.move_to(first.towards(top, CLEAR / first.distance(top))).quad_to(top, last);
    }

    fn shot(&self, pen: &mut Pen, trail: &Trail) {
        let runs = self.runs(trail);
        let [first, .., last] = runs[0][..] else { return };
        let along = first.direction(last);
        pen.polyline(&[first, last.plus(-along.x * 27.0, -along.y * 27.0)]);
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
    pen.line_to(tip);
    pen.polyline(&[wing(1.0), tip, wing(-1.0)]);
}

/// Which lane a route has among those with the same ends: nought in the middle.
fn lane(trails: &[&Trail], index: usize) -> f64 {
    let ends = |trail: &Trail| (trail.cells.first().copied(), trail.cells.last().copied());
    let same = |trail: &&&Trail| ends(trail) == ends(trails[index]);
    let before = trails[..index].iter().filter(same).count();
    let all = trails.iter().filter(same).count();
    before as f64 - (all as f64 - 1.0) / 2.0
}
