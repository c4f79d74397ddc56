//! Boards that are drawn as rings: where cells lie, how lines run, what is written around them.
//!
//! The joined edges of such a board touch on the drawing. [`Ring`] places cells, [`RingCurve`] is a
//! line between two of them; `plan` and `draw` ask for the rest where a board is a ring.

mod curve;
mod draw;
mod labels;
mod ring_board;

pub(crate) use curve::{RingCurve, is_between};
pub(crate) use draw::border_along;
pub(crate) use ring_board::Ring;
