use crate::geometry::{Cell, Cells};
use crate::rules::{Piece, PieceTypeId, Position, SideId};
use crate::source::{article, limits};

use super::{Answer, MovesRequest, Show, Study};

/// Marked cells, as somebody drew them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    /// The cells.
    pub cells: Cells,
    /// Names that are no cells of the board.
    pub strangers: Vec<String>,
}

/// What the rules say to something that a page says.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It is so.
    Agree,
    /// It is not so.
    Disagree(Disagreement),
    /// Nothing here can decide it; why, as the end of a sentence.
    Unchecked(String),
}

/// How a page and the rules differ.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Disagreement {
    /// What holds instead, in one line.
    pub message: String,
    /// Cells that the rules have and the page has not.
    pub missing: Vec<String>,
    /// Cells that the page has and the rules have not.
    pub extra: Vec<String>,
    /// Facts for below the excerpt: the difference as a drawn board.
    pub notes: Vec<String>,
    /// What would agree.
    pub hint: Option<String>,
}

/// A piece and a cell whose answer is exactly what is marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Likely {
    /// The kind.
    pub kind: PieceTypeId,
    /// Those sides for which it holds.
    pub sides: Vec<SideId>,
    /// From where.
    pub at: Cell,
    /// Which of its cells are marked.
    pub show: Show,
}

/// At most so many pieces are named in a hint.
const NAMED: usize = 4;

impl Study {
    /// Finds the cells of a list of names.
    pub fn marks<S: AsRef<str>>(&self, names: impl IntoIterator<Item = S>) -> Marks {
        let mut marks = Marks::default();
        for name in names {
            match self.layout().find(name.as_ref()) {
                Some(cell) => {
                    marks.cells.add(cell);
                }
                None => marks.strangers.push(name.as_ref().to_owned()),
            }
        }
        marks
    }

    /// Compares marks with an answer.
    ///
    /// The cell on which the piece stands may be marked or not where a move may end there: a
    /// piece that shoots and stays is drawn either way.
    pub fn compare(&self, marks: &Marks, answer: &Answer) -> Verdict {
        let (missing, extra) = differences(&marks.cells, &answer.cells, answer.at);
        if missing.is_empty() && extra.is_empty() && marks.strangers.is_empty() {
            return Verdict::Agree;
        }
        let extra_names =
            self.cell_names(&extra).into_iter().chain(marks.strangers.iter().cloned()).collect();
        let pieces: Vec<String> =
            answer.pieces.iter().map(|&piece| self.piece_name(piece)).collect();
        let at = self.cell_name(answer.at);
        Verdict::Disagree(Disagreement {
            message: format!(
                "the page marks {} for the {} on {at}; the rules give {}",
                counted(marks.cells.count() + marks.strangers.len(), "cell"),
                pieces.join(" and "),
                answer.cells.count()
            ),
            missing: self.cell_names(&missing),
            extra: extra_names,
            notes: vec![
                self.draw_difference(answer, &marks.cells),
                "x right, ? missing, ! wrong".to_owned(),
            ],
            hint: self.hint(marks, answer),
        })
    }

    /// Compares a drawn array with the definition's, of all sides or of one.
    pub fn compare_setup(&self, drawn: &Position, side: Option<SideId>) -> Verdict {
        let array = self.array(side);
        let list = |here: &Position, there: &Position| -> Vec<String> {
            let pieces = here.pieces().filter(|&(cell, piece)| there.piece_at(cell) != Some(piece));
            pieces
                .map(|(cell, piece)| format!("{} {}", self.piece_name(piece), self.cell_name(cell)))
                .collect()
        };
        let (missing, extra) = (list(&array, drawn), list(drawn, &array));
        if missing.is_empty() && extra.is_empty() {
            return Verdict::Agree;
        }
        let cells = self.layout().cells();
        let differing = cells.filter(|&cell| array.piece_at(cell) != drawn.piece_at(cell)).count();
        let message = format!(
            "the drawn array differs from the definition on {}",
            counted(differing, "cell")
        );
        Verdict::Disagree(Disagreement { message, missing, extra, ..Disagreement::default() })
    }

    /// The difference as a drawn board: `x` right, `?` missing from the page, `!` marked and
    /// wrong, `o` the piece; others by their letters.
    ///
    /// ```text
    /// 3  x . ?
    /// 2  . o .
    /// 1  x . !
    ///
    ///    a b c
    /// ```
    pub fn draw_difference(&self, answer: &Answer, marks: &Cells) -> String {
        self.layout().text_board(|cell| {
            let shown = match (marks.has(cell), answer.cells.has(cell)) {
                _ if cell == answer.at => "o",
                (true, true) => "x",
                (false, true) => "?",
                (true, false) => "!",
                (false, false) => match answer.position.piece_at(cell) {
                    Some(piece) => return self.variant().letter_of(piece),
                    None => ".",
                },
            };
            shown.to_owned()
        })
    }

    fn hint(&self, marks: &Marks, answer: &Answer) -> Option<String> {
        if let Some(stranger) = marks.strangers.first() {
            let help = self.cell(stranger).err()?.help.unwrap_or_default();
            return Some(format!("`{stranger}` is no cell of the board: {help}"));
        }
        let likely = self.likely(&marks.cells, answer);
        let mut named: Vec<String> =
            likely.iter().take(NAMED).map(|likely| self.likely_words(likely)).collect();
        if likely.len() > NAMED {
            named.push(format!("{} more", likely.len() - NAMED));
        }
        match &named[..] {
            [] => None,
            [only] => Some(format!("the marks are exactly those of {only}")),
            several => Some(format!("the marks fit {}", several.join("; "))),
        }
    }

    /// The pieces, of all armies and sides, whose answer is exactly what is marked: on the same
    /// cell if there are any, else on whichever other cell there is only one.
    pub fn likely(&self, marks: &Cells, answer: &Answer) -> Vec<Likely> {
        if marks.is_empty() {
            return Vec::new();
        }
        for show in std::iter::once(answer.show).chain([Show::Moves, Show::Captures, Show::Victims])
        {
            let here = self.likely_at(marks, answer, answer.at, show);
            if !here.is_empty() {
                return here;
            }
        }
        let game = self.rules().game();
        let work = self.layout().len() * game.piece_types.len() * game.sides.len();
        if work > limits::BOARD_LOOKUPS / 10 {
            return Vec::new();
        }
        let free = self.layout().cells().filter(|&cell| answer.position.piece_at(cell).is_none());
        let elsewhere: Vec<Likely> =
            free.flat_map(|cell| self.likely_at(marks, answer, cell, answer.show)).collect();
        if elsewhere.len() == 1 { elsewhere } else { Vec::new() }
    }

    fn likely_at(&self, marks: &Cells, answer: &Answer, at: Cell, show: Show) -> Vec<Likely> {
        let game = self.rules().game();
        let mut position = answer.position.clone();
        position.set_piece(answer.at, None);
        let mut found: Vec<Likely> = Vec::new();
        for piece_type in game.piece_type_ids() {
            let fits = |side: &SideId| {
                self.fits(&position, at, Piece { side: *side, piece_type }, marks, show)
            };
            let sides = game.side_ids();
            let sides: Vec<SideId> = sides.filter(|side| fits(side)).collect();
            if !sides.is_empty() {
                found.push(Likely { kind: piece_type, sides, at, show });
            }
        }
        found
    }

    fn fits(&self, position: &Position, at: Cell, piece: Piece, marks: &Cells, show: Show) -> bool {
        let position = Some(position.clone());
        let request = MovesRequest { position, show, ..MovesRequest::new(piece, at) };
        self.answer(&request).is_ok_and(|answer| {
            let (missing, extra) = differences(marks, &answer.cells, at);
            missing.is_empty() && extra.is_empty()
        })
    }

    /// `a white Colonel (letter `L`) on e4`
    fn likely_words(&self, likely: &Likely) -> String {
        let Likely { kind, sides, at, show } = likely;
        let all = sides.len() == self.rules().game().sides.len();
        let (piece, letter) = match sides[..] {
            [side] if !all => {
                let piece = Piece { side, piece_type: *kind };
                (self.piece_name(piece), self.variant().letter_of(piece))
            }
            _ => (self.kind_name(*kind).to_owned(), self.variant().face(*kind).letter.clone()),
        };
        let what = match show {
            Show::Moves => String::new(),
            Show::Quiet | Show::Captures | Show::Victims => format!("the {} of ", show.word()),
        };
        let at = self.cell_name(*at);
        format!("{what}{} {piece} (letter `{letter}`) on {at}", article(&piece))
    }
}

/// Cells that are missing from marks and cells that should not be marked, the piece's own aside.
fn differences(marks: &Cells, cells: &Cells, at: Cell) -> (Cells, Cells) {
    let mut missing = cells.without(marks);
    missing.remove(at);
    (missing, marks.without(cells))
}

/// `1 cell`, `2 cells`
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::super::testing::armies;
    use super::*;

    fn verdict(placement: &str, at: &str, marks: &str) -> Verdict {
        let study = armies();
        let position = study.position(placement).expect("a placement");
        let at = study.cell(at).expect("a cell");
        let piece = position.piece_at(at).expect("somebody stands there");
        let request = MovesRequest { position: Some(position), ..MovesRequest::new(piece, at) };
        let answer = study.answer(&request).expect("its moves are known");
        study.compare(&study.marks(marks.split_whitespace()), &answer)
    }

    const COLONEL: &str = "e5 e6 e7 e8 d4 c4 b4 a4 f4 g4 h4 d6 c5 f6 g5 d5 f5 d3 e3 f3";

    #[test]
    fn right_marks_agree() {
        assert_eq!(verdict("8/8/8/8/4L3/8/8/8", "e4", COLONEL), Verdict::Agree);
        assert_eq!(verdict("8/8/8/8/4i3/8/8/8", "e4", "d6 d2 f6 f2 d3 d5 f5 f3"), Verdict::Agree);
    }

    #[test]
    fn wrong_marks_are_explained() {
        let Verdict::Disagree(wrong) = verdict("8/8/8/8/4c3/8/8/8", "e4", COLONEL) else {
            panic!("the marks are a colonel's");
        };
        assert_eq!(
            wrong.message,
            "the page marks 20 cells for the black Cardinal on e4; the rules give 21"
        );
        assert_eq!(wrong.missing.join(" "), "a8 b1 b7 c2 c3 c6 d2 f2 g2 g3 g6 h1 h7");
        assert_eq!(wrong.extra.join(" "), "a4 b4 c4 d4 e3 e5 e6 e7 e8 f4 g4 h4");
        let hint = "the marks are exactly those of a white Colonel (letter `L`) on e4";
        assert_eq!(wrong.hint.as_deref(), Some(hint));
        let board = "\
8  ? . . . ! . . .
7  . ? . . ! . . ?
6  . . ? x ! x ? .
5  . . x x ! x x .
4  ! ! ! ! o ! ! !
3  . . ? x ! x ? .
2  . . ? ? . ? ? .
1  . ? . . . . . ?

   a b c d e f g h";
        assert_eq!(wrong.notes[0], board);
    }

    #[test]
    fn a_cell_that_is_not_there_is_never_right() {
        let Verdict::Disagree(wrong) = verdict("8/8/8/3D4/8/8/8/8", "d5", "z9") else {
            panic!("there is no z9");
        };
        assert_eq!(wrong.extra, ["z9"]);
        assert_eq!(
            wrong.hint.as_deref(),
            Some("`z9` is no cell of the board: cells go from `a1` to `h8`")
        );
    }
}
