//! The rules of a game, applied to positions.
//!
//! [`Rules::compile`] compiles a [`Game`](crate::game::Game). [`Rules`] then answers which moves are
//! possible or legal, makes them and says when the game ends.
//!
//! Not here: diagrams, files and texts.

mod end_conditions;
mod move_events;
mod restrictions;
mod effect_places;
mod effects;
mod effect_attacks;
mod auras;
mod rebirth;
mod royal_count;
mod condition_eval;
mod game_record;
mod moves;
mod position;
mod compiled_rules;
mod reach;
mod generate;
mod move_reasons;
mod apply;
mod transfers;
mod turn_progress;
mod game_end;
mod perft;
mod landing_cells;
mod played_game;
mod walk;
mod legs;
mod series;
#[cfg(test)]
mod tests;

pub use compiled_rules::Rules;
pub use game_end::{EndReason, GameEnd, PastPosition};
pub use game_record::{GameRecord, RecordedFacts};
pub use landing_cells::landing_cells;
pub use move_reasons::MoveObstacle;
pub use moves::{CapturedCells, Move, MoveKind, TransferTargets};
pub use played_game::PlayedGame;
pub use position::{EnPassantTarget, PieceStatus, Position, TurnState};
pub use reach::{MoveComponent, Reach};
pub use turn_progress::TurnProgress;
