use crate::source::Code;

use super::format::{Holds, Key, RESULTS, Section};
use super::spot::{Complaints, Text, suggestion};
use super::tree::{Entry, Node, Table, Value};

/// Complains about every key that the format does not know and every value of a wrong type.
pub(super) fn check(root: &Node, section: &'static Section, complaints: &mut Complaints) {
    if let Some(table) = root.table() {
        check_table(table, section, "", complaints);
    }
}

/// Complains about keys that are missing from a whole game, inherited parts included.
pub(super) fn check_required(root: &Node, section: &'static Section, complaints: &mut Complaints) {
    if let Some(table) = root.table() {
        require(table, section, None, complaints);
    }
}

fn check_table(table: &Table, section: &'static Section, path: &str, complaints: &mut Complaints) {
    for Entry { key, node } in &table.entries {
        match section.key(&key.value) {
            Some(known) => check_value(node, known, &joined(path, &key.value), complaints),
            None => complaints.add(unknown_key(key, section, path)),
        }
    }
}

fn unknown_key(key: &Text, section: &Section, path: &str) -> crate::source::Diagnostic {
    let place = if path.is_empty() { "a game".to_owned() } else { format!("`{path}`") };
    let known = section.keys.iter().map(|key| key.name);
    key.error(Code::TomlKey, format!("{place} has no key `{}`", key.value))
        .help(suggestion(&key.value, known))
}

fn check_value(node: &Node, key: &Key, path: &str, complaints: &mut Complaints) {
    match (key.holds, &node.value) {
        (Holds::Text, Value::Text(..))
        | (Holds::Integer, Value::Integer(_))
        | (Holds::Number, Value::Integer(_) | Value::Float(_))
        | (Holds::Flag, Value::Flag(_))
        | (Holds::Date, Value::Date(_)) => {}
        (Holds::Words(_), Value::Text(text, exact)) => check_exact(text, *exact, complaints),
        (Holds::OneOf(words), Value::Text(text, _)) => check_word(text, words, key, complaints),
        (Holds::Numbers, Value::List(items)) => {
            for item in items {
                if !matches!(item.value, Value::Integer(_) | Value::Float(_)) {
                    complaints.add(wrong_type(item, path, "numbers"));
                }
            }
        }
        (Holds::Table(section), Value::Table(table)) => {
            check_table(table, section, path, complaints);
        }
        (Holds::Named(section), Value::Table(table)) => {
            each_table(table, path, complaints, |table, path, complaints| {
                check_table(table, section, path, complaints);
            });
        }
        (Holds::List(section), Value::List(items)) => {
            for (index, item) in items.iter().enumerate() {
                let path = format!("{path}.{}", index + 1);
                match item.table() {
                    Some(table) => check_table(table, section, &path, complaints),
                    None => complaints.add(wrong_type(item, &path, "a table")),
                }
            }
        }
        (Holds::Entries(_), Value::Table(table)) => check_entries(table, path, complaints),
        (Holds::NamedEntries(_), Value::Table(table)) => {
            each_table(table, path, complaints, check_entries);
        }
        (Holds::NamedCounts, Value::Table(table)) => {
            each_table(table, path, complaints, check_counts);
        }
        (holds, _) => complaints.add(wrong_type(node, path, what(holds))),
    }
}

fn each_table(
    table: &Table,
    path: &str,
    complaints: &mut Complaints,
    check: impl Fn(&Table, &str, &mut Complaints),
) {
    for Entry { key, node } in &table.entries {
        let path = joined(path, &key.value);
        check_name(key, complaints);
        match node.table() {
            Some(table) => check(table, &path, complaints),
            None => complaints.add(wrong_type(node, &path, "a table")),
        }
    }
}

fn check_entries(table: &Table, path: &str, complaints: &mut Complaints) {
    for Entry { key, node } in &table.entries {
        check_name(key, complaints);
        match &node.value {
            Value::Text(text, exact) => check_exact(text, *exact, complaints),
            _ => complaints.add(wrong_type(node, &joined(path, &key.value), "a text")),
        }
    }
}

fn check_counts(table: &Table, path: &str, complaints: &mut Complaints) {
    for Entry { key, node } in &table.entries {
        match node.value {
            Value::Integer(0..=999) => {}
            _ => {
                let path = joined(path, &key.value);
                complaints.add(wrong_type(node, &path, "a whole number up to 999"));
            }
        }
    }
}

/// Names are words of small letters, digits and hyphens, so that every little language, every
/// path and every address can hold them.
fn check_name(key: &Text, complaints: &mut Complaints) {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let name = key.as_str();
    if name.chars().all(plain) && name.starts_with(|c: char| c.is_ascii_lowercase()) {
        return;
    }
    complaints.add(key.error(Code::TomlKey, format!("`{name}` cannot be a name")).help(
        "names are small letters, digits and hyphens, and begin with a letter; \
             `name = \"..\"` is where everything else goes",
    ));
}

fn check_exact(text: &Text, exact: bool, complaints: &mut Complaints) {
    if !exact {
        complaints.add(
            text.error(Code::TomlValue, "escapes cannot be used here")
                .help("write the characters themselves, so that messages can point at a word"),
        );
    }
}

fn check_word(text: &Text, words: &'static [&'static str], key: &Key, complaints: &mut Complaints) {
    if words.contains(&text.as_str()) {
        return;
    }
    let help = suggestion(&text.value, words.iter().copied());
    let (code, message) = match words == RESULTS {
        true => (Code::Ends, format!("no result `{}`", text.value)),
        false => (Code::TomlValue, format!("`{}` cannot be `{}`", key.name, text.value)),
    };
    complaints.add(text.error(code, message).help(help));
}

fn wrong_type(node: &Node, path: &str, wanted: &str) -> crate::source::Diagnostic {
    let found = node.value.what();
    let complaint = node.spot.error(Code::TomlValue, format!("`{path}` is {wanted}, not {found}"));
    match (&node.value, wanted) {
        (Value::List(_), "a text") => {
            complaint.help("write the words in one text, with blanks between: `\"a1 h1\"`")
        }
        (Value::Text(text, _), "a number" | "a whole number") => {
            complaint.help(format!("without quotes: {}", text.value))
        }
        _ => complaint,
    }
}

fn what(holds: Holds) -> &'static str {
    match holds {
        Holds::Text | Holds::Words(_) | Holds::OneOf(_) => "a text",
        Holds::Integer => "a whole number",
        Holds::Number => "a number",
        Holds::Numbers => "a list of numbers",
        Holds::Flag => "`true` or `false`",
        Holds::Date => "a date",
        Holds::Table(_)
        | Holds::Named(_)
        | Holds::Entries(_)
        | Holds::NamedEntries(_)
        | Holds::NamedCounts => "a table",
        Holds::List(_) => "a list of tables",
    }
}

fn require(
    table: &Table,
    section: &'static Section,
    name: Option<&Text>,
    complaints: &mut Complaints,
) {
    for key in section.keys.iter().filter(|key| key.required) {
        // The head has its own messages, one file at a time.
        if let (None, Some(name)) = (table.get(key.name), name) {
            let message = format!("`{}` needs `{}`", name.value, key.name);
            let help = format!("`{}`: {}", key.name, key.about);
            complaints.add(name.error(Code::TomlKey, message).help(help));
        }
    }
    for Entry { key: name, node } in &table.entries {
        let Some(key) = section.key(&name.value) else { continue };
        match (key.holds, &node.value) {
            (Holds::Table(inner), Value::Table(table)) => {
                require(table, inner, Some(name), complaints);
            }
            (Holds::Named(inner), Value::Table(tables)) => {
                for Entry { key: name, node } in &tables.entries {
                    if let Some(table) = node.table() {
                        require(table, inner, Some(name), complaints);
                    }
                }
            }
            (Holds::List(inner), Value::List(items)) => {
                for item in items {
                    if let Some(table) = item.table() {
                        let here = Text::new(&*name.value, item.spot.clone());
                        require(table, inner, Some(&here), complaints);
                    }
                }
            }
            _ => {}
        }
    }
}

fn joined(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}
