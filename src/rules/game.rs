use std::sync::Arc;

use crate::geometry::{Cell, Cells, Frame, Layout};
use crate::notation::Betza;
use crate::source::{Code, Span};

/// A side, by its place in the order of play; neutral sides come among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SideId(pub u8);

/// A kind of piece, by its place in [`Game::kinds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub u8);

/// A piece on a cell: whose, and of what kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Man {
    /// Whose.
    pub side: SideId,
    /// What.
    pub kind: KindId,
}

/// A set of men: which kinds of which sides.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Men {
    // One row a side, one entry a kind; missing rows and entries are empty.
    rows: Vec<Vec<bool>>,
}

impl Men {
    /// Nobody.
    pub fn none() -> Self {
        Men::default()
    }

    /// Puts a man in.
    pub fn add(&mut self, man: Man) {
        let (side, kind) = (man.side.0 as usize, man.kind.0 as usize);
        if self.rows.len() <= side {
            self.rows.resize(side + 1, Vec::new());
        }
        if self.rows[side].len() <= kind {
            self.rows[side].resize(kind + 1, false);
        }
        self.rows[side][kind] = true;
    }

    /// Takes a man out.
    pub fn remove(&mut self, man: Man) {
        let row = self.rows.get_mut(man.side.0 as usize);
        if let Some(entry) = row.and_then(|row| row.get_mut(man.kind.0 as usize)) {
            *entry = false;
        }
    }

    /// Whether the man is in the set.
    pub fn has(&self, man: Man) -> bool {
        let row = self.rows.get(man.side.0 as usize);
        row.and_then(|row| row.get(man.kind.0 as usize)).copied().unwrap_or(false)
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().flatten().all(|&entry| !entry)
    }

    /// Everybody in the set.
    pub fn iter(&self) -> impl Iterator<Item = Man> + '_ {
        self.rows.iter().enumerate().flat_map(|(side, row)| {
            row.iter()
                .enumerate()
                .filter(|&(_, &entry)| entry)
                .map(move |(kind, _)| Man { side: SideId(side as u8), kind: KindId(kind as u8) })
        })
    }
}

impl FromIterator<Man> for Men {
    fn from_iter<I: IntoIterator<Item = Man>>(men: I) -> Self {
        let mut set = Men::none();
        men.into_iter().for_each(|man| set.add(man));
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
    pub kinds: Vec<Kind>,
    /// The array: what stands where before the first move.
    pub array: Vec<(Cell, Man)>,
    /// Castlings of all sides.
    pub castlings: Vec<Castling>,
    /// Promotions of all sides.
    pub promotions: Vec<Promotion>,
    /// What is kept in hand; `None`: taken pieces are gone.
    pub hands: Option<Hands>,
    /// Which kinds may be dropped where.
    pub drops: Vec<Drop>,
    /// What pieces remember.
    pub states: Vec<State>,
    /// What leaves a place, when and for where; the first that fits is used.
    pub transfers: Vec<Transfer>,
    /// Whether a side may pass, when its royal is not attacked.
    pub passing: bool,
    /// Whose attack on its royal a side may not allow.
    pub check_by: CheckBy,
    /// How the game ends.
    pub ends: Ends,
    /// What happens to the men of a side that is out.
    pub elimination: Elimination,
}

/// A side.
#[derive(Debug, Clone)]
pub struct Side {
    /// As in the definition.
    pub id: String,
    /// How its men see the board.
    pub frame: Frame,
    /// Whom its men may take.
    pub takes: Men,
    /// Who moves its men: itself, or, for a neutral side, others.
    pub moved_by: Vec<SideId>,
    /// Whether it has turns of its own.
    pub has_turns: bool,
    /// What it is given where points are counted, in hundredths of a point.
    pub points: u32,
}

/// A kind of piece.
#[derive(Debug, Clone)]
pub struct Kind {
    /// As in the definition.
    pub id: String,
    /// For each side in order, the ways in which it moves.
    pub ways: Vec<Vec<Way>>,
    /// Whether it must not be lost.
    pub royal: bool,
    /// For each side, the cells from which a quiet single step may be made twice.
    pub double_step: Vec<Cells>,
    /// For each side, the cells from which it may be made three times.
    pub triple_step: Vec<Cells>,
    /// What it is worth where points are counted, in hundredths of a point.
    pub points: u32,
    /// What it is demoted to when it is taken into hand; itself where nothing else is said.
    pub unpromoted: Option<KindId>,
    /// Whether the definition leaves its move open: it has no ways, and no claim about it holds.
    pub move_unknown: bool,
}

/// One way of moving, of one kind and one side.
#[derive(Debug, Clone)]
pub struct Way {
    /// How it goes.
    pub travel: Travel,
    /// What it does on arrival.
    pub then: Then,
    /// It must start here; `None`: anywhere.
    pub from: Option<Cells>,
    /// It must end here.
    pub to: Option<Cells>,
    /// It must start, pass (cells slid or stepped over) and end here.
    pub within: Option<Cells>,
    /// It may take only these, and of these only whom the side may take at all.
    pub takes: Option<Men>,
    /// It may hop over only these; `None`: over anybody.
    pub over: Option<Men>,
    /// Steps between the two cells of a pair, either way, are barred.
    pub barred: Vec<(Cell, Cell)>,
    /// Only then.
    pub conditions: Vec<Condition>,
}

impl Way {
    /// A way that goes by a notation, with nothing else to be said.
    pub fn by(betza: Betza) -> Way {
        Way {
            travel: Travel::Betza(betza),
            then: Then::Nothing,
            from: None,
            to: None,
            within: None,
            takes: None,
            over: None,
            barred: Vec::new(),
            conditions: Vec::new(),
        }
    }
}

/// How a way goes.
#[derive(Debug, Clone)]
pub enum Travel {
    /// By notation.
    Betza(Betza),
    /// Along one of several paths.
    Path(Path),
    /// From the first cell of a pair to the second; moves and takes.
    Links(Vec<(Cell, Cell)>),
    /// It stays where it is; for [`Then::Shoot`].
    Stay,
}

/// Steps one after the other; the cells before the last must be empty, and one free path is
/// enough.
#[derive(Debug, Clone, PartialEq)]
pub struct Path {
    /// In order.
    pub steps: Vec<PathStep>,
    /// Whether the steps may come in any order.
    pub any_order: bool,
    /// The angle, in degrees, wherever the path goes from one kind of step to another; a path
    /// never turns otherwise.
    pub turn: Option<f64>,
    /// The last cell must lie on such a line from the first.
    pub in_line: Option<PathLine>,
}

/// One step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PathStep {
    /// What kind of step.
    pub step: Step,
    /// Whether it is repeated without limit.
    pub slides: bool,
    /// Whether it may be left out.
    pub optional: bool,
    /// Steps of one kind and one mark have one direction; another mark (`T'`) may have another.
    pub mark: u8,
}

/// A kind of step in a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
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
pub enum PathLine {
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
pub enum Then {
    /// Nothing more.
    Nothing,
    /// Takes an enemy from afar, and stays. It must shoot; a piece that need not has another way.
    Shoot(Shot),
    /// Changes places with an own man that stands where the way ends.
    Swap(Men),
}

/// At what a piece shoots.
#[derive(Debug, Clone)]
pub enum Shot {
    /// What this notation attacks from where the piece stands now.
    Betza(Betza),
    /// What stands as far again in the same direction, the cells between empty.
    AsFarAgain,
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
    Has(u8),
    /// The piece has not the state.
    HasNot(u8),
}

/// A royal and a partner that move together, once, neither having moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Castling {
    /// As in the definition: `short`, `long`.
    pub name: String,
    /// Whose.
    pub side: SideId,
    /// The one that may not be attacked on its way.
    pub royal: KindId,
    /// From where.
    pub royal_from: Cell,
    /// To where.
    pub royal_to: Cell,
    /// The other.
    pub partner: KindId,
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
    pub kind: KindId,
    /// A move that ends here must promote.
    pub must: Cells,
    /// A move that ends here may promote.
    pub may: Cells,
    /// Whether a move that starts on one of `may` may promote too.
    pub leaving: bool,
    /// Into what.
    pub becomes: Vec<KindId>,
    /// Whether there may never be more of a kind than the array gave the side.
    pub quota: bool,
}

/// What is kept in hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hands {
    /// Whether the captor gets what it takes.
    pub gain: bool,
    /// Whether promoted men become again what they were.
    pub unpromoted: bool,
    /// What each side has at the start.
    pub start: Vec<(Man, u16)>,
}

/// Where a kind of one side may be dropped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drop {
    /// Whose.
    pub side: SideId,
    /// What.
    pub kind: KindId,
    /// Where; the cell must be empty.
    pub to: Cells,
    /// Lines (files, for instance) of which each may hold only one of this kind and side.
    pub one_per: Vec<Cells>,
    /// Whether a drop may give mate.
    pub mates: bool,
}

/// A thing that a piece remembers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// As in the definition.
    pub id: String,
    /// What sets it.
    pub set: Vec<Event>,
    /// What clears it.
    pub clear: Vec<Event>,
}

/// What can happen to a piece. Sets of cells are given for each side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
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
    pub who: Men,
    /// States that it must have, or must not (`false`).
    pub states: Vec<(u8, bool)>,
    /// Where it goes; its owner chooses among several. Empty: it is removed. For each side.
    pub to: Vec<Cells>,
    /// What happens to a piece that stands there.
    pub occupant: Occupant,
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
pub enum Occupant {
    /// The cell is not free.
    Blocks,
    /// It leaves the game.
    Removed,
}

/// Whose attack on its royal a side may not allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckBy {
    /// Any enemy's.
    AnyEnemy,
    /// Only that of the side that moves next, if there is another move.
    NextSide,
    /// Nobody's: royals may be left to be taken.
    Nobody,
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
    Out,
    /// Points are counted: the side that has more of them wins.
    Points,
}

/// How the game ends; `None` where the definition is silent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ends {
    /// No legal move, royal attacked.
    pub checkmate: Option<Outcome>,
    /// No legal move, royal not attacked.
    pub stalemate: Option<Outcome>,
    /// An enemy that is about to move attacks its royal.
    pub caught: Option<Outcome>,
    /// None of these men of a side is left: for that side.
    pub gone: Vec<(Men, Outcome)>,
    /// One of these men stands there: for its side.
    pub reached: Vec<Reached>,
    /// The position comes again.
    pub repetition: Option<Repetition>,
    /// Nothing irreversible happens.
    pub no_progress: Option<NoProgress>,
    /// A pawn stands where it must promote and may become nothing: for its side.
    pub nothing_to_promote: Option<Outcome>,
    /// All other sides are out: for the one left.
    pub last_standing: Option<Outcome>,
    /// Royals of two sides face each other along an open line, and the side to move passes. It may
    /// then pass even in check; any other move must end the facing.
    pub bikjang: Option<Outcome>,
    /// Every side passed, one after the other.
    pub all_passed: Option<Outcome>,
}

/// Men that stand somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reached {
    /// Who.
    pub who: Men,
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
    pub by: Men,
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
    Captors(NextTurn),
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
    pub kind: Option<KindId>,
    /// The side that it was compiled for.
    pub side: Option<SideId>,
    /// The way, by its place.
    pub way: Option<usize>,
    /// Where in the notation.
    pub span: Option<Span>,
    /// What sort of complaint.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}
