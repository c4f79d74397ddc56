//! The compiled rules of a game, and attacks on cells.

use std::sync::Arc;

use crate::game::{
    ArrivalEffect, BySide, Castling, CheckSource, EndRules, Game, GameError, MoveRule, Outcome,
    Piece, PieceType, SideId, WhenFull,
};
use crate::geometry::{Cell, CellSet, Layout, cells_of_words};
use crate::notation::{Atom, Betza, Directions, Term};
use crate::program::{
    CellRange, Op, Program, SharedTables, capture_masks, compile, compile_notation,
};
use crate::source::{Code, sort, work};

use super::auras::{LentPrograms, lent_programs, widen_attack_masks};
use super::effect_attacks::widen_by_effects;
use super::position::{NO_PIECE, PieceIndex};
use super::walk::{Captures, Mover};
use super::{EnPassantTarget, Move, Position, RecordedFacts};

/// A compiled game. It answers which moves are possible and which are legal.
#[derive(Debug)]
pub struct Rules {
    pub(super) game: Game,
    /// By piece index.
    pub(super) programs: Vec<Arc<Program>>,
    pub(super) tables: Arc<SharedTables>,
    /// By side, then piece index: whether the side may capture the piece.
    pub(super) capture_masks: BySide<Vec<bool>>,
    /// By piece index.
    pub(super) royal: Vec<bool>,
    /// By piece index: the index of its promotion in the list of the game.
    pub(super) promotions: Vec<Option<usize>>,
    pub(super) castlings: Vec<CastlingCells>,
    /// By cell: a bit for each castling that is lost when a piece leaves the cell or is captured on it.
    pub(super) castling_cells: Vec<u64>,
    /// Words in a row of bits for all cells.
    pub(super) words: usize,
    /// Whether each attack depends on the cells of one straight line only, and each move changes no
    /// cells but its own.
    pub(super) lines_are_straight: bool,
    /// Whether a piece more on an empty cell never begins an attack: none needs a piece between.
    pub(super) pieces_only_block: bool,
    /// Whether moves can have effects.
    pub(super) has_effects: bool,
    /// Whether effects can capture so that they attack.
    pub(super) effects_attack: bool,
    /// Whether effects can make a move illegal.
    pub(super) effects_bar_moves: bool,
    /// Whether attacks depend on effects or auras.
    pub(super) attacks_are_conditional: bool,
    /// Whether pieces change what other pieces may do.
    pub(super) has_auras: bool,
    /// Whether some drops may not give checkmate.
    pub(super) forbids_drop_mates: bool,
    /// Whether turns can have several parts.
    pub(super) has_turn_parts: bool,
    /// The programs of each part of a turn.
    pub(super) part_programs: Vec<PartPrograms>,
    /// What positions record for the conditions of the game.
    pub(super) recorded: RecordedFacts,
    /// Whether a side may capture royals of its own that do not count, or lose them by effects.
    pub(super) may_lose_own_royal: bool,
    /// Whether a checkmate or another end takes a side out, and the others play on.
    pub(super) eliminates: bool,
    /// Whether a royal castles by its notation.
    pub(super) castles_by_notation: bool,
    /// How pieces that may not leave some cells move like other types.
    pub(super) lent_programs: LentPrograms,
}

/// The notations of a part of a turn, compiled for each side.
#[derive(Debug, Default)]
pub(super) struct PartPrograms {
    /// How the pieces move, if not by their own rules.
    pub(super) notation: Option<BySide<Program>>,
    /// Where the part may end, from the landing of the part before.
    pub(super) from_landing: Option<BySide<Program>>,
}

/// The cells of a castling.
#[derive(Debug)]
pub(super) struct CastlingCells {
    /// These must be empty, except for the two pieces.
    pub(super) empty: Vec<Cell>,
    /// On these the royal piece may not be attacked: its start, its end and those between.
    pub(super) safe: Vec<Cell>,
    /// Whether both pieces may be where they end.
    pub(super) is_within: bool,
}

impl Rules {
    /// Compiles a game, or returns all errors in it.
    pub fn compile(game: Game) -> Result<Rules, Vec<GameError>> {
        Rules::of_programs(compiled_programs(&game, None)?, game)
    }

    /// Compiles a game that is like another one: pieces that move as there are not compiled again.
    pub fn compile_like(game: Game, similar: &Rules) -> Result<Rules, Vec<GameError>> {
        Rules::of_programs(compiled_programs(&game, Some(similar))?, game)
    }

    fn of_programs(
        (mut programs, mut tables): SharedPrograms,
        game: Game,
    ) -> Result<Rules, Vec<GameError>> {
        let part_programs = part_programs(&game, &mut tables).map_err(|error| vec![error])?;
        let lent_programs = lent_programs(&game, &mut tables).map_err(|error| vec![error])?;
        widen_attack_masks(&game, &mut programs);
        widen_by_effects(&game, &mut programs, &tables).map_err(|error| vec![error])?;
        if !work::is_left() {
            return Err(vec![too_much_work()]);
        }
        let types = game.piece_types.len();
        let pieces = game.sides.len() * types;
        let mut promotions = vec![None; pieces];
        for (index, promotion) in game.promotions.iter().enumerate() {
            let piece = promotion.side.index() * types + promotion.piece_type.index();
            promotions[piece] = Some(index);
        }
        let castlings = game.castlings.iter().map(|castling| castling_cells(&game, castling));
        let mut lost_castlings = vec![0; game.layout.len()];
        for (index, castling) in game.castlings.iter().enumerate().take(64) {
            lost_castlings[castling.royal_from.index()] |= 1 << index;
            lost_castlings[castling.partner_from.index()] |= 1 << index;
        }
        let royal = game.piece_types.iter().map(|piece_type| piece_type.royal);
        let is_castling = |op: &Op| matches!(op, Op::Castle { .. });
        let mut royal_programs = royal.clone().cycle().zip(&programs).filter(|(royal, _)| *royal);
        let castles_by_notation =
            royal_programs.any(|(_, program)| program.ops.iter().any(is_castling));
        let is_straight =
            |op: &Op| !matches!(op, Op::Chain { .. } | Op::Shoot { .. } | Op::Series { .. });
        let lines_are_straight = game.effects.is_empty()
            && game.auras.is_empty()
            && programs.iter().all(|program| program.ops.iter().all(is_straight));
        let needs_screen = |op: &Op| {
            matches!(op, Op::Cannon { .. } | Op::Grasshopper { .. } | Op::LeapingSlide { .. })
                || matches!(op, Op::Via { occupied: true, .. })
        };
        let mut ops = programs.iter().flat_map(|program| &program.ops);
        Ok(Rules {
            pieces_only_block: lines_are_straight && !ops.any(needs_screen),
            has_turn_parts: !game.turn_parts.is_empty(),
            part_programs,
            lent_programs,
            tables,
            capture_masks: capture_masks(&game),
            royal: royal.cycle().take(pieces).collect(),
            promotions,
            castlings: castlings.collect(),
            castling_cells: lost_castlings,
            words: game.layout.len().div_ceil(64),
            lines_are_straight,
            programs,
            has_effects: !game.effects.is_empty(),
            effects_attack: game.effects.iter().any(|effect| effect.attacks),
            effects_bar_moves: game.effects.iter().any(|it| it.when_full == WhenFull::Illegal),
            has_auras: !game.auras.is_empty(),
            forbids_drop_mates: game.drops.iter().any(|rule| !rule.may_give_checkmate),
            attacks_are_conditional: !game.effects.is_empty() || !game.auras.is_empty(),
            recorded: RecordedFacts::of_game(&game),
            castles_by_notation,
            may_lose_own_royal: !game.effects.is_empty() || may_capture_own_royal(&game),
            eliminates: eliminates(&game),
            game,
        })
    }

    /// Returns the game that was compiled.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the boards.
    pub fn layout(&self) -> &Layout {
        &self.game.layout
    }

    /// Returns the cells on which a piece could capture from a cell, with suitable other pieces.
    pub fn attack_mask(&self, piece: Piece, from: Cell) -> CellSet {
        let start = from.index() * self.words;
        cells_of_words(&self.program_of(piece).attack_mask[start..start + self.words]).collect()
    }

    /// Whether the piece on `from` could now capture on `target`.
    pub fn attacks(&self, position: &Position, from: Cell, target: Cell) -> bool {
        let index = position.pieces[from.index()];
        index != NO_PIECE && self.piece_attacks(position, index, from, target)
    }

    /// Whether a piece that stands on `from` could now capture on `target`.
    #[inline]
    fn piece_attacks(
        &self,
        position: &Position,
        index: PieceIndex,
        from: Cell,
        target: Cell,
    ) -> bool {
        let program = &self.programs[index as usize];
        let passed = || position.en_passant_targets.iter().any(|it| it.victim == target);
        // Most pieces are too far away: the test of the others is not inlined.
        (program.may_attack(from, target, self.words) || passed())
            && self.has_capture(
                Mover::new(self, position, from, position.side_of(index)),
                program,
                target,
            )
    }

    /// Whether a capture by a program takes the piece on `target`.
    #[inline(never)]
    fn has_capture(&self, mover: Mover, program: &Program, target: Cell) -> bool {
        if self.attacks_are_conditional {
            return self.attacks_by_all_rules(mover, program, target);
        }
        Rules::captures_by_program(mover, program, target)
    }

    /// Whether a capture of the compiled moves takes the piece on `target`.
    pub(super) fn captures_by_program(mover: Mover, program: &Program, target: Cell) -> bool {
        let hits = |found: &Move| found.captures.contains(target);
        mover.run(program, &mut Captures(hits)).is_break()
    }

    /// Whether a piece could capture on `target` as auras allow, and without the loss of a royal of
    /// its own side.
    fn attacks_by_all_rules(&self, mover: Mover, program: &Program, target: Cell) -> bool {
        if !work::spend(1) {
            return false;
        }
        let (position, side) = (mover.position, mover.side);
        let mut hits = |found: &Move| {
            found.captures.contains(target)
                && !(self.has_effects && self.backfires(position, found, side))
        };
        self.run_as_auras_allow(mover, program, &mut Captures::seldom(&mut hits)).is_break()
            || self.attacks_by_effects(mover, program, target)
    }

    /// Returns the cells of the pieces that could now capture on a cell.
    pub fn attackers(&self, position: &Position, target: Cell) -> CellSet {
        let pieces = position.pieces().map(|(cell, _)| cell);
        pieces.filter(|&from| self.attacks(position, from, target)).collect()
    }

    /// Returns the piece that can have skipped a cell by the double step just made.
    ///
    /// `None` if no piece of a side that is not to move can have done so, or more than one.
    pub fn double_stepper(&self, position: &Position, cell: Cell) -> Option<EnPassantTarget> {
        let mut candidates = position.pieces().filter(|&(victim, piece)| {
            piece.side != position.turn.to_move && self.double_steps_over(piece, cell, victim)
        });
        let (victim, piece) = candidates.next()?;
        let target = EnPassantTarget { cell, victim, side: piece.side };
        candidates.next().is_none().then_some(target)
    }

    /// Whether a double or triple step of a piece skips one cell and ends on another.
    fn double_steps_over(&self, piece: Piece, skipped: Cell, end: Cell) -> bool {
        self.possible_programs(piece).iter().flat_map(|program| &program.ops).any(|op| match op {
            Op::Double { cells, .. } => {
                let (to, between) = self.tables.cells(*cells).split_last().expect("a step");
                *to == end.0 && between.contains(&skipped.0)
            }
            Op::Via { conditions, cells, between, .. } => {
                let (cells, between) = (self.tables.cells(*cells), self.tables.cells(*between));
                self.tables.end_conditions[*conditions as usize].sets_en_passant
                    && between.iter().zip(cells).any(|pair| pair == (&skipped.0, &end.0))
            }
            _ => false,
        })
    }

    /// The cells of the royals of a side.
    pub(super) fn royals(&self, position: &Position, side: SideId) -> impl Iterator<Item = Cell> {
        position.cells_of(side).filter(|cell| self.royal[position.pieces[cell.index()] as usize])
    }

    /// Whether royals of two sides face each other along an open orthogonal line.
    pub(super) fn royals_facing(&self, position: &Position) -> bool {
        let sides = self.game.side_ids();
        let royals: Vec<(SideId, Cell)> = sides
            .flat_map(|side| self.royals(position, side).map(move |cell| (side, cell)))
            .collect();
        let open = |a: Cell, b: Cell| {
            let offset = self.layout().point(b).at - self.layout().point(a).at;
            let axes = [offset.x, offset.y, offset.z].iter().filter(|&&part| part != 0).count();
            let line = self.layout().straight_between(a, b);
            axes == 1
                && line.iter().all(|&at| at == a || at == b || position.piece_at(at).is_none())
        };
        royals.iter().enumerate().any(|(index, &(side, cell))| {
            let mut others = royals[index + 1..].iter().filter(|(other, _)| *other != side);
            others.any(|&(_, other)| open(cell, other))
        })
    }

    /// Whether a royal of a side would be attacked on a cell, by a side whose attacks count.
    pub(super) fn royal_attacked(&self, position: &Position, cell: Cell, side: SideId) -> bool {
        self.game.side_ids().any(|enemy| {
            enemy != side
                && !position.is_eliminated(enemy)
                && match self.game.check_by {
                    CheckSource::AnyEnemy => true,
                    CheckSource::NextSide => enemy == self.side_after(position, side),
                    CheckSource::None => false,
                }
                && self.side_attacks(position, enemy, cell)
        })
    }

    /// Whether a piece of a side attacks a cell.
    pub(super) fn side_attacks(&self, position: &Position, by: SideId, target: Cell) -> bool {
        let mut cells = position.cells_of(by);
        cells.any(|from| self.piece_attacks(position, position.pieces[from.index()], from, target))
    }

    pub(super) fn program_of(&self, piece: Piece) -> &Program {
        let types = self.game.piece_types.len();
        &self.programs[piece.side.index() * types + piece.piece_type.index()]
    }

    /// Adds the cells on which an attack from one cell on another depends.
    pub(super) fn add_attack_line(
        &self,
        program: &Program,
        from: Cell,
        target: Cell,
        lines: &mut CellSet,
    ) {
        let mut add = |cells: &[u16]| lines.extend(cells.iter().map(|&cell| Cell(cell)));
        let before_target = |range: CellRange| {
            let cells = self.tables.cells(range);
            cells.iter().position(|&cell| cell == target.0).map(|end| &cells[..end])
        };
        for op in program.at(from.0) {
            match op {
                Op::Slide { cells, .. }
                | Op::LeapingSlide { cells, .. }
                | Op::Cannon { cells, .. }
                | Op::Grasshopper { cells, .. } => {
                    before_target(*cells).into_iter().for_each(&mut add);
                }
                Op::Via { cells, between, .. } => {
                    if let Some(before) = before_target(*cells) {
                        add(before);
                        add(&self.tables.cells(*between)[..=before.len()]);
                    }
                }
                Op::Routes { to, routes, .. } if *to == target.0 => {
                    for route in self.tables.routes(*routes) {
                        add(self.tables.cells(*route));
                    }
                }
                Op::Shot { between, victim, .. } if *victim == target.0 => {
                    add(self.tables.cells(*between));
                }
                _ => {}
            }
        }
    }
}

/// Whether an end other than that of a royal that can be captured eliminates a side.
fn eliminates(game: &Game) -> bool {
    let in_ends = |ends: &EndRules| {
        let single = [ends.checkmate, ends.stalemate, ends.no_promotion_choice];
        let single = single.into_iter().flatten();
        let pieces = ends.extinction.iter().map(|rule| rule.1);
        let goals = ends.goal.iter().map(|rule| rule.outcome);
        single.chain(pieces).chain(goals).any(|outcome| outcome == Outcome::Eliminated)
    };
    in_ends(&game.ends)
        || game.own_ends.iter().flatten().any(in_ends)
        || game.end_conditions.iter().any(|end| end.outcome == Outcome::Eliminated)
}

fn may_capture_own_royal(game: &Game) -> bool {
    game.side_ids().any(|side| {
        let royals = game.piece_type_ids().filter(|&piece_type| game.piece_types[piece_type].royal);
        let mut royals = royals.map(|piece_type| Piece { side, piece_type });
        royals.any(|piece| game.sides[side].may_capture.contains(piece))
    })
}

/// The programs of all pieces, and their tables.
type SharedPrograms = (Vec<Arc<Program>>, Arc<SharedTables>);

/// Compiles the moves of all pieces of a game, or takes them from a similar game.
fn compiled_programs(
    game: &Game,
    similar: Option<&Rules>,
) -> Result<SharedPrograms, Vec<GameError>> {
    let similar = similar.filter(|known| {
        known.game.sides.len() == game.sides.len()
            && known.game.piece_types.len() == game.piece_types.len()
            && known.game.layout == game.layout
    });
    let mut tables = similar.map(|known| known.tables.clone()).unwrap_or_default();
    let (mut programs, mut errors) = (Vec::new(), Vec::<GameError>::new());
    for side in game.side_ids() {
        for piece_type in game.piece_type_ids() {
            let piece = Piece { side, piece_type };
            if let Some(known) = similar.filter(|known| move_alike(&known.game, game, piece)) {
                let index = side.index() * game.piece_types.len() + piece_type.index();
                programs.push(known.programs[index].clone());
                continue;
            }
            if let Some(other) = earlier_side_like(game, piece).filter(|_| errors.is_empty()) {
                let index = other.index() * game.piece_types.len() + piece_type.index();
                programs.push(programs[index].clone());
                continue;
            }
            let compiled = compile(game, Arc::make_mut(&mut tables), side, piece_type);
            if !work::is_left() {
                return Err(vec![too_much_work()]);
            }
            match compiled {
                Ok(program) => programs.push(Arc::new(program)),
                // A notation has the same error for every side. Report it once.
                Err(error) => {
                    let place = |error: &GameError| (error.piece_type, error.rule, error.span);
                    if !errors.iter().any(|known| place(known) == place(&error)) {
                        errors.push(error);
                    }
                }
            }
        }
    }
    if errors.is_empty() { Ok((programs, tables)) } else { Err(errors) }
}

/// The error of a game whose moves need more work than is left.
fn too_much_work() -> GameError {
    GameError {
        piece_type: None,
        side: None,
        rule: None,
        span: None,
        code: Code::Work,
        message: "the moves of its pieces take too much work".to_owned(),
        help: None,
    }
}

/// Returns an earlier side for which the piece has the same program: it moves by the same rules, and
/// these lead in all directions, so that the seat does not matter.
fn earlier_side_like(game: &Game, Piece { side, piece_type }: Piece) -> Option<SideId> {
    let PieceType { move_rules, double_step, triple_step, .. } = &game.piece_types[piece_type];
    let long_steps = |side: SideId| [double_step.get(side.index()), triple_step.get(side.index())];
    let leads_everywhere = |rule: &MoveRule| {
        let is_plain = |term: &Term| match &term.legs[..] {
            [leg] => leg.atom != Atom::Castle && leg.modifiers.directions == Directions::All,
            _ => false,
        };
        rule.effect == ArrivalEffect::None && rule.form.terms().iter().all(is_plain)
    };
    let is_like = |other: &SideId| {
        move_rules[*other] == move_rules[side] && long_steps(*other) == long_steps(side)
    };
    let candidates = game.side_ids().take_while(|&other| other != side);
    candidates.filter(|_| move_rules[side].iter().all(leads_everywhere)).find(is_like)
}

/// Compiles the notations of the parts of a turn.
fn part_programs(
    game: &Game,
    tables: &mut Arc<SharedTables>,
) -> Result<Vec<PartPrograms>, GameError> {
    let mut all = Vec::new();
    for part in &game.turn_parts {
        let mut compiled = |betza: &Option<Betza>| match betza {
            None => Ok(None),
            Some(betza) => {
                let tables = Arc::make_mut(tables);
                let sides = game.side_ids();
                let programs = sides.map(|side| compile_notation(game, tables, side, betza));
                programs.collect::<Result<_, _>>().map(Some)
            }
        };
        let notation = compiled(&part.notation)?;
        all.push(PartPrograms { notation, from_landing: compiled(&part.from_landing)? });
    }
    Ok(all)
}

/// Whether a piece has the same program in two games with the same boards, and with as many sides
/// and piece types.
fn move_alike(one: &Game, other: &Game, Piece { side, piece_type }: Piece) -> bool {
    let (one_type, other_type) = (&one.piece_types[piece_type], &other.piece_types[piece_type]);
    one.sides[side].frame == other.sides[side].frame
        && one_type.move_rules[side] == other_type.move_rules[side]
        && one_type.double_step.get(side.index()) == other_type.double_step.get(side.index())
        && one_type.triple_step.get(side.index()) == other_type.triple_step.get(side.index())
}

fn castling_cells(game: &Game, castling: &Castling) -> CastlingCells {
    let layout = &game.layout;
    let safe = layout.straight_between(castling.royal_from, castling.royal_to);
    let mut empty = safe.clone();
    empty.extend(layout.straight_between(castling.partner_from, castling.partner_to));
    empty.retain(|&cell| cell != castling.royal_from && cell != castling.partner_from);
    sort(&mut empty);
    empty.dedup();
    let may_end =
        |piece_type, cell| game.may_be_on(Piece { side: castling.side, piece_type }, cell);
    let is_within = may_end(castling.royal, castling.royal_to)
        && may_end(castling.partner, castling.partner_to);
    CastlingCells { empty, safe, is_within }
}
