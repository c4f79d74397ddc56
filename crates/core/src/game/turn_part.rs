//! The parts of a turn, as data.

use crate::notation::Betza;

use super::{BySide, Condition, EffectPlace, PieceTypeId, SaidCells, SaidOwner, SaidPieces};

/// A part of a turn: a move, a drop or a new piece, perhaps several times.
///
/// The lists have one entry for each side that makes the part.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnPart {
    /// The name in the definition.
    pub name: String,
    /// For each side, whether its turns have the part.
    pub sides: BySide<bool>,
    /// The pieces of which one may be moved; `None`: none.
    pub moves: Option<SaidPieces>,
    /// The pieces of which one may be dropped; `None`: none.
    pub drops: Option<SaidPieces>,
    /// The new piece that may be put on an empty cell, and its side.
    pub places: Option<(PieceTypeId, SaidOwner)>,
    /// The only cells on which the part may end.
    pub to: Option<PartTarget>,
    /// The part must end where this notation leads from the landing of the part before.
    pub from_landing: Option<Betza>,
    /// How the piece moves, in place of its own rules.
    pub notation: Option<Betza>,
    /// How often it is made.
    pub times: PartTimes,
    /// How often it is made in the first turn of the game, if that differs.
    pub first_turn: Option<u16>,
    /// Whether the same piece may be moved several times in a turn.
    pub same_piece: bool,
    /// The turn ends after a move that does this; of nothing: after none.
    pub until: Condition,
    /// It follows only a part in which one of these pieces was moved or dropped; `None`: any.
    pub by: Option<SaidPieces>,
    /// It is left out while this is false. It is about the piece of the part before.
    pub condition: Condition,
    /// Whether the player may leave it out.
    pub optional: bool,
}

/// Where a part of a turn may end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PartTarget {
    /// On these cells.
    Cells(SaidCells),
    /// On these cells, seen from the part before.
    Places(Vec<EffectPlace>),
}

/// How often a part of a turn is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartTimes {
    /// So often.
    Number(u16),
    /// So often in the first turn of the game, and once more in each turn that follows.
    Growing(u16),
}

/// When a side must not be in check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CheckTest {
    /// After each part of its turn.
    #[default]
    EachPart,
    /// After each part of its turn, and also before the effects of that part, on its board.
    EachStage,
    /// At the end of its turn.
    EndOfTurn,
}
