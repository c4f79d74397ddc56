//! Letters where lines cross joined edges.

use crate::label::{Align, TextPath};
use crate::plan::{BEYOND, CELL};
use crate::scene::{NodeStyle, SceneNode};
use crate::{ColourRole, Point};
use fairybook_core::geometry::Cell;

use super::Canvas;

/// The size of a letter: an em.
const LETTER_EM: f64 = 25.0;

impl Canvas<'_> {
    /// Writes a letter where a line leaves the board over a joined edge, and the same letter where
    /// it comes back. Lines over the same two cells have one letter.
    pub(super) fn crossing_letters(&mut self) {
        let mut text = TextPath::new(LETTER_EM);
        let mut known: Vec<(Cell, Cell)> = Vec::new();
        for side in self.figure.move_lines.iter().flat_map(|line| line.cells.windows(2)) {
            let pair = (side[0].min(side[1]), side[0].max(side[1]));
            if known.contains(&pair) {
                continue;
            }
            for (from, to) in [pair, (pair.1, pair.0)] {
                if let Some(at) = self.crossing(from, to) {
                    known.extend((from < to).then_some(pair));
                    let letter = char::from(b'A' + ((known.len() - 1) % 26) as u8);
                    text.write(letter.encode_utf8(&mut [0; 4]), Align::Middle, at);
                }
            }
        }
        let style = NodeStyle::class("crossings").fill(ColourRole::Text);
        self.nodes
            .extend(SceneNode::group(style, text.node(NodeStyle::default()).into_iter().collect()));
    }

    /// The place in the strip beyond a joined edge where the way to a cell leaves the board.
    fn crossing(&self, from: Cell, to: Cell) -> Option<Point> {
        let view = self.figure.view();
        let way = self.plan.across(view, from, to)?;
        let layout = self.layout();
        let board = layout.point(from).board;
        let area = self.plan.panels.iter().find(|panel| panel.cells.contains(&from))?.area;
        let centre = self.plan.centre(from);
        let out = layout.board(board).joined.steps().filter_map(|step| {
            let axis = self.plan.beyond(view, board, layout.point(from).at, step);
            let (at, way, first, last) = match axis.x.abs() > CELL / 2.0 {
                true => (centre.x, way.x, area.left, area.right),
                false => (centre.y, way.y, area.top, area.bottom),
            };
            let edge = if way > 0.0 { last - at } else { at - first };
            (way.abs() > 1.0).then(|| (edge + BEYOND / 2.0) / way.abs())
        });
        Some(centre.along(way, out.min_by(f64::total_cmp)?))
    }
}
