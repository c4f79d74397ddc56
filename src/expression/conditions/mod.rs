//! The language of conditions: facts about a side, its pieces and the board.

mod expr;
mod fact;
mod parse;

pub use expr::{ConditionExpr, CountExpr, CountPlaceExpr, FactExpr, FactNode};
pub use parse::ConditionReader;
