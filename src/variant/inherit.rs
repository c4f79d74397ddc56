//! Merges a definition with its parents and with its setups.

use crate::source::{
    Code, Diagnostics, Location, SourceFile, SourceMap, SourceText, Span, TomlEntry, TomlNode,
    TomlTable, TomlValue, closest, limits, parse_toml, suggestion,
};

use super::DefinitionSource;
use super::format::{FORMAT, GAME};
use super::format_check;
use super::old_words::new_word;

/// What every file says of itself alone.
const NOT_INHERITED: [&str; 6] = ["format", "name", "based-on", "without", "about", "setups"];

/// One set-up of a game as a tree: the file, laid over its parents, with the set-up laid on top.
#[derive(Debug, Clone)]
pub(super) struct MergedDefinition {
    /// The name of the set-up; `None` is the game as it stands.
    pub setup: Option<SourceText>,
    /// The set-up's own name, where it has one.
    pub title: Option<String>,
    pub root: TomlNode,
}

/// Reads a file and all that it inherits: the game as it stands, then its other set-ups.
pub(super) fn read(
    file: &SourceFile,
    id: &str,
    library: &dyn DefinitionSource,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<MergedDefinition>> {
    let mut family = InheritanceChain { library, chain: Vec::new() };
    let root = family.load_parents(file, id, diagnostics)?;
    let mut all = vec![MergedDefinition { setup: None, title: None, root: root.clone() }];
    let setups = root.find(&["setups"]).and_then(TomlNode::table);
    for TomlEntry { key, node } in setups.map_or(&[][..], |table| &table.entries) {
        if let Some(root) = overlaid(&root, node, diagnostics) {
            let title = node.text("name").map(|name| name.value.clone());
            all.push(MergedDefinition { setup: Some(key.clone()), title, root });
        }
    }
    Some(all)
}

fn overlaid(root: &TomlNode, setup: &TomlNode, diagnostics: &mut Diagnostics) -> Option<TomlNode> {
    let mut lower = root.clone();
    remove_path(&mut lower, &["setups"]);
    let upper = setup.table()?;
    remove_without(&mut lower, upper, "this game", diagnostics);
    let entries = upper.entries.iter().filter(|entry| !NOT_INHERITED.contains(&&*entry.key.value));
    let mut upper = TomlTable { entries: entries.cloned().collect() };
    set_layer(&mut upper, root.layer.saturating_add(1));
    lower.layer = root.layer.saturating_add(1);
    let table = merge(lower.table()?.clone(), upper, &[]);
    Some(TomlNode { value: TomlValue::Table(table), ..lower })
}

struct InheritanceChain<'a> {
    library: &'a dyn DefinitionSource,
    /// The ids on the way from the relative up to its parents.
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
        format_check::check(&own, &GAME, diagnostics);
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
            diagnostics.push(
                parent
                    .error(Code::BasedOn, format!("a ring of parents: {}", ring.join(" -> ")))
                    .help("one of them has to stand on its own"),
            );
            return None;
        }
        let Some(file) = self.library.get(id) else {
            let known = self.library.ids();
            diagnostics.push(
                parent
                    .error(Code::BasedOn, format!("no variant `{id}`"))
                    .help(suggestion(id, known.iter().map(String::as_str))),
            );
            return None;
        };
        self.load_parents(&file, id, diagnostics)
    }
}

/// Without a head that we can read, nothing else is looked at: it may be another format.
fn check_head(root: &TomlNode, file: &SourceFile, diagnostics: &mut Diagnostics) -> Option<()> {
    let help = "`format = 1` in the first line says how the rest is to be read";
    match root.find(&["format"]) {
        Some(TomlNode { value: TomlValue::Integer(FORMAT), .. }) => {}
        Some(TomlNode { value: TomlValue::Integer(other), location, .. }) => {
            let message = format!("this fairybook reads format {FORMAT}, the file says {other}");
            diagnostics.push(
                location
                    .error(Code::Format, message)
                    .help("update fairybook; `fairybook schema` prints the format that it reads"),
            );
            return None;
        }
        Some(node) => {
            diagnostics.push(node.location.error(Code::Format, "`format` is a number").help(help));
            return None;
        }
        None => {
            let start = Location::new(file, Span::default());
            diagnostics
                .push(start.error(Code::Format, "the file does not say its `format`").help(help));
            return None;
        }
    }
    if root.find(&["name"]).is_none() {
        let start = Location::new(file, Span::default());
        diagnostics.push(start.error(Code::Format, "a game needs a `name`").help("name = \"..\""));
    }
    Some(())
}

fn remove_without(
    root: &mut TomlNode,
    child: &TomlTable,
    from: &str,
    diagnostics: &mut Diagnostics,
) {
    let Some(without) = child.text("without") else { return };
    for path in without.words() {
        let keys: Vec<&str> = path.value.split('.').collect();
        if root.find(&keys).is_none() {
            let error = path.error(
                Code::Without,
                format!("nothing called `{}` is inherited from {from}", path.value),
            );
            diagnostics.push(match nearest_path(root, &keys) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error,
            });
            continue;
        }
        remove_path(root, &keys);
    }
}

/// The path with each wrong key replaced by the one that took its place, or by the nearest one.
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

/// Removes what the path leads to, if it is there.
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

/// Lays one table over another: tables are merged key by key, everything else is replaced; notes
/// on certainty are added to each other.
fn merge(lower: TomlTable, upper: TomlTable, path: &[&str]) -> TomlTable {
    let mut merged = lower;
    for TomlEntry { key, node } in upper.entries {
        let mut here = path.to_vec();
        here.push(&key.value);
        let Some(below) = merged.get_mut(&key.value) else {
            merged.entries.push(TomlEntry { key, node });
            continue;
        };
        let layer = node.layer;
        below.node = match (std::mem::replace(&mut below.node.value, TomlValue::Flag(false)), node)
        {
            (
                TomlValue::Table(lower),
                TomlNode { value: TomlValue::Table(upper), location, .. },
            ) => {
                let lower = if whole_move(&here, &upper) { without_moves(lower) } else { lower };
                TomlNode { value: TomlValue::Table(merge(lower, upper, &here)), location, layer }
            }
            (TomlValue::List(lower), TomlNode { value: TomlValue::List(upper), location, .. })
                if here == ["certainty"] =>
            {
                let value = TomlValue::List(lower.into_iter().chain(upper).collect());
                TomlNode { value, location, layer }
            }
            (_, node) => node,
        };
        below.key = key;
    }
    merged
}

/// Whoever writes `move` or `moves` writes the whole move.
fn whole_move(path: &[&str], upper: &TomlTable) -> bool {
    matches!(path, ["pieces", _]) && (upper.get("move").is_some() || upper.get("moves").is_some())
}

fn without_moves(mut table: TomlTable) -> TomlTable {
    table.entries.retain(|entry| entry.key.value != "move" && entry.key.value != "moves");
    table
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
