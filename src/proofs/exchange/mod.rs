//! Reads foreign formats, one file each.
//!
//! Damaged files are read too, with the location of each part. Everything that cannot be read is
//! reported. Whether the contents are correct is checked elsewhere, by `verify`.

mod page_html;

pub use page_html::{PageDiagram, read_page};
