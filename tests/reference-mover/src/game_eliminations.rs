//! Sides that are out while the others play on, and pieces that a rule moves.

use fairybook_core::geometry::Cell;
use toml::Table;

use super::game_state::{GameState, GameStep, GameStepKind};
use super::game_words::{WordGame, text};

impl WordGame {
    /// Returns the side that moves after another.
    pub fn after_side(&self, state: &GameState, side: usize) -> usize {
        let count = self.sides.len();
        let mut others = (1..=count).map(|distance| (side + distance) % count);
        others.find(|&other| self.plays(state, other)).expect("a side plays")
    }

    /// Whether a side has turns and is not out.
    pub fn plays(&self, state: &GameState, side: usize) -> bool {
        self.sides[side].plays && !state.out.contains(&side)
    }

    /// Takes out the sides of which a rule says so after a turn of a side, until the others can play
    /// on or the game is over.
    pub fn without_losers(&self, mut state: GameState, mover: usize) -> GameState {
        let is_playing = |state: &GameState| {
            let sides = 0..self.sides.len();
            sides.filter(|&side| self.plays(state, side)).count() > 1
        };
        while self.eliminates && is_playing(&state) {
            let losers = match self.board_ends(&state) {
                Some((sides, result)) if result == "eliminated" => sides,
                Some(_) => break,
                None => match self.end_without_moves(&state) {
                    Some((_, side, result)) if result == "eliminated" => vec![side],
                    _ => break,
                },
            };
            let words = self.rules(0, "elimination");
            for loser in losers {
                state.out.insert(loser);
                match text(words, "army") {
                    "removed" => state.pieces.retain(|_, unit| unit.side != loser),
                    "captor's" => {
                        let army = state.pieces.values_mut().filter(|unit| unit.side == loser);
                        army.for_each(|unit| unit.side = mover);
                    }
                    _ => {}
                }
            }
            if state.out.contains(&state.to_move) && state.out.len() < self.sides.len() {
                assert_eq!(text(words, "next"), "in order", "no other order is read");
                state.to_move = self.after_side(&state, state.to_move);
            }
        }
        state
    }

    /// Returns the end of a game in which sides are eliminated, if one or none is left.
    pub fn survivor(&self, state: &GameState) -> Option<(usize, String)> {
        let mut left = (0..self.sides.len()).filter(|&side| self.plays(state, side));
        let (first, second) = (left.next(), left.next());
        let result = text(self.rules(0, "ends"), "last-survivor");
        match (first, second) {
            _ if !self.eliminates => None,
            (None, _) => Some((state.to_move, "draw".to_owned())),
            (Some(last), None) if result.is_empty() => Some((last, "wins".to_owned())),
            (Some(last), None) => Some((last, result.to_owned())),
            _ => None,
        }
    }

    fn transfers(&self, when: &str) -> Vec<&Table> {
        let all = self.list("transfers").into_iter();
        all.filter(|rule| text(rule, "when") == when).collect()
    }

    /// Returns the cells of the pieces of a side that a transfer concerns.
    fn transferred(&self, state: &GameState, rule: &Table, side: usize) -> Vec<Cell> {
        let from = self.cells(text(rule, "from"), side);
        let pieces = text(rule, "pieces");
        let is_meant = |cell: &Cell| {
            let there = state.pieces.get(cell);
            there.is_some_and(|unit| {
                unit.side == side && (pieces.is_empty() || self.means(pieces, side, unit, false))
            })
        };
        from.into_iter().filter(is_meant).collect()
    }

    /// Returns the transfers that the side to move may spend its turn on.
    pub fn transfers_of_turn(&self, state: &GameState) -> Vec<GameStep> {
        let side = state.to_move;
        let mut steps = Vec::new();
        for rule in self.transfers("turn") {
            for from in self.transferred(state, rule, side) {
                let step = |to| GameStep::new(GameStepKind::Transfers, from, to);
                if rule.contains_key("to") {
                    let free = self.cells(text(rule, "to"), side).into_iter();
                    steps.extend(free.filter(|to| !state.pieces.contains_key(to)).map(step));
                } else {
                    steps.push(step(from));
                }
            }
        }
        steps
    }

    /// Removes the pieces that a rule takes off once their owner has moved: those that stood on its
    /// cells and stayed there.
    pub fn remove_after_move(&self, before: &GameState, after: &mut GameState) {
        for rule in self.transfers("owner moved") {
            assert!(!rule.contains_key("to"), "only transfers off the board are read");
            for cell in self.transferred(after, rule, before.to_move) {
                if before.pieces.get(&cell) == after.pieces.get(&cell) {
                    after.pieces.remove(&cell);
                    self.lose_rights(after, cell);
                }
            }
        }
    }
}
