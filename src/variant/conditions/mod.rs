//! The language of conditions: facts about a side, its pieces and the board.

mod expr;
mod fact;
mod parse;
mod words;

pub use expr::{ConditionExpr, CountExpr, CountPlaceExpr, FactExpr, FactNode};
pub(in crate::variant) use parse::ConditionReader;
