//! The definition format as data: every table and key, the type of its value, and a description.
//!
//! It is read from `format.toml`. The format check, its error messages and the schema for editors
//! all use it.

use std::sync::LazyLock;

use crate::game::Outcome;
use crate::geometry::Tiling;
use crate::toml_text::{TomlEntry, TomlTable, bundled_toml};

use super::Certainty;

/// The number in `format = 1`.
pub const FORMAT: i64 = 1;

/// The results that an end of the game can have for a side.
pub const OUTCOMES: [(&str, Outcome); 7] = [
    ("loses", Outcome::Loses),
    ("wins", Outcome::Wins),
    ("draw", Outcome::Draw),
    ("passes", Outcome::Passes),
    ("eliminated", Outcome::Eliminated),
    ("points", Outcome::Points),
    ("fewer points", Outcome::FewerPoints),
];

/// The whole file.
pub static GAME: LazyLock<Section> =
    LazyLock::new(|| section(&bundled_toml("format.toml", include_str!("format.toml")), "game"));

/// A table of the format.
#[derive(Debug)]
pub struct Section {
    /// What the table describes.
    pub about: String,
    /// The keys that it may have.
    pub keys: Vec<FormatKey>,
}

/// A key of a table.
#[derive(Debug)]
pub struct FormatKey {
    /// The key as it is written.
    pub name: String,
    /// The type of its value.
    pub value: ValueKind,
    /// Whether a game must have the key, perhaps by inheritance.
    pub required: bool,
    /// Whether it is a fact of play: not how the game looks or is called, or what the file is.
    pub is_played: bool,
    /// A description of one line.
    pub about: String,
    /// An example, if no shipped definition has one.
    pub example: Option<String>,
}

/// The type of a value.
#[derive(Debug)]
pub enum ValueKind {
    /// Any text.
    Text,
    /// A text in one of the small languages, or a list of names.
    ///
    /// Errors point at single words of it, so it may not contain escapes.
    Words(Language),
    /// One of these words.
    OneOf(Vec<String>),
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// A list of numbers.
    Numbers,
    /// `true` or `false`.
    Flag,
    /// A date.
    Date,
    /// A table.
    Table(Section),
    /// Tables with names of the author's choice: `[pieces.falcon]`.
    Named(Section),
    /// A list of tables.
    List(Section),
    /// Names of the author's choice with a text in a small language each.
    Entries(Language),
    /// Tables with names, each with entries like those of `Entries`: `[setup.each]`.
    NamedEntries(Language),
    /// Tables with names, each with names and whole numbers: `[setup-hand.each]`.
    NamedCounts,
}

/// The language of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// A set of cells.
    Cells,
    /// A set of pieces or sides.
    Pieces,
    /// Move notation.
    Notation,
    /// Steps of a path.
    Path,
    /// Other words, such as names, axes and events.
    Names,
}

impl ValueKind {
    /// Whether the value is a text in that language.
    pub fn is_words(&self, language: Language) -> bool {
        matches!(self, ValueKind::Words(own) if *own == language)
    }
}

impl Section {
    /// The key of that name.
    pub fn key(&self, name: &str) -> Option<&FormatKey> {
        self.keys.iter().find(|key| key.name == name)
    }
}

/// The section of that name, with all tables that it may contain.
fn section(format: &TomlTable, name: &str) -> Section {
    let table = format.table(name);
    let own = table.table("keys").entries.iter().map(|entry| key(format, entry));
    let shared = table.text("also").map(|other| section(format, &other.value).keys);
    Section {
        about: table.text("about").map_or(String::new(), |about| about.value.clone()),
        keys: own.chain(shared.into_iter().flatten()).collect(),
    }
}

fn key(format: &TomlTable, TomlEntry { key, node }: &TomlEntry) -> FormatKey {
    let [kind, about, example] = [0, 1, 2].map(|at| node.item_text(at).trim());
    let (required, kind) = without_word(kind, "required ");
    let (is_unplayed, kind) = without_word(kind, "unplayed ");
    FormatKey {
        name: key.value.clone(),
        value: value_kind(format, kind),
        required,
        is_played: !is_unplayed,
        about: about.to_owned(),
        example: (!example.is_empty()).then(|| example.to_owned()),
    }
}

/// Whether a type begins with a word, and the type without it.
fn without_word<'a>(kind: &'a str, word: &str) -> (bool, &'a str) {
    kind.strip_prefix(word).map_or((false, kind), |rest| (true, rest))
}

fn value_kind(format: &TomlTable, kind: &str) -> ValueKind {
    let one_of = |words: &[&str]| ValueKind::OneOf(words.iter().map(|&word| word.into()).collect());
    if let Some(words) = kind.strip_prefix("one of ") {
        return one_of(&words.split(", ").collect::<Vec<_>>());
    }
    match kind.split_once(' ').unwrap_or((kind, "")) {
        ("text", _) => ValueKind::Text,
        ("integer", _) => ValueKind::Integer,
        ("number", _) => ValueKind::Number,
        ("numbers", _) => ValueKind::Numbers,
        ("flag", _) => ValueKind::Flag,
        ("date", _) => ValueKind::Date,
        ("tiling", _) => one_of(&Tiling::NAMES),
        ("result", _) => one_of(&OUTCOMES.map(|(word, _)| word)),
        ("certainty", _) => one_of(&Certainty::words().collect::<Vec<_>>()),
        ("table", name) => ValueKind::Table(section(format, name)),
        ("tables", name) => ValueKind::Named(section(format, name)),
        ("list", name) => ValueKind::List(section(format, name)),
        ("counts", _) => ValueKind::NamedCounts,
        (words, "by name") => ValueKind::Entries(language(words)),
        (words, "by names") => ValueKind::NamedEntries(language(words)),
        (words, _) => ValueKind::Words(language(words)),
    }
}

fn language(words: &str) -> Language {
    match words {
        "cells" => Language::Cells,
        "pieces" => Language::Pieces,
        "notation" => Language::Notation,
        "path" => Language::Path,
        "names" => Language::Names,
        other => unreachable!("`{other}` is not a type of the format"),
    }
}
