//! Counts the sequences of legal moves of a definition, from the initial position.
//!
//! `cargo run --release --example perft -- content/variants/chess.toml 4`

#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::path::Path;

use fairybook::variant::load;
use fairybook::world::{VariantFolders, read_text};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, depth] = &arguments[..] else { panic!("give the path of a definition and a depth") };
    let file = read_text(Path::new(path)).expect("the definition can be read");
    // Definitions that it is based on are beside it.
    let (definition, diagnostics) =
        load(&file, "game", &VariantFolders::default().beside(Path::new(path)));
    let definition = definition.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let variant = definition.variant(None).expect("the first setup has no errors");
    let rules = variant.rules().expect("the rules compile");
    for depth in 1..=depth.parse().expect("the depth is a number") {
        println!("{depth:>2} {:>14}", rules.perft(&rules.initial_position(), depth));
    }
}
