//! Plans the lanes in which arrows between boards run.

use crate::{BoardArrow, BoardView, Point, label};
use fairybook_core::source::{sort_by, sort_by_key};

use super::{DrawingPlan, GAP, LINE, Panel};

/// How far apart arrows leave a board and arrive there, where words are as large as usual.
const ASIDE: f64 = 30.0;
/// Between a board's foot and the ends of its arrows.
const START_GAP: f64 = 8.0;
/// Names are broken into so many lines rather than that the boards move apart.
const MOST_LINES: usize = 3;
/// In parts of an em: from the last base line to the arrow below it, and what is free at both ends
/// of a name.
const ABOVE: f64 = 0.3;
const BESIDE: f64 = 0.5;

/// The arrows between boards, and what is known of them before it is known where the boards stand.
#[derive(Debug)]
pub(super) struct ArrowLanes {
    pub arrows: Vec<LaneArrow>,
    em: f64,
    /// How far apart ends are.
    aside: f64,
    /// Half of the width of the ends under each panel.
    pub half_widths: Vec<f64>,
}

/// An arrow from one panel to another, or back to the same panel.
#[derive(Debug)]
pub(super) struct LaneArrow {
    from: usize,
    to: usize,
    label: String,
    /// The lowest lane is the deepest; nought is just below the boards.
    lane: usize,
    /// The distance of each end from the middle of its panel.
    ends: [f64; 2],
}

/// How an arrow runs: down from one board, along its lane, and up to the other.
#[derive(Debug)]
pub(crate) struct ArrowRoute {
    pub from: Point,
    pub to: Point,
    /// How far down.
    pub depth: f64,
    /// What goes along it, line by line, and where the middle of each is.
    pub label: Vec<(String, Point)>,
}

impl ArrowLanes {
    /// An arrow runs below all that are shorter and lie within it, so that only arrows cross which
    /// must.
    pub fn new(plan: &DrawingPlan, view: &BoardView) -> ArrowLanes {
        let panel = |board: u8| plan.panels.iter().position(|panel| panel.board == board);
        let arrow = |arrow: &BoardArrow| {
            let (from, to) = (panel(arrow.from)?, panel(arrow.to)?);
            Some(LaneArrow { from, to, label: arrow.label.clone(), lane: 0, ends: [0.0; 2] })
        };
        let mut arrows: Vec<LaneArrow> = view.arrows.iter().filter_map(arrow).collect();
        sort_by_key(&mut arrows, |arrow| arrow.from.abs_diff(arrow.to));
        let span = |arrow: &LaneArrow| (arrow.from.min(arrow.to), arrow.from.max(arrow.to));
        for index in 0..arrows.len() {
            let (before, rest) = arrows.split_at_mut(index);
            let (left, right) = span(&rest[0]);
            // Two cannot share a lane below the same gap, or around the same place.
            let meets = |(other_left, other_right)| left < other_right && other_left < right;
            let inner = before.iter().filter(|arrow| meets(span(arrow)));
            rest[0].lane = inner.map(|arrow| arrow.lane + 1).max().unwrap_or(0);
        }
        let aside = ASIDE * plan.text_scale;
        let mut arrow_lanes =
            ArrowLanes { arrows, em: plan.coordinate_em(), aside, half_widths: Vec::new() };
        for index in 0..plan.panels.len() {
            let half = arrow_lanes.spread_ends(index);
            arrow_lanes.half_widths.push(half);
        }
        arrow_lanes
    }

    /// The additional gap after each panel of a row, so that all names of arrows fit.
    pub fn more_gaps(&self, sizes: &[(f64, f64)]) -> Vec<f64> {
        let mut more = vec![0.0; sizes.len()];
        // What one arrow needs can move the ends of another, but never brings boards closer.
        for _ in 0..=self.arrows.len().min(8) {
            let mut left = 0.0;
            let mut middles = Vec::new();
            for (size, more) in sizes.iter().zip(&more) {
                middles.push(left + size.0 / 2.0);
                left += size.0 + GAP + more;
            }
            let mut is_enough = true;
            for arrow in self.arrows.iter().filter(|arrow| arrow.from != arrow.to) {
                let (_, room) = self.stretch(arrow, &middles);
                let missing = self.narrowest(&arrow.label) - room;
                if missing > 0.0 {
                    more[arrow.from.min(arrow.to)] += missing.ceil();
                    is_enough = false;
                }
            }
            if is_enough {
                break;
            }
        }
        more
    }

    /// The routes of all arrows, once the panels are arranged.
    pub fn arrow_routes(&self, panels: &[Panel]) -> Vec<ArrowRoute> {
        let middles: Vec<f64> = panels.iter().map(|panel| panel.area.middle().x).collect();
        let foot = panels.iter().map(|panel| panel.foot).fold(0.0, f64::max) + START_GAP;
        let set = |arrow: &LaneArrow| {
            let (middle, room) = self.stretch(arrow, &middles);
            let room = room.max(self.narrowest(&arrow.label));
            (middle, label::wrapped(&arrow.label, self.em, room))
        };
        let set: Vec<(f64, Vec<String>)> = self.arrows.iter().map(set).collect();
        let count = self.arrows.iter().map(|arrow| arrow.lane + 1).max().unwrap_or(0);
        let mut depths: Vec<f64> = Vec::new();
        for lane in 0..count {
            let of_lane = self.arrows.iter().zip(&set).filter(|(arrow, _)| arrow.lane == lane);
            let lines = of_lane.map(|(_, (_, lines))| lines.len()).max().unwrap_or(0);
            let above = depths.last().copied().unwrap_or(foot);
            // An arrow without a name is as far from the next one as a line is high.
            let tall = self.em * (0.6 + LINE * lines.max(1) as f64);
            depths.push((above + tall).round());
        }
        let route = |(arrow, (middle, lines)): (&LaneArrow, (f64, Vec<String>))| {
            let depth = depths[arrow.lane];
            let last = depth - self.em * (ABOVE + label::CAPITALS / 2.0);
            let count = lines.len();
            let at = |index: usize| {
                Point::new(middle, last - LINE * self.em * (count - 1 - index) as f64)
            };
            let [from, to] = arrow.ends;
            ArrowRoute {
                from: Point::new(middles[arrow.from] + from, foot),
                to: Point::new(middles[arrow.to] + to, foot),
                depth,
                label: lines.into_iter().enumerate().map(|(i, line)| (line, at(i))).collect(),
            }
        };
        self.arrows.iter().zip(set).map(route).collect()
    }

    /// Gives each end at a panel a place of its own: those that lead to the left are on the left,
    /// the higher the lane the farther, so that none crosses another there; loops are in the
    /// middle, as wide as their names. Returns half of what all of them take.
    fn spread_ends(&mut self, panel: usize) -> f64 {
        let mut ends: Vec<(usize, usize)> = Vec::new();
        for (index, arrow) in self.arrows.iter().enumerate() {
            ends.extend((arrow.from == panel).then_some((index, 0)));
            ends.extend((arrow.to == panel).then_some((index, 1)));
        }
        let order = |&(index, end): &(usize, usize)| {
            let arrow = &self.arrows[index];
            let other = if end == 0 { arrow.to } else { arrow.from };
            let lane = arrow.lane as isize;
            match other.cmp(&panel) {
                std::cmp::Ordering::Less => (0, lane, index),
                std::cmp::Ordering::Equal => (1, 0, index),
                std::cmp::Ordering::Greater => (2, -lane, index),
            }
        };
        sort_by_key(&mut ends, order);
        let mut places = vec![0.0];
        for pair in ends.windows(2) {
            let is_loop = pair[0].0 == pair[1].0;
            let room = self.narrowest(&self.arrows[pair[0].0].label);
            let apart =
                if is_loop { self.aside.max(room + 2.0 * BESIDE * self.em) } else { self.aside };
            places.push(places.last().copied().unwrap_or(0.0) + apart);
        }
        let half = places.last().copied().unwrap_or(0.0) / 2.0;
        for (&(index, end), place) in ends.iter().zip(places) {
            self.arrows[index].ends[end] = place - half;
        }
        if ends.is_empty() { 0.0 } else { half + self.aside / 2.0 }
    }

    /// The place of a name along its lane, and its greatest width: no arrow to a deeper lane
    /// crosses it.
    fn stretch(&self, arrow: &LaneArrow, middles: &[f64]) -> (f64, f64) {
        let ends = |arrow: &LaneArrow| {
            [middles[arrow.from] + arrow.ends[0], middles[arrow.to] + arrow.ends[1]]
        };
        let [a, b] = ends(arrow);
        let (left, right) = (a.min(b), a.max(b));
        let deeper = self.arrows.iter().filter(|other| other.lane > arrow.lane);
        let mut stops: Vec<f64> =
            deeper.flat_map(ends).filter(|&x| left < x && x < right).collect();
        stops.extend([left, right]);
        sort_by(&mut stops, f64::total_cmp);
        let wanted = label::width(&arrow.label, self.em) + 2.0 * BESIDE * self.em;
        let middle = (left + right) / 2.0;
        let parts = stops.windows(2).map(|pair| {
            // As near to the middle of the lane as it can be.
            let slack = (pair[1] - pair[0] - wanted).max(0.0) / 2.0;
            let own = (pair[0] + pair[1]) / 2.0;
            (middle.clamp(own - slack, own + slack), pair[1] - pair[0])
        });
        let better = |a: &(f64, f64), b: &(f64, f64)| {
            let room = |part: &(f64, f64)| part.1.min(wanted);
            let off = |part: &(f64, f64)| (part.0 - middle).abs();
            room(a).total_cmp(&room(b)).then(off(b).total_cmp(&off(a)))
        };
        let (at, room) = parts.max_by(better).unwrap_or((middle, 0.0));
        (at, room - 2.0 * BESIDE * self.em)
    }

    /// How wide a name is at least: a word is not broken.
    fn narrowest(&self, label: &str) -> f64 {
        let long_words = label.split_whitespace().map(|word| label::width(word, self.em));
        let mut room = long_words.fold(0.0, f64::max);
        while label::wrapped(label, self.em, room).len() > MOST_LINES {
            room += self.em / 4.0;
        }
        room + 1.0
    }
}
