//! The further ways of moving of a piece: over pieces, and with one capture after another.

use std::collections::{BTreeMap, BTreeSet};

use fairybook::geometry::Cell;

use super::game_state::{GameState, GameStep, GameStepKind};
use super::game_words::{Unit, WordGame, WordWay};

impl WordGame {
    /// Returns the moves of the piece on a cell by `move` and by each item of `moves`.
    pub fn own_steps(&self, state: &GameState, from: Cell) -> Vec<GameStep> {
        let unit = state.pieces[&from];
        let own = &self.sides[unit.side].kinds[unit.kind];
        let mut steps = match &own.lines {
            Some(lines) => self.along_lines(state, from, lines),
            None => self.by_notation(state, from, &own.betza),
        };
        let mut series = BTreeMap::new();
        for way in &own.ways {
            let first = self.steps_of_way(state, from, way);
            let (captures, quiet): (Vec<_>, Vec<_>) =
                first.into_iter().partition(|step| !step.captures.is_empty());
            steps.extend(quiet);
            match way.again.as_str() {
                "" => steps.extend(captures),
                again => {
                    for step in captures {
                        self.go_on(state, &own.ways, (step, again == "may"), &mut series);
                    }
                }
            }
        }
        steps.extend(series.into_iter().filter(|(_, ends)| *ends).map(|((step, _), _)| step));
        steps.retain(|step| !self.captures_own_royal(state, step, unit.side));
        steps
    }

    /// Whether a move captures a royal of its own side that counts.
    fn captures_own_royal(&self, state: &GameState, step: &GameStep, side: usize) -> bool {
        let is_royal = |unit: &&Unit| unit.side == side && self.is_royal(unit);
        let royals = state.pieces.values().filter(is_royal).count();
        step.captures.iter().any(|cell| state.pieces.get(cell).is_some_and(|it| is_royal(&it)))
            && self.counts_last(royals)
    }

    fn steps_of_way(&self, state: &GameState, from: Cell, way: &WordWay) -> Vec<GameStep> {
        match (&way.lines, way.jumps_over.as_str()) {
            (None, _) => self.by_notation(state, from, &way.betza),
            (Some(lines), jumps_over) => self.over_pieces(state, from, lines, jumps_over),
        }
    }

    /// Follows the series of captures that begin with these captures, after a way by which the move
    /// may end or not, and notes of each whether it may end there.
    fn go_on(
        &self,
        state: &GameState,
        ways: &[WordWay],
        (so_far, may_end): (GameStep, bool),
        found: &mut BTreeMap<(GameStep, bool), bool>,
    ) {
        let known = (so_far.clone(), may_end);
        if found.contains_key(&known) {
            return;
        }
        found.insert(known.clone(), may_end);
        // The piece has left its cell. The captured pieces are still there.
        let mut on_its_way = state.clone();
        let unit = on_its_way.pieces.remove(&so_far.from).expect("a piece moves");
        on_its_way.pieces.insert(so_far.to, unit);
        let mut goes_on = false;
        for way in ways.iter().filter(|way| !way.again.is_empty()) {
            for next in self.steps_of_way(&on_its_way, so_far.to, way) {
                if next.captures.is_empty() || !next.captures.is_disjoint(&so_far.captures) {
                    continue;
                }
                goes_on = true;
                let captures: BTreeSet<Cell> = &so_far.captures | &next.captures;
                let kind = GameStepKind::Moves;
                let longer = GameStep { captures, ..GameStep::new(kind, so_far.from, next.to) };
                self.go_on(state, ways, (longer, way.again == "may"), found);
            }
        }
        if !goes_on {
            found.insert(known, true);
        }
    }
}
