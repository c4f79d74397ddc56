//! The context that names are resolved against while a definition is lowered.

use crate::rules::{Piece, PieceSet, PieceTypeId, SideId};
use crate::source::{Diagnostic, SourceFile, SourceText, TomlTable};

use super::armies::ArmyChoice;
use super::boards::RawBoard;
use super::cell_resolver::CellResolver;
use super::piece_sets::{PieceExpr, PieceResolver};
use super::piece_types::RawPieceType;
use super::side_rules::SideRules;
use super::sides::RawSide;

/// What the readers of single rules need to resolve names.
pub(super) struct LoweringContext<'a> {
    /// The file of the definition itself, not of a definition that it is based on.
    pub file: &'a SourceFile,
    pub root: &'a TomlTable,
    /// By side, its own rules.
    pub side_rules: &'a [SideRules],
    pub choice: &'a ArmyChoice,
    pub cell_resolver: CellResolver,
    pub piece_resolver: PieceResolver,
    pub sides: Vec<RawSide<'a>>,
    pub piece_types: Vec<RawPieceType<'a>>,
    pub boards: Vec<RawBoard>,
    /// The ids of the states.
    pub states: Vec<String>,
}

impl<'a> LoweringContext<'a> {
    /// The ids of all sides, in order.
    pub fn side_ids(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.sides.len() as u8).map(SideId)
    }

    /// The indices of the sides that have turns.
    pub fn players(&self) -> Vec<usize> {
        (0..self.sides.len()).filter(|&side| self.sides[side].viewer.has_turns).collect()
    }

    /// Parses a set of pieces.
    pub fn piece_expr(&self, text: &SourceText) -> Result<PieceExpr, Diagnostic> {
        self.piece_resolver.parse(text, &self.cell_resolver)
    }

    /// The pieces of `expr`, which was parsed from `text`, for one side or for all sides.
    pub fn piece_set(
        &self,
        expr: &PieceExpr,
        text: &SourceText,
        side: Option<usize>,
    ) -> Result<PieceSet, Diagnostic> {
        self.piece_resolver.piece_set(expr, text, &self.cell_resolver, side)
    }

    /// The piece types that `text` names for a side, in the order written.
    pub fn piece_types(
        &self,
        text: &SourceText,
        side: usize,
    ) -> Result<Vec<PieceTypeId>, Diagnostic> {
        let expr = self.piece_expr(text)?;
        Ok(self.piece_resolver.piece_types_for(&expr, &self.cell_resolver, side))
    }

    /// The piece that a side has in place of `piece_type` of the setup.
    pub fn army_piece(&self, side: usize, piece_type: PieceTypeId) -> Piece {
        let piece_type = self.piece_resolver.of_army(side, piece_type);
        Piece { side: SideId(side as u8), piece_type }
    }

    /// The table of a side's army; empty if the side has none.
    pub fn army(&self, side: usize) -> &'a TomlTable {
        let id = self.choice.armies.get(side).and_then(Option::as_deref);
        self.root.table("armies").table(id.unwrap_or_default())
    }

    /// The id of a piece type, as the definition has it.
    pub fn piece_type_id(&self, piece_type: PieceTypeId) -> &str {
        &self.piece_resolver.piece_types[piece_type.index()]
    }
}
