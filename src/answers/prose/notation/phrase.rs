//! The phrase of one term, in parts that can be merged with those of other terms.

use crate::geometry::Lattice;
use crate::source::{grouped, join_words, sort, without_repeats};

use super::super::vocabulary::{BoardVocabulary, number, plural};

/// One move in words, in parts that can be merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    pub(super) verb: Verb,
    pub(super) measure: Measure,
    /// Which directions, any of these: `orthogonally`, `forward`.
    pub(super) directions: Vec<String>,
    /// Words after the directions, with a blank or a comma before them.
    pub(super) more: String,
    /// What blocks the move, and what else goes with it.
    pub(super) notes: Vec<MoveNote>,
}

/// The distance of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Measure {
    /// Exactly this far, in one of these numbers of cells, with the noun for a cell.
    Cells(Vec<u16>, &'static str),
    /// Other words, which may be empty: `any number of squares`.
    Words(String),
}

impl Measure {
    /// The words with a blank before them; nothing if there are none.
    pub fn text(&self) -> String {
        match self {
            Measure::Cells(lengths, cell) => {
                let most = lengths.iter().copied().max().unwrap_or(0);
                let lengths = join_words(lengths.iter().map(|&length| number(length)), "or");
                format!(" {lengths} {}", plural(cell, most.into()))
            }
            Measure::Words(words) if words.is_empty() => String::new(),
            Measure::Words(words) => format!(" {words}"),
        }
    }
}

/// A sentence that follows a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveNote {
    /// What is said of the move: `is blocked if the square between is occupied`.
    OfMove(String),
    /// What is said of the piece: `may not leave its palace`.
    OfPiece(String),
    /// A whole sentence without its full stop.
    Whole(String),
}

/// What a note is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteSubject {
    /// The piece, whatever it does.
    Piece,
    /// One of its moves, which was described last.
    Move,
    /// Several of its moves, which were described last.
    Moves,
}

impl MoveNote {
    /// The sentence without its full stop.
    pub fn text(&self, subject: NoteSubject) -> String {
        match (self, subject) {
            (MoveNote::Whole(text), _) => text.clone(),
            (MoveNote::OfMove(text) | MoveNote::OfPiece(text), NoteSubject::Piece) => {
                format!("It {text}")
            }
            (MoveNote::OfMove(text), _) => format!("This move {text}"),
            (MoveNote::OfPiece(text), NoteSubject::Move) => format!("With this move it {text}"),
            (MoveNote::OfPiece(text), NoteSubject::Moves) => format!("With these moves it {text}"),
        }
    }
}

/// How a piece moves, in the third person and as a gerund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Moves,
    Slides,
    Leaps,
    /// Several leaps in one direction.
    Makes,
    Castles,
}

impl Verb {
    pub(super) const ALL: [Verb; 5] =
        [Verb::Moves, Verb::Slides, Verb::Leaps, Verb::Makes, Verb::Castles];

    pub fn third_person(self) -> &'static str {
        self.forms().0
    }

    pub fn gerund(self) -> &'static str {
        self.forms().1
    }

    fn forms(self) -> (&'static str, &'static str) {
        match self {
            Verb::Moves => ("moves", "moving"),
            Verb::Slides => ("slides", "sliding"),
            Verb::Leaps => ("leaps", "leaping"),
            Verb::Makes => ("makes", "making"),
            Verb::Castles => ("castles", "castling"),
        }
    }
}

/// What stands before the second leg of a move, and those after it.
pub(super) const FOLLOWED: &str = "followed by ";

impl Phrase {
    /// A phrase with a verb and the words after it.
    pub(super) fn new(verb: Verb, measure: impl Into<String>) -> Phrase {
        let measure = Measure::Words(measure.into());
        Phrase { verb, measure, directions: Vec::new(), more: String::new(), notes: Vec::new() }
    }

    /// The words without the notes: `moves one square forward`.
    pub(super) fn text(&self) -> String {
        self.verb.third_person().to_owned() + &self.rest()
    }

    /// The words after the verb, with a blank before them.
    pub(super) fn rest(&self) -> String {
        let directions = directions_text(&self.directions);
        let blank = if directions.is_empty() { "" } else { " " };
        format!("{}{blank}{directions}{}", self.measure.text(), self.more)
    }

    /// Whether it is a move of one cell, which no other leg follows.
    pub(super) fn is_single_step(&self) -> bool {
        self.verb == Verb::Moves
            && !self.more.contains(FOLLOWED)
            && matches!(&self.measure, Measure::Cells(lengths, _) if lengths[..] == [1])
    }

    /// Whether words stand after its directions.
    pub fn goes_on(&self) -> bool {
        !self.more.is_empty()
    }

    /// Whether nothing follows it.
    pub fn has_no_notes(&self) -> bool {
        self.notes.is_empty()
    }

    /// The words for a cell of a table: `one square forward`, `sliding any number of squares`.
    pub(super) fn cell_text(&self) -> String {
        match self.is_single_step() {
            true => self.rest().trim_start().to_owned(),
            false => format!("{}{}", self.verb.gerund(), self.rest()),
        }
    }
}

/// Directions that need no word of their own before them in a list.
const SIMPLE: [&str; 7] =
    ["forward", "backward", "sideways", "to the right", "to the left", "up", "down"];

/// `forward or sideways`; of several diagonals, the common word comes first.
///
/// The word `diagonally` governs all that follows it, so other directions come before:
/// `forward, backward or diagonally to the right`.
fn directions_text(directions: &[String]) -> String {
    let is_straight = |words: &&String| !words.starts_with("diagonally ");
    let straight: Vec<&String> = directions.iter().filter(is_straight).collect();
    if !straight.is_empty() && straight.len() < directions.len() {
        let diagonals = directions.iter().filter(|words| !is_straight(words));
        let straight = straight.into_iter().flat_map(|words| words.split(" or ")).collect();
        let diagonals = diagonals.map(String::as_str);
        // In `orthogonally or diagonally forward` both would be forward.
        if straight == ["orthogonally"] {
            return join_words(diagonals.chain(straight), "or");
        }
        return join_words(sides_last(straight).into_iter().chain(diagonals), "or");
    }
    let simple = |words: &[&str]| -> Option<String> {
        let parts: Vec<&str> = words.iter().flat_map(|words| words.split(" or ")).collect();
        let is_simple = parts.iter().all(|part| SIMPLE.contains(part));
        is_simple.then(|| join_words(sides_last(parts), "or"))
    };
    let all: Vec<&str> = directions.iter().map(String::as_str).collect();
    let rest: Option<Vec<&str>> = all.iter().map(|it| it.strip_prefix("diagonally ")).collect();
    match rest.filter(|rest| !rest.is_empty()) {
        Some(rest) => match simple(&rest) {
            Some(words) => format!("diagonally {words}"),
            None if rest.len() == 1 => directions.concat(),
            None => format!("diagonally: {}", join_words(rest, "or")),
        },
        None => simple(&all).unwrap_or_else(|| join_words(directions, "or")),
    }
}

/// Puts `to the right` and `to the left` last. In `to the right, forward or backward` the last words
/// would read as a remark on the first.
fn sides_last(directions: Vec<&str>) -> Vec<&str> {
    let (sides, mut ordered): (Vec<&str>, Vec<&str>) =
        directions.into_iter().partition(|words| words.starts_with("to the "));
    ordered.extend(sides);
    ordered
}

/// Two directions that have a shorter name together.
const PAIRS: [(&str, &str, &str); 4] = [
    ("forward to the right", "forward to the left", "forward to the left or right"),
    ("backward to the right", "backward to the left", "backward to the left or right"),
    ("to the right", "to the left", "sideways"),
    ("up", "down", "up or down"),
];

/// Merges the phrases that differ only in their directions, then those that differ only in length.
pub(super) fn merged(phrases: Vec<Phrase>, vocabulary: &BoardVocabulary) -> Vec<Phrase> {
    let all: &[&str] = match vocabulary.lattice {
        Lattice::Squares => &["orthogonally", "diagonally"],
        Lattice::Levels => &["orthogonally", "diagonally", "triagonally"],
        Lattice::Hexagons => &[],
    };
    let by_frame =
        phrases.into_iter().map(|it| ((it.verb, it.measure, it.more, it.notes), it.directions));
    let merge = |((verb, measure, more, notes), directions): (_, Vec<Vec<String>>)| {
        let mut directions = without_repeats(directions.concat());
        let has = |direction: &&str| directions.iter().any(|known| known == direction);
        if !all.is_empty() && all.iter().all(has) {
            directions.retain(|direction| !all.contains(&direction.as_str()));
            directions.insert(0, "in any direction".to_owned());
        }
        merge_pairs(&mut directions);
        if vocabulary.lattice == Lattice::Hexagons {
            name_edges(&mut directions, verb == Verb::Moves);
        }
        Phrase { verb, measure, directions, more, notes }
    };
    let mut merged: Vec<Phrase> = Vec::new();
    for phrase in grouped(by_frame).into_iter().map(merge) {
        let is_alike = |known: &&mut Phrase| {
            let measure = known.measure.clone();
            let kinds =
                matches!((&measure, &phrase.measure), (Measure::Cells(..), Measure::Cells(..)));
            kinds && Phrase { measure, ..phrase.clone() } == **known
        };
        match (merged.iter_mut().find(is_alike), &phrase.measure) {
            (Some(Phrase { measure: Measure::Cells(known, _), .. }), Measure::Cells(more, _)) => {
                known.extend(more);
                sort(known);
            }
            _ => merged.push(phrase),
        }
    }
    merged
}

/// Gives two directions of a pair their common name.
fn merge_pairs(directions: &mut Vec<String>) {
    for (one, other, both) in PAIRS {
        let place = |wanted: &str| directions.iter().position(|known| known == wanted);
        if let (Some(first), Some(second)) = (place(one), place(other)) {
            directions[first.min(second)] = both.to_owned();
            directions.remove(first.max(second));
        }
    }
}

/// Says that directions such as `forward to the left` lead through edges, after the last of them.
fn name_edges(directions: &mut [String], is_single: bool) {
    let is_edge = |words: &&mut String| {
        !words.ends_with(')') && (words.contains("forward to") || words.contains("backward to"))
    };
    if let Some(last) = directions.iter_mut().rfind(is_edge) {
        *last += if is_single { " (through an edge)" } else { " (through edges)" };
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn compounds() {
        check("BD", "Slides any number of squares diagonally, or leaps two squares orthogonally.");
        check("sWfF", "Moves one square sideways or diagonally forward.");
        check(
            "rFvW",
            "Moves one square forward, backward or diagonally to the right (forward or backward).",
        );
        check("FAD", "Moves one square diagonally, or leaps two squares in any direction.");
        check("WA", "Moves one square orthogonally, or leaps two squares diagonally.");
        check("HFD", "Leaps two or three squares orthogonally, or moves one square diagonally.");
        check(
            "RN",
            "Slides any number of squares orthogonally, or leaps two squares orthogonally and one \
             square at a right angle.",
        );
    }
}
