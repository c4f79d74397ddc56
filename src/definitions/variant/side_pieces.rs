//! Reads how the pieces of one side move, where the side differs: `[sides.SIDE.pieces.ID]`.

use crate::game::{CellExpr, SideId};
use crate::geometry::CellSet;
use crate::source::Code;
use crate::toml_text::TomlTable;

use super::lowering::LoweringContext;
use super::move_rules::PieceMoves;
use super::piece_types::RawPieceType;

/// The keys that say how a piece moves.
const MOVE_KEYS: [&str; 3] = ["move", "moves", "within"];

impl<'a> LoweringContext<'a> {
    /// Returns the table of a piece as a side writes it, and as it is laid over that of the game.
    ///
    /// `None` if the side says nothing of the piece.
    fn own_piece(
        &self,
        raw: &RawPieceType<'_>,
        side: usize,
    ) -> Option<(&'a TomlTable, &'a TomlTable)> {
        let written = self.sides[side].table.table("pieces");
        written.get(&raw.id.value)?;
        let merged = self.rules_of(side).table("pieces").table(&raw.id.value);
        Some((written.table(&raw.id.value), merged))
    }

    /// Reads the moves of a piece type, also of sides that have their own.
    pub fn moves_of_each_side(&self, raw: &RawPieceType<'_>) -> PieceMoves {
        let mut moves = self.moves(raw);
        for side in self.players() {
            let Some((written, merged)) = self.own_piece(raw, side) else { continue };
            if MOVE_KEYS.iter().any(|key| written.get(key).is_some()) {
                let own = RawPieceType { table: merged, ..raw.clone() };
                let mut read = self.moves(&own);
                moves.rules[side] = std::mem::take(&mut read.rules[side]);
                if moves.within.is_some() || read.within.is_some() {
                    let all = || CellSet::all(self.layout().len());
                    let own = read.within.take().map_or_else(all, |within| within[side].clone());
                    let no_limits = || vec![all(); self.sides.len()];
                    moves.within.get_or_insert_with(no_limits)[side] = own;
                }
                moves.side_texts.push((SideId(side as u8), read.texts));
            }
        }
        moves
    }

    /// Returns the cells from which a side's pieces of a type may make their step several times.
    ///
    /// Each side reads its own key, or else that of the game. The text is that of the first side.
    pub fn long_steps_of_each_side(
        &self,
        raw: &RawPieceType<'_>,
        key: &str,
    ) -> Option<(Vec<CellSet>, CellExpr)> {
        let mut result: Option<(Vec<CellSet>, CellExpr)> = None;
        for side in 0..self.sides.len() {
            let own = self.own_piece(raw, side).map(|(_, merged)| merged);
            let Some(text) = own.unwrap_or(raw.table).text(key) else { continue };
            let Some((mut cells, expr)) = self.keep(self.names.cells.resolved(text)) else {
                continue;
            };
            let cells = cells.swap_remove(side);
            if self.sides[side].has_turns && cells.is_empty() {
                let message = format!("`{key}` names no cell for {}", self.side_name(side));
                let help = "name cells on which the piece can stand, or leave the key out";
                self.report(text.error(Code::CellsEmpty, message).help(help));
            }
            let none = || vec![CellSet::new(); self.sides.len()];
            result.get_or_insert_with(|| (none(), expr)).0[side] = cells;
        }
        result
    }
}
