//! The facts of a definition: its words and numbers, each with the changes that deny it.

use std::collections::BTreeSet;

use crate::format::{GAME, Language, Section, ValueKind};
use crate::source::{
    Diagnostics, SourceFile, SourceMap, SourceText, Span, TomlEntry, TomlNode, TomlTable,
    TomlValue, parse_toml,
};
use crate::variant::Variant;

/// The tables that say nothing about play.
const NOT_PLAYED: [&str; 2] = ["about", "certainty"];

/// The keys that say how the game looks or is called, or what the file is.
const APPEARANCE: [&str; 13] = [
    "format",
    "based-on",
    "without",
    "name",
    "letter",
    "shown",
    "glyph",
    "names",
    "drawn",
    "style",
    "show",
    "not-against",
    "setups",
];

/// Words of the languages of the format that can stand in place of each other.
const ALIKE: [&[&str]; 12] = [
    &["file", "rank", "level"],
    &["files", "ranks", "levels"],
    &["and", "but"],
    &["left", "right"],
    &["front", "behind"],
    &["turn", "flip"],
    &["own", "enemy", "any"],
    &["arrives", "leaves"],
    &["moves", "captures"],
    &["light", "dark"],
    &["R", "B", "T", "Q"],
    &["forward", "right", "back", "left"],
];

/// The letters of a notation that can stand in place of each other.
const ALIKE_LETTERS: [&str; 9] = ["WF", "DA", "NCZ", "RBQ", "KWF", "GH", "fb", "lr", "mc"];

/// One word or number of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Its key: `pieces.pawn.move`.
    pub path: String,
    /// The word, or the key if the fact is that the key is there.
    pub word: String,
    /// Where it is written.
    pub span: Span,
    /// The changes of the file that deny it.
    pub changes: Vec<FactChange>,
}

/// A change of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactChange {
    /// What is replaced.
    pub span: Span,
    /// What is written there.
    pub text: String,
}

impl FactChange {
    /// Returns the text with the change.
    pub fn apply(&self, text: &str) -> String {
        [&text[..self.span.start], &self.text, &text[self.span.end..]].concat()
    }
}

/// Returns the facts of a definition in the order of its file. `variant` is what it defines.
pub fn facts(file: &SourceFile, variant: &Variant) -> Vec<Fact> {
    let map = SourceMap::whole(file);
    let (root, _) = parse_toml(&map, &mut Diagnostics::default());
    let names = Names::new(&root, variant);
    let mut reader = FactReader { text: file.text(), variant, names, facts: Vec::new() };
    reader.table(&root, &GAME, "");
    reader.builtin_pieces(&root);
    reader.facts.sort_by_key(|fact| fact.span);
    reader.facts
}

/// The names that a definition gives, one list for each kind.
struct Names(Vec<Vec<String>>);

impl Names {
    fn new(root: &TomlTable, variant: &Variant) -> Names {
        let keys = |key: &str| root.table(key).keys().map(str::to_owned).collect::<Vec<_>>();
        let pieces = variant.faces.iter().map(|face| face.id.clone()).collect();
        let sides = variant.sides.iter().map(|side| side.id.clone()).collect();
        let lists = ["zones", "borders", "states", "boards", "armies"].map(keys);
        Names([pieces, sides].into_iter().chain(lists).collect())
    }

    /// Returns the other names of the kind of a name.
    fn others(&self, name: &str) -> Option<Vec<String>> {
        let list = self.0.iter().find(|list| list.iter().any(|known| known == name))?;
        Some(list.iter().filter(|other| *other != name).cloned().collect())
    }
}

struct FactReader<'a> {
    text: &'a str,
    variant: &'a Variant,
    names: Names,
    facts: Vec<Fact>,
}

impl FactReader<'_> {
    fn add(&mut self, path: &str, word: &str, span: Span, changes: Vec<(Span, String)>) {
        let changes = changes.into_iter().map(|(span, text)| FactChange { span, text }).collect();
        self.facts.push(Fact { path: path.to_owned(), word: word.to_owned(), span, changes });
    }

    fn table(&mut self, table: &TomlTable, section: &Section, path: &str) {
        for entry in &table.entries {
            let name = entry.key.as_str();
            if NOT_PLAYED.contains(&name) || APPEARANCE.contains(&name) {
                continue;
            }
            let Some(key) = section.key(name) else { continue };
            let path = join(path, name);
            match (&key.value, &entry.node.value) {
                (ValueKind::Table(inner), TomlValue::Table(table)) => {
                    self.dropped(entry, &path);
                    self.table(table, inner, &path);
                }
                (ValueKind::Named(inner), TomlValue::Table(tables)) => {
                    for entry in &tables.entries {
                        let path = join(&path, entry.key.as_str());
                        self.dropped(entry, &path);
                        entry.node.table().into_iter().for_each(|it| self.table(it, inner, &path));
                    }
                }
                (ValueKind::List(inner), TomlValue::List(items)) => {
                    for (index, item) in items.iter().enumerate() {
                        let path = join(&path, &(index + 1).to_string());
                        item.table().into_iter().for_each(|it| self.table(it, inner, &path));
                    }
                }
                (ValueKind::Entries(language), TomlValue::Table(table)) => {
                    self.entries(table, *language, &path);
                }
                (ValueKind::NamedEntries(language), TomlValue::Table(tables)) => {
                    for (name, table) in tables.named() {
                        self.entries(table, *language, &join(&path, name.as_str()));
                    }
                }
                (ValueKind::NamedCounts, TomlValue::Table(tables)) => {
                    for (name, table) in tables.named() {
                        for entry in &table.entries {
                            let path = join(&join(&path, name.as_str()), entry.key.as_str());
                            self.dropped(entry, &path);
                            self.value(&entry.node, &ValueKind::Integer, &path);
                        }
                    }
                }
                (kind, _) => {
                    self.dropped(entry, &path);
                    self.value(&entry.node, kind, &path);
                }
            }
        }
    }

    /// Entries with names of the author's choice; the name of a piece is a fact, too.
    fn entries(&mut self, table: &TomlTable, language: Language, path: &str) {
        for entry in &table.entries {
            let path = join(path, entry.key.as_str());
            self.dropped(entry, &path);
            let TomlValue::Text(text) = &entry.node.value else { continue };
            // Names that other entries of the table have would be there twice.
            let is_free = |name: &String| table.get(name).is_none();
            let others = self.names.others(entry.key.as_str()).unwrap_or_default();
            let span = entry.key.span();
            let changes = others.into_iter().filter(is_free).map(|name| (span, name)).collect();
            if path.starts_with("setup") || path.starts_with("armies") {
                self.add(&path, entry.key.as_str(), span, changes);
            }
            self.words(text, language, &path);
        }
    }

    /// The fact that an entry is there.
    fn dropped(&mut self, entry: &TomlEntry, path: &str) {
        let span = self.extent(entry);
        self.add(path, entry.key.as_str(), entry.key.span(), vec![(span, String::new())]);
    }

    /// Returns the whole text of an entry, with the comma that separates it in an inline table.
    fn extent(&self, entry: &TomlEntry) -> Span {
        let mut start = entry.key.span().start;
        let mut end = last_byte(&entry.node).max(start);
        let before = self.text[..start].trim_end_matches([' ', '\t']);
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        if self.text[line..start].trim_start().starts_with('[') {
            // A table with a header of its own.
            start = line;
        } else if before.ends_with(',') {
            start = before.len() - 1;
        } else if self.text[end..].trim_start().starts_with(',') {
            end += self.text[end..].find(',').unwrap_or(0) + 1;
        }
        Span::new(start, end)
    }

    fn value(&mut self, node: &TomlNode, kind: &ValueKind, path: &str) {
        let span = node.location.span;
        let number = |value: i64| {
            [value.saturating_sub(1), value.saturating_add(1)]
                .map(|other| (span, other.to_string()))
                .to_vec()
        };
        match (&node.value, kind) {
            (TomlValue::Text(text), ValueKind::Words(language)) => {
                self.words(text, *language, path);
            }
            (TomlValue::Text(text), ValueKind::OneOf(words)) => {
                let others = words.iter().filter(|word| **word != text.as_str());
                let changes = others.map(|word| (text.span(), (*word).to_owned())).collect();
                self.add(path, text.as_str(), text.span(), changes);
            }
            (TomlValue::Integer(value), _) => {
                self.add(path, &value.to_string(), span, number(*value));
            }
            (TomlValue::Flag(flag), _) => {
                self.add(path, &flag.to_string(), span, vec![(span, (!flag).to_string())]);
            }
            _ => {}
        }
    }

    /// The words of a text in one of the small languages.
    fn words(&mut self, text: &SourceText, language: Language, path: &str) {
        if language == Language::Notation && !matches!(text.as_str(), "none" | "unknown") {
            return self.notation(text, path);
        }
        let is_part = |c: char| c.is_alphanumeric() || "-:+'".contains(c);
        for run in runs(text.as_str(), is_part) {
            let word = &text.as_str()[run.range()];
            for part in self.parts(word) {
                let part = Span::new(run.start + part.start, run.start + part.end);
                let word = &text.as_str()[part.range()];
                let span = text.part(part).span();
                let mut changes: Vec<(Span, String)> =
                    self.neighbours(word, language).into_iter().map(|it| (span, it)).collect();
                if part == run {
                    changes.push((span, String::new()));
                }
                self.add(path, word, span, changes);
            }
        }
    }

    /// The parts of a word that are facts: all of it, or the two ends of `a1-a8` and `world:a1`.
    fn parts(&self, word: &str) -> Vec<Span> {
        let whole = vec![Span::new(0, word.len())];
        if self.variant.game.layout.find(word).is_some() || self.names.others(word).is_some() {
            return whole;
        }
        let parts = runs(word, |c| c != '-' && c != ':');
        if parts.is_empty() { whole } else { parts }
    }

    /// Returns what could stand in place of a word.
    fn neighbours(&self, word: &str, language: Language) -> Vec<String> {
        let layout = &self.variant.game.layout;
        if let Some(cell) = layout.find(word).filter(|_| language != Language::Path) {
            let near = layout.touching(cell, false);
            return near.map(|other| layout.name(other).to_owned()).collect();
        }
        if let Some(others) = self.names.others(word) {
            return others;
        }
        if let Ok(number) = word.parse::<i64>() {
            return vec![(number - 1).to_string(), (number + 1).to_string()];
        }
        let alike = ALIKE.iter().filter(|list| list.contains(&word)).flat_map(|list| list.iter());
        let alike: BTreeSet<&str> = alike.copied().filter(|other| *other != word).collect();
        if !alike.is_empty() {
            return alike.into_iter().map(str::to_owned).collect();
        }
        match word.chars().next() {
            // The name of a file.
            Some(letter @ 'a'..='z') if word.len() == 1 => [letter as u8 - 1, letter as u8 + 1]
                .iter()
                .filter(|byte| byte.is_ascii_lowercase())
                .map(|&byte| char::from(byte).to_string())
                .collect(),
            _ if language == Language::Path => self.letters(word).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The letters and numbers of move notation.
    fn notation(&mut self, text: &SourceText, path: &str) {
        let whole = text.as_str();
        let is_digit = |c: char| c.is_ascii_digit();
        for number in runs(whole, is_digit) {
            let (span, word) = (text.part(number).span(), &whole[number.range()]);
            let value: i64 = word.parse().unwrap_or(i64::from(u16::MAX));
            let changes = [value - 1, value + 1].map(|other| (span, other.to_string()));
            self.add(path, word, span, [&changes[..], &[(span, String::new())]].concat());
        }
        for (at, letter) in whole.char_indices().filter(|(_, c)| c.is_alphabetic()) {
            let part = Span::new(at, at + letter.len_utf8());
            let (span, word) = (text.part(part).span(), &whole[part.range()]);
            let mut changes: Vec<(Span, String)> =
                self.letters(word).into_iter().map(|other| (span, other)).collect();
            changes.push((span, String::new()));
            self.add(path, word, span, changes);
        }
    }

    /// Returns the letters of a notation that could stand in place of a letter.
    fn letters(&self, letter: &str) -> BTreeSet<String> {
        let lists = ALIKE_LETTERS.iter().filter(|list| list.contains(letter));
        let others = lists.flat_map(|list| list.chars()).map(|other| other.to_string());
        others.filter(|other| other != letter).collect()
    }

    /// The moves of built-in pieces that the game uses as they are.
    fn builtin_pieces(&mut self, root: &TomlTable) {
        let own = root.table("pieces");
        let end = Span::new(self.text.len(), self.text.len());
        let used: BTreeSet<usize> = self
            .variant
            .game
            .initial_pieces
            .iter()
            .map(|(_, piece)| piece.piece_type.index())
            .collect();
        for face in used.into_iter().map(|index| &self.variant.faces[index]) {
            if own.get(&face.id).is_some() || root.get("based-on").is_some() {
                continue;
            }
            let change = format!("\n[pieces.{}]\nmove = \"WN\"\n", face.id);
            self.add(&format!("pieces.{}", face.id), &face.id, end, vec![(end, change)]);
        }
    }
}

/// Returns the end of a value, or of the last value of a table with a header of its own.
fn last_byte(node: &TomlNode) -> usize {
    let inner = match &node.value {
        TomlValue::Table(table) => table.entries.iter().map(|entry| last_byte(&entry.node)).max(),
        TomlValue::List(items) => items.iter().map(last_byte).max(),
        _ => None,
    };
    inner.unwrap_or(0).max(node.location.span.end)
}

/// Returns the longest runs of characters that are part of a word.
fn runs(text: &str, is_part: impl Fn(char) -> bool) -> Vec<Span> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), '\0')]) {
        let inside = at < text.len() && is_part(c);
        match (start, inside) {
            (None, true) => start = Some(at),
            (Some(first), false) => {
                found.push(Span::new(first, at));
                start = None;
            }
            _ => {}
        }
    }
    found
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}
