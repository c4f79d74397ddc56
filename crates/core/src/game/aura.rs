//! Auras as data: pieces that change what other pieces may do.

use super::{BySide, PieceTypeId, SaidCells, SaidLandings, SaidPieces};

/// A rule by which pieces change what other pieces may do, wherever these then stand.
///
/// The lists have one entry for each side that owns the piece with the aura.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aura {
    /// The name in the definition.
    pub name: String,
    /// For each side, whether its pieces have it.
    pub sides: BySide<bool>,
    /// The pieces that have it; `None`: it needs none and always works.
    pub of: Option<SaidPieces>,
    /// Where it works, seen from a piece that has it.
    pub range: AuraRange,
    /// The pieces that it affects.
    pub targets: AuraTargets,
    /// What the affected pieces may do.
    pub power: AuraPower,
    /// For each side, the only cells on which moves that it gives may end; `None`: any.
    pub to: Option<SaidCells>,
}

/// Where an aura works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuraRange {
    /// On all cells.
    Everywhere,
    /// For each cell of a piece that has it, on these cells.
    Cells(SaidLandings),
    /// Where a piece that has it attacks, as if there were no auras.
    Attacked,
}

/// The pieces that an aura affects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuraTargets {
    /// These.
    Pieces(SaidPieces),
    /// Pieces of other sides, of the type of the piece that has the aura.
    SameTypeOfEnemy,
}

/// What an aura does to a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuraPower {
    /// It does not move, not even in a castling or swap of another, and attacks nothing.
    Frozen,
    /// It captures nothing.
    MayNotCapture,
    /// Nothing captures it.
    MayNotBeCaptured,
    /// It has the moves of this type too.
    AlsoMovesLike(PieceTypeId),
    /// It has the moves of this type instead of its own.
    MovesOnlyLike(PieceTypeId),
    /// Each of its slides ends on the first cell of the range.
    StopsSlides,
}
