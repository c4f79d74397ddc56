use std::sync::Arc;

use crate::book::{
    Block, Form, PieceBlock, PiecesBlock,
    data::{ArmiesData, ArmyData, NoteData, PieceData, PieceHeadData, PiecesData, StandingData},
};
use crate::diagram::{SvgTarget, draw_piece, write_svg};
use crate::illustrate::Illustrator;
use crate::query::Study;
use crate::rules::{Piece, PieceTypeId, SideId};
use crate::sheet::{ArmyGame, army_squares, certainty_rows, initial_piece_types};
use crate::source::{Code, Diagnostic, Spanned, suggestion};
use crate::variant::{Face, Variant};

use super::{Answerer, caption, place};

impl Answerer<'_> {
    pub(super) fn pieces(
        &mut self,
        block: &Block,
        pieces: &PiecesBlock,
        illustrator: &Arc<Illustrator>,
    ) -> Option<String> {
        let mut illustrator = illustrator.clone();
        let study = illustrator.variant.clone();
        let kinds = match &pieces.army {
            Some(army) => {
                let found = self.army(&study, army)?;
                illustrator = found.illustrator;
                found.kinds
            }
            None if pieces.pieces.is_empty() => initial_piece_types(study.variant(), None),
            None => {
                let kinds: Vec<_> = pieces
                    .pieces
                    .iter()
                    .map(|word| self.ask(study.kind(&word.value), word))
                    .collect();
                kinds.into_iter().collect::<Option<Vec<_>>>()?
            }
        };
        let side = match &pieces.side {
            Some(word) => Some(self.ask(illustrator.variant.side(&word.value), word)?),
            None => None,
        };
        let owner = |kind| side.unwrap_or_else(|| illustrator.variant.owning_side(kind));
        let data = PiecesData {
            id: self.name(block, "pieces"),
            place: place(block).to_owned(),
            form: match pieces.form {
                Form::Row => "row".to_owned(),
                Form::Table => "table".to_owned(),
            },
            caption: caption(block),
            pieces: kinds
                .into_iter()
                .map(|kind| piece_data(&illustrator, owner(kind), kind))
                .collect(),
        };
        self.render("pieces.html", &data)
    }

    fn army(&mut self, study: &Study, army: &Spanned<String>) -> Option<ArmyGame> {
        let armies = self.games.armies(&study.variant().id);
        let ids: Vec<String> = armies.iter().map(|found| found.army.id.clone()).collect();
        let found = armies.iter().find(|found| found.army.id == army.value).cloned();
        if found.is_none() {
            let message = format!("`{}` has no army `{}`", study.variant().id, army.value);
            let help = suggestion(&army.value, ids.iter().map(String::as_str));
            self.complain_at(Diagnostic::error(Code::Army, message).help(help), army);
        }
        found
    }

    pub(super) fn side(&mut self, study: &Study, word: Option<&Spanned<String>>) -> Option<SideId> {
        match word {
            Some(word) => self.ask(study.side(&word.value), word),
            None => Some(study.first_side()),
        }
    }

    pub(super) fn piece(
        &mut self,
        block: &Block,
        piece: &PieceBlock,
        illustrator: &Illustrator,
    ) -> Option<String> {
        let study = &illustrator.variant;
        let kind = self.ask(study.kind(&piece.piece.value), &piece.piece)?;
        let side = match &piece.side {
            Some(word) => self.ask(study.side(&word.value), word)?,
            None => study.owning_side(kind),
        };
        let id = self.name(block, &format!("piece-{}", piece.piece.value));
        self.render("piece.html", &PieceHeadData { id, piece: piece_data(illustrator, side, kind) })
    }

    pub(super) fn armies(&mut self, block: &Block, study: &Study) -> Option<String> {
        let armies = self.games.armies(&study.variant().id);
        if armies.is_empty() {
            let message = format!("`{}` has no armies", study.variant().id);
            let line = self.page.file.place(block.span.start).line;
            let span = self.page.file.line_span(line);
            self.complain(Diagnostic::error(Code::Army, message).in_file(&self.page.file, span));
            return None;
        }
        let rows = armies.iter().map(|found| ArmyData {
            name: found.army.name.clone(),
            pieces: found
                .kinds
                .iter()
                .map(|&kind| piece_data(&found.illustrator, SideId(0), kind))
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

    pub(super) fn standing(&mut self, block: &Block, variant: &Variant) -> Option<String> {
        let notes = certainty_rows(variant).into_iter().map(|row| NoteData {
            of: row.of,
            is: row.is.word().to_owned(),
            why: row.why,
        });
        let data = StandingData {
            notes: notes.collect(),
            id: self.name(block, "standing"),
            caption: caption(block),
        };
        self.render("standing.html", &data)
    }
}

/// A piece in a list or table.
pub(super) fn piece_data(
    illustrator: &Illustrator,
    side: SideId,
    piece_type: PieceTypeId,
) -> PieceData {
    let study = &illustrator.variant;
    let face = study.variant().face(piece_type);
    let scene = draw_piece(illustrator.piece_drawing(Piece { side, piece_type }));
    PieceData {
        glyph: write_svg(&scene, SvgTarget::Inline { id_prefix: "" }),
        name: face.name.clone(),
        letter: face.shown.clone(),
        notation: notation(face),
        words: study.describe_kind(piece_type),
    }
}

/// The move as it is written; nothing where it would say more than is true: a way that holds
/// somewhere only, or that shoots.
fn notation(face: &Face) -> String {
    let is_plain = |part: &(String, String)| part.0 == "move";
    let is_bound = |part: &(String, String)| is_plain(part) || part.0 == "within";
    let tells_all = match &face.moves[..] {
        [way] => way.parts.iter().all(is_bound),
        ways => ways.iter().all(|way| way.parts.iter().all(is_plain)),
    };
    let notations: Vec<&str> = face.moves.iter().filter_map(|way| way.get("move")).collect();
    if tells_all { notations.join(", ") } else { String::new() }
}
