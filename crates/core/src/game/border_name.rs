//! A border as a definition names it.

use super::RelativeSide;

/// A border as a text names it: `river`, `river of next`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BorderName {
    /// The index of the border in [`Variant::borders`](super::Game).
    pub border: usize,
    /// The side whose border is meant; `None`: that of the side that reads.
    pub side: Option<RelativeSide>,
}
