use crate::geometry::{Cell, Cells};

use super::program::{Op, Stretch};
use super::{Condition, Man, Rules};

impl Rules {
    /// The cells on which it matters to a man who stands there: whoever comes to any other cell,
    /// or leaves it, changes nothing in its [`reach`](Rules::reach). `None` where that cannot be
    /// told from its way of moving alone, as with several legs, or where checks matter.
    ///
    /// ```text
    /// a Knight's    a Rook's      a lame Knight's
    /// . x . x .     . . x . .     . x . x .
    /// x . . . x     . . x . .     x . x . x
    /// . . N . .     x x R x x     . x N x .
    /// x . . . x     . . x . .     x . x . x
    /// . x . x .     . . x . .     . x . x .
    /// ```
    pub fn footprint(&self, man: Man, from: Cell) -> Option<Cells> {
        let mut footprint = Cells::new();
        for op in self.program(man).at(from.0) {
            let add = |footprint: &mut Cells, cells: Stretch| {
                footprint.extend(self.store.cells(cells).iter().map(|&cell| Cell(cell)));
            };
            match *op {
                Op::Leaps { cells, .. }
                | Op::Slide { cells, .. }
                | Op::Cannon { cells, .. }
                | Op::Grasshopper { cells, .. }
                | Op::Double { cells, .. } => add(&mut footprint, cells),
                Op::Gated { cells, gates, .. } => {
                    add(&mut footprint, cells);
                    add(&mut footprint, gates);
                }
                Op::Routes { to, routes, .. } => {
                    footprint.add(Cell(to));
                    for &route in self.store.routes(routes) {
                        add(&mut footprint, route);
                    }
                }
                Op::Shot { to, gates, victim, .. } => {
                    footprint.extend([Cell(to), Cell(victim)]);
                    add(&mut footprint, gates);
                }
                Op::Chain { .. } | Op::Shoot { .. } | Op::Castle { .. } => return None,
            }
            let mode = self.store.op_mode(op);
            if mode.en_passant || mode.conditions.contains(&Condition::NotInCheck) {
                return None;
            }
        }
        let castles = self.game.castlings.iter().any(|castling| castling.royal_from == from);
        (!castles).then_some(footprint)
    }
}
