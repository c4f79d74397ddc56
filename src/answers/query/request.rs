//! The question where a piece can move, and its answer.

use crate::game::{MoveRule, Piece, PieceTypeId, SideId};
use crate::geometry::{Cell, CellSet};
use crate::rules::{PieceStatus, Position, Reach};

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
            let name = self.piece_type_name(unknown.piece_type);
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

#[cfg(test)]
mod tests {
    use super::super::testing::loaded_variant;
    use super::*;

    /// Chess with a piece of all kinds of moves, and one that moves as long as it has not moved.
    fn variant() -> LoadedVariant {
        let game = "format = 1\nname = \"Requests\"\nbased-on = \"chess\"\n[pieces]\n\
                    guard = { letter = \"G\", moves = [{ move = \"mWcF\" }, { shoot = \"W\" }, \
                    { swap = \"F\", with = \"any\" }] }\n\
                    sitter = { letter = \"S\", move = \"iR\" }\n";
        loaded_variant("requests", game)
    }

    fn request(variant: &LoadedVariant, piece: &str, at: &str, position: &str) -> MovesRequest {
        let piece = Piece { side: variant.first_side(), piece_type: variant.kind(piece).unwrap() };
        let position = Some(variant.position(position).unwrap());
        MovesRequest { position, ..MovesRequest::new(piece, variant.cell(at).unwrap()) }
    }

    /// The enemy on d5 can be captured, the one on e5 shot, and the friend on f5 swapped.
    #[test]
    fn an_answer_has_the_cells_that_were_asked_for() {
        let variant = variant();
        let position = "white guard e4, pawn f5; black rook d5 e5";
        let all = request(&variant, "guard", "e4", position);
        let check = |show, to: &str, cells: &str, marked: &str| {
            let names = to.split_whitespace();
            let to = (!to.is_empty()).then(|| variant.marks(names).cells);
            let answer = variant.answer(&MovesRequest { show, to, ..all.clone() }).unwrap();
            assert_eq!(variant.layout().names_of(&answer.cells), cells);
            assert_eq!(variant.layout().names_of(&answer.marked_cells()), marked);
        };
        check(MoveFilter::Moves, "", "d4 d5 e3 e4 f4 f5", "d4 d5 e3 e5 f4 f5");
        check(MoveFilter::Quiet, "", "d4 e3 f4", "d4 e3 f4");
        check(MoveFilter::Captures, "", "d5", "d5");
        check(MoveFilter::Victims, "", "d5 e5", "d5 e5");
        check(MoveFilter::Moves, "e3 h8", "e3", "e3");
        check(MoveFilter::Moves, "d5", "d5", "d5");
        check(MoveFilter::Moves, "e4", "e4", "e5");
        check(MoveFilter::Moves, "f5", "f5", "f5");
        assert_eq!(
            variant.layout().names_of(&variant.answer(&all).unwrap().quiet_targets(0)),
            "d4 e3 f4"
        );
    }

    #[test]
    fn a_piece_has_moved_unless_it_is_on_its_initial_cell_or_said_not_to_have() {
        let variant = variant();
        let sitter = request(&variant, "sitter", "a4", "black rook a6");
        let count = |request: &MovesRequest| variant.answer(request).unwrap().cells.len();
        assert_eq!(count(&sitter), 0);
        assert_eq!(count(&MovesRequest { unmoved: true, ..sitter.clone() }), 3 + 2 + 7);
        let mut position = sitter.position.clone().unwrap();
        let piece = Piece { side: sitter.side, piece_type: sitter.piece_types[0] };
        position.set_piece(sitter.at, Some(piece));
        assert_eq!(count(&MovesRequest { position: Some(position), ..sitter }), 3 + 2 + 7);
    }

    #[test]
    fn the_first_of_several_pieces_is_in_the_position() {
        let variant = variant();
        let mut several = request(&variant, "rook", "a4", "black rook a6");
        several.piece_types.push(variant.kind("knight").unwrap());
        let answer = variant.answer(&several).unwrap();
        assert_eq!(answer.position.piece_at(answer.at), Some(answer.pieces[0]));
        let reached: Vec<usize> = answer.reaches.iter().map(|reach| reach.ends().len()).collect();
        assert_eq!(reached, [3 + 2 + 7, 4]);
        assert_eq!(answer.cells.len(), 3 + 2 + 7 + 4);
    }

    #[test]
    fn a_piece_of_unknown_moves_has_no_answer() {
        let game = "format = 1\nname = \"Unknown\"\nbased-on = \"chess\"\n[pieces]\n\
                    ghost = { letter = \"H\", move = \"unknown\" }\n";
        let variant = loaded_variant("unknown", game);
        let ghost = request(&variant, "ghost", "a4", "black rook a6");
        let why = variant.answer(&ghost).unwrap_err().0;
        assert_eq!(why, "the definition does not say how the Ghost moves");
    }
}
