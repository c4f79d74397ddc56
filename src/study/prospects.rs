use crate::geometry::{Cell, Cells};
use crate::rules::{Man, Position, SideId};

use super::{Answer, Show, Study};

/// What the men of an answer would take if an enemy stood where nobody does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prospects {
    /// For each man, the cells to which he goes, and would go to take an enemy.
    pub takes: Vec<Cells>,
    /// The other empty cells on which one of them would take an enemy, wherever he ends himself:
    /// what a Pawn threatens, or a gun.
    pub threats: Cells,
}

impl Study {
    /// What the men of an answer would take if an enemy stood where nobody does; only moves that
    /// were asked for count.
    pub fn prospects(&self, answer: &Answer) -> Prospects {
        let mut takes = Vec::new();
        for index in 0..answer.men.len() {
            let goes = answer.goes(index);
            takes.push(self.supposing_an_enemy(answer, index, &goes, |position, cell| {
                self.rules().captures(position, answer.at, cell)
            }));
        }
        let threats = match answer.show {
            Show::Moves => self.threats(answer, &takes),
            Show::Quiet | Show::Captures | Show::Victims => Cells::new(),
        };
        Prospects { takes, threats }
    }

    fn threats(&self, answer: &Answer, takes: &[Cells]) -> Cells {
        let drawn = answer.drawn();
        let is_asked = |cell: Cell| answer.to.as_ref().is_none_or(|to| to.has(cell));
        let mut threats = Cells::new();
        for (index, takes) in takes.iter().enumerate() {
            let goes = |cell: Cell| answer.reaches[index].quiet.has(cell);
            let in_question = |cell: &Cell| {
                let is_told = takes.has(*cell) || drawn.has(*cell) && !goes(*cell);
                answer.position.at(*cell).is_none() && is_asked(*cell) && !is_told
            };
            let possible = self.rules().potential(answer.men[index], answer.at);
            let cells: Cells = possible.iter().filter(in_question).collect();
            let found = self.supposing_an_enemy(answer, index, &cells, |position, cell| {
                self.rules().attacks(position, answer.at, cell)
            });
            threats.extend(found.iter());
        }
        threats
    }

    /// The cells among these of which something is true when an enemy stands there.
    fn supposing_an_enemy(
        &self,
        answer: &Answer,
        index: usize,
        cells: &Cells,
        is_true: impl Fn(&Position, Cell) -> bool,
    ) -> Cells {
        let Some(enemy) = self.enemy_of(answer.men[index].side) else { return Cells::new() };
        let mut position = answer.position.clone();
        self.stand(&mut position, answer.at, answer.men[index]);
        let mut found = Cells::new();
        for cell in cells.iter().filter(|&cell| cell != answer.at) {
            let (was, tag) = (position.at(cell), position.tag(cell));
            position.put(cell, Some(enemy));
            if is_true(&position, cell) {
                found.add(cell);
            }
            position.put(cell, was);
            position.set_tag(cell, tag);
        }
        found
    }

    /// Whether the man who stands there would go to the other cell and take an enemy there.
    pub(super) fn could_take(&self, position: &Position, at: Cell, man: Man, cell: Cell) -> bool {
        let Some(enemy) = self.enemy_of(man.side) else { return false };
        let mut position = position.clone();
        position.put(cell, Some(enemy));
        self.rules().captures(&position, at, cell)
    }

    /// Somebody whom a side may take; a plain piece if there is one.
    pub(super) fn enemy_of(&self, side: SideId) -> Option<Man> {
        let game = self.rules().game();
        let others = || game.sides[side.0 as usize].takes.iter().filter(|man| man.side != side);
        let plain = others().find(|man| !game.kinds[man.kind.0 as usize].royal);
        plain.or_else(|| others().next())
    }
}
