//! Rules that make legal moves illegal, as data.

use super::{BySide, Condition};

/// A rule that forbids some of the moves that are legal otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restriction {
    /// The name in the definition.
    pub name: String,
    /// For each side, whether it concerns its moves.
    pub sides: BySide<bool>,
    /// Whether moves that do this are compulsory, or forbidden.
    pub kind: RestrictionKind,
    /// The moves, and when it works: facts are read before the move.
    pub condition: Condition,
}

/// What a restriction says of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RestrictionKind {
    /// If a move does this, all others are illegal.
    Must,
    /// Moves that do this are illegal.
    Never,
}
