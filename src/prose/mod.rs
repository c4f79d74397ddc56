//! English sentences about one variant: moves of pieces, rules, positions and diagrams.
//!
//! Not here: the language of claims (`claim`) and the drawing of diagrams (`illustrate`).

mod cell_phrases;
mod definition_phrases;
mod illegal_moves;
mod moves;
mod notation;
mod piece_filter;
mod play_moves;
mod played_moves;
mod refusals;
mod rule_texts;
mod text_alternative;
mod vocabulary;

pub use moves::{MoveDescription, ZoneMoves};
pub use rule_texts::{RuleText, no_progress_heading, repetition_heading};
