//! The language of events: what a move does.

mod parse;

pub use parse::EventReader;
