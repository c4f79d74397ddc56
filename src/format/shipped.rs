//! The definitions that ship with the program.

use crate::source::SourceFile;

use super::DefinitionSource;

/// The texts of the shipped definitions by id, in order. `build.rs` writes the table.
const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped_definitions.rs"));

/// Returns the ids of all shipped definitions, in order.
pub fn shipped_ids() -> impl Iterator<Item = &'static str> + Clone {
    SHIPPED.iter().map(|(id, _)| *id)
}

/// Returns the shipped definition with that id. Messages call it `shipped/ID.toml`.
pub fn shipped_definition(id: &str) -> Option<SourceFile> {
    let at = SHIPPED.binary_search_by_key(&id, |(known, _)| known).ok()?;
    Some(SourceFile::new(format!("shipped/{id}.toml"), SHIPPED[at].1))
}

/// A source of definitions with the shipped ones behind its own, which win.
pub struct WithShipped<'a>(pub &'a dyn DefinitionSource);

impl DefinitionSource for WithShipped<'_> {
    fn get(&self, id: &str) -> Option<SourceFile> {
        self.0.get(id).or_else(|| shipped_definition(id))
    }

    fn ids(&self) -> Vec<String> {
        let mut ids = self.0.ids();
        ids.extend(shipped_ids().map(str::to_owned));
        ids.sort();
        ids.dedup();
        ids
    }

    fn replaced(&self, id: &str) -> Option<SourceFile> {
        self.0.get(id).and(shipped_definition(id))
    }
}

/// Whether a definition replaces a shipped one of the same id, and differs from it.
pub fn replaces_shipped(id: &str, file: &SourceFile) -> bool {
    shipped_definition(id).is_some_and(|shipped| shipped.text() != file.text())
}
