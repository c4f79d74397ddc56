//! What one piece can do on a position, without regard to turn or check.

use crate::game::{Piece, Prerequisite};
use crate::geometry::{Cell, CellSet};
use crate::program::{CellRange, Op};
use crate::source::{insert_sorted, sort, work};

use super::generate::UNITS_OF_A_MOVE;
use super::walk::{AllMoves, Captures, Flow, MoveVisitor, Mover};
use super::{Move, Position, Rules};

/// What one piece can do, whichever side is to move and even if its royal is then attacked.
///
/// A cell may be in several lists. No list has duplicates.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reach {
    /// Cells to which it moves without capture; in castling, the last cell of the royal piece.
    pub quiet: CellSet,
    /// Cells of enemy pieces that it captures by moving there, and no other piece.
    pub captures: CellSet,
    /// Cells of friendly pieces that it captures by moving there, and no other piece.
    pub friendly_captures: CellSet,
    /// All other captures: the cell on which the move ends, and the cells of the captured pieces.
    pub shots: Vec<(Cell, Vec<Cell>)>,
    /// The cell on which a move ends, and the cell of another piece that moves too.
    pub swaps: Vec<(Cell, Cell)>,
}

impl Reach {
    /// Returns all cells on which a move may end.
    pub fn ends(&self) -> CellSet {
        let mut ends = self.quiet.union(&self.captures).union(&self.friendly_captures);
        ends.extend(self.shots.iter().map(|(to, _)| *to));
        ends.extend(self.swaps.iter().map(|(to, _)| *to));
        ends
    }

    /// Returns all cells of pieces that may be captured.
    pub fn victims(&self) -> CellSet {
        let mut victims = self.captures.union(&self.friendly_captures);
        victims.extend(self.shots.iter().flat_map(|(_, captures)| captures.iter().copied()));
        victims
    }

    /// Adds a move that also captures on the cells of `struck` by its effects.
    fn add(
        &mut self,
        (found, struck): (&Move, &CellSet),
        is_castling: bool,
        is_friend: impl Fn(Cell) -> bool,
    ) {
        if let Some((with, _)) = found.displaced
            && !is_castling
        {
            insert_sorted(&mut self.swaps, (found.to, with));
            if found.captures.is_empty() {
                return;
            }
        }
        let captures: Vec<Cell> = found.captures.iter().chain(struck.iter()).collect();
        match captures[..] {
            [] => drop(self.quiet.insert(found.to)),
            [victim] if victim == found.to => {
                let friendly = is_friend(victim);
                let list = if friendly { &mut self.friendly_captures } else { &mut self.captures };
                list.insert(victim);
            }
            _ => insert_sorted(&mut self.shots, (found.to, captures)),
        }
    }
}

impl Rules {
    /// Returns what the piece on a cell can do; nothing for an empty cell.
    pub fn reach(&self, position: &Position, from: Cell) -> Reach {
        let mut reach = Reach::default();
        let Some(piece) = position.piece_at(from) else { return reach };
        let is_friend = |cell| position.piece_at(cell).is_some_and(|at| at.side == piece.side);
        let mover = Mover::new(self, position, from, piece.side);
        let auras = self.auras_on(position, from);
        for (op, to) in self.ops_under(auras.as_ref(), piece, from) {
            let is_castling = matches!(op, Op::Castle { .. });
            let mut add = |found: Move| {
                work::spend(UNITS_OF_A_MOVE);
                if let Some(struck) = self.struck_by(&found, position, piece.side) {
                    reach.add((&found, &struck), is_castling, is_friend);
                }
            };
            let _ = mover.op_under(auras.as_ref(), (op, to), &mut AllMoves::seldom(&mut add));
        }
        for found in self.pseudo_castlings(position) {
            if found.from == from
                && let Some(struck) = self.struck_by(&found, position, piece.side)
            {
                reach.add((&found, &struck), true, is_friend);
            }
        }
        reach
    }

    /// Returns each cell on which a move of the piece on `from` may end or captures.
    pub fn affected_cells(&self, position: &Position, from: Cell) -> CellSet {
        let mut cells = CellSet::new();
        let Some(piece) = position.piece_at(from) else { return cells };
        let mut add = |found: Move| {
            if let Some(struck) = self.struck_by(&found, position, piece.side) {
                add_affected_cells(&found, &mut cells);
                cells.extend_with(&struck);
            }
        };
        let _ = self.visit_moves(position, from, &mut AllMoves::seldom(&mut add));
        cells
    }

    /// Returns the same cells for the moves of one component.
    pub fn affected_cells_of(
        &self,
        component: &MoveComponent,
        position: &Position,
        from: Cell,
    ) -> CellSet {
        let (Some(piece), Some(index)) = (position.piece_at(from), component.index) else {
            return self.affected_cells(position, from);
        };
        let mut cells = CellSet::new();
        let mut add = |found: Move| add_affected_cells(&found, &mut cells);
        let op = &self.program_of(piece).at(from.0)[index];
        let _ =
            Mover::new(self, position, from, piece.side).op(op, &mut AllMoves::seldom(&mut add));
        cells
    }

    /// Whether a move of the piece on `from` ends on `on` and captures just the enemy there.
    pub fn captures(&self, position: &Position, from: Cell, on: Cell) -> bool {
        let side = |cell: Cell| position.piece_at(cell).map(|piece| piece.side);
        let is_enemy = side(on).is_some() && side(on) != side(from);
        let mut ends_here = |found: &Move| found.to == on && found.captures.iter().eq([on]);
        is_enemy
            && self.visit_moves(position, from, &mut Captures::seldom(&mut ends_here)).is_break()
    }

    /// Visits all moves of the piece on a cell, castling included.
    fn visit_moves<L: MoveVisitor>(
        &self,
        position: &Position,
        from: Cell,
        visitor: &mut L,
    ) -> Flow {
        if let Some(piece) = position.piece_at(from) {
            let mover = Mover::new(self, position, from, piece.side);
            self.run_as_auras_allow(mover, self.program_of(piece), visitor)?;
        }
        let mut castlings =
            self.pseudo_castlings(position).into_iter().filter(|it| it.from == from);
        castlings.try_for_each(|castling| visitor.visit(castling))
    }

    /// Returns independent components of what a piece can do, such as the four lines of a Rook.
    ///
    /// A change on a cell that no component has leaves the [`reach`](Rules::reach) as it was. One
    /// component has all cells if the compiled rules do not tell: for castling, en passant, shooting
    /// by notation, moves of several legs, auras, and rules that depend on check. The cells together:
    ///
    /// ```text
    /// a Knight's    a Rook's      a lame Knight's
    /// . x . x .     . . x . .     . x . x .
    /// x . . . x     . . x . .     x . x . x
    /// . . N . .     x x R x x     . x N x .
    /// x . . . x     . . x . .     x . x . x
    /// . x . x .     . . x . .     . x . x .
    /// ```
    pub fn components(&self, piece: Piece, from: Cell) -> Vec<MoveComponent> {
        let ops = self.program_of(piece).at(from.0).iter().enumerate();
        let component = |(index, op)| {
            Some(MoveComponent { cells: self.cells_of(op, true)?, index: Some(index) })
        };
        let all = || MoveComponent { cells: CellSet::all(self.layout().len()), index: None };
        let known: Option<Vec<MoveComponent>> = ops.map(component).collect();
        known.filter(|_| self.moves_by_program_alone(from)).unwrap_or_else(|| vec![all()])
    }

    /// Returns the cells whose contents can change the [`reach`](Rules::reach) of the piece on a
    /// cell; all cells if the compiled rules do not tell, as for [`components`](Rules::components).
    ///
    /// Captures en passant count only if the position has a target of them.
    pub fn relevant_cells(&self, position: &Position, from: Cell) -> CellSet {
        let Some(piece) = position.piece_at(from) else { return CellSet::new() };
        let en_passant = !position.en_passant_targets.is_empty();
        let mut ops = self.program_of(piece).at(from.0).iter();
        let add = |found: CellSet, op| Some(found.union(&self.cells_of(op, en_passant)?));
        let known = ops.try_fold(CellSet::new(), add);
        let known = known.filter(|_| self.moves_by_program_alone(from));
        known.unwrap_or_else(|| CellSet::all(self.layout().len()))
    }

    /// Whether nothing but its program moves the piece on a cell: no castling, no aura, which any cell can
    /// have, and no effect that attacks or makes moves illegal.
    fn moves_by_program_alone(&self, from: Cell) -> bool {
        !self.has_auras
            && !self.effects_attack
            && !self.effects_bar_moves
            && self.game.castlings.iter().all(|castling| castling.royal_from != from)
    }

    /// Returns the cells whose contents can change what an operation does; `None` if the compiled
    /// rules do not tell, or for captures en passant if these may be possible.
    fn cells_of(&self, op: &Op, en_passant: bool) -> Option<CellSet> {
        let conditions = self.tables.conditions_of(op);
        if conditions.en_passant && en_passant
            || conditions.prerequisites.contains(&Prerequisite::NotInCheck)
        {
            return None;
        }
        let mut found = CellSet::new();
        let mut add = |cells: CellRange| found.extend(to_cells(self.tables.cells(cells)));
        match *op {
            Op::Leaps { cells, .. }
            | Op::Slide { cells, .. }
            | Op::LeapingSlide { cells, .. }
            | Op::Cannon { cells, .. }
            | Op::Grasshopper { cells, .. }
            | Op::Double { cells, .. } => add(cells),
            Op::Via { cells, between, .. } => [cells, between].into_iter().for_each(add),
            Op::Routes { to, routes, .. } => {
                self.tables.routes(routes).iter().for_each(|&route| add(route));
                found.insert(Cell(to));
            }
            Op::Shot { to, between, victim, .. } => {
                add(between);
                found.extend([Cell(to), Cell(victim)]);
            }
            Op::Chain { .. } | Op::Shoot { .. } | Op::Series { .. } | Op::Castle { .. } => {
                return None;
            }
        }
        Some(found)
    }

    /// Returns the lines along which a piece slides from a cell, up to the edge or the end of its
    /// range, whatever stands on them. Moves of several legs have none.
    pub fn lines(&self, piece: Piece, from: Cell) -> Vec<Vec<Cell>> {
        let slides = self.program_of(piece).at(from.0).iter().filter_map(|op| match *op {
            Op::Slide { cells, .. } => Some(to_cells(self.tables.cells(cells))),
            _ => None,
        });
        slides.collect()
    }

    /// Returns the lines along which the piece on `from` can now slide to `to`: for each the cells
    /// between. Moves of several legs have none.
    pub fn slides(&self, position: &Position, from: Cell, to: Cell) -> Vec<Vec<Cell>> {
        let Some(piece) = position.piece_at(from) else { return Vec::new() };
        let mover = Mover::new(self, position, from, piece.side);
        let auras = self.auras_on(position, from);
        let leads_to = |op| {
            let mut affected = CellSet::new();
            let mut add = |found: Move| add_affected_cells(&found, &mut affected);
            let _ = mover.op_under(auras.as_ref(), op, &mut AllMoves::seldom(&mut add));
            affected.contains(to)
        };
        let slides = self.ops_under(auras.as_ref(), piece, from).filter_map(|op| {
            let Op::Slide { cells, .. } = *op.0 else { return None };
            let line = self.tables.cells(cells);
            let end = line.iter().position(|&cell| cell == to.0)?;
            leads_to(op).then(|| to_cells(&line[..end]))
        });
        slides.collect()
    }

    /// Returns the routes of step paths from one cell to another: for each the cells between, all
    /// of which must be empty. Other moves have none.
    pub fn routes(&self, piece: Piece, from: Cell, to: Cell) -> Vec<Vec<Cell>> {
        let mut found: Vec<Vec<Cell>> = Vec::new();
        for op in self.program_of(piece).at(from.0) {
            if let Op::Routes { to: end, routes, .. } = op
                && *end == to.0
            {
                let routes = self.tables.routes(*routes).iter();
                found.extend(routes.map(|route| to_cells(self.tables.cells(*route))));
            }
        }
        sort(&mut found);
        found.dedup();
        found
    }
}

/// One component of what a piece can do from a cell.
#[derive(Debug, Clone)]
pub struct MoveComponent {
    /// The cells whose contents can change what this component does.
    pub cells: CellSet,
    /// The index of its operation; `None` for the whole reach.
    index: Option<usize>,
}

/// Adds the cell on which a move ends and those on which it captures.
fn add_affected_cells(found: &Move, cells: &mut CellSet) {
    cells.insert(found.to);
    cells.extend(found.captures.iter());
}

fn to_cells(cells: &[u16]) -> Vec<Cell> {
    cells.iter().map(|&cell| Cell(cell)).collect()
}
