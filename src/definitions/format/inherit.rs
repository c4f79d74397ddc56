//! Merges a definition with its parents and with its setups.

use std::collections::BTreeMap;

use crate::source::{
    Code, Diagnostic, Diagnostics, Location, SourceFile, SourceMap, SourceText, Span, closest,
    limits, suggestion,
};
use crate::toml_text::{TomlEntry, TomlNode, TomlTable, TomlValue, parse_toml};

use super::key_check;
use super::keys::FORMAT;

/// A source of other definitions, for `based-on`.
pub trait DefinitionSource {
    /// The file of the definition with that id.
    fn get(&self, id: &str) -> Option<SourceFile>;
    /// The ids of all definitions.
    fn ids(&self) -> Vec<String>;
    /// The file that the definition with that id replaces. A definition that is based on its own
    /// id is based on this file.
    fn replaced(&self, _id: &str) -> Option<SourceFile> {
        None
    }
}

/// The id of the game that a text calls by its name: `cylinder-chess` for `Cylinder Chess`.
pub fn id_of_name(library: &dyn DefinitionSource, name: &str) -> Option<String> {
    let has_name = |line: &str| {
        line.split_once('=').is_some_and(|(key, value)| {
            key.trim() == "name" && value.trim().trim_matches('"').eq_ignore_ascii_case(name)
        })
    };
    let is_it = |file: SourceFile| {
        file.text().lines().take_while(|line| !line.starts_with('[')).any(has_name)
    };
    library.ids().into_iter().find(|id| library.get(id).is_some_and(is_it))
}

impl DefinitionSource for BTreeMap<String, SourceFile> {
    fn get(&self, id: &str) -> Option<SourceFile> {
        BTreeMap::get(self, id).cloned()
    }

    fn ids(&self) -> Vec<String> {
        self.keys().cloned().collect()
    }
}

/// The keys that are not inherited.
const NOT_INHERITED: [&str; 6] = ["format", "name", "based-on", "without", "about", "setups"];

/// The keys that say nothing of how the game itself plays.
const NOT_PLAYED: [&str; 5] = ["about", "certainty", "intended", "unmodelled", "setups"];

/// The TOML of one setup: the parents, the file and the setup, merged in this order.
#[derive(Debug, Clone)]
pub struct MergedDefinition {
    /// The id of the setup; `None` for the game itself.
    pub setup: Option<SourceText>,
    /// The name of the setup, if it has one.
    pub title: Option<String>,
    /// The table of the whole game in this setup.
    pub root: TomlNode,
}

/// Reads a file and all its parents; returns the game itself, then its other setups.
pub fn read_definition(
    file: &SourceFile,
    id: &str,
    library: &dyn DefinitionSource,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<MergedDefinition>> {
    let root = InheritanceChain { library, chain: Vec::new(), diagnostics }.load(file, id)?;
    let mut all = vec![MergedDefinition { setup: None, title: None, root: root.clone() }];
    let setups = root.find(&["setups"]).and_then(TomlNode::table);
    for TomlEntry { key, node } in setups.map_or(&[][..], |table| &table.entries) {
        if let Some(root) = merge_setup(&root, node, diagnostics) {
            let title = node.table().and_then(|table| table.string("name"));
            all.push(MergedDefinition { setup: Some(key.clone()), title, root });
        }
    }
    Some(all)
}

/// Reads a file and all its parents; returns only the game itself, and of that only how it plays.
pub fn read_play(
    file: &SourceFile,
    id: &str,
    library: &dyn DefinitionSource,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<MergedDefinition>> {
    let mut root = InheritanceChain { library, chain: Vec::new(), diagnostics }.load(file, id)?;
    for key in NOT_PLAYED {
        remove_path(&mut root, &[key]);
    }
    Some(vec![MergedDefinition { setup: None, title: None, root }])
}

/// Merges one of `[setups]` into the game.
fn merge_setup(
    root: &TomlNode,
    setup: &TomlNode,
    diagnostics: &mut Diagnostics,
) -> Option<TomlNode> {
    let mut lower = root.clone();
    remove_path(&mut lower, &["setups"]);
    remove_without(&mut lower, setup.text("without"), "this game", diagnostics);
    let mut upper = setup.clone();
    for key in NOT_INHERITED {
        remove_path(&mut upper, &[key]);
    }
    let location = lower.location.clone();
    Some(TomlNode { location, ..merge_layers(lower, upper)? })
}

/// The values of `upper` above those of `lower`.
fn merge_layers(lower: TomlNode, mut upper: TomlNode) -> Option<TomlNode> {
    let layer = lower.layer.saturating_add(1);
    set_layer(&mut upper, layer);
    let (TomlValue::Table(lower), TomlValue::Table(table)) = (lower.value, upper.value) else {
        return None;
    };
    Some(TomlNode { value: TomlValue::Table(merge_tables(lower, table, &[])), ..upper })
}

/// Loads a definition and its parents, and stops at a definition that is its own parent.
struct InheritanceChain<'a> {
    library: &'a dyn DefinitionSource,
    diagnostics: &'a mut Diagnostics,
    /// The ids and files from the definition up to the parent that is being loaded.
    chain: Vec<(String, String)>,
}

impl InheritanceChain<'_> {
    fn load(&mut self, file: &SourceFile, id: &str) -> Option<TomlNode> {
        let map = SourceMap::whole(file);
        let (table, is_sound) = parse_toml(&map, self.diagnostics);
        if !is_sound {
            return None;
        }
        let location = map.location(Span::default());
        let mut own = TomlNode { value: TomlValue::Table(table), location, layer: 0 };
        check_head(&own, file, self.diagnostics)?;
        for path in key_check::check(own.table()?, self.diagnostics)? {
            remove_path(&mut own, &path.split('.').collect::<Vec<_>>());
        }
        let Some(parent) = own.text("based-on").cloned() else { return Some(own) };
        self.chain.push((id.to_owned(), file.path().to_owned()));
        let mut root = self.parent(&parent)?;
        self.chain.pop();
        for key in NOT_INHERITED {
            remove_path(&mut root, &[key]);
        }
        let from = format!("`{}`", parent.value);
        remove_without(&mut root, own.text("without"), &from, self.diagnostics);
        merge_layers(root, own)
    }

    fn parent(&mut self, parent: &SourceText) -> Option<TomlNode> {
        let id = parent.as_str();
        let is_new = |file: &SourceFile| self.chain.iter().all(|(_, path)| path != file.path());
        let found = self.library.get(id);
        let file = match &found {
            Some(file) if !is_new(file) => self.library.replaced(id).filter(is_new),
            _ => found.clone(),
        };
        if (file.is_none() && found.is_some()) || self.chain.len() > limits::NESTING {
            let chain: Vec<&str> = self.chain.iter().map(|(id, _)| id.as_str()).collect();
            let (message, help) = match chain.contains(&id) {
                true => (
                    format!("a ring of parents: {} -> {id}", chain.join(" -> ")),
                    "one of them needs a definition without `based-on`",
                ),
                false => (
                    format!("more than {} definitions are based on one another", limits::NESTING),
                    "write out one of them, or base this one on an earlier one",
                ),
            };
            self.diagnostics.push(parent.error(Code::BasedOn, message).help(help));
            return None;
        }
        let Some(file) = file else {
            let known = self.library.ids();
            let known = known.iter().map(String::as_str);
            let error = parent.unknown_name(Code::BasedOn, "variant", known);
            self.diagnostics.push(match id_of_name(self.library, id) {
                Some(meant) => error.help(format!("a game is called by its id: write `{meant}`")),
                None => error,
            });
            return None;
        };
        self.load(&file, id)
    }
}

/// Checks `format` and `name`; without a known format, the rest of the file is not read.
fn check_head(root: &TomlNode, file: &SourceFile, diagnostics: &mut Diagnostics) -> Option<()> {
    let help = "`format = 1` in the first line names the format of the rest";
    let start = Location::new(file, Span::default());
    let error = match root.find(&["format"]) {
        Some(TomlNode { value: TomlValue::Integer(FORMAT), .. }) => None,
        Some(TomlNode { value: TomlValue::Integer(other), location, .. }) => {
            let message = format!("this fairybook reads format {FORMAT}, the file says {other}");
            let help = "update fairybook; `fairybook schema` prints the format that it reads";
            Some(location.error(Code::Format, message).help(help))
        }
        Some(node) => Some(node.location.error(Code::Format, "`format` is a number").help(help)),
        None => Some(start.error(Code::Format, "the file needs a `format`").help(help)),
    };
    if let Some(error) = error {
        diagnostics.push(error);
        return None;
    }
    if root.find(&["name"]).is_none() {
        diagnostics.push(start.error(Code::Format, "a game needs a `name`").help("name = \"..\""));
    }
    Some(())
}

/// The line `without` of a file with one more path.
pub fn without_line(file: &SourceFile, path: &str) -> String {
    let tables = file.text().lines().take_while(|line| !line.starts_with('['));
    let own = tables.filter_map(|line| line.strip_prefix("without")?.split('"').nth(1)).next();
    let paths = own.map_or_else(String::new, |own| format!("{own} "));
    format!("without = \"{paths}{path}\"")
}

/// Removes the paths that `without` names from the parent.
pub fn remove_without(
    root: &mut TomlNode,
    without: Option<&SourceText>,
    from: &str,
    diagnostics: &mut Diagnostics,
) {
    for path in without.map(SourceText::words).into_iter().flatten() {
        let keys: Vec<&str> = path.value.split('.').collect();
        if root.find(&keys).is_none() {
            let message = format!("`{}` is not inherited from {from}", path.value);
            // A piece that the parent has and does not set up is no slip of the pen.
            let is_piece = |name: &&str| keys.len() == 3 && root.find(&["pieces", name]).is_some();
            if keys[0] == "setup" && keys.last().is_some_and(is_piece) {
                let help = format!("leave it out, or set the piece up in {from}");
                diagnostics.push(path.error(Code::Without, message).help(help));
                continue;
            }
            let near = nearest_path(root, &keys).or_else(|| path_to(root, &keys));
            let known = || {
                let home = root.find(&keys[..keys.len() - 1])?.table()?;
                let names =
                    home.entries.iter().filter(|it| it.node.table().is_some() || keys.len() > 1);
                let names: Vec<&str> = names.map(|it| it.key.as_str()).collect();
                let before = &path.value[..path.value.len() - keys.last()?.len()];
                let paths: Vec<String> =
                    names.iter().map(|name| format!("{before}{name}")).collect();
                Some(suggestion(&path.value, paths.iter().map(String::as_str)))
            };
            let help = near.map(|near| format!("did you mean `{near}`?")).or_else(known);
            diagnostics.push(Diagnostic { help, ..path.error(Code::Without, message) });
        }
        remove_path(root, &keys);
    }
}

/// The path with each unknown key replaced by the nearest one.
pub(super) fn nearest_path(root: &TomlNode, path: &[&str]) -> Option<String> {
    let (mut node, mut right) = (root, Vec::new());
    for &key in path {
        let near = match node.find(&[key]) {
            Some(_) => key,
            None => closest(key, node.table()?.keys())?,
        };
        node = node.find(&[near])?;
        right.push(near);
    }
    Some(right.join("."))
}

/// The path of the only table or value below another one that has this name.
fn path_to(root: &TomlNode, path: &[&str]) -> Option<String> {
    let [name] = path else { return None };
    let tables = root.table()?.named();
    let mut found = tables.filter(|(_, table)| table.get(name).is_some());
    let (home, _) = found.next()?;
    found.next().is_none().then(|| format!("{}.{name}", home.value))
}

/// Removes the value at the path, if there is one.
fn remove_path(node: &mut TomlNode, path: &[&str]) {
    let Some((first, rest)) = path.split_first() else { return };
    match &mut node.value {
        TomlValue::Table(table) if rest.is_empty() => {
            table.entries.retain(|entry| entry.key.value != *first);
        }
        TomlValue::Table(table) => {
            if let Some(entry) = table.get_mut(first) {
                remove_path(&mut entry.node, rest);
            }
        }
        TomlValue::List(items) => {
            let index = first.parse::<usize>().unwrap_or(0).wrapping_sub(1);
            if rest.is_empty() && index < items.len() {
                items.remove(index);
            } else if let Some(item) = items.get_mut(index) {
                remove_path(item, rest);
            }
        }
        _ => {}
    }
}

/// Merges two tables: values of `upper` replace those of `lower`, except that tables are merged
/// key by key; notes on certainty and rules that are not modelled are appended.
pub fn merge_tables(lower: TomlTable, upper: TomlTable, path: &[&str]) -> TomlTable {
    let mut merged = lower;
    for TomlEntry { key, node } in upper.entries {
        let mut here = path.to_vec();
        here.push(&key.value);
        let Some(below) = merged.get_mut(&key.value) else {
            merged.entries.push(TomlEntry { key, node });
            continue;
        };
        let lower = std::mem::replace(&mut below.node.value, TomlValue::Flag(false));
        let value = match (lower, node.value) {
            (TomlValue::Table(mut lower), TomlValue::Table(upper)) => {
                // `move` and `moves` together are the move of a piece: one replaces both.
                let moves = ["move", "moves"];
                if matches!(here[..], ["pieces", _])
                    && moves.iter().any(|key| upper.get(key).is_some())
                {
                    lower.entries.retain(|entry| !moves.contains(&entry.key.as_str()));
                }
                TomlValue::Table(merge_tables(lower, upper, &here))
            }
            (TomlValue::List(lower), TomlValue::List(upper))
                if matches!(here[..], ["certainty" | "unmodelled"]) =>
            {
                TomlValue::List(lower.into_iter().chain(upper).collect())
            }
            (_, value) => value,
        };
        below.node = TomlNode { value, ..node };
        below.key = key;
    }
    merged
}

fn set_layer(node: &mut TomlNode, layer: u8) {
    node.layer = layer;
    match &mut node.value {
        TomlValue::Table(table) => {
            table.entries.iter_mut().for_each(|entry| set_layer(&mut entry.node, layer));
        }
        TomlValue::List(items) => items.iter_mut().for_each(|item| set_layer(item, layer)),
        _ => {}
    }
}
