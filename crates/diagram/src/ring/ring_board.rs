//! A board that is drawn as a ring: where its rays, rings and cells lie.

use std::f64::consts::{PI, TAU};

use crate::{BoardShape, BoardView, MIN_RAYS, Point};
use fairybook_core::geometry::{AxisKind, Board, Orientation, Tiling, Vector};

use crate::plan::{CELL, Rect, seen_at};

/// How far the hole reaches from the middle at least.
const MIN_HOLE_RADIUS: f64 = CELL / 2.0;

/// A board bent until its joined edges touch. The joined axis runs around, as rays; the other one
/// runs outwards, as rings, the first of them inmost.
///
/// The first half of the rays lies near, from left to right, the second half lies far, from right
/// to left: the seam is at the left.
///
/// ```text
///     7   6
///   8       5       where eight rays lie
///   1       4
///     2   3
/// ```
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ring {
    /// How many rays.
    pub rays: i16,
    /// How many rings.
    pub rings: i16,
    /// Which axis runs around.
    pub around: AxisKind,
    /// From the middle to the inmost cells.
    hole: f64,
    orientation: Orientation,
}

impl Ring {
    /// The ring as which a board is drawn, if it is.
    pub fn of(view: &BoardView, index: u8) -> Option<Ring> {
        let style = view.boards.get(index as usize);
        let is_asked = style.is_some_and(|style| style.shape == BoardShape::Ring);
        let board = view.layout.board(index);
        let around = board.joined.ring_axis()?;
        let rays = board.axis(around).len();
        let is_flat = board.tiling == Tiling::Squares && !board.has_levels;
        (is_asked && is_flat && rays >= MIN_RAYS).then(|| Ring {
            rays: rays as i16,
            rings: board.axis(outwards(around)).len() as i16,
            around,
            hole: hole(rays),
            orientation: view.orientation,
        })
    }

    /// On which ray and on which ring a place of the board lies.
    pub fn ray_and_ring(&self, at: Vector) -> (i16, i16) {
        if self.around == AxisKind::Rank { (at.y, at.x) } else { (at.x, at.y) }
    }

    /// The names of the rays and of the rings.
    pub fn names<'a>(&self, board: &'a Board) -> (&'a [String], &'a [String]) {
        (&board.axis(self.around).names, &board.axis(outwards(self.around)).names)
    }

    /// From the middle to where a ring begins.
    pub fn radius(&self, ring: f64) -> f64 {
        self.hole + ring * CELL
    }

    /// How long a cell's arc is at that radius.
    pub fn arc(&self, radius: f64) -> f64 {
        TAU * radius / f64::from(self.rays)
    }

    /// A place seen from the middle: so many rays on from the seam, so far out.
    pub fn polar(&self, ray: f64, radius: f64) -> Point {
        let angle = TAU * ray / f64::from(self.rays);
        let seen = seen_at(&self.orientation, -radius * angle.cos(), -radius * angle.sin());
        Point::new(seen.x, -seen.y)
    }

    /// The middle of the cell at a place of the board, seen from the middle of the ring. Whole
    /// numbers are shorter to write, and the difference is invisible.
    pub fn centre(&self, at: Vector) -> Point {
        let (ray, ring) = self.ray_and_ring(at);
        self.at(f64::from(ray) + 0.5, f64::from(ring) + 0.5)
    }

    /// The corners of that cell, clockwise, the two inner ones first.
    pub fn corners(&self, at: Vector) -> [Point; 4] {
        let (ray, ring) = self.ray_and_ring(at);
        let (ray, ring) = (f64::from(ray), f64::from(ring));
        // The seam is one line, whichever way around it is reached.
        let next = (ray + 1.0) % f64::from(self.rays);
        [(ray, ring), (next, ring), (next, ring + 1.0), (ray, ring + 1.0)]
            .map(|(ray, ring)| self.at(ray, ring))
    }

    /// How far clockwise from straight ahead, in degrees, a step points from a place.
    pub fn degrees(&self, at: Vector, step: Vector) -> u16 {
        let ((ray, ring), (on, out)) = (self.ray_and_ring(at), self.ray_and_ring(step));
        let (ray, radius) = (f64::from(ray) + 0.5, self.radius(f64::from(ring) + 0.5));
        let little = 0.01;
        let from = self.polar(ray, radius);
        let to = self.polar(ray + little * f64::from(on), radius + little * f64::from(out));
        let degrees = (to.x - from.x).atan2(from.y - to.y).to_degrees();
        (degrees.round() as i32).rem_euclid(360) as u16
    }

    /// The box around it, its middle being nought.
    pub fn area(&self) -> Rect {
        let out = self.radius(f64::from(self.rings));
        Rect { left: -out, top: -out, right: out, bottom: out }
    }

    fn at(&self, ray: f64, ring: f64) -> Point {
        self.polar(ray, self.radius(ring)).whole()
    }
}

/// The axis that runs from ring to ring.
fn outwards(around: AxisKind) -> AxisKind {
    if around == AxisKind::Rank { AxisKind::File } else { AxisKind::Rank }
}

/// From the middle to the inmost cells: into each of them a circle fits that is as wide as a cell
/// of a straight board, so that pieces and marks are as large as everywhere.
fn hole(rays: usize) -> f64 {
    let middle = CELL / 2.0 / (PI / rays as f64).sin();
    (middle - CELL / 2.0).ceil().max(MIN_HOLE_RADIUS)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::BoardStyle;
    use fairybook_core::geometry::{Facing, JoinedEdges, Layout};

    fn view(board: Board) -> BoardView {
        let layout = Layout::new(vec![board]).expect("a board");
        let mut view = BoardView::new(Arc::new(layout));
        view.boards = vec![BoardStyle { shape: BoardShape::Ring, ..BoardStyle::default() }];
        view
    }

    fn ring(rays: usize, rings: usize) -> Ring {
        let board = Board { joined: JoinedEdges::RANKS, ..Board::rectangle(rings, rays) };
        Ring::of(&view(board), 0).expect("a ring")
    }

    fn place(ray: i16, of_ring: i16) -> Vector {
        Vector::new(of_ring, ray, 0)
    }

    fn middle() -> Point {
        Point::default()
    }

    #[test]
    fn only_joined_flat_boards_of_a_few_rays_are_rings() {
        let is_ring = |board: Board| Ring::of(&view(board), 0).is_some();
        let joined = |joined| Board { joined, ..Board::rectangle(2, 5) };
        assert!(is_ring(joined(JoinedEdges::RANKS)));
        assert!(!is_ring(joined(JoinedEdges::FILES)), "of two rays");
        assert!(!is_ring(joined(JoinedEdges::NOTHING)));
        assert!(!is_ring(Board { has_levels: true, ..joined(JoinedEdges::RANKS) }));
        assert!(!is_ring(Board { tiling: Tiling::Hexagons, ..joined(JoinedEdges::RANKS) }));
        let mut flat = view(joined(JoinedEdges::RANKS));
        flat.boards[0].shape = BoardShape::Flat;
        assert!(Ring::of(&flat, 0).is_none());
    }

    #[test]
    fn neighbours_lie_a_ring_or_a_ray_apart() {
        for rays in [3, 4, 7, 16, 60] {
            let ring = ring(rays, 4);
            for ray in 0..ring.rays {
                for of_ring in 0..ring.rings {
                    let here = ring.centre(place(ray, of_ring));
                    let far = middle().distance(here);
                    assert!((far - ring.radius(f64::from(of_ring) + 0.5)).abs() < 1.0);
                    let out = ring.centre(place(ray, of_ring + 1));
                    assert!((here.distance(out) - CELL).abs() < 2.0, "{rays}: {ray}");
                    let next = ring.centre(place((ray + 1) % ring.rays, of_ring));
                    let chord = 2.0 * far * (PI / rays as f64).sin();
                    assert!((here.distance(next) - chord).abs() < 2.0, "{rays}: {ray}");
                }
            }
        }
    }

    #[test]
    fn neighbours_share_corners_over_the_seam_too() {
        let ring = ring(16, 4);
        for ray in 0..16 {
            for of_ring in 0..3 {
                let [_, b, c, d] = ring.corners(place(ray, of_ring));
                let [a, _, _, e] = ring.corners(place((ray + 1) % 16, of_ring));
                assert_eq!((a, e), (b, c));
                let [f, g, ..] = ring.corners(place(ray, of_ring + 1));
                assert_eq!((f, g), (d, c));
            }
        }
    }

    /// Pieces and marks need no scaling: a circle as wide as a cell touches no side.
    #[test]
    fn the_inmost_cells_are_as_wide_as_others_are() {
        for rays in 3..=128 {
            let inmost = ring(rays, 1).radius(0.5);
            assert!(inmost * (PI / rays as f64).sin() >= CELL / 2.0 - 1e-9, "{rays}");
            assert!(ring(rays, 1).radius(0.0) >= MIN_HOLE_RADIUS, "{rays}");
        }
    }

    #[test]
    fn the_first_half_lies_near_from_left_to_right() {
        let ring = ring(16, 4);
        let side = |ray| {
            let point = ring.centre(place(ray, 0));
            (point.x < 0.0, point.y > 0.0)
        };
        assert_eq!(
            [0, 3, 4, 7].map(side),
            [(true, true), (true, true), (false, true), (false, true)]
        );
        assert_eq!([8, 11, 12, 15].map(|ray| side(ray).1), [false; 4]);
        let [left, _, _, far_left] = ring.corners(place(0, 0));
        assert_eq!((left.y, far_left.y, left.x > far_left.x), (0.0, 0.0, true));
    }

    #[test]
    fn files_may_run_around_as_well() {
        let board = Board { joined: JoinedEdges::FILES, ..Board::rectangle(16, 4) };
        let files = Ring::of(&view(board), 0).expect("a ring");
        assert_eq!(files.centre(Vector::new(5, 2, 0)), ring(16, 4).centre(place(5, 2)));
        assert_eq!(files.names(&Board::rectangle(16, 4)).0[1], "b");
    }

    #[test]
    fn a_turned_chair_turns_the_ring() {
        let board = Board { joined: JoinedEdges::RANKS, ..Board::rectangle(4, 16) };
        let mut view = view(board);
        let straight = Ring::of(&view, 0).expect("a ring").centre(place(3, 1));
        view.orientation = Orientation::facing(Facing::Backward);
        let opposite = Ring::of(&view, 0).expect("a ring").centre(place(3, 1));
        assert_eq!(opposite, Point::new(-straight.x, -straight.y));
        // A side that faces left has on its right what is forward for others.
        view.orientation = Orientation::facing(Facing::Left);
        let quarter = Ring::of(&view, 0).expect("a ring").centre(place(3, 1));
        assert_eq!(quarter, Point::new(-straight.y, straight.x));
    }

    #[test]
    fn a_piece_that_faces_forward_faces_along_the_ring() {
        let ring = ring(16, 4);
        let (ahead, outwards) = (Vector::new(0, 1, 0), Vector::new(1, 0, 0));
        // Ray 5 is just right of the foot, where rays run to the right and rings lie below rings.
        assert_eq!(ring.degrees(place(4, 0), ahead), 90 - 11);
        assert_eq!(ring.degrees(place(4, 0), outwards), 180 - 11);
        assert_eq!(ring.degrees(place(12, 3), ahead), 270 - 11);
    }
}
