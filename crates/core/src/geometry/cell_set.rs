//! Cells and sets of cells.

use std::fmt;

/// One cell of a [`Layout`](super::Layout), by its index in the layout's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// Returns the index in a table with one entry for each cell.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of cells.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct CellSet {
    // No trailing zero words, so that equal sets are equal.
    words: Vec<u64>,
}

impl CellSet {
    /// Returns an empty set.
    pub fn new() -> Self {
        CellSet::default()
    }

    /// Returns the first `count` cells: all cells of a layout of that size.
    pub fn all(count: usize) -> Self {
        (0..count).map(|index| Cell(index as u16)).collect()
    }

    /// Whether the cell is in the set.
    pub fn contains(&self, cell: Cell) -> bool {
        self.words.get(cell.index() / 64).is_some_and(|word| word >> (cell.0 % 64) & 1 == 1)
    }

    /// Inserts all cells of another set.
    pub fn extend_with(&mut self, other: &CellSet) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Inserts a cell. Returns whether it is new.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let word = cell.index() / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        let bit = 1 << (cell.0 % 64);
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Removes a cell. Returns whether the set contained it.
    pub fn remove(&mut self, cell: Cell) -> bool {
        let had = self.contains(cell);
        if had {
            self.words[cell.index() / 64] &= !(1 << (cell.0 % 64));
            self.trim();
        }
        had
    }

    /// Returns the number of cells.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Returns the cells that are in at least one of the sets.
    pub fn union(&self, other: &CellSet) -> CellSet {
        self.merge(other, |a, b| a | b)
    }

    /// Returns the cells that are in both sets.
    pub fn intersection(&self, other: &CellSet) -> CellSet {
        self.merge(other, |a, b| a & b)
    }

    /// Returns the cells of this set that are not in the other.
    pub fn difference(&self, other: &CellSet) -> CellSet {
        self.merge(other, |a, b| a & !b)
    }

    /// Whether the sets have no cell in common.
    pub fn is_disjoint(&self, other: &CellSet) -> bool {
        self.intersection(other).is_empty()
    }

    /// Returns the cells in the layout's order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        cells_of_words(&self.words)
    }

    fn merge(&self, other: &CellSet, with: impl Fn(u64, u64) -> u64) -> CellSet {
        let long = self.words.len().max(other.words.len());
        let word = |set: &CellSet, index: usize| set.words.get(index).copied().unwrap_or(0);
        let words = (0..long).map(|index| with(word(self, index), word(other, index))).collect();
        let mut merged = CellSet { words };
        merged.trim();
        merged
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }
}

/// Returns the cells of a row of words, in which bit n of word w stands for cell 64 w + n.
pub fn cells_of_words(words: &[u64]) -> impl Iterator<Item = Cell> + '_ {
    let (mut index, mut rest) = (0, words.first().copied().unwrap_or(0));
    std::iter::from_fn(move || {
        while rest == 0 {
            index += 1;
            rest = *words.get(index)?;
        }
        let cell = Cell((index * 64) as u16 + rest.trailing_zeros() as u16);
        rest &= rest - 1;
        Some(cell)
    })
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = CellSet::new();
        set.extend(cells);
        set
    }
}

impl Extend<Cell> for CellSet {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        for cell in cells {
            self.insert(cell);
        }
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| cell.0)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &[u16]) -> CellSet {
        cells.iter().map(|&cell| Cell(cell)).collect()
    }

    #[test]
    fn sets_behave_like_sets() {
        let (a, b) = (set(&[0, 63, 64, 200]), set(&[63, 200, 300]));
        assert_eq!(a.union(&b), set(&[0, 63, 64, 200, 300]));
        assert_eq!(a.intersection(&b), set(&[63, 200]));
        assert_eq!(a.difference(&b), set(&[0, 64]));
        assert_eq!(a.iter().map(|cell| cell.0).collect::<Vec<_>>(), [0, 63, 64, 200]);
        assert!(set(&[1]).is_disjoint(&a));
        assert_eq!(a.len(), 4);
    }

    #[test]
    fn equal_sets_are_equal_however_they_came_about() {
        let mut a = set(&[1, 300]);
        assert!(a.remove(Cell(300)) && !a.remove(Cell(300)));
        assert_eq!(a, set(&[1]));
        assert!(a.insert(Cell(2)) && !a.insert(Cell(2)));
    }
}
