//! Attacks by effects: a piece that an effect of a move would capture.

use std::sync::Arc;

use crate::game::{Game, GameError, MoveEffect, Prerequisite, SideId};
use crate::geometry::{Cell, CellSet};
use crate::program::{Program, SharedTables};
use crate::source::Code;

use super::apply::UndoablePosition;
use super::walk::{BoundedMoves, Flow, Mover};
use super::{Move, Position, Rules};

impl Rules {
    /// Returns the cells of the pieces that effects with attacks capture after a move of a side; none if
    /// the side would lose a royal that counts. `None` if an effect makes the move illegal.
    pub(super) fn struck_by(
        &self,
        found: &Move,
        position: &Position,
        side: SideId,
    ) -> Option<CellSet> {
        if !self.effects_attack && !self.effects_bar_moves {
            return Some(CellSet::new());
        }
        let mut after = UndoablePosition::on_turn_of(side, position);
        self.move_pieces(&mut after, found);
        let royals = self.royals(position, side).count();
        let is_lost = royals > 0 && self.lost_royal(&after, side, royals);
        let struck = after.captured_by_effects.iter().filter(|it| it.attacks && !is_lost);
        after.barred_by.is_none().then(|| struck.map(|it| it.cell).collect())
    }

    /// Whether an effect of a move by a program captures the piece on `target` and counts as an
    /// attack, without the loss of a royal of its own side.
    pub(super) fn attacks_by_effects(&self, mover: Mover, program: &Program, target: Cell) -> bool {
        let (position, side) = (mover.position, mover.side);
        let (Some(piece), Some(victim)) =
            (position.piece_at(Cell(mover.at)), position.piece_at(target))
        else {
            return false;
        };
        let may_capture = |effect: &MoveEffect| {
            effect.attacks
                && effect.sides[side]
                && effect.occasion.actor().is_none_or(|by| by[side].contains(piece))
                && effect.pieces.as_ref().is_none_or(|pieces| pieces[side].contains(victim))
        };
        let effects: Vec<&MoveEffect> =
            self.game.effects.iter().filter(|effect| may_capture(effect)).collect();
        if effects.is_empty() {
            return false;
        }
        let royals = self.royals(position, side).count();
        let mut copy = None;
        let mut visit = |found: Move| {
            let stays = found.from == found.to && found.captures.is_empty();
            let mut places = effects.iter().flat_map(|effect| &effect.places);
            let step = (&found, side);
            if stays || !places.any(|place| self.may_have(place, target, position, step)) {
                return Flow::Continue(());
            }
            let trial = copy.get_or_insert_with(|| UndoablePosition::on_turn_of(side, position));
            let undo = self.move_pieces(trial, &found);
            let mut captured = trial.captured_by_effects.iter();
            let hits = captured.any(|it| it.cell == target && it.attacks)
                && (royals == 0 || !self.lost_royal(trial, side, royals));
            self.undo(trial, undo);
            if hits { Flow::Break(()) } else { Flow::Continue(()) }
        };
        let visitor = &mut BoundedMoves::<true> { visit: &mut visit, stops: &|_| false };
        self.run_as_auras_allow(mover, program, visitor).is_break()
    }
}

/// Lets every piece attack every cell, if effects attack: the moves of the piece then decide.
pub(super) fn widen_by_effects(
    game: &Game,
    programs: &mut [Arc<Program>],
    tables: &SharedTables,
) -> Result<(), GameError> {
    if !game.effects.iter().any(|effect| effect.attacks) {
        return Ok(());
    }
    let mut conditions = tables.end_conditions.iter().flat_map(|it| &it.prerequisites);
    if conditions.any(|condition| *condition == Prerequisite::NotInCheck) {
        return Err(GameError {
            piece_type: None,
            side: None,
            rule: None,
            span: None,
            code: Code::Effect,
            message: "an effect with `attacks` decides what is check, and a move asks for it"
                .into(),
            help: Some("remove `attacks`, or `not in check` of the move".into()),
        });
    }
    let cells = game.layout.len();
    let words = cells.div_ceil(64);
    for program in programs {
        for (index, word) in Arc::make_mut(program).attack_mask.iter_mut().enumerate() {
            let left = cells - index % words * 64;
            *word = if left < 64 { (1 << left) - 1 } else { u64::MAX };
        }
    }
    Ok(())
}
