//! How certain the facts of a definition are.

use std::sync::Arc;

use crate::source::{Code, Diagnostic, Diagnostics, SourceText, with_words};
use crate::toml_text::TomlNode;

with_words! {
    /// The certainty of a fact.
    #[derive(Default)]
    pub enum Certainty {
        /// The source says so.
        #[default]
        Stated = "stated",
        /// The fact follows from what the source says.
        Derived = "derived",
        /// The fact is taken from a related game, which the note names.
        ByAnalogy = "by analogy",
        /// The fact is our reading, because the source is silent or lost.
        Reconstructed = "reconstructed",
    }
}

impl Certainty {
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
    /// The reason, a line of Markdown; `None` if the source states the facts.
    pub why: Option<SourceText>,
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
    layer: u8,
    note: CertaintyNote,
}

impl CertaintyNotes {
    /// Returns the certainty of the fact at that path; without a note, the source states it.
    pub fn of(&self, path: &str) -> Certainty {
        self.note(path).map_or(Certainty::Stated, |note| note.is)
    }

    /// Returns the note that applies to the fact at that path.
    pub fn note(&self, path: &str) -> Option<&CertaintyNote> {
        let keys: Vec<&str> = path.split('.').collect();
        // A path that is not written has the certainty of the nearest table above it.
        let written = (0..=keys.len()).rev().find_map(|end| self.root.find(&keys[..end]))?;
        let age = written.base_layer();
        let below = |above: &str| path.strip_prefix(above);
        let is_on =
            |above: &str| below(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.notes
            .iter()
            .filter(|note| note.layer >= age && is_on(&note.note.of))
            .max_by_key(|note| (note.note.of.len(), note.layer))
            .map(|note| &note.note)
    }

    /// Returns all notes on facts of this definition, in the order written.
    pub fn all(&self) -> impl Iterator<Item = &CertaintyNote> {
        self.notes.iter().map(|note| &note.note)
    }

    /// Returns the notes on facts below that path, without those on the path itself.
    pub fn below(&self, path: &str) -> impl Iterator<Item = &CertaintyNote> {
        let above = format!("{path}.");
        self.all().filter(move |note| note.of.starts_with(&above))
    }
}

/// Reads `[[certainty]]` of a definition and its parents.
pub fn read_certainty(root: &Arc<TomlNode>, diagnostics: &mut Diagnostics) -> CertaintyNotes {
    let mut notes: Vec<Note> = Vec::new();
    for item in root.find(&["certainty"]).map_or(&[][..], |node| node.value.items()) {
        let Some(table) = item.table() else { continue };
        let is = table.choice("is", Certainty::CHOICES).unwrap_or_default();
        let why = table.text("why").filter(|why| !why.value.trim().is_empty());
        if is != Certainty::Stated && why.is_none() {
            let message = format!("{} without a `why`", is.word());
            let error = item.location.error(Code::Certainty, message);
            diagnostics.push(error.help("give the reason in one line"));
        }
        for path in table.words("of") {
            if diagnostics.keep(applies(root, &path, item.layer)) == Some(true) {
                let note = CertaintyNote { of: path.value, is, why: why.cloned() };
                notes.push(Note { layer: item.layer, note });
            }
        }
    }
    // A note replaces the notes of parents on the same path.
    let is_replaced = |note: &&Note| {
        let by = |other: &Note| other.note.of == note.note.of && other.layer > note.layer;
        notes.iter().any(by)
    };
    let last = notes.iter().filter(|note| !is_replaced(note)).cloned().collect();
    CertaintyNotes { notes: last, root: root.clone() }
}

/// Whether a note on that path applies: a derived definition may have replaced or removed its value.
fn applies(root: &TomlNode, path: &SourceText, layer: u8) -> Result<bool, Diagnostic> {
    let keys: Vec<&str> = path.value.split('.').collect();
    match root.find(&keys) {
        Some(node) => Ok(node.base_layer() <= layer),
        None if layer < root.layer => Ok(false),
        None => {
            let message = format!("nothing called `{}` in this game", path.value);
            let help = match super::inherit::nearest_path(root, &keys) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "a path goes from table to key: `setup.each.king`".to_owned(),
            };
            Err(path.error(Code::Certainty, message).help(help))
        }
    }
}
