//! Rasterises scenes: SVG becomes PNG.
//!
//! The only module that uses a rasteriser. Reading a definition or writing SVG does not need it.

mod png;

pub use png::{DrawnBackgrounds, PngSource, write_png};
