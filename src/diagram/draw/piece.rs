use std::sync::Arc;

use crate::diagram::scene::{Node, Tag, Tint};
use crate::diagram::{Army, Ink, Spot, Stander};

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
            tag.turn = self.plan.degrees(self.figure.ground(), stander.facing);
        }
        let stamp = Arc::clone(stander.piece.stamp());
        Node::Stamp(tag, stamp, self.plan.centre(stander.cell))
    }

    /// The soft ground under the piece in question.
    pub(super) fn halo(&mut self) {
        for cell in self.figure.focus.iter() {
            let centre: Spot = self.plan.centre(cell);
            let soft = Tag::class("halo").fill(Ink::Halo).faint(0.6);
            let rim = Tag::default().unfilled().stroke(Ink::Ink, 2.0);
            self.add([Node::Circle(soft, centre, 47.0), Node::Circle(rim, centre, 47.0)]);
        }
    }
}

/// What the pieces of an army have in common.
pub(super) fn army_tag(army: Army) -> Tag {
    let mut tag = Tag::class(army.word()).fill(Ink::Body(army));
    tag.paint.stroke = Some(Tint::Of(Ink::Edge(army)));
    tag.paint.width = Some(LINE);
    tag.paint.current = Some(Ink::Inner(army));
    tag
}
