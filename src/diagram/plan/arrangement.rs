//! Arranges the panels of a drawing, each with its margins.

use crate::diagram::{BoardView, Point, label};

use super::arrow_lanes::ArrowLanes;
use super::rows::Rows;
use super::{DrawingPlan, Overview, RIM};

/// The space around the cells of a panel.
struct Margins {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

impl Margins {
    /// Whole numbers are shorter to write.
    fn whole(self) -> Margins {
        let Margins { left, right, top, bottom } = self;
        Margins { left: left.ceil(), right: right.ceil(), top: top.ceil(), bottom: bottom.ceil() }
    }
}

impl DrawingPlan {
    pub(super) fn arrange(&mut self, view: &BoardView) {
        let arrow_lanes = ArrowLanes::new(self, view);
        let sizes: Vec<(f64, f64)> =
            (0..self.panels.len()).map(|index| self.outer(&arrow_lanes, index)).collect();
        let em = self.word_em();
        let wanted = |height| Overview::new(view, em, height);
        let overview = view.overview.then(|| wanted(0.0)).flatten();
        let size = overview.map(|overview| (overview.area.width(), overview.area.height()));
        // Arrows run below the boards that they join.
        let rows = match arrow_lanes.is_empty() && !view.in_one_row {
            true => Rows::best(&sizes, size),
            false => Rows::single(&sizes, size, &arrow_lanes.more_gaps(&sizes)),
        };
        for (index, &corner) in rows.corners.iter().enumerate() {
            self.put(&arrow_lanes, index, corner);
            self.panels[index].foot = rows.feet[index];
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

    /// Moves a panel, with its margins, to an upper left corner.
    fn put(&mut self, arrow_lanes: &ArrowLanes, index: usize, corner: Point) {
        let (margins, area) = (self.margins(arrow_lanes, index), self.panels[index].area);
        let (x, y) = (corner.x + margins.left, corner.y + margins.top);
        self.shift(index, x - area.left, y - area.top);
    }

    fn outer(&self, arrow_lanes: &ArrowLanes, index: usize) -> (f64, f64) {
        let margins = self.margins(arrow_lanes, index);
        let area = self.panels[index].area;
        let wide = margins.left + area.width() + margins.right;
        (wide, margins.top + area.height() + margins.bottom)
    }

    fn margins(&self, arrow_lanes: &ArrowLanes, index: usize) -> Margins {
        let panel = &self.panels[index];
        let mut area = panel.rim.expanded(2.0);
        for name in &panel.coordinates {
            area = area.union(&name.area());
        }
        for name in &panel.edge_labels {
            area = area.union(&name.area(self.coordinate_em()));
        }
        let mut half = arrow_lanes.half_width(index);
        if !panel.title.is_empty() {
            area.bottom = self.title_point(panel).y + 0.6 * self.word_em();
            half = half.max(label::width(&panel.title, self.word_em()) / 2.0);
        }
        let middle = panel.area.middle().x;
        let margins = Margins {
            left: panel.area.left - area.left.min(middle - half),
            right: area.right.max(middle + half) - panel.area.right,
            top: panel.area.top - area.top,
            bottom: area.bottom - panel.area.bottom,
        };
        margins.whole()
    }

    fn shift(&mut self, index: usize, x: f64, y: f64) {
        let panel = &mut self.panels[index];
        panel.area = panel.area.translated(x, y);
        panel.rim = panel.rim.translated(x, y);
        for name in &mut panel.coordinates {
            name.at = name.at.plus(x, y);
        }
        for name in &mut panel.edge_labels {
            name.at = name.at.plus(x, y);
        }
        for cell in &panel.cells {
            let centre = &mut self.centres[cell.index()];
            *centre = centre.plus(x, y);
        }
        if let Some((_, middle)) = &mut self.rings[panel.board as usize] {
            *middle = middle.plus(x, y);
        }
    }
}
