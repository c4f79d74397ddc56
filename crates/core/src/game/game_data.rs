//! A game as plain data: boards, sides, piece types and the rules of play.

use std::sync::Arc;

use crate::geometry::{Cell, CellSet, Layout, Orientation, Seat, SeatPart, Tiling};
use crate::notation::Betza;
use crate::source::{Code, Span};

use super::{
    Aura, ByPieceType, BySide, CellExpr, CheckSource, CheckTest, CountedRoyals, Elimination,
    EndCondition, EndRules, MoveEffect, MoveRule, Piece, PieceExpr, PieceSet, PieceTypeId,
    Restriction, SaidCells, SaidPieces, SideId, TurnPart,
};

/// All rules of a game, with every name resolved.
///
/// Sets of cells are those of the side concerned, already turned to its seat.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    /// All boards.
    pub layout: Arc<Layout>,
    /// The sides, in order of play.
    pub sides: BySide<Side>,
    /// The piece types, promoted forms included.
    pub piece_types: ByPieceType<PieceType>,
    /// The pieces of the initial position.
    pub initial_pieces: Vec<(Cell, Piece)>,
    /// The castlings of all sides.
    pub castlings: Vec<Castling>,
    /// The promotions of all sides.
    pub promotions: Vec<Promotion>,
    /// The rules of pieces in hand; `None` if captured pieces are out of the game.
    pub hands: Option<Hands>,
    /// Where pieces in hand may be dropped.
    pub drops: Vec<DropRule>,
    /// The states that pieces can have.
    pub states: Vec<String>,
    /// The transfers. The first that fits is used.
    pub transfers: Vec<Transfer>,
    /// Whether a side may pass if its royal is not attacked.
    pub passing: bool,
    /// Which attacks on its royal a side may not allow.
    pub check_by: CheckSource,
    /// Which royals of a side may not be attacked.
    pub check_royals: CountedRoyals,
    /// When a side must not be in check.
    pub check_test: CheckTest,
    /// The parts of a turn, in order; empty if a turn is one move.
    pub turn_parts: Vec<TurnPart>,
    /// The restrictions, in the order in which they work.
    pub restrictions: Vec<Restriction>,
    /// What moves set off, in the order in which it happens.
    pub effects: Vec<MoveEffect>,
    /// The pieces that change what others may do.
    pub auras: Vec<Aura>,
    /// How the game ends.
    pub ends: EndRules,
    /// The ends of sides that have rules of their own; empty if none has.
    pub own_ends: Vec<Option<EndRules>>,
    /// Further ends, in the order in which they are tested.
    pub end_conditions: Vec<EndCondition>,
    /// What happens to the pieces of an eliminated side.
    pub elimination: Elimination,
}

impl Game {
    /// Returns a game without pieces, of two sides that sit opposite each other.
    ///
    /// The [front page](crate#a-game-of-ones-own) adds pieces to one and plays it.
    pub fn of_two_sides(layout: Arc<Layout>) -> Game {
        let opposite = Seat { parts: vec![SeatPart::FlipRanks] };
        let frames =
            [Orientation::FIRST, Orientation::FIRST.after_seat(&opposite, Tiling::Squares)];
        let sides = (0..2u8).zip(["first", "second"]).map(|(side, id)| Side {
            id: id.to_owned(),
            frame: frames[usize::from(side)],
            may_capture: PieceSet::default(),
            capture_words: None,
            moved_by: vec![SideId(side)],
            has_turns: true,
            points: 0,
        });
        Game {
            layout,
            sides: sides.collect(),
            piece_types: ByPieceType::from(Vec::new()),
            initial_pieces: Vec::new(),
            castlings: Vec::new(),
            promotions: Vec::new(),
            hands: None,
            drops: Vec::new(),
            states: Vec::new(),
            transfers: Vec::new(),
            passing: false,
            check_by: CheckSource::AnyEnemy,
            check_royals: CountedRoyals::default(),
            check_test: CheckTest::default(),
            turn_parts: Vec::new(),
            restrictions: Vec::new(),
            effects: Vec::new(),
            auras: Vec::new(),
            ends: EndRules::default(),
            own_ends: Vec::new(),
            end_conditions: Vec::new(),
            elimination: Elimination::default(),
        }
    }

    /// Adds a piece type that moves by a notation. Each side may capture it of the others.
    pub fn add_piece_type(&mut self, id: &str, notation: Betza) -> PieceTypeId {
        let piece_type = PieceTypeId(self.piece_types.len() as u8);
        let sides = self.sides.len();
        self.piece_types.push(PieceType {
            id: id.to_owned(),
            move_rules: vec![vec![MoveRule::from_betza(notation)]; sides].into(),
            within: None,
            royal: false,
            double_step: vec![CellSet::new(); sides].into(),
            double_step_words: None,
            triple_step: vec![CellSet::new(); sides].into(),
            triple_step_words: None,
            max_count: None,
            points: 0,
            unpromoted: None,
            move_unknown: false,
        });
        for side in self.side_ids() {
            let others = self.side_ids().filter(|other| *other != side);
            let others = others.map(|side| Piece { side, piece_type });
            others.for_each(|piece| self.sides[side].may_capture.insert(piece));
        }
        piece_type
    }

    /// Puts pieces on cells of the initial position: `b1 g1`.
    ///
    /// # Panics
    ///
    /// If the board has no cell of such a name.
    pub fn set_up(&mut self, side: SideId, piece_type: PieceTypeId, cells: &str) {
        for name in cells.split_whitespace() {
            let cell = self.layout.find(name).unwrap_or_else(|| panic!("no cell {name}"));
            self.initial_pieces.push((cell, Piece { side, piece_type }));
        }
    }

    /// Whether `within` of a piece lets a move bring it to a cell.
    pub fn may_be_on(&self, piece: Piece, cell: Cell) -> bool {
        let within = self.piece_types[piece.piece_type].within.as_ref();
        within.is_none_or(|within| within[piece.side].contains(cell))
    }

    /// Returns the piece in hand that is dropped as another piece: usually of the same type.
    pub fn dropped_from(&self, piece: Piece) -> Piece {
        let is_it = |rule: &&DropRule| {
            rule.side == piece.side
                && rule.dropped_as.iter().any(|(form, _)| *form == piece.piece_type)
        };
        let rule = self.drops.iter().find(is_it);
        rule.map_or(piece, |rule| Piece { piece_type: rule.piece_type, ..piece })
    }

    /// All sides, in order of play.
    pub fn side_ids(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.sides.len() as u8).map(SideId)
    }

    /// Returns the ends of the game for a side.
    pub fn ends_of(&self, side: SideId) -> &EndRules {
        self.own_ends.get(side.index()).and_then(Option::as_ref).unwrap_or(&self.ends)
    }

    /// All piece types, in order.
    pub fn piece_type_ids(&self) -> impl Iterator<Item = PieceTypeId> + use<> {
        (0..self.piece_types.len() as u8).map(PieceTypeId)
    }

    /// The cells on which the initial position has this piece.
    pub fn initial_cells(&self, piece: Piece) -> CellSet {
        let pieces = self.initial_pieces.iter().filter(|(_, known)| *known == piece);
        pieces.map(|&(cell, _)| cell).collect()
    }
}

/// A side.
#[derive(Debug, Clone, PartialEq)]
pub struct Side {
    /// The id in the definition.
    pub id: String,
    /// How directions of its pieces lie on the board.
    pub frame: Orientation,
    /// The pieces that its pieces may capture.
    pub may_capture: PieceSet,
    /// The words that say so, if the definition has any.
    pub capture_words: Option<PieceExpr>,
    /// The sides that move its pieces: itself, or others for a neutral side.
    pub moved_by: Vec<SideId>,
    /// Whether it has turns of its own.
    pub has_turns: bool,
    /// Points that it is given in a count, in hundredths.
    pub points: u32,
}

/// A piece type.
#[derive(Debug, Clone, PartialEq)]
pub struct PieceType {
    /// The id in the definition.
    pub id: String,
    /// For each side, the rules by which it moves.
    pub move_rules: BySide<Vec<MoveRule>>,
    /// For each side, the cells that it may not leave, if there are any limits. Its rules have them too.
    pub within: Option<BySide<CellSet>>,
    /// Whether it is subject to check.
    pub royal: bool,
    /// For each side, the cells from which a single step without capture may be doubled. A piece with
    /// `e` in its notation may then capture it en passant.
    pub double_step: BySide<CellSet>,
    /// The words for these cells.
    pub double_step_words: Option<CellExpr>,
    /// For each side, the cells from which it may be made three times.
    pub triple_step: BySide<CellSet>,
    /// The words for these cells.
    pub triple_step_words: Option<CellExpr>,
    /// The most of it that promotion gives a side.
    pub max_count: Option<u16>,
    /// Its points in a count, in hundredths.
    pub points: u32,
    /// The piece type that comes to hand when it is captured, if that is another one.
    pub unpromoted: Option<PieceTypeId>,
    /// Whether the definition does not give its move. Then it has no rules, and no claim holds.
    pub move_unknown: bool,
}

/// A move of a royal piece, or one in its place, and a partner that have not moved yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Castling {
    /// The name in the definition: `short`, `long`.
    pub name: String,
    /// The side.
    pub side: SideId,
    /// The first piece. If it is royal, it may not be attacked where it starts, crosses or ends.
    pub royal: PieceTypeId,
    /// The cell on which the royal piece starts.
    pub royal_from: Cell,
    /// The cell on which it ends.
    pub royal_to: Cell,
    /// The partner.
    pub partner: PieceTypeId,
    /// The cell on which the partner starts.
    pub partner_from: Cell,
    /// The cell on which it ends.
    pub partner_to: Cell,
}

/// The promotion of one piece type of one side. The words may be `None`: they are only for sentences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promotion {
    /// The side.
    pub side: SideId,
    /// The piece type that promotes.
    pub piece_type: PieceTypeId,
    /// A move that ends here must promote.
    pub compulsory_zone: CellSet,
    /// The words for these cells.
    pub compulsory_words: Option<CellExpr>,
    /// A move that ends here may promote.
    pub optional_zone: CellSet,
    /// The words for these cells.
    pub optional_words: Option<CellExpr>,
    /// Whether a move that starts in the optional zone may promote too.
    pub on_leaving: bool,
    /// The piece types to choose from.
    pub choices: Vec<PieceTypeId>,
    /// Whether a side may never have more of a piece type than in the initial position.
    pub initial_limit: bool,
}

/// Pieces in hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hands {
    /// Whether captured pieces come to the hand of the captor.
    pub captures_to_hand: bool,
    /// Whether a promoted piece comes to hand as the piece type that it was before.
    pub unpromoted: bool,
    /// The pieces in hand in the initial position.
    pub initial: Vec<(Piece, u16)>,
}

/// Where a piece type of one side may be dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DropRule {
    /// The side.
    pub side: SideId,
    /// The piece type in hand.
    pub piece_type: PieceTypeId,
    /// The types of which one is put on the board, usually only that in hand, and the cells for each.
    /// A drop needs an empty one.
    pub dropped_as: Vec<(PieceTypeId, CellSet)>,
    /// The cells for drops as the type in hand.
    pub to: CellSet,
    /// The words for these cells.
    pub to_words: Option<CellExpr>,
    /// Cells, such as files, of which each may hold only so many of this side and piece type.
    pub one_per: Vec<CellSet>,
    /// So many.
    pub max_count: u16,
    /// Whether a drop may give checkmate.
    pub may_give_checkmate: bool,
}

/// A rule that moves or removes pieces in addition to the moves of the players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// The name in the definition.
    pub name: String,
    /// The occasion.
    pub when: TransferWhen,
    /// For each side, the cells on which its pieces stand, or stood when they were captured.
    pub from: SaidCells,
    /// The pieces concerned; `None`: all.
    pub pieces: Option<SaidPieces>,
    /// States that the piece must have, or must not have (`false`).
    pub states: Vec<(u8, bool)>,
    /// For each side, the cells to choose from; `None`: the piece leaves the game.
    pub to: Option<SaidCells>,
    /// What happens to a piece on the chosen cell.
    pub occupant: OccupantRule,
    /// Whether the piece is removed if no cell of `to` is free. Otherwise it waits.
    pub removed_when_full: bool,
    /// Cells that are set up as in the initial position afterwards.
    pub reset: CellSet,
}

/// The occasion of a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransferWhen {
    /// The piece is captured.
    Captured,
    /// The owner has made a move since the piece came to its cell.
    OwnerMoved,
    /// The piece is the only one on its board.
    AloneOnBoard,
    /// The owner uses a turn for it.
    Turn,
}

/// What happens to a piece on the cell to which another is transferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OccupantRule {
    /// It stays: the cell is not free.
    Blocks,
    /// It is removed from the game.
    Removed,
}

/// An error in a game that cannot be compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameError {
    /// The piece type concerned.
    pub piece_type: Option<PieceTypeId>,
    /// The side for which it was compiled.
    pub side: Option<SideId>,
    /// The index of the rule.
    pub rule: Option<usize>,
    /// The part of the notation.
    pub span: Option<Span>,
    /// The code of the diagnostic.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl GameError {
    /// Returns the error with its part of the notation.
    pub fn at(self, span: Span) -> GameError {
        GameError { span: Some(span), ..self }
    }
}
