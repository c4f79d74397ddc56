//! Reads foreign formats, one file each.
//!
//! Damaged files are read too, with the location of each part. Everything that cannot be read is
//! reported. Whether the contents are correct is checked elsewhere, by `verify`.

mod designer;
mod foreign_page;
mod interactive_diagram;
mod page_html;
mod wikipedia;

pub use foreign_page::{
    ForeignPage, GridCell, GridPiece, PageBoard, PageDiagram, PageGame, PagePiece, read_page,
};
