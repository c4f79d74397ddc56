//! All integration tests, one module a subject.

// Tests see the machine, and say so by panicking.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stderr)]
#![allow(missing_docs)]

mod agreement;
mod book;
mod checklist;
mod claim_words;
mod cli;
mod coverage;
mod definitions;
mod dice;
mod effects;
mod facts;
mod games;
mod growth;
mod mutations;
mod native;
mod notation;
mod outside;
mod outside_rules;
mod pictures;
mod query;
mod reach;
mod read_moves;
mod readings;
mod readme;
mod reference_mover;
mod relevant_cells;
mod renaming;
mod scratch;
mod serve;
mod shipped;
mod silhouettes;
mod slow_notations;
mod svg_marks;
mod tidy;
mod two_movers;
mod unmodelled;
mod unseen;
mod variant_files;
mod words;
mod world;
