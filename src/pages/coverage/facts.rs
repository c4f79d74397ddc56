//! The facts of a definition: its words and numbers, each with the changes that deny it.

use crate::format::{GAME, Language, Section, ValueKind, builtin_piece};
use crate::source::{Location, SourceFile, SourceText, Span};
use crate::toml_text::{TomlEntry, TomlNode, TomlTable, TomlValue};
use crate::variant::{Definition, Variant};

use super::neighbours::{Names, letters, neighbours};

/// One word or number of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Its key: `pieces.pawn.move`.
    pub path: String,
    /// The word, or the key if the fact is that the key is there.
    pub word: String,
    /// Where it is written: in the file of the definition, or in one on which it is based.
    pub location: Location,
    /// The changes that deny it.
    pub changes: Vec<FactChange>,
}

/// A change of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactChange {
    /// What is replaced.
    pub location: Location,
    /// What is written there.
    pub text: String,
    /// What then stands in place of the word; empty if the word is missing.
    pub instead: String,
}

impl FactChange {
    fn new(location: Location, text: impl Into<String>) -> FactChange {
        let text = text.into();
        FactChange { location, instead: text.clone(), text }
    }

    /// Returns the file with the change.
    pub fn apply(&self) -> SourceFile {
        let (text, span) = (self.location.file.text(), self.location.span);
        let changed = [&text[..span.start], &self.text, &text[span.end..]].concat();
        SourceFile::new(self.location.file.path(), changed)
    }
}

/// Returns the facts of a definition and of those on which it is based, as far as it has them.
///
/// `file` is the file of the definition, and `variant` what it defines.
pub fn facts(file: &SourceFile, definition: &Definition, variant: &Variant) -> Vec<Fact> {
    let Some(root) = definition.root() else { return Vec::new() };
    let names = Names::new(root, variant);
    let mut reader = FactReader { file, variant, names, facts: Vec::new() };
    reader.table(root, &GAME, "");
    reader.builtin_pieces(root);
    let is_own = |fact: &Fact| fact.location.file.path() == file.path();
    let place =
        |fact: &Fact| (!is_own(fact), fact.location.file.path().to_owned(), fact.location.span);
    reader.facts.sort_by_key(place);
    reader.facts
}

struct FactReader<'a> {
    file: &'a SourceFile,
    variant: &'a Variant,
    names: Names,
    facts: Vec<Fact>,
}

impl FactReader<'_> {
    fn add(&mut self, path: &str, word: &str, location: Location, changes: Vec<FactChange>) {
        self.facts.push(Fact { path: path.to_owned(), word: word.to_owned(), location, changes });
    }

    fn table(&mut self, table: &TomlTable, section: &Section, path: &str) {
        for entry in &table.entries {
            let name = entry.key.as_str();
            let Some(key) = section.key(name).filter(|key| key.is_played) else { continue };
            let path = join(path, name);
            match (&key.value, &entry.node.value) {
                (ValueKind::Table(inner), TomlValue::Table(table)) => {
                    self.dropped(entry, &path);
                    self.table(table, inner, &path);
                }
                (ValueKind::Named(inner), TomlValue::Table(tables)) => {
                    if path == "sides" {
                        self.order(tables, &path);
                    }
                    for entry in &tables.entries {
                        let path = join(&path, entry.key.as_str());
                        self.dropped(entry, &path);
                        entry.node.table().into_iter().for_each(|it| self.table(it, inner, &path));
                    }
                }
                (ValueKind::List(inner), TomlValue::List(items)) => {
                    for (index, item) in items.iter().enumerate() {
                        let path = join(&path, &(index + 1).to_string());
                        self.dropped_item(item, &path);
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
            if path.starts_with("setup") || path.starts_with("armies") {
                // Names that other entries of the table have would be there twice.
                let others = self.names.others(entry.key.as_str()).unwrap_or_default();
                let free = others.into_iter().filter(|name| table.get(name).is_none());
                let place = &entry.key.location;
                let changes = free.map(|name| FactChange::new(place.clone(), name)).collect();
                self.add(&path, entry.key.as_str(), place.clone(), changes);
            }
            self.words(text, language, &path);
        }
    }

    /// The fact that an entry is there.
    fn dropped(&mut self, entry: &TomlEntry, path: &str) {
        let location = &entry.key.location;
        let extent = Location::new(&location.file, extent(entry));
        self.add(path, entry.key.as_str(), location.clone(), vec![FactChange::new(extent, "")]);
    }

    /// The fact that an item of a list is there.
    fn dropped_item(&mut self, item: &TomlNode, path: &str) {
        let file = &item.location.file;
        let (start, end) = (item.location.span.start, last_byte(item, file));
        let extent = Location::new(file, whole_entry(file.text(), start, end));
        let word = format!("item {}", path.rsplit('.').next().unwrap_or_default());
        self.add(path, &word, item.location.clone(), vec![FactChange::new(extent, "")]);
    }

    /// The order of the sides: each can change places with the next.
    fn order(&mut self, sides: &TomlTable, path: &str) {
        for pair in sides.entries.windows(2) {
            let [one, other] = pair else { continue };
            let file = &one.key.location.file;
            let (first, second) = (extent(one), extent(other));
            if file.path() != other.key.location.file.path() || first.end > second.start {
                continue;
            }
            let text = file.text();
            let between = &text[first.end..second.start];
            let swapped = [&text[second.range()], between, &text[first.range()]].concat();
            let place = Location::new(file, Span::new(first.start, second.end));
            let instead = format!("{} before {}", other.key.as_str(), one.key.as_str());
            let change = FactChange { location: place, text: swapped, instead };
            let word = format!("{} before {}", one.key.as_str(), other.key.as_str());
            self.add(path, &word, one.key.location.clone(), vec![change]);
        }
    }

    fn value(&mut self, node: &TomlNode, kind: &ValueKind, path: &str) {
        let place = &node.location;
        match (&node.value, kind) {
            (TomlValue::Text(text), ValueKind::Words(language)) => {
                self.words(text, *language, path);
            }
            (TomlValue::Text(text), ValueKind::OneOf(words)) => {
                let others = words.iter().filter(|word| **word != text.as_str());
                let others = others.map(|word| FactChange::new(text.location.clone(), word));
                self.add(path, text.as_str(), text.location.clone(), others.collect());
            }
            (TomlValue::Integer(value), _) => {
                let others = [value.saturating_sub(1), value.saturating_add(1)];
                let others = others.map(|other| FactChange::new(place.clone(), other.to_string()));
                self.add(path, &value.to_string(), place.clone(), others.to_vec());
            }
            (TomlValue::Float(value), _) => {
                let others = [value - 1.0, value + 1.0];
                let others = others.map(|other| FactChange::new(place.clone(), other.to_string()));
                self.add(path, &value.to_string(), place.clone(), others.to_vec());
            }
            (TomlValue::Flag(flag), _) => {
                let change = FactChange::new(place.clone(), (!flag).to_string());
                self.add(path, &flag.to_string(), place.clone(), vec![change]);
            }
            (TomlValue::List(items), _) => {
                items.iter().for_each(|item| self.value(item, kind, path));
            }
            _ => {}
        }
    }

    /// The words of a text in one of the small languages.
    fn words(&mut self, text: &SourceText, language: Language, path: &str) {
        if language == Language::Notation && !matches!(text.as_str(), "none" | "unknown") {
            for (part, word, others) in notation_facts(text.as_str()) {
                let place = text.part(part).location;
                let others = others.into_iter().map(|it| FactChange::new(place.clone(), it));
                self.add(path, &word, place.clone(), others.collect());
            }
            return;
        }
        let signs = if language == Language::Path { "'?" } else { "-:+'" };
        let is_part = |c: char| c.is_alphanumeric() || signs.contains(c);
        for run in runs(text.as_str(), is_part) {
            let word = &text.as_str()[run.range()];
            for part in self.parts(word) {
                let part = Span::new(run.start + part.start, run.start + part.end);
                let word = &text.as_str()[part.range()];
                let place = text.part(part).location;
                let others = neighbours(word, language, &self.names, self.variant);
                let mut changes: Vec<FactChange> =
                    others.into_iter().map(|it| FactChange::new(place.clone(), it)).collect();
                if part == run {
                    changes.push(FactChange::new(place.clone(), ""));
                }
                self.add(path, word, place, changes);
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

    /// The moves of built-in pieces that the game uses as they are.
    fn builtin_pieces(&mut self, root: &TomlTable) {
        let variant = self.variant;
        let Some(ValueKind::Named(pieces)) = GAME.key("pieces").map(|key| &key.value) else {
            return;
        };
        for id in variant.faces.iter().map(|face| &face.id) {
            let own = root.table("pieces").get(id);
            let table = own.and_then(|entry| entry.node.table());
            let has = |key: &str| table.is_some_and(|table| table.get(key).is_some());
            for entry in builtin_piece(id).map_or(&[][..], |piece| &piece.entries) {
                let key = entry.key.as_str();
                let is_replaced = has(key) || key == "move" && has("moves");
                let is_played = pieces.key(key).is_some_and(|key| key.is_played);
                if !is_played || is_replaced {
                    continue;
                }
                let path = format!("pieces.{id}.{key}");
                let others = match &entry.node.value {
                    TomlValue::Text(text) => builtin_notations(text.as_str()),
                    TomlValue::Flag(flag) => {
                        let other = (!flag).to_string();
                        vec![(flag.to_string(), vec![(other.clone(), other)])]
                    }
                    _ => Vec::new(),
                };
                let place = own.map_or_else(|| self.end_of_file(), |own| own.key.location.clone());
                for (word, others) in others {
                    let change = |(value, instead): (String, String)| {
                        let change = self.with_builtin_key(own, id, &format!("{key} = {value}"))?;
                        Some(FactChange { instead, ..change })
                    };
                    let changes = others.into_iter().filter_map(change).collect();
                    self.add(&path, &word, place.clone(), changes);
                }
            }
        }
    }

    fn end_of_file(&self) -> Location {
        let end = self.file.text().len();
        Location::new(self.file, Span::new(end, end))
    }

    /// Returns the change that gives a built-in piece a line of its own.
    fn with_builtin_key(
        &self,
        own: Option<&TomlEntry>,
        id: &str,
        line: &str,
    ) -> Option<FactChange> {
        let Some(entry) = own else {
            return Some(FactChange::new(self.end_of_file(), format!("\n[pieces.{id}]\n{line}\n")));
        };
        let first = entry.node.table()?.entries.first().map(|first| &first.key.location);
        let key = &entry.key.location;
        let text = key.file.text();
        let header_end = || text[key.span.end..].find('\n').map(|at| key.span.end + at);
        let place = |at| Location::new(&key.file, Span::new(at, at));
        match first.filter(|first| first.file.path() == key.file.path()) {
            Some(first) => {
                let start = first.span.start;
                let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
                let is_line = text[line_start..start].trim().is_empty();
                let separator = if is_line { "\n" } else { ", " };
                Some(FactChange::new(place(start), format!("{line}{separator}")))
            }
            None => Some(FactChange::new(place(header_end()?), format!("\n{line}"))),
        }
    }
}

/// The letters and numbers of a notation, each with what can stand in its place.
fn notation_facts(text: &str) -> Vec<(Span, String, Vec<String>)> {
    let mut found = Vec::new();
    for number in runs(text, |c| c.is_ascii_digit()) {
        let word = &text[number.range()];
        let value: i64 = word.parse().unwrap_or(i64::from(u16::MAX));
        let others = vec![(value - 1).to_string(), (value + 1).to_string(), String::new()];
        found.push((number, word.to_owned(), others));
    }
    for (at, letter) in text.char_indices().filter(|(_, c)| c.is_alphabetic()) {
        let span = Span::new(at, at + letter.len_utf8());
        let word = &text[span.range()];
        let others = letters(word).into_iter().chain([String::new()]).collect();
        found.push((span, word.to_owned(), others));
    }
    found
}

/// The letters of a built-in notation, each with the notations that a change of it gives, quoted,
/// and what then stands in place of the letter.
fn builtin_notations(text: &str) -> Vec<(String, Vec<(String, String)>)> {
    let with = |span: Span, other: &str| {
        format!("\"{}\"", [&text[..span.start], other, &text[span.end..]].concat())
    };
    let facts = notation_facts(text).into_iter();
    let change = |(span, word, others): (Span, String, Vec<String>)| {
        let others = others.into_iter().map(|other| (with(span, &other), other)).collect();
        (word, others)
    };
    facts.map(change).collect()
}

/// Returns the whole text of an entry, with the comma that separates it in an inline table.
fn extent(entry: &TomlEntry) -> Span {
    let Location { file, span } = &entry.key.location;
    whole_entry(file.text(), span.start, last_byte(&entry.node, file).max(span.end))
}

/// Returns a span with the comma that separates it from others, or with the start of its header.
fn whole_entry(text: &str, mut start: usize, mut end: usize) -> Span {
    let before = text[..start].trim_end_matches([' ', '\t']);
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    if text[line..start].trim_start().starts_with('[') && !text[line..start].contains('{') {
        // A table with a header of its own.
        start = line;
    } else if before.ends_with(',') {
        start = before.len() - 1;
    } else if text[end..].trim_start().starts_with(',') {
        end += text[end..].find(',').unwrap_or(0) + 1;
    }
    Span::new(start, end)
}

/// Returns the end of a value, or of the last value of a table with a header of its own.
///
/// Values that another file has merged into the table do not count.
fn last_byte(node: &TomlNode, file: &SourceFile) -> usize {
    let inner = match &node.value {
        TomlValue::Table(table) => {
            table.entries.iter().map(|entry| last_byte(&entry.node, file)).max()
        }
        TomlValue::List(items) => items.iter().map(|item| last_byte(item, file)).max(),
        _ => None,
    };
    let own = if node.location.file.path() == file.path() { node.location.span.end } else { 0 };
    inner.unwrap_or(0).max(own)
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
