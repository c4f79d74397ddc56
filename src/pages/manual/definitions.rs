//! The keys of definitions, with examples from the shipped definitions.

use crate::format::{
    FormatKey, GAME, Language, Section, ValueKind, shipped_definition, shipped_ids,
};
use crate::source::{Diagnostics, SourceFile, SourceMap};
use crate::survey::DESIGN_LINTS;
use crate::toml_text::{TomlEntry, TomlNode, TomlTable, TomlValue, parse_toml};

use super::{Topic, TopicEntry, TopicPart};

pub(super) fn topic() -> Topic {
    let shipped: Vec<(&str, TomlTable, SourceFile)> = shipped_ids()
        .filter_map(|id| {
            let file = shipped_definition(id)?;
            let (table, _) = parse_toml(&SourceMap::whole(&file), &mut Diagnostics::default());
            Some((id, table, file))
        })
        .collect();
    let mut parts =
        SectionList { shipped, parts: Vec::new(), seen: Vec::new(), deferred: Vec::new() };
    parts.add(&GAME, &[]);
    while let Some((section, path)) = parts.deferred.pop() {
        if !parts.seen.contains(&section.about.as_str()) {
            parts.add(section, &path);
        }
    }
    let mut topic = Topic::written("definitions");
    topic.parts.splice(1..1, parts.parts);
    // The names that `intended` can have.
    let warnings = DESIGN_LINTS
        .map(|(name, meaning)| TopicEntry::new(name, meaning, &format!("intended = \"{name}\"")));
    topic.parts.last_mut().expect("the warnings are last").entries = warnings.into();
    topic
}

/// One step of the path to a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeyStep<'a> {
    Key(&'a str),
    /// A name of the author's choice.
    AnyName,
    /// An item of a list.
    Item,
}

struct SectionList<'a> {
    shipped: Vec<(&'static str, TomlTable, SourceFile)>,
    parts: Vec<TopicPart>,
    /// The sections that have a part, by what they are about.
    seen: Vec<&'a str>,
    /// Sections that get a part at the end, unless they have one by then, with their paths.
    deferred: Vec<(&'a Section, Vec<KeyStep<'a>>)>,
}

impl<'a> SectionList<'a> {
    fn add(&mut self, section: &'a Section, path: &[KeyStep<'a>]) {
        self.seen.push(&section.about);
        let entries = section.keys.iter().map(|key| self.entry(key, path)).collect();
        let intro = format!("{}.", crate::source::capitalised(&section.about));
        self.parts.push(TopicPart {
            heading: heading(path),
            intro,
            entries,
            ..TopicPart::default()
        });
        for key in &section.keys {
            let step = match &key.value {
                ValueKind::Table(inner) => Some((inner, None)),
                ValueKind::Named(inner) => Some((inner, Some(KeyStep::AnyName))),
                ValueKind::List(inner) => Some((inner, Some(KeyStep::Item))),
                _ => None,
            };
            let Some((inner, step)) = step else { continue };
            if !self.seen.contains(&inner.about.as_str()) && key.name != "setups" {
                let mut path = path.to_vec();
                path.push(KeyStep::Key(&key.name));
                path.extend(step);
                // Tables of a side are like those of the game, which come first.
                match path.len() > 2 && path[0] == KeyStep::Key("sides") {
                    true => self.deferred.push((inner, path)),
                    false => self.add(inner, &path),
                }
            }
        }
    }

    fn entry(&self, key: &FormatKey, path: &[KeyStep]) -> TopicEntry {
        let required = if key.required { ", required" } else { "" };
        let (example, from) = self.example(key, path).unwrap_or_default();
        TopicEntry {
            form: key.name.clone(),
            kind: format!("{}{required}", kind(&key.value)),
            meaning: key.about.clone(),
            example,
            gives: from,
        }
    }

    /// Returns the shortest use of a key in a shipped definition, and the id of the definition.
    fn example(&self, key: &FormatKey, path: &[KeyStep]) -> Option<(String, String)> {
        let mut found: Vec<(String, &str)> = Vec::new();
        for (id, table, file) in &self.shipped {
            uses(table, path, &mut Vec::new(), &mut |table, names| {
                let Some(entry) = table.get(&key.name) else { return };
                found.extend(example_text(entry, &key.value, names, file).map(|text| (text, *id)));
            });
        }
        if let Some(example) = &key.example {
            return Some((example.clone(), String::new()));
        }
        let (text, id) = found.into_iter().min_by_key(|(text, _)| text.len())?;
        Some((text, format!("in `{id}`")))
    }
}

/// Calls `found` with each table at the path, and with the words of its header.
fn uses<'t>(
    table: &'t TomlTable,
    path: &[KeyStep],
    names: &mut Vec<String>,
    found: &mut impl FnMut(&'t TomlTable, &[String]),
) {
    let Some((step, rest)) = path.split_first() else { return found(table, names) };
    let mut enter = |node: &'t TomlNode, name: Option<&str>| {
        names.extend(name.map(str::to_owned));
        if let Some(table) = node.value.table() {
            uses(table, rest, names, found);
        }
        // The next step takes an item of a list.
        if let (Some((KeyStep::Item, rest)), items) = (rest.split_first(), node.value.items()) {
            for table in items.iter().filter_map(TomlNode::table) {
                uses(table, rest, names, found);
            }
        }
        if name.is_some() {
            names.pop();
        }
    };
    match step {
        KeyStep::Key(key) => {
            if let Some(entry) = table.get(key) {
                enter(&entry.node, Some(key));
            }
        }
        KeyStep::AnyName => {
            for entry in &table.entries {
                enter(&entry.node, Some(&entry.key.value));
            }
        }
        KeyStep::Item => {}
    }
}

/// The use of a key as it is written: `files = "a-h"`, or the header of its table.
fn example_text(
    entry: &TomlEntry,
    kind: &ValueKind,
    names: &[String],
    file: &SourceFile,
) -> Option<String> {
    let key = entry.key.as_str();
    let written = &file.text()[entry.node.location.span.range()];
    // A table that is not inline, and a list of such tables, have headers.
    let has_header = match (&entry.node.value, kind) {
        (TomlValue::Table(_), _) => !written.starts_with('{'),
        (TomlValue::List(_), ValueKind::List(_)) => written.starts_with("[["),
        _ => false,
    };
    if !has_header {
        let is_short = written.len() < 90 && !written.contains('\n') && !written.is_empty();
        return is_short.then(|| format!("{key} = {written}"));
    }
    let header = [names, &[key.to_owned()]].concat().join(".");
    Some(match (kind, entry.node.value.table()) {
        (ValueKind::List(_), _) => format!("[[{header}]]"),
        (
            ValueKind::Named(_) | ValueKind::NamedEntries(_) | ValueKind::NamedCounts,
            Some(table),
        ) => {
            format!("[{header}.{}]", table.entries.first()?.key.value)
        }
        _ => format!("[{header}]"),
    })
}

fn heading(path: &[KeyStep]) -> String {
    let words: Vec<&str> = path
        .iter()
        .filter_map(|step| match step {
            KeyStep::Key(key) => Some(*key),
            KeyStep::AnyName => Some("ID"),
            KeyStep::Item => None,
        })
        .collect();
    match (path.last(), words.join(".")) {
        (None, _) => "The whole file".to_owned(),
        (Some(KeyStep::Item), words) => format!("`[[{words}]]`"),
        (Some(_), words) => format!("`[{words}]`"),
    }
}

/// The type of a value, in words.
fn kind(value: &ValueKind) -> String {
    let language = |language: &Language| match language {
        Language::Cells => "cells",
        Language::Pieces => "pieces",
        Language::Notation => "notation",
        Language::Path => "steps",
        Language::Names => "names",
    };
    match value {
        ValueKind::Text => "text".to_owned(),
        ValueKind::Words(of) => language(of).to_owned(),
        ValueKind::OneOf(words) => {
            let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            crate::source::join_words(words, "or")
        }
        ValueKind::Integer => "whole number".to_owned(),
        ValueKind::Number => "number".to_owned(),
        ValueKind::Numbers => "list of numbers".to_owned(),
        ValueKind::Flag => "`true` or `false`".to_owned(),
        ValueKind::Date => "date".to_owned(),
        ValueKind::Table(_) => "table".to_owned(),
        ValueKind::Named(_) => "tables by id".to_owned(),
        ValueKind::List(_) => "list of tables".to_owned(),
        ValueKind::Entries(of) => format!("{} by name", language(of)),
        ValueKind::NamedEntries(of) => format!("{} by side and name", language(of)),
        ValueKind::NamedCounts => "numbers by side and piece".to_owned(),
    }
}
