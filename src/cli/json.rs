use serde_json::{Map, Value, json};

use crate::source::{Diagnostic, Severity};

/// The version of all documents.
const FORMAT: u32 = 1;

/// One document, with `format` first, as a line.
pub fn document<'a>(entries: impl IntoIterator<Item = (&'a str, Value)>) -> String {
    let mut map = Map::new();
    map.insert("format".to_owned(), FORMAT.into());
    map.extend(entries.into_iter().map(|(key, value)| (key.to_owned(), value)));
    Value::Object(map).to_string() + "\n"
}

/// A complaint; what it does not have is empty or 0.
pub fn diagnostic(complaint: &Diagnostic) -> Value {
    let place = complaint.line_column();
    json!({
        "code": complaint.code.word(),
        "severity": match complaint.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        "file": complaint.path(),
        "line": place.map_or(0, |place| place.line),
        "column": place.map_or(0, |place| place.column),
        "message": complaint.message,
        "help": complaint.help.as_deref().unwrap_or_default(),
        "notes": complaint.notes,
    })
}
