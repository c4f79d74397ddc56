//! Draws the lines of slides, steps, routes, hops and shots.

use std::sync::Arc;

use crate::diagram::plan::{CELL, LineGeometry};
use crate::diagram::scene::{NodeStyle, SceneNode, Symbol};
use crate::diagram::{ColourRole, MarkKind, MoveLine, MoveLineKind, PathWriter, Point};
use crate::geometry::Cell;

use super::Canvas;

/// The distance at which a line begins from the centre of its first cell, so that it clears the
/// piece.
pub(in crate::diagram) const START_GAP: f64 = 44.0;
/// Where the tip of an arrow head is, seen from the middle of the last cell.
pub(in crate::diagram) const TIP: f64 = 46.0;
/// From the middle of a hurdle to a side of its frame.
const FRAME: f64 = 47.0;
/// How far from the middle of a ring on an empty cell a line stays.
const RING_GAP: f64 = 29.0;
/// How far beside a hop over the same cells a shot is drawn.
const BESIDE: f64 = 12.0;
/// How far apart routes to the same cell run.
const LANE: f64 = 7.0;

/// The ends of a line that was drawn.
type Segment = ((i64, i64), (i64, i64));

impl Canvas<'_> {
    /// Draws all lines, kind by kind, on a rim in the paper colour.
    pub(super) fn move_lines(&mut self) {
        for &kind in MoveLineKind::ALL {
            let figure = self.figure;
            let move_lines: Vec<&MoveLine> =
                figure.move_lines.iter().filter(|t| t.kind == kind).collect();
            let group = self.move_lines_of(kind, &move_lines);
            self.add(group);
        }
    }

    /// Draws the lines of one kind as one path.
    pub(super) fn move_lines_of(
        &self,
        kind: MoveLineKind,
        move_lines: &[&MoveLine],
    ) -> Option<SceneNode> {
        let (mut lines, mut blocks) = (PathWriter::new(), PathWriter::new());
        let (mut hurdles, mut drawn): (Vec<Cell>, Vec<Segment>) = (Vec::new(), Vec::new());
        for (index, move_line) in move_lines.iter().enumerate() {
            match kind {
                MoveLineKind::Slide => self.slide(&mut lines, move_line),
                MoveLineKind::Lame => self.steps(&mut lines, move_line, 0.0, &mut drawn),
                MoveLineKind::Route => {
                    self.steps(&mut lines, move_line, lane(move_lines, index), &mut Vec::new());
                    for &cell in
                        move_line.cells.iter().filter(|&&cell| self.is_elsewhere(move_line, cell))
                    {
                        if !hurdles.contains(&cell) {
                            hurdles.push(cell);
                            self.obstacle(&mut blocks, kind, cell);
                        }
                    }
                }
                MoveLineKind::Hop => self.hop(&mut lines, move_line),
                MoveLineKind::Shot => self.shot(&mut lines, move_line),
            }
            for &cell in &move_line.obstacles {
                if !hurdles.contains(&cell) {
                    hurdles.push(cell);
                    self.obstacle(&mut blocks, kind, cell);
                }
            }
        }
        let (ink, width) = match kind {
            MoveLineKind::Slide => (ColourRole::Move, 4.5),
            MoveLineKind::Lame => (ColourRole::Path, 4.0),
            MoveLineKind::Route => (ColourRole::Path, 3.5),
            MoveLineKind::Hop => (ColourRole::Hop, 4.5),
            MoveLineKind::Shot => (ColourRole::Capture, 4.0),
        };
        let line = match kind {
            MoveLineKind::Lame => NodeStyle::default().dashed(10.0, 8.0),
            MoveLineKind::Shot => NodeStyle::default().dashed(1.0, 7.0),
            MoveLineKind::Slide | MoveLineKind::Route | MoveLineKind::Hop => NodeStyle::default(),
        };
        let block = match kind {
            MoveLineKind::Hop => NodeStyle::default().stroke(ink, 3.0),
            _ => NodeStyle::default().fill(ink).stroke(ColourRole::Paper, 4.0),
        };
        // The lines and their rim of paper are drawn from one path, which may be long.
        let twice = |lines: SceneNode| {
            let (name, mark_words) = (kind.word().to_owned(), String::new());
            let symbol = Arc::new(Symbol { name, mark_words, nodes: vec![lines] });
            let rim = NodeStyle::default().stroke(ColourRole::Paper, width + 4.0);
            [(rim, Arc::clone(&symbol)), (line, symbol)]
                .map(|(style, symbol)| SceneNode::Symbol(style, symbol, Point::default()))
        };
        let lines = SceneNode::path(NodeStyle::default(), &lines).map(twice);
        let blocks = SceneNode::path(block, &blocks);
        let nodes: Vec<SceneNode> = lines.into_iter().flatten().chain(blocks).collect();
        let style = NodeStyle::class(format!("trail {}", kind.word())).unfilled();
        SceneNode::group(style.stroke(ink, width), nodes)
    }

    /// Draws a slide, interrupted where it changes to another panel.
    fn slide(&self, path: &mut PathWriter, move_line: &MoveLine) {
        if let lines @ LineGeometry::Around(_) = self.lines(move_line) {
            return self.slide_around(path, move_line, lines);
        }
        let runs = self.runs(move_line);
        let count = runs.len();
        let mut ahead = Point::default();
        for (index, run) in runs.iter().enumerate() {
            let (Some(&first), Some(&last)) = (run.first(), run.last()) else { continue };
            if let [_, next, ..] = run[..] {
                ahead = first.direction(next);
            }
            let start = if index == 0 { START_GAP } else { -TIP };
            path.move_to(first.plus(ahead.x * start, ahead.y * start).whole());
            for bend in run.windows(3).filter(|three| !is_straight(three)) {
                path.line_to(bend[1].whole());
            }
            if let [.., before, _] = run[..] {
                ahead = before.direction(last);
            }
            let is_last = index + 1 == count;
            if is_last && self.figure.ends_at_capture_ring(move_line) {
                path.line_to(last.plus(-ahead.x * START_GAP, -ahead.y * START_GAP).whole());
            } else if is_last && move_line.open {
                arrow(path, ahead, last);
            } else {
                let end = match is_last {
                    false => TIP,
                    true => self.frame_beyond(move_line, ahead).unwrap_or(0.0),
                };
                path.line_to(last.plus(ahead.x * end, ahead.y * end).whole());
            }
        }
    }

    /// Whether a cell is on a panel on which the line neither begins nor ends.
    fn is_elsewhere(&self, move_line: &MoveLine, cell: Cell) -> bool {
        let panel = |cell: Cell| {
            let point = self.layout().point(cell);
            (point.board, point.at.z)
        };
        let mut ends = move_line.cells.first().into_iter().chain(move_line.cells.last());
        ends.all(|&end| panel(end) != panel(cell))
    }

    /// How far beyond the end of a slide the frame is around what stops it, if that is hopped over.
    fn frame_beyond(&self, slide: &MoveLine, ahead: Point) -> Option<f64> {
        let mut hops =
            self.figure.move_lines.iter().filter(|move_line| move_line.kind == MoveLineKind::Hop);
        hops.find_map(|hop| self.joint(slide, hop)).map(|apart| apart - to_frame(ahead))
    }

    /// How far apart the end of a slide and the first hurdle of a hop are, if one goes on where the
    /// other ends.
    fn joint(&self, slide: &MoveLine, hop: &MoveLine) -> Option<f64> {
        let (&from, &end, &hurdle) =
            (slide.cells.first()?, slide.cells.last()?, hop.obstacles.first()?);
        if slide.open || hop.cells.first() != Some(&from) {
            return None;
        }
        let [from, end, hurdle] = [from, end, hurdle].map(|cell| self.plan.centre(cell));
        let apart = end.distance(hurdle);
        (lies_between(from, end, hurdle) && apart < 1.5 * CELL).then_some(apart)
    }

    /// From cell to cell, but not again where another one has been.
    fn steps(
        &self,
        path: &mut PathWriter,
        move_line: &MoveLine,
        lane: f64,
        drawn: &mut Vec<Segment>,
    ) {
        let points = self.points(move_line);
        let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return };
        let (lines, along) = (self.lines(move_line), first.direction(last));
        let runs = self.runs(move_line);
        let count = runs.len();
        for (index, mut run) in runs.into_iter().enumerate() {
            // On a panel without an end of the line, an offset from the cells has no meaning.
            let lane = if index == 0 || index + 1 == count { lane } else { 0.0 };
            if let (0, &[from, to, ..]) = (index, &run[..]) {
                run[0] = lines.moved(from, to, START_GAP);
            }
            for point in &mut run {
                *point = point.plus(-along.y * lane * LANE, along.x * lane * LANE).whole();
            }
            let mut at = None;
            for side in run.windows(2) {
                let key = (side[0].key(), side[1].key());
                if drawn.contains(&key) {
                    continue;
                }
                drawn.push(key);
                if at != Some(side[0]) {
                    path.move_to(side[0]);
                }
                lines.trace(path, side);
                at = Some(side[1]);
            }
        }
    }

    /// Straight on, but for the frames around hurdles and the rings on empty cells. Where it slides
    /// up to the first hurdle, there is a line already.
    fn hop(&self, path: &mut PathWriter, move_line: &MoveLine) {
        if let lines @ LineGeometry::Around(_) = self.lines(move_line) {
            return self.hop_around(path, move_line, lines);
        }
        let slides =
            self.figure.move_lines.iter().filter(|move_line| move_line.kind == MoveLineKind::Slide);
        let is_slid = slides.into_iter().any(|slide| self.joint(slide, move_line).is_some());
        let hurdles: Vec<Point> =
            move_line.obstacles.iter().map(|&cell| self.plan.centre(cell)).collect();
        for (index, run) in self.runs(move_line).iter().enumerate() {
            for (place, side) in run.windows(2).enumerate() {
                let &[from, to] = side else { continue };
                let is_first = index == 0 && place == 0;
                if is_first && is_slid {
                    continue;
                }
                let ahead = from.direction(to);
                let start = match hurdles.contains(&from) {
                    true => to_frame(ahead),
                    false if is_first => START_GAP,
                    false => 0.0,
                };
                let end = match hurdles.contains(&to) {
                    true => to_frame(ahead),
                    false if self.figure.ends_at_capture_ring(move_line) => START_GAP,
                    false => 0.0,
                };
                self.around_rings(path, from, to, (start, from.distance(to) - end));
            }
        }
    }

    /// A line between two places, from one distance to another, that enters no ring on an empty
    /// cell.
    fn around_rings(
        &self,
        path: &mut PathWriter,
        from: Point,
        to: Point,
        (start, end): (f64, f64),
    ) {
        let rings = self.figure.marks.iter().filter(|mark| mark.kind == MarkKind::Attack);
        let middles = rings.map(|mark| self.plan.centre(mark.cell));
        let on_line = middles.filter(|&middle| lies_between(from, middle, to));
        let mut rings: Vec<f64> = on_line.map(|middle| from.distance(middle)).collect();
        rings.sort_by(f64::total_cmp);
        let ahead = from.direction(to);
        let along = |length: f64| from.plus(ahead.x * length, ahead.y * length).whole();
        let mut begun = start;
        for ring in rings {
            if ring - RING_GAP > begun {
                path.polyline(&[along(begun), along((ring - RING_GAP).min(end))]);
            }
            begun = begun.max(ring + RING_GAP);
        }
        if end > begun {
            path.polyline(&[along(begun), along(end)]);
        }
    }

    fn shot(&self, path: &mut PathWriter, move_line: &MoveLine) {
        let runs = self.runs(move_line);
        let [first, .., last] = runs[0][..] else { return };
        let along = first.direction(last);
        let mut hops =
            self.figure.move_lines.iter().filter(|move_line| move_line.kind == MoveLineKind::Hop);
        let is_hopped = hops.any(|hop| {
            let points = self.points(hop);
            let mut sides = points.windows(2);
            sides.any(|side| [first, last].iter().all(|&at| lies_between(side[0], at, side[1])))
        });
        let aside = if is_hopped { BESIDE } else { 0.0 };
        let ends = [first, last.plus(-along.x * START_GAP, -along.y * START_GAP)];
        path.polyline(&ends.map(|end| end.plus(-along.y * aside, along.x * aside).whole()));
    }

    /// What blocks a step, or is hopped over.
    fn obstacle(&self, path: &mut PathWriter, kind: MoveLineKind, cell: Cell) {
        let centre = self.plan.centre(cell);
        let half = if kind == MoveLineKind::Hop { FRAME } else { 11.0 };
        let corner = |x: f64, y: f64| centre.plus(x * half, y * half);
        path.polygon(&[corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]);
    }

    /// The geometry of the board that has all cells of a line; straight if there are several
    /// boards.
    fn lines(&self, move_line: &MoveLine) -> LineGeometry {
        let mut boards = move_line.cells.iter().map(|&cell| self.layout().point(cell).board);
        match boards.next() {
            Some(first) if boards.all(|board| board == first) => self.plan.lines(first),
            _ => LineGeometry::Straight,
        }
    }

    pub(in crate::diagram) fn points(&self, move_line: &MoveLine) -> Vec<Point> {
        move_line.cells.iter().map(|&cell| self.plan.centre(cell)).collect()
    }

    /// The points of a line, split where it changes to another panel or crosses joined edges.
    fn runs(&self, move_line: &MoveLine) -> Vec<Vec<Point>> {
        let mut runs: Vec<Vec<Point>> = vec![Vec::new()];
        for (index, &cell) in move_line.cells.iter().enumerate() {
            if index > 0 && !self.plan.is_near(self.figure.view(), move_line.cells[index - 1], cell)
            {
                runs.push(Vec::new());
            }
            runs.last_mut().expect("there is a run").push(self.plan.centre(cell));
        }
        runs
    }
}

/// A line to an arrow head beyond the middle of the last cell.
fn arrow(path: &mut PathWriter, ahead: Point, last: Point) {
    let tip = last.plus(ahead.x * TIP, ahead.y * TIP);
    path.line_to(tip.whole());
    arrow_head(path, ahead, tip);
}

/// An arrow head.
pub(in crate::diagram) fn arrow_head(path: &mut PathWriter, ahead: Point, tip: Point) {
    let wing = |side: f64| {
        let (back, aside) = (13.0, 10.0 * side);
        tip.plus(-ahead.x * back - ahead.y * aside, -ahead.y * back + ahead.x * aside)
    };
    path.polyline(&[wing(1.0), tip, wing(-1.0)].map(Point::whole));
}

/// From the middle of a hurdle to its frame, that way.
pub(in crate::diagram) fn to_frame(ahead: Point) -> f64 {
    FRAME / ahead.x.abs().max(ahead.y.abs())
}

/// Whether a place lies on the line from one to another, the ends included.
fn lies_between(from: Point, place: Point, to: Point) -> bool {
    from.distance(place) + place.distance(to) - from.distance(to) < 0.01
}

/// Whether three places lie on one line.
fn is_straight(three: &[Point]) -> bool {
    let (one, other) = (three[0].direction(three[1]), three[1].direction(three[2]));
    one.distance(other) < 0.01
}

/// Which lane a route has among those with the same ends: nought in the middle.
fn lane(move_lines: &[&MoveLine], index: usize) -> f64 {
    let ends =
        |move_line: &MoveLine| (move_line.cells.first().copied(), move_line.cells.last().copied());
    let same = |move_line: &&&MoveLine| ends(move_line) == ends(move_lines[index]);
    let before = move_lines[..index].iter().filter(same).count();
    let all = move_lines.iter().filter(same).count();
    before as f64 - (all as f64 - 1.0) / 2.0
}
