//! The question where a piece can move, and its answer.

use crate::geometry::{Cell, CellSet};
use crate::rules::{MoveRule, Piece, PieceStatus, PieceTypeId, Position, Reach, SideId};

use super::LoadedVariant;

/// Which cells of a reach are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MoveFilter {
    /// Every cell on which a move may end.
    #[default]
    Moves,
    /// Cells on which a move without capture may end.
    Quiet,
    /// Cells to which the piece can move and whose piece it captures by that.
    Captures,
    /// Cells whose pieces it may capture, wherever its move ends.
    Victims,
}

impl MoveFilter {
    /// All values, in the order of the manual.
    pub const ALL: [MoveFilter; 4] =
        [MoveFilter::Moves, MoveFilter::Quiet, MoveFilter::Captures, MoveFilter::Victims];

    /// Returns the word that authors write.
    pub fn word(self) -> &'static str {
        match self {
            MoveFilter::Moves => "moves",
            MoveFilter::Quiet => "quiet",
            MoveFilter::Captures => "captures",
            MoveFilter::Victims => "victims",
        }
    }

    /// Returns the cells of a reach that are asked for.
    pub fn of(self, reach: &Reach) -> CellSet {
        match self {
            MoveFilter::Moves => reach.ends(),
            MoveFilter::Quiet => reach.quiet.clone(),
            MoveFilter::Captures => reach.captures.union(&reach.friendly_captures),
            MoveFilter::Victims => reach.victims(),
        }
    }
}

/// The question where pieces can move from one cell.
#[derive(Debug, Clone)]
pub struct MovesRequest {
    /// The piece types; the answer unites their cells.
    pub piece_types: Vec<PieceTypeId>,
    /// The side of the pieces.
    pub side: SideId,
    /// The cell from which they move.
    pub at: Cell,
    /// The other pieces on the board; `None` for an empty board.
    pub position: Option<Position>,
    /// Which cells are asked for.
    pub show: MoveFilter,
    /// Only moves that end on these cells; `None` for all moves.
    pub to: Option<CellSet>,
    /// Whether the pieces have not moved, wherever they are.
    ///
    /// Otherwise a piece has not moved if the position says so, or if it is on a cell where the
    /// initial position has such a piece.
    pub unmoved: bool,
}

impl MovesRequest {
    /// All moves of one piece on an empty board.
    pub fn new(piece: Piece, at: Cell) -> Self {
        MovesRequest {
            piece_types: vec![piece.piece_type],
            side: piece.side,
            at,
            position: None,
            show: MoveFilter::Moves,
            to: None,
            unmoved: false,
        }
    }
}

/// The answer to a [`MovesRequest`].
#[derive(Debug, Clone)]
pub struct MovesAnswer {
    /// The pieces that move; several are on the cell in turn.
    pub pieces: Vec<Piece>,
    /// The cell from which they move.
    pub at: Cell,
    /// The position, with the first of the pieces on the cell.
    pub position: Position,
    /// What each of the pieces can do, in their order.
    pub reaches: Vec<Reach>,
    /// Which cells were asked for.
    pub show: MoveFilter,
    /// These cells, of all pieces together.
    pub cells: CellSet,
    /// The cells on which moves had to end; `None` for all moves.
    pub to: Option<CellSet>,
}

impl MovesAnswer {
    /// Returns the cells to which one of the pieces can move without capture, except its own.
    pub fn quiet_targets(&self, index: usize) -> CellSet {
        let mut targets = self.reaches[index].quiet.clone();
        targets.remove(self.at);
        targets
    }

    /// Returns the cells that a diagram marks: the cells asked for and the targets of shots.
    ///
    /// The cell of the piece itself is never marked.
    pub fn marked_cells(&self) -> CellSet {
        let mut marked = self.cells.clone();
        if matches!(self.show, MoveFilter::Moves | MoveFilter::Victims) {
            let shots = self.reaches.iter().flat_map(|reach| &reach.shots);
            marked.extend(shots.flat_map(|(_, victims)| victims.iter().copied()));
        }
        marked.remove(self.at);
        marked
    }
}

/// Why there is no answer, as the end of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unanswerable(pub String);

impl LoadedVariant {
    /// Returns what the pieces of a request can do, or why the definition does not say it.
    ///
    /// [`compare`](Self::compare) has an example.
    pub fn answer(&self, request: &MovesRequest) -> Result<MovesAnswer, Unanswerable> {
        let MovesRequest { side, at, show, .. } = *request;
        let piece = |&piece_type: &PieceTypeId| Piece { side, piece_type };
        let pieces: Vec<Piece> = request.piece_types.iter().map(piece).collect();
        if let Some(unknown) = pieces.iter().find(|&&piece| !self.has_known_move(piece, at)) {
            let name = self.kind_name(unknown.piece_type);
            return Err(Unanswerable(format!("the definition does not say how the {name} moves")));
        }
        let empty = || Position::empty(self.rules());
        let mut position = request.position.clone().unwrap_or_else(empty);
        let mut reach = |&piece: &Piece| {
            self.place_piece(&mut position, at, piece);
            if request.unmoved {
                let status = position.status(at);
                position.set_status(at, PieceStatus { moved: false, ..status });
            }
            let mut reach = self.rules().reach(&position, at);
            if let Some(to) = &request.to {
                keep_ends(&mut reach, to);
            }
            reach
        };
        // The first piece comes last, so that it is the one in the position.
        let mut reaches: Vec<Reach> = pieces.iter().rev().map(&mut reach).collect();
        reaches.reverse();
        let cells =
            reaches.iter().fold(CellSet::new(), |cells, reach| cells.union(&show.of(reach)));
        Ok(MovesAnswer { pieces, at, position, reaches, show, cells, to: request.to.clone() })
    }

    /// Whether the definition says how a piece moves from a cell.
    ///
    /// If the own move of its type is unknown, a rule for all pieces on that cell may still say it.
    pub fn has_known_move(&self, piece: Piece, at: Cell) -> bool {
        let piece_type = &self.rules().game().piece_types[piece.piece_type];
        let holds_there =
            |rule: &MoveRule| rule.from.as_ref().is_some_and(|from| from.contains(at));
        !piece_type.move_unknown || piece_type.move_rules[piece.side].iter().any(holds_there)
    }

    /// Puts a piece on a cell, with its usual status if it was not there.
    pub fn place_piece(&self, position: &mut Position, at: Cell, piece: Piece) {
        if position.piece_at(at) != Some(piece) {
            position.set_piece(at, Some(piece));
            position.set_status(at, self.usual_status(at, piece));
        }
    }

    /// Returns the status of a piece that has moved unless the initial position has it on this cell.
    pub(super) fn usual_status(&self, at: Cell, piece: Piece) -> PieceStatus {
        let moved = !self.rules().game().initial_pieces.contains(&(at, piece));
        PieceStatus { moved, ..PieceStatus::default() }
    }
}

/// Removes the moves that end on other cells.
fn keep_ends(reach: &mut Reach, to: &CellSet) {
    for cells in [&mut reach.quiet, &mut reach.captures, &mut reach.friendly_captures] {
        *cells = cells.intersection(to);
    }
    reach.shots.retain(|(end, _)| to.contains(*end));
    reach.swaps.retain(|(end, _)| to.contains(*end));
}
