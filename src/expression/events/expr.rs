//! The parsed form of events.

use crate::expression::{CellExpr, PieceExpr, cell_resolver::BorderName};
use crate::source::Span;

/// Events as written: any of them, each with acts that one move does all together.
#[derive(Debug, Clone, Default)]
pub struct EventsExpr {
    /// The events, in the order written.
    pub events: Vec<Vec<ActExpr>>,
}

/// An act as written.
#[derive(Debug, Clone)]
pub struct ActExpr {
    /// The span of the act within its text.
    pub span: Span,
    /// What the move does.
    pub node: ActNode,
}

/// What a move does, as written.
#[derive(Debug, Clone)]
pub enum ActNode {
    /// `moves [by NOTATION]`
    Moves(Option<String>),
    /// `captures [PIECES] [on CELLS]`
    Captures {
        /// The pieces.
        pieces: Option<PieceExpr>,
        /// The cells.
        on: Option<CellExpr>,
    },
    /// `captures most`
    CapturesMost,
    /// `arrives on CELLS`
    Arrives(CellExpr),
    /// `leaves CELLS`
    Leaves(CellExpr),
    /// `crosses BORDERS`
    Crosses(Vec<BorderName>),
    /// `drops [PIECES]`
    Drops(Option<PieceExpr>),
    /// `castles [NAME]`
    Castles(Option<String>),
    /// `passes`
    Passes,
    /// The name of an effect.
    SetsOff(String),
    /// `promotes [to PIECES]`
    Promotes(Option<PieceExpr>),
    /// `gives check [by PIECES]`
    GivesCheck(Option<PieceExpr>),
    /// `gives checkmate [by PIECES]`
    GivesCheckmate(Option<PieceExpr>),
}
