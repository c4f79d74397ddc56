//! `fairybook schema`: the JSON schema of definitions.

use serde_json::{Map, Value, json};

use crate::variant::format::{FORMAT, GAME, Holds, Key, Language, Section};

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
        section.keys.iter().map(|key| (key.name.to_owned(), property(key))).collect();
    json!({
        "type": "object",
        "description": section.about,
        "properties": properties,
        "additionalProperties": false,
    })
}

fn property(key: &Key) -> Value {
    let mut schema = holds(key.holds);
    schema["description"] = key.about.into();
    schema
}

fn holds(holds: Holds) -> Value {
    let named = |inner: Value| json!({ "type": "object", "additionalProperties": inner });
    match holds {
        Holds::Text => json!({ "type": "string" }),
        Holds::Words(language) => words(language),
        Holds::OneOf(words) => json!({ "enum": words }),
        Holds::Integer => json!({ "type": "integer" }),
        Holds::Number => json!({ "type": "number" }),
        Holds::Numbers => json!({ "type": "array", "items": { "type": "number" } }),
        Holds::Flag => json!({ "type": "boolean" }),
        Holds::Date => json!({ "type": "string", "format": "date" }),
        Holds::Table(inner) => section(inner),
        Holds::Named(inner) => named(section(inner)),
        Holds::List(inner) => json!({ "type": "array", "items": section(inner) }),
        Holds::Entries(language) => named(words(language)),
        Holds::NamedEntries(language) => named(named(words(language))),
        Holds::NamedCounts => named(named(json!({ "type": "integer", "minimum": 0 }))),
    }
}

/// A text in one of the languages of definitions. Editors show the title.
fn words(language: Language) -> Value {
    let title = match language {
        Language::Cells => "cells",
        Language::Who => "pieces",
        Language::Notation => "move notation",
        Language::Path => "path",
        Language::Names => "names",
    };
    json!({ "type": "string", "title": title })
}
