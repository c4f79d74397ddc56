//! How a move depends on the cells between its start and its end.

use std::cell::OnceCell;

use crate::game::{AuraPower, Game, Piece};
use crate::geometry::{Cell, CellSet, Layout};
use crate::rules::{MoveComponent, PieceStatus, Position, Reach};
use crate::source::work;

use super::potential_captures::capturable;
use super::{LoadedVariant, MovesAnswer};

/// The units of work to find the distances of two pairs of cells, measured.
const UNITS_OF_TWO_DISTANCES: usize = 10;

/// How a piece gets to one of its cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveTrace {
    /// The cell on which the move ends.
    pub to: Cell,
    /// How the move depends on the cells between.
    pub shape: MoveShape,
    /// Whether only a piece that has not moved can make the move.
    pub first_move_only: bool,
}

/// How a move depends on the cells between its start and its end.
///
/// Found by adding and removing pieces, so it holds for every kind of rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveShape {
    /// To an adjacent cell. Castling counts as a step.
    Step,
    /// Pieces in between have no effect.
    Leap,
    /// Along a line. A piece on any of these cells blocks the move, and each can be reached too.
    ///
    /// Empty for the first cell of a line.
    Slide(Vec<Cell>),
    /// A piece on any of these cells blocks the move. They are in the order in which it passes them.
    Lame(Vec<Cell>),
    /// All these cells must be occupied: they hold the hurdles.
    Hop(Vec<Cell>),
    /// Several routes with these intermediate cells; one unblocked route is enough.
    Routes(Vec<Vec<Cell>>),
    /// Several ways, as around a ring board: no single piece blocks the move.
    SeveralWays,
}

impl LoadedVariant {
    /// Returns how the piece of an answer with this index gets to each of its cells.
    ///
    /// The traces are in the order of the board. They are found by asking the rules about positions
    /// with one piece more or less, not read from the notation.
    pub fn move_traces(&self, answer: &MovesAnswer, index: usize) -> Vec<MoveTrace> {
        let (at, piece) = (answer.at, answer.pieces[index]);
        let mut position = answer.position.clone();
        self.place_piece(&mut position, at, piece);
        let probe = MoveProbe::new(self, position, at, piece);
        let mut cells = answer.show.of(&answer.reaches[index]);
        cells.remove(at);
        let trace = |to: Cell| {
            // The conditions of castling cannot be drawn.
            let is_castling =
                is_castling(self, answer, piece, to) && !probe.neighbours.contains(to);
            MoveTrace {
                to,
                shape: if is_castling { MoveShape::Step } else { probe.shape(to) },
                first_move_only: is_castling || !probe.after_first_move.contains(to),
            }
        };
        cells.iter().map(trace).collect()
    }
}

/// Whether the piece of an answer would castle by moving to this cell.
fn is_castling(variant: &LoadedVariant, answer: &MovesAnswer, piece: Piece, to: Cell) -> bool {
    let lines = variant.rules().game().castlings.iter().enumerate();
    lines.filter(|&(index, _)| answer.position.can_castle(index)).any(|(_, line)| {
        (line.side, line.royal) == (piece.side, piece.piece_type)
            && (line.royal_from, line.royal_to) == (answer.at, to)
    })
}

/// What is known of the moves of one piece after a piece more or less was tried on each cell.
struct MoveProbe<'a> {
    variant: &'a LoadedVariant,
    position: Position,
    at: Cell,
    piece: Piece,
    /// For each cell of the reach: the empty cells on which a piece would block the move.
    blockers: Vec<Vec<Cell>>,
    /// For each cell of the reach: the occupied cells without whose pieces the move is impossible.
    required_pieces: Vec<Vec<Cell>>,
    /// All cells of the reach.
    all: CellSet,
    /// Cells to which the piece moves only by a swap. Check may forbid a swap, so nothing is said
    /// about what blocks it.
    swaps: CellSet,
    /// The cells of the reach that a piece which has moved reaches too.
    after_first_move: CellSet,
    /// The piece's own cell and those next to it: a move to them leaps over nothing.
    neighbours: CellSet,
    /// The cells except `at` whose contents may change the reach.
    relevant_cells: CellSet,
    /// The position with a piece of the same side on every relevant cell that was empty.
    filled_board: OnceCell<Position>,
}

impl<'a> MoveProbe<'a> {
    fn new(variant: &'a LoadedVariant, mut position: Position, at: Cell, piece: Piece) -> Self {
        let rules = variant.rules();
        let now = rules.reach(&position, at);
        let swaps: CellSet = now.swaps.iter().map(|&(to, _)| to).collect();
        let cells = variant.layout().len();
        let mut probe = MoveProbe {
            variant,
            position: position.clone(),
            at,
            piece,
            blockers: vec![Vec::new(); cells],
            required_pieces: vec![Vec::new(); cells],
            all: now.ends().union(&now.victims()),
            swaps: swaps.difference(&now.quiet).difference(&now.captures),
            after_first_move: CellSet::new(),
            neighbours: neighbours(variant.layout(), at),
            relevant_cells: CellSet::new(),
            filled_board: OnceCell::new(),
        };
        let components = rules.components(piece, at).into_iter().map(|component| {
            let affected = rules.affected_cells_of(&component, &position, at);
            (component, affected)
        });
        let components: Vec<(MoveComponent, CellSet)> = components.collect();
        for (component, _) in &components {
            probe.relevant_cells.extend_with(&component.cells);
        }
        probe.relevant_cells.remove(at);
        let shots = distant_captures(&now);
        for cell in probe.relevant_cells.iter() {
            let (contents, status) = (position.piece_at(cell), position.status(cell));
            position.set_piece(cell, if contents.is_some() { None } else { Some(piece) });
            // Only the components that the cell belongs to can differ.
            let left =
                components.iter().fold(
                    CellSet::new(),
                    |left, (component, affected)| match component.cells.contains(cell) {
                        true => left.union(&rules.affected_cells_of(component, &position, at)),
                        false => left.union(affected),
                    },
                );
            let lost = probe.all.difference(&left);
            // A piece that gives moves is no hurdle, wherever it stands.
            let lost = match contents.is_some_and(|it| gives_moves(rules.game(), it)) {
                true => CellSet::new(),
                false => lost,
            };
            let table = match contents {
                Some(_) => &mut probe.required_pieces,
                None => &mut probe.blockers,
            };
            for to in lost.iter().filter(|&to| to != cell && !shots.contains(&(to, cell))) {
                table[to.index()].push(cell);
            }
            position.set_piece(cell, contents);
            position.set_status(cell, status);
        }
        position.set_status(at, PieceStatus { moved: true, ..position.status(at) });
        probe.after_first_move = rules.affected_cells(&position, at);
        probe
    }

    fn shape(&self, to: Cell) -> MoveShape {
        let is_neighbour = self.neighbours.contains(to);
        if self.swaps.contains(to) {
            return match is_neighbour {
                true => MoveShape::Step,
                false if self.is_leap(to) => MoveShape::Leap,
                false => MoveShape::SeveralWays,
            };
        }
        let hurdles = &self.required_pieces[to.index()];
        if !hurdles.is_empty() {
            return MoveShape::Hop(self.in_order(hurdles));
        }
        let blockers = &self.blockers[to.index()];
        let mut routes = self.variant.rules().routes(self.piece, self.at, to);
        let is_several = routes.len() > 1;
        routes.retain(|route| route.iter().all(|&cell| self.position.piece_at(cell).is_none()));
        match &routes[..] {
            [] => {}
            [only] if is_several || !blockers.is_empty() => return MoveShape::Lame(only.clone()),
            [_] => {}
            _ => return MoveShape::Routes(routes),
        }
        if blockers.is_empty() {
            return match self.shortest_line(to) {
                Some(line) if is_neighbour => MoveShape::Slide(line),
                _ if is_neighbour => MoveShape::Step,
                _ if self.is_leap(to) => MoveShape::Leap,
                Some(line) => MoveShape::Slide(line),
                None => MoveShape::SeveralWays,
            };
        }
        let blockers = self.in_order(blockers);
        // A lame move passes cells on which the piece could not end a move or capture.
        match self.is_line(&blockers, to) && blockers.iter().all(|&cell| self.can_end_on(cell)) {
            true => MoveShape::Slide(blockers),
            false => MoveShape::Lame(blockers),
        }
    }

    /// Returns the intermediate cells of the shortest line on which the piece slides to this cell.
    ///
    /// On a ring board two lines lead to every cell.
    fn shortest_line(&self, to: Cell) -> Option<Vec<Cell>> {
        let lines = self.variant.rules().slides(&self.position, self.at, to);
        lines.into_iter().min_by_key(Vec::len)
    }

    /// Returns cells in the order in which a move passes them: the nearest to the last one is next.
    fn in_order(&self, cells: &[Cell]) -> Vec<Cell> {
        let (mut left, mut order, mut at) = (cells.to_vec(), Vec::new(), self.at);
        if !work::spend(UNITS_OF_TWO_DISTANCES * cells.len() * (cells.len() + 1)) {
            return left;
        }
        let distance = |from: Cell, to: Cell| {
            self.variant.layout().distance(from, to).unwrap_or((u16::MAX, u16::MAX))
        };
        while let Some(index) = (0..left.len()).min_by_key(|&i| distance(at, left[i])) {
            at = left.remove(index);
            order.push(at);
        }
        order
    }

    /// Whether the piece reaches this cell if all other relevant cells are occupied.
    fn is_leap(&self, to: Cell) -> bool {
        let fill = || filled(&self.position, self.relevant_cells.iter(), self.piece);
        let mut filled_board = self.filled_board.get_or_init(fill).clone();
        filled_board.set_piece(to, self.position.piece_at(to));
        filled_board.set_status(to, self.position.status(to));
        self.variant.rules().affected_cells(&filled_board, self.at).contains(to)
    }

    /// Whether these cells and the end of the move are on one line, at equal distances.
    fn is_line(&self, cells: &[Cell], to: Cell) -> bool {
        let layout = self.variant.layout();
        let (start, first) = (layout.point(self.at), layout.point(cells[0]));
        let mut next = Some(self.at);
        let is_next = |&cell: &Cell| {
            next = next.and_then(|at| layout.step(at, first.at - start.at));
            next == Some(cell)
        };
        first.board == start.board && cells.iter().chain([&to]).all(is_next)
    }

    /// Whether the piece reaches a cell, or would reach it if an enemy were on it.
    fn can_end_on(&self, cell: Cell) -> bool {
        let enemy_there = CellSet::from_iter([cell]);
        let captures =
            || capturable(self.variant, &self.position, self.at, self.piece, &enemy_there);
        self.all.contains(cell) || !captures().is_empty()
    }
}

/// Whether other pieces have moves by the aura of a piece.
fn gives_moves(game: &Game, piece: Piece) -> bool {
    game.auras.iter().any(|aura| {
        let gives = matches!(aura.power, AuraPower::AlsoMovesLike(_) | AuraPower::MovesOnlyLike(_));
        gives && aura.of.as_ref().is_some_and(|of| of[piece.side].contains(piece))
    })
}

/// Returns the cell itself, the adjacent cells, and the nearest cell in each other direction.
pub(super) fn neighbours(layout: &Layout, at: Cell) -> CellSet {
    let steps = layout.board(layout.point(at).board).lattice().unit_steps();
    steps.filter_map(|step| layout.step(at, step)).chain([at]).collect()
}

/// Returns the position with the piece on each of these cells that is empty.
pub(super) fn filled(
    position: &Position,
    cells: impl Iterator<Item = Cell>,
    piece: Piece,
) -> Position {
    let mut filled_board = position.clone();
    for cell in cells.filter(|&cell| position.piece_at(cell).is_none()) {
        filled_board.set_piece(cell, Some(piece));
    }
    filled_board
}

/// Returns pairs of a cell and a victim: moves to the cell that are possible only as shots at it.
///
/// Such a victim is required for the move, but it is no hurdle.
fn distant_captures(reach: &Reach) -> Vec<(Cell, Cell)> {
    let shots = reach.shots.iter().filter(|(to, _)| !reach.quiet.contains(*to));
    shots.flat_map(|(to, victims)| victims.iter().map(|&victim| (*to, victim))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{
        MovesRequest,
        testing::{armies, loaded_variant},
    };
    use super::*;

    fn shown(piece: &str, at: &str, position: Option<&str>, to: &str) -> String {
        shown_of(&armies(), piece, at, position, to)
    }

    fn shown_of(
        variant: &LoadedVariant,
        piece: &str,
        at: &str,
        position: Option<&str>,
        to: &str,
    ) -> String {
        let piece_on_board =
            Piece { side: variant.first_side(), piece_type: variant.kind(piece).unwrap() };
        let position = position.map(|text| variant.position(text).unwrap());
        let at = variant.cell(at).unwrap();
        let answer = variant
            .answer(&MovesRequest { position, ..MovesRequest::new(piece_on_board, at) })
            .unwrap();
        let to = variant.cell(to).unwrap();
        let move_traces = variant.move_traces(&answer, 0);
        let found = move_traces
            .into_iter()
            .find(|trace| trace.to == to)
            .expect("the piece reaches the cell");
        let list = |cells: &[Cell]| {
            cells.iter().map(|&c| variant.cell_name(c)).collect::<Vec<_>>().join(" ")
        };
        match found.shape {
            MoveShape::Step => "step".to_owned(),
            MoveShape::Leap => "leap".to_owned(),
            MoveShape::Slide(line) => format!("slide {}", list(&line)),
            MoveShape::Lame(over) => format!("lame {}", list(&over)),
            MoveShape::Hop(over) => format!("hop {}", list(&over)),
            MoveShape::Routes(routes) => format!("{} routes", routes.len()),
            MoveShape::SeveralWays => "around".to_owned(),
        }
    }

    #[test]
    fn a_cell_that_only_stops_it_makes_a_straight_move_lame() {
        let game = "format = 1\nname = \"Elephants\"\nbased-on = \"chess\"\n[pieces]\nelephant = { letter = \"E\" }\n";
        let variant = loaded_variant("elephants", game);
        assert_eq!(shown_of(&variant, "elephant", "c1", None, "e3"), "lame d2");
    }

    #[test]
    fn of_two_lines_around_a_ring_the_shorter_counts() {
        let game = "format = 1\nname = \"Ring\"\nbased-on = \"chess\"\nwithout = \"castling\"\n\
                    [board]\njoined = \"files\"\n";
        let variant = loaded_variant("ring", game);
        assert_eq!(shown_of(&variant, "rook", "a4", None, "d4"), "slide b4 c4");
        assert_eq!(shown_of(&variant, "rook", "a4", None, "f4"), "slide h4 g4");
        assert_eq!(shown_of(&variant, "rook", "a4", None, "b4"), "slide ");
        assert_eq!(shown_of(&variant, "rook", "a4", None, "a6"), "slide a5");
        assert_eq!(shown_of(&variant, "knight", "a4", None, "g5"), "leap");
    }

    /// In the order of the board the cells of these moves would be reversed or mixed.
    #[test]
    fn on_hexagons_cells_are_in_the_order_in_which_a_move_passes_them() {
        let game = "format = 1\nname = \"Hexagons\"\n[board]\ntiling = \"hexagons\"\n\
                    files = \"a b c d e f g h i k l\"\nedge = 6\n[sides]\nwhite = {}\n\
                    black = { seat = \"flip ranks\" }\n[pieces]\n\
                    bent = { letter = \"B\", move = \"[mW-mF-mW]\" }\n\
                    taker = { letter = \"T\", move = \"cR cB\" }\n[setup.each]\nbent = \"f1\"\n";
        let variant = loaded_variant("hexagons", game);
        let enemies = Some("black taker f2 c3 k6 k2 k4 b4 h8 d2");
        for (to, line) in [
            ("f2", "f5 f4 f3"),
            ("c3", "e5 d4"),
            ("k6", "g6 h6 i6"),
            ("k2", "g5 h4 i3"),
            ("b4", "d5"),
            ("k4", "h5"),
            ("h8", "g7"),
            ("d2", "e4"),
        ] {
            assert_eq!(shown_of(&variant, "taker", "f6", enemies, to), format!("slide {line}"));
        }
        assert_eq!(shown_of(&variant, "bent", "f6", None, "b3"), "lame e5 c4");
    }

    #[test]
    fn first_moves_of_a_piece_are_distinguished() {
        let game = "format = 1\nname = \"Starts\"\nbased-on = \"chess\"\n[pieces]\n\
                    runner = { letter = \"X\", move = \"WiR3\" }\n";
        let variant = loaded_variant("starts", game);
        let piece =
            Piece { side: variant.first_side(), piece_type: variant.kind("runner").unwrap() };
        let at = variant.cell("d4").unwrap();
        let request = MovesRequest { unmoved: true, ..MovesRequest::new(piece, at) };
        let answer = variant.answer(&request).unwrap();
        let traces = variant.move_traces(&answer, 0).into_iter();
        let firsts: CellSet =
            traces.filter(|trace| trace.first_move_only).map(|trace| trace.to).collect();
        assert_eq!(variant.layout().names_of(&firsts), "a4 b4 d1 d2 d6 d7 f4 g4");
    }

    #[test]
    fn a_castling_without_its_right_is_none() {
        let variant = armies();
        let king = Piece { side: variant.first_side(), piece_type: variant.kind("king").unwrap() };
        let at = variant.cell("e1").unwrap();
        let mut position = variant.position("white king e1, bede a1 h1").unwrap();
        let castlings = |position: &Position| {
            let position = Some(position.clone());
            let request = MovesRequest { position, ..MovesRequest::new(king, at) };
            let answer = variant.answer(&request).unwrap();
            let traces = variant.move_traces(&answer, 0).into_iter();
            let firsts: CellSet =
                traces.filter(|trace| trace.first_move_only).map(|trace| trace.to).collect();
            variant.layout().names_of(&firsts)
        };
        assert_eq!(castlings(&position), "b1 g1");
        let short = variant
            .rules()
            .game()
            .castlings
            .iter()
            .position(|it| (it.side, variant.cell_name(it.royal_to)) == (king.side, "g1"));
        position.set_can_castle(short.unwrap(), false);
        assert_eq!(castlings(&position), "b1");
    }

    #[test]
    fn another_piece_on_the_start_cell_of_a_king_does_not_castle() {
        let variant = armies();
        let mut position = variant.position("white king e1, bede a1 h1").unwrap();
        let side = variant.first_side();
        let colonel = Piece { side, piece_type: variant.kind("colonel").unwrap() };
        let at = variant.cell("e1").unwrap();
        variant.place_piece(&mut position, at, colonel);
        let request = MovesRequest { position: Some(position), ..MovesRequest::new(colonel, at) };
        let answer = variant.answer(&request).unwrap();
        let g1 = variant.cell("g1").unwrap();
        let traces = variant.move_traces(&answer, 0);
        let trace = traces.iter().find(|trace| trace.to == g1).expect("it slides sideways");
        let f1 = variant.cell("f1").unwrap();
        assert_eq!((&trace.shape, trace.first_move_only), (&MoveShape::Slide(vec![f1]), false));
    }

    #[test]
    fn a_move_that_comes_back_to_its_start_has_no_trace() {
        let game = "format = 1\nname = \"Lions\"\nbased-on = \"chess\"\n\
                    [pieces]\nlion = { letter = \"L\", move = \"KcabK\" }\n";
        let variant = loaded_variant("lions", game);
        let piece = Piece { side: variant.first_side(), piece_type: variant.kind("lion").unwrap() };
        let at = variant.cell("d4").unwrap();
        let position = variant.position("white lion d4; black pawn e5").ok();
        let answer = variant.answer(&MovesRequest { position, ..MovesRequest::new(piece, at) });
        let answer = answer.unwrap();
        assert!(answer.reaches[0].ends().contains(at), "it captures on e5 and comes back");
        let traces = variant.move_traces(&answer, 0);
        assert!(traces.iter().all(|trace| trace.to != at));
    }

    #[test]
    fn a_swap_is_not_blocked_by_a_cell_that_would_give_check() {
        let game = "format = 1\nname = \"Swaps\"\nbased-on = \"chess\"\n[pieces.king]\n\
                    move = \"K\"\nmoves = [{ swap = \"K\", with = \"any\", if = \"not in check\" }]\n";
        let variant = loaded_variant("swaps", game);
        let position = Some("white king e1, pawn e2; black rook e8");
        assert_eq!(shown_of(&variant, "king", "e1", position, "e2"), "step");
    }

    #[test]
    fn the_shape_of_a_move_is_found_by_blocking_it() {
        assert_eq!(shown("rook", "a1", None, "a2"), "slide ");
        assert_eq!(shown("king", "a1", None, "a2"), "step");
        assert_eq!(shown("rook", "a1", None, "a4"), "slide a2 a3");
        assert_eq!(shown("bede", "c1", None, "a3"), "slide b2");
        assert_eq!(shown("bede", "c1", None, "e1"), "leap");
        assert_eq!(shown("knight", "c1", None, "b3"), "leap");
        assert_eq!(shown("rook", "a1", Some("8/8/8/8/p7/8/8/8"), "a4"), "slide a2 a3");
    }

    #[test]
    fn blockers_are_in_the_order_in_which_a_move_passes_them() {
        let game = "format = 1\nname = \"Ways\"\nbased-on = \"chess\"\n[pieces]\n\
                    ele = { letter = \"E\", moves = [{ path = \"W F F\", turn = 45 }] }\n\
                    taker = { letter = \"T\", move = \"cR\" }\n";
        let variant = loaded_variant("ways", game);
        assert_eq!(shown_of(&variant, "ele", "e5", None, "c2"), "lame e4 d3");
        assert_eq!(shown_of(&variant, "ele", "e5", None, "b3"), "lame d5 c4");
        assert_eq!(shown_of(&variant, "ele", "e5", None, "g8"), "lame e6 f7");
        let enemies = Some("black rook d8 a4 d1 h4");
        for (to, line) in [("a4", "c4 b4"), ("d1", "d3 d2"), ("d8", "d5 d6 d7"), ("h4", "e4 f4 g4")]
        {
            let slide = format!("slide {line}");
            assert_eq!(shown_of(&variant, "taker", "d4", enemies, to), slide);
        }
    }

    #[test]
    fn a_slide_of_one_cell_is_a_slide_and_a_step_is_none() {
        let game = "format = 1\nname = \"Lines\"\nbased-on = \"chess\"\n[pieces]\n\
                    flyer = { letter = \"F\", move = \"W cR\" }\n";
        let variant = loaded_variant("lines", game);
        assert_eq!(shown_of(&variant, "rook", "a2", None, "a1"), "slide ");
        assert_eq!(shown_of(&variant, "bishop", "a2", None, "b1"), "slide ");
        assert_eq!(shown_of(&variant, "flyer", "a2", None, "a1"), "step");
        assert_eq!(shown_of(&variant, "flyer", "a2", None, "a3"), "step");
    }

    #[test]
    fn a_piece_that_cannot_end_on_the_way_does_not_slide() {
        let variant = loaded_variant(
            "lame",
            "format = 1\nname = \"Lame\"\n[board]\nfiles = \"a-e\"\nranks = \"1-5\"\n\
             [sides]\nwhite = {}\nblack = { seat = \"flip ranks\" }\n\
             [pieces.hopper]\nletter = \"H\"\nmove = \"nA cR\"\n\
             [setup.each]\nhopper = \"a1\"\n",
        );
        let found = |to: &str| {
            let piece =
                Piece { side: variant.first_side(), piece_type: variant.kind("hopper").unwrap() };
            let position = Some(variant.position("5/5/h4/5/H4").unwrap());
            let at = variant.cell("a1").unwrap();
            let answer =
                variant.answer(&MovesRequest { position, ..MovesRequest::new(piece, at) }).unwrap();
            let to = variant.cell(to).unwrap();
            let move_traces = variant.move_traces(&answer, 0);
            move_traces.into_iter().find(|trace| trace.to == to).unwrap().shape
        };
        assert_eq!(found("c3"), MoveShape::Lame(vec![variant.cell("b2").unwrap()]));
        // It could capture on a2.
        assert_eq!(found("a3"), MoveShape::Slide(vec![variant.cell("a2").unwrap()]));
    }
}
