//! English sentences about one variant: moves of pieces, rules, positions and diagrams.
//!
//! Not here: the language of claims (`claim`) and the drawing of diagrams (`illustrate`).

mod cell_phrases;
mod definition_phrases;
mod moves;
mod notation;
mod piece_filter;
mod played_moves;
mod refusals;
mod rule_texts;
mod text_alternative;
mod vocabulary;

pub use cell_phrases::board_name;
pub use moves::{MoveDescription, ZoneMoves, describe_piece_type};
pub use played_moves::{consequence_words, end_words, move_words};
pub use refusals::{drop_refusal_words, refusal_words};
pub use rule_texts::{
    RuleText, least_certain, no_progress_heading, repetition_heading, rule_texts, rule_texts_with,
};
pub use text_alternative::{answer_title, answer_words, cell_list, position_words, setup_words};
pub use vocabulary::cell_word;
