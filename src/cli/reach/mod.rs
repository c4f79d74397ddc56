//! `fairybook reach`: what one piece can do.

mod cell;
mod piece;
mod show;
mod stand;
mod trial;

use super::answer::Outcome;
use super::arguments::{Arguments, ReachOf};

/// What one piece can do.
pub fn run(arguments: &Arguments, command: &ReachOf) -> Outcome {
    match &command.betza {
        Some(notation) => trial::run(arguments, command, notation),
        None => piece::run(arguments, command),
    }
}
