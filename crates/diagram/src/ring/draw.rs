//! Draws what differs on a ring board: checkers, borders between cells, slides and hops.

use crate::draw::{
    BackgroundBuilder, Canvas, START_GAP, TIP, arrow_head, sides_of, to_frame, waves,
};
use crate::plan::{CELL, LineGeometry, Panel};
use crate::{MoveLine, PathWriter, Point};
use fairybook_core::geometry::{AxisKind, Cell, CellCoordinates, Vector};

use super::Ring;

impl BackgroundBuilder<'_> {
    /// The same where rays are the columns and rings the rows.
    pub(crate) fn ring_stripes(
        &self,
        panel: &Panel,
        ring: &Ring,
        shade: u8,
        path: &mut PathWriter,
    ) -> bool {
        let layout = &self.view.layout;
        let place = |ray: i16, of_ring: i16| match ring.around {
            AxisKind::Rank => Vector::new(of_ring, ray, 0),
            AxisKind::File | AxisKind::Level => Vector::new(ray, of_ring, 0),
        };
        let first = layout.at(CellCoordinates { board: panel.board, at: place(0, 0) });
        let is_whole = i32::from(ring.rays) * i32::from(ring.rings) == panel.cells.len() as i32;
        let Some(first) = first.filter(|_| is_whole) else { return false };
        let (lines, middle) = (self.plan.lines(panel.board), panel.area.middle());
        for ray in (0..ring.rays).step_by(2) {
            let corners =
                |of_ring| ring.corners(place(ray, of_ring)).map(|at| at.along(middle, 1.0));
            let ([a, b, ..], [.., c, d]) = (corners(0), corners(ring.rings - 1));
            lines.close(path, &[a, b, c, d]);
        }
        let skipped = i16::from(layout.shade(first) != shade);
        for of_ring in (1 - skipped..ring.rings).step_by(2) {
            let radius = |of_ring: i16| ring.radius(f64::from(of_ring));
            path.circle(middle, radius(of_ring + 1), false);
            path.circle(middle, radius(of_ring), true);
        }
        true
    }

    /// The side on which two cells touch.
    pub(crate) fn side_between(&self, a: Cell, b: Cell) -> Option<(Point, Point)> {
        let [sides, others] = [a, b].map(|cell| sides_of(&self.plan.corners(self.view, cell)));
        sides.into_iter().find(|&(from, to)| others.contains(&(to, from)))
    }
}

impl Canvas<'_> {
    /// The same on a ring, which no line leaves over joined edges. One that comes back to its piece
    /// ends as far from it as it begins.
    pub(crate) fn slide_around(
        &self,
        path: &mut PathWriter,
        move_line: &MoveLine,
        lines: LineGeometry,
    ) {
        let mut places = self.points(move_line);
        let &[first, second, ..] = &places[..] else { return };
        let &[.., before, last] = &places[..] else { return };
        let count = places.len();
        let has_piece = move_line.cells.first() == move_line.cells.last()
            || self.figure.ends_at_capture_ring(move_line);
        let is_open = move_line.open && !has_piece;
        let beyond = match (is_open, has_piece) {
            (true, _) => TIP,
            (false, true) => -START_GAP,
            (false, false) => 0.0,
        };
        let end = lines.moved(last, before, -beyond);
        places[0] = lines.moved(first, second, START_GAP).whole();
        places[count - 1] = end.whole();
        path.move_to(places[0]);
        lines.trace(path, &places);
        if is_open {
            let back = lines.direction(end, before);
            arrow_head(path, Point::new(-back.x, -back.y), end);
        }
    }

    /// The same on a ring, from cell to cell.
    pub(crate) fn hop_around(
        &self,
        path: &mut PathWriter,
        move_line: &MoveLine,
        lines: LineGeometry,
    ) {
        let points = self.points(move_line);
        let (&[first, second, ..], &[.., before, last]) = (&points[..], &points[..]) else {
            return;
        };
        let mut places = vec![lines.moved(first, second, START_GAP).whole()];
        path.move_to(places[0]);
        for (three, cell) in points.windows(3).zip(&move_line.cells[1..]) {
            let [before, here, after] = *three else { continue };
            if !move_line.obstacles.contains(cell) {
                places.push(here);
                continue;
            }
            let ends = [before, after].map(|other| {
                let ahead = lines.direction(here, other);
                lines.moved(here, other, to_frame(ahead)).whole()
            });
            places.push(ends[0]);
            lines.trace(path, &places);
            path.move_to(ends[1]);
            places = vec![ends[1]];
        }
        let short = if self.figure.ends_at_capture_ring(move_line) { START_GAP } else { 0.0 };
        places.push(lines.moved(last, before, short).whole());
        lines.trace(path, &places);
    }
}

/// What parts two cells, along the side on which they touch: two thin waves, or one line.
pub(crate) fn border_along(
    path: &mut PathWriter,
    lines: LineGeometry,
    (from, to): (Point, Point),
    wave: bool,
) {
    if !wave {
        path.move_to(from);
        return lines.trace(path, &[from, to]);
    }
    // Waves are about as long as on straight boards, two on each cell.
    let pairs = (from.distance(to) / CELL).round().max(1.0);
    let place = |share, off| lines.beside(from, to, share, off).whole();
    waves(path, (4.0 * pairs) as i32, place);
}
