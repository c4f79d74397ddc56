//! Arranges boxes in rows.

use crate::Point;

use super::{CELL, GAP, RIM};

/// Boards are arranged so that they fill a box of this shape best: width by height.
const TARGET_ASPECT: f64 = 1.25;
/// Boards that are no wider than this side by side stand in one row.
const ROW: f64 = 17.0 * CELL;
/// Levels, with their overview, are many: wider than high they would be small on a narrow page.
const LEVELS_ASPECT: f64 = 1.0;
/// How much worse a shape is in which one box is alone in the last row, below rows of several.
const ORPHAN: f64 = 1.2;
/// How much lower a row may be than the overview in it.
const LOWER: f64 = 0.85;

/// Sizes of boxes: width and height.
type Size = (f64, f64);

/// Boxes in rows, in their order.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The upper left corner of each box; they stand on the foot of their row.
    pub corners: Vec<Point>,
    /// Where the row of each box ends.
    pub feet: Vec<f64>,
    /// The corner of the overview, and the height available to it.
    pub overview: Option<(Point, f64)>,
    pub width: f64,
    pub height: f64,
}

impl Rows {
    /// All in one row, with more than the usual gap after some of them.
    pub fn single(sizes: &[Size], overview: Option<Size>, more: &[f64]) -> Rows {
        let mut rows = Rows::default();
        let height = height(sizes).max(overview.map_or(0.0, |size| size.1));
        rows.add(sizes, height, more);
        if let Some((wide, tall)) = overview {
            rows.overview = Some((Point::new(rows.width + GAP, RIM + height - tall), tall));
            rows.width += GAP + wide;
        }
        rows.closed()
    }

    /// Of all ways to break them where a row is as wide as some of them that follow each other, and
    /// to put the overview beside the first rows or at the end of the last, the one that fills the
    /// usual shape best and is no wider than `most`; a column if all are wider.
    pub fn best(sizes: &[Size], overview: Option<Size>, most: f64) -> Rows {
        if overview.is_none() && row_width(sizes) <= ROW.min(most) {
            return Rows::single(sizes, None, &[]);
        }
        let boxes: Vec<Size> = sizes.iter().copied().chain(overview).collect();
        let run = |from: usize, to: usize| row_width(&boxes[from..to]) + 0.5;
        let count = boxes.len();
        let limits = (0..count).flat_map(|from| (from + 1..=count).map(move |to| (from, to)));
        let limits: Vec<f64> = limits.map(|(from, to)| run(from, to)).collect();
        let all = limits.into_iter().flat_map(|limit| match overview {
            None => vec![Rows::of(sizes, &broken(sizes, limit))],
            Some(overview) => {
                let last = Rows::at_the_end(sizes, overview, limit);
                last.into_iter().chain([Rows::beside(sizes, overview, limit)]).collect()
            }
        });
        let narrow = all.filter(|rows| rows.width <= most);
        let best = narrow.min_by(|a, b| a.extent().total_cmp(&b.extent()));
        best.unwrap_or_else(|| Rows::column(sizes))
    }

    /// Each in a row of its own.
    pub fn column(sizes: &[Size]) -> Rows {
        Rows::of(sizes, &vec![1; sizes.len()])
    }

    fn of(sizes: &[Size], counts: &[usize]) -> Rows {
        let mut rows = Rows::default();
        rows.add_rows(sizes, counts);
        rows.closed()
    }

    /// The overview as if it were the last box, if its row is about as high as it is.
    fn at_the_end(sizes: &[Size], overview: Size, limit: f64) -> Option<Rows> {
        let with_it: Vec<Size> = sizes.iter().copied().chain([overview]).collect();
        let counts = broken(&with_it, limit.max(overview.0));
        let before = with_it.len() - counts.last()?;
        let tallest = height(&sizes[before.min(sizes.len())..]);
        let fits = tallest >= LOWER * overview.1 && overview.1 >= LOWER * tallest;
        fits.then(|| {
            let mut rows = Rows::of(&with_it, &counts);
            let (at, foot) = (rows.corners.pop(), rows.feet.pop());
            rows.overview = at.zip(foot).map(|(at, foot)| (at, foot - at.y));
            rows
        })
    }

    /// The overview at the right of the first rows, of as many as it is high.
    fn beside(sizes: &[Size], overview: Size, limit: f64) -> Rows {
        let mut rows = Rows::default();
        let mut rest = sizes;
        while !rest.is_empty() && rows.height < LOWER * overview.1 {
            let (row, after) = rest.split_at(broken(rest, limit)[0]);
            rows.add(row, height(row), &[]);
            rest = after;
        }
        rows.height = rows.height.max(RIM + overview.1);
        rows.overview = Some((Point::new(rows.width + GAP, RIM), rows.height - RIM));
        rows.width += GAP + overview.0;
        rows.add_rows(rest, &broken(rest, rows.width - RIM));
        rows.closed()
    }

    /// Rows below the others, of so many boxes each.
    fn add_rows(&mut self, mut rest: &[Size], counts: &[usize]) {
        for &count in counts {
            let (row, after) = rest.split_at(count);
            self.add(row, height(row), &[]);
            rest = after;
        }
    }

    /// One more row below the others.
    fn add(&mut self, row: &[Size], height: f64, more: &[f64]) {
        let top = if self.height == 0.0 { RIM } else { self.height + GAP };
        let mut left = RIM;
        for (index, &(wide, tall)) in row.iter().enumerate() {
            self.corners.push(Point::new(left, top + height - tall));
            self.feet.push(top + height);
            self.width = self.width.max(left + wide);
            left += wide + GAP + more.get(index).copied().unwrap_or(0.0);
        }
        self.height = top + height;
    }

    fn closed(mut self) -> Rows {
        self.width += RIM;
        self.height += RIM;
        self
    }

    fn extent(&self) -> f64 {
        // Of two that are nearly as good, the one with less paper around it; and the one that has
        // the overview at the end.
        let shape = if self.overview.is_some() { LEVELS_ASPECT } else { TARGET_ASPECT };
        let (wide, tall) = (self.width / shape, self.height);
        let is_last = self.overview.is_none_or(|(at, height)| at.y + height + RIM > tall - 1.0);
        let place = if is_last { 1.0 } else { 1.05 };
        let company = if self.has_orphan() { ORPHAN } else { 1.0 };
        (wide.max(tall) + 0.1 * (wide + tall)) * place * company
    }

    /// Whether the last row has one box, and the row above it several.
    fn has_orphan(&self) -> bool {
        let mut rows = self.feet.chunk_by(|a, b| a == b).rev().map(<[f64]>::len);
        let last = rows.next();
        let is_joined = self.overview.is_some_and(|(at, height)| {
            self.feet.last().is_some_and(|&foot| at.y < foot && foot <= at.y + height)
        });
        last == Some(1) && rows.next().is_some_and(|length| length > 1) && !is_joined
    }
}

/// How many boxes stand in each row, if none is wider than that unless one alone is.
fn broken(sizes: &[Size], limit: f64) -> Vec<usize> {
    let (mut counts, mut used): (Vec<usize>, f64) = (Vec::new(), 0.0);
    for &(wide, _) in sizes {
        match counts.last_mut() {
            Some(count) if used + GAP + wide <= limit => {
                *count += 1;
                used += GAP + wide;
            }
            _ => {
                counts.push(1);
                used = wide;
            }
        }
    }
    counts
}

fn height(row: &[Size]) -> f64 {
    row.iter().map(|size| size.1).fold(0.0, f64::max)
}

fn row_width(row: &[Size]) -> f64 {
    row.iter().map(|(wide, _)| wide + GAP).sum::<f64>() - GAP
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lengths of the rows of equal boxes, and the upper edge of the overview; sizes in cells.
    fn arranged(
        count: usize,
        size: (f64, f64),
        overview: Option<(f64, f64)>,
    ) -> (Vec<usize>, Option<f64>) {
        let cells = |(wide, tall): (f64, f64)| (wide * CELL, tall * CELL);
        let rows = Rows::best(&vec![cells(size); count], overview.map(cells), f64::INFINITY);
        let mut lengths: Vec<(f64, usize)> = Vec::new();
        for foot in rows.feet {
            match lengths.last_mut() {
                Some((known, length)) if *known == foot => *length += 1,
                _ => lengths.push((foot, 1)),
            }
        }
        let top = rows.overview.map(|(at, _)| at.y);
        (lengths.into_iter().map(|(_, length)| length).collect(), top)
    }

    #[test]
    fn of_two_shapes_nearly_as_good_the_one_with_less_paper_is_taken() {
        assert_eq!(arranged(3, (6.0, 3.0), None), (vec![1, 1, 1], None));
        assert_eq!(arranged(3, (10.0, 12.0), None), (vec![3], None));
        assert_eq!(arranged(2, (9.0, 8.0), None), (vec![2], None));
    }

    #[test]
    fn boards_exactly_as_wide_as_a_row_stand_in_one() {
        assert_eq!(arranged(11, (1.0, 1.0), None), (vec![11], None));
        assert_eq!(arranged(12, (1.0, 1.0), None).0.len(), 3);
    }

    #[test]
    fn no_level_stands_alone_below_pairs() {
        assert_eq!(arranged(5, (5.6, 6.2), Some((6.2, 10.0))), (vec![3, 2], Some(RIM)));
        assert_eq!(arranged(3, (5.6, 6.2), None).0, [3]);
    }

    #[test]
    fn of_two_arrangements_nearly_as_good_the_overview_stands_at_the_end() {
        assert_eq!(arranged(2, (2.0, 5.0), Some((6.0, 5.0))), (vec![2], Some(RIM)));
        let second_row = RIM + 4.0 * CELL + GAP;
        assert_eq!(arranged(2, (4.0, 4.0), Some((3.0, 4.0))), (vec![1, 1], Some(second_row)));
    }
}
