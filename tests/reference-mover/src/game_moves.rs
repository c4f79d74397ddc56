//! What each piece of a position can do, without regard to check.

use std::collections::BTreeSet;

use fairybook_core::geometry::{Cell, Vector};
use fairybook_core::notation::Betza;
use toml::{Table, Value};

use super::context::Occupant;
use super::game_state::{GameState, GameStep, GameStepKind};
use super::game_words::{PlainLine, Unit, WordGame, notation, text};

impl WordGame {
    /// Returns all moves of the side to move, also those that leave a royal attacked.
    pub fn candidates(&self, state: &GameState) -> BTreeSet<GameStep> {
        let side = state.to_move;
        if let Some(part) = self.part_due(state) {
            return self.candidates_of_part(state, part);
        }
        let mut steps = BTreeSet::new();
        for (&from, unit) in &state.pieces {
            if self.moves_pieces_of(side, unit.side) {
                steps.extend(self.piece_steps(state, from, None));
            }
        }
        steps.extend(self.castlings(state, side));
        for kind in 0..self.kinds.len() {
            steps.extend(self.drops(state, (side, kind), false));
        }
        steps.extend(self.transfers_of_turn(state));
        if text(self.rules(side, "turn"), "pass") == "not in check" && !self.in_check(state, side) {
            steps.insert(GameStep::new(GameStepKind::Passes, Cell(0), Cell(0)));
        }
        steps
    }

    /// Returns the moves of the piece on a cell, by another notation than its own if there is one.
    pub fn piece_steps(
        &self,
        state: &GameState,
        from: Cell,
        other: Option<&Betza>,
    ) -> Vec<GameStep> {
        let unit = state.pieces[&from];
        let mut steps = match other {
            None => self.own_steps(state, from),
            Some(other) => self.by_notation(state, from, other),
        };
        steps.retain(|step| step.from != step.to || !step.captures.is_empty());
        steps.into_iter().flat_map(|step| self.promotions(state, step, &unit)).collect()
    }

    /// Returns the pieces that a side may capture en passant: each skipped cell, and the piece.
    fn capturable_passed(&self, state: &GameState, side: usize) -> Vec<(Cell, Cell)> {
        let is_capturable = |(_, victim, owner): &&(Cell, Cell, usize)| {
            let there = state.pieces.get(victim);
            *owner != side && there.is_some_and(|it| self.may_capture(side, it))
        };
        let passed = state.passed.iter().filter(is_capturable);
        passed.map(|&(cell, victim, _)| (cell, victim)).collect()
    }

    /// Returns the moves of a piece along lines.
    pub fn along_lines(&self, state: &GameState, from: Cell, lines: &[PlainLine]) -> Vec<GameStep> {
        self.over_pieces(state, from, lines, "")
    }

    /// Returns the same, over some pieces, but not over two in a row.
    pub fn over_pieces(
        &self,
        state: &GameState,
        from: Cell,
        lines: &[PlainLine],
        jumps_over: &str,
    ) -> Vec<GameStep> {
        let Unit { side, kind, .. } = state.pieces[&from];
        let mut steps = Vec::new();
        for line in lines {
            let mut at = from;
            let mut is_over_piece = false;
            for _ in 0..line.range {
                let Some(to) = self.next(at, line.step).filter(|&to| to != from) else { break };
                if !self.may_stand(side, kind, to) {
                    break;
                }
                let step = GameStep::new(GameStepKind::Moves, from, to);
                let there = state.pieces.get(&to);
                if there.is_none() && line.quiet {
                    steps.push(step.clone());
                }
                if there.is_none() && line.en_passant {
                    let passed = self.capturable_passed(state, side);
                    let victims = passed.iter().filter(|(cell, _)| *cell == to);
                    let taking = |&(_, victim): &(Cell, Cell)| GameStep {
                        captures: [victim].into(),
                        ..step.clone()
                    };
                    steps.extend(victims.map(taking));
                }
                if let Some(there) = there {
                    if line.capture && self.may_capture(side, there) {
                        steps.push(GameStep { captures: [to].into(), ..step });
                    }
                    if is_over_piece || !self.means(jumps_over, side, there, false) {
                        break;
                    }
                }
                is_over_piece = there.is_some();
                at = to;
            }
        }
        steps
    }

    /// Returns the moves of a piece by a notation.
    pub fn by_notation(&self, state: &GameState, from: Cell, betza: &Betza) -> Vec<GameStep> {
        let unit = state.pieces[&from];
        let occupant = |cell: Cell| {
            let there = state.pieces.get(&cell)?;
            let enemy = self.may_capture(unit.side, there);
            Some(if enemy { Occupant::Enemy } else { Occupant::Friend })
        };
        let passed = self.capturable_passed(state, unit.side);
        let reach = self.reached(betza, unit.side, (from, !unit.moved), &occupant, &passed);
        let step = |to| GameStep::new(GameStepKind::Moves, from, to);
        let taking = |to, captures: &[Cell]| GameStep {
            captures: captures.iter().copied().collect(),
            ..step(to)
        };
        let mut steps: Vec<GameStep> = reach.quiet.iter().map(|&to| step(to)).collect();
        steps.extend(reach.captures.iter().map(|&to| taking(to, &[to])));
        steps.extend(reach.friendly_captures.iter().map(|&to| taking(to, &[to])));
        steps.extend(reach.shots.iter().map(|(to, victims)| taking(*to, victims)));
        steps
    }

    /// Returns the captures on a cell by the piece on another, without choices of promotion.
    pub fn strikes(&self, state: &GameState, from: Cell, at: Cell) -> Vec<GameStep> {
        let steps = self.own_steps(state, from);
        steps.into_iter().filter(|step| step.captures.contains(&at)).collect()
    }

    /// Returns the double step of a piece, if it has one now.
    pub fn double_step(
        &self,
        state: &GameState,
        from: Cell,
        side: usize,
        kind: usize,
    ) -> Option<GameStep> {
        let words = self.rules(side, &format!("pieces.{}", self.kinds[kind]));
        let zone = text(words, "double-step");
        if zone.is_empty() || !self.cells(zone, side).contains(&from) {
            return None;
        }
        let forward = self.sides[side].frame.to_board_step(Vector::new(0, 1, 0));
        let middle = self.next(from, forward)?;
        let to = self.next(middle, forward)?;
        let is_empty = |cell: &Cell| !state.pieces.contains_key(cell);
        (is_empty(&middle) && is_empty(&to)).then(|| GameStep {
            skipped: vec![middle],
            ..GameStep::new(GameStepKind::Moves, from, to)
        })
    }

    /// Returns a move with each choice of promotion, or as it is.
    fn promotions(&self, state: &GameState, step: GameStep, unit: &Unit) -> Vec<GameStep> {
        let words = self.rules(unit.side, &format!("promotion.{}", self.kinds[unit.kind]));
        if words.is_empty() {
            return vec![step];
        }
        let is_in = |key: &str| {
            let zone = text(words, key);
            !zone.is_empty() && self.cells(zone, unit.side).contains(&step.to)
        };
        let must = is_in("must");
        if !must && !is_in("may") {
            return vec![step];
        }
        let mut steps = Vec::new();
        for kind in text(words, "becomes").split(' ').map(|id| self.kind(id)) {
            let table = self.rules(unit.side, &format!("pieces.{}", self.kinds[kind]));
            let most = table.get("max-count").and_then(Value::as_integer);
            let there = state.pieces.values().filter(|it| (it.side, it.kind) == (unit.side, kind));
            if most.is_none_or(|most| (there.count() as i64) < most) {
                steps.push(GameStep { promotion: Some(kind), ..step.clone() });
            }
        }
        if !must {
            steps.push(step);
        }
        steps
    }

    /// Returns the castlings of a side that have their right and their pieces, and nothing between.
    pub fn castlings(&self, state: &GameState, side: usize) -> Vec<GameStep> {
        let castlings = self.rules(side, "castling");
        let mut steps = Vec::new();
        for name in castlings.keys() {
            let [(royal, from, to), (partner, start, end)] = self.castling_pieces(side, name);
            let stands = |kind, cell| {
                let there = state.pieces.get(&cell);
                there.is_some_and(|it| (it.side, it.kind) == (side, kind))
                    && !self.auras_on(state, cell).iter().any(|(does, _)| {
                        *does == "frozen" || cell == from && does.starts_with("moves only")
                    })
            };
            let mut way = vec![to, end];
            way.extend(self.line(from, to).into_iter().flat_map(|(cells, _)| cells));
            way.extend(self.line(start, end).into_iter().flat_map(|(cells, _)| cells));
            way.retain(|&cell| cell != from && cell != start);
            if state.rights.contains(&(side, name.clone()))
                && stands(royal, from)
                && stands(partner, start)
                && way.iter().all(|cell| !state.pieces.contains_key(cell))
                && [from, to].iter().all(|cell| self.may_stand(side, royal, *cell))
                && [start, end].iter().all(|cell| self.may_stand(side, partner, *cell))
            {
                let kind = GameStepKind::Castles(name.clone());
                let displaced = Some((start, end));
                steps.push(GameStep { displaced, ..GameStep::new(kind, from, to) });
            }
        }
        steps
    }

    /// Returns both pieces of a castling, each with its type, its first and its last cell.
    pub fn castling_pieces(&self, side: usize, name: &str) -> [(usize, Cell, Cell); 2] {
        let castlings = self.rules(side, "castling");
        let (royal, partner) = text(castlings, name).split_once(',').expect("two pieces");
        [royal, partner].map(|words| {
            let (kind, cells) = words.trim().split_once(' ').expect("a piece and its cells");
            let (from, to) = cells.split_once('-').expect("two cells");
            let turned = |name: &str| {
                *self.cells(name, side).first().expect("each seat has the cells of castling")
            };
            (self.kind(kind), turned(from), turned(to))
        })
    }

    /// Returns the drops of a piece in hand, anywhere or where its rule allows it.
    pub fn drops(
        &self,
        state: &GameState,
        (side, kind): (usize, usize),
        anywhere: bool,
    ) -> Vec<GameStep> {
        if state.hands.get(&(side, kind)).is_none_or(|&count| count == 0) {
            return Vec::new();
        }
        let words = self.drop_words(side, kind);
        let forms: Vec<usize> = match text(words, "as") {
            "" => vec![kind],
            names => names.split_whitespace().map(|name| self.kind(name)).collect(),
        };
        let place = |cell: Cell| {
            let (name, at) = (self.layout.name(cell), self.layout.point(cell).at);
            match text(words, "one-per") {
                "file" => name.trim_end_matches(char::is_numeric).to_owned(),
                "rank" => name.trim_start_matches(char::is_alphabetic).to_owned(),
                "colour" => ["dark", "light"][(at.x + at.y) as usize % 2].to_owned(),
                "board" => String::new(),
                _ => name.to_owned() + "alone",
            }
        };
        let most = words.get("max-count").and_then(Value::as_integer).unwrap_or(1);
        let has_room = |cell: Cell| {
            let same = state.pieces.iter().filter(|(_, it)| (it.side, it.kind) == (side, kind));
            anywhere || (same.filter(|(at, _)| place(**at) == place(cell)).count() as i64) < most
        };
        let is_free = |cell: &Cell| !state.pieces.contains_key(cell) && has_room(*cell);
        let mut steps = Vec::new();
        for form in forms {
            let zone = text(self.drop_words(side, form), "to");
            let allowed = (!zone.is_empty() && !anywhere).then(|| self.cells(zone, side));
            let may_stand = |cell: &Cell| self.may_stand(side, form, *cell);
            let cells = self.layout.cells().filter(is_free).filter(may_stand);
            let cells = cells.filter(|cell| allowed.as_ref().is_none_or(|it| it.contains(cell)));
            steps.extend(
                cells.map(|cell| GameStep::new(GameStepKind::Drops(side, form), cell, cell)),
            );
        }
        steps
    }

    /// Returns the table of drops of a piece type.
    pub fn drop_words(&self, side: usize, kind: usize) -> &Table {
        let own = self.rules(side, &format!("drops.{}", self.kinds[kind]));
        if own.is_empty() { self.rules(side, "drops.any") } else { own }
    }

    /// Returns the moves of a part of a turn.
    fn candidates_of_part(&self, state: &GameState, part: usize) -> BTreeSet<GameStep> {
        let side = state.to_move;
        let (_, rule) = self.tables(side, "turn-parts").swap_remove(part);
        let is_meant = |key: &str, unit: &Unit| {
            let words = text(rule, key);
            !words.is_empty() && self.means(words, side, unit, false)
        };
        let same_piece = rule.get("same-piece").and_then(Value::as_bool).unwrap_or(true);
        let moved = state.progress.iter().flat_map(|progress| &progress.moved);
        let moved: Vec<Cell> = moved.map(|&(cell, _)| cell).collect();
        let way = rule.get("notation").and_then(Value::as_str).map(notation);
        let may_move = |from: &Cell| {
            let unit = &state.pieces[from];
            is_meant("moves", unit)
                && self.moves_pieces_of(side, unit.side)
                && (same_piece || !moved.contains(from))
        };
        let mut steps = BTreeSet::new();
        for from in state.pieces.keys().filter(|from| may_move(from)) {
            steps.extend(self.piece_steps(state, *from, way.as_ref()));
        }
        if way.is_none() {
            let castlings = self.castlings(state, side).into_iter();
            steps.extend(castlings.filter(|castling| may_move(&castling.from)));
        }
        let has_target = rule.contains_key("to");
        for &(owner, kind) in state.hands.keys() {
            if is_meant("drops", &Unit::new(owner, kind)) && self.moves_pieces_of(side, owner) {
                steps.extend(self.drops(state, (owner, kind), has_target));
            }
        }
        if let Some((kind, owner)) = text(rule, "places").split_once(" of ") {
            let kind = GameStepKind::Drops(self.side_of(owner, side), self.kind(kind));
            let empty = self.layout.cells().filter(|cell| !state.pieces.contains_key(cell));
            steps.extend(empty.map(|cell| GameStep::new(kind.clone(), cell, cell)));
        }
        let last = state.progress.as_ref().map(|progress| &progress.last);
        if has_target {
            let target = self.part_target(state, text(rule, "to"), last);
            steps.retain(|step| target.contains(&step.to));
        }
        if rule.contains_key("from-landing") {
            let occupant = |cell: Cell| {
                let there = state.pieces.get(&cell)?;
                let enemy = self.may_capture(side, there);
                Some(if enemy { Occupant::Enemy } else { Occupant::Friend })
            };
            let betza = notation(text(rule, "from-landing"));
            let reach =
                last.map(|last| self.reached(&betza, side, (last.to, false), &occupant, &[]));
            let leads = |to: &Cell| {
                let reach = reach.as_ref();
                reach.is_some_and(|it| it.quiet.contains(to) || it.captures.contains(to))
            };
            steps.retain(|step| leads(&step.to));
        }
        if rule.get("optional").and_then(Value::as_bool).unwrap_or(false) {
            steps.insert(GameStep::new(GameStepKind::Passes, Cell(0), Cell(0)));
        }
        steps
    }

    fn part_target(
        &self,
        state: &GameState,
        words: &str,
        last: Option<&GameStep>,
    ) -> BTreeSet<Cell> {
        const PLACES: [&str; 8] =
            ["landing", "start", "partner", "passed", "captured", "beyond", "behind", "around"];
        if !PLACES.contains(&words.split([' ', ',']).next().unwrap_or("")) {
            return self.cells(words, state.to_move);
        }
        let seen = |last| self.places(words, state, last, state.to_move);
        last.map(seen).unwrap_or_default()
    }
}
