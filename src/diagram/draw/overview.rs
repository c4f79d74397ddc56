use crate::diagram::label::{Align, Lettering};
use crate::diagram::plan::{Lines, Overview};
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
        for (index, level) in overview.levels.iter().enumerate() {
            self.level(overview, level);
            // They stand on this level, and the next one hides where they end.
            let guides = overview.guides.get(index).map_or(&[][..], Vec::as_slice);
            let mut pen = Pen::new();
            for &(low, high) in guides {
                pen.polyline(&[low, high]);
            }
            self.add(Node::path(faint.clone(), &pen));
        }
        let mut names = Lettering::new(self.plan.word_em() * 0.8);
        for (name, at) in &overview.names {
            names.write(name, Align::Middle, *at);
        }
        self.add(names.node(Tag::class("names").fill(Ink::Quiet)));
    }

    fn level(&mut self, overview: &Overview, cells: &[Cell]) {
        let corners = |cell: &Cell| overview.corners(*cell);
        let frame = outline(Lines::Straight, cells.iter().map(corners));
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
