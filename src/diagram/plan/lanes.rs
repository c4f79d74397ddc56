use crate::diagram::{Ground, Spot, label};

use super::{GAP, LINE, Plan, Plate};

/// How far apart arrows leave a board and arrive there, where words are as large as usual.
const ASIDE: f64 = 30.0;
/// Between a board's foot and the ends of its arrows.
const CLEAR: f64 = 8.0;
/// Names are broken into so many lines rather than that the boards move apart.
const MOST_LINES: usize = 3;
/// In parts of an em: from the last base line to the arrow below it, and what is free at both ends of
/// a name.
const ABOVE: f64 = 0.3;
const BESIDE: f64 = 0.5;

/// The arrows between boards, and what is known of them before it is known where the boards stand.
#[derive(Debug)]
pub(super) struct Lanes {
    flows: Vec<Flow>,
    em: f64,
    /// How far apart ends are.
    aside: f64,
    /// Half of what the ends under each plate take.
    half_widths: Vec<f64>,
}

/// An arrow from one plate to another, or back to the same one.
#[derive(Debug)]
struct Flow {
    from: usize,
    to: usize,
    label: String,
    /// The lowest lane is the deepest; nought is just below the boards.
    lane: usize,
    /// How far from the middle of its plate each end is.
    ends: [f64; 2],
}

/// How an arrow runs: down from one board, along its lane, and up to the other.
#[derive(Debug)]
pub(in crate::diagram) struct Route {
    pub from: Spot,
    pub to: Spot,
    /// How far down.
    pub depth: f64,
    /// What goes along it, line by line, and where the middle of each is.
    pub label: Vec<(String, Spot)>,
}

impl Lanes {
    /// An arrow runs below all that are shorter and lie within it, so that only arrows cross which
    /// must.
    pub fn new(plan: &Plan, ground: &Ground) -> Lanes {
        let plate = |board: u8| plan.plates.iter().position(|plate| plate.board == board);
        let flow = |flow: &crate::diagram::Flow| {
            let (from, to) = (plate(flow.from)?, plate(flow.to)?);
            Some(Flow { from, to, label: flow.label.clone(), lane: 0, ends: [0.0; 2] })
        };
        let mut flows: Vec<Flow> = ground.flows.iter().filter_map(flow).collect();
        flows.sort_by_key(|flow| flow.from.abs_diff(flow.to));
        for index in 0..flows.len() {
            let (before, rest) = flows.split_at_mut(index);
            let below = before.iter().filter(|flow| flow.meets(&rest[0])).map(|flow| flow.lane + 1);
            rest[0].lane = below.max().unwrap_or(0);
        }
        let aside = ASIDE * plan.words();
        let mut lanes = Lanes { flows, em: plan.coordinate_em(), aside, half_widths: Vec::new() };
        for index in 0..plan.plates.len() {
            let half = lanes.spread_ends(index);
            lanes.half_widths.push(half);
        }
        lanes
    }

    pub fn is_empty(&self) -> bool {
        self.flows.is_empty()
    }

    /// Half of what the ends under a plate take.
    pub fn half_width(&self, plate: usize) -> f64 {
        self.half_widths[plate]
    }

    /// How much farther than usual plates of these widths must be apart in a row, each from the
    /// next, for all names to have room.
    pub fn more_gaps(&self, sizes: &[(f64, f64)]) -> Vec<f64> {
        let mut more = vec![0.0; sizes.len()];
        // What one arrow needs can move the ends of another, but never brings boards closer.
        for _ in 0..=self.flows.len().min(8) {
            let mut left = 0.0;
            let mut middles = Vec::new();
            for (size, more) in sizes.iter().zip(&more) {
                middles.push(left + size.0 / 2.0);
                left += size.0 + GAP + more;
            }
            let mut is_enough = true;
            for flow in self.flows.iter().filter(|flow| flow.from != flow.to) {
                let (_, room) = self.stretch(flow, &middles);
                let missing = self.narrowest(&flow.label) - room;
                if missing > 0.0 {
                    more[flow.from.min(flow.to)] += missing.ceil();
                    is_enough = false;
                }
            }
            if is_enough {
                break;
            }
        }
        more
    }

    /// All arrows, when the plates stand where they stand.
    pub fn routes(&self, plates: &[Plate]) -> Vec<Route> {
        let middles: Vec<f64> = plates.iter().map(|plate| plate.area.middle().x).collect();
        let foot = plates.iter().map(|plate| plate.foot).fold(0.0, f64::max) + CLEAR;
        let set: Vec<(f64, Vec<String>)> = self
            .flows
            .iter()
            .map(|flow| {
                let (middle, room) = self.stretch(flow, &middles);
                (
                    middle,
                    label::wrapped(&flow.label, self.em, room.max(self.narrowest(&flow.label))),
                )
            })
            .collect();
        let count = self.flows.iter().map(|flow| flow.lane + 1).max().unwrap_or(0);
        let mut depths: Vec<f64> = Vec::new();
        for lane in 0..count {
            let of_lane = self.flows.iter().zip(&set).filter(|(flow, _)| flow.lane == lane);
            let lines = of_lane.map(|(_, (_, lines))| lines.len()).max().unwrap_or(0);
            let above = depths.last().copied().unwrap_or(foot);
            // An arrow without a name is as far from the next one as a line is high.
            let tall = self.em * (0.6 + LINE * lines.max(1) as f64);
            depths.push((above + tall).round());
        }
        let route = |(flow, (middle, lines)): (&Flow, (f64, Vec<String>))| {
            let depth = depths[flow.lane];
            let last = depth - self.em * (ABOVE + label::CAPITALS / 2.0);
            let count = lines.len();
            let at = |index: usize| {
                Spot::new(middle, last - LINE * self.em * (count - 1 - index) as f64)
            };
            let [from, to] = flow.ends;
            Route {
                from: Spot::new(middles[flow.from] + from, foot),
                to: Spot::new(middles[flow.to] + to, foot),
                depth,
                label: lines.into_iter().enumerate().map(|(i, line)| (line, at(i))).collect(),
            }
        };
        self.flows.iter().zip(set).map(route).collect()
    }

    /// Gives each end at a plate a place of its own: those that lead to the left stand left, the
    /// higher the lane the farther, so that none crosses another there; loops are in the middle, as
    /// wide as their names. Returns half of what all of them take.
    fn spread_ends(&mut self, plate: usize) -> f64 {
        let mut ends: Vec<(usize, usize)> = Vec::new();
        for (index, flow) in self.flows.iter().enumerate() {
            ends.extend((flow.from == plate).then_some((index, 0)));
            ends.extend((flow.to == plate).then_some((index, 1)));
        }
        let order = |&(index, end): &(usize, usize)| {
            let flow = &self.flows[index];
            let other = if end == 0 { flow.to } else { flow.from };
            let lane = flow.lane as isize;
            match other.cmp(&plate) {
                std::cmp::Ordering::Less => (0, lane, index),
                std::cmp::Ordering::Equal => (1, 0, index),
                std::cmp::Ordering::Greater => (2, -lane, index),
            }
        };
        ends.sort_by_key(order);
        let mut places = vec![0.0];
        for pair in ends.windows(2) {
            let is_loop = pair[0].0 == pair[1].0;
            let room = self.narrowest(&self.flows[pair[0].0].label);
            let apart =
                if is_loop { self.aside.max(room + 2.0 * BESIDE * self.em) } else { self.aside };
            places.push(places.last().copied().unwrap_or(0.0) + apart);
        }
        let half = places.last().copied().unwrap_or(0.0) / 2.0;
        for (&(index, end), place) in ends.iter().zip(places) {
            self.flows[index].ends[end] = place - half;
        }
        if ends.is_empty() { 0.0 } else { half + self.aside / 2.0 }
    }

    /// Where along its lane a name stands, and how wide it may be: no arrow to a deeper lane runs
    /// through it.
    fn stretch(&self, flow: &Flow, middles: &[f64]) -> (f64, f64) {
        let ends =
            |flow: &Flow| [middles[flow.from] + flow.ends[0], middles[flow.to] + flow.ends[1]];
        let [a, b] = ends(flow);
        let (left, right) = (a.min(b), a.max(b));
        let deeper = self.flows.iter().filter(|other| other.lane > flow.lane);
        let mut stops: Vec<f64> =
            deeper.flat_map(ends).filter(|&x| left < x && x < right).collect();
        stops.extend([left, right]);
        stops.sort_by(f64::total_cmp);
        let wanted = label::width(&flow.label, self.em) + 2.0 * BESIDE * self.em;
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
        let words = label.split_whitespace().map(|word| label::width(word, self.em));
        let mut room = words.fold(0.0, f64::max);
        while label::wrapped(label, self.em, room).len() > MOST_LINES {
            room += self.em / 4.0;
        }
        room + 1.0
    }
}

impl Flow {
    /// Whether they cannot share a lane: both run below the same gap, or around the same place.
    fn meets(&self, other: &Flow) -> bool {
        let span = |flow: &Flow| (flow.from.min(flow.to), flow.from.max(flow.to));
        let ((a, b), (c, d)) = (span(self), span(other));
        a < d && c < b
    }
}
