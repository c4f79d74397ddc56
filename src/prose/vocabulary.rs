//! Words that all sentences share: the names of cells, of numbers and of a piece type.

use crate::diagram::Surface;
use crate::geometry::{AxisKind, CellSet, Lattice};
use crate::query::LoadedVariant;
use crate::rules::{PieceTypeId, SideId};

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
        format!("{} {}", number(count), plural(self.cell(), count.into()))
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

/// The noun with a final `s`, unless the count is one.
pub(super) fn plural(noun: &str, count: usize) -> String {
    format!("{noun}{}", if count == 1 { "" } else { "s" })
}

/// What the cells at one place of an axis are called.
pub(super) fn axis_word(axis: AxisKind) -> &'static str {
    match axis {
        AxisKind::File => "file",
        AxisKind::Rank => "rank",
        AxisKind::Level => "level",
    }
}

/// The cells of a side in a table that may lack the side.
pub(super) fn of_side(cells: &[CellSet], side: SideId) -> CellSet {
    cells.get(side.index()).cloned().unwrap_or_default()
}
