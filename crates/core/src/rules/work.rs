//! The limit of the work of a question, counted and not by the clock.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::Rules;

/// How much work is left. One unit is about one direction into which a piece looks.
#[derive(Debug)]
pub(super) struct WorkMeter(AtomicU64);

/// The units of a move that may turn out to be illegal, measured: most enemy pieces are too far away.
pub(super) const UNITS_OF_A_MOVE: usize = 4;

/// What is left if nothing limits the work. It is never counted down.
const UNLIMITED: u64 = u64::MAX;

impl Default for WorkMeter {
    fn default() -> Self {
        WorkMeter(AtomicU64::new(UNLIMITED))
    }
}

impl WorkMeter {
    /// Takes units from what is left. Returns whether they were there.
    #[inline]
    pub(super) fn spend(&self, units: usize) -> bool {
        self.0.load(Relaxed) == UNLIMITED || self.spend_some(units as u64)
    }

    #[cold]
    fn spend_some(&self, units: u64) -> bool {
        let left = self.0.load(Relaxed).saturating_sub(units);
        self.0.store(left, Relaxed);
        left > 0
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.load(Relaxed) == 0
    }
}

impl Rules {
    /// Limits the work of all questions from now on, on one thread, to so many units.
    ///
    /// Some rules make a turn of a hundred parts, and all ways to finish it can be more than any
    /// machine tries. When the work is used up, each answer is short and wrong: a caller
    /// asks [`has_work_left`](Rules::has_work_left) before it uses one.
    pub fn limit_work(&self, units: u64) {
        self.work.0.store(units.min(UNLIMITED - 1), Relaxed);
    }

    /// Whether all answers since the limit was set are complete.
    pub fn has_work_left(&self) -> bool {
        !self.work.is_empty()
    }
}
