//! Tables with one entry for each side or each piece type.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

use super::{PieceTypeId, SideId};

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
