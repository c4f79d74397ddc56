//! The keys of variant files: their names, types and usual values.

use std::sync::LazyLock;

/// The type of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FsfKeyType {
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Number,
    /// A rank, from 1.
    Rank,
    /// A file: a letter, or a number from 1.
    File,
    /// One piece type, `*` for all or `-` for none.
    Piece,
    /// Piece types, `*` for all or `-` for none.
    Pieces,
    /// Pairs of piece types: `p:g s:g`.
    Pairs,
    /// Piece types with numbers: `q:1`.
    Limits,
    /// Cells: `*8 e4`.
    Cells,
    /// `win`, `loss`, `draw` or `none`.
    Result,
    /// One of some words.
    Choice(Vec<&'static str>),
    /// Any text.
    Text,
    /// A value that another program needs and that is no rule.
    Program,
    /// The value of the same key with `White` and with `Black`.
    Each,
}

/// A key.
#[derive(Debug)]
pub struct FsfKey {
    /// The name.
    pub name: &'static str,
    /// The type of its value.
    pub value_type: FsfKeyType,
    /// The value without the key, with whole names of piece types.
    pub usual: &'static str,
}

/// A piece type that the engine knows by name.
#[derive(Debug)]
pub struct FsfPieceType {
    /// The name in variant files.
    pub name: &'static str,
    /// The notation as the engine reads it; `-` for no moves.
    pub notation: &'static str,
    /// The id that a definition gives it.
    pub id: &'static str,
    /// The notation in a definition.
    pub own_notation: &'static str,
}

/// All keys, those of piece types apart.
pub static KEYS: LazyLock<Vec<FsfKey>> = LazyLock::new(|| {
    let rows = rows(include_str!("keys.txt"));
    rows.map(|row| {
        let mut fields = row.splitn(3, ' ');
        let (name, kind) = (fields.next().unwrap_or(""), fields.next().unwrap_or("text"));
        FsfKey { name, value_type: key_type(kind), usual: fields.next().unwrap_or("") }
    })
    .collect()
});

/// The piece types that the engine knows by name.
pub static PIECE_TYPES: LazyLock<Vec<FsfPieceType>> = LazyLock::new(|| {
    let rows = rows(include_str!("piece_types.txt"));
    rows.filter_map(|row| {
        let mut fields = row.split(' ');
        Some(FsfPieceType {
            name: fields.next()?,
            notation: fields.next()?,
            id: fields.next()?,
            own_notation: fields.next()?,
        })
    })
    .collect()
});

/// The value of `wallingRule` for a neutral piece that each turn moves, which is also its usual id.
pub fn blocking_rule() -> &'static str {
    rows(include_str!("blocking_rule.txt")).next().unwrap_or("")
}

fn rows(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The types by their words in `keys.txt`, each with a value for help.
const TYPES: [(&str, FsfKeyType, &str); 13] = [
    ("flag", FsfKeyType::Flag, "true"),
    ("number", FsfKeyType::Number, "2"),
    ("rank", FsfKeyType::Rank, "8"),
    ("file", FsfKeyType::File, "h"),
    ("piece", FsfKeyType::Piece, "k"),
    ("pieces", FsfKeyType::Pieces, "qr"),
    ("pairs", FsfKeyType::Pairs, "p:g s:g"),
    ("limits", FsfKeyType::Limits, "q:1 r:2"),
    ("cells", FsfKeyType::Cells, "*1 d4"),
    ("result", FsfKeyType::Result, "loss"),
    ("program", FsfKeyType::Program, ".."),
    ("each", FsfKeyType::Each, ".."),
    ("text", FsfKeyType::Text, ".."),
];

fn key_type(words: &'static str) -> FsfKeyType {
    let known = TYPES.into_iter().find(|(word, ..)| *word == words);
    known.map_or_else(|| FsfKeyType::Choice(words.split('|').collect()), |known| known.1)
}

impl FsfKey {
    /// The key of that name.
    pub fn find(name: &str) -> Option<&'static FsfKey> {
        KEYS.iter().find(|key| key.name == name)
    }

    /// A line with the key, for help.
    pub fn example(&self) -> String {
        let known = TYPES.iter().find(|(_, value_type, _)| *value_type == self.value_type);
        let value = match &self.value_type {
            FsfKeyType::Choice(words) => words[0],
            _ => known.map_or("..", |known| known.2),
        };
        format!("{} = {value}", self.name)
    }
}

impl FsfPieceType {
    /// The piece type of that name.
    pub fn find(name: &str) -> Option<&'static FsfPieceType> {
        PIECE_TYPES.iter().find(|piece_type| piece_type.name == name)
    }
}
