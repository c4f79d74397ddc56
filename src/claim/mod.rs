//! The language of claims: sentences that the rules can decide.
//!
//! A claim stands in the sentence that makes it, and is read by people who never saw this page. So
//! it has few words, no signs that Markdown or HTML would take for their own, and nothing to be
//! declared. A general expression language would bring loops, variables and a type of number for
//! every occasion, and would still not know what a cell is; what pages claim are counts, sets and
//! yes or no.
//!
//! ```text
//! claim     = statement ("and" statement)*                  all must hold
//! statement = "not"? value (relation value)? scope          a value alone must be true or false
//! relation  = "is" "not"? | "is"? ("at most" | "at least" | "more than" | "less than")
//!           | "has" "not"? | "is"? "inside"
//! scope     = ("on" cells | "in" position | "after" moves)* each once
//! value     = value ("+" | "-" | "*") value | number | text | names
//!           | function "(" (value scope),* ")" | "(" value scope ")"
//! names     = words and numbers side by side: bede, colonel of black, rank 2, a1 h1
//! text      = between "..." or '...': cells, positions and notations that are not plain words
//! ```
//!
//! ```text
//! components(bede) is 2                      count(moves(bede, a1)) is 9
//! max(count(moves(camel))) on level 2 is 16  moves(knight, a1) is "b3 c2"
//! tour(camel, tb1-wc1-td1-we1-wb2-tb1)       shortest-odd-return(knight) is none
//! moves(fibnif) is moves("vN F")             attackers(e5) is none in setup after e2-e4 e7-e5
//! ```
//!
//! **Cells** are those of definitions (`rank 2 of black`, `palace`, `d1-f3 but e2`), seen by the
//! first side, and `dark` (as a1 is), `light` and `none`. What says `and`, `not`, `in` or `on`
//! itself stands in quotation marks.
//!
//! **Pieces** are the variant's, of all armies, by id, name or letter: `bede`, `colonel of black`;
//! or anything that a notation says, `"vN"`; or whoever stands on a cell, `moves(e5) in "FEN"`.
//! Without a side it is the first side's, unless only another has such a piece in the array.
//!
//! **From each cell.** `moves(rook)` without a cell is a set for each cell: each where such a piece
//! stands in the position; on an empty board, each there is. `count` of it is a number for each;
//! `max`, `min`, `sum` and `all` make one value of it; a comparison must hold for every single
//! cell. `on` says which cells are meant.
//!
//! **Positions.** Moves are asked on an empty board unless `in` or `after` says otherwise; what
//! speaks of an array (`stands`, `attackers`, `guards`, `setup`, `perft`, `check`) is asked of the
//! array. A position is `setup`, a FEN, or a list: `in "white king e1, rook a1; black king e8"`.
//! A scope belongs to the whole statement; in brackets, to what stands there.
//!
//! **Over many moves** (`reachable`, `component`, `components`, `distance`, `shortest-return`,
//! `keeps`, `changes`) the board is empty, but for one man anywhere, where that opens a move.
//!
//! **Numbers** are compared exactly, roots too; against a number written with decimals, to so many
//! decimals, and angles to what is written.
//!
//! What cannot be decided (a piece whose move nobody knows, too much work) is unchecked, never
//! true. [`claim_functions`] lists the functions.

mod evaluate;
mod functions;
mod graph;
mod ground;
mod judge;
mod mover;
mod parse;
mod shape;
mod token;
mod tree;
mod types;
mod value;

use crate::query::{Study, Verdict};
use crate::source::Diagnostic;

/// Reads a claim and says whether it holds of the variant; a complaint's span is a stretch of the
/// text.
///
/// ```text
/// count(moves(bede, a1)) is 9     agree
/// count(moves(bede, a1)) is 8     disagree: `count(moves(bede, a1))` is 9, not 8
/// ```
///
/// The language is described at the head of its module: values (`count(moves(bede, a1))`),
/// relations (`is`, `at most`, `has`, `inside`), and a scope (`on`, `in`, `after`).
pub fn check_claim(text: &str, study: &Study) -> Result<Verdict, Diagnostic> {
    let claim = parse::parse(text)?;
    types::check(&claim, study)?;
    judge::judge(text, &claim, study)
}

/// A function of the language of claims, for manuals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimFunction {
    /// How it is written: `moves(piece, cell)`.
    pub form: String,
    /// What it is, in one line.
    pub meaning: &'static str,
    /// A claim that uses it, true of ordinary chess.
    pub example: &'static str,
}

/// All functions of the language of claims.
pub fn claim_functions() -> Vec<ClaimFunction> {
    let list = |known: &functions::Function| ClaimFunction {
        form: known.form(),
        meaning: known.meaning,
        example: known.example,
    };
    functions::FUNCTIONS.iter().map(list).collect()
}
