use std::collections::BTreeSet;

use crate::geometry::{Cell, Cells};

use super::program::Op;
use super::walk::{Flow, MoveVisitor, Walker};
use super::{Move, Piece, Position, Rules};

/// What one man can do, whoever is to move and whatever becomes of its royal.
///
/// A cell may be in several lists; no list has an entry twice.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reach {
    /// It may end there and takes nobody (castling: the royal's last cell).
    pub quiet: Cells,
    /// It takes exactly the man of another side that stands there.
    pub captures: Cells,
    /// It takes exactly the man of its own side that stands there.
    pub friendly_captures: Cells,
    /// Moves that take somebody elsewhere: where they end, and all they take.
    pub shots: BTreeSet<(Cell, Vec<Cell>)>,
    /// Where it ends, and the cell of the man that changes its place.
    pub swaps: BTreeSet<(Cell, Cell)>,
}

impl Reach {
    /// Every cell where a move may end.
    pub fn ends(&self) -> Cells {
        let mut ends = self.quiet.union(&self.captures).union(&self.friendly_captures);
        ends.extend(self.shots.iter().map(|(to, _)| *to));
        ends.extend(self.swaps.iter().map(|(to, _)| *to));
        ends
    }

    /// Every cell on which somebody may be taken.
    pub fn victims(&self) -> Cells {
        let mut victims = self.captures.union(&self.friendly_captures);
        victims.extend(self.shots.iter().flat_map(|(_, takes)| takes.iter().copied()));
        victims
    }

    /// How many different things the man can do.
    pub fn count(&self) -> usize {
        self.quiet.count()
            + self.captures.count()
            + self.friendly_captures.count()
            + self.shots.len()
            + self.swaps.len()
    }
}

impl Rules {
    /// What the man on a cell can do; nothing where nobody stands.
    pub fn reach(&self, position: &Position, from: Cell) -> Reach {
        let mut gathering =
            ReachCollector { position, from, castles: false, reach: Reach::default() };
        let Some(piece) = position.piece_at(from) else { return gathering.reach };
        let walker = Walker::new(self, position, from, piece.side);
        for op in self.program_of(piece).at(from.0) {
            gathering.castles = matches!(op, Op::Castle { .. });
            let _ = walker.op(op, &mut gathering);
        }
        gathering.castles = true;
        let castlings = self.pseudo_castlings(position);
        castlings.iter().filter(|castling| castling.from == from).for_each(|castling| {
            let _ = gathering.hear(*castling);
        });
        gathering.reach
    }

    /// Adds to a set every cell where a move of the man may end or takes somebody: the ends and the
    /// victims of its [`reach`](Rules::reach), for whoever asks often and needs no more.
    pub fn add_affected_cells(&self, position: &Position, from: Cell, cells: &mut Cells) {
        let _ = self.visit_moves(position, from, &mut AffectedCells { cells });
    }

    /// Whether the man may go to a cell and take exactly whom it finds there, who is of another
    /// side: whether the captures of its [`reach`](Rules::reach) have the cell.
    pub fn captures(&self, position: &Position, from: Cell, on: Cell) -> bool {
        let side = |cell: Cell| position.piece_at(cell).map(|piece| piece.side);
        let is_enemy = side(on).is_some() && side(on) != side(from);
        is_enemy && self.visit_moves(position, from, &mut CaptureProbe { on }).is_break()
    }

    /// All moves of the man on a cell, castling included.
    fn visit_moves<L: MoveVisitor>(
        &self,
        position: &Position,
        from: Cell,
        listener: &mut L,
    ) -> Flow {
        let Some(piece) = position.piece_at(from) else { return Flow::Continue(()) };
        Walker::new(self, position, from, piece.side).run(self.program_of(piece), listener)?;
        let castlings = self.pseudo_castlings(position).into_iter();
        castlings
            .filter(|castling| castling.from == from)
            .try_for_each(|found| listener.hear(found))
    }

    /// The lines on which a man slides from a cell, each from the nearest cell to the last before
    /// the edge or the end of its range, whoever stands there; none of moves in several legs.
    pub fn lines(&self, piece: Piece, from: Cell) -> Vec<Vec<Cell>> {
        let slides = self.program_of(piece).at(from.0).iter().filter_map(|op| match *op {
            Op::Slide { cells, .. } => Some(cells),
            _ => None,
        });
        let cells = |&cell: &u16| Cell(cell);
        slides.map(|line| self.store.cells(line).iter().map(cells).collect()).collect()
    }

    /// The lines on which the man on a cell slides to another as things stand, each the cells
    /// before that one; none of moves in several legs.
    pub fn slides(&self, position: &Position, from: Cell, to: Cell) -> Vec<Vec<Cell>> {
        let Some(piece) = position.piece_at(from) else { return Vec::new() };
        let walker = Walker::new(self, position, from, piece.side);
        let mut lines = Vec::new();
        for op in self.program_of(piece).at(from.0) {
            let Op::Slide { cells, .. } = *op else { continue };
            let line = self.store.cells(cells);
            let Some(place) = line.iter().position(|&cell| cell == to.0) else { continue };
            let mut touched = Cells::new();
            let _ = walker.op(op, &mut AffectedCells { cells: &mut touched });
            if touched.has(to) {
                lines.push(line[..place].iter().map(|&cell| Cell(cell)).collect());
            }
        }
        lines
    }

    /// The routes by which a man gets from one cell to another where several are laid down in its
    /// paths: for each, the cells between, all of which must be empty. None for other moves.
    pub fn routes(&self, piece: Piece, from: Cell, to: Cell) -> Vec<Vec<Cell>> {
        let mut found: Vec<Vec<Cell>> = Vec::new();
        for op in self.program_of(piece).at(from.0) {
            if let Op::Routes { to: end, routes, .. } = op
                && *end == to.0
            {
                for route in self.store.routes(*routes) {
                    found.push(self.store.cells(*route).iter().map(|&cell| Cell(cell)).collect());
                }
            }
        }
        found.sort();
        found.dedup();
        found
    }
}

pub(super) struct AffectedCells<'a> {
    pub(super) cells: &'a mut Cells,
}

impl MoveVisitor for AffectedCells<'_> {
    const QUIET: bool = true;

    fn hear(&mut self, found: Move) -> Flow {
        self.cells.add(found.to);
        self.cells.extend(found.captures.iter());
        Flow::Continue(())
    }
}

struct CaptureProbe {
    on: Cell,
}

impl MoveVisitor for CaptureProbe {
    const QUIET: bool = false;

    fn hear(&mut self, found: Move) -> Flow {
        let is_it = found.to == self.on && found.captures.iter().eq([self.on]);
        if is_it { Flow::Break(()) } else { Flow::Continue(()) }
    }
}

struct ReachCollector<'a> {
    position: &'a Position,
    from: Cell,
    /// Whether what is heard is castling, of which only the royal's way is told.
    castles: bool,
    reach: Reach,
}

impl MoveVisitor for ReachCollector<'_> {
    const QUIET: bool = true;

    fn hear(&mut self, found: Move) -> Flow {
        let reach = &mut self.reach;
        if let Some((with, _)) = found.displaced
            && !self.castles
        {
            reach.swaps.insert((found.to, with));
            if found.captures.is_empty() {
                return Flow::Continue(());
            }
        }
        let takes: Vec<Cell> = found.captures.iter().collect();
        match takes[..] {
            [] => {
                reach.quiet.add(found.to);
            }
            [victim] if victim == found.to => {
                let own = self.position.piece_at(self.from).map(|piece| piece.side);
                let friendly = self.position.piece_at(victim).map(|piece| piece.side) == own;
                let list =
                    if friendly { &mut reach.friendly_captures } else { &mut reach.captures };
                list.add(victim);
            }
            _ => {
                reach.shots.insert((found.to, takes));
            }
        }
        Flow::Continue(())
    }
}
