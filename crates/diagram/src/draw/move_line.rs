//! Draws the lines of slides, steps, routes, hops and shots.

use std::sync::Arc;

use crate::plan::{CELL, LineGeometry, Rect};
use crate::scene::{NodeStyle, SceneNode, Symbol};
use crate::{ColourRole, MarkKind, MoveLine, MoveLineKind, PathWriter, Point};
use fairybook_core::geometry::Cell;
use fairybook_core::source::sort_by;

use super::Canvas;

/// The distance at which a line begins from the centre of its first cell, so that it clears the
/// piece.
pub(crate) const START_GAP: f64 = 44.0;
/// Where the tip of an arrow head is, seen from the middle of the last cell.
pub(crate) const TIP: f64 = 46.0;
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
    /// Draws all lines, kind by kind, on a rim.
    pub(super) fn move_lines(&mut self) {
        for &kind in MoveLineKind::ALL {
            let group = self.move_lines_of(kind, &self.of_kind(kind).collect::<Vec<_>>());
            self.nodes.extend(group);
        }
    }

    /// Draws the lines of one kind as one path.
    pub(super) fn move_lines_of(
        &self,
        kind: MoveLineKind,
        move_lines: &[&MoveLine],
    ) -> Option<SceneNode> {
        let (mut lines, mut blocks) = (PathWriter::default(), PathWriter::default());
        let (mut hurdles, mut drawn): (Vec<Cell>, Vec<Segment>) = (Vec::new(), Vec::new());
        for (index, move_line) in move_lines.iter().enumerate() {
            match kind {
                MoveLineKind::Slide => self.slide(&mut lines, move_line),
                MoveLineKind::Lame => self.steps(&mut lines, move_line, 0.0, &mut drawn),
                MoveLineKind::Route => {
                    self.steps(&mut lines, move_line, lane(move_lines, index), &mut Vec::new());
                }
                MoveLineKind::Hop => self.hop(&mut lines, move_line),
                MoveLineKind::Shot => self.shot(&mut lines, move_line),
            }
            let is_shown =
                |cell: &&Cell| kind == MoveLineKind::Route && self.is_elsewhere(move_line, **cell);
            for &cell in move_line.cells.iter().filter(is_shown).chain(&move_line.obstacles) {
                if !hurdles.contains(&cell) {
                    hurdles.push(cell);
                    self.obstacle(&mut blocks, kind, cell);
                }
            }
        }
        let usual = NodeStyle::default;
        let (role, width, line) = match kind {
            MoveLineKind::Slide => (ColourRole::Move, 4.5, usual()),
            MoveLineKind::Lame => (ColourRole::Path, 4.0, usual().dashed(10.0, 8.0)),
            MoveLineKind::Route => (ColourRole::Path, 3.5, usual()),
            MoveLineKind::Hop => (ColourRole::Hop, 4.5, usual()),
            MoveLineKind::Shot => (ColourRole::Capture, 4.0, usual().dashed(1.0, 7.0)),
        };
        let block = match kind {
            MoveLineKind::Hop => usual().stroke(role, 3.0),
            _ => NodeStyle::filled(role).stroke(ColourRole::Rim, 4.0),
        };
        // The lines and their rim are drawn from one path, which may be long.
        let twice = |lines: SceneNode| {
            let (name, nodes) = (kind.word().to_owned(), vec![lines]);
            let symbol = Arc::new(Symbol { name, nodes, ..Symbol::default() });
            let styles = [usual().stroke(ColourRole::Rim, width + 4.0), line];
            styles.map(|style| SceneNode::Symbol(style, Arc::clone(&symbol), Point::default()))
        };
        let lines = SceneNode::path(usual(), &lines).map(twice);
        let nodes = lines.into_iter().flatten().chain(SceneNode::path(block, &blocks)).collect();
        let style = NodeStyle::class(format!("trail {}", kind.word())).unfilled();
        SceneNode::group(style.stroke(role, width), nodes)
    }

    /// Draws a slide, interrupted where it changes to another panel.
    fn slide(&self, path: &mut PathWriter, move_line: &MoveLine) {
        if let lines @ LineGeometry::Around(_) = self.lines(move_line) {
            return self.slide_around(path, move_line, lines);
        }
        let runs = self.runs(move_line);
        let count = runs.len();
        let mut ahead = Point::default();
        let view = self.figure.view();
        let steps =
            move_line.cells.windows(2).filter(|side| !self.plan.is_near(view, side[0], side[1]));
        let mut ways_back = steps.map(|side| self.plan.across(view, side[1], side[0]));
        for (index, run) in runs.iter().enumerate() {
            let (Some(&first), Some(&last)) = (run.first(), run.last()) else { continue };
            if let Some(Some(back)) = (index > 0).then(|| ways_back.next()).flatten() {
                ahead = back.direction(Point::default());
            }
            if let [_, next, ..] = run[..] {
                ahead = first.direction(next);
            }
            let start = if index == 0 { START_GAP } else { -TIP };
            path.move_to(first.along(ahead, start).whole());
            for three in run.windows(3) {
                if !LineGeometry::Straight.is_smooth_at(three[0], three[1], three[2]) {
                    path.line_to(three[1].whole());
                }
            }
            if let [.., before, _] = run[..] {
                ahead = before.direction(last);
            }
            let is_last = index + 1 == count;
            if is_last && self.figure.ends_at_capture_ring(move_line) {
                path.line_to(last.along(ahead, -START_GAP).whole());
            } else if is_last && move_line.open {
                let tip = last.along(ahead, TIP);
                path.line_to(tip.whole());
                arrow_head(path, ahead, tip);
            } else {
                let end = match is_last {
                    false => TIP,
                    true => self.frame_beyond(move_line, ahead).unwrap_or(0.0),
                };
                path.line_to(last.along(ahead, end).whole());
            }
        }
    }

    /// Whether a cell is on a panel on which the line neither begins nor ends.
    fn is_elsewhere(&self, move_line: &MoveLine, cell: Cell) -> bool {
        let panel = |cell| {
            let point = self.layout().point(cell);
            (point.board, point.at.z)
        };
        let mut ends = move_line.cells.first().into_iter().chain(move_line.cells.last());
        ends.all(|&end| panel(end) != panel(cell))
    }

    /// How far beyond the end of a slide the frame is around what stops it, if that is hopped over.
    fn frame_beyond(&self, slide: &MoveLine, ahead: Point) -> Option<f64> {
        self.of_kind(MoveLineKind::Hop)
            .find_map(|hop| self.joint(slide, hop))
            .map(|apart| apart - to_frame(ahead))
    }

    fn of_kind(&self, kind: MoveLineKind) -> impl Iterator<Item = &MoveLine> {
        self.figure.move_lines.iter().filter(move |move_line| move_line.kind == kind)
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
                *point = point.beside(along, lane * LANE).whole();
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
        let mut slides = self.of_kind(MoveLineKind::Slide);
        let is_slid = slides.any(|slide| self.joint(slide, move_line).is_some());
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
                let gap = |end: Point, has_piece: bool| match hurdles.contains(&end) {
                    true => to_frame(ahead),
                    false if has_piece => START_GAP,
                    false => 0.0,
                };
                let end = gap(to, self.figure.ends_at_capture_ring(move_line));
                self.around_rings(path, from, to, (gap(from, is_first), from.distance(to) - end));
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
        sort_by(&mut rings, f64::total_cmp);
        let ahead = from.direction(to);
        let along = |length: f64| from.along(ahead, length).whole();
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
        let is_hopped = self.of_kind(MoveLineKind::Hop).any(|hop| {
            let is_on = |side: &[Point], at: &Point| lies_between(side[0], *at, side[1]);
            self.points(hop).windows(2).any(|side| [first, last].iter().all(|at| is_on(side, at)))
        });
        let aside = if is_hopped { BESIDE } else { 0.0 };
        let ends = [first, last.along(along, -START_GAP)];
        path.polyline(&ends.map(|end| end.beside(along, aside).whole()));
    }

    /// What blocks a step, or is hopped over.
    fn obstacle(&self, path: &mut PathWriter, kind: MoveLineKind, cell: Cell) {
        let centre = self.plan.centre(cell);
        let half = if kind == MoveLineKind::Hop { FRAME } else { 11.0 };
        path.polygon(&Rect::around([centre]).expanded(half).corners());
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

    pub(crate) fn points(&self, move_line: &MoveLine) -> Vec<Point> {
        move_line.cells.iter().map(|&cell| self.plan.centre(cell)).collect()
    }

    /// The points of a line, split where it changes to another panel or crosses joined edges.
    fn runs(&self, move_line: &MoveLine) -> Vec<Vec<Point>> {
        let mut runs: Vec<Vec<Point>> = vec![Vec::new()];
        for (index, &cell) in move_line.cells.iter().enumerate() {
            let is_near = |before| self.plan.is_near(self.figure.view(), before, cell);
            if index > 0 && !is_near(move_line.cells[index - 1]) {
                runs.push(Vec::new());
            }
            runs.last_mut().expect("there is a run").push(self.plan.centre(cell));
        }
        runs
    }
}

/// An arrow head.
pub(crate) fn arrow_head(path: &mut PathWriter, ahead: Point, tip: Point) {
    let back = tip.along(ahead, -13.0);
    path.polyline(&[back.beside(ahead, 10.0), tip, back.beside(ahead, -10.0)].map(Point::whole));
}

/// From the middle of a hurdle to its frame, that way.
pub(crate) fn to_frame(ahead: Point) -> f64 {
    FRAME / ahead.x.abs().max(ahead.y.abs())
}

/// Whether a place lies on the line from one to another, the ends included.
fn lies_between(from: Point, place: Point, to: Point) -> bool {
    from.distance(place) + place.distance(to) - from.distance(to) < 0.01
}

/// Which lane a route has among those with the same ends: nought in the middle.
fn lane(move_lines: &[&MoveLine], index: usize) -> f64 {
    let ends = |cells: &[Cell]| (cells.first().copied(), cells.last().copied());
    let same = |line: &&&MoveLine| ends(&line.cells) == ends(&move_lines[index].cells);
    let before = move_lines[..index].iter().filter(same).count();
    let all = move_lines.iter().filter(same).count();
    before as f64 - (all as f64 - 1.0) / 2.0
}
