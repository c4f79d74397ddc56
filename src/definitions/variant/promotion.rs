//! Reads `[promotion]`: the piece types that a piece may become, and where.

use crate::game::{PieceTypeId, Promotion, SideId};
use crate::geometry::CellSet;
use crate::source::{Code, Diagnostic, SourceText};
use crate::toml_text::TomlTable;

use super::lowering::LoweringContext;

impl LoweringContext<'_> {
    /// Returns the promotions of all sides.
    pub fn promotions(&self) -> Vec<Promotion> {
        let mut promotions = Vec::new();
        for piece in self.promoting_pieces() {
            let Some(piece_type) = self.names.pieces.find(&piece.value) else { continue };
            for side in self.players() {
                let named = self.rules_of(side).table("promotion");
                if named.get(&piece.value).is_none() {
                    continue;
                }
                let table = named.table(&piece.value);
                if table.get("may").is_none() && table.get("must").is_none() {
                    let error = piece.error(Code::Promotion, "a promotion needs `may` or `must`");
                    let ranks = &self.layout().board(0).ranks.names;
                    let last = ranks.last().map_or("8", |name| name.as_str());
                    self.report(error.help(format!("write `must = \"rank {last}\"`, or `may`")));
                    break;
                }
                let piece_type = self.names.pieces.of_army(side, piece_type);
                promotions.extend(self.keep(self.promotion(table, side, piece_type)));
            }
        }
        promotions
    }

    /// The pieces that promote, in the order in which they are first named for any side.
    fn promoting_pieces(&self) -> Vec<&SourceText> {
        let mut pieces: Vec<&SourceText> = Vec::new();
        for side in self.players() {
            for (piece, _) in self.rules_of(side).table("promotion").named() {
                if !pieces.iter().any(|known| known.value == piece.value) {
                    pieces.push(piece);
                }
            }
        }
        pieces
    }

    fn promotion(
        &self,
        table: &TomlTable,
        side: usize,
        piece_type: PieceTypeId,
    ) -> Result<Promotion, Diagnostic> {
        let cells = |key: &str| match table.text(key) {
            Some(text) => {
                let (mut cells, expr) = self.names.cells.resolved(text)?;
                if cells[side].is_empty() {
                    let message = format!("this names no cell for {}", self.side_name(side));
                    return Err(text.error(Code::CellsEmpty, message));
                }
                Ok((cells.swap_remove(side), Some(expr)))
            }
            None => Ok((CellSet::new(), None)),
        };
        let (compulsory_zone, compulsory_words) = cells("must")?;
        let (optional_zone, optional_words) = cells("may")?;
        let mut choices = Vec::new();
        if let Some(text) = table.text("becomes") {
            choices = self.names.pieces.types(text, side)?;
            if choices.contains(&piece_type) {
                let id = self.piece_type_id(piece_type);
                let message = format!("a {id} becomes itself");
                let is_named = text.words().iter().any(|word| word.value == id);
                let help = match is_named {
                    true => format!("leave `{id}` out"),
                    false => format!("leave it out: `becomes = \"{} but {id}\"`", text.value),
                };
                return Err(text.error(Code::Promotion, message).help(help));
            }
            if choices.is_empty() {
                return Err(text.error(Code::Promotion, "no piece type is left to become"));
            }
        }
        Ok(Promotion {
            side: SideId(side as u8),
            piece_type,
            compulsory_zone,
            compulsory_words,
            optional_zone,
            optional_words,
            on_leaving: table.flag("leaving").unwrap_or(false),
            choices,
            initial_limit: table.get("limit").is_some(),
        })
    }
}
