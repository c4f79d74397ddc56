//! What a move changes: pieces, hands and rights, then one effect after another.

use std::collections::BTreeSet;

use fairybook_core::geometry::{Cell, CellCoordinates, Vector};
use toml::{Table, Value};

use super::game_facts::Subject;
use super::game_state::{GameState, GameStep, GameStepKind};
use super::game_words::{Unit, WordGame, text};

/// What a move and its effects lead to.
struct Aftermath {
    /// The position, with the same side to move.
    state: GameState,
    /// The cells of pieces that effects with `attacks` captured.
    struck: Vec<Cell>,
    /// The names of the effects that changed something.
    made: Vec<String>,
    /// Whether a piece cannot go where an effect with `full = "illegal"` moves it.
    is_barred: bool,
}

impl WordGame {
    /// Returns the bit of a state of that name.
    pub fn state_bit(&self, name: &str) -> Option<u16> {
        let own = self.sides.iter().enumerate().map(|(side, _)| self.rules(side, "effects"));
        let effects = own.flat_map(|it| it.values().filter_map(Value::as_table));
        let changes = effects.flat_map(|it| text(it, "does").split(", "));
        let names: BTreeSet<&str> =
            changes.filter_map(|change| change.trim().strip_prefix("set ")).collect();
        names.iter().position(|state| *state == name).map(|index| 1 << index)
    }

    /// Returns the position after a move and its effects. The turn does not change.
    pub fn changed(&self, before: &GameState, step: &GameStep) -> GameState {
        self.aftermath(before, step).state
    }

    /// Whether the effects of a move capture the piece on a cell, and say that they attack.
    pub fn strikes_by_effect(&self, before: &GameState, step: &GameStep, at: Cell) -> bool {
        self.aftermath(before, step).struck.contains(&at)
    }

    /// Whether a move sets off an effect of that name, which changes something.
    pub fn sets_off(&self, before: &GameState, step: &GameStep, effect: &str) -> bool {
        self.aftermath(before, step).made.iter().any(|made| made == effect)
    }

    /// Whether an effect of a move makes it illegal.
    pub fn is_barred(&self, before: &GameState, step: &GameStep) -> bool {
        self.aftermath(before, step).is_barred
    }

    /// Returns the position after a move, before its effects.
    pub fn moved(&self, before: &GameState, step: &GameStep) -> GameState {
        let mut state = before.clone();
        self.move_pieces(&mut state, step);
        state
    }

    fn aftermath(&self, before: &GameState, step: &GameStep) -> Aftermath {
        let (mut struck, mut made, mut is_barred) = (Vec::new(), Vec::new(), false);
        let mover = before.to_move;
        let effects = self.tables(mover, "effects").into_iter();
        let effects =
            effects.filter(|(_, effect)| self.happens(text(effect, "on"), before, step, 0));
        let effects: Vec<(&String, &Table)> = effects.collect();
        let victim = step.captures.first().map(|cell| before.pieces[cell].kind);
        let mut state = self.moved(before, step);
        for (name, effect) in effects {
            let earlier = (state.pieces.clone(), state.hands.clone());
            let subject = Subject { side: mover, cell: Some(step.to), had_moved: None };
            if !self.holds(text(effect, "if"), &state, subject) {
                continue;
            }
            let places = text(effect, "does").starts_with("placed");
            let pieces = text(effect, "pieces");
            let cells = self.places(text(effect, "at"), &state, step, mover);
            if text(effect, "does") == "reborn" {
                let victims = step.captures.intersection(&cells).map(|cell| before.pieces[cell]);
                let is_meant =
                    |unit: &Unit| pieces.is_empty() || self.means(pieces, mover, unit, false);
                victims.filter(is_meant).for_each(|unit| self.give_rebirth(&mut state, unit));
                continue;
            }
            let concerned = cells.into_iter().filter(|cell| match state.pieces.get(cell) {
                None => places,
                Some(_) if pieces.is_empty() => !places,
                Some(unit) => !places && self.means(pieces, mover, unit, false),
            });
            for cell in concerned.collect::<Vec<Cell>>() {
                let mut at = cell;
                for verb in text(effect, "does").split(',') {
                    let is_there = state.pieces.contains_key(&at);
                    if verb.trim() == "captured" && WordGame::is_set(effect, "attacks") && is_there
                    {
                        struck.push(cell);
                    }
                    let stood = at;
                    at = self.change(&mut state, (verb.trim(), effect), at, step, victim);
                    is_barred |= verb.trim().starts_with("moved")
                        && is_there
                        && at == stood
                        && text(effect, "full") == "illegal"
                        && self.target(&state, verb.trim(), at, step) != Some(at);
                }
            }
            if (&state.pieces, &state.hands) != (&earlier.0, &earlier.1) {
                made.push(name.clone());
            }
        }
        state.passed.retain(|(_, victim, side)| {
            state.pieces.get(victim).is_some_and(|unit| unit.side == *side)
        });
        Aftermath { state, struck, made, is_barred }
    }

    fn move_pieces(&self, state: &mut GameState, step: &GameStep) {
        match &step.kind {
            GameStepKind::Passes => {}
            GameStepKind::Transfers => {
                let unit = state.pieces.remove(&step.from).expect("a piece moves");
                self.lose_rights(state, step.from);
                if step.to != step.from {
                    state.pieces.insert(step.to, unit);
                }
            }
            GameStepKind::Drops(side, kind) => {
                let from = self.tables(*side, "drops").into_iter().find(|(_, words)| {
                    text(words, "as").split_whitespace().any(|form| self.kind(form) == *kind)
                });
                let held = from.map_or(*kind, |(name, _)| self.kind(name));
                if let Some(held) = state.hands.get_mut(&(*side, held)) {
                    *held -= 1;
                }
                state.hands.retain(|_, held| *held > 0);
                state.pieces.insert(step.to, Unit { moved: true, ..Unit::new(*side, *kind) });
            }
            GameStepKind::Moves | GameStepKind::Castles(_) => {
                let mut unit = state.pieces.remove(&step.from).expect("a piece moves");
                self.lose_rights(state, step.from);
                for &cell in &step.captures {
                    self.capture(state, cell, unit.side);
                }
                if let Some((from, to)) = step.displaced {
                    let partner = state.pieces.remove(&from).expect("a partner moves");
                    self.lose_rights(state, from);
                    state.pieces.insert(to, Unit { moved: true, ..partner });
                }
                if let Some(kind) = step.promotion {
                    let keeps = text(self.rules(0, "hands"), "as") == "unpromoted";
                    let first = unit.was.unwrap_or(unit.kind);
                    unit.was = (keeps && first != kind).then_some(first);
                    unit.kind = kind;
                }
                self.lose_rights(state, step.to);
                state.pieces.insert(step.to, Unit { moved: true, ..unit });
                if step.promotion.is_none() {
                    let skipped = step.skipped.iter().map(|&cell| (cell, step.to, unit.side));
                    state.passed.extend(skipped);
                }
            }
        }
    }

    /// Removes a piece: it goes to the hand of its captor, if the game has hands.
    fn capture(&self, state: &mut GameState, cell: Cell, captor: usize) {
        let Some(victim) = state.pieces.remove(&cell) else { return };
        self.lose_rights(state, cell);
        let by = state.to_move;
        state.memory.captured.push((by, victim));
        let hands = self.rules(0, "hands");
        if text(hands, "gain") == "captures" {
            let back = victim.was.filter(|_| text(hands, "as") == "unpromoted");
            *state.hands.entry((captor, back.unwrap_or(victim.kind))).or_default() += 1;
        }
    }

    /// Puts a captured piece on the first empty cell on which its kind stood when the game began.
    fn give_rebirth(&self, state: &mut GameState, unit: Unit) {
        let cells = self.initial_cells(unit.side, unit.kind);
        if let Some(cell) = cells.into_iter().find(|cell| !state.pieces.contains_key(cell)) {
            state.pieces.insert(cell, Unit { moved: false, was: None, states: 0, ..unit });
        }
    }

    /// Removes the rights of castlings that begin on a cell.
    pub fn lose_rights(&self, state: &mut GameState, cell: Cell) {
        state.rights.retain(|(side, name)| {
            self.castling_pieces(*side, name).iter().all(|&(_, from, _)| from != cell)
        });
    }

    /// Makes one change on one cell. Returns where the piece is then.
    fn change(
        &self,
        state: &mut GameState,
        (verb, effect): (&str, &Table),
        at: Cell,
        step: &GameStep,
        victim: Option<usize>,
    ) -> Cell {
        let mover = state.to_move;
        let there = state.pieces.get(&at).copied();
        let (first, rest) = verb.split_once(' ').unwrap_or((verb, ""));
        let Some(unit) = there else {
            if first == "placed" {
                let (kind, side) = rest.split_once(" of ").expect("a side");
                let new = Unit::new(self.side_of(side, mover), self.kind(kind));
                state.pieces.insert(at, new);
            }
            return at;
        };
        match (first, rest) {
            ("placed", _) => {}
            ("captured", _) => {
                self.capture(state, at, mover);
            }
            ("removed", _) => {
                state.pieces.remove(&at);
                self.lose_rights(state, at);
            }
            ("set" | "clear", name) => {
                let bit = self.state_bit(name).expect("a state");
                let there = state.pieces.get_mut(&at).expect("a piece");
                there.states = if first == "set" { unit.states | bit } else { unit.states & !bit };
            }
            ("becomes", _) | ("joins", _) => {
                let new = match (first, rest) {
                    ("joins", side) => Unit { side: self.side_of(side, mover), ..unit },
                    (_, "captured type") => {
                        Unit { kind: victim.unwrap_or(unit.kind), was: None, ..unit }
                    }
                    (_, "unpromoted") => {
                        Unit { kind: unit.was.unwrap_or(unit.kind), was: None, ..unit }
                    }
                    (_, kind) => Unit { kind: self.kind(kind), was: None, ..unit },
                };
                if (new.side, new.kind) != (unit.side, unit.kind) {
                    self.lose_rights(state, at);
                    state.pieces.insert(at, new);
                }
            }
            ("moved", _) => {
                let target = self.target(state, verb, at, step);
                if target == Some(at) {
                    return at;
                }
                let free = target.filter(|cell| !state.pieces.contains_key(cell));
                if free.is_some() || text(effect, "full") == "removed" {
                    self.lose_rights(state, at);
                    state.pieces.remove(&at);
                }
                if let Some(to) = free {
                    state.pieces.insert(to, Unit { moved: true, ..unit });
                    return to;
                }
            }
            _ => panic!("no verb {verb}"),
        }
        at
    }

    /// The cell to which a change moves the piece on a cell, empty or not.
    fn target(&self, state: &GameState, verb: &str, at: Cell, step: &GameStep) -> Option<Cell> {
        match verb.strip_prefix("moved ")? {
            "to start" => Some(step.from),
            "one cell forward" => {
                let ahead = self.sides[state.pieces[&at].side].frame;
                self.next(at, ahead.to_board_step(Vector::new(0, 1, 0)))
            }
            "one cell onward" => {
                let line = self.line(step.from, step.to);
                line.and_then(|(_, unit)| self.next(at, unit))
            }
            "to same cell of next board" => {
                let here = self.layout.point(at);
                let last = self.layout.boards().len() as u8 - 1;
                let board = if here.board == last { 0 } else { here.board + 1 };
                self.layout.at(CellCoordinates { board, at: here.at })
            }
            to => {
                let cells = self.cells(to.strip_prefix("to ").expect("cells"), state.to_move);
                let free = cells.iter().copied().find(|cell| !state.pieces.contains_key(cell));
                free.or_else(|| cells.first().copied())
            }
        }
    }

    /// Whether a flag of a table is set.
    pub fn is_set(table: &Table, key: &str) -> bool {
        table.get(key).and_then(Value::as_bool).unwrap_or(false)
    }
}
