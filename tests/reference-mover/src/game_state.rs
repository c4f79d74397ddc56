//! A position of a game and a move, as plain maps and lists.

use std::collections::{BTreeMap, BTreeSet};

use fairybook_core::geometry::Cell;

use super::game_words::Unit;

/// A position, and what is remembered of the game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameState {
    /// The pieces on the boards.
    pub pieces: BTreeMap<Cell, Unit>,
    /// By side and piece type: how many are in hand, if any.
    pub hands: BTreeMap<(usize, usize), usize>,
    /// Skipped cells, each with the cell of the piece that skipped it, and its side.
    pub passed: Vec<(Cell, Cell, usize)>,
    /// Castlings that are still possible, by side and name.
    pub rights: BTreeSet<(usize, String)>,
    /// The side to move.
    pub to_move: usize,
    /// The sides that are eliminated.
    pub out: BTreeSet<usize>,
    /// The number of turns made.
    pub turns: usize,
    /// What was done in a turn that is not finished.
    pub progress: Option<PartsMade>,
    /// What conditions ask of earlier moves.
    pub memory: GameMemory,
    /// Whether answers to a check are looked for: restrictions then do not matter.
    pub judging: bool,
}

/// What conditions ask of earlier moves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameMemory {
    /// By side: its turns that gave check.
    pub checks: BTreeMap<usize, usize>,
    /// By side: its last turns that gave check, without another between.
    pub checks_in_succession: BTreeMap<usize, usize>,
    /// All captures: the captor and the captured piece.
    pub captured: Vec<(usize, Unit)>,
    /// The castlings that were made, by side and name.
    pub castled: BTreeSet<(usize, String)>,
    /// The side that moved last, and the cells from which it moved pieces.
    pub left: Option<(usize, Vec<Cell>)>,
    /// End conditions that were true for a side at the end of its last turn.
    pub pending: BTreeSet<(usize, String)>,
    /// All earlier positions, if repetitions count.
    pub seen: Vec<GameState>,
}

/// What was done in a turn that is not finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartsMade {
    /// The index of the part to be made.
    pub part: usize,
    /// How often that part has been made.
    pub times: usize,
    /// The last part that was made.
    pub last: GameStep,
    /// The cells of the pieces that were moved or dropped, the last one at the end, and whether each
    /// had moved before the turn.
    pub moved: Vec<(Cell, bool)>,
}

/// A move, or a part of a turn.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameStep {
    /// The kind of move.
    pub kind: GameStepKind,
    /// Where it starts; for a drop, where it ends.
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
    /// The cells of the captured pieces.
    pub captures: BTreeSet<Cell>,
    /// Where the other piece of a castling starts and ends.
    pub displaced: Option<(Cell, Cell)>,
    /// What the piece promotes to.
    pub promotion: Option<usize>,
    /// The cells that a double step skips.
    pub skipped: Vec<Cell>,
}

/// A kind of move.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameStepKind {
    /// A piece moves.
    Moves,
    /// A castling of this name.
    Castles(String),
    /// A drop of a piece, by side and type.
    Drops(usize, usize),
    /// Nothing moves.
    Passes,
    /// A rule moves a piece, or removes it if it starts and ends on one cell.
    Transfers,
}

impl GameStep {
    /// Returns a move without capture.
    pub fn new(kind: GameStepKind, from: Cell, to: Cell) -> GameStep {
        let captures = BTreeSet::new();
        GameStep { kind, from, to, captures, displaced: None, promotion: None, skipped: Vec::new() }
    }

    /// Whether a piece goes from cell to cell.
    pub fn goes(&self) -> bool {
        matches!(
            self.kind,
            GameStepKind::Moves | GameStepKind::Castles(_) | GameStepKind::Transfers
        )
    }

    /// Returns the piece that moves or is dropped.
    pub fn unit(&self, state: &GameState) -> Option<Unit> {
        match self.kind {
            GameStepKind::Moves | GameStepKind::Castles(_) | GameStepKind::Transfers => {
                state.pieces.get(&self.from).copied()
            }
            GameStepKind::Drops(side, kind) => Some(Unit::new(side, kind)),
            GameStepKind::Passes => None,
        }
    }
}
