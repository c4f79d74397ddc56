//! What may move where: a game as data, compiled, and played.
//!
//! A [`Game`] says everything about a game with every name resolved: cells, sides, kinds of
//! piece, ways of moving, ends. It is plain data that the room above lowers definitions into, or
//! that a test writes by hand. Pictures, files and texts are unknown here.

mod game;
mod moves;
mod single_piece_game;
mod position;
mod compiled_rules;
mod reach;
mod relevant_cells;
mod generate;
mod apply;
mod perft;
mod game_end;
mod played_game;
mod bearings;
mod chain;
mod compile;
mod program;
mod routes;
mod walk;
mod legs;
mod step_bound;
#[cfg(test)]
mod testing;

pub use game::{
    ArrivalEffect, Castling, CheckSource, Condition, DropRule, Elimination, EndRules, Game,
    GameError, GoalRule, Hands, LineKind, MoveForm, MoveRule, NextTurn, NoProgress, OccupantRule,
    Outcome, PathStep, Piece, PieceEvent, PieceSet, PieceType, PieceTypeId, Promotion, Repetition,
    ShotTarget, Side, SideId, StateRule, StepKind, StepPath, Transfer, TransferWhen,
};

pub use compiled_rules::Rules;
pub use game_end::{EndReason, GameEnd, PastPosition};
pub use moves::{CapturedCells, Move, MoveKind, TransferTargets};
pub use played_game::PlayedGame;
pub use position::{EnPassantTarget, PieceStatus, Position};
pub use reach::Reach;
pub use relevant_cells::MoveComponent;
pub use single_piece_game::{BLOCKER, MOVER, single_piece_game, single_piece_game_from};
