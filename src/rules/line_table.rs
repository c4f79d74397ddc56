//! Lines and landing cells of a notation on empty boards, for rules that are not moves.

use std::sync::Arc;

use crate::directions;
use crate::geometry::{Cell, CellSet, Layout, LineTable, Orientation};
use crate::notation::{Atom, Betza};
use crate::source::Code;

use super::{GameError, MOVER, Piece, Position, Rules, SideId, single_piece_game};

/// Returns the lines of a notation for a side whose pieces lie so on the board.
///
/// Only single legs have lines: `K`, `R`, `fW`. The range of a leg does not matter.
pub fn lines_of_notation(
    layout: &Layout,
    frame: Orientation,
    betza: &Betza,
) -> Result<LineTable, GameError> {
    let mut rays = vec![Vec::new(); layout.len()];
    for term in &betza.terms {
        let leg = match term.legs.as_slice() {
            [leg] if !matches!(leg.atom, Atom::Castle | Atom::Universal) => leg,
            [leg, ..] => return Err(no_line(leg.span)),
            [] => continue,
        };
        for cell in layout.cells() {
            let lattice = layout.board(layout.point(cell).board).lattice();
            let steps = directions::steps(leg.atom, &leg.modifiers.directions, lattice)
                .map_err(|error| GameError::from(error).at(leg.span))?;
            for step in steps {
                let step = frame.to_board_step(step);
                let next = |at: &Cell| layout.step(*at, step).filter(|to| *to != cell);
                // A ring leads back to the cell; a longer loop cannot have more cells.
                let ray = std::iter::successors(next(&cell), next).take(layout.len());
                rays[cell.index()].push(ray.collect::<Vec<Cell>>());
            }
        }
    }
    Ok(LineTable::new(rays))
}

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

fn no_line(span: crate::source::Span) -> GameError {
    GameError {
        piece_type: None,
        side: None,
        rule: None,
        span: Some(span),
        code: Code::BetzaLeg,
        message: "this notation has no straight lines".to_owned(),
        help: Some("name directions by one leg, such as `R`, `Q` or `fW`".to_owned()),
    }
}
