//! Sets of cells, pieces and lines, each beside the words of the definition that mean it.

use std::ops::Deref;

use crate::geometry::{BorderLine, CellSet, LineTable};

use super::{BorderName, BySide, CellExpr, PieceExpr, PieceSet, RelativeSide, SideId};

/// What each side means by some words of a definition, and these words, parsed: rules are decided by
/// the one, sentences are made from the other. A game that no definition gives may have any words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said<T, E> {
    /// What each side means.
    pub by_side: BySide<T>,
    /// The words.
    pub expr: E,
}

/// `rank 8`
pub type SaidCells = Said<CellSet, CellExpr>;

/// `any but pawn`
pub type SaidPieces = Said<PieceSet, PieceExpr>;

/// A set of pieces that no side reads for itself, and its words: `king`, `any but pawn`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidSet {
    /// The pieces.
    pub pieces: PieceSet,
    /// The words.
    pub expr: PieceExpr,
}

impl From<PieceSet> for SaidSet {
    /// The set in no words, for games that no definition gives.
    fn from(pieces: PieceSet) -> SaidSet {
        SaidSet { pieces, expr: PieceExpr { included: Vec::new(), excluded: Vec::new() } }
    }
}

impl Deref for SaidSet {
    type Target = PieceSet;

    fn deref(&self) -> &PieceSet {
        &self.pieces
    }
}

/// `enemy`: another side, or the one that reads.
pub type SaidOwner = Said<SideId, RelativeSide>;

/// `river of next`
pub type SaidBorders = Said<BorderLine, Vec<BorderName>>;

/// `Q`: the lines of a notation; without one, all lines.
pub type SaidLines = Said<LineTable, Option<String>>;

/// `K`: for each cell, the cells to which a notation leads on empty boards.
pub type SaidLandings = Said<Vec<CellSet>, String>;

/// Castlings by their name; without one, all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidCastlings {
    /// Bit n: castling n of [`Game::castlings`](super::Game::castlings) is meant.
    pub bits: u64,
    /// The name.
    pub name: Option<String>,
}

impl<T, E> Deref for Said<T, E> {
    type Target = BySide<T>;

    fn deref(&self) -> &BySide<T> {
        &self.by_side
    }
}
