use std::collections::BTreeMap;
use std::sync::Arc;

use crate::geometry::{Axis, AxisKind, Board, Cell, Cells, Layout, Point, Vector};
use crate::notation::{PieceToken, Placement, Row, RowEntry};
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile};

use super::cell::find_cell;

/// Who stands where on a board that is as large as a placement says.
pub struct Stand {
    pub layout: Arc<Layout>,
    /// The pieces as they were written.
    pub pieces: BTreeMap<Cell, PieceToken>,
}

impl Stand {
    /// The board and the men of a placement; several sections are levels.
    pub fn read(text: &str) -> Result<Stand, Diagnostics> {
        let file = SourceFile::new("--fen", text);
        let placed = |complaint: Diagnostic| complaint.within(&file, 0);
        let placement = Placement::parse(text, None)
            .map_err(|complaints| complaints.into_iter().map(placed).collect::<Vec<_>>())?;
        let sections = &placement.sections;
        let width = |rows: &Vec<Row>| rows.first().map_or(0, |row| row.entries.len());
        let (files, ranks) = (width(&sections[0]), sections[0].len());
        if sections.iter().any(|rows| (width(rows), rows.len()) != (files, ranks)) {
            let complaint = Diagnostic::error(Code::Placement, "the levels differ in size")
                .in_whole_file(&file)
                .help("without a game, the sections between `|` are levels of one board");
            return Err(complaint.into());
        }
        Stand::new(placement, files, ranks)
            .map_err(|what| Diagnostic::error(Code::BoardSize, what).in_whole_file(&file).into())
    }

    fn new(placement: Placement, files: usize, ranks: usize) -> Result<Stand, String> {
        let board = board(files, ranks, placement.sections.len());
        let full = Layout::new(vec![board]).map_err(|error| error.to_string())?;
        let mut there = Cells::all(full.len());
        let mut standing = BTreeMap::new();
        for (level, rows) in placement.sections.into_iter().enumerate() {
            for (place, row) in rows.into_iter().rev().enumerate() {
                for (file, entry) in row.entries.into_iter().enumerate() {
                    let at = Vector::new(file as i16, place as i16, level as i16);
                    let point = Point { board: 0, at };
                    match entry {
                        RowEntry::Empty => {}
                        RowEntry::Hole => {
                            there.remove(full.at(point).expect("the board has all cells"));
                        }
                        RowEntry::Piece(token) => {
                            standing.insert(point, token);
                        }
                    }
                }
            }
        }
        // Holes change the numbers of cells, not their points.
        let layout = full.restricted_to(&there).map_err(|error| error.to_string())?;
        let cell = |point| layout.at(point).expect("a piece does not stand in a hole");
        let pieces = standing.into_iter().map(|(point, token)| (cell(point), token)).collect();
        Ok(Stand { layout: Arc::new(layout), pieces })
    }

    /// The cell of that name, on which somebody must stand.
    pub fn find(&self, at: &str) -> Result<Cell, Diagnostics> {
        let cell = find_cell(&self.layout, at)?;
        if self.pieces.contains_key(&cell) {
            return Ok(cell);
        }
        let pieces: Vec<&str> = self.pieces.keys().map(|&cell| self.layout.name(cell)).collect();
        let complaint = Diagnostic::error(Code::Position, format!("nobody stands on `{at}`"))
            .help("the piece that moves stands in the placement, on the cell of `--at`");
        let complaint = match &pieces[..] {
            [] => complaint,
            pieces => complaint.note(format!("somebody stands on {}", pieces.join(" "))),
        };
        Err(complaint.into())
    }

    /// Whether the man on a cell is the first side's.
    pub fn is_first(&self, cell: Cell) -> bool {
        self.pieces.get(&cell).is_some_and(|token| token.letter.is_uppercase())
    }

    /// What is written for the man on a cell.
    pub fn letter(&self, cell: Cell) -> Option<String> {
        let token = self.pieces.get(&cell)?;
        Some(format!("{}{}", if token.plus { "+" } else { "" }, token.letter))
    }
}

/// A board of squares; with levels, if there are several, the lowest of them `A`: `a1`, `Aa1`.
fn board(files: usize, ranks: usize, levels: usize) -> Board {
    let flat = Board::rectangle(files, ranks);
    if levels == 1 {
        return flat;
    }
    Board {
        levels: Axis::new(Axis::letters(levels).names.iter().map(|name| name.to_uppercase())),
        has_levels: true,
        names: vec![AxisKind::Level, AxisKind::File, AxisKind::Rank],
        ..flat
    }
}
