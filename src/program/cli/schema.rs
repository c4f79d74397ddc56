//! `fairybook schema`: the JSON schema of definitions.

use serde_json::{Map, Value, json};

use crate::format::{FORMAT, FormatKey, GAME, Language, Section, ValueKind};

use super::output::{CommandOutput, CommandResult};

/// Prints a JSON schema, with which editors complete and check definitions.
pub fn run() -> CommandResult {
    let mut schema = section(&GAME);
    schema["$schema"] = "http://json-schema.org/draft-07/schema#".into();
    schema["title"] = format!("A game of fairybook, format {FORMAT}").into();
    // All other keys can be inherited.
    schema["required"] = json!(["format"]);
    schema["properties"]["format"]["const"] = FORMAT.into();
    let text = serde_json::to_string_pretty(&schema).expect("a schema has only text keys");
    Ok(CommandOutput::text(text + "\n"))
}

fn section(section: &Section) -> Value {
    let properties: Map<String, Value> =
        section.keys.iter().map(|key| (key.name.clone(), property(key))).collect();
    json!({
        "type": "object",
        "description": section.about,
        "properties": properties,
        "additionalProperties": false,
    })
}

fn property(key: &FormatKey) -> Value {
    let mut schema = value_type(&key.value);
    schema["description"] = key.about.clone().into();
    schema
}

fn value_type(kind: &ValueKind) -> Value {
    let named = |inner: Value| json!({ "type": "object", "additionalProperties": inner });
    match kind {
        ValueKind::Text => json!({ "type": "string" }),
        ValueKind::Words(language) => words(*language),
        ValueKind::OneOf(words) => json!({ "enum": words }),
        ValueKind::Integer => json!({ "type": "integer" }),
        ValueKind::Number => json!({ "type": "number" }),
        ValueKind::Numbers => json!({ "type": "array", "items": { "type": "number" } }),
        ValueKind::Flag => json!({ "type": "boolean" }),
        ValueKind::Date => json!({ "type": "string", "format": "date" }),
        ValueKind::Table(inner) => section(inner),
        ValueKind::Named(inner) => named(section(inner)),
        ValueKind::List(inner) => json!({ "type": "array", "items": section(inner) }),
        ValueKind::Entries(language) => named(words(*language)),
        ValueKind::NamedEntries(language) => named(named(words(*language))),
        ValueKind::NamedCounts => named(named(json!({ "type": "integer", "minimum": 0 }))),
    }
}

/// A text in one of the languages of definitions. Editors show the title.
fn words(language: Language) -> Value {
    let title = match language {
        Language::Cells => "cells",
        Language::Pieces => "pieces",
        Language::Notation => "move notation",
        Language::Path => "path",
        Language::Names => "names",
    };
    json!({ "type": "string", "title": title })
}
