//! Renders lists and tables of pieces, armies and certainty.

use std::sync::Arc;

use crate::book::{
    Block, PieceBlock, PieceListForm, PiecesBlock,
    data::{ArmiesData, ArmyData, CertaintyData, CertaintyNoteData, PieceHeadingData, PiecesData},
};
use crate::illustrate::Illustrator;
use crate::rules::{PieceTypeId, SideId};
use crate::sheet::{ArmyGame, army_squares, certainty_rows, initial_piece_types, piece_data};
use crate::source::{Code, Diagnostic, Spanned, suggestion};
use crate::variant::Variant;

use super::{PageRenderer, caption, place};

impl PageRenderer<'_> {
    pub(super) fn pieces(
        &mut self,
        block: &Block,
        pieces: &PiecesBlock,
        loaded: &Arc<Illustrator>,
    ) -> Option<String> {
        let mut loaded = loaded.clone();
        let piece_types = match &pieces.army {
            Some(army) => {
                let found = self.army(&loaded, army)?;
                loaded = found.loaded;
                found.piece_types
            }
            None if pieces.pieces.is_empty() => initial_piece_types(loaded.variant.variant()),
            None => self.piece_types(&loaded, &pieces.pieces)?,
        };
        let side = self.side(&loaded, pieces.side.as_ref())?;
        let owner = |piece_type| side.unwrap_or_else(|| loaded.variant.owning_side(piece_type));
        let data = PiecesData {
            id: self.name(block, "pieces"),
            place: place(block).to_owned(),
            form: match pieces.form {
                PieceListForm::Row => "row".to_owned(),
                PieceListForm::Table => "table".to_owned(),
            },
            caption: caption(block),
            pieces: piece_types.into_iter().map(|it| piece_data(&loaded, owner(it), it)).collect(),
        };
        self.render("pieces.html", &data)
    }

    fn army(&mut self, loaded: &Illustrator, army: &Spanned<String>) -> Option<ArmyGame> {
        let armies = self.variants.armies(&loaded.variant.variant().id);
        let ids: Vec<String> = armies.iter().map(|found| found.army.id.clone()).collect();
        let found = armies.iter().find(|found| found.army.id == army.value).cloned();
        if found.is_none() {
            let message = format!("`{}` has no army `{}`", loaded.variant.variant().id, army.value);
            let help = suggestion(&army.value, ids.iter().map(String::as_str));
            self.report_at(Diagnostic::error(Code::Army, message).help(help), army);
        }
        found
    }

    /// Returns the piece types that a block names. Reports each unknown one.
    pub(super) fn piece_types(
        &mut self,
        loaded: &Illustrator,
        words: &[Spanned<String>],
    ) -> Option<Vec<PieceTypeId>> {
        let found: Vec<Option<PieceTypeId>> =
            words.iter().map(|word| self.look_up(loaded.variant.kind(&word.value), word)).collect();
        found.into_iter().collect()
    }

    /// Returns the side that a block names, `Some(None)` if it names none, and `None` if there is
    /// no such side.
    pub(super) fn side(
        &mut self,
        loaded: &Illustrator,
        word: Option<&Spanned<String>>,
    ) -> Option<Option<SideId>> {
        let Some(word) = word else { return Some(None) };
        self.look_up(loaded.variant.side(&word.value), word).map(Some)
    }

    pub(super) fn piece(
        &mut self,
        block: &Block,
        piece: &PieceBlock,
        loaded: &Illustrator,
    ) -> Option<String> {
        let piece_type = self.look_up(loaded.variant.kind(&piece.piece.value), &piece.piece)?;
        let side = self
            .side(loaded, piece.side.as_ref())?
            .unwrap_or(loaded.variant.owning_side(piece_type));
        let id = self.name(block, &format!("piece-{}", piece.piece.value));
        let piece = piece_data(loaded, side, piece_type);
        self.render("piece.html", &PieceHeadingData { id, piece })
    }

    pub(super) fn armies(&mut self, block: &Block, loaded: &Arc<Illustrator>) -> Option<String> {
        let armies = self.variants.armies(&loaded.variant.variant().id);
        if armies.is_empty() {
            let message = format!("`{}` has no armies", loaded.variant.variant().id);
            self.report_at_line(Diagnostic::error(Code::Army, message), block.span);
            return None;
        }
        let rows = armies.iter().map(|found| ArmyData {
            name: found.army.name.clone(),
            pieces: (found.piece_types.iter())
                .map(|&piece_type| piece_data(&found.loaded, SideId(0), piece_type))
                .collect(),
        });
        let data = ArmiesData {
            id: self.name(block, "armies"),
            caption: caption(block),
            roles: army_squares(&armies),
            armies: rows.collect(),
        };
        self.render("armies.html", &data)
    }

    pub(super) fn certainty(&mut self, block: &Block, variant: &Variant) -> Option<String> {
        let notes = certainty_rows(variant).into_iter().map(|row| CertaintyNoteData {
            of: row.of,
            is: row.is.word().to_owned(),
            why: row.why,
        });
        let data = CertaintyData {
            notes: notes.collect(),
            id: self.name(block, "standing"),
            caption: caption(block),
        };
        self.render("certainty.html", &data)
    }
}
