//! Walking a program: from one man's operations to moves.

use std::ops::ControlFlow;

use crate::geometry::Cell;

use super::legs::ChainWalk;
use super::position::{NO_PIECE, PieceIndex};
use super::program::{CellRange, EndConditions, Op, Program};
use super::{CapturedCells, Condition, Move, Position, Rules, SideId};

/// Goes on, or has heard enough.
pub(super) type Flow = ControlFlow<()>;

/// Who hears of each move.
pub(super) trait MoveVisitor {
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
        Walker { rules, position, at: from.0, from: from.0, side: side.index() }
    }

    /// All moves by a program.
    pub(super) fn run<L: MoveVisitor>(&self, program: &Program, listener: &mut L) -> Flow {
        program.at(self.at).iter().try_for_each(|op| self.op(op, listener))
    }

    /// Who stands there, once the man has left the cell where it began.
    pub(super) fn slot(&self, cell: u16) -> PieceIndex {
        if cell == self.from { NO_PIECE } else { self.position.pieces[cell as usize] }
    }

    fn cells(&self, stretch: CellRange) -> &'a [u16] {
        self.rules.store.cells(stretch)
    }

    /// All moves by one operation.
    pub(super) fn op<L: MoveVisitor>(&self, op: &Op, listener: &mut L) -> Flow {
        let mode = self.rules.store.op_mode(op);
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
            Op::Via { cells, gates, occupied, .. } => {
                self.gated(mode, cells, gates, occupied, listener)
            }
            Op::Routes { to, routes, .. } => {
                let mut routes = self.rules.store.routes(routes).iter();
                let is_free = |route: &CellRange| self.all_empty(self.cells(*route));
                if routes.any(is_free) { self.end(mode, to, listener) } else { Flow::Continue(()) }
            }
            Op::Double { cells, .. } => {
                let cells = self.cells(cells);
                let (&to, between) = cells.split_last().expect("steps lead on");
                if L::QUIET && self.all_empty(cells) && ends_on(mode, to) {
                    let passed = |index: usize| between.get(index).copied().map(Cell);
                    listener.hear(Move { skipped: [passed(0), passed(1)], ..self.step(to) })
                } else {
                    Flow::Continue(())
                }
            }
            Op::Shot { to, gates, victim, .. } => {
                if self.all_empty(self.cells(gates)) && self.may_take(mode, self.slot(victim)) {
                    listener.hear(self.step(to).capturing(CapturedCells::one(Cell(victim))))
                } else {
                    Flow::Continue(())
                }
            }
            Op::Chain { chain, .. } => {
                let chain = &self.rules.store.chains[chain as usize];
                ChainWalk::new(self, chain, mode).run(listener)
            }
            Op::Shoot { shooter } => self.shoot(shooter, mode, listener),
            Op::Castle { cells, steps, skipped, .. } => {
                self.castle(mode, self.cells(cells), steps as usize, skipped, listener)
            }
        }
    }

    /// The place of the first man among these cells, if it may be hopped over.
    fn hurdle(&self, mode: &EndConditions, cells: &[u16]) -> Option<usize> {
        let hurdle = cells.iter().position(|&cell| self.slot(cell) != NO_PIECE)?;
        self.may_hop(mode, self.slot(cells[hurdle])).then_some(hurdle)
    }

    pub(super) fn may_hop(&self, mode: &EndConditions, slot: PieceIndex) -> bool {
        let piece = || self.position.piece(slot);
        mode.hurdles.as_ref().is_none_or(|over| piece().is_some_and(|piece| over.contains(piece)))
    }

    fn slide<L: MoveVisitor>(&self, mode: &EndConditions, cells: &[u16], listener: &mut L) -> Flow {
        for &cell in cells {
            let occupied = self.slot(cell) != NO_PIECE;
            if L::QUIET || occupied || mode.en_passant {
                self.end(mode, cell, listener)?;
            }
            if occupied {
                break;
            }
        }
        Flow::Continue(())
    }

    fn gated<L: MoveVisitor>(
        &self,
        mode: &EndConditions,
        cells: CellRange,
        gates: CellRange,
        occupied: bool,
        listener: &mut L,
    ) -> Flow {
        for (&cell, &gate) in self.cells(cells).iter().zip(self.cells(gates)) {
            if (self.slot(gate) != NO_PIECE) != occupied {
                break;
            }
            if mode.passes
                && mode.quiet
                && L::QUIET
                && self.slot(cell) == NO_PIECE
                && ends_on(mode, cell)
            {
                listener.hear(Move { skipped: [Some(Cell(gate)), None], ..self.step(cell) })?;
            } else {
                self.end(mode, cell, listener)?;
            }
            if self.slot(cell) != NO_PIECE {
                break;
            }
        }
        Flow::Continue(())
    }

    /// Castling by notation: the first man in that direction is a friend that stands at the edge,
    /// or with so many men between it and the edge as are skipped.
    fn castle<L: MoveVisitor>(
        &self,
        mode: &EndConditions,
        cells: &[u16],
        steps: usize,
        skipped: u8,
        listener: &mut L,
    ) -> Flow {
        let is_occupied = |cell: &u16| self.slot(*cell) != NO_PIECE;
        let Some(place) = cells.iter().position(is_occupied) else { return Flow::Continue(()) };
        let (partner, beyond) = (cells[place], &cells[place + 1..]);
        let stands_right = match skipped {
            0 => beyond.is_empty(),
            skipped => {
                beyond.iter().filter(|cell| is_occupied(cell)).count() == usize::from(skipped)
            }
        };
        let initial = mode.conditions.contains(&Condition::Unmoved);
        let has_moved = self.position.statuses[partner as usize].moved;
        let fits = stands_right && self.is_own(self.slot(partner)) && !(initial && has_moved);
        // The royal may come to the partner's own cell, which the partner leaves.
        if !L::QUIET || !fits || steps > place + 1 || !ends_on(mode, cells[steps - 1]) {
            return Flow::Continue(());
        }
        let crossed = if steps < 2 { self.at } else { cells[steps - 2] };
        let carries = Some((Cell(partner), Cell(crossed)));
        listener.hear(Move { displaced: carries, ..self.step(cells[steps - 1]) })
    }

    fn shoot<L: MoveVisitor>(&self, shooter: u16, mode: &EndConditions, listener: &mut L) -> Flow {
        let shooter = &self.rules.store.shooters[shooter as usize];
        let mut stands = ShooterCells { cells: Vec::new() };
        match &shooter.travel {
            None => stands.cells.push(self.at),
            Some(travel) => self.run(travel, &mut stands)?,
        }
        for at in stands.cells {
            if ends_on(mode, at) {
                let gunner = Walker { at, ..*self };
                let hear = &mut |shot| listener.hear(shot);
                gunner.run(&shooter.shot, &mut ShotCollector { at, from: self.from, hear })?;
            }
        }
        Flow::Continue(())
    }

    /// A move that could end on a cell by a mode, if it does.
    fn end<L: MoveVisitor>(&self, mode: &EndConditions, to: u16, listener: &mut L) -> Flow {
        if !ends_on(mode, to) {
            return Flow::Continue(());
        }
        let slot = self.slot(to);
        if slot == NO_PIECE {
            if mode.quiet && L::QUIET {
                listener.hear(self.step(to))?;
            }
            if mode.en_passant {
                self.capture_en_passant(mode, to, listener)?;
            }
            return Flow::Continue(());
        }
        let taken = mode.capture && self.may_take(mode, slot)
            || mode.friendly_capture && self.may_destroy(mode, slot);
        if taken {
            return self.take(mode, to, to, listener);
        }
        let swaps = |pieces: &super::PieceSet| {
            self.position.piece(slot).is_some_and(|piece| pieces.contains(piece))
        };
        if L::QUIET && mode.swap.as_ref().is_some_and(swaps) {
            return listener
                .hear(Move { displaced: Some((Cell(to), Cell(self.from))), ..self.step(to) });
        }
        Flow::Continue(())
    }

    /// A move to a cell that takes the man on another, or puts it back where the mover came from.
    fn take<L: MoveVisitor>(
        &self,
        mode: &EndConditions,
        to: u16,
        victim: u16,
        listener: &mut L,
    ) -> Flow {
        match mode.unload {
            false => listener.hear(self.step(to).capturing(CapturedCells::one(Cell(victim)))),
            true if L::QUIET => {
                let carries = Some((Cell(victim), Cell(self.from)));
                listener.hear(Move { displaced: carries, ..self.step(to) })
            }
            true => Flow::Continue(()),
        }
    }

    fn capture_en_passant<L: MoveVisitor>(
        &self,
        mode: &EndConditions,
        to: u16,
        listener: &mut L,
    ) -> Flow {
        let mut victims = self.en_passant_victims(mode, to, |victim| self.slot(victim));
        victims.try_for_each(|victim| self.take(mode, to, victim, listener))
    }

    /// The men that have just passed a cell and may be taken there; `slot` says who stands where by
    /// now, as somebody else may have taken one since, and stand in its place.
    pub(super) fn en_passant_victims(
        &self,
        mode: &EndConditions,
        cell: u16,
        slot: impl Fn(u16) -> PieceIndex,
    ) -> impl Iterator<Item = u16> {
        let enemies = self
            .position
            .en_passant_targets
            .iter()
            .filter(move |passed| passed.cell.0 == cell && passed.side.index() != self.side);
        enemies.filter_map(move |passed| {
            let victim = slot(passed.victim.0);
            let still_there =
                self.position.piece(victim).is_some_and(|piece| piece.side == passed.side);
            (still_there && self.may_take(mode, victim)).then_some(passed.victim.0)
        })
    }

    pub(super) fn step(&self, to: u16) -> Move {
        Move::step(Cell(self.from), Cell(to))
    }

    fn all_empty(&self, cells: &[u16]) -> bool {
        cells.iter().all(|&cell| self.slot(cell) == NO_PIECE)
    }

    fn is_own(&self, slot: PieceIndex) -> bool {
        slot as usize / self.position.piece_types == self.side
    }

    /// Whether an own man may be taken.
    pub(super) fn may_destroy(&self, mode: &EndConditions, slot: PieceIndex) -> bool {
        self.is_own(slot) && self.is_capturable(mode, slot)
    }

    pub(super) fn may_take(&self, mode: &EndConditions, slot: PieceIndex) -> bool {
        slot != NO_PIECE
            && self.rules.capture_masks[self.side][slot as usize]
            && (mode.may_capture.is_none() && !mode.spares_royals || self.is_capturable(mode, slot))
    }

    fn is_capturable(&self, mode: &EndConditions, slot: PieceIndex) -> bool {
        let piece = self.position.piece(slot);
        let listed = |pieces: &super::PieceSet| piece.is_some_and(|piece| pieces.contains(piece));
        mode.may_capture.as_ref().is_none_or(listed)
            && !(mode.spares_royals && self.rules.royal[slot as usize])
    }

    fn conditions_hold<L: MoveVisitor>(&self, mode: &EndConditions) -> bool {
        let tag = self.position.statuses[self.from as usize];
        mode.conditions.iter().all(|condition| match condition {
            Condition::Unmoved => !tag.moved,
            Condition::Moved => tag.moved,
            Condition::HasState(state) => tag.states >> state & 1 == 1,
            Condition::LacksState(state) => tag.states >> state & 1 == 0,
            // Whoever only asks for attacks must not ask for check again: the answer would need
            // itself.
            Condition::NotInCheck => {
                !L::QUIET || !self.rules.in_check(self.position, SideId(self.side as u8))
            }
        })
    }
}

pub(super) fn ends_on(mode: &EndConditions, to: u16) -> bool {
    mode.to.as_ref().is_none_or(|set| set.has(Cell(to)))
}

/// Gathers where a shooter may stand.
struct ShooterCells {
    cells: Vec<u16>,
}

impl MoveVisitor for ShooterCells {
    const QUIET: bool = true;

    fn hear(&mut self, found: Move) -> Flow {
        if found.captures.is_empty()
            && found.displaced.is_none()
            && !self.cells.contains(&found.to.0)
        {
            self.cells.push(found.to.0);
        }
        Flow::Continue(())
    }
}

/// Turns what a shooter attacks from where it stands into its shots.
struct ShotCollector<'a> {
    at: u16,
    from: u16,
    hear: &'a mut dyn FnMut(Move) -> Flow,
}

impl MoveVisitor for ShotCollector<'_> {
    const QUIET: bool = false;

    fn hear(&mut self, found: Move) -> Flow {
        let shot = Move::step(Cell(self.from), Cell(self.at)).capturing(found.captures);
        (self.hear)(shot)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{check_reach, check_rule};
    use super::super::{
        ArrivalEffect, MoveForm, MoveRule, PathStep, PieceSet, ShotTarget, StepKind, StepPath,
    };
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
        let step = |step: StepKind| PathStep { step, slides: false, optional: false, mark: 0 };
        let path = StepPath {
            steps: vec![step(StepKind::Wazir), step(StepKind::Wazir), step(StepKind::Ferz)],
            any_order: true,
            turn: Some(45.0),
            in_line: None,
        };
        let way =
            MoveRule { form: MoveForm::Path(path), ..MoveRule::from_betza(Default::default()) };
        check_rule(way.clone(), "X o . .\n. o . .", "X o . .\n. o . .", "");
        let open = "
            . . . .
            X o . .";
        check_rule(
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
        let tank = |notation: &str| MoveRule {
            effect: ArrivalEffect::Shoot(ShotTarget::SameDistanceAgain),
            ..MoveRule::from_betza(parse(notation).unwrap())
        };
        check_rule(tank("mW2"), "X . o . o", "X . o . o", "b1*c1");
        check_rule(tank("mW2"), "X . . . o", "X . . . o", "c1*e1");
        check_rule(tank("mW2"), "X . . o o", "X . . o o", "");
    }

    #[test]
    fn an_assassin_hops_then_shoots() {
        let assassin = |travel: MoveForm| MoveRule {
            form: travel,
            effect: ArrivalEffect::Shoot(ShotTarget::Betza(parse("W").unwrap())),
            ..MoveRule::from_betza(Default::default())
        };
        let board = "
            . . . .
            X o . o
            . o . .";
        check_rule(assassin(MoveForm::Stay), board, board, "a2*b2");
        let hops = MoveForm::Betza(parse("mjD mjA").unwrap());
        check_rule(assassin(hops), board, board, "c2*b2 c2*d2");
    }

    #[test]
    fn zones_bound_where_a_way_leads() {
        let cells = |cells: &[u16]| Some(cells.iter().map(|&cell| Cell(cell)).collect::<Cells>());
        let rook = MoveRule::from_betza(parse("R").unwrap());
        check_rule(MoveRule { to: cells(&[2, 3]), ..rook.clone() }, "X . . . .", "X . m m .", "");
        check_rule(
            MoveRule { within: cells(&[0, 1, 2]), ..rook.clone() },
            "X . . . .",
            "X m m . .",
            "",
        );
        check_rule(MoveRule { from: cells(&[1]), ..rook.clone() }, "X . . . .", "X . . . .", "");
        let barred = vec![(Cell(1), Cell(2))];
        check_rule(MoveRule { barred_steps: barred, ..rook }, "X . . . .", "X m . . .", "");
    }

    #[test]
    fn a_swap_changes_places_with_those_it_names() {
        let everybody = [super::super::MOVER, super::super::BLOCKER];
        let pieces: PieceSet = everybody
            .into_iter()
            .map(|piece_type| super::super::Piece { side: super::super::SideId(0), piece_type })
            .collect();
        let way = MoveRule {
            effect: ArrivalEffect::Swap(pieces),
            ..MoveRule::from_betza(parse("K").unwrap())
        };
        check_rule(way, "O X o .", "s X o .", "");
    }
}
