//! Castling of a royal piece with the first piece beside it.

use fairybook_core::geometry::{Cell, Vector};
use fairybook_core::notation::{DirectionLetter, Directions, Leg};

use super::context::{MoveContext, Occupant};

/// Where a royal comes to by castling: so many cells towards the first piece beside it, which is
/// a friend at the edge of the board.
///
/// ```text
/// R . . . K . . R     O2 on e1: c1 and g1
/// ```
pub(super) fn castlings(leg: &Leg, context: &MoveContext) -> Vec<Cell> {
    let left = Vector::new(-1, 0, 0);
    let right = Vector::new(1, 0, 0);
    let towards = |bearing, step| goes(&leg.modifiers.directions, bearing).then_some(step);
    [towards(DirectionLetter::Left, left), towards(DirectionLetter::Right, right)]
        .into_iter()
        .flatten()
        .filter_map(|step| castling(leg, step, context))
        .collect()
}

fn castling(leg: &Leg, step: Vector, context: &MoveContext) -> Option<Cell> {
    let beside: Vec<Cell> = cells_beside(step, context);
    let occupied = |cell: &&Cell| context.piece_at(**cell).is_some();
    let partner = beside.iter().position(|cell| occupied(&cell))?;
    let beyond = &beside[partner + 1..];
    let stands_right = match leg.modifiers.jump {
        0 => beyond.is_empty(),
        intervening => beyond.iter().filter(occupied).count() == usize::from(intervening),
    };
    let is_friend = context.piece_at(beside[partner]) == Some(Occupant::Friend);
    // The royal may come to the partner's own cell, which the partner leaves.
    let target = usize::from(leg.range).checked_sub(1)?;
    (stands_right && is_friend && target <= partner).then(|| beside[target])
}

/// All cells on one side, nearest first, up to the edge or once around.
fn cells_beside(step: Vector, context: &MoveContext) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut here = context.from;
    while let Some(next) = context.step(here, step, false) {
        if next == context.from {
            break;
        }
        cells.push(next);
        here = next;
    }
    cells
}

fn goes(directions: &Directions, side: DirectionLetter) -> bool {
    match directions {
        Directions::All => true,
        Directions::Letters(letters) => {
            letters.iter().any(|&letter| letter == side || letter == DirectionLetter::Sideways)
        }
        Directions::Clock(_) | Directions::Exact(_) => false,
    }
}
