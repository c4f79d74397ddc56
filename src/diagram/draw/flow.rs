use crate::diagram::label::{Align, Lettering};
use crate::diagram::plan::Route;
use crate::diagram::scene::{Node, Tag};
use crate::diagram::{Ink, Pen, Spot};

use super::backdrop::Primer;

/// How round the corners of arrows are at most.
const ROUND: f64 = 12.0;
/// How far back from its tip, and aside, the wings of an arrow head end.
const HEAD: (f64, f64) = (12.0, 9.0);

impl Primer<'_> {
    /// Arrows from board to board: down from one, along a lane, up to the other.
    pub(super) fn flows(&mut self) {
        let mut lines = Pen::new();
        let mut names = Lettering::new(self.plan.coordinate_em());
        for route in &self.plan.routes {
            self.flow(route, &mut lines);
            for (text, at) in &route.label {
                names.write(text, Align::Middle, *at);
            }
        }
        let tag = Tag::class("flow").unfilled().stroke(Ink::Quiet, 3.0);
        self.add(Node::path(tag, &lines));
        self.add(names.node(Tag::class("names").fill(Ink::Quiet)));
    }

    fn flow(&self, route: &Route, lines: &mut Pen) {
        let Route { from, to, depth, .. } = *route;
        let round = ROUND.min((to.x - from.x).abs() / 2.0);
        let ahead = round.copysign(to.x - from.x);
        let (turn, rise) = (Spot::new(from.x, depth), Spot::new(to.x, depth));
        lines.move_to(from).line_to(turn.plus(0.0, -round));
        lines.quad_to(turn, turn.plus(ahead, 0.0)).line_to(rise.plus(-ahead, 0.0));
        lines.quad_to(rise, rise.plus(0.0, -round)).line_to(to);
        let (back, aside) = (HEAD.0 * self.plan.words(), HEAD.1 * self.plan.words());
        lines.polyline(&[to.plus(-aside, back), to, to.plus(aside, back)]);
    }
}
