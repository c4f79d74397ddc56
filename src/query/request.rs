use crate::geometry::{Cell, Cells};
use crate::rules::{MoveRule, Piece, PieceStatus, PieceTypeId, Position, Reach, SideId};

use super::Study;

/// Which cells a diagram means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Show {
    /// Every cell where a move may end.
    #[default]
    Moves,
    /// Cells where it goes without taking anything.
    Quiet,
    /// Cells where it goes and takes what stands there.
    Captures,
    /// Cells whose men it may take, wherever it ends.
    Victims,
}

impl Show {
    /// All of them.
    pub const ALL: [Show; 4] = [Show::Moves, Show::Quiet, Show::Captures, Show::Victims];

    /// The word for it, as authors write it.
    pub fn word(self) -> &'static str {
        match self {
            Show::Moves => "moves",
            Show::Quiet => "quiet",
            Show::Captures => "captures",
            Show::Victims => "victims",
        }
    }

    /// The cells of a reach that are meant.
    pub fn of(self, reach: &Reach) -> Cells {
        match self {
            Show::Moves => reach.ends(),
            Show::Quiet => reach.quiet.clone(),
            Show::Captures => reach.captures.union(&reach.friendly_captures),
            Show::Victims => reach.victims(),
        }
    }
}

/// Where can these pieces go from here?
#[derive(Debug, Clone)]
pub struct MovesRequest {
    /// The kinds; the cells of several are united.
    pub kinds: Vec<PieceTypeId>,
    /// Whose.
    pub side: SideId,
    /// From where.
    pub at: Cell,
    /// Who else stands on the board; nobody where it is left out.
    pub position: Option<Position>,
    /// Which cells are meant.
    pub show: Show,
    /// Only moves that end there; all where it is left out.
    pub to: Option<Cells>,
    /// Whether the pieces have not moved, wherever they stand; else only one that stands where the
    /// array has it, or of which the position says so, has not.
    pub unmoved: bool,
}

impl MovesRequest {
    /// One piece of a side on an empty board, and all its moves.
    pub fn new(piece: Piece, at: Cell) -> Self {
        MovesRequest {
            kinds: vec![piece.piece_type],
            side: piece.side,
            at,
            position: None,
            show: Show::Moves,
            to: None,
            unmoved: false,
        }
    }
}

/// What the rules say to a question.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Who moves; several share the cell in turn.
    pub pieces: Vec<Piece>,
    /// From where.
    pub at: Cell,
    /// Who stands on the board, the first of the men on its cell.
    pub position: Position,
    /// What each of the men can do, in order.
    pub reaches: Vec<Reach>,
    /// Which cells are meant.
    pub show: Show,
    /// Those cells, of all men together.
    pub cells: Cells,
    /// Only moves that end there were asked for; all where it is left out.
    pub to: Option<Cells>,
}

impl Answer {
    /// Where one of the men goes without taking anybody, other than to stay.
    pub fn goes(&self, index: usize) -> Cells {
        let mut goes = self.reaches[index].quiet.clone();
        goes.remove(self.at);
        goes
    }

    /// The cells that a picture of the answer marks: those that are meant, whom it shoots at from
    /// there, and never the one that it stands on.
    pub fn drawn(&self) -> Cells {
        let mut drawn = self.cells.clone();
        if matches!(self.show, Show::Moves | Show::Victims) {
            let shots = self.reaches.iter().flat_map(|reach| &reach.shots);
            drawn.extend(shots.flat_map(|(_, takes)| takes.iter().copied()));
        }
        drawn.remove(self.at);
        drawn
    }
}

/// Why there is no answer, as the end of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unanswerable(pub String);

impl Study {
    /// Answers a question; says so where the definition leaves a move open.
    pub fn answer(&self, request: &MovesRequest) -> Result<Answer, Unanswerable> {
        for &piece_type in &request.kinds {
            if !self.knows_move(Piece { side: request.side, piece_type }, request.at) {
                let name = self.kind_name(piece_type);
                return Err(Unanswerable(format!("nobody knows how the {name} moves")));
            }
        }
        let empty = || Position::empty(self.rules());
        let mut position = request.position.clone().unwrap_or_else(empty);
        let pieces: Vec<Piece> = request
            .kinds
            .iter()
            .map(|&piece_type| Piece { side: request.side, piece_type })
            .collect();
        let reaches: Vec<Reach> = pieces
            .iter()
            .rev()
            .map(|&piece| {
                self.stand(&mut position, request.at, piece);
                if request.unmoved {
                    let tag = position.status(request.at);
                    position.set_status(request.at, PieceStatus { moved: false, ..tag });
                }
                self.rules().reach(&position, request.at)
            })
            .collect();
        let mut reaches: Vec<Reach> = reaches.into_iter().rev().collect();
        if let Some(to) = &request.to {
            reaches.iter_mut().for_each(|reach| keep_ends(reach, to));
        }
        let cells =
            reaches.iter().fold(Cells::new(), |cells, reach| cells.union(&request.show.of(reach)));
        let (at, show, to) = (request.at, request.show, request.to.clone());
        Ok(Answer { pieces, at, position, reaches, show, cells, to })
    }

    /// Whether the definition says how a man moves from a cell; where it leaves the piece's own
    /// move open, a board on which all move alike may still say it.
    pub fn knows_move(&self, piece: Piece, at: Cell) -> bool {
        let kind = &self.rules().game().piece_types[piece.piece_type];
        let from_there = |way: &MoveRule| way.from.as_ref().is_some_and(|from| from.has(at));
        !kind.move_unknown || kind.move_rules[piece.side].iter().any(from_there)
    }

    /// Puts a man on a cell, as one that has moved unless the array has it there.
    pub fn stand(&self, position: &mut Position, at: Cell, piece: Piece) {
        if position.piece_at(at) == Some(piece) {
            return;
        }
        position.set_piece(at, Some(piece));
        let at_home = self.rules().game().initial_pieces.contains(&(at, piece));
        position.set_status(at, PieceStatus { moved: !at_home, ..PieceStatus::default() });
    }
}

/// Leaves only the moves that end on these cells.
fn keep_ends(reach: &mut Reach, to: &Cells) {
    for cells in [&mut reach.quiet, &mut reach.captures, &mut reach.friendly_captures] {
        *cells = cells.intersection(to);
    }
    reach.shots.retain(|(end, _)| to.has(*end));
    reach.swaps.retain(|(end, _)| to.has(*end));
}
