//! A slow, obvious mover that shares nothing with `rules` but the notation's tree and the cells.
//!
//! It reads the tree as a person reads the specification of the notation: leg by leg, cell by
//! cell, with sets of everything that may be the case after each leg. Nothing is compiled, cached
//! or looked up in tables. It knows no turn, no check and no game: only one piece, what stands
//! around it, and where it may go. Where it and the compiled mover disagree, one of them is wrong.

mod situation;
mod terrain;
mod compass;
mod onward;
mod refuse;
mod journey;
mod castle;
mod reach;
#[cfg(test)]
mod tests;

pub use reach::{Reach, reach};
pub use situation::{Occupant, Situation};
