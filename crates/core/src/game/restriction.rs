//! Rules that make legal moves illegal, as data.

use super::{BySide, MoveEvents, SaidPieces, SideCondition};

/// A rule that forbids some of the moves that are legal otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restriction {
    /// The name in the definition.
    pub name: String,
    /// For each side, whether it concerns its moves.
    pub sides: BySide<bool>,
    /// Whether moves that are the event are compulsory, or forbidden.
    pub kind: RestrictionKind,
    /// The event.
    pub events: MoveEvents,
    /// Moves that stay legal in any case.
    pub exceptions: MoveEvents,
    /// The pieces whose moves it concerns; `None`: all.
    pub pieces: Option<SaidPieces>,
    /// Only moves before which this holds are concerned.
    pub condition: SideCondition,
}

/// What a restriction says of its event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RestrictionKind {
    /// If a move is the event, all others are illegal.
    Must,
    /// Moves that are the event are illegal.
    Never,
}
