//! How certain the facts of a definition are.

use std::sync::Arc;

use crate::source::{Code, Diagnostics, SourceText, TomlNode, TomlValue};

/// How sure we are of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Sureness {
    /// The source says so.
    #[default]
    Stated,
    /// It follows from what the source says.
    Derived,
    /// It is taken from a related game, which is named.
    ByAnalogy,
    /// It is our reading where the source is silent or lost.
    Reconstructed,
}

impl Sureness {
    /// The word of each, in the order of the variants.
    pub const WORDS: &[&str] = &["stated", "derived", "by analogy", "reconstructed"];
    const ALL: [Sureness; 4] =
        [Sureness::Stated, Sureness::Derived, Sureness::ByAnalogy, Sureness::Reconstructed];

    /// As it is written.
    pub fn word(self) -> &'static str {
        Sureness::WORDS[self as usize]
    }

    /// The one that is written so.
    pub fn of_word(word: &str) -> Option<Sureness> {
        Sureness::ALL.into_iter().find(|one| one.word() == word)
    }

    /// The word that is printed beside a fact: none where the source states it.
    pub fn badge(self) -> String {
        if self == Sureness::Stated { String::new() } else { self.word().to_owned() }
    }
}

/// How sure we are of some facts, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The path of the facts: `setup.each.king`.
    pub of: String,
    /// How sure.
    pub is: Sureness,
    /// What it rests on; may be empty where the source says so.
    pub why: String,
}

/// The notes of a game on how sure its facts are.
///
/// A note speaks of all that lies below its path; of several, the one with the longest path
/// holds. A note lives with its value: where a relative wrote another value, the parent's note
/// does not speak of it.
#[derive(Debug, Clone)]
pub struct Standings {
    notes: Vec<Note>,
    root: Arc<TomlNode>,
}

#[derive(Debug, Clone)]
struct Note {
    path: Vec<String>,
    layer: u8,
    standing: Standing,
}

impl Standings {
    /// How sure we are of the fact at that path; stated where nobody says otherwise.
    pub fn of(&self, path: &str) -> Sureness {
        self.note(path).map_or(Sureness::Stated, |standing| standing.is)
    }

    /// The note that holds for the fact at that path.
    pub fn note(&self, path: &str) -> Option<&Standing> {
        let keys: Vec<&str> = path.split('.').collect();
        // A fact that is not written by itself stands as what it is part of.
        let written = (0..=keys.len()).rev().find_map(|end| self.root.find(&keys[..end]))?;
        let age = written.base_layer();
        self.notes
            .iter()
            .filter(|note| note.layer >= age)
            .filter(|note| note.path.len() <= keys.len())
            .filter(|note| note.path.iter().zip(&keys).all(|(a, b)| a == b))
            .max_by_key(|note| (note.path.len(), note.layer))
            .map(|note| &note.standing)
    }

    /// All notes that speak of something of this game, in the order written.
    pub fn all(&self) -> impl Iterator<Item = &Standing> {
        self.notes.iter().map(|note| &note.standing)
    }

    /// The notes on parts of what lies at that path, without those on the whole of it.
    pub fn below(&self, path: &str) -> impl Iterator<Item = &Standing> {
        let above = format!("{path}.");
        self.all().filter(move |standing| standing.of.starts_with(&above))
    }
}

/// Reads `[[certainty]]`.
pub(super) fn read(root: &Arc<TomlNode>, complaints: &mut Diagnostics) -> Standings {
    let mut notes = Vec::new();
    let items = match root.find(&["certainty"]).map(|node| &node.value) {
        Some(TomlValue::List(items)) => items.as_slice(),
        _ => &[],
    };
    for item in items {
        let Some(table) = item.table() else { continue };
        let is = table.text("is").and_then(|text| Sureness::of_word(text.as_str()));
        let is = is.unwrap_or_default();
        let why = table.text("why").map_or(String::new(), |why| why.value.clone());
        if is != Sureness::Stated && why.trim().is_empty() {
            complaints.push(
                item.location
                    .error(Code::Certainty, format!("{} without a `why`", is.word()))
                    .help("say in a line what it rests on"),
            );
        }
        for path in table.text("of").map(SourceText::words).unwrap_or_default() {
            notes.extend(note(root, &path, item.layer, is, &why, complaints));
        }
    }
    // What a relative says of the same fact takes the place of what its parents said.
    let written: Vec<(Vec<String>, u8)> =
        notes.iter().map(|note| (note.path.clone(), note.layer)).collect();
    let is_last = |note: &Note| {
        !written.iter().any(|(path, layer)| *path == note.path && *layer > note.layer)
    };
    notes.retain(is_last);
    Standings { notes, root: root.clone() }
}

fn note(
    root: &TomlNode,
    path: &SourceText,
    layer: u8,
    is: Sureness,
    why: &str,
    complaints: &mut Diagnostics,
) -> Option<Note> {
    let keys: Vec<&str> = path.value.split('.').collect();
    match root.find(&keys) {
        Some(node) if node.base_layer() > layer => return None,
        Some(_) => {}
        // The value that a parent's note spoke of is gone.
        None if layer < root.layer => return None,
        None => {
            let complaint = path
                .error(Code::Certainty, format!("nothing called `{}` in this game", path.value));
            complaints.push(match super::inherit::nearest_path(root, &keys) {
                Some(near) => complaint.help(format!("did you mean `{near}`?")),
                None => complaint.help("a path goes from table to key: `setup.each.king`"),
            });
            return None;
        }
    }
    let standing = Standing { of: path.value.clone(), is, why: why.to_owned() };
    let path = keys.into_iter().map(str::to_owned).collect();
    Some(Note { path, layer, standing })
}
