//! Walking a chain: a move of several legs, one after the other.

use std::collections::BTreeSet;

use crate::geometry::{Cell, Cells};

use super::position::{NO_PIECE, PieceIndex};
use super::program::{
    BetweenCell, Chain, ChainLeg, EndConditions, HopKind, HurdleUse, LegContinuation, LegEnding,
    NO_CELL,
};
use super::walk::{Flow, MoveVisitor, Walker, ends_on};
use super::{CapturedCells, Move};

/// A chain on its way.
pub(super) struct ChainWalk<'w, 'a> {
    walker: &'w Walker<'a>,
    chain: &'w Chain,
    mode: &'w EndConditions,
    seen: VisitedStates,
}

/// How far a chain has come: everything that the rest of the move depends on, and nothing else,
/// so that equal stages go on alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ChainState {
    /// The leg that comes next.
    leg: u8,
    at: u16,
    /// The direction of the leg before.
    last_direction: u16,
    /// Whether slides leap and leaps slide.
    toggled: bool,
    /// Steps of the latest slide; 1 where there was none or nobody asks.
    slide_length: u16,
    takes: CapturedCells,
    load: UnloadState,
}

/// What becomes of the man that `u` puts back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum UnloadState {
    /// Nobody was taken who could be put back.
    None,
    /// The man taken last, from that cell, while `u` is still to come.
    Held(u16),
    /// `u` has come first: whoever is taken next reappears there.
    Awaited(u16),
    /// A man reappears: from where, and where.
    Carried(u16, u16),
}

impl ChainState {
    /// At the end of a leg that came to a cell and took somebody or nobody.
    fn arrived(self, leg: &ChainLeg, at: u16, taken: Option<u16>) -> Option<ChainState> {
        let came_from = self.at;
        let (load, kept) = match (self.load, taken) {
            (UnloadState::Awaited(place), Some(victim)) => {
                (UnloadState::Carried(victim, place), None)
            }
            (UnloadState::Held(victim), None) if leg.unload => {
                (UnloadState::Carried(victim, came_from), None)
            }
            (UnloadState::None | UnloadState::Held(_), Some(victim)) if leg.unload => {
                (UnloadState::Carried(victim, came_from), None)
            }
            (UnloadState::None, None) if leg.unload => (UnloadState::Awaited(came_from), None),
            (UnloadState::None | UnloadState::Held(_), Some(victim)) if leg.unloads_later => {
                (UnloadState::Held(victim), Some(victim))
            }
            (load, taken) => (load, taken),
        };
        let takes = match (self.load, load) {
            // The man that was held is not taken after all.
            (UnloadState::Held(held), UnloadState::Carried(victim, _)) if held == victim => {
                self.takes.without(Cell(held))
            }
            _ => self.takes,
        };
        let takes = match kept {
            Some(victim) => takes.with(Cell(victim))?,
            None => takes,
        };
        Some(ChainState { leg: self.leg + 1, at, takes, load, ..self })
    }

    /// Whether the man on a cell has been lifted from it by now.
    fn has_lifted(&self, cell: u16) -> bool {
        self.takes.contains(Cell(cell))
            || matches!(self.load, UnloadState::Carried(from, _) if from == cell)
    }

    /// Whether nothing has happened yet that must be remembered.
    fn is_plain(&self) -> bool {
        self.takes.is_empty() && self.load == UnloadState::None && self.slide_length == 1
    }
}

impl<'w, 'a> ChainWalk<'w, 'a> {
    pub(super) fn new(walker: &'w Walker<'a>, chain: &'w Chain, mode: &'w EndConditions) -> Self {
        ChainWalk { walker, chain, mode, seen: VisitedStates::default() }
    }

    /// All moves by the chain.
    pub(super) fn run<L: MoveVisitor>(&mut self, listener: &mut L) -> Flow {
        let stage = ChainState {
            leg: 0,
            at: self.walker.at,
            last_direction: 0,
            toggled: false,
            slide_length: 1,
            takes: CapturedCells::default(),
            load: UnloadState::None,
        };
        self.leg(&stage, listener)
    }

    fn slot(&self, stage: &ChainState, cell: u16) -> PieceIndex {
        if stage.has_lifted(cell) { NO_PIECE } else { self.walker.slot(cell) }
    }

    fn leg<L: MoveVisitor>(&mut self, stage: &ChainState, listener: &mut L) -> Flow {
        let chain = self.chain;
        let leg = &chain.legs[stage.leg as usize];
        for &direction in &leg.follow[stage.last_direction as usize] {
            self.direction(leg, stage, direction, listener)?;
        }
        Flow::Continue(())
    }

    /// One direction of one leg: step by step, ending or going on wherever that is possible.
    fn direction<L: MoveVisitor>(
        &mut self,
        leg: &ChainLeg,
        stage: &ChainState,
        direction: u16,
        listener: &mut L,
    ) -> Flow {
        let store = &self.walker.rules.store;
        let table = &store.steps[leg.steps[direction as usize] as usize];
        let most = leg.most(stage.toggled, stage.slide_length);
        let final_hop = leg.ends.and_then(|ends| ends.hop);
        let (mut at, mut hurdles) = (stage.at, 0);
        for taken in 1..=most {
            let before = at;
            at = table[before as usize];
            // Back where the leg began, a lap is over, and was no move.
            if at == NO_CELL || at == stage.at || !self.passable(before, at) {
                break;
            }
            if !self.gate_opens(leg, stage, direction, before) {
                break;
            }
            if leg.between == BetweenCell::SkipFirst && taken == 1 {
                continue;
            }
            if !leg.same_length || taken == most {
                if let Some(ends) = &leg.ends
                    && (final_hop.is_none() || hurdles == 1)
                {
                    self.end(leg, ends, stage, at, listener)?;
                }
                if let Some(on) = &leg.continuation {
                    let slid = match most {
                        _ if !leg.measured => 1,
                        1 => stage.slide_length,
                        _ => taken,
                    };
                    let stage =
                        ChainState { last_direction: direction, slide_length: slid, ..*stage };
                    self.go_on(leg, on, &stage, at, listener)?;
                }
            }
            let slot = self.slot(stage, at);
            match final_hop {
                Some(HopKind::Grasshopper) if hurdles == 1 => break,
                Some(_) if slot != NO_PIECE => {
                    hurdles += 1;
                    if hurdles == 2 || !self.walker.may_hop(self.mode, slot) {
                        break;
                    }
                }
                None if slot != NO_PIECE => break,
                Some(_) | None => {}
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

    fn gate_opens(&self, leg: &ChainLeg, stage: &ChainState, direction: u16, from: u16) -> bool {
        let occupied = |tables: &[u16]| {
            let table = &self.walker.rules.store.steps[tables[direction as usize] as usize];
            let gate = table[from as usize];
            (gate != NO_CELL).then(|| self.slot(stage, gate) != NO_PIECE)
        };
        match &leg.between {
            BetweenCell::Open | BetweenCell::SkipFirst => true,
            BetweenCell::Empty(halves) => occupied(halves) == Some(false),
            BetweenCell::Occupied(halves) => occupied(halves) == Some(true),
        }
    }

    /// The move may end here.
    fn end<L: MoveVisitor>(
        &mut self,
        leg: &ChainLeg,
        ends: &LegEnding,
        stage: &ChainState,
        at: u16,
        listener: &mut L,
    ) -> Flow {
        if !ends_on(self.mode, at) {
            return Flow::Continue(());
        }
        let slot = self.slot(stage, at);
        if slot == NO_PIECE {
            let counts = |seen: &mut VisitedStates| L::QUIET && seen.ends.add(Cell(at));
            if ends.quiet && (!stage.is_plain() || counts(&mut self.seen)) {
                self.hear(stage.arrived(leg, at, None), listener)?;
            }
            if ends.en_passant {
                for victim in self.victims(stage, at) {
                    if self.spares_royals(ends, self.slot(stage, victim)) {
                        self.hear(stage.arrived(leg, at, Some(victim)), listener)?;
                    }
                }
            }
            return Flow::Continue(());
        }
        let taken = ends.capture && self.walker.may_take(self.mode, slot)
            || ends.friendly_capture && self.walker.may_destroy(self.mode, slot);
        if taken && self.spares_royals(ends, slot) {
            self.hear(stage.arrived(leg, at, Some(at)), listener)?;
        }
        Flow::Continue(())
    }

    /// Whether a tame leg does not take a royal here; others may.
    fn spares_royals(&self, ends: &LegEnding, slot: PieceIndex) -> bool {
        !ends.spares_royals || !self.walker.rules.royal[slot as usize]
    }

    fn hear<L: MoveVisitor>(&self, stage: Option<ChainState>, listener: &mut L) -> Flow {
        let Some(stage) = stage else { return Flow::Continue(()) };
        if !L::QUIET && stage.takes.is_empty() {
            return Flow::Continue(());
        }
        let carries = match stage.load {
            UnloadState::Carried(from, to) => {
                // Two men cannot end on one cell, be it on a hurdle that a leg began on.
                let crowded = to == stage.at || self.slot(&stage, to) != NO_PIECE;
                if crowded {
                    return Flow::Continue(());
                }
                (from != to).then_some((Cell(from), Cell(to)))
            }
            UnloadState::None | UnloadState::Held(_) | UnloadState::Awaited(_) => None,
        };
        listener
            .hear(Move { displaced: carries, ..self.walker.step(stage.at).capturing(stage.takes) })
    }

    /// The chain goes on from here, if it can.
    fn go_on<L: MoveVisitor>(
        &mut self,
        leg: &ChainLeg,
        on: &LegContinuation,
        stage: &ChainState,
        at: u16,
        listener: &mut L,
    ) -> Flow {
        let slot = self.slot(stage, at);
        let toggled = ChainState { toggled: !stage.toggled, ..*stage };
        if slot == NO_PIECE {
            if on.through_empty && !self.was_visited(leg, stage, at) {
                self.next(stage.arrived(leg, at, None), listener)?;
            }
            if on.through_empty_toggling && !self.was_visited(leg, &toggled, at) {
                self.next(toggled.arrived(leg, at, None), listener)?;
            }
            if on.en_passant {
                for victim in self.victims(stage, at) {
                    self.next(stage.arrived(leg, at, Some(victim)), listener)?;
                }
            }
            return Flow::Continue(());
        }
        let hops = self.walker.may_hop(self.mode, slot);
        match on.over {
            HurdleUse::Passed if hops => self.next(stage.arrived(leg, at, None), listener),
            HurdleUse::Toggling if hops => self.next(toggled.arrived(leg, at, None), listener),
            HurdleUse::Passed | HurdleUse::Toggling => Flow::Continue(()),
            HurdleUse::None => {
                let taken = on.take_enemy && self.walker.may_take(self.mode, slot)
                    || on.take_friend && self.walker.may_destroy(self.mode, slot);
                let stage = if taken { stage.arrived(leg, at, Some(at)) } else { None };
                self.next(stage, listener)
            }
        }
    }

    /// Whether the chain has gone on from here before; the quick answer where nothing has happened
    /// yet that must be remembered, and no otherwise.
    fn was_visited(&self, leg: &ChainLeg, stage: &ChainState, at: u16) -> bool {
        let plain = stage.is_plain() && !leg.unload;
        let bit = || self.plain_bit(stage.leg + 1, at, stage.last_direction, stage.toggled);
        plain && self.seen.plain.get(bit() / 64).is_some_and(|word| word >> (bit() % 64) & 1 == 1)
    }

    fn plain_bit(&self, leg: u8, at: u16, incoming: u16, toggled: bool) -> usize {
        let place = (leg as usize * self.cells() + at as usize) * self.chain.width;
        2 * (place + incoming as usize) + usize::from(toggled)
    }

    /// Goes on, unless it has done so before at the same stage.
    fn next<L: MoveVisitor>(&mut self, stage: Option<ChainState>, listener: &mut L) -> Flow {
        let Some(stage) = stage else { return Flow::Continue(()) };
        // Two legs come to one cell in one direction once.
        if self.chain.legs.len() > 2 && !self.is_new(&stage) {
            return Flow::Continue(());
        }
        self.leg(&stage, listener)
    }

    fn is_new(&mut self, stage: &ChainState) -> bool {
        if !stage.is_plain() {
            return self.seen.others.insert(*stage);
        }
        let bit = self.plain_bit(stage.leg, stage.at, stage.last_direction, stage.toggled);
        if self.seen.plain.is_empty() {
            let bits = 2 * self.chain.legs.len() * self.cells() * self.chain.width;
            self.seen.plain = vec![0; bits.div_ceil(64)];
        }
        let (word, mask) = (&mut self.seen.plain[bit / 64], 1 << (bit % 64));
        let is_new = *word & mask == 0;
        *word |= mask;
        is_new
    }

    /// The men that have just passed a cell and can be taken there.
    fn victims(&self, stage: &ChainState, cell: u16) -> Vec<u16> {
        self.walker.en_passant_victims(self.mode, cell, |victim| self.slot(stage, victim)).collect()
    }

    fn cells(&self) -> usize {
        self.walker.rules.layout().len()
    }
}

/// Stages that were gone on from already.
#[derive(Default)]
struct VisitedStates {
    /// One bit for each leg, cell, direction and toggle.
    plain: Vec<u64>,
    others: BTreeSet<ChainState>,
    /// Where a move may end that takes and moves nobody else.
    ends: Cells,
}
