//! Draws diagrams of answers, of positions and setups, and of what a piece can do.
//!
//! An [`Illustrator`] holds a variant and the style of its diagrams. Not here: how a
//! [`Figure`](crate::diagram::Figure) becomes a drawing (`diagram`), and its words (`prose`).

mod figures;
mod move_lines;
mod sample;
mod style;

use std::sync::Arc;

use crate::diagram::PieceDrawing;
use crate::query::LoadedVariant;
use crate::rules::Piece;

use style::DiagramStyle;

/// A variant and the style of its diagrams.
#[derive(Debug)]
pub struct Illustrator {
    /// The variant that the diagrams show.
    pub variant: Arc<LoadedVariant>,
    style: DiagramStyle,
}

impl Illustrator {
    /// Prepares the boards and the pieces of a variant for diagrams.
    pub fn new(variant: impl Into<Arc<LoadedVariant>>) -> Illustrator {
        let variant = variant.into();
        let style = DiagramStyle::new(variant.variant());
        Illustrator { variant, style }
    }

    /// Returns the drawing of a piece; all diagrams of the variant share it.
    pub fn piece_drawing(&self, piece: Piece) -> &Arc<PieceDrawing> {
        self.style.piece(piece)
    }
}
