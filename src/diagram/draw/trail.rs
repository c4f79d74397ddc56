use std::sync::Arc;

use crate::diagram::plan::{CELL, Lines};
use crate::diagram::scene::{Node, Stamp, Tag};
use crate::diagram::{Ink, MarkKind, Pen, Spot, Trail, TrailKind};
use crate::geometry::Cell;

use super::Canvas;

/// How far from the middle of its first cell a trail begins: the piece stands there.
const CLEAR: f64 = 44.0;
/// Where the tip of an arrow head is, seen from the middle of the last cell.
const TIP: f64 = 46.0;
/// From the middle of a hurdle to a side of its frame.
const FRAME: f64 = 47.0;
/// How far from the middle of a ring on an empty cell a line stays.
const HOLLOW: f64 = 29.0;
/// How far beside a hop over the same cells a shot is drawn.
const BESIDE: f64 = 12.0;
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
                    for &cell in trail.cells.iter().filter(|&&cell| self.is_elsewhere(trail, cell))
                    {
                        if !hurdles.contains(&cell) {
                            hurdles.push(cell);
                            self.obstacle(&mut blocks, kind, cell);
                        }
                    }
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
            TrailKind::Shot => (Ink::Capture, 4.0),
        };
        let line = match kind {
            TrailKind::Lame => Tag::default().dashed(10.0, 8.0),
            TrailKind::Shot => Tag::default().dashed(1.0, 7.0),
            TrailKind::Slide | TrailKind::Route | TrailKind::Hop => Tag::default(),
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
        if let lines @ Lines::Around(_) = self.lines(trail) {
            return self.slide_around(pen, trail, lines);
        }
        let runs = self.runs(trail);
        let count = runs.len();
        let mut ahead = Spot::default();
        for (index, run) in runs.iter().enumerate() {
            let (Some(&first), Some(&last)) = (run.first(), run.last()) else { continue };
            if let [_, next, ..] = run[..] {
                ahead = first.direction(next);
            }
            let start = if index == 0 { CLEAR } else { -TIP };
            pen.move_to(first.plus(ahead.x * start, ahead.y * start).whole());
            for bend in run.windows(3).filter(|three| !is_straight(three)) {
                pen.line_to(bend[1].whole());
            }
            if let [.., before, _] = run[..] {
                ahead = before.direction(last);
            }
            let is_last = index + 1 == count;
            if is_last && self.figure.ends_in_ring(trail) {
                pen.line_to(last.plus(-ahead.x * CLEAR, -ahead.y * CLEAR).whole());
            } else if is_last && trail.open {
                arrow(pen, ahead, last);
            } else {
                let end = match is_last {
                    false => TIP,
                    true => self.frame_beyond(trail, ahead).unwrap_or(0.0),
                };
                pen.line_to(last.plus(ahead.x * end, ahead.y * end).whole());
            }
        }
    }

    /// The same on a ring, which no line leaves over joined edges. One that comes back to its piece
    /// ends as far from it as it begins.
    fn slide_around(&self, pen: &mut Pen, trail: &Trail, lines: Lines) {
        let mut places = self.spots(trail);
        let &[first, second, ..] = &places[..] else { return };
        let &[.., before, last] = &places[..] else { return };
        let count = places.len();
        let is_round = trail.cells.first() == trail.cells.last();
        let is_open = trail.open && !is_round && !self.figure.ends_in_ring(trail);
        let beyond = match is_open {
            true => TIP,
            false if is_round || self.figure.ends_in_ring(trail) => -CLEAR,
            false => 0.0,
        };
        let end = lines.moved(last, before, -beyond);
        places[0] = lines.moved(first, second, CLEAR).whole();
        places[count - 1] = end.whole();
        pen.move_to(places[0]);
        lines.trace(pen, &places);
        if is_open {
            let back = lines.direction(end, before);
            head(pen, Spot::new(-back.x, -back.y), end);
        }
    }

    /// Whether a trail passes a cell on a plate on which it neither begins nor ends.
    fn is_elsewhere(&self, trail: &Trail, cell: Cell) -> bool {
        let plate = |cell: Cell| {
            let point = self.layout().point(cell);
            (point.board, point.at.z)
        };
        let mut ends = trail.cells.first().into_iter().chain(trail.cells.last());
        ends.all(|&end| plate(end) != plate(cell))
    }

    /// How far beyond the end of a slide the frame is around what stops it, if that is hopped over.
    fn frame_beyond(&self, slide: &Trail, ahead: Spot) -> Option<f64> {
        let mut hops = self.figure.trails.iter().filter(|trail| trail.kind == TrailKind::Hop);
        hops.find_map(|hop| self.joint(slide, hop)).map(|apart| apart - to_frame(ahead))
    }

    /// How far apart the end of a slide and the first hurdle of a hop are, if one goes on where the
    /// other ends.
    fn joint(&self, slide: &Trail, hop: &Trail) -> Option<f64> {
        let (&from, &end, &hurdle) = (slide.cells.first()?, slide.cells.last()?, hop.over.first()?);
        if slide.open || hop.cells.first() != Some(&from) {
            return None;
        }
        let [from, end, hurdle] = [from, end, hurdle].map(|cell| self.plan.centre(cell));
        let apart = end.distance(hurdle);
        (lies_between(from, end, hurdle) && apart < 1.5 * CELL).then_some(apart)
    }

    /// From cell to cell, but not again where another one has been.
    fn steps(&self, pen: &mut Pen, trail: &Trail, lane: f64, drawn: &mut Vec<Side>) {
        let spots = self.spots(trail);
        let (Some(&first), Some(&last)) = (spots.first(), spots.last()) else { return };
        let (lines, along) = (self.lines(trail), first.direction(last));
        let runs = self.runs(trail);
        let count = runs.len();
        for (index, mut run) in runs.into_iter().enumerate() {
            // Between the ends, on another plate, nothing shows what a line beside the cells is
            // beside of.
            let lane = if index == 0 || index + 1 == count { lane } else { 0.0 };
            if let (0, &[from, to, ..]) = (index, &run[..]) {
                run[0] = lines.moved(from, to, CLEAR);
            }
            for spot in &mut run {
                *spot = spot.plus(-along.y * lane * LANE, along.x * lane * LANE).whole();
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
                lines.trace(pen, side);
                at = Some(side[1]);
            }
        }
    }

    /// Straight on, but for the frames around hurdles and the rings on empty cells. Where it slides
    /// up to the first hurdle, there is a line already.
    fn hop(&self, pen: &mut Pen, trail: &Trail) {
        if let lines @ Lines::Around(_) = self.lines(trail) {
            return self.hop_around(pen, trail, lines);
        }
        let slides = self.figure.trails.iter().filter(|trail| trail.kind == TrailKind::Slide);
        let is_slid = slides.into_iter().any(|slide| self.joint(slide, trail).is_some());
        let hurdles: Vec<Spot> = trail.over.iter().map(|&cell| self.plan.centre(cell)).collect();
        for (index, run) in self.runs(trail).iter().enumerate() {
            for (place, side) in run.windows(2).enumerate() {
                let &[from, to] = side else { continue };
                let is_first = index == 0 && place == 0;
                if is_first && is_slid {
                    continue;
                }
                let ahead = from.direction(to);
                let start = match hurdles.contains(&from) {
                    true => to_frame(ahead),
                    false if is_first => CLEAR,
                    false => 0.0,
                };
                let end = match hurdles.contains(&to) {
                    true => to_frame(ahead),
                    false if self.figure.ends_in_ring(trail) => CLEAR,
                    false => 0.0,
                };
                self.around_rings(pen, from, to, (start, from.distance(to) - end));
            }
        }
    }

    /// A line between two places, from one distance to another, that enters no ring on an empty cell.
    fn around_rings(&self, pen: &mut Pen, from: Spot, to: Spot, (start, end): (f64, f64)) {
        let rings = self.figure.marks.iter().filter(|mark| mark.kind == MarkKind::Threat);
        let middles = rings.map(|mark| self.plan.centre(mark.cell));
        let on_line = middles.filter(|&middle| lies_between(from, middle, to));
        let mut rings: Vec<f64> = on_line.map(|middle| from.distance(middle)).collect();
        rings.sort_by(f64::total_cmp);
        let ahead = from.direction(to);
        let along = |length: f64| from.plus(ahead.x * length, ahead.y * length).whole();
        let mut begun = start;
        for ring in rings {
            if ring - HOLLOW > begun {
                pen.polyline(&[along(begun), along((ring - HOLLOW).min(end))]);
            }
            begun = begun.max(ring + HOLLOW);
        }
        if end > begun {
            pen.polyline(&[along(begun), along(end)]);
        }
    }

    /// The same on a ring, from cell to cell.
    fn hop_around(&self, pen: &mut Pen, trail: &Trail, lines: Lines) {
        let spots = self.spots(trail);
        let (Some(&first), Some(&last)) = (spots.first(), spots.last()) else { return };
        let mut places: Vec<Spot> = Vec::new();
        if let Some(&second) = spots.get(1) {
            places.push(lines.moved(first, second, CLEAR).whole());
            pen.move_to(places[0]);
        }
        for (three, cell) in spots.windows(3).zip(&trail.cells[1..]) {
            let [before, here, after] = *three else { continue };
            if !trail.over.contains(cell) {
                places.push(here);
                continue;
            }
            let ends = [before, after].map(|other| {
                let ahead = lines.direction(here, other);
                lines.moved(here, other, to_frame(ahead)).whole()
            });
            places.push(ends[0]);
            lines.trace(pen, &places);
            pen.move_to(ends[1]);
            places = vec![ends[1]];
        }
        if let [.., before, _] = spots[..] {
            let short = if self.figure.ends_in_ring(trail) { CLEAR } else { 0.0 };
            places.push(lines.moved(last, before, short).whole());
            lines.trace(pen, &places);
        }
    }

    fn shot(&self, pen: &mut Pen, trail: &Trail) {
        let runs = self.runs(trail);
        let [first, .., last] = runs[0][..] else { return };
        let along = first.direction(last);
        let mut hops = self.figure.trails.iter().filter(|trail| trail.kind == TrailKind::Hop);
        let is_hopped = hops.any(|hop| {
            let spots = self.spots(hop);
            let mut sides = spots.windows(2);
            sides.any(|side| [first, last].iter().all(|&at| lies_between(side[0], at, side[1])))
        });
        let aside = if is_hopped { BESIDE } else { 0.0 };
        let ends = [first, last.plus(-along.x * CLEAR, -along.y * CLEAR)];
        pen.polyline(&ends.map(|end| end.plus(-along.y * aside, along.x * aside).whole()));
    }

    /// What blocks a step, or is hopped over.
    fn obstacle(&self, pen: &mut Pen, kind: TrailKind, cell: Cell) {
        let centre = self.plan.centre(cell);
        let half = if kind == TrailKind::Hop { FRAME } else { 11.0 };
        let corner = |x: f64, y: f64| centre.plus(x * half, y * half);
        pen.polygon(&[corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]);
    }

    /// How lines run on the board on which all of a trail lies.
    fn lines(&self, trail: &Trail) -> Lines {
        let mut boards = trail.cells.iter().map(|&cell| self.layout().point(cell).board);
        match boards.next() {
            Some(first) if boards.all(|board| board == first) => self.plan.lines(first),
            _ => Lines::Straight,
        }
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
    pen.line_to(tip.whole());
    head(pen, ahead, tip);
}

/// An arrow head.
fn head(pen: &mut Pen, ahead: Spot, tip: Spot) {
    let wing = |side: f64| {
        let (back, aside) = (13.0, 10.0 * side);
        tip.plus(-ahead.x * back - ahead.y * aside, -ahead.y * back + ahead.x * aside)
    };
    pen.polyline(&[wing(1.0), tip, wing(-1.0)].map(Spot::whole));
}

/// From the middle of a hurdle to its frame, that way.
fn to_frame(ahead: Spot) -> f64 {
    FRAME / ahead.x.abs().max(ahead.y.abs())
}

/// Whether a place lies on the line from one to another, the ends included.
fn lies_between(from: Spot, place: Spot, to: Spot) -> bool {
    from.distance(place) + place.distance(to) - from.distance(to) < 0.01
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
