//! How a line runs between two points of a drawing: straight, or around a ring.

use std::f64::consts::PI;

use crate::ring::{RingCurve, is_between};
use crate::{PathWriter, Point};

/// How lines run from place to place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum LineGeometry {
    /// As they do on most boards.
    Straight,
    /// As on a board that is bent around this place: along a ring an arc, outwards straight, and
    /// what would be aslant on the flat board winds.
    Around(Point),
}

/// No arc is longer: the ends of half a circle say too little of where its middle is.
const LONGEST_ARC: f64 = 2.0 * PI / 3.0 + 0.02;

impl LineGeometry {
    /// The line between two places, if it runs around something.
    fn curve(self, from: Point, to: Point) -> Option<RingCurve> {
        match self {
            LineGeometry::Straight => None,
            LineGeometry::Around(middle) => Some(RingCurve::new(middle, from, to)),
        }
    }

    /// The direction at `from` of the line to `to`, as a vector of length one.
    pub fn direction(self, from: Point, to: Point) -> Point {
        match self.curve(from, to) {
            None => from.direction(to),
            Some(curve) => Point::default().direction(curve.tangent(0.0)),
        }
    }

    /// The point at a distance from `from` on the line to `to`; before `from` if it is negative.
    pub fn moved(self, from: Point, to: Point, length: f64) -> Point {
        let Some(curve) = self.curve(from, to) else {
            return from.along(from.direction(to), length);
        };
        let tangent = Point::default().distance(curve.tangent(0.0));
        if tangent == 0.0 { from } else { curve.at(length / tangent) }
    }

    /// The point at a share of the line, moved to the right by `aside`.
    pub fn beside(self, from: Point, to: Point, share: f64, aside: f64) -> Point {
        match self.curve(from, to) {
            None => from.interpolate(to, share).beside(from.direction(to), aside),
            Some(curve) => {
                let ahead = Point::default().direction(curve.tangent(share));
                curve.at(share).beside(ahead, aside)
            }
        }
    }

    /// Whether the lines from `a` to `b` and from `b` to `c` are one arc or one straight line.
    pub fn is_smooth_at(self, a: Point, b: Point, c: Point) -> bool {
        let (Some(one), Some(other)) = (self.curve(a, b), self.curve(b, c)) else {
            return a.direction(b).distance(b.direction(c)) < 0.01;
        };
        let are_arcs = one.rise == 0.0 && other.rise == 0.0 && one.turn * other.turn > 0.0;
        let are_rays = one.turn == 0.0 && other.turn == 0.0 && one.rise * other.rise > 0.0;
        are_arcs || are_rays
    }

    /// Writes the line through these points; the path is already at the first.
    pub fn trace(self, path: &mut PathWriter, places: &[Point]) {
        for pair in self.stops(places).windows(2) {
            match self.curve(pair[0], pair[1]) {
                Some(curve) => curve.trace(path, pair[1]),
                None => _ = path.line_to(pair[1]),
            }
        }
    }

    /// Those of these places between which a line is one stroke: the ends, the bends, and now and
    /// then a place on a long arc.
    fn stops(self, places: &[Point]) -> Vec<Point> {
        let mut stops: Vec<Point> = places.first().copied().into_iter().collect();
        // How far around the stroke has come.
        let mut around = 0.0;
        for three in places.windows(3) {
            let turn = |from, to| self.curve(from, to).map_or(0.0, |curve| curve.turn.abs());
            around += turn(three[0], three[1]);
            let is_long = around + turn(three[1], three[2]) > LONGEST_ARC;
            if is_long || !self.is_smooth_at(three[0], three[1], three[2]) {
                stops.push(three[1]);
                around = 0.0;
            }
        }
        stops.extend(places.iter().skip(1).last());
        stops
    }

    /// The closed line around these corners.
    pub fn close(self, path: &mut PathWriter, corners: &[Point]) {
        let (Some(&first), Some(&last)) = (corners.first(), corners.last()) else { return };
        path.move_to(first);
        match self.arc_around(last, first) {
            Some(_) => self.trace(path, &[corners, &[first]].concat()),
            // Closing a path draws a straight line.
            None => self.trace(path, corners),
        }
        path.close();
    }

    /// Where the line between two places meets the straight line that goes on through two others.
    pub fn crossings(self, (a, b): (Point, Point), (from, to): (Point, Point)) -> Vec<Point> {
        let ahead = from.direction(to);
        let Some(middle) = self.arc_around(a, b) else {
            let off = |point: Point| (point.x - from.x) * ahead.y - (point.y - from.y) * ahead.x;
            let share = off(a) / (off(a) - off(b));
            let meets = (0.0..=1.0).contains(&share);
            return meets.then(|| a.interpolate(b, share)).into_iter().collect();
        };
        let (x, y) = (middle.x - from.x, middle.y - from.y);
        // The place of the straight line that is nearest to the middle, and half of the chord.
        let along = x * ahead.x + y * ahead.y;
        let nearest = from.along(ahead, along);
        let half = (middle.distance(a).powi(2) - middle.distance(nearest).powi(2)).max(0.0).sqrt();
        let ends = [-half, half].map(|half| nearest.along(ahead, half));
        let is_on = |point: &Point| is_between(middle, (a, b), *point);
        ends.into_iter().filter(|_| half > 0.0).filter(is_on).collect()
    }

    /// Whether a point is inside a cell of a ring. Its two inner corners come first.
    pub fn contains(self, corners: &[Point], place: Point) -> bool {
        let (LineGeometry::Around(middle), &[a, b, c, _]) = (self, corners) else { return false };
        let far = middle.distance(place);
        let is_in_ring = middle.distance(a) <= far && far <= middle.distance(c);
        is_in_ring && is_between(middle, (a, b), place)
    }

    /// The middle, if the line between two places is an arc.
    fn arc_around(self, a: Point, b: Point) -> Option<Point> {
        let LineGeometry::Around(middle) = self else { return None };
        RingCurve::new(middle, a, b).is_arc().then_some(middle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AROUND: LineGeometry = LineGeometry::Around(Point::new(0.0, 0.0));

    fn at(degrees: f64, far: f64) -> Point {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Point::new(far * cos, far * sin).whole()
    }

    #[track_caller]
    fn check(lines: LineGeometry, places: &[Point], data: &str) {
        let mut path = PathWriter::default();
        path.move_to(places[0]);
        lines.trace(&mut path, places);
        assert_eq!(path.data(), data);
    }

    #[test]
    fn lines_around_are_arcs_and_others_straight() {
        check(AROUND, &[at(0.0, 300.0), at(90.0, 300.0)], "M300 0a300 300 0 0 1-300 300");
        check(AROUND, &[at(90.0, 300.0), at(0.0, 300.0)], "M0 300a300 300 0 0 0 300-300");
        check(AROUND, &[at(0.0, 300.0), at(0.0, 400.0)], "M300 0h100");
        check(LineGeometry::Straight, &[at(0.0, 300.0), at(90.0, 300.0)], "M300 0l-300 300");
    }

    #[test]
    fn what_is_aslant_winds() {
        let (from, to) = (at(0.0, 300.0), at(40.0, 500.0));
        let ahead = AROUND.direction(from, to);
        assert!(ahead.x > 0.5 && ahead.y > 0.5, "outwards, and clockwise: {ahead:?}");
        let halfway = AROUND.beside(from, to, 0.5, 0.0);
        assert!(halfway.distance(at(20.0, 400.0)) < 1.5);
        let mut path = PathWriter::default();
        AROUND.trace(path.move_to(from), &[from, to]);
        assert_eq!(path.data().matches('c').count(), 1, "{}", path.data());
    }

    #[test]
    fn arcs_and_lines_go_on_until_they_bend() {
        let arc = [0.0, 30.0, 60.0, 90.0].map(|degrees| at(degrees, 300.0));
        check(AROUND, &arc, "M300 0a300 300 0 0 1-300 300");
        let ray = [300.0, 400.0, 500.0].map(|far| at(20.0, far));
        assert_eq!(AROUND.stops(&ray).len(), 2);
        assert_eq!(AROUND.stops(&[arc[0], arc[1], arc[0]]).len(), 3, "there and back");
        let around: Vec<Point> = (0..=12).map(|step| at(30.0 * f64::from(step), 300.0)).collect();
        assert_eq!(AROUND.stops(&around).len(), 4, "three arcs are a whole round");
        let aslant = [at(0.0, 300.0), at(20.0, 400.0), at(40.0, 500.0)];
        assert_eq!(AROUND.stops(&aslant).len(), 3);
    }

    #[test]
    fn one_goes_along_arcs() {
        let moved = AROUND.moved(at(0.0, 300.0), at(90.0, 300.0), 300.0 * PI / 6.0);
        assert!(moved.distance(at(30.0, 300.0)) < 1.0);
        let back = AROUND.moved(at(0.0, 300.0), at(90.0, 300.0), -300.0 * PI / 6.0);
        assert!(back.distance(at(-30.0, 300.0)) < 1.0);
        let ahead = AROUND.direction(at(0.0, 300.0), at(90.0, 300.0));
        assert!(ahead.distance(Point::new(0.0, 1.0)) < 1e-9);
        // Clockwise, the centre is on the right.
        let beside = AROUND.beside(at(0.0, 300.0), at(90.0, 300.0), 0.5, 10.0);
        assert!(beside.distance(at(45.0, 290.0)) < 1.5);
    }

    #[test]
    fn a_straight_line_may_cross_an_arc_twice() {
        let arc = (at(-45.0, 300.0), at(45.0, 300.0));
        let crossings = |x: f64| {
            let line = (Point::new(x, 0.0), Point::new(x, 1.0));
            AROUND.crossings(arc, line).len()
        };
        assert_eq!([100.0, 250.0, 310.0].map(crossings), [0, 2, 0]);
        let level = (Point::new(0.0, 0.0), Point::new(1.0, 0.0));
        assert_eq!(AROUND.crossings(arc, level).len(), 1, "not on the far side");
    }

    #[test]
    fn a_cell_holds_what_lies_between_its_corners() {
        let cell = [at(40.0, 300.0), at(20.0, 300.0), at(20.0, 400.0), at(40.0, 400.0)];
        for (degrees, far, is_inside) in
            [(30.0, 350.0, true), (30.0, 290.0, false), (30.0, 410.0, false), (45.0, 350.0, false)]
        {
            assert_eq!(AROUND.contains(&cell, at(degrees, far)), is_inside, "{degrees} {far}");
        }
    }
}
