//! The lines of a notation on empty boards.

use crate::geometry::{Cell, Layout, LineTable, Orientation};
use crate::notation::{Atom, Betza};

use super::{StepError, steps};

/// Returns the lines of a notation for a side whose pieces lie so on the board.
///
/// Only single legs have lines: `K`, `R`, `fW`. The range of a leg does not matter.
pub fn lines_of_notation(
    layout: &Layout,
    frame: Orientation,
    betza: &Betza,
) -> Result<LineTable, StepError> {
    let mut rays = vec![Vec::new(); layout.len()];
    for term in &betza.terms {
        let leg = match term.legs.as_slice() {
            [leg] if !matches!(leg.atom, Atom::Castle | Atom::Universal) => leg,
            [_, ..] => return Err(no_line()),
            [] => continue,
        };
        for cell in layout.cells() {
            let lattice = layout.board(layout.point(cell).board).lattice();
            for step in steps(leg.atom, &leg.modifiers.directions, lattice)? {
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

fn no_line() -> StepError {
    StepError::new(
        "this notation has no straight lines",
        "name directions by one leg, such as `R`, `Q` or `fW`",
    )
}
