//! Checks the keys and types of a definition against the format.

use crate::source::{
    Code, Diagnostics, SourceText, TomlEntry, TomlNode, TomlTable, TomlValue, wrong_type,
};

use super::everyday_words::everyday_help;
use super::keys::{FormatKey, GAME, Language, OUTCOMES, Section, ValueKind};
use super::old_words::suggestion;

/// Reports keys that the format does not have, and values of a wrong type.
///
/// Returns the paths of tables that make no sense at all, so that nothing else is said about them.
pub(super) fn check(root: &TomlTable, diagnostics: &mut Diagnostics) -> Vec<String> {
    let mut checker = FormatChecker { diagnostics, meaningless: Vec::new() };
    checker.table(root, &GAME, "");
    checker.meaningless
}

/// Reports required keys that are missing, after everything inherited was merged.
pub fn check_required(root: &TomlTable, diagnostics: &mut Diagnostics) {
    require(root, &GAME, None, diagnostics);
}

struct FormatChecker<'d> {
    diagnostics: &'d mut Diagnostics,
    meaningless: Vec<String>,
}

impl FormatChecker<'_> {
    fn table(&mut self, table: &TomlTable, section: &Section, path: &str) {
        let owner = if path.is_empty() { "a game".to_owned() } else { format!("`{path}`") };
        for TomlEntry { key, node } in &table.entries {
            match section.key(&key.value) {
                Some(known) => self.value(node, known, &join_path(path, &key.value)),
                None => {
                    let known = section.keys.iter().map(|key| key.name.as_str());
                    let nested = nested_too_deeply(section, path, &key.value, node);
                    self.meaningless.extend(nested.is_some().then(|| path.to_owned()));
                    let everyday = everyday_help(path, &key.value);
                    let help = nested.or(everyday).unwrap_or_else(|| suggestion(&key.value, known));
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
                    self.wrong_type(path, item, &key.value, "numbers");
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
                        None => self.wrong_type(&path, item, &key.value, "a table"),
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
            (kind, _) => self.wrong_type(path, node, kind, wanted_type(kind)),
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
                None => self.wrong_table(&path, node),
            }
        }
    }

    fn entries(&mut self, table: &TomlTable, path: &str) {
        for TomlEntry { key, node } in &table.entries {
            self.name(key);
            match node.value.text() {
                Some(text) => self.verbatim(text),
                None => {
                    let text = ValueKind::Words(Language::Names);
                    self.wrong_type(&join_path(path, &key.value), node, &text, "a text");
                }
            }
        }
    }

    fn counts(&mut self, table: &TomlTable, path: &str) {
        for TomlEntry { key, node } in &table.entries {
            if !matches!(node.value, TomlValue::Integer(0..=999)) {
                let path = join_path(path, &key.value);
                self.wrong_type(&path, node, &ValueKind::Integer, "a whole number up to 999");
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

    fn wrong_type(&mut self, path: &str, node: &TomlNode, kind: &ValueKind, wanted: &str) {
        let is_none = match &node.value {
            TomlValue::Flag(flag) => !flag,
            TomlValue::Text(text) => matches!(text.as_str(), "none" | "no" | "false" | ""),
            _ => false,
        };
        if is_none && wanted_type(kind).contains("table") {
            let message = format!("`{path}` is {}; it must be {wanted}", node.value.type_name());
            let help = format!(
                "a game without it leaves it out; if it is inherited, write `without = \"{path}\"`"
            );
            self.diagnostics.push(node.location.error(Code::TomlValue, message).help(help));
            return;
        }
        let mut example = example(kind, path);
        if let TomlValue::Integer(number) = node.value {
            example = example.replacen("= 3,", &format!("= {number},"), 1);
        }
        self.diagnostics.push(wrong_type(Code::TomlValue, path, node, wanted, &example));
    }

    fn wrong_table(&mut self, path: &str, node: &TomlNode) {
        let example = format!("[{path}]");
        self.diagnostics.push(wrong_type(Code::TomlValue, path, node, "a table", &example));
    }
}

/// Help for a table under a side, such as `[promotion.white.pawn]`, where the format has none.
fn nested_too_deeply(section: &Section, path: &str, key: &str, node: &TomlNode) -> Option<String> {
    let (parent, _) = path.rsplit_once('.')?;
    let table = node.table()?;
    let fits = |entry: &TomlEntry| section.key(&entry.key.value).is_some();
    (!table.entries.is_empty() && table.entries.iter().all(fits))
        .then(|| format!("write `[{parent}.{key}]`: it holds for each side, seen from its seat"))
}

/// A line that gives the key at the path a value of that type.
fn example(kind: &ValueKind, path: &str) -> String {
    let key = path.rsplit('.').next().unwrap_or(path);
    let value = match kind {
        ValueKind::Text | ValueKind::Words(Language::Names) => "\"...\"",
        ValueKind::Words(Language::Cells) => "\"a1 h1\"",
        ValueKind::Words(Language::Pieces) => "\"any but pawn\"",
        ValueKind::Words(Language::Notation) => "\"WF\"",
        ValueKind::Words(Language::Path) => "\"orthogonal diagonal\"",
        ValueKind::OneOf(words) => {
            let usual = words.iter().find(|word| key == "result" && *word == "draw");
            return format!("{key} = \"{}\"", usual.unwrap_or(&words[0]));
        }
        ValueKind::Table(section) if section.keys.iter().any(|key| key.required) => {
            let required = section.keys.iter().filter(|key| key.required);
            let lines: Vec<String> = required.map(|key| example(&key.value, &key.name)).collect();
            return format!("{key} = {{ {} }}", lines.join(", "));
        }
        ValueKind::Integer | ValueKind::Number => "3",
        ValueKind::Numbers => "[3, 2, 1]",
        ValueKind::Flag => "true",
        ValueKind::Date => "1999-12-31",
        ValueKind::Table(_) | ValueKind::Entries(_) => return format!("[{path}]"),
        ValueKind::Named(_) => return format!("[{path}.NAME]"),
        ValueKind::NamedEntries(_) | ValueKind::NamedCounts => return format!("[{path}.each]"),
        ValueKind::List(_) => return format!("[[{path}]]"),
    };
    format!("{key} = {value}")
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
            let help = format!("write `{}`: {}", example(&key.value, &key.name), key.about);
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
