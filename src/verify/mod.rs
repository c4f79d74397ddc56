//! Verdicts: what the rules say to marks, sentences and arrays that somebody wrote down.
//!
//! An [`Item`] is one thing that was looked at, with its place. It agrees, it disagrees, or it is
//! unchecked for a reason; what nothing here can decide is never counted as agreement. How a page
//! looks is unknown here.

mod badge;
mod foreign;
mod item;
mod report;

pub use badge::{VerdictBadge, page_summary, sentence};
pub use foreign::{PageReport, page};
pub use item::{Item, ItemKind, Outcome};
pub use report::Report;
