//! The outlines of cells as a drawing has them, for readers who point at cells.

use fairybook_core::geometry::Cell;

use super::plan::LineGeometry;
use super::{BoardView, PathWriter, Point};

/// The outline of a cell in the drawing of a board view.
#[derive(Debug, Clone, PartialEq)]
pub struct CellShape {
    /// The cell.
    pub cell: Cell,
    /// The index of the panel that has it: one board, or one level of a board.
    pub panel: usize,
    /// Its middle.
    pub centre: Point,
    /// Its outline as SVG path data.
    pub outline: String,
    /// Its outline in the stack of levels, if the drawing has one with this cell.
    pub in_stack: Option<String>,
}

impl BoardView {
    /// Returns the outlines of all cells, panel by panel.
    pub fn cell_shapes(&self) -> Vec<CellShape> {
        let plan = self.background().plan();
        let outline = |lines: LineGeometry, corners: &[Point]| {
            let mut path = PathWriter::default();
            lines.close(&mut path, corners);
            path.data().to_owned()
        };
        let shape = |panel: usize, cell: Cell| {
            let stack = plan.overview.as_ref().filter(|overview| overview.has(cell));
            let lines = plan.lines(plan.panels[panel].board);
            CellShape {
                cell,
                panel,
                centre: plan.centre(cell),
                outline: outline(lines, &plan.corners(self, cell)),
                in_stack: stack.map(|it| outline(LineGeometry::Straight, &it.corners(cell))),
            }
        };
        let panels = plan.panels.iter().enumerate();
        panels
            .flat_map(|(index, panel)| panel.cells.iter().map(move |&cell| (index, cell)))
            .map(|(index, cell)| shape(index, cell))
            .collect()
    }
}
