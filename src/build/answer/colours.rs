use std::sync::Arc;

use crate::book::data::LegendData;
use crate::diagram::{Figure, PieceDrawing, SvgTarget, draw_piece, write_svg};
use crate::illustrate::Illustrator;
use crate::rules::{Piece, PieceTypeId, SideId};

/// With so many armies in a game a reader wants to be told which is whose: of two, one is light and
/// one is dark, in print too.
const MANY: usize = 3;

/// Whose the armies of a figure are: a piece of each, and the name of its side. Nothing in a game
/// of two, and nothing where only one is to be seen.
pub(super) fn colours(figure: &Figure, illustrator: &Illustrator) -> Vec<LegendData> {
    let sides = &illustrator.variant.variant().sides;
    let shown = (0..sides.len()).filter_map(|side| {
        let scene = draw_piece(commonest(figure, illustrator, SideId(side as u8))?);
        let swatch = write_svg(&scene, SvgTarget::Inline { id_prefix: "" });
        Some(LegendData { swatch, words: sides[side].name.clone() })
    });
    let shown: Vec<LegendData> = shown.collect();
    if sides.len() < MANY || shown.len() < 2 { Vec::new() } else { shown }
}

/// The piece that a side has most of in the figure; of several, the first of the definition.
fn commonest<'a>(
    figure: &Figure,
    illustrator: &'a Illustrator,
    side: SideId,
) -> Option<&'a Arc<PieceDrawing>> {
    let kinds = (0..illustrator.variant.variant().faces.len())
        .map(|piece_type| PieceTypeId(piece_type as u8));
    let pieces = kinds.map(|piece_type| illustrator.piece_drawing(Piece { side, piece_type }));
    let count = |piece: &Arc<PieceDrawing>| {
        figure.pieces.iter().filter(|stander| Arc::ptr_eq(&stander.piece, piece)).count()
    };
    let counted = pieces.map(|piece| (count(piece), piece)).filter(|(count, _)| *count > 0);
    let (_, piece) = counted.rev().max_by_key(|(count, _)| *count)?;
    Some(piece)
}
