//! What is read of a foreign page: its diagrams, and the games that it says itself.

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
    /// Its pieces.
    pub placement: PagePlacement,
    /// The marked cells, a group for each sign; empty if none is marked.
    pub marks: Vec<MarkGroup>,
}

/// The pieces of a diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PagePlacement {
    /// The text of a placement: rows with `/` between them, without white space and later fields.
    Fen(String),
    /// Cells, row by row from the far one, in so many columns.
    Grid {
        /// The number of columns.
        columns: usize,
        /// The cells of all rows.
        cells: Vec<GridCell>,
    },
}

/// A cell of a diagram.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GridCell {
    /// Without a piece.
    Empty,
    /// No cell of the board.
    Hole,
    /// With a piece.
    Piece {
        /// What the page writes: `N`, `nl`.
        code: String,
        /// Names and letters that the piece may have, the likeliest first; empty if the picture means any piece.
        words: Vec<String>,
        /// Whether it belongs to the first side.
        is_first: bool,
    },
}

/// The cells that are marked with one sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkGroup {
    /// The sign, as in `#` or `xo`; empty if the format has only one.
    pub sign: String,
    /// The cells.
    pub cells: Vec<PageCell>,
}

/// A cell that a page marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PageCell {
    /// By its name.
    Name(String),
    /// By its index in the grid of the diagram.
    Index(usize),
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
    /// Its pieces, in the order of the page.
    pub pieces: Vec<PagePiece>,
    /// What promotes, and to what, as indices of pieces.
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
    /// For each side: file and rank of its pieces, from 0.
    pub cells: [Vec<(usize, usize)>; 2],
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
    let text = file.text();
    let hidden = page_html::hidden(text);
    let mut page = ForeignPage::default();
    let mut diagnostics = Diagnostics::default();
    let fen = page_html::read(text, &hidden);
    let designer = designer::read(text, &hidden);
    for (at, diagram) in fen.into_iter().chain(designer).chain(wikipedia::read(text)) {
        let span = file.line_at(at);
        match diagram {
            Ok((placement, marks)) => page.diagrams.push(PageDiagram { span, placement, marks }),
            Err((why, help)) => {
                let message = format!("this diagram cannot be read: {why}");
                let error = Diagnostic::error(Code::PageDiagram, message).in_file(file, span);
                diagnostics.push(error.help(help));
            }
        }
    }
    sort_by_key(&mut page.diagrams, |diagram| diagram.span);
    for (at, game) in interactive_diagram::read(file, &hidden) {
        match game {
            Ok(game) => page.games.push(game),
            Err((why, help)) => {
                let message = format!("this Interactive Diagram cannot be read: {why}");
                let error = Diagnostic::error(Code::PageDiagram, message);
                diagnostics.push(error.in_file(file, file.line_at(at)).help(help));
            }
        }
    }
    (page, diagnostics)
}

/// A diagram, or why it cannot be read and what to do.
pub(super) type ReadDiagram = Result<(PagePlacement, Vec<MarkGroup>), (String, &'static str)>;

/// Adds a cell to the group of a sign.
pub(super) fn mark(groups: &mut Vec<MarkGroup>, sign: &str, cell: PageCell) {
    match groups.iter_mut().find(|group| group.sign == sign) {
        Some(group) => group.cells.push(cell),
        None => groups.push(MarkGroup { sign: sign.to_owned(), cells: vec![cell] }),
    }
}
