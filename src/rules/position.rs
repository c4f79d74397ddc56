use crate::geometry::Cell;

use super::{Castling, Piece, PieceTypeId, Rules, SideId};

/// A man as a number: side times kinds, plus kind; or nobody.
pub(super) type PieceIndex = u16;

/// Nobody.
pub(super) const NO_PIECE: PieceIndex = PieceIndex::MAX;

/// What is known of the man on a cell beyond side and kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PieceStatus {
    /// Bit n: it has the state n of [`Game::states`](super::Game::states).
    pub states: u16,
    /// Whether it has moved since the array.
    pub moved: bool,
    /// The kind that it was before it was promoted, for hands that give back what was.
    pub promoted_from: Option<PieceTypeId>,
}

/// A cell that was skipped by a double step, and who skipped it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EnPassantTarget {
    /// The cell between.
    pub cell: Cell,
    /// Where the man stands that skipped it.
    pub victim: Cell,
    /// Whose man it is: the right ends when that side moves again.
    pub side: SideId,
}

/// Who stands where, who moves, and what may still be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub(super) pieces: Vec<PieceIndex>,
    pub(super) statuses: Vec<PieceStatus>,
    /// One row of words a side: bit n is set where a man of the side stands on cell n.
    pub(super) occupied_by_side: Vec<u64>,
    pub(super) words: usize,
    pub(super) piece_types: usize,
    /// How many of each man are in hand, by slot.
    pub(super) hands: Vec<u16>,
    /// Bit n: castling n of [`Game::castlings`](super::Game::castlings) is still possible.
    pub(super) castling_rights: u64,
    pub(super) en_passant_targets: Vec<EnPassantTarget>,
    pub(super) to_move: SideId,
    /// Bit n: side n is out.
    pub(super) eliminated: u8,
    /// Half-moves since the last progress.
    pub(super) plies_without_progress: u16,
    pub(super) plies: u32,
    /// How many sides passed just now, one after the other.
    pub(super) consecutive_passes: u8,
}

impl Position {
    /// Nobody on any board; the first side that has turns is to move.
    pub fn empty(rules: &Rules) -> Position {
        let game = rules.game();
        let (cells, sides, piece_types) =
            (game.layout.len(), game.sides.len(), game.piece_types.len());
        let words = cells.div_ceil(64);
        let first = game.sides.iter().position(|side| side.has_turns).unwrap_or(0);
        Position {
            pieces: vec![NO_PIECE; cells],
            statuses: vec![PieceStatus::default(); cells],
            occupied_by_side: vec![0; words * sides],
            words,
            piece_types,
            hands: vec![0; sides * piece_types],
            castling_rights: 0,
            en_passant_targets: Vec::new(),
            to_move: SideId(first as u8),
            eliminated: 0,
            plies_without_progress: 0,
            plies: 0,
            consecutive_passes: 0,
        }
    }

    /// The array, with all castling rights.
    pub fn initial(rules: &Rules) -> Position {
        let mut position = Position::empty(rules);
        let game = rules.game();
        for &(cell, piece) in &game.initial_pieces {
            position.set_piece(cell, Some(piece));
        }
        for &(piece, count) in game.hands.iter().flat_map(|hands| &hands.initial) {
            position.set_in_hand(piece, count);
        }
        position.castling_rights = rights_of(&game.castlings);
        position
    }

    /// Who stands there.
    pub fn piece_at(&self, cell: Cell) -> Option<Piece> {
        self.piece(self.pieces[cell.index()])
    }

    /// Puts somebody, or nobody, there. The man has not moved and remembers nothing.
    pub fn set_piece(&mut self, cell: Cell, piece: Option<Piece>) {
        self.remove_piece(cell);
        if let Some(piece) = piece {
            self.place_piece(cell, self.piece_index(piece), PieceStatus::default());
        }
    }

    /// What is known of the man on the cell.
    pub fn status(&self, cell: Cell) -> PieceStatus {
        self.statuses[cell.index()]
    }

    /// Says what is known of the man on the cell.
    pub fn set_status(&mut self, cell: Cell, tag: PieceStatus) {
        self.statuses[cell.index()] = tag;
    }

    /// Everybody who stands somewhere, in the board's own order.
    pub fn pieces(&self) -> impl Iterator<Item = (Cell, Piece)> + '_ {
        (0..self.pieces.len() as u16)
            .map(Cell)
            .filter_map(|cell| self.piece_at(cell).map(|piece| (cell, piece)))
    }

    /// Who is to move.
    pub fn to_move(&self) -> SideId {
        self.to_move
    }

    /// Says who is to move.
    pub fn set_to_move(&mut self, side: SideId) {
        self.to_move = side;
    }

    /// How many such men are in hand.
    pub fn in_hand(&self, piece: Piece) -> u16 {
        self.hands[self.piece_index(piece) as usize]
    }

    /// Says how many such men are in hand.
    pub fn set_in_hand(&mut self, piece: Piece, count: u16) {
        let slot = self.piece_index(piece);
        self.hands[slot as usize] = count;
    }

    /// Whether a castling, by its place in the game's list, is still possible.
    pub fn can_castle(&self, castling: usize) -> bool {
        self.castling_rights >> castling & 1 == 1
    }

    /// Says whether a castling is still possible.
    pub fn set_can_castle(&mut self, castling: usize, may: bool) {
        self.castling_rights = self.castling_rights & !(1 << castling) | u64::from(may) << castling;
    }

    /// The cells that can be taken on in passing.
    pub fn en_passant_targets(&self) -> &[EnPassantTarget] {
        &self.en_passant_targets
    }

    /// Adds a cell that can be taken on in passing.
    pub fn add_en_passant_target(&mut self, passed: EnPassantTarget) {
        self.en_passant_targets.push(passed);
    }

    /// Whether the side is out of the game.
    pub fn is_eliminated(&self, side: SideId) -> bool {
        self.eliminated >> side.0 & 1 == 1
    }

    /// Says whether the side is out of the game.
    pub fn set_eliminated(&mut self, side: SideId, out: bool) {
        self.eliminated = self.eliminated & !(1 << side.0) | u8::from(out) << side.0;
    }

    /// Half-moves since the last progress.
    pub fn plies_without_progress(&self) -> u16 {
        self.plies_without_progress
    }

    /// Says how many half-moves it is since the last progress.
    pub fn set_plies_without_progress(&mut self, plies: u16) {
        self.plies_without_progress = plies;
    }

    /// Half-moves since the start.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Says how many half-moves it is since the start.
    pub fn set_plies(&mut self, plies: u32) {
        self.plies = plies;
    }

    /// How many sides passed just now, one after the other.
    pub fn consecutive_passes(&self) -> u8 {
        self.consecutive_passes
    }

    /// Says how many sides passed just now.
    pub fn set_consecutive_passes(&mut self, passes: u8) {
        self.consecutive_passes = passes;
    }

    /// A number that equal positions share and others hardly ever do: men and what they
    /// remember, hands, rights, cells passed, who is to move and who is out; not the counters.
    pub fn hash(&self) -> u64 {
        let mut hash = mix(u64::from(self.consecutive_passes) << 16
            | u64::from(self.to_move.0) << 8
            | u64::from(self.eliminated));
        for (index, (&slot, tag)) in self.pieces.iter().zip(&self.statuses).enumerate() {
            if slot != NO_PIECE {
                let was = tag.promoted_from.map_or(0xff, |piece_type| u64::from(piece_type.0));
                let memory = u64::from(tag.states) << 8 | was;
                let place = (index as u64) << 48 | u64::from(slot) << 32;
                hash ^= mix(place ^ memory ^ 1 << 63);
            }
        }
        for (slot, &count) in self.hands.iter().enumerate().filter(|(_, count)| **count > 0) {
            hash ^= mix((slot as u64) << 20 ^ u64::from(count) ^ 3 << 62);
        }
        for passed in &self.en_passant_targets {
            hash ^= mix(u64::from(passed.cell.0) << 16 ^ u64::from(passed.victim.0) ^ 5 << 60);
        }
        hash ^ mix(self.castling_rights ^ 7 << 60)
    }

    pub(super) fn piece_index(&self, piece: Piece) -> PieceIndex {
        PieceIndex::from(piece.side.0) * self.piece_types as PieceIndex
            + PieceIndex::from(piece.piece_type.0)
    }

    pub(super) fn piece(&self, slot: PieceIndex) -> Option<Piece> {
        (slot != NO_PIECE).then(|| Piece {
            side: SideId((slot as usize / self.piece_types) as u8),
            piece_type: PieceTypeId((slot as usize % self.piece_types) as u8),
        })
    }

    /// Takes the man off the cell; what stood there.
    pub(super) fn remove_piece(&mut self, cell: Cell) -> (PieceIndex, PieceStatus) {
        let index = cell.index();
        let slot = std::mem::replace(&mut self.pieces[index], NO_PIECE);
        if slot != NO_PIECE {
            let row = slot as usize / self.piece_types * self.words;
            self.occupied_by_side[row + index / 64] &= !(1 << (index % 64));
        }
        (slot, std::mem::take(&mut self.statuses[index]))
    }

    /// Puts a man on an empty cell.
    pub(super) fn place_piece(&mut self, cell: Cell, slot: PieceIndex, tag: PieceStatus) {
        let index = cell.index();
        debug_assert!(self.pieces[index] == NO_PIECE, "a man is placed on an empty cell");
        if slot != NO_PIECE {
            let row = slot as usize / self.piece_types * self.words;
            self.occupied_by_side[row + index / 64] |= 1 << (index % 64);
        }
        self.pieces[index] = slot;
        self.statuses[index] = tag;
    }

    /// The cells of a side's men, in the board's own order.
    pub(super) fn cells_of(&self, side: SideId) -> impl Iterator<Item = Cell> + '_ {
        let row = side.index() * self.words;
        self.occupied_by_side[row..row + self.words]
            .iter()
            .enumerate()
            .flat_map(|(index, &word)| Bits(word).map(move |bit| Cell((index * 64 + bit) as u16)))
    }
}

/// The places of the set bits of a word, from the lowest.
pub(super) struct Bits(pub(super) u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

fn rights_of(castlings: &[Castling]) -> u64 {
    (0..castlings.len().min(64)).fold(0, |rights, index| rights | 1 << index)
}

/// Spreads a number over all bits (the finaliser of splitmix64).
fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}
