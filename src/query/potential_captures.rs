use crate::geometry::{Cell, Cells};
use crate::rules::{Piece, Position, SideId};

use super::move_traces::neighbours;
use super::{Answer, Show, Study};

/// What the men of an answer would take if an enemy stood where nobody does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prospects {
    /// For each man, the cells to which he goes, and would go to take an enemy.
    pub takes: Vec<Cells>,
    /// The other empty cells on which one of them would take an enemy, wherever he ends himself:
    /// what a Pawn threatens, or a gun.
    pub threats: Cells,
    /// Those of the threats to which one of them would leap.
    pub leaps: Cells,
}

impl Study {
    /// What the men of an answer would take if an enemy stood where nobody does; only moves that
    /// were asked for count.
    pub fn prospects(&self, answer: &Answer) -> Prospects {
        let mut takes = Vec::new();
        for index in 0..answer.pieces.len() {
            let goes = answer.goes(index);
            let piece = answer.pieces[index];
            takes.push(self.takes(&answer.position, answer.at, piece, &goes));
        }
        let threats = match answer.show {
            Show::Moves => self.threats(answer, &takes),
            Show::Quiet | Show::Captures | Show::Victims => Cells::new(),
        };
        let pieces = answer.pieces.iter();
        let leaps = pieces.flat_map(|&piece| {
            self.leaps_to_take(answer, piece, &threats).iter().collect::<Vec<_>>()
        });
        let leaps = leaps.collect();
        Prospects { takes, threats, leaps }
    }

    /// Those of the cells, none of them next to its own, to which a man would go to take an enemy
    /// whoever stood elsewhere.
    fn leaps_to_take(&self, answer: &Answer, piece: Piece, cells: &Cells) -> Cells {
        let far = cells.without(&neighbours(self.layout(), answer.at));
        let lone = Position::empty(self.rules());
        let alone = self.takes(&lone, answer.at, piece, &far);
        if alone.is_empty() {
            return alone;
        }
        let mut crowd = answer.position.clone();
        for cell in self.layout().cells().filter(|&cell| answer.position.piece_at(cell).is_none()) {
            crowd.set_piece(cell, Some(piece));
        }
        self.takes(&crowd, answer.at, piece, &alone)
    }

    /// The cells among these to which a man would go to take an enemy.
    fn takes(&self, position: &Position, at: Cell, piece: Piece, cells: &Cells) -> Cells {
        self.supposing_an_enemy(position, at, piece, cells, |position, cell| {
            self.rules().captures(position, at, cell)
        })
    }

    fn threats(&self, answer: &Answer, takes: &[Cells]) -> Cells {
        let drawn = answer.drawn();
        let is_asked = |cell: Cell| answer.to.as_ref().is_none_or(|to| to.has(cell));
        let mut threats = Cells::new();
        for (index, takes) in takes.iter().enumerate() {
            let goes = |cell: Cell| answer.reaches[index].quiet.has(cell);
            let in_question = |cell: &Cell| {
                let is_told = takes.has(*cell) || drawn.has(*cell) && !goes(*cell);
                answer.position.piece_at(*cell).is_none() && is_asked(*cell) && !is_told
            };
            let possible = self.rules().attack_mask(answer.pieces[index], answer.at);
            let cells: Cells = possible.iter().filter(in_question).collect();
            let (position, piece) = (&answer.position, answer.pieces[index]);
            let attacks =
                |position: &Position, cell| self.rules().attacks(position, answer.at, cell);
            let found = self.supposing_an_enemy(position, answer.at, piece, &cells, attacks);
            threats.extend(found.iter());
        }
        threats
    }

    /// The cells among these of which something is true when an enemy stands there.
    fn supposing_an_enemy(
        &self,
        position: &Position,
        at: Cell,
        piece: Piece,
        cells: &Cells,
        is_true: impl Fn(&Position, Cell) -> bool,
    ) -> Cells {
        let Some(enemy) = self.enemy_of(piece.side) else { return Cells::new() };
        let mut position = position.clone();
        self.stand(&mut position, at, piece);
        let mut found = Cells::new();
        for cell in cells.iter().filter(|&cell| cell != at) {
            let (was, tag) = (position.piece_at(cell), position.status(cell));
            position.set_piece(cell, Some(enemy));
            if is_true(&position, cell) {
                found.add(cell);
            }
            position.set_piece(cell, was);
            position.set_status(cell, tag);
        }
        found
    }

    /// Whether the man who stands there would go to the other cell and take an enemy there.
    pub fn could_take(&self, position: &Position, at: Cell, piece: Piece, cell: Cell) -> bool {
        let Some(enemy) = self.enemy_of(piece.side) else { return false };
        let mut position = position.clone();
        position.set_piece(cell, Some(enemy));
        self.rules().captures(&position, at, cell)
    }

    /// Somebody whom a side may take; a plain piece if there is one.
    pub fn enemy_of(&self, side: SideId) -> Option<Piece> {
        let game = self.rules().game();
        let others = || game.sides[side].may_capture.iter().filter(|piece| piece.side != side);
        let plain = others().find(|piece| !game.piece_types[piece.piece_type].royal);
        plain.or_else(|| others().next())
    }
}
