//! Files, places in them, and what is wrong there.
//!
//! The ground floor: every other room speaks of its input in spans of a [`SourceFile`] and
//! complains in [`Diagnostic`]s. It knows nothing of chess, TOML or Markdown, and does no IO:
//! whoever reads the disk hands the text in.

mod code;
mod diagnostic;
mod draw;
mod file;
pub mod limits;
mod series;
mod span;
mod suggest;

pub use code::Code;
pub use diagnostic::{Diagnostic, Label, Severity};
pub use draw::draw;
pub use file::{Place, SourceFile};
pub use series::{article, series};
pub use span::{Span, Spanned};
pub use suggest::closest;
