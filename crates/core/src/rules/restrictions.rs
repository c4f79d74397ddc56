//! Restrictions: rules that make legal moves illegal, one after another.

use crate::game::{Restriction, RestrictionKind, SaidPieces};

use super::apply::UndoablePosition;
use super::condition_eval::ConditionSubject;
use super::move_events::ChoiceOfMoves;
use super::{Move, MoveKind, Position, Rules};

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
        let side = position.turn.to_move;
        let concerned: Vec<bool> =
            moves.iter().map(|found| self.is_concerned(restriction, position, found)).collect();
        let counts = moves.iter().zip(&concerned).filter(|(_, concerned)| **concerned);
        let most_captures =
            counts.map(|(found, _)| found.captures.iter().count()).max().unwrap_or(0);
        let choice = ChoiceOfMoves { side, most_captures };
        let events: Vec<bool> = moves
            .iter()
            .zip(&concerned)
            .map(|(found, &concerned)| {
                concerned && self.is_event(&restriction.events, position, found, choice)
            })
            .collect();
        if !events.contains(&true) {
            return;
        }
        let mut index = 0;
        moves.retain(|found| {
            let (concerned, is_event) = (concerned[index], events[index]);
            index += 1;
            let forbidden = match restriction.kind {
                RestrictionKind::Must => concerned && !is_event,
                RestrictionKind::Never => is_event,
            };
            !forbidden || self.is_event(&restriction.exceptions, position, found, choice)
        });
    }

    /// Whether a restriction is about a move: of these pieces, and while its condition holds.
    fn is_concerned(&self, restriction: &Restriction, position: &Position, found: &Move) -> bool {
        let side = position.turn.to_move;
        let piece = match found.kind {
            MoveKind::Drop(piece) => Some(piece),
            MoveKind::Pass => None,
            MoveKind::Step | MoveKind::Castle(_) | MoveKind::Transfer(_) => {
                position.piece_at(found.from)
            }
        };
        let is_meant =
            |pieces: &SaidPieces| piece.is_some_and(|piece| pieces[side].contains(piece));
        let moves = !matches!(found.kind, MoveKind::Drop(_) | MoveKind::Pass);
        let subject = ConditionSubject::of(side, moves.then_some(found.from));
        restriction.pieces.as_ref().is_none_or(is_meant)
            && self.condition_holds(&restriction.condition, position, subject)
    }
}
