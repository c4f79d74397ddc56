//! The rules of one variant in the words of the engine, with everything that it inherits.

use std::collections::BTreeMap;

use crate::source::{Code, Diagnostic, Diagnostics, SourceText, quoted_list};

use super::cell_pattern::CellPattern;
use super::ini::IniSection;
use super::keys::{FsfKey, FsfKeyType, FsfPieceType, KEYS, PIECE_TYPES};

/// The two sides of the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FsfColour {
    /// The side with capital letters, which moves first.
    White,
    /// The other side.
    Black,
}

/// Both sides.
pub const COLOURS: [FsfColour; 2] = [FsfColour::White, FsfColour::Black];

/// Piece types by their names in variant files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PieceNames {
    /// All piece types together.
    All,
    /// These.
    Listed(Vec<String>),
}

/// The value of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FsfValue {
    /// A flag.
    Flag(bool),
    /// A number; ranks and files count from 1.
    Number(i64),
    /// A word or text.
    Text(String),
    /// Piece types.
    Pieces(PieceNames),
    /// Pairs of piece types.
    Pairs(Vec<(String, String)>),
    /// Piece types with numbers.
    Limits(Vec<(String, i64)>),
    /// Cells.
    Cells(CellPattern),
}

/// A piece type of a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FsfPiece {
    /// The name in variant files.
    pub name: String,
    /// The letter, a small one.
    pub letter: char,
    /// Its notation, if it is not that of the name.
    pub notation: Option<String>,
}

/// The rules of one variant in the words of the engine.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FsfRecord {
    /// The piece types, in the engine's order.
    pub pieces: Vec<FsfPiece>,
    /// The keys that differ from their usual values or were given.
    pub keys: BTreeMap<&'static str, FsfValue>,
    /// The cells that a piece type of a side may enter.
    pub mobility: BTreeMap<(FsfColour, String), CellPattern>,
    /// The texts of keys that are no rules but belong to the variant: pictures and values.
    pub program: BTreeMap<&'static str, String>,
}

impl FsfColour {
    /// The word at the end of keys.
    pub fn word(self) -> &'static str {
        match self {
            FsfColour::White => "White",
            FsfColour::Black => "Black",
        }
    }

    /// The name of a key of this side.
    pub fn key(self, stem: &str) -> String {
        format!("{stem}{}", self.word())
    }

    /// The index: 0 for White.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl FsfRecord {
    /// The record of a section without a parent: as chess, but without pieces and promotions.
    pub fn without_parent() -> FsfRecord {
        let mut record = FsfRecord::default();
        for key in ["promotionPieceTypesWhite", "promotionPieceTypesBlack"] {
            record.keys.insert(key, FsfValue::Pieces(PieceNames::Listed(Vec::new())));
        }
        record
    }

    /// Returns the record with the keys of a section over it.
    pub fn with_section(&self, section: &IniSection, diagnostics: &mut Diagnostics) -> FsfRecord {
        let mut record = self.clone();
        let (pieces, rules): (Vec<_>, Vec<_>) =
            section.entries.iter().partition(|(key, _)| is_piece_key(&key.value));
        let mut own: Vec<(char, &SourceText)> = Vec::new();
        for (key, value) in pieces {
            if let Some(letter) = diagnostics.keep(record.set_piece(key, value)).flatten() {
                if let Some((_, other)) = own.iter().find(|(known, _)| *known == letter) {
                    let message = format!("a second piece with the letter `{letter}`");
                    let error = value.error(Code::VariantFile, message);
                    let error = error.help("give it another letter");
                    diagnostics.push(other.location.add_label(error, "the first"));
                }
                own.push((letter, key));
            }
        }
        // Keys for both sides come before those for one side.
        let (each, single): (Vec<_>, Vec<_>) = rules.into_iter().partition(|(key, _)| {
            FsfKey::find(&key.value).is_some_and(|key| key.value_type == FsfKeyType::Each)
                || key.value == "pawnTypes"
        });
        for (key, value) in each.into_iter().chain(single) {
            let result = record.set_key(key, value);
            diagnostics.keep(result);
        }
        record
    }

    fn set_piece(
        &mut self,
        key: &SourceText,
        value: &SourceText,
    ) -> Result<Option<char>, Diagnostic> {
        let name = key.value.clone();
        self.pieces.retain(|piece| piece.name != name);
        if value.value == "-" {
            return Ok(None);
        }
        let (letters, notation) = match value.value.split_once(':') {
            Some((letters, notation)) => (letters.trim(), Some(notation.trim().to_owned())),
            None => (value.value.as_str(), None),
        };
        let letter = letters.chars().next().filter(char::is_ascii_alphabetic).ok_or_else(|| {
            let error = value.error(Code::VariantFile, "a piece needs a letter");
            error.help(format!("{name} = x"))
        })?;
        let letter = letter.to_ascii_lowercase();
        if notation.is_none() && name.starts_with("customPiece") {
            let error = value.error(Code::VariantFile, "a custom piece needs a notation");
            return Err(error.help(format!("{name} = {letter}:NW")));
        }
        self.pieces.retain(|piece| piece.letter != letter);
        self.pieces.push(FsfPiece { name, letter, notation });
        self.pieces.sort_by_key(|piece| piece_order(&piece.name));
        Ok(Some(letter))
    }

    fn set_key(&mut self, key: &SourceText, value: &SourceText) -> Result<(), Diagnostic> {
        if let Some((colour, piece)) = mobility_key(&key.value) {
            let cells = CellPattern::parse(&value.value).ok_or_else(|| bad_cells(value))?;
            self.mobility.insert((colour, piece), cells);
            return Ok(());
        }
        let Some(known) = FsfKey::find(&key.value) else {
            let names = KEYS.iter().map(|key| key.name);
            let pieces = PIECE_TYPES.iter().map(|piece_type| piece_type.name);
            let names: Vec<&str> = names.chain(pieces).collect();
            return Err(key.unknown_name(Code::VariantFile, "key", names.iter().copied()));
        };
        let of_pawns = ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"];
        let stems = match known.value_type {
            FsfKeyType::Program => {
                self.program.insert(known.name, value.value.clone());
                return Ok(());
            }
            FsfKeyType::Each => vec![known.name],
            _ if known.name == "pawnTypes" => of_pawns.to_vec(),
            _ => {
                let value = self.read_value(known, value)?;
                self.keys.insert(known.name, value);
                return Ok(());
            }
        };
        let names = stems.iter().flat_map(|stem| COLOURS.map(|colour| colour.key(stem)));
        for one in names.filter_map(|name| FsfKey::find(&name)) {
            let value = self.read_value(one, value)?;
            self.keys.insert(one.name, value);
        }
        Ok(())
    }

    fn read_value(&self, key: &FsfKey, value: &SourceText) -> Result<FsfValue, Diagnostic> {
        let text = value.value.as_str();
        let wrong = |what: &str| {
            let message = format!("`{}` must be {what}, not `{text}`", key.name);
            value.error(Code::VariantFile, message).help(key.example())
        };
        Ok(match &key.value_type {
            FsfKeyType::Flag => match text {
                "true" => FsfValue::Flag(true),
                "false" => FsfValue::Flag(false),
                _ => return Err(wrong("`true` or `false`")),
            },
            FsfKeyType::Number => {
                FsfValue::Number(text.parse().map_err(|_| wrong("a whole number"))?)
            }
            FsfKeyType::Rank => match text.parse() {
                Ok(rank @ 1..=16) => FsfValue::Number(rank),
                _ => return Err(wrong("the number of a rank")),
            },
            FsfKeyType::File => match (text.parse(), text.as_bytes()) {
                (Ok(file @ 1..=16), _) => FsfValue::Number(file),
                (_, [letter @ b'a'..=b'p']) => FsfValue::Number(i64::from(letter - b'a') + 1),
                _ => return Err(wrong("a file")),
            },
            FsfKeyType::Piece | FsfKeyType::Pieces => FsfValue::Pieces(self.pieces_of(value)?),
            FsfKeyType::Pairs => {
                let pair = |(one, other)| Ok((self.named(value, one)?, self.named(value, other)?));
                let pairs = split_pairs(text).ok_or_else(|| wrong("pairs of pieces"))?;
                FsfValue::Pairs(pairs.into_iter().map(pair).collect::<Result<_, _>>()?)
            }
            FsfKeyType::Limits => {
                let pairs = split_pairs(text).ok_or_else(|| wrong("pieces with numbers"))?;
                let limit = |(piece, number): (&str, &str)| {
                    let number = number.parse().map_err(|_| wrong("pieces with numbers"))?;
                    Ok((self.named(value, piece)?, number))
                };
                FsfValue::Limits(pairs.into_iter().map(limit).collect::<Result<_, _>>()?)
            }
            FsfKeyType::Cells => {
                FsfValue::Cells(CellPattern::parse(text).ok_or_else(|| bad_cells(value))?)
            }
            FsfKeyType::Result if matches!(text, "win" | "loss" | "draw" | "none") => {
                FsfValue::Text(text.to_owned())
            }
            FsfKeyType::Result => return Err(wrong("`win`, `loss`, `draw` or `none`")),
            FsfKeyType::Choice(words) if words.contains(&text) => FsfValue::Text(text.to_owned()),
            FsfKeyType::Choice(words) => {
                return Err(wrong(&format!("one of {}", quoted_list(words.iter().copied()))));
            }
            FsfKeyType::Text | FsfKeyType::Program | FsfKeyType::Each => {
                FsfValue::Text(text.to_owned())
            }
        })
    }

    fn pieces_of(&self, value: &SourceText) -> Result<PieceNames, Diagnostic> {
        let text = value.value.as_str();
        if text == "*" {
            return Ok(PieceNames::All);
        }
        let letters = text.chars().filter(|letter| !letter.is_whitespace() && *letter != '-');
        let names = letters.map(|letter| self.named(value, &letter.to_string()));
        Ok(PieceNames::Listed(names.collect::<Result<_, _>>()?))
    }

    fn named(&self, value: &SourceText, letter: &str) -> Result<String, Diagnostic> {
        let small = letter.to_ascii_lowercase();
        let mut known = self.pieces.iter().filter(|piece| small == piece.letter.to_string());
        known.next().map(|piece| piece.name.clone()).ok_or_else(|| {
            let letters = self.pieces.iter().map(|piece| piece.letter.to_string());
            let letters: Vec<String> = letters.collect();
            let message = format!("no piece has the letter `{letter}`");
            let help = match letters.is_empty() {
                true => "give each piece a letter first: `rook = r`".to_owned(),
                false => format!("the letters are {}", quoted_list(letters.iter().map(|it| &**it))),
            };
            value.error(Code::VariantFile, message).help(help)
        })
    }

    /// The piece type of that name.
    pub fn piece(&self, name: &str) -> Option<&FsfPiece> {
        self.pieces.iter().find(|piece| piece.name == name)
    }

    /// Whether the flag is set.
    pub fn flag(&self, key: &str) -> bool {
        match self.keys.get(key) {
            Some(FsfValue::Flag(flag)) => *flag,
            _ => usual(key) == "true",
        }
    }

    /// The number.
    pub fn number(&self, key: &str) -> i64 {
        match self.keys.get(key) {
            Some(FsfValue::Number(number)) => *number,
            _ => usual(key).parse().unwrap_or(0),
        }
    }

    /// The word or text.
    pub fn text(&self, key: &str) -> &str {
        match self.keys.get(key) {
            Some(FsfValue::Text(text)) => text,
            _ => usual(key),
        }
    }

    /// The piece types, without those that the variant does not have.
    pub fn piece_names(&self, key: &str) -> PieceNames {
        let named = match self.keys.get(key) {
            Some(FsfValue::Pieces(names)) => names.clone(),
            _ if usual(key) == "*" => PieceNames::All,
            _ => PieceNames::Listed(usual(key).split_whitespace().map(str::to_owned).collect()),
        };
        match named {
            PieceNames::All => PieceNames::All,
            PieceNames::Listed(names) => {
                let known = names.into_iter().filter(|name| self.piece(name).is_some());
                PieceNames::Listed(known.collect())
            }
        }
    }

    /// The piece types, with `*` written out.
    pub fn listed(&self, key: &str) -> Vec<String> {
        match self.piece_names(key) {
            PieceNames::All => self.pieces.iter().map(|piece| piece.name.clone()).collect(),
            PieceNames::Listed(names) => names,
        }
    }

    /// The pairs of piece types that the variant has.
    pub fn pairs(&self, key: &str) -> Vec<(String, String)> {
        let Some(FsfValue::Pairs(pairs)) = self.keys.get(key) else { return Vec::new() };
        let known = |name: &String| self.piece(name).is_some();
        pairs.iter().filter(|(from, to)| known(from) && known(to)).cloned().collect()
    }

    /// The piece types with numbers.
    pub fn limits(&self, key: &str) -> Vec<(String, i64)> {
        let Some(FsfValue::Limits(limits)) = self.keys.get(key) else { return Vec::new() };
        limits.iter().filter(|(name, _)| self.piece(name).is_some()).cloned().collect()
    }

    /// The cells.
    pub fn cells(&self, key: &str) -> CellPattern {
        match self.keys.get(key) {
            Some(FsfValue::Cells(cells)) => cells.clone(),
            _ => CellPattern::parse(usual(key)).unwrap_or(CellPattern::All),
        }
    }

    /// Whether the value is the usual one.
    pub fn is_usual(&self, key: &FsfKey) -> bool {
        match &key.value_type {
            FsfKeyType::Flag => self.flag(key.name) == (key.usual == "true"),
            FsfKeyType::Number | FsfKeyType::Rank | FsfKeyType::File => {
                self.number(key.name) == key.usual.parse().unwrap_or(0)
            }
            FsfKeyType::Cells => Some(self.cells(key.name)) == CellPattern::parse(key.usual),
            FsfKeyType::Result | FsfKeyType::Choice(_) | FsfKeyType::Text => {
                self.text(key.name) == key.usual
            }
            FsfKeyType::Piece
            | FsfKeyType::Pieces
            | FsfKeyType::Pairs
            | FsfKeyType::Limits
            | FsfKeyType::Program
            | FsfKeyType::Each => !self.keys.contains_key(key.name),
        }
    }

    /// The text of a value in a variant file; `None` for a list without items.
    pub fn print_value(&self, value: &FsfValue, files: u8, ranks: u8) -> Option<String> {
        let letter = |name: &String| self.piece(name).map(|piece| piece.letter.to_string());
        let join = |words: Vec<String>| (!words.is_empty()).then(|| words.join(" "));
        match value {
            FsfValue::Flag(flag) => Some(flag.to_string()),
            FsfValue::Number(number) => Some(number.to_string()),
            FsfValue::Text(text) => Some(text.clone()),
            FsfValue::Pieces(PieceNames::All) => Some("*".to_owned()),
            FsfValue::Pieces(PieceNames::Listed(names)) => {
                let letters: String = names.iter().filter_map(letter).collect();
                (!letters.is_empty()).then_some(letters)
            }
            FsfValue::Pairs(pairs) => {
                let pair = |(from, to): &(String, String)| {
                    Some(format!("{}:{}", letter(from)?, letter(to)?))
                };
                join(pairs.iter().filter_map(pair).collect())
            }
            FsfValue::Limits(limits) => {
                let limit =
                    |(name, most): &(String, i64)| Some(format!("{}:{most}", letter(name)?));
                join(limits.iter().filter_map(limit).collect())
            }
            FsfValue::Cells(pattern) => {
                Some(CellPattern::print(&pattern.cells(files, ranks), files, ranks))
            }
        }
    }

    /// The number of files.
    pub fn files(&self) -> u8 {
        self.number("maxFile") as u8
    }

    /// The number of ranks.
    pub fn ranks(&self) -> u8 {
        self.number("maxRank") as u8
    }
}

fn usual(key: &str) -> &'static str {
    FsfKey::find(key).map_or("", |key| key.usual)
}

fn is_piece_key(key: &str) -> bool {
    FsfPieceType::find(key).is_some() || custom_number(key).is_some()
}

/// The number of `customPieceN`.
fn custom_number(key: &str) -> Option<usize> {
    let number = key.strip_prefix("customPiece")?.parse().ok()?;
    (1..=25).contains(&number).then_some(number)
}

fn piece_order(name: &str) -> usize {
    let known = PIECE_TYPES.iter().position(|piece_type| piece_type.name == name);
    known.unwrap_or(PIECE_TYPES.len() + custom_number(name).unwrap_or(0))
}

/// Reads `mobilityRegionWhiteRook`.
fn mobility_key(key: &str) -> Option<(FsfColour, String)> {
    let rest = key.strip_prefix("mobilityRegion")?;
    let colour = COLOURS.into_iter().find(|colour| rest.starts_with(colour.word()))?;
    let piece = rest.strip_prefix(colour.word())?;
    let first = piece.chars().next()?.to_ascii_lowercase();
    let name = format!("{first}{}", &piece[1..]);
    is_piece_key(&name).then_some((colour, name))
}

/// Splits `p:g s:g`; also without blanks between. `-` is none.
fn split_pairs(text: &str) -> Option<Vec<(&str, &str)>> {
    let words = text.split_whitespace().filter(|word| *word != "-");
    words.map(|word| word.split_once(':')).collect()
}

fn bad_cells(value: &SourceText) -> Diagnostic {
    let message = format!("`{}` is no list of cells", value.value);
    value.error(Code::VariantFile, message).help("*1 d4: a rank, and one cell")
}
