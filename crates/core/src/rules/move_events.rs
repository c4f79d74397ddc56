//! Decides whether a move does what a condition says.

use crate::game::{
    Act, ActKind, CheckSource, Condition, ConditionAtom, Piece, PieceSet, SaidLandings, SaidPieces,
    SideId,
};
use crate::geometry::{Cell, CellSet};

use super::apply::UndoablePosition;
use super::condition_eval::ConditionSubject;
use super::{Move, MoveKind, Position, Rules};

/// The moves among which `captures most` compares.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChoiceOfMoves {
    pub(super) side: SideId,
    /// The largest number of captures of one move.
    pub(super) most_captures: usize,
}

impl Rules {
    /// Whether a move that has not been made does what a condition says. The position is the same
    /// afterwards.
    pub(super) fn move_does(
        &self,
        condition: &Condition,
        position: &mut UndoablePosition,
        found: &Move,
        choice: ChoiceOfMoves,
    ) -> bool {
        condition.holds(&mut |statement| match statement {
            ConditionAtom::Act(act) => self.does(act, position, found, choice),
            ConditionAtom::Fact(fact) => {
                let cell = found.is_of_piece().then_some(found.from);
                let subject = ConditionSubject::of(choice.side, cell);
                self.fact_holds(fact, position, subject)
            }
        })
    }

    fn does(
        &self,
        act: &Act,
        position: &mut UndoablePosition,
        found: &Move,
        choice: ChoiceOfMoves,
    ) -> bool {
        let side = choice.side;
        let moves = found.is_of_piece();
        let goes_to = |cells: &CellSet| moves && cells.contains(found.to);
        let starts_on = |cells: &CellSet| moves && cells.contains(found.from);
        let is_mover = |by: &SaidPieces| match found.kind {
            MoveKind::Drop(piece) => by[side].contains(piece),
            MoveKind::Pass => false,
            _ => position.piece_at(found.from).is_some_and(|piece| by[side].contains(piece)),
        };
        if !act.by.as_ref().is_none_or(is_mover) {
            return false;
        }
        match &act.kind {
            ActKind::Moves(ways) => {
                let by = |ways: &SaidLandings| ways[side][found.from.index()].contains(found.to);
                moves && ways.as_ref().is_none_or(by)
            }
            ActKind::Captures { pieces, on } => found.captures.iter().any(|at| {
                let is_meant = |piece| pieces.as_ref().is_none_or(|set| set[side].contains(piece));
                position.piece_at(at).is_some_and(is_meant)
                    && on.as_ref().is_none_or(|on| on[side].contains(at))
            }),
            ActKind::CapturesMost => {
                choice.most_captures > 0 && found.captures.iter().count() == choice.most_captures
            }
            ActKind::Arrives(cells) => goes_to(&cells[side]) && !starts_on(&cells[side]),
            ActKind::Leaves(cells) => starts_on(&cells[side]) && !goes_to(&cells[side]),
            ActKind::StartsOn(cells) => starts_on(&cells[side]),
            ActKind::Crosses(lines) => {
                moves && lines[side].is_crossed(self.layout(), found.from, found.to)
            }
            ActKind::Drops(pieces) => match found.kind {
                MoveKind::Drop(piece) => {
                    pieces.as_ref().is_none_or(|pieces| pieces[side].contains(piece))
                }
                _ => false,
            },
            ActKind::Castles(castlings) => {
                matches!(found.kind, MoveKind::Castle(index) if castlings.bits >> index & 1 == 1)
            }
            ActKind::Passes => found.kind == MoveKind::Pass,
            ActKind::SetsOff(effect) => {
                let undo = self.move_pieces(position, found);
                let has_changed = position.made_effects.contains(effect);
                self.undo(position, undo);
                has_changed
            }
            ActKind::Promotes(pieces) => found.promotion.is_some_and(|piece_type| {
                let piece = Piece { side, piece_type };
                pieces.as_ref().is_none_or(|pieces| pieces[side].contains(piece))
            }),
            ActKind::GivesCheck(by) => {
                let by = by.as_ref().map(|by| &by[side]);
                self.after_trial(position, found, |rules, after| rules.gives_check(after, side, by))
            }
            ActKind::GivesCheckmate(by) => {
                let by = by.as_ref().map(|by| &by[side]);
                self.after_trial(position, found, |rules, after| {
                    rules.gives_check(after, side, by) && rules.has_no_answer(after)
                })
            }
        }
    }

    /// Asks something of the position after a move that ends the turn, which is then undone.
    fn after_trial(
        &self,
        position: &mut UndoablePosition,
        found: &Move,
        ask: impl Fn(&Rules, &mut UndoablePosition) -> bool,
    ) -> bool {
        let undo = self.apply_and_end_turn(position, found);
        let answer = ask(self, position);
        self.undo(position, undo);
        answer
    }

    /// Whether the side to move has no legal answer to a check, restrictions apart.
    pub(super) fn has_no_answer(&self, position: &mut UndoablePosition) -> bool {
        let side = position.turn.to_move;
        let mut answers = Vec::new();
        self.in_check(position, side) && {
            let judged = std::mem::replace(&mut position.judges_checkmate, true);
            let passes = self.unrestricted_moves(position, &mut answers);
            position.judges_checkmate = judged;
            answers.is_empty() && !passes
        }
    }

    /// Whether pieces of a side attack a royal of an enemy that counts; with `by`, whether one of
    /// these does so.
    pub(super) fn gives_check(
        &self,
        position: &Position,
        side: SideId,
        by: Option<&PieceSet>,
    ) -> bool {
        let attacks = |royal: Cell| {
            position.cells_of(side).any(|from| {
                let is_meant =
                    |by: &PieceSet| position.piece_at(from).is_some_and(|it| by.contains(it));
                by.is_none_or(is_meant) && self.attacks(position, from, royal)
            })
        };
        self.game.side_ids().any(|enemy| {
            enemy != side
                && self.is_playing(position, enemy)
                && match self.game.check_by {
                    CheckSource::AnyEnemy => true,
                    CheckSource::NextSide => side == self.side_after(position, enemy),
                    CheckSource::None => false,
                }
                && self.royals_endangered(position, enemy, attacks)
        })
    }
}
