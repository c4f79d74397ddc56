//! Reads a notation as Fairy-Stockfish does, including the engine's faults.
//!
//! The engine reads terms into tables from steps to limits ([`read`](read::read)), and generates
//! moves from these tables ([`moves`](moves::moves)). Two of its properties matter:
//!
//! - A later term overwrites what an earlier term said about the same step in the same table: `NnN`
//!   is lame, and `RW3` moves up to three cells.
//! - It slides (hops, leaps lamely) along all lines of a group as soon as one line of the group does.
//!   Of these moves it keeps those that any term reaches on an empty board, so that `fRpR` also
//!   slides backward.
//!
//! The facts are from its source code and from about thirty thousand positions compared with version
//! 0.0.90.

mod moves;
mod read;
mod write;

use crate::notation::Betza;
use crate::source::Diagnostics;

/// Reads a notation as Fairy-Stockfish does. Returns the engine's moves and warnings.
///
/// The directions of the tree are resolved to steps. The warnings name what the engine drops, skips
/// or mixes up. No text is an error.
pub fn parse_fsf(text: &str) -> (Betza, Diagnostics) {
    let mut info = read::read(text);
    let moves = moves::moves(&info);
    info.warn_about_moves(&moves);
    (write::write(&info, moves), info.warnings)
}

/// A step: to the right and forward.
type FsfOffset = [i16; 2];
