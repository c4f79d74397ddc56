//! What all diagrams of a variant have in common: its boards and the drawings of its pieces.

use std::sync::Arc;

use crate::diagram::{
    BoardStyle, BoardView, BorderStyle, Glyph, PieceDrawing, PieceDress, Surface, ZoneStyle,
};
use crate::geometry::{Cell, CellSet, Layout, Vector};
use crate::source::distinct;
use crate::variant::{BoardInfo, PieceTypeInfo, SideInfo, Variant};

/// Returns the drawings of all pieces in a dress, by side and piece type.
pub(super) fn piece_drawings(variant: &Variant, dress: PieceDress) -> Vec<Vec<Arc<PieceDrawing>>> {
    let piece = |index: usize, side: &SideInfo, face: &PieceTypeInfo| {
        let glyph = dressed(face, index, dress);
        Arc::new(PieceDrawing::new(side.colour, glyph, &face.shown, &face.name))
    };
    let of_side =
        |(index, side)| variant.faces.iter().map(|face| piece(index, side, face)).collect();
    variant.sides.iter().enumerate().map(of_side).collect()
}

/// Returns the glyph of a side's piece in a dress, or its figurine if it has no such form.
fn dressed(face: &PieceTypeInfo, side: usize, dress: PieceDress) -> Glyph {
    let native = |two| face.native.as_ref().and_then(|text| Glyph::native(text, side, two).ok());
    match dress {
        PieceDress::Native => native(false).unwrap_or_else(|| figurine(face)),
        PieceDress::NativeTwo => native(true).unwrap_or_else(|| figurine(face)),
        PieceDress::Figurine => figurine(face),
        PieceDress::Letter => native(false).unwrap_or_else(|| figurine(face)).lettered(),
    }
}

/// Returns the glyph that the definition names, or one that the piece's id names.
fn figurine(face: &PieceTypeInfo) -> Glyph {
    let glyph = Glyph::parse(&face.glyph).or_else(|_| Glyph::parse(&face.id));
    glyph.unwrap_or_else(|_| Glyph::lettered_disc())
}

/// Returns the boards as diagrams of setups show them.
pub(super) fn board_view(variant: &Variant) -> BoardView {
    let mut view = BoardView::new(variant.game.layout.clone());
    view.overview = variant.game.layout.boards().iter().any(|board| board.has_levels);
    let title = |name: &Option<String>, id: &str| match variant.boards.len() {
        1 => String::new(),
        _ => name.clone().unwrap_or_else(|| id.to_owned()),
    };
    let style = |board: &BoardInfo| BoardStyle {
        surface: board.surface,
        shape: board.shape,
        title: title(&board.name, &board.id),
    };
    view.ticks = variant.ticks.clone();
    view.boards = variant.boards.iter().map(style).collect();
    add_zones(&mut view, variant);
    for border in variant.borders.iter().filter(|border| border.shown) {
        let (pairs, label) = (border.pairs.clone(), border.label.clone());
        view.borders.push(BorderStyle { pairs, label, wave: true });
    }
    view
}

fn add_zones(view: &mut BoardView, variant: &Variant) {
    for zone in variant.zones.iter().filter(|zone| zone.shown) {
        let of_all_sides: Vec<Vec<Cell>> =
            distinct(zone.cells.iter().map(|cells| cells.iter().collect()));
        for cells in of_all_sides.into_iter().filter(|cells| !cells.is_empty()) {
            let cells: CellSet = cells.into_iter().collect();
            match palace_diagonals(variant, &view.layout, &cells) {
                Some(diagonals) => view.diagonals.extend(diagonals),
                None => view.zones.push(ZoneStyle { cells, label: zone.id.replace('-', " ") }),
            }
        }
    }
}

/// Returns the two diagonals of a square zone on a line board, as palaces are drawn.
fn palace_diagonals(
    variant: &Variant,
    layout: &Layout,
    cells: &CellSet,
) -> Option<[(Cell, Cell); 2]> {
    let first = layout.point(cells.iter().next()?);
    if variant.boards[first.board as usize].surface != Surface::Lines {
        return None;
    }
    let side = (cells.len() as f64).sqrt().round() as i16;
    let corner = |x: i16, y: i16| {
        let cell = layout.step(layout.at(first)?, Vector::new(x, y, 0))?;
        cells.contains(cell).then_some(cell)
    };
    let far = side - 1;
    let is_square = side > 1 && (side * side) as usize == cells.len();
    let corners = (corner(0, 0)?, corner(far, far)?, corner(far, 0)?, corner(0, far)?);
    is_square.then_some([(corners.0, corners.1), (corners.2, corners.3)])
}
