//! What is read of a foreign page: its diagrams, and the games that it says itself.

use std::collections::BTreeSet;

use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, Span, sort_by_key};

use super::{designer, interactive_diagram, page_html, wikipedia};

/// What is read of a foreign page.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ForeignPage {
    /// The diagrams with marks, in the order of the page.
    pub diagrams: Vec<PageDiagram>,
    /// The games of Interactive Diagrams, in the order of the page.
    pub games: Vec<PageGame>,
}

/// A diagram of a foreign page.
///
/// ```text
/// <div class="diag" data-fen="8/8/8/3N4/8/8/8/8 w 0" data-mks="b4,b6,c3,c7,e3,e7,f4,f6">
/// <img src="drawdiagram.php?code=4#3/8/3N4/8/4#3&amp;cols=8">
/// {{Chess diagram 5x5|tright||  |xo|  |xo|  |xo|  |  |  |xo|  |  |nl|  |  |xo|  ...}}
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageDiagram {
    /// The line on which it begins.
    pub span: Span,
    /// Its pieces and marks.
    pub board: PageBoard,
}

/// The pieces and marks of a diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageBoard {
    /// In text.
    Fen {
        /// Rows with `/` between them, without white space and later fields.
        placement: String,
        /// The names of the marked cells.
        marks: Vec<String>,
    },
    /// Cell by cell.
    Grid {
        /// The number of columns.
        columns: usize,
        /// The cells, row by row from the far one; `None` is no cell of the board.
        cells: Vec<Option<GridCell>>,
    },
}

/// A cell of a diagram.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GridCell {
    /// The piece on it.
    pub piece: Option<GridPiece>,
    /// The sign with which it is marked, as in `#` or `xo`; empty if it is not.
    pub sign: String,
}

/// A piece of a diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GridPiece {
    /// What the page writes: `N`, `nl`.
    pub code: String,
    /// Names and letters that the piece may have, the likeliest first; empty if the picture means any piece.
    pub words: Vec<String>,
    /// Whether it belongs to the first side.
    pub is_first: bool,
}

/// A game that a page says itself.
///
/// ```text
/// <div class="idiagram">
/// files=8
/// knight:N:NW:knight:b1,g1
/// king:K:K:king:e1
/// </div>
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageGame {
    /// The line on which it begins.
    pub span: Span,
    /// The number of files.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// The number of the first rank.
    pub first_rank: usize,
    /// Whether the second side's board is turned, not mirrored.
    pub is_turned: bool,
    /// Whether a piece without cells of the second side has those of the first, from the other seat.
    pub is_symmetric: bool,
    /// Rank and file of what is no cell, from 0.
    pub holes: BTreeSet<(usize, usize)>,
    /// Its pieces, in the order of the page.
    pub pieces: Vec<PagePiece>,
    /// The indices of the pieces that promote, each with those that it may become.
    pub promotions: Vec<(usize, Vec<usize>)>,
    /// The number of far ranks on which a piece promotes.
    pub promotion_zone: usize,
    /// Whether a piece may stay what it is.
    pub promotion_is_optional: bool,
    /// Whether a piece promotes only to one that its side has lost.
    pub promotes_to_lost: bool,
    /// What is not read, each with its line.
    pub unread: Vec<(String, Span)>,
}

/// A piece of a game that a page says itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PagePiece {
    /// Its line.
    pub span: Span,
    /// Its name.
    pub name: String,
    /// Its letter or letters.
    pub id: String,
    /// Its moves; `None` if it is the usual piece of that name.
    pub betza: Option<String>,
    /// For each side: rank and file of its pieces, from 0.
    pub cells: [BTreeSet<(usize, usize)>; 2],
    /// Whether the game is about it.
    pub royal: bool,
}

/// Returns the diagrams and games of a page of any format, and errors about those that cannot be read.
///
/// The page may be HTML, damaged too, or wikitext. Each diagram gives either a diagram or an error.
///
/// ```
/// use fairybook::exchange::read_page;
/// use fairybook::source::SourceFile;
///
/// let text = "<img src='drawdiagram.php?code=2#2/5/2N2'>";
/// let (page, errors) = read_page(&SourceFile::new("page.html", text));
/// assert_eq!((page.diagrams.len(), page.games.len(), errors.len()), (1, 0, 0));
/// ```
pub fn read_page(file: &SourceFile) -> (ForeignPage, Diagnostics) {
    let text = page_html::shown(file.text());
    let mut page = ForeignPage::default();
    let mut diagnostics = Diagnostics::default();
    let mut report = |what: &str, span: Span, (why, help): Unreadable| {
        let message = format!("this {what} cannot be read: {why}");
        let error = Diagnostic::error(Code::PageDiagram, message).in_file(file, span);
        diagnostics.push(error.help(help));
    };
    for read in [page_html::read, designer::read, wikipedia::read] {
        for (at, board) in read(&text) {
            let span = file.line_at(at);
            match board {
                Ok(board) => page.diagrams.push(PageDiagram { span, board }),
                Err(why) => report("diagram", span, why),
            }
        }
    }
    sort_by_key(&mut page.diagrams, |diagram| diagram.span);
    for (span, game) in interactive_diagram::read(file, &text) {
        match game {
            Ok(game) => page.games.push(game),
            Err(why) => report("Interactive Diagram", span, why),
        }
    }
    (page, diagnostics)
}

/// Why something cannot be read, and what to do.
pub(super) type Unreadable = (String, &'static str);
/// A diagram, or why it cannot be read.
pub(super) type ReadDiagram = Result<PageBoard, Unreadable>;
