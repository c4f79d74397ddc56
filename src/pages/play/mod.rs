//! A reader's session at one board: pieces are chosen and moved, and each answer is a picture.
//!
//! ```text
//! request as JSON  --PlaySession::ask-->  answer as JSON: SVG, cells with labels, moves, sentences
//! ```
//!
//! The pictures come from the same code as those of pages: on opening, the SVG is that of the page.
//! Only legal moves are played. Not here: pages, templates and anything that a browser does.

mod answer;
mod choices;
mod figure_request;
mod game_line;
mod open_board;
mod pictures;
mod session;

pub use figure_request::{FigureContent, FigureRequest, MovesContent};
pub use session::PlaySession;
