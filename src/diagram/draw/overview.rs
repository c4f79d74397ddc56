//! Draws the levels of a board as one stack.

use crate::diagram::label::{Align, TextPath};
use crate::diagram::plan::{LineGeometry, Overview};
use crate::diagram::scene::{NodeStyle, SceneNode};
use crate::diagram::{ColourRole, PathWriter};
use crate::geometry::Cell;

use super::background::BackgroundBuilder;
use super::outline::outline;

impl BackgroundBuilder<'_> {
    /// The levels of a board above each other, with guides from level to level.
    pub(super) fn overview(&mut self) {
        let Some(overview) = &self.plan.overview else { return };
        let opacity = NodeStyle::default()
            .unfilled()
            .stroke(ColourRole::Line, 2.0)
            .dashed(6.0, 8.0)
            .opacity(0.7);
        for (index, level) in overview.levels.iter().enumerate() {
            self.level(overview, level);
            // They stand on this level, and the next one hides where they end.
            let guides = overview.guides.get(index).map_or(&[][..], Vec::as_slice);
            let mut path = PathWriter::new();
            for &(low, high) in guides {
                path.polyline(&[low, high]);
            }
            self.add(SceneNode::path(opacity.clone(), &path));
        }
        let mut names = TextPath::new(self.plan.word_em() * 0.8);
        for (name, at) in &overview.names {
            names.write(name, Align::Middle, *at);
        }
        self.add(names.node(NodeStyle::class("names").fill(ColourRole::Quiet)));
    }

    fn level(&mut self, overview: &Overview, cells: &[Cell]) {
        let corners = |cell: &Cell| overview.corners(*cell);
        let frame = outline(LineGeometry::Straight, cells.iter().map(corners));
        let mut dark = PathWriter::new();
        for cell in cells.iter().filter(|&&cell| self.view.layout.shade(cell) == 0) {
            dark.polygon(&corners(cell));
        }
        self.add(SceneNode::path(NodeStyle::default().fill(ColourRole::Light), &frame));
        self.add(SceneNode::path(NodeStyle::default().fill(ColourRole::Dark), &dark));
        let line = NodeStyle::default().unfilled().stroke(ColourRole::Line, 2.5);
        self.add(SceneNode::path(line, &frame));
    }
}
