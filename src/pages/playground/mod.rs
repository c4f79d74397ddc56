//! The playground: a game is written in a browser, and the verified page follows each change.
//!
//! ```text
//! definition and page as JSON  --PlaygroundSession::ask-->  the page as HTML, diagnostics, counts
//! ```
//!
//! A request builds a book of one game, as `fairybook build` does, and takes from its memory what is
//! the same. The book can be had as an archive. Not here: editors, frames and anything that a browser
//! does.

mod archive;
mod game_book;
mod session;

pub use session::PlaygroundSession;
