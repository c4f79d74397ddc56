//! A side as a definition names it: by id, or relative to the side that reads.

use super::SideId;

/// A side, as seen by the side that reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelativeSide {
    /// The reading side.
    Own,
    /// The side that plays after the reading side.
    Next,
    /// The side that plays before the reading side.
    Previous,
    /// The side half a round of turns away.
    Opposite,
    /// The other side of a game with two players.
    Enemy,
    /// The same side for all readers.
    Named(SideId),
}
