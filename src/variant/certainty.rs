//! How certain the facts of a definition are.

use std::sync::Arc;

use crate::source::{Code, Diagnostics, SourceText, TomlNode, TomlValue};

/// The certainty of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Certainty {
    /// The source says so.
    #[default]
    Stated,
    /// The fact follows from what the source says.
    Derived,
    /// The fact is taken from a related game, which the note names.
    ByAnalogy,
    /// The fact is our reading, because the source is silent or lost.
    Reconstructed,
}

impl Certainty {
    /// The words of definitions, in the order of the enum.
    pub const WORDS: &[&str] = &["stated", "derived", "by analogy", "reconstructed"];
    const ALL: [Certainty; 4] =
        [Certainty::Stated, Certainty::Derived, Certainty::ByAnalogy, Certainty::Reconstructed];

    /// Returns the word of definitions.
    pub fn word(self) -> &'static str {
        Certainty::WORDS[self as usize]
    }

    /// Returns the certainty with that word.
    pub fn of_word(word: &str) -> Option<Certainty> {
        Certainty::ALL.into_iter().find(|one| one.word() == word)
    }

    /// Returns the word that is printed beside a fact: empty if the source states the fact.
    pub fn badge(self) -> String {
        if self == Certainty::Stated { String::new() } else { self.word().to_owned() }
    }
}

/// A note on the certainty of some facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CertaintyNote {
    /// The path of the facts: `setup.each.king`.
    pub of: String,
    /// The certainty of the facts.
    pub is: Certainty,
    /// The reason; may be empty if the source states the facts.
    pub why: String,
}

/// The notes of a definition on the certainty of its facts.
///
/// A note applies to all facts below its path; of several notes, the one with the longest path
/// applies. If a derived definition replaces a value, notes of its parents do not apply to it.
#[derive(Debug, Clone)]
pub struct CertaintyNotes {
    notes: Vec<Note>,
    root: Arc<TomlNode>,
}

#[derive(Debug, Clone)]
struct Note {
    path: Vec<String>,
    layer: u8,
    standing: CertaintyNote,
}

impl CertaintyNotes {
    /// Returns the certainty of the fact at that path; without a note, the source states it.
    pub fn of(&self, path: &str) -> Certainty {
        self.note(path).map_or(Certainty::Stated, |standing| standing.is)
    }

    /// Returns the note that applies to the fact at that path.
    pub fn note(&self, path: &str) -> Option<&CertaintyNote> {
        let keys: Vec<&str> = path.split('.').collect();
        // A path that is not written has the certainty of the nearest table above it.
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

    /// Returns all notes on facts of this definition, in the order written.
    pub fn all(&self) -> impl Iterator<Item = &CertaintyNote> {
        self.notes.iter().map(|note| &note.standing)
    }

    /// Returns the notes on facts below that path, without those on the path itself.
    pub fn below(&self, path: &str) -> impl Iterator<Item = &CertaintyNote> {
        let above = format!("{path}.");
        self.all().filter(move |standing| standing.of.starts_with(&above))
    }
}

/// Reads `[[certainty]]` of a definition and its parents.
pub(super) fn read(root: &Arc<TomlNode>, diagnostics: &mut Diagnostics) -> CertaintyNotes {
    let mut notes = Vec::new();
    let items = match root.find(&["certainty"]).map(|node| &node.value) {
        Some(TomlValue::List(items)) => items.as_slice(),
        _ => &[],
    };
    for item in items {
        let Some(table) = item.table() else { continue };
        let is = table.text("is").and_then(|text| Certainty::of_word(text.as_str()));
        let is = is.unwrap_or_default();
        let why = table.text("why").map_or(String::new(), |why| why.value.clone());
        if is != Certainty::Stated && why.trim().is_empty() {
            diagnostics.push(
                item.location
                    .error(Code::Certainty, format!("{} without a `why`", is.word()))
                    .help("give the reason in one line"),
            );
        }
        for path in table.text("of").map(SourceText::words).unwrap_or_default() {
            notes.extend(note(root, &path, item.layer, is, &why, diagnostics));
        }
    }
    // A note replaces the notes of parents on the same path.
    let written: Vec<(Vec<String>, u8)> =
        notes.iter().map(|note| (note.path.clone(), note.layer)).collect();
    let is_last = |note: &Note| {
        !written.iter().any(|(path, layer)| *path == note.path && *layer > note.layer)
    };
    notes.retain(is_last);
    CertaintyNotes { notes, root: root.clone() }
}

/// Returns the note on one path; `None` if the path does not exist or has another value by now.
fn note(
    root: &TomlNode,
    path: &SourceText,
    layer: u8,
    is: Certainty,
    why: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Note> {
    let keys: Vec<&str> = path.value.split('.').collect();
    match root.find(&keys) {
        Some(node) if node.base_layer() > layer => return None,
        Some(_) => {}
        // A derived definition has removed the value of a parent's note.
        None if layer < root.layer => return None,
        None => {
            let error = path
                .error(Code::Certainty, format!("nothing called `{}` in this game", path.value));
            diagnostics.push(match super::inherit::nearest_path(root, &keys) {
                Some(near) => error.help(format!("did you mean `{near}`?")),
                None => error.help("a path goes from table to key: `setup.each.king`"),
            });
            return None;
        }
    }
    let standing = CertaintyNote { of: path.value.clone(), is, why: why.to_owned() };
    let path = keys.into_iter().map(str::to_owned).collect();
    Some(Note { path, layer, standing })
}
