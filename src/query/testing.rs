//! Games for tests.

use crate::source::SourceFile;
use crate::variant::{DefinitionSource, load};

use super::Study;

struct Shelf;

impl DefinitionSource for Shelf {
    fn get(&self, id: &str) -> Option<SourceFile> {
        let text = match id {
            "chess" => CHESS,
            _ => return None,
        };
        Some(SourceFile::new(format!("{id}.toml"), text))
    }

    fn ids(&self) -> Vec<String> {
        vec!["chess".to_owned()]
    }
}

const CHESS: &str = include_str!("../../content/variants/chess.toml");

/// A study of a definition.
pub fn study(id: &str, text: &str) -> Study {
    let file = SourceFile::new(format!("{id}.toml"), text);
    let (definition, complaints) = load(&file, id, &Shelf);
    let definition = definition.unwrap_or_else(|| panic!("{complaints:?}"));
    let variant = definition.variant(None).unwrap_or_else(|c| panic!("{c:?}"));
    Study::new(variant).unwrap_or_else(|c| panic!("{c:?}"))
}

/// Chess with four armies.
pub fn armies() -> Study {
    study("armies", include_str!("../../content/variants/different-armies.toml"))
}
