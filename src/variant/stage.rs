use crate::rules::{PieceTypeId, SideId};
use crate::source::{SourceFile, TomlTable};

use super::armies::Choice;
use super::boards::BoardSheet;
use super::kinds::KindSheet;
use super::places::Places;
use super::sides::SideSheet;
use super::who::Cast;

/// Everything that names are resolved against while a game is lowered.
pub(super) struct Stage<'a> {
    /// The file that is being read, not one that it is based on.
    pub file: &'a SourceFile,
    pub root: &'a TomlTable,
    pub choice: &'a Choice,
    pub places: Places,
    pub cast: Cast,
    pub sides: Vec<SideSheet<'a>>,
    pub kinds: Vec<KindSheet<'a>>,
    pub boards: Vec<BoardSheet>,
    /// The ids of the states.
    pub states: Vec<String>,
}

impl<'a> Stage<'a> {
    /// The sides by their places.
    pub fn side_ids(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.sides.len() as u8).map(SideId)
    }

    /// The sides that have turns.
    pub fn players(&self) -> Vec<usize> {
        (0..self.sides.len()).filter(|&side| self.sides[side].viewer.has_turns).collect()
    }

    /// The table of a side's army; empty where it has none.
    pub fn army(&self, side: usize) -> &'a TomlTable {
        let id = self.choice.armies.get(side).and_then(Option::as_deref);
        self.root.table("armies").table(id.unwrap_or_default())
    }

    /// The id of a kind.
    pub fn kind_id(&self, piece_type: PieceTypeId) -> &str {
        &self.cast.kinds[piece_type.index()]
    }
}
