//! The format of definitions, as data: every table, key and word that a file may hold.
//!
//! One list serves the check of every file, the messages that name what a key could be, and
//! whoever wants to describe the format to an editor.

use crate::geometry::Tiling;

use super::Sureness;

/// The number that stands in `format = 1`.
pub const FORMAT: i64 = 1;

/// A table of the format.
#[derive(Debug)]
pub struct Section {
    /// What the table says.
    pub about: &'static str,
    /// The keys that it may have.
    pub keys: &'static [FormatKey],
}

/// One key.
#[derive(Debug)]
pub struct FormatKey {
    /// As it is written.
    pub name: &'static str,
    /// What stands behind it.
    pub holds: ValueKind,
    /// Whether a game (with all that it inherits) must have it.
    pub required: bool,
    /// What it says, in one line.
    pub about: &'static str,
}

/// What stands behind a key.
#[derive(Debug, Clone, Copy)]
pub enum ValueKind {
    /// Any text.
    Text,
    /// A text in one of the little languages, or a list of names: words in it have places, so it
    /// has no escapes.
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
    /// Names of the author's choice with such a text each.
    Entries(Language),
    /// Names of the author's choice with such a text each, in tables with names: `[setup.each]`.
    NamedEntries(Language),
    /// Names with a whole number each, in tables with names.
    NamedCounts,
}

/// How a text is read.
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
    /// Names of things, of axes, of events.
    Names,
}

const fn key(name: &'static str, holds: ValueKind, about: &'static str) -> FormatKey {
    FormatKey { name, holds, required: false, about }
}

const fn required(name: &'static str, holds: ValueKind, about: &'static str) -> FormatKey {
    FormatKey { name, holds, required: true, about }
}

const CELLS: ValueKind = ValueKind::Words(Language::Cells);
const PIECES: ValueKind = ValueKind::Words(Language::Pieces);
const NOTATION: ValueKind = ValueKind::Words(Language::Notation);
const PATH: ValueKind = ValueKind::Words(Language::Path);
const NAMES: ValueKind = ValueKind::Words(Language::Names);

/// What an end may mean for the side concerned.
pub(super) const RESULTS: &[&str] = &["loses", "wins", "draw", "passes", "eliminated", "points"];
const RESULT: ValueKind = ValueKind::OneOf(RESULTS);

/// The whole file.
pub static GAME: Section = Section {
    about: "a chess variant",
    keys: &[
        required("format", ValueKind::Integer, "the number of the format: 1"),
        required("name", ValueKind::Text, "the name of the game"),
        key("based-on", NAMES, "the game whose definition this one is laid over"),
        key("without", NAMES, "paths that are not inherited"),
        key("about", ValueKind::Table(&ABOUT), "where the game comes from"),
        key("board", ValueKind::Table(&BOARD), "the board"),
        key("boards", ValueKind::Named(&BOARD), "several boards; a bare cell name means the first"),
        key("zones", ValueKind::Entries(Language::Cells), "named sets of cells, each side's own"),
        key("borders", ValueKind::Entries(Language::Cells), "lines between cells: `cells | cells`"),
        key("sides", ValueKind::Named(&SIDE), "the sides, in order of play"),
        key(
            "armies",
            ValueKind::Named(&ARMY),
            "what a side may have instead of the array's pieces",
        ),
        key("pieces", ValueKind::Named(&PIECE), "what pieces do that the stock does not say"),
        key("states", ValueKind::Named(&STATE), "what a piece remembers"),
        key(
            "setup",
            ValueKind::NamedEntries(Language::Cells),
            "the array, for `each` side or for one",
        ),
        key("setup-hand", ValueKind::NamedCounts, "pieces in hand at the start"),
        key("setups", ValueKind::Named(&SETUP), "other set-ups, each laid over the whole game"),
        key("castling", ValueKind::Entries(Language::Names), "`PIECE FROM-TO, PIECE FROM-TO`"),
        key("promotion", ValueKind::Named(&PROMOTION), "what a piece may become, and where"),
        key("hands", ValueKind::Table(&HANDS), "pieces in hand"),
        key("drops", ValueKind::Named(&DROP), "where pieces from the hand may be put"),
        key("transfers", ValueKind::List(&TRANSFER), "what leaves a place, when and for where"),
        key("turn", ValueKind::Table(&TURN), "what a turn may be besides a move"),
        key("check", ValueKind::Table(&CHECK), "whose attacks count as check"),
        key("ends", ValueKind::Table(&ENDS), "how the game ends"),
        key(
            "elimination",
            ValueKind::Table(&ELIMINATION),
            "what becomes of a side that is eliminated",
        ),
        key("score", ValueKind::Table(&SCORE), "what ends are worth"),
        key("certainty", ValueKind::List(&CERTAINTY), "how sure we are, about any fact"),
    ],
};

/// `[setups.NAME]`.
pub static SETUP: Section = Section {
    about: "another set-up of the game: it holds what is different, as a relative does",
    keys: &[
        key("name", ValueKind::Text, "the name of the set-up"),
        key("without", NAMES, "paths of the game that this set-up does without"),
        key("board", ValueKind::Table(&BOARD), "the board"),
        key("boards", ValueKind::Named(&BOARD), "several boards"),
        key("zones", ValueKind::Entries(Language::Cells), "named sets of cells"),
        key("borders", ValueKind::Entries(Language::Cells), "lines between cells"),
        key("sides", ValueKind::Named(&SIDE), "the sides"),
        key("armies", ValueKind::Named(&ARMY), "armies"),
        key("pieces", ValueKind::Named(&PIECE), "pieces"),
        key("states", ValueKind::Named(&STATE), "what a piece remembers"),
        key("setup", ValueKind::NamedEntries(Language::Cells), "the array"),
        key("setup-hand", ValueKind::NamedCounts, "pieces in hand at the start"),
        key("castling", ValueKind::Entries(Language::Names), "castling"),
        key("promotion", ValueKind::Named(&PROMOTION), "promotion"),
        key("hands", ValueKind::Table(&HANDS), "pieces in hand"),
        key("drops", ValueKind::Named(&DROP), "drops"),
        key("transfers", ValueKind::List(&TRANSFER), "transfers"),
        key("turn", ValueKind::Table(&TURN), "what a turn may be"),
        key("check", ValueKind::Table(&CHECK), "check"),
        key("ends", ValueKind::Table(&ENDS), "how the game ends"),
        key("elimination", ValueKind::Table(&ELIMINATION), "elimination"),
        key("score", ValueKind::Table(&SCORE), "score"),
        key("certainty", ValueKind::List(&CERTAINTY), "how sure we are"),
    ],
};

/// `[about]`.
pub static ABOUT: Section = Section {
    about: "where the game comes from",
    keys: &[
        key("inventor", ValueKind::Text, "who invented it"),
        key("year", ValueKind::Integer, "when"),
        key("published", ValueKind::Date, "the day on which it was published"),
        key("published-in", ValueKind::Text, "where it was published: a site, a book, a contest"),
        key("source", ValueKind::Text, "the address of the source"),
    ],
};

/// `[board]` and `[boards.ID]`.
pub static BOARD: Section = Section {
    about: "a board",
    keys: &[
        key("name", ValueKind::Text, "as pages call it"),
        required("files", NAMES, "names from left to right: `a-h`"),
        key("ranks", NAMES, "names from near to far: `1-8`; hexagons number them"),
        key("levels", NAMES, "names from low to high"),
        key("names", NAMES, "the order of `file rank level` in a cell's name"),
        key("tiling", ValueKind::OneOf(&Tiling::NAMES), "the shape of the cells"),
        key("edge", ValueKind::Integer, "hexagons: cells on an edge of the board"),
        key("upright-edge", ValueKind::Integer, "hexagons: cells on the first file, if not `edge`"),
        key(
            "ranks-bend",
            ValueKind::Flag,
            "hexagons: whether a rank is the place in the file; it is",
        ),
        key("cells", CELLS, "the cells that exist"),
        key("joined", ValueKind::OneOf(&["files", "ranks"]), "the axis whose ends touch"),
        key("drawn", ValueKind::OneOf(&["flat", "ring"]), "whether joined edges are bent together"),
        key(
            "style",
            ValueKind::OneOf(&["checkered", "plain", "lines"]),
            "what its cells look like",
        ),
        key("show", NAMES, "zones and borders to draw"),
        key("all-pieces", NOTATION, "how every piece on this board moves, or `none`"),
    ],
};

/// `[sides.ID]`.
pub static SIDE: Section = Section {
    about: "a side",
    keys: &[
        key("name", ValueKind::Text, "as pages call it"),
        key("seat", NAMES, "`turn 180`, `flip ranks`: how the first side's places become its own"),
        key("faces", ValueKind::OneOf(&["forward", "right", "back", "left"]), "which way it looks"),
        key("army", NAMES, "its army; several: chosen before play"),
        key("captures", PIECES, "the pieces that it may capture; else those of every other side"),
        key("moved-by", PIECES, "who moves its pieces: a neutral side has no turns"),
        key("points", ValueKind::Number, "what it is given where points are counted"),
    ],
};

/// `[armies.ID]`.
pub static ARMY: Section = Section {
    about: "what a side may have instead of the array's pieces",
    keys: &[
        key("name", ValueKind::Text, "as pages call it"),
        key("pieces", ValueKind::Entries(Language::Names), "instead of this piece, that one"),
        key("castling", ValueKind::Entries(Language::Names), "instead of this castling, that one"),
        key("not-against", NAMES, "armies that it does not play"),
    ],
};

/// `[pieces.ID]`.
pub static PIECE: Section = Section {
    about: "a piece: what the stock does not say of it",
    keys: &[
        key("move", NOTATION, "how it moves; `none`, or `unknown` where the source is silent"),
        key("within", CELLS, "cells that it never leaves"),
        key("moves", ValueKind::List(&MOVE_RULE), "further ways of moving"),
        key("double-step", CELLS, "from here a quiet single step may be made twice"),
        key("triple-step", CELLS, "from here it may be made three times"),
        key("letter", NAMES, "one letter, or `+` and one"),
        key("shown", ValueKind::Text, "what is printed for the letter"),
        key("name", ValueKind::Text, "as pages call it"),
        key("glyph", NAMES, "how it is drawn"),
        key("royal", ValueKind::Flag, "whether it must not be lost"),
        key("points", ValueKind::Number, "what it is worth where points are counted"),
    ],
};

/// An item of `moves`.
pub static MOVE_RULE: Section = Section {
    about: "one way of moving",
    keys: &[
        key("move", NOTATION, "where it goes"),
        key("path", PATH, "it goes step by step along these, the cells before the last empty"),
        key("order", ValueKind::OneOf(&["as written", "any"]), "the order of the steps of `path`"),
        key("turn", ValueKind::Number, "the angle, in degrees, wherever the kind of step changes"),
        key(
            "in-line",
            ValueKind::OneOf(&["R", "B", "T", "Q"]),
            "the line from the first cell to the last",
        ),
        key("links", CELLS, "`a1-b3 b3-a1`: from cell to cell"),
        key("from", CELLS, "it must start there"),
        key("to", CELLS, "it must end there"),
        key("within", CELLS, "it must start, pass and end there"),
        key("captures", PIECES, "it may capture only these"),
        key("over", PIECES, "it may hop over only these"),
        key("not-crossing", NAMES, "borders that it does not cross"),
        key(
            "shoot",
            NOTATION,
            "afterwards captures an enemy so far away and stays; or `same distance`",
        ),
        key("swap", NOTATION, "changes places with an own piece that far away"),
        key("with", PIECES, "with whom it changes places"),
        key("if", NAMES, "`not in check`, `unmoved`, a state, or `not` and one of them"),
    ],
};

/// `[states.ID]`.
pub static STATE: Section = Section {
    about: "something that a piece remembers",
    keys: &[
        required("set", NAMES, "the event that sets it"),
        key("clear", NAMES, "the event that clears it"),
    ],
};

/// `[promotion.PIECE]`.
pub static PROMOTION: Section = Section {
    about: "what a piece may become, and where",
    keys: &[
        key("must", CELLS, "a move that ends here must promote"),
        key("may", CELLS, "a move that ends here may promote"),
        key("leaving", ValueKind::Flag, "whether a move that starts on `may` may promote, too"),
        required("becomes", PIECES, "into what"),
        key("limit", ValueKind::OneOf(&["initial"]), "never more of a piece than at the start"),
    ],
};

/// `[hands]`.
pub static HANDS: Section = Section {
    about: "pieces in hand",
    keys: &[
        key("gain", ValueKind::OneOf(&["captures"]), "the captor gets what it takes"),
        key("as", ValueKind::OneOf(&["unpromoted", "is"]), "what a taken piece becomes"),
    ],
};

/// `[drops.PIECE]`.
pub static DROP: Section = Section {
    about: "where a piece from the hand may be put",
    keys: &[
        key("to", CELLS, "empty cells of these; else any"),
        key("one-per", ValueKind::OneOf(&["file", "rank"]), "never two of its kind on one line"),
        key("mates", ValueKind::Flag, "whether the drop may give mate"),
    ],
};

/// `[[transfers]]`.
pub static TRANSFER: Section = Section {
    about: "what leaves a place, when and for where; the first line that fits is used",
    keys: &[
        key("name", ValueKind::Text, "as pages call it"),
        required(
            "when",
            ValueKind::OneOf(&["captured", "owner moved", "alone on board", "turn"]),
            "what sets it off",
        ),
        required("from", CELLS, "where the piece stands"),
        key("to", CELLS, "where it goes; its owner chooses. Nothing: out of the game"),
        key("pieces", PIECES, "the pieces that it concerns"),
        key("if", NAMES, "states that it must have"),
        key(
            "occupant",
            ValueKind::OneOf(&["blocks", "removed"]),
            "what happens to who stands there",
        ),
        key("full", ValueKind::OneOf(&["waits", "removed"]), "where no cell is free"),
        key("then", NAMES, "`reset BOARD`: as at the start"),
    ],
};

/// `[turn]`.
pub static TURN: Section = Section {
    about: "what a turn may be besides a move",
    keys: &[key("pass", ValueKind::OneOf(&["never", "not in check"]), "whether a side may pass")],
};

/// `[check]`.
pub static CHECK: Section = Section {
    about: "whose attack on its royal a side may not allow",
    keys: &[key("by", ValueKind::OneOf(&["any enemy", "next side", "none"]), "whose")],
};

/// `[ends]`.
pub static ENDS: Section = Section {
    about: "how the game ends: what each event means for the side concerned",
    keys: &[
        key("checkmate", RESULT, "in check without a legal move"),
        key("stalemate", RESULT, "without a legal move, not in check"),
        key("royal-capturable", RESULT, "an enemy that is about to move attacks its royal"),
        key("extinction", ValueKind::Table(&EXTINCTION), "none of these is left"),
        key("goal", ValueKind::Table(&GOAL), "one of these stands there"),
        key(
            "repetition",
            ValueKind::Table(&REPETITION),
            "the same position, the same side to move",
        ),
        key(
            "no-progress",
            ValueKind::Table(&NO_PROGRESS),
            "nothing taken, and none of these moved",
        ),
        key("nothing-to-promote", RESULT, "it must promote and may become nothing"),
        key("last-survivor", RESULT, "all others are eliminated"),
        key(
            "facing-royals",
            RESULT,
            "the royals face each other along an open line, and it passes",
        ),
        key("all-passed", RESULT, "every side passed, one after the other"),
    ],
};

/// `[ends.extinction]`.
pub static EXTINCTION: Section = Section {
    about: "none of these is left anywhere",
    keys: &[
        required("pieces", PIECES, "of which pieces"),
        required("result", RESULT, "what it means"),
    ],
};

/// `[ends.goal]`.
pub static GOAL: Section = Section {
    about: "one of these stands there",
    keys: &[
        required("pieces", PIECES, "which pieces"),
        required("at", CELLS, "where"),
        required("result", RESULT, "what it means"),
    ],
};

/// `[ends.repetition]`.
pub static REPETITION: Section = Section {
    about: "the same position with the same side to move",
    keys: &[
        required("times", ValueKind::Integer, "how often, at least 2"),
        required("result", RESULT, "what it means"),
        key("perpetual-check", RESULT, "for a side that gave check all the while"),
    ],
};

/// `[ends.no-progress]`.
pub static NO_PROGRESS: Section = Section {
    about: "so many moves of each side without a capture or a move by these",
    keys: &[
        required("moves", ValueKind::Integer, "how many"),
        key("by", PIECES, "whose moves are progress"),
        required("result", RESULT, "what it means"),
    ],
};

/// `[elimination]`.
pub static ELIMINATION: Section = Section {
    about: "what becomes of a side that is eliminated",
    keys: &[
        key(
            "army",
            ValueKind::OneOf(&["removed", "stays", "captor's"]),
            "what becomes of its pieces",
        ),
        key("next", ValueKind::OneOf(&["captor", "in order"]), "who moves next"),
    ],
};

/// `[score]`.
pub static SCORE: Section = Section {
    about: "what ends are worth",
    keys: &[
        key("win", ValueKind::Number, "points for a win; else 1"),
        key("draw", ValueKind::Number, "points for a draw; else half of a win"),
        key("stalemating", ValueKind::Number, "points for giving stalemate"),
        key("places", ValueKind::Numbers, "points from the first place to the last"),
    ],
};

/// `[[certainty]]`.
pub static CERTAINTY: Section = Section {
    about: "how sure we are of some facts",
    keys: &[
        required("of", NAMES, "paths: `setup.each.king`, `pieces.pawn.moves.1`"),
        key("is", ValueKind::OneOf(Sureness::WORDS), "how sure"),
        key("why", ValueKind::Text, "what it rests on"),
    ],
};

impl Section {
    /// The key of that name.
    pub fn key(&self, name: &str) -> Option<&'static FormatKey> {
        self.keys.iter().find(|key| key.name == name)
    }
}
