use std::sync::Arc;

use crate::geometry::{Cell, Cells, Frame, Layout};
use crate::notation::Betza;
use crate::source::{Code, Span};

/// A side, by its place in the order of play; neutral sides come among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideId(pub u8);

/// A kind of piece, by its place in [`Game::piece_types`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceTypeId(pub u8);

impl SideId {
    /// The position in tables that have one entry for each side.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl PieceTypeId {
    /// The position in tables that have one entry for each piece type.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A piece on a cell: whose, and of what kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// Whose.
    pub side: SideId,
    /// What.
    pub piece_type: PieceTypeId,
}

/// A set of men: which kinds of which sides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PieceSet {
    // One row a side, one entry a kind; missing rows and entries are empty.
    rows: Vec<Vec<bool>>,
}

impl PieceSet {
    /// Nobody.
    pub fn new() -> Self {
        PieceSet::default()
    }

    /// Puts a man in.
    pub fn insert(&mut self, piece: Piece) {
        let (side, piece_type) = (piece.side.index(), piece.piece_type.index());
        if self.rows.len() <= side {
            self.rows.resize(side + 1, Vec::new());
        }
        if self.rows[side].len() <= piece_type {
            self.rows[side].resize(piece_type + 1, false);
        }
        self.rows[side][piece_type] = true;
    }

    /// Takes a man out.
    pub fn remove(&mut self, piece: Piece) {
        let row = self.rows.get_mut(piece.side.index());
        if let Some(entry) = row.and_then(|row| row.get_mut(piece.piece_type.index())) {
            *entry = false;
        }
    }

    /// Whether the man is in the set.
    pub fn contains(&self, piece: Piece) -> bool {
        let row = self.rows.get(piece.side.index());
        row.and_then(|row| row.get(piece.piece_type.index())).copied().unwrap_or(false)
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().flatten().all(|&entry| !entry)
    }

    /// Everybody in the set.
    pub fn iter(&self) -> impl Iterator<Item = Piece> + '_ {
        self.rows.iter().enumerate().flat_map(|(side, row)| {
            row.iter().enumerate().filter(|&(_, &entry)| entry).map(move |(kind, _)| Piece {
                side: SideId(side as u8),
                piece_type: PieceTypeId(kind as u8),
            })
        })
    }
}

impl FromIterator<Piece> for PieceSet {
    fn from_iter<I: IntoIterator<Item = Piece>>(pieces: I) -> Self {
        let mut set = PieceSet::new();
        pieces.into_iter().for_each(|piece| set.insert(piece));
        set
    }
}

/// A whole game, every name resolved. Sets of cells are those of the side concerned, already
/// turned to its seat.
#[derive(Debug, Clone)]
pub struct Game {
    /// All boards.
    pub layout: Arc<Layout>,
    /// In order of play.
    pub sides: Vec<Side>,
    /// Kinds of piece, promoted forms included.
    pub piece_types: Vec<PieceType>,
    /// The array: what stands where before the first move.
    pub initial_pieces: Vec<(Cell, Piece)>,
    /// Castlings of all sides.
    pub castlings: Vec<Castling>,
    /// Promotions of all sides.
    pub promotions: Vec<Promotion>,
    /// What is kept in hand; `None`: taken pieces are gone.
    pub hands: Option<Hands>,
    /// Which kinds may be dropped where.
    pub drops: Vec<DropRule>,
    /// What pieces remember.
    pub states: Vec<StateRule>,
    /// What leaves a place, when and for where; the first that fits is used.
    pub transfers: Vec<Transfer>,
    /// Whether a side may pass, when its royal is not attacked.
    pub passing: bool,
    /// Whose attack on its royal a side may not allow.
    pub check_by: CheckSource,
    /// How the game ends.
    pub ends: EndRules,
    /// What happens to the men of a side that is out.
    pub elimination: Elimination,
}

impl Game {
    /// All sides, in order of play.
    pub fn side_ids(&self) -> impl Iterator<Item = SideId> + use<> {
        (0..self.sides.len() as u8).map(SideId)
    }

    /// All piece types, in order.
    pub fn piece_type_ids(&self) -> impl Iterator<Item = PieceTypeId> + use<> {
        (0..self.piece_types.len() as u8).map(PieceTypeId)
    }
}

/// A side.
#[derive(Debug, Clone)]
pub struct Side {
    /// As in the definition.
    pub id: String,
    /// How its men see the board.
    pub frame: Frame,
    /// Whom its men may take.
    pub may_capture: PieceSet,
    /// Who moves its men: itself, or, for a neutral side, others.
    pub moved_by: Vec<SideId>,
    /// Whether it has turns of its own.
    pub has_turns: bool,
    /// What it is given where points are counted, in hundredths of a point.
    pub points: u32,
}

/// A kind of piece.
#[derive(Debug, Clone)]
pub struct PieceType {
    /// As in the definition.
    pub id: String,
    /// For each side in order, the ways in which it moves.
    pub move_rules: Vec<Vec<MoveRule>>,
    /// Whether it must not be lost.
    pub royal: bool,
    /// For each side, the cells from which a quiet single step may be made twice.
    pub double_step: Vec<Cells>,
    /// For each side, the cells from which it may be made three times.
    pub triple_step: Vec<Cells>,
    /// What it is worth where points are counted, in hundredths of a point.
    pub points: u32,
    /// What it is demoted to when it is taken into hand; itself where nothing else is said.
    pub unpromoted: Option<PieceTypeId>,
    /// Whether the definition leaves its move open: it has no ways, and no claim about it holds.
    pub move_unknown: bool,
}

/// One way of moving, of one kind and one side.
#[derive(Debug, Clone)]
pub struct MoveRule {
    /// How it goes.
    pub form: MoveForm,
    /// What it does on arrival.
    pub effect: ArrivalEffect,
    /// It must start here; `None`: anywhere.
    pub from: Option<Cells>,
    /// It must end here.
    pub to: Option<Cells>,
    /// It must start, pass (cells slid or stepped over) and end here.
    pub within: Option<Cells>,
    /// It may take only these, and of these only whom the side may take at all.
    pub may_capture: Option<PieceSet>,
    /// It may hop over only these; `None`: over anybody.
    pub hurdles: Option<PieceSet>,
    /// Steps between the two cells of a pair, either way, are barred.
    pub barred_steps: Vec<(Cell, Cell)>,
    /// Only then.
    pub conditions: Vec<Condition>,
}

impl MoveRule {
    /// A way that goes by a notation, with nothing else to be said.
    pub fn from_betza(betza: Betza) -> MoveRule {
        MoveRule {
            form: MoveForm::Betza(betza),
            effect: ArrivalEffect::None,
            from: None,
            to: None,
            within: None,
            may_capture: None,
            hurdles: None,
            barred_steps: Vec::new(),
            conditions: Vec::new(),
        }
    }
}

/// How a way goes.
#[derive(Debug, Clone)]
pub enum MoveForm {
    /// By notation.
    Betza(Betza),
    /// Along one of several paths.
    Path(StepPath),
    /// From the first cell of a pair to the second; moves and takes.
    Links(Vec<(Cell, Cell)>),
    /// It stays where it is; for [`ArrivalEffect::Shoot`].
    Stay,
}

/// Steps one after the other; the cells before the last must be empty, and one free path is
/// enough.
#[derive(Debug, Clone, PartialEq)]
pub struct StepPath {
    /// In order.
    pub steps: Vec<PathStep>,
    /// Whether the steps may come in any order.
    pub any_order: bool,
    /// The angle, in degrees, wherever the path goes from one kind of step to another; a path
    /// never turns otherwise.
    pub turn: Option<f64>,
    /// The last cell must lie on such a line from the first.
    pub in_line: Option<LineKind>,
}

/// One step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathStep {
    /// What kind of step.
    pub step: StepKind,
    /// Whether it is repeated without limit.
    pub slides: bool,
    /// Whether it may be left out.
    pub optional: bool,
    /// Steps of one kind and one mark have one direction; another mark (`T'`) may have another.
    pub mark: u8,
}

/// A kind of step in a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepKind {
    /// `W`
    Wazir,
    /// `F`
    Ferz,
    /// `T`
    Triagonal,
    /// `D`
    Dabbaba,
    /// `A`
    Alfil,
}

/// A family of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// Along one axis.
    Orthogonal,
    /// Along two axes equally.
    Diagonal,
    /// Along three axes equally.
    Triagonal,
    /// Any of these.
    Any,
}

/// What a piece does where it arrives.
#[derive(Debug, Clone)]
pub enum ArrivalEffect {
    /// Nothing more.
    None,
    /// Takes an enemy from afar, and stays. It must shoot; a piece that need not has another way.
    Shoot(ShotTarget),
    /// Changes places with an own man that stands where the way ends.
    Swap(PieceSet),
}

/// At what a piece shoots.
#[derive(Debug, Clone)]
pub enum ShotTarget {
    /// What this notation attacks from where the piece stands now.
    Betza(Betza),
    /// What stands as far again in the same direction, the cells between empty.
    SameDistanceAgain,
}

/// When a way can be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// The side's royal is not attacked.
    NotInCheck,
    /// The piece has not moved.
    Unmoved,
    /// The piece has moved.
    Moved,
    /// The piece has the state, by its place in [`Game::states`].
    HasState(u8),
    /// The piece has not the state.
    LacksState(u8),
}

/// A royal and a partner that move together, once, neither having moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Castling {
    /// As in the definition: `short`, `long`.
    pub name: String,
    /// Whose.
    pub side: SideId,
    /// The one that may not be attacked on its way.
    pub royal: PieceTypeId,
    /// From where.
    pub royal_from: Cell,
    /// To where.
    pub royal_to: Cell,
    /// The other.
    pub partner: PieceTypeId,
    /// From where.
    pub partner_from: Cell,
    /// To where.
    pub partner_to: Cell,
}

/// What one kind of one side may become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promotion {
    /// Whose.
    pub side: SideId,
    /// What.
    pub piece_type: PieceTypeId,
    /// A move that ends here must promote.
    pub compulsory_zone: Cells,
    /// A move that ends here may promote.
    pub optional_zone: Cells,
    /// Whether a move that starts on one of `may` may promote too.
    pub on_leaving: bool,
    /// Into what.
    pub choices: Vec<PieceTypeId>,
    /// Whether there may never be more of a kind than the array gave the side.
    pub initial_limit: bool,
}

/// What is kept in hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hands {
    /// Whether the captor gets what it takes.
    pub captures_to_hand: bool,
    /// Whether promoted men become again what they were.
    pub unpromoted: bool,
    /// What each side has at the start.
    pub initial: Vec<(Piece, u16)>,
}

/// Where a kind of one side may be dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DropRule {
    /// Whose.
    pub side: SideId,
    /// What.
    pub piece_type: PieceTypeId,
    /// Where; the cell must be empty.
    pub to: Cells,
    /// Lines (files, for instance) of which each may hold only one of this kind and side.
    pub one_per: Vec<Cells>,
    /// Whether a drop may give mate.
    pub may_give_checkmate: bool,
}

/// A thing that a piece remembers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateRule {
    /// As in the definition.
    pub id: String,
    /// What sets it.
    pub set: Vec<PieceEvent>,
    /// What clears it.
    pub clear: Vec<PieceEvent>,
}

/// What can happen to a piece. Sets of cells are given for each side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PieceEvent {
    /// It moves.
    Moves,
    /// It takes something, standing before its move on one of these cells of its side.
    Captures(Vec<Cells>),
    /// It comes to one of these cells from elsewhere, by a move or by a transfer.
    Arrives(Vec<Cells>),
    /// It goes from one of these cells to elsewhere.
    Leaves(Vec<Cells>),
    /// A step of its move crosses between two cells of a pair; for each side.
    Crosses(Vec<Vec<(Cell, Cell)>>),
}

/// One line of transfers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transfer {
    /// As in the definition.
    pub name: String,
    /// What sets it off.
    pub when: TransferWhen,
    /// Where the piece stands (or, captured, stood); for each side.
    pub from: Vec<Cells>,
    /// Whom it concerns.
    pub pieces: PieceSet,
    /// States that it must have, or must not (`false`).
    pub states: Vec<(u8, bool)>,
    /// Where it goes; its owner chooses among several. Empty: it is removed. For each side.
    pub to: Vec<Cells>,
    /// What happens to a piece that stands there.
    pub occupant: OccupantRule,
    /// Whether it is removed when no cell of `to` is free; else it waits.
    pub removed_when_full: bool,
    /// Cells that are put back as in the array afterwards.
    pub reset: Cells,
}

/// What sets a transfer off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransferWhen {
    /// The piece is taken.
    Captured,
    /// Its owner has made a move since it came there.
    OwnerMoved,
    /// It is the only piece on its board.
    AloneOnBoard,
    /// Its owner spends the turn on it.
    Turn,
}

/// What happens to a piece on a cell that another is transferred to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OccupantRule {
    /// The cell is not free.
    Blocks,
    /// It leaves the game.
    Removed,
}

/// Whose attack on its royal a side may not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckSource {
    /// Any enemy's.
    AnyEnemy,
    /// Only that of the side that moves next, if there is another move.
    NextSide,
    /// Nobody's: royals may be left to be taken.
    None,
}

/// What an end means for the side that moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It loses.
    Loses,
    /// It wins.
    Wins,
    /// Nobody wins.
    Draw,
    /// It passes.
    Passes,
    /// It is out, and the others play on.
    Eliminated,
    /// Points are counted: the side that has more of them wins.
    Points,
}

/// How the game ends; `None` where the definition is silent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EndRules {
    /// No legal move, royal attacked.
    pub checkmate: Option<Outcome>,
    /// No legal move, royal not attacked.
    pub stalemate: Option<Outcome>,
    /// An enemy that is about to move attacks its royal.
    pub royal_capturable: Option<Outcome>,
    /// None of these men of a side is left: for that side.
    pub extinction: Vec<(PieceSet, Outcome)>,
    /// One of these men stands there: for its side.
    pub goal: Vec<GoalRule>,
    /// The position comes again.
    pub repetition: Option<Repetition>,
    /// Nothing irreversible happens.
    pub no_progress: Option<NoProgress>,
    /// A pawn stands where it must promote and may become nothing: for its side.
    pub no_promotion_choice: Option<Outcome>,
    /// All other sides are out: for the one left.
    pub last_survivor: Option<Outcome>,
    /// Royals of two sides face each other along an open line, and the side to move passes. It may
    /// then pass even in check; any other move must end the facing.
    pub facing_royals: Option<Outcome>,
    /// Every side passed, one after the other.
    pub all_passed: Option<Outcome>,
}

/// Men that stand somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoalRule {
    /// Who.
    pub pieces: PieceSet,
    /// Where, for each side.
    pub at: Vec<Cells>,
    /// What it means.
    pub outcome: Outcome,
}

/// The same position, with the same side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// How often, at least 2.
    pub times: u16,
    /// What it means.
    pub outcome: Outcome,
    /// What it means for a side that gave check with every move in between.
    pub perpetual_check: Option<Outcome>,
}

/// Nothing taken, and none of these moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoProgress {
    /// By how many moves of each side.
    pub moves: u16,
    /// By whom a move is progress.
    pub pieces: PieceSet,
    /// What it means.
    pub outcome: Outcome,
}

/// What becomes of a side that is out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Elimination {
    /// Its men are removed, and the captor moves next.
    #[default]
    RemovedThenCaptor,
    /// Its men are removed, and the order of play goes on.
    RemovedInOrder,
    /// Its men stay as they are.
    Stays(NextTurn),
    /// Its men become the captor's.
    JoinsCaptor(NextTurn),
}

/// Who moves after an elimination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NextTurn {
    /// The side that caught the other.
    #[default]
    Captor,
    /// The next in order.
    InOrder,
}

/// Why a game cannot be compiled. The kind and way say whose notation is meant, the span where
/// in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameError {
    /// The kind whose way is at fault.
    pub piece_type: Option<PieceTypeId>,
    /// The side that it was compiled for.
    pub side: Option<SideId>,
    /// The way, by its place.
    pub rule: Option<usize>,
    /// Where in the notation.
    pub span: Option<Span>,
    /// What sort of complaint.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}
