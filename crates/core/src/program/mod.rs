//! Programs: the moves of one piece type of one side, compiled cell by cell.
//!
//! [`compile`] makes a [`Program`] of the move rules of a game. Programs of one game share
//! [`SharedTables`]. The module knows boards and notation, but no position: `rules` executes what
//! it makes.

mod operations;
mod shared_tables;
mod compile;
mod chain;
mod shots;
mod series;
mod routes;
mod step_bound;
mod attack_mask;

pub use attack_mask::capture_masks;
pub use compile::{compile, compile_notation};
pub use operations::{
    BetweenCell, CellRange, Chain, ChainLeg, EndConditions, HurdleUse, LegEnding, NO_CELL, Op,
    Program, Series, ShootingMove,
};
pub use shared_tables::SharedTables;
