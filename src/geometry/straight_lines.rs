//! Straight lines of cells between two cells.

use super::{Cell, CellCoordinates, Layout, Vector};

impl Layout {
    /// Returns the smallest step that leads along a straight line from one cell to another; `None` if
    /// none does.
    pub fn straight_step(&self, from: Cell, to: Cell) -> Option<Vector> {
        let (from, to) = (self.point(from), self.point(to));
        let offset = to.at - from.at;
        let steps = offset.x.abs().max(offset.y.abs()).max(offset.z.abs());
        let divides = |part: i16| steps != 0 && part % steps == 0;
        let is_straight =
            from.board == to.board && divides(offset.x) && divides(offset.y) && divides(offset.z);
        is_straight.then(|| Vector::new(offset.x / steps, offset.y / steps, offset.z / steps))
    }

    /// Returns the cells of the straight line between two cells, both included; only the two cells
    /// if no line connects them.
    pub fn straight_between(&self, from: Cell, to: Cell) -> Vec<Cell> {
        let Some(unit) = self.straight_step(from, to) else {
            return if from == to { vec![from] } else { vec![from, to] };
        };
        let (a, b) = (self.point(from), self.point(to));
        let offset = b.at - a.at;
        let steps = offset.x.abs().max(offset.y.abs()).max(offset.z.abs());
        let point = |index| CellCoordinates { board: a.board, at: a.at + unit * index };
        (0..=steps).filter_map(|index| self.at(point(index))).collect()
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
