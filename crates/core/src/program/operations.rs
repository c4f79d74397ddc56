//! Compiled moves: `compile` writes them, `walk` and `legs` execute them.

use crate::game::{ArrivalEffect, MoveRule, PieceSet, Prerequisite};
use crate::geometry::{Cell, CellSet};
use crate::notation::{Hop, Modifiers};

/// A range of one of the lists of [`SharedTables`](super::shared_tables::SharedTables).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CellRange {
    pub start: u32,
    pub len: u32,
}

/// No cell, in tables of cells.
pub const NO_CELL: u16 = u16::MAX;

/// All operations of one piece type of one side, cell by cell.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// For each cell, the start and end of its operations.
    pub cells: Vec<(u32, u32)>,
    pub ops: Vec<Op>,
    /// For each cell a row of bits: where the piece could capture, with suitable other pieces.
    pub attack_mask: Vec<u64>,
    /// Whether two operations of one cell can make the same move.
    pub overlaps: bool,
}

impl Program {
    pub fn at(&self, cell: u16) -> &[Op] {
        let (start, end) = self.cells[cell as usize];
        &self.ops[start as usize..end as usize]
    }

    /// Whether the attack mask of a cell has the target. A row has `words` words.
    pub fn may_attack(&self, from: Cell, target: Cell, words: usize) -> bool {
        let word = self.attack_mask[from.index() * words + target.index() / 64];
        word >> (target.index() % 64) & 1 == 1
    }
}

/// One operation from one cell. `conditions` is the index of its end conditions.
#[derive(Debug, Clone, Copy)]
pub enum Op {
    /// To each of these cells, whatever lies between.
    Leaps { conditions: u16, cells: CellRange },
    /// Along these cells up to the first piece.
    Slide { conditions: u16, cells: CellRange },
    /// Along these cells, over some pieces one at a time.
    LeapingSlide { conditions: u16, cells: CellRange },
    /// Over exactly one piece among these cells, then on.
    Cannon { conditions: u16, cells: CellRange },
    /// Over the first piece to the next cell.
    Grasshopper { conditions: u16, cells: CellRange },
    /// Along these cells. The cell between each step and the next must be empty or `occupied`.
    Via { conditions: u16, cells: CellRange, between: CellRange, occupied: bool },
    /// To one cell, if all cells of at least one route are empty.
    Routes { conditions: u16, to: u16, routes: CellRange },
    /// A double or triple step to the last cell. All cells must be empty.
    Double { conditions: u16, cells: CellRange },
    /// To an empty cell, then captures the victim from there. The cells between must be empty.
    Shot { conditions: u16, to: u16, between: CellRange, victim: u16 },
    /// A move of several legs.
    Chain { conditions: u16, chain: u16 },
    /// A move by one program, then a shot by another.
    Shoot { shooter: u16 },
    /// Captures one after the other, all in one move.
    Series { series: u16 },
    /// Castling by notation: the first piece along these cells is a friend. Beyond it as many cells
    /// are occupied as are skipped; if none is skipped, no cell lies beyond it.
    Castle { conditions: u16, cells: CellRange, steps: u16, skipped: u8 },
}

/// What a move may do where it ends, and when it is possible.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EndConditions {
    pub quiet: bool,
    pub capture: bool,
    pub friendly_capture: bool,
    pub en_passant: bool,
    /// The captured piece reappears on the cell where the move started.
    pub unload: bool,
    /// It may not capture a royal.
    pub spares_royals: bool,
    /// A lame double step can be captured en passant on the cell between.
    pub sets_en_passant: bool,
    /// The only cells on which it may end.
    pub to: Option<CellSet>,
    /// The only pieces that it may capture.
    pub may_capture: Option<PieceSet>,
    /// The only pieces over which it may hop.
    pub hurdles: Option<PieceSet>,
    /// The pieces over which a slide goes on.
    pub jumps_over: Option<PieceSet>,
    /// The friendly pieces with which it swaps.
    pub swap: Option<PieceSet>,
    pub prerequisites: Vec<Prerequisite>,
}

impl EndConditions {
    /// Returns what a rule says of each of its moves, with no purpose yet.
    pub fn of_rule(rule: &MoveRule) -> EndConditions {
        EndConditions {
            to: rule.to.clone(),
            may_capture: rule.may_capture.clone(),
            hurdles: rule.hurdles.clone(),
            jumps_over: rule.jumps_over.clone(),
            prerequisites: rule.conditions.clone(),
            ..EndConditions::default()
        }
    }

    /// Returns what a rule and the letters of a leg say.
    pub fn of(rule: &MoveRule, letters: &Modifiers) -> EndConditions {
        let usual = letters.purpose_is_usual();
        let mut conditions = EndConditions {
            unload: letters.unload,
            spares_royals: letters.spares_royals,
            // Pawns make a lame initial double step; `nn` marks other lame leaps of this kind.
            sets_en_passant: letters.lame && (letters.initial || letters.passing),
            ..EndConditions::of_rule(rule)
        };
        if let ArrivalEffect::Swap(with) = &rule.effect {
            conditions.swap = Some(with.clone());
        } else {
            conditions.quiet = usual || letters.quiet;
            conditions.capture = usual || letters.capture;
            conditions.friendly_capture = letters.friendly_capture;
            conditions.en_passant = letters.en_passant;
        }
        if letters.initial {
            conditions.prerequisites.push(Prerequisite::Unmoved);
        }
        conditions
    }

    /// Whether a move may end on a cell, as far as the set of cells says.
    pub fn allow_end_on(&self, to: u16) -> bool {
        self.to.as_ref().is_none_or(|set| set.contains(Cell(to)))
    }

    /// Whether a move can capture a piece where it ends.
    pub fn can_capture(&self) -> bool {
        self.capture || self.friendly_capture
    }
}

/// A term of several legs.
#[derive(Debug, Clone)]
pub struct Chain {
    pub legs: Vec<ChainLeg>,
    /// The greatest number of directions of a leg.
    pub width: usize,
    /// Whether its attack mask would take too long to find. Then it counts as attacking every cell.
    pub is_far: bool,
    /// All cells passed, and the last, must be among these.
    pub within: Option<CellSet>,
    /// Forbidden steps in both directions, sorted.
    pub barred: Vec<(u16, u16)>,
    /// By cell, its side of a border that the move may not cross.
    pub border_sides: Option<Vec<u16>>,
}

/// One leg of a chain.
#[derive(Debug, Clone)]
pub struct ChainLeg {
    /// For each direction, the index of its step table.
    pub steps: Vec<u16>,
    /// For each direction of the leg before (one entry for a first leg), which of `steps` follow.
    pub follow: Vec<Vec<u16>>,
    /// The greatest number of steps as written; 0 is no limit.
    pub range: u16,
    /// The greatest number of steps after all possible toggles before; 0 is no limit.
    pub longest: u16,
    pub between: BetweenCell,
    /// What the move may do if it ends with this leg; `None` if it must continue.
    pub ends: Option<LegEnding>,
    /// How the move may continue; `None` for the last leg.
    pub continuation: Option<LegContinuation>,
    /// Whether it is exactly as long as the latest slide.
    pub same_length: bool,
    /// Whether a later leg depends on the length of the latest slide.
    pub measured: bool,
    /// Whether the captured piece reappears where the leg started.
    pub unload: bool,
    /// Whether a later leg has `unload`.
    pub unloads_later: bool,
}

impl ChainLeg {
    /// Returns the greatest number of steps. If toggled, slides become leaps and leaps slides.
    pub fn most(&self, toggled: bool, slide_length: u16) -> u16 {
        match (self.same_length, toggled, self.range) {
            (true, _, _) => slide_length,
            (false, false, 0) | (false, true, 1) => u16::MAX,
            (false, false, range) => range,
            (false, true, _) => 1,
        }
    }
}

/// What a step of a leg needs of the cell between.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BetweenCell {
    /// Nothing.
    Any,
    /// It must be empty. For each direction, the table of the first half of the step.
    Empty(Vec<u16>),
    /// It must be occupied. For each direction, the table of the first half of the step.
    Occupied(Vec<u16>),
    /// The first cell is passed whatever stands on it.
    SkipFirst,
}

/// What the move of a chain may do where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LegEnding {
    pub quiet: bool,
    pub capture: bool,
    pub friendly_capture: bool,
    pub en_passant: bool,
    pub spares_royals: bool,
    pub hop: Option<Hop>,
}

/// From which cells a chain continues with the next leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LegContinuation {
    pub through_empty: bool,
    /// From an empty cell, with the ranges of later legs toggled.
    pub through_empty_toggling: bool,
    /// From an en-passant target, with capture.
    pub en_passant: bool,
    pub captures_enemy: bool,
    pub captures_friend: bool,
    pub hurdle: HurdleUse,
}

impl LegContinuation {
    /// Whether it can continue with ranges as they are.
    pub fn keeps(&self) -> bool {
        self.through_empty
            || self.en_passant
            || self.captures_enemy
            || self.captures_friend
            || self.hurdle == HurdleUse::Passed
    }

    /// Whether it can continue with ranges toggled.
    pub fn toggles(&self) -> bool {
        self.through_empty_toggling || self.hurdle == HurdleUse::Toggling
    }
}

/// How a leg that continues uses a piece of any side as a hurdle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HurdleUse {
    /// It does not hop.
    None,
    /// The move continues from the cell of the hurdle.
    Passed,
    /// The same, with the ranges of later legs toggled.
    Toggling,
}

/// A piece that shoots after its move.
#[derive(Debug, Clone)]
pub struct ShootingMove {
    /// The moves before the shot; `None` if the piece stays.
    pub travel: Option<Program>,
    pub shot: Program,
    /// The end conditions of move and shot together.
    pub conditions: u16,
}

/// The ways of capture by which a piece goes on after a capture.
#[derive(Debug, Clone)]
pub struct Series {
    pub ways: Vec<SeriesWay>,
    /// End conditions that forbid nothing.
    pub conditions: u16,
    /// The number of all cells: the captures can lead to any of them.
    pub cells: u16,
}

/// One of these ways.
#[derive(Debug, Clone)]
pub struct SeriesWay {
    pub program: Program,
    /// Whether the piece must go on after a capture by it, if it can.
    pub must: bool,
}
