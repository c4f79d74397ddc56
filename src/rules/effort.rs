//! How many steps a chain can need, whoever stands where.

use super::compile::Store;
use super::program::{Chain, ChainLeg, Hurdle};

/// What a step counts for once something has been taken, put back or measured: each such way is
/// remembered by itself, while all others come to a cell in a direction once.
const REMEMBERED: u64 = 20;

/// Bounds for a chain from one cell.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Effort {
    /// Steps of all moves in the worst position.
    pub(super) steps: u64,
    /// Steps to every cell that a leg could come to in some position.
    pub(super) explored: u64,
}

/// The bounds of a chain on the board whose step tables are in the store.
pub(super) fn effort(chain: &Chain, store: &mut Store) -> Effort {
    let mut effort = Effort::default();
    let toggles = chain.legs.iter().any(|leg| leg.goes_on.is_some_and(|on| on.toggles()));
    let forms = if toggles { 2 } else { 1 };
    // How many ways lead to a leg: those that come to a cell in a direction once, those that are
    // remembered, and, for exploring, all as if nobody stood anywhere.
    let (mut plain, mut kept, mut explored) = (1_u64, 0_u64, 1_u64);
    for leg in &chain.legs {
        let view = View::of(leg, store);
        let plain_steps = plain.saturating_mul(view.farthest).min(forms * view.all);
        let kept_steps = kept.saturating_mul(view.farthest);
        effort.steps = effort
            .steps
            .saturating_add(plain_steps)
            .saturating_add(kept_steps.saturating_mul(REMEMBERED));
        effort.explored += explored.saturating_mul(view.farthest).min(view.all);
        let ends = view.ends(leg);
        let remembers = leg.unload || leg.measured;
        let newly = if remembers { ends.all } else { ends.taking };
        kept = kept.saturating_mul(ends.all).saturating_add(plain.saturating_mul(newly));
        plain = if remembers { 0 } else { plain.saturating_mul(ends.plain) };
        plain = plain.min(forms * view.places);
        explored = explored.saturating_mul(view.farthest).min(view.places);
    }
    effort
}

/// How a leg lies on the board.
struct View {
    /// Directions from one cell, at the most.
    directions: u64,
    /// Steps from one cell in all directions, at the most.
    farthest: u64,
    /// The same from all cells together, for every direction come by.
    all: u64,
    /// Cells times directions.
    places: u64,
}

/// In how many ways a leg can end, from one cell, and be gone on from.
struct Ends {
    plain: u64,
    taking: u64,
    all: u64,
}

impl View {
    fn of(leg: &ChainLeg, store: &mut Store) -> View {
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
        View {
            directions: leg.follow.iter().map(Vec::len).max().unwrap_or(0) as u64,
            farthest,
            all,
            places: (cells * leg.steps.len()) as u64,
        }
    }

    fn ends(&self, leg: &ChainLeg) -> Ends {
        let Some(on) = leg.goes_on else { return Ends { plain: 0, taking: 0, all: 0 } };
        let once = |happens: bool| if happens { self.directions } else { 0 };
        let through = u64::from(on.through_empty) + u64::from(on.through_empty_toggling);
        let takes = once(on.take_enemy || on.take_friend);
        let in_passing = once(on.en_passant);
        let plain = (self.farthest * through).max(once(on.over != Hurdle::None));
        Ends { plain, taking: takes + in_passing, all: plain.max(takes) + in_passing }
    }
}
