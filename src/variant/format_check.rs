//! Checks the keys and types of a definition against the format.

use crate::source::{
    Code, Diagnostic, Diagnostics, SourceText, TomlEntry, TomlNode, TomlTable, TomlValue,
    unknown_key, unknown_word, wrong_type,
};

use super::format::{FormatKey, GAME, RESULTS, Section, ValueKind};
use super::old_words::suggestion;

/// Reports keys that the format does not have, and values of a wrong type.
pub(super) fn check(root: &TomlTable, diagnostics: &mut Diagnostics) {
    check_table(root, &GAME, "", diagnostics);
}

/// Reports required keys that are missing, after everything inherited was merged.
pub(super) fn check_required(root: &TomlTable, diagnostics: &mut Diagnostics) {
    require(root, &GAME, None, diagnostics);
}

fn check_table(
    table: &TomlTable,
    section: &'static Section,
    path: &str,
    diagnostics: &mut Diagnostics,
) {
    let owner = if path.is_empty() { "a game".to_owned() } else { format!("`{path}`") };
    for TomlEntry { key, node } in &table.entries {
        match section.key(&key.value) {
            Some(known) => check_value(node, known, &join_path(path, &key.value), diagnostics),
            None => {
                let known = section.keys.iter().map(|key| key.name);
                let help = suggestion(&key.value, known.clone());
                diagnostics.push(unknown_key(Code::TomlKey, key, &owner, known).help(help));
            }
        }
    }
}

fn check_value(node: &TomlNode, key: &FormatKey, path: &str, diagnostics: &mut Diagnostics) {
    match (key.value, &node.value) {
        (ValueKind::Text, TomlValue::Text(..))
        | (ValueKind::Integer, TomlValue::Integer(_))
        | (ValueKind::Number, TomlValue::Integer(_) | TomlValue::Float(_))
        | (ValueKind::Flag, TomlValue::Flag(_))
        | (ValueKind::Date, TomlValue::Date(_)) => {}
        (ValueKind::Words(_), TomlValue::Text(text)) => check_verbatim(text, diagnostics),
        (ValueKind::OneOf(words), TomlValue::Text(text)) => {
            diagnostics.extend(check_word(text, words, key));
        }
        (ValueKind::Numbers, TomlValue::List(items)) => {
            for item in items {
                if !matches!(item.value, TomlValue::Integer(_) | TomlValue::Float(_)) {
                    diagnostics.push(wrong_type(Code::TomlValue, path, item, "numbers"));
                }
            }
        }
        (ValueKind::Table(section), TomlValue::Table(table)) => {
            check_table(table, section, path, diagnostics);
        }
        (ValueKind::Named(section), TomlValue::Table(table)) => {
            each_table(table, path, diagnostics, |table, path, diagnostics| {
                check_table(table, section, path, diagnostics);
            });
        }
        (ValueKind::List(section), TomlValue::List(items)) => {
            for (index, item) in items.iter().enumerate() {
                let path = format!("{path}.{}", index + 1);
                match item.table() {
                    Some(table) => check_table(table, section, &path, diagnostics),
                    None => diagnostics.push(wrong_type(Code::TomlValue, &path, item, "a table")),
                }
            }
        }
        (ValueKind::Entries(_), TomlValue::Table(table)) => check_entries(table, path, diagnostics),
        (ValueKind::NamedEntries(_), TomlValue::Table(table)) => {
            each_table(table, path, diagnostics, check_entries);
        }
        (ValueKind::NamedCounts, TomlValue::Table(table)) => {
            each_table(table, path, diagnostics, check_counts);
        }
        (kind, _) => diagnostics.push(wrong_type(Code::TomlValue, path, node, wanted_type(kind))),
    }
}

fn each_table(
    table: &TomlTable,
    path: &str,
    diagnostics: &mut Diagnostics,
    check: impl Fn(&TomlTable, &str, &mut Diagnostics),
) {
    for TomlEntry { key, node } in &table.entries {
        let path = join_path(path, &key.value);
        check_name(key, diagnostics);
        match node.table() {
            Some(table) => check(table, &path, diagnostics),
            None => diagnostics.push(wrong_type(Code::TomlValue, &path, node, "a table")),
        }
    }
}

fn check_entries(table: &TomlTable, path: &str, diagnostics: &mut Diagnostics) {
    for TomlEntry { key, node } in &table.entries {
        check_name(key, diagnostics);
        match &node.value {
            TomlValue::Text(text) => check_verbatim(text, diagnostics),
            _ => {
                let path = join_path(path, &key.value);
                diagnostics.push(wrong_type(Code::TomlValue, &path, node, "a text"));
            }
        }
    }
}

fn check_counts(table: &TomlTable, path: &str, diagnostics: &mut Diagnostics) {
    for TomlEntry { key, node } in &table.entries {
        if !matches!(node.value, TomlValue::Integer(0..=999)) {
            let (path, wanted) = (join_path(path, &key.value), "a whole number up to 999");
            diagnostics.push(wrong_type(Code::TomlValue, &path, node, wanted));
        }
    }
}

/// Reports a name that is not made of small letters, digits and hyphens.
///
/// Such names can occur in every expression, path and web address.
fn check_name(key: &SourceText, diagnostics: &mut Diagnostics) {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let name = key.as_str();
    if name.chars().all(plain) && name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return;
    }
    diagnostics.push(key.error(Code::TomlKey, format!("`{name}` cannot be a name")).help(
        "names are small letters, digits and hyphens, and begin with a letter; \
             `name = \"..\"` may have any other characters",
    ));
}

fn check_verbatim(text: &SourceText, diagnostics: &mut Diagnostics) {
    if !text.is_verbatim() {
        diagnostics.push(
            text.error(Code::TomlValue, "escapes cannot be used here")
                .help("write the characters themselves, so that messages can point at a word"),
        );
    }
}

fn check_word(
    text: &SourceText,
    words: &'static [&'static str],
    key: &FormatKey,
) -> Option<Diagnostic> {
    if words.contains(&text.as_str()) {
        return None;
    }
    let error = if words == RESULTS {
        text.error(Code::Ends, format!("no result `{}`", text.value))
    } else {
        unknown_word(Code::TomlValue, key.name, text, words)
    };
    Some(error.help(suggestion(&text.value, words.iter().copied())))
}

fn wanted_type(kind: ValueKind) -> &'static str {
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
    section: &'static Section,
    name: Option<&SourceText>,
    diagnostics: &mut Diagnostics,
) {
    for key in section.keys.iter().filter(|key| key.required) {
        // Without `name`, this is the game itself: `format` and `name` were checked in each file.
        if let (None, Some(name)) = (table.get(key.name), name) {
            let message = format!("`{}` needs `{}`", name.value, key.name);
            let help = format!("`{}`: {}", key.name, key.about);
            diagnostics.push(name.error(Code::TomlKey, message).help(help));
        }
    }
    for TomlEntry { key: name, node } in &table.entries {
        let Some(key) = section.key(&name.value) else { continue };
        match (key.value, &node.value) {
            (ValueKind::Table(inner), TomlValue::Table(table)) => {
                require(table, inner, Some(name), diagnostics);
            }
            (ValueKind::Named(inner), TomlValue::Table(tables)) => {
                for TomlEntry { key: name, node } in &tables.entries {
                    if let Some(table) = node.table() {
                        require(table, inner, Some(name), diagnostics);
                    }
                }
            }
            (ValueKind::List(inner), TomlValue::List(items)) => {
                for item in items {
                    if let Some(table) = item.table() {
                        let here = SourceText::new(&*name.value, item.location.clone());
                        require(table, inner, Some(&here), diagnostics);
                    }
                }
            }
            _ => {}
        }
    }
}

fn join_path(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}
