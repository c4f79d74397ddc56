//! The built-in pieces, which every definition can use without defining them.

use std::sync::LazyLock;

use crate::source::{TomlTable, bundled_toml};

/// The tables of the built-in pieces by their ids, with the keys of `[pieces.ID]`.
///
/// `also` has other usual letters of a piece; positions may use them if no other piece has them.
pub(super) static BUILTIN_PIECES: LazyLock<TomlTable> =
    LazyLock::new(|| bundled_toml("builtin_pieces.toml", include_str!("builtin_pieces.toml")));

/// The table of the built-in piece with that id.
pub(super) fn find(id: &str) -> Option<&'static TomlTable> {
    BUILTIN_PIECES.get(id)?.node.table()
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
        assert_eq!(find("shogi-knight").unwrap().string("name").unwrap(), "Knight");
        assert!(find("king").unwrap().flag("royal").unwrap());
    }
}
