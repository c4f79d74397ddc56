use crate::diagram::plan::{CELL, Lines};
use crate::diagram::{Pen, Spot};

use super::outline::sides_of;
use super::slant::Slant;

/// How far apart the lines of a hatch are, measured along a side of a cell.
const HATCH: f64 = CELL / 3.0;

/// Slanting lines over a cell, given by its corners, that go on in the next one: so far from a
/// corner of the board that they do.
pub(super) fn hatch(pen: &mut Pen, lines: Lines, corner: Spot, cell: &[Spot], slant: Slant) {
    let side = match slant {
        Slant::Rising => 1.0,
        Slant::Falling => -1.0,
    };
    // How far from the board's corner, across the lines.
    let across = |spot: Spot| (spot.x - corner.x) * side + (spot.y - corner.y);
    let depths = || cell.iter().map(|&spot| across(spot) / HATCH);
    // An arc reaches beyond its ends.
    let first = depths().fold(f64::INFINITY, f64::min).floor() as i32;
    let last = depths().fold(f64::NEG_INFINITY, f64::max).ceil() as i32;
    for depth in (first..=last).map(|line| f64::from(line) * HATCH) {
        match lines {
            Lines::Straight => straight(pen, cell, depth, across),
            Lines::Around(_) => {
                let start = corner.plus(0.0, depth);
                between(pen, lines, cell, (start, start.plus(1.0, -side)));
            }
        }
    }
}

/// The line at that depth, over a cell of straight sides.
fn straight(pen: &mut Pen, cell: &[Spot], depth: f64, across: impl Fn(Spot) -> f64) {
    let crossing = |(a, b): (Spot, Spot)| {
        let share = (depth - across(a)) / (across(b) - across(a));
        (0.0..=1.0).contains(&share).then(|| a.towards(b, share))
    };
    let mut ends: Vec<Spot> = sides_of(cell).into_iter().filter_map(crossing).collect();
    ends.sort_by_key(|spot| spot.key());
    if let [from, .., to] = ends[..]
        && from.distance(to) > 1.0
    {
        pen.polyline(&[from, to]);
    }
}

/// The parts of the line through two places that lie in a cell with arcs for sides: it may leave
/// the cell and come in again.
fn between(pen: &mut Pen, lines: Lines, cell: &[Spot], line: (Spot, Spot)) {
    let sides = sides_of(cell).into_iter();
    let mut ends: Vec<Spot> = sides.flat_map(|side| lines.crossings(side, line)).collect();
    ends.sort_by_key(|spot| spot.key());
    for pair in ends.windows(2) {
        // What is shorter than a line is wide is no line.
        let is_long = pair[0].distance(pair[1]) > 3.0;
        if is_long && lines.holds(cell, pair[0].towards(pair[1], 0.5)) {
            pen.polyline(&[pair[0].whole(), pair[1].whole()]);
        }
    }
}
