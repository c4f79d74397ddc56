//! Answers questions about one variant: where a piece can move, and whether marks on a page are right.
//!
//! The site builder, the verifier and the command line use it, so they always agree.
//! [`LoadedVariant::answer`] takes a [`MovesRequest`] and returns an [`MovesAnswer`]; [`LoadedVariant::compare`] compares
//! marked cells with an answer and returns a [`Verdict`].
//!
//! Not here: the place of a question in its file (`book`), sentences (`prose`), diagrams
//! (`illustrate`).

mod chance;
mod compare;
mod loaded_variant;
mod move_traces;
mod potential_captures;
mod read_position;
mod refusal;
mod request;
#[cfg(test)]
pub mod testing;

pub use chance::Chance;
pub use compare::{
    Disagreement, MAX_WRITTEN, MarkedCells, OTHER_SETUP, Verdict, count_with_noun, difference_sign,
};
pub use loaded_variant::LoadedVariant;
pub use move_traces::{MoveShape, MoveTrace};
pub use potential_captures::{PotentialCaptures, with_piece_on_each};
pub use refusal::Refusal;
pub use request::{MoveFilter, MovesAnswer, MovesRequest, Unanswerable};
