//! Walking a program: from one man's operations to moves.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::geometry::Cell;

use super::position::{EMPTY, Slot};
use super::program::{Chain, ChainLeg, Gate, HopKind, Mode, NOWHERE, Op, Program, Stretch};
use super::{Condition, Move, Position, Rules, SideId, Takes};

/// Goes on, or has heard enough.
pub(super) type Flow = ControlFlow<()>;

/// Who hears of each move.
pub(super) trait Listener {
    /// Whether moves that take nobody are of interest.
    const QUIET: bool;
    /// One move.
    fn hear(&mut self, found: Move) -> Flow;
}

/// Everything needed to walk the operations of one man.
pub(super) struct Walker<'a> {
    pub(super) rules: &'a Rules,
    pub(super) position: &'a Position,
    /// Where the man stands now.
    pub(super) at: u16,
    /// Where its move began; it has left that cell.
    pub(super) from: u16,
    pub(super) side: usize,
}

impl<'a> Walker<'a> {
    pub(super) fn new(rules: &'a Rules, position: &'a Position, from: Cell, side: SideId) -> Self {
        Walker { rules, position, at: from.0, from: from.0, side: side.0 as usize }
    }

    /// All moves by a program.
    pub(super) fn run<L: Listener>(&self, program: &Program, listener: &mut L) -> Flow {
        program.at(self.at).iter().try_for_each(|op| self.op(op, listener))
    }

    /// Who stands there, once the man has left the cell where it began.
    fn slot(&self, cell: u16) -> Slot {
        if cell == self.from { EMPTY } else { self.position.slots[cell as usize] }
    }

    fn cells(&self, stretch: Stretch) -> &'a [u16] {
        self.rules.store.cells(stretch)
    }

    fn op<L: Listener>(&self, op: &Op, listener: &mut L) -> Flow {
        let mode_id = match *op {
            Op::Leaps { mode, .. }
            | Op::Slide { mode, .. }
            | Op::Cannon { mode, .. }
            | Op::Grasshopper { mode, .. }
            | Op::Gated { mode, .. }
            | Op::Routes { mode, .. }
            | Op::Double { mode, .. }
            | Op::Shot { mode, .. }
            | Op::Chain { mode, .. }
            | Op::Castle { mode, .. } => mode,
            Op::Shoot { shooter } => self.rules.store.shooters[shooter as usize].mode,
        };
        let mode = &self.rules.store.modes[mode_id as usize];
        if !mode.conditions.is_empty() && !self.conditions_hold::<L>(mode) {
            return Flow::Continue(());
        }
        match *op {
            Op::Leaps { cells, .. } => {
                self.cells(cells).iter().try_for_each(|&to| self.end(mode, to, listener))
            }
            Op::Slide { cells, .. } => self.slide(mode, self.cells(cells), listener),
            Op::Cannon { cells, .. } => {
                let cells = self.cells(cells);
                match self.hurdle(mode, cells) {
                    Some(hurdle) => self.slide(mode, &cells[hurdle + 1..], listener),
                    None => Flow::Continue(()),
                }
            }
            Op::Grasshopper { cells, .. } => {
                let cells = self.cells(cells);
                match self.hurdle(mode, cells).and_then(|hurdle| cells.get(hurdle + 1)) {
                    Some(&to) => self.end(mode, to, listener),
                    None => Flow::Continue(()),
                }
            }
            Op::Gated { cells, gates, occupied, .. } => {
                self.gated(mode, cells, gates, occupied, listener)
            }
            Op::Routes { to, routes, .. } => {
                let range = routes.start as usize..(routes.start + routes.len) as usize;
                let mut routes = self.rules.store.routes[range].iter();
                let is_free = |route: &Stretch| self.all_empty(self.cells(*route));
                if routes.any(is_free) { self.end(mode, to, listener) } else { Flow::Continue(()) }
            }
            Op::Double { cells, .. } => {
                let cells = self.cells(cells);
                let (&to, between) = cells.split_last().expect("steps lead on");
                if L::QUIET && self.all_empty(cells) && ends_on(mode, to) {
                    let passed = |index: usize| between.get(index).copied().map(Cell);
                    listener.hear(Move { passes: [passed(0), passed(1)], ..self.step(to) })
                } else {
                    Flow::Continue(())
                }
            }
            Op::Shot { to, gates, victim, .. } => {
                if self.all_empty(self.cells(gates)) && self.may_take(mode, self.slot(victim)) {
                    listener.hear(self.step(to).taking(Takes::one(Cell(victim))))
                } else {
                    Flow::Continue(())
                }
            }
            Op::Chain { chain, .. } => {
                let chain = &self.rules.store.chains[chain as usize];
                ChainWalk { walker: self, chain, mode, seen: BTreeSet::new() }.start(listener)
            }
            Op::Shoot { shooter } => self.shoot(shooter, mode, listener),
            Op::Castle { cells, steps, .. } => self.castle(mode, cells, steps, listener),
        }
    }

    /// The place of the first man among these cells, if it may be hopped over.
    fn hurdle(&self, mode: &Mode, cells: &[u16]) -> Option<usize> {
        let hurdle = cells.iter().position(|&cell| self.slot(cell) != EMPTY)?;
        let man = self.position.man(self.slot(cells[hurdle]))?;
        mode.over.as_ref().is_none_or(|over| over.has(man)).then_some(hurdle)
    }

    fn slide<L: Listener>(&self, mode: &Mode, cells: &[u16], listener: &mut L) -> Flow {
        for &cell in cells {
            let occupied = self.slot(cell) != EMPTY;
            if L::QUIET || occupied || mode.en_passant {
                self.end(mode, cell, listener)?;
            }
            if occupied {
                break;
            }
        }
        Flow::Continue(())
    }

    fn gated<L: Listener>(
        &self,
        mode: &Mode,
        cells: Stretch,
        gates: Stretch,
        occupied: bool,
        listener: &mut L,
    ) -> Flow {
        for (&cell, &gate) in self.cells(cells).iter().zip(self.cells(gates)) {
            if (self.slot(gate) != EMPTY) != occupied {
                break;
            }
            if mode.passes
                && mode.quiet
                && L::QUIET
                && self.slot(cell) == EMPTY
                && ends_on(mode, cell)
            {
                listener.hear(Move { passes: [Some(Cell(gate)), None], ..self.step(cell) })?;
            } else {
                self.end(mode, cell, listener)?;
            }
            if self.slot(cell) != EMPTY {
                break;
            }
        }
        Flow::Continue(())
    }

    /// Castling by notation: the only man between here and the edge is a friend that stands there.
    fn castle<L: Listener>(
        &self,
        mode: &Mode,
        cells: Stretch,
        steps: u16,
        listener: &mut L,
    ) -> Flow {
        let cells = self.cells(cells);
        let (Some((&corner, between)), Some(&to)) =
            (cells.split_last(), cells.get(steps as usize - 1))
        else {
            return Flow::Continue(());
        };
        let partner = self.slot(corner);
        let has_moved = |cell: u16| self.position.tags[cell as usize].moved;
        let initial = mode.conditions.contains(&Condition::Unmoved);
        let fits = partner != EMPTY
            && self.is_own(partner)
            && self.all_empty(between)
            && !(initial && has_moved(corner));
        if !L::QUIET || !fits || !ends_on(mode, to) {
            return Flow::Continue(());
        }
        let crossed = if steps < 2 { self.at } else { cells[steps as usize - 2] };
        listener.hear(Move { carries: Some((Cell(corner), Cell(crossed))), ..self.step(to) })
    }

    fn shoot<L: Listener>(&self, shooter: u16, mode: &Mode, listener: &mut L) -> Flow {
        let shooter = &self.rules.store.shooters[shooter as usize];
        let mut stands = Stands { cells: Vec::new() };
        match &shooter.travel {
            None => stands.cells.push(self.at),
            Some(travel) => self.run(travel, &mut stands)?,
        }
        for at in stands.cells {
            if ends_on(mode, at) {
                let gunner = Walker { at, ..*self };
                let hear = &mut |shot| listener.hear(shot);
                gunner.run(&shooter.shot, &mut Shots { at, from: self.from, hear })?;
            }
        }
        Flow::Continue(())
    }

    /// A move that could end on a cell by a mode, if it does.
    fn end<L: Listener>(&self, mode: &Mode, to: u16, listener: &mut L) -> Flow {
        if !ends_on(mode, to) {
            return Flow::Continue(());
        }
        let slot = self.slot(to);
        if slot == EMPTY {
            if mode.quiet && L::QUIET {
                listener.hear(self.step(to))?;
            }
            if mode.en_passant {
                self.take_in_passing(mode, to, listener)?;
            }
            return Flow::Continue(());
        }
        let taken = mode.capture && self.may_take(mode, slot)
            || mode.destroy && self.is_own(slot) && self.is_prey(mode, slot);
        if taken {
            return listener.hear(self.step(to).taking(Takes::one(Cell(to))));
        }
        let swaps = |men: &super::Men| self.position.man(slot).is_some_and(|man| men.has(man));
        if L::QUIET && mode.swap.as_ref().is_some_and(swaps) {
            return listener
                .hear(Move { carries: Some((Cell(to), Cell(self.from))), ..self.step(to) });
        }
        Flow::Continue(())
    }

    fn take_in_passing<L: Listener>(&self, mode: &Mode, to: u16, listener: &mut L) -> Flow {
        for passed in &self.position.passed {
            let victim = self.slot(passed.victim.0);
            // Somebody else may have taken it since, and stand in its place.
            let still_there = self.position.man(victim).is_some_and(|man| man.side == passed.side);
            let elsewhere = passed.side.0 as usize != self.side;
            if passed.cell.0 == to && still_there && elsewhere && self.may_take(mode, victim) {
                listener.hear(self.step(to).taking(Takes::one(passed.victim)))?;
            }
        }
        Flow::Continue(())
    }

    fn step(&self, to: u16) -> Move {
        Move::step(Cell(self.from), Cell(to))
    }

    fn all_empty(&self, cells: &[u16]) -> bool {
        cells.iter().all(|&cell| self.slot(cell) == EMPTY)
    }

    fn is_own(&self, slot: Slot) -> bool {
        slot as usize / self.position.kinds == self.side
    }

    fn may_take(&self, mode: &Mode, slot: Slot) -> bool {
        slot != EMPTY
            && self.rules.prey[self.side][slot as usize]
            && (mode.takes.is_none() && !mode.tame || self.is_prey(mode, slot))
    }

    fn is_prey(&self, mode: &Mode, slot: Slot) -> bool {
        let man = self.position.man(slot);
        let listed = |men: &super::Men| man.is_some_and(|man| men.has(man));
        mode.takes.as_ref().is_none_or(listed) && !(mode.tame && self.rules.royal[slot as usize])
    }

    fn conditions_hold<L: Listener>(&self, mode: &Mode) -> bool {
        let tag = self.position.tags[self.from as usize];
        mode.conditions.iter().all(|condition| match condition {
            Condition::Unmoved => !tag.moved,
            Condition::Moved => tag.moved,
            Condition::Has(state) => tag.states >> state & 1 == 1,
            Condition::HasNot(state) => tag.states >> state & 1 == 0,
            // Whoever only asks for attacks must not ask for check again: the answer would need
            // itself.
            Condition::NotInCheck => {
                !L::QUIET || !self.rules.in_check(self.position, SideId(self.side as u8))
            }
        })
    }
}

fn ends_on(mode: &Mode, to: u16) -> bool {
    mode.to.as_ref().is_none_or(|set| set.has(Cell(to)))
}

/// Gathers where a shooter may stand.
struct Stands {
    cells: Vec<u16>,
}

impl Listener for Stands {
    const QUIET: bool = true;

    fn hear(&mut self, found: Move) -> Flow {
        if found.takes.is_empty() && found.carries.is_none() && !self.cells.contains(&found.to.0) {
            self.cells.push(found.to.0);
        }
        Flow::Continue(())
    }
}

/// Turns what a shooter attacks from where it stands into its shots.
struct Shots<'a> {
    at: u16,
    from: u16,
    hear: &'a mut dyn FnMut(Move) -> Flow,
}

impl Listener for Shots<'_> {
    const QUIET: bool = false;

    fn hear(&mut self, found: Move) -> Flow {
        let shot = Move::step(Cell(self.from), Cell(self.at)).taking(found.takes);
        (self.hear)(shot)
    }
}

/// A chain on its way.
struct ChainWalk<'w, 'a> {
    walker: &'w Walker<'a>,
    chain: &'w Chain,
    mode: &'w Mode,
    /// States that were gone on from already; only chains of three legs and more repeat them.
    seen: BTreeSet<(u8, u16, u16, u16, Takes)>,
}

/// How far a chain has come.
#[derive(Clone, Copy)]
struct Stage {
    leg: usize,
    at: u16,
    incoming: u16,
    takes: Takes,
    /// The man taken last, which `u` may bring back.
    last_taken: Option<Cell>,
    /// Steps of the latest slide, or, before any, of the latest leg.
    slide: u16,
}

impl ChainWalk<'_, '_> {
    fn start<L: Listener>(&mut self, listener: &mut L) -> Flow {
        let stage = Stage {
            leg: 0,
            at: self.walker.at,
            incoming: 0,
            takes: Takes::default(),
            last_taken: None,
            slide: 0,
        };
        self.leg(stage, listener)
    }

    fn slot(&self, stage: &Stage, cell: u16) -> Slot {
        if stage.takes.has(Cell(cell)) { EMPTY } else { self.walker.slot(cell) }
    }

    fn leg<L: Listener>(&mut self, stage: Stage, listener: &mut L) -> Flow {
        let leg = &self.chain.legs[stage.leg];
        for &direction in &leg.follow[stage.incoming as usize] {
            self.direction(leg, stage, direction, listener)?;
        }
        Flow::Continue(())
    }

    /// One direction of one leg: step by step, ending or going on wherever that is possible.
    fn direction<L: Listener>(
        &mut self,
        leg: &ChainLeg,
        stage: Stage,
        direction: u16,
        listener: &mut L,
    ) -> Flow {
        let store = &self.walker.rules.store;
        let table = &store.steps[leg.steps[direction as usize] as usize];
        let most = match (leg.same_length, leg.range) {
            (true, _) => stage.slide,
            (false, 0) => u16::MAX,
            (false, range) => range,
        };
        let (mut at, mut hurdles) = (stage.at, 0);
        for taken in 1..=most {
            let before = at;
            at = table[before as usize];
            if at == NOWHERE || !self.passable(before, at) || taken as usize > table.len() {
                break;
            }
            if !self.gate_opens(leg, &stage, direction, before) {
                break;
            }
            if leg.gate == Gate::SkipFirst && taken == 1 {
                continue;
            }
            let slot = self.slot(&stage, at);
            if !leg.same_length || taken == most {
                if let Some(ends) = &leg.ends {
                    let hop = ends.hop;
                    let ready = hop.is_none() || hurdles == 1;
                    if ready {
                        self.end(leg, &stage, at, listener)?;
                    }
                }
                if leg.goes_on.is_some() {
                    let slides = leg.range != 1 || leg.same_length;
                    let slide = if slides || stage.leg == 0 { taken } else { stage.slide };
                    self.go_on(leg, Stage { incoming: direction, slide, ..stage }, at, listener)?;
                }
            }
            let ends_hop = leg.ends.and_then(|ends| ends.hop).filter(|_| leg.goes_on.is_none());
            match ends_hop {
                Some(HopKind::Grasshopper) if hurdles == 1 => break,
                Some(_) if slot != EMPTY => {
                    hurdles += 1;
                    if hurdles == 2 {
                        break;
                    }
                }
                _ if slot != EMPTY => break,
                _ => {}
            }
            // Back where it began, a lap is over.
            if at == self.walker.from {
                break;
            }
        }
        Flow::Continue(())
    }

    fn passable(&self, from: u16, to: u16) -> bool {
        let within = &self.chain.within;
        within.as_ref().is_none_or(|set| set.has(Cell(to)))
            && (self.chain.barred.is_empty()
                || self.chain.barred.binary_search(&(from, to)).is_err())
    }

    fn gate_opens(&self, leg: &ChainLeg, stage: &Stage, direction: u16, from: u16) -> bool {
        let occupied = |tables: &[u16]| {
            let table = &self.walker.rules.store.steps[tables[direction as usize] as usize];
            let gate = table[from as usize];
            (gate != NOWHERE).then(|| self.slot(stage, gate) != EMPTY)
        };
        match &leg.gate {
            Gate::Open | Gate::SkipFirst => true,
            Gate::Empty(halves) => occupied(halves) == Some(false),
            Gate::Occupied(halves) => occupied(halves) == Some(true),
        }
    }

    /// The move may end here.
    fn end<L: Listener>(
        &mut self,
        leg: &ChainLeg,
        stage: &Stage,
        at: u16,
        listener: &mut L,
    ) -> Flow {
        let Some(ends) = leg.ends else { return Flow::Continue(()) };
        if !ends_on(self.mode, at) {
            return Flow::Continue(());
        }
        let walker = self.walker;
        let slot = self.slot(stage, at);
        let mode = Mode { tame: ends.tame, takes: self.mode.takes.clone(), ..Mode::default() };
        if slot == EMPTY {
            if ends.quiet && (L::QUIET || !stage.takes.is_empty()) {
                self.hear(leg, stage, at, stage.takes, stage.last_taken, listener)?;
            }
            if ends.en_passant && stage.takes.is_empty() {
                walker.take_in_passing(&mode, at, listener)?;
            }
            return Flow::Continue(());
        }
        let taken = ends.capture && walker.may_take(&mode, slot)
            || ends.destroy && walker.is_own(slot) && walker.is_prey(&mode, slot);
        match stage.takes.with(Cell(at)) {
            Some(takes) if taken => self.hear(leg, stage, at, takes, Some(Cell(at)), listener),
            _ => Flow::Continue(()),
        }
    }

    fn hear<L: Listener>(
        &self,
        leg: &ChainLeg,
        stage: &Stage,
        at: u16,
        takes: Takes,
        last_taken: Option<Cell>,
        listener: &mut L,
    ) -> Flow {
        let found = self.walker.step(at).taking(takes);
        match last_taken {
            Some(victim) if leg.unload => {
                let carries = Some((victim, Cell(stage.at)));
                listener.hear(Move { carries, ..found.taking(takes.without(victim)) })
            }
            _ => listener.hear(found),
        }
    }

    /// The chain goes on from here, if it can.
    fn go_on<L: Listener>(
        &mut self,
        leg: &ChainLeg,
        stage: Stage,
        at: u16,
        listener: &mut L,
    ) -> Flow {
        let Some(on) = leg.goes_on else { return Flow::Continue(()) };
        let walker = self.walker;
        let slot = self.slot(&stage, at);
        let next = Stage { leg: stage.leg + 1, at, ..stage };
        if slot == EMPTY {
            return if on.through_empty { self.next(next, listener) } else { Flow::Continue(()) };
        }
        let own = walker.is_own(slot);
        if if own { on.over_friend } else { on.over_enemy } {
            return self.next(next, listener);
        }
        let taken =
            if own { on.take_friend } else { on.take_enemy && walker.may_take(self.mode, slot) };
        match stage.takes.with(Cell(at)) {
            Some(takes) if taken || own && on.take_enemy && walker.may_take(self.mode, slot) => {
                self.next(Stage { takes, last_taken: Some(Cell(at)), ..next }, listener)
            }
            _ => Flow::Continue(()),
        }
    }

    fn next<L: Listener>(&mut self, stage: Stage, listener: &mut L) -> Flow {
        let repeats = self.chain.legs.len() > 2;
        let state = (stage.leg as u8, stage.at, stage.incoming, stage.slide, stage.takes);
        if repeats && !self.seen.insert(state) {
            return Flow::Continue(());
        }
        self.leg(stage, listener)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{check_reach, check_way};
    use super::super::{Men, Path, PathStep, Shot, Step, Then, Travel, Way};
    use crate::geometry::{Cell, Cells};
    use crate::notation::parse;

    #[test]
    fn sliders_stop_at_the_first_man() {
        check_reach(
            "R",
            "
            . . o . .
            . . . . .
            O . X . o
            . . . . .
            . . . . .",
            "
            . . x . .
            . . m . .
            O m X m x
            . . m . .
            . . m . .",
            "",
        );
    }

    #[test]
    fn a_lame_leap_needs_its_gate() {
        check_reach(
            "nN",
            "
            . . . . .
            . . o . .
            . . X . .
            . . . . .
            . . . . .",
            "
            . . . . .
            m . o . m
            . . X . .
            m . . . m
            . m . m .",
            "",
        );
    }

    #[test]
    fn a_cannon_takes_over_one_man_and_a_grasshopper_lands_behind_it() {
        check_reach("mRcpR", "X . o . o . o", "X m o . x . o", "");
        check_reach("gR", "X . o . o . o", "X . o m o . o", "");
    }

    #[test]
    fn a_bent_rider_turns_outward_after_an_empty_cell() {
        check_reach(
            "[F?R]",
            "
            . . . . .
            . o . . .
            . . . . .
            . . . X .
            . . . . .",
            "
            . . m . m
            . o m . m
            m m m . m
            . . . X .
            m m m . m",
            "",
        );
    }

    #[test]
    fn locusts_take_what_they_pass() {
        check_reach(
            "fcafmF",
            "
            . . . . .
            . o . o .
            . . X . .",
            "
            . . . . .
            . o . o .
            . . X . .",
            "a3*b2 e3*d2",
        );
    }

    #[test]
    fn a_rifle_takes_and_stays() {
        check_reach("cabK", "X o . O", "X o . O", "a1*b1");
    }

    #[test]
    fn unloading_exchanges() {
        check_reach("udR", "X . O . o", "X . s . o", "");
    }

    /// The routes of a piece that goes two orthogonal steps and a diagonal one, in any order.
    #[test]
    fn one_free_route_is_enough() {
        let step = |step: Step| PathStep { step, slides: false, optional: false, mark: 0 };
        let path = Path {
            steps: vec![step(Step::Wazir), step(Step::Wazir), step(Step::Ferz)],
            any_order: true,
            turn: Some(45.0),
            in_line: None,
        };
        let way = Way { travel: Travel::Path(path), ..Way::by(Default::default()) };
        check_way(way.clone(), "X o . .\n. o . .", "X o . .\n. o . .", "");
        let open = "
            . . . .
            X o . .";
        check_way(
            way,
            open,
            "
            . . . m
            X o . .",
            "",
        );
    }

    #[test]
    fn a_tank_shoots_as_far_again() {
        let tank = |notation: &str| Way {
            then: Then::Shoot(Shot::AsFarAgain),
            ..Way::by(parse(notation).unwrap())
        };
        check_way(tank("mW2"), "X . o . o", "X . o . o", "b1*c1");
        check_way(tank("mW2"), "X . . . o", "X . . . o", "c1*e1");
        check_way(tank("mW2"), "X . . o o", "X . . o o", "");
    }

    #[test]
    fn an_assassin_hops_then_shoots() {
        let assassin = |travel: Travel| Way {
            travel,
            then: Then::Shoot(Shot::Betza(parse("W").unwrap())),
            ..Way::by(Default::default())
        };
        let board = "
            . . . .
            X o . o
            . o . .";
        check_way(assassin(Travel::Stay), board, board, "a2*b2");
        let hops = Travel::Betza(parse("mjD mjA").unwrap());
        check_way(assassin(hops), board, board, "c2*b2 c2*d2");
    }

    #[test]
    fn zones_bound_where_a_way_leads() {
        let cells = |cells: &[u16]| Some(cells.iter().map(|&cell| Cell(cell)).collect::<Cells>());
        let rook = Way::by(parse("R").unwrap());
        check_way(Way { to: cells(&[2, 3]), ..rook.clone() }, "X . . . .", "X . m m .", "");
        check_way(Way { within: cells(&[0, 1, 2]), ..rook.clone() }, "X . . . .", "X m m . .", "");
        check_way(Way { from: cells(&[1]), ..rook.clone() }, "X . . . .", "X . . . .", "");
        let barred = vec![(Cell(1), Cell(2))];
        check_way(Way { barred, ..rook }, "X . . . .", "X m . . .", "");
    }

    #[test]
    fn a_swap_changes_places_with_those_it_names() {
        let everybody = [super::super::TRIED, super::super::STANDING];
        let men: Men = everybody
            .into_iter()
            .map(|kind| super::super::Man { side: super::super::SideId(0), kind })
            .collect();
        let way = Way { then: Then::Swap(men), ..Way::by(parse("K").unwrap()) };
        check_way(way, "O X o .", "s X o .", "");
    }
}
