//! A question about a game, its answer, its picture, its words, and whether a page is right.

mod describe;

pub use describe::describe;
