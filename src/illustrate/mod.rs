//! Diagrams of answers, positions and setups, and of what a piece can do.

mod figures;
mod sample;
