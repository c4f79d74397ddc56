//! Executes series of captures: from where a capture ends, the piece captures again.

use crate::program::Series;
use crate::source::limits;

use super::walk::{BoundedMoves, Flow, Walker};
use super::{CapturedCells, Move};

/// How far a series has come. The rest of the move depends on nothing else.
#[derive(Clone, Copy, PartialEq, Eq)]
struct SeriesState {
    at: u16,
    /// These pieces stay on the board up to the end of the move.
    captures: CapturedCells,
    may_end: bool,
}

impl Walker<'_> {
    /// Returns the moves of a series: those without capture, if they are wanted, and each series of
    /// captures that may end where it ends. No piece is captured twice.
    pub(super) fn series_of_captures(
        &self,
        series: &Series,
        wants_quiet_moves: bool,
        stops: &dyn Fn(u16) -> bool,
    ) -> Vec<Move> {
        let mut moves = Vec::new();
        let begin =
            SeriesState { at: self.mover.at, captures: CapturedCells::default(), may_end: false };
        let mut states = vec![begin];
        let mut next = 0;
        while let Some(&state) = states.get(next) {
            next += 1;
            let mut goes_on = false;
            for way in &series.ways {
                let mut visit = |found: Move| {
                    let mut captures = found.captures.iter();
                    let captures = captures.try_fold(state.captures, |all, cell| {
                        if state.captures.contains(cell) { None } else { all.with(cell) }
                    });
                    if found.captures.is_empty() || found.displaced.is_some() {
                        if next == 1 {
                            moves.push(found);
                        }
                    } else if let Some(captures) = captures {
                        goes_on = true;
                        let state = SeriesState { at: found.to.0, captures, may_end: !way.must };
                        if states.len() < limits::SERIES_STATES && !states.contains(&state) {
                            states.push(state);
                        }
                    }
                    Flow::Continue(())
                };
                let mover = self.mover.on(state.at);
                let visit = &mut visit;
                let _ = match wants_quiet_moves && next == 1 {
                    true => mover.run(&way.program, &mut BoundedMoves::<true> { visit, stops }),
                    false => mover.run(&way.program, &mut BoundedMoves::<false> { visit, stops }),
                };
            }
            if next > 1 && (state.may_end || !goes_on) {
                moves.push(self.step(state.at).capturing(state.captures));
            }
        }
        moves
    }
}
