//! Words that authors write in texts about cells, and what they mean by them.

use crate::geometry::{Axis, AxisKind, Board, Tiling};
use crate::source::{ORDINALS, with_hyphen};

/// Words of texts about cells, each with those of everyday language that mean it.
const EVERYDAY_WORDS: [(&str, &[&str]); 5] = [
    ("but", &["minus", "except", "without", "excluding"]),
    (",", &["or", "plus"]),
    ("any", &["all", "every", "everywhere", "anywhere"]),
    ("rank", &["row"]),
    ("ranks", &["rows"]),
];

/// Returns what an author means by a word of everyday language, or by two words in one: `rank2`.
pub(super) fn usual_spelling(name: &str, board: &Board) -> Option<String> {
    let folded = name.to_lowercase();
    let means = |(_, everyday): &&(&str, &[&str])| everyday.contains(&&*folded);
    if let Some((word, _)) = EVERYDAY_WORDS.iter().find(means) {
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

/// The help for a word that names no column. Authors call files so, too.
pub(super) fn column_help(name: Option<&str>, board: &Board) -> String {
    match name {
        Some(name) if board.levels.len() < 2 => {
            format!("lines that lead forward are files: write `files {name}`")
        }
        _ => "a column is named as its cells are, without the level".to_owned(),
    }
}

/// Returns what an author means by two words such as `second rank`, `last row`, `8th rank` or `the marsh`.
pub(super) fn ordinal_line(name: &str, next: Option<&str>, board: &Board) -> Option<String> {
    if name == "the" {
        return next.map(str::to_owned);
    }
    let (word, kind) = match next?.trim_end_matches('s') {
        "rank" | "row" | "line" => ("rank", AxisKind::Rank),
        "file" | "column" => ("file", AxisKind::File),
        "level" => ("level", AxisKind::Level),
        _ => return None,
    };
    let names = &board.axis(kind).names;
    // The far edge of a board of hexagons is no rank.
    if board.tiling == Tiling::Hexagons
        && matches!(&*name.to_lowercase(), "last" | "top" | "final" | "promotion")
    {
        return Some("far edge".to_owned());
    }
    let folded = name.to_lowercase();
    let number = folded.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse::<usize>();
    let index = match folded.as_str() {
        "last" | "top" | "final" | "promotion" => names.len() - 1,
        "back" | "home" | "bottom" => 0,
        _ => match number.ok().filter(|_| folded.ends_with(['t', 'd', 'h'])) {
            Some(number) => number.checked_sub(1)?,
            None => ORDINALS.iter().position(|ordinal| *ordinal == folded)?.checked_sub(1)?,
        },
    };
    Some(format!("{word} {}", names.get(index)?))
}

/// Returns the line that an author means by its bare name: `rank 8` for `8`.
pub(super) fn named_line(name: &str, board: &Board) -> Option<String> {
    let axes = [("rank", AxisKind::Rank), ("file", AxisKind::File)];
    let found = axes.into_iter().find(|(_, kind)| run_on(board.axis(*kind), name).is_some());
    found.map(|(word, _)| format!("{word} {name}"))
}

/// Returns the run that is meant by a text with another sign than a hyphen: `1-2` for `1–2`.
pub(super) fn run_with_hyphen(name: &str, board: &Board, kind: AxisKind) -> Option<String> {
    with_hyphen(name).filter(|meant| run_on(board.axis(kind), meant).is_some())
}

/// Returns the first and the last index that `NAME` or `NAME-NAME` means on an axis.
pub(super) fn run_on(axis: &Axis, word: &str) -> Option<(usize, usize)> {
    if let Some(index) = axis.find(word) {
        return Some((index, index));
    }
    let (first, last) = word.split_once('-')?;
    let (first, last) = (axis.find(first)?, axis.find(last)?);
    Some((first.min(last), first.max(last)))
}

/// Whether a file or rank of the board has that name.
pub(super) fn is_line(name: &str, board: &Board) -> bool {
    board.files.find(name).or_else(|| board.ranks.find(name)).is_some()
}

/// Whether a word is probably meant as a cell: it has a digit, or at most two letters.
pub(super) fn looks_like_cell(word: &str) -> bool {
    let plain = word.rsplit(':').next().unwrap_or(word);
    plain.chars().all(char::is_alphanumeric)
        && (plain.len() <= 2 || plain.chars().any(|c| c.is_ascii_digit()))
}
