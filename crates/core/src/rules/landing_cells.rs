//! Where a notation leads on empty boards.

use std::sync::Arc;

use crate::game::{GameError, MOVER, Piece, SideId, single_piece_game};
use crate::geometry::{CellSet, Layout, Orientation};
use crate::notation::Betza;

use super::{Position, Rules};

/// Returns, for each cell, where a notation leads from it without capture on empty boards.
pub fn landing_cells(
    layout: &Arc<Layout>,
    frame: Orientation,
    betza: &Betza,
) -> Result<Vec<CellSet>, GameError> {
    let side = SideId(0);
    let mut game = single_piece_game(layout.clone(), betza.clone());
    game.sides[side].frame = frame;
    let rules = Rules::compile(game).map_err(|mut errors| errors.remove(0))?;
    let mut position = Position::empty(&rules);
    let landings = layout.cells().map(|from| {
        position.set_piece(from, Some(Piece { side, piece_type: MOVER }));
        let cells = rules.reach(&position, from).quiet;
        position.set_piece(from, None);
        cells
    });
    Ok(landings.collect())
}
