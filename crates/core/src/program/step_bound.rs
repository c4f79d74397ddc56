//! Bounds for the number of steps of a chain, whatever stands on the board.

use super::operations::{Chain, ChainLeg, HurdleUse};
use super::shared_tables::SharedTables;

/// The cost, in steps, of remembering a state or of visiting a move with several captures. States
/// with nothing to remember are visited once for each cell and direction and cost only their steps.
const STATE_COST: u64 = 20;

/// Bounds for a chain from one cell.
#[derive(Debug, Clone, Copy, Default)]
pub struct StepBound {
    /// Steps of all moves in the worst position.
    pub steps: u64,
    /// Steps to each cell to which a leg could come in some position.
    pub explored: u64,
}

/// Returns the bounds of a chain on the board of the step tables.
pub fn step_bound(chain: &Chain, tables: &mut SharedTables) -> StepBound {
    let mut bound = StepBound::default();
    let toggles = chain.legs.iter().any(|leg| leg.continuation.is_some_and(|on| on.toggles()));
    let forms = if toggles { 2 } else { 1 };
    // In how many states a leg can start: with nothing to remember, with the length of the latest
    // slide, with a capture or a piece put back. The last counts all states for exploring, as if no
    // piece stood on the board.
    let (mut plain, mut measured, mut captured, mut explored) = (1_u64, 0_u64, 0_u64, 1_u64);
    for leg in &chain.legs {
        let metrics = LegMetrics::of(leg, tables);
        let ends = metrics.ends(leg);
        let plain_steps = plain.saturating_mul(metrics.farthest).min(forms * metrics.all);
        let measured_steps = measured.saturating_mul(metrics.farthest + STATE_COST);
        let captured_steps = captured.saturating_mul(metrics.farthest + STATE_COST * ends.moves);
        bound.steps = [plain_steps, measured_steps, captured_steps]
            .into_iter()
            .fold(bound.steps, u64::saturating_add);
        bound.explored += explored.saturating_mul(metrics.farthest).min(metrics.all);
        let newly_captured = if leg.unload { ends.all } else { ends.capturing };
        let uncaptured = plain.saturating_add(measured);
        captured = captured
            .saturating_mul(ends.all)
            .saturating_add(uncaptured.saturating_mul(newly_captured));
        let uncaptured = if leg.unload { 0 } else { uncaptured.saturating_mul(ends.plain) };
        (plain, measured) = match leg.measured {
            true => (0, uncaptured.min(forms * metrics.arrivals * metrics.longest)),
            false => (uncaptured.min(forms * metrics.arrivals), 0),
        };
        explored = explored.saturating_mul(metrics.farthest).min(metrics.arrivals);
    }
    bound
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
    arrivals: u64,
    /// The greatest number of steps in one direction.
    longest: u64,
}

/// In how many states a leg that starts on one cell can continue, and in how many moves it can end.
struct LegEndCounts {
    plain: u64,
    capturing: u64,
    all: u64,
    moves: u64,
}

impl LegMetrics {
    fn of(leg: &ChainLeg, tables: &mut SharedTables) -> LegMetrics {
        let longest = if leg.longest == 0 { u16::MAX } else { leg.longest };
        let mut capped_lengths = |&step: &u16| -> Vec<u64> {
            tables.ray_lengths(step).iter().map(|&cells| cells.min(longest).into()).collect()
        };
        let lengths: Vec<Vec<u64>> = leg.steps.iter().map(&mut capped_lengths).collect();
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
            arrivals: (cells * leg.steps.len()) as u64,
            longest: lengths.iter().flatten().copied().max().unwrap_or(0),
        }
    }

    fn ends(&self, leg: &ChainLeg) -> LegEndCounts {
        // A leg of a given length ends once in each direction.
        let anywhere = if leg.same_length { self.directions } else { self.farthest };
        let is_last = leg.ends.is_some_and(|ends| ends.quiet);
        let last = if is_last { anywhere } else { self.directions };
        let Some(on) = leg.continuation else {
            return LegEndCounts { plain: 0, capturing: 0, all: 0, moves: last };
        };
        let once = |happens: bool| if happens { self.directions } else { 0 };
        let through = u64::from(on.through_empty) + u64::from(on.through_empty_toggling);
        let captures = once(on.captures_enemy || on.captures_friend);
        let en_passant = once(on.en_passant);
        let plain = (anywhere * through).max(once(on.hurdle != HurdleUse::None));
        let all = plain.max(captures) + en_passant;
        LegEndCounts { plain, capturing: captures + en_passant, all, moves: all.max(last) }
    }
}
