//! Pictures: a figure becomes a scene, the scene becomes SVG, SVG becomes PNG.
//!
//! ```text
//! Figure --draw--> Scene --write_svg--> SVG --write_png--> PNG
//!    what is shown    paths and inks      text       |
//!                                   read_marks <-----+   what the finished text claims
//! ```
//!
//! A [`Figure`] says what stands and is marked on which cell. The room knows boards and their
//! shapes, and how pieces and marks look; it knows no rule. A picture can therefore be wrong, and
//! checking one means something.

mod figure;
mod ground;
mod piece;
mod crop;
mod draw;
mod plan;
mod glyph;
mod legend;
mod label;
mod outlines;
mod scene;
mod pen;
mod theme;
mod svg;
mod png;
mod read;

pub use draw::{POSTER_PX, Poster, draw, draw_piece, draw_poster};
pub use figure::{Figure, Manner, Mark, MarkKind, Trail, TrailKind, Verdict};
pub use glyph::Glyph;
pub use ground::{BoardStyle, BorderStyle, FEWEST_RAYS, Flow, Ground, Shape, Surface, ZoneStyle};
pub use label::undrawable;
pub use legend::{LegendEntry, Sign, legend, signs};
pub use pen::{Pen, Spot};
pub use piece::{Army, Piece, Piece as PieceDrawing, Stander};
pub use png::write_png;
pub use read::{ReadMark, read_marks};
pub use scene::Scene;
pub use svg::{CELL_PX, Flavour, write_svg};
pub use theme::{Ink, Rgb, Theme};
