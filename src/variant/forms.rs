//! The forms of texts about cells and pieces, for the manual, with examples that run.

/// A form of a small language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FormInfo {
    /// How it is written; capitals stand for what an author chooses.
    pub form: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// An example for the sample game of that number.
    pub example: &'static str,
    /// 0: one board of squares; 1: several boards, of which the first has levels.
    pub sample: usize,
}

const fn on_squares(form: &'static str, meaning: &'static str, example: &'static str) -> FormInfo {
    FormInfo { form, meaning, example, sample: 0 }
}

const fn on_boards(form: &'static str, meaning: &'static str, example: &'static str) -> FormInfo {
    FormInfo { form, meaning, example, sample: 1 }
}

/// The forms of a set of cells.
pub const CELL_FORMS: &[FormInfo] = &[
    on_squares("CELL", "one cell", "e4"),
    on_squares("A B, A, B", "the cells of both sets; blanks and commas mean the same", "a1 h1, d4"),
    on_squares("CELL-CELL", "the box between two cells; on hexagons, the line", "d1-f3"),
    on_squares("file NAME, files NAME-NAME", "whole files, by their names", "files a b"),
    on_squares("rank NAME, ranks NAME-NAME", "whole ranks, by their names", "ranks 1-2"),
    on_boards("level NAME, levels NAME-NAME", "whole levels", "level B"),
    on_boards("column NAME, columns NAME NAME", "the cells above each other", "column a1"),
    on_squares("diagonal CELL-CELL", "the cells on a diagonal", "diagonal a1-h8"),
    on_squares(
        "within N steps of CELL",
        "the cells that are at most so many orthogonal steps away",
        "within 1 step of d4",
    ),
    on_squares("far edge", "the cells with no cell straight in front of them", "far edge"),
    on_squares("start of PIECE", "the cells of a piece in the initial position", "start of rook"),
    on_squares("ZONE", "a set with a name from `[zones]`", "camp"),
    on_squares(
        "SET of SIDE",
        "the cells that another side means by the set: a side, `next`, `previous`, `opposite` or `enemy`",
        "camp of enemy",
    ),
    on_squares(
        "in front of SET, behind SET, left of SET, right of SET",
        "the cells on lines from the set in this direction",
        "in front of d6",
    ),
    on_squares("any", "all cells", "any but ranks 1-7"),
    on_squares(
        "not SET",
        "all cells except these; it stands before one set, so longer ones need parentheses",
        "not ranks 1-7",
    ),
    on_squares("A and B", "the cells in both sets", "file e and camp"),
    on_squares(
        "A but B",
        "the cells of the first set that are not in the second",
        "rank 2 but d2 e2",
    ),
    on_squares("(SET)", "parentheses, for sets within sets", "(ranks 1-2 but a1) and files a-b"),
    on_boards("BOARD", "all cells of a board", "pool"),
    on_boards("BOARD:CELL, BOARD:(SET)", "cells of a board that is not the first", "pool:(a1 b2)"),
];

/// The forms of a set of pieces.
pub const PIECE_FORMS: &[FormInfo] = &[
    on_squares("PIECE", "the pieces of this type, of all sides", "knight"),
    on_squares("A B, A, B", "the pieces of both sets", "knight bishop"),
    on_squares("any", "all pieces", "any"),
    on_squares("any but PIECES", "all pieces except these", "any but pawn king"),
    on_squares("SIDE", "the pieces of a side, by its id", "black"),
    on_squares("own, enemy", "the pieces of the side that moves, or of all other sides", "own"),
    on_squares(
        "PIECE of SIDE",
        "the pieces of one side: its id, `own`, `next`, `previous`, `opposite` or `enemy`",
        "pawn of enemy",
    ),
    on_squares(
        "PIECE of every army",
        "the replacements of the piece in all armies too",
        "rook of every army",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::cells::RESERVED;

    #[test]
    fn every_word_of_the_languages_is_in_an_example_or_a_form() {
        let words: Vec<&str> = [CELL_FORMS, PIECE_FORMS]
            .iter()
            .flat_map(|forms| forms.iter())
            .flat_map(|form| [form.form, form.meaning, form.example])
            .flat_map(|text| text.split(|c: char| !c.is_ascii_alphabetic()))
            .collect();
        // The words of other keys: `none` and `unknown` of `move`, `each` of `setup`.
        let others = ["none", "unknown", "each"];
        let missing: Vec<&&str> = RESERVED
            .iter()
            .filter(|word| !words.contains(word) && !others.contains(word))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
