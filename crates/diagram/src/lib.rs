//! Draws diagrams of chess variants: a figure becomes a scene, the scene becomes SVG.
//!
#![doc = include_str!("../README.md")]

mod figure;
mod board_sheet;
mod board_view;
mod cell_shapes;
mod piece;
mod crop;
mod draw;
mod plan;
mod ring;
mod glyph;
mod legend;
mod label;
mod scene;
mod path_writer;
#[cfg(feature = "png")]
mod raster;
#[cfg(feature = "png")]
mod svg_drawing;
mod theme;
mod svg;

/// Boards, cells and sets of cells.
pub use fairybook_core::geometry;

pub use board_sheet::BoardSheet;
pub use board_view::{
    BoardArrow, BoardShape, BoardStyle, BoardView, BorderStyle, MIN_RAYS, Surface, ZoneStyle,
};
pub use cell_shapes::CellShape;
pub use draw::{SOCIAL_IMAGE_PX, SocialImage, draw, draw_cover, draw_piece, draw_social_image};
pub use figure::{Figure, Mark, MarkKind, MarkStatus, MoveLine, MoveLineKind};
pub use glyph::{Glyph, PieceDress};
pub use label::missing_glyph_warning;
pub use legend::{LegendEntry, LegendSample, legend, legend_samples};
pub use path_writer::Point;
pub use piece::{ArmyColour, PieceDrawing, PlacedPiece};
pub use plan::CELL;
#[cfg(feature = "png")]
pub use raster::{DrawnBackgrounds, PngSource, write_png};
pub use scene::Scene;
pub use svg::{CELL_PX, SvgTarget, write_column_svg, write_layers, write_sized_svg, write_svg};
#[cfg(feature = "png")]
pub use svg_drawing::glyph_of_svg;
pub use theme::{ColourRole, Rgb, Theme};

use path_writer::PathWriter;
