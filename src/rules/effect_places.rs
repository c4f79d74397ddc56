//! The cells that an effect concerns after a move.

use crate::geometry::{Cell, CellCoordinates, CellSet, Vector};

use super::compiled_rules::straight_between;
use super::position::NO_PIECE;
use super::{EffectPlace, Move, MoveKind, PieceSet, Position, Rules, SideId};

impl Rules {
    /// Returns the cells of a place, seen from a move of a side that has just been made.
    pub(super) fn cells_of_place(
        &self,
        place: &EffectPlace,
        position: &Position,
        found: &Move,
        mover: SideId,
    ) -> CellSet {
        let went = !matches!(found.kind, MoveKind::Drop(_) | MoveKind::Pass);
        let landed = found.kind != MoveKind::Pass;
        let landing = landed.then_some(found.to);
        match place {
            EffectPlace::Landing => landing.into_iter().collect(),
            EffectPlace::Start => went.then_some(found.from).into_iter().collect(),
            EffectPlace::Partner => found.displaced.map(|(_, to)| to).into_iter().collect(),
            EffectPlace::Captured => found.captures.iter().collect(),
            EffectPlace::Passed => {
                let line = straight_between(self.layout(), found.from, found.to);
                let inner = line.into_iter().filter(|&cell| cell != found.from && cell != found.to);
                inner.filter(|_| went).collect()
            }
            EffectPlace::Beyond => {
                let unit = self.unit_of(found).filter(|_| went);
                unit.and_then(|unit| self.layout().step(found.to, unit)).into_iter().collect()
            }
            EffectPlace::Behind => {
                let unit = self.unit_of(found).filter(|_| went);
                unit.and_then(|unit| self.layout().step(found.from, -unit)).into_iter().collect()
            }
            EffectPlace::Around(around) => match landing {
                Some(cell) => around[mover][cell.index()].clone(),
                None => CellSet::new(),
            },
            EffectPlace::Between { lines, most, closing } => match landing {
                Some(cell) => {
                    let closes =
                        |at| position.piece_at(at).is_some_and(|it| closing[mover].contains(it));
                    let is_empty = |at: Cell| position.pieces[at.index()] == NO_PIECE;
                    let most = most.map_or(usize::MAX, usize::from);
                    lines[mover].enclosed(cell, most, closes, is_empty)
                }
                None => CellSet::new(),
            },
            EffectPlace::CornersWith(pieces) => match landing {
                Some(cell) => self.corners(position, cell, &pieces[mover]),
                None => CellSet::new(),
            },
        }
    }

    /// The step of a move along a straight line, as a unit; `None` if it is no straight line.
    pub(super) fn unit_of(&self, found: &Move) -> Option<Vector> {
        let (from, to) = (self.layout().point(found.from), self.layout().point(found.to));
        let offset = to.at - from.at;
        let steps = offset.x.abs().max(offset.y.abs()).max(offset.z.abs());
        let divides = |part: i16| steps != 0 && part % steps == 0;
        let is_straight =
            from.board == to.board && divides(offset.x) && divides(offset.y) && divides(offset.z);
        is_straight.then(|| Vector::new(offset.x / steps, offset.y / steps, offset.z / steps))
    }

    /// The other corners of the rectangles between a cell and each of some pieces.
    fn corners(&self, position: &Position, cell: Cell, pieces: &PieceSet) -> CellSet {
        let here = self.layout().point(cell);
        let partners =
            position.pieces().filter(|&(at, piece)| at != cell && pieces.contains(piece));
        let corners = partners.flat_map(|(at, _)| {
            let there = self.layout().point(at);
            let is_rectangle = there.board == here.board
                && there.at.x != here.at.x
                && there.at.y != here.at.y
                && there.at.z == here.at.z;
            let corner = |x, y| {
                let at = Vector::new(x, y, here.at.z);
                self.layout().at(CellCoordinates { board: here.board, at })
            };
            let both = [corner(here.at.x, there.at.y), corner(there.at.x, here.at.y)];
            both.into_iter().flatten().filter(move |_| is_rectangle)
        });
        corners.collect()
    }
}
