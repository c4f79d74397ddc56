//! Renders lists and tables of pieces, armies and certainty.

use serde_json::{Value, json};

use crate::book::{PieceBlock, PiecesBlock};
use crate::game::{Piece, PieceTypeId, SideId};
use crate::sheet::{ArmyGame, army_squares, certainty_rows, initial_piece_types, piece_data};
use crate::source::{Code, Diagnostic, SourceText, suggestion};

use super::BlockRenderer;

impl BlockRenderer<'_, '_> {
    pub(super) fn pieces(&mut self, pieces: &PiecesBlock) -> Option<String> {
        let army = match &pieces.army {
            Some(army) => Some(self.army(army)?),
            None => None,
        };
        let loaded = army.as_ref().map_or(self.loaded, |army| &army.loaded);
        let piece_types = match &army {
            Some(army) => army.piece_types.clone(),
            None if pieces.pieces.is_empty() => initial_piece_types(loaded.variant.variant()),
            None => self.piece_types(&pieces.pieces)?,
        };
        let mut renderer = BlockRenderer { page: self.page, block: self.block, loaded };
        let side = renderer.side(pieces.side.as_ref())?;
        let owner = |piece_type| side.unwrap_or_else(|| loaded.variant.owning_side(piece_type));
        let first = piece_types.first().map(|&piece_type| (owner(piece_type), piece_type));
        let first = first.map(|(side, piece_type)| Piece { side, piece_type });
        let drawn = first.and_then(|piece| loaded.piece_drawing(piece).glyph.tablet_words());
        let pieces_data: Vec<_> =
            piece_types.into_iter().map(|it| piece_data(loaded, owner(it), it)).collect();
        let drawn = drawn.filter(|_| pieces.form == "table");
        let data = json!({ "form": pieces.form, "pieces": pieces_data, "drawn": drawn });
        self.render("pieces.html", "pieces", data)
    }

    fn army(&mut self, army: &SourceText) -> Option<ArmyGame> {
        let id = &self.loaded.variant.variant().id;
        let armies = self.page.variants.about(id).armies(id);
        let found = armies.iter().find(|found| found.army.id == army.value).cloned();
        if found.is_none() {
            let message = format!("`{id}` has no army `{}`", army.value);
            let ids = armies.iter().map(|found| found.army.id.as_str());
            let help = suggestion(&army.value, ids);
            self.page.report(army.error(Code::Army, message).help(help));
        }
        found
    }

    /// Returns the piece types that a block names. Reports each unknown one.
    pub(super) fn piece_types(&mut self, words: &[SourceText]) -> Option<Vec<PieceTypeId>> {
        let kind =
            |word: &SourceText| self.page.look_up(self.loaded.variant.kind(&word.value), word);
        let found: Vec<Option<PieceTypeId>> = words.iter().map(kind).collect();
        found.into_iter().collect()
    }

    /// Returns the side that a block names, `Some(None)` if it names none, and `None` if there is
    /// no such side.
    pub(super) fn side(&mut self, word: Option<&SourceText>) -> Option<Option<SideId>> {
        let Some(word) = word else { return Some(None) };
        self.page.look_up(self.loaded.variant.side(&word.value), word).map(Some)
    }

    pub(super) fn piece(&mut self, piece: &PieceBlock) -> Option<String> {
        let (variant, word) = (&self.loaded.variant, &piece.piece);
        let piece_type = self.page.look_up(variant.kind(&word.value), word)?;
        let side = self.side(piece.side.as_ref())?.unwrap_or(variant.owning_side(piece_type));
        let data = json!({ "piece": piece_data(self.loaded, side, piece_type) });
        self.render("piece.html", &format!("piece-{}", word.value), data)
    }

    pub(super) fn armies(&mut self) -> Option<String> {
        let id = &self.loaded.variant.variant().id;
        let armies = self.page.variants.about(id).armies(id);
        if armies.is_empty() {
            let error = Diagnostic::error(Code::Army, format!("`{id}` has no armies"));
            self.page.report_at_line(error, self.block.span);
            return None;
        }
        let row = |found: &ArmyGame| {
            let piece = |&piece_type| piece_data(&found.loaded, SideId(0), piece_type);
            let pieces: Vec<_> = found.piece_types.iter().map(piece).collect();
            json!({ "name": found.army.name, "pieces": pieces })
        };
        let rows: Vec<Value> = armies.iter().map(row).collect();
        let data = json!({ "roles": army_squares(&armies, SideId(0)), "armies": rows });
        self.render("armies.html", "armies", data)
    }

    pub(super) fn certainty(&mut self) -> Option<String> {
        let mut notes = Vec::new();
        for row in certainty_rows(self.loaded.variant.variant()) {
            let why = row.why.map(|why| self.page.reason(&why, &self.block.variant));
            notes.push(json!({ "of": row.of, "is": row.is.word(), "why": why }));
        }
        self.render("certainty.html", "standing", json!({ "notes": notes }))
    }
}
