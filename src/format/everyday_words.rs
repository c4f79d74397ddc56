//! Words of everyday language that authors write as keys of a definition, each with what the format has.

/// The table, the words, and a line that would work. `*` in a table stands for an id.
const EVERYDAY_WORDS: &[(&str, &[&str], &str)] = &[
    ("", &["title"], "name = \"My game\""),
    ("", &["author", "inventor"], "[about]` and below it `inventor = \"Ada Example\""),
    ("", &["extends", "inherits", "parent", "base", "like"], "based-on = \"chess\""),
    (
        "",
        &["army", "start", "array", "fen", "position", "setup"],
        "[setup.each]` and below it `king = \"e1\"",
    ),
    ("", &["players", "colours", "colors", "sides"], "[sides]` and below it `white = {}"),
    (
        "",
        &["win", "winning", "end", "result", "ends"],
        "[ends]` and below it `checkmate = \"loses\"",
    ),
    (
        "",
        &["files", "ranks", "size", "board"],
        "[board]` and below it `files = \"a-h\"` and `ranks = \"1-8\"",
    ),
    ("", &["castling"], "[castling]` and below it `short = \"king e1-g1, rook h1-f1\""),
    ("", &["promotion"], "[promotion.pawn]` and below it `must = \"rank 8\""),
    ("", &["pieces"], "[pieces.falcon]` and below it `move = \"WF\""),
    ("", &["drops"], "[drops.pawn]` and below it `to = \"ranks 2-7\""),
    ("", &["zones"], "[zones]` and below it `river = \"ranks 4-5\""),
    ("board", &["links", "wrap", "wraps", "cylinder"], "joined = \"files\""),
    ("board", &["toroidal", "doughnut"], "joined = \"files ranks\""),
    ("board", &["size", "width", "height", "dimensions"], "files = \"a-h\"` and `ranks = \"1-8\""),
    ("board", &["shape", "geometry"], "tiling = \"hexagons\""),
    ("board", &["holes", "missing"], "cells = \"any but d4\""),
    ("about", &["author", "designer", "creator"], "inventor = \"Ada Example\""),
    ("about", &["date"], "published = 2006-05-02"),
    ("about", &["url", "link", "website"], "source = \"https://example.org/rules\""),
    ("pieces.*", &["betza", "moves-like", "notation", "movement"], "move = \"WF\""),
    ("pieces.*", &["captures", "capture", "takes"], "move = \"mRcB\""),
    (
        "pieces.*",
        &["promotes", "promotion", "promotes-to"],
        "[promotion.pawn]` and below it `becomes = \"queen\"",
    ),
    ("pieces.*", &["swap", "swaps"], "[[pieces.pawn.moves]]` and below it `swap = \"W\""),
    ("pieces.*", &["en-passant", "double-step", "two-steps"], "double-step = \"rank 2\""),
    ("promotion.*", &["to", "into", "pieces", "choices"], "becomes = \"queen\""),
    ("promotion.*", &["at", "on", "zone", "where", "rank"], "must = \"rank 8\""),
    ("pieces.*", &["drop", "drops"], "[drops.pawn]` and below it `to = \"ranks 2-7\""),
    ("pieces.*", &["symbol", "image", "picture", "icon"], "glyph = \"rook + knight\""),
    ("pieces.*", &["value", "worth"], "points = 3"),
    ("pieces.*", &["abbreviation", "char", "fen"], "letter = \"W\""),
    ("sides.*", &["turn", "rotation", "direction"], "seat = \"turn 180\""),
    ("sides.*", &["seat"], "seat = \"flip ranks\""),
    (
        "ends",
        &["fifty-move-rule", "fifty-moves", "50-move-rule"],
        "no-progress = { moves = 50, by = \"pawn\", result = \"draw\" }",
    ),
    (
        "ends",
        &["threefold", "threefold-repetition"],
        "repetition = { times = 3, result = \"draw\" }",
    ),
    (
        "ends",
        &["capture-king", "king-capture", "king-captured", "king-taken"],
        "extinction = { pieces = \"king\", result = \"loses\" }",
    ),
    ("ends", &["bare-king"], "extinction = { pieces = \"any but king\", result = \"loses\" }"),
    ("castling", &["kingside", "queenside", "short", "long"], "short = \"king e1-g1, rook h1-f1\""),
];

/// Returns the help for an unknown key of the table at `path`, if it is a word of everyday language.
pub(super) fn everyday_help(path: &str, key: &str) -> Option<String> {
    if path.starts_with("sides.") && matches!(key, "color" | "colour") {
        let help =
            "the id of a side gives its colour: `white`, `black`, `red`, `orange`, `green`, `blue`";
        return Some(help.to_owned());
    }
    let is_table = |pattern: &str| match pattern.strip_suffix(".*") {
        None => pattern == path,
        Some(parent) => path.strip_prefix(parent).is_some_and(|rest| rest.starts_with('.')),
    };
    let fits = |row: &&(&str, &[&str], &str)| is_table(row.0) && row.1.contains(&key);
    let (pattern, _, line) = EVERYDAY_WORDS.iter().find(fits)?;
    // Headers name the author's own piece.
    let line = match path.rsplit_once('.').filter(|_| pattern.starts_with("pieces.")) {
        Some((_, id)) => line.replace(".pawn", &format!(".{id}")),
        None => (*line).to_owned(),
    };
    Some(format!("write `{line}`"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::key_check;
    use crate::source::{Diagnostics, SourceFile, SourceMap, parse_toml};

    #[test]
    fn every_line_that_is_suggested_is_one_of_the_format() {
        for (table, words, line) in EVERYDAY_WORDS {
            let lines = line.replace("` and below it `", "\n").replace("` and `", "\n");
            let table = table.replace('*', "pawn");
            let is_own = lines.starts_with('[') || table.is_empty();
            let text = if is_own { lines } else { format!("[{table}]\n{lines}") };
            let file = SourceFile::new("a.toml", text.clone() + "\n");
            let mut found = Diagnostics::default();
            let (root, is_sound) = parse_toml(&SourceMap::whole(&file), &mut found);
            key_check::check(&root, &mut found);
            assert!(is_sound && found.is_empty(), "{words:?}: {text}\n{found:#?}");
            for word in *words {
                assert!(everyday_help(&table, word).is_some(), "{word}");
            }
        }
    }
}
