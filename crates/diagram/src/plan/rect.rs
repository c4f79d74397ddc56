//! Axis-parallel rectangles on the drawing.

use crate::Point;
use crate::path_writer::points;

/// A box.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Rect {
    pub fn around(points: impl IntoIterator<Item = Point>) -> Rect {
        let (most, least) = (f64::INFINITY, f64::NEG_INFINITY);
        let none = Rect { left: most, top: most, right: least, bottom: least };
        points.into_iter().fold(none, |area, point| Rect {
            left: area.left.min(point.x),
            top: area.top.min(point.y),
            right: area.right.max(point.x),
            bottom: area.bottom.max(point.y),
        })
    }

    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub fn middle(&self) -> Point {
        Point::new((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    /// The corners: near left, near right, far right, far left, where `bottom` is the far end.
    pub fn corners(&self) -> [Point; 4] {
        let Rect { left, top, right, bottom } = *self;
        points([(left, top), (right, top), (right, bottom), (left, bottom)])
    }

    /// So much larger on each side.
    pub fn expanded(self, by: f64) -> Rect {
        let Rect { left, top, right, bottom } = self;
        Rect { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
    }

    /// What both have.
    pub fn intersection(&self, other: &Rect) -> Option<Rect> {
        let area = Rect {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        (area.width() > 0.0 && area.height() > 0.0).then_some(area)
    }

    /// The box around both.
    pub fn union(&self, other: &Rect) -> Rect {
        Rect::around(self.corners().into_iter().chain(other.corners()))
    }

    pub fn translated(self, x: f64, y: f64) -> Rect {
        let Rect { left, top, right, bottom } = self;
        Rect { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
    }
}
