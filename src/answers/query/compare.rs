//! Compares marked cells and drawn setups with the cells and pieces that the rules give.

use crate::game::{Piece, PieceTypeId, SideId};
use crate::geometry::{Cell, CellSet};
use crate::rules::Position;
use crate::source::{article, limits};

use super::{LoadedVariant, MoveFilter, MovesAnswer, MovesRequest};

/// The cells that a page marks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MarkedCells {
    /// The cells of the board.
    pub cells: CellSet,
    /// Names that no cell of the board has.
    pub unknown_names: Vec<String>,
}

/// The result of a comparison of a page with the rules.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The page and the rules agree.
    Agree,
    /// The page and the rules differ.
    Disagree(Disagreement),
    /// No rule of the definition decides it; the reason as the end of a sentence.
    Unchecked(String),
}

/// How a page and the rules differ.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Disagreement {
    /// What holds instead, in one line.
    pub message: String,
    /// Cells that the rules give and the page lacks.
    pub missing: Vec<String>,
    /// Cells that the page gives and the rules do not.
    pub extra: Vec<String>,
    /// Text for below the excerpt, as the difference in a text board.
    pub notes: Vec<String>,
    /// What would agree with the page.
    pub hint: Option<String>,
}

/// The number of cells from which a set is too long to be written anew.
pub const MAX_WRITTEN: usize = 30;
/// The advice for a setup that page and definition say otherwise.
pub const OTHER_SETUP: &str = "if the page is right, mend the setup or `[board]` of the definition";

/// A piece type and a cell whose answer is exactly the marked cells.
struct LikelyPiece {
    piece_type: PieceTypeId,
    /// The sides whose piece has this answer.
    sides: Vec<SideId>,
    at: Cell,
    show: MoveFilter,
}

impl LoadedVariant {
    /// Finds the cells of a list of names.
    pub fn marks<S: AsRef<str>>(&self, names: impl IntoIterator<Item = S>) -> MarkedCells {
        let mut marks = MarkedCells::default();
        for name in names {
            match self.layout().find(name.as_ref()) {
                Some(cell) => _ = marks.cells.insert(cell),
                None => marks.unknown_names.push(name.as_ref().to_owned()),
            }
        }
        marks
    }

    /// Compares marked cells with an answer.
    ///
    /// If a move may end on the cell of the piece itself, that cell may be marked or not: diagrams
    /// of a piece that shoots without moving are drawn in both ways.
    ///
    /// ```
    /// use fairybook::query::{MovesRequest, Verdict};
    /// use fairybook::game::Piece;
    /// # mod shared { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/doctest_chess.rs")); }
    /// # let chess = shared::chess();
    /// let knight = Piece { side: chess.first_side(), piece_type: chess.kind("knight").unwrap() };
    /// let request = MovesRequest::new(knight, chess.cell("a1").unwrap());
    /// let answer = chess.answer(&request).unwrap();
    /// assert_eq!(chess.compare(&chess.marks(["b3", "c2"]), &answer), Verdict::Agree);
    /// ```
    pub fn compare(&self, marks: &MarkedCells, answer: &MovesAnswer) -> Verdict {
        let (missing, extra) = differences(&marks.cells, &answer.cells, answer.at);
        if missing.is_empty() && extra.is_empty() && marks.unknown_names.is_empty() {
            return Verdict::Agree;
        }
        let mut extra = self.cell_names(&extra);
        extra.extend(marks.unknown_names.iter().cloned());
        let pieces: Vec<String> =
            answer.pieces.iter().map(|&piece| self.piece_name(piece)).collect();
        let message = format!(
            "the page marks {} for the {} on {}; the rules give {}",
            count_with_noun(marks.cells.len() + marks.unknown_names.len(), "cell"),
            pieces.join(" and "),
            self.cell_name(answer.at),
            answer.cells.len()
        );
        let board = draw_difference(self, answer, &marks.cells);
        let notes = vec![board, "x right, ? missing, ! wrong".to_owned()];
        let (missing, hint) = (self.cell_names(&missing), hint(self, marks, answer));
        Verdict::Disagree(Disagreement { message, missing, extra, notes, hint })
    }

    /// Compares a drawn setup with the initial position, of all sides or of one.
    pub fn compare_setup(&self, drawn: &Position, side: Option<SideId>) -> Verdict {
        let initial = self.initial_pieces(side);
        let words = |(cell, piece)| format!("{} {}", self.piece_name(piece), self.cell_name(cell));
        let list = |here: &Position, there: &Position| -> Vec<String> {
            let pieces = here.pieces().filter(|&(cell, piece)| there.piece_at(cell) != Some(piece));
            pieces.map(words).collect()
        };
        let (missing, extra) = (list(&initial, drawn), list(drawn, &initial));
        if missing.is_empty() && extra.is_empty() {
            return Verdict::Agree;
        }
        let cells = self.layout().cells();
        let differing = cells.filter(|&cell| initial.piece_at(cell) != drawn.piece_at(cell));
        let message = format!(
            "the drawn setup differs from the definition on {}",
            count_with_noun(differing.count(), "cell")
        );
        let hint = Some(OTHER_SETUP.to_owned());
        Verdict::Disagree(Disagreement { message, missing, extra, hint, ..Disagreement::default() })
    }
}

/// Returns the difference between marks and an answer as a text board, with `o` for the piece.
fn draw_difference(variant: &LoadedVariant, answer: &MovesAnswer, marks: &CellSet) -> String {
    variant.layout().text_board(|cell| {
        let is_unmarked = !marks.contains(cell) && !answer.cells.contains(cell);
        match answer.position.piece_at(cell) {
            _ if cell == answer.at => "o".to_owned(),
            Some(piece) if is_unmarked => variant.variant().sketch_letter(piece),
            _ => difference_sign(marks.contains(cell), answer.cells.contains(cell)).to_owned(),
        }
    })
}

fn hint(variant: &LoadedVariant, marks: &MarkedCells, answer: &MovesAnswer) -> Option<String> {
    if let Some(unknown) = marks.unknown_names.first() {
        let help = variant.cell(unknown).err()?.help.unwrap_or_default();
        return Some(format!("`{unknown}` is no cell of the board: {help}"));
    }
    let matching = pieces_matching(variant, &marks.cells, answer);
    let named: Vec<String> =
        matching.iter().take(3).map(|likely| likely_words(variant, likely)).collect();
    match &named[..] {
        [] => None,
        [only] => Some(format!("the marks are exactly those of {only}")),
        [one, other] => Some(format!("the marks fit {one}; {other}")),
        // Any move fits few marks.
        _ => None,
    }
}

/// Returns the pieces of all armies and sides whose answer is exactly the marked cells.
///
/// Pieces on the cell of the answer are preferred. Otherwise the result is a piece on another
/// cell, if there is only one. A large board is not searched for it.
fn pieces_matching(
    variant: &LoadedVariant,
    marks: &CellSet,
    answer: &MovesAnswer,
) -> Vec<LikelyPiece> {
    if marks.is_empty() {
        return Vec::new();
    }
    for show in [answer.show, MoveFilter::Moves, MoveFilter::Captures, MoveFilter::Victims] {
        let here = matching_at(variant, marks, answer, answer.at, show);
        if !here.is_empty() {
            return here;
        }
    }
    let game = variant.rules().game();
    let work = variant.layout().len() * game.piece_types.len() * game.sides.len();
    if work > limits::BOARD_LOOKUPS / 10 {
        return Vec::new();
    }
    let empty = variant.layout().cells().filter(|&cell| answer.position.piece_at(cell).is_none());
    let elsewhere: Vec<LikelyPiece> =
        empty.flat_map(|cell| matching_at(variant, marks, answer, cell, answer.show)).collect();
    if elsewhere.len() == 1 { elsewhere } else { Vec::new() }
}

fn matching_at(
    variant: &LoadedVariant,
    marks: &CellSet,
    answer: &MovesAnswer,
    at: Cell,
    show: MoveFilter,
) -> Vec<LikelyPiece> {
    let game = variant.rules().game();
    let mut position = answer.position.clone();
    position.set_piece(answer.at, None);
    let matches = |piece: Piece| {
        let position = Some(position.clone());
        let request = MovesRequest { position, show, ..MovesRequest::new(piece, at) };
        let fits = |it: MovesAnswer| differences(marks, &it.cells, at) == Default::default();
        variant.answer(&request).is_ok_and(fits)
    };
    let of_type = |piece_type: PieceTypeId| {
        let sides = game.side_ids().filter(|&side| matches(Piece { side, piece_type }));
        LikelyPiece { piece_type, sides: sides.collect(), at, show }
    };
    game.piece_type_ids().map(of_type).filter(|likely| !likely.sides.is_empty()).collect()
}

/// Returns ``a white Colonel (letter `L`) on e4``.
fn likely_words(variant: &LoadedVariant, likely: &LikelyPiece) -> String {
    let &LikelyPiece { piece_type, ref sides, at, show } = likely;
    let all = sides.len() == variant.rules().game().sides.len();
    let (piece, letter) = match sides[..] {
        [side] if !all => {
            let piece = Piece { side, piece_type };
            (variant.piece_name(piece), variant.variant().letter_of(piece))
        }
        _ => {
            let face = variant.variant().face(piece_type);
            (face.name.clone(), face.letter.clone())
        }
    };
    let is_all = show == MoveFilter::Moves;
    let what = if is_all { String::new() } else { format!("the {} of ", show.word()) };
    let at = variant.cell_name(at);
    format!("{what}{} {piece} (letter `{letter}`) on {at}", article(&piece))
}

/// Returns the cells that marks lack, except the cell of the piece, and those that they should not have.
fn differences(marks: &CellSet, cells: &CellSet, at: Cell) -> (CellSet, CellSet) {
    let mut missing = cells.difference(marks);
    missing.remove(at);
    (missing, marks.difference(cells))
}

/// Returns `x` if the page is right, `?` if it lacks a cell, and `!` if it has one too many.
pub fn difference_sign(on_page: bool, in_rules: bool) -> &'static str {
    match (on_page, in_rules) {
        (true, true) => "x",
        (false, true) => "?",
        (true, false) => "!",
        (false, false) => ".",
    }
}

/// Returns a number with its noun: `1 cell`, `2 cells`.
pub fn count_with_noun(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{armies, loaded_variant};
    use super::*;

    fn verdict(placement: &str, at: &str, marks: &str) -> Verdict {
        let variant = armies();
        let position = variant.position(placement).expect("a placement");
        let at = variant.cell(at).expect("a cell");
        let piece = position.piece_at(at).expect("the placement has a piece there");
        let request = MovesRequest { position: Some(position), ..MovesRequest::new(piece, at) };
        let answer = variant.answer(&request).expect("its moves are known");
        variant.compare(&variant.marks(marks.split_whitespace()), &answer)
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
            panic!("the marks are those of a Colonel");
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
    fn the_cell_of_the_piece_may_be_marked_if_a_move_ends_there() {
        let game = "format = 1\nname = \"Rifle\"\nbased-on = \"chess\"\n[pieces]\n\
                    guard = { letter = \"G\", moves = [{ move = \"mW\" }, { shoot = \"W\" }] }\n";
        let variant = loaded_variant("rifle", game);
        let at = variant.cell("e4").unwrap();
        let piece =
            Piece { side: variant.first_side(), piece_type: variant.kind("guard").unwrap() };
        let position = Some(variant.position("black rook e5").unwrap());
        let answer =
            variant.answer(&MovesRequest { position, ..MovesRequest::new(piece, at) }).unwrap();
        let agrees = |names: &str| {
            let marks = variant.marks(names.split(' '));
            variant.compare(&marks, &answer) == Verdict::Agree
        };
        assert!(agrees("d4 f4 e3") && agrees("d4 f4 e3 e4"));
        assert!(!agrees("d4 f4") && !agrees("d4 f4 e3 e2"));
    }

    #[test]
    fn a_drawn_setup_differs_on_single_cells() {
        let variant = armies();
        let mut drawn = variant.initial_pieces(None);
        assert_eq!(variant.compare_setup(&drawn, None), Verdict::Agree);
        let cell = |name| variant.cell(name).unwrap();
        let pawn = drawn.piece_at(cell("a7"));
        drawn.set_piece(cell("a7"), None);
        drawn.set_piece(cell("a6"), pawn);
        assert_eq!(
            variant.compare_setup(&drawn, None),
            Verdict::Disagree(Disagreement {
                message: "the drawn setup differs from the definition on 2 cells".to_owned(),
                missing: vec!["black Pawn a7".to_owned()],
                extra: vec!["black Pawn a6".to_owned()],
                hint: Some(OTHER_SETUP.to_owned()),
                ..Disagreement::default()
            })
        );
    }

    #[test]
    fn a_mark_on_an_unknown_cell_is_never_right() {
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
