//! Making moves and taking them back.

use crate::geometry::{Cell, Cells};

use super::position::{EnPassantTarget, NO_PIECE, PieceIndex, PieceStatus};
use super::{
    Elimination, Move, MoveKind, OccupantRule, Outcome, Piece, PieceEvent, Position, Rules, SideId,
    Transfer, TransferTargets, TransferWhen,
};

/// What moves changed, so that they can be taken back in reverse order.
#[derive(Debug, Default)]
pub(super) struct UndoStack {
    changes: Vec<Change>,
}

#[derive(Debug, Clone, Copy)]
enum Change {
    Cell(Cell, PieceIndex, PieceStatus),
    Hand(PieceIndex, u16),
    /// A right to take in passing ended.
    Passed(usize, EnPassantTarget),
    /// A right to take in passing came to the end of the list.
    Skipped,
}

/// How to take one move back.
#[derive(Debug, Clone, Copy)]
pub(super) struct Undo {
    mark: usize,
    rights: u64,
    to_move: SideId,
    out: u8,
    quiet_plies: u16,
    plies: u32,
    passes: u8,
}

impl Rules {
    /// The position after a move.
    pub fn after(&self, position: &Position, found: &Move) -> Position {
        let mut after = position.clone();
        self.apply(&mut after, found, &mut UndoStack::default());
        after
    }

    /// Makes a move, with all that follows from it, up to the next side's turn.
    pub(super) fn apply(
        &self,
        position: &mut Position,
        found: &Move,
        journal: &mut UndoStack,
    ) -> Undo {
        let undo = self.move_pieces(position, found, journal);
        let mover = undo.to_move;
        position.plies += 1;
        let passes = matches!(found.kind, MoveKind::Pass);
        position.consecutive_passes =
            if passes { position.consecutive_passes.saturating_add(1) } else { 0 };
        let progress = self.is_progress(position, found);
        position.plies_without_progress =
            if progress { 0 } else { position.plies_without_progress.saturating_add(1) };
        if !self.game.transfers.is_empty() {
            self.send_leavers(position, found, &undo, journal);
            self.transfer_lone_pieces(position, journal);
        }
        position.to_move = self.side_after(position, mover);
        if self.game.ends.royal_capturable.is_some() {
            self.eliminate_checkmated(position, journal);
        }
        self.forget_gone(position, journal);
        undo
    }

    /// Takes the last move back.
    pub(super) fn undo(&self, position: &mut Position, undo: Undo, journal: &mut UndoStack) {
        self.undo_pieces(position, undo, journal);
    }

    /// The part of a move that its legality depends on: men, hands and rights.
    pub(super) fn move_pieces(
        &self,
        position: &mut Position,
        found: &Move,
        journal: &mut UndoStack,
    ) -> Undo {
        let mover = position.to_move;
        let mark = journal.changes.len();
        let undo = Undo {
            mark,
            rights: position.castling_rights,
            to_move: mover,
            out: position.eliminated,
            quiet_plies: position.plies_without_progress,
            plies: position.plies,
            passes: position.consecutive_passes,
        };
        position.castling_rights &=
            !(self.castling_cells[found.from.index()] | self.castling_cells[found.to.index()]);
        self.clear_en_passant(position, mover, journal);
        match found.kind {
            MoveKind::Step => self.step(position, found, journal),
            MoveKind::Castle(_) => {
                let (from, to) = found.displaced.expect("a castling carries its partner");
                let royal = lift(position, found.from, journal);
                let partner = lift(position, from, journal);
                put(position, found.to, royal.0, PieceStatus { moved: true, ..royal.1 }, journal);
                put(position, to, partner.0, PieceStatus { moved: true, ..partner.1 }, journal);
            }
            MoveKind::Drop(piece) => {
                let slot = position.piece_index(piece);
                set_hand(position, slot, position.hands[slot as usize] - 1, journal);
                put(position, found.to, slot, PieceStatus::default(), journal);
            }
            MoveKind::Pass => {}
            MoveKind::Transfer(index) => {
                let line = &self.game.transfers[index as usize];
                self.transfer(position, line, found.from, found.to, journal);
            }
        }
        undo
    }

    pub(super) fn undo_pieces(&self, position: &mut Position, undo: Undo, journal: &mut UndoStack) {
        roll_back(position, undo.mark, journal);
        position.castling_rights = undo.rights;
        position.to_move = undo.to_move;
        position.eliminated = undo.out;
        position.plies_without_progress = undo.quiet_plies;
        position.plies = undo.plies;
        position.consecutive_passes = undo.passes;
    }

    /// Rights to take a side's men in passing end when it moves again.
    fn clear_en_passant(&self, position: &mut Position, mover: SideId, journal: &mut UndoStack) {
        for index in (0..position.en_passant_targets.len()).rev() {
            if position.en_passant_targets[index].side == mover {
                let passed = position.en_passant_targets.remove(index);
                journal.changes.push(Change::Passed(index, passed));
            }
        }
    }

    /// Rights to take a man in passing end when somebody takes it otherwise, or its army goes.
    fn forget_gone(&self, position: &mut Position, journal: &mut UndoStack) {
        for index in (0..position.en_passant_targets.len()).rev() {
            let EnPassantTarget { victim, side, .. } = position.en_passant_targets[index];
            if position.piece_at(victim).is_none_or(|piece| piece.side != side) {
                let passed = position.en_passant_targets.remove(index);
                journal.changes.push(Change::Passed(index, passed));
            }
        }
    }

    /// A man moves by one of its ways.
    fn step(&self, position: &mut Position, found: &Move, journal: &mut UndoStack) {
        let (slot, tag) = lift(position, found.from, journal);
        let owner = SideId((slot as usize / position.piece_types) as u8);
        let carried = found.displaced.map(|(from, to)| {
            position.castling_rights &= !self.castling_cells[from.index()];
            (lift(position, from, journal), to)
        });
        for victim in found.captures.iter() {
            position.castling_rights &= !self.castling_cells[victim.index()];
            self.capture(position, victim, owner, journal);
        }
        if let Some(((slot, tag), to)) = carried {
            put(position, to, slot, PieceStatus { moved: true, ..tag }, journal);
        }
        let mut tag = PieceStatus { moved: true, ..tag };
        if !self.game.states.is_empty() {
            tag.states = self.remembered(tag.states, found, owner);
        }
        let mut slot = slot;
        if let Some(piece_type) = found.promotion {
            let piece = position.piece(slot).expect("somebody moves");
            if self.game.hands.as_ref().is_some_and(|hands| hands.unpromoted) {
                tag.promoted_from = tag.promoted_from.or(Some(piece.piece_type));
            }
            slot = position.piece_index(Piece { piece_type, ..piece });
        }
        put(position, found.to, slot, tag, journal);
        for &cell in found.skipped.iter().flatten() {
            position.en_passant_targets.push(EnPassantTarget {
                cell,
                victim: found.to,
                side: owner,
            });
            journal.changes.push(Change::Skipped);
        }
    }

    /// Takes a man off the board: to a hand, to another place, or out of the game.
    fn capture(
        &self,
        position: &mut Position,
        cell: Cell,
        captor: SideId,
        journal: &mut UndoStack,
    ) {
        let (slot, tag) = lift(position, cell, journal);
        let Some(piece) = position.piece(slot) else { return };
        if let Some(hands) = self.game.hands.as_ref().filter(|hands| hands.captures_to_hand) {
            let own_form = self.game.piece_types[piece.piece_type.index()].unpromoted;
            let piece_type = match hands.unpromoted {
                true => tag.promoted_from.or(own_form).unwrap_or(piece.piece_type),
                false => piece.piece_type,
            };
            let slot = position.piece_index(Piece { side: captor, piece_type });
            set_hand(position, slot, position.hands[slot as usize] + 1, journal);
        }
        let sent = |line: &&Transfer| {
            line.when == TransferWhen::Captured
                && line.from[piece.side.index()].has(cell)
                && self.concerns(line, piece, tag)
        };
        if let Some(line) = self.game.transfers.iter().find(sent)
            && let Some(to) = self.free_destinations(position, line, piece.side).iter().next()
        {
            self.arrive(position, line, slot, tag, to, journal);
        }
    }

    /// What a man remembers after a move.
    fn remembered(&self, states: u16, found: &Move, owner: SideId) -> u16 {
        let happens = |event: &PieceEvent| happened(event, found, owner);
        self.game.states.iter().enumerate().fold(states, |states, (index, state)| {
            if state.clear.iter().any(happens) {
                states & !(1 << index)
            } else if state.set.iter().any(happens) {
                states | 1 << index
            } else {
                states
            }
        })
    }

    fn is_progress(&self, position: &Position, found: &Move) -> bool {
        let moved = position.piece_at(found.to);
        let counts = |piece: Piece| {
            let rule = self.game.ends.no_progress.as_ref();
            rule.is_some_and(|rule| rule.pieces.contains(piece))
        };
        !found.captures.is_empty()
            || found.promotion.is_some()
            || matches!(found.kind, MoveKind::Drop(_) | MoveKind::Transfer(_))
            || moved.is_some_and(counts)
    }

    /// The side that moves after another: the next that has turns and is in the game.
    pub(super) fn side_after(&self, position: &Position, side: SideId) -> SideId {
        let count = self.game.sides.len() as u8;
        let others = (1..=count).map(|ahead| SideId((side.0 + ahead) % count));
        let plays = |side: &SideId| {
            self.game.sides[side.index()].has_turns && !position.is_eliminated(*side)
        };
        others.into_iter().find(plays).unwrap_or(side)
    }

    /// Enemies whose royal the side to move attacks are out, again and again, as a man that is
    /// removed may open a line.
    fn eliminate_checkmated(&self, position: &mut Position, journal: &mut UndoStack) {
        let hunter = position.to_move;
        let sides = self.game.sides.len() as u8;
        while let Some(caught) = (0..sides).map(SideId).find(|&side| {
            side != hunter
                && self.game.sides[side.index()].has_turns
                && !position.is_eliminated(side)
                && self.royals(position, side).any(|cell| self.side_attacks(position, hunter, cell))
        }) {
            position.set_eliminated(caught, true);
            self.dispose_of_army(position, caught, hunter, journal);
        }
    }

    /// What becomes of the men of a side that is out.
    fn dispose_of_army(
        &self,
        position: &mut Position,
        out: SideId,
        captor: SideId,
        journal: &mut UndoStack,
    ) {
        let cells: Vec<Cell> = position.cells_of(out).collect();
        for cell in cells {
            match self.game.elimination {
                Elimination::RemovedThenCaptor | Elimination::RemovedInOrder => {
                    lift(position, cell, journal);
                }
                Elimination::Stays(_) => {}
                Elimination::JoinsCaptor(_) => {
                    let (slot, tag) = lift(position, cell, journal);
                    let piece = position.piece(slot).expect("a man stood there");
                    let slot = position.piece_index(Piece { side: captor, ..piece });
                    put(position, cell, slot, tag, journal);
                }
            }
        }
    }

    /// Whether a line of transfers speaks of that man.
    pub(super) fn concerns(&self, line: &Transfer, piece: Piece, tag: PieceStatus) -> bool {
        line.pieces.contains(piece)
            && line.states.iter().all(|&(state, has)| (tag.states >> state & 1 == 1) == has)
    }

    /// The cells to which a line can send a man of a side now.
    pub(super) fn free_destinations(
        &self,
        position: &Position,
        line: &Transfer,
        side: SideId,
    ) -> Cells {
        let free = |cell: &Cell| {
            line.occupant == OccupantRule::Removed || position.pieces[cell.index()] == NO_PIECE
        };
        line.to[side.index()].iter().filter(free).collect()
    }

    /// All that may be chosen for the men that leave their places after a move; the position is
    /// left as it was.
    pub(super) fn choices_after(
        &self,
        position: &mut Position,
        found: &Move,
        journal: &mut UndoStack,
    ) -> Vec<TransferTargets> {
        let undo = self.move_pieces(position, found, journal);
        let leavers = self.pieces_due_for_transfer(position, undo.to_move);
        let mut choices = Vec::new();
        self.choose(
            position,
            &leavers,
            undo.mark,
            TransferTargets::default(),
            &mut choices,
            journal,
        );
        self.undo_pieces(position, undo, journal);
        choices
    }

    /// Chooses for the first of the leavers in every way, and then for the others.
    fn choose(
        &self,
        position: &mut Position,
        leavers: &[Cell],
        start: usize,
        chosen: TransferTargets,
        choices: &mut Vec<TransferTargets>,
        journal: &mut UndoStack,
    ) {
        let Some((&cell, others)) = leavers.split_first() else { return choices.push(chosen) };
        let mark = journal.changes.len();
        let free: Vec<Cell> = self
            .destinations_of(position, cell, start, journal)
            .iter()
            .flat_map(Cells::iter)
            .collect();
        // Beyond the limit of choices the first free cell is taken, as where there is only one.
        let longer: Vec<(Cell, TransferTargets)> =
            free.iter().filter_map(|&to| Some((to, chosen.with(to)?))).collect();
        if free.len() < 2 || longer.is_empty() {
            self.send(position, cell, start, &mut std::iter::empty(), journal);
            self.choose(position, others, start, chosen, choices, journal);
            roll_back(position, mark, journal);
            return;
        }
        for (to, chosen) in longer {
            if others.is_empty() {
                choices.push(chosen);
                continue;
            }
            self.send(position, cell, start, &mut std::iter::once(to), journal);
            self.choose(position, others, start, chosen, choices, journal);
            roll_back(position, mark, journal);
        }
    }

    /// The men of a side that leave their place once the side has moved.
    pub(super) fn pieces_due_for_transfer(&self, position: &Position, side: SideId) -> Vec<Cell> {
        let leaves = |cell: &Cell| self.leaving_line(position, *cell).is_some();
        position.cells_of(side).filter(leaves).collect()
    }

    fn leaving_line(&self, position: &Position, cell: Cell) -> Option<&Transfer> {
        let piece = position.piece_at(cell)?;
        self.game.transfers.iter().find(|line| {
            line.when == TransferWhen::OwnerMoved
                && line.from[piece.side.index()].has(cell)
                && self.concerns(line, piece, position.status(cell))
        })
    }

    /// Where the man on a cell may go that leaves its place; who came there since the move began
    /// waits.
    fn destinations_of(
        &self,
        position: &Position,
        cell: Cell,
        start: usize,
        journal: &UndoStack,
    ) -> Option<Cells> {
        let line =
            self.leaving_line(position, cell).filter(|_| stood_before(journal, start, cell))?;
        Some(self.free_destinations(position, line, position.piece_at(cell)?.side))
    }

    /// Sends those who stood waiting before the move.
    fn send_leavers(
        &self,
        position: &mut Position,
        found: &Move,
        undo: &Undo,
        journal: &mut UndoStack,
    ) {
        let mut chosen = found.transfers.iter();
        for cell in self.pieces_due_for_transfer(position, undo.to_move) {
            self.send(position, cell, undo.mark, &mut chosen, journal);
        }
    }

    /// Sends the man on a cell where it goes now: to the next cell chosen, where it has a choice.
    fn send(
        &self,
        position: &mut Position,
        cell: Cell,
        start: usize,
        chosen: &mut impl Iterator<Item = Cell>,
        journal: &mut UndoStack,
    ) {
        let Some(free) = self.destinations_of(position, cell, start, journal) else { return };
        let line = self.leaving_line(position, cell).expect("who has destinations leaves");
        let wanted = if free.count() > 1 { chosen.next() } else { None };
        match wanted.filter(|&to| free.has(to)).or_else(|| free.iter().next()) {
            Some(to) => self.transfer(position, line, cell, to, journal),
            None if line.removed_when_full => {
                lift(position, cell, journal);
            }
            None => {}
        }
    }

    /// Men that are alone where being alone sets them free.
    fn transfer_lone_pieces(&self, position: &mut Position, journal: &mut UndoStack) {
        for line in self.game.transfers.iter() {
            if line.when != TransferWhen::AloneOnBoard {
                continue;
            }
            let Some(place) = line.from.first() else { continue };
            let mut standing =
                place.iter().filter(|cell| position.pieces[cell.index()] != NO_PIECE);
            let (Some(cell), None) = (standing.next(), standing.next()) else { continue };
            let piece = position.piece_at(cell).expect("somebody stands there");
            if !self.concerns(line, piece, position.status(cell)) {
                continue;
            }
            let free = self.free_destinations(position, line, piece.side);
            let Some(to) = free.iter().next() else { continue };
            self.transfer(position, line, cell, to, journal);
        }
    }

    fn transfer(
        &self,
        position: &mut Position,
        line: &Transfer,
        from: Cell,
        to: Cell,
        journal: &mut UndoStack,
    ) {
        let (slot, tag) = lift(position, from, journal);
        self.arrive(position, line, slot, tag, to, journal);
        for cell in line.reset.iter() {
            if position.pieces[cell.index()] != NO_PIECE {
                lift(position, cell, journal);
            }
        }
        for &(cell, piece) in
            self.game.initial_pieces.iter().filter(|(cell, _)| line.reset.has(*cell))
        {
            put(position, cell, position.piece_index(piece), PieceStatus::default(), journal);
        }
    }

    fn arrive(
        &self,
        position: &mut Position,
        line: &Transfer,
        slot: PieceIndex,
        tag: PieceStatus,
        to: Cell,
        journal: &mut UndoStack,
    ) {
        if position.pieces[to.index()] != NO_PIECE {
            debug_assert_eq!(line.occupant, OccupantRule::Removed, "blocked cells are not offered");
            lift(position, to, journal);
        }
        let side = slot as usize / position.piece_types;
        let comes = |event: &PieceEvent| match event {
            PieceEvent::Arrives(cells) => cells[side].has(to),
            _ => false,
        };
        let states =
            self.game.states.iter().enumerate().fold(tag.states, |states, (index, state)| {
                if state.clear.iter().any(comes) {
                    states & !(1 << index)
                } else if state.set.iter().any(comes) {
                    states | 1 << index
                } else {
                    states
                }
            });
        put(position, to, slot, PieceStatus { states, ..tag }, journal);
    }

    /// Whether somebody has won, lost or drawn by what stands on the board, so that there is
    /// nothing to move.
    pub(super) fn has_ended(&self, position: &Position) -> bool {
        self.standing_result(position).is_some()
    }

    /// The result that men on the board decide: gone, arrived, nothing to become, all others out.
    pub(super) fn standing_result(&self, position: &Position) -> Option<(SideId, Outcome)> {
        let ends = &self.game.ends;
        let plays = |side: &SideId| {
            self.game.sides[side.index()].has_turns && !position.is_eliminated(*side)
        };
        let sides = || self.game.side_ids().filter(plays);
        if let (Some(outcome), Some(last)) = (ends.last_survivor, sides().next())
            && sides().count() == 1
        {
            return Some((last, outcome));
        }
        if let Some(outcome) =
            ends.all_passed.filter(|_| sides().count() <= position.consecutive_passes.into())
        {
            return Some((position.to_move, outcome));
        }
        if let Some(outcome) = ends.facing_royals
            && position.consecutive_passes > 0
            && self.royals_facing(position)
        {
            return Some((position.to_move, outcome));
        }
        for (pieces, outcome) in &ends.extinction {
            let gone = |side: &SideId| {
                pieces.iter().any(|piece| piece.side == *side)
                    && !position
                        .pieces()
                        .any(|(_, piece)| piece.side == *side && pieces.contains(piece))
            };
            if let Some(side) = sides().find(gone) {
                return Some((side, *outcome));
            }
        }
        for rule in &ends.goal {
            let there = |side: &SideId| {
                let on = |cell: Cell| {
                    position
                        .piece_at(cell)
                        .is_some_and(|piece| piece.side == *side && rule.pieces.contains(piece))
                };
                rule.at[side.index()].iter().any(on)
            };
            if let Some(side) = sides().find(there) {
                return Some((side, rule.outcome));
            }
        }
        let outcome = ends.no_promotion_choice?;
        let stuck = |line: &&super::Promotion| {
            let piece = Piece { side: line.side, piece_type: line.piece_type };
            plays(&line.side)
                && line.compulsory_zone.iter().any(|cell| position.piece_at(cell) == Some(piece))
        };
        self.game.promotions.iter().find(stuck).map(|line| (line.side, outcome))
    }
}

fn happened(event: &PieceEvent, found: &Move, owner: SideId) -> bool {
    let side = owner.index();
    match event {
        PieceEvent::Moves => true,
        PieceEvent::Captures(cells) => !found.captures.is_empty() && cells[side].has(found.from),
        PieceEvent::Arrives(cells) => cells[side].has(found.to) && !cells[side].has(found.from),
        PieceEvent::Leaves(cells) => cells[side].has(found.from) && !cells[side].has(found.to),
        PieceEvent::Crosses(pairs) => pairs[side]
            .iter()
            .any(|&(a, b)| (a, b) == (found.from, found.to) || (b, a) == (found.from, found.to)),
    }
}

/// Whether the man on a cell stood there before the changes of the last move.
fn stood_before(journal: &UndoStack, mark: usize, cell: Cell) -> bool {
    !journal.changes[mark..]
        .iter()
        .any(|change| matches!(change, Change::Cell(at, ..) if *at == cell))
}

/// Takes changes back until there are only so many.
fn roll_back(position: &mut Position, mark: usize, journal: &mut UndoStack) {
    while journal.changes.len() > mark {
        match journal.changes.pop().expect("there are more than the mark") {
            Change::Cell(cell, slot, tag) => {
                position.remove_piece(cell);
                position.place_piece(cell, slot, tag);
            }
            Change::Hand(slot, count) => position.hands[slot as usize] = count,
            Change::Passed(index, passed) => position.en_passant_targets.insert(index, passed),
            Change::Skipped => drop(position.en_passant_targets.pop()),
        }
    }
}

fn lift(position: &mut Position, cell: Cell, journal: &mut UndoStack) -> (PieceIndex, PieceStatus) {
    let (slot, tag) = position.remove_piece(cell);
    journal.changes.push(Change::Cell(cell, slot, tag));
    (slot, tag)
}

fn put(
    position: &mut Position,
    cell: Cell,
    slot: PieceIndex,
    tag: PieceStatus,
    journal: &mut UndoStack,
) {
    let (before, old) = position.remove_piece(cell);
    journal.changes.push(Change::Cell(cell, before, old));
    position.place_piece(cell, slot, tag);
}

fn set_hand(position: &mut Position, slot: PieceIndex, count: u16, journal: &mut UndoStack) {
    journal.changes.push(Change::Hand(slot, position.hands[slot as usize]));
    position.hands[slot as usize] = count;
}

#[cfg(test)]
mod tests {
    use super::super::testing::{add_piece_type, chess, chess_position, duel};
    use super::*;
    use crate::geometry::Board;
    use crate::rules::{Game, PieceSet, PieceTypeId, PlayedGame, StateRule};

    /// Two wazirs of each side somewhere on a board of one file.
    fn lane(edit: impl FnOnce(&mut Game, PieceTypeId)) -> Rules {
        let mut game = duel(Board::rectangle(1, 8));
        let wazir = add_piece_type(&mut game, "wazir", "W", false);
        edit(&mut game, wazir);
        Rules::compile(game).expect("the game compiles")
    }

    fn cell(rules: &Rules, name: &str) -> Cell {
        rules.layout().find(name).expect("a cell of the board")
    }

    fn cells(game: &Game, names: &str) -> Vec<Cells> {
        let find = |name| game.layout.find(name).expect("a cell of the board");
        vec![names.split(' ').map(find).collect(); 2]
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
    fn who_moves_within_a_zone_neither_arrives_nor_leaves() {
        let rules = lane(|game, _| {
            let zone = || cells(game, "a3 a4 a5");
            let (inside, left) = (PieceEvent::Arrives(zone()), PieceEvent::Leaves(zone()));
            let state = |id: &str, set, clear| StateRule { id: id.to_owned(), set, clear };
            game.states = vec![
                state("left", vec![left], vec![inside.clone()]),
                state("came", vec![inside], vec![]),
            ];
        });
        let check = |from: &str, to: &str, states: u16| {
            let position = stand(&rules, &[(from, 0)]);
            let found = Move::step(cell(&rules, from), cell(&rules, to));
            let after = rules.after(&position, &found);
            assert_eq!(after.status(cell(&rules, to)).states, states, "{from}-{to}");
        };
        check("a2", "a3", 0b10);
        check("a3", "a4", 0b00);
        check("a5", "a6", 0b01);
        check("a6", "a7", 0b00);
    }

    #[test]
    fn who_is_driven_out_of_a_place_chooses_no_other() {
        let line = |game: &Game, wazir, when, from: &str, to: &str, occupant| Transfer {
            name: String::new(),
            when,
            from: cells(game, from),
            pieces: [0, 1]
                .map(|side| Piece { side: SideId(side), piece_type: wazir })
                .into_iter()
                .collect::<PieceSet>(),
            states: Vec::new(),
            to: cells(game, to),
            occupant,
            removed_when_full: true,
            reset: Cells::new(),
        };
        let rules = lane(|game, wazir| {
            let captured = TransferWhen::Captured;
            game.transfers = vec![
                line(game, wazir, captured, "a1 a2 a3", "a8", OccupantRule::Removed),
                line(game, wazir, TransferWhen::OwnerMoved, "a8", "a5 a6", OccupantRule::Blocks),
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
    fn who_is_gone_is_not_taken_in_passing() {
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
        assert_eq!(skipped.en_passant_targets().len(), 1);
        play(&mut line, "f6", "e4");
        assert_eq!(line.position().en_passant_targets(), []);
        assert!(line.take_back());
        assert_eq!(*line.position(), skipped);
        assert!(line.take_back());
        assert_eq!(*line.position(), start);
    }

    #[test]
    fn all_who_leave_their_places_choose() {
        let rules = lane(|game, wazir| {
            game.transfers = vec![Transfer {
                name: String::new(),
                when: TransferWhen::OwnerMoved,
                from: cells(game, "a1 a2"),
                pieces: [Piece { side: SideId(0), piece_type: wazir }].into_iter().collect(),
                states: Vec::new(),
                to: cells(game, "a6 a7 a8"),
                occupant: OccupantRule::Blocks,
                removed_when_full: true,
                reset: Cells::new(),
            }];
        });
        // One choice where two cells are left: the second who leaves has one of them.
        for (pieces, ways) in [
            (vec![("a1", 0), ("a2", 0), ("a4", 0)], 3 * 2),
            (vec![("a1", 0), ("a2", 0), ("a4", 0), ("a8", 1)], 2),
            (vec![("a1", 0), ("a2", 0), ("a4", 0), ("a8", 1), ("a7", 1)], 1),
            (vec![("a2", 0), ("a4", 0)], 3),
        ] {
            let mut line = PlayedGame::from(&rules, stand(&rules, &pieces));
            let (from, to) = (cell(&rules, "a4"), cell(&rules, "a5"));
            let moves: Vec<Move> =
                line.moves().into_iter().filter(|it| (it.from, it.to) == (from, to)).collect();
            assert_eq!(moves.len(), ways, "{pieces:?}");
            let own = pieces.iter().filter(|(_, side)| *side == 0).count();
            let mut ends = std::collections::BTreeSet::new();
            for found in &moves {
                line.play(found);
                let standing: Vec<Cell> = line.position().cells_of(SideId(0)).collect();
                // Where no cell is left the one who has to leave is gone.
                assert_eq!(standing.len(), own.min(1 + 8 - 5 - (pieces.len() - own)), "{pieces:?}");
                ends.insert(standing);
                assert!(line.take_back());
            }
            assert_eq!(line.position(), &stand(&rules, &pieces));
            // Two men of a kind that change their cells leave the same behind.
            assert_eq!(ends.len(), ways.div_ceil(if ways == 3 { 1 } else { 2 }), "{pieces:?}");
        }
    }
}
