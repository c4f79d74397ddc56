//! The engine's moves, from its tables.

use crate::source::sort_by_key;

use std::collections::{BTreeMap, BTreeSet};

use super::FsfOffset;
use super::read::{FsfPieceInfo, StepEntry, StepLimit, StepTables};

/// The engine's moves of one type along one line, for one modality.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct FsfMove {
    /// The index of the term that has it.
    pub term: usize,
    pub modality: Modality,
    pub shape: RiderType,
    /// The step, as the moving side sees it.
    pub step: FsfOffset,
    /// Whether the term itself does not contain it.
    pub mixed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Modality {
    /// Moves and captures, after [`merge_modalities`].
    Usual,
    Quiet,
    Capture,
    Initial,
}

/// How a piece gets to its target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RiderType {
    /// Pieces between have no effect.
    Leap,
    /// Up to this number of steps (0: no limit) along empty cells.
    Ride(u16),
    /// The same, over exactly one piece and then on.
    Cannon(u16),
    /// The same, over exactly one piece to the next cell.
    Grasshopper(u16),
    /// Up to this number of leaps, each with an empty cell in its middle.
    Lame(u16),
    /// One orthogonal and two diagonal steps along empty cells. The step is the whole leap.
    Elephant,
    /// Exactly this number of steps along empty cells, over one piece after `over` steps (0: none).
    Far { steps: u16, over: u16 },
}

/// The number of steps of the longest line on the engine's largest board.
const LINE: u16 = 11;

const ORTHOGONAL: [FsfOffset; 4] = [[0, 1], [1, 0], [0, -1], [-1, 0]];
const DIAGONAL: [FsfOffset; 4] = [[1, 1], [1, -1], [-1, -1], [-1, 1]];
const KNIGHT: [FsfOffset; 8] =
    [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
const ELEPHANT: [FsfOffset; 8] =
    [[2, 3], [3, 2], [3, -2], [2, -3], [-2, -3], [-3, -2], [-3, 2], [-2, 3]];

/// The groups of lines that the engine enables together: files, ranks, diagonals, knight's lines.
const LINES: [&[FsfOffset]; 4] = [&[[0, 1], [0, -1]], &[[1, 0], [-1, 0]], &DIAGONAL, &KNIGHT];

/// Returns all moves that the engine generates from the tables.
pub(super) fn moves(info: &FsfPieceInfo) -> Vec<FsfMove> {
    let tables = [
        (Modality::Quiet, &info.quiet),
        (Modality::Capture, &info.capture),
        (Modality::Initial, &info.initial),
    ];
    let mut moves = Vec::new();
    for (modality, table) in tables {
        let mut builder = FsfMoveBuilder { modality, table, moves: &mut moves };
        builder.leaps();
        builder.lame();
        builder.slides();
        builder.hops();
    }
    moves
}

struct FsfMoveBuilder<'a> {
    modality: Modality,
    table: &'a StepTables,
    moves: &'a mut Vec<FsfMove>,
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

    /// Adds lame leaps. One lame leap of a group enables all that any term reaches.
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

    /// Whether a slide reaches every target of a lame leap along the line.
    fn slides_along(&self, step: FsfOffset) -> bool {
        let lines = LINES.iter().find(|lines| lines.contains(&step));
        let slides = |step| self.table.slides.contains_key(step);
        lines.is_some_and(|lines| lines.iter().any(slides))
            && range_without_gap(&self.reached(step)).is_none_or(|steps| steps > 1)
    }

    fn slides(&mut self) {
        for lines in LINES {
            let own = |step: &FsfOffset| self.table.slides.get(step).copied();
            let Some(switch) = lines.iter().find_map(own) else { continue };
            for &step in lines {
                let own = self.table.slides.get(&step).copied();
                let reached = self.reached(step);
                let term = own.unwrap_or(switch).term;
                let range = range_without_gap(&reached);
                let asked = own.is_some_and(|own| range_of(own.limit) == range);
                if range != Some(0) {
                    let range = range.unwrap_or(0);
                    self.add(term, RiderType::Ride(range), step, !asked);
                }
                self.cells_behind_gap(range, &reached, term, step);
            }
        }
    }

    /// Adds moves to the cells that a slide keeps behind cells that it does not keep.
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
        // The engine has no hops along the lines of a knight.
        for &lines in &LINES[..3] {
            for grasshopper in [false, true] {
                let own = |step: &FsfOffset| {
                    let entry = self.table.hops.get(step).copied()?;
                    ((entry.limit == StepLimit::Times(1)) == grasshopper).then_some(entry)
                };
                let Some(switch) = lines.iter().find_map(own) else { continue };
                for &step in lines {
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

    /// Returns the numbers of steps along a line that any term reaches on an empty board.
    ///
    /// Plain leaps do not count, because pieces between have no effect on them.
    fn reached(&self, step: FsfOffset) -> BTreeSet<u16> {
        let mut reached = BTreeSet::new();
        for times in 1..=3_u16 {
            let leap = step.map(|part| part * times as i16);
            if self.lame_entry(leap).is_some() {
                reached.insert(times);
            }
            let long = leap.iter().any(|part| part.abs() > 2);
            let repeated: [(_, LimitToRange); 2] =
                [(&self.table.slides, range_of), (&self.table.hops, hop_range_of)];
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

/// Returns the number of steps that are reached without a gap; `None` is all.
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

/// The range of a hop. The engine marks a grasshopper, which has no limit, by a limit of one.
fn hop_range_of(limit: StepLimit) -> Option<u16> {
    match limit {
        StepLimit::Times(1) => None,
        limit => range_of(limit),
    }
}

/// Steps by term, modality, type and the leap of their atom.
type MoveGroups = BTreeMap<(usize, Modality, RiderType, [u16; 2]), Vec<FsfOffset>>;

/// Groups moves by atom, and merges quiet moves with captures along the same lines.
pub(super) fn merge_modalities(moves: Vec<FsfMove>) -> MoveGroups {
    let mut groups = MoveGroups::new();
    for FsfMove { term, modality, shape, step, .. } in moves {
        let leap = [step[0].unsigned_abs(), step[1].unsigned_abs()];
        let leap = [leap[0].min(leap[1]), leap[0].max(leap[1])];
        groups.entry((term, modality, shape, leap)).or_default().push(step);
    }
    for steps in groups.values_mut() {
        sort_by_key(steps, |&step| hour(step));
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

/// A sort key for the direction of a step: clockwise from straight forward.
fn hour([right, forward]: FsfOffset) -> (u8, i16) {
    // Coordinates are at most 3, so the factor 6 makes the quotients whole.
    let quotient = |part: i16, whole: i16| 6 * part.abs() / whole.abs();
    if right >= 0 && forward > 0 {
        (0, quotient(right, forward))
    } else if right > 0 {
        (1, quotient(forward, right))
    } else if forward < 0 {
        (2, quotient(right, forward))
    } else {
        (3, quotient(forward, right))
    }
}
