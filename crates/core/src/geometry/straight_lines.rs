//! Straight lines of cells between two cells.

use super::{Cell, CellCoordinates, Lattice, Layout, Vector};

impl Layout {
    /// Returns the smallest step that leads along a straight line from one cell to another; `None` if
    /// none does. On hexagons a line goes through edges or through corners. Across joined edges it
    /// goes the shorter way around; of two ways of one length, the one that crosses fewer edges.
    pub fn straight_step(&self, from: Cell, to: Cell) -> Option<Vector> {
        self.straight_steps(from, to).map(|(unit, _)| unit)
    }

    /// Returns the same step, and how many of them lead to the other cell.
    fn straight_steps(&self, from: Cell, to: Cell) -> Option<(Vector, i16)> {
        let (from, to) = (self.point(from), self.point(to));
        // Around joined edges a line comes back to its start, which is no line between two cells.
        if from == to {
            return None;
        }
        let board = self.board(from.board);
        let is_hexagon = board.lattice() == Lattice::Hexagons;
        let offsets = board.offsets(from.at, to.at).into_iter();
        let lines = offsets.filter_map(|offset| straight_steps_of(offset, is_hexagon));
        lines.min_by_key(|&(_, steps)| steps).filter(|_| from.board == to.board)
    }

    /// Returns the cells of the straight line between two cells, both included; only the two cells
    /// if no line connects them.
    pub fn straight_between(&self, from: Cell, to: Cell) -> Vec<Cell> {
        if from == to {
            return vec![from];
        }
        let Some((unit, steps)) = self.straight_steps(from, to) else { return vec![from, to] };
        let point = |index| self.step(from, unit * index);
        (0..=steps).filter_map(point).collect()
    }

    /// Returns the other corners of the rectangle between two cells of a level; none if they are on
    /// one file or rank.
    pub fn other_corners(&self, one: Cell, other: Cell) -> Vec<Cell> {
        let (a, b) = (self.point(one), self.point(other));
        let is_rectangle =
            a.board == b.board && a.at.x != b.at.x && a.at.y != b.at.y && a.at.z == b.at.z;
        let corner =
            |x, y| self.at(CellCoordinates { board: a.board, at: Vector::new(x, y, a.at.z) });
        let both = [corner(a.at.x, b.at.y), corner(b.at.x, a.at.y)];
        both.into_iter().flatten().filter(|_| is_rectangle).collect()
    }
}

/// Returns the smallest step along an offset, and how many of them it is; `None` if it is crooked.
fn straight_steps_of(Vector { x, y, z }: Vector, is_hexagon: bool) -> Option<(Vector, i16)> {
    let steps = match is_hexagon {
        // Through corners the offset is a multiple of (1, 1), (2, -1) or (1, -2).
        true if x == y || x == -2 * y || y == -2 * x => x.abs().min(y.abs()),
        true if x != 0 && y != 0 && x != -y => 0,
        _ => x.abs().max(y.abs()).max(z.abs()),
    };
    let divides = |part: i16| steps != 0 && part % steps == 0;
    let is_straight = divides(x) && divides(y) && divides(z);
    is_straight.then(|| (Vector::new(x / steps, y / steps, z / steps), steps))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Board, JoinedEdges};

    #[test]
    fn lines_take_the_shorter_way_across_joined_edges() {
        let board = Board { joined: JoinedEdges::BOTH, ..Board::rectangle(8, 8) };
        let layout = Layout::new(vec![board]).expect("the board has cells");
        let cell = |name: &str| layout.find(name).expect("a cell of the board");
        let check = |from: &str, to: &str, between: &str| {
            let cells = layout.straight_between(cell(from), cell(to));
            let names: Vec<&str> = cells.iter().map(|&cell| layout.name(cell)).collect();
            assert_eq!(names.join(" "), between, "{from}-{to}");
        };
        check("a1", "h1", "a1 h1");
        check("b7", "b2", "b7 b8 b1 b2");
        check("a1", "e1", "a1 b1 c1 d1 e1");
        check("b1", "g4", "b1 a2 h3 g4");
        check("b1", "c3", "b1 c3");
        check("b2", "h8", "b2 a1 h8");
        assert_eq!(layout.straight_step(cell("a1"), cell("h8")), Some(Vector::new(-1, -1, 0)));
        assert_eq!(layout.straight_step(cell("a1"), cell("a1")), None);
    }

    /// On hexagons a line through corners is as straight as one through edges.
    #[test]
    fn lines_of_hexagons_go_through_edges_and_corners() {
        let layout = Layout::new(vec![Board::hexagon(4, 'a'..='g')]).expect("the board has cells");
        let cell = |name: &str| layout.find(name).expect("a cell of the board");
        let check = |from: &str, to: &str, between: &str| {
            let cells = layout.straight_between(cell(from), cell(to));
            let names: Vec<&str> = cells.iter().map(|&cell| layout.name(cell)).collect();
            assert_eq!(names.join(" "), between, "{from}-{to}");
        };
        check("d1", "d3", "d1 d2 d3");
        check("b2", "d2", "b2 c2 d2");
        check("a2", "c3", "a2 c3");
        check("b1", "f1", "b1 d2 f1");
        check("a1", "b4", "a1 b4");
        assert_eq!(layout.straight_step(cell("a1"), cell("b4")), None);
    }
}
