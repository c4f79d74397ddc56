//! Rule books of chess variants: generated from definitions, proved against an engine.
//!
//! The rooms of the crate, ground floor first, are drawn in `ARCHITECTURE.md`; a room imports
//! only from the floors below it.

pub mod source;

pub mod geometry;
pub mod notation;

pub mod diagram;
pub mod rules;

pub mod raster;
pub mod variant;

pub mod query;

pub mod claim;
pub mod prose;

pub mod illustrate;

pub mod exchange;

pub mod book;
pub mod verify;

pub mod sheet;

pub mod build;

pub mod world;

pub mod cli;
