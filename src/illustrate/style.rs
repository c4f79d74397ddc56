//! What all diagrams of a variant have in common: its boards and the drawings of its pieces.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diagram::{BoardStyle, BoardView, BorderStyle, Glyph, PieceDrawing, Surface, ZoneStyle};
use crate::geometry::{Cell, CellSet, Layout, Vector};
use crate::rules::Piece;
use crate::variant::{BoardInfo, PieceTypeInfo, Variant};

/// What all diagrams of a variant have in common: its boards and the drawings of its pieces.
#[derive(Debug)]
pub(super) struct DiagramStyle {
    /// The boards as diagrams of setups show them.
    pub boards: Arc<BoardView>,
    /// The boards without the names of zones and borders, which would take space from the cells.
    pub unlabelled_boards: Arc<BoardView>,
    /// By side and piece type.
    pieces: Vec<Vec<Arc<PieceDrawing>>>,
}

impl DiagramStyle {
    pub fn new(variant: &Variant) -> DiagramStyle {
        let boards = board_view(variant);
        let mut unlabelled = boards.clone();
        unlabelled.edge_labels = false;
        let piece = |side: usize, face: &PieceTypeInfo| {
            let army = variant.sides[side].colour;
            Arc::new(PieceDrawing::new(army, glyph(face), &face.shown, &face.name))
        };
        let pieces_of = |side: usize| variant.faces.iter().map(|face| piece(side, face)).collect();
        let pieces = (0..variant.sides.len()).map(pieces_of).collect();
        DiagramStyle { boards: boards.into(), unlabelled_boards: unlabelled.into(), pieces }
    }

    pub fn piece(&self, piece: Piece) -> &Arc<PieceDrawing> {
        &self.pieces[piece.side.index()][piece.piece_type.index()]
    }
}

/// Returns the glyph of a piece: the one that the definition names, or one that its id names.
fn glyph(face: &PieceTypeInfo) -> Glyph {
    let glyph = Glyph::parse(&face.glyph).or_else(|_| Glyph::parse(&face.id));
    glyph.unwrap_or_else(|_| Glyph::lettered_disc())
}

fn board_view(variant: &Variant) -> BoardView {
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
    view.boards = variant.boards.iter().map(style).collect();
    add_zones(&mut view, variant);
    for border in variant.borders.iter().filter(|border| border.shown) {
        let (pairs, label) = (border.pairs.clone(), border.id.replace('-', " "));
        view.borders.push(BorderStyle { pairs, label, wave: true });
    }
    view
}

fn add_zones(view: &mut BoardView, variant: &Variant) {
    for zone in variant.zones.iter().filter(|zone| zone.shown) {
        let of_all_sides: BTreeSet<Vec<Cell>> =
            zone.cells.iter().map(|cells| cells.iter().collect()).collect();
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
