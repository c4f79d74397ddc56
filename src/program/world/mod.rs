//! Reads and writes files, and serves a site: the module for I/O.
//!
//! A book becomes a map from paths to bytes, and a site is such a map. Errors of the system become
//! [`Diagnostic`](crate::source::Diagnostic)s. The contents of the files are not interpreted here.

#![allow(clippy::disallowed_methods, reason = "this module uses the file system and the network")]

mod book_reader;
mod build_cache;
mod engine_process;
mod file;
#[cfg(feature = "check-links")]
mod outside_links;
mod place;
mod server;
mod site_writer;
mod variant_folders;
mod watch;

pub use book_reader::read_book;
pub use build_cache::{BuildCache, CacheEntry};
pub use engine_process::EngineProcess;
pub use file::{read_text, write_file, write_new_file};
#[cfg(feature = "check-links")]
pub use outside_links::{AddressAnswer, ask_addresses, is_inner};
pub use place::{is_among_sources, leads_out, nearest_book};
pub use server::Server;
pub use site_writer::{SITE_LIST, WriteSummary, is_written, write_site};
pub use variant_folders::{VariantFolders, read_definition};
pub use watch::Watch;
