//! Everything that names are resolved against while a game is lowered.

use crate::rules::{PieceSet, PieceTypeId, SideId};
use crate::source::{Diagnostic, SourceFile, SourceText, TomlTable};

use super::armies::Choice;
use super::boards::BoardSheet;
use super::cell_resolver::CellResolver;
use super::kinds::KindSheet;
use super::piece_sets::{PieceExpr, PieceResolver};
use super::sides::SideSheet;

/// Everything that names are resolved against while a game is lowered.
pub(super) struct Stage<'a> {
    /// The file that is being read, not one that it is based on.
    pub file: &'a SourceFile,
    pub root: &'a TomlTable,
    pub choice: &'a Choice,
    pub places: CellResolver,
    pub cast: PieceResolver,
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

    /// The tree of a set of pieces.
    pub fn piece_expr(&self, text: &SourceText) -> Result<PieceExpr, Diagnostic> {
        self.cast.parse(text, &self.places)
    }

    /// The pieces that the tree of `text` means, for a side or for no side in particular.
    pub fn piece_set(
        &self,
        expr: &PieceExpr,
        text: &SourceText,
        side: Option<usize>,
    ) -> Result<PieceSet, Diagnostic> {
        self.cast.piece_set(expr, text, &self.places, side)
    }

    /// The piece types that a text means for a side, in the order written.
    pub fn piece_types(
        &self,
        text: &SourceText,
        side: usize,
    ) -> Result<Vec<PieceTypeId>, Diagnostic> {
        Ok(self.cast.piece_types_for(&self.piece_expr(text)?, &self.places, side))
    }

    /// The table of a side's army; empty where it has none.
    pub fn army(&self, side: usize) -> &'a TomlTable {
        let id = self.choice.armies.get(side).and_then(Option::as_deref);
        self.root.table("armies").table(id.unwrap_or_default())
    }

    /// The id of a kind.
    pub fn kind_id(&self, kind: PieceTypeId) -> &str {
        &self.cast.kinds[kind.index()]
    }
}
