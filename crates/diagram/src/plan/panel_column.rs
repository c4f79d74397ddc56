//! The panels of a drawing one under the other, for narrow pages.

use crate::{BoardView, Point};

use super::{CELL, DrawingPlan, GAP, Panel, RIM, Rect};

/// A drawing that is no wider finds room on a phone with cells of 24 pixels.
const NARROW: f64 = 14.0 * CELL;

/// Where each panel of a drawing is when all stand one under the other.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PanelColumn {
    pub width: f64,
    pub height: f64,
    /// The box of each panel in the drawing, and its upper left corner in the column.
    pub parts: Vec<(Rect, Point)>,
}

impl DrawingPlan {
    /// Returns the column; `None` for a drawing that is narrow as it is, or has arrows between its
    /// boards.
    pub fn in_column(&self, view: &BoardView) -> Option<PanelColumn> {
        let is_narrow = self.width <= NARROW || view.in_one_column || view.in_one_row;
        if is_narrow || self.panels.len() < 2 || !self.arrow_routes.is_empty() {
            return None;
        }
        let mut narrow = view.clone();
        narrow.in_one_column = true;
        let column = DrawingPlan::new(&narrow);
        // Words may be larger in the drawing than in the column of a board that is played: the cells
        // of the two are above each other, and the words have room.
        let left = |(from, to): (&Panel, &Panel)| to.area.left + from.outer.left - from.area.left;
        let pairs = || self.panels.iter().zip(&column.panels);
        let aside = -pairs().map(left).fold(0.0, f64::min);
        let (mut top, mut width) = (RIM, column.width + 2.0 * aside);
        let mut parts = Vec::new();
        for (from, to) in pairs() {
            let x = aside + left((from, to));
            parts.push((from.outer, Point::new(x, top)));
            width = width.max(x + from.outer.width());
            top += from.outer.height() + GAP / 2.0;
        }
        Some(PanelColumn { width, height: top - GAP / 2.0 + RIM, parts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairybook_core::geometry::{Axis, AxisKind, Board, Layout};

    fn view(board: Board) -> BoardView {
        BoardView::new(Layout::new(vec![board]).expect("a board").into())
    }

    fn with_levels(files: usize, levels: usize) -> Board {
        let levels = Axis::numbers(levels);
        let names = vec![AxisKind::Level, AxisKind::File, AxisKind::Rank];
        Board { levels, has_levels: true, names, ..Board::rectangle(files, 5) }
    }

    #[test]
    fn cells_of_the_column_are_above_those_of_a_drawing_in_one_column() {
        let wide = view(with_levels(5, 5));
        let plan = DrawingPlan::new(&wide);
        let column = plan.in_column(&wide).expect("five levels are wide");
        let mut narrow = wide.clone();
        narrow.in_one_column = true;
        let narrow = DrawingPlan::new(&narrow);
        assert_eq!(column.parts.len(), 5);
        let middle = column.width / 2.0 - narrow.width / 2.0;
        for cell in wide.layout.cells() {
            let (panel, corner) = column.parts[cell.index() / 25];
            let x = corner.x + plan.centre(cell).x - panel.left;
            assert!((x - middle - narrow.centre(cell).x).abs() < CELL / 2.0, "{cell:?}");
        }
        assert!(column.width < plan.width / 3.0 && column.height > narrow.height / 2.0);
        for (panel, corner) in &column.parts {
            assert!(corner.x >= 0.0 && corner.x + panel.width() <= column.width, "{panel:?}");
        }
        for pair in column.parts.windows(2) {
            assert!(pair[0].1.y + pair[0].0.height() + GAP / 3.0 < pair[1].1.y, "{pair:?}");
        }
    }

    #[test]
    fn a_drawing_that_is_narrow_or_one_board_has_no_column() {
        for board in [Board::rectangle(20, 5), with_levels(3, 2)] {
            let view = view(board);
            assert!(DrawingPlan::new(&view).in_column(&view).is_none());
        }
    }
}
