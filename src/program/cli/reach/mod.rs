//! `fairybook reach`: the cells that one piece can reach.

mod notation;
mod piece;
mod placement_board;
mod show;

use super::arguments::{Arguments, ReachArgs};
use super::output::CommandResult;

/// Lists what a piece of a variant, or of a notation, can do.
pub fn run(arguments: &Arguments, command: &ReachArgs) -> CommandResult {
    match &command.betza {
        Some(notation) => notation::run(arguments, command, notation),
        None => piece::run(arguments, command),
    }
}
