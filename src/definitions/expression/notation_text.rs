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
    if parsed.is_err() && is_sentence(&text.value) {
        let message = format!("`{}` is a description, and a move is a notation", text.value);
        return Err(text.error(Code::PieceMove, message).help(NOTATION_HELP).into());
    }
    parsed.map_err(|errors| errors.into_iter().map(|one| text.locate(one)).collect())
}

const NOTATION_HELP: &str = "`W` is one step along a rank or file, `F` one diagonal step, `fmW` one step forward \
                             that cannot capture, `R` the Rook's move; `fairybook help notation` has them all";

/// Whether a text has at least two words of everyday language, and none that could be notation.
fn is_sentence(text: &str) -> bool {
    let is_plain = |word: &str| {
        let rest = word.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or(word);
        rest.chars().all(|c| c.is_ascii_lowercase() || ".,;-'".contains(c))
    };
    let words = || text.split_whitespace();
    words().all(|word| is_plain(word) || word.parse::<u16>().is_ok())
        && words().filter(|word| word.len() > 2).count() > 1
}

/// The notation of the moves of built-in pieces, if a text has nothing but their names.
fn notation_of_names(text: &str) -> Option<String> {
    let words = text
        .split([' ', ',', '+'])
        .filter(|word| !matches!(*word, "" | "and" | "or" | "plus" | "like" | "a" | "as"));
    let notation = |word: &str| builtin_piece(&word.to_lowercase())?.string("move");
    words.map(notation).collect::<Option<String>>().filter(|it| !it.is_empty())
}
