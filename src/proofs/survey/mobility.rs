//! The mobility of pieces on the empty board and on a crowded one.

use rayon::prelude::*;

use crate::game::{Piece, PieceTypeId};
use crate::geometry::{Cell, CellSet};
use crate::query::{Chance, LoadedVariant};
use crate::rules::{PieceStatus, Position, Rules};

/// The probability that a cell of the crowded board is empty.
///
/// Ralph Betza, *Ideal Values and Practical Values* (part 4, "The Magic Number"), takes 2/3 to 70 %:
/// 41 to 45 empty squares on the board of chess.
pub const CROWDED_EMPTINESS: f64 = 0.7;

/// The status of a piece that has made a move.
const MOVED: PieceStatus = PieceStatus { moved: true, states: 0, promoted_from: None };

/// The random boards for each cell of a piece.
const BOARDS: usize = 300;

/// The mobility of a piece type of its usual side.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Mobility {
    /// The id of the piece type.
    pub piece: String,
    /// The average number of cells to which it can move on the empty board.
    pub empty: f64,
    /// The same on a crowded board.
    pub crowded: f64,
}

/// Returns the mobility of each piece type, in the order of the definition.
///
/// The average is over all cells that a piece of the type can reach from its cells in the initial
/// position; over all cells, if it has none there.
pub fn mobilities(variant: &LoadedVariant, seed: u64) -> Vec<Mobility> {
    let types: Vec<PieceTypeId> = variant.game().piece_type_ids().collect();
    let mobility = |&piece_type: &PieceTypeId| {
        let piece = Piece { side: variant.owning_side(piece_type), piece_type };
        let chance = Chance::numbered(seed, piece_type.index());
        let (empty, crowded) = mobility(variant, piece, CROWDED_EMPTINESS, chance);
        Mobility { piece: variant.variant().face(piece_type).id.clone(), empty, crowded }
    };
    types.par_iter().map(mobility).collect()
}

/// Returns the average number of cells to which a piece can move on random boards, of which each
/// other cell is empty with this probability and else has an enemy piece.
///
/// For pieces that capture as they move this is the mobility of Ralph Betza, *A Better Way to
/// Calculate Mobility*: the sum over all moves of the probability that all cells on the way are
/// empty, averaged over the cells.
fn mobility(
    variant: &LoadedVariant,
    piece: Piece,
    emptiness: f64,
    mut chance: Chance,
) -> (f64, f64) {
    let rules = variant.rules();
    let cells = usual_cells(variant, piece);
    let enemies = enemies(variant, piece);
    let (mut empty, mut crowded) = (0, 0);
    for from in cells.iter() {
        let mut position = alone(rules, piece, from);
        empty += rules.reach(&position, from).ends().len();
        for _ in 0..BOARDS {
            for cell in rules.layout().cells().filter(|&cell| cell != from) {
                let filled = !enemies.is_empty() && !chance.happens(emptiness);
                let enemy = filled.then(|| enemies[chance.below(enemies.len())]);
                position.set_piece(cell, enemy);
            }
            crowded += rules.reach(&position, from).ends().len();
        }
    }
    let count = cells.len().max(1) as f64;
    (empty as f64 / count, crowded as f64 / (count * BOARDS as f64))
}

/// The board with one piece, which has moved before.
fn alone(rules: &Rules, piece: Piece, from: Cell) -> Position {
    let mut position = Position::empty(rules);
    position.turn.to_move = piece.side;
    position.set_piece(from, Some(piece));
    position.set_status(from, MOVED);
    position
}

/// The pieces of the initial position that the piece may capture.
fn enemies(variant: &LoadedVariant, piece: Piece) -> Vec<Piece> {
    let game = variant.game();
    let may_capture = &game.sides[piece.side].may_capture;
    let initial = game.initial_pieces.iter().map(|&(_, other)| other);
    initial.filter(|other| other.side != piece.side && may_capture.contains(*other)).collect()
}

/// Returns the cells on which a piece can be: those that it reaches from its initial cells, without
/// those on which it must promote. All cells, if the initial position lacks it.
pub fn usual_cells(variant: &LoadedVariant, piece: Piece) -> CellSet {
    let (rules, game) = (variant.rules(), variant.game());
    let must_promote = |cell: Cell| {
        game.promotions.iter().any(|promotion| {
            (promotion.side, promotion.piece_type) == (piece.side, piece.piece_type)
                && promotion.compulsory_zone.contains(cell)
        })
    };
    let initial = game.initial_cells(piece);
    let mut found: CellSet = match initial.is_empty() {
        true => rules.layout().cells().collect(),
        false => initial.clone(),
    };
    let mut open: Vec<Cell> = initial.iter().collect();
    let mut boards = ReachBoards::new(variant, piece);
    while let Some(from) = open.pop() {
        for cell in boards.ends(from).iter() {
            if found.insert(cell) {
                open.push(cell);
            }
        }
    }
    found.iter().filter(|&cell| !must_promote(cell)).collect()
}

/// Returns all cells to which a piece of this type can move from any cell on some board.
pub(super) fn reaches_of_type(variant: &LoadedVariant, piece: Piece) -> CellSet {
    reaches_from(variant, piece, variant.rules().layout().cells())
}

/// Returns all cells to which a piece of this type can move from one of the cells on some board.
pub(super) fn reaches_from(
    variant: &LoadedVariant,
    piece: Piece,
    cells: impl Iterator<Item = Cell>,
) -> CellSet {
    let mut boards = ReachBoards::new(variant, piece);
    cells.flat_map(|from| boards.ends(from).iter().collect::<Vec<Cell>>()).collect()
}

/// How many cells of a zone are looked at one by one: a rank of any board has fewer.
const MOST_CELLS: usize = 256;

/// Returns the first of these cells from which a piece of this type moves on no board.
pub(super) fn first_stuck(
    variant: &LoadedVariant,
    piece: Piece,
    cells: impl Iterator<Item = Cell>,
) -> Option<Cell> {
    let mut boards = ReachBoards::new(variant, piece);
    cells.take(MOST_CELLS).find(|cell| boards.ends(*cell).is_empty())
}

/// Boards on which the moves of one piece show: the empty one, a full one, and some that are half
/// full of enemy pieces, for pieces that need others at some places only.
struct ReachBoards<'v> {
    rules: &'v Rules,
    piece: Piece,
    boards: Vec<Position>,
}

impl<'v> ReachBoards<'v> {
    /// The number of half-full boards.
    const HALF_FULL: usize = 6;

    fn new(variant: &'v LoadedVariant, piece: Piece) -> ReachBoards<'v> {
        let rules = variant.rules();
        let enemy = enemies(variant, piece).first().copied();
        let mut chance = Chance::numbered(0, 0);
        let emptiness = [1.0, 0.0].into_iter().chain([0.5; Self::HALF_FULL]);
        let board = |emptiness: f64| {
            let mut board = Position::empty(rules);
            board.turn.to_move = piece.side;
            for cell in rules.layout().cells() {
                if !chance.happens(emptiness) {
                    board.set_piece(cell, enemy);
                }
            }
            board
        };
        ReachBoards { rules, piece, boards: emptiness.map(board).collect() }
    }

    /// Where the piece can move from a cell on one of the boards.
    fn ends(&mut self, from: Cell) -> CellSet {
        let mut ends = CellSet::new();
        for board in &mut self.boards {
            let before = board.piece_at(from);
            board.set_piece(from, Some(self.piece));
            board.set_status(from, MOVED);
            ends.extend(self.rules.reach(board, from).ends().iter());
            board.set_piece(from, before);
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use crate::query::testing::loaded_variant;

    use super::*;

    /// An id, the steps, whether it slides, and Betza's figure for a board that is half empty.
    type OrthodoxCase<'c> = (&'c str, &'c [(i32, i32)], bool, Option<f64>);

    /// The sum over all moves of the probability that all cells on the way are empty.
    fn formula(emptiness: f64, steps: &[(i32, i32)], slides: bool) -> f64 {
        let is_inside = |x: i32, y: i32| (0..8).contains(&x) && (0..8).contains(&y);
        let mut sum = 0.0;
        for (x, y) in (0..64).map(|cell| (cell % 8, cell / 8)) {
            for &(right, up) in steps {
                let far = if slides { 7 } else { 1 };
                let landings = (1..=far).filter(|n| is_inside(x + n * right, y + n * up));
                sum += landings.map(|n| emptiness.powi(n - 1)).sum::<f64>();
            }
        }
        sum / 64.0
    }

    #[test]
    fn the_mobility_of_orthodox_pieces_is_that_of_betza() {
        let variant =
            loaded_variant("small", "format = 1\nname = \"Small\"\nbased-on = \"chess\"\n");
        let orthogonal = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let diagonal = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
        let all = [orthogonal, diagonal].concat();
        let knight = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
        let cases: [OrthodoxCase; 5] = [
            ("rook", &orthogonal, true, Some(6.0)),
            ("bishop", &diagonal, true, Some(4.75)),
            ("queen", &all, true, Some(10.75)),
            ("knight", &knight, false, Some(5.25)),
            ("king", &all, false, None),
        ];
        for (id, steps, slides, published) in cases {
            let piece_type = variant.kind(id).unwrap();
            let piece = Piece { side: variant.first_side(), piece_type };
            let close = |one: f64, other: f64| (one - other).abs() < 0.01 + one / 100.0;
            for emptiness in [0.5, CROWDED_EMPTINESS, 1.0] {
                let chance = Chance::numbered(1, piece.piece_type.index());
                let (_, found) = mobility(&variant, piece, emptiness, chance);
                let wanted = formula(emptiness, steps, slides);
                assert!(close(wanted, found), "{id} at {emptiness}: {found}, not {wanted}");
            }
            if let Some(published) = published {
                assert!(close(published, formula(0.5, steps, slides)), "{id}");
            }
        }
    }

    #[test]
    fn the_average_is_over_the_cells_where_a_piece_can_be() {
        let variant =
            loaded_variant("small", "format = 1\nname = \"Small\"\nbased-on = \"chess\"\n");
        let count = |id: &str| {
            let piece_type = variant.kind(id).unwrap();
            usual_cells(&variant, Piece { side: variant.first_side(), piece_type }).len()
        };
        // A Pawn is on ranks 2 to 7.
        assert_eq!((count("pawn"), count("rook"), count("bishop")), (48, 64, 64));
    }
}
