//! Arranges the panels of a drawing, each with its margins.

use crate::{BoardView, Point, label};

use super::arrow_lanes::ArrowLanes;
use super::rows::Rows;
use super::{CELL, DrawingPlan, Overview, RIM, Rect};

impl DrawingPlan {
    pub(super) fn arrange(&mut self, view: &BoardView) {
        let arrow_lanes = ArrowLanes::new(self, view);
        let margins: Vec<Rect> =
            (0..self.panels.len()).map(|index| self.margins(&arrow_lanes, index)).collect();
        let outer = self.panels.iter().zip(&margins).map(|(panel, around)| {
            let wide = around.left + panel.area.width() + around.right;
            (wide, around.top + panel.area.height() + around.bottom)
        });
        let sizes: Vec<(f64, f64)> = outer.collect();
        let em = self.word_em();
        let wanted = |height| Overview::new(view, em, height);
        let has_stack = view.overview && !view.in_one_column;
        let overview = has_stack.then(|| wanted(0.0)).flatten();
        let size = overview.map(|overview| (overview.area.width(), overview.area.height()));
        // Arrows run below the boards that they join.
        let rows = match arrow_lanes.arrows.is_empty() && !view.in_one_row {
            true if view.in_one_column => Rows::column(&sizes),
            true => {
                let most = view.most_across.map(|cells| f64::from(cells) * CELL);
                Rows::best(&sizes, size, most.unwrap_or(f64::INFINITY))
            }
            false => Rows::single(&sizes, size, &arrow_lanes.more_gaps(&sizes)),
        };
        for (index, (corner, around)) in rows.corners.iter().zip(margins).enumerate() {
            self.panels[index].foot = rows.feet[index];
            self.move_panel(index, corner.plus(around.left, around.top));
            let Rect { left, top, right, bottom } = self.panels[index].area;
            self.panels[index].outer = Rect {
                left: left - around.left,
                top: top - around.top,
                right: right + around.right,
                bottom: bottom + around.bottom,
            };
        }
        self.overview = rows.overview.and_then(|(corner, height)| {
            let mut overview = wanted(height)?;
            overview.move_to(corner.plus(0.0, (height - overview.area.height()) / 2.0));
            Some(overview)
        });
        (self.width, self.height) = (rows.width, rows.height);
        self.arrow_routes = arrow_lanes.arrow_routes(&self.panels);
        let deepest = self.arrow_routes.iter().map(|route| route.depth).fold(0.0, f64::max);
        self.height = self.height.max((deepest + 2.0 * RIM).ceil());
    }

    /// The space around the cells of a panel on each side, in whole numbers, which are shorter to
    /// write.
    fn margins(&self, arrow_lanes: &ArrowLanes, index: usize) -> Rect {
        let panel = &self.panels[index];
        let mut area = panel.rim.expanded(2.0);
        for name in &panel.coordinates {
            area = area.union(&name.area());
        }
        for name in &panel.edge_labels {
            area = area.union(&name.area(self.coordinate_em()));
        }
        let mut half = arrow_lanes.half_widths[index];
        if !panel.title.is_empty() {
            area.bottom = self.title_point(panel).y + 0.6 * self.word_em();
            half = half.max(label::width(&panel.title, self.word_em()) / 2.0);
        }
        let middle = panel.area.middle().x;
        Rect {
            left: (panel.area.left - area.left.min(middle - half)).ceil(),
            right: (area.right.max(middle + half) - panel.area.right).ceil(),
            top: (panel.area.top - area.top).ceil(),
            bottom: (area.bottom - panel.area.bottom).ceil(),
        }
    }

    /// Moves a panel until the corner of its cells is there.
    fn move_panel(&mut self, index: usize, corner: Point) {
        let panel = &mut self.panels[index];
        let (x, y) = (corner.x - panel.area.left, corner.y - panel.area.top);
        let shift = |point: &mut Point| *point = point.plus(x, y);
        panel.area = panel.area.translated(x, y);
        panel.rim = panel.rim.translated(x, y);
        panel.coordinates.iter_mut().for_each(|name| shift(&mut name.at));
        panel.edge_labels.iter_mut().for_each(|name| shift(&mut name.at));
        panel.cells.iter().for_each(|cell| shift(&mut self.centres[cell.index()]));
        self.rings[panel.board as usize].iter_mut().for_each(|(_, middle)| shift(middle));
    }
}
