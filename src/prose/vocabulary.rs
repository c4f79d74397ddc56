//! Words that all sentences share: the names of cells, of numbers and of a piece type.

use crate::diagram::Surface;
use crate::geometry::Lattice;
use crate::rules::PieceTypeId;
use crate::source::join_words;

use crate::query::LoadedVariant;

/// The words for moves of one piece type on one board.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BoardVocabulary {
    /// The lattice, which decides the names of directions.
    pub lattice: Lattice,
    /// Whether pieces stand on the crossings of lines.
    pub points: bool,
    /// The name of the piece type in lower case, so that it is not compared with itself.
    pub name: String,
}

impl BoardVocabulary {
    /// The word for what a piece stands on: `cell` or `point`.
    pub(super) fn cell(&self) -> &'static str {
        if self.points { "point" } else { "cell" }
    }

    /// `one cell`, `two points`
    pub(super) fn cells(&self, count: u16) -> String {
        let plural = if count == 1 { "" } else { "s" };
        format!("{} {}{plural}", number(count), self.cell())
    }
}

impl LoadedVariant {
    /// The words for the moves of a piece type.
    pub(super) fn idiom(&self, kind: PieceTypeId) -> BoardVocabulary {
        let points = self.variant().boards.iter().all(|board| board.surface == Surface::Lines);
        BoardVocabulary {
            lattice: self.layout().lattice(),
            points,
            name: self.kind_name(kind).to_lowercase(),
        }
    }
}

/// Small numbers as words.
pub(super) fn number(value: u16) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(value as usize).map_or_else(|| value.to_string(), |word| (*word).to_owned())
}

/// `a, b or c`
pub(super) fn either(words: Vec<String>) -> String {
    join_words(&words, "or")
}
