//! The language of conditions: facts about a side, its pieces and the board.

mod fact;
mod parse;

pub use parse::ConditionReader;
