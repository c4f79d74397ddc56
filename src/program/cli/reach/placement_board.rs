//! The board and pieces of a placement without a variant.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::geometry::{Axis, AxisKind, Board, Cell, CellCoordinates, CellSet, Layout, Vector};
use crate::notation::{PieceToken, Placement, Row, RowEntry};
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, Span};

/// The pieces of a placement, on a board of the size of the placement.
pub struct PlacementBoard {
    pub layout: Arc<Layout>,
    /// The pieces as they were written.
    pub pieces: BTreeMap<Cell, PieceToken>,
}

impl PlacementBoard {
    /// Reads a placement. Several sections are levels of one board.
    pub fn read(text: &str) -> Result<PlacementBoard, Diagnostics> {
        let file = SourceFile::new("--fen", text);
        let placement = Placement::parse(text, None).map_err(|errors| {
            errors.into_iter().map(|error| error.within(&file, 0)).collect::<Diagnostics>()
        })?;
        let sections = &placement.sections;
        let width = |rows: &Vec<Row>| rows.first().map_or(0, |row| row.entries.len());
        let (files, ranks) = (width(&sections[0]), sections[0].len());
        if sections.iter().any(|rows| (width(rows), rows.len()) != (files, ranks)) {
            return Err(Diagnostic::error(Code::Placement, "the levels differ in size")
                .in_whole_file(&file)
                .help("without a variant, the sections between `|` are levels of one board")
                .into());
        }
        PlacementBoard::new(placement, files, ranks)
            .map_err(|what| Diagnostic::error(Code::BoardSize, what).in_whole_file(&file).into())
    }

    fn new(placement: Placement, files: usize, ranks: usize) -> Result<PlacementBoard, String> {
        let board = board(files, ranks, placement.sections.len());
        let full = Layout::new(vec![board]).map_err(|error| error.to_string())?;
        let mut existing = CellSet::all(full.len());
        let mut tokens = BTreeMap::new();
        for (level, rows) in placement.sections.into_iter().enumerate() {
            for (rank, row) in rows.into_iter().rev().enumerate() {
                for (file, entry) in row.entries.into_iter().enumerate() {
                    let at = Vector::new(file as i16, rank as i16, level as i16);
                    let point = CellCoordinates { board: 0, at };
                    match entry {
                        RowEntry::Empty => {}
                        RowEntry::Hole => {
                            existing.remove(full.at(point).expect("the board has all cells"));
                        }
                        RowEntry::Piece(token) => {
                            tokens.insert(point, token);
                        }
                    }
                }
            }
        }
        // Without the holes, cells have other numbers but the same points.
        let layout = full.restricted_to(&existing).map_err(|error| error.to_string())?;
        let cell = |point| layout.at(point).expect("a piece is not on a hole");
        let pieces = tokens.into_iter().map(|(point, token)| (cell(point), token)).collect();
        Ok(PlacementBoard { layout: Arc::new(layout), pieces })
    }

    /// Returns an empty board of 64 squares with one piece, on the cell with that name.
    pub fn with_one_piece(at: &str) -> PlacementBoard {
        let layout = Layout::new(vec![board(8, 8, 1)]).expect("the board is not too large");
        let token = PieceToken {
            side: None,
            letter: 'A',
            plus: false,
            tilde: false,
            span: Span::default(),
        };
        let pieces = layout.find(at.trim()).map(|cell| (cell, token)).into_iter().collect();
        PlacementBoard { layout: Arc::new(layout), pieces }
    }

    /// Returns the cell with that name, which must be occupied.
    pub fn find(&self, at: &str) -> Result<Cell, Diagnostics> {
        let mut names = self.layout.cells().map(|cell| self.layout.name(cell));
        let first = names.next().unwrap_or_default();
        let last = names.last().unwrap_or(first);
        let cell = self.layout.find(at.trim()).ok_or_else(|| {
            Diagnostic::error(Code::CellUnknown, format!("there is no cell `{at}`"))
                .help(format!("cells go from `{first}` to `{last}`; `--fen` gives another board"))
        })?;
        if self.pieces.contains_key(&cell) {
            return Ok(cell);
        }
        let pieces: Vec<&str> = self.pieces.keys().map(|&cell| self.layout.name(cell)).collect();
        let mut error = Diagnostic::error(Code::Position, format!("`{at}` is empty"))
            .help("put the piece that moves on the cell of `--at` in the placement");
        if !pieces.is_empty() {
            error = error.note(format!("these cells are occupied: {}", pieces.join(" ")));
        }
        Err(error.into())
    }

    /// Whether the piece on a cell belongs to the first side.
    pub fn is_first(&self, cell: Cell) -> bool {
        self.pieces.get(&cell).is_some_and(|token| token.letter.is_uppercase())
    }

    /// The letter of the piece on a cell, with its `+`.
    pub fn letter(&self, cell: Cell) -> Option<String> {
        let token = self.pieces.get(&cell)?;
        Some(format!("{}{}", if token.plus { "+" } else { "" }, token.letter))
    }
}

/// A board of squares. Cells are `a1`, or `Aa1` if there are several levels.
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
