//! Patterns of cells: rows, lines, blocks, chains, and the two sides of a line.

use super::{Cell, CellSet, Layout, Vector};

/// For each cell, the cells straight on from it, one list for each direction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineTable {
    rays: Vec<Vec<Vec<Cell>>>,
}

impl LineTable {
    /// Returns a table of lists by cell and direction.
    pub fn new(rays: Vec<Vec<Vec<Cell>>>) -> LineTable {
        LineTable { rays }
    }

    /// Returns, on each line from a cell, the occupied cells before the first one that closes the
    /// line, if nothing is empty between and these are at most `most`.
    pub fn enclosed(
        &self,
        cell: Cell,
        most: usize,
        closes: impl Fn(Cell) -> bool,
        is_empty: impl Fn(Cell) -> bool,
    ) -> CellSet {
        let run = |ray: &Vec<Cell>| {
            let end = ray.iter().position(|&at| closes(at) || is_empty(at))?;
            (end <= most && closes(ray[end])).then(|| ray[..end].to_vec())
        };
        self.rays[cell.index()].iter().filter_map(run).flatten().collect()
    }

    /// Whether `enclosed` can return a cell, whatever stands on the others.
    pub fn may_enclose(&self, cell: Cell, most: usize, enclosed: Cell) -> bool {
        self.rays[cell.index()].iter().any(|ray| {
            let before_last = &ray[..ray.len().saturating_sub(1)];
            before_last.iter().take(most).any(|&at| at == enclosed)
        })
    }

    /// Whether so many cells of a set are consecutive on a line.
    pub fn has_row(&self, cells: &CellSet, count: usize) -> bool {
        let more = count.saturating_sub(1);
        cells.iter().any(|cell| {
            self.rays[cell.index()].iter().any(|ray| {
                ray.len() >= more && ray[..more].iter().all(|&next| cells.contains(next))
            })
        })
    }

    /// Whether so many cells of a set are on one line, with any cells between them.
    pub fn has_line(&self, cells: &CellSet, count: usize) -> bool {
        let more = count.saturating_sub(1);
        cells.iter().any(|cell| {
            let mut rays = self.rays[cell.index()].iter();
            more == 0
                || rays.any(|ray| ray.iter().filter(|&&at| cells.contains(at)).count() >= more)
        })
    }
}

/// Whether cells of a set fill a square with so many cells on an edge.
pub fn has_block(layout: &Layout, cells: &CellSet, edge: u16) -> bool {
    let steps = || 0..i16::try_from(edge).unwrap_or(i16::MAX);
    cells.iter().any(|corner| {
        steps().all(|x| {
            steps().all(|y| {
                let step = Vector::new(x, y, 0);
                let at = if (x, y) == (0, 0) { Some(corner) } else { layout.step(corner, step) };
                at.is_some_and(|cell| cells.contains(cell))
            })
        })
    })
}

/// Whether a chain of cells of a set connects one of `from` with one of `to`.
///
/// Each cell is one step of `steps` from the next, or without steps adjacent to it.
pub fn are_connected(
    layout: &Layout,
    cells: &CellSet,
    (from, to): (&CellSet, &CellSet),
    steps: Option<&LineTable>,
) -> bool {
    let mut reached = cells.intersection(from);
    let mut open: Vec<Cell> = reached.iter().collect();
    while let Some(cell) = open.pop() {
        if to.contains(cell) {
            return true;
        }
        let next: Vec<Cell> = match steps {
            Some(table) => {
                table.rays[cell.index()].iter().filter_map(|ray| ray.first().copied()).collect()
            }
            None => layout.touching(cell, true).collect(),
        };
        for cell in next.into_iter().filter(|&cell| cells.contains(cell)) {
            if !reached.contains(cell) {
                reached.insert(cell);
                open.push(cell);
            }
        }
    }
    false
}

/// Returns for each cell a number that it shares with all cells on its side of the crossings.
///
/// `None` if the line between the pairs ends inside a board, so that it has no two sides.
pub fn sides_of_line(layout: &Layout, crossings: &[(Cell, Cell)]) -> Option<Vec<u16>> {
    let is_crossing = |a: Cell, b: Cell| crossings.contains(&(a, b)) || crossings.contains(&(b, a));
    let mut sides: Vec<Option<u16>> = vec![None; layout.len()];
    let mut count = 0;
    for start in layout.cells() {
        if sides[start.index()].is_some() {
            continue;
        }
        sides[start.index()] = Some(count);
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            for next in layout.touching(cell, true) {
                if sides[next.index()].is_none() && !is_crossing(cell, next) {
                    sides[next.index()] = Some(count);
                    open.push(next);
                }
            }
        }
        count += 1;
    }
    let divides = |(a, b): &(Cell, Cell)| sides[a.index()] != sides[b.index()];
    crossings.iter().all(divides).then(|| sides.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::super::Board;
    use super::*;

    #[test]
    fn a_line_from_edge_to_edge_has_two_sides() {
        let layout = Layout::new(vec![Board::rectangle(2, 3)]).expect("a sound board");
        let cell = |name: &str| layout.find(name).expect("a cell of the board");
        let pair = |a: &str, b: &str| (cell(a), cell(b));
        let whole = [pair("a1", "a2"), pair("a1", "b2"), pair("b1", "b2"), pair("b1", "a2")];
        let sides = sides_of_line(&layout, &whole).expect("it has two sides");
        assert_eq!(sides[cell("a1").index()], sides[cell("b1").index()]);
        assert_eq!(sides[cell("a2").index()], sides[cell("b3").index()]);
        assert_ne!(sides[cell("a1").index()], sides[cell("a2").index()]);
        assert_eq!(sides_of_line(&layout, &whole[..2]), None);
    }

    #[test]
    fn four_cells_fill_a_block_of_two() {
        let layout = Layout::new(vec![Board::rectangle(3, 3)]).expect("a sound board");
        let cells = |names: &str| -> CellSet {
            names.split(' ').map(|name| layout.find(name).expect("a cell")).collect()
        };
        assert!(has_block(&layout, &cells("b2 b3 c2 c3"), 2));
        assert!(!has_block(&layout, &cells("a1 b2 b3 c3"), 2));
        assert!(!has_block(&layout, &cells("a1 a2 a3 b1"), 2));
    }
}
