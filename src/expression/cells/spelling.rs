//! Words that authors write in texts about cells, and what they mean by them.

use crate::geometry::{AxisKind, Board};

use super::parse::run_on;

/// Words of everyday language, each with the word of texts about cells.
const EVERYDAY_WORDS: [(&str, &str); 12] = [
    ("minus", "but"),
    ("except", "but"),
    ("without", "but"),
    ("excluding", "but"),
    ("or", ","),
    ("plus", ","),
    ("all", "any"),
    ("every", "any"),
    ("everywhere", "any"),
    ("anywhere", "any"),
    ("row", "rank"),
    ("rows", "ranks"),
];

/// Returns what an author means by a word of everyday language, or by two words in one: `rank2`.
pub(super) fn usual_spelling(name: &str, board: &Board) -> Option<String> {
    let folded = name.to_lowercase();
    if let Some((_, word)) = EVERYDAY_WORDS.iter().find(|(everyday, _)| *everyday == folded) {
        return Some((*word).to_owned());
    }
    let axes = [("rank", AxisKind::Rank), ("file", AxisKind::File), ("level", AxisKind::Level)];
    axes.into_iter().find_map(|(word, axis)| {
        let rest = name.strip_prefix(word)?;
        let (plural, rest) = match rest.strip_prefix('s') {
            Some(rest) => ("s", rest),
            None => ("", rest),
        };
        run_on(board.axis(axis), rest).map(|_| format!("{word}{plural} {rest}"))
    })
}
