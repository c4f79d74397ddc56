//! Acts: what a move does.

use super::{SaidBorders, SaidCastlings, SaidCells, SaidLandings, SaidPieces};

/// Something that a move does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Act {
    /// What it does.
    pub kind: ActKind,
    /// The pieces of which one moves, as it was before the move; `None`: any.
    pub by: Option<SaidPieces>,
}

/// What a move can do. Lists have one entry for each side that makes the move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActKind {
    /// It moves a piece, in these ways: for each cell, the cells to which they lead.
    Moves(Option<SaidLandings>),
    /// It captures one of these pieces on one of these cells.
    Captures {
        /// The pieces; `None`: any.
        pieces: Option<SaidPieces>,
        /// The cells; `None`: any.
        on: Option<SaidCells>,
    },
    /// It captures as many pieces as any of the moves to choose from, and at least one.
    CapturesMost,
    /// It moves a piece to one of these cells from another cell.
    Arrives(SaidCells),
    /// It moves a piece from one of these cells to another cell.
    Leaves(SaidCells),
    /// It moves a piece that stands on one of these cells.
    StartsOn(SaidCells),
    /// It moves a piece over one of these lines.
    Crosses(SaidBorders),
    /// It drops one of these pieces; `None`: any.
    Drops(Option<SaidPieces>),
    /// It is one of these castlings.
    Castles(SaidCastlings),
    /// It is a pass.
    Passes,
    /// It sets off the effect with this index in the list of the game, which changes something.
    SetsOff(usize),
    /// It promotes to one of these pieces; `None`: any.
    Promotes(Option<SaidPieces>),
    /// It gives check, and one of these pieces attacks the royal; `None`: any.
    GivesCheck(Option<SaidPieces>),
    /// The same, and no answer is legal.
    GivesCheckmate(Option<SaidPieces>),
}
