//! The panels of a drawing one under the other, for narrow pages.

use crate::diagram::{BoardView, Point};

use super::{CELL, DrawingPlan, Rect};

/// A drawing that is no wider finds room on a phone with cells of 24 pixels.
const NARROW: f64 = 14.0 * CELL;

/// Where each panel of a drawing is when all stand one under the other.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::diagram) struct PanelColumn {
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
        let parts = self.panels.iter().zip(&column.panels).map(|(from, to)| {
            // Words may be larger in the drawing: the cells are where the column has them.
            let corner = Point::new(
                to.area.left + from.outer.left - from.area.left,
                to.area.top + from.outer.top - from.area.top,
            );
            (from.outer, corner)
        });
        let parts: Vec<(Rect, Point)> = parts.collect();
        let bottom = parts.iter().map(|(panel, corner)| corner.y + panel.height());
        let height = bottom.fold(column.height, f64::max);
        Some(PanelColumn { width: column.width, height, parts })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Axis, AxisKind, Board, Layout};

    fn view(board: Board) -> BoardView {
        BoardView::new(Layout::new(vec![board]).expect("a board").into())
    }

    fn with_levels(files: usize, levels: usize) -> Board {
        let levels = Axis::numbers(levels);
        let names = vec![AxisKind::Level, AxisKind::File, AxisKind::Rank];
        Board { levels, has_levels: true, names, ..Board::rectangle(files, 5) }
    }

    #[test]
    fn cells_of_the_column_are_where_a_drawing_in_one_column_has_them() {
        let wide = view(with_levels(5, 5));
        let plan = DrawingPlan::new(&wide);
        let column = plan.in_column(&wide).expect("five levels are wide");
        let mut narrow = wide.clone();
        narrow.in_one_column = true;
        let narrow = DrawingPlan::new(&narrow);
        assert_eq!(column.parts.len(), 5);
        for cell in wide.layout.cells() {
            let (panel, corner) = column.parts[cell.index() / 25];
            let Point { x, y } = plan.centre(cell);
            let shown = Point::new(corner.x + x - panel.left, corner.y + y - panel.top);
            assert_eq!(shown, narrow.centre(cell), "{cell:?}");
        }
        assert!(column.width < plan.width / 3.0 && column.height >= narrow.height);
        for pair in column.parts.windows(2) {
            let [(panel, corner), (_, next)] = pair else { unreachable!() };
            let cells_below = next.y + (plan.panels[1].area.top - plan.panels[1].outer.top);
            // Below the last word is more than half an em of space.
            let words = corner.y + panel.height() - plan.word_em() / 2.0;
            assert!(words <= cells_below, "{words} is below {cells_below}");
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
