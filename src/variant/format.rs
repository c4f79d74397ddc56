//! The definition format as data: every table and key, the type of its value, and a description.
//!
//! The format check, its error messages and the schema for editors all use it.

use crate::geometry::Tiling;

use super::Certainty;
use ValueKind::*;

/// The number in `format = 1`.
pub const FORMAT: i64 = 1;

/// A table of the format.
#[derive(Debug)]
pub struct Section {
    /// What the table describes.
    pub about: &'static str,
    /// The keys that it may have.
    pub keys: &'static [FormatKey],
}

/// A key of a table.
#[derive(Debug, Clone, Copy)]
pub struct FormatKey {
    /// The key as it is written.
    pub name: &'static str,
    /// The type of its value.
    pub value: ValueKind,
    /// Whether a game must have the key, perhaps by inheritance.
    pub required: bool,
    /// A description of one line.
    pub about: &'static str,
}

/// The type of a value.
#[derive(Debug, Clone, Copy)]
pub enum ValueKind {
    /// Any text.
    Text,
    /// A text in one of the small languages, or a list of names.
    ///
    /// Errors point at single words of it, so it may not contain escapes.
    Words(Language),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// A list of numbers.
    Numbers,
    /// `true` or `false`.
    Flag,
    /// A date.
    Date,
    /// A table.
    Table(&'static Section),
    /// Tables with names of the author's choice: `[pieces.falcon]`.
    Named(&'static Section),
    /// A list of tables.
    List(&'static Section),
    /// Names of the author's choice with a text in a small language each.
    Entries(Language),
    /// Tables with names, each with entries like those of `Entries`: `[setup.each]`.
    NamedEntries(Language),
    /// Tables with names, each with names and whole numbers: `[setup-hand.each]`.
    NamedCounts,
}

/// The language of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// A set of cells.
    Cells,
    /// A set of pieces or sides.
    Pieces,
    /// Move notation.
    Notation,
    /// Steps of a path.
    Path,
    /// Other words, such as names, axes and events.
    Names,
}

const fn key(name: &'static str, value: ValueKind, about: &'static str) -> FormatKey {
    FormatKey { name, value, required: false, about }
}

const fn required(name: &'static str, value: ValueKind, about: &'static str) -> FormatKey {
    FormatKey { name, value, required: true, about }
}

const CELLS: ValueKind = Words(Language::Cells);
const PIECES: ValueKind = Words(Language::Pieces);
const NOTATION: ValueKind = Words(Language::Notation);
const PATH: ValueKind = Words(Language::Path);
const NAMES: ValueKind = Words(Language::Names);

/// The results that an end of the game can have for a side.
pub(super) const RESULTS: &[&str] =
    &["loses", "wins", "draw", "passes", "eliminated", "points", "fewer points"];
const RESULT: ValueKind = OneOf(RESULTS);

/// The whole file.
pub static GAME: Section = Section {
    about: "a chess variant",
    keys: &with_shared_keys::<29>(&[
        required("format", Integer, "the number of the format: 1"),
        required("name", Text, "the name of the game"),
        key("based-on", NAMES, "the game that this one inherits from"),
        key("without", NAMES, "paths that are not inherited"),
        key("about", Table(&ABOUT), "where the game comes from"),
        key("setups", Named(&SETUP), "other setups, each merged into the whole game"),
    ]),
};

/// `[setups.NAME]`.
pub static SETUP: Section = Section {
    about: "another setup of the game: it has only the keys that differ",
    keys: &with_shared_keys::<25>(&[
        key("name", Text, "the name of the setup"),
        key("without", NAMES, "paths of the game that this setup leaves out"),
    ]),
};

/// The keys of both a game and its setups.
const SHARED_KEYS: [FormatKey; 23] = [
    key("board", Table(&BOARD), "the board"),
    key("boards", Named(&BOARD), "several boards; a cell name alone means the first"),
    key("zones", Entries(Language::Cells), "named sets of cells, for each side"),
    key("borders", Entries(Language::Cells), "lines between cells: `cells | cells`"),
    key("sides", Named(&SIDE), "the sides, in order of play"),
    key("armies", Named(&ARMY), "armies that a side may have in place of the setup's"),
    key("pieces", Named(&PIECE), "the pieces, unless they are as built in"),
    key("states", Named(&STATE), "facts that a piece remembers"),
    key("setup", NamedEntries(Language::Cells), "the setup of `each` side or of one"),
    key("setup-hand", NamedCounts, "pieces in hand at the start"),
    key("castling", Entries(Language::Names), "`PIECE FROM-TO, PIECE FROM-TO`"),
    key("promotion", Named(&PROMOTION), "what a piece promotes to, and where"),
    key("hands", Table(&HANDS), "pieces in hand"),
    key("drops", Named(&DROP), "where pieces in hand may be dropped"),
    key("transfers", List(&TRANSFER), "pieces that are moved by a rule"),
    key("turn", Table(&TURN), "what a turn may be other than a move"),
    key("check", Table(&CHECK), "whose attacks count as check"),
    key("restrictions", Named(&RESTRICTION), "rules that make legal moves illegal"),
    key("ends", Table(&ENDS), "how the game ends"),
    key("end-conditions", Named(&END_CONDITION), "further ways in which the game ends"),
    key("elimination", Table(&ELIMINATION), "what happens when a side is eliminated"),
    key("score", Table(&SCORE), "the points for each end"),
    key("certainty", List(&CERTAINTY), "how certain any facts are"),
];

/// `own` and then the shared keys, `N` in all.
const fn with_shared_keys<const N: usize>(own: &[FormatKey]) -> [FormatKey; N] {
    assert!(N == own.len() + SHARED_KEYS.len());
    let mut keys = [SHARED_KEYS[0]; N];
    let mut index = 0;
    while index < N {
        let shared = index.wrapping_sub(own.len());
        keys[index] = if index < own.len() { own[index] } else { SHARED_KEYS[shared] };
        index += 1;
    }
    keys
}

/// `[about]`.
pub static ABOUT: Section = Section {
    about: "where the game comes from",
    keys: &[
        key("inventor", Text, "the inventor"),
        key("year", Integer, "the year of the invention"),
        key("published", Date, "the date of publication"),
        key("published-in", Text, "the place of publication: a site, a book, a contest"),
        key("source", Text, "the address of the source"),
    ],
};

/// `[board]` and `[boards.ID]`.
pub static BOARD: Section = Section {
    about: "a board",
    keys: &[
        key("name", Text, "the name on pages"),
        required("files", NAMES, "names from left to right: `a-h`"),
        key("ranks", NAMES, "names from near to far: `1-8`; hexagons number them"),
        key("levels", NAMES, "names from low to high"),
        key("names", NAMES, "the order of `file rank level` in a cell's name"),
        key("tiling", OneOf(&Tiling::NAMES), "the shape of the cells"),
        key("edge", Integer, "hexagons: cells on an edge of the board"),
        key("upright-edge", Integer, "hexagons: cells on the first file, if not `edge`"),
        key("ranks-bend", Flag, "hexagons: whether ranks bend at the middle file; they do"),
        key("cells", CELLS, "the cells that exist"),
        key("joined", OneOf(&["files", "ranks"]), "the axis whose ends are joined"),
        key("drawn", OneOf(&["flat", "ring"]), "whether the board is drawn as a ring"),
        key("style", OneOf(&["checkered", "plain", "lines"]), "how its cells are drawn"),
        key("show", NAMES, "zones and borders to draw"),
        key("all-pieces", NOTATION, "how every piece on this board moves, or `none`"),
    ],
};

/// `[sides.ID]`.
pub static SIDE: Section = Section {
    about: "a side",
    keys: &[
        key("name", Text, "the name on pages"),
        key("seat", NAMES, "`turn 180`, `flip ranks`: its seat, seen from the first side"),
        key("faces", OneOf(&["forward", "right", "back", "left"]), "its forward direction"),
        key("army", NAMES, "its army; several: chosen before play"),
        key("captures", PIECES, "the pieces that it may capture; else those of all other sides"),
        key("moved-by", PIECES, "the sides that move its pieces: a neutral side has no turns"),
        key("points", Number, "its bonus when points are counted"),
        key("without", NAMES, "paths of rules of the game that this side does not have"),
        key("pieces", Named(&SIDE_PIECE), "how its pieces move, if in another way"),
        key("castling", Entries(Language::Names), "its own castlings, as the first side sees them"),
        key("promotion", Named(&PROMOTION), "its own promotions"),
        key("restrictions", Named(&RESTRICTION), "its own restrictions"),
        key("ends", Table(&ENDS), "what events that end the game mean for it"),
        key("end-conditions", Named(&END_CONDITION), "its own end conditions"),
        key("score", Table(&SCORE), "its own points for each end"),
    ],
};

/// `[sides.ID.pieces.ID]`.
pub static SIDE_PIECE: Section = Section {
    about: "how a piece of one side moves, where the side differs",
    keys: &[
        key("move", NOTATION, "how it moves"),
        key("within", CELLS, "cells that it may not leave"),
        key("moves", List(&MOVE_RULE), "further move rules"),
        key("double-step", CELLS, "from here a single step without capture may be made twice"),
        key("triple-step", CELLS, "from here it may be made three times"),
    ],
};

/// `[armies.ID]`.
pub static ARMY: Section = Section {
    about: "pieces that a side may have in place of those of the setup",
    keys: &[
        key("name", Text, "the name on pages"),
        key("pieces", Entries(Language::Names), "the replacement of each piece"),
        key("castling", Entries(Language::Names), "the replacement of each castling"),
        key("not-against", NAMES, "armies that it does not play against"),
    ],
};

/// `[pieces.ID]`.
pub static PIECE: Section = Section {
    about: "a piece, unless it is as built in",
    keys: &[
        key("move", NOTATION, "how it moves; `none`, or `unknown` where the source is silent"),
        key("within", CELLS, "cells that it may not leave"),
        key("moves", List(&MOVE_RULE), "further move rules"),
        key("double-step", CELLS, "from here a single step without capture may be made twice"),
        key("triple-step", CELLS, "from here it may be made three times"),
        key("letter", NAMES, "one letter, or `+` and one"),
        key("shown", Text, "printed in place of the letter"),
        key("name", Text, "the name on pages"),
        key("glyph", NAMES, "its glyph in diagrams"),
        key("royal", Flag, "whether it is subject to check"),
        key("max-count", Integer, "promotion never gives a side more of it"),
        key("points", Number, "its points when points are counted"),
    ],
};

/// An item of `moves`.
pub static MOVE_RULE: Section = Section {
    about: "a move rule",
    keys: &[
        key("move", NOTATION, "its moves in notation"),
        key("path", PATH, "a route of these steps; all cells before the last must be empty"),
        key("order", OneOf(&["as written", "any"]), "the order of the steps of `path`"),
        key("turn", Number, "the angle, in degrees, between steps of different kinds"),
        key("in-line", OneOf(&["R", "B", "T", "Q"]), "the line from the first cell to the last"),
        key("links", CELLS, "`a1-b3 b3-a1`: from cell to cell"),
        key("from", CELLS, "the cells on which it may start"),
        key("to", CELLS, "the cells on which it may end"),
        key("within", CELLS, "the cells on which it may start, pass and end"),
        key("captures", PIECES, "the only pieces that it may capture"),
        key("over", PIECES, "the only pieces that it may jump over"),
        key("not-crossing", NAMES, "borders that it may not cross"),
        key("shoot", NOTATION, "how far away it then captures without moving; or `same distance`"),
        key("swap", NOTATION, "swaps with a friendly piece that far away"),
        key("with", PIECES, "the pieces that it may swap with"),
        key("if", NAMES, "`not in check`, `unmoved`, a state, or `not` and one of them"),
    ],
};

/// `[states.ID]`.
pub static STATE: Section = Section {
    about: "a fact that a piece remembers",
    keys: &[
        required("set", NAMES, "the event that sets it"),
        key("clear", NAMES, "the event that clears it"),
    ],
};

/// `[promotion.PIECE]`.
pub static PROMOTION: Section = Section {
    about: "what a piece promotes to, and where",
    keys: &[
        key("must", CELLS, "a move that ends here must promote"),
        key("may", CELLS, "a move that ends here may promote"),
        key("leaving", Flag, "whether a move that starts on `may` may promote too"),
        required("becomes", PIECES, "the choices"),
        key("limit", OneOf(&["initial"]), "at most as many of a piece as at the start"),
    ],
};

/// `[hands]`.
pub static HANDS: Section = Section {
    about: "pieces in hand",
    keys: &[
        key("gain", OneOf(&["captures"]), "the captor gets the captured pieces"),
        key("as", OneOf(&["unpromoted", "is"]), "the type of a captured piece in hand"),
    ],
};

/// `[drops.PIECE]`.
pub static DROP: Section = Section {
    about: "where a piece in hand may be dropped",
    keys: &[
        key("to", CELLS, "the empty cells of these; else all empty cells"),
        key("one-per", OneOf(&["file", "rank"]), "at most one of its type on each of these lines"),
        key("mates", Flag, "whether the drop may give checkmate"),
    ],
};

/// `[[transfers]]`.
pub static TRANSFER: Section = Section {
    about: "pieces that are moved by a rule; the first rule that applies is used",
    keys: &[
        key("name", Text, "the name on pages"),
        required(
            "when",
            OneOf(&["captured", "owner moved", "alone on board", "turn"]),
            "the event that starts it",
        ),
        required("from", CELLS, "the cells on which the piece stands"),
        key("to", CELLS, "the target, chosen by its owner; without it, the piece leaves the game"),
        key("pieces", PIECES, "the pieces that are transferred"),
        key("if", NAMES, "states that the piece must have"),
        key("occupant", OneOf(&["blocks", "removed"]), "what happens if the target is occupied"),
        key("full", OneOf(&["waits", "removed"]), "what happens if no target is empty"),
        key("then", NAMES, "`reset BOARD`: its initial position"),
    ],
};

/// `[turn]`.
pub static TURN: Section = Section {
    about: "what a turn may be other than a move",
    keys: &[key("pass", OneOf(&["never", "not in check"]), "whether a side may pass")],
};

/// `[check]`.
pub static CHECK: Section = Section {
    about: "which attacks on which royal pieces count as check",
    keys: &[
        key("by", OneOf(&["any enemy", "next side", "none"]), "the attacking sides"),
        key("royals", NAMES, "`each`, `all` at once, the `last`, or the `last N`"),
        key("tested", OneOf(&["each part"]), "when own check is tested"),
    ],
};

/// `[restrictions.NAME]`.
pub static RESTRICTION: Section = Section {
    about: "a rule that makes legal moves illegal; each works on those that the ones before it left",
    keys: &[
        key("must", NAMES, "if a legal move does this, all other moves are illegal"),
        key("never", NAMES, "moves that do this are illegal"),
        key("unless", NAMES, "moves that do this stay legal"),
        key("by", PIECES, "only moves of these pieces are concerned"),
        key("if", NAMES, "it works only while this is true"),
    ],
};

/// `[end-conditions.NAME]`.
pub static END_CONDITION: Section = Section {
    about: "a condition that ends the game, tested for each side",
    keys: &[
        required("if", NAMES, "facts about a side, with commas between"),
        required("result", RESULT, "the result for a side of which it is true"),
        key(
            "when",
            OneOf(&["immediately", "next own turn", "end of round"]),
            "when it is tested; else at the end of each turn",
        ),
        key("tie", RESULT, "the result if it is true of several sides at the end of a round"),
    ],
};

/// `[ends]`.
pub static ENDS: Section = Section {
    about: "how the game ends: the result of each event for the side concerned",
    keys: &[
        key("checkmate", RESULT, "in check without a legal move"),
        key("stalemate", RESULT, "without a legal move, not in check"),
        key("royal-capturable", RESULT, "an enemy to move attacks its royal piece"),
        key("extinction", Table(&EXTINCTION), "it has none of these pieces left"),
        key("goal", Table(&GOAL), "one of these pieces is on one of these cells"),
        key("repetition", Table(&REPETITION), "the same position, the same side to move"),
        key("no-progress", Table(&NO_PROGRESS), "no capture and no move of these pieces"),
        key("nothing-to-promote", RESULT, "it must promote and has no choice"),
        key("last-survivor", RESULT, "all others are eliminated"),
        key(
            "facing-royals",
            RESULT,
            "the royal pieces face each other along an open line, and it passes",
        ),
        key("all-passed", RESULT, "all sides passed in a row"),
    ],
};

/// `[ends.extinction]`.
pub static EXTINCTION: Section = Section {
    about: "a side has none of these pieces left",
    keys: &[required("pieces", PIECES, "the pieces"), required("result", RESULT, "the result")],
};

/// `[ends.goal]`.
pub static GOAL: Section = Section {
    about: "one of these pieces is on one of these cells",
    keys: &[
        required("pieces", PIECES, "the pieces"),
        required("at", CELLS, "the cells"),
        required("result", RESULT, "the result"),
    ],
};

/// `[ends.repetition]`.
pub static REPETITION: Section = Section {
    about: "the same position with the same side to move",
    keys: &[
        required("times", Integer, "the number of occurrences, at least 2"),
        required("result", RESULT, "the result"),
        key("perpetual-check", RESULT, "the result for a side that gave check on every move"),
    ],
};

/// `[ends.no-progress]`.
pub static NO_PROGRESS: Section = Section {
    about: "that many moves of each side without a capture or a move of these pieces",
    keys: &[
        required("moves", Integer, "the number of moves"),
        key("by", PIECES, "the pieces whose moves are progress"),
        required("result", RESULT, "the result"),
    ],
};

/// `[elimination]`.
pub static ELIMINATION: Section = Section {
    about: "what happens when a side is eliminated",
    keys: &[
        key("army", OneOf(&["removed", "stays", "captor's"]), "what happens to its pieces"),
        key("next", OneOf(&["captor", "in order"]), "the side to move next"),
    ],
};

/// `[score]`.
pub static SCORE: Section = Section {
    about: "the points for each end",
    keys: &[
        key("win", Number, "points for a win; else 1"),
        key("draw", Number, "points for a draw; else half of a win"),
        key("stalemating", Number, "points for giving stalemate"),
        key("places", Numbers, "points from the first place to the last"),
    ],
};

/// `[[certainty]]`.
pub static CERTAINTY: Section = Section {
    about: "how certain some facts are",
    keys: &[
        required("of", NAMES, "paths: `setup.each.king`, `pieces.pawn.moves.1`"),
        key("is", OneOf(Certainty::WORDS), "the certainty"),
        key("why", Text, "the reason"),
    ],
};

impl Section {
    /// The key of that name.
    pub fn key(&self, name: &str) -> Option<&'static FormatKey> {
        self.keys.iter().find(|key| key.name == name)
    }
}
