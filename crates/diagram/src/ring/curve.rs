//! Curves between two points of a ring board: arcs, rays and windings.

use std::f64::consts::{PI, TAU};

use crate::{PathWriter, Point};

/// Lengths that differ by less are the same, for places are whole numbers.
const SAME: f64 = 2.0;
/// No curve winds farther: longer ones would leave their way.
const LONGEST_CURVE: f64 = 0.8;

/// A curve around a centre that turns and moves outwards at a constant rate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RingCurve {
    middle: Point,
    /// Where it begins: how far from the middle, and in what direction from there.
    radius: f64,
    angle: f64,
    /// How far outwards it goes in all, and how far it turns; clockwise is positive.
    pub rise: f64,
    pub turn: f64,
}

impl RingCurve {
    /// The shorter way from here to there.
    pub fn new(middle: Point, from: Point, to: Point) -> RingCurve {
        let radius = middle.distance(from);
        let rise = middle.distance(to) - radius;
        let turn = turn(middle, from, to);
        RingCurve {
            middle,
            radius,
            angle: angle_to(middle, from),
            rise: if rise.abs() < SAME { 0.0 } else { rise },
            turn: if (turn * radius).abs() < SAME { 0.0 } else { turn },
        }
    }

    pub fn is_arc(&self) -> bool {
        self.rise == 0.0 && self.turn != 0.0
    }

    /// The point at a share of the curve.
    pub fn at(&self, share: f64) -> Point {
        let (sin, cos) = (self.angle + share * self.turn).sin_cos();
        let radius = self.radius + share * self.rise;
        self.middle.plus(radius * cos, radius * sin)
    }

    /// The tangent at a share of the curve, as long as the whole curve would be without its bend.
    pub fn tangent(&self, share: f64) -> Point {
        let (sin, cos) = (self.angle + share * self.turn).sin_cos();
        let aside = (self.radius + share * self.rise) * self.turn;
        Point::new(self.rise * cos - aside * sin, self.rise * sin + aside * cos)
    }

    /// Writes the curve; the path is already at its start.
    pub fn trace(&self, path: &mut PathWriter, end: Point) {
        if self.turn == 0.0 {
            path.line_to(end);
            return;
        }
        if self.is_arc() {
            path.arc_to(self.radius.round(), self.turn > 0.0, end);
            return;
        }
        let count = (self.turn.abs() / LONGEST_CURVE).ceil();
        for part in 0..count as i32 {
            let [from, to] = [part, part + 1].map(|part| f64::from(part) / count);
            // A third of the way along either tangent.
            let handle = |share: f64, way: f64| {
                let tangent = self.tangent(share);
                let third = |length: f64| length * way / count / 3.0;
                self.at(share).plus(third(tangent.x), third(tangent.y)).whole()
            };
            let to_end = if to == 1.0 { end } else { self.at(to).whole() };
            path.curve_to(handle(from, 1.0), handle(to, -1.0), to_end);
        }
    }
}

/// The angle from one point to the other around the centre, the shorter way.
pub(crate) fn turn(middle: Point, from: Point, to: Point) -> f64 {
    let around = (angle_to(middle, to) - angle_to(middle, from)).rem_euclid(TAU);
    if around > PI { around - TAU } else { around }
}

fn angle_to(middle: Point, place: Point) -> f64 {
    (place.y - middle.y).atan2(place.x - middle.x)
}

/// Whether a point is between two others as seen from the centre.
pub(crate) fn is_between(middle: Point, (a, b): (Point, Point), place: Point) -> bool {
    let (whole, part) = (turn(middle, a, b), turn(middle, a, place));
    part * whole >= 0.0 && part.abs() <= whole.abs()
}
