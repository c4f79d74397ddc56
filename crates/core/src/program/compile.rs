//! Compiles the rules of a game to programs.

use crate::directions::{StepError, steps};
use crate::game::{
    ArrivalEffect, Game, GameError, MoveForm, MoveRule, PieceTypeId, ShotTarget, SideId, StepPath,
};
use crate::geometry::{Cell, CellSet, Lattice, Layout, Orientation, Vector};
use crate::notation::{Atom, Betza, DirectionLetter, Directions, Hop, Leg, Modifiers, Term};
use crate::source::{Code, limits, sort, work};

use super::attack_mask::{attack_mask, overlap};
use super::operations::{CellRange, Chain, EndConditions, NO_CELL, Op, Program, SeriesWay};
use super::routes::{RoutePlan, RouteSearch};
use super::series::check_jumps;
use super::shared_tables::{SharedTables, StepTableId};
use super::step_bound::{StepBound, step_bound};

/// Steps to find the attack masks of the chains of a piece type. Those beyond attack every cell.
const EXPLORED: u64 = 4_000_000;

/// The units of work for a word of an attack mask. They count its memory, too.
const UNITS_OF_A_WORD: usize = 8;

/// Compiles the rules of one piece type of one side.
pub fn compile(
    game: &Game,
    tables: &mut SharedTables,
    side: SideId,
    piece_type: PieceTypeId,
) -> Result<Program, GameError> {
    let rules = &game.piece_types[piece_type].move_rules[side];
    let mut compiler = Compiler::new(game, tables, side);
    let forward_rules = rules.iter().filter(|rule| has_forward_step(rule));
    let forward_cells: CellSet =
        forward_rules.flat_map(|rule| compiler.start_cells(rule)).map(Cell).collect();
    for (index, rule) in rules.iter().enumerate() {
        let placed = |mut error: GameError| {
            error.piece_type = Some(piece_type);
            error.rule = Some(index);
            error
        };
        match rule.again {
            None => compiler.rule(rule),
            Some(again) => compiler.way_of_series(rule, again),
        }
        .map_err(placed)?;
        let piece_type = &game.piece_types[piece_type];
        for (steps, from) in [(2, &piece_type.double_step), (3, &piece_type.triple_step)] {
            if let (Some(from), MoveForm::Betza(betza)) = (from.get(side.index()), &rule.form)
                && !from.is_empty()
            {
                compiler.long_steps(rule, betza, from, (steps, &forward_cells)).map_err(placed)?;
            }
        }
    }
    compiler.series();
    Ok(compiler.finish())
}

/// Compiles a notation for the pieces of one side.
pub fn compile_notation(
    game: &Game,
    tables: &mut SharedTables,
    side: SideId,
    betza: &Betza,
) -> Result<Program, GameError> {
    let mut compiler = Compiler::new(game, tables, side);
    compiler.betza(&MoveRule::from_betza(betza.clone()), betza)?;
    Ok(compiler.finish())
}

/// Compiles the rules of one piece type of one side.
pub struct Compiler<'a> {
    pub game: &'a Game,
    pub layout: &'a Layout,
    pub tables: &'a mut SharedTables,
    pub side: SideId,
    /// For each cell, its operations so far.
    pub ops: Vec<Vec<Op>>,
    /// The bound of all its chains so far.
    step_bound: StepBound,
    /// Its ways of capture by which it goes on after a capture.
    pub ways: Vec<SeriesWay>,
}

impl<'a> Compiler<'a> {
    pub fn new(game: &'a Game, tables: &'a mut SharedTables, side: SideId) -> Self {
        let layout = &*game.layout;
        let ops = vec![Vec::new(); layout.len()];
        let (step_bound, ways) = (StepBound::default(), Vec::new());
        Compiler { game, layout, tables, side, ops, step_bound, ways }
    }

    pub fn rule(&mut self, rule: &MoveRule) -> Result<(), GameError> {
        check_jumps(rule)?;
        match (&rule.form, &rule.effect) {
            (MoveForm::Betza(betza), ArrivalEffect::Shoot(ShotTarget::SameDistanceAgain)) => {
                self.same_distance_shots(rule, betza)?
            }
            (_, ArrivalEffect::Shoot(ShotTarget::Betza(shot))) => self.shooter(rule, shot)?,
            (MoveForm::Betza(betza), _) => self.betza(rule, betza)?,
            (MoveForm::Path(path), _) => self.path(rule, path),
            (MoveForm::Links(links), _) => self.links(rule, links),
            (MoveForm::Stay, _) => {
                let help = "say where it goes by `move`, `path` or `links`";
                return Err(rule_error("a move that goes nowhere must shoot", help));
            }
        }
        Ok(())
    }

    /// Returns the cells on which the rule may start, by lattice.
    pub fn starts(&self, rule: &MoveRule) -> Vec<(Lattice, Vec<u16>)> {
        let mut starts: Vec<(Lattice, Vec<u16>)> = Vec::new();
        for cell in self.layout.cells() {
            if !allows(&rule.from, cell.0) || !allows(&rule.within, cell.0) {
                continue;
            }
            let lattice = self.layout.board(self.layout.point(cell).board).lattice();
            match starts.iter_mut().find(|(known, _)| *known == lattice) {
                Some((_, cells)) => cells.push(cell.0),
                None => starts.push((lattice, vec![cell.0])),
            }
        }
        starts
    }

    /// Returns the cells on which the rule may start.
    pub fn start_cells(&self, rule: &MoveRule) -> impl Iterator<Item = u16> + use<> {
        self.starts(rule).into_iter().flat_map(|(_, cells)| cells)
    }

    pub fn betza(&mut self, rule: &MoveRule, betza: &Betza) -> Result<(), GameError> {
        let bare = betza.without_spans();
        for (place, term) in betza.terms.iter().enumerate() {
            // A term that is written twice counts once.
            if bare.terms[..place].contains(&bare.terms[place]) {
                continue;
            }
            match &term.legs[..] {
                [leg] => self.simple(rule, leg)?,
                _ => self.chain(rule, term)?,
            }
        }
        Ok(())
    }

    /// Compiles a term of one leg.
    fn simple(&mut self, rule: &MoveRule, leg: &Leg) -> Result<(), GameError> {
        let conditions = self.tables.add_conditions(EndConditions::of(rule, &leg.modifiers));
        match leg.atom {
            Atom::Universal => {
                for from in self.start_cells(rule) {
                    let all = self.layout.cells().map(|cell| cell.0).filter(|&cell| cell != from);
                    let ends: Vec<u16> = all.filter(|&cell| may_step(rule, from, cell)).collect();
                    self.leaps(rule, conditions, from, ends);
                }
                return Ok(());
            }
            Atom::Castle => return self.castle(rule, leg, conditions),
            Atom::Leap(_) | Atom::King | Atom::Queen | Atom::Rook | Atom::Bishop => {}
        }
        for (lattice, starts) in self.starts(rule) {
            check_cylinder(leg, lattice)?;
            let steps = self.local_steps(leg, lattice)?;
            let steps: Vec<_> =
                steps.into_iter().map(|step| self.step_and_half(leg, lattice, step)).collect();
            for from in starts {
                let mut leaps = Vec::new();
                for &step in &steps {
                    self.ray(rule, leg, conditions, from, step, &mut leaps);
                }
                self.leaps(rule, conditions, from, leaps);
            }
        }
        Ok(())
    }

    /// Returns the steps of a leg, turned to the board.
    pub fn local_steps(&self, leg: &Leg, lattice: Lattice) -> Result<Vec<Vector>, GameError> {
        let local = steps(leg.atom, &leg.modifiers.directions, lattice)
            .map_err(|error| self.of_side(GameError::from(error).at(leg.span)))?;
        Ok(local.into_iter().map(|step| self.to_board_step(step)).collect())
    }

    pub fn to_board_step(&self, step: Vector) -> Vector {
        self.game.sides[self.side].frame.to_board_step(step)
    }

    fn of_side(&self, error: GameError) -> GameError {
        GameError { side: Some(self.side), ..error }
    }

    /// Returns the index of a step of a leg.
    pub fn step_table(&mut self, leg: &Leg, step: Vector) -> StepTableId {
        self.tables.step_table(self.layout, step, leg.modifiers.cylinder)
    }

    /// Returns the indices of a step of a leg and, if the cell between matters, of its half.
    fn step_and_half(
        &mut self,
        leg: &Leg,
        lattice: Lattice,
        step: Vector,
    ) -> (StepTableId, Option<StepTableId>) {
        let half = lattice.tiling().half(step);
        let letters = &leg.modifiers;
        let via = (letters.lame || letters.jump > 0) && half != Vector::default();
        (self.step_table(leg, step), via.then(|| self.step_table(leg, half)))
    }

    /// Compiles one direction of a leg. Single leaps are collected in `leaps`.
    fn ray(
        &mut self,
        rule: &MoveRule,
        leg: &Leg,
        conditions: u16,
        from: u16,
        (step, half): (StepTableId, Option<StepTableId>),
        leaps: &mut Vec<u16>,
    ) {
        let letters = &leg.modifiers;
        let whole = self.tables.ray(from, step);
        let cells = self.limited(rule, leg.range, from, whole);
        if cells.len == 0 {
            return;
        }
        let op = match (letters.hop, half) {
            (Some(Hop::Cannon), _) => Op::Cannon { conditions, cells },
            (Some(Hop::Grasshopper), _) => Op::Grasshopper { conditions, cells },
            (None, Some(half)) => return self.via(letters, conditions, from, half, cells),
            (None, None) if letters.jump > 0 => {
                let skipped = (letters.jump as u32).min(cells.len);
                let cells = CellRange { start: cells.start + skipped, len: cells.len - skipped };
                Op::Slide { conditions, cells }
            }
            // A slide is a slide even if the board leaves only one cell.
            (None, None) if leg.range == 1 => {
                leaps.push(self.tables.cells(cells)[0]);
                return;
            }
            (None, None) if rule.jumps_over.is_some() => Op::LeapingSlide { conditions, cells },
            (None, None) => Op::Slide { conditions, cells },
        };
        self.ops[from as usize].push(op);
    }

    /// Returns the part of a ray that range, `within` and barred steps allow.
    pub fn limited(&self, rule: &MoveRule, range: u16, from: u16, whole: CellRange) -> CellRange {
        let cells = self.tables.cells(whole);
        let most = if range == 0 { cells.len() } else { cells.len().min(range as usize) };
        let mut before = from;
        let free = cells[..most]
            .iter()
            .take_while(|&&cell| may_step(rule, std::mem::replace(&mut before, cell), cell));
        CellRange { len: free.count() as u32, ..whole }
    }

    fn via(
        &mut self,
        letters: &Modifiers,
        conditions: u16,
        from: u16,
        half: StepTableId,
        cells: CellRange,
    ) {
        let ends = self.tables.cells(cells);
        let starts = std::iter::once(from).chain(ends.iter().copied()).take(ends.len());
        let between = starts.map(|at| self.tables.next(half, at));
        // The cell between can be neither empty nor occupied where the board has a hole.
        let between: Vec<u16> = between.take_while(|&it| it != NO_CELL).collect();
        let between = self.tables.cell_range(between);
        let cells = CellRange { len: between.len, ..cells };
        let occupied = letters.jump > 0;
        self.ops[from as usize].push(Op::Via { conditions, cells, between, occupied });
    }

    fn leaps(&mut self, rule: &MoveRule, conditions: u16, from: u16, ends: Vec<u16>) {
        if !work::spend(ends.len()) {
            return;
        }
        let kept: Vec<u16> = ends.into_iter().filter(|&cell| may_end(rule, cell)).collect();
        if !kept.is_empty() {
            let cells = self.tables.cell_range(kept);
            self.ops[from as usize].push(Op::Leaps { conditions, cells });
        }
    }

    fn castle(&mut self, rule: &MoveRule, leg: &Leg, conditions: u16) -> Result<(), GameError> {
        let mut sideways = leg.clone();
        if sideways.modifiers.directions == Directions::All {
            sideways.modifiers.directions = Directions::Letters(vec![DirectionLetter::Sideways]);
        }
        let (steps, skipped) = (leg.range, leg.modifiers.jump);
        for (lattice, starts) in self.starts(rule) {
            if lattice == Lattice::Hexagons {
                return Err(rule_error(
                    "castling needs a rank of cells, and hexagons have none to either side",
                    "write it under `[castling]`, with the cells of both pieces",
                )
                .at(leg.span));
            }
            for step in self.local_steps(&sideways, lattice)? {
                let step = self.tables.step_table(self.layout, step, false);
                for &from in &starts {
                    let cells = self.tables.ray(from, step);
                    if cells.len >= u32::from(steps) {
                        let op = Op::Castle { conditions, cells, steps, skipped };
                        self.ops[from as usize].push(op);
                    }
                }
            }
        }
        Ok(())
    }

    fn links(&mut self, rule: &MoveRule, links: &[(Cell, Cell)]) {
        let conditions = self.tables.add_conditions(EndConditions::of(rule, &Modifiers::default()));
        for from in self.start_cells(rule) {
            let ends = links.iter().filter(|link| link.0.0 == from).map(|link| link.1.0).collect();
            self.leaps(rule, conditions, from, ends);
        }
    }

    /// Compiles double or triple steps: a quiet single step repeated from certain cells.
    ///
    /// On squares only forward steps are repeated from cells where the piece has any.
    fn long_steps(
        &mut self,
        rule: &MoveRule,
        betza: &Betza,
        from_cells: &CellSet,
        (steps, forward_cells): (u32, &CellSet),
    ) -> Result<(), GameError> {
        for term in &betza.terms {
            let [leg] = &term.legs[..] else { continue };
            if !is_single_quiet_step(leg) {
                continue;
            }
            let conditions = EndConditions {
                quiet: true,
                sets_en_passant: true,
                ..EndConditions::of_rule(rule)
            };
            let conditions = self.tables.add_conditions(conditions);
            for (lattice, starts) in self.starts(rule) {
                let frame = self.game.sides[self.side].frame;
                for step in self.local_steps(leg, lattice)? {
                    let forward = lattice != Lattice::Squares || leads_forward(frame, step);
                    let step = self.step_table(leg, step);
                    for &from in starts.iter().filter(|&&from| from_cells.contains(Cell(from))) {
                        if !forward && forward_cells.contains(Cell(from)) {
                            continue;
                        }
                        let whole = self.tables.ray(from, step);
                        let cells = self.limited(rule, steps as u16, from, whole);
                        if cells.len == steps {
                            self.ops[from as usize].push(Op::Double { conditions, cells });
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn chain(&mut self, rule: &MoveRule, term: &Term) -> Result<(), GameError> {
        let letters = &term.legs[0].modifiers;
        // The legs have end conditions of their own.
        let conditions = EndConditions {
            quiet: true,
            capture: true,
            spares_royals: false,
            ..EndConditions::of(rule, letters)
        };
        let conditions = self.tables.add_conditions(conditions);
        for (lattice, starts) in self.starts(rule) {
            term.legs.iter().try_for_each(|leg| check_cylinder(leg, lattice))?;
            let mut chain = self.legs(term, lattice).map_err(|error| self.of_side(error))?;
            chain.within = rule.within.clone();
            chain.barred = barred_both_ways(rule);
            chain.border_sides = rule.border_sides.clone();
            self.bound(term, &mut chain)?;
            self.tables.chains.push(chain);
            let chain = (self.tables.chains.len() - 1) as u16;
            for from in starts {
                self.ops[from as usize].push(Op::Chain { conditions, chain });
            }
        }
        Ok(())
    }

    /// Refuses a chain of too many steps. Marks one whose attack mask would take too long to find.
    fn bound(&mut self, term: &Term, chain: &mut Chain) -> Result<(), GameError> {
        if chain.legs.len() < 3 {
            return Ok(());
        }
        let step_bound = step_bound(chain, self.tables);
        let cells = self.layout.len() as u64;
        self.step_bound.steps = self.step_bound.steps.saturating_add(step_bound.steps);
        self.step_bound.explored =
            self.step_bound.explored.saturating_add(step_bound.explored * cells);
        chain.is_far = self.step_bound.explored > EXPLORED;
        if self.step_bound.steps <= limits::STEPS {
            return Ok(());
        }
        let message = format!(
            "on this board the move has more routes than can be followed: over {} million steps",
            limits::STEPS / 1_000_000
        );
        let help = "write fewer legs or shorter ones; legs that may capture count most";
        let error = rule_error(message, help).at(term.span);
        Err(GameError { code: Code::BetzaLength, ..self.of_side(error) })
    }

    fn path(&mut self, rule: &MoveRule, path: &StepPath) {
        let conditions = self.tables.add_conditions(EndConditions::of(rule, &Modifiers::default()));
        let allows_step = |a: u16, b: u16| may_step(rule, a, b);
        let allows_end = |cell: u16| may_end(rule, cell);
        let frame = self.game.sides[self.side].frame;
        for (lattice, starts) in self.starts(rule) {
            let plan = RoutePlan::new(path, (lattice, frame), self.layout, self.tables);
            let cells = self.layout.len();
            let mut search = RouteSearch::new(&plan, self.tables, cells, &allows_step, &allows_end);
            for from in starts {
                let routes = search.routes_from(from).into_iter();
                let ops = routes.map(|(to, routes)| Op::Routes { conditions, to, routes });
                self.ops[from as usize].extend(ops);
            }
        }
    }

    pub fn finish(self) -> Program {
        let words = self.layout.len().div_ceil(64);
        let mut program = Program::default();
        for (from, ops) in self.ops.into_iter().enumerate() {
            if !work::spend(UNITS_OF_A_WORD * words + ops.len()) {
                break;
            }
            program.attack_mask.resize((from + 1) * words, 0);
            let row = &mut program.attack_mask[from * words..];
            for op in &ops {
                attack_mask(op, from as u16, self.tables, &mut |cell: u16| {
                    row[cell as usize / 64] |= 1 << (cell % 64);
                });
            }
            program.overlaps = program.overlaps || overlap(&ops, from as u16, self.tables);
            let start = program.ops.len() as u32;
            program.ops.extend(ops);
            program.cells.push((start, program.ops.len() as u32));
        }
        program
    }
}

fn check_cylinder(leg: &Leg, lattice: Lattice) -> Result<(), GameError> {
    if !leg.modifiers.cylinder || lattice != Lattice::Hexagons {
        return Ok(());
    }
    Err(rule_error(
        "`o` joins the left and the right edge, and those of hexagons do not fit",
        "leave it out",
    )
    .at(leg.modifiers.span))
}

/// Returns an error of a rule. The compiler adds the piece type, the rule and the side.
pub fn rule_error(message: impl Into<String>, help: impl Into<String>) -> GameError {
    GameError {
        piece_type: None,
        side: None,
        rule: None,
        span: None,
        code: Code::PieceMove,
        message: message.into(),
        help: Some(help.into()),
    }
}

impl From<StepError> for GameError {
    fn from(error: StepError) -> GameError {
        rule_error(error.message, error.help)
    }
}

fn allows(set: &Option<CellSet>, cell: u16) -> bool {
    set.as_ref().is_none_or(|set| set.contains(Cell(cell)))
}

/// Whether a move by a rule may end on a cell.
pub fn may_end(rule: &MoveRule, cell: u16) -> bool {
    allows(&rule.to, cell) && allows(&rule.within, cell)
}

/// Whether a leg is a step to an adjacent cell that may be made without capture.
fn is_single_quiet_step(leg: &Leg) -> bool {
    let quiet = leg.modifiers.quiet || leg.modifiers.purpose_is_usual();
    let Atom::Leap(leap) = leg.atom else { return false };
    quiet && leg.range == 1 && leap.coordinates[2] == 1
}

/// Whether a rule has a single step forward without capture, on a board of squares.
fn has_forward_step(rule: &MoveRule) -> bool {
    rule.form.terms().iter().any(|term| {
        let [leg] = term.legs.as_slice() else { return false };
        let steps = steps(leg.atom, &leg.modifiers.directions, Lattice::Squares);
        let forward = |steps: Vec<Vector>| steps.iter().any(|step| step.y > 0);
        // A step in all directions alike, such as `W`, has no way of its own that is forward.
        let is_directed = leg.modifiers.directions != Directions::All;
        is_directed && is_single_quiet_step(leg) && steps.is_ok_and(forward)
    })
}

/// Whether a step on the board leads forward for a side.
fn leads_forward(frame: Orientation, step: Vector) -> bool {
    let forward = frame.to_board_step(Vector::new(0, 1, 0));
    step.x * forward.x + step.y * forward.y + step.z * forward.z > 0
}

/// Whether a move by a rule may pass from one cell to another.
fn may_step(rule: &MoveRule, a: u16, b: u16) -> bool {
    let connects = |(x, y): &(Cell, Cell)| (x.0, y.0) == (a, b) || (x.0, y.0) == (b, a);
    let sides = rule.border_sides.as_ref();
    allows(&rule.within, b)
        && sides.is_none_or(|sides| sides[a as usize] == sides[b as usize])
        && !rule.barred_steps.iter().any(connects)
}

/// Returns the barred steps of a rule in both directions, sorted.
fn barred_both_ways(rule: &MoveRule) -> Vec<(u16, u16)> {
    let mut pairs: Vec<(u16, u16)> =
        rule.barred_steps.iter().flat_map(|(a, b)| [(a.0, b.0), (b.0, a.0)]).collect();
    sort(&mut pairs);
    pairs
}
