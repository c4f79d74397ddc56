//! A move as data.

use crate::game::{Piece, PieceTypeId};
use crate::geometry::Cell;
use crate::source::limits;

/// A move: all changes on the board that a player chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The kind of move.
    pub kind: MoveKind,
    /// The cell on which it starts; for a drop or a pass, the same as `to`.
    pub from: Cell,
    /// The cell on which it ends.
    pub to: Cell,
    /// The cells of captured pieces.
    pub captures: CapturedCells,
    /// The old and new cell of another piece that moves too.
    pub displaced: Option<(Cell, Cell)>,
    /// The piece type to which the piece promotes.
    pub promotion: Option<PieceTypeId>,
    /// Skipped cells, on which the piece can be captured en passant.
    pub skipped: [Option<Cell>; 2],
    /// The cells chosen for pieces that are transferred after this move.
    pub transfers: TransferTargets,
}

/// A kind of move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// By a rule of the piece.
    Step,
    /// The castling with this index in the list of the game.
    Castle(u8),
    /// A drop of a piece from hand.
    Drop(Piece),
    /// No piece moves.
    Pass,
    /// The transfer with this index in the list of the game.
    Transfer(u8),
}

impl Move {
    /// Whether a piece goes from a cell of the boards: no drop and no pass.
    pub fn is_of_piece(&self) -> bool {
        !matches!(self.kind, MoveKind::Drop(_) | MoveKind::Pass)
    }

    /// Returns a move from one cell to another without capture.
    pub fn step(from: Cell, to: Cell) -> Move {
        Move {
            kind: MoveKind::Step,
            from,
            to,
            captures: CapturedCells::default(),
            displaced: None,
            promotion: None,
            skipped: [None; 2],
            transfers: TransferTargets::default(),
        }
    }

    /// Returns the same move with these captures.
    pub(super) fn capturing(self, captures: CapturedCells) -> Move {
        Move { captures, ..self }
    }
}

/// The cells of the pieces that a move captures, each once, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CapturedCells {
    count: u8,
    cells: [u16; limits::CAPTURES_PER_MOVE],
}

impl CapturedCells {
    /// Returns the list of one cell.
    pub fn one(cell: Cell) -> CapturedCells {
        let mut captures = CapturedCells { count: 1, ..CapturedCells::default() };
        captures.cells[0] = cell.0;
        captures
    }

    /// Returns the list with one cell added; `None` beyond the limit.
    pub fn with(mut self, cell: Cell) -> Option<CapturedCells> {
        let count = self.count as usize;
        let place = self.cells[..count].partition_point(|&other| other < cell.0);
        if self.cells[..count].get(place) == Some(&cell.0) {
            return Some(self);
        }
        if count == limits::CAPTURES_PER_MOVE {
            return None;
        }
        self.cells.copy_within(place..count, place + 1);
        self.cells[place] = cell.0;
        self.count += 1;
        Some(self)
    }

    /// Returns the list without a cell.
    pub fn without(self, cell: Cell) -> CapturedCells {
        let rest = self.iter().filter(|&other| other != cell);
        rest.fold(CapturedCells::default(), |all, cell| all.with(cell).expect("fewer than before"))
    }

    /// Whether the move captures nothing.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether the piece on a cell is captured.
    pub fn contains(&self, cell: Cell) -> bool {
        self.cells[..self.count as usize].contains(&cell.0)
    }

    /// The cells, in order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        self.cells.into_iter().take(self.count as usize).map(Cell)
    }
}

/// The cells chosen for pieces that are transferred, in the order of the pieces. Pieces without a
/// choice have no entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TransferTargets {
    count: u8,
    cells: [u16; limits::TRANSFER_CHOICES],
}

impl TransferTargets {
    /// Returns the list with one cell added; `None` beyond the limit.
    pub fn with(mut self, cell: Cell) -> Option<TransferTargets> {
        *self.cells.get_mut(self.count as usize)? = cell.0;
        self.count += 1;
        Some(self)
    }

    /// Whether no cell is chosen.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The cells, in order.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        self.cells.into_iter().take(self.count as usize).map(Cell)
    }
}
