//! Names around a ring board: coordinates, zones and borders.

use std::collections::BTreeSet;
use std::f64::consts::PI;

use crate::plan::{CoordinateLabel, DrawingPlan, EdgeLabel, Panel, spread_labels};
use crate::{BoardView, Point, label};
use fairybook_core::geometry::Cell;
use fairybook_core::source::sort;

use super::Ring;

/// How large the names of rings are, which stand in corners of cells, in parts of an em.
const RING_EM: f64 = 0.9;

impl DrawingPlan {
    /// Names of rays around the edge, and of rings beside the seam, in corners of cells that no
    /// piece or mark reaches.
    pub(crate) fn coordinates_of_ring(
        &self,
        view: &BoardView,
        panel: &Panel,
        ring: &Ring,
    ) -> Vec<CoordinateLabel> {
        let board = view.layout.board(panel.board);
        let em = self.coordinate_em();
        let (ray_names, ring_names) = ring.names(board);
        let mut cells: Vec<(i16, i16)> =
            panel.cells.iter().map(|&cell| ring.ray_and_ring(view.layout.point(cell).at)).collect();
        sort(&mut cells);
        let (mut names, mut rays, mut rings) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
        for (ray, of_ring) in cells {
            if rays.insert(ray) {
                let text = &ray_names[ray as usize];
                let out = ring.polar(f64::from(ray) + 0.5, 1.0);
                // All names have the same distance from the edge.
                let (half, tall) = (label::width(text, em) / 2.0, label::CAPITALS / 2.0 * em);
                let far =
                    ring.area().right + 10.0 * self.text_scale + (half * out.x).hypot(tall * out.y);
                let at = Point::default().along(out, far);
                names.push(CoordinateLabel::beside_board(text, at, em));
            }
            if rings.insert(of_ring) {
                let text = ring_names[of_ring as usize].clone();
                let em = RING_EM * em;
                let radius = ring.radius(f64::from(of_ring) + 1.0) - 0.42 * em;
                let on = (label::width(&text, em) / 2.0 + 0.16 * em) / ring.arc(radius);
                let at = ring.polar(f64::from(ray) + on, radius);
                names.push(CoordinateLabel { text, at, em, is_inside: true });
            }
        }
        names
    }

    /// Around a ring, each as near as can be to the middle of what it names, along the rim. What
    /// lies all around has its name above.
    pub(crate) fn edge_labels_of_ring(
        &self,
        view: &BoardView,
        panel: &Panel,
        ring: &Ring,
    ) -> Vec<EdgeLabel> {
        let mut requests = Vec::new();
        let mut add = |label: &str, points: &[Point]| {
            let middle = Point::default();
            let add = |sum: Point, point: &Point| sum.along(middle.direction(*point), 1.0);
            let sum = points.iter().fold(middle, add);
            let is_around = sum.distance(middle) < 0.1 * points.len() as f64;
            let angle = if is_around { 0.0 } else { sum.x.atan2(-sum.y) };
            if !label.is_empty() && !points.is_empty() {
                requests.push((label.to_owned(), angle));
            }
        };
        for zone in &view.zones {
            let cells = panel.cells.iter().filter(|&&cell| zone.cells.contains(cell));
            add(&zone.label, &cells.map(|&cell| self.centre(cell)).collect::<Vec<_>>());
        }
        for border in &view.borders {
            let here = border.pairs.iter().filter(|(a, _)| panel.cells.contains(a));
            let middle = |&(a, b): &(Cell, Cell)| self.centre(a).interpolate(self.centre(b), 0.5);
            add(&border.label, &here.map(middle).collect::<Vec<_>>());
        }
        let em = self.coordinate_em();
        let widest = panel.coordinates.iter().map(|name| {
            let area = name.area();
            area.corners().iter().map(|point| point.distance(Point::default())).fold(0.0, f64::max)
        });
        let far = widest.fold(ring.area().right, f64::max) + 0.5 * em + 8.0;
        let requests = requests.into_iter().map(|(text, angle)| (text, angle * far));
        let placed = spread_labels(requests, em, -PI * far, PI * far).into_iter();
        let name = |(text, along): (String, f64)| {
            let angle = along / far;
            // Below, words stand upright rather than on their heads.
            let turn = if angle.cos() < -0.01 { angle + PI } else { angle };
            EdgeLabel {
                text,
                at: Point::new(angle.sin() * far, -angle.cos() * far),
                degrees: (turn.to_degrees().round() as i32).rem_euclid(360) as u16,
            }
        };
        placed.map(name).collect()
    }
}
