//! A position: pieces on the boards and in hand, rights, counters and the side to move.

use crate::game::{Piece, PieceTypeId, SideId};
use crate::geometry::{Cell, cells_of_words};

use super::{GameRecord, Rules};

/// A piece as a number: side times number of piece types, plus piece type.
pub(super) type PieceIndex = u16;

/// The number of an empty cell.
pub(super) const NO_PIECE: PieceIndex = PieceIndex::MAX;

/// What is known of a piece on a cell, apart from its side and piece type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PieceStatus {
    /// Bit n: it has state n of [`Game::states`](crate::game::Game::states).
    pub states: u16,
    /// Whether it has moved since the initial position.
    pub moved: bool,
    /// The piece type before promotion, for hands that give it back.
    pub promoted_from: Option<PieceTypeId>,
}

/// A cell on which a piece can be captured en passant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EnPassantTarget {
    /// The cell that the piece skipped.
    pub cell: Cell,
    /// The cell on which the piece stands.
    pub victim: Cell,
    /// The side of the piece. The target lasts until the next turn of that side.
    pub side: SideId,
}

/// A position of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// By cell.
    pub(super) pieces: Vec<PieceIndex>,
    /// By cell.
    pub(super) statuses: Vec<PieceStatus>,
    /// For each side a row of words. Bit n is set if a piece of the side stands on cell n.
    pub(super) occupied_by_side: Vec<u64>,
    /// Words of a row.
    pub(super) words: usize,
    /// The number of piece types.
    pub(super) piece_types: usize,
    /// By piece index, how many are in hand.
    pub(super) hands: Vec<u16>,
    /// The cells on which pieces can be captured en passant.
    pub en_passant_targets: Vec<EnPassantTarget>,
    /// The side to move, rights and counters.
    pub turn: TurnState,
    /// What is remembered of earlier moves; `None` if no rule of the game asks for it.
    pub record: Option<Box<GameRecord>>,
}

/// The part of a position that is neither on the boards nor in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnState {
    /// The side to move.
    pub to_move: SideId,
    /// Bit n: castling n of [`Game::castlings`](super::Game::castlings) is still possible.
    pub(super) castling_rights: u64,
    /// Bit n: side n is eliminated.
    pub(super) eliminated: u8,
    /// The number of half-moves since the last progress.
    pub plies_without_progress: u16,
    /// The number of half-moves since the initial position.
    pub plies: u32,
    /// How many sides have passed in sequence just before.
    pub consecutive_passes: u8,
}

impl Position {
    /// Returns empty boards. The first side that has turns is to move.
    pub fn empty(rules: &Rules) -> Position {
        let game = rules.game();
        let (cells, sides) = (game.layout.len(), game.sides.len());
        let piece_types = game.piece_types.len();
        let words = cells.div_ceil(64);
        let first = game.sides.iter().position(|side| side.has_turns).unwrap_or(0);
        Position {
            pieces: vec![NO_PIECE; cells],
            statuses: vec![PieceStatus::default(); cells],
            occupied_by_side: vec![0; words * sides],
            words,
            piece_types,
            hands: vec![0; sides * piece_types],
            en_passant_targets: Vec::new(),
            turn: TurnState {
                to_move: SideId(first as u8),
                castling_rights: 0,
                eliminated: 0,
                plies_without_progress: 0,
                plies: 0,
                consecutive_passes: 0,
            },
            record: (!rules.recorded_facts().is_empty()).then(Box::default),
        }
    }

    /// Returns the piece on a cell.
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        self.piece(self.pieces[cell.index()])
    }

    /// Replaces the contents of a cell. A new piece has not moved and has no states.
    pub fn set_piece(&mut self, cell: Cell, piece: Option<Piece>) {
        self.remove_piece(cell);
        if let Some(piece) = piece {
            self.place_piece(cell, self.piece_index(piece), PieceStatus::default());
        }
    }

    /// Returns the status of the piece on a cell.
    pub fn status(&self, cell: Cell) -> PieceStatus {
        self.statuses[cell.index()]
    }

    /// Sets the status of the piece on a cell.
    pub fn set_status(&mut self, cell: Cell, status: PieceStatus) {
        self.statuses[cell.index()] = status;
    }

    /// The pieces on the boards, in the order of cells.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> + '_ {
        (0..self.pieces.len() as u16)
            .map(Cell)
            .filter_map(|cell| self.piece_at(cell).map(|piece| (cell, piece)))
    }

    /// Returns how many of a piece are in hand.
    pub fn in_hand(&self, piece: Piece) -> u16 {
        self.hands[self.piece_index(piece) as usize]
    }

    /// Sets how many of a piece are in hand.
    pub fn set_in_hand(&mut self, piece: Piece, count: u16) {
        let index = self.piece_index(piece);
        self.hands[index as usize] = count;
    }

    /// Whether a side still has the right to a castling, an index of the list of the game.
    pub fn can_castle(&self, castling: usize) -> bool {
        self.turn.castling_rights >> castling & 1 == 1
    }

    /// Sets the right to a castling.
    pub fn set_can_castle(&mut self, castling: usize, can: bool) {
        self.turn.castling_rights =
            self.turn.castling_rights & !(1 << castling) | u64::from(can) << castling;
    }

    /// Whether a side is eliminated.
    pub fn is_eliminated(&self, side: SideId) -> bool {
        self.turn.eliminated >> side.0 & 1 == 1
    }

    /// Sets whether a side is eliminated.
    pub fn set_eliminated(&mut self, side: SideId, eliminated: bool) {
        self.turn.eliminated =
            self.turn.eliminated & !(1 << side.0) | u8::from(eliminated) << side.0;
    }

    /// Returns a number that equal positions share and others hardly ever.
    ///
    /// It covers pieces, statuses (except whether they moved), hands, rights, the side to move,
    /// eliminated sides, passes and the record, but not the counters of half-moves.
    pub fn hash(&self) -> u64 {
        let mut hash = mix(u64::from(self.turn.consecutive_passes) << 16
            | u64::from(self.turn.to_move.0) << 8
            | u64::from(self.turn.eliminated));
        for (cell, (&index, status)) in self.pieces.iter().zip(&self.statuses).enumerate() {
            if index != NO_PIECE {
                let promoted_from = status.promoted_from.map_or(0xff, |id| u64::from(id.0));
                let memory = u64::from(status.states) << 8 | promoted_from;
                let place = (cell as u64) << 48 | u64::from(index) << 32;
                hash ^= mix(place ^ memory ^ 1 << 63);
            }
        }
        for (index, &count) in self.hands.iter().enumerate().filter(|(_, count)| **count > 0) {
            hash ^= mix((index as u64) << 20 ^ u64::from(count) ^ 3 << 62);
        }
        for target in &self.en_passant_targets {
            hash ^= mix(u64::from(target.cell.0) << 16 ^ u64::from(target.victim.0) ^ 5 << 60);
        }
        if let Some(record) = &self.record {
            hash ^= mix(record.hash_number());
        }
        hash ^ mix(self.turn.castling_rights ^ 7 << 60)
    }

    pub(super) fn piece_index(&self, piece: Piece) -> PieceIndex {
        let types = self.piece_types as PieceIndex;
        PieceIndex::from(piece.side.0) * types + PieceIndex::from(piece.piece_type.0)
    }

    pub(super) fn piece(&self, index: PieceIndex) -> Option<Piece> {
        (index != NO_PIECE).then(|| Piece {
            side: self.side_of(index),
            piece_type: PieceTypeId((index as usize % self.piece_types) as u8),
        })
    }

    pub(super) fn side_of(&self, index: PieceIndex) -> SideId {
        SideId((index as usize / self.piece_types) as u8)
    }

    /// Removes the piece from a cell and returns it.
    pub(super) fn remove_piece(&mut self, cell: Cell) -> (PieceIndex, PieceStatus) {
        let at = cell.index();
        let index = std::mem::replace(&mut self.pieces[at], NO_PIECE);
        if index != NO_PIECE {
            let row = index as usize / self.piece_types * self.words;
            self.occupied_by_side[row + at / 64] &= !(1 << (at % 64));
        }
        (index, std::mem::take(&mut self.statuses[at]))
    }

    /// Puts a piece on an empty cell.
    pub(super) fn place_piece(&mut self, cell: Cell, index: PieceIndex, status: PieceStatus) {
        let at = cell.index();
        debug_assert!(self.pieces[at] == NO_PIECE, "a piece is placed on an empty cell");
        if index != NO_PIECE {
            let row = index as usize / self.piece_types * self.words;
            self.occupied_by_side[row + at / 64] |= 1 << (at % 64);
        }
        self.pieces[at] = index;
        self.statuses[at] = status;
    }

    /// The cells of the pieces of a side, in order.
    pub(super) fn cells_of(&self, side: SideId) -> impl Iterator<Item = Cell> + '_ {
        let row = side.index() * self.words;
        cells_of_words(&self.occupied_by_side[row..row + self.words])
    }
}

impl Rules {
    /// Returns the initial position, with all castling rights.
    pub fn initial_position(&self) -> Position {
        let mut position = Position::empty(self);
        let game = self.game();
        for &(cell, piece) in &game.initial_pieces {
            position.set_piece(cell, Some(piece));
        }
        for &(piece, count) in game.hands.iter().flat_map(|hands| &hands.initial) {
            position.set_in_hand(piece, count);
        }
        let castlings = 0..game.castlings.len().min(64);
        position.turn.castling_rights = castlings.fold(0, |rights, index| rights | 1 << index);
        position
    }
}

/// Spreads a number over all bits (the finaliser of splitmix64).
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
