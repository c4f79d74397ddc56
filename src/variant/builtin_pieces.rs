//! The built-in pieces, which every definition can use without defining them.

use std::sync::OnceLock;

use crate::source::{Diagnostics, SourceFile, SourceMap, TomlTable, parse_toml, title_case};

/// A piece that every definition can use without defining it.
#[derive(Debug, Clone)]
pub(super) struct BuiltinPiece {
    pub id: String,
    pub name: String,
    pub letter: String,
    /// Other usual letters of the piece; positions may use them if no other piece has them.
    pub also: Vec<String>,
    pub notation: String,
    /// The glyph, if it is not the one with the id of the piece.
    pub glyph: Option<String>,
    pub royal: bool,
}

/// The built-in pieces, in the order of their file.
pub(super) fn builtin_pieces() -> &'static [BuiltinPiece] {
    static PIECES: OnceLock<Vec<BuiltinPiece>> = OnceLock::new();
    PIECES.get_or_init(|| {
        let mut diagnostics = Diagnostics::default();
        let file = SourceFile::new("builtin_pieces.toml", include_str!("builtin_pieces.toml"));
        let (table, is_sound) = parse_toml(&SourceMap::whole(&file), &mut diagnostics);
        assert!(is_sound, "the built-in pieces are TOML");
        table.named().map(|(id, table)| piece(&id.value, table)).collect()
    })
}

/// The built-in piece with that id.
pub(super) fn find(id: &str) -> Option<&'static BuiltinPiece> {
    builtin_pieces().iter().find(|piece| piece.id == id)
}

fn piece(id: &str, table: &TomlTable) -> BuiltinPiece {
    let text = |key: &str| table.text(key).map(|text| text.value.clone());
    let words = |key: &str| {
        let words = table.text(key).map(|text| text.words()).unwrap_or_default();
        words.into_iter().map(|word| word.value).collect::<Vec<String>>()
    };
    BuiltinPiece {
        name: text("name").unwrap_or_else(|| title_case(id)),
        letter: text("letter").expect("every built-in piece has a letter"),
        also: words("also"),
        notation: text("move").expect("every built-in piece has a move"),
        glyph: text("glyph"),
        royal: table.flag("royal").unwrap_or(false),
        id: id.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_pieces_are_valid() {
        assert!(builtin_pieces().len() > 50);
        for piece in builtin_pieces() {
            let bare = piece.letter.strip_prefix('+').unwrap_or(&piece.letter);
            assert!(
                bare.len() == 1 && bare.chars().all(|c| c.is_ascii_uppercase()),
                "{}",
                piece.id
            );
            let count = builtin_pieces().iter().filter(|other| other.id == piece.id).count();
            assert_eq!(count, 1, "{}", piece.id);
            assert!(crate::notation::parse(&piece.notation).is_ok(), "{}", piece.id);
            let glyph = piece.glyph.as_deref().unwrap_or("token");
            assert!(crate::diagram::Glyph::parse(glyph).is_ok(), "{}", piece.id);
        }
        assert_eq!(find("shogi-knight").unwrap().name, "Knight");
        assert!(find("king").unwrap().royal);
    }
}
