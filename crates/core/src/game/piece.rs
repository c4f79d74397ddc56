//! Sides, piece types, pieces and sets of pieces, and tables by side or piece type.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// A side, as its position in the order of play. Neutral sides are counted too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideId(pub u8);

/// A piece type, as its position in [`Game::piece_types`](super::Game::piece_types).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceTypeId(pub u8);

impl SideId {
    /// Returns the position in tables that have one entry for each side.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl PieceTypeId {
    /// Returns the position in tables that have one entry for each piece type.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A piece type of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The side to which the piece belongs.
    pub side: SideId,
    /// The piece type.
    pub piece_type: PieceTypeId,
}

/// A set of pieces: some piece types of some sides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PieceSet {
    // Sorted.
    pieces: Vec<Piece>,
}

impl PieceSet {
    /// Adds a piece.
    pub fn insert(&mut self, piece: Piece) {
        if let Err(place) = self.pieces.binary_search(&piece) {
            self.pieces.insert(place, piece);
        }
    }

    /// Removes a piece.
    pub fn remove(&mut self, piece: Piece) {
        self.pieces.retain(|&other| other != piece);
    }

    /// Whether the piece is in the set.
    pub fn contains(&self, piece: Piece) -> bool {
        self.pieces.binary_search(&piece).is_ok()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// The pieces of the set, by side, then piece type.
    pub fn iter(&self) -> impl Iterator<Item = Piece> + '_ {
        self.pieces.iter().copied()
    }
}

impl FromIterator<Piece> for PieceSet {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        let mut set = PieceSet::default();
        pieces.into_iter().for_each(|piece| set.insert(piece));
        set
    }
}

/// A table with one entry for each side, in order of play.
pub type BySide<T> = IdTable<SideId, T>;

/// A table with one entry for each piece type.
pub type ByPieceType<T> = IdTable<PieceTypeId, T>;

/// A table that only ids of one type index, so that sides and piece types cannot be confused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdTable<I, T> {
    entries: Vec<T>,
    ids: PhantomData<I>,
}

impl<I, T> From<Vec<T>> for IdTable<I, T> {
    fn from(entries: Vec<T>) -> Self {
        IdTable { entries, ids: PhantomData }
    }
}

impl<I, T> FromIterator<T> for IdTable<I, T> {
    fn from_iter<E: IntoIterator<Item = T>>(entries: E) -> Self {
        Vec::from_iter(entries).into()
    }
}

impl<I, T> Deref for IdTable<I, T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.entries
    }
}

impl<I, T> DerefMut for IdTable<I, T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.entries
    }
}

impl<I: Into<usize>, T> Index<I> for IdTable<I, T> {
    type Output = T;

    fn index(&self, id: I) -> &T {
        &self.entries[id.into()]
    }
}

impl<I: Into<usize>, T> IndexMut<I> for IdTable<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.entries[id.into()]
    }
}

impl From<SideId> for usize {
    fn from(side: SideId) -> usize {
        side.index()
    }
}

impl From<PieceTypeId> for usize {
    fn from(piece_type: PieceTypeId) -> usize {
        piece_type.index()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_pieces_has_each_piece_once_in_order() {
        let piece =
            |side, piece_type| Piece { side: SideId(side), piece_type: PieceTypeId(piece_type) };
        let mut set = PieceSet::default();
        assert!(set.is_empty());
        [piece(1, 0), piece(0, 3), piece(1, 0)].into_iter().for_each(|it| set.insert(it));
        assert!(!set.is_empty() && set.contains(piece(1, 0)) && !set.contains(piece(0, 0)));
        assert!(set.iter().eq([piece(0, 3), piece(1, 0)]));
        set.remove(piece(0, 3));
        set.remove(piece(1, 0));
        assert!(set.is_empty());
    }
}
