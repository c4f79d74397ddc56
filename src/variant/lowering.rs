//! The context that names are resolved against while a definition is lowered.

use std::cell::RefCell;

use crate::geometry::Layout;
use crate::rules::{Piece, PieceTypeId, SideId};
use crate::source::{Diagnostic, Diagnostics, SourceFile, SourceText, TomlTable};

use super::armies::ArmyChoice;
use super::cell_resolver::{CellResolver, ResolvedCells};
use super::piece_sets::{PieceResolver, ResolvedPieces};
use super::piece_types::RawPieceType;
use super::sides::RawSide;

/// What the readers of single rules need to resolve names, and where they report errors.
///
/// Each reader is a method, in the file of its subject.
pub(super) struct LoweringContext<'a> {
    /// The file of the definition itself, not of a definition that it is based on.
    pub file: &'a SourceFile,
    pub root: &'a TomlTable,
    pub choice: &'a ArmyChoice,
    pub cell_resolver: CellResolver,
    pub piece_resolver: PieceResolver,
    pub sides: Vec<RawSide<'a>>,
    pub piece_types: Vec<RawPieceType<'a>>,
    /// The keys and the tables of the boards.
    pub boards: Vec<(&'a SourceText, &'a TomlTable)>,
    /// The ids of the states.
    pub states: Vec<String>,
    pub diagnostics: RefCell<&'a mut Diagnostics>,
}

impl<'a> LoweringContext<'a> {
    /// Adds a diagnostic.
    pub fn report(&self, diagnostic: Diagnostic) {
        self.diagnostics.borrow_mut().push(diagnostic);
    }

    /// Returns the value, or adds the diagnostics and returns `None`.
    pub fn keep<T>(&self, result: Result<T, impl Into<Diagnostics>>) -> Option<T> {
        self.diagnostics.borrow_mut().keep(result)
    }

    pub fn layout(&self) -> &Layout {
        self.cell_resolver.layout()
    }

    /// The ids of all sides, in order.
    pub fn side_ids(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.sides.len() as u8).map(SideId)
    }

    /// The indices of the sides that have turns.
    pub fn players(&self) -> Vec<usize> {
        self.piece_resolver.sides.players.clone()
    }

    /// The id of a side, as the definition has it.
    pub fn side_name(&self, side: usize) -> &str {
        &self.sides[side].id.value
    }

    /// The cells that the text of a key names for each side; `None` without the key.
    pub fn cells(&self, table: &TomlTable, key: &str) -> Result<Option<ResolvedCells>, Diagnostic> {
        table.text(key).map(|text| self.cell_resolver.resolved(text)).transpose()
    }

    /// The pieces that the text of a key names for each side; `None` without the key.
    pub fn pieces(
        &self,
        table: &TomlTable,
        key: &str,
    ) -> Result<Option<ResolvedPieces>, Diagnostic> {
        table.text(key).map(|text| self.piece_resolver.resolved(text)).transpose()
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
