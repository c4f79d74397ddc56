//! Cells, boards, and how a board looks from each seat.
//!
//! A [`Layout`] holds all boards of a game: rectangles with holes, levels, hexagons, edges that
//! are joined. It knows which step leads from which cell to which, how cells are named and
//! shaded. It does not know what a piece, a turn or a capture is, and so serves the mover and the
//! draughtsman alike.

mod board;
mod cell_set;
mod orientation;
mod lattice;
mod layout;
mod text_board;
mod tiling;
mod vector;

pub use board::{Axis, AxisKind, Board, Joined};
pub use cell_set::{Cell, Cells};
pub use lattice::Lattice;
pub use layout::{Layout, LayoutError};
pub use orientation::{Facing, Frame, Seat, SeatPart};
pub use tiling::Tiling;
pub use vector::{Point, Vector};
