//! Facts about a side: about its pieces, its checks, its castlings and the board.

use super::{SaidCastlings, SaidCells, SaidLandings, SaidLines, SaidPieces};

/// What is so. Lists have one entry for each side about which it can be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameFact {
    /// The side is in check.
    InCheck,
    /// The piece concerned has not moved.
    Unmoved,
    /// The piece concerned has this state.
    HasState(u8),
    /// So many pieces, or empty cells, are there.
    Count(PieceCount),
    /// The side gave check in at least so many turns.
    ChecksGiven {
        /// The number of turns.
        times: u16,
        /// Whether these must be its last turns, without another between.
        in_succession: bool,
    },
    /// The side has captured at least so many of these pieces.
    Captured {
        /// The number of pieces.
        times: u16,
        /// The pieces that count.
        pieces: SaidPieces,
    },
    /// In the turn that just ended, the side moved a piece away from one of these cells.
    MovedFrom(SaidCells),
    /// The side, or one of its enemies, has made one of these castlings.
    Castled {
        /// Whether an enemy must have castled.
        by_enemy: bool,
        /// The castlings.
        castlings: SaidCastlings,
    },
    /// The side still has the right to one of these castlings.
    CastlingRight(SaidCastlings),
    /// Of one of these pieces that are in the initial position, none is left.
    TypeExtinct(SaidPieces),
    /// So many pieces are on consecutive cells of a line.
    InRow(PieceLine),
    /// So many pieces are on one line, with any cells between them.
    OnLine(PieceLine),
    /// The pieces fill a square of so many cells on an edge.
    Block {
        /// The cells on an edge.
        edge: u16,
        /// The pieces that count.
        pieces: SaidPieces,
    },
    /// A chain of pieces, each one step from the next, connects two sets of cells.
    Connected {
        /// The pieces that count.
        pieces: SaidPieces,
        /// The cells at one end.
        from: SaidCells,
        /// The cells at the other end.
        to: SaidCells,
        /// The steps; `None`: to adjacent cells.
        steps: Option<SaidLines>,
    },
}

/// A number of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceCount {
    /// The number.
    pub range: CountRange,
    /// The pieces that count; `None`: empty cells count.
    pub pieces: Option<SaidPieces>,
    /// Whether only pieces count that no enemy attacks.
    pub unattacked: bool,
    /// Whether the piece concerned does not count.
    pub other: bool,
    /// Where they are counted.
    pub place: CountPlace,
}

/// Where pieces are counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CountPlace {
    /// On all boards.
    Boards,
    /// On these cells.
    Cells(SaidCells),
    /// In hand.
    Hand,
    /// For each side and cell of the piece concerned: on these cells.
    Around(SaidLandings),
}

/// A number that a count must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountRange {
    /// This number.
    Exactly(u16),
    /// This number or more.
    AtLeast(u16),
    /// This number or fewer.
    AtMost(u16),
    /// All that the side of the condition could mean on any cell, and at least one.
    All,
}

/// Pieces on a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceLine {
    /// The least number.
    pub count: u16,
    /// The pieces that count.
    pub pieces: SaidPieces,
    /// The lines.
    pub lines: SaidLines,
}

impl CountRange {
    /// Whether a number is in the range, if `all` is the number that `All` asks for.
    pub(crate) fn contains(self, number: usize, all: impl FnOnce() -> usize) -> bool {
        match self {
            CountRange::Exactly(wanted) => number == usize::from(wanted),
            CountRange::AtLeast(wanted) => number >= usize::from(wanted),
            CountRange::AtMost(wanted) => number <= usize::from(wanted),
            CountRange::All => number > 0 && number == all(),
        }
    }
}

impl GameFact {
    /// Whether the fact is about one piece, not about a side.
    pub fn is_about_piece(&self) -> bool {
        match self {
            GameFact::Unmoved | GameFact::HasState(_) => true,
            GameFact::Count(count) => count.other || matches!(count.place, CountPlace::Around(_)),
            _ => false,
        }
    }
}
