//! The built-in pieces, which every definition can use without defining them.

use std::sync::OnceLock;

use crate::source::{TomlTable, bundled_toml};

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
        let table = bundled_toml("builtin_pieces.toml", include_str!("builtin_pieces.toml"));
        table.named().map(|(id, table)| piece(&id.value, table)).collect()
    })
}

/// The built-in piece with that id.
pub(super) fn find(id: &str) -> Option<&'static BuiltinPiece> {
    builtin_pieces().iter().find(|piece| piece.id == id)
}

fn piece(id: &str, table: &TomlTable) -> BuiltinPiece {
    let text = |key: &str| table.text(key).map(|text| text.value.clone());
    BuiltinPiece {
        name: text("name").unwrap_or_else(|| title_case(id)),
        letter: text("letter").expect("every built-in piece has a letter"),
        also: table.words("also").into_iter().map(|word| word.value).collect(),
        notation: text("move").expect("every built-in piece has a move"),
        glyph: text("glyph"),
        royal: table.flag("royal").unwrap_or(false),
        id: id.to_owned(),
    }
}

/// The name that an id stands for: `high-priest` is the High Priest.
pub(super) fn title_case(id: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map_or(String::new(), |first| first.to_uppercase().chain(letters).collect::<String>())
    };
    id.split('-').map(capital).collect::<Vec<_>>().join(" ")
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
