//! A line between cells, and which moves lead over it.

use super::{Cell, Layout, sides_of_line};

/// A line between adjacent cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BorderLine {
    /// The pairs of adjacent cells with the line between them.
    pairs: Vec<(Cell, Cell)>,
    /// For each cell, its side of the line; `None` if the line ends inside a board.
    sides: Option<Vec<u16>>,
}

impl BorderLine {
    /// Returns the line between the cells of each pair.
    pub fn new(layout: &Layout, pairs: Vec<(Cell, Cell)>) -> BorderLine {
        let sides = sides_of_line(layout, &pairs);
        BorderLine { pairs, sides }
    }

    /// Whether a move leads over the line: one of its steps does, or a leap ends on another side.
    ///
    /// ```text
    /// 4  . . . N      c2-d4 crosses the line,
    /// 3  -------      and so does c2-c4
    /// 2  . . N .
    /// ```
    pub fn is_crossed(&self, layout: &Layout, from: Cell, to: Cell) -> bool {
        let divides = |step: &[Cell]| {
            let (a, b) = (step[0], step[1]);
            self.pairs.contains(&(a, b)) || self.pairs.contains(&(b, a))
        };
        let side = |sides: &Vec<u16>| sides[from.index()] != sides[to.index()];
        self.sides.as_ref().is_some_and(side)
            || layout.straight_between(from, to).windows(2).any(divides)
    }
}
