use std::collections::BTreeSet;

use crate::geometry::{Axis, AxisKind, Cells};
use crate::rules::SideId;
use crate::source::join_words;

use crate::query::Study;

/// Up to so many cells are named one by one.
const NAMED: usize = 12;

impl Study {
    /// Where cells are, for the first side and, where that is another place, for the other one of
    /// two players: `on rank 8 (Black: rank 1)`.
    pub(super) fn place_of_each(&self, cells: impl Fn(SideId) -> Cells) -> String {
        let players: Vec<SideId> = self.variant().players().collect();
        let first = self.first_side();
        let mut words = self.place(&cells(first), first.index());
        let name = |side: SideId| &self.variant().sides[side.index()].name;
        match players[..] {
            [_, other] if cells(other) != cells(first) => {
                let there = self.place_name(&cells(other), other.index());
                if !words.ends_with(&there) {
                    words += &format!(" ({}: {there})", name(other));
                }
            }
            [_, _, _, ..] if cells(first).count() < self.layout().len() => {
                words += &format!(" ({}; for the others as they sit)", name(first));
            }
            _ => {}
        }
        words
    }

    /// Where cells are: `on rank 8`, `in the camp`, `on a1`.
    pub(super) fn place(&self, cells: &Cells, side: usize) -> String {
        if cells.count() == self.layout().len() {
            return "anywhere".to_owned();
        }
        let name = self.place_name(cells, side);
        let within = name.starts_with("the ") || name.starts_with("The ");
        let whole = self.whole_board(cells).is_some();
        format!("{} {name}", if within || whole { "in" } else { "on" })
    }

    /// What cells are called: a board, ranks or files, a zone, or their names.
    pub(super) fn place_name(&self, cells: &Cells, side: usize) -> String {
        if let Some(board) = self.whole_board(cells) {
            return self.board_name(board);
        }
        if let Some(lines) = self.lines(cells) {
            return lines;
        }
        let one_by_one = || {
            let name = |cell| {
                let (name, board) =
                    (self.layout().name_on_board(cell), self.layout().point(cell).board);
                match self.layout().boards().len() {
                    1 => name.to_owned(),
                    _ => format!("{name} of {}", self.board_name(board)),
                }
            };
            cells.iter().map(name).collect::<Vec<_>>()
        };
        let zones = &self.variant().zones;
        let zone = zones.iter().find(|zone| zone.cells.get(side) == Some(cells));
        match zone {
            Some(zone) if cells.count() > 2 => format!("the {}", zone.id.replace('-', " ")),
            _ if cells.count() <= NAMED => join_words(&one_by_one(), "or"),
            _ => format!("{} cells", cells.count()),
        }
    }

    /// How a board is called.
    pub(super) fn board_name(&self, board: u8) -> String {
        let face = &self.variant().boards[board as usize];
        face.name.clone().unwrap_or_else(|| face.id.clone())
    }

    /// The board, of several, whose cells these are, all of them.
    fn whole_board(&self, cells: &Cells) -> Option<u8> {
        let board = self.layout().point(cells.iter().next()?).board;
        let whole: Cells = self.layout().cells_of(board).collect();
        (self.layout().boards().len() > 1 && whole == *cells).then_some(board)
    }

    /// `rank 8`, `ranks 1 to 4 and 13 to 16`, `file a`.
    pub(super) fn lines(&self, cells: &Cells) -> Option<String> {
        let [board] = self.layout().boards() else { return None };
        if cells.is_empty() || cells.count() == self.layout().len() {
            return None;
        }
        [(AxisKind::Rank, "rank"), (AxisKind::File, "file"), (AxisKind::Level, "level")]
            .into_iter()
            .find_map(|(kind, word)| {
                let places: BTreeSet<usize> =
                    cells.iter().map(|cell| self.layout().index_on_axis(cell, kind)).collect();
                let on_them = |cell: &_| places.contains(&self.layout().index_on_axis(*cell, kind));
                let whole: Cells = self.layout().cells().filter(on_them).collect();
                (whole == *cells).then(|| {
                    let plural = if places.len() == 1 { "" } else { "s" };
                    format!("{word}{plural} {}", runs(board.axis(kind), &places))
                })
            })
    }

    /// What a line is: `file`, `rank` or `line`.
    pub(super) fn line_word(&self, line: &Cells) -> &'static str {
        let is_along = |kind: AxisKind| {
            let places: BTreeSet<usize> =
                line.iter().map(|cell| self.layout().index_on_axis(cell, kind)).collect();
            places.len() == 1
        };
        match (is_along(AxisKind::File), is_along(AxisKind::Rank)) {
            (true, false) => "file",
            (false, true) => "rank",
            _ => "line",
        }
    }
}

/// Neighbours on an axis by their ends: `1 to 4 and 13 to 16`.
fn runs(axis: &Axis, places: &BTreeSet<usize>) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &place in places {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == place => *last = place,
            _ => runs.push((place, place)),
        }
    }
    let name = |place: usize| axis.names[place].as_str();
    // An axis may count down.
    let falls = |a: &str, b: &str| (a.len(), a) > (b.len(), b);
    if falls(name(0), name(axis.names.len() - 1)) {
        runs = runs.into_iter().rev().map(|(first, last)| (last, first)).collect();
    }
    let run = |&(first, last): &(usize, usize)| match first.abs_diff(last) {
        0 => name(first).to_owned(),
        1 => format!("{} and {}", name(first), name(last)),
        _ => format!("{} to {}", name(first), name(last)),
    };
    join_words(&runs.iter().map(run).collect::<Vec<_>>(), "and")
}
