//! All integration tests, one module a subject.

// Tests see the machine, and say so by panicking.
#![allow(clippy::disallowed_methods, clippy::unwrap_used, clippy::print_stderr)]
#![allow(missing_docs)]

mod agreement;
mod book;
mod budget;
mod build_memory;
mod changed_numbers;
mod checklist;
mod claim_words;
mod cli;
mod confirmed_cases;
mod coverage;
mod definitions;
mod dice;
mod auras;
mod effects;
mod engine_record;
mod facts;
mod fuzz;
mod games;
mod growth;
mod mechanisms;
mod messages;
mod modules;
mod mutations;
mod native;
mod notation;
mod outside;
mod outside_links;
mod outside_rules;
mod pictures;
mod play;
mod playground;
mod query;
mod reach;
mod read_moves;
mod readings;
mod readme;
mod reference;
mod relevant_cells;
mod renaming;
mod scratch;
mod search;
mod serve;
mod shipped;
mod silhouettes;
mod site_features;
mod slow_notations;
mod survey;
mod svg_marks;
mod tidy;
mod turn_parts;
mod tutorial;
mod two_movers;
mod unmodelled;
mod unseen;
mod variant_files;
mod word_games;
mod words;
mod world;
