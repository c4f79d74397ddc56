//! Loaded variants for unit tests: one from a few lines of a definition.

use std::collections::BTreeMap;

use crate::source::SourceFile;
use crate::variant::load;

use super::LoadedVariant;

/// Returns the variant of a definition, which may be based on chess.
pub fn loaded_variant(id: &str, text: &str) -> LoadedVariant {
    let file = SourceFile::new(format!("{id}.toml"), text);
    let chess = include_str!("../../../content/variants/chess.toml");
    let parents = BTreeMap::from([("chess".to_owned(), SourceFile::new("chess.toml", chess))]);
    let (definition, diagnostics) = load(&file, id, &parents);
    let definition = definition.unwrap_or_else(|| panic!("{diagnostics:?}"));
    let variant = definition.variant(None).unwrap_or_else(|errors| panic!("{errors:?}"));
    LoadedVariant::new(variant).unwrap_or_else(|errors| panic!("{errors:?}"))
}

/// Chess with Different Armies.
pub fn armies() -> LoadedVariant {
    loaded_variant("armies", include_str!("../../../content/variants/different-armies.toml"))
}
