use crate::diagram::label::{Align, Lettering};
use crate::diagram::plan::Overview;
use crate::diagram::scene::{Node, Tag};
use crate::diagram::{Ink, Pen};
use crate::geometry::Cell;

use super::backdrop::Primer;
use super::outline::outline;

impl Primer<'_> {
    /// The levels of a board above each other, with guides from level to level.
    pub(super) fn overview(&mut self) {
        let Some(overview) = &self.plan.overview else { return };
        let faint = Tag::default().unfilled().stroke(Ink::Line, 2.0).dashed(6.0, 8.0).faint(0.7);
        self.add(Node::path(faint, &self.guides(overview)));
        for level in &overview.levels {
            self.level(overview, level);
        }
        let mut names = Lettering::new(self.plan.word_em() * 0.8);
        for (name, at) in &overview.names {
            names.write(name, Align::Middle, *at);
        }
        self.add(names.node(Tag::class("names").fill(Ink::Quiet)));
    }

    /// From the corners of each level to those of the next.
    fn guides(&self, overview: &Overview) -> Pen {
        let mut pen = Pen::new();
        for pair in overview.frames.windows(2) {
            for (&low, &high) in pair[0].iter().zip(&pair[1]) {
                pen.polyline(&[low, high]);
            }
        }
        pen
    }

    fn level(&mut self, overview: &Overview, cells: &[Cell]) {
        let corners = |cell: &Cell| overview.corners(*cell);
        let frame = outline(cells.iter().map(corners));
        let mut dark = Pen::new();
        for cell in cells.iter().filter(|&&cell| self.ground.layout.shade(cell) == 0) {
            dark.polygon(&corners(cell));
        }
        self.add(Node::path(Tag::default().fill(Ink::Light), &frame));
        self.add(Node::path(Tag::default().fill(Ink::Dark), &dark));
        let line = Tag::default().unfilled().stroke(Ink::Line, 2.5);
        self.add(Node::path(line, &frame));
    }
}
