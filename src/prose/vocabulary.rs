use crate::diagram::Surface;
use crate::geometry::Lattice;
use crate::rules::PieceTypeId;
use crate::source::join_words;

use crate::query::Study;

/// How one speaks of moves on some board: what its directions and its cells are called.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Idiom {
    /// The directions of the board.
    pub lattice: Lattice,
    /// Whether pieces stand where lines cross.
    pub points: bool,
    /// The piece's name in lower case: nobody is compared with himself.
    pub name: String,
}

impl Idiom {
    /// What a piece stands on.
    pub(super) fn cell(&self) -> &'static str {
        if self.points { "point" } else { "cell" }
    }

    /// `one cell`, `two points`
    pub(super) fn cells(&self, count: u16) -> String {
        let plural = if count == 1 { "" } else { "s" };
        format!("{} {}{plural}", number(count), self.cell())
    }
}

impl Study {
    /// How one speaks of a kind's moves.
    pub(super) fn idiom(&self, kind: PieceTypeId) -> Idiom {
        let points = self.variant().boards.iter().all(|board| board.surface == Surface::Lines);
        Idiom {
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
