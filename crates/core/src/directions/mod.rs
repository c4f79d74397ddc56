//! What the atoms and directions of move notation mean on a lattice: vectors of steps.
//!
//! A vector is local: right, forward and up as the owner of the piece sees them. The module knows
//! no pieces; what is in the way of a step is the business of [`rules`](crate::rules).

mod first_steps;
mod later_steps;
mod lines;

pub use first_steps::steps;
pub use later_steps::later_steps;
pub use lines::lines_of_notation;

/// Why an atom with its directions has no steps on a lattice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepError {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl StepError {
    fn new(message: impl Into<String>, help: impl Into<String>) -> StepError {
        StepError { message: message.into(), help: help.into() }
    }
}
