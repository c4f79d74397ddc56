//! Decides whether facts about a side are so in a position.

use crate::game::{Condition, ConditionAtom, CountPlace, GameFact, PieceCount, PieceSet, SideId};
use crate::geometry::{Cell, CellSet, are_connected, has_block};

use super::position::NO_PIECE;
use super::{Position, Rules};

/// What a condition is about: a side, and perhaps the cell of one of its pieces.
#[derive(Clone, Copy)]
pub(super) struct ConditionSubject {
    pub(super) side: SideId,
    /// The cell of the piece concerned.
    pub(super) cell: Option<Cell>,
    /// Whether that piece has moved, if this is not what the position says.
    pub(super) had_moved: Option<bool>,
}

impl ConditionSubject {
    /// A side, and perhaps the cell of one of its pieces.
    pub(super) fn of(side: SideId, cell: Option<Cell>) -> ConditionSubject {
        ConditionSubject { side, cell, had_moved: None }
    }
}

impl Rules {
    /// Whether a condition holds that asks for no act of a move.
    pub(super) fn condition_holds(
        &self,
        condition: &Condition,
        position: &Position,
        subject: ConditionSubject,
    ) -> bool {
        condition.holds(&mut |statement| match statement {
            ConditionAtom::Fact(fact) => self.fact_holds(fact, position, subject),
            ConditionAtom::Act(_) => false,
        })
    }

    pub(super) fn fact_holds(
        &self,
        fact: &GameFact,
        position: &Position,
        subject: ConditionSubject,
    ) -> bool {
        let ConditionSubject { side, cell, had_moved } = subject;
        let status = || cell.map(|cell| position.status(cell));
        let record = position.record.as_deref();
        match fact {
            GameFact::InCheck => self.in_check(position, side),
            GameFact::Unmoved => {
                let has_moved = had_moved.or_else(|| status().map(|status| status.moved));
                has_moved.is_some_and(|has_moved| !has_moved)
            }
            GameFact::HasState(state) => {
                status().is_some_and(|status| status.states >> state & 1 == 1)
            }
            GameFact::Count(count) => self.count_holds(count, position, subject),
            GameFact::ChecksGiven { times, in_succession } => record.is_some_and(|record| {
                let given = if *in_succession { &record.successive_checks } else { &record.checks };
                given[side.index()] >= *times
            }),
            GameFact::Captured { times, pieces } => record.is_some_and(|record| {
                let counts = |piece| u32::from(record.captured_by(position, side, piece));
                pieces[side].iter().map(counts).sum::<u32>() >= u32::from(*times)
            }),
            GameFact::MovedFrom(cells) => record.is_some_and(|record| {
                record.mover == Some(side)
                    && record.left.iter().flatten().any(|&cell| cells[side].contains(cell))
            }),
            GameFact::Castled { by_enemy, castlings } => record.is_some_and(|record| {
                let made = record.castled & castlings.bits;
                let mut lines = self.game.castlings.iter().take(64).enumerate();
                lines
                    .any(|(index, line)| made >> index & 1 == 1 && (line.side != side) == *by_enemy)
            }),
            GameFact::CastlingRight(castlings) => {
                let held = position.turn.castling_rights & castlings.bits;
                let mut lines = self.game.castlings.iter().take(64).enumerate();
                lines.any(|(index, line)| held >> index & 1 == 1 && line.side == side)
            }
            GameFact::TypeExtinct(pieces) => self.type_is_extinct(&pieces[side], position),
            GameFact::InRow(line) => {
                let cells = cells_with(position, &line.pieces[side]);
                line.lines[side].has_row(&cells, line.count.into())
            }
            GameFact::OnLine(line) => {
                let cells = cells_with(position, &line.pieces[side]);
                line.lines[side].has_line(&cells, line.count.into())
            }
            GameFact::Block { edge, pieces } => {
                has_block(self.layout(), &cells_with(position, &pieces[side]), *edge)
            }
            GameFact::Connected { pieces, from, to, steps } => are_connected(
                self.layout(),
                &cells_with(position, &pieces[side]),
                (&from[side], &to[side]),
                steps.as_ref().map(|steps| &steps[side]),
            ),
        }
    }

    fn count_holds(
        &self,
        count: &PieceCount,
        position: &Position,
        subject: ConditionSubject,
    ) -> bool {
        let ConditionSubject { side, cell, .. } = subject;
        let Some(pieces) = count.pieces.as_ref().map(|pieces| &pieces[side]) else {
            let is_empty = |at: &Cell| position.pieces[at.index()] == NO_PIECE;
            let empty: CellSet = self.game.layout.cells().filter(is_empty).collect();
            let counted = in_place(&count.place, &empty, subject).len();
            return count.range.contains(counted, || empty.len());
        };
        if count.place == CountPlace::Hand {
            let held = pieces.iter().map(|piece| usize::from(position.in_hand(piece))).sum();
            return count.range.contains(held, || held + cells_with(position, pieces).len());
        }
        let mut all = cells_with(position, pieces);
        if let (true, Some(cell)) = (count.other, cell) {
            all.remove(cell);
        }
        let mut counted = in_place(&count.place, &all, subject);
        if count.unattacked {
            counted = counted
                .iter()
                .filter(|&at| !self.is_attacked_by_enemies(position, at, side))
                .collect();
        }
        count.range.contains(counted.len(), || all.len())
    }

    fn is_attacked_by_enemies(&self, position: &Position, at: Cell, side: SideId) -> bool {
        let mut enemies = self.game.side_ids().filter(|&enemy| enemy != side);
        enemies
            .any(|enemy| self.is_playing(position, enemy) && self.side_attacks(position, enemy, at))
    }

    /// Whether one of these pieces that the game began with is no longer there, on the boards and in
    /// hand.
    fn type_is_extinct(&self, pieces: &PieceSet, position: &Position) -> bool {
        let on_boards = self.game.initial_pieces.iter().map(|&(_, piece)| piece);
        let in_hand = self.game.hands.iter().flat_map(|hands| &hands.initial);
        let in_hand = in_hand.filter(|(_, count)| *count > 0).map(|&(piece, _)| piece);
        let mut initial = on_boards.chain(in_hand);
        initial.any(|piece| {
            pieces.contains(piece)
                && position.in_hand(piece) == 0
                && !position.pieces().any(|(_, other)| other == piece)
        })
    }
}

/// Those of some cells on which pieces are counted.
fn in_place(place: &CountPlace, cells: &CellSet, subject: ConditionSubject) -> CellSet {
    match place {
        CountPlace::Boards | CountPlace::Hand => cells.clone(),
        CountPlace::Cells(on) => cells.intersection(&on[subject.side]),
        CountPlace::Around(around) => match subject.cell {
            Some(cell) => cells.intersection(&around[subject.side][cell.index()]),
            None => CellSet::new(),
        },
    }
}

fn cells_with(position: &Position, pieces: &PieceSet) -> CellSet {
    let meant = position.pieces().filter(|(_, piece)| pieces.contains(*piece));
    meant.map(|(cell, _)| cell).collect()
}
