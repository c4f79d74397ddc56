use std::cell::OnceCell;

use crate::geometry::{Cell, Cells, Layout, Point, Vector};
use crate::rules::{MoveComponent, Piece, PieceStatus, Position, Reach};

use super::{Answer, Study};

/// How a man gets to one of its cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approach {
    /// Where it ends.
    pub to: Cell,
    /// In what manner.
    pub manner: Manner,
    /// Whether only a man that has not moved can do it.
    pub first: bool,
}

/// A manner of moving, as it shows from outside: what must stand in the way and what must not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Manner {
    /// To a neighbour; or by castling, on which the way does not show.
    Step,
    /// Whatever stands between.
    Leap,
    /// Along these cells, each of which would stop it; all of them are within its reach too. There
    /// are none before the first cell of a line.
    Slide(Vec<Cell>),
    /// Any of these cells would stop it, in the order in which it comes to them.
    Lame(Vec<Cell>),
    /// Over these men, which must stand there.
    Hop(Vec<Cell>),
    /// By any one of these routes that is free.
    Routes(Vec<Vec<Cell>>),
    /// By several ways, as around a ring: no single man stops it, and enough of them would.
    Around,
}

impl Study {
    /// How the `index`th man of an answer gets to each of its cells, in the board's own order.
    ///
    /// The rules are asked, not the notation: somebody is put in the way, cell after cell, and
    /// whoever stands there is taken away. So it is true of every way of moving.
    pub fn approaches(&self, answer: &Answer, index: usize) -> Vec<Approach> {
        let mut position = answer.position.clone();
        self.stand(&mut position, answer.at, answer.pieces[index]);
        let probe = Probe::new(self, position, answer.at, answer.pieces[index]);
        let mut cells = answer.show.of(&answer.reaches[index]);
        cells.remove(answer.at);
        let approach = |to: Cell| match self.castles(answer, answer.pieces[index], to) {
            // Neither over its partner nor past it: what else must hold, no picture can show.
            true if !probe.neighbours.has(to) => Approach { to, manner: Manner::Step, first: true },
            _ => probe.approach(to),
        };
        cells.iter().map(approach).collect()
    }

    /// Whether a man would castle by going there.
    fn castles(&self, answer: &Answer, piece: Piece, to: Cell) -> bool {
        let lines = self.rules().game().castlings.iter().enumerate();
        lines.filter(|&(index, _)| answer.position.can_castle(index)).any(|(_, line)| {
            (line.side, line.royal) == (piece.side, piece.piece_type)
                && (line.royal_from, line.royal_to) == (answer.at, to)
        })
    }
}

struct Probe<'a> {
    study: &'a Study,
    position: Position,
    at: Cell,
    piece: Piece,
    /// For each cell of its reach, the cells on which a man more would stop it.
    stops: Vec<Vec<Cell>>,
    /// For each cell of its reach, the men without whom it could not go there.
    needs: Vec<Vec<Cell>>,
    /// All cells of its reach.
    all: Cells,
    /// Where it only changes places: who else is in the way of that, and whether a check forbids
    /// it, is another matter.
    swaps: Cells,
    /// Those that it reaches even after its first move.
    later: Cells,
    /// Cells that touch its own by a side or a corner, or are as near as cells get in some
    /// direction: there is nothing to leap over.
    neighbours: Cells,
    /// The cells other than its own where it may make a difference who stands there.
    matter: Cells,
    /// The position with its own side's men on every empty cell that may matter.
    crowd: OnceCell<Position>,
}

impl<'a> Probe<'a> {
    fn new(study: &'a Study, mut position: Position, at: Cell, piece: Piece) -> Self {
        let now = study.rules().reach(&position, at);
        let swaps: Cells = now.swaps.iter().map(|&(to, _)| to).collect();
        let swaps = swaps.without(&now.quiet).without(&now.captures);
        let cells = study.layout().len();
        let taken = taken_elsewhere(&now);
        let all = now.ends().union(&now.victims());
        let mut probe = Probe {
            study,
            position: position.clone(),
            at,
            piece,
            stops: vec![Vec::new(); cells],
            needs: vec![Vec::new(); cells],
            all,
            swaps,
            later: Cells::new(),
            neighbours: neighbours(study.layout(), at),
            matter: Cells::new(),
            crowd: OnceCell::new(),
        };
        let parts = study.rules().components(piece, at).map(|parts| {
            let touched = |part: MoveComponent| {
                let mut touched = Cells::new();
                study.rules().add_affected_cells_of(&part, &position, at, &mut touched);
                (part, touched)
            };
            parts.into_iter().map(touched).collect::<Vec<(MoveComponent, Cells)>>()
        });
        match &parts {
            None => probe.matter = Cells::all(cells),
            Some(parts) => parts.iter().for_each(|(part, _)| probe.matter.unite(part.cells())),
        }
        probe.matter.remove(at);
        let mut left = Cells::new();
        for cell in probe.matter.iter() {
            let was = position.piece_at(cell);
            let tag = position.status(cell);
            position.set_piece(cell, if was.is_some() { None } else { Some(piece) });
            left.clear();
            match &parts {
                None => study.rules().add_affected_cells(&position, at, &mut left),
                // Only where it stands in the way anything is different.
                Some(parts) => {
                    parts.iter().for_each(|(part, touched)| match part.cells().has(cell) {
                        true => study.rules().add_affected_cells_of(part, &position, at, &mut left),
                        false => left.unite(touched),
                    })
                }
            }
            let lost = probe.all.without(&left);
            let table = if was.is_some() { &mut probe.needs } else { &mut probe.stops };
            let by_taking = |to: Cell| taken.contains(&(to, cell));
            for to in lost.iter().filter(|&to| to != cell && !by_taking(to)) {
                table[to.index()].push(cell);
            }
            position.set_piece(cell, was);
            position.set_status(cell, tag);
        }
        position.set_status(at, PieceStatus { moved: true, ..position.status(at) });
        study.rules().add_affected_cells(&position, at, &mut probe.later);
        probe
    }

    fn approach(&self, to: Cell) -> Approach {
        Approach { to, manner: self.manner(to), first: !self.later.has(to) }
    }

    fn manner(&self, to: Cell) -> Manner {
        if self.swaps.has(to) {
            return match self.neighbours.has(to) {
                true => Manner::Step,
                false if self.leaps(to) => Manner::Leap,
                false => Manner::Around,
            };
        }
        let (needs, stops) = (&self.needs[to.index()], &self.stops[to.index()]);
        if !needs.is_empty() {
            return Manner::Hop(self.in_order(needs));
        }
        let mut routes = self.study.rules().routes(self.piece, self.at, to);
        let is_several = routes.len() > 1;
        // On what is shut nobody travels.
        routes.retain(|route| route.iter().all(|&cell| self.position.piece_at(cell).is_none()));
        match &routes[..] {
            [] => {}
            [only] if is_several || !stops.is_empty() => return Manner::Lame(only.clone()),
            [_] => {}
            _ => return Manner::Routes(routes),
        }
        if stops.is_empty() {
            let line = self.shortest_line(to);
            return match line {
                Some(line) if self.neighbours.has(to) => Manner::Slide(line),
                _ if self.neighbours.has(to) => Manner::Step,
                _ if self.leaps(to) => Manner::Leap,
                Some(line) => Manner::Slide(line),
                None => Manner::Around,
            };
        }
        let stops = self.in_order(stops);
        // Who may not end on the way does not slide, but can be blocked.
        match self.is_line(&stops, to) && stops.iter().all(|&cell| self.could_end(cell)) {
            true => Manner::Slide(stops),
            false => Manner::Lame(stops),
        }
    }

    /// The cells before one on the shortest line on which it slides there; around a ring two lines
    /// lead to every cell.
    fn shortest_line(&self, to: Cell) -> Option<Vec<Cell>> {
        let lines = self.study.rules().slides(&self.position, self.at, to);
        lines.into_iter().min_by_key(Vec::len)
    }

    /// Cells in the order in which they are passed: always the one that is nearest to the last.
    fn in_order(&self, cells: &[Cell]) -> Vec<Cell> {
        let (mut left, mut order, mut at) = (cells.to_vec(), Vec::new(), self.at);
        let distance = |from: Cell, to: Cell| {
            self.study.layout().distance(from, to).unwrap_or((u16::MAX, u16::MAX))
        };
        while let Some(index) = (0..left.len()).min_by_key(|&i| distance(at, left[i])) {
            at = left.remove(index);
            order.push(at);
        }
        order
    }

    /// Whether it gets there over a crowd.
    fn leaps(&self, to: Cell) -> bool {
        let mut crowd = self.crowd.get_or_init(|| self.crowd()).clone();
        crowd.set_piece(to, self.position.piece_at(to));
        crowd.set_status(to, self.position.status(to));
        let mut reached = Cells::new();
        self.study.rules().add_affected_cells(&crowd, self.at, &mut reached);
        reached.has(to)
    }

    fn crowd(&self) -> Position {
        let mut crowd = self.position.clone();
        let empty = |cell: &Cell| self.position.piece_at(*cell).is_none();
        for cell in self.matter.iter().filter(empty) {
            crowd.set_piece(cell, Some(self.piece));
        }
        crowd
    }

    /// Whether these cells and the end lie on one line, equally far from each other.
    fn is_line(&self, cells: &[Cell], to: Cell) -> bool {
        let Some(step) = cells.first().and_then(|&first| self.offset(first)) else { return false };
        let mut at = self.at;
        cells.iter().chain([&to]).all(|&cell| {
            let next = self.study.layout().step(at, step);
            at = cell;
            next == Some(cell)
        })
    }

    /// Whether the man reaches a cell as it is, or would if an enemy stood there.
    fn could_end(&self, cell: Cell) -> bool {
        self.all.has(cell) || self.study.could_take(&self.position, self.at, self.piece, cell)
    }

    fn offset(&self, to: Cell) -> Option<Vector> {
        let point = |cell: Cell| -> Point { self.study.layout().point(cell) };
        let (from, to) = (point(self.at), point(to));
        (from.board == to.board).then(|| to.at - from.at)
    }
}

/// The cell itself, the cells that touch it, and those that are nearest to it in a direction.
pub(super) fn neighbours(layout: &Layout, at: Cell) -> Cells {
    let steps = layout.board(layout.point(at).board).lattice().unit_steps();
    steps.filter_map(|step| layout.step(at, step)).chain([at]).collect()
}

/// Where a move ends that needs somebody to take, and whom: a hurdle it is not.
fn taken_elsewhere(reach: &Reach) -> Vec<(Cell, Cell)> {
    let shots = reach.shots.iter().filter(|(to, _)| !reach.quiet.has(*to));
    shots.flat_map(|(to, takes)| takes.iter().map(|&victim| (*to, victim))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{
        MovesRequest,
        testing::{armies, study},
    };
    use super::*;

    fn shown(piece: &str, at: &str, position: Option<&str>, to: &str) -> String {
        shown_of(&armies(), piece, at, position, to)
    }

    fn shown_of(study: &Study, piece: &str, at: &str, position: Option<&str>, to: &str) -> String {
        let board_piece =
            Piece { side: study.first_side(), piece_type: study.kind(piece).unwrap() };
        let position = position.map(|text| study.position(text).unwrap());
        let at = study.cell(at).unwrap();
        let answer =
            study.answer(&MovesRequest { position, ..MovesRequest::new(board_piece, at) }).unwrap();
        let to = study.cell(to).unwrap();
        let approaches = study.approaches(&answer, 0);
        let found =
            approaches.into_iter().find(|approach| approach.to == to).expect("it goes there");
        let list = |cells: &[Cell]| {
            cells.iter().map(|&c| study.cell_name(c)).collect::<Vec<_>>().join(" ")
        };
        match found.manner {
            Manner::Step => "step".to_owned(),
            Manner::Leap => "leap".to_owned(),
            Manner::Slide(line) => format!("slide {}", list(&line)),
            Manner::Lame(over) => format!("lame {}", list(&over)),
            Manner::Hop(over) => format!("hop {}", list(&over)),
            Manner::Routes(routes) => format!("{} routes", routes.len()),
            Manner::Around => "around".to_owned(),
        }
    }

    #[test]
    fn a_cell_that_only_stops_it_makes_a_straight_move_lame() {
        let game = "format = 1\nname = \"Elephants\"\nbased-on = \"chess\"\n[pieces]\nelephant = { letter = \"E\" }\n";
        let study = super::super::testing::study("elephants", game);
        assert_eq!(shown_of(&study, "elephant", "c1", None, "e3"), "lame d2");
    }

    #[test]
    fn of_two_ways_around_a_ring_the_shorter_counts() {
        let game = "format = 1\nname = \"Ring\"\nbased-on = \"chess\"\nwithout = \"castling\"\n\
                    [board]\njoined = \"files\"\n";
        let study = super::super::testing::study("ring", game);
        assert_eq!(shown_of(&study, "rook", "a4", None, "d4"), "slide b4 c4");
        assert_eq!(shown_of(&study, "rook", "a4", None, "f4"), "slide h4 g4");
        assert_eq!(shown_of(&study, "rook", "a4", None, "b4"), "slide ");
        assert_eq!(shown_of(&study, "rook", "a4", None, "a6"), "slide a5");
        assert_eq!(shown_of(&study, "knight", "a4", None, "g5"), "leap");
    }

    /// In the board's own order the cells of these ways would be reversed or mixed.
    #[test]
    fn on_hexagons_cells_are_in_the_order_in_which_a_move_passes_them() {
        let game = "format = 1\nname = \"Hexagons\"\n[board]\ntiling = \"hexagons\"\n\
                    files = \"a b c d e f g h i k l\"\nedge = 6\n[sides]\nwhite = {}\n\
                    black = { seat = \"flip ranks\" }\n[pieces]\n\
                    bent = { letter = \"B\", move = \"[mW-mF-mW]\" }\n\
                    taker = { letter = \"T\", move = \"cR cB\" }\n[setup.each]\nbent = \"f1\"\n";
        let study = study("hexagons", game);
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
            assert_eq!(shown_of(&study, "taker", "f6", enemies, to), format!("slide {line}"));
        }
        assert_eq!(shown_of(&study, "bent", "f6", None, "b3"), "lame e5 c4");
    }

    #[test]
    fn changing_places_is_not_blocked_by_what_would_be_a_check() {
        let game = "format = 1\nname = \"Swaps\"\nbased-on = \"chess\"\n[pieces.king]\n\
                    move = \"K\"\nmoves = [{ swap = \"K\", with = \"any\", if = \"not in check\" }]\n";
        let study = super::super::testing::study("swaps", game);
        let position = Some("white king e1, pawn e2; black rook e8");
        assert_eq!(shown_of(&study, "king", "e1", position, "e2"), "step");
    }

    #[test]
    fn how_a_piece_gets_there_is_found_by_standing_in_its_way() {
        assert_eq!(shown("rook", "a1", None, "a2"), "slide ");
        assert_eq!(shown("king", "a1", None, "a2"), "step");
        assert_eq!(shown("rook", "a1", None, "a4"), "slide a2 a3");
        assert_eq!(shown("bede", "c1", None, "a3"), "slide b2");
        assert_eq!(shown("bede", "c1", None, "e1"), "leap");
        assert_eq!(shown("knight", "c1", None, "b3"), "leap");
        assert_eq!(shown("rook", "a1", Some("8/8/8/8/p7/8/8/8"), "a4"), "slide a2 a3");
    }

    #[test]
    fn what_may_stop_it_is_told_in_the_order_of_the_way() {
        let game = "format = 1\nname = \"Ways\"\nbased-on = \"chess\"\n[pieces]\n\
                    ele = { letter = \"E\", moves = [{ path = \"W F F\", turn = 45 }] }\n\
                    taker = { letter = \"T\", move = \"cR\" }\n";
        let study = super::super::testing::study("ways", game);
        assert_eq!(shown_of(&study, "ele", "e5", None, "c2"), "lame e4 d3");
        assert_eq!(shown_of(&study, "ele", "e5", None, "b3"), "lame d5 c4");
        assert_eq!(shown_of(&study, "ele", "e5", None, "g8"), "lame e6 f7");
        let enemies = Some("black rook d8 a4 d1 h4");
        for (to, line) in [("a4", "c4 b4"), ("d1", "d3 d2"), ("d8", "d5 d6 d7"), ("h4", "e4 f4 g4")]
        {
            let slide = format!("slide {line}");
            assert_eq!(shown_of(&study, "taker", "d4", enemies, to), slide);
        }
    }

    #[test]
    fn one_cell_of_a_line_is_a_line_but_a_step_is_none() {
        let game = "format = 1\nname = \"Lines\"\nbased-on = \"chess\"\n[pieces]\n\
                    flyer = { letter = \"F\", move = \"W cR\" }\n";
        let study = super::super::testing::study("lines", game);
        assert_eq!(shown_of(&study, "rook", "a2", None, "a1"), "slide ");
        assert_eq!(shown_of(&study, "bishop", "a2", None, "b1"), "slide ");
        assert_eq!(shown_of(&study, "flyer", "a2", None, "a1"), "step");
        assert_eq!(shown_of(&study, "flyer", "a2", None, "a3"), "step");
    }

    #[test]
    fn who_cannot_stop_on_the_way_does_not_slide() {
        let study = study(
            "lame",
            "format = 1\nname = \"Lame\"\n[board]\nfiles = \"a-e\"\nranks = \"1-5\"\n\
             [sides]\nwhite = {}\nblack = { seat = \"flip ranks\" }\n\
             [pieces.hopper]\nletter = \"H\"\nmove = \"nA cR\"\n\
             [setup.each]\nhopper = \"a1\"\n",
        );
        let found = |to: &str| {
            let piece =
                Piece { side: study.first_side(), piece_type: study.kind("hopper").unwrap() };
            let position = Some(study.position("5/5/h4/5/H4").unwrap());
            let at = study.cell("a1").unwrap();
            let answer =
                study.answer(&MovesRequest { position, ..MovesRequest::new(piece, at) }).unwrap();
            let to = study.cell(to).unwrap();
            let approaches = study.approaches(&answer, 0);
            approaches.into_iter().find(|approach| approach.to == to).unwrap().manner
        };
        assert_eq!(found("c3"), Manner::Lame(vec![study.cell("b2").unwrap()]));
        // It could take somebody on a2.
        assert_eq!(found("a3"), Manner::Slide(vec![study.cell("a2").unwrap()]));
    }
}
