//! The language of claims.

use crate::claim::{claim_functions, claim_statements};

use super::{Topic, TopicEntry, TopicPart};

const INTRO: &str = "\
A claim is a statement of a page that is compared with the rules. It is written as the target of a \
link, and the words of the link are those that readers see: \
`[nine squares](<claim: count(moves(bishop, a1)) is 7>)`. Here the words and the claim differ, so \
the page is refused. Every example below is true of chess.

A value that may be left out has a question mark. A piece is its id, its name, or `knight of black`. \
Without a cell, `moves(knight)` has the cells for each cell of the board. In the initial position or \
a named one, the cell of a piece is enough: `moves(e1)`.

Only the words in the brackets are compared with the claim. Put all words that matter into them: \
`[White wins](<claim: wins(white) after ...>)`, not `White [wins](...)`. Where the words name \
something that the claim does not have, give the reason after the claim: \
`(<claim: not legal(e7-e8=Q)> \"in other words: the Queen\")`.

These words are compared:

- Numbers, in figures or in words: `nine`, `8,902`, `half of the board`, `twice as many`, `the third rank`.
- `more than`, `fewer than`, `at least` and `at most` before a number.
- Names of pieces, sides and cells, files such as `the c-file`, and the colours `light` and `dark` of cells.
- Denials: where the words have `not`, `no` or `never`, the claim denies something, too.
- `check`, `checkmate` and `stalemate`: the claim asks for it, or it is so in a position of the claim or after \
its move.
- `capture`: the claim asks for captures, or its move captures.
- `win`, `lose` and `draw`, where the claim asks for a result.

All other words are not compared. Write a claim for each thing that readers should believe.

A position is a list of pieces by side, `\"white king e1, rook a1; black king e8; black to move\"`, or a \
FEN: the rows of the board from the far one, with letters for pieces and numbers for empty cells, then \
the side to move. In a list a comma or a semicolon ends an entry, and a side holds until \
another is named. Without `black to move` the first side is to move.

Moves are written from cell to cell: `e2-e4`. `e7-e8=Q` promotes, `P@d3` drops a piece, and `e1-g1` or \
`O-O` castles. Letters work too, as in `Nf3` and `exd5`, if only one move fits.";

pub(super) fn topic() -> Topic {
    let functions = claim_functions().into_iter().map(|function| TopicEntry {
        kind: function.result.to_owned(),
        ..TopicEntry::new(&function.form, function.meaning, function.example)
    });
    let statements = claim_statements();
    let statements =
        statements.iter().map(|(form, meaning, example)| TopicEntry::new(form, meaning, example));
    Topic {
        word: "claims",
        title: "Claims",
        intro: INTRO,
        parts: vec![
            TopicPart {
                heading: "Functions".to_owned(),
                intro:
                    "The value of a function is a number, cells, pieces on cells, or true or false."
                        .to_owned(),
                entries: functions.collect(),
                ..TopicPart::default()
            },
            TopicPart {
                heading: "Statements".to_owned(),
                intro:
                    "A claim has one or more statements. A statement compares two values, or is \
                        a value that is true or false. Words after it say for which cells and in \
                        which position."
                        .to_owned(),
                entries: statements.collect(),
                ..TopicPart::default()
            },
        ],
    }
}
