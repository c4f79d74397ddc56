//! Foreign formats, in and out, one file each.
//!
//! What others wrote is read as it stands, damage included, and with its place in the file; what
//! cannot be read is said, never skipped. Whether it is *true* is not asked here.

mod listing;
mod page_html;

pub use page_html::{PageDiagram, read_page};
