//! The shapes of cells, their neighbours by edge and corner, and all tables that depend on the shape.

use super::Vector;

/// The shape of the cells of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tiling {
    /// Four sides each.
    #[default]
    Squares,
    /// Six sides each, with vertical files.
    Hexagons,
}

/// The directions of squares, clockwise from straight forward: edges and corners alternately.
const SQUARE_DIRECTIONS: [Vector; 8] = directions([(0, 1), (1, 0), (0, -1), (-1, 0)]);

/// The directions of hexagons for each hour from 12 o'clock: edges at even hours, corners at odd.
const HEXAGON_DIRECTIONS: [Vector; 12] =
    directions([(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]);

const SQUARE_EDGES: [Vector; 4] = every_second(&SQUARE_DIRECTIONS, 0);
const SQUARE_CORNERS: [Vector; 4] = every_second(&SQUARE_DIRECTIONS, 1);
const HEXAGON_EDGES: [Vector; 6] = every_second(&HEXAGON_DIRECTIONS, 0);
const HEXAGON_CORNERS: [Vector; 6] = every_second(&HEXAGON_DIRECTIONS, 1);

impl Tiling {
    /// All tilings.
    pub const ALL: [Tiling; 2] = [Tiling::Squares, Tiling::Hexagons];

    /// Their names in the same order.
    pub const NAMES: [&str; 2] = [Tiling::ALL[0].name(), Tiling::ALL[1].name()];

    /// Returns the word for the cells in definitions.
    pub const fn name(self) -> &'static str {
        match self {
            Tiling::Squares => "squares",
            Tiling::Hexagons => "hexagons",
        }
    }

    /// Returns the directions on one level, clockwise: edges and corners alternately.
    pub const fn directions(self) -> &'static [Vector] {
        match self {
            Tiling::Squares => &SQUARE_DIRECTIONS,
            Tiling::Hexagons => &HEXAGON_DIRECTIONS,
        }
    }

    /// Returns the steps through an edge on one level, clockwise from straight forward.
    pub const fn edge_steps(self) -> &'static [Vector] {
        match self {
            Tiling::Squares => &SQUARE_EDGES,
            Tiling::Hexagons => &HEXAGON_EDGES,
        }
    }

    /// Returns one of each pair of opposite steps through edges.
    pub const fn edge_axes(self) -> &'static [Vector] {
        // The second half are the opposites of the first half.
        self.edge_steps().split_at(self.edge_steps().len() / 2).0
    }

    /// Returns the diagonal steps on one level, clockwise, to the nearest cells through corners.
    pub const fn corner_steps(self) -> &'static [Vector] {
        match self {
            Tiling::Squares => &SQUARE_CORNERS,
            Tiling::Hexagons => &HEXAGON_CORNERS,
        }
    }

    /// Whether two cells can share only a corner: squares can, hexagons cannot.
    pub const fn touches_at_corners(self) -> bool {
        matches!(self, Tiling::Squares)
    }

    /// Returns twice the scalar product of two steps: a whole number on hexagons too, whose axes
    /// have an angle of 60 degrees.
    pub fn twice_dot(self, a: [i64; 3], b: [i64; 3]) -> i64 {
        let straight: i64 = a.iter().zip(b).map(|(a, b)| a * b).sum();
        let slant = match self {
            Tiling::Squares => 0,
            Tiling::Hexagons => a[0] * b[1] + a[1] * b[0],
        };
        2 * straight + slant
    }

    /// Returns the angle between two steps on the board in degrees, or `None` for an empty step.
    pub fn angle(self, a: [i64; 3], b: [i64; 3]) -> Option<f64> {
        let length = |step: [i64; 3]| (self.twice_dot(step, step) as f64).sqrt();
        let lengths = length(a) * length(b);
        let cosine = self.twice_dot(a, b) as f64 / lengths;
        (lengths > 0.0).then(|| cosine.clamp(-1.0, 1.0).acos().to_degrees())
    }

    /// Returns the length of a step in steps to adjacent cells, and in steps through edges.
    pub fn distance(self, step: Vector) -> (u16, u16) {
        let [x, y, z] = [step.x, step.y, step.z].map(i16::unsigned_abs);
        match self {
            Tiling::Squares => (x.max(y).max(z), x + y + z),
            Tiling::Hexagons => {
                let edges = x.max(y).max((step.x + step.y).unsigned_abs());
                (edges, edges)
            }
        }
    }

    /// Returns half of a step, rounded towards its start: to the cell that can block a lame leap;
    /// the empty step if there is no cell between.
    pub fn half(self, step: Vector) -> Vector {
        let [x, y, z] = [step.x / 2, step.y / 2, step.z / 2];
        match self {
            Tiling::Squares => Vector::new(x, y, z),
            // A step is a sum of two neighbouring edge directions. The distances along them are two
            // of x, y and -(x + y); the third, the longest, is their sum.
            Tiling::Hexagons => {
                let sum = -(step.x + step.y);
                let longest = step.x.abs().max(step.y.abs()).max(sum.abs());
                match longest {
                    long if long == step.x.abs() => Vector::new(-(y + sum / 2), y, 0),
                    long if long == step.y.abs() => Vector::new(x, -(x + sum / 2), 0),
                    _ => Vector::new(x, y, 0),
                }
            }
        }
    }

    /// Returns the smallest rotation, in degrees, that maps a regular board to itself.
    pub const fn smallest_turn(self) -> u16 {
        match self {
            Tiling::Squares => 90,
            Tiling::Hexagons => 60,
        }
    }

    /// Returns the step after the smallest turn, anticlockwise as seen from above.
    pub fn turned(self, step: Vector) -> Vector {
        let Vector { x, y, z } = step;
        match self {
            Tiling::Squares => Vector::new(-y, x, z),
            Tiling::Hexagons => Vector::new(-y, x + y, z),
        }
    }

    /// Returns the number of shades that cells with a common edge need to differ.
    pub const fn shades(self) -> u8 {
        match self {
            Tiling::Squares => 2,
            Tiling::Hexagons => 3,
        }
    }

    /// Returns the shade of a cell: less than [`shades`](Self::shades), and 0 at the origin.
    pub fn shade(self, at: Vector) -> u8 {
        let sum = match self {
            Tiling::Squares => at.x + at.y + at.z,
            Tiling::Hexagons => at.x + 2 * at.y,
        };
        sum.rem_euclid(i16::from(self.shades())) as u8
    }

    /// Returns the width and height of one unit of [`middle`](Self::middle) and
    /// [`outline`](Self::outline), in hundredths of a square's side.
    pub const fn unit(self) -> (f64, f64) {
        match self {
            Tiling::Squares => (50.0, 50.0),
            // Half the height is rounded, so that neighbours have exactly the same corners.
            Tiling::Hexagons => (30.0, 52.0),
        }
    }

    /// Returns the middle of a cell on one level, to the right and forward in [units](Self::unit).
    pub fn middle(self, x: f64, y: f64) -> (f64, f64) {
        match self {
            Tiling::Squares => (2.0 * x, 2.0 * y),
            Tiling::Hexagons => (3.0 * x, 2.0 * y + x),
        }
    }

    /// Returns the corners of a cell clockwise, relative to its middle, in [units](Self::unit).
    pub const fn outline(self) -> &'static [(f64, f64)] {
        match self {
            Tiling::Squares => &[(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)],
            Tiling::Hexagons => {
                &[(-2.0, 0.0), (-1.0, 1.0), (1.0, 1.0), (2.0, 0.0), (1.0, -1.0), (-1.0, -1.0)]
            }
        }
    }
}

/// Returns the steps through edges, each before its sum with the next, which leads to a corner.
const fn directions<const N: usize, const ALL: usize>(edges: [(i16, i16); N]) -> [Vector; ALL] {
    let mut steps = [Vector::new(0, 0, 0); ALL];
    let mut index = 0;
    while index < N {
        let ((x, y), (next_x, next_y)) = (edges[index], edges[(index + 1) % N]);
        steps[2 * index] = Vector::new(x, y, 0);
        steps[2 * index + 1] = Vector::new(x + next_x, y + next_y, 0);
        index += 1;
    }
    steps
}

const fn every_second<const N: usize>(directions: &[Vector], first: usize) -> [Vector; N] {
    let mut steps = [Vector::new(0, 0, 0); N];
    let mut index = 0;
    while index < N {
        steps[index] = directions[first + 2 * index];
        index += 1;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest angle between two directions.
    fn wedge(tiling: Tiling) -> f64 {
        360.0 / tiling.directions().len() as f64
    }

    #[test]
    fn directions_go_around_clockwise_in_equal_angles() {
        for tiling in Tiling::ALL {
            let directions = tiling.directions();
            for (index, &step) in directions.iter().enumerate() {
                let next = directions[(index + 1) % directions.len()];
                let angle = tiling.angle(step.into(), next.into()).expect("both lead somewhere");
                assert!((angle - wedge(tiling)).abs() < 1e-9, "{tiling:?}: {step:?} {next:?}");
                assert!(step.x * next.y < step.y * next.x, "{tiling:?}: {step:?} {next:?}");
            }
            let edges = tiling.edge_steps();
            let (half, opposite) = edges.split_at(edges.len() / 2);
            assert!(half.iter().zip(opposite).all(|(&step, &other)| step == -other));
        }
    }

    #[test]
    fn the_smallest_turn_leads_from_edge_to_edge() {
        for tiling in Tiling::ALL {
            let turn = usize::from(tiling.smallest_turn());
            for (index, &step) in tiling.edge_steps().iter().enumerate() {
                let edges = tiling.edge_steps().len();
                let before = tiling.edge_steps()[(index + edges - turn * edges / 360) % edges];
                assert_eq!(tiling.turned(step), before, "{tiling:?}");
            }
        }
    }

    #[test]
    fn cells_with_a_common_edge_have_two_corners_in_common_and_other_shades() {
        let corners = |tiling: Tiling, at: Vector| -> Vec<(i64, i64)> {
            let (x, y) = tiling.middle(f64::from(at.x), f64::from(at.y));
            let whole = |value: f64| value as i64;
            tiling.outline().iter().map(|&(dx, dy)| (whole(x + dx), whole(y + dy))).collect()
        };
        for tiling in Tiling::ALL {
            let here = corners(tiling, Vector::default());
            let shared = |step: &Vector| {
                corners(tiling, *step).iter().filter(|corner| here.contains(corner)).count()
            };
            assert!(tiling.edge_steps().iter().all(|step| shared(step) == 2), "{tiling:?}");
            let at_corners = usize::from(tiling.touches_at_corners());
            assert!(tiling.corner_steps().iter().all(|step| shared(step) == at_corners));
            for &step in tiling.edge_steps() {
                assert_ne!(tiling.shade(step), tiling.shade(Vector::default()), "{tiling:?}");
                assert!(tiling.shade(step) < tiling.shades());
            }
        }
    }

    #[test]
    fn levels_count_like_ranks() {
        let distance = |x, y, z| Tiling::Squares.distance(Vector::new(x, y, z));
        assert_eq!([distance(0, 0, 3), distance(1, -2, 1)], [(3, 3), (2, 4)]);
    }

    /// A cell is reached in as many steps as its distance, and not in fewer.
    #[test]
    fn a_distance_is_a_number_of_steps() {
        for tiling in Tiling::ALL {
            let touching: Vec<Vector> = match tiling.touches_at_corners() {
                true => tiling.directions().to_vec(),
                false => tiling.edge_steps().to_vec(),
            };
            let mut by_touch = vec![Vector::default()];
            let mut by_edge = by_touch.clone();
            for count in 1..=4 {
                let on = |cells: &[Vector], steps: &[Vector]| -> Vec<Vector> {
                    cells.iter().flat_map(|&cell| steps.iter().map(move |&s| cell + s)).collect()
                };
                let reached = on(&by_touch, &touching);
                let fresh = |at: &&Vector| tiling.distance(**at).0 == count;
                for x in -5..=5 {
                    for y in -5..=5 {
                        let at = Vector::new(x, y, 0);
                        let is_new = reached.contains(&at) && !by_touch.contains(&at);
                        assert_eq!(tiling.distance(at).0 == count, is_new, "{tiling:?} {at:?}");
                    }
                }
                assert!(reached.iter().any(|at| fresh(&at)));
                by_touch.extend(reached);
                by_touch.sort();
                by_touch.dedup();
                let reached = on(&by_edge, tiling.edge_steps());
                for at in reached.iter().filter(|at| !by_edge.contains(at)) {
                    assert_eq!(tiling.distance(*at).1, count, "{tiling:?} {at:?}");
                }
                by_edge.extend(reached);
                by_edge.sort();
                by_edge.dedup();
            }
        }
    }
}
