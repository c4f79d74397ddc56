//! Placement texts, read and written back: the rows of a FEN, widened for any board and any sides.

mod print;
mod read;

pub use print::print_placement;

use crate::source::{Diagnostics, Span};

/// Who stands where, as a text says it: the first field of a FEN, widened.
///
/// Rows stand far side first, `/` between them; boards and levels stand in order, `|` between
/// them. In a row a number is so many empty cells, `*` a hole, a letter a piece: a capital for the
/// first side, a small letter for the second. `+` in front of a letter is a promoted form, `~`
/// behind it a promoted piece that keeps its letter. `{red:K}` is a piece of a side by name, for
/// games in which case cannot tell sides apart. `[PPn]` at the end are pieces in hand. Fields after
/// a blank are kept as they are.
///
/// ```text
/// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
/// k**/3/**K|2q                  two boards, the first with holes
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Placement {
    /// For each board or level, its rows, the far one first.
    pub sections: Vec<Vec<Row>>,
    /// Pieces in hand; `None` where no brackets stand.
    pub hands: Option<Vec<PieceToken>>,
    /// What follows, field by field, with its place in the text.
    pub fields: Vec<(String, Span)>,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// From left to right.
    pub entries: Vec<RowEntry>,
    /// Where the row stands in the text.
    pub span: Span,
}

/// What is on one cell of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowEntry {
    /// Nobody.
    Empty,
    /// There is no cell.
    Hole,
    /// A piece.
    Piece(PieceToken),
}

/// A piece as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceToken {
    /// The side by name, from `{red:K}`.
    pub side: Option<String>,
    /// The letter as written: its case tells first and second side apart.
    pub letter: char,
    /// Whether `+` stands in front.
    pub plus: bool,
    /// Whether `~` stands behind.
    pub tilde: bool,
    /// Where in the text.
    pub span: Span,
}

/// How many cells each row of each section has, where a board is known.
pub type RowLengths = Vec<Vec<usize>>;

impl Placement {
    /// Reads a placement, and the fields of a position text behind it. With a shape, rows must
    /// have its lengths; without, all rows of a section must be equally long.
    ///
    /// A run of digits is one number when that makes the rows of its section fit, and otherwise
    /// each digit counts alone: `12` are twelve cells on a board of twelve files, and three on a
    /// board of three.
    pub fn parse(text: &str, shape: Option<&RowLengths>) -> Result<Placement, Diagnostics> {
        read::read(text, shape)
    }

    /// The same without places in a text, to compare two spellings.
    pub fn without_spans(&self) -> Placement {
        let mut bare = self.clone();
        let rows = bare.sections.iter_mut().flatten();
        for row in rows {
            row.span = Span::default();
            for entry in &mut row.entries {
                if let RowEntry::Piece(token) = entry {
                    token.span = Span::default();
                }
            }
        }
        bare.hands.iter_mut().flatten().for_each(|token| token.span = Span::default());
        bare.fields.iter_mut().for_each(|(_, span)| *span = Span::default());
        bare
    }
}
