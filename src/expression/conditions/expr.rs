//! The parsed form of a condition.

use crate::expression::{CellExpr, PieceExpr};
use crate::game::CountRange;
use crate::source::Span;

/// A condition as written: all facts must be true.
#[derive(Debug, Clone, Default)]
pub struct ConditionExpr {
    /// The facts, in the order written.
    pub facts: Vec<FactExpr>,
}

/// A fact as written.
#[derive(Debug, Clone)]
pub struct FactExpr {
    /// The span of the fact within its text.
    pub span: Span,
    /// Whether `not` stands before it.
    pub negated: bool,
    /// What it says.
    pub node: FactNode,
}

/// What a fact says, as written. Notations are as the author typed them.
#[derive(Debug, Clone)]
pub enum FactNode {
    /// `in check`
    InCheck,
    /// `unmoved`
    Unmoved,
    /// A state, by its index.
    HasState(u8),
    /// `at most 1 own on rank 8`
    Count(CountExpr),
    /// `given 3 checks [in succession]`
    ChecksGiven {
        /// The number of turns.
        times: u16,
        /// Whether they must follow each other.
        in_succession: bool,
    },
    /// `captured 2 PIECES`
    Captured {
        /// The number of pieces.
        times: u16,
        /// The pieces.
        pieces: PieceExpr,
    },
    /// `moved from CELLS`
    MovedFrom(CellExpr),
    /// `[enemy] castled [NAME]`
    Castled {
        /// Whether an enemy must have castled.
        by_enemy: bool,
        /// The castling, if one is named.
        name: Option<String>,
    },
    /// `castling right [NAME]`
    CastlingRight(Option<String>),
    /// `a type of PIECES extinct`; without a side, those of the player
    TypeExtinct(PieceExpr),
    /// `3 PIECES in a row [by NOTATION]`
    InRow(u16, PieceExpr, Option<String>),
    /// `3 PIECES on one line [by NOTATION]`
    OnLine(u16, PieceExpr, Option<String>),
    /// `4 PIECES in a block`, by the number of cells on an edge.
    Block(u16, PieceExpr),
    /// `PIECES connected from CELLS to CELLS [by NOTATION]`
    Connected {
        /// The pieces.
        pieces: PieceExpr,
        /// The cells at one end.
        from: CellExpr,
        /// The cells at the other end.
        to: CellExpr,
        /// The steps of the chain.
        by: Option<String>,
    },
}

/// A number of pieces as written.
#[derive(Debug, Clone)]
pub struct CountExpr {
    /// The number.
    pub range: CountRange,
    /// The pieces; `None`: empty cells.
    pub pieces: Option<PieceExpr>,
    /// Whether `unattacked` stands before the pieces.
    pub unattacked: bool,
    /// Whether `other` stands before the pieces.
    pub other: bool,
    /// Where they are counted.
    pub place: CountPlaceExpr,
}

/// Where pieces are counted, as written.
#[derive(Debug, Clone)]
pub enum CountPlaceExpr {
    /// On all boards.
    Boards,
    /// `on CELLS`
    Cells(CellExpr),
    /// `in hand`
    Hand,
    /// `around NOTATION`
    Around(String),
}
