use crate::source::{Code, SourceFile, closest, limits};

use super::Library;
use super::format::{FORMAT, GAME};
use super::grammar;
use super::old_words::new_word;
use super::spot::{Complaints, Spot, Text, suggestion};
use super::tree::{Entry, Node, Table, Value, parse};

/// What every file says of itself alone.
const NOT_INHERITED: [&str; 6] = ["format", "name", "based-on", "without", "about", "setups"];

/// One set-up of a game as a tree: the file, laid over its parents, with the set-up laid on top.
#[derive(Debug, Clone)]
pub(super) struct Overlaid {
    /// The name of the set-up; `None` is the game as it stands.
    pub setup: Option<Text>,
    /// The set-up's own name, where it has one.
    pub title: Option<String>,
    pub root: Node,
}

/// Reads a file and all that it inherits: the game as it stands, then its other set-ups.
pub(super) fn read(
    file: &SourceFile,
    id: &str,
    library: &dyn Library,
    complaints: &mut Complaints,
) -> Option<Vec<Overlaid>> {
    let mut family = Family { library, chain: Vec::new() };
    let root = family.grow(file, id, complaints)?;
    let mut all = vec![Overlaid { setup: None, title: None, root: root.clone() }];
    let setups = root.find(&["setups"]).and_then(Node::table);
    for Entry { key, node } in setups.map_or(&[][..], |table| &table.entries) {
        if let Some(root) = overlaid(&root, node, complaints) {
            let title = node.text("name").map(|name| name.value.clone());
            all.push(Overlaid { setup: Some(key.clone()), title, root });
        }
    }
    Some(all)
}

fn overlaid(root: &Node, setup: &Node, complaints: &mut Complaints) -> Option<Node> {
    let mut lower = root.clone();
    forget(&mut lower, &["setups"]);
    let upper = setup.table()?;
    remove_without(&mut lower, upper, "this game", complaints);
    let entries = upper.entries.iter().filter(|entry| !NOT_INHERITED.contains(&&*entry.key.value));
    let mut upper = Table { entries: entries.cloned().collect() };
    set_layer(&mut upper, root.layer.saturating_add(1));
    lower.layer = root.layer.saturating_add(1);
    let table = merge(lower.table()?.clone(), upper, &[]);
    Some(Node { value: Value::Table(table), ..lower })
}

struct Family<'a> {
    library: &'a dyn Library,
    /// The ids on the way from the relative up to its parents.
    chain: Vec<String>,
}

impl Family<'_> {
    fn grow(&mut self, file: &SourceFile, id: &str, complaints: &mut Complaints) -> Option<Node> {
        let mut own = parse(file, complaints)?;
        check_head(&own, file, complaints)?;
        grammar::check(&own, &GAME, complaints);
        let Some(parent) = own.text("based-on").cloned() else { return Some(own) };
        self.chain.push(id.to_owned());
        let mut root = self.parent(&parent, complaints)?;
        self.chain.pop();
        let own_layer = root.layer.saturating_add(1);
        for key in NOT_INHERITED {
            forget(&mut root, &[key]);
        }
        let table = own.table_mut()?;
        remove_without(&mut root, table, &format!("`{}`", parent.value), complaints);
        set_layer(table, own_layer);
        let table = merge(root.table()?.clone(), table.clone(), &[]);
        Some(Node { value: Value::Table(table), spot: own.spot, layer: own_layer })
    }

    fn parent(&mut self, parent: &Text, complaints: &mut Complaints) -> Option<Node> {
        let id = parent.as_str();
        if self.chain.iter().any(|above| above == id) || self.chain.len() > limits::NESTING {
            let ring: Vec<&str> =
                self.chain.iter().map(String::as_str).chain(std::iter::once(id)).collect();
            complaints.add(
                parent
                    .error(Code::BasedOn, format!("a ring of parents: {}", ring.join(" -> ")))
                    .help("one of them has to stand on its own"),
            );
            return None;
        }
        let Some(file) = self.library.get(id) else {
            let known = self.library.ids();
            complaints.add(
                parent
                    .error(Code::BasedOn, format!("no variant `{id}`"))
                    .help(suggestion(id, known.iter().map(String::as_str))),
            );
            return None;
        };
        self.grow(&file, id, complaints)
    }
}

/// Without a head that we can read, nothing else is looked at: it may be another format.
fn check_head(root: &Node, file: &SourceFile, complaints: &mut Complaints) -> Option<()> {
    let help = "`format = 1` in the first line says how the rest is to be read";
    match root.find(&["format"]) {
        Some(Node { value: Value::Integer(FORMAT), .. }) => {}
        Some(Node { value: Value::Integer(other), spot, .. }) => {
            let message = format!("this fairybook reads format {FORMAT}, the file says {other}");
            complaints.add(
                spot.error(Code::Format, message)
                    .help("update fairybook; `fairybook schema` prints the format that it reads"),
            );
            return None;
        }
        Some(node) => {
            complaints.add(node.spot.error(Code::Format, "`format` is a number").help(help));
            return None;
        }
        None => {
            let start = Spot::new(file, crate::source::Span::new(0, 0));
            complaints
                .add(start.error(Code::Format, "the file does not say its `format`").help(help));
            return None;
        }
    }
    if root.find(&["name"]).is_none() {
        let start = Spot::new(file, crate::source::Span::new(0, 0));
        complaints.add(start.error(Code::Format, "a game needs a `name`").help("name = \"..\""));
    }
    Some(())
}

fn remove_without(root: &mut Node, child: &Table, from: &str, complaints: &mut Complaints) {
    let Some(without) = child.text("without") else { return };
    for path in without.words() {
        let keys: Vec<&str> = path.value.split('.').collect();
        if root.find(&keys).is_none() {
            let complaint = path.error(
                Code::Without,
                format!("nothing called `{}` is inherited from {from}", path.value),
            );
            complaints.add(match nearest_path(root, &keys) {
                Some(near) => complaint.help(format!("did you mean `{near}`?")),
                None => complaint,
            });
            continue;
        }
        forget(root, &keys);
    }
}

/// The path with each wrong key replaced by the one that took its place, or by the nearest one.
pub(super) fn nearest_path(root: &Node, path: &[&str]) -> Option<String> {
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
fn forget(node: &mut Node, path: &[&str]) {
    let Some((first, rest)) = path.split_first() else { return };
    match &mut node.value {
        Value::Table(table) if rest.is_empty() => {
            table.entries.retain(|entry| entry.key.value != *first);
        }
        Value::Table(table) => {
            if let Some(entry) = table.get_mut(first) {
                forget(&mut entry.node, rest);
            }
        }
        Value::List(items) => {
            let index = first.parse::<usize>().unwrap_or(0).wrapping_sub(1);
            if rest.is_empty() && index < items.len() {
                items.remove(index);
            } else if let Some(item) = items.get_mut(index) {
                forget(item, rest);
            }
        }
        _ => {}
    }
}

/// Lays one table over another: tables are merged key by key, everything else is replaced; notes
/// on certainty are added to each other.
fn merge(lower: Table, upper: Table, path: &[&str]) -> Table {
    let mut merged = lower;
    for Entry { key, node } in upper.entries {
        let mut here = path.to_vec();
        here.push(&key.value);
        let Some(below) = merged.get_mut(&key.value) else {
            merged.entries.push(Entry { key, node });
            continue;
        };
        let layer = node.layer;
        below.node = match (std::mem::replace(&mut below.node.value, Value::Flag(false)), node) {
            (Value::Table(lower), Node { value: Value::Table(upper), spot, .. }) => {
                let lower = if whole_move(&here, &upper) { without_moves(lower) } else { lower };
                Node { value: Value::Table(merge(lower, upper, &here)), spot, layer }
            }
            (Value::List(lower), Node { value: Value::List(upper), spot, .. })
                if here == ["certainty"] =>
            {
                let value = Value::List(lower.into_iter().chain(upper).collect());
                Node { value, spot, layer }
            }
            (_, node) => node,
        };
        below.key = key;
    }
    merged
}

/// Whoever writes `move` or `moves` writes the whole move.
fn whole_move(path: &[&str], upper: &Table) -> bool {
    matches!(path, ["pieces", _]) && (upper.get("move").is_some() || upper.get("moves").is_some())
}

fn without_moves(mut table: Table) -> Table {
    table.entries.retain(|entry| entry.key.value != "move" && entry.key.value != "moves");
    table
}

fn set_layer(table: &mut Table, layer: u8) {
    for entry in &mut table.entries {
        set_node_layer(&mut entry.node, layer);
    }
}

fn set_node_layer(node: &mut Node, layer: u8) {
    node.layer = layer;
    match &mut node.value {
        Value::Table(table) => set_layer(table, layer),
        Value::List(items) => items.iter_mut().for_each(|item| set_node_layer(item, layer)),
        _ => {}
    }
}
