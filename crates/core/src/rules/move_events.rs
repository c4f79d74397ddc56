//! Events: what a move does, as restrictions name it.

use crate::game::{CheckSource, MoveAct, MoveEvents, Piece, PieceSet, SaidLandings, SideId};
use crate::geometry::{Cell, CellSet};

use super::apply::UndoablePosition;
use super::{Move, MoveKind, Position, Rules};

/// The moves among which `captures most` compares.
#[derive(Debug, Clone, Copy)]
pub(super) struct ChoiceOfMoves {
    pub(super) side: SideId,
    /// The largest number of captures of one move.
    pub(super) most_captures: usize,
}

impl Rules {
    /// Whether a move is one of some events. The position is the same afterwards.
    pub(super) fn is_event(
        &self,
        events: &MoveEvents,
        position: &mut UndoablePosition,
        found: &Move,
        choice: ChoiceOfMoves,
    ) -> bool {
        events.0.iter().any(|acts| acts.iter().all(|act| self.does(act, position, found, choice)))
    }

    fn does(
        &self,
        act: &MoveAct,
        position: &mut UndoablePosition,
        found: &Move,
        choice: ChoiceOfMoves,
    ) -> bool {
        let side = choice.side;
        let moves = !matches!(found.kind, MoveKind::Drop(_) | MoveKind::Pass);
        let goes_to = |cells: &CellSet| moves && cells.contains(found.to);
        let starts_on = |cells: &CellSet| moves && cells.contains(found.from);
        match act {
            MoveAct::Moves(ways) => {
                let by = |ways: &SaidLandings| ways[side][found.from.index()].contains(found.to);
                moves && ways.as_ref().is_none_or(by)
            }
            MoveAct::Captures { pieces, on } => found.captures.iter().any(|at| {
                let is_meant = |piece| pieces.as_ref().is_none_or(|set| set[side].contains(piece));
                position.piece_at(at).is_some_and(is_meant)
                    && on.as_ref().is_none_or(|on| on[side].contains(at))
            }),
            MoveAct::CapturesMost => {
                choice.most_captures > 0 && found.captures.iter().count() == choice.most_captures
            }
            MoveAct::Arrives(cells) => goes_to(&cells[side]) && !starts_on(&cells[side]),
            MoveAct::Leaves(cells) => starts_on(&cells[side]) && !goes_to(&cells[side]),
            MoveAct::Crosses(lines) => {
                moves && lines[side].is_crossed(self.layout(), found.from, found.to)
            }
            MoveAct::Drops(pieces) => match found.kind {
                MoveKind::Drop(piece) => {
                    pieces.as_ref().is_none_or(|pieces| pieces[side].contains(piece))
                }
                _ => false,
            },
            MoveAct::Castles(castlings) => {
                matches!(found.kind, MoveKind::Castle(index) if castlings.bits >> index & 1 == 1)
            }
            MoveAct::Passes => found.kind == MoveKind::Pass,
            MoveAct::SetsOff(effect) => {
                let undo = self.move_pieces(position, found);
                let has_changed = position.made_effects.contains(effect);
                self.undo(position, undo);
                has_changed
            }
            MoveAct::Promotes(pieces) => found.promotion.is_some_and(|piece_type| {
                let piece = Piece { side, piece_type };
                pieces.as_ref().is_none_or(|pieces| pieces[side].contains(piece))
            }),
            MoveAct::GivesCheck(by) => {
                let by = by.as_ref().map(|by| &by[side]);
                self.after_trial(position, found, |rules, after| rules.gives_check(after, side, by))
            }
            MoveAct::GivesCheckmate(by) => {
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
