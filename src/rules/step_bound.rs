//! Bounds for the number of steps of a chain, whatever stands on the board.

use super::program::{Chain, ChainLeg, HurdleUse};
use super::shared_tables::SharedTables;

/// The cost, in steps, of remembering a state or of visiting a move with several captures. States
/// with nothing to remember are visited once for each cell and direction and cost only their steps.
const STATE_COST: u64 = 20;

/// Bounds for a chain from one cell.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct StepBound {
    /// Steps of all moves in the worst position.
    pub(super) steps: u64,
    /// Steps to each cell to which a leg could come in some position.
    pub(super) explored: u64,
}

/// Returns the bounds of a chain on the board of the step tables.
pub(super) fn step_bound(chain: &Chain, store: &mut SharedTables) -> StepBound {
    let mut effort = StepBound::default();
    let toggles = chain.legs.iter().any(|leg| leg.continuation.is_some_and(|on| on.toggles()));
    let forms = if toggles { 2 } else { 1 };
    // In how many states a leg can start: with nothing to remember, with the length of the latest
    // slide, with a capture or a piece put back. The last counts all states for exploring, as if no
    // piece stood on the board.
    let (mut plain, mut slid, mut taken, mut explored) = (1_u64, 0_u64, 0_u64, 1_u64);
    for leg in &chain.legs {
        let view = LegMetrics::of(leg, store);
        let ends = view.ends(leg);
        let plain_steps = plain.saturating_mul(view.farthest).min(forms * view.all);
        let slid_steps = slid.saturating_mul(view.farthest + STATE_COST);
        let taken_steps = taken.saturating_mul(view.farthest + STATE_COST * ends.told);
        effort.steps = [plain_steps, slid_steps, taken_steps]
            .into_iter()
            .fold(effort.steps, u64::saturating_add);
        effort.explored += explored.saturating_mul(view.farthest).min(view.all);
        let newly = if leg.unload { ends.all } else { ends.taking };
        let untaken = plain.saturating_add(slid);
        taken = taken.saturating_mul(ends.all).saturating_add(untaken.saturating_mul(newly));
        let untaken = if leg.unload { 0 } else { untaken.saturating_mul(ends.plain) };
        (plain, slid) = match leg.measured {
            true => (0, untaken.min(forms * view.places * view.longest)),
            false => (untaken.min(forms * view.places), 0),
        };
        explored = explored.saturating_mul(view.farthest).min(view.places);
    }
    effort
}

/// Sizes of a leg on the board.
struct LegMetrics {
    /// The greatest number of directions from one cell.
    directions: u64,
    /// The greatest number of steps from one cell, in all directions together.
    farthest: u64,
    /// The steps from all cells together, for every direction of the leg before.
    all: u64,
    /// Cells times directions.
    places: u64,
    /// The greatest number of steps in one direction.
    longest: u64,
}

/// In how many states a leg that starts on one cell can continue, and in how many moves it can end.
struct LegEndCounts {
    plain: u64,
    taking: u64,
    all: u64,
    told: u64,
}

impl LegMetrics {
    fn of(leg: &ChainLeg, store: &mut SharedTables) -> LegMetrics {
        let lengths: Vec<Vec<u64>> = leg
            .steps
            .iter()
            .map(|&step| {
                let longest = if leg.longest == 0 { u16::MAX } else { leg.longest };
                store.ray_lengths(step).iter().map(|&cells| u64::from(cells.min(longest))).collect()
            })
            .collect();
        let cells = lengths.first().map_or(0, Vec::len);
        let from = |follow: &Vec<u16>, cell: usize| -> u64 {
            follow.iter().map(|&direction| lengths[direction as usize][cell]).sum()
        };
        let sums = leg.follow.iter().flat_map(|follow| (0..cells).map(move |cell| (follow, cell)));
        let sums = sums.map(|(follow, cell)| from(follow, cell));
        let (farthest, all) = sums.fold((0, 0), |(most, all), sum| (most.max(sum), all + sum));
        LegMetrics {
            directions: leg.follow.iter().map(Vec::len).max().unwrap_or(0) as u64,
            farthest,
            all,
            places: (cells * leg.steps.len()) as u64,
            longest: lengths.iter().flatten().copied().max().unwrap_or(0),
        }
    }

    fn ends(&self, leg: &ChainLeg) -> LegEndCounts {
        // A leg of a given length ends once in each direction.
        let anywhere = if leg.same_length { self.directions } else { self.farthest };
        let is_last = leg.ends.is_some_and(|ends| ends.quiet);
        let last = if is_last { anywhere } else { self.directions };
        let Some(on) = leg.continuation else {
            return LegEndCounts { plain: 0, taking: 0, all: 0, told: last };
        };
        let once = |happens: bool| if happens { self.directions } else { 0 };
        let through = u64::from(on.through_empty) + u64::from(on.through_empty_toggling);
        let takes = once(on.take_enemy || on.take_friend);
        let in_passing = once(on.en_passant);
        let plain = (anywhere * through).max(once(on.over != HurdleUse::None));
        let all = plain.max(takes) + in_passing;
        LegEndCounts { plain, taking: takes + in_passing, all, told: all.max(last) }
    }
}
