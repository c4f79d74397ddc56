//! The definitions that ship with the program.

use crate::source::SourceFile;

use super::DefinitionSource;

/// The texts of the shipped definitions by id, in order. `build.rs` writes the table.
const SHIPPED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/shipped_definitions.rs"));

/// The same of the definitions without a page, from which variant files of an engine inherit.
#[cfg(feature = "site")]
const RELATIVES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/relatives.rs"));
#[cfg(not(feature = "site"))]
const RELATIVES: &[(&str, &str)] = &[];

/// Returns the ids of all shipped definitions that have a page, in order.
pub fn shipped_ids() -> impl Iterator<Item = &'static str> + Clone {
    SHIPPED.iter().map(|(id, _)| *id)
}

/// Returns the shipped definition with that id, with or without a page. Messages call it
/// `shipped/ID.toml`.
pub fn shipped_definition(id: &str) -> Option<SourceFile> {
    let (_, text) = [SHIPPED, RELATIVES].into_iter().find_map(|table| {
        let at = table.binary_search_by_key(&id, |(known, _)| known).ok()?;
        Some(table[at])
    })?;
    Some(SourceFile::new(format!("shipped/{id}.toml"), text))
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
        ids.sort_unstable();
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
