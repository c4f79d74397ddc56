//! Which royals of a side count: each of them, all together, or the last ones.

/// Which royals of a side may not be attacked. Royals in hand are not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CountedRoyals {
    /// Each of them.
    #[default]
    Each,
    /// All of them at once: a side is in check if each of its royals is attacked.
    All,
    /// Each of them while the side has at most so many.
    Last(u16),
}

impl CountedRoyals {
    /// Whether a side that has `before` royals may be left with `after` of them by its own move.
    pub(crate) fn may_lose(self, before: usize, after: usize) -> bool {
        after >= before
            || match self {
                CountedRoyals::Each => false,
                CountedRoyals::All => after > 0,
                CountedRoyals::Last(last) => before > usize::from(last),
            }
    }
}
