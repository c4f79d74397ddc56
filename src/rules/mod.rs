//! What may move where: a game as data, compiled, and played.
//!
//! A [`Game`] says everything about a game with every name resolved: cells, sides, kinds of
//! piece, ways of moving, ends. It is plain data that the room above lowers definitions into, or
//! that a test writes by hand. Pictures, files and texts are unknown here.

mod game;
mod moves;
mod trial;
mod position;
mod ruleset;
mod reach;
mod footprint;
mod generate;
mod play;
mod perft;
mod finish;
mod line;
mod bearings;
mod chain;
mod compile;
mod program;
mod routes;
mod walk;
mod legs;
mod effort;
#[cfg(test)]
mod testing;

pub use game::{
    Castling, CheckBy, Condition, Drop, Elimination, Ends, Event, Game, GameError, Hands, Kind,
    KindId, Man, Men, NextTurn, NoProgress, Occupant, Outcome, Path, PathLine, PathStep, Promotion,
    Reached, Repetition, Shot, Side, SideId, State, Step, Then, Transfer, TransferWhen, Travel,
    Way,
};

pub use finish::{Finish, Past, Reason};
pub use footprint::Part;
pub use line::Line;
pub use moves::{Action, Move, Sends, Takes};
pub use position::{Passed, Position, Tag};
pub use reach::Reach;
pub use ruleset::Rules;
pub use trial::{STANDING, TRIED, trial, trial_from};
