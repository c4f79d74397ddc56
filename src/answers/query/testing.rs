//! Loaded variants for unit tests: one from a few lines of a definition.

use crate::format::DefinitionSource;
use crate::source::SourceFile;
use crate::variant::load;

use super::LoadedVariant;

/// The definitions on which those of tests may be based: chess alone.
struct TestDefinitions;

impl DefinitionSource for TestDefinitions {
    fn get(&self, id: &str) -> Option<SourceFile> {
        let chess = include_str!("../../../content/variants/chess.toml");
        (id == "chess").then(|| SourceFile::new("chess.toml", chess))
    }

    fn ids(&self) -> Vec<String> {
        vec!["chess".to_owned()]
    }
}

/// Returns the variant of a definition.
pub fn loaded_variant(id: &str, text: &str) -> LoadedVariant {
    let file = SourceFile::new(format!("{id}.toml"), text);
    let (definition, diagnostics) = load(&file, id, &TestDefinitions);
    let definition = definition.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let variant = definition.variant(None).unwrap_or_else(|errors| panic!("{errors:?}"));
    LoadedVariant::new(variant).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Chess with Different Armies.
pub fn armies() -> LoadedVariant {
    loaded_variant("armies", include_str!("../../../content/variants/different-armies.toml"))
}
