//! The language of events: what a move does.

mod expr;
mod parse;

pub use expr::{ActExpr, ActNode, EventsExpr};
pub use parse::EventReader;
