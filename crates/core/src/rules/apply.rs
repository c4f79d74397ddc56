//! Makes moves on a position and undoes them.

use std::ops::{Deref, DerefMut};

use crate::game::{Piece, SideId, TransferWhen};
use crate::geometry::Cell;

use super::effects::EffectCapture;
use super::position::{EnPassantTarget, PieceIndex, PieceStatus, TurnState};
use super::{GameRecord, Move, MoveKind, Position, Rules};

/// A position with the changes of the moves made on it, so that they can be undone in reverse order.
#[derive(Debug)]
pub(super) struct UndoablePosition {
    position: Position,
    changes: Vec<Change>,
    /// Earlier records, one for each change that says so.
    #[allow(
        clippy::vec_box,
        reason = "a position has its record in a box, which goes back as it is"
    )]
    records: Vec<Box<GameRecord>>,
    /// What effects of the last move captured.
    pub(super) captured_by_effects: Vec<EffectCapture>,
    /// The indices of the effects of the last move that changed something.
    pub(super) made_effects: Vec<usize>,
    /// The index of the effect that makes the last move illegal.
    pub(super) barred_by: Option<usize>,
    /// Whether answers to a check are looked for: restrictions then do not matter.
    pub(super) judges_checkmate: bool,
}

impl Deref for UndoablePosition {
    type Target = Position;

    fn deref(&self) -> &Position {
        &self.position
    }
}

impl DerefMut for UndoablePosition {
    fn deref_mut(&mut self) -> &mut Position {
        &mut self.position
    }
}

#[derive(Debug, Clone, Copy)]
enum Change {
    /// The contents of a cell before.
    Cell(Cell, PieceIndex, PieceStatus),
    /// How many of a piece were in hand before.
    Hand(PieceIndex, u16),
    /// A target was removed from the list at this index.
    EnPassantEnded(usize, EnPassantTarget),
    /// A target was added at the end of the list.
    EnPassantAdded,
    /// The record changed; the last of the kept ones was the record before.
    Record,
}

/// What is needed to undo one move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Undo {
    /// The changes before the move.
    pub(super) mark: usize,
    /// The turn in which the move was made.
    pub(super) turn: TurnState,
}

/// What a move has done on the board.
#[derive(Debug)]
pub(super) struct MadeChanges {
    pub(super) undo: Undo,
    /// The captured pieces, if the game counts them.
    pub(super) captured: Vec<Piece>,
    /// Whether the move is progress.
    pub(super) is_progress: bool,
}

impl UndoablePosition {
    pub(super) fn new(position: Position) -> Self {
        UndoablePosition {
            position,
            changes: Vec::new(),
            records: Vec::new(),
            captured_by_effects: Vec::new(),
            made_effects: Vec::new(),
            barred_by: None,
            judges_checkmate: false,
        }
    }

    /// A copy of a position in which a side is to move.
    pub(super) fn on_turn_of(side: SideId, position: &Position) -> Self {
        let mut copy = UndoablePosition::new(position.clone());
        copy.turn.to_move = side;
        copy
    }

    /// Returns the number of changes so far, to which `roll_back` can return.
    pub(super) fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Removes the piece from a cell and returns it.
    pub(super) fn lift(&mut self, cell: Cell) -> (PieceIndex, PieceStatus) {
        let (index, status) = self.position.remove_piece(cell);
        self.changes.push(Change::Cell(cell, index, status));
        (index, status)
    }

    /// Puts a piece on a cell in place of its contents.
    pub(super) fn put(&mut self, cell: Cell, index: PieceIndex, status: PieceStatus) {
        self.lift(cell);
        self.position.place_piece(cell, index, status);
    }

    fn set_hand(&mut self, index: PieceIndex, count: u16) {
        self.changes.push(Change::Hand(index, self.position.hands[index as usize]));
        self.position.hands[index as usize] = count;
    }

    /// Removes the en-passant targets for which a test holds.
    pub(super) fn end_en_passant(&mut self, ends: impl Fn(&Position, &EnPassantTarget) -> bool) {
        for index in (0..self.position.en_passant_targets.len()).rev() {
            if ends(&self.position, &self.position.en_passant_targets[index]) {
                let target = self.position.en_passant_targets.remove(index);
                self.changes.push(Change::EnPassantEnded(index, target));
            }
        }
    }

    /// Removes those that end when the next side is to move: a target ends at its side's next turn, and
    /// if its piece was captured or changed sides.
    pub(super) fn end_en_passant_of_turn(&mut self) {
        self.end_en_passant(|position, target| {
            target.side == position.turn.to_move
                || position.piece_at(target.victim).is_none_or(|piece| piece.side != target.side)
        });
    }

    /// Keeps the record as it is now, so that it comes back when the changes are undone.
    pub(super) fn keep_record(&mut self) {
        if let Some(record) = &self.position.record {
            self.records.push(record.clone());
            self.changes.push(Change::Record);
        }
    }

    /// Whether the contents of a cell have not changed since a mark.
    pub(super) fn is_unchanged_since(&self, mark: usize, cell: Cell) -> bool {
        let mut changes = self.changes[mark..].iter();
        !changes.any(|change| matches!(change, Change::Cell(at, ..) if *at == cell))
    }

    /// Undoes all changes since a mark.
    pub(super) fn roll_back(&mut self, mark: usize) {
        let position = &mut self.position;
        for change in self.changes.drain(mark..).rev() {
            match change {
                Change::Cell(cell, index, status) => {
                    position.remove_piece(cell);
                    position.place_piece(cell, index, status);
                }
                Change::Hand(index, count) => position.hands[index as usize] = count,
                Change::EnPassantEnded(index, target) => {
                    position.en_passant_targets.insert(index, target);
                }
                Change::EnPassantAdded => drop(position.en_passant_targets.pop()),
                Change::Record => position.record = self.records.pop(),
            }
        }
    }
}

impl Rules {
    /// Returns the position after a move.
    pub fn after(&self, position: &Position, found: &Move) -> Position {
        let mut after = UndoablePosition::new(position.clone());
        self.play(&mut after, found);
        after.position
    }

    /// Plays a legal move: makes it, and takes out the sides that it eliminates.
    pub(super) fn play(&self, position: &mut UndoablePosition, found: &Move) -> Undo {
        let undo = self.apply(position, found);
        if self.eliminates {
            self.eliminate_by_rules(position, undo.turn.to_move);
        }
        undo
    }

    /// Makes a move with all its consequences. If it ends the turn, the next side is to move.
    pub(super) fn apply(&self, position: &mut UndoablePosition, found: &Move) -> Undo {
        if self.has_turn_parts {
            self.apply_part(position, found)
        } else {
            self.apply_and_end_turn(position, found)
        }
    }

    /// Makes the changes of a move, its effects and the transfers after it.
    pub(super) fn apply_changes(
        &self,
        position: &mut UndoablePosition,
        found: &Move,
    ) -> MadeChanges {
        let mut captured = match self.recorded.captures {
            true => self.captured_pieces(position, found),
            false => Vec::new(),
        };
        let mut is_progress = self.is_progress(position, found);
        let undo = self.move_pieces(position, found);
        if self.has_effects {
            is_progress |= !position.captured_by_effects.is_empty();
            captured.extend(position.captured_by_effects.drain(..).map(|it| it.piece));
        }
        if !self.game.transfers.is_empty() {
            let mut chosen = found.transfers.iter();
            for cell in self.pieces_due_for_transfer(position, undo.turn.to_move) {
                self.transfer_due(position, cell, undo.mark, &mut chosen);
            }
            self.transfer_lone_pieces(position);
        }
        MadeChanges { undo, captured, is_progress }
    }

    /// Makes a move and ends the turn: the next side is to move.
    pub(super) fn apply_and_end_turn(&self, position: &mut UndoablePosition, found: &Move) -> Undo {
        let made = self.apply_changes(position, found);
        self.end_turn(position, found, made)
    }

    /// Ends the turn after the changes of a move: the next side is to move.
    pub(super) fn end_turn(
        &self,
        position: &mut UndoablePosition,
        found: &Move,
        made: MadeChanges,
    ) -> Undo {
        let MadeChanges { undo, captured, is_progress: mut progress } = made;
        let mut passes = matches!(found.kind, MoveKind::Pass);
        if self.has_turn_parts
            && let Some(earlier) = position.turn_progress()
        {
            progress |= earlier.has_progress;
            passes &= earlier.moved.is_empty();
        }
        let turn = &mut position.turn;
        turn.plies += 1;
        turn.consecutive_passes =
            if passes { turn.consecutive_passes.saturating_add(1) } else { 0 };
        turn.plies_without_progress =
            if progress { 0 } else { turn.plies_without_progress.saturating_add(1) };
        if position.record.is_some() {
            self.record_move(position, found, undo.turn.to_move, &captured);
        }
        position.turn.to_move = self.side_after(position, undo.turn.to_move);
        if self.game.ends.royal_capturable.is_some() {
            self.eliminate_checkmated(position);
        }
        position.end_en_passant_of_turn();
        if self.recorded.pending {
            self.record_pending(position, undo.turn.to_move);
        }
        undo
    }

    /// Makes only the part of a move on which its legality depends: pieces, hands and rights.
    pub(super) fn move_pieces(&self, position: &mut UndoablePosition, found: &Move) -> Undo {
        let pending = self.has_effects.then(|| self.pending_effects(position, found));
        let undo = self.move_before_effects(position, found);
        if let Some(pending) = pending {
            self.make_effects(position, found, &pending);
        }
        undo
    }

    /// The same without the effects of the move.
    pub(super) fn move_before_effects(
        &self,
        position: &mut UndoablePosition,
        found: &Move,
    ) -> Undo {
        let undo = Undo { mark: position.mark(), turn: position.turn };
        if found.kind != MoveKind::Pass {
            position.turn.castling_rights &=
                !(self.castling_cells[found.from.index()] | self.castling_cells[found.to.index()]);
        }
        // The turn never comes back to a side that does not play: its pieces can be captured en
        // passant for one turn.
        position.end_en_passant(|position, target| !self.is_playing(position, target.side));
        match found.kind {
            MoveKind::Step => self.step(position, found),
            MoveKind::Castle(_) => {
                let (from, to) = found.displaced.expect("a castling has a partner");
                let royal = position.lift(found.from);
                let partner = position.lift(from);
                for (to, (index, status)) in [(found.to, royal), (to, partner)] {
                    position.put(to, index, PieceStatus { moved: true, ..status });
                }
            }
            MoveKind::Drop(piece) => {
                let held = position.piece_index(self.game.dropped_from(piece));
                // A part of a turn can put a piece on the board that is not in hand.
                let count = position.hands[held as usize];
                position.set_hand(held, count.saturating_sub(1));
                let index = position.piece_index(piece);
                position.put(found.to, index, PieceStatus { moved: true, ..Default::default() });
            }
            MoveKind::Pass => {}
            MoveKind::Transfer(index) => {
                let rule = &self.game.transfers[index as usize];
                let to = Some(found.to).filter(|_| rule.to.is_some());
                self.transfer(position, rule, found.from, to);
            }
        }
        undo
    }

    /// Undoes the last move, made by `apply` or by `move_pieces`.
    pub(super) fn undo(&self, position: &mut UndoablePosition, undo: Undo) {
        position.roll_back(undo.mark);
        position.turn = undo.turn;
    }

    /// Makes a move by one of the rules of a piece.
    fn step(&self, position: &mut UndoablePosition, found: &Move) {
        let (mut index, status) = position.lift(found.from);
        let owner = position.side_of(index);
        let displaced = found.displaced.map(|(from, to)| {
            position.turn.castling_rights &= !self.castling_cells[from.index()];
            (position.lift(from), to)
        });
        for victim in found.captures.iter() {
            position.turn.castling_rights &= !self.castling_cells[victim.index()];
            self.capture(position, victim, owner);
        }
        if let Some(((index, status), to)) = displaced {
            position.put(to, index, PieceStatus { moved: true, ..status });
        }
        let mut status = PieceStatus { moved: true, ..status };
        if let Some(piece_type) = found.promotion {
            let piece = position.piece(index).expect("a piece moves");
            if self.game.hands.as_ref().is_some_and(|hands| hands.unpromoted) {
                let own_form = self.game.piece_types[piece.piece_type].unpromoted;
                let first = status.promoted_from.or(own_form).unwrap_or(piece.piece_type);
                // A piece that is again what it was first is not promoted.
                status.promoted_from = Some(first).filter(|&first| first != piece_type);
            }
            index = position.piece_index(Piece { piece_type, ..piece });
        }
        position.put(found.to, index, status);
        // A piece that promotes by its double step is no longer one that can be captured so.
        if found.promotion.is_some() {
            return;
        }
        for &cell in found.skipped.iter().flatten() {
            let target = EnPassantTarget { cell, victim: found.to, side: owner };
            position.en_passant_targets.push(target);
            position.changes.push(Change::EnPassantAdded);
        }
    }

    /// Captures a piece: it goes to a hand, to another cell, or out of the game.
    pub(super) fn capture(&self, position: &mut UndoablePosition, cell: Cell, captor: SideId) {
        let (index, status) = position.lift(cell);
        let Some(piece) = position.piece(index) else { return };
        if let Some(hands) = self.game.hands.as_ref().filter(|hands| hands.captures_to_hand) {
            let own_form = self.game.piece_types[piece.piece_type].unpromoted;
            let demoted = status.promoted_from.or(own_form).filter(|_| hands.unpromoted);
            let piece_type = demoted.unwrap_or(piece.piece_type);
            let index = position.piece_index(Piece { side: captor, piece_type });
            position.set_hand(index, position.hands[index as usize] + 1);
        }
        if let Some(rule) = self.transfer_of(TransferWhen::Captured, piece, status, cell)
            && let Some(to) = self.free_destinations(position, rule, piece.side).iter().next()
        {
            position.put(to, index, status);
        }
    }

    /// Whether a move that has not been made is progress. What its effects capture is progress, too.
    fn is_progress(&self, position: &Position, found: &Move) -> bool {
        let pieces = self.game.ends.no_progress.as_ref().and_then(|rule| rule.pieces.as_ref());
        let counts = |piece| pieces.is_some_and(|pieces| pieces.contains(piece));
        !found.captures.is_empty()
            || found.promotion.is_some()
            || matches!(found.kind, MoveKind::Drop(_) | MoveKind::Transfer(_))
            || found.is_of_piece() && position.piece_at(found.from).is_some_and(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{add_piece_type, chess, chess_position, duel};
    use super::*;
    use crate::game::{
        CellExpr, CellNode, Game, Hands, OccupantRule, PieceTypeId, Said, SaidCells, Transfer,
    };
    use crate::geometry::{Board, CellSet};
    use crate::rules::{CapturedCells, PlayedGame};
    use crate::source::Span;

    /// A board of one file for two sides with Wazirs.
    fn lane(edit: impl FnOnce(&mut Game, PieceTypeId)) -> Rules {
        let mut game = duel(Board::rectangle(1, 8));
        let wazir = add_piece_type(&mut game, "wazir", "W", false);
        edit(&mut game, wazir);
        Rules::compile(game).expect("the game compiles")
    }

    fn cell(rules: &Rules, name: &str) -> Cell {
        rules.layout().find(name).expect("a cell of the board")
    }

    fn cells(game: &Game, names: &str) -> SaidCells {
        let find = |name| game.layout.find(name).expect("a cell of the board");
        let by_side = vec![names.split(' ').map(find).collect(); 2].into();
        Said { by_side, expr: CellExpr { span: Span::default(), node: CellNode::All(None) } }
    }

    fn stand(rules: &Rules, pieces: &[(&str, u8)]) -> Position {
        let mut position = Position::empty(rules);
        for &(name, side) in pieces {
            let piece = Piece { side: SideId(side), piece_type: PieceTypeId(0) };
            position.set_piece(cell(rules, name), Some(piece));
        }
        position
    }

    #[test]
    fn a_promoted_piece_is_captured_as_what_it_was() {
        let mut game = duel(Board::rectangle(1, 8));
        let wazir = add_piece_type(&mut game, "wazir", "W", false);
        let ferz = add_piece_type(&mut game, "ferz", "F", false);
        game.hands = Some(Hands { captures_to_hand: true, unpromoted: true, initial: Vec::new() });
        let rules = Rules::compile(game).expect("the game compiles");
        let (from, to) = (cell(&rules, "a7"), cell(&rules, "a8"));
        let position = stand(&rules, &[("a7", 0)]);
        let promotion = Move { promotion: Some(ferz), ..Move::step(from, to) };
        let mut promoted = rules.after(&position, &promotion);
        assert_eq!(promoted.piece_at(to).map(|piece| piece.piece_type), Some(ferz));
        promoted.set_piece(from, Some(Piece { side: SideId(1), piece_type: wazir }));
        let capture = Move::step(from, to).capturing(CapturedCells::one(to));
        let captured = rules.after(&promoted, &capture);
        let in_hand = |piece_type| captured.in_hand(Piece { side: SideId(1), piece_type });
        assert_eq!((in_hand(wazir), in_hand(ferz)), (1, 0));
    }

    #[test]
    fn a_piece_displaced_by_a_prisoner_has_no_choice_of_cells() {
        let line = |game: &Game, when, from: &str, to: &str, occupant| Transfer {
            name: String::new(),
            when,
            from: cells(game, from),
            pieces: None,
            states: Vec::new(),
            to: Some(cells(game, to)),
            occupant,
            removed_when_full: true,
            reset: CellSet::new(),
        };
        let rules = lane(|game, _| {
            let captured = TransferWhen::Captured;
            game.transfers = vec![
                line(game, captured, "a1 a2 a3", "a8", OccupantRule::Removed),
                line(game, TransferWhen::OwnerMoved, "a8", "a5 a6", OccupantRule::Blocks),
            ];
        });
        let position = stand(&rules, &[("a2", 0), ("a8", 0), ("a3", 1)]);
        let mut line = PlayedGame::from(&rules, position);
        let (from, to) = (cell(&rules, "a2"), cell(&rules, "a3"));
        let moves = line.moves();
        let taking: Vec<&Move> =
            moves.iter().filter(|found| (found.from, found.to) == (from, to)).collect();
        assert_eq!(taking.len(), 1, "{taking:?}");
        assert!(moves.iter().filter(|found| found.to == cell(&rules, "a1")).count() == 2);
        line.play(taking[0]);
        let prisoner = line.position().piece_at(cell(&rules, "a8"));
        assert_eq!(prisoner.map(|piece| piece.side), Some(SideId(1)));
    }

    #[test]
    fn a_captured_piece_cannot_be_captured_en_passant() {
        let rules = Rules::compile(chess()).expect("the game compiles");
        let start = chess_position(&rules, "4k3/8/5n2/8/8/8/4P3/4K3 w - - 0 1");
        let mut line = PlayedGame::from(&rules, start.clone());
        let play = |line: &mut PlayedGame<'_>, from: &str, to: &str| {
            let (from, to) = (cell(&rules, from), cell(&rules, to));
            let found = line.moves().into_iter().find(|it| (it.from, it.to) == (from, to));
            line.play(&found.expect("the move is legal"));
        };
        play(&mut line, "e2", "e4");
        let skipped = line.position().clone();
        assert_eq!(skipped.en_passant_targets.len(), 1);
        play(&mut line, "f6", "e4");
        assert_eq!(line.position().en_passant_targets, []);
        assert!(line.take_back());
        assert_eq!(*line.position(), skipped);
        assert!(line.take_back());
        assert_eq!(*line.position(), start);
    }

    #[test]
    fn a_piece_of_a_side_without_turns_can_be_captured_en_passant_for_one_turn() {
        let mut game = chess();
        game.sides[SideId(1)].has_turns = false;
        let rules = Rules::compile(game).expect("the game compiles");
        let mut position = chess_position(&rules, "4k3/8/8/8/4p3/8/8/4K3 w - - 0 1");
        let (skipped, victim) = (cell(&rules, "e5"), cell(&rules, "e4"));
        position.en_passant_targets.push(EnPassantTarget {
            cell: skipped,
            victim,
            side: SideId(1),
        });
        let mut line = PlayedGame::from(&rules, position);
        assert_eq!(line.position().en_passant_targets.len(), 1);
        let found = line.moves()[0];
        line.play(&found);
        assert_eq!(line.position().en_passant_targets, []);
    }

    #[test]
    fn each_piece_due_for_transfer_has_its_choice() {
        let rules = lane(|game, _| {
            game.transfers = vec![Transfer {
                name: String::new(),
                when: TransferWhen::OwnerMoved,
                from: cells(game, "a1 a2"),
                pieces: None,
                states: Vec::new(),
                to: Some(cells(game, "a6 a7 a8")),
                occupant: OccupantRule::Blocks,
                removed_when_full: true,
                reset: CellSet::new(),
            }];
        });
        // With two free cells, the second piece has only one left.
        for (pieces, choices) in [
            (vec![("a1", 0), ("a2", 0), ("a4", 0)], 3 * 2),
            (vec![("a1", 0), ("a2", 0), ("a4", 0), ("a8", 1)], 2),
            (vec![("a1", 0), ("a2", 0), ("a4", 0), ("a8", 1), ("a7", 1)], 1),
            (vec![("a2", 0), ("a4", 0)], 3),
        ] {
            let mut line = PlayedGame::from(&rules, stand(&rules, &pieces));
            let (from, to) = (cell(&rules, "a4"), cell(&rules, "a5"));
            let moves: Vec<Move> =
                line.moves().into_iter().filter(|it| (it.from, it.to) == (from, to)).collect();
            assert_eq!(moves.len(), choices, "{pieces:?}");
            let own = pieces.iter().filter(|(_, side)| *side == 0).count();
            let mut ends = std::collections::BTreeSet::new();
            for found in &moves {
                line.play(found);
                let standing: Vec<Cell> = line.position().cells_of(SideId(0)).collect();
                // A piece without a free cell is removed.
                assert_eq!(standing.len(), own.min(1 + 8 - 5 - (pieces.len() - own)), "{pieces:?}");
                ends.insert(standing);
                assert!(line.take_back());
            }
            assert_eq!(line.position(), &stand(&rules, &pieces));
            // Two pieces of one type that exchange their targets give the same position.
            assert_eq!(
                ends.len(),
                choices.div_ceil(if choices == 3 { 1 } else { 2 }),
                "{pieces:?}"
            );
        }
    }
}
