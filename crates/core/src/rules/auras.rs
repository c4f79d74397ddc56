//! What auras let a piece do: pieces that change what other pieces may do.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::game::{
    Aura, AuraPower, AuraRange, AuraTargets, BySide, Castling, Game, GameError, Piece, PieceSet,
    PieceTypeId, SideId,
};
use crate::geometry::{Cell, CellSet};
use crate::program::{Op, Program, SharedTables, compile};

use super::position::NO_PIECE;
use super::walk::{BoundedMoves, Flow, MoveVisitor, Mover};
use super::{Move, Position, Rules};

/// A type whose moves an aura gives to another piece, and the only cells on which these may end.
type BorrowedMoves<'a> = (PieceTypeId, Option<&'a CellSet>);

/// What the auras of a position do to the moves of one piece.
#[derive(Debug)]
pub(super) struct AuraState<'a> {
    rules: &'a Rules,
    position: &'a Position,
    frozen: bool,
    may_not_capture: bool,
    /// The types whose moves it has in addition.
    also: Vec<BorrowedMoves<'a>>,
    /// The types whose moves it has instead of its own; empty: it has its own.
    only: Vec<BorrowedMoves<'a>>,
    /// The cells on which its slides end.
    stops: CellSet,
}

impl AuraState<'_> {
    /// Whether the auras let the piece make a move that its rules have.
    fn allow(&self, found: &Move) -> bool {
        let AuraState { rules, position, .. } = self;
        let is_frozen = |cell| rules.has_power_on(position, cell, AuraPower::Frozen);
        let is_safe = |cell| rules.has_power_on(position, cell, AuraPower::MayNotBeCaptured);
        (!self.may_not_capture || found.captures.is_empty())
            && found.displaced.is_none_or(|(cell, _)| !is_frozen(cell))
            && !found.captures.iter().any(is_safe)
    }

    /// Whether the auras change what another notation of the piece does: all but its own types.
    fn stops_on(&self, cell: u16) -> bool {
        self.stops.contains(Cell(cell))
    }
}

impl Mover<'_> {
    /// Visits the moves by one operation that auras allow; `None`: there are no auras.
    pub(super) fn op_under<L: MoveVisitor>(
        &self,
        auras: Option<&AuraState<'_>>,
        (op, to): (&Op, Option<&CellSet>),
        visitor: &mut L,
    ) -> Flow {
        let Some(auras) = auras else { return self.op(op, visitor) };
        if auras.frozen {
            return Flow::Continue(());
        }
        let stops = &|cell: u16| auras.stops_on(cell);
        let visit: &mut dyn FnMut(Move) -> Flow = &mut |found| {
            let may_end = to.is_none_or(|to| to.contains(found.to));
            let is_allowed = may_end && auras.allow(&found);
            if is_allowed { visitor.visit(found) } else { Flow::Continue(()) }
        };
        match L::WANTS_QUIET_MOVES {
            true => self.op(op, &mut BoundedMoves::<true> { visit, stops }),
            false => self.op(op, &mut BoundedMoves::<false> { visit, stops }),
        }
    }
}

impl Rules {
    /// Visits the moves of a piece that auras allow, by a program and by the types that it moves
    /// like.
    ///
    /// The program is its own one, or that of a part of a turn, which no aura replaces.
    #[inline]
    pub(super) fn run_as_auras_allow<L: MoveVisitor>(
        &self,
        mover: Mover,
        program: &Program,
        visitor: &mut L,
    ) -> Flow {
        if !self.has_auras {
            return mover.run(program, visitor);
        }
        self.run_under_auras(mover, program, visitor)
    }

    #[inline(never)]
    fn run_under_auras<L: MoveVisitor>(
        &self,
        mover: Mover,
        program: &Program,
        visitor: &mut L,
    ) -> Flow {
        let from = Cell(mover.at);
        let Some(piece) = mover.position.piece_at(from) else {
            return mover.run(program, visitor);
        };
        let auras = self.auras_on(mover.position, from);
        if !std::ptr::eq(program, self.program_of(piece)) {
            let mut ops = program.at(from.0).iter();
            return ops.try_for_each(|op| mover.op_under(auras.as_ref(), (op, None), visitor));
        }
        let mut ops = self.ops_under(auras.as_ref(), piece, from);
        ops.try_for_each(|op| mover.op_under(auras.as_ref(), op, visitor))
    }

    /// Returns the operations of a piece on a cell: its own, or those of the types that it moves
    /// like, with the only cells on which they may end.
    pub(super) fn ops_under<'r>(
        &'r self,
        auras: Option<&AuraState<'r>>,
        piece: Piece,
        from: Cell,
    ) -> impl Iterator<Item = (&'r Op, Option<&'r CellSet>)> + use<'r> {
        let mut types = vec![(piece.piece_type, None)];
        if let Some(auras) = auras {
            if !auras.only.is_empty() {
                types.clone_from(&auras.only);
            }
            types.extend(&auras.also);
        }
        let of_type = move |(piece_type, to): BorrowedMoves<'r>| {
            let lent = self.lent_programs.get(&(piece, piece_type));
            let program = lent.unwrap_or_else(|| self.program_of(Piece { piece_type, ..piece }));
            program.at(from.0).iter().map(move |op| (op, to))
        };
        types.into_iter().flat_map(of_type)
    }

    /// Returns what auras do to the moves of the piece on a cell; `None` if there are no auras.
    pub(super) fn auras_on<'a>(
        &'a self,
        position: &'a Position,
        cell: Cell,
    ) -> Option<AuraState<'a>> {
        if !self.has_auras || position.pieces[cell.index()] == NO_PIECE {
            return None;
        }
        let mut state = AuraState {
            rules: self,
            position,
            frozen: false,
            may_not_capture: false,
            also: Vec::new(),
            only: Vec::new(),
            stops: CellSet::new(),
        };
        for aura in &self.game.auras {
            if aura.power == AuraPower::StopsSlides {
                state.stops.extend(self.cells_in_range(position, aura, cell).iter());
                continue;
            }
            for side in self.owners(position, aura) {
                if !self.affects(position, aura, side, cell) {
                    continue;
                }
                let to = aura.to.as_ref().map(|to| &to[side]);
                match aura.power {
                    AuraPower::Frozen => state.frozen = true,
                    AuraPower::MayNotCapture => state.may_not_capture = true,
                    AuraPower::AlsoMovesLike(piece_type) => state.also.push((piece_type, to)),
                    AuraPower::MovesOnlyLike(piece_type) => state.only.push((piece_type, to)),
                    AuraPower::MayNotBeCaptured | AuraPower::StopsSlides => {}
                }
            }
        }
        Some(state)
    }

    /// Whether an aura with this power affects the piece on a cell.
    pub(super) fn has_power_on(&self, position: &Position, cell: Cell, power: AuraPower) -> bool {
        let mut auras = self.game.auras.iter();
        auras.any(|aura| {
            aura.power == power
                && self.owners(position, aura).any(|side| self.affects(position, aura, side, cell))
        })
    }

    /// Whether auras hold one of the two pieces of a castling, or replace the moves of the royal.
    pub(super) fn auras_forbid_castling(&self, position: &Position, castling: &Castling) -> bool {
        let of_royal = self.auras_on(position, castling.royal_from);
        of_royal.is_some_and(|auras| auras.frozen || !auras.only.is_empty())
            || self.has_power_on(position, castling.partner_from, AuraPower::Frozen)
    }

    /// Whether an aura of a side affects the piece on a cell.
    fn affects(&self, position: &Position, aura: &Aura, side: SideId, cell: Cell) -> bool {
        let Some(target) = position.piece_at(cell) else { return false };
        let Some(of) = &aura.of else { return is_target(aura, side, None, target) };
        if matches!(&aura.targets, AuraTargets::Pieces(pieces) if !pieces[side].contains(target)) {
            return false;
        }
        self.sources(position, of, side).any(|(from, source)| {
            is_target(aura, side, Some(source), target)
                && match &aura.range {
                    AuraRange::Everywhere => true,
                    AuraRange::Cells(cells) => cells[side][from.index()].contains(cell),
                    AuraRange::Attacked => self.attacks_without_auras(position, from, cell),
                }
        })
    }

    /// The pieces of a side that have an aura, and their cells.
    fn sources<'p>(
        &self,
        position: &'p Position,
        of: &'p BySide<PieceSet>,
        side: SideId,
    ) -> impl Iterator<Item = (Cell, Piece)> + use<'p> {
        let cells = position.cells_of(side);
        let pieces = cells.filter_map(|cell| Some((cell, position.piece_at(cell)?)));
        pieces.filter(move |(_, piece)| of[side].contains(*piece))
    }

    /// Returns the cells on which an aura works for the piece on a cell.
    fn cells_in_range(&self, position: &Position, aura: &Aura, target: Cell) -> CellSet {
        let mut range = CellSet::new();
        let (Some(of), Some(target_piece)) = (&aura.of, position.piece_at(target)) else {
            return range;
        };
        for side in self.owners(position, aura) {
            for (from, source) in self.sources(position, of, side) {
                if !is_target(aura, side, Some(source), target_piece) {
                    continue;
                }
                match &aura.range {
                    AuraRange::Everywhere => range.extend(self.layout().cells()),
                    AuraRange::Cells(cells) => range.extend(cells[side][from.index()].iter()),
                    // Slides end on cells that do not depend on what occupies them.
                    AuraRange::Attacked => {}
                }
            }
        }
        range
    }

    /// The sides whose pieces can have an aura now.
    fn owners(&self, position: &Position, aura: &Aura) -> impl Iterator<Item = SideId> {
        self.game.side_ids().filter(|&side| aura.sides[side] && !position.is_eliminated(side))
    }

    /// Whether the piece on a cell could capture on another if there were no auras. It attacks a
    /// friendly piece where it could capture an enemy piece in its place.
    fn attacks_without_auras(&self, position: &Position, from: Cell, target: Cell) -> bool {
        let Some(piece) = position.piece_at(from).filter(|_| from != target) else { return false };
        if position.piece_at(target).is_some_and(|other| other.side == piece.side) {
            let Some(enemy) = self.enemy_like(position, piece.side, target) else { return false };
            let mut exchanged = position.clone();
            exchanged.set_piece(target, Some(enemy));
            return self.attacks_without_auras(&exchanged, from, target);
        }
        let mover = Mover::new(self, position, from, piece.side);
        Rules::captures_by_program(mover, self.program_of(piece), target)
    }

    /// Returns a piece that a side may capture, if possible of the type of its own piece on a cell.
    fn enemy_like(&self, position: &Position, side: SideId, cell: Cell) -> Option<Piece> {
        let piece_type = position.piece_at(cell)?.piece_type;
        let may_capture = &self.game.sides[side].may_capture;
        let others = || may_capture.iter().filter(|other| other.side != side);
        others().find(|other| other.piece_type == piece_type).or_else(|| others().next())
    }

    /// Returns the program of a piece and those of the types that auras can let it move like.
    pub(super) fn possible_programs(&self, piece: Piece) -> Vec<&Program> {
        let types = [piece.piece_type].into_iter().chain(borrowed_types(&self.game));
        types.map(|piece_type| self.program_of(Piece { piece_type, ..piece })).collect()
    }
}

/// Whether an aura of a piece of a side is about another piece.
fn is_target(aura: &Aura, owner: SideId, source: Option<Piece>, target: Piece) -> bool {
    match &aura.targets {
        AuraTargets::Pieces(pieces) => pieces[owner].contains(target),
        AuraTargets::SameTypeOfEnemy => source.is_some_and(|source| {
            source.piece_type == target.piece_type && source.side != target.side
        }),
    }
}

/// The types whose moves auras give to other pieces.
fn borrowed_types(game: &Game) -> impl Iterator<Item = PieceTypeId> + '_ {
    game.auras.iter().filter_map(|aura| match aura.power {
        AuraPower::AlsoMovesLike(piece_type) | AuraPower::MovesOnlyLike(piece_type) => {
            Some(piece_type)
        }
        _ => None,
    })
}

/// The programs of lent moves, by the piece that has them and the type that lends them.
pub(super) type LentPrograms = BTreeMap<(Piece, PieceTypeId), Program>;

/// Compiles the moves of each type that auras lend, for the pieces that may not leave some cells.
pub(super) fn lent_programs(
    game: &Game,
    tables: &mut Arc<SharedTables>,
) -> Result<LentPrograms, GameError> {
    let mut programs = LentPrograms::new();
    for piece_type in game.piece_type_ids() {
        let Some(within) = &game.piece_types[piece_type].within else { continue };
        for (side, lent) in
            game.side_ids().flat_map(|side| borrowed_types(game).map(move |it| (side, it)))
        {
            let mut narrowed = game.clone();
            for rule in &mut narrowed.piece_types[lent].move_rules[side] {
                let own = rule.within.get_or_insert_with(|| within[side].clone());
                *own = own.intersection(&within[side]);
            }
            let program = compile(&narrowed, Arc::make_mut(tables), side, lent)?;
            programs.insert((Piece { side, piece_type }, lent), program);
        }
    }
    Ok(programs)
}

/// Adds to the attacks of each piece those of the types that auras can let it move like.
pub(super) fn widen_attack_masks(game: &Game, programs: &mut [Arc<Program>]) {
    let types = game.piece_types.len();
    for borrowed in borrowed_types(game) {
        for side in 0..game.sides.len() {
            let mask = programs[side * types + borrowed.index()].attack_mask.clone();
            for program in &mut programs[side * types..(side + 1) * types] {
                let own = &mut Arc::make_mut(program).attack_mask;
                own.iter_mut().zip(&mask).for_each(|(own, other)| *own |= other);
            }
        }
    }
}
