//! Moves and whole games as authors type them and readers see them: in algebraic notation and as PGN.

mod algebraic;
mod pgn;
mod read_move;
mod sample_game;

pub use algebraic::algebraic;
pub use pgn::{has_pgn, listed_move, pgn};
pub use read_move::read_move;
pub use sample_game::{
    GameEnding, GameResult, MeantStep, MoveFault, PlayedMove, SampleGame, meant_steps,
    play_movetext, result_name, result_of,
};
