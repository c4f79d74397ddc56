//! The cells that an effect concerns after a move.

use crate::game::{EffectPlace, PieceSet, SideId};
use crate::geometry::{Cell, CellSet};

use super::position::NO_PIECE;
use super::{Move, MoveKind, Position, Rules};

impl Rules {
    /// Returns the cells of a place, seen from a move of a side that has just been made.
    pub(super) fn cells_of_place(
        &self,
        place: &EffectPlace,
        position: &Position,
        found: &Move,
        mover: SideId,
    ) -> CellSet {
        let went = found.is_of_piece();
        let landed = found.kind != MoveKind::Pass;
        let landing = landed.then_some(found.to);
        let unit = || self.layout().straight_step(found.from, found.to);
        match place {
            EffectPlace::Landing => landing.into_iter().collect(),
            EffectPlace::Start => went.then_some(found.from).into_iter().collect(),
            EffectPlace::Partner => found.displaced.map(|(_, to)| to).into_iter().collect(),
            EffectPlace::PartnerStart => {
                found.displaced.map(|(from, _)| from).into_iter().collect()
            }
            EffectPlace::Captured => found.captures.iter().collect(),
            EffectPlace::Passed => {
                let line = self.layout().straight_between(found.from, found.to);
                let inner = line.into_iter().filter(|&cell| cell != found.from && cell != found.to);
                inner.filter(|_| went).collect()
            }
            EffectPlace::Beyond => {
                let unit = unit().filter(|_| went);
                unit.and_then(|unit| self.layout().step(found.to, unit)).into_iter().collect()
            }
            EffectPlace::Behind => {
                let unit = unit().filter(|_| went);
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

    /// Whether a place can have a cell after a move of a side, whatever stands on the board then.
    pub(super) fn may_have(
        &self,
        place: &EffectPlace,
        cell: Cell,
        position: &Position,
        (found, mover): (&Move, SideId),
    ) -> bool {
        match place {
            EffectPlace::Between { lines, most, .. } => {
                let most = most.map_or(usize::MAX, usize::from);
                lines[mover].may_enclose(found.to, most, cell)
            }
            EffectPlace::CornersWith(_) => {
                let (to, at) = (self.layout().point(found.to), self.layout().point(cell));
                to.board == at.board && (to.at.x == at.at.x || to.at.y == at.at.y)
            }
            _ => self.cells_of_place(place, position, found, mover).contains(cell),
        }
    }

    /// The other corners of the rectangles between a cell and each of some pieces.
    fn corners(&self, position: &Position, cell: Cell, pieces: &PieceSet) -> CellSet {
        let partners =
            position.pieces().filter(|&(at, piece)| at != cell && pieces.contains(piece));
        partners.flat_map(|(at, _)| self.layout().other_corners(cell, at)).collect()
    }
}
