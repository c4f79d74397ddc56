//! Restrictions: rules that make legal moves illegal, one after another.

use crate::game::{Restriction, RestrictionKind};

use super::apply::UndoablePosition;
use super::move_events::ChoiceOfMoves;
use super::{Move, Rules};

impl Rules {
    /// Removes the moves that the restrictions forbid. Each restriction sees what those before it
    /// left. The position is the same afterwards.
    pub(super) fn apply_restrictions(
        &self,
        position: &mut UndoablePosition,
        moves: &mut Vec<Move>,
    ) {
        for index in 0..self.game.restrictions.len() {
            self.apply_restriction(index, position, moves);
        }
    }

    /// Removes the moves that one restriction forbids.
    pub(super) fn apply_restriction(
        &self,
        index: usize,
        position: &mut UndoablePosition,
        moves: &mut Vec<Move>,
    ) {
        let restriction = &self.game.restrictions[index];
        if restriction.sides[position.turn.to_move] && !moves.is_empty() {
            self.restrict(restriction, position, moves);
        }
    }

    fn restrict(
        &self,
        restriction: &Restriction,
        position: &mut UndoablePosition,
        moves: &mut Vec<Move>,
    ) {
        let most_captures =
            moves.iter().map(|found| found.captures.iter().count()).max().unwrap_or(0);
        let choice = ChoiceOfMoves { side: position.turn.to_move, most_captures };
        let does = |found: &Move, position: &mut UndoablePosition| {
            self.move_does(&restriction.condition, position, found, choice)
        };
        match restriction.kind {
            RestrictionKind::Never => moves.retain(|found| !does(found, position)),
            RestrictionKind::Must => {
                let done: Vec<bool> = moves.iter().map(|found| does(found, position)).collect();
                if done.contains(&true) {
                    let mut done = done.into_iter();
                    moves.retain(|_| done.next() == Some(true));
                }
            }
        }
    }
}
