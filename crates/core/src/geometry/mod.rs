//! Boards, their cells, and the steps between cells.
//!
//! A [`Layout`] contains all boards of a game: rectangles with holes, levels, hexagons and boards
//! with joined edges. It gives the cell to which a step leads and the name and shade of each cell.
//! It contains no pieces, turns or captures, so that both `rules` and `diagram` use it.

mod board;
mod border_line;
mod cell_patterns;
mod straight_lines;
mod cell_set;
mod orientation;
mod lattice;
mod layout;
mod text_board;
mod tiling;
mod vector;

pub use board::{Axis, AxisKind, Board, EdgeJoin, JoinedEdges};
pub use border_line::BorderLine;
pub use cell_patterns::{LineTable, are_connected, has_block, sides_of_line};
pub use cell_set::{Cell, CellSet, cells_of_words};
pub use lattice::Lattice;
pub use layout::{Layout, LayoutError};
pub use orientation::{Facing, Orientation, Seat, SeatPart};
pub use tiling::Tiling;
pub use vector::{CellCoordinates, Vector};
