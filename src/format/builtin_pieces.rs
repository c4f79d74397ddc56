//! The built-in pieces, which every definition can use without defining them.

use std::sync::LazyLock;

use crate::source::{TomlTable, bundled_toml, title_case};

/// The tables of the built-in pieces by their ids, with the keys of `[pieces.ID]`.
///
/// `also` has other usual letters of a piece; positions may use them if no other piece has them.
pub static BUILTIN_PIECES: LazyLock<TomlTable> =
    LazyLock::new(|| bundled_toml("builtin_pieces.toml", include_str!("builtin_pieces.toml")));

/// Returns the table of the built-in piece with that id, with the keys of `[pieces.ID]`.
pub fn builtin_piece(id: &str) -> Option<&'static TomlTable> {
    BUILTIN_PIECES.get(id)?.node.table()
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
    BUILTIN_PIECES.named().map(|(id, table)| {
        let text = |key: &str| table.string(key);
        BuiltinPiece {
            id: id.value.clone(),
            name: text("name").unwrap_or_else(|| title_case(&id.value)),
            letter: text("letter").unwrap_or_default(),
            notation: text("move").unwrap_or_default(),
            glyph: text("glyph").unwrap_or_else(|| id.value.clone()),
        }
    })
}

/// Whether a piece of that id is built in, so that a definition need not define it.
pub fn is_builtin_piece(id: &str) -> bool {
    BUILTIN_PIECES.get(id).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_pieces_are_valid() {
        assert!(BUILTIN_PIECES.entries.len() > 50);
        for (id, piece) in BUILTIN_PIECES.named() {
            let id = id.as_str();
            let letter = piece.string("letter").unwrap();
            let bare = letter.strip_prefix('+').unwrap_or(&letter);
            assert!(bare.len() == 1 && bare.chars().all(|c| c.is_ascii_uppercase()), "{id}");
            assert_eq!(BUILTIN_PIECES.keys().filter(|other| *other == id).count(), 1, "{id}");
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
