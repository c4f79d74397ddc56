//! Which moves there are: by ways, castling, drops, transfers and passing; promotions chosen.

use std::ops::ControlFlow;

use crate::geometry::{Cell, Cells};

use super::apply::UndoStack;
use super::position::{NO_PIECE, PieceIndex};
use super::walk::{Flow, MoveVisitor};
use super::{
    CapturedCells, CheckSource, Move, MoveKind, Outcome, Piece, PieceTypeId, Position, Rules,
    SideId, TransferWhen,
};

impl Rules {
    /// All legal moves of the side to move, sorted.
    ///
    /// Empty at the end of a game, and where a side has no move and may not pass.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut position = position.clone();
        self.legal_moves(&mut position, &mut UndoStack::default(), &mut moves);
        moves.sort();
        moves
    }

    /// The legal moves in an order that depends on nothing but the position. Leaves the position
    /// as it was.
    pub(super) fn legal_moves(
        &self,
        position: &mut Position,
        journal: &mut UndoStack,
        moves: &mut Vec<Move>,
    ) {
        moves.clear();
        if self.has_ended(position) {
            return;
        }
        self.pseudo_moves(position, moves);
        let side = position.to_move;
        let guard = self.legality_check(position, side);
        let all = moves.len();
        let mut kept = 0;
        for index in 0..all {
            let found = moves[index];
            if self.is_legal(position, journal, &found, &guard) {
                moves[kept] = found;
                kept += 1;
            }
        }
        // Under "next side" a royal may be left to be taken if nothing else is possible.
        if kept == 0 && self.game.check_by == CheckSource::NextSide {
            kept = all;
        }
        moves.truncate(kept);
        let facing = self.game.ends.facing_royals.is_some() && self.royals_facing(position);
        if facing {
            moves.retain(|found| {
                let undo = self.move_pieces(position, found, journal);
                let still = self.royals_facing(position);
                self.undo_pieces(position, undo, journal);
                !still
            });
        }
        // Who is mated does not pass, where mate is an end.
        let mated = guard.in_check && !facing && self.game.ends.checkmate.is_some();
        let passes = self.game.ends.stalemate == Some(Outcome::Passes);
        let stuck = moves.is_empty() && passes && !mated;
        let may_pass = self.game.passing
            && (!guard.in_check || facing)
            && self.royal_cell(position, side).is_some();
        if stuck || may_pass {
            moves.push(self.pass(position, side));
        }
    }

    fn pass(&self, position: &Position, side: SideId) -> Move {
        let somewhere = || position.cells_of(side).next().unwrap_or(Cell(0));
        let at = self.royal_cell(position, side).unwrap_or_else(somewhere);
        Move { kind: MoveKind::Pass, ..Move::step(at, at) }
    }

    fn royal_cell(&self, position: &Position, side: SideId) -> Option<Cell> {
        self.royals(position, side).next()
    }

    /// All moves, royals left unguarded included.
    fn pseudo_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let side = position.to_move;
        for owner in self.game.side_ids() {
            if self.game.sides[owner.index()].moved_by.contains(&side) {
                for from in position.cells_of(owner) {
                    let slot = position.pieces[from.index()];
                    let before = moves.len();
                    let mut choosing = PromotionExpander { rules: self, position, slot, moves };
                    let _ = self.moves_from(position, from, &mut choosing);
                    if self.programs[slot as usize].overlaps {
                        remove_doubles(moves, before);
                    }
                }
            }
        }
        moves.extend(self.pseudo_castlings(position).iter().filter(|castling| {
            let slot = position.pieces[castling.from.index()];
            slot as usize / position.piece_types == side.index()
        }));
        self.drops(position, side, moves);
        if !self.game.transfers.is_empty() {
            self.transfer_moves(position, side, moves);
            self.choose_destinations(position, side, moves);
        }
    }

    /// Castlings of all sides for which rights and empty cells are given.
    pub(super) fn pseudo_castlings(&self, position: &Position) -> Vec<Move> {
        let mut castlings = Vec::new();
        if position.castling_rights == 0 {
            return castlings;
        }
        for (index, (line, plan)) in self.game.castlings.iter().zip(&self.castlings).enumerate() {
            let stands = |cell: Cell, piece_type: PieceTypeId| {
                position.piece_at(cell) == Some(Piece { side: line.side, piece_type })
            };
            let ready = index < 64
                && position.can_castle(index)
                && stands(line.royal_from, line.royal)
                && stands(line.partner_from, line.partner)
                && plan.empty.iter().all(|cell| position.pieces[cell.index()] == NO_PIECE);
            if ready {
                castlings.push(Move {
                    kind: MoveKind::Castle(index as u8),
                    displaced: Some((line.partner_from, line.partner_to)),
                    ..Move::step(line.royal_from, line.royal_to)
                });
            }
        }
        castlings
    }

    fn drops(&self, position: &Position, side: SideId, moves: &mut Vec<Move>) {
        if self.game.hands.is_none() {
            return;
        }
        for piece_type in self.game.piece_type_ids() {
            let piece = Piece { side, piece_type };
            if position.in_hand(piece) == 0 {
                continue;
            }
            let line = self
                .game
                .drops
                .iter()
                .find(|line| line.side == side && line.piece_type == piece_type);
            let crowded = |cell: Cell| {
                line.is_some_and(|line| {
                    let taken = |lane: &Cells| {
                        lane.has(cell)
                            && lane.iter().any(|other| position.piece_at(other) == Some(piece))
                    };
                    line.one_per.iter().any(taken)
                })
            };
            for cell in self.game.layout.cells() {
                let allowed = line.is_none_or(|line| line.to.has(cell));
                if allowed && position.pieces[cell.index()] == NO_PIECE && !crowded(cell) {
                    moves.push(Move { kind: MoveKind::Drop(piece), ..Move::step(cell, cell) });
                }
            }
        }
    }

    fn transfer_moves(&self, position: &Position, side: SideId, moves: &mut Vec<Move>) {
        for (index, line) in self.game.transfers.iter().enumerate() {
            if line.when != TransferWhen::Turn {
                continue;
            }
            for from in line.from[side.index()].iter() {
                let Some(piece) = position.piece_at(from) else { continue };
                if piece.side != side || !self.concerns(line, piece, position.status(from)) {
                    continue;
                }
                for to in self.free_destinations(position, line, piece.side).iter() {
                    moves.push(Move {
                        kind: MoveKind::Transfer(index as u8),
                        ..Move::step(from, to)
                    });
                }
            }
        }
    }

    /// Where men leave their place after a move and may go to several cells, each choice is a move
    /// of its own.
    fn choose_destinations(&self, position: &Position, side: SideId, moves: &mut Vec<Move>) {
        if self.pieces_due_for_transfer(position, side).is_empty() {
            return;
        }
        let moves_before = std::mem::take(moves);
        let mut journal = UndoStack::default();
        let mut after = position.clone();
        for found in moves_before {
            let choices = self.choices_after(&mut after, &found, &mut journal);
            moves.extend(choices.into_iter().map(|sends| Move { transfers: sends, ..found }));
        }
    }

    /// Whether the side may make the move: its royals are not attacked afterwards, a castling's
    /// not on the way, and a drop that may not mate does not.
    fn is_legal(
        &self,
        position: &mut Position,
        journal: &mut UndoStack,
        found: &Move,
        guard: &LegalityCheck,
    ) -> bool {
        let side = position.to_move;
        if let MoveKind::Castle(index) = found.kind
            && !self.castling_is_safe(position, index as usize)
        {
            return false;
        }
        if guard.no_royal {
            return true;
        }
        if !guard.watches(found) {
            return self.is_allowed_drop_mate(position, journal, found);
        }
        let undo = self.move_pieces(position, found, journal);
        let attacked = self.in_check(position, side);
        self.undo_pieces(position, undo, journal);
        !attacked && self.is_allowed_drop_mate(position, journal, found)
    }

    fn castling_is_safe(&self, position: &mut Position, index: usize) -> bool {
        let line = &self.game.castlings[index];
        if self.game.check_by == CheckSource::None {
            return true;
        }
        let (slot, tag) = position.remove_piece(line.royal_from);
        let safe = self.castlings[index].safe.iter().all(|&cell| {
            let stands = position.pieces[cell.index()];
            if stands != NO_PIECE {
                // Only the partner can stand here; the last test looks at the end of both.
                return true;
            }
            position.place_piece(cell, slot, tag);
            let attacked = self.royal_attacked(position, cell, line.side);
            position.remove_piece(cell);
            !attacked
        });
        position.place_piece(line.royal_from, slot, tag);
        safe
    }

    /// Whether a move is no forbidden mate.
    fn is_allowed_drop_mate(
        &self,
        position: &mut Position,
        journal: &mut UndoStack,
        found: &Move,
    ) -> bool {
        let MoveKind::Drop(piece) = found.kind else { return true };
        let line = self
            .game
            .drops
            .iter()
            .find(|line| line.side == piece.side && line.piece_type == piece.piece_type);
        if line.is_none_or(|line| line.may_give_checkmate) {
            return true;
        }
        let undo = self.apply(position, found, journal);
        let enemy = position.to_move;
        let mates = self.in_check(position, enemy) && {
            let mut replies = Vec::new();
            self.legal_moves(position, journal, &mut replies);
            replies.is_empty()
        };
        self.undo(position, undo, journal);
        !mates
    }

    /// What a side's royals depend on just now.
    fn legality_check(&self, position: &Position, side: SideId) -> LegalityCheck {
        let royals: Vec<Cell> = self.royals(position, side).collect();
        let no_royal = royals.is_empty() || self.game.check_by == CheckSource::None;
        if no_royal {
            return LegalityCheck { no_royal, in_check: false, lines: Cells::new(), simple: true };
        }
        let in_check = royals.iter().any(|&cell| self.royal_attacked(position, cell, side));
        let simple = royals.len() == 1 && self.lines_are_straight && !in_check;
        let mut lines: Cells = royals.iter().copied().collect();
        if simple {
            self.add_attack_lines(position, royals[0], side, &mut lines);
        }
        LegalityCheck { no_royal, in_check, lines, simple }
    }

    /// The men and cells between a royal and every enemy that could attack it if a cell between
    /// became empty or occupied.
    fn add_attack_lines(&self, position: &Position, royal: Cell, side: SideId, lines: &mut Cells) {
        for enemy in self.game.side_ids().filter(|&enemy| enemy != side) {
            for from in position.cells_of(enemy) {
                let program = &self.programs[position.pieces[from.index()] as usize];
                let word = program.attack_mask[from.index() * self.words + royal.index() / 64];
                if word >> (royal.index() % 64) & 1 == 1 {
                    self.add_attack_line(program, from, royal, lines);
                }
            }
        }
    }
}

/// What has to be looked at to see whether a move leaves a royal attacked.
pub(super) struct LegalityCheck {
    pub(super) no_royal: bool,
    pub(super) in_check: bool,
    /// Cells whose change could matter.
    pub(super) lines: Cells,
    /// Whether `lines` is all that could matter.
    pub(super) simple: bool,
}

impl LegalityCheck {
    fn watches(&self, found: &Move) -> bool {
        let touches = |cell: Cell| self.lines.has(cell);
        !self.simple
            || touches(found.from)
            || touches(found.to)
            || found.captures.iter().any(|cell| cell != found.to)
            || found.displaced.is_some()
            || !found.transfers.is_empty()
            || !matches!(found.kind, MoveKind::Step)
    }
}

/// Leaves one of each of the moves from a place in the list on.
fn remove_doubles(moves: &mut Vec<Move>, start: usize) {
    moves[start..].sort_unstable();
    let mut kept = start;
    for index in start..moves.len() {
        if index == start || moves[index] != moves[kept - 1] {
            moves[kept] = moves[index];
            kept += 1;
        }
    }
    moves.truncate(kept);
}

/// Takes each move of a man and chooses what it becomes.
struct PromotionExpander<'a> {
    rules: &'a Rules,
    position: &'a Position,
    slot: PieceIndex,
    moves: &'a mut Vec<Move>,
}

impl MoveVisitor for PromotionExpander<'_> {
    const QUIET: bool = true;

    fn hear(&mut self, found: Move) -> Flow {
        // A way that leads back and changes nothing is no move.
        if found.from == found.to && found.captures.is_empty() {
            return ControlFlow::Continue(());
        }
        match self.rules.promotions[self.slot as usize] {
            None => self.moves.push(found),
            Some(promotion) => self.promote(promotion, found),
        }
        ControlFlow::Continue(())
    }
}

impl PromotionExpander<'_> {
    fn promote(&mut self, promotion: usize, found: Move) {
        let line = &self.rules.game.promotions[promotion];
        let must = line.compulsory_zone.has(found.to);
        let may = must
            || line.optional_zone.has(found.to)
            || line.on_leaving && line.optional_zone.has(found.from);
        if !may {
            return self.moves.push(found);
        }
        let before = self.moves.len();
        for &piece_type in &line.choices {
            let piece = Piece { side: line.side, piece_type };
            if !line.initial_limit
                || self.rules.is_below_initial_limit(self.position, piece, &found.captures)
            {
                self.moves.push(Move { promotion: Some(piece_type), ..found });
            }
        }
        let stays = !must
            || self.moves.len() == before && self.rules.game.ends.no_promotion_choice.is_some();
        if stays {
            self.moves.push(found);
        }
    }
}

impl Rules {
    /// Whether the side has fewer such men than the array gave it.
    pub(super) fn is_below_initial_limit(
        &self,
        position: &Position,
        piece: Piece,
        takes: &CapturedCells,
    ) -> bool {
        let given = self.game.initial_pieces.iter().filter(|(_, other)| *other == piece).count();
        let alive = position
            .pieces()
            .filter(|(cell, other)| *other == piece && !takes.contains(*cell))
            .count();
        alive + (position.in_hand(piece) as usize) < given
    }
}
