use std::sync::Arc;

use crate::diagram::scene::{Node, Tag, Tint};
use crate::diagram::{Army, Ink, Pen, Spot, Stander};

use super::Canvas;

/// How wide the lines of pieces are: a 22nd of a cell.
const LINE: f64 = 4.5;

impl Canvas<'_> {
    /// All pieces, army by army: what an army's pieces have in common is said once.
    pub(super) fn pieces(&mut self) {
        for &army in Army::ALL {
            let figure = self.figure;
            let of_army = figure.pieces.iter().filter(|stander| stander.piece.army() == army);
            let nodes: Vec<Node> = of_army.map(|stander| self.piece(stander)).collect();
            let group = Node::group(army_tag(army), nodes);
            self.add(group);
        }
    }

    fn piece(&self, stander: &Stander) -> Node {
        let mut tag = Tag::default();
        if stander.piece.glyph().points() {
            let ground = self.figure.ground();
            tag.turn = self.plan.degrees(ground, stander.cell, stander.facing);
        }
        let stamp = Arc::clone(stander.piece.stamp());
        Node::Stamp(tag, stamp, self.plan.centre(stander.cell))
    }

    /// The soft ground under the piece in question: a disc, or, under a tile, which would cover
    /// one, the whole cell.
    pub(super) fn halo(&mut self) {
        for cell in self.figure.focus.iter() {
            let centre: Spot = self.plan.centre(cell);
            let soft = Tag::class("halo").fill(Ink::Halo).faint(0.6);
            let rim = Tag::default().unfilled().stroke(Ink::Ink, 2.0);
            let mut standing = self.figure.pieces.iter().filter(|stander| stander.cell == cell);
            if standing.any(|stander| stander.piece.glyph().points()) {
                let square = rounded(centre, 47.0, 12.0);
                self.add([soft, rim].into_iter().filter_map(|tag| Node::path(tag, &square)));
            } else {
                self.add([soft, rim].map(|tag| Node::Circle(tag, centre, 47.0)));
            }
        }
    }
}

/// A square around a place with round corners.
fn rounded(centre: Spot, half: f64, radius: f64) -> Pen {
    let (mut pen, flat) = (Pen::new(), half - radius);
    pen.move_to(centre.plus(-flat, -half));
    for (x, y) in [(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)] {
        // Clockwise: a corner is come to along one side and left along the next.
        let (beside, beyond) = ((x * flat, y * half), (x * half, y * flat));
        let (from, to) = if x * y < 0.0 { (beside, beyond) } else { (beyond, beside) };
        pen.line_to(centre.plus(from.0, from.1));
        pen.arc_to(radius, true, centre.plus(to.0, to.1));
    }
    pen.close();
    pen
}

/// What the pieces of an army have in common.
pub(super) fn army_tag(army: Army) -> Tag {
    let mut tag = Tag::class(army.word()).fill(Ink::Body(army));
    tag.paint.stroke = Some(Tint::Of(Ink::Edge(army)));
    tag.paint.width = Some(LINE);
    tag.paint.current = Some(Ink::Inner(army));
    tag
}
