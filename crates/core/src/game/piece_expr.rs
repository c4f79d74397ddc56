//! A set of pieces as a definition writes it.

use crate::source::Span;

use super::{PieceTypeId, RelativeSide, SideId};

/// A set of pieces as written: `any but pawn`, `general of enemy`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceExpr {
    /// The pieces of any of these groups,
    pub included: Vec<PieceGroup>,
    /// except those of any of these groups.
    pub excluded: Vec<PieceGroup>,
}

/// Pieces and sides up to a comma, a `but` or an `of`.
#[derive(Debug, Clone)]
pub struct PieceGroup {
    /// The pieces and sides in the order written, each with its span in the text.
    pub members: Vec<(GroupMember, Span)>,
    /// The owner of the pieces; `None`: all sides, or if only types count, the reading side.
    pub owner: Option<GroupOwner>,
}

/// A word of a [`PieceGroup`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupMember {
    /// Every piece.
    Any,
    /// Pieces of one type.
    Type(PieceTypeId),
    /// Pieces that are subject to check.
    Royal,
    /// The pieces of the reading side.
    Own,
    /// The pieces of all other sides.
    Enemies,
    /// The pieces of a side.
    Side(SideId),
}

impl GroupMember {
    /// Whether it means pieces whatever their type.
    pub fn is_of_any_type(self) -> bool {
        !matches!(self, GroupMember::Type(_) | GroupMember::Royal)
    }
}

/// The owner of the pieces of a [`PieceGroup`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupOwner {
    /// One side.
    Side(RelativeSide),
    /// All sides: `of every army`.
    EveryArmy,
}

/// Two groups are equal if they say the same, whatever the spans of their words.
impl PartialEq for PieceGroup {
    fn eq(&self, other: &PieceGroup) -> bool {
        let words =
            |group: &PieceGroup| group.members.iter().map(|(word, _)| *word).collect::<Vec<_>>();
        self.owner == other.owner && words(self) == words(other)
    }
}

impl Eq for PieceGroup {}
