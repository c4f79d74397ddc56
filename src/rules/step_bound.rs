//! How many steps a chain can need, whoever stands where.

use super::compile::SharedTables;
use super::program::{Chain, ChainLeg, HurdleUse};

/// What it counts for to remember a way by itself, or to tell of a move that takes several: ways on
/// which nothing has happened yet come to a cell in a direction once, and cost nothing but steps.
const STATE_COST: u64 = 20;

/// Bounds for a chain from one cell.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct StepBound {
    /// Steps of all moves in the worst position.
    pub(super) steps: u64,
    /// Steps to every cell that a leg could come to in some position.
    pub(super) explored: u64,
}

/// The bounds of a chain on the board whose step tables are in the store.
pub(super) fn step_bound(chain: &Chain, store: &mut SharedTables) -> StepBound {
    let mut effort = StepBound::default();
    let toggles = chain.legs.iter().any(|leg| leg.continuation.is_some_and(|on| on.toggles()));
    let forms = if toggles { 2 } else { 1 };
    // How many ways lead to a leg: on which nothing has happened yet; of which the latest slide is
    // remembered; on which something was taken or put back; and, for exploring, all as if nobody
    // stood anywhere.
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

/// How a leg lies on the board.
struct LegMetrics {
    /// Directions from one cell, at the most.
    directions: u64,
    /// Steps from one cell in all directions, at the most.
    farthest: u64,
    /// The same from all cells together, for every direction come by.
    all: u64,
    /// Cells times directions.
    places: u64,
    /// Steps in one direction, at the most.
    longest: u64,
}

/// In how many ways a leg can be gone on from, having begun on one cell, and in how many it can end
/// at all.
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
