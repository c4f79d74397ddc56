//! Turns of several parts: which part is next, and what is possible in it.

use crate::game::{
    CheckTest, Condition, ConditionAtom, GameFact, PartTarget, PartTimes, Piece, PieceSet, TurnPart,
};
use crate::geometry::{Cell, CellSet};
use crate::source::work;

use super::apply::{MadeChanges, Undo, UndoablePosition};
use super::condition_eval::ConditionSubject;
use super::generate::LegalityCheck;
use super::move_events::ChoiceOfMoves;
use super::position::NO_PIECE;
use super::walk::{AllMoves, Mover};
use super::{Move, MoveKind, Position, Rules};

/// What a side has done so far in a turn that is not finished.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TurnProgress {
    /// The part that is to be made, an index of [`Game::turn_parts`](crate::game::Game::turn_parts).
    pub part: u8,
    /// How often this part has been made.
    pub times: u16,
    /// The last part that was made: its cells and captures.
    pub last: Move,
    /// The cells on which the pieces that were moved or dropped now stand, in the order of the
    /// parts, and whether each had moved before the turn.
    pub moved: Vec<(Cell, bool)>,
    /// Whether a capture or another move that cannot be undone was made.
    pub has_progress: bool,
}

/// Whether a turn ends with the next move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TurnEnd {
    /// No part can follow.
    Certain,
    /// Every part that can follow may be left out.
    Possible,
    /// A part may follow that must be made.
    Unknown,
}

impl TurnProgress {
    /// Returns what later parts can ask of a part that was made: its cells and captures.
    pub fn cells_of(found: &Move) -> Move {
        let kind = match found.kind {
            MoveKind::Drop(piece) => MoveKind::Drop(piece),
            _ => MoveKind::Step,
        };
        let Move { from, to, captures, displaced, .. } = *found;
        Move { kind, captures, displaced, ..Move::step(from, to) }
    }
}

impl Position {
    /// Returns what was done in this turn, if the turn is not finished.
    pub fn turn_progress(&self) -> Option<&TurnProgress> {
        self.record.as_ref()?.turn.as_ref()
    }

    /// Whether the piece on a cell was moved or dropped by an earlier part of this turn.
    fn has_moved_in_turn(&self, cell: Cell) -> bool {
        let progress = self.turn_progress();
        progress.is_some_and(|progress| progress.moved.iter().any(|&(at, _)| at == cell))
    }

    /// Whether the piece of a move had moved before the turn. One that is dropped counts as moved.
    fn had_moved(&self, found: &Move) -> bool {
        let moved = self.turn_progress().map_or(&[][..], |progress| &progress.moved);
        let known = moved.iter().find(|&&(at, _)| at == found.from).map(|&(_, it)| it);
        let drops = matches!(found.kind, MoveKind::Drop(_));
        known.unwrap_or_else(|| drops || self.status(found.from).moved)
    }

    /// Whether the side to move has made a part of its turn and another part follows.
    pub fn is_within_turn(&self) -> bool {
        self.turn_progress().is_some()
    }
}

impl Rules {
    /// Returns the part of the turn that is to be made; `None` if the turn is one move.
    pub fn turn_part(&self, position: &Position) -> Option<usize> {
        if !self.has_turn_parts {
            return None;
        }
        match position.turn_progress() {
            Some(progress) => Some(progress.part.into()),
            None => (0..self.game.turn_parts.len()).find(|&part| self.is_due(position, part, None)),
        }
    }

    /// Whether a turn ends with the next move.
    pub(super) fn turn_end(&self, position: &Position) -> TurnEnd {
        let Some(part) = self.turn_part(position) else { return TurnEnd::Certain };
        let (rule, later) = self.game.turn_parts[part..].split_first().expect("the part is there");
        let is_made = self.is_made_by_one_move(position, part);
        if is_made && later.is_empty() {
            TurnEnd::Certain
        } else if (is_made || rule.optional) && later.iter().all(|later| later.optional) {
            TurnEnd::Possible
        } else {
            TurnEnd::Unknown
        }
    }

    fn is_made_by_one_move(&self, position: &Position, part: usize) -> bool {
        let made = position.turn_progress().map_or(0, |progress| progress.times);
        u32::from(made) + 1 >= self.times_of(position, part)
    }

    /// Whether a part of a turn moves the piece on a cell as it usually moves.
    pub fn is_usual_in_part(&self, position: &Position, part: usize, from: Cell) -> bool {
        let rule = &self.game.turn_parts[part];
        let side = position.turn.to_move;
        let moves = |piece| rule.moves.as_ref().is_some_and(|moves| moves[side].contains(piece));
        let is_plain = rule.to.is_none() && rule.notation.is_none() && rule.from_landing.is_none();
        is_plain
            && position.piece_at(from).is_some_and(moves)
            && (rule.same_piece || !position.has_moved_in_turn(from))
    }

    /// Returns all legal turns from here, each with its parts. In most games a turn is one move.
    pub fn turns(&self, position: &Position) -> Vec<Vec<Move>> {
        let mut turns = Vec::new();
        for found in self.moves(position) {
            let after = self.after(position, &found);
            let rest = match after.is_within_turn() {
                true => self.turns(&after),
                false => vec![Vec::new()],
            };
            turns.extend(rest.into_iter().map(|rest| [vec![found], rest].concat()));
        }
        turns
    }

    /// Whether a part is one of this turn, as far as its times and its condition say.
    fn is_due(&self, position: &Position, part: usize, progress: Option<&TurnProgress>) -> bool {
        let rule = &self.game.turn_parts[part];
        let side = position.turn.to_move;
        let last = progress.and_then(|progress| progress.moved.last());
        let is_meant = |by: &PieceSet| {
            let piece = last.and_then(|&(cell, _)| position.piece_at(cell));
            piece.is_some_and(|piece| by.contains(piece))
        };
        let subject = ConditionSubject {
            side,
            cell: last.map(|&(cell, _)| cell),
            had_moved: last.map(|&(_, had_moved)| had_moved),
        };
        rule.sides[side]
            && self.times_of(position, part) > 0
            && rule.by.as_ref().is_none_or(|by| is_meant(&by[side]))
            && self.condition_holds(&rule.condition, position, subject)
    }

    /// How often a part is made in the turn of the position.
    fn times_of(&self, position: &Position, part: usize) -> u32 {
        let TurnPart { times, first_turn, .. } = &self.game.turn_parts[part];
        match (position.turn.plies, first_turn, times) {
            (0, Some(first), _) => u32::from(*first),
            (_, _, PartTimes::Number(times)) => u32::from(*times),
            (plies, _, PartTimes::Growing(times)) => plies.saturating_add(u32::from(*times)),
        }
    }

    /// Adds the moves of the part that is to be made. Returns whether the turn has parts.
    pub(super) fn part_moves(&self, position: &Position, moves: &mut Vec<Move>) -> bool {
        let Some(part) = self.turn_part(position) else { return false };
        let rule = &self.game.turn_parts[part];
        let side = position.turn.to_move;
        let start = moves.len();
        let cells = self.cells_of_part(position, part);
        if let Some(pieces) = &rule.moves {
            self.moves_of_part(position, part, &pieces[side], moves);
        }
        if let Some(pieces) = &rule.drops {
            for piece in pieces[side].iter().filter(|&piece| position.in_hand(piece) > 0) {
                if self.game.sides[piece.side].moved_by.contains(&side) {
                    let cells = cells.as_ref().filter(|_| rule.to.is_some());
                    self.drops_of(position, piece, cells, moves);
                }
            }
        }
        if let Some((piece_type, owners)) = &rule.places {
            let piece = Piece { side: owners[side], piece_type: *piece_type };
            let cells = self.game.layout.cells();
            let is_free = |cell: &Cell| position.pieces[cell.index()] == NO_PIECE;
            let empty = cells.filter(is_free).filter(|&cell| self.game.may_be_on(piece, cell));
            moves.extend(
                empty.map(|cell| Move { kind: MoveKind::Drop(piece), ..Move::step(cell, cell) }),
            );
        }
        if let Some(cells) = cells {
            let mut index = 0;
            moves.retain(|found| {
                index += 1;
                index <= start || cells.contains(found.to)
            });
        }
        if rule.optional {
            moves.push(self.pass(position, side));
        }
        true
    }

    /// Adds the moves of these pieces in a part.
    fn moves_of_part(
        &self,
        position: &Position,
        part: usize,
        pieces: &PieceSet,
        moves: &mut Vec<Move>,
    ) {
        let side = position.turn.to_move;
        let rule = &self.game.turn_parts[part];
        let may_move = |from, piece| {
            pieces.contains(piece) && (rule.same_piece || !position.has_moved_in_turn(from))
        };
        for (from, piece) in position.pieces() {
            if may_move(from, piece) && self.game.sides[piece.side].moved_by.contains(&side) {
                let own = self.part_programs[part].notation.as_ref();
                let program = own.map_or(self.program_of(piece), |programs| &programs[piece.side]);
                self.moves_from(position, from, program, moves);
            }
        }
        if rule.notation.is_none() {
            moves.extend(self.pseudo_castlings(position).into_iter().filter(|found| {
                let royal = position.piece_at(found.from);
                royal.is_some_and(|royal| royal.side == side && may_move(found.from, royal))
            }));
        }
    }

    /// Returns the only cells on which the part may end; `None` if it may end on any.
    fn cells_of_part(&self, position: &Position, part: usize) -> Option<CellSet> {
        let rule = &self.game.turn_parts[part];
        let side = position.turn.to_move;
        let last = position.turn_progress().map(|progress| &progress.last);
        let target = rule.to.as_ref().map(|target| match target {
            PartTarget::Cells(cells) => cells[side].clone(),
            PartTarget::Places(places) => places.iter().fold(CellSet::new(), |cells, place| {
                let seen = last.map(|last| self.cells_of_place(place, position, last, side));
                cells.union(&seen.unwrap_or_default())
            }),
        });
        let reached = self.part_programs[part].from_landing.as_ref().map(|programs| {
            let mut cells = CellSet::new();
            if let Some(landing) = last.map(|last| last.to) {
                let mut add = |found: Move| {
                    cells.insert(found.to);
                };
                let mover = Mover::new(self, position, landing, side);
                let _ = mover.run(&programs[side], &mut AllMoves::seldom(&mut add));
            }
            cells
        });
        match (target, reached) {
            (Some(target), Some(reached)) => Some(target.intersection(&reached)),
            (target, reached) => target.or(reached),
        }
    }

    /// Returns what follows a part that is made in this position, if nothing ends the turn.
    ///
    /// The part that is due then is the same one, or the first one that is later.
    fn progress_after(
        &self,
        position: &mut UndoablePosition,
        found: &Move,
    ) -> Option<TurnProgress> {
        let part = self.turn_part(position)?;
        if self.ends_turn(position, part, found) {
            return None;
        }
        let before = position.turn_progress().cloned();
        let skips = found.kind == MoveKind::Pass;
        let until = &self.game.turn_parts[part].until;
        let choice = ChoiceOfMoves { side: position.turn.to_move, most_captures: 0 };
        if !skips && !until.is_empty() && self.move_does(until, position, found, choice) {
            return None;
        }
        let made = before.as_ref().map_or(0, |before| before.times) + u16::from(!skips);
        let is_made = skips || u32::from(made) >= self.times_of(position, part);
        let (part, times) = if is_made { (part + 1, 0) } else { (part, made) };
        let last = match &before {
            Some(before) if skips => before.last,
            _ => TurnProgress::cells_of(found),
        };
        let mut moved = before.as_ref().map(|before| before.moved.clone()).unwrap_or_default();
        let had_progress = before.is_some_and(|before| before.has_progress);
        if !skips {
            let had_moved = position.had_moved(found);
            moved.retain(|&(at, _)| at != found.from && !found.captures.contains(at));
            moved.push((found.to, had_moved));
        }
        Some(TurnProgress { part: part as u8, times, last, moved, has_progress: had_progress })
    }

    /// Whether it is known before a part is made that no other one can follow it: none is left, or
    /// all are for other pieces than the moved one.
    pub(super) fn ends_turn(&self, position: &Position, part: usize, found: &Move) -> bool {
        let (rule, later) = self.game.turn_parts[part..].split_first().expect("the part is there");
        if found.kind == MoveKind::Pass {
            return later.is_empty() || !rule.optional;
        }
        if !self.is_made_by_one_move(position, part) {
            return false;
        }
        // Effects and transfers may make another piece of the moved one.
        if later.is_empty() || self.has_effects || !self.game.transfers.is_empty() {
            return later.is_empty();
        }
        let piece = match found.kind {
            MoveKind::Drop(piece) => Some(piece),
            _ => position.piece_at(found.from),
        };
        let Some(piece) = piece else { return false };
        let piece = Piece { piece_type: found.promotion.unwrap_or(piece.piece_type), ..piece };
        let side = position.turn.to_move;
        let had_moved = position.had_moved(found);
        let may_follow = |rule: &TurnPart| {
            let is_of = rule.by.as_ref().is_none_or(|by| by[side].contains(piece));
            let must_be_unmoved = || {
                let unmoved = Condition::Is(ConditionAtom::Fact(GameFact::Unmoved));
                rule.condition.conjuncts().contains(&unmoved)
            };
            rule.sides[side] && is_of && !(had_moved && must_be_unmoved())
        };
        !later.iter().any(may_follow)
    }

    /// Makes a part of a turn, and ends the turn if no other part follows.
    pub(super) fn apply_part(&self, position: &mut UndoablePosition, found: &Move) -> Undo {
        let progress = self.progress_after(position, found);
        let made = self.apply_changes(position, found);
        let mark = position.mark();
        if let Some(progress) = progress
            && self.begin_next_part(position, found, &made, progress)
        {
            return made.undo;
        }
        position.roll_back(mark);
        self.end_turn(position, found, made)
    }

    /// Begins the first part that is due and can be made, after the changes of another one. Returns whether
    /// there is one.
    fn begin_next_part(
        &self,
        position: &mut UndoablePosition,
        found: &Move,
        made: &MadeChanges,
        mut progress: TurnProgress,
    ) -> bool {
        progress.has_progress |= made.is_progress && found.kind != MoveKind::Pass;
        // A piece that moves on after a double step cannot be captured en passant any more.
        position.end_en_passant(|position, target| {
            position.piece_at(target.victim).is_none_or(|piece| piece.side != target.side)
                || target.victim == found.from && target.victim != found.to
        });
        // The conditions of later parts ask what this one did.
        self.record_part(position, found, made.undo.turn.to_move, &made.captured);
        while let Some(rule) = self.game.turn_parts.get(usize::from(progress.part)) {
            let is_due =
                progress.times > 0 || self.is_due(position, progress.part.into(), Some(&progress));
            if is_due {
                if let Some(record) = &mut position.record {
                    record.turn = Some(progress.clone());
                }
                if !rule.optional || self.has_part(position) {
                    return true;
                }
            }
            progress.part += 1;
            progress.times = 0;
        }
        false
    }

    /// Whether a part can be made that is not left out, and the turn be finished after it.
    fn has_part(&self, position: &mut UndoablePosition) -> bool {
        self.finds_part(position, |found| found.kind != MoveKind::Pass)
    }

    /// Whether a part of a turn that a side has begun can be made so that the turn can be finished.
    fn can_finish_turn(&self, position: &mut UndoablePosition) -> bool {
        self.finds_part(position, |_| true)
    }

    fn finds_part(
        &self,
        position: &mut UndoablePosition,
        is_meant: impl Fn(&Move) -> bool,
    ) -> bool {
        let mut moves = Vec::new();
        let has_restrictions = self.forbids_drop_mates || !self.game.restrictions.is_empty();
        if has_restrictions && !position.judges_checkmate {
            self.legal_moves(position, &mut moves);
            return moves.iter().any(is_meant);
        }
        self.pseudo_moves(position, &mut moves);
        // Mostly the first move is legal: it is tested without a look at the lines of all attacks.
        let check = self.legality_check(position, position.turn.to_move, 1);
        let end = self.turn_end(position);
        let mut meant = moves.iter().filter(|found| is_meant(found));
        meant.any(|found| self.is_legal_part(position, found, &check, end))
    }

    /// Whether a part of a turn is legal: the rest of the turn can be made too.
    pub(super) fn is_legal_part(
        &self,
        position: &mut UndoablePosition,
        found: &Move,
        check: &LegalityCheck,
        end: TurnEnd,
    ) -> bool {
        if !work::spend(1) {
            return false;
        }
        // The search for the rest of the turn is long: it comes after the test of this part.
        let is_tested_first = self.game.check_test != CheckTest::EndOfTurn;
        if is_tested_first || end != TurnEnd::Unknown {
            let is_legal = self.is_legal(position, found, check);
            let decides = if is_legal { end != TurnEnd::Unknown } else { is_tested_first };
            if decides || end == TurnEnd::Certain {
                return is_legal;
            }
        }
        let undo = self.apply(position, found);
        let goes_on = position.is_within_turn();
        // A part that may be left out has begun because it can be made, and the turn be finished.
        let is_optional = self
            .turn_part(position)
            .is_some_and(|part| goes_on && self.game.turn_parts[part].optional);
        let can_finish = !goes_on || is_optional || self.can_finish_turn(position);
        self.undo(position, undo);
        can_finish
            && match goes_on {
                _ if is_tested_first => true,
                true => self.castles_legally(position, found) && !self.is_barred(position, found),
                false => self.is_legal(position, found, check),
            }
    }
}
