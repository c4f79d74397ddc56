//! Rules of chess variants: boards of any shape, pieces by notation, and the moves that follow.
//!
#![doc = include_str!("../README.md")]
//!
//! A module imports only from the modules above it in this file.

pub mod source;

pub mod geometry;
pub mod notation;

pub mod directions;
pub mod game;

mod program;

pub mod rules;
