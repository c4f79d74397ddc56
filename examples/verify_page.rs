//! Compares the diagrams of an HTML page with a definition, and prints the comparisons as JSON.
//!
//! `cargo run --example verify_page -- content/variants/chess.toml tests/data/pages/several.html`

#![allow(clippy::disallowed_methods, clippy::print_stdout)]

use std::path::Path;

use fairybook::query::LoadedVariant;
use fairybook::variant::load;
use fairybook::verify::{self, PageQuestion};
use fairybook::world::{VariantFolders, read_text};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, page] = &arguments[..] else { panic!("give the paths of a definition and a page") };
    let file = read_text(Path::new(path)).expect("the definition can be read");
    let (definition, diagnostics) =
        load(&file, "game", &VariantFolders::default().beside(Path::new(path)));
    let definition = definition.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let variant = definition.variant(None).expect("the first setup has no errors");
    let variant = LoadedVariant::new(variant).expect("the rules compile");
    let page = read_text(Path::new(page)).expect("the page can be read");
    let question = PageQuestion { variant: Some(&variant), ..PageQuestion::default() };
    let (report, _) = verify::page(&page, &question).expect("the page has diagrams");
    println!("{:#}\n{}", report.to_json(), report.summary());
}
