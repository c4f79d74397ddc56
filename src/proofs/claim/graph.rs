//! The cells that a piece reaches in several moves.

use std::collections::VecDeque;

use crate::geometry::{Cell, CellSet};

use super::context::EvalResult;
use super::piece::QueriedPiece;

/// All single moves of a piece between the cells in question.
#[derive(Debug)]
pub(super) struct Graph {
    /// For each cell, the cells to which a move leads.
    steps: Vec<CellSet>,
    domain: CellSet,
}

impl Graph {
    pub(super) fn of(piece: &QueriedPiece<'_>) -> EvalResult<Graph> {
        let domain = piece.context.domain();
        let size = domain.iter().map(|cell| cell.index() + 1).max().unwrap_or(0);
        let mut steps = vec![CellSet::new(); size];
        for cell in domain.iter() {
            steps[cell.index()] = piece.steps(cell)?.intersection(&domain);
        }
        Ok(Graph { steps, domain })
    }

    fn steps(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.steps.get(cell.index()).into_iter().flat_map(CellSet::iter)
    }

    /// Returns all cells to which moves lead from a cell, and the cell itself.
    pub(super) fn reachable(&self, from: Cell) -> CellSet {
        let mut seen = CellSet::from_iter([from]);
        let mut waiting = vec![from];
        while let Some(cell) = waiting.pop() {
            waiting.extend(self.steps(cell).filter(|&next| seen.insert(next)));
        }
        seen
    }

    /// Returns the parts into which moves in either direction divide the cells.
    ///
    /// A cell without moves from it or to it is in no part.
    pub(super) fn components(&self) -> Vec<CellSet> {
        let mut both = self.steps.clone();
        for cell in self.domain.iter() {
            for next in self.steps(cell) {
                both[next.index()].insert(cell);
            }
        }
        let both = Graph { steps: both, domain: self.domain.clone() };
        let mut parts: Vec<CellSet> = Vec::new();
        for cell in self.domain.iter().filter(|&cell| both.steps(cell).next().is_some()) {
            if !parts.iter().any(|part| part.contains(cell)) {
                parts.push(both.reachable(cell));
            }
        }
        parts
    }

    /// Returns the least number of moves from one cell to another.
    pub(super) fn distance(&self, from: Cell, to: Cell) -> Option<u32> {
        if from == to {
            return Some(0);
        }
        self.search(from, |cell, _| cell == to, false)
    }

    /// Returns the least number of moves from a cell back to it, or the least odd number.
    pub(super) fn shortest_return(&self, from: Cell, odd: bool) -> Option<u32> {
        self.search(from, |cell, moves| cell == from && (!odd || moves % 2 == 1), odd)
    }

    /// Searches breadth first; with `parity`, each cell may be visited after odd and even numbers.
    fn search(&self, from: Cell, found: impl Fn(Cell, u32) -> bool, parity: bool) -> Option<u32> {
        let mut seen = [CellSet::new(), CellSet::new()];
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((cell, moves)) = queue.pop_front() {
            for next in self.steps(cell) {
                let moves = moves + 1;
                if found(next, moves) {
                    return Some(moves);
                }
                let table = if parity { moves as usize % 2 } else { 0 };
                if seen[table].insert(next) {
                    queue.push_back((next, moves));
                }
            }
        }
        None
    }
}
