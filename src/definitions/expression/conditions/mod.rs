//! The language of conditions: acts of a move, and facts about a side, its pieces and the board.

mod asked;
mod act;
mod fact;
mod parse;

pub use asked::Asked;
pub use parse::ConditionReader;
