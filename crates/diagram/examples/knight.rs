//! Draws a Knight on a board of hexagons with the cells to which it leaps.
//!
//! `cargo run -p fairybook-diagram --example knight -- knight.svg`

#![allow(clippy::disallowed_methods)]

use std::sync::Arc;

use fairybook_diagram::geometry::{Board, Facing, Layout};
use fairybook_diagram::{
    ArmyColour, BoardView, Figure, Glyph, Mark, MarkKind, PieceDrawing, PlacedPiece, SvgTarget,
    Theme, draw, write_svg,
};

fn main() {
    let path = std::env::args().nth(1).expect("the path of the file to write");
    let files = "abcdefghikl".chars().map(String::from);
    let layout = Arc::new(Layout::new(vec![Board::hexagon(6, files)]).expect("a sound board"));
    let cell = |name: &str| layout.find(name).expect("a cell of the board");
    let glyph = Glyph::parse("knight").expect("a known glyph");
    let piece = Arc::new(PieceDrawing::new(ArmyColour::White, glyph, "N", "Knight"));

    let mut figure = Figure::new(BoardView::new(layout.clone()).into());
    figure.title = "The Knight of Gliński's chess".to_owned();
    figure.pieces.push(PlacedPiece { cell: cell("f6"), piece, facing: Facing::default() });
    figure.focus.insert(cell("f6"));
    for name in "c4 c5 d3 d7 e3 e8 g3 g8 h3 h7 i4 i5".split(' ') {
        figure.marks.push(Mark::new(cell(name), MarkKind::Move));
    }
    let svg = write_svg(&draw(&figure), SvgTarget::StandAlone(Theme::paper()));
    std::fs::write(path, svg).expect("the file can be written");
}
