//! Draws the arrows from board to board.

use crate::label::{Align, TextPath};
use crate::plan::ArrowRoute;
use crate::scene::NodeStyle;
use crate::{ColourRole, PathWriter, Point};

use super::BackgroundBuilder;

/// How round the corners of arrows are at most.
const ROUND: f64 = 12.0;
/// How far back from its tip, and aside, the wings of an arrow head end.
const HEAD: (f64, f64) = (12.0, 9.0);

impl BackgroundBuilder<'_> {
    /// Arrows from board to board: down from one, along a lane, up to the other.
    pub(super) fn board_arrows(&mut self) {
        let mut lines = PathWriter::default();
        let mut names = TextPath::new(self.plan.coordinate_em());
        let (back, aside) = (HEAD.0 * self.plan.text_scale, HEAD.1 * self.plan.text_scale);
        for &ArrowRoute { from, to, depth, ref label } in &self.plan.arrow_routes {
            let round = ROUND.min((to.x - from.x).abs() / 2.0);
            let ahead = round.copysign(to.x - from.x);
            let (turn, rise) = (Point::new(from.x, depth), Point::new(to.x, depth));
            lines.move_to(from).line_to(turn.plus(0.0, -round));
            lines.quad_to(turn, turn.plus(ahead, 0.0)).line_to(rise.plus(-ahead, 0.0));
            lines.quad_to(rise, rise.plus(0.0, -round)).line_to(to);
            lines.polyline(&[to.plus(-aside, back), to, to.plus(aside, back)]);
            for (text, at) in label {
                names.write(text, Align::Middle, *at);
            }
        }
        self.path(NodeStyle::class("flow").unfilled().stroke(ColourRole::Quiet, 3.0), &lines);
        self.nodes.extend(names.node(NodeStyle::class("names").fill(ColourRole::Quiet)));
    }
}
