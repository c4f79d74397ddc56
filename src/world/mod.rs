//! Disk and processes: the only room with windows.
//!
//! A book comes in as a map of paths to bytes, a site goes out as another one. Whatever can fail
//! for reasons outside the program fails here, and is told as a [`Diagnostic`] like any other
//! mistake. What the files mean is not known here.
//!
//! [`Diagnostic`]: crate::source::Diagnostic

#![allow(clippy::disallowed_methods, reason = "this is the room that sees the machine")]

mod book;
mod file;
mod server;
mod shelf;
mod site;
mod watch;

pub use book::read_book;
pub use file::{read_text, write_file, write_new_file};
pub use server::Server;
pub use shelf::Shelf;
pub use site::{SITE_LIST, Written, write_site};
pub use watch::Watch;
