//! Legal moves, the parts of turns, check, restrictions and the end of a game.

use std::collections::BTreeSet;

use fairybook_core::geometry::Cell;
use toml::{Table, Value};

use super::game_facts::Subject;
use super::game_state::{GameMemory, GameState, GameStep, GameStepKind, PartsMade};
use super::game_words::{Unit, WordGame, text};

/// Why a game is over, the side concerned and what it means for that side.
pub type GameVerdict = (&'static str, usize, String);

impl WordGame {
    // ---- check ----

    fn royals(&self, state: &GameState, side: usize) -> Vec<Cell> {
        let is_own = |(_, unit): &(&Cell, &Unit)| unit.side == side && self.is_royal(unit);
        state.pieces.iter().filter(is_own).map(|(&cell, _)| cell).collect()
    }

    /// Whether a piece of some pieces could capture on a cell, at no cost of an own royal.
    pub fn is_attacked(&self, state: &GameState, at: Cell, by: impl Fn(&Unit) -> bool) -> bool {
        state.pieces.iter().any(|(&from, unit)| {
            let costs = |step: &GameStep| self.costs_own_royal(state, step, unit.side);
            let has_effects = self
                .tables(unit.side, "effects")
                .iter()
                .any(|(_, effect)| WordGame::is_set(effect, "attacks"));
            let strikes_by_effect = || {
                let turned = GameState { to_move: unit.side, ..state.clone() };
                let steps = self.own_steps(state, from);
                let strikes = |step: &GameStep| self.strikes_by_effect(&turned, step, at);
                let is_move = |step: &GameStep| step.from != step.to || !step.captures.is_empty();
                steps.iter().any(|step| is_move(step) && strikes(step) && !costs(step))
            };
            by(unit)
                && !state.out.contains(&unit.side)
                && (self.strikes(state, from, at).iter().any(|step| !costs(step))
                    || has_effects && state.pieces.contains_key(&at) && strikes_by_effect())
        })
    }

    fn costs_own_royal(&self, state: &GameState, step: &GameStep, side: usize) -> bool {
        let before = self.royals(state, side).len();
        if before == 0 || self.rules(side, "effects").is_empty() {
            return false;
        }
        let turned = GameState { to_move: side, ..state.clone() };
        let after = self.royals(&self.changed(&turned, step), side).len();
        !self.may_lose(before, after)
    }

    fn royal_words(&self) -> String {
        let words = self.rules(0, "check");
        if words.contains_key("royals") {
            text(words, "royals").to_owned()
        } else {
            "each".to_owned()
        }
    }

    /// Whether a side that had so many royals may be left with so many by its own move.
    fn may_lose(&self, before: usize, after: usize) -> bool {
        after >= before
            || match self.royal_words().as_str() {
                "each" => false,
                "all" => after > 0,
                last => before > last_count(last),
            }
    }

    /// Whether each of so many royals of a side counts, whatever is attacked.
    pub fn counts_last(&self, royals: usize) -> bool {
        text(self.rules(0, "check"), "by") != "none"
            && match self.royal_words().as_str() {
                "each" => true,
                "all" => royals == 1,
                last => royals <= last_count(last),
            }
    }

    /// Whether attacks on one royal matter, if these are attacked.
    fn counts(&self, royals: &[Cell], royal: Cell, is_attacked: &dyn Fn(Cell) -> bool) -> bool {
        match self.royal_words().as_str() {
            "each" => true,
            "all" => royals.iter().all(|&other| other == royal || is_attacked(other)),
            last => royals.len() <= last_count(last),
        }
    }

    fn endangers(
        &self,
        state: &GameState,
        side: usize,
        is_attacked: &dyn Fn(Cell) -> bool,
    ) -> bool {
        let royals = self.royals(state, side);
        royals.iter().any(|&royal| is_attacked(royal) && self.counts(&royals, royal, is_attacked))
    }

    /// Whether a side is in check.
    pub fn in_check(&self, state: &GameState, side: usize) -> bool {
        text(self.rules(0, "check"), "by") != "none"
            && self
                .endangers(state, side, &|at| self.is_attacked(state, at, |unit| unit.side != side))
    }

    /// Whether pieces of a side, of those that words name, attack an enemy's royal that counts.
    pub fn gives_check(&self, state: &GameState, side: usize, by: &str) -> bool {
        let is_meant =
            |unit: &Unit| unit.side == side && (by.is_empty() || self.means(by, side, unit, false));
        (0..self.sides.len()).any(|enemy| {
            let is_attacked = |at| self.is_attacked(state, at, is_meant);
            enemy != side && self.sides[enemy].plays && self.endangers(state, enemy, &is_attacked)
        })
    }

    // ---- legal moves ----

    /// Returns all legal moves, or legal moves of the next part of a turn. None at the end of the game.
    pub fn legal(&self, state: &GameState) -> BTreeSet<GameStep> {
        if state.progress.is_none() && self.board_end(state).is_some() {
            return BTreeSet::new();
        }
        let mut steps = self.unrestricted(state);
        steps.retain(|step| !self.is_forbidden_mate(state, step));
        let steps = self.restricted(state, steps.into_iter().collect());
        if steps.is_empty() && self.result_without_moves(state).1 == "passes" {
            return [GameStep::new(GameStepKind::Passes, Cell(0), Cell(0))].into();
        }
        steps.into_iter().collect()
    }

    /// What it would mean that the side to move has no legal move.
    fn result_without_moves(&self, state: &GameState) -> (&'static str, &str) {
        let ends = self.rules(state.to_move, "ends");
        let reason = if self.in_check(state, state.to_move) { "checkmate" } else { "stalemate" };
        (reason, text(ends, reason))
    }

    fn unrestricted(&self, state: &GameState) -> BTreeSet<GameStep> {
        let mut steps = self.candidates(state);
        steps.retain(|step| self.is_legal(state, step));
        steps
    }

    fn is_legal(&self, state: &GameState, step: &GameStep) -> bool {
        if let GameStepKind::Castles(_) = step.kind
            && !self.castles_safely(state, step)
        {
            return false;
        }
        if self.is_barred(state, step) {
            return false;
        }
        let late = text(self.rules(0, "check"), "tested") == "end of turn";
        if !late && !self.is_safe_after(state, step) {
            return false;
        }
        let within = self.within_turn(state, step);
        if within.as_ref().is_some_and(|within| !self.can_go_on(within, |_| true)) {
            return false;
        }
        !late || within.is_some() || self.is_safe_after(state, step)
    }

    fn may_mate(&self, side: usize, kind: usize) -> bool {
        let words = self.drop_words(side, kind);
        words.get("mates").and_then(Value::as_bool) != Some(false)
    }

    /// Whether a move is a drop that may not give checkmate, and gives it.
    fn is_forbidden_mate(&self, state: &GameState, step: &GameStep) -> bool {
        matches!(step.kind, GameStepKind::Drops(owner, kind) if !self.may_mate(owner, kind))
            && self.has_no_answer(&self.after_turn(state, step))
    }

    /// Whether one of some moves is legal in a turn that is not finished.
    fn can_go_on(&self, state: &GameState, is_meant: impl Fn(&GameStep) -> bool) -> bool {
        let side = state.to_move;
        let mut kinds = 0..self.kinds.len();
        let has_no_rules = self.rules(side, "restrictions").is_empty()
            && kinds.all(|kind| self.may_mate(side, kind));
        match has_no_rules || state.judging {
            true => {
                let steps = self.candidates(state);
                steps.iter().any(|step| is_meant(step) && self.is_legal(state, step))
            }
            false => self.legal(state).iter().any(is_meant),
        }
    }

    fn is_safe_after(&self, state: &GameState, step: &GameStep) -> bool {
        let side = state.to_move;
        let royals = self.royals(state, side).len();
        if text(self.rules(0, "check"), "by") == "none" {
            return true;
        }
        let at_each_stage = text(self.rules(0, "check"), "tested") == "each stage";
        if at_each_stage {
            let moved = self.moved(state, step);
            let board = |cell| self.layout.point(cell).board;
            let is_exposed = |at| {
                board(at) == board(step.to)
                    && self.is_attacked(&moved, at, |unit| unit.side != side)
            };
            if self.endangers(&moved, side, &is_exposed) {
                return false;
            }
        }
        let changed = self.changed(state, step);
        if !self.may_lose(royals, self.royals(&changed, side).len()) {
            return false;
        }
        let ends_game = || {
            let mut sides = (0..self.sides.len()).filter(|&it| it != side && self.sides[it].plays);
            let is_gone = |it: usize| self.royals(&changed, it).is_empty();
            !step.captures.is_empty()
                && self.first_extinct(&changed, side).is_some_and(|it| it != side && is_gone(it))
                && sides.any(is_gone)
        };
        !self.in_check(&changed, side) || ends_game()
    }

    /// Whether a royal that counts castles neither out of check nor through it.
    fn castles_safely(&self, state: &GameState, step: &GameStep) -> bool {
        let royal = state.pieces[&step.from];
        let side = royal.side;
        if !self.is_royal(&royal) || text(self.rules(0, "check"), "by") == "none" {
            return true;
        }
        let attacked = |state: &GameState, at| self.is_attacked(state, at, |it| it.side != side);
        let royals = self.royals(state, side);
        if !self.counts(&royals, step.from, &|at| attacked(state, at)) {
            return true;
        }
        let mut way = vec![step.from];
        way.extend(self.line(step.from, step.to).into_iter().flat_map(|(cells, _)| cells));
        way.push(step.to);
        way.into_iter().all(|cell| {
            let mut there = state.clone();
            there.pieces.remove(&step.from);
            if there.pieces.contains_key(&cell) {
                return true;
            }
            there.pieces.insert(cell, royal);
            !attacked(&there, cell)
        })
    }

    fn restricted(&self, state: &GameState, mut steps: Vec<GameStep>) -> Vec<GameStep> {
        let side = state.to_move;
        for (_, rule) in self.tables(side, "restrictions") {
            let must = rule.contains_key("must");
            let words = text(rule, if must { "must" } else { "never" });
            let most = steps.iter().map(|step| step.captures.len()).max().unwrap_or(0);
            let done = steps.iter().filter(|step| self.happens(words, state, step, most));
            let done: BTreeSet<GameStep> = done.cloned().collect();
            if !done.is_empty() {
                steps.retain(|step| done.contains(step) == must);
            }
        }
        steps
    }

    /// Whether the side to move is in check and has no answer, restrictions apart.
    pub fn has_no_answer(&self, state: &GameState) -> bool {
        let judged = GameState { judging: true, ..state.clone() };
        self.in_check(state, state.to_move) && self.unrestricted(&judged).is_empty()
    }

    // ---- turns ----

    /// Returns the index of the part of a turn that is to be made, if turns have parts.
    pub fn part_due(&self, state: &GameState) -> Option<usize> {
        match &state.progress {
            Some(progress) => Some(progress.part),
            None => (0..self.rules(state.to_move, "turn-parts").len())
                .find(|&part| self.is_due(state, part, None)),
        }
    }

    fn times(&self, state: &GameState, rule: &Table) -> usize {
        let number = |key: &str| rule.get(key).and_then(Value::as_integer).map(|it| it as usize);
        let times = number("times").unwrap_or(1);
        match number("first-turn") {
            Some(first) if state.turns == 0 => first,
            _ if WordGame::is_set(rule, "growing") => times + state.turns,
            _ => times,
        }
    }

    fn is_due(&self, state: &GameState, part: usize, progress: Option<&PartsMade>) -> bool {
        let side = state.to_move;
        let Some((_, rule)) = self.tables(side, "turn-parts").into_iter().nth(part) else {
            return false;
        };
        let last = progress.and_then(|progress| progress.moved.last());
        let unit = last.and_then(|(cell, _)| state.pieces.get(cell));
        let by = text(rule, "by");
        let subject = Subject {
            side,
            cell: last.map(|&(cell, _)| cell),
            had_moved: last.map(|&(_, had_moved)| had_moved),
        };
        self.times(state, rule) > 0
            && (by.is_empty() || unit.is_some_and(|unit| self.means(by, side, unit, false)))
            && self.holds(text(rule, "if"), state, subject)
    }

    /// Returns the position after a move. If other parts of the turn follow, the side stays to move.
    pub fn after(&self, state: &GameState, step: &GameStep) -> GameState {
        match self.within_turn(state, step) {
            Some(within) => within,
            None => {
                let after = self.without_losers(self.after_turn(state, step), state.to_move);
                self.remembering(state, after)
            }
        }
    }

    /// What must be the same in a repeated position: the pieces, the hands, the rights, the side to move.
    fn bare(&self, state: &GameState) -> GameState {
        let mut bare = GameState { memory: GameMemory::default(), turns: 0, ..state.clone() };
        bare.pieces.values_mut().for_each(|unit| unit.moved = false);
        bare
    }

    /// Keeps the position before a turn in mind, if repetitions count.
    fn remembering(&self, before: &GameState, mut after: GameState) -> GameState {
        if self.rules(0, "ends").contains_key("repetition") {
            after.memory.seen.push(self.bare(before));
        }
        after
    }

    fn within_turn(&self, state: &GameState, step: &GameStep) -> Option<GameState> {
        let part = self.part_due(state)?;
        let side = state.to_move;
        let rules: Vec<&Table> =
            self.tables(side, "turn-parts").into_iter().map(|(_, rule)| rule).collect();
        let skips = step.kind == GameStepKind::Passes;
        let until = text(rules[part], "until");
        if !skips && self.happens(until, state, step, 0) {
            return None;
        }
        let mut progress = state.progress.clone().unwrap_or_else(|| PartsMade {
            part,
            times: 0,
            last: step.clone(),
            moved: Vec::new(),
        });
        if !skips {
            let known = progress.moved.iter().find(|(cell, _)| *cell == step.from);
            let drops = matches!(step.kind, GameStepKind::Drops(..));
            let moved = || drops || state.pieces[&step.from].moved;
            let had_moved = known.map_or_else(moved, |&(_, had_moved)| had_moved);
            let is_there = |cell: Cell| cell != step.from && !step.captures.contains(&cell);
            progress.moved.retain(|&(cell, _)| is_there(cell));
            progress.moved.push((step.to, had_moved));
            progress.last = step.clone();
            progress.times += 1;
        }
        if skips || progress.times >= self.times(state, rules[part]) {
            progress.part += 1;
            progress.times = 0;
        }
        let mut after = self.changed(state, step);
        after.passed.retain(|(_, victim, _)| *victim != step.from || *victim == step.to);
        self.remember(&mut after, step, side);
        while progress.part < rules.len() {
            if progress.times > 0 || self.is_due(&after, progress.part, Some(&progress)) {
                after.progress = Some(progress.clone());
                let is_optional = WordGame::is_set(rules[progress.part], "optional");
                let is_no_pass = |step: &GameStep| step.kind != GameStepKind::Passes;
                if !is_optional || self.can_go_on(&after, is_no_pass) {
                    return Some(after);
                }
            }
            progress.part += 1;
            progress.times = 0;
        }
        None
    }

    fn remember(&self, after: &mut GameState, step: &GameStep, side: usize) {
        if let GameStepKind::Castles(name) = &step.kind {
            after.memory.castled.insert((side, name.clone()));
        }
        let other = step.displaced.map(|(from, _)| from);
        let left = step.goes().then_some((side, [Some(step.from), other]));
        after.memory.left = left.map(|(side, cells)| (side, cells.into_iter().flatten().collect()));
    }

    /// Returns the position after the last move of a turn.
    pub fn after_turn(&self, state: &GameState, step: &GameStep) -> GameState {
        let side = state.to_move;
        let mut after = self.changed(state, step);
        after.progress = None;
        after.turns += 1;
        self.remove_after_move(state, &mut after);
        self.remember(&mut after, step, side);
        let gives_check = self.counts_checks && self.gives_check(&after, side, "");
        *after.memory.checks.entry(side).or_default() += usize::from(gives_check);
        let in_succession = after.memory.checks_in_succession.entry(side).or_default();
        *in_succession = if gives_check { *in_succession + 1 } else { 0 };
        after.to_move = self.after_side(&after, side);
        let next = after.to_move;
        after.passed.retain(|(_, _, owner)| *owner != next);
        let subject = Subject { side, cell: None, had_moved: None };
        for (name, end) in self.tables(side, "end-conditions") {
            let key = (side, name.clone());
            match self.holds(text(end, "if"), &after, subject) {
                true => after.memory.pending.insert(key),
                false => after.memory.pending.remove(&key),
            };
        }
        after
    }

    // ---- the end ----

    /// The sides that play, the side that moved last first.
    fn mover_first(&self, state: &GameState) -> Vec<usize> {
        let count = self.sides.len();
        let before = (1..=count).map(|distance| (state.to_move + count - distance) % count);
        let mover = before.into_iter().find(|&side| self.plays(state, side)).expect("a side plays");
        let sides = (0..count).map(|distance| (mover + distance) % count);
        sides.filter(|&side| self.plays(state, side)).collect()
    }

    /// The first side from one on that has none left of some pieces.
    fn first_extinct(&self, state: &GameState, from: usize) -> Option<usize> {
        let count = self.sides.len();
        let mut sides = (0..count).map(|distance| (from + distance) % count);
        sides.find(|&it| self.plays(state, it) && self.extinction_of(state, it).is_some())
    }

    /// The result for a side that has none left of some pieces.
    fn extinction_of(&self, state: &GameState, side: usize) -> Option<String> {
        let rule = self.rules(side, "ends.extinction");
        if rule.is_empty() {
            let result = text(self.rules(0, "ends"), "checkmate");
            let is_lost = self.effects_take_royals() && self.royals(state, side).is_empty();
            return is_lost.then(|| result.to_owned());
        }
        let is_meant =
            |unit: &Unit| unit.side == side && self.means(text(rule, "pieces"), side, unit, false);
        (!state.pieces.values().any(is_meant)).then(|| text(rule, "result").to_owned())
    }

    /// The result for a side that has one of some pieces on one of some cells.
    fn goal_of(&self, state: &GameState, side: usize) -> Option<String> {
        let rule = self.rules(side, "ends.goal");
        let cells = self.cells(text(rule, "at"), side);
        let is_meant = |(cell, unit): (&Cell, &Unit)| {
            unit.side == side
                && cells.contains(cell)
                && self.means(text(rule, "pieces"), side, unit, false)
        };
        let is_reached = !rule.is_empty() && state.pieces.iter().any(is_meant);
        is_reached.then(|| text(rule, "result").to_owned())
    }

    /// Whether a side can lose its last royal by an effect, and has the result of checkmate then.
    fn effects_take_royals(&self) -> bool {
        const OWN_PLACES: [&str; 5] = ["landing", "start", "partner", "partner start", "captured"];
        const VERBS: [&str; 4] = ["captured", "removed", "becomes", "joins"];
        let players = || (0..self.sides.len()).filter(|&side| self.sides[side].plays);
        let has_own_ends = |side| self.has_own(side, "ends");
        let ends = self.rules(0, "ends");
        if text(self.rules(0, "check"), "by") == "none"
            || ends.contains_key("extinction")
            || players().any(has_own_ends)
            || !["loses", "eliminated"].contains(&text(ends, "checkmate"))
        {
            return false;
        }
        players().any(|mover| {
            self.tables(mover, "effects").iter().any(|(_, effect)| {
                let mut places = text(effect, "at").split(',').map(str::trim);
                let mut verbs = text(effect, "does").split(',').map(str::trim);
                let takes = |verb: &str| {
                    let first = verb.split(' ').next().unwrap_or("");
                    VERBS.contains(&first) && verb != "becomes unpromoted"
                };
                let pieces = text(effect, "pieces");
                let kinds = 0..self.kinds.len();
                let mut royals =
                    kinds.flat_map(|kind| players().map(move |it| Unit::new(it, kind)));
                places.any(|place| !OWN_PLACES.contains(&place))
                    && (verbs.any(takes) || text(effect, "full") == "removed")
                    && royals.any(|unit| {
                        unit.side != mover
                            && self.is_royal(&unit)
                            && (pieces.is_empty() || self.means(pieces, mover, &unit, false))
                    })
            })
        })
    }

    /// Returns the end of the game that the pieces decide.
    fn board_end(&self, state: &GameState) -> Option<GameVerdict> {
        let survivor = || self.survivor(state);
        let first = || self.board_ends(state).map(|(sides, result)| (sides[0], result));
        survivor().or_else(first).map(|(side, result)| ("board", side, result))
    }

    /// Returns the sides of which the first rule about the pieces is true, and its result for them.
    pub fn board_ends(&self, state: &GameState) -> Option<(Vec<usize>, String)> {
        let sides = self.mover_first(state);
        // A side with end conditions of its own has all of them for itself.
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for side in (0..self.sides.len()).filter(|&side| self.plays(state, side)) {
            let is_common = |group: &&mut Vec<usize>| !self.has_own(group[0], "end-conditions");
            match groups.iter_mut().find(is_common) {
                Some(group) if !self.has_own(side, "end-conditions") => group.push(side),
                _ => groups.push(vec![side]),
            }
        }
        for group in groups {
            for (name, end) in self.tables(group[0], "end-conditions") {
                let is_true = |side: &usize| {
                    let subject = Subject { side: *side, cell: None, had_moved: None };
                    let is_due = match text(end, "when") {
                        "next own turn" => {
                            let pending = (*side, name.clone());
                            *side == state.to_move && state.memory.pending.contains(&pending)
                        }
                        "end of round" => {
                            (0..self.sides.len()).find(|&it| self.plays(state, it))
                                == Some(state.to_move)
                        }
                        _ => true,
                    };
                    group.contains(side) && is_due && self.holds(text(end, "if"), state, subject)
                };
                let reached: Vec<usize> = sides.iter().copied().filter(is_true).collect();
                if !reached.is_empty() {
                    let tie = reached.len() > 1 && end.contains_key("tie");
                    let result = text(end, if tie { "tie" } else { "result" });
                    return Some((reached, result.to_owned()));
                }
            }
        }
        let group = |result_of: &dyn Fn(usize) -> Option<String>| {
            let result = sides.iter().find_map(|&side| result_of(side))?;
            let is_same = |side: &usize| result_of(*side).as_ref() == Some(&result);
            Some((sides.iter().copied().filter(is_same).collect(), result))
        };
        group(&|side| self.extinction_of(state, side))
            .or_else(|| group(&|side| self.goal_of(state, side)))
    }

    /// Returns the end of the game, if it is over. Repetitions and counts of moves are not asked for.
    pub fn end(&self, state: &GameState) -> Option<GameVerdict> {
        if state.progress.is_some() {
            return None;
        }
        self.board_end(state)
            .or_else(|| self.end_without_moves(state))
            .or_else(|| self.repetition(state))
    }

    /// Returns the end by repetition.
    fn repetition(&self, state: &GameState) -> Option<GameVerdict> {
        let rule = self.rules(0, "ends.repetition");
        let times = rule.get("times").and_then(Value::as_integer)? as usize;
        let bare = self.bare(state);
        let seen = state.memory.seen.iter().filter(|it| **it == bare).count();
        let is_over = seen + 1 >= times;
        is_over.then(|| ("repetition", state.to_move, text(rule, "result").to_owned()))
    }

    /// Returns what it means that the side to move has no legal move; `None` if it has one.
    pub fn end_without_moves(&self, state: &GameState) -> Option<GameVerdict> {
        if !self.legal(state).is_empty() {
            return None;
        }
        let (reason, result) = self.result_without_moves(state);
        (!result.is_empty()).then(|| (reason, state.to_move, result.to_owned()))
    }
}

fn last_count(words: &str) -> usize {
    words.strip_prefix("last").map_or(1, |rest| rest.trim().parse().unwrap_or(1))
}
