//! Draws the hatch of a zone, cell by cell.

use std::collections::BTreeMap;

use crate::plan::{CELL, LineGeometry};
use crate::{BoardView, Point, ZoneStyle};
use fairybook_core::source::sort_by_key;

use super::outline::sides_of;

/// How far apart the lines of a hatch are, measured along a side of a cell.
const HATCH: f64 = CELL / 3.0;

/// Which way the hatch of a zone slants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HatchDirection {
    Rising = 1,
    Falling = -1,
}

/// How each zone slants: zones of one name alike, others that share cells with them, or just follow
/// them, the other way.
pub(crate) fn hatch_directions(view: &BoardView) -> Vec<HatchDirection> {
    let mut directions: Vec<HatchDirection> = Vec::new();
    for (index, zone) in view.zones.iter().enumerate() {
        let before = || view.zones[..index].iter().zip(&directions);
        let meets = |other: &ZoneStyle| !other.cells.is_disjoint(&zone.cells);
        let over = before().rfind(|(other, _)| meets(other));
        let same = before().find(|(other, _)| over.is_none() && other.label == zone.label);
        let last = over.map(|(_, direction)| direction).or(directions.last());
        let opposite = match last {
            Some(HatchDirection::Rising) => HatchDirection::Falling,
            Some(HatchDirection::Falling) | None => HatchDirection::Rising,
        };
        directions.push(same.map_or(opposite, |(_, direction)| *direction));
    }
    directions
}

/// A line by its ends, from left to right.
pub(super) type HatchLine = [Point; 2];

/// Lines that go on in the next cell become one.
pub(super) fn merged(mut lines: Vec<HatchLine>) -> Vec<HatchLine> {
    sort_by_key(&mut lines, |[from, _]| from.key());
    let mut ends: BTreeMap<(i64, i64), usize> = BTreeMap::new();
    let mut merged: Vec<HatchLine> = Vec::new();
    for [from, to] in lines {
        let at = ends.remove(&from.key()).unwrap_or(merged.len());
        match merged.get_mut(at) {
            Some(line) => line[1] = to,
            None => merged.push([from, to]),
        }
        ends.insert(to.key(), at);
    }
    merged
}

/// Slanting lines over a cell, given by its corners, that go on in the next one: so far from a
/// corner of the board that they do.
pub(super) fn hatch(
    found: &mut Vec<HatchLine>,
    lines: LineGeometry,
    corner: Point,
    cell: &[Point],
    direction: HatchDirection,
) {
    let side = f64::from(direction as i8);
    // How far from the board's corner, across the lines.
    let across = |point: Point| (point.x - corner.x) * side + (point.y - corner.y);
    let depths = || cell.iter().map(|&point| across(point) / HATCH);
    // An arc reaches beyond its ends.
    let first = depths().fold(f64::INFINITY, f64::min).floor() as i32;
    let last = depths().fold(f64::NEG_INFINITY, f64::max).ceil() as i32;
    for depth in (first..=last).map(|line| f64::from(line) * HATCH) {
        match lines {
            LineGeometry::Straight => straight(found, cell, depth, across),
            LineGeometry::Around(_) => {
                let start = corner.plus(0.0, depth);
                between(found, lines, cell, (start, start.plus(1.0, -side)));
            }
        }
    }
}

/// The line at that depth, over a cell of straight sides.
fn straight(found: &mut Vec<HatchLine>, cell: &[Point], depth: f64, across: impl Fn(Point) -> f64) {
    let crossing = |(a, b): (Point, Point)| {
        let share = (depth - across(a)) / (across(b) - across(a));
        (0.0..=1.0).contains(&share).then(|| a.interpolate(b, share))
    };
    let mut ends: Vec<Point> = sides_of(cell).into_iter().filter_map(crossing).collect();
    sort_by_key(&mut ends, |point| point.key());
    if let [from, .., to] = ends[..]
        && from.distance(to) > 1.0
    {
        found.push([from, to]);
    }
}

/// The parts of the line through two places that lie in a cell with arcs for sides: it may leave
/// the cell and come in again.
fn between(found: &mut Vec<HatchLine>, lines: LineGeometry, cell: &[Point], line: (Point, Point)) {
    let sides = sides_of(cell).into_iter();
    let mut ends: Vec<Point> = sides.flat_map(|side| lines.crossings(side, line)).collect();
    sort_by_key(&mut ends, |point| point.key());
    for pair in ends.windows(2) {
        // What is shorter than a line is wide is no line.
        let is_long = pair[0].distance(pair[1]) > 3.0;
        if is_long && lines.contains(cell, pair[0].interpolate(pair[1], 0.5)) {
            found.push([pair[0].whole(), pair[1].whole()]);
        }
    }
}
