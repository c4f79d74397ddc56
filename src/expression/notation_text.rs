//! Move notation in the texts of a definition.

use crate::format::builtin_piece;
use crate::notation::{Betza, parse};
use crate::source::{Code, Diagnostics, SourceText};

/// Parses a notation; errors are at their locations in the file.
pub fn parse_notation(text: &SourceText) -> Result<Betza, Diagnostics> {
    let parsed = parse(&text.value);
    if let Some(notation) = notation_of_names(&text.value).filter(|_| parsed.is_err()) {
        let message = format!("`{}` names pieces, and a move is a notation", text.value);
        return Err(text
            .error(Code::PieceMove, message)
            .help(format!("write `move = \"{notation}\"`"))
            .into());
    }
    parsed.map_err(|errors| errors.into_iter().map(|one| text.locate(one)).collect())
}

/// The notation of the moves of built-in pieces, if a text has nothing but their names.
fn notation_of_names(text: &str) -> Option<String> {
    let words = text.split([' ', ',', '+']).filter(|word| !word.is_empty() && *word != "and");
    let notation = |word: &str| builtin_piece(&word.to_lowercase())?.string("move");
    words.map(notation).collect::<Option<String>>().filter(|it| !it.is_empty())
}
