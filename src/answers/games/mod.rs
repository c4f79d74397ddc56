//! Moves and whole games as authors type them and readers see them: in algebraic notation and as PGN.

mod algebraic;
mod illegal_moves;
mod pgn;
mod play_moves;
mod read_move;
mod sample_game;

pub use algebraic::algebraic;
pub use illegal_moves::{IllegalMove, illegal_move, other_player_can};
pub use pgn::{has_pgn, listed_move, pgn};
pub use play_moves::{play_moves, play_moves_from};
pub use read_move::read_move;
pub use sample_game::{
    GameEnding, GameResult, MeantStep, MoveFault, PlayedMove, SampleGame, meant_steps,
    play_movetext, result_name, result_of,
};
