use std::ops::ControlFlow;

use crate::geometry::{Cell, Cells, Layout};

use super::compile::{self, SharedTables};
use super::position::{Bits, NO_PIECE};
use super::program::{CellRange, Op, Program};
use super::walk::{Flow, MoveVisitor, Walker};
use super::{CheckSource, EnPassantTarget, Game, GameError, Move, Piece, Position, SideId};

/// A game, compiled: ask it what may move where.
#[derive(Debug)]
pub struct Rules {
    pub(super) game: Game,
    /// By slot: side times kinds, plus kind.
    pub(super) programs: Vec<Program>,
    pub(super) store: SharedTables,
    /// By side, then slot: whom the side may take.
    pub(super) capture_masks: Vec<Vec<bool>>,
    /// By slot.
    pub(super) royal: Vec<bool>,
    /// By slot: the place of its promotion in the game's list.
    pub(super) promotions: Vec<Option<usize>>,
    pub(super) castlings: Vec<CastlingCells>,
    /// By cell: the castlings that end when a man leaves it or is taken on it.
    pub(super) castling_cells: Vec<u64>,
    pub(super) words: usize,
    /// Whether every attack goes along one straight line, so that the cells between tell all.
    pub(super) lines_are_straight: bool,
}

/// What a castling needs.
#[derive(Debug)]
pub(super) struct CastlingCells {
    /// Cells that must be empty but for the two themselves.
    pub(super) empty: Vec<Cell>,
    /// Cells on which the royal may not be attacked, the first and the last included.
    pub(super) safe: Vec<Cell>,
}

impl Rules {
    /// Compiles a game; all complaints at once.
    pub fn compile(game: Game) -> Result<Rules, Vec<GameError>> {
        let mut store = SharedTables::default();
        let (mut programs, mut errors) = (Vec::new(), Vec::new());
        for side in game.side_ids() {
            for piece_type in game.piece_type_ids() {
                match compile::program(&game, &mut store, side, piece_type) {
                    Ok(program) => programs.push(program),
                    // The same notation fails alike for every side: one complaint is enough.
                    Err(error) => {
                        let known = |other: &GameError| {
                            (other.piece_type, other.rule, other.span)
                                == (error.piece_type, error.rule, error.span)
                        };
                        if !errors.iter().any(known) {
                            errors.push(error);
                        }
                    }
                }
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let piece_types = game.piece_types.len();
        let slots = game.sides.len() * piece_types;
        let mut promotions = vec![None; slots];
        for (index, promotion) in game.promotions.iter().enumerate() {
            promotions[promotion.side.index() * piece_types + promotion.piece_type.index()] =
                Some(index);
        }
        let castlings: Vec<CastlingCells> =
            game.castlings.iter().map(|line| castling_cells(&game.layout, line)).collect();
        let mut castling_cells = vec![0; game.layout.len()];
        for (index, line) in game.castlings.iter().enumerate().take(64) {
            castling_cells[line.royal_from.index()] |= 1 << index;
            castling_cells[line.partner_from.index()] |= 1 << index;
        }
        Ok(Rules {
            store,
            capture_masks: compile::capture_masks(&game),
            royal: (0..slots).map(|slot| game.piece_types[slot % piece_types].royal).collect(),
            promotions,
            castlings,
            castling_cells,
            words: game.layout.len().div_ceil(64),
            lines_are_straight: programs.iter().all(|program| program.ops.iter().all(is_straight)),
            programs,
            game,
        })
    }

    /// The game as it was given.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The boards.
    pub fn layout(&self) -> &Layout {
        &self.game.layout
    }

    /// The position before the first move.
    pub fn initial_position(&self) -> Position {
        Position::initial(self)
    }

    /// Every cell that a man could ever take something on from a cell, if others stood as needed.
    pub fn attack_mask(&self, piece: Piece, from: Cell) -> Cells {
        let program = self.program_of(piece);
        let row = &program.attack_mask[from.index() * self.words..(from.index() + 1) * self.words];
        let bits = row.iter().enumerate();
        bits.flat_map(|(word, &bits)| Bits(bits).map(move |bit| Cell((word * 64 + bit) as u16)))
            .collect()
    }

    /// Whether a man on one cell could take what stands on another, as things stand.
    pub fn attacks(&self, position: &Position, from: Cell, target: Cell) -> bool {
        let slot = position.pieces[from.index()];
        if slot == NO_PIECE {
            return false;
        }
        let program = &self.programs[slot as usize];
        let word = program.attack_mask[from.index() * self.words + target.index() / 64];
        if word >> (target.index() % 64) & 1 == 0 {
            return false;
        }
        let side = SideId((slot as usize / position.piece_types) as u8);
        let walker = Walker::new(self, position, from, side);
        walker.run(program, &mut AttackSearch { target }).is_break()
    }

    /// The men that could take what stands on a cell.
    pub fn attackers(&self, position: &Position, target: Cell) -> Cells {
        let pieces = position.pieces().map(|(cell, _)| cell);
        pieces.filter(|&from| self.attacks(position, from, target)).collect()
    }

    /// Who can have skipped a cell by the double step that it just made: a man of a side that is
    /// not to move, where there is only one such way to come to its cell.
    pub fn double_stepper(&self, position: &Position, cell: Cell) -> Option<EnPassantTarget> {
        let mut found = None;
        for (victim, piece) in position.pieces() {
            if piece.side == position.to_move() || !self.double_steps_over(piece, cell, victim) {
                continue;
            }
            if found.is_some() {
                return None;
            }
            found = Some(EnPassantTarget { cell, victim, side: piece.side });
        }
        found
    }

    /// Whether some long step of a man skips one cell and ends on another.
    fn double_steps_over(&self, piece: Piece, skipped: Cell, end: Cell) -> bool {
        let program = self.program_of(piece);
        program.ops.iter().any(|op| match op {
            Op::Double { cells, .. } => {
                let (to, between) = self.store.cells(*cells).split_last().expect("steps lead on");
                *to == end.0 && between.contains(&skipped.0)
            }
            Op::Via { mode, cells, gates, .. } => {
                let passes = self.store.modes[*mode as usize].passes;
                let (cells, gates) = (self.store.cells(*cells), self.store.cells(*gates));
                passes
                    && cells.iter().zip(gates).any(|(&to, &gate)| (gate, to) == (skipped.0, end.0))
            }
            _ => false,
        })
    }

    /// Whether a royal of the side stands where it may not.
    pub fn in_check(&self, position: &Position, side: SideId) -> bool {
        self.royals(position, side).any(|cell| self.royal_attacked(position, cell, side))
    }

    /// The cells of a side's royals.
    pub(super) fn royals<'a>(
        &'a self,
        position: &'a Position,
        side: SideId,
    ) -> impl Iterator<Item = Cell> + 'a {
        position.cells_of(side).filter(|cell| self.royal[position.pieces[cell.index()] as usize])
    }

    /// Whether royals of two sides see each other along a file or a rank, nobody between.
    pub(super) fn royals_facing(&self, position: &Position) -> bool {
        let sides = self.game.side_ids();
        let royals: Vec<(SideId, Cell)> = sides
            .flat_map(|side| self.royals(position, side).map(move |cell| (side, cell)))
            .collect();
        let open = |a: Cell, b: Cell| {
            let way = self.layout().point(b).at - self.layout().point(a).at;
            let orthogonal = [way.x, way.y, way.z].iter().filter(|&&part| part != 0).count() == 1;
            let line = straight_between(self.layout(), a, b);
            orthogonal
                && line
                    .iter()
                    .all(|&cell| cell == a || cell == b || position.piece_at(cell).is_none())
        };
        royals.iter().enumerate().any(|(index, &(side, cell))| {
            let others = royals[index + 1..].iter().filter(|(other, _)| *other != side);
            others.into_iter().any(|&(_, other)| open(cell, other))
        })
    }

    /// Whether somebody whose attack counts attacks a side's man on that cell.
    pub(super) fn royal_attacked(&self, position: &Position, cell: Cell, side: SideId) -> bool {
        let threatens = |enemy: &SideId| match self.game.check_by {
            CheckSource::AnyEnemy => true,
            CheckSource::NextSide => *enemy == self.side_after(position, side),
            CheckSource::None => false,
        };
        self.game
            .side_ids()
            .filter(|&enemy| enemy != side && !position.is_eliminated(enemy))
            .filter(threatens)
            .any(|enemy| self.side_attacks(position, enemy, cell))
    }

    /// Whether any man of a side attacks a cell.
    pub(super) fn side_attacks(&self, position: &Position, by: SideId, target: Cell) -> bool {
        position.cells_of(by).any(|from| self.attacks(position, from, target))
    }

    pub(super) fn program_of(&self, piece: Piece) -> &Program {
        &self.programs[piece.side.index() * self.game.piece_types.len() + piece.piece_type.index()]
    }

    /// Adds the cells on which an attack from one cell on another depends.
    pub(super) fn add_attack_line(
        &self,
        program: &Program,
        from: Cell,
        target: Cell,
        lines: &mut Cells,
    ) {
        let on = |stretch: CellRange| {
            let cells = self.store.cells(stretch);
            cells.iter().position(|&cell| cell == target.0).map(|place| &cells[..place])
        };
        let mut watch = |cells: &[u16]| lines.extend(cells.iter().map(|&cell| Cell(cell)));
        for op in program.at(from.0) {
            match op {
                Op::Slide { cells, .. }
                | Op::Cannon { cells, .. }
                | Op::Grasshopper { cells, .. } => {
                    if let Some(between) = on(*cells) {
                        watch(between);
                    }
                }
                Op::Via { cells, gates, .. } => {
                    if let Some(between) = on(*cells) {
                        watch(between);
                        watch(&self.store.cells(*gates)[..=between.len()]);
                    }
                }
                Op::Routes { to, routes, .. } if *to == target.0 => {
                    for route in self.store.routes(*routes) {
                        watch(self.store.cells(*route));
                    }
                }
                Op::Shot { gates, victim, .. } if *victim == target.0 => {
                    watch(self.store.cells(*gates));
                }
                _ => {}
            }
        }
    }

    /// Every move by the ways of the man on a cell.
    pub(super) fn moves_from<L: MoveVisitor>(
        &self,
        position: &Position,
        from: Cell,
        listener: &mut L,
    ) -> Flow {
        let Some(piece) = position.piece_at(from) else { return Flow::Continue(()) };
        let walker = Walker::new(self, position, from, piece.side);
        walker.run(self.program_of(piece), listener)
    }
}

fn is_straight(op: &Op) -> bool {
    match op {
        Op::Leaps { .. }
        | Op::Slide { .. }
        | Op::Cannon { .. }
        | Op::Grasshopper { .. }
        | Op::Via { .. }
        | Op::Routes { .. }
        | Op::Double { .. }
        | Op::Shot { .. }
        | Op::Castle { .. } => true,
        Op::Chain { .. } | Op::Shoot { .. } => false,
    }
}

/// Listens for a move that takes what stands on a cell.
struct AttackSearch {
    target: Cell,
}

impl MoveVisitor for AttackSearch {
    const QUIET: bool = false;

    fn hear(&mut self, found: Move) -> Flow {
        if found.captures.contains(self.target) {
            ControlFlow::Break(())
        } else {
            Flow::Continue(())
        }
    }
}

fn castling_cells(layout: &Layout, line: &super::Castling) -> CastlingCells {
    let safe = straight_between(layout, line.royal_from, line.royal_to);
    let mut empty = safe.clone();
    empty.extend(straight_between(layout, line.partner_from, line.partner_to));
    empty.retain(|&cell| cell != line.royal_from && cell != line.partner_from);
    empty.sort();
    empty.dedup();
    CastlingCells { empty, safe }
}

/// The cells of the straight line from one cell to another, both included; only the two where no
/// line joins them.
fn straight_between(layout: &Layout, from: Cell, to: Cell) -> Vec<Cell> {
    let (a, b) = (layout.point(from), layout.point(to));
    let way = b.at - a.at;
    let steps = way.x.abs().max(way.y.abs()).max(way.z.abs());
    let divides = |part: i16| steps != 0 && part % steps == 0;
    if a.board != b.board || !(divides(way.x) && divides(way.y) && divides(way.z)) {
        return if from == to { vec![from] } else { vec![from, to] };
    }
    let unit = crate::geometry::Vector::new(way.x / steps, way.y / steps, way.z / steps);
    (0..=steps)
        .filter_map(|index| {
            layout.at(crate::geometry::Point { board: a.board, at: a.at + unit * index })
        })
        .collect()
}
