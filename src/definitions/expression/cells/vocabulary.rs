//! The names that texts about cells may use, and the entry points of their parser.

use std::sync::Arc;

use crate::expression::SideResolver;
use crate::game::CellExpr;
use crate::geometry::{Axis, AxisKind, Cell, CellSet, Layout};
use crate::source::{Diagnostic, SourceText};

use super::parse::CellExprParser;

/// Words of the languages of cells and pieces, which no id may be.
pub const RESERVED_WORDS: &[&str] = &[
    "and", "any", "army", "behind", "but", "column", "columns", "diagonal", "each", "edge",
    "empty", "enemy", "every", "far", "file", "files", "front", "in", "left", "level", "levels",
    "next", "none", "not", "of", "opposite", "own", "previous", "rank", "ranks", "right", "royal",
    "start", "step", "steps", "unknown", "within",
];

/// The names that a text about cells may use.
#[derive(Debug, Clone)]
pub struct CellVocabulary {
    /// The boards with their holes.
    pub layout: Arc<Layout>,
    /// The same boards without holes, to count steps on.
    pub full: Arc<Layout>,
    /// The ids of the zones.
    pub zones: Vec<String>,
    pub sides: Arc<SideResolver>,
}

impl CellVocabulary {
    /// Parses a set of cells; bare names are those of the first board.
    pub fn parse(&self, text: &SourceText) -> Result<CellExpr, Diagnostic> {
        CellExprParser::new(self, text, None, false)?.whole()
    }

    /// Parses a set of cells of one board.
    pub fn parse_on_board(&self, text: &SourceText, board: u8) -> Result<CellExpr, Diagnostic> {
        CellExprParser::new(self, text, Some(board), false)?.whole()
    }

    /// Parses pairs of sets with a border between: `rank 5 | rank 6, file e | file f`.
    pub fn parse_border(&self, text: &SourceText) -> Result<Vec<(CellExpr, CellExpr)>, Diagnostic> {
        CellExprParser::new(self, text, None, true)?.borders()
    }

    /// Parses two cells with a hyphen between.
    pub fn link(&self, word: &SourceText) -> Result<(Cell, Cell), Diagnostic> {
        CellExprParser::new(self, word, None, false)?.two_cells_anywhere(word)
    }

    /// Returns all cells of a board, or of all boards.
    pub fn all(&self, board: Option<u8>) -> CellSet {
        match board {
            Some(board) => self.layout.cells_of(board).collect(),
            None => CellSet::all(self.layout.len()),
        }
    }

    /// Returns the cells at most `steps` steps away from `from`; a step may end on a hole.
    pub(super) fn within_steps(&self, from: Cell, steps: u16) -> CellSet {
        let start =
            self.full.at(self.layout.point(from)).expect("every cell lies on the full board");
        let mut seen: CellSet = [start].into_iter().collect();
        let mut edge = vec![start];
        for _ in 0..steps {
            let touching = edge.iter().flat_map(|&cell| self.full.touching(cell, false));
            edge = touching.filter(|&cell| seen.insert(cell)).collect();
            if edge.is_empty() {
                break;
            }
        }
        seen.iter().filter_map(|cell| self.layout.at(self.full.point(cell))).collect()
    }

    /// Returns the extent of a board for a cell that is not there, with the files if one more would be enough:
    /// `files = "a-j"` for `j1`.
    pub(super) fn extent_beside(&self, cell: &str, board: u8) -> String {
        let extent = self.extent(board);
        let names = &self.layout.board(board).files.names;
        let last = names.last().filter(|name| name.len() == 1).and_then(|name| name.bytes().next());
        let next = last.map(|last| char::from(last + 1));
        match next.filter(|next| next.is_ascii_lowercase() && cell.starts_with(*next)) {
            Some(next) => {
                let near = cell.replacen(next, &names[names.len() - 1], 1);
                let write = match self.layout.find(&near) {
                    Some(_) => format!("write `{near}`, or for one more file"),
                    None => "one more is".to_owned(),
                };
                format!("{extent}; {write} `files = \"{}-{next}\"`", names[0])
            }
            None => extent,
        }
    }

    /// The help for the name of a line that an axis does not have: its last one, and how it gets one more.
    pub(super) fn lines_help(
        &self,
        board: u8,
        kind: AxisKind,
        what: &str,
        name: Option<&str>,
    ) -> String {
        let names = &self.layout.board(board).axis(kind).names;
        let last = names.last().map_or("", |name| name);
        let help = format!("{}; write `{what} {last}` for the last one", self.extent(board));
        let next = (names.len() + 1).to_string();
        match names.first().filter(|first| **first == "1" && name == Some(&*next)) {
            Some(_) => format!("{help}, or for one more `{what}s = \"1-{next}\"` in `[board]`"),
            None => help,
        }
    }

    /// Returns a text with the first and last names of each axis of a board.
    pub(super) fn extent(&self, board: u8) -> String {
        let of_board = match self.layout.boards().len() {
            1 => String::new(),
            _ => format!("`[boards.{}]`: ", self.layout.board(board).id),
        };
        let board = self.layout.board(board);
        let part = |what: &str, axis: &Axis| {
            format!("{what} are `{}` to `{}`", axis.names[0], axis.names[axis.len() - 1])
        };
        let mut parts = vec![part("files", &board.files), part("ranks", &board.ranks)];
        if board.has_levels {
            parts.push(part("levels", &board.levels));
        }
        of_board + &parts.join(", ")
    }
}
