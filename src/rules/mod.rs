//! The rules of a game: as plain data, compiled, and applied to positions.
//!
//! A [`Game`] has all rules with every name resolved: cells, sides, piece types, move rules, ends.
//! The `variant` module builds it from a definition, and a test can write it by hand.
//! [`Rules::compile`] compiles it; [`Rules`] then answers which moves are possible or legal.
//!
//! Not here: diagrams, files and texts.

mod piece;
mod move_rule;
mod end_rules;
mod side_condition;
mod end_conditions;
mod move_events;
mod restrictions;
mod effect;
mod effect_places;
mod effects;
mod royal_count;
mod condition_eval;
mod game_record;
mod game;
mod moves;
mod single_piece_game;
mod position;
mod compiled_rules;
mod reach;
mod generate;
mod move_reasons;
mod apply;
mod transfers;
mod game_end;
mod perft;
mod played_game;
mod chain;
mod compile;
mod shared_tables;
mod attack_mask;
mod shots;
mod program;
mod routes;
mod walk;
mod legs;
mod step_bound;
#[cfg(test)]
mod tests;

pub use compiled_rules::Rules;
pub use effect::{EffectChange, EffectPlace, MoveEffect};
pub use end_conditions::{EndCondition, EndTiming};
pub use end_rules::{
    CheckSource, Elimination, EndRules, GoalRule, NextTurn, NoProgress, Outcome, Repetition,
};
pub use game::{
    Castling, DropRule, Game, GameError, Hands, OccupantRule, PieceEvent, PieceType, Promotion,
    Side, StateRule, Transfer, TransferWhen,
};
pub use game_end::{EndReason, GameEnd, PastPosition};
pub use game_record::{GameRecord, RecordedFacts};
pub use move_events::{MoveAct, MoveEvents};
pub use move_reasons::MoveObstacle;
pub use move_rule::{
    ArrivalEffect, Condition, LineKind, MoveForm, MoveRule, PathStep, ShotTarget, StepKind,
    StepPath,
};
pub use moves::{CapturedCells, Move, MoveKind, TransferTargets};
pub use piece::{ByPieceType, BySide, IdTable, Piece, PieceSet, PieceTypeId, SideId};
pub use played_game::PlayedGame;
pub use position::{EnPassantTarget, PieceStatus, Position, TurnState};
pub use reach::{MoveComponent, Reach};
pub use restrictions::{Restriction, RestrictionKind};
pub use royal_count::CountedRoyals;
pub use side_condition::{
    CountPlace, CountRange, PieceCount, PieceLine, SideCondition, SideFact, SideFactKind,
};
pub use single_piece_game::{
    BLOCKER, MOVER, landing_cells, single_piece_game, single_piece_game_from,
};
