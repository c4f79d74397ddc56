//! Compiled moves: what [`compile`](super::compile) writes and [`walk`](super::walk) reads.

use crate::geometry::Cells;

use super::{Condition, PieceSet};

/// A stretch of the arena of cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct CellRange {
    pub(super) start: u32,
    pub(super) len: u32,
}

/// No cell, in tables of cells.
pub(super) const NO_CELL: u16 = u16::MAX;

/// All moves of one kind of one side, cell by cell.
#[derive(Debug, Default)]
pub(super) struct Program {
    /// For each cell, where its operations begin and end.
    pub(super) cells: Vec<(u32, u32)>,
    pub(super) ops: Vec<Op>,
    /// For each cell, a row of words: what could be taken from there if others stood as needed.
    pub(super) attack_mask: Vec<u64>,
    /// Whether two operations of one cell can make the same move.
    pub(super) overlaps: bool,
}

impl Program {
    pub(super) fn at(&self, cell: u16) -> &[Op] {
        let (start, end) = self.cells[cell as usize];
        &self.ops[start as usize..end as usize]
    }
}

/// One operation from one cell. `mode` says what a move may do where it ends.
#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    /// To each of these cells, whatever lies between.
    Leaps { mode: u16, cells: CellRange },
    /// Along these cells up to the first man.
    Slide { mode: u16, cells: CellRange },
    /// Over exactly one man among these cells, then on.
    Cannon { mode: u16, cells: CellRange },
    /// Over the first man to the very next cell.
    Grasshopper { mode: u16, cells: CellRange },
    /// Along these cells; each step needs its gate, which is empty or, for jumps, occupied.
    Via { mode: u16, cells: CellRange, gates: CellRange, occupied: bool },
    /// To one cell, if all cells of any one route are empty.
    Routes { mode: u16, to: u16, routes: CellRange },
    /// Several steps straight on to the last cell, all of them empty.
    Double { mode: u16, cells: CellRange },
    /// To an empty cell, then takes the victim from there; gates are the cells that must be empty.
    Shot { mode: u16, to: u16, gates: CellRange, victim: u16 },
    /// Leg by leg.
    Chain { mode: u16, chain: u16 },
    /// Moves by one program, then shoots by another.
    Shoot { shooter: u16 },
    /// A royal's castling by notation: the first man along these cells is a friend.
    /// Of those beyond the partner as many cells are occupied as are skipped; none at all lie there
    /// if none is.
    Castle { mode: u16, cells: CellRange, steps: u16, skipped: u8 },
}

/// What a move may do where it ends, and when.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct EndConditions {
    pub(super) quiet: bool,
    pub(super) capture: bool,
    pub(super) friendly_capture: bool,
    pub(super) en_passant: bool,
    /// The man taken reappears where the mover came from.
    pub(super) unload: bool,
    /// May not take a royal.
    pub(super) spares_royals: bool,
    /// A lame double step may be taken in passing on its gate.
    pub(super) passes: bool,
    /// Ends only on these.
    pub(super) to: Option<Cells>,
    /// Takes only these.
    pub(super) may_capture: Option<PieceSet>,
    /// Hops over only these.
    pub(super) hurdles: Option<PieceSet>,
    /// Changes places with one of these.
    pub(super) swap: Option<PieceSet>,
    pub(super) conditions: Vec<Condition>,
}

impl EndConditions {
    /// Whether the mode can take anything where it ends.
    pub(super) fn takes_something(&self) -> bool {
        self.capture || self.friendly_capture
    }
}

/// A term of several legs.
#[derive(Debug, Clone)]
pub(super) struct Chain {
    pub(super) legs: Vec<ChainLeg>,
    /// Directions of the leg that has most.
    pub(super) width: usize,
    /// Whether it takes too long to find out what it could take: perhaps anything.
    pub(super) is_far: bool,
    /// No cell passed or ended on may lie outside.
    pub(super) within: Option<Cells>,
    /// Steps that are barred, each pair both ways, sorted.
    pub(super) barred: Vec<(u16, u16)>,
}

/// One leg of a chain.
#[derive(Debug, Clone)]
pub(super) struct ChainLeg {
    /// The leg's directions, each as the place of its step table.
    pub(super) steps: Vec<u16>,
    /// For each direction of the leg before (one entry for a first leg), which of `steps` follow.
    pub(super) follow: Vec<Vec<u16>>,
    /// How many steps at most, as written; 0 is no limit.
    pub(super) range: u16,
    /// The same once everything is counted in that may happen before.
    pub(super) longest: u16,
    pub(super) between: BetweenCell,
    /// For the end of the move: `None` on a leg that must go on.
    pub(super) ends: Option<LegEnding>,
    /// For going on: `None` on the last leg.
    pub(super) continuation: Option<LegContinuation>,
    /// Exactly as long as the latest slide.
    pub(super) same_length: bool,
    /// Whether a later leg asks how long the latest slide was.
    pub(super) measured: bool,
    /// The man taken reappears where the leg began.
    pub(super) unload: bool,
    /// Whether a later leg does that.
    pub(super) unloads_later: bool,
}

impl ChainLeg {
    /// How many steps it may have; with toggled range, slides leap and leaps slide.
    pub(super) fn most(&self, toggled: bool, slid: u16) -> u16 {
        match (self.same_length, toggled, self.range) {
            (true, _, _) => slid,
            (false, false, 0) | (false, true, 1) => u16::MAX,
            (false, false, range) => range,
            (false, true, _) => 1,
        }
    }
}

/// What a step of a leg asks of the cell between.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum BetweenCell {
    Open,
    /// For each direction, the table of the step's first half; the cell must be empty.
    Empty(Vec<u16>),
    /// The same, and it must be occupied.
    Occupied(Vec<u16>),
    /// The first cell is passed whatever stands there.
    SkipFirst,
}

/// What a chain's move may do where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LegEnding {
    pub(super) quiet: bool,
    pub(super) capture: bool,
    pub(super) friendly_capture: bool,
    pub(super) en_passant: bool,
    pub(super) spares_royals: bool,
    pub(super) hop: Option<HopKind>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HopKind {
    Cannon,
    Grasshopper,
}

/// From where a chain goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LegContinuation {
    pub(super) through_empty: bool,
    /// From an empty cell, with the ranges of later legs toggled.
    pub(super) through_empty_toggling: bool,
    /// From a cell just passed, taking who passed it.
    pub(super) en_passant: bool,
    pub(super) take_enemy: bool,
    pub(super) take_friend: bool,
    pub(super) over: HurdleUse,
}

impl LegContinuation {
    /// Whether it can go on with ranges as they are.
    pub(super) fn keeps(&self) -> bool {
        self.through_empty
            || self.en_passant
            || self.take_enemy
            || self.take_friend
            || self.over == HurdleUse::Passed
    }

    /// Whether it can go on with ranges toggled.
    pub(super) fn toggles(&self) -> bool {
        self.through_empty_toggling || self.over == HurdleUse::Toggling
    }
}

/// What a leg that goes on makes of a man in its way, whosever it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HurdleUse {
    /// It does not hop.
    None,
    /// It goes on from its cell.
    Passed,
    /// It goes on from its cell, with the ranges of later legs toggled.
    Toggling,
}

/// A kind that shoots after it has moved.
#[derive(Debug)]
pub(super) struct ShootingMove {
    /// How it goes first; `None`: it stays.
    pub(super) travel: Option<Program>,
    pub(super) shot: Program,
    /// Conditions and prey of the whole.
    pub(super) mode: u16,
}
