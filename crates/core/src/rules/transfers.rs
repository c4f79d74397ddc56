//! Transfers: pieces that a rule moves in addition to the moves of the players.

use crate::game::{OccupantRule, Piece, SideId, Transfer, TransferWhen};
use crate::geometry::{Cell, CellSet};

use super::apply::UndoablePosition;
use super::position::{NO_PIECE, PieceStatus};
use super::{Move, Position, Rules, TransferTargets};

impl Rules {
    /// Whether a transfer applies to a piece with this status.
    pub(super) fn concerns(&self, rule: &Transfer, piece: Piece, status: PieceStatus) -> bool {
        let is_in_state = |state: u8| status.states >> state & 1 == 1;
        rule.pieces.as_ref().is_none_or(|pieces| pieces[piece.side].contains(piece))
            && rule.states.iter().all(|&(state, wanted)| is_in_state(state) == wanted)
    }

    /// Returns the first transfer of an occasion that applies to a piece on a cell.
    pub(super) fn transfer_of(
        &self,
        when: TransferWhen,
        piece: Piece,
        status: PieceStatus,
        cell: Cell,
    ) -> Option<&Transfer> {
        self.game.transfers.iter().find(|rule| {
            rule.when == when
                && rule.from[piece.side].contains(cell)
                && self.concerns(rule, piece, status)
        })
    }

    /// Returns the cells to which a transfer can now move a piece of a side.
    pub(super) fn free_destinations(
        &self,
        position: &Position,
        rule: &Transfer,
        side: SideId,
    ) -> CellSet {
        let free = |cell: &Cell| {
            rule.occupant == OccupantRule::Removed || position.pieces[cell.index()] == NO_PIECE
        };
        rule.to.iter().flat_map(|to| to[side].iter()).filter(free).collect()
    }

    /// Returns all choices of cells for the pieces due for transfer after a move. The position is
    /// the same afterwards.
    pub(super) fn choices_after(
        &self,
        position: &mut UndoablePosition,
        found: &Move,
    ) -> Vec<TransferTargets> {
        let undo = self.move_pieces(position, found);
        let due = self.pieces_due_for_transfer(position, undo.turn.to_move);
        let mut choices = Vec::new();
        let none = TransferTargets::default();
        self.choose(position, &due, undo.mark, none, &mut choices);
        self.undo(position, undo);
        choices
    }

    /// Adds each choice for the first of the due pieces, with each choice for the others.
    fn choose(
        &self,
        position: &mut UndoablePosition,
        due: &[Cell],
        start: usize,
        chosen: TransferTargets,
        choices: &mut Vec<TransferTargets>,
    ) {
        let Some((&cell, others)) = due.split_first() else { return choices.push(chosen) };
        let mark = position.mark();
        let free = self.due_transfer(position, cell, start).map_or(CellSet::new(), |it| it.1);
        // Without a choice, and beyond the limit of choices, the first free cell is taken.
        let longer: Vec<(Cell, TransferTargets)> =
            free.iter().filter_map(|to| Some((to, chosen.with(to)?))).collect();
        if free.len() < 2 || longer.is_empty() {
            self.transfer_due(position, cell, start, &mut std::iter::empty());
            self.choose(position, others, start, chosen, choices);
            return position.roll_back(mark);
        }
        for (to, chosen) in longer {
            if others.is_empty() {
                choices.push(chosen);
                continue;
            }
            self.transfer_due(position, cell, start, &mut std::iter::once(to));
            self.choose(position, others, start, chosen, choices);
            position.roll_back(mark);
        }
    }

    /// Returns the cells of the pieces of a side that are transferred once the side has moved.
    pub(super) fn pieces_due_for_transfer(&self, position: &Position, side: SideId) -> Vec<Cell> {
        let is_due = |cell: &Cell| self.owner_moved(position, *cell).is_some();
        position.cells_of(side).filter(is_due).collect()
    }

    fn owner_moved(&self, position: &Position, cell: Cell) -> Option<&Transfer> {
        let piece = position.piece_at(cell)?;
        self.transfer_of(TransferWhen::OwnerMoved, piece, position.status(cell), cell)
    }

    /// Returns the transfer of a due piece with its free cells; `None` if the piece came to its cell
    /// during this move.
    fn due_transfer(
        &self,
        position: &UndoablePosition,
        cell: Cell,
        start: usize,
    ) -> Option<(&Transfer, CellSet)> {
        let rule = self.owner_moved(position, cell)?;
        let side = position.piece_at(cell)?.side;
        let is_due = position.is_unchanged_since(start, cell);
        is_due.then(|| (rule, self.free_destinations(position, rule, side)))
    }

    /// Transfers a due piece: to the next chosen cell if there are several, otherwise to the first.
    pub(super) fn transfer_due(
        &self,
        position: &mut UndoablePosition,
        cell: Cell,
        start: usize,
        chosen: &mut impl Iterator<Item = Cell>,
    ) {
        let Some((rule, free)) = self.due_transfer(position, cell, start) else { return };
        if rule.to.is_none() {
            return self.transfer(position, rule, cell, None);
        }
        let wanted = if free.len() > 1 { chosen.next() } else { None };
        match wanted.filter(|&to| free.contains(to)).or_else(|| free.iter().next()) {
            Some(to) => self.transfer(position, rule, cell, Some(to)),
            None if rule.removed_when_full => drop(position.lift(cell)),
            None => {}
        }
    }

    /// Transfers pieces that are the only ones on their board, where a rule asks for it.
    pub(super) fn transfer_lone_pieces(&self, position: &mut UndoablePosition) {
        let is_lone = |rule: &&Transfer| rule.when == TransferWhen::AloneOnBoard;
        for rule in self.game.transfers.iter().filter(is_lone) {
            for side in self.game.side_ids() {
                let mut occupied = rule.from[side]
                    .iter()
                    .filter_map(|cell| Some((cell, position.piece_at(cell)?)));
                let (Some((cell, piece)), None) = (occupied.next(), occupied.next()) else {
                    continue;
                };
                // The cells are those of the side to which the piece belongs.
                if piece.side == side && self.concerns(rule, piece, position.status(cell)) {
                    let to = self.free_destinations(position, rule, side).iter().next();
                    if rule.to.is_none() || to.is_some() {
                        self.transfer(position, rule, cell, to);
                    }
                }
            }
        }
    }

    /// Moves a piece by a transfer, or out of the game, and sets up the cells that it resets.
    pub(super) fn transfer(
        &self,
        position: &mut UndoablePosition,
        rule: &Transfer,
        from: Cell,
        to: Option<Cell>,
    ) {
        let (index, status) = position.lift(from);
        position.turn.castling_rights &= !self.castling_cells[from.index()];
        if let Some(to) = to {
            position.turn.castling_rights &= !self.castling_cells[to.index()];
            position.put(to, index, status);
        }
        for cell in rule.reset.iter() {
            if position.pieces[cell.index()] != NO_PIECE {
                position.lift(cell);
            }
        }
        let initial = self.game.initial_pieces.iter();
        for &(cell, piece) in initial.filter(|(cell, _)| rule.reset.contains(*cell)) {
            let index = position.piece_index(piece);
            position.put(cell, index, PieceStatus::default());
        }
    }
}
