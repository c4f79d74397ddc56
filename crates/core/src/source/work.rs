//! The limit of the work of a question, counted and not by the clock, so that it is the same everywhere.

use std::cell::Cell;

/// What is left if nothing limits the work. It is never counted down.
const UNLIMITED: u64 = u64::MAX;

thread_local! {
    /// The units that this thread may still spend.
    static LEFT: Cell<u64> = const { Cell::new(UNLIMITED) };
}

/// Takes units from what is left. Returns whether they were there.
///
/// One unit is about one direction into which a piece looks.
#[inline]
pub fn spend(units: usize) -> bool {
    LEFT.get() == UNLIMITED || spend_some(units as u64)
}

#[cold]
fn spend_some(units: u64) -> bool {
    let left = LEFT.get().saturating_sub(units);
    LEFT.set(left);
    left > 0
}

/// Whether work is left. Without it each answer is short and can be wrong.
#[inline]
pub fn is_left() -> bool {
    LEFT.get() > 0
}

/// Answers a question with so many units, and returns how many it took.
///
/// If it took all of them, the answer is wrong and must not be used. With `u64::MAX` nothing is
/// counted. They are not taken from
/// what limits the thread already, so that a share does not depend on what was asked before.
pub fn limited<T>(units: u64, question: impl FnOnce() -> T) -> (T, u64) {
    let outer = LEFT.replace(units);
    let answer = question();
    (answer, units - LEFT.replace(outer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_taken_from_the_innermost_limit_only() {
        assert!(spend(usize::MAX) && is_left());
        let (inner, spent) = limited(10, || {
            assert!(spend(4));
            let inner = limited(3, || spend(2) && !spend(2) && !is_left());
            assert!(is_left());
            inner
        });
        assert_eq!((inner, spent), ((true, 3), 4));
        assert!(is_left());
    }
}
