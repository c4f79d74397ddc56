//! Parses and prints move notations and placement texts.
//!
//! It reads XBetza, the Fairy-Stockfish dialect of it, placements (the first field of a FEN) and the
//! moves of whole games into trees with spans, and writes them back. A tree contains exactly what was written. What a
//! letter does on a board is not decided here: `rules` and the reference mover read the same tree.

mod betza;
mod parse;
mod directions;
mod check;
mod print;
mod lint;
mod movetext;
mod placement;

pub use betza::{
    Atom, Betza, DirectionLetter, Directions, Hop, Leap, Leg, Modifiers, Term, TermSyntax,
};
pub use lint::lint;
pub use movetext::{Movetext, MovetextTag, WrittenMove, WrittenResult, parse_movetext};
pub use parse::{check_length, parse};
pub use placement::{PieceToken, Placement, Row, RowEntry, RowLengths, print_placement};
