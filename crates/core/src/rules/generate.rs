//! Generates legal moves: of pieces, castlings, drops, transfers and passes.

use crate::game::{
    CheckSource, DropRule, Outcome, Piece, PieceTypeId, Promotion, SideId, TransferWhen,
};
use crate::geometry::{Cell, CellSet};

use crate::program::Program;
use crate::source::{sort, work};

use super::apply::UndoablePosition;
use super::position::NO_PIECE;
use super::walk::{AllMoves, Mover};
use super::{CapturedCells, Move, MoveKind, Position, Rules};

/// The units of work for a move that may turn out to be illegal, measured: most enemy pieces are too
/// far away.
pub(super) const UNITS_OF_A_MOVE: usize = 4;

/// The number of moves up to which it is faster to test each for check than to look for the lines on
/// which an attack depends.
const FEW_MOVES: usize = 1;

impl Rules {
    /// Returns all legal moves of the side to move, sorted.
    ///
    /// There are none at the end of the game, or if the side has no move and may not pass.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut UndoablePosition::new(position.clone()), &mut moves);
        sort(&mut moves);
        moves
    }

    /// Lists the legal moves in an order that the position determines. It is the same afterwards.
    pub(super) fn legal_moves(&self, position: &mut UndoablePosition, moves: &mut Vec<Move>) {
        moves.clear();
        let is_within_turn = self.has_turn_parts && position.is_within_turn();
        if !is_within_turn && self.board_result(position).is_some() {
            return;
        }
        let passes = self.unrestricted_moves(position, moves);
        if self.forbids_drop_mates {
            moves.retain(|found| self.is_allowed_drop_mate(position, found));
        }
        if !self.game.restrictions.is_empty() {
            self.apply_restrictions(position, moves);
        }
        if moves.is_empty() && passes {
            moves.push(self.pass(position, position.turn.to_move));
        }
    }

    /// Adds the moves that are legal if nothing restricts them. Returns whether the side passes if
    /// it has none. The position is the same afterwards.
    pub(super) fn unrestricted_moves(
        &self,
        position: &mut UndoablePosition,
        moves: &mut Vec<Move>,
    ) -> bool {
        self.pseudo_moves(position, moves);
        let side = position.turn.to_move;
        let all = moves.len();
        let check = self.legality_check(position, side, all);
        let mut kept = if self.has_turn_parts {
            let end = self.turn_end(position);
            sort_legal_first(moves, |found| self.is_legal_part(position, found, &check, end))
        } else {
            sort_legal_first(moves, |found| self.is_legal(position, found, &check))
        };
        // Under "next side" a royal may be left attacked if every move does so.
        if kept == 0 && self.game.check_by == CheckSource::NextSide {
            kept = all;
        }
        moves.truncate(kept);
        let facing = self.game.ends.facing_royals.is_some() && self.royals_facing(position);
        if facing {
            moves.retain(|found| {
                let undo = self.move_pieces(position, found);
                let still = self.royals_facing(position);
                self.undo(position, undo);
                !still
            });
        }
        // A checkmated side does not pass if checkmate is an end.
        let ends = self.game.ends_of(side);
        let mated = check.in_check && !facing && ends.checkmate.is_some();
        let is_within_turn = self.has_turn_parts && position.is_within_turn();
        let may_pass = self.game.passing && !is_within_turn && (!check.in_check || facing);
        if may_pass {
            moves.push(self.pass(position, side));
        }
        ends.stalemate == Some(Outcome::Passes) && !mated && !is_within_turn
    }

    pub(super) fn pass(&self, position: &Position, side: SideId) -> Move {
        let mut cells = self.royals(position, side).chain(position.cells_of(side));
        let at = cells.next().unwrap_or(Cell(0));
        Move { kind: MoveKind::Pass, ..Move::step(at, at) }
    }

    /// Adds all moves, also those that leave a royal attacked.
    ///
    /// There are none if no work is left.
    pub(super) fn pseudo_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if !(self.has_turn_parts && self.part_moves(position, moves)) {
            self.moves_of_turn(position, moves);
        }
        if !work::spend(UNITS_OF_A_MOVE * (1 + moves.len())) {
            moves.clear();
        }
    }

    fn moves_of_turn(&self, position: &Position, moves: &mut Vec<Move>) {
        let side = position.turn.to_move;
        let moves_pieces_of = |owner: &SideId| self.game.sides[*owner].moved_by.contains(&side);
        for owner in self.game.side_ids().filter(moves_pieces_of) {
            for from in position.cells_of(owner) {
                let program = &self.programs[position.pieces[from.index()] as usize];
                self.moves_from(position, from, program, moves);
            }
        }
        let is_own = |royal: Cell| position.side_of(position.pieces[royal.index()]) == side;
        moves.extend(self.pseudo_castlings(position).iter().filter(|it| is_own(it.from)));
        self.drops(position, side, moves);
        if !self.game.transfers.is_empty() {
            self.transfer_moves(position, side, moves);
            self.choose_destinations(position, side, moves);
        }
    }

    /// Whether another move leads from the same cell to the same one, with the same captures and
    /// promotion.
    pub fn has_twin(&self, position: &Position, found: &Move) -> bool {
        let mut moves = Vec::new();
        self.pseudo_moves(position, &mut moves);
        let key = |it: &Move| (it.from, it.to, it.captures, it.promotion, it.transfers);
        let drops = |it: &Move| matches!(it.kind, MoveKind::Drop(_));
        moves.iter().any(|other| other != found && !drops(other) && key(other) == key(found))
    }

    /// Adds the moves by a program of the piece on a cell.
    #[inline]
    pub(super) fn moves_from(
        &self,
        position: &Position,
        from: Cell,
        program: &Program,
        moves: &mut Vec<Move>,
    ) {
        let piece = position.pieces[from.index()];
        let before = moves.len();
        let promotion = self.promotions[piece as usize].map(|index| &self.game.promotions[index]);
        let add = |found| self.add_move(position, promotion, found, moves);
        let mover = Mover::new(self, position, from, position.side_of(piece));
        let _ = self.run_as_auras_allow(mover, program, &mut AllMoves(add));
        if program.overlaps || self.has_auras {
            remove_doubles(moves, before);
        }
    }

    /// Adds a move of a piece: with each choice of its promotion, as it is, or both.
    #[inline]
    fn add_move(
        &self,
        position: &Position,
        promotion: Option<&Promotion>,
        found: Move,
        moves: &mut Vec<Move>,
    ) {
        // A move that ends where it starts and captures nothing is not a move.
        if found.from == found.to && found.captures.is_empty() {
            return;
        }
        match promotion {
            None => moves.push(found),
            Some(rule) => self.add_promotions(position, rule, found, moves),
        }
    }

    fn add_promotions(
        &self,
        position: &Position,
        rule: &Promotion,
        found: Move,
        moves: &mut Vec<Move>,
    ) {
        let must = rule.compulsory_zone.contains(found.to)
            || rule.on_leaving && rule.compulsory_zone.contains(found.from);
        let may = must
            || rule.optional_zone.contains(found.to)
            || rule.on_leaving && rule.optional_zone.contains(found.from);
        if !may {
            moves.push(found);
            return;
        }
        let before = moves.len();
        for &piece_type in &rule.choices {
            let piece = Piece { side: rule.side, piece_type };
            let has_room = (!rule.initial_limit
                || self.is_below_initial_limit(position, piece, &found.captures))
                && self.is_below_max_count(position, piece);
            if has_room {
                moves.push(Move { promotion: Some(piece_type), ..found });
            }
        }
        let has_no_choice = moves.len() == before && self.game.ends.no_promotion_choice.is_some();
        if !must || has_no_choice {
            moves.push(found);
        }
    }

    /// Whether a side has fewer of a piece on the boards than promotion may give it.
    fn is_below_max_count(&self, position: &Position, piece: Piece) -> bool {
        let max_count = self.game.piece_types[piece.piece_type].max_count;
        max_count.is_none_or(|most| {
            position.pieces().filter(|(_, other)| *other == piece).count() < usize::from(most)
        })
    }

    /// Whether a side has fewer of a piece than in the initial position.
    pub(super) fn is_below_initial_limit(
        &self,
        position: &Position,
        piece: Piece,
        captures: &CapturedCells,
    ) -> bool {
        let given = self.game.initial_pieces.iter().filter(|(_, other)| *other == piece).count();
        let alive = position
            .pieces()
            .filter(|(cell, other)| *other == piece && !captures.contains(*cell))
            .count();
        alive + (position.in_hand(piece) as usize) < given
    }

    /// Returns the castlings of all sides for which the right exists and the cells are empty.
    pub(super) fn pseudo_castlings(&self, position: &Position) -> Vec<Move> {
        let mut castlings = Vec::new();
        if position.turn.castling_rights == 0 {
            return castlings;
        }
        for (index, (rule, cells)) in self.game.castlings.iter().zip(&self.castlings).enumerate() {
            let is_on = |cell: Cell, piece_type: PieceTypeId| {
                position.piece_at(cell) == Some(Piece { side: rule.side, piece_type })
            };
            let ready = index < 64
                && cells.is_within
                && position.can_castle(index)
                && is_on(rule.royal_from, rule.royal)
                && is_on(rule.partner_from, rule.partner)
                && !(self.has_auras && self.auras_forbid_castling(position, rule))
                && cells.empty.iter().all(|cell| position.pieces[cell.index()] == NO_PIECE);
            if ready {
                castlings.push(Move {
                    kind: MoveKind::Castle(index as u8),
                    displaced: Some((rule.partner_from, rule.partner_to)),
                    ..Move::step(rule.royal_from, rule.royal_to)
                });
            }
        }
        castlings
    }

    fn drops(&self, position: &Position, side: SideId, moves: &mut Vec<Move>) {
        if self.game.hands.is_none() {
            return;
        }
        let pieces = self.game.piece_type_ids().map(|piece_type| Piece { side, piece_type });
        for piece in pieces.filter(|&piece| position.in_hand(piece) > 0) {
            self.drops_of(position, piece, None, moves);
        }
    }

    /// Adds the drops of a piece in hand, as each type that its rule names: on empty cells of `cells`,
    /// or without them on those that the rule allows.
    pub(super) fn drops_of(
        &self,
        position: &Position,
        held: Piece,
        cells: Option<&CellSet>,
        moves: &mut Vec<Move>,
    ) {
        let rule = self.drop_rule(held);
        let is_full = |line: &CellSet, (cell, most): (Cell, u16)| {
            let is_same = |at: &Cell| position.piece_at(*at) == Some(held);
            line.contains(cell) && line.iter().filter(is_same).nth(usize::from(most) - 1).is_some()
        };
        let mut add = |piece_type: PieceTypeId, cell: Cell| {
            let piece = Piece { piece_type, ..held };
            if self.game.may_be_on(piece, cell) {
                moves.push(Move { kind: MoveKind::Drop(piece), ..Move::step(cell, cell) });
            }
        };
        let mut add_on = |cell: Cell| {
            if position.pieces[cell.index()] != NO_PIECE {
                return;
            }
            let Some(rule) = rule else { return add(held.piece_type, cell) };
            let at = (cell, rule.max_count);
            let anywhere = cells.is_some();
            let is_full = !anywhere && rule.one_per.iter().any(|line| is_full(line, at));
            for (piece_type, to) in &rule.dropped_as {
                if anywhere || to.contains(cell) && !is_full {
                    add(*piece_type, cell);
                }
            }
        };
        match cells {
            Some(cells) => cells.iter().for_each(&mut add_on),
            None => self.game.layout.cells().for_each(&mut add_on),
        }
    }

    fn transfer_moves(&self, position: &Position, side: SideId, moves: &mut Vec<Move>) {
        let rules = self.game.transfers.iter().zip(0..);
        for (rule, index) in rules.filter(|(rule, _)| rule.when == TransferWhen::Turn) {
            let kind = MoveKind::Transfer(index);
            let may_use_it = |from: &Cell| {
                position.piece_at(*from).is_some_and(|piece| {
                    piece.side == side && self.concerns(rule, piece, position.status(*from))
                })
            };
            for from in rule.from[side].iter().filter(may_use_it) {
                let free = match rule.to.is_none() {
                    // Like a pass, it is written with one cell twice.
                    true => CellSet::from_iter([from]),
                    false => self.free_destinations(position, rule, side),
                };
                moves.extend(free.iter().map(|to| Move { kind, ..Move::step(from, to) }));
            }
        }
    }

    /// Replaces each move after which transferred pieces have a choice by one move for each choice.
    fn choose_destinations(&self, position: &Position, side: SideId, moves: &mut Vec<Move>) {
        if self.pieces_due_for_transfer(position, side).is_empty() {
            return;
        }
        let moves_before = std::mem::take(moves);
        let mut after = UndoablePosition::new(position.clone());
        for found in moves_before {
            let choices = self.choices_after(&mut after, &found);
            moves.extend(choices.into_iter().map(|transfers| Move { transfers, ..found }));
        }
    }

    /// Whether no royal is attacked after a move or while it castles.
    pub(super) fn is_legal(
        &self,
        position: &mut UndoablePosition,
        found: &Move,
        check: &LegalityCheck,
    ) -> bool {
        if let MoveKind::Castle(index) = found.kind
            && !self.castling_is_safe(position, index as usize)
        {
            return false;
        }
        let makes_royal = self.check_counts() && self.may_make_royal(found);
        if !check.has_royal && !makes_royal && !self.effects_bar_moves {
            return true;
        }
        let must_test = makes_royal || self.effects_bar_moves || check.must_test(found);
        !must_test || self.is_safe_after(position, found, check.royals)
    }

    fn check_counts(&self) -> bool {
        self.game.check_by != CheckSource::None
    }

    /// Whether a side can have a royal after a move that it did not have before.
    #[inline]
    fn may_make_royal(&self, found: &Move) -> bool {
        let is_royal = |piece_type: PieceTypeId| self.game.piece_types[piece_type].royal;
        self.has_effects
            || found.promotion.is_some_and(is_royal)
            || matches!(found.kind, MoveKind::Drop(piece) if is_royal(piece.piece_type))
    }

    /// Whether no effect bars a move, and the royals that count are there and not attacked after it, and
    /// over a castling by notation. The side had so many royals before.
    #[inline(never)]
    fn is_safe_after(&self, position: &mut UndoablePosition, found: &Move, royals: usize) -> bool {
        if self.castles_by_notation && !self.notation_castling_is_safe(position, found) {
            return false;
        }
        let side = position.turn.to_move;
        if self.exposes_before_effects(position, found) {
            return false;
        }
        let undo = self.move_pieces(position, found);
        let barred = position.barred_by.is_some();
        let lost = self.may_lose_own_royal && self.lost_royal(position, side, royals);
        let attacked = lost || self.in_check(position, side);
        let decided = attacked && !lost && self.is_decided_by_extinction(position, found);
        self.undo(position, undo);
        !barred && (!attacked || decided)
    }

    /// Whether a castling by notation, if the move is one, leads a royal over no attacked cell.
    fn notation_castling_is_safe(&self, position: &mut Position, found: &Move) -> bool {
        let royal = position.pieces[found.from.index()];
        let is_swap = found.displaced == Some((found.to, found.from));
        if found.kind != MoveKind::Step
            || found.displaced.is_none()
            || is_swap
            || !self.royal[royal as usize]
        {
            return true;
        }
        let side = position.side_of(royal);
        let way = self.layout().straight_between(found.from, found.to);
        self.way_is_safe(position, found.from, &way, side)
    }

    /// Whether a move is no castling over attacked cells.
    pub(super) fn castles_legally(&self, position: &mut Position, found: &Move) -> bool {
        match found.kind {
            MoveKind::Castle(index) => self.castling_is_safe(position, index as usize),
            _ => self.notation_castling_is_safe(position, found),
        }
    }

    fn castling_is_safe(&self, position: &mut Position, index: usize) -> bool {
        let rule = &self.game.castlings[index];
        self.way_is_safe(position, rule.royal_from, &self.castlings[index].safe, rule.side)
    }

    /// Whether a piece is no royal, or is attacked on none of the cells over which it castles.
    fn way_is_safe(&self, position: &mut Position, from: Cell, way: &[Cell], side: SideId) -> bool {
        let is_royal = self.royal[position.pieces[from.index()] as usize];
        let counts = is_royal && self.game.check_by != CheckSource::None;
        if !counts || !self.royal_counts(position, from, side) {
            return true;
        }
        let (royal, status) = position.remove_piece(from);
        let safe = way.iter().all(|&cell| {
            if position.pieces[cell.index()] != NO_PIECE {
                // Only the partner can stand on this cell. The test after the move covers it.
                return true;
            }
            position.place_piece(cell, royal, status);
            let attacked = self.royal_attacked(position, cell, side);
            position.remove_piece(cell);
            !attacked
        });
        position.place_piece(from, royal, status);
        safe
    }

    /// Returns the rule for drops of a piece, as it is in hand or as it is put on the board.
    fn drop_rule(&self, piece: Piece) -> Option<&DropRule> {
        let held = self.game.dropped_from(piece);
        let mut rules = self.game.drops.iter();
        rules.find(|rule| (rule.side, rule.piece_type) == (held.side, held.piece_type))
    }

    /// Whether a move is not a drop that gives a forbidden checkmate. Like other restrictions, such
    /// rules do not matter for the answers.
    fn is_allowed_drop_mate(&self, position: &mut UndoablePosition, found: &Move) -> bool {
        let MoveKind::Drop(piece) = found.kind else { return true };
        // The rule speaks of drops as the type in hand.
        let rule = self.drop_rule(piece).filter(|rule| rule.piece_type == piece.piece_type);
        if rule.is_none_or(|rule| rule.may_give_checkmate) {
            return true;
        }
        let undo = self.apply_and_end_turn(position, found);
        let mates = self.has_no_answer(position);
        self.undo(position, undo);
        !mates
    }

    /// Returns what the legality test of so many moves must look at in this position.
    pub(super) fn legality_check(
        &self,
        position: &Position,
        side: SideId,
        moves: usize,
    ) -> LegalityCheck {
        let mut royals = self.royals(position, side);
        let first_royal = royals.next().filter(|_| self.check_counts());
        let Some(royal) = first_royal else { return LegalityCheck::default() };
        let count = 1 + royals.count();
        let in_check = self.in_check(position, side);
        let simple = count == 1 && self.lines_are_straight && !in_check && moves > FEW_MOVES;
        let mut lines = CellSet::default();
        if simple {
            lines.insert(royal);
            // An enemy attacks the royal if a cell between becomes empty or occupied.
            let enemies = self.game.side_ids().filter(|&enemy| enemy != side);
            for from in enemies.flat_map(|enemy| position.cells_of(enemy)) {
                let program = &self.programs[position.pieces[from.index()] as usize];
                if program.may_attack(from, royal, self.words) {
                    self.add_attack_line(program, from, royal, &mut lines);
                }
            }
        }
        let blocks_only = !in_check && self.pieces_only_block;
        LegalityCheck { has_royal: true, in_check, royals: count, lines, simple, blocks_only }
    }
}

/// What must be looked at to find out whether a move leaves a royal attacked.
#[derive(Default)]
pub(super) struct LegalityCheck {
    /// Whether the side has a royal whose attackers count.
    pub(super) has_royal: bool,
    pub(super) in_check: bool,
    /// The number of royals of the side.
    pub(super) royals: usize,
    /// The cells whose changes can matter.
    pub(super) lines: CellSet,
    /// Whether changes of other cells cannot matter.
    pub(super) simple: bool,
    /// Whether a piece that is only added cannot leave a royal attacked.
    pub(super) blocks_only: bool,
}

impl LegalityCheck {
    /// Whether the position after the move must be tested for check.
    #[inline]
    fn must_test(&self, found: &Move) -> bool {
        let touches = |cell: Cell| self.lines.contains(cell);
        let only_adds = || {
            matches!(found.kind, MoveKind::Drop(_) | MoveKind::Pass)
                && found.captures.is_empty()
                && found.displaced.is_none()
        };
        if self.blocks_only && only_adds() {
            return false;
        }
        !self.simple
            || touches(found.from)
            || touches(found.to)
            || found.captures.iter().any(|cell| cell != found.to)
            || found.displaced.is_some()
            || !found.transfers.is_empty()
            || !matches!(found.kind, MoveKind::Step | MoveKind::Drop(_) | MoveKind::Pass)
    }
}

/// Puts the moves that are legal first, in their order, and returns how many they are.
fn sort_legal_first(moves: &mut [Move], mut is_legal: impl FnMut(&Move) -> bool) -> usize {
    let mut kept = 0;
    for index in 0..moves.len() {
        let found = moves[index];
        if is_legal(&found) {
            moves[kept] = found;
            kept += 1;
        }
    }
    kept
}

/// Removes duplicates from the moves at and after an index.
fn remove_doubles(moves: &mut Vec<Move>, start: usize) {
    sort(&mut moves[start..]);
    let mut kept = start;
    for index in start..moves.len() {
        if index == start || moves[index] != moves[kept - 1] {
            moves[kept] = moves[index];
            kept += 1;
        }
    }
    moves.truncate(kept);
}
