//! The end of a game: results, repetition, no progress; the order of turns, and eliminated sides.

use crate::game::{Elimination, EndRules, GoalRule, NextTurn, Outcome, Piece, PieceSet, SideId};
use crate::geometry::Cell;
use crate::source::sort_by_key;

use super::apply::UndoablePosition;
use super::{Position, Rules};

/// The end of a game and its result for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameEnd {
    /// Why the game is over.
    pub reason: EndReason,
    /// The side to move, or the side whose pieces decided the game.
    pub side: SideId,
    /// The result for that side.
    pub outcome: Outcome,
}

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EndReason {
    /// Pieces on the board, passes or eliminations decide the game.
    Board,
    /// No legal move while a royal is attacked.
    Checkmate,
    /// No legal move while no royal is attacked.
    Stalemate,
    /// The position was repeated.
    Repetition,
    /// No progress for too long.
    NoProgress,
}

/// An earlier position of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PastPosition {
    /// A number that is the same for positions that count as repeated.
    pub hash: u64,
    /// Whether the side to move was in check.
    pub in_check: bool,
    /// Whether no part of its turn had been made.
    pub begins_turn: bool,
}

impl PastPosition {
    /// Returns what must be kept of a position.
    pub fn of(rules: &Rules, position: &Position) -> PastPosition {
        let in_check = rules.in_check(position, position.turn.to_move);
        let hash = rules.repetition_hash(position);
        PastPosition { hash, in_check, begins_turn: !position.is_within_turn() }
    }
}

/// A rule about the pieces of one side, and the result for it.
type EndOfSide = fn(&Rules, &Position, SideId) -> Option<Outcome>;

impl Rules {
    /// Returns the end of the game if it is over. `before` has all earlier positions, in order.
    pub fn game_end(&self, position: &Position, before: &[PastPosition]) -> Option<GameEnd> {
        if position.is_within_turn() {
            return None;
        }
        let end = self.end_before_count(position, before)?;
        Some(match end.outcome {
            Outcome::Points | Outcome::FewerPoints => self.winner_on_points(position, end),
            _ => end,
        })
    }

    /// Replaces an outcome by points by a win of the side with most or fewest, or by a draw.
    fn winner_on_points(&self, position: &Position, end: GameEnd) -> GameEnd {
        let sides = self.game.side_ids().filter(|&side| self.is_playing(position, side));
        let mut totals: Vec<(u32, SideId)> =
            sides.map(|side| (self.points(position, side), side)).collect();
        sort_by_key(&mut totals, |&(points, _)| std::cmp::Reverse(points));
        if end.outcome == Outcome::FewerPoints {
            totals.reverse();
        }
        match totals[..] {
            [(best, side), (next, _), ..] if best != next => {
                GameEnd { side, outcome: Outcome::Wins, ..end }
            }
            _ => GameEnd { outcome: Outcome::Draw, ..end },
        }
    }

    /// Returns the points of a side and of its pieces on the boards and in hand, in hundredths.
    pub fn points(&self, position: &Position, side: SideId) -> u32 {
        let game = self.game();
        let on_boards = position.pieces().filter(|(_, piece)| piece.side == side);
        let on_boards: u32 =
            on_boards.map(|(_, piece)| game.piece_types[piece.piece_type].points).sum();
        let in_hand = game.piece_type_ids().map(|piece_type| {
            let count = position.in_hand(Piece { side, piece_type });
            u32::from(count) * game.piece_types[piece_type].points
        });
        game.sides[side].points + on_boards + in_hand.sum::<u32>()
    }

    fn end_before_count(&self, position: &Position, before: &[PastPosition]) -> Option<GameEnd> {
        let to_move = position.turn.to_move;
        let end = |reason, outcome| GameEnd { reason, side: to_move, outcome };
        if let Some((side, outcome)) = self.board_result(position) {
            return Some(GameEnd { reason: EndReason::Board, side, outcome });
        }
        if self.moves(position).is_empty() {
            let ends = self.game().ends_of(to_move);
            let (reason, outcome) = match self.in_check(position, to_move) {
                true => (EndReason::Checkmate, ends.checkmate),
                false => (EndReason::Stalemate, ends.stalemate),
            };
            return outcome.map(|outcome| end(reason, outcome));
        }
        self.repetition(position, before).or_else(|| self.without_progress(position))
    }

    /// Returns the result that the pieces, the passes or the eliminations of a position decide. Then
    /// there is no further move.
    pub(super) fn board_result(&self, position: &Position) -> Option<(SideId, Outcome)> {
        let ends = &self.game.ends;
        let plays = |side: SideId| self.is_playing(position, side);
        let sides = || self.game.side_ids().filter(|&side| plays(side));
        let survives = ends.last_survivor.or(self.eliminates.then_some(Outcome::Wins));
        if let (Some(outcome), Some(last)) = (survives, sides().next())
            && sides().count() == 1
        {
            return Some((last, outcome));
        }
        if self.eliminates && sides().next().is_none() {
            return Some((position.turn.to_move, Outcome::Draw));
        }
        let all_passed = |_: &Outcome| sides().count() <= position.turn.consecutive_passes.into();
        if let Some(outcome) = ends.all_passed.filter(all_passed) {
            return Some((position.turn.to_move, outcome));
        }
        if let Some(outcome) = ends.facing_royals
            && position.turn.consecutive_passes > 0
            && self.royals_facing(position)
        {
            return Some((position.turn.to_move, outcome));
        }
        if !self.game.end_conditions.is_empty()
            && let Some(result) = self.end_condition_result(position)
        {
            return Some(result);
        }
        let has_place = |ends: &EndRules| !ends.extinction.is_empty() || !ends.goal.is_empty();
        if has_place(ends) || self.game.own_ends.iter().flatten().any(has_place) {
            let extinct = self.extinct_side(position);
            if let Some(result) = extinct.or_else(|| self.side_at_goal(position)) {
                return Some(result);
            }
        }
        self.side_without_promotion(position)
    }

    /// Returns the first side that has none left of certain pieces, the mover first, and the result.
    pub(super) fn extinct_side(&self, position: &Position) -> Option<(SideId, Outcome)> {
        let mut sides = self.mover_first(position);
        sides.find_map(|side| Some((side, self.extinction_of(position, side)?)))
    }

    /// Returns the result for a side that has none left of certain pieces.
    fn extinction_of(&self, position: &Position, side: SideId) -> Option<Outcome> {
        let is_extinct = |pieces: &PieceSet| {
            let is_meant = |piece: Piece| piece.side == side && pieces.contains(piece);
            pieces.iter().any(|piece| piece.side == side)
                && !position.pieces().any(|(_, piece)| is_meant(piece))
        };
        let mut rules = self.game.ends_of(side).extinction.iter();
        rules.find(|(pieces, _)| is_extinct(pieces)).map(|rule| rule.1)
    }

    /// Returns the first side with a piece on a goal cell, the mover first, and the result.
    fn side_at_goal(&self, position: &Position) -> Option<(SideId, Outcome)> {
        let mut sides = self.mover_first(position);
        sides.find_map(|side| Some((side, self.goal_of(position, side)?)))
    }

    /// Returns the result for a side with a piece on a goal cell.
    fn goal_of(&self, position: &Position, side: SideId) -> Option<Outcome> {
        let is_reached = |rule: &&GoalRule| {
            let mut pieces = rule.at[side].iter().filter_map(|at| position.piece_at(at));
            pieces.any(|piece| piece.side == side && rule.pieces.contains(piece))
        };
        self.game.ends_of(side).goal.iter().find(is_reached).map(|rule| rule.outcome)
    }

    /// Returns the first side with a piece that must promote and cannot, and the result.
    fn side_without_promotion(&self, position: &Position) -> Option<(SideId, Outcome)> {
        let has_rule = |ends: &EndRules| ends.no_promotion_choice.is_some();
        if !has_rule(&self.game.ends) && !self.game.own_ends.iter().flatten().any(has_rule) {
            return None;
        }
        let mut sides = self.game.side_ids().filter(|&side| self.is_playing(position, side));
        sides.find_map(|side| Some((side, self.promotion_end_of(position, side)?)))
    }

    /// Returns the result for a side with a piece that must promote and cannot.
    fn promotion_end_of(&self, position: &Position, side: SideId) -> Option<Outcome> {
        let mut rules = self.game.promotions.iter().filter(|rule| rule.side == side);
        let is_stuck = rules.any(|rule| {
            let pawn = Some(Piece { side, piece_type: rule.piece_type });
            rule.compulsory_zone.iter().any(|at| position.piece_at(at) == pawn)
        });
        self.game.ends_of(side).no_promotion_choice.filter(|_| is_stuck)
    }

    fn repetition(&self, position: &Position, before: &[PastPosition]) -> Option<GameEnd> {
        let rule = self.game().ends.repetition?;
        let turns: Vec<PastPosition>;
        let before = match self.has_turn_parts {
            true => {
                turns = before.iter().filter(|past| past.begins_turn).copied().collect();
                &turns
            }
            false => before,
        };
        let hash = self.repetition_hash(position);
        let first = before.iter().position(|past| past.hash == hash)?;
        let times = 1 + before.iter().filter(|past| past.hash == hash).count();
        if times < usize::from(rule.times) {
            return None;
        }
        let to_move = position.turn.to_move;
        let perpetual = rule.perpetual_check.and_then(|outcome| {
            // In every second position since the first occurrence the same side is to move.
            let always_in_check = |from: usize| {
                let mut checks = before[first..].iter().skip(from).step_by(2).peekable();
                checks.peek().is_some() && checks.all(|past| past.in_check)
            };
            let checker = if always_in_check(0) {
                self.side_after(position, to_move)
            } else if always_in_check(1) {
                to_move
            } else {
                return None;
            };
            Some(GameEnd { reason: EndReason::Repetition, side: checker, outcome })
        });
        let plain = GameEnd { reason: EndReason::Repetition, side: to_move, outcome: rule.outcome };
        Some(perpetual.unwrap_or(plain))
    }

    /// Returns the hash of a position, without a double step that nothing can capture en passant: the same
    /// moves are possible without it.
    ///
    /// With more than two players, a later one may capture it, and with turns of parts a later part.
    fn repetition_hash(&self, position: &Position) -> u64 {
        let asked = self.passes_asked();
        if position.turn.consecutive_passes > asked {
            let mut counted = position.clone();
            counted.turn.consecutive_passes = asked;
            return self.repetition_hash(&counted);
        }
        let may_be_idle = self.game().ends.repetition.is_some()
            && !position.en_passant_targets.is_empty()
            && !self.has_turn_parts
            && self.player_count() == 2;
        if may_be_idle {
            let mut without = position.clone();
            without.en_passant_targets.clear();
            if self.moves(&without) == self.moves(position) {
                return without.hash();
            }
        }
        position.hash()
    }

    /// How many passes in a row an end of the game can depend on: more of them change nothing.
    fn passes_asked(&self) -> u8 {
        let ends = &self.game.ends;
        match (ends.all_passed, ends.facing_royals) {
            (Some(_), _) => self.player_count() as u8,
            (None, Some(_)) => 1,
            (None, None) => 0,
        }
    }

    fn without_progress(&self, position: &Position) -> Option<GameEnd> {
        let rule = self.game().ends.no_progress.as_ref()?;
        let limit = usize::from(rule.moves) * self.player_count();
        (usize::from(position.turn.plies_without_progress) >= limit).then_some(GameEnd {
            reason: EndReason::NoProgress,
            side: position.turn.to_move,
            outcome: rule.outcome,
        })
    }

    /// The sides that have turns, those that are eliminated among them.
    fn player_count(&self) -> usize {
        self.game.sides.iter().filter(|side| side.has_turns).count()
    }

    /// Whether a side has turns and is not eliminated.
    pub(super) fn is_playing(&self, position: &Position, side: SideId) -> bool {
        self.game.sides[side].has_turns && !position.is_eliminated(side)
    }

    /// Returns the side that moves after another.
    pub(super) fn side_after(&self, position: &Position, side: SideId) -> SideId {
        let count = self.game.sides.len() as u8;
        let mut others = (1..=count).map(|distance| SideId((side.0 + distance) % count));
        others.find(|&other| self.is_playing(position, other)).unwrap_or(side)
    }

    /// Eliminates each enemy whose royal the side to move attacks.
    ///
    /// All attacks are judged before any army is removed, so that the order of the sides does not
    /// matter. Then it looks again, because the removal of pieces can open a line.
    pub(super) fn eliminate_checkmated(&self, position: &mut UndoablePosition) {
        let captor = position.turn.to_move;
        let attacked = |position: &Position, side: SideId| {
            let mut royals = self.royals(position, side);
            royals.any(|cell| self.side_attacks(position, captor, cell))
        };
        loop {
            let is_lost = |&side: &SideId| {
                side != captor && self.is_playing(position, side) && attacked(position, side)
            };
            let losers: Vec<SideId> = self.game.side_ids().filter(is_lost).collect();
            if losers.is_empty() {
                return;
            }
            for loser in losers {
                position.set_eliminated(loser, true);
                self.dispose_of_army(position, loser, captor);
            }
        }
    }

    /// Eliminates the sides of which a rule says so, until the others can play on or the game is over.
    ///
    /// It comes after a whole turn, which `mover` made, and not while moves are only tried.
    pub(super) fn eliminate_by_rules(&self, position: &mut UndoablePosition, mover: SideId) {
        if position.is_within_turn() {
            return;
        }
        loop {
            let losers = self.sides_to_eliminate(position);
            if losers.is_empty() {
                return;
            }
            for loser in losers {
                position.set_eliminated(loser, true);
                self.dispose_of_army(position, loser, mover);
            }
            position.turn.consecutive_passes = 0;
            let to_move = position.turn.to_move;
            if position.is_eliminated(to_move) {
                let is_captors = match self.game.elimination {
                    Elimination::RemovedThenCaptor => true,
                    Elimination::RemovedInOrder => false,
                    Elimination::Stays(next) | Elimination::JoinsCaptor(next) => {
                        next == NextTurn::Captor
                    }
                };
                position.turn.to_move = match is_captors && self.is_playing(position, mover) {
                    true => mover,
                    false => self.side_after(position, to_move),
                };
            }
            position.end_en_passant_of_turn();
        }
    }

    /// The sides that the first rule which is true eliminates: all of which it is true now.
    fn sides_to_eliminate(&self, position: &Position) -> Vec<SideId> {
        let players = self.game.side_ids().filter(|&side| self.is_playing(position, side));
        if players.count() < 2 {
            return Vec::new();
        }
        let to_move = position.turn.to_move;
        let Some((side, outcome)) = self.board_result(position) else {
            let ends = self.game.ends_of(to_move);
            let mated = || self.in_check(position, to_move);
            let by_moves = [ends.checkmate, ends.stalemate].contains(&Some(Outcome::Eliminated))
                && self.moves(position).is_empty()
                && (if mated() { ends.checkmate } else { ends.stalemate })
                    == Some(Outcome::Eliminated);
            return if by_moves { vec![to_move] } else { Vec::new() };
        };
        if outcome != Outcome::Eliminated {
            return Vec::new();
        }
        if let Some((_, sides)) = self.reached_end(position).filter(|(_, it)| it.contains(&side)) {
            return sides;
        }
        let of_rule = |rule: &EndOfSide| {
            let is_out = |&side: &SideId| rule(self, position, side) == Some(Outcome::Eliminated);
            self.mover_first(position).filter(is_out).collect::<Vec<SideId>>()
        };
        let rules: [EndOfSide; 3] = [Rules::extinction_of, Rules::goal_of, Rules::promotion_end_of];
        let mut all = rules.iter().map(of_rule);
        all.find(|sides| sides.contains(&side)).unwrap_or_else(|| vec![side])
    }

    /// Removes the pieces of an eliminated side or gives them to the captor, as the game says.
    fn dispose_of_army(&self, position: &mut UndoablePosition, loser: SideId, captor: SideId) {
        let cells: Vec<Cell> = position.cells_of(loser).collect();
        for cell in cells {
            match self.game.elimination {
                Elimination::RemovedThenCaptor | Elimination::RemovedInOrder => {
                    position.lift(cell);
                }
                Elimination::Stays(_) => {}
                Elimination::JoinsCaptor(_) => {
                    let (index, status) = position.lift(cell);
                    let piece = position.piece(index).expect("the army stands on its cells");
                    let index = position.piece_index(Piece { side: captor, ..piece });
                    position.put(cell, index, status);
                }
            }
        }
    }
}
