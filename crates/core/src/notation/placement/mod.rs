//! Placement texts: the first field of a FEN, extended to any board and any sides.

mod print;
mod read;

pub use print::print_placement;

use crate::source::{Diagnostics, Span};

/// The contents of all cells, as a text gives them.
///
/// - Rows begin with the far one, with `/` between them. Boards and levels are in order, with `|`
///   between them.
/// - In a row, a number is a number of empty cells, `*` a hole, and a letter a piece: a capital for
///   the first side, a small letter for the second.
/// - `+` before a letter is a promoted form, `~` after it a promoted piece that keeps its letter.
/// - `{red:K}` is a piece of a side by name, for games of more than two sides.
/// - `[PPn]` at the end are pieces in hand. Fields after a blank are kept unread.
///
/// ```text
/// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
/// k**/3/**K|2q                  two boards, the first with holes
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Placement {
    /// For each board or level, its rows, the far one first.
    pub sections: Vec<Vec<Row>>,
    /// Pieces in hand; `None` without brackets.
    pub hands: Option<Vec<PieceToken>>,
    /// The fields that follow, with their spans.
    pub fields: Vec<(String, Span)>,
}

/// One row of a placement.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// The cells from left to right.
    pub entries: Vec<RowEntry>,
    /// The span of the row in the text.
    pub span: Span,
}

/// The contents of one cell of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowEntry {
    /// An empty cell.
    Empty,
    /// No cell.
    Hole,
    /// A piece.
    Piece(PieceToken),
}

/// A piece as the text writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceToken {
    /// The name of the side, as in `{red:K}`.
    pub side: Option<String>,
    /// The letter as written: a capital for the first side, a small letter for the second.
    pub letter: char,
    /// Whether `+` is before it.
    pub plus: bool,
    /// Whether `~` is after it.
    pub tilde: bool,
    /// The span in the text.
    pub span: Span,
}

/// The number of cells of each row of each section of a known board.
pub type RowLengths = Vec<Vec<usize>>;

impl Placement {
    /// Parses a placement and the fields after it.
    ///
    /// Rows must have these lengths. Without `lengths`, all rows of a section must be equally long.
    /// A run of digits is one number if the rows of its section then fit. Otherwise each digit is
    /// a number: `12` is twelve cells on a board of twelve files, and three on a board of three.
    pub fn parse(text: &str, lengths: Option<&RowLengths>) -> Result<Placement, Diagnostics> {
        read::read(text, lengths)
    }
}
