//! Executes the legs of a chain one after the other.

use std::collections::BTreeSet;

use crate::geometry::{Cell, CellSet};
use crate::notation::Hop;
use crate::program::{BetweenCell, Chain, ChainLeg, HurdleUse, LegEnding, NO_CELL};
use crate::source::work;

use super::position::{NO_PIECE, PieceIndex};
use super::walk::{Flow, MoveVisitor, Walker};
use super::{CapturedCells, Move};

/// The units of work for a step of a chain, with the move that it can end, measured.
const UNITS_OF_A_STEP: usize = 6;

/// The execution of a chain.
pub(super) struct ChainWalk<'w, 'a> {
    walker: &'w Walker<'a>,
    chain: &'w Chain,
    visited: VisitedStates,
}

/// How far a chain has come. The rest of the move depends on nothing else, so equal states have
/// equal continuations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct ChainState {
    /// The next leg.
    leg: u8,
    at: u16,
    /// The direction of the leg before.
    last_direction: u16,
    /// Whether slides become leaps and leaps slides.
    toggled: bool,
    /// Steps of the latest slide; 1 if there was none or no later leg needs it.
    slide_length: u16,
    captures: CapturedCells,
    unload: UnloadState,
}

/// What happens to the piece that `u` puts back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum UnloadState {
    /// No captured piece can be put back.
    #[default]
    Empty,
    /// The piece captured last, from this cell; a later leg has `u`.
    Held(u16),
    /// `u` came before a capture: the next captured piece reappears on this cell.
    Awaited(u16),
    /// A piece reappears: its old and its new cell.
    Carried(u16, u16),
}

impl ChainState {
    /// Returns the state after a leg that ended on a cell, with or without a capture.
    fn arrived(self, leg: &ChainLeg, at: u16, captured: Option<u16>) -> Option<ChainState> {
        use UnloadState::{Awaited, Carried, Empty, Held};
        let came_from = self.at;
        let (unload, kept) = match (self.unload, captured) {
            (Awaited(place), Some(victim)) => (Carried(victim, place), None),
            (Held(victim), None) if leg.unload => (Carried(victim, came_from), None),
            (Empty | Held(_), Some(victim)) if leg.unload => (Carried(victim, came_from), None),
            (Empty, None) if leg.unload => (Awaited(came_from), None),
            (Empty | Held(_), Some(victim)) if leg.unloads_later => (Held(victim), Some(victim)),
            (unload, captured) => (unload, captured),
        };
        let captures = match (self.unload, unload) {
            // The piece that was held is not captured after all.
            (Held(held), Carried(victim, _)) if held == victim => self.captures.without(Cell(held)),
            _ => self.captures,
        };
        let captures = match kept {
            Some(victim) => captures.with(Cell(victim))?,
            None => captures,
        };
        Some(ChainState { leg: self.leg + 1, at, captures, unload, ..self })
    }

    /// Whether the piece on a cell has been removed by an earlier leg.
    fn has_lifted(&self, cell: u16) -> bool {
        self.captures.contains(Cell(cell))
            || matches!(self.unload, UnloadState::Carried(from, _) if from == cell)
    }

    /// Whether no earlier leg left anything to remember.
    fn is_plain(&self) -> bool {
        self.captures.is_empty() && self.unload == UnloadState::Empty && self.slide_length == 1
    }
}

impl<'w, 'a> ChainWalk<'w, 'a> {
    pub(super) fn new(walker: &'w Walker<'a>, chain: &'w Chain) -> Self {
        ChainWalk { walker, chain, visited: VisitedStates::default() }
    }

    /// Visits all moves of the chain.
    pub(super) fn run<L: MoveVisitor>(&mut self, visitor: &mut L) -> Flow {
        let at = self.walker.mover.at;
        self.leg(&ChainState { at, slide_length: 1, ..ChainState::default() }, visitor)
    }

    fn piece_index(&self, state: &ChainState, cell: u16) -> PieceIndex {
        if state.has_lifted(cell) { NO_PIECE } else { self.walker.piece_index(cell) }
    }

    fn leg_of(&self, state: &ChainState) -> &'w ChainLeg {
        &self.chain.legs[state.leg as usize]
    }

    fn leg<L: MoveVisitor>(&mut self, state: &ChainState, visitor: &mut L) -> Flow {
        for &direction in &self.leg_of(state).follow[state.last_direction as usize] {
            self.direction(state, direction, visitor)?;
        }
        Flow::Continue(())
    }

    /// Makes the steps of one direction of a leg. After each the move ends or continues, if it can.
    fn direction<L: MoveVisitor>(
        &mut self,
        state: &ChainState,
        direction: u16,
        visitor: &mut L,
    ) -> Flow {
        let leg = self.leg_of(state);
        let table = &self.walker.mover.rules.tables.steps[leg.steps[direction as usize] as usize];
        let most = leg.most(state.toggled, state.slide_length);
        let final_hop = leg.ends.and_then(|ends| ends.hop);
        let (mut at, mut hurdles) = (state.at, 0);
        for steps in 1..=most {
            if !work::spend(UNITS_OF_A_STEP) {
                return Flow::Break(());
            }
            let before = at;
            at = table[before as usize];
            // A step that comes back to the start of the leg is not a move.
            let is_possible = at != NO_CELL
                && at != state.at
                && self.is_passable(before, at)
                && self.has_required_cell_between(state, direction, before);
            if !is_possible {
                break;
            }
            if leg.between == BetweenCell::SkipFirst && steps == 1 {
                continue;
            }
            if !leg.same_length || steps == most {
                if final_hop.is_none() || hurdles == 1 {
                    self.end(state, at, visitor)?;
                }
                let slide_length = match most {
                    _ if !leg.measured => 1,
                    1 => state.slide_length,
                    _ => steps,
                };
                let state = ChainState { last_direction: direction, slide_length, ..*state };
                self.continue_from(&state, at, visitor)?;
            }
            if most > 1 && visitor.stops_slides_on(at) {
                break;
            }
            let index = self.piece_index(state, at);
            match final_hop {
                Some(Hop::Grasshopper) if hurdles == 1 => break,
                Some(_) if index != NO_PIECE => {
                    hurdles += 1;
                    if hurdles == 2 || !self.walker.may_hop(index) {
                        break;
                    }
                }
                None if index != NO_PIECE => break,
                Some(_) | None => {}
            }
        }
        Flow::Continue(())
    }

    fn is_passable(&self, from: u16, to: u16) -> bool {
        let within = &self.chain.within;
        within.as_ref().is_none_or(|set| set.contains(Cell(to)))
            && self.chain.barred.binary_search(&(from, to)).is_err()
            && self
                .chain
                .border_sides
                .as_ref()
                .is_none_or(|sides| sides[from as usize] == sides[to as usize])
    }

    fn has_required_cell_between(&self, state: &ChainState, direction: u16, from: u16) -> bool {
        let occupied = |tables: &[u16]| {
            let table = &self.walker.mover.rules.tables.steps[tables[direction as usize] as usize];
            let between = table[from as usize];
            (between != NO_CELL).then(|| self.piece_index(state, between) != NO_PIECE)
        };
        match &self.leg_of(state).between {
            BetweenCell::Any | BetweenCell::SkipFirst => true,
            BetweenCell::Empty(halves) => occupied(halves) == Some(false),
            BetweenCell::Occupied(halves) => occupied(halves) == Some(true),
        }
    }

    /// Ends the move on a cell, if it can.
    fn end<L: MoveVisitor>(&mut self, state: &ChainState, at: u16, visitor: &mut L) -> Flow {
        let leg = self.leg_of(state);
        let Some(ends) = &leg.ends else { return Flow::Continue(()) };
        if !self.walker.conditions.allow_end_on(at) {
            return Flow::Continue(());
        }
        let index = self.piece_index(state, at);
        if index == NO_PIECE {
            let mut is_new_end = || L::WANTS_QUIET_MOVES && self.visited.ends.insert(Cell(at));
            if ends.quiet && (!state.is_plain() || is_new_end()) {
                self.visit(state.arrived(leg, at, None), visitor)?;
            }
            if ends.en_passant {
                for victim in self.victims(state, at) {
                    if self.is_not_spared(ends, self.piece_index(state, victim)) {
                        self.visit(state.arrived(leg, at, Some(victim)), visitor)?;
                    }
                }
            }
            return Flow::Continue(());
        }
        let captures = ends.capture && self.walker.may_capture_enemy(index)
            || ends.friendly_capture && self.walker.may_capture_friend(index);
        if captures && self.is_not_spared(ends, index) {
            self.visit(state.arrived(leg, at, Some(at)), visitor)?;
        }
        Flow::Continue(())
    }

    /// Whether a piece is not a royal that the leg spares.
    fn is_not_spared(&self, ends: &LegEnding, index: PieceIndex) -> bool {
        !ends.spares_royals || !self.walker.mover.rules.royal[index as usize]
    }

    fn visit<L: MoveVisitor>(&self, state: Option<ChainState>, visitor: &mut L) -> Flow {
        let Some(state) = state else { return Flow::Continue(()) };
        if !L::WANTS_QUIET_MOVES && state.captures.is_empty() {
            return Flow::Continue(());
        }
        let displaced = match state.unload {
            UnloadState::Carried(from, to) => {
                // Two pieces cannot end on one cell, not even on that of a hurdle.
                let crowded = to == state.at || self.piece_index(&state, to) != NO_PIECE;
                if crowded {
                    return Flow::Continue(());
                }
                (from != to).then_some((Cell(from), Cell(to)))
            }
            UnloadState::Empty | UnloadState::Held(_) | UnloadState::Awaited(_) => None,
        };
        visitor.visit(Move { displaced, ..self.walker.step(state.at).capturing(state.captures) })
    }

    /// Continues with the next leg from a cell, if possible.
    fn continue_from<L: MoveVisitor>(
        &mut self,
        state: &ChainState,
        at: u16,
        visitor: &mut L,
    ) -> Flow {
        let leg = self.leg_of(state);
        let Some(continuation) = &leg.continuation else { return Flow::Continue(()) };
        let index = self.piece_index(state, at);
        let toggled = ChainState { toggled: !state.toggled, ..*state };
        if index == NO_PIECE {
            if continuation.through_empty && !self.was_visited(leg, state, at) {
                self.next(state.arrived(leg, at, None), visitor)?;
            }
            if continuation.through_empty_toggling && !self.was_visited(leg, &toggled, at) {
                self.next(toggled.arrived(leg, at, None), visitor)?;
            }
            if continuation.en_passant {
                for victim in self.victims(state, at) {
                    self.next(state.arrived(leg, at, Some(victim)), visitor)?;
                }
            }
            return Flow::Continue(());
        }
        let hops = self.walker.may_hop(index);
        match continuation.hurdle {
            HurdleUse::Passed if hops => self.next(state.arrived(leg, at, None), visitor),
            HurdleUse::Toggling if hops => self.next(toggled.arrived(leg, at, None), visitor),
            HurdleUse::Passed | HurdleUse::Toggling => Flow::Continue(()),
            HurdleUse::None => {
                let (enemy, friend) = (continuation.captures_enemy, continuation.captures_friend);
                let captures = enemy && self.walker.may_capture_enemy(index)
                    || friend && self.walker.may_capture_friend(index);
                let state = if captures { state.arrived(leg, at, Some(at)) } else { None };
                self.next(state, visitor)
            }
        }
    }

    /// Whether the chain has continued from an equal state before. A quick test for states with
    /// nothing to remember; `false` for all others.
    fn was_visited(&self, leg: &ChainLeg, state: &ChainState, at: u16) -> bool {
        let bit = || self.plain_bit(state.leg + 1, at, state.last_direction, state.toggled);
        let is_set = |bit: usize| {
            self.visited.plain.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
        };
        state.is_plain() && !leg.unload && is_set(bit())
    }

    fn plain_bit(&self, leg: u8, at: u16, last_direction: u16, toggled: bool) -> usize {
        let place = (leg as usize * self.cells() + at as usize) * self.chain.width;
        2 * (place + last_direction as usize) + usize::from(toggled)
    }

    /// Continues with the next leg, unless an equal state has been visited.
    fn next<L: MoveVisitor>(&mut self, state: Option<ChainState>, visitor: &mut L) -> Flow {
        let Some(state) = state else { return Flow::Continue(()) };
        // A chain of two legs comes to a cell in a direction only once.
        if self.chain.legs.len() > 2 && !self.is_new(&state) {
            return Flow::Continue(());
        }
        self.leg(&state, visitor)
    }

    fn is_new(&mut self, state: &ChainState) -> bool {
        if !state.is_plain() {
            return self.visited.others.insert(*state);
        }
        let bit = self.plain_bit(state.leg, state.at, state.last_direction, state.toggled);
        if self.visited.plain.is_empty() {
            let bits = 2 * self.chain.legs.len() * self.cells() * self.chain.width;
            self.visited.plain = vec![0; bits.div_ceil(64)];
        }
        let (word, mask) = (&mut self.visited.plain[bit / 64], 1 << (bit % 64));
        let is_new = *word & mask == 0;
        *word |= mask;
        is_new
    }

    /// Returns the cells of pieces that can be captured en passant on a cell.
    fn victims(&self, state: &ChainState, cell: u16) -> Vec<u16> {
        self.walker.en_passant_victims(cell, |victim| self.piece_index(state, victim)).collect()
    }

    fn cells(&self) -> usize {
        self.walker.mover.rules.layout().len()
    }
}

/// The states that a chain has visited.
#[derive(Default)]
struct VisitedStates {
    /// One bit for each leg, cell, direction and toggle.
    plain: Vec<u64>,
    others: BTreeSet<ChainState>,
    /// Where moves end that capture and displace nothing.
    ends: CellSet,
}
