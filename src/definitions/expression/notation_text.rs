//! Move notation in the texts of a definition.

use crate::format::builtin_piece;
use crate::notation::{Betza, parse};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText};

/// Parses a notation; errors are at their locations in the file.
pub fn parse_notation(text: &SourceText) -> Result<Betza, Diagnostics> {
    parse(&text.value).map_err(|errors| match other_language(text) {
        Some(error) => error.into(),
        None => errors.into_iter().map(|one| text.locate(one)).collect(),
    })
}

/// The error of a text that is in another language than the notation.
///
/// The engine of boards reads definitions that were checked when their page was built.
fn other_language(text: &SourceText) -> Option<Diagnostic> {
    if !cfg!(feature = "book") {
        return None;
    }
    if let Some(notation) = notation_of_names(&text.value) {
        let message = format!("`{}` names pieces, and a move is a notation", text.value);
        let help = format!("write `move = \"{notation}\"`");
        return Some(text.error(Code::PieceMove, message).help(help));
    }
    let capitals = text.value.to_ascii_uppercase();
    if text.value.bytes().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit())
        && parse(&capitals).is_ok()
    {
        let message = format!("`{}` is no notation: it has no capital", text.value);
        return Some(text.error(Code::BetzaAtom, message).help(format!("write `{capitals}`")));
    }
    if let Some((meant, why)) = respelt(&text.value) {
        let message = format!("`{}` is no notation", text.value);
        let help = format!("{why}: write `{meant}`");
        return Some(text.error(Code::BetzaAtom, message).help(help));
    }
    let message = || format!("`{}` is a description, and a move is a notation", text.value);
    is_sentence(&text.value).then(|| text.error(Code::PieceMove, message()).help(NOTATION_HELP))
}

/// The notation that is meant if small letters stand behind their capitals, or a word before it; with help.
fn respelt(text: &str) -> Option<(String, &'static str)> {
    let word = |word: &str| word.len() > 2 && word.chars().all(|sign| sign.is_ascii_lowercase());
    let bare = text.split_once(' ').filter(|(first, _)| word(first));
    let bare = bare.map(|(_, rest)| (rest.to_owned(), "no word stands before it"));
    let turned = turned(text).map(|it| (it, "small letters stand before their capital"));
    [turned, bare].into_iter().flatten().find(|(meant, _)| parse(meant).is_ok())
}

/// The notation with the small letters before their capitals: `fhNbF` for `NfhFb`.
fn turned(text: &str) -> Option<String> {
    let ends_small = text.ends_with(|sign: char| sign.is_ascii_lowercase());
    if !ends_small || !text.chars().all(|sign| sign.is_ascii_alphanumeric()) {
        return None;
    }
    let (mut turned, mut atom, mut small) = (String::new(), String::new(), String::new());
    for sign in text.chars() {
        // `NN` is one atom, `R2F` are two.
        let is_next = sign.is_ascii_uppercase() && (!small.is_empty() || !atom.ends_with(sign));
        if is_next {
            turned += &format!("{}{}", std::mem::take(&mut small), std::mem::take(&mut atom));
        }
        if sign.is_ascii_lowercase() { small.push(sign) } else { atom.push(sign) }
    }
    Some(turned + &small + &atom)
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
