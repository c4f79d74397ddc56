//! Makes the effects of a move on a position.

use crate::game::{Destination, EffectChange, MoveEffect, Piece, SideId, WhenFull};
use crate::geometry::{Cell, CellCoordinates, CellSet, Vector};

use super::apply::UndoablePosition;
use super::condition_eval::ConditionSubject;
use super::move_events::ChoiceOfMoves;
use super::position::{NO_PIECE, PieceStatus};
use super::{Move, Position, Rules};

/// The effects that a move sets off, and what must be known of the position before it.
#[derive(Debug, Default)]
pub(super) struct PendingEffects {
    /// Indices of the effects.
    effects: Vec<usize>,
    /// The captured pieces and their cells.
    captured: Vec<(Cell, Piece)>,
}

/// A capture by an effect.
#[derive(Debug, Clone, Copy)]
pub(super) struct EffectCapture {
    /// Where the piece stood when the effect began.
    pub(super) cell: Cell,
    pub(super) piece: Piece,
    /// Whether the effect makes it an attack.
    pub(super) attacks: bool,
}

impl Rules {
    /// Returns the effects that a move sets off. The move has not been made.
    pub(super) fn pending_effects(
        &self,
        position: &mut UndoablePosition,
        found: &Move,
    ) -> PendingEffects {
        let side = position.turn.to_move;
        let choice = ChoiceOfMoves { side, most_captures: 0 };
        let is_set_off = |effect: &MoveEffect, position: &mut UndoablePosition| {
            effect.sides[side] && self.move_does(&effect.occasion, position, found, choice)
        };
        let effects = self.game.effects.iter().enumerate();
        PendingEffects {
            effects: effects
                .filter(|(_, effect)| is_set_off(effect, position))
                .map(|(index, _)| index)
                .collect(),
            captured: found
                .captures
                .iter()
                .filter_map(|cell| Some((cell, position.piece_at(cell)?)))
                .collect(),
        }
    }

    /// Makes the effects of a move that has just been made.
    pub(super) fn make_effects(
        &self,
        position: &mut UndoablePosition,
        found: &Move,
        pending: &PendingEffects,
    ) {
        position.captured_by_effects.clear();
        position.made_effects.clear();
        position.barred_by = None;
        for &index in &pending.effects {
            let mark = position.mark();
            self.make_effect(position, index, found, pending);
            if position.mark() > mark {
                position.made_effects.push(index);
            }
        }
    }

    /// Whether an effect makes a move illegal, because a piece cannot go where it must.
    pub(super) fn is_barred(&self, position: &mut UndoablePosition, found: &Move) -> bool {
        self.effects_bar_moves && {
            let undo = self.move_pieces(position, found);
            self.undo(position, undo);
            position.barred_by.is_some()
        }
    }

    fn make_effect(
        &self,
        position: &mut UndoablePosition,
        index: usize,
        found: &Move,
        pending: &PendingEffects,
    ) {
        let effect = &self.game.effects[index];
        let mover = position.turn.to_move;
        let first = pending.captured.first().map(|&(_, piece)| piece);
        let subject = ConditionSubject::of(mover, Some(found.to));
        if !self.condition_holds(&effect.condition, position, subject) {
            return;
        }
        let places = effect.places.iter();
        let cells = places.fold(CellSet::new(), |cells, place| {
            cells.union(&self.cells_of_place(place, position, found, mover))
        });
        if let [EffectChange::Reborn(which)] = effect.changes[..] {
            for &(cell, piece) in &pending.captured {
                let is_meant = effect.pieces.as_ref().is_none_or(|it| it[mover].contains(piece));
                if is_meant && cells.contains(cell) {
                    self.give_rebirth(position, (cell, piece), which);
                }
            }
            return;
        }
        // All cells are chosen before the first of them changes.
        let concerned: Vec<Cell> =
            cells.iter().filter(|&cell| concerns(effect, position, cell, mover)).collect();
        for cell in concerned {
            self.change(position, index, cell, found, first);
        }
    }

    /// Makes all changes of an effect on one cell. The piece takes them along where it goes.
    fn change(
        &self,
        position: &mut UndoablePosition,
        index: usize,
        cell: Cell,
        found: &Move,
        captured: Option<Piece>,
    ) {
        let effect = &self.game.effects[index];
        let mover = position.turn.to_move;
        let mut at = cell;
        for change in &effect.changes {
            let piece = position.piece_at(at);
            match (change, piece) {
                (EffectChange::Placed(piece_type, of), None) => {
                    let piece = Piece { side: of[mover], piece_type: *piece_type };
                    let index = position.piece_index(piece);
                    position.put(at, index, PieceStatus::default());
                }
                (EffectChange::Captured, Some(piece)) => {
                    self.lose_castlings(position, at);
                    let attacks = effect.attacks;
                    position.captured_by_effects.push(EffectCapture { cell, piece, attacks });
                    self.capture(position, at, mover);
                }
                (EffectChange::Removed, Some(_)) => {
                    self.lose_castlings(position, at);
                    position.lift(at);
                }
                (EffectChange::Becomes(_) | EffectChange::Joins(_), Some(piece))
                | (
                    EffectChange::BecomesCapturedType | EffectChange::BecomesUnpromoted,
                    Some(piece),
                ) => self.convert(position, at, piece, (change, captured)),
                (EffectChange::SetState(state), Some(_)) => {
                    set_states(position, at, |states| states | 1 << state);
                }
                (EffectChange::ClearState(state), Some(_)) => {
                    set_states(position, at, |states| states & !(1 << state));
                }
                (EffectChange::Moved(destination), Some(piece)) => {
                    let to = self.destination(position, destination, (at, piece), found);
                    at = self.displace(position, at, to, index);
                }
                (EffectChange::Placed(..) | EffectChange::Reborn(_), Some(_)) | (_, None) => {}
            }
        }
    }

    /// Changes the type or the side of a piece.
    fn convert(
        &self,
        position: &mut UndoablePosition,
        at: Cell,
        piece: Piece,
        (change, captured): (&EffectChange, Option<Piece>),
    ) {
        let mover = position.turn.to_move;
        let before = position.status(at).promoted_from;
        let unpromoted = before.or(self.game.piece_types[piece.piece_type].unpromoted);
        let (becomes, promoted_from) = match change {
            EffectChange::Becomes(piece_type) => (Piece { piece_type: *piece_type, ..piece }, None),
            EffectChange::BecomesCapturedType => {
                let piece_type = captured.map_or(piece.piece_type, |it| it.piece_type);
                (Piece { piece_type, ..piece }, None)
            }
            EffectChange::BecomesUnpromoted => {
                let piece_type = unpromoted.unwrap_or(piece.piece_type);
                (Piece { piece_type, ..piece }, None)
            }
            EffectChange::Joins(side) => (Piece { side: side[mover], ..piece }, before),
            _ => return,
        };
        if becomes != piece {
            self.lose_castlings(position, at);
            let (_, status) = position.lift(at);
            let index = position.piece_index(becomes);
            position.put(at, index, PieceStatus { promoted_from, ..status });
        }
    }

    /// Where a change moves a piece; `None` if there is no such cell.
    fn destination(
        &self,
        position: &Position,
        destination: &Destination,
        (at, piece): (Cell, Piece),
        found: &Move,
    ) -> Option<Cell> {
        let mover = position.turn.to_move;
        match destination {
            Destination::Cells(cells) => {
                let is_empty = |cell: &Cell| position.pieces[cell.index()] == NO_PIECE;
                let cells = &cells[mover];
                cells.iter().find(is_empty).or_else(|| cells.iter().next())
            }
            Destination::Start => Some(found.from),
            Destination::Forward => {
                let forward = self.game.sides[piece.side].frame;
                self.layout().step(at, forward.to_board_step(Vector::new(0, 1, 0)))
            }
            Destination::Onward => {
                let unit = self.layout().straight_step(found.from, found.to);
                unit.and_then(|unit| self.layout().step(at, unit))
            }
            Destination::NextBoard => {
                let point = self.layout().point(at);
                let board = (point.board + 1) % self.layout().boards().len() as u8;
                self.layout().at(CellCoordinates { board, ..point })
            }
        }
    }

    /// Moves a piece to an empty cell; without one it is removed or stays, or the move is not possible,
    /// as the effect says. Returns where the piece is.
    fn displace(
        &self,
        position: &mut UndoablePosition,
        at: Cell,
        to: Option<Cell>,
        effect: usize,
    ) -> Cell {
        if to == Some(at) {
            return at;
        }
        let free = to.filter(|to| position.pieces[to.index()] == NO_PIECE);
        if free.is_none() {
            match self.game.effects[effect].when_full {
                WhenFull::Stays => return at,
                WhenFull::Illegal => {
                    position.barred_by.get_or_insert(effect);
                    return at;
                }
                WhenFull::Removed => {}
            }
        }
        self.lose_castlings(position, at);
        let (index, status) = position.lift(at);
        match free {
            Some(to) => {
                position.put(to, index, PieceStatus { moved: true, ..status });
                to
            }
            None => at,
        }
    }

    fn lose_castlings(&self, position: &mut UndoablePosition, at: Cell) {
        position.turn.castling_rights &= !self.castling_cells[at.index()];
    }

    /// Whether a capture by a side would lose a royal of its own that counts, by its effects.
    pub(super) fn backfires(&self, position: &Position, found: &Move, side: SideId) -> bool {
        let before = self.royals(position, side).count();
        if before == 0 {
            return false;
        }
        let mut trial = UndoablePosition::on_turn_of(side, position);
        self.move_pieces(&mut trial, found);
        self.lost_royal(&trial, side, before)
    }
}

/// Changes the states of a piece. One that is so already does not change.
fn set_states(position: &mut UndoablePosition, at: Cell, change: impl Fn(u16) -> u16) {
    let before = position.status(at).states;
    let states = change(before);
    if states != before {
        let (index, status) = position.lift(at);
        position.put(at, index, PieceStatus { states, ..status });
    }
}

/// Whether an effect concerns what is on a cell: a piece, or an empty cell for a new one.
fn concerns(effect: &MoveEffect, position: &Position, cell: Cell, mover: SideId) -> bool {
    let places = matches!(effect.changes.first(), Some(EffectChange::Placed(..)));
    match position.piece_at(cell) {
        None => places,
        Some(piece) => {
            !places && effect.pieces.as_ref().is_none_or(|pieces| pieces[mover].contains(piece))
        }
    }
}
