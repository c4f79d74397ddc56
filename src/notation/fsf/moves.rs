use std::collections::{BTreeMap, BTreeSet};

use super::FsfOffset;
use super::read::{FsfPieceInfo, StepEntry, StepLimit, StepTables};

/// The engine's moves of one shape along one line, for one modality.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct FsfMove {
    /// Which term has it.
    pub term: usize,
    pub modality: Modality,
    pub shape: RiderType,
    /// The step, from the piece that makes it.
    pub step: FsfOffset,
    /// Whether the term did not ask for it.
    pub mixed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Modality {
    /// Both; when the two have been put together.
    Usual,
    Quiet,
    Capture,
    Initial,
}

/// How a piece goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RiderType {
    /// Over anything.
    Leap,
    /// Up to so many steps, 0 without limit, through empty cells.
    Ride(u16),
    /// The same over one piece, then on.
    Cannon(u16),
    /// The same over one piece, to the next cell.
    Grasshopper(u16),
    /// Up to so many leaps with an empty cell in their middle.
    Lame(u16),
    /// One step straight, two slanted, the cells between empty; the step is the whole leap.
    Elephant,
    /// Exactly so many steps, over one piece on that cell, 0 for none, through empty cells.
    Far { steps: u16, over: u16 },
}

/// The longest line on the largest board that the engine has, in steps.
const LINE: u16 = 11;

const ORTHOGONAL: [FsfOffset; 4] = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const DIAGONAL: [FsfOffset; 4] = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
const KNIGHT: [FsfOffset; 8] =
    [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
const ELEPHANT: [FsfOffset; 8] =
    [[2, 3], [3, 2], [3, -2], [2, -3], [-2, -3], [-3, -2], [-3, 2], [-2, 3]];

/// RiderLines that the engine switches on together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum RiderLines {
    Files,
    Ranks,
    Diagonals,
    Knights,
}

impl RiderLines {
    const ALL: [RiderLines; 4] =
        [RiderLines::Files, RiderLines::Ranks, RiderLines::Diagonals, RiderLines::Knights];

    fn steps(self) -> &'static [FsfOffset] {
        match self {
            RiderLines::Files => &[[0, 1], [0, -1]],
            RiderLines::Ranks => &[[1, 0], [-1, 0]],
            RiderLines::Diagonals => &DIAGONAL,
            RiderLines::Knights => &KNIGHT,
        }
    }
}

/// Everything that the engine can do with the tables.
pub(super) fn moves(info: &FsfPieceInfo) -> Vec<FsfMove> {
    let tables = [
        (Modality::Quiet, &info.quiet),
        (Modality::Capture, &info.capture),
        (Modality::Initial, &info.initial),
    ];
    let mut moves = Vec::new();
    for (modality, table) in tables {
        let mut mover = FsfMoveBuilder { modality, table, moves: Vec::new() };
        mover.leaps();
        mover.lame();
        mover.slides();
        mover.hops();
        moves.append(&mut mover.moves);
    }
    moves
}

struct FsfMoveBuilder<'a> {
    modality: Modality,
    table: &'a StepTables,
    moves: Vec<FsfMove>,
}

impl FsfMoveBuilder<'_> {
    fn add(&mut self, term: usize, shape: RiderType, step: FsfOffset, mixed: bool) {
        self.moves.push(FsfMove { term, modality: self.modality, shape, step, mixed });
    }

    fn leaps(&mut self) {
        for (&step, entry) in &self.table.steps {
            if entry.limit == StepLimit::None {
                self.add(entry.term, RiderType::Leap, step, false);
            }
        }
    }

    /// Lame leaps: one of a kind switches on all that anything reaches.
    fn lame(&mut self) {
        let lines: [(&[FsfOffset], i16); 4] =
            [(&ORTHOGONAL, 2), (&DIAGONAL, 2), (&KNIGHT, 1), (&ELEPHANT, 1)];
        for (lines, times) in lines {
            let leap = |step: &FsfOffset| step.map(|part| part * times);
            let switch = lines.iter().find_map(|step| self.lame_entry(leap(step)));
            let Some(switch) = switch else { continue };
            for step in lines {
                let leap = leap(step);
                let shape =
                    if lines == ELEPHANT { RiderType::Elephant } else { RiderType::Lame(1) };
                if let Some(own) = self.lame_entry(leap) {
                    self.add(own.term, shape, leap, false);
                } else if self.reached(*step).contains(&(times as u16)) && !self.slides_along(*step)
                {
                    self.add(switch.term, shape, leap, true);
                }
            }
        }
    }

    fn lame_entry(&self, leap: FsfOffset) -> Option<StepEntry> {
        self.table.steps.get(&leap).copied().filter(|entry| entry.limit == StepLimit::Lame)
    }

    /// Whether some slide goes wherever a lame leap along the line could.
    fn slides_along(&self, step: FsfOffset) -> bool {
        let lines = RiderLines::ALL.into_iter().find(|lines| lines.steps().contains(&step));
        let sliding = |lines: RiderLines| {
            lines.steps().iter().any(|step| self.table.slides.contains_key(step))
        };
        lines.is_some_and(sliding)
            && range_without_gap(&self.reached(step)).is_none_or(|steps| steps > 1)
    }

    fn slides(&mut self) {
        for lines in RiderLines::ALL {
            let own = |step: &FsfOffset| self.table.slides.get(step).copied();
            let Some(switch) = lines.steps().iter().find_map(own) else { continue };
            for &step in lines.steps() {
                let own = self.table.slides.get(&step).copied();
                let reached = self.reached(step);
                let term = own.unwrap_or(switch).term;
                let range = range_without_gap(&reached);
                let asked = own.is_some_and(|own| range_of(own.limit) == range);
                if range != Some(NOTHING) {
                    let range = range.unwrap_or(0);
                    self.add(term, RiderType::Ride(range), step, !asked);
                }
                self.cells_behind_gap(range, &reached, term, step);
            }
        }
    }

    /// Cells that the slide is kept on, with others before them that it is not.
    fn cells_behind_gap(
        &mut self,
        range: Option<u16>,
        reached: &BTreeSet<u16>,
        term: usize,
        step: FsfOffset,
    ) {
        let Some(range) = range else { return };
        let evens = (1..).take_while(|half| reached.contains(&(2 * half))).count() as u16;
        if evens > 0 && 2 * evens > range {
            let times = if 2 * evens + 1 >= LINE { 0 } else { evens };
            self.add(term, RiderType::Lame(times), step.map(|part| 2 * part), true);
        }
        for &steps in reached.iter().filter(|&&steps| steps > range) {
            if steps % 2 == 1 || steps / 2 > evens {
                self.add(term, RiderType::Far { steps, over: 0 }, step, true);
            }
        }
    }

    fn hops(&mut self) {
        for lines in [RiderLines::Files, RiderLines::Ranks, RiderLines::Diagonals] {
            for grasshopper in [false, true] {
                let own = |step: &FsfOffset| {
                    let entry = self.table.hops.get(step).copied()?;
                    ((entry.limit == StepLimit::Times(1)) == grasshopper).then_some(entry)
                };
                let Some(switch) = lines.steps().iter().find_map(own) else { continue };
                for &step in lines.steps() {
                    self.hop(step, own(&step), switch, grasshopper);
                }
            }
        }
    }

    fn hop(
        &mut self,
        step: FsfOffset,
        own: Option<StepEntry>,
        switch: StepEntry,
        grasshopper: bool,
    ) {
        let reached = self.reached(step);
        let term = own.unwrap_or(switch).term;
        let range = range_without_gap(&reached);
        let asked = own.is_some_and(|own| hop_range_of(own.limit) == range);
        let shape = if grasshopper { RiderType::Grasshopper } else { RiderType::Cannon };
        match range {
            Some(0 | 1) => {}
            range => self.add(term, shape(range.unwrap_or(0)), step, !asked),
        }
        let Some(range) = range else { return };
        for &steps in reached.iter().filter(|&&steps| steps > range.max(1)) {
            let first = if grasshopper { steps - 1 } else { 1 };
            for over in first..steps {
                self.add(term, RiderType::Far { steps, over }, step, true);
            }
        }
    }

    /// Which steps along a line anything reaches on an empty board, plain leaps left out: these
    /// go there whatever stands in between.
    fn reached(&self, step: FsfOffset) -> BTreeSet<u16> {
        let mut reached = BTreeSet::new();
        for times in 1..=3_u16 {
            let leap = step.map(|part| part * times as i16);
            if self.lame_entry(leap).is_some() {
                reached.insert(times);
            }
            let long = leap.iter().any(|part| part.abs() > 2);
            let repeated = [(&self.table.slides, RIDES), (&self.table.hops, HOPS)];
            for (map, range_of) in repeated.into_iter().filter(|_| !long) {
                if let Some(entry) = map.get(&leap) {
                    let last = range_of(entry.limit).unwrap_or(LINE / times);
                    reached.extend((1..=last).map(|repeat| repeat * times));
                }
            }
        }
        reached
    }
}

type LimitToRange = fn(StepLimit) -> Option<u16>;
const RIDES: LimitToRange = range_of;
const HOPS: LimitToRange = hop_range_of;

/// A line of which nothing next to the piece is reached.
const NOTHING: u16 = 0;

/// How many steps from the piece on are reached without a gap; `None` is all.
fn range_without_gap(reached: &BTreeSet<u16>) -> Option<u16> {
    let steps = (1..).take_while(|steps| reached.contains(steps)).count() as u16;
    (steps < LINE).then_some(steps)
}

fn range_of(limit: StepLimit) -> Option<u16> {
    match limit {
        StepLimit::None => None,
        StepLimit::Lame => Some(1),
        StepLimit::Times(times) => Some(times),
    }
}

/// A limit of one is the engine's word for a grasshopper, whose way has no end.
fn hop_range_of(limit: StepLimit) -> Option<u16> {
    match limit {
        StepLimit::Times(1) => None,
        limit => range_of(limit),
    }
}

/// Puts quiet moves and captures of the same kind together, and moves along all lines of an atom.
pub(super) fn merge_modalities(
    moves: Vec<FsfMove>,
) -> BTreeMap<(usize, Modality, RiderType, [u16; 2]), Vec<FsfOffset>> {
    let mut groups: BTreeMap<(usize, Modality, RiderType, [u16; 2]), Vec<FsfOffset>> =
        BTreeMap::new();
    for FsfMove { term, modality, shape, step, .. } in moves {
        let leap = [step[0].unsigned_abs(), step[1].unsigned_abs()];
        let leap = [leap[0].min(leap[1]), leap[0].max(leap[1])];
        groups.entry((term, modality, shape, leap)).or_default().push(step);
    }
    for steps in groups.values_mut() {
        steps.sort_by_key(|&step| hour(step));
        steps.dedup();
    }
    let quiet: Vec<_> = groups.keys().filter(|key| key.1 == Modality::Quiet).copied().collect();
    for key @ (term, _, shape, leap) in quiet {
        let capture = (term, Modality::Capture, shape, leap);
        if groups.get(&key) == groups.get(&capture) {
            groups.remove(&capture);
            if let Some(steps) = groups.remove(&key) {
                groups.insert((term, Modality::Usual, shape, leap), steps);
            }
        }
    }
    groups
}

/// Where on the clock a step points: larger is later.
fn hour([right, ahead]: FsfOffset) -> (u8, i16) {
    // Parts are at most 3, so that 6 makes the quotients whole.
    let quotient = |part: i16, whole: i16| 6 * part.abs() / whole.abs();
    if right >= 0 && ahead > 0 {
        (0, quotient(right, ahead))
    } else if right > 0 {
        (1, quotient(ahead, right))
    } else if ahead < 0 {
        (2, quotient(right, ahead))
    } else {
        (3, quotient(ahead, right))
    }
}
