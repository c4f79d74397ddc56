//! Pieces that change what other pieces may do.

use std::collections::BTreeSet;

use fairybook_core::geometry::Cell;
use toml::Table;

use super::game_state::GameState;
use super::game_words::{Unit, WordGame, text};

/// What an aura does, and where the moves that it gives may end.
pub type AuraWords<'g> = (&'g str, Option<BTreeSet<Cell>>);

impl WordGame {
    /// Returns what auras do to the piece on a cell.
    pub fn auras_on(&self, state: &GameState, cell: Cell) -> Vec<AuraWords<'_>> {
        let Some(unit) = state.pieces.get(&cell) else { return Vec::new() };
        let mut found = Vec::new();
        for side in 0..self.sides.len() {
            for (_, aura) in self.tables(side, "auras") {
                let pieces = text(aura, "pieces").trim_start_matches("same type of ");
                if self.means(pieces, side, unit, false)
                    && self.is_in_aura(state, (side, aura), cell, unit)
                {
                    let to =
                        aura.contains_key("to").then(|| self.cells(text(aura, "to"), unit.side));
                    found.push((text(aura, "does"), to));
                }
            }
        }
        found
    }

    /// Whether a piece is in the range of an aura that pieces of a side have.
    fn is_in_aura(
        &self,
        state: &GameState,
        (side, aura): (usize, &Table),
        cell: Cell,
        unit: &Unit,
    ) -> bool {
        let (of, range) = (text(aura, "of"), text(aura, "range"));
        if of.is_empty() {
            return unit.side == side;
        }
        let same_type = text(aura, "pieces").starts_with("same type of ");
        let has_it = |(_, it): &(&Cell, &Unit)| {
            it.side == side
                && self.means(of, side, it, false)
                && (!same_type || it.kind == unit.kind)
        };
        let mut owners = state.pieces.iter().filter(has_it).map(|(&at, _)| at);
        owners.any(|at| match range {
            "" => true,
            "its attacks" => self.could_attack(state, at, cell),
            way => self.leads(way, side, at).contains(&cell),
        })
    }

    /// Whether a piece could capture on a cell if an enemy stood there, auras apart.
    fn could_attack(&self, state: &GameState, from: Cell, at: Cell) -> bool {
        let unit = state.pieces[&from];
        let there = self.with_enemy_on(state, at, unit.side);
        let steps = self.steps_as(&there, from, unit.kind);
        from != at && steps.iter().any(|step| step.captures.contains(&at))
    }
}
