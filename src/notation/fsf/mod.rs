//! What Fairy-Stockfish makes of a notation, faults included.
//!
//! The engine reads terms into tables from steps to limits ([`read`](read::read)), and moves by
//! these tables ([`moves`](moves::moves)). Two of its habits matter:
//!
//! - a later term overwrites what an earlier one said of the same step in the same table, so that
//!   `NnN` is lame and `RW3` goes three cells;
//! - it slides (hops, leaps lamely) along *all* lines of a kind as soon as one line has it, and
//!   keeps of that what *any* term reaches on an empty board, so that `fRpR` slides back as well.
//!
//! Facts from its sources and from about thirty thousand positions compared with version 0.0.90.

mod moves;
mod read;
mod write;

use crate::source::Diagnostics;

use super::Betza;

/// Reads a notation as Fairy-Stockfish does: the moves that the engine gives, in a tree whose
/// directions are resolved, and warnings of what it drops, skips or mixes up. Refuses nothing.
pub fn parse_fsf(text: &str) -> (Betza, Diagnostics) {
    let mut info = read::read(text);
    let moves = moves::moves(&info);
    info.warn_about_moves(&moves);
    (write::write(&info, moves), info.warnings)
}

/// A step: right and ahead.
type FsfOffset = [i16; 2];
