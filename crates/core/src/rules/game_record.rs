//! What is remembered of the moves of a game, where a rule asks for it.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::game::{Condition, EndTiming, Game, GameFact, Piece, SideId};
use crate::geometry::Cell;
use crate::source::limits;

use super::apply::UndoablePosition;
use super::condition_eval::ConditionSubject;
use super::{Move, MoveKind, Position, Rules, TurnProgress};

/// Counts of checks, captures and castlings, and the last move. Positions of games in which no rule
/// asks for one of them have no record.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct GameRecord {
    /// By side: the turns in which it gave check.
    pub checks: [u16; limits::SIDES],
    /// By side: how many of its last turns gave check, without another between.
    pub successive_checks: [u16; limits::SIDES],
    /// By side, then side and piece type of the captured piece; empty if nothing counts captures.
    pub captured: Vec<u16>,
    /// Bit n: castling n was made.
    pub castled: u64,
    /// The side that made the last move.
    pub mover: Option<SideId>,
    /// The cells from which the last move moved pieces.
    pub left: [Option<Cell>; 2],
    /// Bit `condition * SIDES + side`: the end condition was true for the side after its last turn.
    pub pending: u64,
    /// What was done in a turn that is not finished.
    pub turn: Option<TurnProgress>,
}

/// Which facts the rules of a game ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RecordedFacts {
    /// Checks given.
    pub checks: bool,
    /// Checks given in the last turns.
    pub successive_checks: bool,
    /// Pieces captured.
    pub captures: bool,
    /// Castlings made.
    pub castlings: bool,
    /// The cells from which the last move moved pieces.
    pub last_move: bool,
    /// End conditions that must still be true at the next turn.
    pub pending: bool,
    /// The parts of a turn that were made.
    pub turn_parts: bool,
}

impl RecordedFacts {
    /// Returns the facts for which conditions of a game ask.
    pub fn of_game(game: &Game) -> RecordedFacts {
        let turn_parts = !game.turn_parts.is_empty();
        let mut facts = RecordedFacts { turn_parts, ..RecordedFacts::default() };
        game.turn_parts.iter().for_each(|part| facts.add(&part.condition));
        for end in &game.end_conditions {
            facts.add(&end.condition);
            facts.pending |= end.when == EndTiming::NextOwnTurn;
        }
        for effect in &game.effects {
            facts.add(&effect.occasion);
            facts.add(&effect.condition);
        }
        game.restrictions.iter().for_each(|restriction| facts.add(&restriction.condition));
        facts
    }

    /// Whether nothing is recorded.
    pub fn is_empty(self) -> bool {
        self == RecordedFacts::default()
    }

    fn add(&mut self, condition: &Condition) {
        for fact in condition.facts() {
            match fact {
                GameFact::ChecksGiven { in_succession, .. } => {
                    self.checks |= !in_succession;
                    self.successive_checks |= in_succession;
                }
                GameFact::Captured { .. } => self.captures = true,
                GameFact::Castled { .. } => self.castlings = true,
                GameFact::MovedFrom(_) => self.last_move = true,
                _ => {}
            }
        }
    }
}

impl GameRecord {
    /// Returns how many of a piece a side has captured.
    pub fn captured_by(&self, position: &Position, side: SideId, piece: Piece) -> u16 {
        self.captured.get(captured_index(position, side, piece)).copied().unwrap_or(0)
    }

    /// Sets how many of a piece a side has captured.
    pub fn set_captured_by(&mut self, position: &Position, side: SideId, piece: Piece, count: u16) {
        let index = captured_index(position, side, piece);
        if self.captured.len() <= index {
            let sides = position.hands.len() / position.piece_types;
            self.captured.resize(sides * position.hands.len(), 0);
        }
        self.captured[index] = count;
    }

    /// Returns the bit of an end condition and a side in `pending`.
    pub fn pending_bit(condition: usize, side: SideId) -> u64 {
        1u64.checked_shl((condition * limits::SIDES + side.index()) as u32).unwrap_or(0)
    }

    /// Returns a number that equal records share.
    pub(super) fn hash_number(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }
}

fn captured_index(position: &Position, side: SideId, piece: Piece) -> usize {
    side.index() * position.hands.len() + position.piece_index(piece) as usize
}

impl Rules {
    /// Returns which facts positions of this game record.
    pub fn recorded_facts(&self) -> RecordedFacts {
        self.recorded
    }

    /// The pieces that a move captures.
    pub(super) fn captured_pieces(&self, position: &Position, found: &Move) -> Vec<Piece> {
        found.captures.iter().filter_map(|cell| position.piece_at(cell)).collect()
    }

    /// Records the last move of a turn, by which a side captured some pieces.
    pub(super) fn record_move(
        &self,
        position: &mut UndoablePosition,
        found: &Move,
        mover: SideId,
        captured: &[Piece],
    ) {
        self.record_part(position, found, mover, captured);
        let facts = self.recorded;
        let Some(mut record) = position.record.take() else { return };
        record.turn = None;
        if facts.checks || facts.successive_checks {
            let gives_check = self.gives_check(position, mover, None);
            let successive = &mut record.successive_checks[mover.index()];
            *successive = if gives_check { successive.saturating_add(1) } else { 0 };
            let checks = &mut record.checks[mover.index()];
            *checks = checks.saturating_add(u16::from(gives_check));
        }
        if !facts.checks {
            record.checks = Default::default();
        }
        if !facts.successive_checks {
            record.successive_checks = Default::default();
        }
        position.record = Some(record);
    }

    /// Records a part of a turn, by which a side captured some pieces.
    pub(super) fn record_part(
        &self,
        position: &mut UndoablePosition,
        found: &Move,
        mover: SideId,
        captured: &[Piece],
    ) {
        position.keep_record();
        let facts = self.recorded;
        let Some(mut record) = position.record.take() else { return };
        for &piece in captured {
            let count = record.captured_by(position, mover, piece).saturating_add(1);
            record.set_captured_by(position, mover, piece, count);
        }
        if let (true, MoveKind::Castle(index)) = (facts.castlings, found.kind) {
            record.castled |= 1 << index;
        }
        if facts.last_move {
            let moves = found.is_of_piece();
            record.mover = moves.then_some(mover);
            let other = found.displaced.map(|(from, _)| from);
            record.left = if moves { [Some(found.from), other] } else { [None; 2] };
        }
        position.record = Some(record);
    }

    /// Records which end conditions are true for a side at the end of its turn, if they must still
    /// be true at its next one.
    pub(super) fn record_pending(&self, position: &mut UndoablePosition, mover: SideId) {
        let subject = ConditionSubject::of(mover, None);
        let mut pending = position.record.as_ref().map_or(0, |record| record.pending);
        for (index, end) in self.game.end_conditions.iter().enumerate() {
            if end.when == EndTiming::NextOwnTurn {
                let bit = GameRecord::pending_bit(index, mover);
                let holds =
                    end.sides[mover] && self.condition_holds(&end.condition, position, subject);
                pending = if holds { pending | bit } else { pending & !bit };
            }
        }
        if let Some(record) = &mut position.record {
            record.pending = pending;
        }
    }
}
