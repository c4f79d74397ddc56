//! JSON documents of the commands.

use serde_json::{Map, Value, json};

use crate::source::{Diagnostic, Severity};

/// The version of the format of all documents.
const FORMAT: u32 = 1;

/// Returns a JSON document in one line, with `format` as its first key.
pub fn document<'a>(entries: impl IntoIterator<Item = (&'a str, Value)>) -> String {
    let mut map = Map::new();
    map.insert("format".to_owned(), FORMAT.into());
    map.extend(entries.into_iter().map(|(key, value)| (key.to_owned(), value)));
    Value::Object(map).to_string() + "\n"
}

/// A diagnostic as JSON. Missing parts are empty or 0.
pub fn diagnostic(diagnostic: &Diagnostic) -> Value {
    let place = diagnostic.line_column();
    json!({
        "code": diagnostic.code.word(),
        "severity": match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "file": diagnostic.path(),
        "line": place.map_or(0, |place| place.line),
        "column": place.map_or(0, |place| place.column),
        "message": diagnostic.message,
        "help": diagnostic.help.as_deref().unwrap_or_default(),
        "notes": diagnostic.notes,
    })
}
