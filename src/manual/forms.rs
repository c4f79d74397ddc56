//! The forms of the small languages, for the manual, with examples that run.

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
    on_squares("royal", "the royal pieces", "royal"),
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

/// The facts of a condition.
pub const FACT_FORMS: &[FormInfo] = &[
    on_squares("FACT, FACT", "all of these facts are true", "in check, no queen"),
    on_squares("not FACT", "the fact is not true", "not in check"),
    on_squares("in check", "the side is in check", "in check"),
    on_squares("unmoved", "the piece concerned has not moved", "unmoved"),
    on_squares("STATE", "the piece concerned has this state", "tired"),
    on_squares("PIECES", "there is one of these at least", "queen"),
    on_squares("N PIECES", "there are exactly so many", "2 rook"),
    on_squares("at least N PIECES, at most N PIECES", "so many, or more or fewer", "at most 1 own"),
    on_squares("no PIECES, all PIECES", "none; all there are, and at least one", "no own but king"),
    on_squares("other PIECES", "pieces except the piece concerned", "no other bishop"),
    on_squares("unattacked PIECES", "pieces that no enemy attacks", "unattacked king on rank 8"),
    on_squares("PIECES on CELLS", "those on these cells", "king on rank 8"),
    on_squares("PIECES in hand", "those in hand", "no pawn in hand"),
    on_squares("empty on CELLS", "cells without a piece", "no empty on rank 4"),
    on_squares(
        "PIECES around NOTATION",
        "those where the notation leads from the piece concerned on an empty board",
        "no enemy around F",
    ),
    on_squares("given N checks", "the side gave check in so many turns", "given 3 checks"),
    on_squares(
        "given N checks in succession",
        "the side gave check in each of its last turns",
        "given 2 checks in succession",
    ),
    on_squares(
        "captured N PIECES",
        "the side has captured so many of these, whatever side had them",
        "captured 2 rook",
    ),
    on_squares(
        "moved from CELLS",
        "in the turn that just ended, the side moved a piece away from there",
        "moved from e5",
    ),
    on_squares(
        "castled NAME, enemy castled NAME",
        "it has castled so; without NAME, at all",
        "castled long",
    ),
    on_squares("castling right NAME", "the side still has this right", "castling right short"),
    on_squares(
        "a type of PIECES extinct",
        "the side has none left of a type that it had in the initial position",
        "a type of any extinct",
    ),
    on_squares(
        "N PIECES in a row by NOTATION",
        "so many on consecutive cells; else by `Q`",
        "4 rook in a row by R",
    ),
    on_squares(
        "N PIECES on one line by NOTATION",
        "the same, with any cells between",
        "3 pawn on one line by R",
    ),
    on_squares("N PIECES in a block", "they fill a square", "4 pawn in a block"),
    on_squares(
        "PIECES connected from CELLS to CELLS by NOTATION",
        "adjacent pieces lead from one of the cells to another",
        "pawn connected from file a to file h by K",
    ),
];

/// The events of a move.
pub const EVENT_FORMS: &[FormInfo] = &[
    on_squares("EVENT, EVENT", "any of these events", "captures, promotes"),
    on_squares("ACT and ACT", "all of these in one move", "captures rook and gives check"),
    on_squares("moves", "it moves a piece: a capture or castling too, a drop not", "moves"),
    on_squares("moves by NOTATION", "as the notation leads", "moves by R"),
    on_squares(
        "captures PIECES on CELLS",
        "it captures one of these there; both may be left out",
        "captures pawn",
    ),
    on_squares(
        "captures most",
        "it captures as many pieces as any legal move; only with `must`",
        "captures most",
    ),
    on_squares(
        "arrives on CELLS, leaves CELLS",
        "it moves a piece there from elsewhere, or away",
        "arrives on e4",
    ),
    on_squares("crosses BORDER", "it moves a piece over the border", "crosses river"),
    on_squares("drops PIECES", "it drops one of these, or any piece", "drops pawn"),
    on_squares("castles NAME", "it is this castling, or any", "castles"),
    on_squares("passes", "it is a pass", "passes"),
    on_squares(
        "EFFECT",
        "it sets off the effect of this name, which changes something; in restrictions",
        "blast",
    ),
    on_squares("promotes to PIECES", "it promotes to one of these, or at all", "promotes to queen"),
    on_squares(
        "gives check by PIECES",
        "one of these attacks a royal piece, or any piece does",
        "gives check",
    ),
    on_squares(
        "gives checkmate by PIECES",
        "the same, and no answer is legal",
        "gives checkmate by knight",
    ),
];

/// The places of an effect.
pub const PLACE_FORMS: &[FormInfo] = &[
    on_squares("landing", "where the piece lands", "landing"),
    on_squares("start", "where the piece started", "start"),
    on_squares("partner", "where the partner of a castling lands", "partner"),
    on_squares("partner start", "where that partner started", "partner start"),
    on_squares("captured", "the cells of the captured pieces", "captured"),
    on_squares("passed", "the cells between the start and the landing", "passed"),
    on_squares("beyond", "the next cell straight on from the landing", "beyond"),
    on_squares("behind", "the next cell straight back from the start", "behind"),
    on_squares(
        "around NOTATION",
        "where the notation leads from the landing on an empty board",
        "around K",
    ),
    on_squares(
        "between NOTATION PIECES",
        "in each direction, the run of pieces from the landing on that these close",
        "between R own",
    ),
    on_squares(
        "corners with PIECES",
        "the other two corners of the rectangle of the landing and such a friendly piece",
        "corners with king",
    ),
];

/// The changes of an effect.
pub const CHANGE_FORMS: &[FormInfo] = &[
    on_squares("captured", "as if the side that moves captured the piece", "captured"),
    on_squares("removed", "the piece leaves the game", "removed"),
    on_squares("becomes PIECE", "the piece changes its type", "becomes queen"),
    on_squares(
        "becomes captured type",
        "it takes the type of the captured piece",
        "becomes captured type",
    ),
    on_squares(
        "becomes unpromoted",
        "it is again what it was before its promotion",
        "becomes unpromoted",
    ),
    on_squares("joins SIDE", "the piece changes sides: `mover`, `enemy` or an id", "joins enemy"),
    on_squares("set STATE, clear STATE", "the piece gets or loses a state", "set tired"),
    on_squares("placed PIECE of SIDE", "a new piece on an empty cell", "placed pawn of mover"),
    on_squares(
        "moved to CELLS",
        "it is moved to the first of these cells that is empty",
        "moved to e4",
    ),
    on_squares("moved to start", "it is moved to where the move started", "moved to start"),
    on_squares("moved one cell forward", "forward for its owner", "moved one cell forward"),
    on_squares("moved one cell onward", "in the direction of the move", "moved one cell onward"),
    on_squares(
        "reborn",
        "with `at = \"captured\"`: the captured piece is put on an initial cell of its kind, if that is empty",
        "reborn",
    ),
    on_squares(
        "reborn on same file, reborn on same colour",
        "the same; of several such cells, on one of the file or colour on which it was captured",
        "reborn on same file",
    ),
];

/// What an aura does.
pub const AURA_FORMS: &[FormInfo] = &[
    on_squares(
        "frozen",
        "the piece neither moves nor attacks, and takes no part in a castling",
        "frozen",
    ),
    on_squares("may not capture", "the piece captures and attacks nothing", "may not capture"),
    on_squares("may not be captured", "no move captures the piece", "may not be captured"),
    on_squares(
        "also moves like PIECE",
        "the piece has these moves too, on the cells of `to` if that is there",
        "also moves like rook",
    ),
    on_squares(
        "moves only like PIECE",
        "the piece has these moves instead of its own, and does not castle",
        "moves only like king",
    ),
    on_squares(
        "stops slides",
        "each slide of the piece ends on the first cell of the range",
        "stops slides",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::RESERVED_WORDS;

    #[test]
    fn every_word_of_the_languages_is_in_an_example_or_a_form() {
        let words: Vec<&str> = [CELL_FORMS, PIECE_FORMS, FACT_FORMS]
            .iter()
            .flat_map(|forms| forms.iter())
            .flat_map(|form| [form.form, form.meaning, form.example])
            .flat_map(|text| text.split(|c: char| !c.is_ascii_alphabetic()))
            .collect();
        // The words of other keys: `none` and `unknown` of `move`, `each` of `setup`.
        let others = ["none", "unknown", "each"];
        let missing: Vec<&&str> = RESERVED_WORDS
            .iter()
            .filter(|word| !words.contains(word) && !others.contains(word))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
