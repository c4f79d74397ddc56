//! Conditions that end the game: tested for each side at the end of a turn.

use crate::game::{EndTiming, Outcome, SideId};

use super::condition_eval::ConditionSubject;
use super::{GameRecord, Position, Rules};

impl Rules {
    /// Returns the side still in the game that plays before the side to move.
    pub fn side_before(&self, position: &Position) -> SideId {
        self.mover_first(position).next().unwrap_or(position.turn.to_move)
    }

    /// The sides still in the game, the one that moved last first, then in order of play.
    ///
    /// In the initial position the last side in order counts as the one that moved last.
    pub(super) fn mover_first<'a>(
        &'a self,
        position: &'a Position,
    ) -> impl Iterator<Item = SideId> + 'a {
        let count = self.game.sides.len() as u8;
        let mover = (1..=count)
            .map(|distance| SideId((position.turn.to_move.0 + count - distance) % count))
            .find(|&side| self.is_playing(position, side))
            .unwrap_or(position.turn.to_move);
        let sides = (0..count).map(move |distance| SideId((mover.0 + distance) % count));
        sides.filter(move |&side| self.is_playing(position, side))
    }

    /// Returns the result of the first end condition that is true, and the side concerned.
    pub(super) fn end_condition_result(&self, position: &Position) -> Option<(SideId, Outcome)> {
        let (index, sides) = self.reached_end(position)?;
        let end = &self.game.end_conditions[index];
        Some((sides[0], end.tie.filter(|_| sides.len() > 1).unwrap_or(end.outcome)))
    }

    /// Whether an end condition is tested now for a side, and true.
    pub(super) fn is_reached(&self, position: &Position, index: usize, side: SideId) -> bool {
        let end = &self.game.end_conditions[index];
        let is_due = match end.when {
            EndTiming::Immediately => true,
            EndTiming::NextOwnTurn => {
                let bit = GameRecord::pending_bit(index, side);
                side == position.turn.to_move
                    && position.record.as_ref().is_some_and(|record| record.pending & bit != 0)
            }
            EndTiming::EndOfRound => {
                let mut sides = self.game.side_ids();
                sides.find(|&first| self.is_playing(position, first)) == Some(position.turn.to_move)
            }
        };
        let subject = ConditionSubject::of(side, None);
        end.sides[side] && is_due && self.condition_holds(&end.condition, position, subject)
    }
}
