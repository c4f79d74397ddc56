//! A question about a game, its answer, its picture, its words, and whether a page is right.
//!
//! Pages, the verifier and the command line ask the same things: where can this piece go, is what
//! is drawn there right, what is it in words. This is the one room that answers. A [`Study`] is a
//! variant with its rules ready; everything else is asked of it. Where a question was written is
//! not known here.

mod claim;
mod compare;
mod describe;
mod game;
mod idiom;
mod illustrate;
mod manner;
mod definition_phrases;
mod piece_filter;
mod position;
mod prospects;
mod question;
mod rulings;
mod scenery;
mod showcase;
mod subject;
#[cfg(test)]
mod tests;
mod ways;
mod whereabouts;
mod words;

pub use claim::{ClaimFunction, check_claim, claim_functions};
pub use compare::{Disagreement, Likely, Marks, Verdict};
pub use describe::describe;
pub use idiom::{Idiom, Space};
pub use manner::{Approach, Manner};
pub use prospects::Prospects;
pub use question::{Answer, MovesRequest, Show, Unanswerable};
pub use rulings::Ruling;
pub use subject::Study;
