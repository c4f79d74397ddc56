//! Draws diagrams of answers, of positions and setups, and of what a piece can do.
//!
//! An [`Illustrator`] holds a variant and the style of its diagrams. Not here: how a
//! [`Figure`](crate::diagram::Figure) becomes a drawing (`diagram`), and its words (`prose`).

mod figures;
mod move_lines;
mod sample;
mod style;

use std::sync::Arc;

use crate::diagram::{BoardView, PieceDrawing, PieceDress};
use crate::game::Piece;
use crate::query::LoadedVariant;

/// A variant and the style of its diagrams.
#[derive(Debug)]
pub struct Illustrator {
    /// The variant that the diagrams show.
    pub variant: Arc<LoadedVariant>,
    /// The boards as diagrams of setups show them.
    boards: Arc<BoardView>,
    /// The boards without the names of zones and borders, which would take space from the cells.
    unlabelled_boards: Arc<BoardView>,
    /// By side and piece type.
    pieces: Vec<Vec<Arc<PieceDrawing>>>,
    /// The same as figurines, if they are drawn as the players of the game know them and these are others.
    figurines: Vec<Vec<Arc<PieceDrawing>>>,
}

impl Illustrator {
    /// Prepares the boards and the pieces of a variant for diagrams.
    pub fn new(variant: impl Into<Arc<LoadedVariant>>) -> Illustrator {
        Illustrator::with_usual_dress(variant, PieceDress::default())
    }

    /// The same with the pieces in this dress, unless the definition says another.
    pub fn with_usual_dress(
        variant: impl Into<Arc<LoadedVariant>>,
        usual: PieceDress,
    ) -> Illustrator {
        let variant = variant.into();
        let dress = variant.variant().dress.unwrap_or(usual);
        Illustrator::dressed(variant, dress)
    }

    /// The same with the pieces in this dress, whatever the definition says.
    pub fn dressed(variant: impl Into<Arc<LoadedVariant>>, dress: PieceDress) -> Illustrator {
        let variant = variant.into();
        let boards = style::board_view(variant.variant());
        let mut unlabelled = boards.clone();
        unlabelled.edge_labels = false;
        let pieces = style::piece_drawings(variant.variant(), dress);
        let has_two = dress == PieceDress::Native
            && variant.variant().faces.iter().any(|face| face.native.is_some());
        let figurines = match has_two {
            true => style::piece_drawings(variant.variant(), PieceDress::Figurine),
            false => Vec::new(),
        };
        let (boards, unlabelled_boards) = (boards.into(), unlabelled.into());
        Illustrator { variant, boards, unlabelled_boards, pieces, figurines }
    }

    /// The same with all boards in this view, whatever a diagram shows.
    pub fn with_view(&self, view: BoardView) -> Illustrator {
        let boards = Arc::new(view);
        let unlabelled_boards = Arc::clone(&boards);
        let (variant, pieces) = (Arc::clone(&self.variant), self.pieces.clone());
        let figurines = self.figurines.clone();
        Illustrator { variant, boards, unlabelled_boards, pieces, figurines }
    }

    /// Returns the drawing of a piece; all diagrams of the variant share it.
    pub fn piece_drawing(&self, piece: Piece) -> &Arc<PieceDrawing> {
        &self.pieces[piece.side.index()][piece.piece_type.index()]
    }

    /// Returns the figurine of a piece, if readers can choose between two forms of all pieces.
    pub fn figurine(&self, piece: Piece) -> Option<&Arc<PieceDrawing>> {
        Some(&self.figurines.get(piece.side.index())?[piece.piece_type.index()])
    }
}
