use std::sync::OnceLock;

use crate::source::{Diagnostics, SourceFile, SourceMap, TomlTable, parse_toml};

/// A piece that every definition may use without a word.
#[derive(Debug, Clone)]
pub(super) struct StockPiece {
    pub id: String,
    pub name: String,
    pub letter: String,
    /// Other letters by which the field knows it, read where no other piece has them.
    pub also: Vec<String>,
    pub notation: String,
    /// How it is drawn, where its own name is not enough.
    pub glyph: Option<String>,
    pub royal: bool,
}

/// The stock, in the order of its file.
pub(super) fn stock() -> &'static [StockPiece] {
    static STOCK: OnceLock<Vec<StockPiece>> = OnceLock::new();
    STOCK.get_or_init(|| {
        let mut complaints = Diagnostics::default();
        let file = SourceFile::new("stock.toml", include_str!("stock.toml"));
        let (table, is_sound) = parse_toml(&SourceMap::whole(&file), &mut complaints);
        assert!(is_sound, "the stock is TOML");
        table.named().map(|(id, table)| piece(&id.value, table)).collect()
    })
}

/// The stock's piece of that id.
pub(super) fn find(id: &str) -> Option<&'static StockPiece> {
    stock().iter().find(|piece| piece.id == id)
}

fn piece(id: &str, table: &TomlTable) -> StockPiece {
    let text = |key: &str| table.text(key).map(|text| text.value.clone());
    let words = |key: &str| {
        let words = table.text(key).map(|text| text.words()).unwrap_or_default();
        words.into_iter().map(|word| word.value).collect::<Vec<String>>()
    };
    StockPiece {
        name: text("name").unwrap_or_else(|| named(id)),
        letter: text("letter").expect("every piece of the stock has a letter"),
        also: words("also"),
        notation: text("move").expect("every piece of the stock moves"),
        glyph: text("glyph"),
        royal: table.flag("royal").unwrap_or(false),
        id: id.to_owned(),
    }
}

/// An id as a name: `high-priest` is the High Priest.
pub(super) fn named(id: &str) -> String {
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
    fn the_stock_is_sound() {
        assert!(stock().len() > 50);
        for piece in stock() {
            let bare = piece.letter.strip_prefix('+').unwrap_or(&piece.letter);
            assert!(
                bare.len() == 1 && bare.chars().all(|c| c.is_ascii_uppercase()),
                "{}",
                piece.id
            );
            let again = stock().iter().filter(|other| other.id == piece.id).count();
            assert_eq!(again, 1, "{}", piece.id);
            assert!(crate::notation::parse(&piece.notation).is_ok(), "{}", piece.id);
            let glyph = piece.glyph.as_deref().unwrap_or("token");
            assert!(crate::diagram::Glyph::parse(glyph).is_ok(), "{}", piece.id);
        }
        assert_eq!(find("shogi-knight").unwrap().name, "Knight");
        assert!(find("king").unwrap().royal);
    }
}
