//! Help for keys that a table does not have.

use crate::source::{SourceText, join_words, quoted_list, suggestion};
use crate::toml_text::{TomlEntry, TomlNode, TomlTable};

use super::builtin_pieces::builtin_piece;
use super::keys::{FormatKey, GAME, Section, ValueKind};

/// The headers of the tables that may have all of these keys.
pub fn headers_of(keys: &[&str]) -> Vec<String> {
    let has_all = |section: &Section| keys.iter().all(|key| section.key(key).is_some());
    let header = |of: &FormatKey| match &of.value {
        ValueKind::Table(section) if has_all(section) => Some(format!("[{}]", of.name)),
        ValueKind::Named(section) if has_all(section) => Some(format!("[{}.NAME]", of.name)),
        ValueKind::List(section) if has_all(section) => Some(format!("[[{}]]", of.name)),
        _ => None,
    };
    GAME.keys.iter().filter_map(header).collect()
}

/// The question about the header that is missing above a line, of those that may have it.
pub fn missing_header(headers: &[String]) -> String {
    let headers = headers.iter().take(3).map(|header| format!("`{header}`"));
    let headers = join_words(headers.collect::<Vec<String>>(), "or");
    format!("is a line such as {headers} missing above it?")
}

/// Help for lines that have all lost the header of their table.
pub(super) fn lost_header(section: &Section, path: &str, table: &TomlTable) -> Option<String> {
    let is_unknown =
        |it: &&TomlEntry| section.key(&it.key.value).is_none() && it.node.table().is_none();
    let unknown = table.entries.iter().filter(is_unknown).map(|it| it.key.as_str());
    let unknown: Vec<&str> = unknown.collect();
    if path.is_empty() || unknown.len() < 2 {
        return None;
    }
    let headers = headers_of(&unknown);
    let [header] = &headers[..] else { return None };
    Some(format!("is the line `{header}` missing above it? It has {}", quoted_list(unknown)))
}

/// Help for a key that nothing explains: the keys of its table, and the table that may be meant.
pub(super) fn known_keys(section: &Section, path: &str, key: &str, node: &TomlNode) -> String {
    let is_line = node.table().is_none();
    let below =
        |of: &&FormatKey| matches!(&of.value, ValueKind::Named(it) if it.key(key).is_some());
    if path.starts_with("setups.")
        && is_line
        && let Some(of) = section.keys.iter().find(below)
    {
        let text = node.value.text().map_or("...", SourceText::as_str);
        return format!("write `{}.{}.{key} = \"{text}\"`", of.name, usual_name(&of.name));
    }
    // The cells of a piece.
    if path.starts_with("setups.")
        && let Some(text) = node.value.text()
    {
        return format!("write `setup.each.{key} = \"{}\"`", text.value);
    }
    let known = suggestion(key, section.keys.iter().map(|key| key.name.as_str()));
    let is_cell = |word: &str| {
        word.starts_with(|sign: char| sign.is_ascii_lowercase())
            && word.ends_with(|sign: char| sign.is_ascii_digit())
    };
    let text = node.value.text().map_or("", SourceText::as_str);
    if path.starts_with("pieces.") && !text.is_empty() && text.split(' ').all(is_cell) {
        return "cells of pieces stand below a line `[setup.each]`: is it missing above?"
            .to_owned();
    }
    let headers = if is_line && !path.is_empty() { headers_of(&[key]) } else { Vec::new() };
    // A table that the file has.
    let begins = |line: &&str| {
        let begun = headers.iter().take(3).filter_map(|header| header.split("NAME").next());
        { begun }.any(|begun| line.starts_with(begun))
    };
    if let Some(line) = node.location.file.text().lines().find(begins) {
        return format!("{known}; or does the line belong below `{}`?", line.trim());
    }
    if !headers.is_empty() {
        return format!("{known}; or {}", missing_header(&headers));
    }
    match path == "board" && node.value.text().is_some() {
        true => format!("{known}; or is the line `[zones]` missing above it?"),
        false => known,
    }
}

/// Help for keys that entries of a list have, such as `shoot` of a piece: the list with one entry more.
pub(super) fn in_list(
    section: &Section,
    path: &str,
    table: &TomlTable,
    key: &str,
) -> Option<String> {
    let list_with = |key: &str| {
        let fits =
            |of: &&FormatKey| matches!(&of.value, ValueKind::List(it) if it.key(key).is_some());
        section.keys.iter().find(fits)
    };
    let list = list_with(key)?;
    let single = singular(section, list);
    let written = |entry: &TomlEntry| {
        Some(format!("{} = \"{}\"", entry.key.value, entry.node.value.text()?.value))
    };
    let other = single.and_then(|one| written(table.get(&one.name)?));
    let is_of_list = |it: &&TomlEntry| {
        section.key(&it.key.value).is_none() && list_with(&it.key.value).is_some()
    };
    let keys: Option<Vec<String>> = table.entries.iter().filter(is_of_list).map(written).collect();
    let keys = keys?.join(", ");
    // What only limits a move stands beside it.
    let is_move = ["path", "shoot", "swap"].iter().any(|it| keys.contains(&format!("{it} =")));
    let between = if is_move { " }, { " } else { ", " };
    let builtin = path.strip_prefix("pieces.").and_then(builtin_piece);
    let usual = builtin.and_then(|piece| Some(format!("move = \"{}\"", piece.string("move")?)));
    let other = other.or(usual.filter(|_| !is_move));
    let entries: Vec<String> = other.into_iter().chain([keys]).collect();
    Some(format!("write `{} = [{{ {} }}]`", list.name, entries.join(between)))
}

/// Help for a table below another one, such as `[ends.climb]`, whose keys are those of a section.
pub(super) fn in_section(key: &str, node: &TomlNode) -> Option<String> {
    let table = node.table().filter(|table| !table.entries.is_empty())?;
    let keys: Vec<&str> = table.keys().collect();
    let homes = headers_of(&keys).into_iter().find(|header| header.contains("NAME"))?;
    Some(format!("write `{}`", homes.replace("NAME", key)))
}

/// Help for a key that belongs into the condition of the same table: `if` beside `never`.
pub(super) fn in_condition(
    section: &Section,
    table: &TomlTable,
    key: &str,
    node: &TomlNode,
) -> Option<String> {
    let joint = match key {
        "by" => "by",
        "if" | "when" => "and",
        "unless" => "and not",
        _ => return None,
    };
    let conditions = ["never", "must", "on"].into_iter().filter(|it| section.key(it).is_some());
    let written = |it: &str| Some((it.to_owned(), table.get(it)?.node.value.text()?.value.clone()));
    let (condition, text) = { conditions }.find_map(written)?;
    Some(format!("write `{condition} = \"{text} {joint} {}\"`", node.value.text()?.value))
}

/// The key of a section that says in one line what this list of tables says in several.
pub(super) fn singular<'s>(section: &'s Section, key: &FormatKey) -> Option<&'s FormatKey> {
    section.key(key.name.strip_suffix('s')?).filter(|one| matches!(one.value, ValueKind::Words(_)))
}

/// A name that tables of this kind often have.
pub(super) fn usual_name(path: &str) -> &'static str {
    match path {
        "sides" => "white",
        "boards" => "main",
        _ => "pawn",
    }
}

/// Help for a table under a side, such as `[promotion.white.pawn]`, where the format has none.
pub(super) fn nested_too_deeply(
    section: &Section,
    path: &str,
    key: &str,
    node: &TomlNode,
) -> Option<String> {
    let (parent, _) = path.rsplit_once('.')?;
    let table = node.table()?;
    let fits = |entry: &TomlEntry| section.key(&entry.key.value).is_some();
    (!table.entries.is_empty() && table.entries.iter().all(fits))
        .then(|| format!("write `[{parent}.{key}]`: it holds for each side, seen from its seat"))
}
