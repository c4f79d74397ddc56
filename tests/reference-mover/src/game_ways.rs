//! The further ways of moving of a piece: over pieces, and with one capture after another.

use std::collections::{BTreeMap, BTreeSet};

use fairybook_core::geometry::Cell;
use fairybook_core::notation::Betza;

use super::game_state::{GameState, GameStep, GameStepKind};
use super::game_words::{Unit, WordGame, WordWay, text};

impl WordGame {
    /// Returns the moves of the piece on a cell: its own, and those that auras leave or give it.
    pub fn own_steps(&self, state: &GameState, from: Cell) -> Vec<GameStep> {
        let unit = state.pieces[&from];
        let auras = self.auras_on(state, from);
        let holds = |word: &str| auras.iter().any(|(does, _)| *does == word);
        if holds("frozen") || !self.may_stand(unit.side, unit.kind, from) {
            return Vec::new();
        }
        let replaces = auras.iter().any(|(does, _)| does.starts_with("moves only like "));
        let mut steps = if replaces { Vec::new() } else { self.steps_as(state, from, unit.kind) };
        for (does, to) in &auras {
            if let Some((_, kind)) = does.split_once(" like ") {
                let lent = self.steps_as(state, from, self.kind(kind)).into_iter();
                steps
                    .extend(lent.filter(|step| to.as_ref().is_none_or(|it| it.contains(&step.to))));
            }
        }
        let is_tame = holds("may not capture");
        steps.retain(|step| step.captures.is_empty() || !is_tame);
        let is_safe = |cell: &Cell| {
            self.auras_on(state, *cell).iter().any(|(does, _)| *does == "may not be captured")
        };
        steps.retain(|step| !step.captures.iter().any(is_safe));
        steps.retain(|step| self.may_stand(unit.side, unit.kind, step.to));
        steps.retain(|step| !self.captures_own_royal(state, step, unit.side));
        steps
    }

    /// Whether a piece may stand on a cell: `within` has the cells that it may not leave.
    pub fn may_stand(&self, side: usize, kind: usize, cell: Cell) -> bool {
        let words = self.rules(side, &format!("pieces.{}", self.kinds[kind]));
        let within = text(words, "within");
        within.is_empty() || self.cells(within, side).contains(&cell)
    }

    /// Returns the moves of the piece on a cell as a piece of some type of its side, without auras:
    /// by `move`, by each item of `moves`, and a double step.
    pub fn steps_as(&self, state: &GameState, from: Cell, kind: usize) -> Vec<GameStep> {
        let unit = state.pieces[&from];
        let own = &self.sides[unit.side].kinds[kind];
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
        steps.extend(self.double_step(state, from, unit.side, kind));
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
        let side = state.pieces[&from].side;
        let mut steps = match (&way.lines, way.jumps_over.as_str()) {
            (None, _) => self.by_notation(state, from, &way.betza),
            (Some(lines), jumps_over) => self.over_pieces(state, from, lines, jumps_over),
        };
        if let Some(shot) = &way.shoot {
            let quiet = steps.into_iter().filter(|step| step.captures.is_empty());
            steps = quiet.flat_map(|step| self.shots(state, step, shot)).collect();
        }
        if let Some(swap) = &way.swap {
            steps.extend(self.swaps(state, from, swap));
        }
        steps.extend(self.along_links(state, from, &way.links));
        let is_meant = |cell: &Cell| {
            way.captures.is_empty() || self.means(&way.captures, side, &state.pieces[cell], false)
        };
        steps.retain(|step| step.captures.iter().all(is_meant));
        let borders = || way.not_crossing.split_whitespace();
        steps.retain(|step| !borders().any(|it| self.crosses(it, side, step.from, step.to)));
        steps
    }

    /// Returns the shots of a piece that has made a move without capture.
    fn shots(&self, state: &GameState, step: GameStep, shot: &Betza) -> Vec<GameStep> {
        let mut there = state.clone();
        let unit = there.pieces.remove(&step.from).expect("a piece moves");
        there.pieces.insert(step.to, unit);
        let hits = self.by_notation(&there, step.to, shot).into_iter();
        let hits = hits.filter(|hit| !hit.captures.is_empty());
        hits.map(|hit| GameStep { captures: hit.captures, ..step.clone() }).collect()
    }

    /// Returns the swaps of a piece with friends that it would capture as enemies.
    fn swaps(&self, state: &GameState, from: Cell, swap: &Betza) -> Vec<GameStep> {
        let side = state.pieces[&from].side;
        let is_friend = |(cell, unit): &(&Cell, &Unit)| unit.side == side && **cell != from;
        let friends = state.pieces.iter().filter(is_friend).map(|(&cell, _)| cell);
        let reaches = |&to: &Cell| {
            let there = self.with_enemy_on(state, to, side);
            self.by_notation(&there, from, swap).iter().any(|step| step.captures.contains(&to))
        };
        let swap = |to| GameStep {
            displaced: Some((to, from)),
            ..GameStep::new(GameStepKind::Moves, from, to)
        };
        friends.filter(reaches).map(swap).collect()
    }

    /// Returns a position in which the piece on a cell is an enemy of a side.
    pub fn with_enemy_on(&self, state: &GameState, cell: Cell, side: usize) -> GameState {
        let mut there = state.clone();
        let enemy = self.side_of("enemy", side);
        there.pieces.get_mut(&cell).expect("a piece").side = enemy;
        there
    }

    /// Returns the moves from cell to cell that `links` names, as the side sees them.
    fn along_links(&self, state: &GameState, from: Cell, links: &str) -> Vec<GameStep> {
        let side = state.pieces[&from].side;
        let seen = |name: &str| *self.cells(name, side).first().expect("each seat has the cell");
        let ends = links.split_whitespace().map(|link| link.split_once('-').expect("two cells"));
        let ends = ends.filter(|(start, _)| seen(start) == from).map(|(_, end)| seen(end));
        ends.filter_map(|to| {
            let step = GameStep::new(GameStepKind::Moves, from, to);
            match state.pieces.get(&to) {
                None => Some(step),
                Some(unit) if self.may_capture(side, unit) => {
                    Some(GameStep { captures: [to].into(), ..step })
                }
                Some(_) => None,
            }
        })
        .collect()
    }

    /// Whether a straight way from cell to cell crosses a border `CELLS | CELLS` of that name, which
    /// lies between two ranks or two files.
    pub fn crosses(&self, border: &str, side: usize, from: Cell, to: Cell) -> bool {
        let words = text(self.rules(side, "borders"), border);
        let (near, far) = words.split_once('|').expect("a border has two sides");
        let board = |cell: Cell| self.layout.point(cell).board;
        let file_and_rank = |cell: Cell| {
            let name = self.layout.name_on_board(cell);
            let (file, rank) = name.split_at(name.find(char::is_numeric).unwrap_or(name.len()));
            let file = file.bytes().fold(0, |sum, letter| 26 * sum + i32::from(letter));
            [file, rank.parse().expect("a rank is a number")]
        };
        // A border is the same for all, or lies before each side as before the first one.
        let is_common = words.contains(" of ");
        let own = |cell| if is_common { cell } else { self.seen_from_seat(side, cell) };
        let (from, to) = (own(from), own(to));
        let [near, far] = [near, far].map(|words| self.cells(words.trim(), 0));
        let between = |axis: usize| {
            let [near, far]: [BTreeSet<i32>; 2] = [&near, &far]
                .map(|cells| cells.iter().map(|&cell| file_and_rank(cell)[axis]).collect());
            let [Some(near), Some(far)] =
                [&near, &far].map(|places| places.first().copied().filter(|_| places.len() == 1))
            else {
                return false;
            };
            let twice_from = |cell| 2 * file_and_rank(cell)[axis] - near - far;
            twice_from(from).signum() * twice_from(to).signum() < 0
        };
        let is_there = near.first().is_some_and(|&cell| board(cell) == board(from));
        board(from) == board(to) && is_there && (between(0) || between(1))
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
