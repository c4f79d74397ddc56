//! Parses and prints move notations and placement texts.
//!
//! It reads XBetza, placements (the first field of a FEN) and the moves of whole games into trees with
//! spans, and writes them back. A tree contains exactly what was written. What a letter does on a board
//! is not decided here: `rules` and the reference mover read the same tree.
//!
//! The notation in short; [`parse`] reads all of XBetza:
//!
//! | text | means |
//! |---|---|
//! | `W F D N A H L Z G` | leaps of 1, 0 · 1, 1 · 2, 0 · 2, 1 · 2, 2 · 3, 0 · 3, 1 · 3, 2 · 3, 3 cells |
//! | `K`, `Q`, `R`, `B` | `WF`; slides of King's, Rook's and Bishop's steps |
//! | `R3`, `NN` | at most three steps; any number of Knight's leaps in one direction |
//! | `m`, `c`, `mc` | moves without capture, captures, both (as without a letter) |
//! | `f b l r s v` | forward, backward, left, right, sideways, forward and backward |
//! | `n`, `j`, `p`, `g` | lame; jumps; hops over one piece; hops to the cell behind it |
//! | `i`, `e` | only the first move of a piece; captures en passant |
//! | `fmWfceF` | an orthodox Pawn: terms side by side are alternatives |
//! | `[F?R]`, `[W?B]` | a step and then a slide outward: the Griffon, the Manticore |

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
