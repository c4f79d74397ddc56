use crate::diagram::label::{Align, Lettering, width};
use crate::diagram::scene::{Node, Tag};
use crate::diagram::{Flow, Ink, Pen, Spot};

use super::backdrop::Primer;

/// How far apart lines leave a board.
const ASIDE: f64 = 22.0;
const ROUND: f64 = 12.0;

impl Primer<'_> {
    /// Arrows from board to board: down from one, along a lane of their own, up to the other.
    pub(super) fn flows(&mut self) {
        let (mut lines, mut grounds) = (Pen::new(), Pen::new());
        let mut names = Lettering::new(self.plan.coordinate_em());
        for lane in 0..self.ground.flows.len() {
            if let Some(ends) = self.ends(lane) {
                self.flow(lane, ends, &mut lines);
                self.name(lane, ends, &mut grounds, &mut names);
            }
        }
        let tag = Tag::class("flow").unfilled().stroke(Ink::Quiet, 3.0);
        self.add(Node::path(tag, &lines));
        self.add(Node::path(Tag::class("ground").fill(Ink::Paper), &grounds));
        self.add(names.node(Tag::class("names").fill(Ink::Quiet)));
    }

    fn depth(&self, lane: usize) -> f64 {
        self.plan.flows_top + self.plan.flow_lane() * (lane as f64 + 1.0)
    }

    /// What goes along a lane, over the middle of it; other lines run behind the words.
    fn name(&self, lane: usize, ends: [Spot; 2], grounds: &mut Pen, names: &mut Lettering) {
        let label = &self.ground.flows[lane].label;
        let middle = Spot::new((ends[0].x + ends[1].x) / 2.0, self.depth(lane) - 16.0);
        let em = self.plan.coordinate_em();
        let (aside, up) = (width(label, em) / 2.0 + 4.0, em * 0.4);
        if !label.is_empty() {
            grounds.move_to(middle.plus(-aside, -up)).line_to(middle.plus(aside, -up));
            grounds.line_to(middle.plus(aside, up)).line_to(middle.plus(-aside, up)).close();
        }
        names.write(label, Align::Middle, middle);
    }

    fn flow(&self, lane: usize, ends: [Spot; 2], lines: &mut Pen) {
        let [from, to] = ends;
        let depth = self.depth(lane);
        let ahead = if to.x < from.x { -1.0 } else { 1.0 };
        let turn = Spot::new(from.x, depth);
        let rise = Spot::new(to.x, depth);
        lines.move_to(from).line_to(turn.plus(0.0, -ROUND));
        lines.quad_to(turn, turn.plus(ahead * ROUND, 0.0)).line_to(rise.plus(-ahead * ROUND, 0.0));
        lines.quad_to(rise, rise.plus(0.0, -ROUND)).line_to(to);
        lines.polyline(&[to.plus(-9.0, 12.0), to, to.plus(9.0, 12.0)]);
    }

    /// Where the arrow leaves and where it arrives: each at a place of its own under its board.
    fn ends(&self, lane: usize) -> Option<[Spot; 2]> {
        let flows = &self.ground.flows;
        let Flow { from, to, .. } = flows[lane];
        let end = |board: u8, order: usize| {
            let plate = self.plan.plates.iter().find(|plate| plate.board == board)?;
            let touches = |flow: &&Flow| flow.from == board || flow.to == board;
            let count = flows.iter().filter(touches).count();
            let place = flows[..lane].iter().filter(touches).count() + order;
            let aside = (place as f64 - (count as f64 - 1.0) / 2.0) * ASIDE;
            Some(Spot::new(plate.area.middle().x + aside, plate.foot + 8.0))
        };
        Some([end(from, 0)?, end(to, usize::from(from == to))?])
    }
}
