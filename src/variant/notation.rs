//! Parses the Betza notation of definitions.

use crate::notation::{Betza, lint, parse as read};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText};

use super::builtin_pieces::BuiltinPiece;

/// Parses a notation of a definition; errors are at their locations in the file.
pub(super) fn parse(text: &SourceText) -> Result<Betza, Diagnostics> {
    read(&text.value).map_err(|errors| errors.into_iter().map(|one| text.locate(one)).collect())
}

/// Warnings of notation that other programs read differently.
pub(super) fn warnings(text: &SourceText, betza: &Betza) -> impl Iterator<Item = Diagnostic> {
    lint(betza).into_iter().map(|one| text.locate(one))
}

/// Parses the notation of a built-in piece; an error is at `id`.
pub(super) fn parse_builtin(piece: &BuiltinPiece, id: &SourceText) -> Result<Betza, Diagnostic> {
    read(&piece.notation).map_err(|_| {
        let message = format!("the built-in piece `{}` has no usable move", piece.id);
        id.error(Code::PieceMove, message).help("give it a `move`")
    })
}
