//! Events as data: what a move does, as restrictions and effects name it.

use crate::geometry::{BorderLine, CellSet};

use super::{BySide, PieceSet};

/// Any of some events. Each event is a list of acts that one move does all together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MoveEvents(pub Vec<Vec<MoveAct>>);

/// Something that a move can do. Lists have one entry for each side that makes the move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveAct {
    /// It moves a piece, in these ways: for each cell, the cells to which they lead.
    Moves(Option<BySide<Vec<CellSet>>>),
    /// It captures one of these pieces on one of these cells.
    Captures {
        /// The pieces; `None`: any.
        pieces: Option<BySide<PieceSet>>,
        /// The cells; `None`: any.
        on: Option<BySide<CellSet>>,
    },
    /// It captures as many pieces as any of the moves to choose from, and at least one.
    CapturesMost,
    /// It moves a piece to one of these cells from another cell.
    Arrives(BySide<CellSet>),
    /// It moves a piece from one of these cells to another cell.
    Leaves(BySide<CellSet>),
    /// It moves a piece over one of these lines.
    Crosses(BySide<BorderLine>),
    /// It drops one of these pieces; `None`: any.
    Drops(Option<BySide<PieceSet>>),
    /// It is one of these castlings; bit n: castling n of the game.
    Castles(u64),
    /// It is a pass.
    Passes,
    /// It sets off the effect with this index in the list of the game, which changes something.
    SetsOff(usize),
    /// It promotes to one of these pieces; `None`: any.
    Promotes(Option<BySide<PieceSet>>),
    /// It gives check, and one of these pieces attacks the royal; `None`: any.
    GivesCheck(Option<BySide<PieceSet>>),
    /// The same, and no answer is legal.
    GivesCheckmate(Option<BySide<PieceSet>>),
}
