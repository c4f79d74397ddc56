//! The built-in pieces, which every definition can use without defining them.

use std::sync::{LazyLock, OnceLock};

use crate::source::title_case;
use crate::toml_text::{TomlTable, bundled_toml};

/// A line of `builtin_pieces.toml`. It is read when its piece is first asked for: a game has few of them.
struct BuiltinLine {
    id: &'static str,
    line: &'static str,
    table: OnceLock<TomlTable>,
}

static LINES: LazyLock<Vec<BuiltinLine>> = LazyLock::new(|| {
    let lines = include_str!("builtin_pieces.toml").lines().filter(|line| !line.starts_with('#'));
    let ids = lines.filter_map(|line| Some((line.split_once('=')?.0.trim(), line)));
    ids.map(|(id, line)| BuiltinLine { id, line, table: OnceLock::new() }).collect()
});

impl BuiltinLine {
    fn table(&self) -> &TomlTable {
        let line = self.table.get_or_init(|| bundled_toml("builtin_pieces.toml", self.line));
        let piece = line.get(self.id).and_then(|entry| entry.node.table());
        piece.expect("each line is the table of a piece")
    }
}

/// Returns the table of the built-in piece with that id, with the keys of `[pieces.ID]`.
///
/// `also` has other usual letters of a piece; positions may use them if no other piece has them.
pub fn builtin_piece(id: &str) -> Option<&'static TomlTable> {
    LINES.iter().find(|line| line.id == id).map(BuiltinLine::table)
}

/// Returns the ids of the built-in pieces, in the order of the manual.
pub fn builtin_ids<'a>() -> impl Iterator<Item = &'a str> {
    LINES.iter().map(|line| line.id)
}

/// A built-in piece, for manuals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuiltinPiece {
    /// Its id.
    pub id: String,
    /// Its name on pages.
    pub name: String,
    /// Its letter.
    pub letter: String,
    /// The notation of its moves.
    pub notation: String,
    /// Its glyph.
    pub glyph: String,
}

/// Returns all built-in pieces, in the order of the manual.
pub fn builtin_pieces() -> impl Iterator<Item = BuiltinPiece> {
    LINES.iter().map(|line| {
        let text = |key: &str| line.table().string(key);
        BuiltinPiece {
            id: line.id.to_owned(),
            name: text("name").unwrap_or_else(|| title_case(line.id)),
            letter: text("letter").unwrap_or_default(),
            notation: text("move").unwrap_or_default(),
            glyph: text("glyph").unwrap_or_else(|| line.id.to_owned()),
        }
    })
}

/// Whether a piece of that id is built in, so that a definition need not define it.
pub fn is_builtin_piece(id: &str) -> bool {
    builtin_ids().any(|known| known == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_pieces_are_valid() {
        let whole = bundled_toml("builtin_pieces.toml", include_str!("builtin_pieces.toml"));
        assert!(whole.entries.len() > 50);
        assert!(whole.keys().eq(builtin_ids()), "each piece has a line of its own");
        for id in builtin_ids() {
            let piece = builtin_piece(id).unwrap();
            let letter = piece.string("letter").unwrap();
            let bare = letter.strip_prefix('+').unwrap_or(&letter);
            assert!(bare.len() == 1 && bare.chars().all(|c| c.is_ascii_uppercase()), "{id}");
            assert_eq!(builtin_ids().filter(|other| *other == id).count(), 1, "{id}");
            assert!(crate::notation::parse(&piece.string("move").unwrap()).is_ok(), "{id}");
            let glyph = piece.string("glyph").unwrap_or("token".to_owned());
            assert!(crate::diagram::Glyph::parse(&glyph).is_ok(), "{id}");
            let native = piece.string("native").unwrap_or(glyph);
            assert!(crate::diagram::Glyph::check_native(&native).is_ok(), "{id}");
        }
        assert_eq!(builtin_piece("shogi-knight").unwrap().string("name").unwrap(), "Knight");
        assert!(builtin_piece("king").unwrap().flag("royal").unwrap());
    }
}
