//! Positions and moves as text: what authors write, what `fairybook moves` prints, FEN and its kin.
//!
//! It knows the letters and names of a [`Variant`](crate::variant::Variant), and reads and prints
//! what the rules hold. Not here: lists of pieces in words, as pages write them (`query`).

mod moves;
mod positions;
mod record_text;

pub use moves::{find_among, find_move, print_move};
pub use positions::{add_castling_rights, parse_position, print_position};
