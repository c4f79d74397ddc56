//! Facts, events and places, read word by word.

use std::collections::BTreeSet;

use fairybook_core::geometry::{Cell, CellCoordinates, Vector};

use super::game_state::{GameState, GameStep, GameStepKind};
use super::game_words::{Unit, WordGame};

/// What a condition is about.
#[derive(Clone, Copy)]
pub struct Subject {
    /// The side.
    pub side: usize,
    /// The cell of the piece concerned, if there is one.
    pub cell: Option<Cell>,
    /// Whether that piece had moved, if this is not what the position says.
    pub had_moved: Option<bool>,
}

fn number(words: &str) -> (Option<usize>, &str) {
    let (first, rest) = words.split_once(' ').unwrap_or((words, ""));
    match first.parse() {
        Ok(number) => (Some(number), rest),
        Err(_) => (None, words),
    }
}

/// The parts of a text between these words, as far as they stand outside of brackets.
fn outside_of_brackets<'w>(words: &'w str, between: &str) -> Vec<&'w str> {
    let is_outside = |&(at, _): &(usize, &str)| {
        words[..at].matches('(').count() == words[..at].matches(')').count()
    };
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, _) in words.match_indices(between).filter(is_outside) {
        parts.push(&words[start..at]);
        start = at + between.len();
    }
    parts.push(&words[start..]);
    parts
}

impl WordGame {
    /// Whether a condition holds that asks for no act; nothing always holds.
    pub fn holds(&self, words: &str, state: &GameState, subject: Subject) -> bool {
        words.is_empty() || self.is_so(words, &|fact| self.fact(fact, state, subject))
    }

    /// Whether a move that can be made in a position does what a condition says, and its facts are
    /// so before the move. `most` is the largest number of captures of the moves to choose from.
    pub fn happens(&self, words: &str, state: &GameState, step: &GameStep, most: usize) -> bool {
        let cell = step.goes().then_some(step.from);
        let subject = Subject { side: state.to_move, cell, had_moved: None };
        let is_so = |it: &str| match self.does(it, state, step, most) {
            Some(does) => does,
            None => self.fact(it, state, subject),
        };
        !words.is_empty() && self.is_so(words, &is_so)
    }

    /// Reads `or`, `and`, `not` and brackets, and asks for the rest.
    fn is_so(&self, words: &str, ask: &dyn Fn(&str) -> bool) -> bool {
        let words = words.trim();
        let parts = outside_of_brackets(words, " or ");
        if parts.len() > 1 {
            return parts.iter().any(|part| self.is_so(part, ask));
        }
        let parts = outside_of_brackets(words, " and ");
        if parts.len() > 1 {
            return parts.iter().all(|part| self.is_so(part, ask));
        }
        if let Some(denied) = words.strip_prefix("not ") {
            return !self.is_so(denied, ask);
        }
        match words.strip_prefix('(').and_then(|it| it.strip_suffix(')')) {
            Some(inner) => self.is_so(inner, ask),
            None => ask(words),
        }
    }

    fn fact(&self, fact: &str, state: &GameState, subject: Subject) -> bool {
        let side = subject.side;
        let unit = subject.cell.and_then(|cell| state.pieces.get(&cell));
        let memory = &state.memory;
        let has = |set: &BTreeSet<(usize, String)>, name: &str, by_enemy: bool| {
            let is_named = |it: &str| name.is_empty() || it == name.trim();
            set.iter().any(|(owner, it)| (*owner != side) == by_enemy && is_named(it))
        };
        if fact == "in check" {
            return self.in_check(state, side);
        }
        if fact == "unmoved" {
            let moved = subject.had_moved.or(unit.map(|unit| unit.moved));
            return moved == Some(false);
        }
        if let Some(state) = self.state_bit(fact) {
            return unit.is_some_and(|unit| unit.states & state != 0);
        }
        if let Some(rest) = fact.strip_prefix("given ") {
            let given = match rest.ends_with("in succession") {
                true => &memory.checks_in_succession,
                false => &memory.checks,
            };
            return given.get(&side).copied().unwrap_or(0) >= number(rest).0.expect("a number");
        }
        if let Some(rest) = fact.strip_prefix("captured ") {
            let (wanted, pieces) = number(rest);
            let is_meant = |(captor, unit): &&(usize, Unit)| {
                *captor == side && self.means(pieces, side, unit, false)
            };
            return memory.captured.iter().filter(is_meant).count() >= wanted.expect("a number");
        }
        if let Some(rest) = fact.strip_prefix("moved from ") {
            let cells = self.cells(rest, side);
            let is_left = |(mover, left): &(usize, Vec<Cell>)| {
                *mover == side && left.iter().any(|cell| cells.contains(cell))
            };
            return memory.left.as_ref().is_some_and(is_left);
        }
        if let Some(name) = fact.strip_prefix("enemy castled") {
            return has(&memory.castled, name, true);
        }
        if let Some(name) = fact.strip_prefix("castled") {
            return has(&memory.castled, name, false);
        }
        if let Some(name) = fact.strip_prefix("castling right") {
            return has(&state.rights, name, false);
        }
        self.pattern(fact, state, side).unwrap_or_else(|| self.count(fact, state, subject))
    }

    fn where_are(&self, pieces: &str, state: &GameState, side: usize) -> BTreeSet<Cell> {
        let is_meant = |(_, unit): &(&Cell, &Unit)| self.means(pieces, side, unit, true);
        state.pieces.iter().filter(is_meant).map(|(&cell, _)| cell).collect()
    }

    fn pattern(&self, fact: &str, state: &GameState, side: usize) -> Option<bool> {
        if let Some((pieces, ends)) = fact.split_once(" connected from ") {
            let (from, rest) = ends.split_once(" to ").expect("two ends");
            let (to, by) = rest.split_once(" by ").unwrap_or((rest, "K"));
            let cells = self.where_are(pieces, state, side);
            let steps = self.directions(by, side);
            let mut chain: BTreeSet<Cell> = &cells & &self.cells(from, side);
            loop {
                let pairs = chain.iter().flat_map(|&cell| steps.iter().map(move |&it| (cell, it)));
                let next: BTreeSet<Cell> =
                    pairs.filter_map(|(cell, step)| self.next(cell, step)).collect();
                let grown = &chain | &(&next & &cells);
                if grown == chain {
                    return Some(!(&chain & &self.cells(to, side)).is_empty());
                }
                chain = grown;
            }
        }
        if let Some((pieces, _)) = fact.split_once(" in a block") {
            let (wanted, pieces) = number(pieces);
            let edge = (1..9).find(|edge| edge * edge == wanted.expect("a number") as i16)?;
            let cells = self.where_are(pieces, state, side);
            let steps = (0..edge).flat_map(|x| (0..edge).map(move |y| Vector::new(x, y, 0)));
            let steps: Vec<Vector> = steps.collect();
            let fills = |corner: Cell| {
                let mut square = steps.iter().map(|&step| self.next(corner, step));
                square.all(|cell| cell.is_some_and(|cell| cells.contains(&cell)))
            };
            return Some(self.layout.cells().any(fills));
        }
        for (words, with_gaps) in [(" in a row", false), (" on one line", true)] {
            let Some((pieces, by)) = fact.split_once(words) else { continue };
            let (wanted, pieces) = number(pieces);
            let cells = self.where_are(pieces, state, side);
            let by = by.trim().strip_prefix("by ").unwrap_or("Q");
            let steps = self.directions(by, side);
            let longest = |from: Cell| {
                steps.iter().map(|&step| self.count_on(&cells, from, step, with_gaps)).max()
            };
            return Some(cells.iter().filter_map(|&from| longest(from)).max() >= wanted);
        }
        let (pieces, _) = fact.strip_prefix("a type of ")?.split_once(" extinct")?;
        let began = |side: usize| {
            let own = &self.sides[side].id;
            let setups = ["setup.each", "setup-hand.each"].map(str::to_owned);
            let own = [format!("setup.{own}"), format!("setup-hand.{own}")];
            let setups: Vec<_> = setups.iter().chain(&own).map(|it| self.rules(0, it)).collect();
            (0..self.kinds.len())
                .filter(move |&kind| setups.iter().any(|it| it.contains_key(&self.kinds[kind])))
                .map(move |kind| Unit::new(side, kind))
        };
        let is_gone = |unit: &Unit| {
            let same = |it: &Unit| (it.side, it.kind) == (unit.side, unit.kind);
            !state.pieces.values().any(same)
                && state.hands.get(&(unit.side, unit.kind)).is_none_or(|&held| held == 0)
        };
        let mut units = (0..self.sides.len()).filter(|&it| self.sides[it].plays).flat_map(began);
        Some(units.any(|unit| self.means(pieces, side, &unit, true) && is_gone(&unit)))
    }

    /// Counts cells of a set from one of them on, in one direction.
    fn count_on(&self, set: &BTreeSet<Cell>, from: Cell, step: Vector, with_gaps: bool) -> usize {
        let mut here = Some(from);
        let mut count = 0;
        while let Some(cell) = here {
            match set.contains(&cell) {
                true => count += 1,
                false if with_gaps => {}
                false => break,
            }
            here = self.next(cell, step).filter(|&next| next != from);
        }
        count
    }

    fn count(&self, fact: &str, state: &GameState, subject: Subject) -> bool {
        let side = subject.side;
        let (least, most, rest) = if let Some(rest) = fact.strip_prefix("no ") {
            (0, Some(0), rest)
        } else if let Some(rest) = fact.strip_prefix("at least ") {
            let (wanted, rest) = number(rest);
            (wanted.expect("a number"), None, rest)
        } else if let Some(rest) = fact.strip_prefix("at most ") {
            let (wanted, rest) = number(rest);
            (0, wanted, rest)
        } else if let Some(rest) = fact.strip_prefix("all ") {
            (usize::MAX, None, rest)
        } else {
            let (wanted, rest) = number(fact);
            (wanted.unwrap_or(1), wanted, rest)
        };
        let unattacked = rest.split(' ').any(|word| word == "unattacked");
        let other = rest.split(' ').any(|word| word == "other");
        let words: Vec<&str> =
            rest.split(' ').filter(|word| !["unattacked", "other"].contains(word)).collect();
        let words = words.join(" ");
        let (pieces, place) = ["in hand", "on", "around"]
            .iter()
            .find_map(|it| {
                words.split_once(&format!(" {it}")).map(|(a, b)| (a.to_owned(), format!("{it}{b}")))
            })
            .unwrap_or((words.clone(), String::new()));
        if place == "in hand" {
            let is_meant = |&(owner, kind): &(usize, usize)| {
                self.means(&pieces, side, &Unit::new(owner, kind), true)
            };
            let held = state.hands.iter().filter(|(piece, _)| is_meant(piece));
            let held: usize = held.map(|(_, count)| count).sum();
            let all = held + self.where_are(&pieces, state, side).len();
            return is_in_range(held, (least, most), all);
        }
        let mut cells = match pieces.as_str() {
            "empty" => {
                let cells = self.layout.cells();
                cells.filter(|cell| !state.pieces.contains_key(cell)).collect()
            }
            _ => self.where_are(&pieces, state, side),
        };
        if other && let Some(cell) = subject.cell {
            cells.remove(&cell);
        }
        let all = cells.len();
        if let Some(zone) = place.strip_prefix("on ") {
            cells = &cells & &self.cells(zone, side);
        } else if let Some(way) = place.strip_prefix("around ") {
            let around = subject.cell.map(|cell| self.leads(way, side, cell));
            cells = &cells & &around.unwrap_or_default();
        }
        if unattacked {
            cells.retain(|&cell| !self.is_attacked(state, cell, |unit| unit.side != side));
        }
        is_in_range(cells.len(), (least, most), all)
    }

    /// Whether a move does an act; `None` if the words are no act.
    fn does(&self, act: &str, state: &GameState, step: &GameStep, most: usize) -> Option<bool> {
        let side = state.to_move;
        let (act, by) = match act.split_once(" by ") {
            Some((act, by)) if !act.starts_with("gives") => (act, by),
            _ => (act, ""),
        };
        let is_mover = |unit: Unit| self.means(by, side, &unit, false);
        let by_such_a_piece = by.is_empty() || step.unit(state).is_some_and(is_mover);
        let (verb, rest) = act.split_once(' ').unwrap_or((act, ""));
        let ends_in = |cells: &BTreeSet<Cell>| step.goes() && cells.contains(&step.to);
        let starts_in = |cells: &BTreeSet<Cell>| step.goes() && cells.contains(&step.from);
        let is_meant =
            |words: &str, unit: &Unit| words.is_empty() || self.means(words, side, unit, false);
        let done = match verb {
            "moves" => match rest.strip_prefix("as ") {
                Some(way) => step.goes() && self.leads(way, side, step.from).contains(&step.to),
                None => step.goes(),
            },
            "captures" if rest == "most" => most > 0 && step.captures.len() == most,
            "captures" => {
                let (pieces, on) = match rest.strip_prefix("on ") {
                    Some(on) => ("", on),
                    None => rest.split_once(" on ").unwrap_or((rest, "")),
                };
                let on = (!on.is_empty()).then(|| self.cells(on, side));
                step.captures.iter().any(|cell| {
                    is_meant(pieces, &state.pieces[cell])
                        && on.as_ref().is_none_or(|on| on.contains(cell))
                })
            }
            "arrives" => {
                let cells = self.cells(rest.strip_prefix("on ").expect("cells"), side);
                ends_in(&cells) && !starts_in(&cells)
            }
            "starts" => starts_in(&self.cells(rest.strip_prefix("on ").expect("cells"), side)),
            "leaves" => {
                let cells = self.cells(rest, side);
                starts_in(&cells) && !ends_in(&cells)
            }
            "drops" => match step.kind {
                GameStepKind::Drops(owner, kind) => is_meant(rest, &Unit::new(owner, kind)),
                _ => false,
            },
            "castles" => match &step.kind {
                GameStepKind::Castles(name) => rest.is_empty() || rest == name,
                _ => false,
            },
            "crosses" => step.goes() && self.crosses(rest, side, step.from, step.to),
            "passes" => step.kind == GameStepKind::Passes,
            "promotes" => {
                let wanted = rest.strip_prefix("to ").unwrap_or("");
                step.promotion.is_some_and(|kind| is_meant(wanted, &Unit::new(side, kind)))
            }
            "gives" => {
                let (what, by) = rest.split_once(" by ").unwrap_or((rest, ""));
                let after = self.after_turn(state, step);
                self.gives_check(&after, side, by)
                    && (what == "check" || self.has_no_answer(&after))
            }
            state if self.state_bit(state).is_some() => return None,
            effect if self.tables(side, "effects").iter().any(|(name, _)| *name == effect) => {
                self.sets_off(state, step, effect)
            }
            _ => return None,
        };
        Some(by_such_a_piece && done)
    }

    /// Returns the cells of some places, seen from a move of a side that has been made.
    pub fn places(
        &self,
        words: &str,
        state: &GameState,
        step: &GameStep,
        mover: usize,
    ) -> BTreeSet<Cell> {
        let places = words.split(',').map(str::trim);
        places.flat_map(|place| self.place(place, state, step, mover)).collect()
    }

    fn place(&self, place: &str, state: &GameState, step: &GameStep, mover: usize) -> Vec<Cell> {
        let landing = (step.kind != GameStepKind::Passes).then_some(step.to);
        let line = self.line(step.from, step.to).filter(|_| step.goes());
        let (word, rest) = place.split_once(' ').unwrap_or((place, ""));
        let one = |cell: Option<Cell>| cell.into_iter().collect::<Vec<Cell>>();
        match (word, rest) {
            ("landing", _) => one(landing),
            ("start", _) => one(step.goes().then_some(step.from)),
            ("partner", "start") => one(step.displaced.map(|(from, _)| from)),
            ("partner", _) => one(step.displaced.map(|(_, to)| to)),
            ("captured", _) => step.captures.iter().copied().collect(),
            ("passed", _) => line.map(|(cells, _)| cells).unwrap_or_default(),
            ("beyond", _) => one(line.and_then(|(_, unit)| self.next(step.to, unit))),
            ("behind", _) => one(line.and_then(|(_, unit)| self.next(step.from, -unit))),
            ("around", way) => {
                let cells = landing.map(|cell| self.leads(way, mover, cell));
                cells.into_iter().flatten().collect()
            }
            ("between", rest) => {
                let (way, closing) = rest.split_once(' ').expect("pieces that close");
                let Some(landing) = landing else { return Vec::new() };
                let most = match way {
                    "W" | "F" | "K" => 1,
                    _ => way.trim_start_matches(char::is_alphabetic).parse().unwrap_or(usize::MAX),
                };
                let steps = self.directions(way, mover);
                let runs = steps.iter().map(|&unit| {
                    let mut run = Vec::new();
                    let mut here = self.next(landing, unit);
                    while let Some((cell, unit_there)) =
                        here.and_then(|cell| Some((cell, state.pieces.get(&cell)?)))
                    {
                        if self.means(closing, mover, unit_there, false) {
                            return if run.len() <= most { run } else { Vec::new() };
                        }
                        run.push(cell);
                        here = self.next(cell, unit).filter(|&next| next != landing);
                    }
                    Vec::new()
                });
                runs.flatten().collect()
            }
            ("corners", rest) => {
                let pieces = rest.strip_prefix("with ").expect("pieces");
                let Some(landing) = landing else { return Vec::new() };
                let a = self.layout.point(landing);
                let mut corners = Vec::new();
                for (&cell, unit) in &state.pieces {
                    let b = self.layout.point(cell);
                    let is_rectangle = a.board == b.board && a.at.x != b.at.x && a.at.y != b.at.y;
                    if is_rectangle && self.means(pieces, mover, unit, true) {
                        for (x, y) in [(a.at.x, b.at.y), (b.at.x, a.at.y)] {
                            let at = Vector::new(x, y, a.at.z);
                            corners.extend(self.layout.at(CellCoordinates { at, ..a }));
                        }
                    }
                }
                corners
            }
            _ => panic!("no place {place}"),
        }
    }
}

fn is_in_range(count: usize, (least, most): (usize, Option<usize>), all: usize) -> bool {
    match least {
        usize::MAX => count > 0 && count == all,
        _ => count >= least && most.is_none_or(|most| count <= most),
    }
}
