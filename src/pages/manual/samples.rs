//! The games of the examples.

use std::collections::BTreeMap;

use crate::format::WithShipped;
use crate::query::LoadedVariant;
use crate::source::{Diagnostics, SourceFile};
use crate::variant::load;

/// The definitions of the games, by their numbers in the tables of examples.
const SAMPLES: [&str; 2] = [include_str!("sample_0.toml"), include_str!("sample_1.toml")];

/// Returns the sample game of that number.
pub(super) fn sample(number: usize) -> LoadedVariant {
    game(SAMPLES[number]).expect("the sample games are sound")
}

/// Returns the game of a definition.
pub(super) fn game(definition: &str) -> Result<LoadedVariant, Diagnostics> {
    let file = SourceFile::new("sample.toml", definition);
    let (found, diagnostics) = load(&file, "sample", &WithShipped(&BTreeMap::new()));
    LoadedVariant::new(found.ok_or(diagnostics)?.variant(None)?)
}
