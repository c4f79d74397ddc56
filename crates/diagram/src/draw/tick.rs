//! Draws tick marks: small corners around points, and dots where four cells meet.

use crate::plan::Panel;
use crate::scene::{NodeStyle, SceneNode};
use crate::{ColourRole, PathWriter, Surface};
use fairybook_core::geometry::Vector;

use super::BackgroundBuilder;

/// How far a corner is from the lines through its point, and how long its arms are.
const GAP: f64 = 7.0;
const ARM: f64 = 13.0;
/// The radius of a dot.
const DOT: f64 = 6.0;

impl BackgroundBuilder<'_> {
    /// Draws a corner in each quarter around a point with tick marks, where the board goes on.
    ///
    /// On a board whose pieces stand between the lines, a dot is drawn where four such cells meet.
    pub(super) fn ticks(&mut self, panel: &Panel) {
        if self.surface_of(panel) != Surface::Lines {
            return self.dots(panel);
        }
        let mut path = PathWriter::default();
        let ticks = panel.cells.iter().filter(|&&cell| self.view.ticks.contains(cell));
        for &cell in ticks.filter(|_| self.plan.ring(panel.board).is_none()) {
            let at = self.plan.centre(cell);
            let beside = |x: i16, y: i16| self.neighbour(cell, Vector::new(x, y, 0));
            for (x, y) in [(1, 1), (1, -1), (-1, -1), (-1, 1)] {
                let (Some(file), Some(rank)) = (beside(x, 0), beside(0, y)) else { continue };
                let [file, rank] = [file, rank].map(|next| at.direction(self.plan.centre(next)));
                let corner = at.along(file, GAP).along(rank, GAP);
                path.polyline(&[corner.along(file, ARM), corner, corner.along(rank, ARM)]);
            }
        }
        self.path(NodeStyle::line(ColourRole::Line, 2.5), &path);
    }

    fn dots(&mut self, panel: &Panel) {
        for &cell in panel.cells.iter().filter(|&&cell| self.view.ticks.contains(cell)) {
            let beyond = [(1, 0), (0, 1), (1, 1)].map(|(x, y)| {
                let next = self.neighbour(cell, Vector::new(x, y, 0));
                next.filter(|&next| self.view.ticks.contains(next))
            });
            if let [Some(_), Some(_), Some(across)] = beyond {
                let middle = self.plan.centre(cell).interpolate(self.plan.centre(across), 0.5);
                let style = NodeStyle::filled(ColourRole::Line);
                self.nodes.push(SceneNode::Circle(style, middle, DOT));
            }
        }
    }
}
