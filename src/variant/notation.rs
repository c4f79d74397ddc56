use crate::notation::{Betza, lint, parse as read};
use crate::source::{Code, Diagnostics, SourceText};

use super::builtin_pieces::BuiltinPiece;

/// The tree of a notation that a definition holds.
pub(super) fn parse(text: &SourceText) -> Result<Betza, Diagnostics> {
    read(&text.value).map_err(|errors| errors.into_iter().map(|one| text.locate(one)).collect())
}

/// What holds here, but is read otherwise elsewhere.
pub(super) fn warn(text: &SourceText, betza: &Betza, complaints: &mut Diagnostics) {
    complaints.extend(lint(betza).into_iter().map(|one| text.locate(one)));
}

/// The tree of a notation of the stock, used for the piece of that name.
pub(super) fn parse_builtin(piece: &BuiltinPiece, id: &SourceText) -> Result<Betza, Diagnostics> {
    read(&piece.notation).map_err(|_| {
        let message = format!("the stock's `{}` has no usable move", piece.id);
        id.error(Code::PieceMove, message).help("give it a `move`").into()
    })
}
