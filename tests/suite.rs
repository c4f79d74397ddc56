//! All integration tests, one module a subject.

// Tests see the machine, and say so by panicking.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stderr)]
#![allow(missing_docs)]

mod agreement;
mod book;
mod checklist;
mod cli;
mod definitions;
mod dice;
mod facts;
mod footprint;
mod games;
mod mutations;
mod nasty;
mod notation;
mod outside;
mod readme;
mod pictures;
mod reach;
mod readings;
mod reference_mover;
mod renaming;
mod scratch;
mod shipped;
mod serve;
mod study;
mod svg_marks;
mod tidy;
mod two_movers;
mod world;
