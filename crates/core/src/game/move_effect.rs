//! Effects as data: what a move sets off, on which cells, and what happens there.

use super::{
    BySide, Condition, Piece, PieceTypeId, SaidCells, SaidLandings, SaidLines, SaidOwner,
    SaidPieces, SideId,
};

/// A rule that changes pieces on certain cells after a move.
///
/// The lists have one entry for each side that makes the move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveEffect {
    /// The name in the definition.
    pub name: String,
    /// For each side, whether its moves set it off.
    pub sides: BySide<bool>,
    /// The moves that set it off; facts are read before the move.
    pub occasion: Condition,
    /// The condition, read after the move; about the piece that moved, on its new cell.
    pub condition: Condition,
    /// The cells concerned.
    pub places: Vec<EffectPlace>,
    /// The pieces concerned on these cells; `None`: any.
    pub pieces: Option<SaidPieces>,
    /// What happens to each of them, in order.
    pub changes: Vec<EffectChange>,
    /// What happens if the cell to which a piece should go is occupied.
    pub when_full: WhenFull,
    /// Whether a piece that it would capture counts as attacked.
    pub attacks: bool,
}

impl MoveEffect {
    /// Whether the effect of a move of `mover` can take a piece of another side, which no move captures.
    pub fn takes(&self, piece: Piece, mover: SideId) -> bool {
        use EffectPlace::{Captured, Landing, Partner, PartnerStart, Start};
        let is_elsewhere = |place: &EffectPlace| {
            !matches!(place, Captured | Landing | Partner | PartnerStart | Start)
        };
        let changes_owner = |change: &EffectChange| {
            matches!(
                change,
                EffectChange::Captured
                    | EffectChange::Removed
                    | EffectChange::Becomes(_)
                    | EffectChange::BecomesCapturedType
                    | EffectChange::Joins(_)
            )
        };
        self.sides[mover]
            && self.places.iter().any(is_elsewhere)
            && self.pieces.as_ref().is_none_or(|pieces| pieces[mover].contains(piece))
            && (self.when_full == WhenFull::Removed || self.changes.iter().any(changes_owner))
    }
}

/// Cells that an effect concerns, seen from the move. A move that is no straight line has none that
/// it passed, none beyond it and none behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EffectPlace {
    /// Where the piece landed.
    Landing,
    /// Where it started.
    Start,
    /// Where the other piece of a castling or swap landed.
    Partner,
    /// Where that other piece started.
    PartnerStart,
    /// The cells between start and landing.
    Passed,
    /// The cells of the captured pieces.
    Captured,
    /// The next cell straight on from the landing.
    Beyond,
    /// The next cell straight back from the start.
    Behind,
    /// For each cell on which a piece can land, these.
    Around(SaidLandings),
    /// On each line from the landing, the pieces up to the first of some pieces.
    Between {
        /// The lines.
        lines: SaidLines,
        /// The most cells between; `None`: any number.
        most: Option<u16>,
        /// The pieces that close a line.
        closing: SaidPieces,
    },
    /// The other two corners of each rectangle that the landing spans with one of these pieces.
    CornersWith(SaidPieces),
}

/// A change of one piece, or of one empty cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EffectChange {
    /// It is captured as if by the mover; a piece of the mover, as if by the enemy.
    Captured,
    /// It leaves the game.
    Removed,
    /// It becomes a piece of this type.
    Becomes(PieceTypeId),
    /// It becomes a piece of the type that the move captured first.
    BecomesCapturedType,
    /// It becomes what it was before promotion.
    BecomesUnpromoted,
    /// For each side that moves, the side that it joins.
    Joins(SaidOwner),
    /// It gets this state.
    SetState(u8),
    /// It loses this state.
    ClearState(u8),
    /// A new piece of this type and side appears on the empty cell.
    Placed(PieceTypeId, SaidOwner),
    /// It moves there.
    Moved(Destination),
    /// The piece that the move captured on the cell is put on an initial cell of its kind, if that is
    /// empty. Of several the first empty one of these counts.
    Reborn(RebirthCells),
}

/// Where an effect moves a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// To the first of these cells that is empty.
    Cells(SaidCells),
    /// To the start of the move.
    Start,
    /// One cell forward, for its owner.
    Forward,
    /// One cell in the direction of the move.
    Onward,
    /// To the cell with the same coordinates on the next board; after the last board comes the first.
    NextBoard,
}

/// What happens if the cell to which an effect should move a piece is occupied, or does not exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhenFull {
    /// The piece stays where it is.
    Stays,
    /// It leaves the game.
    Removed,
    /// The move that sets off the effect is illegal.
    Illegal,
}

/// Which initial cells of its kind a captured piece can come back to. One alone always counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RebirthCells {
    /// All of them.
    Any,
    /// Those on the file on which it was captured.
    SameFile,
    /// Those of the colour on which it was captured.
    SameColour,
}
