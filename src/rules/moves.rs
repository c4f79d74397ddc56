use crate::geometry::Cell;
use crate::source::limits;

use super::{Piece, PieceTypeId};

/// A move: what happens to the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// What it is.
    pub kind: MoveKind,
    /// Where the man comes from; for a drop or a pass, the same as `to`.
    pub from: Cell,
    /// Where it ends.
    pub to: Cell,
    /// Whom it takes off the board.
    pub captures: CapturedCells,
    /// Another man that changes its cell: from where, to where.
    pub displaced: Option<(Cell, Cell)>,
    /// What the man becomes.
    pub promotion: Option<PieceTypeId>,
    /// Cells that the move skips and on which the man can be taken in passing.
    pub skipped: [Option<Cell>; 2],
    /// Where men go that leave their place after this move.
    pub transfers: TransferTargets,
}

/// What kind of move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// A man moves by one of its ways.
    Step,
    /// The castling with that place in the game's list.
    Castle(u8),
    /// A man comes from the hand.
    Drop(Piece),
    /// Nothing moves.
    Pass,
    /// The transfer with that place in the game's list is the move.
    Transfer(u8),
}

impl Move {
    /// A man goes from one cell to another and takes nobody.
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

    /// The same, taking what stands on these cells.
    pub(super) fn capturing(self, takes: CapturedCells) -> Move {
        Move { captures: takes, ..self }
    }
}

/// The cells of the men that one move takes, each once, in the board's own order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CapturedCells {
    count: u8,
    cells: [u16; limits::TAKES],
}

impl CapturedCells {
    /// One man.
    pub fn one(cell: Cell) -> CapturedCells {
        let mut takes = CapturedCells { count: 1, ..CapturedCells::default() };
        takes.cells[0] = cell.0;
        takes
    }

    /// With one more; `None` beyond the limit.
    pub fn with(mut self, cell: Cell) -> Option<CapturedCells> {
        let count = self.count as usize;
        let place = self.cells[..count].partition_point(|&other| other < cell.0);
        if self.cells[..count].get(place) == Some(&cell.0) {
            return Some(self);
        }
        if count == limits::TAKES {
            return None;
        }
        self.cells.copy_within(place..count, place + 1);
        self.cells[place] = cell.0;
        self.count += 1;
        Some(self)
    }

    /// Without one.
    pub fn without(self, cell: Cell) -> CapturedCells {
        let rest = self.iter().filter(|&other| other != cell);
        rest.fold(CapturedCells::default(), |takes, cell| {
            takes.with(cell).expect("fewer than before")
        })
    }

    /// Whether nobody is taken.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether the man on that cell is taken.
    pub fn contains(&self, cell: Cell) -> bool {
        self.cells[..self.count as usize].contains(&cell.0)
    }

    /// The cells.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        let (cells, count) = (self.cells, self.count as usize);
        (0..count).map(move |index| Cell(cells[index]))
    }
}

/// Cells that were chosen for men that leave their place, in the order of the places; men that
/// have no choice are not in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TransferTargets {
    count: u8,
    cells: [u16; limits::SENDS],
}

impl TransferTargets {
    /// With one more; `None` beyond the limit.
    pub fn with(mut self, cell: Cell) -> Option<TransferTargets> {
        *self.cells.get_mut(self.count as usize)? = cell.0;
        self.count += 1;
        Some(self)
    }

    /// Whether nothing is chosen.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The cells.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + use<> {
        let (cells, count) = (self.cells, self.count as usize);
        (0..count).map(move |index| Cell(cells[index]))
    }
}

impl std::fmt::Debug for TransferTargets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(|cell| cell.0)).finish()
    }
}

impl std::fmt::Debug for CapturedCells {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter().map(|cell| cell.0)).finish()
    }
}
