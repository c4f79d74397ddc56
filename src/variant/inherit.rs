//! Merges a definition with its parents and with its setups.

use crate::source::{
    Code, Diagnostics, Location, SourceFile, SourceMap, SourceText, Span, TomlEntry, TomlNode,
    TomlTable, TomlValue, closest, limits, parse_toml, unknown_name,
};

use super::DefinitionSource;
use super::format::FORMAT;
use super::format_check;
use super::old_words::new_word;

/// The keys that are not inherited.
const NOT_INHERITED: [&str; 6] = ["format", "name", "based-on", "without", "about", "setups"];

/// The TOML of one setup: the parents, the file and the setup, merged in this order.
#[derive(Debug, Clone)]
pub(super) struct MergedDefinition {
    /// The id of the setup; `None` for the game itself.
    pub setup: Option<SourceText>,
    /// The name of the setup, if it has one.
    pub title: Option<String>,
    pub root: TomlNode,
}

/// Reads a file and all its parents; returns the game itself, then its other setups.
pub(super) fn read(
    file: &SourceFile,
    id: &str,
    library: &dyn DefinitionSource,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<MergedDefinition>> {
    let mut parents = InheritanceChain { library, chain: Vec::new() };
    let root = parents.load_parents(file, id, diagnostics)?;
    let mut all = vec![MergedDefinition { setup: None, title: None, root: root.clone() }];
    let setups = root.find(&["setups"]).and_then(TomlNode::table);
    for TomlEntry { key, node } in setups.map_or(&[][..], |table| &table.entries) {
        if let Some(root) = merge_setup(&root, node, diagnostics) {
            let title = node.text("name").map(|name| name.value.clone());
            all.push(MergedDefinition { setup: Some(key.clone()), title, root });
        }
    }
    Some(all)
}

/// Merges one of `[setups]` into the game.
fn merge_setup(
    root: &TomlNode,
    setup: &TomlNode,
    diagnostics: &mut Diagnostics,
) -> Option<TomlNode> {
    let mut lower = root.clone();
    remove_path(&mut lower, &["setups"]);
    let upper = setup.table()?;
    remove_without(&mut lower, upper, "this game", diagnostics);
    let entries = upper.entries.iter().filter(|entry| !NOT_INHERITED.contains(&&*entry.key.value));
    let mut upper = TomlTable { entries: entries.cloned().collect() };
    lower.layer = root.layer.saturating_add(1);
    set_layer(&mut upper, lower.layer);
    let table = merge(lower.table()?.clone(), upper, &[]);
    Some(TomlNode { value: TomlValue::Table(table), ..lower })
}

/// Loads a definition and its parents, and stops at a definition that is its own parent.
struct InheritanceChain<'a> {
    library: &'a dyn DefinitionSource,
    /// The ids from the definition up to the parent that is being loaded.
    chain: Vec<String>,
}

impl InheritanceChain<'_> {
    fn load_parents(
        &mut self,
        file: &SourceFile,
        id: &str,
        diagnostics: &mut Diagnostics,
    ) -> Option<TomlNode> {
        let map = SourceMap::whole(file);
        let (table, is_sound) = parse_toml(&map, diagnostics);
        if !is_sound {
            return None;
        }
        let location = map.location(Span::default());
        let mut own = TomlNode { value: TomlValue::Table(table), location, layer: 0 };
        check_head(&own, file, diagnostics)?;
        format_check::check(own.table()?, diagnostics);
        let Some(parent) = own.text("based-on").cloned() else { return Some(own) };
        self.chain.push(id.to_owned());
        let mut root = self.parent(&parent, diagnostics)?;
        self.chain.pop();
        let own_layer = root.layer.saturating_add(1);
        for key in NOT_INHERITED {
            remove_path(&mut root, &[key]);
        }
        let table = own.table_mut()?;
        remove_without(&mut root, table, &format!("`{}`", parent.value), diagnostics);
        set_layer(table, own_layer);
        let table = merge(root.table()?.clone(), table.clone(), &[]);
        Some(TomlNode { value: TomlValue::Table(table), location: own.location, layer: own_layer })
    }

    fn parent(&mut self, parent: &SourceText, diagnostics: &mut Diagnostics) -> Option<TomlNode> {
        let id = parent.as_str();
        if self.chain.iter().any(|above| above == id) || self.chain.len() > limits::NESTING {
            let ring: Vec<&str> =
                self.chain.iter().map(String::as_str).chain(std::iter::once(id)).collect();
            let message = format!("a ring of parents: {}", ring.join(" -> "));
            let help = "one of them needs a definition without `based-on`";
            diagnostics.push(parent.error(Code::BasedOn, message).help(help));
            return None;
        }
        let Some(file) = self.library.get(id) else {
            let known = self.library.ids();
            let known = known.iter().map(String::as_str);
            diagnostics.push(unknown_name(Code::BasedOn, "variant", parent, known));
            return None;
        };
        self.load_parents(&file, id, diagnostics)
    }
}

/// Checks `format` and `name`; without a known format, the rest of the file is not read.
fn check_head(root: &TomlNode, file: &SourceFile, diagnostics: &mut Diagnostics) -> Option<()> {
    let help = "`format = 1` in the first line names the format of the rest";
    let start = Location::new(file, Span::default());
    match root.find(&["format"]) {
        Some(TomlNode { value: TomlValue::Integer(FORMAT), .. }) => {}
        Some(TomlNode { value: TomlValue::Integer(other), location, .. }) => {
            let message = format!("this fairybook reads format {FORMAT}, the file says {other}");
            let help = "update fairybook; `fairybook schema` prints the format that it reads";
            diagnostics.push(location.error(Code::Format, message).help(help));
            return None;
        }
        Some(node) => {
            diagnostics.push(node.location.error(Code::Format, "`format` is a number").help(help));
            return None;
        }
        None => {
            diagnostics.push(start.error(Code::Format, "the file needs a `format`").help(help));
            return None;
        }
    }
    if root.find(&["name"]).is_none() {
        diagnostics.push(start.error(Code::Format, "a game needs a `name`").help("name = \"..\""));
    }
    Some(())
}

/// Removes the paths that `without` names from the parent.
pub(super) fn remove_without(
    root: &mut TomlNode,
    child: &TomlTable,
    from: &str,
    diagnostics: &mut Diagnostics,
) {
    let Some(without) = child.text("without") else { return };
    for path in without.words() {
        let keys: Vec<&str> = path.value.split('.').collect();
        if root.find(&keys).is_none() {
            let message = format!("`{}` is not inherited from {from}", path.value);
            let error = path.error(Code::Without, message);
            diagnostics.push(match nearest_path(root, &keys) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error,
            });
        }
        remove_path(root, &keys);
    }
}

/// The path with each unknown key replaced: an old key by its new name, another by the nearest one.
pub(super) fn nearest_path(root: &TomlNode, path: &[&str]) -> Option<String> {
    let (mut node, mut right) = (root, Vec::new());
    for &key in path {
        let near = match node.find(&[key]) {
            Some(_) => key,
            None => {
                let keys = node.table()?.keys();
                new_word(key, keys.clone()).or_else(|| closest(key, keys))?
            }
        };
        node = node.find(&[near])?;
        right.push(near);
    }
    Some(right.join("."))
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
/// key by key, and notes on certainty are appended.
pub(super) fn merge(lower: TomlTable, upper: TomlTable, path: &[&str]) -> TomlTable {
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
                TomlValue::Table(merge(lower, upper, &here))
            }
            (TomlValue::List(lower), TomlValue::List(upper)) if here == ["certainty"] => {
                TomlValue::List(lower.into_iter().chain(upper).collect())
            }
            (_, value) => value,
        };
        below.node = TomlNode { value, ..node };
        below.key = key;
    }
    merged
}

fn set_layer(table: &mut TomlTable, layer: u8) {
    for entry in &mut table.entries {
        set_node_layer(&mut entry.node, layer);
    }
}

fn set_node_layer(node: &mut TomlNode, layer: u8) {
    node.layer = layer;
    match &mut node.value {
        TomlValue::Table(table) => set_layer(table, layer),
        TomlValue::List(items) => items.iter_mut().for_each(|item| set_node_layer(item, layer)),
        _ => {}
    }
}
