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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::load;

    struct OneFile(&'static str, &'static str);

    impl DefinitionSource for OneFile {
        fn get(&self, id: &str) -> Option<SourceFile> {
            (id == self.0).then(|| SourceFile::new("own.toml", self.1))
        }

        fn ids(&self) -> Vec<String> {
            vec![self.0.to_owned()]
        }
    }

    #[test]
    fn every_shipped_definition_can_be_read_without_a_book() {
        let shipped = WithShipped(&OneFile("a", ""));
        assert!(shipped_ids().count() > 20);
        for id in shipped_ids() {
            let file = shipped_definition(id).unwrap();
            assert_eq!(file.path(), format!("shipped/{id}.toml"));
            let (definition, diagnostics) = load(&file, id, &shipped);
            assert!(definition.is_some_and(|it| it.id() == id), "{id}: {diagnostics:#?}");
        }
    }

    #[test]
    fn an_own_definition_may_be_based_on_the_shipped_one_of_its_id() {
        let id = "chess";
        let own = OneFile(id, "format = 1\nname = \"Own\"\nbased-on = \"chess\"");
        let source = WithShipped(&own);
        for id in [id, "crazyhouse"] {
            let (definition, diagnostics) = load(&source.get(id).unwrap(), id, &source);
            assert!(definition.is_some(), "{id}: {diagnostics:#?}");
        }
        let (definition, diagnostics) = load(&own.get(id).unwrap(), id, &own);
        assert!(definition.is_none() && diagnostics[0].message.contains("a ring of parents"));
    }

    #[test]
    fn an_own_definition_wins_over_the_shipped_one() {
        let id = shipped_ids().next().unwrap();
        let own = OneFile(id, "format = 1");
        let source = WithShipped(&own);
        assert_eq!(source.get(id).unwrap().path(), "own.toml");
        assert!(replaces_shipped(id, &source.get(id).unwrap()));
        assert!(!replaces_shipped(id, &shipped_definition(id).unwrap()));
        assert!(!replaces_shipped("none-like-this", &source.get(id).unwrap()));
        assert_eq!(source.ids(), shipped_ids().collect::<Vec<_>>());
    }
}
