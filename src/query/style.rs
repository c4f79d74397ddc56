use std::collections::BTreeSet;
use std::sync::Arc;

use crate::diagram::{BoardStyle, BoardView, BorderStyle, Glyph, PieceDrawing, Surface, ZoneStyle};
use crate::geometry::{Cell, Cells, Layout, Vector};
use crate::rules::{Piece, PieceTypeId, SideId};
use crate::variant::{Face, Variant};

/// What all pictures of a variant have in common: its boards and what each man looks like.
#[derive(Debug)]
pub(super) struct Scenery {
    /// The boards as set-ups show them.
    pub ground: Arc<BoardView>,
    /// The same without the names of zones and borders, which would take room from the board.
    pub unnamed: Arc<BoardView>,
    /// Side by side, kind by kind.
    pieces: Vec<Vec<Arc<PieceDrawing>>>,
}

impl Scenery {
    pub fn new(variant: &Variant) -> Scenery {
        let ground = ground(variant);
        let mut unnamed = ground.clone();
        unnamed.edge_labels = false;
        let piece = |side: usize, face: &Face| {
            let army = variant.sides[side].colour;
            Arc::new(PieceDrawing::new(army, glyph(face), &face.shown, &face.name))
        };
        let pieces_of = |side: usize| variant.faces.iter().map(|face| piece(side, face)).collect();
        let pieces = (0..variant.sides.len()).map(pieces_of).collect();
        Scenery { ground: ground.into(), unnamed: unnamed.into(), pieces }
    }

    pub fn piece(&self, piece: Piece) -> &Arc<PieceDrawing> {
        let Piece { side: SideId(side), piece_type: PieceTypeId(kind) } = piece;
        &self.pieces[usize::from(side)][usize::from(kind)]
    }
}

fn glyph(face: &Face) -> Glyph {
    let texts = [&face.glyph, &face.id];
    texts
        .into_iter()
        .filter_map(|text| Glyph::parse(text).ok())
        .next()
        .unwrap_or_else(Glyph::lettered_disc)
}

/// The boards as the variant shows them.
fn ground(variant: &Variant) -> BoardView {
    let mut ground = BoardView::new(variant.game.layout.clone());
    ground.overview = variant.game.layout.boards().iter().any(|board| board.has_levels);
    let several = variant.boards.len() > 1;
    let title = |name: &Option<String>, id: &str| match several {
        true => name.clone().unwrap_or_else(|| id.to_owned()),
        false => String::new(),
    };
    let boards = variant.boards.iter();
    ground.boards = boards
        .map(|board| BoardStyle {
            surface: board.surface,
            shape: board.shape,
            title: title(&board.name, &board.id),
        })
        .collect();
    add_zones(&mut ground, variant);
    for border in variant.borders.iter().filter(|border| border.shown) {
        let (pairs, label) = (border.pairs.clone(), border.id.replace('-', " "));
        ground.borders.push(BorderStyle { pairs, label, wave: true });
    }
    ground
}

fn add_zones(ground: &mut BoardView, variant: &Variant) {
    for zone in variant.zones.iter().filter(|zone| zone.shown) {
        let everybodys: BTreeSet<Vec<Cell>> =
            zone.cells.iter().map(|cells| cells.iter().collect()).collect();
        for cells in everybodys.into_iter().filter(|cells| !cells.is_empty()) {
            let cells: Cells = cells.into_iter().collect();
            match corners(variant, &ground.layout, &cells) {
                Some(diagonals) => ground.diagonals.extend(diagonals),
                None => ground.zones.push(ZoneStyle { cells, label: zone.id.replace('-', " ") }),
            }
        }
    }
}

/// The two diagonals of a zone that is a square of crossings on a board of lines, as palaces
/// are drawn.
fn corners(variant: &Variant, layout: &Layout, cells: &Cells) -> Option<[(Cell, Cell); 2]> {
    let first = layout.point(cells.iter().next()?);
    if variant.boards[first.board as usize].surface != Surface::Lines {
        return None;
    }
    let side = (cells.count() as f64).sqrt().round() as i16;
    let corner = |x: i16, y: i16| {
        let cell = layout.step(layout.at(first)?, Vector::new(x, y, 0))?;
        cells.has(cell).then_some(cell)
    };
    let far = side - 1;
    let is_square = side > 1 && (side * side) as usize == cells.count();
    let corners = (corner(0, 0)?, corner(far, far)?, corner(far, 0)?, corner(0, far)?);
    is_square.then_some([(corners.0, corners.1), (corners.2, corners.3)])
}
