//! The names that texts about cells may use, and the entry points of their parser.

use crate::geometry::{Axis, Cell, CellSet, Layout};
use crate::rules::SideId;
use crate::source::{Code, Diagnostic, SourceText, suggestion};

use super::expr::{CellExpr, CellNode, RelativeSide};
use super::parse::CellExprParser;

/// Words of the languages of cells and pieces, which no id may be.
pub(in crate::variant) const RESERVED: &[&str] = &[
    "and", "any", "army", "behind", "but", "column", "columns", "diagonal", "each", "edge",
    "empty", "enemy", "every", "far", "file", "files", "front", "in", "left", "level", "levels",
    "next", "none", "not", "of", "opposite", "own", "previous", "rank", "ranks", "right", "royal",
    "start", "step", "steps", "unknown", "within",
];

/// The names that a text about cells may use.
#[derive(Debug, Clone, Copy)]
pub(in crate::variant) struct CellVocabulary<'a> {
    /// The boards with their holes.
    pub layout: &'a Layout,
    /// The same boards without holes, to count steps on.
    pub full: &'a Layout,
    /// The ids of the zones.
    pub zones: &'a [String],
    /// The ids of the sides.
    pub sides: &'a [String],
    /// The number of sides that have turns.
    pub players: usize,
}

impl<'a> CellVocabulary<'a> {
    /// Returns a vocabulary for boards whose cells are not decided yet: zones have only ids.
    pub fn without_zones(full: &'a Layout, zones: &'a [String]) -> CellVocabulary<'a> {
        CellVocabulary { layout: full, full, zones, sides: &[], players: 0 }
    }

    /// Parses `cells` of a board: the cells that exist on it.
    pub fn board_cells(&self, text: &SourceText, board: u8) -> Result<CellSet, Diagnostic> {
        let mut parser = CellExprParser::new(*self, text, board, false)?;
        let expr = parser.whole()?;
        match self.constant(&expr) {
            Some(cells) if !cells.is_empty() => Ok(cells),
            Some(_) => Err(text
                .error(Code::CellsEmpty, "the board has no cells")
                .help("`cells` names those that exist; `any but a1 h8` leaves holes")),
            None => Err(text
                .error(Code::Cells, "the cells of a board are the same for every side")
                .help("zones, sides and initial cells depend on the board: name cells themselves")),
        }
    }

    /// Parses a set of cells.
    pub fn parse(&self, text: &SourceText) -> Result<CellExpr, Diagnostic> {
        CellExprParser::new(*self, text, 0, false)?.whole()
    }

    /// Parses pairs of sets with a border between: `rank 5 | rank 6, file e | file f`.
    pub fn parse_border(&self, text: &SourceText) -> Result<Vec<(CellExpr, CellExpr)>, Diagnostic> {
        CellExprParser::new(*self, text, 0, true)?.borders()
    }

    /// Parses two cells with a hyphen between.
    pub fn link(&self, word: &SourceText) -> Result<(Cell, Cell), Diagnostic> {
        CellExprParser::new(*self, word, 0, false)?.two_cells_anywhere(word)
    }

    /// Parses a side, by its id or relative to the side that reads.
    pub fn relative_side(&self, word: &SourceText) -> Result<RelativeSide, Diagnostic> {
        Ok(match word.as_str() {
            "own" => RelativeSide::Own,
            "next" => RelativeSide::Next,
            "previous" => RelativeSide::Previous,
            "opposite" if self.players.is_multiple_of(2) => RelativeSide::Opposite,
            "enemy" if self.players == 2 => RelativeSide::Enemy,
            "opposite" | "enemy" => {
                let message =
                    format!("with {} players, `{}` names no side", self.players, word.value);
                return Err(word
                    .error(Code::Side, message)
                    .help("name a side, `next` or `previous`"));
            }
            id => match self.sides.iter().position(|side| side == id) {
                Some(side) => RelativeSide::Named(SideId(side as u8)),
                None => {
                    let known = self.sides.iter().map(String::as_str);
                    let words = ["next", "previous", "opposite", "enemy"];
                    return Err(word
                        .error(Code::Side, format!("no side `{id}`"))
                        .help(suggestion(id, known.chain(words))));
                }
            },
        })
    }
}

impl CellVocabulary<'_> {
    /// Returns the cells of an expression, or `None` if they may differ between sides.
    fn constant(&self, expr: &CellExpr) -> Option<CellSet> {
        Some(match &expr.node {
            CellNode::All(board) => self.all(*board),
            CellNode::Board(board) => self.all(Some(*board)),
            CellNode::Named(_, cells) => cells.clone(),
            CellNode::Not(board, inner) => self.all(*board).difference(&self.constant(inner)?),
            CellNode::Union(parts) => parts
                .iter()
                .map(|part| self.constant(part))
                .try_fold(CellSet::new(), |all, part| Some(all.union(&part?)))?,
            CellNode::Intersection(one, other) => {
                self.constant(one)?.intersection(&self.constant(other)?)
            }
            CellNode::Difference(one, other) => {
                self.constant(one)?.difference(&self.constant(other)?)
            }
            CellNode::Zone(_)
            | CellNode::FarEdge(_)
            | CellNode::StartCells(_)
            | CellNode::InDirection(..)
            | CellNode::OfSide(..) => return None,
        })
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
            let mut next = Vec::new();
            for cell in edge {
                next.extend(self.full.touching(cell, false).filter(|&cell| seen.insert(cell)));
            }
            if next.is_empty() {
                break;
            }
            edge = next;
        }
        seen.iter().filter_map(|cell| self.layout.at(self.full.point(cell))).collect()
    }

    /// Returns a text with the first and last names of each axis of a board.
    pub(super) fn extent(&self, board: u8) -> String {
        let board = self.layout.board(board);
        let part = |what: &str, axis: &Axis| {
            format!("{what} are `{}` to `{}`", axis.names[0], axis.names[axis.len() - 1])
        };
        let mut parts = vec![part("files", &board.files), part("ranks", &board.ranks)];
        if board.has_levels {
            parts.push(part("levels", &board.levels));
        }
        parts.join(", ")
    }
}
