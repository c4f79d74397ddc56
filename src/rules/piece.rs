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
    // By side, then piece type. Missing rows and entries are `false`.
    rows: Vec<Vec<bool>>,
}

impl PieceSet {
    /// Adds a piece.
    pub fn insert(&mut self, piece: Piece) {
        let (side, piece_type) = (piece.side.index(), piece.piece_type.index());
        if self.rows.len() <= side {
            self.rows.resize(side + 1, Vec::new());
        }
        if self.rows[side].len() <= piece_type {
            self.rows[side].resize(piece_type + 1, false);
        }
        self.rows[side][piece_type] = true;
    }

    /// Removes a piece.
    pub fn remove(&mut self, piece: Piece) {
        let row = self.rows.get_mut(piece.side.index());
        if let Some(entry) = row.and_then(|row| row.get_mut(piece.piece_type.index())) {
            *entry = false;
        }
    }

    /// Whether the piece is in the set.
    pub fn contains(&self, piece: Piece) -> bool {
        let row = self.rows.get(piece.side.index());
        row.and_then(|row| row.get(piece.piece_type.index())).copied().unwrap_or(false)
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// The pieces of the set, by side, then piece type.
    pub fn iter(&self) -> impl Iterator<Item = Piece> + '_ {
        let rows = self.rows.iter().zip(0..).map(|(row, side)| (row, SideId(side)));
        rows.flat_map(|(row, side)| {
            let listed = row.iter().zip(0..).filter(|(entry, _)| **entry);
            listed.map(move |(_, id)| Piece { side, piece_type: PieceTypeId(id) })
        })
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
