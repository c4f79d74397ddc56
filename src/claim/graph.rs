use std::collections::VecDeque;

use crate::geometry::{Cell, Cells};

use super::ground::Found;
use super::mover::Mover;

/// All single moves of a piece over its field.
#[derive(Debug)]
pub(super) struct Graph {
    /// For each cell, where a move leads; nothing outside the field.
    steps: Vec<Cells>,
    field: Cells,
}

impl Graph {
    pub(super) fn of(mover: &Mover<'_>) -> Found<Graph> {
        let field = mover.field();
        let size = field.iter().map(|cell| cell.index() + 1).max().unwrap_or(0);
        let mut steps = vec![Cells::new(); size];
        for cell in field.iter() {
            steps[cell.index()] = mover.steps(cell)?.intersection(&field);
        }
        Ok(Graph { steps, field })
    }

    fn steps(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.steps.get(cell.index()).into_iter().flat_map(Cells::iter)
    }

    /// Every cell to which moves lead from there, and itself.
    pub(super) fn reachable(&self, from: Cell) -> Cells {
        let mut seen = Cells::from_iter([from]);
        let mut waiting = vec![from];
        while let Some(cell) = waiting.pop() {
            waiting.extend(self.steps(cell).filter(|&next| seen.add(next)));
        }
        seen
    }

    /// The parts into which moves, taken either way, divide the field. A cell that can neither be
    /// left nor come to is in none.
    pub(super) fn components(&self) -> Vec<Cells> {
        let mut both = self.steps.clone();
        for cell in self.field.iter() {
            for next in self.steps(cell) {
                both[next.index()].add(cell);
            }
        }
        let both = Graph { steps: both, field: self.field.clone() };
        let mut parts: Vec<Cells> = Vec::new();
        for cell in self.field.iter().filter(|&cell| both.steps(cell).next().is_some()) {
            if !parts.iter().any(|part| part.has(cell)) {
                parts.push(both.reachable(cell));
            }
        }
        parts
    }

    /// The fewest moves from one cell to another.
    pub(super) fn distance(&self, from: Cell, to: Cell) -> Option<u32> {
        if from == to {
            return Some(0);
        }
        self.search(from, |cell, _| cell == to, false)
    }

    /// The fewest moves that lead from a cell back to it; only odd numbers of them, if so wished.
    pub(super) fn shortest_return(&self, from: Cell, odd: bool) -> Option<u32> {
        self.search(from, |cell, moves| cell == from && (!odd || moves % 2 == 1), odd)
    }

    /// Breadth first; `parity`: a cell counts once for odd and once for even numbers of moves.
    fn search(&self, from: Cell, found: impl Fn(Cell, u32) -> bool, parity: bool) -> Option<u32> {
        let mut seen = [Cells::new(), Cells::new()];
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((cell, moves)) = queue.pop_front() {
            for next in self.steps(cell) {
                let moves = moves + 1;
                if found(next, moves) {
                    return Some(moves);
                }
                let table = if parity { moves as usize % 2 } else { 0 };
                if seen[table].add(next) {
                    queue.push_back((next, moves));
                }
            }
        }
        None
    }
}
