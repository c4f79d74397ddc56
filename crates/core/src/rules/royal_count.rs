//! Counts the royals of a side in a position, and says which of them may not be attacked.

use crate::game::{CheckTest, CountedRoyals, EndRules, SideId};
use crate::geometry::Cell;

use super::apply::UndoablePosition;
use super::{Move, Position, Rules};

impl Rules {
    /// Whether a royal of the side is attacked by a side whose attacks count, and that is check.
    pub fn in_check(&self, position: &Position, side: SideId) -> bool {
        self.royals_endangered(position, side, |cell| self.royal_attacked(position, cell, side))
    }

    /// Whether a side is in check if these attacks on its royals are the ones that count.
    pub(super) fn royals_endangered(
        &self,
        position: &Position,
        side: SideId,
        is_attacked: impl Fn(Cell) -> bool,
    ) -> bool {
        let mut royals = self.royals(position, side);
        match self.game.check_royals {
            CountedRoyals::Each => royals.any(is_attacked),
            CountedRoyals::All => match royals.next() {
                Some(first) => is_attacked(first) && royals.all(is_attacked),
                None => false,
            },
            CountedRoyals::Last(last) => {
                self.royals(position, side).take(usize::from(last) + 1).count() <= last.into()
                    && royals.any(is_attacked)
            }
        }
    }

    /// Whether a move leaves a royal on its own board attacked before its effects, in a game that
    /// tests check there.
    pub(super) fn exposes_before_effects(
        &self,
        position: &mut UndoablePosition,
        found: &Move,
    ) -> bool {
        self.game.check_test == CheckTest::EachStage && {
            let side = position.turn.to_move;
            let board = |cell: Cell| self.layout().point(cell).board;
            let undo = self.move_before_effects(position, found);
            let exposed = self.royals_endangered(position, side, |royal| {
                board(royal) == board(found.to) && self.royal_attacked(position, royal, side)
            });
            self.undo(position, undo);
            exposed
        }
    }

    /// Whether attacks on one royal matter to its side now.
    ///
    /// They do not if it has more royals than count, or if all count and another one is safe.
    pub(super) fn royal_counts(&self, position: &Position, royal: Cell, side: SideId) -> bool {
        match self.game.check_royals {
            CountedRoyals::Each => true,
            CountedRoyals::All => {
                let mut others = self.royals(position, side).filter(|&other| other != royal);
                others.all(|other| self.royal_attacked(position, other, side))
            }
            CountedRoyals::Last(last) => self.royals(position, side).count() <= last.into(),
        }
    }
}

impl Rules {
    /// Whether a side has just lost a royal that counted, by its own move.
    pub(super) fn lost_royal(&self, position: &Position, side: SideId, before: usize) -> bool {
        let after = self.royals(position, side).count();
        !self.game.check_royals.may_lose(before, after)
    }

    /// Whether a capture leaves an enemy without a royal, and this ends the game by `extinction`.
    /// Then an attack on the mover's own royal does not matter.
    pub(super) fn is_decided_by_extinction(&self, position: &Position, found: &Move) -> bool {
        let has_rules = |ends: &EndRules| !ends.extinction.is_empty();
        let has_rules =
            has_rules(&self.game.ends) || self.game.own_ends.iter().flatten().any(has_rules);
        has_rules
            && !found.captures.is_empty()
            && self.extinct_side(position).is_some_and(|(side, _)| {
                side != position.turn.to_move && self.royals(position, side).next().is_none()
            })
    }
}
