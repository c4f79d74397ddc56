//! Checks the keys and types of a definition against the format.

use crate::source::{
    Code, Diagnostics, SourceText, TomlEntry, TomlNode, TomlTable, TomlValue, wrong_type,
};

use super::keys::{FormatKey, GAME, OUTCOMES, Section, ValueKind};
use super::old_words::suggestion;

/// Reports keys that the format does not have, and values of a wrong type.
pub(super) fn check(root: &TomlTable, diagnostics: &mut Diagnostics) {
    FormatChecker { diagnostics }.table(root, &GAME, "");
}

/// Reports required keys that are missing, after everything inherited was merged.
pub fn check_required(root: &TomlTable, diagnostics: &mut Diagnostics) {
    require(root, &GAME, None, diagnostics);
}

struct FormatChecker<'d> {
    diagnostics: &'d mut Diagnostics,
}

impl FormatChecker<'_> {
    fn table(&mut self, table: &TomlTable, section: &Section, path: &str) {
        let owner = if path.is_empty() { "a game".to_owned() } else { format!("`{path}`") };
        for TomlEntry { key, node } in &table.entries {
            match section.key(&key.value) {
                Some(known) => self.value(node, known, &join_path(path, &key.value)),
                None => {
                    let known = section.keys.iter().map(|key| key.name.as_str());
                    let help = suggestion(&key.value, known);
                    let message = format!("{owner} has no key `{}`", key.value);
                    let error = key.error(Code::TomlKey, message);
                    self.diagnostics.push(error.help(help));
                }
            }
        }
    }

    fn value(&mut self, node: &TomlNode, key: &FormatKey, path: &str) {
        match (&key.value, &node.value) {
            (ValueKind::Text, TomlValue::Text(_))
            | (ValueKind::Integer, TomlValue::Integer(_))
            | (ValueKind::Number, TomlValue::Integer(_) | TomlValue::Float(_))
            | (ValueKind::Flag, TomlValue::Flag(_))
            | (ValueKind::Date, TomlValue::Date(_)) => {}
            (ValueKind::Words(_), TomlValue::Text(text)) => self.verbatim(text),
            (ValueKind::OneOf(words), TomlValue::Text(text)) => self.word(text, words, key),
            (ValueKind::Numbers, TomlValue::List(items)) => {
                for item in items.iter().filter(|item| item.value.number().is_none()) {
                    self.wrong_type(path, item, "numbers");
                }
            }
            (ValueKind::Table(section), TomlValue::Table(table)) => {
                self.table(table, section, path);
            }
            (ValueKind::Named(section), TomlValue::Table(table)) => {
                self.each_table(table, path, |checker, table, path| {
                    checker.table(table, section, path);
                });
            }
            (ValueKind::List(section), TomlValue::List(items)) => {
                for (index, item) in items.iter().enumerate() {
                    let path = format!("{path}.{}", index + 1);
                    match item.table() {
                        Some(table) => self.table(table, section, &path),
                        None => self.wrong_type(&path, item, "a table"),
                    }
                }
            }
            (ValueKind::Entries(_), TomlValue::Table(table)) => self.entries(table, path),
            (ValueKind::NamedEntries(_), TomlValue::Table(table)) => {
                self.each_table(table, path, Self::entries);
            }
            (ValueKind::NamedCounts, TomlValue::Table(table)) => {
                self.each_table(table, path, Self::counts);
            }
            (kind, _) => self.wrong_type(path, node, wanted_type(kind)),
        }
    }

    fn each_table(
        &mut self,
        table: &TomlTable,
        path: &str,
        check: impl Fn(&mut Self, &TomlTable, &str),
    ) {
        for TomlEntry { key, node } in &table.entries {
            let path = join_path(path, &key.value);
            self.name(key);
            match node.table() {
                Some(table) => check(self, table, &path),
                None => self.wrong_type(&path, node, "a table"),
            }
        }
    }

    fn entries(&mut self, table: &TomlTable, path: &str) {
        for TomlEntry { key, node } in &table.entries {
            self.name(key);
            match node.value.text() {
                Some(text) => self.verbatim(text),
                None => self.wrong_type(&join_path(path, &key.value), node, "a text"),
            }
        }
    }

    fn counts(&mut self, table: &TomlTable, path: &str) {
        for TomlEntry { key, node } in &table.entries {
            if !matches!(node.value, TomlValue::Integer(0..=999)) {
                let path = join_path(path, &key.value);
                self.wrong_type(&path, node, "a whole number up to 999");
            }
        }
    }

    /// Reports a name that is not made of small letters, digits and hyphens.
    ///
    /// Such names can occur in every expression, path and web address.
    fn name(&mut self, key: &SourceText) {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let name = key.as_str();
        if !name.chars().all(plain) || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
            let error = key.error(Code::TomlKey, format!("`{name}` cannot be a name"));
            self.diagnostics.push(error.help(
                "names are small letters, digits and hyphens, and begin with a letter; \
                 `name = \"..\"` may have any other characters",
            ));
        }
    }

    fn verbatim(&mut self, text: &SourceText) {
        if !text.is_verbatim() {
            let error = text.error(Code::TomlValue, "escapes cannot be used here");
            let help = "write the characters themselves, so that messages can point at a word";
            self.diagnostics.push(error.help(help));
        }
    }

    fn word(&mut self, text: &SourceText, words: &[String], key: &FormatKey) {
        let words = words.iter().map(String::as_str);
        if words.clone().any(|word| word == text.value) {
            return;
        }
        let (code, message) = if words.clone().eq(OUTCOMES.map(|(word, _)| word)) {
            (Code::Ends, format!("no result `{}`", text.value))
        } else {
            (Code::TomlValue, format!("`{}` cannot be `{}`", key.name, text.value))
        };
        self.diagnostics.push(text.error(code, message).help(suggestion(&text.value, words)));
    }

    fn wrong_type(&mut self, path: &str, node: &TomlNode, wanted: &str) {
        self.diagnostics.push(wrong_type(Code::TomlValue, path, node, wanted));
    }
}

fn wanted_type(kind: &ValueKind) -> &'static str {
    match kind {
        ValueKind::Text | ValueKind::Words(_) | ValueKind::OneOf(_) => "a text",
        ValueKind::Integer => "a whole number",
        ValueKind::Number => "a number",
        ValueKind::Numbers => "a list of numbers",
        ValueKind::Flag => "`true` or `false`",
        ValueKind::Date => "a date",
        ValueKind::Table(_)
        | ValueKind::Named(_)
        | ValueKind::Entries(_)
        | ValueKind::NamedEntries(_)
        | ValueKind::NamedCounts => "a table",
        ValueKind::List(_) => "a list of tables",
    }
}

fn require(
    table: &TomlTable,
    section: &Section,
    name: Option<&SourceText>,
    diagnostics: &mut Diagnostics,
) {
    for key in section.keys.iter().filter(|key| key.required) {
        // Without `name`, this is the game itself: `format` and `name` were checked in each file.
        if let (None, Some(name)) = (table.get(&key.name), name) {
            let message = format!("`{}` needs `{}`", name.value, key.name);
            let help = format!("`{}`: {}", key.name, key.about);
            diagnostics.push(name.error(Code::TomlKey, message).help(help));
        }
    }
    for TomlEntry { key: name, node } in &table.entries {
        match (section.key(&name.value).map(|key| &key.value), &node.value) {
            (Some(ValueKind::Table(inner)), TomlValue::Table(table)) => {
                require(table, inner, Some(name), diagnostics);
            }
            (Some(ValueKind::Named(inner)), TomlValue::Table(tables)) => {
                for (name, table) in tables.named() {
                    require(table, inner, Some(name), diagnostics);
                }
            }
            (Some(ValueKind::List(inner)), TomlValue::List(_)) => {
                for (item, location) in table.tables(&name.value) {
                    let here = SourceText::new(&*name.value, location.clone());
                    require(item, inner, Some(&here), diagnostics);
                }
            }
            _ => {}
        }
    }
}

fn join_path(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}
