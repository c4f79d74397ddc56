//! Draws where a piece of a definition may move from a cell of the empty board.
//!
//! `cargo run --example move_diagram -- content/variants/chess.toml knight d4 knight.svg`

#![allow(clippy::disallowed_methods)]

use std::path::Path;

use fairybook::diagram::{SvgTarget, Theme, draw, write_svg};
use fairybook::game::Piece;
use fairybook::illustrate::Illustrator;
use fairybook::query::{LoadedVariant, MovesRequest};
use fairybook::variant::load;
use fairybook::world::{VariantFolders, read_text};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, piece, cell, svg] = &arguments[..] else { panic!("give DEFINITION PIECE CELL SVG") };
    let file = read_text(Path::new(path)).expect("the definition can be read");
    let (definition, diagnostics) =
        load(&file, "game", &VariantFolders::default().beside(Path::new(path)));
    let definition = definition.unwrap_or_else(|| panic!("{diagnostics:#?}"));
    let variant = definition.variant(None).expect("the first setup has no errors");
    let variant = LoadedVariant::new(variant).expect("the rules compile");
    let piece_type = variant.kind(piece).expect("a piece of the game");
    let piece = Piece { side: variant.owning_side(piece_type), piece_type };
    let request = MovesRequest::new(piece, variant.cell(cell).expect("a cell of the board"));
    let answer = variant.answer(&request).expect("the definition says how it moves");
    let scene = draw(&Illustrator::new(variant).illustrate(&answer));
    std::fs::write(svg, write_svg(&scene, SvgTarget::StandAlone(Theme::paper())))
        .expect("the file can be written");
}
