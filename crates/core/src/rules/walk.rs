//! Executes the operations of one piece and visits its moves and captures, those en passant too.

use std::ops::ControlFlow;

use crate::game::{CheckSource, CountedRoyals, PieceSet, Prerequisite, SideId};
use crate::geometry::Cell;
use crate::program::{CellRange, EndConditions, Op, Program, ShootingMove};

use super::legs::ChainWalk;
use super::position::{NO_PIECE, PieceIndex};
use super::{CapturedCells, Move, Position, Rules};

/// Whether to continue with further moves.
pub(super) type Flow = ControlFlow<()>;

/// Something that is given each move.
pub(super) trait MoveVisitor {
    /// Whether moves without capture are wanted.
    const WANTS_QUIET_MOVES: bool;
    /// Receives one move.
    fn visit(&mut self, found: Move) -> Flow;

    /// Whether a slide ends on a cell, even if it is empty.
    #[inline]
    fn stops_slides_on(&self, _cell: u16) -> bool {
        false
    }
}

/// Calls a function with each move.
pub(super) struct AllMoves<F>(pub(super) F);

impl<F: FnMut(Move)> MoveVisitor for AllMoves<F> {
    const WANTS_QUIET_MOVES: bool = true;

    fn visit(&mut self, found: Move) -> Flow {
        (self.0)(found);
        Flow::Continue(())
    }
}

impl<'v> AllMoves<&'v mut dyn FnMut(Move)> {
    /// For functions that are called seldom: the walk is compiled once for all of them.
    pub(super) fn seldom(visit: &'v mut dyn FnMut(Move)) -> Self {
        AllMoves(visit)
    }
}

/// Calls a function with each move, or each capture; slides end where another function says.
pub(super) struct BoundedMoves<'v, const QUIET: bool> {
    pub(super) visit: &'v mut dyn FnMut(Move) -> Flow,
    pub(super) stops: &'v dyn Fn(u16) -> bool,
}

impl<const QUIET: bool> MoveVisitor for BoundedMoves<'_, QUIET> {
    const WANTS_QUIET_MOVES: bool = QUIET;

    fn visit(&mut self, found: Move) -> Flow {
        (self.visit)(found)
    }

    fn stops_slides_on(&self, cell: u16) -> bool {
        (self.stops)(cell)
    }
}

/// Calls a function with each capture until it returns `true`.
pub(super) struct Captures<F>(pub(super) F);

impl<F: FnMut(&Move) -> bool> MoveVisitor for Captures<F> {
    const WANTS_QUIET_MOVES: bool = false;

    fn visit(&mut self, found: Move) -> Flow {
        if (self.0)(&found) { Flow::Break(()) } else { Flow::Continue(()) }
    }
}

impl<'v> Captures<&'v mut dyn FnMut(&Move) -> bool> {
    /// For functions that are called seldom, like that of [`AllMoves`].
    pub(super) fn seldom(visit: &'v mut dyn FnMut(&Move) -> bool) -> Self {
        Captures(visit)
    }
}

/// The piece whose operations are executed, on a position.
#[derive(Clone, Copy)]
pub(super) struct Mover<'a> {
    pub(super) rules: &'a Rules,
    pub(super) position: &'a Position,
    /// The cell on which the piece now stands.
    pub(super) at: u16,
    /// The cell on which its move started. It counts as empty.
    from: u16,
    pub(super) side: SideId,
}

impl<'a> Mover<'a> {
    pub(super) fn new(rules: &'a Rules, position: &'a Position, from: Cell, side: SideId) -> Self {
        Mover { rules, position, at: from.0, from: from.0, side }
    }

    /// Returns the same piece on its way: it has come to a cell.
    pub(super) fn on(self, at: u16) -> Self {
        Mover { at, ..self }
    }

    /// Visits all moves by a program.
    pub(super) fn run<L: MoveVisitor>(&self, program: &Program, visitor: &mut L) -> Flow {
        program.at(self.at).iter().try_for_each(|op| self.op(op, visitor))
    }

    /// Visits all moves by one operation.
    pub(super) fn op<L: MoveVisitor>(&self, op: &Op, visitor: &mut L) -> Flow {
        let walker = Walker { mover: *self, conditions: self.rules.tables.conditions_of(op) };
        if !walker.conditions.prerequisites.is_empty() && !walker.prerequisites_hold::<L>() {
            return Flow::Continue(());
        }
        walker.op(op, visitor)
    }
}

/// The execution of one operation.
pub(super) struct Walker<'a> {
    pub(super) mover: Mover<'a>,
    pub(super) conditions: &'a EndConditions,
}

impl<'a> Walker<'a> {
    /// Returns the piece on a cell. The cell where the move started is empty.
    pub(super) fn piece_index(&self, cell: u16) -> PieceIndex {
        if cell == self.mover.from { NO_PIECE } else { self.mover.position.pieces[cell as usize] }
    }

    fn is_empty(&self, cell: u16) -> bool {
        self.piece_index(cell) == NO_PIECE
    }

    fn all_empty(&self, cells: &[u16]) -> bool {
        cells.iter().all(|&cell| self.is_empty(cell))
    }

    fn cells(&self, range: CellRange) -> &'a [u16] {
        self.mover.rules.tables.cells(range)
    }

    pub(super) fn step(&self, to: u16) -> Move {
        Move::step(Cell(self.mover.from), Cell(to))
    }

    fn op<L: MoveVisitor>(&self, op: &Op, visitor: &mut L) -> Flow {
        let rules = self.mover.rules;
        match *op {
            Op::Leaps { cells, .. } => {
                self.cells(cells).iter().try_for_each(|&to| self.end(to, visitor))?;
            }
            Op::Slide { cells, .. } => self.slide(self.cells(cells), visitor)?,
            Op::LeapingSlide { cells, .. } => self.leaping_slide(self.cells(cells), visitor)?,
            Op::Cannon { cells, .. } => {
                self.slide(self.beyond_hurdle(cells, visitor), visitor)?;
            }
            Op::Grasshopper { cells, .. } => {
                if let Some(&to) = self.beyond_hurdle(cells, visitor).first() {
                    self.end(to, visitor)?;
                }
            }
            Op::Via { cells, between, occupied, .. } => {
                self.via(self.cells(cells), self.cells(between), occupied, visitor)?;
            }
            Op::Routes { to, routes, .. } => {
                let mut routes = rules.tables.routes(routes).iter();
                if routes.any(|&route| self.all_empty(self.cells(route))) {
                    self.end(to, visitor)?;
                }
            }
            Op::Double { cells, .. } => {
                let cells = self.cells(cells);
                let (&to, between) = cells.split_last().expect("a double step has cells");
                let skipped = |index: usize| between.get(index).copied().map(Cell);
                if L::WANTS_QUIET_MOVES && self.all_empty(cells) && self.conditions.allow_end_on(to)
                {
                    let skipped = [skipped(0), skipped(1)];
                    visitor.visit(Move { skipped, ..self.step(to) })?;
                }
            }
            Op::Shot { to, between, victim, .. } => {
                if self.all_empty(self.cells(between))
                    && self.may_capture_enemy(self.piece_index(victim))
                {
                    visitor.visit(self.step(to).capturing(CapturedCells::one(Cell(victim))))?;
                }
            }
            Op::Chain { chain, .. } => {
                ChainWalk::new(self, &rules.tables.chains[chain as usize]).run(visitor)?;
            }
            Op::Shoot { shooter } => {
                self.shoot(&rules.tables.shooters[shooter as usize], visitor)?
            }
            Op::Series { series } => {
                let stops = |cell: u16| visitor.stops_slides_on(cell);
                let series = &rules.tables.series[series as usize];
                let found = self.series_of_captures(series, L::WANTS_QUIET_MOVES, &stops);
                found.into_iter().try_for_each(|found| visitor.visit(found))?;
            }
            Op::Castle { cells, steps, skipped, .. } => {
                self.castle(self.cells(cells), steps as usize, skipped, visitor)?;
            }
        }
        Flow::Continue(())
    }

    /// Returns the cells beyond the first piece, if it may be a hurdle.
    fn beyond_hurdle<L: MoveVisitor>(&self, cells: CellRange, visitor: &L) -> &'a [u16] {
        let cells = self.cells(cells);
        let is_hurdle = |&hurdle: &usize| self.may_hop(self.piece_index(cells[hurdle]));
        let first = cells.iter().position(|&cell| !self.is_empty(cell));
        let is_open =
            |&hurdle: &usize| !cells[..=hurdle].iter().any(|&cell| visitor.stops_slides_on(cell));
        first.filter(is_hurdle).filter(is_open).map_or(&[], |hurdle| &cells[hurdle + 1..])
    }

    pub(super) fn may_hop(&self, index: PieceIndex) -> bool {
        self.conditions.hurdles.as_ref().is_none_or(|hurdles| self.is_in(hurdles, index))
    }

    fn is_in(&self, set: &PieceSet, index: PieceIndex) -> bool {
        self.mover.position.piece(index).is_some_and(|piece| set.contains(piece))
    }

    fn slide<L: MoveVisitor>(&self, cells: &[u16], visitor: &mut L) -> Flow {
        for &cell in cells {
            let occupied = !self.is_empty(cell);
            if L::WANTS_QUIET_MOVES || occupied || self.conditions.en_passant {
                self.end(cell, visitor)?;
            }
            if occupied || visitor.stops_slides_on(cell) {
                break;
            }
        }
        Flow::Continue(())
    }

    /// A slide that goes on over some pieces, unless two stand on adjacent cells.
    fn leaping_slide<L: MoveVisitor>(&self, cells: &[u16], visitor: &mut L) -> Flow {
        let mut has_jumped = false;
        for &cell in cells {
            self.end(cell, visitor)?;
            let index = self.piece_index(cell);
            let over = |pieces: &PieceSet| self.is_in(pieces, index);
            let jumps = !has_jumped && self.conditions.jumps_over.as_ref().is_some_and(over);
            if index != NO_PIECE && !jumps || visitor.stops_slides_on(cell) {
                break;
            }
            has_jumped = jumps;
        }
        Flow::Continue(())
    }

    fn via<L: MoveVisitor>(
        &self,
        cells: &[u16],
        between: &[u16],
        occupied: bool,
        visitor: &mut L,
    ) -> Flow {
        for (&cell, &between) in cells.iter().zip(between) {
            if self.is_empty(between) == occupied {
                break;
            }
            let skips = self.conditions.sets_en_passant
                && self.conditions.quiet
                && L::WANTS_QUIET_MOVES
                && self.is_empty(cell)
                && self.conditions.allow_end_on(cell);
            if skips {
                let skipped = [Some(Cell(between)), None];
                visitor.visit(Move { skipped, ..self.step(cell) })?;
            } else {
                self.end(cell, visitor)?;
            }
            if !self.is_empty(cell) || visitor.stops_slides_on(cell) {
                break;
            }
        }
        Flow::Continue(())
    }

    /// Castling by notation, as [`Op::Castle`] says.
    fn castle<L: MoveVisitor>(
        &self,
        cells: &[u16],
        steps: usize,
        skipped: u8,
        visitor: &mut L,
    ) -> Flow {
        let Some(place) = cells.iter().position(|&cell| !self.is_empty(cell)) else {
            return Flow::Continue(());
        };
        let (partner, beyond) = (cells[place], &cells[place + 1..]);
        let occupied = beyond.iter().filter(|&&cell| !self.is_empty(cell)).count();
        let is_at_edge =
            if skipped == 0 { beyond.is_empty() } else { occupied == usize::from(skipped) };
        let initial = self.conditions.prerequisites.contains(&Prerequisite::Unmoved);
        let has_moved = self.mover.position.statuses[partner as usize].moved;
        let fits = is_at_edge && self.is_own(self.piece_index(partner)) && !(initial && has_moved);
        // The royal piece may move to the cell that the partner leaves.
        if !L::WANTS_QUIET_MOVES
            || !fits
            || steps > place + 1
            || !self.conditions.allow_end_on(cells[steps - 1])
        {
            return Flow::Continue(());
        }
        let crossed = if steps < 2 { self.mover.at } else { cells[steps - 2] };
        let displaced = Some((Cell(partner), Cell(crossed)));
        visitor.visit(Move { displaced, ..self.step(cells[steps - 1]) })
    }

    fn shoot<L: MoveVisitor>(&self, shooter: &ShootingMove, visitor: &mut L) -> Flow {
        for at in self.shooter_cells(shooter.travel.as_ref(), &|cell| visitor.stops_slides_on(cell))
        {
            if self.conditions.allow_end_on(at) {
                let shot_from = self.step(at);
                // A trait object, because a shot could otherwise shoot again without end in types.
                let visit: &mut dyn FnMut(&Move) -> bool =
                    &mut |shot| visitor.visit(shot_from.capturing(shot.captures)).is_break();
                self.mover.on(at).run(&shooter.shot, &mut Captures(visit))?;
            }
        }
        Flow::Continue(())
    }

    /// Returns the cells from which a piece may shoot after a move by a program.
    fn shooter_cells(
        &self,
        travel: Option<&Program>,
        stops_slides_on: &dyn Fn(u16) -> bool,
    ) -> Vec<u16> {
        let Some(travel) = travel else { return vec![self.mover.at] };
        let mut cells = Vec::new();
        let mut add = |found: Move| {
            let is_plain = found.captures.is_empty() && found.displaced.is_none();
            if is_plain && !cells.contains(&found.to.0) {
                cells.push(found.to.0);
            }
            Flow::Continue(())
        };
        let visitor = &mut BoundedMoves::<true> { visit: &mut add, stops: stops_slides_on };
        let _ = self.mover.run(travel, visitor);
        cells
    }

    /// Visits the move that ends on a cell, if the end conditions allow one.
    fn end<L: MoveVisitor>(&self, to: u16, visitor: &mut L) -> Flow {
        let conditions = self.conditions;
        if !conditions.allow_end_on(to) {
            return Flow::Continue(());
        }
        let index = self.piece_index(to);
        if index == NO_PIECE {
            if conditions.quiet && L::WANTS_QUIET_MOVES {
                visitor.visit(self.step(to))?;
            }
            if conditions.en_passant {
                let mut victims = self.en_passant_victims(to, |victim| self.piece_index(victim));
                victims.try_for_each(|victim| self.capture(to, victim, visitor))?;
            }
            return Flow::Continue(());
        }
        let captures = conditions.capture && self.may_capture_enemy(index)
            || conditions.friendly_capture && self.may_capture_friend(index);
        if captures {
            return self.capture(to, to, visitor);
        }
        if L::WANTS_QUIET_MOVES
            && conditions.swap.as_ref().is_some_and(|set| self.is_in(set, index))
        {
            let displaced = Some((Cell(to), Cell(self.mover.from)));
            return visitor.visit(Move { displaced, ..self.step(to) });
        }
        Flow::Continue(())
    }

    /// Visits a move that captures the victim, or puts it on the cell where the move started.
    fn capture<L: MoveVisitor>(&self, to: u16, victim: u16, visitor: &mut L) -> Flow {
        if !self.conditions.unload {
            return visitor.visit(self.step(to).capturing(CapturedCells::one(Cell(victim))));
        }
        if !L::WANTS_QUIET_MOVES {
            return Flow::Continue(());
        }
        let displaced = Some((Cell(victim), Cell(self.mover.from)));
        visitor.visit(Move { displaced, ..self.step(to) })
    }

    /// Returns the cells of pieces that can be captured en passant on a cell.
    ///
    /// `index_at` returns the piece on a cell at this point of the move: an earlier leg can have
    /// captured a victim, and another piece can stand in its place.
    pub(super) fn en_passant_victims(
        &self,
        cell: u16,
        index_at: impl Fn(u16) -> PieceIndex,
    ) -> impl Iterator<Item = u16> {
        let Mover { position, side, .. } = self.mover;
        position.en_passant_targets.iter().filter_map(move |target| {
            if target.cell.0 != cell || target.side == side {
                return None;
            }
            let victim = index_at(target.victim.0);
            let is_there = position.piece(victim).is_some_and(|it| it.side == target.side);
            (is_there && self.may_capture_enemy(victim)).then_some(target.victim.0)
        })
    }

    fn is_own(&self, index: PieceIndex) -> bool {
        index as usize / self.mover.position.piece_types == self.mover.side.index()
    }

    /// Whether a friendly piece may be captured.
    pub(super) fn may_capture_friend(&self, index: PieceIndex) -> bool {
        self.is_own(index) && self.is_capturable(index) && !self.is_royal_that_counts(index)
    }

    /// Whether a piece of the own side is a royal that no move of its side captures.
    fn is_royal_that_counts(&self, index: PieceIndex) -> bool {
        let Mover { rules, position, side, .. } = self.mover;
        let is_last = |most: u16| rules.royals(position, side).count() <= usize::from(most);
        rules.royal[index as usize]
            && rules.game.check_by != CheckSource::None
            && match rules.game.check_royals {
                CountedRoyals::Each => true,
                CountedRoyals::All => is_last(1),
                CountedRoyals::Last(last) => is_last(last),
            }
    }

    /// Whether a piece that the side may capture may be captured.
    #[inline]
    pub(super) fn may_capture_enemy(&self, index: PieceIndex) -> bool {
        index != NO_PIECE
            && self.mover.rules.capture_masks[self.mover.side][index as usize]
            && (self.conditions.may_capture.is_none() && !self.conditions.spares_royals
                || self.is_capturable(index))
    }

    fn is_capturable(&self, index: PieceIndex) -> bool {
        self.conditions.may_capture.as_ref().is_none_or(|set| self.is_in(set, index))
            && !(self.conditions.spares_royals && self.mover.rules.royal[index as usize])
    }

    fn prerequisites_hold<L: MoveVisitor>(&self) -> bool {
        let Mover { rules, position, from, side, .. } = self.mover;
        let status = position.statuses[from as usize];
        self.conditions.prerequisites.iter().all(|condition| match condition {
            Prerequisite::Unmoved => !status.moved,
            Prerequisite::Moved => status.moved,
            Prerequisite::HasState(state) => status.states >> state & 1 == 1,
            Prerequisite::LacksState(state) => status.states >> state & 1 == 0,
            // A search for attacks is itself a test for check. It must not start another one.
            Prerequisite::NotInCheck => !L::WANTS_QUIET_MOVES || !rules.in_check(position, side),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check_reach, check_rule};
    use crate::game::{
        ArrivalEffect, BLOCKER, MOVER, MoveForm, MoveRule, PathStep, Piece, PieceSet, ShotTarget,
        SideId, StepKind, StepPath,
    };
    use crate::geometry::{Cell, CellSet};
    use crate::notation::parse;

    #[test]
    fn sliders_stop_at_the_first_piece() {
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
    fn a_lame_leap_is_blocked_by_the_cell_between() {
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
    fn a_cannon_captures_over_one_piece_and_a_grasshopper_lands_behind_it() {
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
    fn locusts_capture_what_they_jump_over() {
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
    fn a_rifle_captures_and_stays() {
        check_reach("cabK", "X o . O", "X o . O", "a1*b1");
    }

    #[test]
    fn unloading_swaps_two_pieces() {
        check_reach("udR", "X . O . o", "X . s . o", "");
    }

    /// Tests a piece that makes two orthogonal steps and a diagonal one, in any order.
    #[test]
    fn one_free_route_is_enough() {
        let step = |step: StepKind| PathStep { step, slides: false, optional: false, mark: 0 };
        let path = StepPath {
            steps: vec![step(StepKind::Wazir), step(StepKind::Wazir), step(StepKind::Ferz)],
            any_order: true,
            turn: Some(45.0),
            in_line: None,
        };
        let rule =
            MoveRule { form: MoveForm::Path(path), ..MoveRule::from_betza(Default::default()) };
        check_rule(rule.clone(), "X o . .\n. o . .", "X o . .\n. o . .", "");
        let open = "
            . . . .
            X o . .";
        check_rule(
            rule,
            open,
            "
            . . . m
            X o . .",
            "",
        );
    }

    #[test]
    fn a_tank_shoots_at_the_same_distance_again() {
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
        let assassin = |form: MoveForm| MoveRule {
            form,
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
    fn zones_limit_where_a_rule_leads() {
        let cells = |cells: &[u16]| Some(cells.iter().map(|&cell| Cell(cell)).collect::<CellSet>());
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
    fn a_swap_needs_a_friendly_piece_of_its_set() {
        let piece_types = [MOVER, BLOCKER];
        let pieces: PieceSet = piece_types
            .into_iter()
            .map(|piece_type| Piece { side: SideId(0), piece_type })
            .collect();
        let rule = MoveRule {
            effect: ArrivalEffect::Swap(pieces),
            ..MoveRule::from_betza(parse("K").unwrap())
        };
        check_rule(rule, "O X o .", "s X o .", "");
    }
}
