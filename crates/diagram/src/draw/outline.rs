//! Lines around and between cells, from the cells' corners, and how lines run there, alone.

use std::collections::{BTreeMap, BTreeSet};

use crate::plan::LineGeometry;
use crate::{PathWriter, Point};
use fairybook_core::source::sort_by_key;

type PointKey = (i64, i64);

/// The line around cells whose corners are given clockwise; around holes too.
pub(super) fn outline(lines: LineGeometry, cells: impl Iterator<Item = Vec<Point>>) -> PathWriter {
    let mut sides = unshared(cells);
    let mut path = PathWriter::default();
    while !sides.is_empty() {
        let (start, mut at) = sides.remove(0);
        let mut corners = vec![start];
        while at.key() != start.key() {
            corners.push(at);
            let next = sides.partition_point(|(from, _)| from.key() < at.key());
            assert!(next < sides.len(), "an outline is closed");
            (_, at) = sides.remove(next);
        }
        match lines {
            LineGeometry::Straight => {
                path.polygon(&without_straight(&corners));
            }
            LineGeometry::Around(_) => lines.close(&mut path, &corners),
        }
    }
    path
}

/// The line around cells, but for the sides that are open.
pub(super) fn open_outline(
    cells: impl Iterator<Item = Vec<Point>>,
    is_open: impl Fn(Point, Point) -> bool,
) -> PathWriter {
    let sides = unshared(cells).into_iter();
    joined(LineGeometry::Straight, sides.filter(|&(from, to)| !is_open(from, to)).collect())
}

/// The sides that only one cell has, in the order of their ends: what two share is not part of the outline.
fn unshared(cells: impl Iterator<Item = Vec<Point>>) -> Vec<(Point, Point)> {
    // Sorting brings the two together: a board has many more shared sides than others.
    let mut sides: Vec<((PointKey, PointKey), (Point, Point))> = cells
        .flat_map(|corners| sides_of(&corners))
        .map(|side| {
            let (from, to) = (side.0.key(), side.1.key());
            ((from.min(to), from.max(to)), side)
        })
        .collect();
    sort_by_key(&mut sides, |(undirected, _)| *undirected);
    let together = sides.chunk_by(|(one, _), (other, _)| one == other);
    let alone =
        together.filter_map(|same| if let [(_, alone)] = same { Some(*alone) } else { None });
    let mut alone: Vec<(Point, Point)> = alone.collect();
    sort_by_key(&mut alone, |(from, to)| (from.key(), to.key()));
    alone
}

/// The lines on which two cells touch.
pub(super) fn lines_between(
    lines: LineGeometry,
    cells: impl Iterator<Item = Vec<Point>>,
) -> PathWriter {
    let (mut seen, mut shared) = (BTreeSet::new(), Vec::new());
    for (from, to) in cells.flat_map(|corners| sides_of(&corners)) {
        if seen.contains(&(to.key(), from.key())) {
            shared.push((to, from));
        }
        seen.insert((from.key(), to.key()));
    }
    joined(lines, shared)
}

/// Pieces of lines, those that continue each other drawn as one.
pub(super) fn joined(run: LineGeometry, mut lines: Vec<(Point, Point)>) -> PathWriter {
    let mut path = PathWriter::default();
    for line in &mut lines {
        if line.1.key() < line.0.key() {
            *line = (line.1, line.0);
        }
    }
    sort_by_key(&mut lines, |line| (line.0.key(), line.1.key()));
    let mut starts: BTreeMap<PointKey, Vec<(Point, Point)>> = BTreeMap::new();
    for &line in &lines {
        starts.entry(line.0.key()).or_default().push(line);
    }
    let mut take = |from: Point, fits: &dyn Fn(Point) -> bool| {
        let list = starts.get_mut(&from.key())?;
        let index = list.iter().position(|&(_, to)| fits(to))?;
        Some(list.remove(index).1)
    };
    for (from, to) in lines {
        let Some(mut end) = take(from, &|other| other.key() == to.key()) else { continue };
        let mut places = vec![from, end];
        let is_smooth_at = |places: &[Point], next: Point| {
            run.is_smooth_at(places[places.len() - 2], places[places.len() - 1], next)
        };
        while let Some(next) = take(end, &|next| is_smooth_at(&places, next)) {
            places.push(next);
            end = next;
        }
        path.move_to(from);
        run.trace(&mut path, &places);
    }
    path
}

pub(crate) fn sides_of(corners: &[Point]) -> Vec<(Point, Point)> {
    let next = corners.iter().cycle().skip(1);
    corners.iter().copied().zip(next.copied()).collect()
}

/// A closed line without the corners at which it goes straight on.
fn without_straight(corners: &[Point]) -> Vec<Point> {
    let count = corners.len();
    let turns = |&index: &usize| {
        let (before, after) = (corners[(index + count - 1) % count], corners[(index + 1) % count]);
        !is_straight(before, corners[index], after)
    };
    (0..count).filter(turns).map(|index| corners[index]).collect()
}

fn is_straight(a: Point, b: Point, c: Point) -> bool {
    ((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)).abs() < 0.01
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(x: f64, y: f64) -> Vec<Point> {
        [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
            .map(|(dx, dy)| Point::new(x + dx, y + dy))
            .to_vec()
    }

    #[test]
    fn an_outline_goes_around_cells_and_holes() {
        let cells = |drawing: &str| {
            let rows: Vec<&str> = drawing.split('/').collect();
            let mut found = Vec::new();
            for (y, row) in rows.iter().enumerate() {
                for (x, _) in row.match_indices('x') {
                    found.push(cell(x as f64, y as f64));
                }
            }
            found
        };
        let outline = |cells: Vec<Vec<Point>>| outline(LineGeometry::Straight, cells.into_iter());
        assert_eq!(outline(cells("xx")).data(), "M0 0h2v1h-2z");
        assert_eq!(outline(cells("x./xx")).data(), "M0 0h1v1h1v1h-2z");
        let ring = outline(cells("xxx/x.x/xxx"));
        assert_eq!(ring.data().matches('z').count(), 2, "{}", ring.data());
        let between = lines_between(LineGeometry::Straight, cells("xx/xx").into_iter());
        assert_eq!(between.data(), "M0 1h2m-1-1v2");
    }
}
