//! Comparisons of diagrams, claims, drawn setups and sample games with the rules.
//!
//! A [`Comparison`] agrees, disagrees, or is unchecked for a reason. One that cannot be decided
//! never counts as agreement. Not here: the layout of pages (`book`, `build`).

mod badge;
mod comparison;
mod engine_record;
mod foreign;
mod game_opinion;
mod numbers;
mod page_rules;
mod report;
mod sample_game;
mod second_opinion;

pub use badge::{VerdictBadge, page_summary, sentence};
pub use comparison::{Comparison, ComparisonKind, ComparisonOutcome};
pub use engine_record::{ENGINE_RECORD, EngineRecord, RecordedOpinion, name_and_version};
pub use foreign::{PageQuestion, page};
pub use game_opinion::{GameOpinion, given_positions};
pub use numbers::{Proof, StatedNumber, StatedNumbers};
pub use page_rules::{DefinedGame, defined_game};
pub use report::{Report, UncomparedClaims};
pub use sample_game::{ComparedGame, StatedGame, read_result};
pub use second_opinion::{
    EngineFault, MoveOracle, OpinionDifference, SecondOpinion, second_opinion,
};
