use crate::diagram::Surface;
use crate::geometry::Tiling;
use crate::rules::PieceTypeId;
use crate::source::series;

use crate::query::Study;

/// What directions there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Space {
    /// Squares on one level.
    #[default]
    Flat,
    /// Squares on levels.
    Levels,
    /// Hexagons.
    Hexagons,
}

/// How one speaks of moves on some board: what its directions and its cells are called.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Idiom {
    /// What directions there are.
    pub space: Space,
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
    pub(super) fn idiom(&self, piece_type: PieceTypeId) -> Idiom {
        let boards = self.layout().boards();
        let space = match boards {
            [board, ..] if board.tiling == Tiling::Hexagons => Space::Hexagons,
            _ if boards.iter().any(|board| board.has_levels) => Space::Levels,
            _ => Space::Flat,
        };
        let points = self.variant().boards.iter().all(|board| board.surface == Surface::Lines);
        Idiom { space, points, name: self.kind_name(piece_type).to_lowercase() }
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
    series(&words, "or")
}
