//! From a game as data to programs that can be walked.

use std::collections::BTreeMap;

use crate::geometry::{Cell, Cells, Lattice, Layout, Point, Vector};
use crate::notation::{Atom, Bearing, Betza, Directions, Hop, Leg, Modifiers, Term};
use crate::source::{Code, limits};

use super::bearings::steps;
use super::program::{CellRange, Chain, EndConditions, NO_CELL, Op, Program, ShootingMove};
use super::step_bound::{StepBound, step_bound};
use super::{
    ArrivalEffect, Game, GameError, MoveForm, MoveRule, PieceSet, PieceTypeId, ShotTarget, SideId,
    StepPath, chain, routes,
};

/// Everything that programs share.
#[derive(Debug, Default)]
pub(super) struct SharedTables {
    pub(super) modes: Vec<EndConditions>,
    /// Cells of stretches, end to end.
    pub(super) arena: Vec<u16>,
    /// Stretches of routes, end to end.
    pub(super) routes: Vec<CellRange>,
    pub(super) chains: Vec<Chain>,
    pub(super) shooters: Vec<ShootingMove>,
    /// For each step that some chain makes, where it leads from each cell.
    pub(super) steps: Vec<Vec<u16>>,
    /// For each of these, how many cells lie straight on from each cell; made when first asked for.
    ray_lengths: BTreeMap<u16, Vec<u16>>,
    step_ids: BTreeMap<(Vector, bool), u16>,
    rays: BTreeMap<(u16, Vector, bool), CellRange>,
}

impl SharedTables {
    pub(super) fn mode(&mut self, mode: EndConditions) -> u16 {
        let known = self.modes.iter().position(|known| *known == mode);
        known.unwrap_or_else(|| {
            self.modes.push(mode);
            self.modes.len() - 1
        }) as u16
    }

    /// What an operation may do where it ends, and when.
    pub(super) fn op_mode(&self, op: &Op) -> &EndConditions {
        let mode = match *op {
            Op::Leaps { mode, .. }
            | Op::Slide { mode, .. }
            | Op::Cannon { mode, .. }
            | Op::Grasshopper { mode, .. }
            | Op::Via { mode, .. }
            | Op::Routes { mode, .. }
            | Op::Double { mode, .. }
            | Op::Shot { mode, .. }
            | Op::Chain { mode, .. }
            | Op::Castle { mode, .. } => mode,
            Op::Shoot { shooter } => self.shooters[shooter as usize].mode,
        };
        &self.modes[mode as usize]
    }

    pub(super) fn cell_range(&mut self, cells: impl IntoIterator<Item = u16>) -> CellRange {
        let start = self.arena.len();
        self.arena.extend(cells);
        CellRange { start: start as u32, len: (self.arena.len() - start) as u32 }
    }

    pub(super) fn cells(&self, stretch: CellRange) -> &[u16] {
        &self.arena[stretch.start as usize..(stretch.start + stretch.len) as usize]
    }

    /// The routes of an operation, each the stretch of its cells.
    pub(super) fn routes(&self, routes: CellRange) -> &[CellRange] {
        &self.routes[routes.start as usize..(routes.start + routes.len) as usize]
    }

    /// The table of a step: where it leads from each cell.
    pub(super) fn step(&mut self, layout: &Layout, step: Vector, cylinder: bool) -> u16 {
        if let Some(&id) = self.step_ids.get(&(step, cylinder)) {
            return id;
        }
        let table = layout.cells().map(|cell| leads(layout, cell, step, cylinder)).collect();
        self.steps.push(table);
        let id = (self.steps.len() - 1) as u16;
        self.step_ids.insert((step, cylinder), id);
        id
    }

    /// How many cells lie straight on from each cell by a step, up to the edge or back to the cell
    /// itself, which is not counted.
    pub(super) fn ray_lengths(&mut self, step: u16) -> &[u16] {
        let table = &self.steps[step as usize];
        let length = |from: u16| {
            let next = |at: &u16| {
                let to = table[*at as usize];
                (to != NO_CELL && to != from).then_some(to)
            };
            std::iter::successors(next(&from), next).count() as u16
        };
        self.ray_lengths
            .entry(step)
            .or_insert_with(|| (0..table.len() as u16).map(length).collect())
    }

    /// All cells straight on, up to the edge or back to the start, which is not among them.
    fn ray(&mut self, layout: &Layout, from: u16, step: Vector, cylinder: bool) -> CellRange {
        if let Some(&ray) = self.rays.get(&(from, step, cylinder)) {
            return ray;
        }
        let next = |at: &u16| {
            let to = leads(layout, Cell(*at), step, cylinder);
            (to != NO_CELL && to != from).then_some(to)
        };
        let cells: Vec<u16> = std::iter::successors(next(&from), next).collect();
        let ray = self.cell_range(cells);
        self.rays.insert((from, step, cylinder), ray);
        ray
    }
}

/// Where a step leads; with `cylinder`, the left and right edges are joined.
fn leads(layout: &Layout, cell: Cell, step: Vector, cylinder: bool) -> u16 {
    let to = if cylinder {
        let Point { board, at } = layout.point(cell);
        let board_is = layout.board(board);
        let mut at = board_is.wrapped(at + step);
        at.x = at.x.rem_euclid(board_is.size().x);
        layout.at(Point { board, at })
    } else {
        layout.step(cell, step)
    };
    to.map_or(NO_CELL, |cell| cell.0)
}

/// Compiles one kind of one side.
pub(super) fn program(
    game: &Game,
    store: &mut SharedTables,
    side: SideId,
    piece_type: PieceTypeId,
) -> Result<Program, GameError> {
    let ways = &game.piece_types[piece_type.index()].move_rules[side.index()];
    let mut compiler = Compiler::new(game, store, side);
    for (index, way) in ways.iter().enumerate() {
        let placed = |mut error: GameError| {
            error.piece_type = Some(piece_type);
            error.rule = Some(index);
            error
        };
        compiler.rule(way).map_err(placed)?;
        let piece_type = &game.piece_types[piece_type.index()];
        for (steps, from) in [(2, &piece_type.double_step), (3, &piece_type.triple_step)] {
            if let (Some(from), MoveForm::Betza(betza)) = (from.get(side.index()), &way.form)
                && !from.is_empty()
            {
                compiler.long_steps(way, betza, from, steps).map_err(placed)?;
            }
        }
    }
    Ok(compiler.finish())
}

struct Compiler<'a> {
    game: &'a Game,
    layout: &'a Layout,
    store: &'a mut SharedTables,
    side: SideId,
    /// For each cell, its operations so far.
    ops: Vec<Vec<Op>>,
    /// What its chains need so far.
    effort: StepBound,
}

/// Steps that may be spent on finding out what the chains of a kind could take; whatever is beyond
/// may take anything.
const EXPLORED: u64 = 4_000_000;

impl<'a> Compiler<'a> {
    fn new(game: &'a Game, store: &'a mut SharedTables, side: SideId) -> Self {
        let layout = &*game.layout;
        let ops = vec![Vec::new(); layout.len()];
        Compiler { game, layout, store, side, ops, effort: StepBound::default() }
    }

    fn rule(&mut self, way: &MoveRule) -> Result<(), GameError> {
        match (&way.form, &way.effect) {
            (MoveForm::Betza(betza), ArrivalEffect::Shoot(ShotTarget::SameDistanceAgain)) => {
                self.same_distance_shots(way, betza)
            }
            (_, ArrivalEffect::Shoot(ShotTarget::Betza(shot))) => self.shooter(way, shot),
            (MoveForm::Betza(betza), _) => self.betza(way, betza),
            (MoveForm::Path(path), _) => {
                self.path(way, path);
                Ok(())
            }
            (MoveForm::Links(links), _) => {
                self.links(way, links);
                Ok(())
            }
            (MoveForm::Stay, _) => Err(refuse(
                "a way that goes nowhere must shoot",
                "say where it goes by `move`, `path` or `links`",
            )),
        }
    }

    /// The cells on which the way may start, with their space.
    fn starts(&self, way: &MoveRule) -> Vec<(u16, Lattice)> {
        let layout = self.layout;
        let allowed = |set: &Option<Cells>, cell| set.as_ref().is_none_or(|set| set.has(cell));
        let may = |cell: &Cell| allowed(&way.from, *cell) && allowed(&way.within, *cell);
        let space = |cell: Cell| {
            let board = layout.board(layout.point(cell).board);
            (cell.0, board.lattice())
        };
        layout.cells().filter(may).map(space).collect()
    }

    fn betza(&mut self, way: &MoveRule, betza: &Betza) -> Result<(), GameError> {
        let bare = betza.without_spans();
        for (place, term) in betza.terms.iter().enumerate() {
            // Said twice is said once.
            if bare.terms[..place].contains(&bare.terms[place]) {
                continue;
            }
            match &term.legs[..] {
                [leg] => self.simple(way, leg)?,
                _ => self.chain(way, term)?,
            }
        }
        Ok(())
    }

    /// A term of one leg.
    fn simple(&mut self, way: &MoveRule, leg: &Leg) -> Result<(), GameError> {
        let mode = self.store.mode(mode_of(way, &leg.modifiers));
        match leg.atom {
            Atom::Universal => {
                for (from, _) in self.starts(way) {
                    let all = self.layout.cells().map(|cell| cell.0).filter(|&cell| cell != from);
                    let ends: Vec<u16> =
                        all.filter(|&cell| self.crosses_no_barred_step(way, from, cell)).collect();
                    self.leaps(way, mode, from, ends);
                }
                return Ok(());
            }
            Atom::Castle => return self.castle(way, leg, mode),
            Atom::Leap(_) | Atom::King | Atom::Queen | Atom::Rook | Atom::Bishop => {}
        }
        let mut by_space = PerLattice::default();
        for (from, space) in self.starts(way) {
            refuse_cylinder(leg, space)?;
            let vectors = by_space.get(space, || self.local_steps(leg, space))?;
            let mut leaps = Vec::new();
            for step in vectors {
                self.ray(way, leg, mode, from, (step, space.tiling().half(step)), &mut leaps);
            }
            self.leaps(way, mode, from, leaps);
        }
        Ok(())
    }

    /// A leg's steps as the board sees them.
    fn local_steps(&self, leg: &Leg, space: Lattice) -> Result<Vec<Vector>, GameError> {
        let frame = self.game.sides[self.side.0 as usize].frame;
        let local =
            steps(leg.atom, &leg.modifiers.directions, space).map_err(|refusal| GameError {
                side: Some(self.side),
                span: Some(leg.span),
                help: refusal.1,
                ..refuse(refusal.0, "")
            })?;
        Ok(local.into_iter().map(|step| frame.turn(step)).collect())
    }

    /// One direction of a simple leg, with the half of its step; single leaps are gathered in
    /// `leaps`.
    fn ray(
        &mut self,
        way: &MoveRule,
        leg: &Leg,
        mode: u16,
        from: u16,
        (step, half): (Vector, Vector),
        leaps: &mut Vec<u16>,
    ) {
        let letters = &leg.modifiers;
        let whole = self.store.ray(self.layout, from, step, letters.cylinder);
        let cells = self.limited(way, leg.range, from, whole);
        if cells.len == 0 {
            return;
        }
        let gated = (letters.lame || letters.jump > 0) && half != Vector::default();
        let op = match letters.hop {
            Some(Hop::Cannon) => Op::Cannon { mode, cells },
            Some(Hop::Grasshopper) => Op::Grasshopper { mode, cells },
            None if gated => return self.gated(letters, mode, from, half, cells),
            None if letters.jump > 0 => {
                let skipped = (letters.jump as u32).min(cells.len);
                let cells = CellRange { start: cells.start + skipped, len: cells.len - skipped };
                Op::Slide { mode, cells }
            }
            // A slide is one even where the board leaves it a single cell.
            None if leg.range == 1 => {
                leaps.push(self.store.cells(cells)[0]);
                return;
            }
            None => Op::Slide { mode, cells },
        };
        self.ops[from as usize].push(op);
    }

    /// The part of a ray that range, `within` and barred steps leave.
    fn limited(&self, way: &MoveRule, range: u16, from: u16, whole: CellRange) -> CellRange {
        let cells = self.store.cells(whole);
        let most = if range == 0 { cells.len() } else { cells.len().min(range as usize) };
        let mut before = from;
        let free = cells[..most].iter().take_while(|&&cell| {
            let inside = way.within.as_ref().is_none_or(|within| within.has(Cell(cell)));
            let passes = self.crosses_no_barred_step(way, before, cell);
            before = cell;
            inside && passes
        });
        CellRange { len: free.count() as u32, ..whole }
    }

    fn crosses_no_barred_step(&self, way: &MoveRule, a: u16, b: u16) -> bool {
        let pair = |(x, y): &(Cell, Cell)| (x.0, y.0) == (a, b) || (x.0, y.0) == (b, a);
        !way.barred_steps.iter().any(pair)
    }

    fn gated(&mut self, letters: &Modifiers, mode: u16, from: u16, half: Vector, cells: CellRange) {
        let ends = self.store.cells(cells).to_vec();
        let starts = std::iter::once(from).chain(ends);
        let gates: Vec<u16> = starts
            .take(cells.len as usize)
            .map(|at| leads(self.layout, Cell(at), half, letters.cylinder))
            .collect();
        // A gate that is a hole can be neither stepped through nor jumped over.
        let open = gates.iter().take_while(|&&gate| gate != NO_CELL).count() as u32;
        let gates = self.store.cell_range(gates);
        let cells = CellRange { len: open, ..cells };
        let occupied = letters.jump > 0;
        self.ops[from as usize].push(Op::Via { mode, cells, gates, occupied });
    }

    fn leaps(&mut self, way: &MoveRule, mode: u16, from: u16, ends: Vec<u16>) {
        let kept: Vec<u16> = ends
            .into_iter()
            .filter(|&cell| {
                let inside = |set: &Option<Cells>| set.as_ref().is_none_or(|s| s.has(Cell(cell)));
                inside(&way.to) && inside(&way.within)
            })
            .collect();
        if !kept.is_empty() {
            let cells = self.store.cell_range(kept);
            self.ops[from as usize].push(Op::Leaps { mode, cells });
        }
    }

    fn castle(&mut self, way: &MoveRule, leg: &Leg, mode: u16) -> Result<(), GameError> {
        let mut sideways = leg.clone();
        if sideways.modifiers.directions == Directions::All {
            sideways.modifiers.directions = Directions::Letters(vec![Bearing::Sideways]);
        }
        let (steps, skipped) = (leg.range, leg.modifiers.jump);
        for (from, space) in self.starts(way) {
            if space == Lattice::Hexagons {
                return Err(GameError {
                    span: Some(leg.span),
                    ..refuse(
                        "castling goes along a row of cells, and hexagons have none to either side",
                        "write it under `[castling]`, with the cells of both",
                    )
                });
            }
            for step in self.local_steps(&sideways, space)? {
                let cells = self.store.ray(self.layout, from, step, false);
                if cells.len >= u32::from(steps) {
                    self.ops[from as usize].push(Op::Castle { mode, cells, steps, skipped });
                }
            }
        }
        Ok(())
    }

    fn chain(&mut self, way: &MoveRule, term: &Term) -> Result<(), GameError> {
        let mut by_space: PerLattice<u16> = PerLattice::default();
        let letters = &term.legs[0].modifiers;
        // What a leg may do where it ends stands in the leg.
        let mode = EndConditions {
            quiet: true,
            capture: true,
            spares_royals: false,
            ..mode_of(way, letters)
        };
        let mode = self.store.mode(mode);
        for (from, space) in self.starts(way) {
            term.legs.iter().try_for_each(|leg| refuse_cylinder(leg, space))?;
            let chain = by_space.get(space, || {
                let frame = self.game.sides[self.side.index()].frame;
                let mut chain = chain::compile(term, space, frame, self.layout, self.store)
                    .map_err(|(span, (message, help))| GameError {
                        side: Some(self.side),
                        span: Some(span),
                        help,
                        ..refuse(message, "")
                    })?;
                chain.within = way.within.clone();
                chain.barred = barred_both_ways(way);
                self.bound(term, &mut chain)?;
                self.store.chains.push(chain);
                Ok((self.store.chains.len() - 1) as u16)
            })?;
            self.ops[from as usize].push(Op::Chain { mode, chain });
        }
        Ok(())
    }

    /// Refuses a chain with which the kind could need more steps than are allowed, and marks one of
    /// which it would take too long to find out what it could take.
    fn bound(&mut self, term: &Term, chain: &mut Chain) -> Result<(), GameError> {
        if chain.legs.len() < 3 {
            return Ok(());
        }
        let effort = step_bound(chain, self.store);
        let cells = self.layout.len() as u64;
        self.effort.steps = self.effort.steps.saturating_add(effort.steps);
        self.effort.explored = self.effort.explored.saturating_add(effort.explored * cells);
        chain.is_far = self.effort.explored > EXPLORED;
        if self.effort.steps <= limits::STEPS {
            return Ok(());
        }
        let message = format!(
            "on this board the move can go more ways than can be followed: over {} million steps",
            limits::STEPS / 1_000_000
        );
        Err(GameError {
            side: Some(self.side),
            span: Some(term.span),
            code: Code::BetzaLength,
            ..refuse(
                message,
                "write fewer legs, or shorter ones; those that may take on the way cost most",
            )
        })
    }

    fn path(&mut self, way: &MoveRule, path: &StepPath) {
        let mode = self.store.mode(mode_of(way, &Modifiers::default()));
        let passable = |a: u16, b: u16| {
            way.within.as_ref().is_none_or(|within| within.has(Cell(b)))
                && !way
                    .barred_steps
                    .iter()
                    .any(|(x, y)| (x.0, y.0) == (a, b) || (x.0, y.0) == (b, a))
        };
        let frame = self.game.sides[self.side.index()].frame;
        for (from, space) in self.starts(way) {
            let found = routes::routes(path, space, frame, self.layout, from, &passable);
            for (to, ways_there) in found {
                if way.to.as_ref().is_some_and(|set| !set.has(Cell(to))) {
                    continue;
                }
                let stretches: Vec<CellRange> =
                    ways_there.into_iter().map(|route| self.store.cell_range(route)).collect();
                let start = self.store.routes.len() as u32;
                let len = stretches.len() as u32;
                self.store.routes.extend(stretches);
                let routes = CellRange { start, len };
                self.ops[from as usize].push(Op::Routes { mode, to, routes });
            }
        }
    }

    fn links(&mut self, way: &MoveRule, links: &[(Cell, Cell)]) {
        let mode = self.store.mode(mode_of(way, &Modifiers::default()));
        for (from, _) in self.starts(way) {
            let ends = links.iter().filter(|link| link.0.0 == from).map(|link| link.1.0).collect();
            self.leaps(way, mode, from, ends);
        }
    }

    /// After moving so many cells, takes what stands as many cells further on.
    fn same_distance_shots(&mut self, way: &MoveRule, betza: &Betza) -> Result<(), GameError> {
        for term in &betza.terms {
            let [leg] = &term.legs[..] else {
                return Err(GameError {
                    span: Some(term.span),
                    ..refuse(
                        "`same distance` needs a straight move",
                        "use a notation without legs, such as `W2`",
                    )
                });
            };
            let mode = EndConditions { quiet: true, capture: true, ..mode_of(way, &leg.modifiers) };
            let mode = self.store.mode(mode);
            for (from, space) in self.starts(way) {
                for step in self.local_steps(leg, space)? {
                    self.same_distance_shots_along(way, leg, mode, from, step);
                }
            }
        }
        Ok(())
    }

    fn same_distance_shots_along(
        &mut self,
        way: &MoveRule,
        leg: &Leg,
        mode: u16,
        from: u16,
        step: Vector,
    ) {
        let whole = self.store.ray(self.layout, from, step, leg.modifiers.cylinder);
        let cells = self.store.cells(whole).to_vec();
        let farthest = self.limited(way, leg.range, from, whole).len as usize;
        for distance in 1..=farthest {
            let Some(&victim) = cells.get(2 * distance - 1) else { break };
            let to = cells[distance - 1];
            if way.to.as_ref().is_some_and(|set| !set.has(Cell(to))) {
                continue;
            }
            let gates = CellRange { start: whole.start, len: 2 * distance as u32 - 1 };
            self.ops[from as usize].push(Op::Shot { mode, to, gates, victim });
        }
    }

    fn shooter(&mut self, way: &MoveRule, shot: &Betza) -> Result<(), GameError> {
        let mode =
            EndConditions { quiet: true, capture: true, ..mode_of(way, &Modifiers::default()) };
        let mode = self.store.mode(mode);
        let travel = match &way.form {
            MoveForm::Stay => None,
            _ => {
                let moves =
                    MoveRule { effect: ArrivalEffect::None, may_capture: None, ..way.clone() };
                let mut inner = Compiler::new(self.game, self.store, self.side);
                inner.rule(&moves)?;
                Some(inner.finish())
            }
        };
        let mut inner = Compiler::new(self.game, self.store, self.side);
        inner.betza(
            &MoveRule {
                may_capture: way.may_capture.clone(),
                hurdles: way.hurdles.clone(),
                ..MoveRule::from_betza(shot.clone())
            },
            shot,
        )?;
        let shot = inner.finish();
        let shooter = self.store.shooters.len() as u16;
        self.store.shooters.push(ShootingMove { travel, shot, mode });
        for (from, _) in self.starts(way) {
            self.ops[from as usize].push(Op::Shoot { shooter });
        }
        Ok(())
    }

    /// From the cells of a double step each quiet single step may be made twice, and so on.
    fn long_steps(
        &mut self,
        way: &MoveRule,
        betza: &Betza,
        from_cells: &Cells,
        steps: usize,
    ) -> Result<(), GameError> {
        for term in &betza.terms {
            let [leg] = &term.legs[..] else { continue };
            let letters = &leg.modifiers;
            let quiet = letters.quiet || letters.purpose_is_usual();
            let Atom::Leap(leap) = leg.atom else { continue };
            if !quiet || leg.range != 1 || leap.coordinates[2] != 1 {
                continue;
            }
            let mode = EndConditions { quiet: true, passes: true, ..conditions_of(way) };
            let mode = self.store.mode(mode);
            for (from, space) in self.starts(way) {
                if !from_cells.has(Cell(from)) {
                    continue;
                }
                for step in self.local_steps(leg, space)? {
                    let whole = self.store.ray(self.layout, from, step, letters.cylinder);
                    let cells = self.limited(way, steps as u16, from, whole);
                    if self.store.cells(cells).len() == steps {
                        self.ops[from as usize].push(Op::Double { mode, cells });
                    }
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Program {
        let words = self.layout.len().div_ceil(64);
        let mut program = Program::default();
        for (from, ops) in self.ops.into_iter().enumerate() {
            let mut row = vec![0; words];
            for op in &ops {
                attack_mask(op, from as u16, self.store, &mut |cell: u16| {
                    row[cell as usize / 64] |= 1 << (cell % 64);
                });
            }
            program.attack_mask.extend(row);
            program.overlaps |= overlap(&ops, from as u16, self.store);
            let start = program.ops.len() as u32;
            program.ops.extend(ops);
            program.cells.push((start, program.ops.len() as u32));
        }
        program
    }
}

/// What an operation could take if others stood as needed.
fn attack_mask(op: &Op, from: u16, store: &SharedTables, add: &mut dyn FnMut(u16)) {
    let takes = |mode: &u16| store.modes[*mode as usize].takes_something();
    match op {
        Op::Leaps { mode, cells }
        | Op::Slide { mode, cells }
        | Op::Cannon { mode, cells }
        | Op::Grasshopper { mode, cells }
        | Op::Via { mode, cells, .. } => {
            if takes(mode) {
                store.cells(*cells).iter().for_each(|&cell| add(cell));
            }
        }
        Op::Routes { mode, to, .. } => {
            if takes(mode) {
                add(*to);
            }
        }
        Op::Shot { victim, .. } => add(*victim),
        Op::Double { .. } | Op::Castle { .. } => {}
        Op::Chain { chain, .. } => {
            chain::attack_mask(&store.chains[*chain as usize], store, from, add)
        }
        Op::Shoot { shooter } => {
            let ShootingMove { travel, shot, .. } = &store.shooters[*shooter as usize];
            let mut ends = vec![from];
            if let Some(travel) = travel {
                ends.clear();
                travel.at(from).iter().for_each(|op| reachable(op, from, store, &mut ends));
            }
            for end in ends {
                shot.at(end).iter().for_each(|op| attack_mask(op, end, store, add));
            }
        }
    }
}

/// Where an operation could lead if others stood as needed.
fn reachable(op: &Op, from: u16, store: &SharedTables, ends: &mut Vec<u16>) {
    match op {
        Op::Leaps { cells, .. }
        | Op::Slide { cells, .. }
        | Op::Cannon { cells, .. }
        | Op::Grasshopper { cells, .. }
        | Op::Via { cells, .. } => ends.extend(store.cells(*cells)),
        Op::Routes { to, .. } | Op::Shot { to, .. } => ends.push(*to),
        Op::Double { cells, .. } => ends.extend(store.cells(*cells).last()),
        Op::Chain { chain, .. } => {
            chain::reachable(&store.chains[*chain as usize], store, from, &mut |end| {
                ends.push(end)
            });
        }
        Op::Castle { cells, steps, .. } => {
            ends.extend(store.cells(*cells).get(*steps as usize - 1));
        }
        Op::Shoot { .. } => {}
    }
}

/// Whether two operations, or two rays of one, can end on the same cell in the same manner.
fn overlap(ops: &[Op], from: u16, store: &SharedTables) -> bool {
    let (mut quiet, mut taking) = (Cells::new(), Cells::new());
    let mut again = false;
    for op in ops {
        // What legs and shots can do in two ways is not worked out.
        if matches!(op, Op::Chain { .. } | Op::Shoot { .. } | Op::Shot { .. }) {
            return true;
        }
        let mode = store.op_mode(op);
        let mut ends = Vec::new();
        reachable(op, from, store, &mut ends);
        for end in ends {
            let takes = mode.takes_something() || mode.swap.is_some();
            again |= mode.quiet && !quiet.add(Cell(end)) || takes && !taking.add(Cell(end));
        }
    }
    again
}

/// What a way says of every move by it.
fn conditions_of(way: &MoveRule) -> EndConditions {
    EndConditions {
        to: way.to.clone(),
        may_capture: way.may_capture.clone(),
        hurdles: way.hurdles.clone(),
        conditions: way.conditions.clone(),
        ..EndConditions::default()
    }
}

fn mode_of(way: &MoveRule, letters: &Modifiers) -> EndConditions {
    let usual = letters.purpose_is_usual();
    let mut mode = EndConditions {
        quiet: usual || letters.quiet,
        capture: usual || letters.capture,
        friendly_capture: letters.destroy,
        en_passant: letters.en_passant,
        spares_royals: letters.tame,
        unload: letters.unload,
        // A lame initial double step is what pawns make; `nn` says it of any lame leap.
        passes: letters.lame && (letters.initial || letters.passing),
        ..conditions_of(way)
    };
    if letters.initial {
        mode.conditions.push(super::Condition::Unmoved);
    }
    if let ArrivalEffect::Swap(with) = &way.effect {
        mode = EndConditions {
            swap: Some(with.clone()),
            quiet: false,
            capture: false,
            friendly_capture: false,
            en_passant: false,
            ..mode
        };
    }
    mode
}

fn refuse_cylinder(leg: &Leg, space: Lattice) -> Result<(), GameError> {
    if !leg.modifiers.cylinder || space != Lattice::Hexagons {
        return Ok(());
    }
    Err(GameError {
        span: Some(leg.modifiers.span),
        ..refuse(
            "`o` joins the left and the right edge, and those of hexagons do not fit",
            "leave it out",
        )
    })
}

fn barred_both_ways(way: &MoveRule) -> Vec<(u16, u16)> {
    let mut pairs: Vec<(u16, u16)> =
        way.barred_steps.iter().flat_map(|(a, b)| [(a.0, b.0), (b.0, a.0)]).collect();
    pairs.sort_unstable();
    pairs
}

pub(super) fn refuse(message: impl Into<String>, help: &str) -> GameError {
    GameError {
        piece_type: None,
        side: None,
        rule: None,
        span: None,
        code: Code::PieceMove,
        message: message.into(),
        help: (!help.is_empty()).then(|| help.to_owned()),
    }
}

/// One value a space, made when first asked for.
struct PerLattice<T> {
    known: Vec<(Lattice, T)>,
}

impl<T> Default for PerLattice<T> {
    fn default() -> Self {
        PerLattice { known: Vec::new() }
    }
}

impl<T: Clone> PerLattice<T> {
    fn get(
        &mut self,
        space: Lattice,
        make: impl FnOnce() -> Result<T, GameError>,
    ) -> Result<T, GameError> {
        if let Some((_, value)) = self.known.iter().find(|(known, _)| *known == space) {
            return Ok(value.clone());
        }
        let value = make()?;
        self.known.push((space, value.clone()));
        Ok(value)
    }
}

/// Whom each side may take, by side and slot.
pub(super) fn capture_masks(game: &Game) -> Vec<Vec<bool>> {
    let everybody = |pieces: &PieceSet| {
        (0..game.sides.len())
            .flat_map(|side| {
                (0..game.piece_types.len()).map(move |kind| super::Piece {
                    side: SideId(side as u8),
                    piece_type: PieceTypeId(kind as u8),
                })
            })
            .map(|piece| pieces.contains(piece))
            .collect()
    };
    game.sides.iter().map(|side| everybody(&side.may_capture)).collect()
}
