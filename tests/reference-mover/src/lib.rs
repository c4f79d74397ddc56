//! A slow, simple move generator that tests compare with `rules`.
//!
//! It follows the specification of the notation literally: leg by leg, cell by cell, with sets of
//! everything that may be the case after each leg. Nothing is compiled, cached or looked up in
//! tables. `reach` has no turns, no check and no game: only one piece, the pieces around it, and
//! where it may go. [`WordGame`] reads the tables of a definition as text, word by word, and asks
//! `reach` for the moves of each piece. Where the two movers disagree, one of them is wrong.
//!
//! Of `fairybook_core` it imports only `geometry`, `notation` and `source`, which `tests/tidy/` checks.
//! Even the neighbours of a hexagon are written down again here: an error in a table that both
//! generators read would go unnoticed.

mod castling;
mod context;
mod continuations;
mod directions;
mod game_auras;
mod game_effects;
mod game_eliminations;
mod game_facts;
mod game_moves;
mod game_state;
mod game_turns;
mod game_ways;
mod game_words;
mod partial_move;
mod reach;
mod steps;
mod unsupported;
mod whole_definition;

#[cfg(test)]
mod drawn_boards;

pub use context::{MoveContext, Occupant};
pub use game_state::{GameMemory, GameState, GameStep, GameStepKind, PartsMade};
pub use game_turns::GameVerdict;
pub use game_words::{Unit, WordGame};
pub use reach::{ReferenceReach, reach};
pub use whole_definition::{unread_path, whole_definition};
