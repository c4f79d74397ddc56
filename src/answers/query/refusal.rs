//! Says why a piece may not move to a cell, or why a piece in hand may not be dropped there.

use crate::game::{Castling, MoveRule, Piece, PieceType, Prerequisite, SideId};
use crate::geometry::{Cell, CellSet, Layout};
use crate::rules::{Move, MoveKind, MoveObstacle, PieceStatus, Position, Rules};
use crate::source::sort;

use super::LoadedVariant;

/// Why there is no legal move from one cell to another, or no drop on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The game is over: no side may move.
    GameOver,
    /// The start cell is empty, or no such piece is in hand.
    NoPiece,
    /// The side to move does not move this piece.
    OtherTurn,
    /// The pieces on these cells are in the way. Without them the piece could move there.
    Blocked(CellSet),
    /// A piece of the same side is on the cell.
    FriendlyPiece,
    /// For a drop: the cell is not empty.
    Occupied,
    /// The piece captures on the cell, but not this piece.
    MayNotCapture,
    /// The piece moves there only if the cell is empty.
    OnlyWithoutCapture,
    /// The piece moves there only if it captures.
    OnlyCapturing,
    /// A piece must be in between, as a hurdle.
    NeedsHurdle,
    /// Only a piece that has not moved may do so.
    HasMoved,
    /// Only a piece that has moved may do so.
    HasNotMoved,
    /// The piece may not make a double step from its cell.
    NoDoubleStep,
    /// The piece lacks a state that the move needs, or has one that forbids it.
    WrongState(u8),
    /// Royals of the side would be attacked by these pieces.
    Exposes {
        /// The cells of the royals after the move.
        royals: CellSet,
        /// The cells of the attackers.
        by: CellSet,
        /// Whether a royal is attacked now, so that the move does not end the attack.
        in_check: bool,
    },
    /// The royal piece may not castle while it is attacked.
    CastlesInCheck,
    /// The royal piece would cross these attacked cells.
    CastlesOverAttack(CellSet),
    /// The castling right is lost.
    NoCastlingRight,
    /// Royals that face each other must stop doing so.
    FacingRoyals,
    /// The piece would move there if these rules, by their indices among those of its side, had no
    /// limits: of the cells on which it may start, move and end, of borders and of checks.
    OutsideOfItsCells(Vec<usize>),
    /// For a drop: the rules of drops leave this cell out.
    NoDropThere,
    /// For a drop: a line, colour or board holds as many such pieces as it may.
    OnePerLine,
    /// For a drop: it would give a forbidden checkmate.
    DropMates,
    /// The restriction of the game with that number forbids it.
    Restricted(usize),
    /// The effect of the game with that number makes it illegal.
    Barred(usize),
    /// In the part of the turn with that number, another piece or another way is moved.
    OtherPart(usize),
    /// The aura of the game with that number forbids it.
    UnderAura(usize),
    /// The side would lose a royal of its own, by a capture or by the effects of the move.
    LosesOwnRoyal,
    /// A rule that holds for whole moves forbids it.
    Forbidden,
    /// The piece never moves so.
    Never,
}

impl LoadedVariant {
    /// Returns why no legal move leads from one cell to another; `None` exactly where one does.
    pub fn refusal(&self, position: &Position, from: Cell, to: Cell) -> Option<Refusal> {
        let moves = self.rules().moves(position);
        let leads = |found: &Move| found.is_of_piece() && (found.from, found.to) == (from, to);
        if moves.iter().any(leads) {
            return None;
        }
        let Some(piece) = position.piece_at(from) else { return Some(Refusal::NoPiece) };
        let to_move = position.turn.to_move;
        if self.rules().game_end(position, &[]).is_some() {
            return Some(Refusal::GameOver);
        }
        if !self.game().sides[piece.side].moved_by.contains(&to_move) {
            return Some(Refusal::OtherTurn);
        }
        if let Some(part) = self.rules().turn_part(position)
            && !self.rules().is_usual_in_part(position, part, from)
        {
            return Some(Refusal::OtherPart(part));
        }
        let probe = RefusalProbe { variant: self, rules: self.rules(), position, from, to, piece };
        Some(probe.castling().or_else(|| probe.unsafe_move()).unwrap_or_else(|| probe.unreached()))
    }

    /// Returns why a piece may not be dropped on a cell; `None` exactly where it may.
    pub fn drop_refusal(&self, position: &Position, piece: Piece, to: Cell) -> Option<Refusal> {
        let moves = self.rules().moves(position);
        let is_drop = |found: &Move| {
            let is_it = |dropped| self.game().dropped_from(dropped) == piece;
            found.to == to && matches!(found.kind, MoveKind::Drop(dropped) if is_it(dropped))
        };
        if moves.iter().any(is_drop) {
            return None;
        }
        if self.rules().game_end(position, &[]).is_some() {
            return Some(Refusal::GameOver);
        }
        if position.turn.to_move != piece.side {
            return Some(Refusal::OtherTurn);
        }
        if position.in_hand(piece) == 0 {
            return Some(Refusal::NoPiece);
        }
        if let Some(part) = self.rules().turn_part(position) {
            let drops = self.game().turn_parts[part].drops.as_ref();
            if drops.is_none_or(|drops| !drops[position.turn.to_move].contains(piece)) {
                return Some(Refusal::OtherPart(part));
            }
        }
        if position.piece_at(to).is_some() {
            return Some(Refusal::Occupied);
        }
        let mut rules = self.game().drops.iter();
        let of_piece = |side, piece_type| Piece { side, piece_type } == piece;
        let rule = rules.find(|rule| of_piece(rule.side, rule.piece_type));
        if let Some(rule) = rule {
            if !rule.dropped_as.iter().any(|(_, cells)| cells.contains(to)) {
                return Some(Refusal::NoDropThere);
            }
            let is_same = |cell: &Cell| position.piece_at(*cell) == Some(piece);
            let is_full =
                |line: &CellSet| line.iter().filter(is_same).count() >= usize::from(rule.max_count);
            if rule.one_per.iter().any(|line| line.contains(to) && is_full(line)) {
                return Some(Refusal::OnePerLine);
            }
        }
        let may_mate = rule.is_none_or(|rule| rule.may_give_checkmate);
        let otherwise = if may_mate { Refusal::Forbidden } else { Refusal::DropMates };
        Some(prevented(self, position, is_drop).unwrap_or(otherwise))
    }
}

/// Returns what forbids all moves that are meant, if pieces could make them.
fn prevented(
    variant: &LoadedVariant,
    position: &Position,
    is_meant: impl Fn(&Move) -> bool,
) -> Option<Refusal> {
    match variant.rules().obstacle(position, is_meant)? {
        MoveObstacle::Restriction(index) => Some(Refusal::Restricted(index)),
        MoveObstacle::Effect(index) => Some(Refusal::Barred(index)),
        MoveObstacle::OwnRoyalLost => Some(Refusal::LosesOwnRoyal),
        MoveObstacle::Attacked(after) => exposed(variant, position, &after, position.turn.to_move),
    }
}

/// Returns the royals of a side that are attacked after a move, if the rules forbid that.
fn exposed(
    variant: &LoadedVariant,
    before: &Position,
    after: &Position,
    side: SideId,
) -> Option<Refusal> {
    if !variant.rules().in_check(after, side) {
        return None;
    }
    let is_royal = |piece: Piece| variant.game().piece_types[piece.piece_type].royal;
    let own = after.pieces().filter(|(_, piece)| piece.side == side && is_royal(*piece));
    let (mut royals, mut by) = (CellSet::new(), CellSet::new());
    for (royal, _) in own {
        let attackers = variant.rules().attackers(after, royal);
        let is_enemy = |cell: &Cell| after.piece_at(*cell).is_some_and(|it| it.side != side);
        let attackers: CellSet = attackers.iter().filter(is_enemy).collect();
        if !attackers.is_empty() {
            royals.insert(royal);
            by.extend(attackers.iter());
        }
    }
    Some(Refusal::Exposes { royals, by, in_check: variant.rules().in_check(before, side) })
}

/// A piece, the cell to which it may not move, and the position.
struct RefusalProbe<'a> {
    variant: &'a LoadedVariant,
    rules: &'a Rules,
    position: &'a Position,
    from: Cell,
    to: Cell,
    piece: Piece,
}

impl RefusalProbe<'_> {
    /// Whether the piece reaches the cell in a position, without regard to check.
    fn reaches(&self, position: &Position) -> bool {
        reaches(self.rules, position, self.from, self.to)
    }

    /// Returns why a castling to this cell is not legal, if all its cells are as it needs them.
    fn castling(&self) -> Option<Refusal> {
        let game = self.variant.game();
        let leads = |castling: &Castling| {
            (castling.side, castling.royal) == (self.piece.side, self.piece.piece_type)
                && (castling.royal_from, castling.royal_to) == (self.from, self.to)
        };
        let (index, castling) = game.castlings.iter().enumerate().find(|(_, it)| leads(it))?;
        let mut plain = self.position.clone();
        plain.set_can_castle(index, false);
        if self.reaches(&plain) {
            return None;
        }
        if !self.position.can_castle(index) {
            let mut with_right = self.position.clone();
            with_right.set_can_castle(index, true);
            return self.reaches(&with_right).then_some(Refusal::NoCastlingRight);
        }
        if !self.reaches(self.position) {
            return self.castling_blockers(castling).map(Refusal::Blocked);
        }
        if self.rules.in_check(self.position, self.piece.side) {
            return Some(Refusal::CastlesInCheck);
        }
        let layout = self.rules.layout();
        let is_between = |cell: &Cell| is_between(layout, *cell, self.from, self.to);
        let is_attacked = |cell: &Cell| {
            let mut there = self.position.clone();
            there.set_piece(self.from, None);
            there.set_piece(*cell, Some(self.piece));
            *cell != castling.partner_from && self.rules.in_check(&there, self.piece.side)
        };
        let crossed: CellSet = layout.cells().filter(is_between).filter(is_attacked).collect();
        if !crossed.is_empty() {
            return Some(Refusal::CastlesOverAttack(crossed));
        }
        let prevented = prevented(self.variant, self.position, |found| self.is_meant(found));
        Some(prevented.unwrap_or(Refusal::Forbidden))
    }

    /// Returns the pieces without which a castling would be possible; `None` if more is missing.
    fn castling_blockers(&self, castling: &Castling) -> Option<CellSet> {
        let layout = self.rules.layout();
        let Castling { royal_from, royal_to, partner_from, partner_to, .. } = *castling;
        let is_in_the_way = |cell: Cell| {
            ![royal_from, partner_from].contains(&cell)
                && (is_between(layout, cell, royal_from, royal_to)
                    || is_between(layout, cell, partner_from, partner_to))
        };
        let pieces = self.position.pieces().map(|(cell, _)| cell);
        let blockers: CellSet = pieces.filter(|&cell| is_in_the_way(cell)).collect();
        let mut cleared = self.position.clone();
        blockers.iter().for_each(|cell| cleared.set_piece(cell, None));
        self.reaches(&cleared).then_some(blockers)
    }

    /// Returns why a move that the piece could make is not legal.
    fn unsafe_move(&self) -> Option<Refusal> {
        let reach = self.rules.reach(self.position, self.from);
        let prevented = prevented(self.variant, self.position, |found| self.is_meant(found));
        if !reach.ends().contains(self.to) {
            // What an effect makes illegal is no part of the reach.
            return prevented.filter(|refusal| matches!(refusal, Refusal::Barred(_)));
        }
        let faces = self.variant.game().ends.facing_royals.is_some();
        let otherwise = if faces { Refusal::FacingRoyals } else { Refusal::Forbidden };
        Some(prevented.unwrap_or(otherwise))
    }

    /// Whether a move of the side to move leads from the one cell to the other.
    fn is_meant(&self, found: &Move) -> bool {
        found.is_of_piece() && (found.from, found.to) == (self.from, self.to)
    }

    /// Returns why the piece does not reach the cell, found by changing the position.
    fn unreached(&self) -> Refusal {
        if self.from == self.to {
            return Refusal::Never;
        }
        if let Some(aura) = self.aura() {
            return Refusal::UnderAura(aura);
        }
        if let Some(refusal) = self.wrong_target(self.position) {
            return refusal;
        }
        let mut alone = self.position.clone();
        let others = self.position.pieces().map(|(cell, _)| cell);
        let others: Vec<Cell> =
            others.filter(|cell| ![self.from, self.to].contains(cell)).collect();
        others.iter().for_each(|&cell| alone.set_piece(cell, None));
        if self.reaches(&alone) || self.wrong_target(&alone).is_some() {
            return self.blockers(alone, &others);
        }
        for position in [self.position, &alone] {
            if let Some(refusal) = self.wrong_status(position) {
                return refusal;
            }
        }
        let Piece { side, piece_type } = self.piece;
        let mut rules = self.variant.game().piece_types[piece_type].move_rules[side].iter();
        if rules.any(may_need_hurdle) && self.needs_hurdle(&alone) {
            return Refusal::NeedsHurdle;
        }
        let everywhere = CellSet::all(self.rules.layout().len());
        let double_steps = |piece_type: &mut PieceType, side: SideId| {
            if !piece_type.double_step[side].is_empty() {
                piece_type.double_step[side] = everywhere.clone();
            }
        };
        match () {
            () if self.reaches_with(&alone, double_steps) => Refusal::NoDoubleStep,
            () if self.reaches_with(&alone, |piece_type, side| {
                piece_type.move_rules[side].iter_mut().for_each(without_limits);
            }) =>
            {
                Refusal::OutsideOfItsCells(self.limiting_rules(&alone))
            }
            () => Refusal::Never,
        }
    }

    /// Returns the rules without whose limits the piece would reach the cell.
    fn limiting_rules(&self, alone: &Position) -> Vec<usize> {
        let Piece { side, piece_type } = self.piece;
        let rules = 0..self.variant.game().piece_types[piece_type].move_rules[side].len();
        let suffices = |&index: &usize| {
            self.reaches_with(alone, |piece_type, side| {
                without_limits(&mut piece_type.move_rules[side][index]);
            })
        };
        rules.filter(suffices).collect()
    }

    /// Returns the aura without which the piece would reach the cell: the first that suffices alone,
    /// or else the first of all.
    fn aura(&self) -> Option<usize> {
        let game = self.variant.game();
        let reaches_with = |is_kept: &dyn Fn(usize) -> bool| {
            let mut changed = game.clone();
            let mut index = 0;
            changed.auras.retain(|_| {
                index += 1;
                is_kept(index - 1)
            });
            let rules = Rules::compile_like(changed, self.rules);
            rules.is_ok_and(|rules| reaches(&rules, self.position, self.from, self.to))
        };
        if game.auras.is_empty() || !reaches_with(&|_| false) {
            return None;
        }
        let mut all = 0..game.auras.len();
        Some(all.find(|&left_out| reaches_with(&|index| index != left_out)).unwrap_or(0))
    }

    /// Returns what is wrong with the contents of the cell, if the piece could move there otherwise.
    fn wrong_target(&self, position: &Position) -> Option<Refusal> {
        let mut changed = position.clone();
        let mut reaches_with = |contents: Option<Piece>| {
            changed.set_piece(self.to, contents);
            self.reaches(&changed)
        };
        let found = position.piece_at(self.to);
        let reaches_empty = found.is_some() && reaches_with(None);
        let may_capture = self.variant.game().sides[self.piece.side].may_capture.iter();
        let mut enemies = may_capture.filter(|it| it.side != self.piece.side && Some(*it) != found);
        let captures = enemies.any(|enemy| reaches_with(Some(enemy)));
        match found {
            Some(other) if other.side == self.piece.side => {
                (reaches_empty || captures).then_some(Refusal::FriendlyPiece)
            }
            Some(_) if captures => Some(Refusal::MayNotCapture),
            Some(_) => reaches_empty.then_some(Refusal::OnlyWithoutCapture),
            None => captures.then_some(Refusal::OnlyCapturing),
        }
    }

    /// Puts all pieces back that are not in the way.
    fn blockers(&self, mut position: Position, others: &[Cell]) -> Refusal {
        let (mut blockers, is_reached) = (CellSet::new(), self.reaches(&position));
        let holds = |position: &Position| match is_reached {
            true => self.reaches(position),
            false => self.wrong_target(position).is_some(),
        };
        for &cell in others {
            position.set_piece(cell, self.position.piece_at(cell));
            position.set_status(cell, self.position.status(cell));
            if !holds(&position) {
                position.set_piece(cell, None);
                blockers.insert(cell);
            }
        }
        Refusal::Blocked(blockers)
    }

    /// Returns what is wrong with the status of the piece, if it could move there with another.
    fn wrong_status(&self, position: &Position) -> Option<Refusal> {
        let status = position.status(self.from);
        let mut changed = position.clone();
        let mut reaches_with = |status: PieceStatus| {
            changed.set_status(self.from, status);
            self.reaches(&changed)
        };
        if reaches_with(PieceStatus { moved: !status.moved, ..status }) {
            return Some(if status.moved { Refusal::HasMoved } else { Refusal::HasNotMoved });
        }
        let mut states = 0..self.variant.game().states.len() as u8;
        let with_other = |state: &u8| {
            let states = status.states ^ 1 << state;
            reaches_with(PieceStatus { states, ..status })
        };
        states.find(with_other).map(Refusal::WrongState)
    }

    /// Whether the piece could move there if one more piece were on the board.
    fn needs_hurdle(&self, alone: &Position) -> bool {
        let mut with_hurdle = alone.clone();
        let game = self.variant.game();
        let usual = Piece { side: self.piece.side, piece_type: self.piece.piece_type };
        let hurdles = game.initial_pieces.iter().map(|&(_, piece)| piece).chain([usual]);
        let mut kinds: Vec<Piece> = hurdles.collect();
        sort(&mut kinds);
        kinds.dedup();
        let mut cells = self.rules.layout().cells();
        cells.any(|cell| {
            if alone.piece_at(cell).is_some() || cell == self.to {
                return false;
            }
            let found = kinds.iter().any(|&piece| {
                with_hurdle.set_piece(cell, Some(piece));
                self.reaches(&with_hurdle) || self.wrong_target(&with_hurdle).is_some()
            });
            with_hurdle.set_piece(cell, None);
            found
        })
    }

    /// Whether the piece would reach the cell if its rules were changed.
    fn reaches_with(&self, alone: &Position, change: impl Fn(&mut PieceType, SideId)) -> bool {
        let Piece { side, piece_type } = self.piece;
        let mut game = self.variant.game().clone();
        for other in game.piece_type_ids() {
            for owner in game.side_ids().filter(|&owner| (owner, other) != (side, piece_type)) {
                game.piece_types[other].move_rules[owner].clear();
            }
        }
        change(&mut game.piece_types[piece_type], side);
        let Ok(changed) = Rules::compile(game) else { return false };
        let mut empty = alone.clone();
        empty.set_piece(self.to, None);
        [alone, &empty].iter().any(|it| reaches(&changed, it, self.from, self.to))
    }
}

/// Whether a move by the rule can need a piece before the cell where it ends: to hop over it, or to capture
/// it and go on.
fn may_need_hurdle(rule: &MoveRule) -> bool {
    let hops = rule.form.legs().any(|leg| leg.modifiers.needs_hurdle());
    let earlier = rule.form.terms().iter().flat_map(|term| &term.legs[..term.legs.len() - 1]);
    hops || earlier.map(|leg| &leg.modifiers).any(|it| it.capture || it.friendly_capture)
}

/// Removes all limits of cells from a rule.
fn without_limits(rule: &mut MoveRule) {
    (rule.from, rule.to, rule.within) = (None, None, None);
    rule.barred_steps.clear();
    rule.conditions.retain(|condition| *condition != Prerequisite::NotInCheck);
}

/// Whether a cell lies in the smallest box of a board that has two cells.
fn is_between(layout: &Layout, cell: Cell, one: Cell, other: Cell) -> bool {
    let [at, a, b] = [cell, one, other].map(|cell| layout.point(cell));
    let within =
        |value: i16, one: i16, other: i16| (one.min(other)..=one.max(other)).contains(&value);
    at.board == a.board
        && within(at.at.x, a.at.x, b.at.x)
        && within(at.at.y, a.at.y, b.at.y)
        && within(at.at.z, a.at.z, b.at.z)
}

/// Whether the piece on a cell reaches another, without regard to turn and check.
fn reaches(rules: &Rules, position: &Position, from: Cell, to: Cell) -> bool {
    rules.reach(position, from).ends().contains(to)
}
