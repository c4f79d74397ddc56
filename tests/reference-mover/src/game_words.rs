//! Definitions read word by word: tables stay text until a question is asked of them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use fairybook_core::geometry::{Cell, Layout, Orientation, Seat, SeatPart, Vector};
use fairybook_core::notation::{Atom, Betza, Term, parse};
use toml::{Table, Value};

use super::context::{MoveContext, Occupant, step_on};
use super::continuations::first_steps;
use super::reach::{ReferenceReach, reach};
use super::steps::leg_steps;

/// A game as its definition says it. It must name each piece, and may not be based on another game.
///
/// Named tables are read in the order of their names, those of the game before those of one side.
pub struct WordGame {
    /// The boards.
    pub layout: Arc<Layout>,
    /// The sides, in order of play.
    pub sides: Vec<WordSide>,
    /// The ids of the piece types.
    pub kinds: Vec<String>,
    root: Table,
    /// Whether a condition asks for checks that were given.
    pub counts_checks: bool,
    /// Whether some end eliminates a side.
    pub eliminates: bool,
    /// The cells of words that were read before.
    known_cells: RefCell<BTreeMap<KnownCells, BTreeSet<Cell>>>,
}

/// Words, the side that reads them, and the cell from which they lead, if they are a notation.
type KnownCells = (String, usize, Option<Cell>);

/// Straight lines along which a piece moves: so many steps at most, to what it finds there.
#[derive(Debug, Clone)]
pub struct PlainLine {
    /// The step on the board.
    pub step: Vector,
    /// The most steps.
    pub range: usize,
    /// Whether it may end on an empty cell.
    pub quiet: bool,
    /// Whether it may capture where it ends.
    pub capture: bool,
    /// Whether it may capture en passant.
    pub en_passant: bool,
}

/// How a piece type of a side moves.
pub struct WordMoves {
    /// Whether it is royal.
    pub royal: bool,
    /// Its notation.
    pub betza: Betza,
    /// The same as lines, if the notation says no more.
    pub lines: Option<Vec<PlainLine>>,
    /// Its further ways of moving.
    pub ways: Vec<WordWay>,
}

/// An item of `moves`.
pub struct WordWay {
    /// Its notation.
    pub betza: Betza,
    /// The same as lines, if the notation says no more.
    pub lines: Option<Vec<PlainLine>>,
    /// The pieces over which it slides on.
    pub jumps_over: String,
    /// `may`, `must` or nothing.
    pub again: String,
    /// How far away it captures after a move.
    pub shoot: Option<Betza>,
    /// How far away it swaps with friends.
    pub swap: Option<Betza>,
    /// Pairs of cells that it connects.
    pub links: String,
    /// The only pieces that it captures; nothing is all.
    pub captures: String,
    /// The borders that it may not cross.
    pub not_crossing: String,
}

/// A side, and the whole definition as this side reads it.
pub struct WordSide {
    /// The id of the side.
    pub id: String,
    /// Whether it has turns.
    pub plays: bool,
    /// How steps of its pieces lie on the board.
    pub frame: Orientation,
    seat: Seat,
    rules: Table,
    captures: String,
    moved_by: String,
    /// For each piece type, how it moves.
    pub kinds: Vec<WordMoves>,
}

/// A piece on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unit {
    /// The index of its side.
    pub side: usize,
    /// The index of its type.
    pub kind: usize,
    /// Whether it has moved.
    pub moved: bool,
    /// The type that it had before promotion, if hands ask for it.
    pub was: Option<usize>,
    /// Bit n: it has the state of that number, by name.
    pub states: u16,
}

impl Unit {
    /// Returns a piece that has not moved.
    pub fn new(side: usize, kind: usize) -> Unit {
        Unit { side, kind, moved: false, was: None, states: 0 }
    }
}

/// Returns a text of a table, or the empty text.
pub fn text<'t>(table: &'t Table, key: &str) -> &'t str {
    table.get(key).and_then(Value::as_str).unwrap_or("")
}

static NO_TABLE: LazyLock<Table> = LazyLock::new(Table::new);

/// Returns the table at a path of keys with dots between, or an empty one.
pub fn table_at<'t>(table: &'t Table, path: &str) -> &'t Table {
    path.split('.')
        .fold(table, |here, key| here.get(key).and_then(Value::as_table).unwrap_or(&NO_TABLE))
}

/// Removes what is at a path of keys with dots between.
pub fn without(table: &mut Table, path: &str) {
    match path.split_once('.') {
        None => drop(table.remove(path)),
        Some((first, rest)) => {
            if let Some(Value::Table(inner)) = table.get_mut(first) {
                without(inner, rest);
            }
        }
    }
}

/// Puts tables over others, key by key.
pub fn lay_over(lower: &mut Table, upper: &Table) {
    for (key, value) in upper {
        match (lower.get_mut(key), value) {
            (Some(Value::Table(lower)), Value::Table(upper)) => lay_over(lower, upper),
            _ => drop(lower.insert(key.clone(), value.clone())),
        }
    }
}

impl WordGame {
    /// Takes over the tables of a definition. `sides` has the ids of the sides in order of play.
    pub fn of(root: Table, layout: Arc<Layout>, sides: &[&str]) -> WordGame {
        let kinds: Vec<String> = table_at(&root, "pieces").keys().cloned().collect();
        let tiling = layout.board(0).tiling;
        let side = |id: &&str| {
            let own = table_at(&root, &format!("sides.{id}")).clone();
            let mut parts = Vec::new();
            for part in text(&own, "seat").split(',').map(str::trim).filter(|it| !it.is_empty()) {
                parts.push(match part.split_once(' ') {
                    Some(("turn", degrees)) => SeatPart::Turn(degrees.parse().expect("degrees")),
                    Some((_, "files")) => SeatPart::FlipFiles,
                    _ => SeatPart::FlipRanks,
                });
            }
            let seat = Seat { parts };
            let mut rules = root.clone();
            text(&own, "without").split(' ').for_each(|path| without(&mut rules, path));
            lay_over(&mut rules, &own);
            let kind = |kind: &String| {
                let words = table_at(&rules, &format!("pieces.{kind}"));
                let royal = words.get("royal").and_then(Value::as_bool).unwrap_or(false);
                let betza = notation(text(words, "move"));
                let frame = Orientation::FIRST.after_seat(&seat, tiling);
                let lines = |betza: &Betza| {
                    let lines = betza.terms.iter().map(|term| plain_lines(term, frame, &layout));
                    lines.collect::<Option<Vec<_>>>().map(|lines| lines.concat())
                };
                let items = words.get("moves").and_then(Value::as_array).into_iter().flatten();
                let way = |item: &Value| {
                    let item = item.as_table().expect("a table");
                    let betza = notation(text(item, "move"));
                    let word = |key| text(item, key).to_owned();
                    let betza_of = |key| item.get(key).and_then(Value::as_str).map(notation);
                    WordWay {
                        lines: lines(&betza),
                        betza,
                        jumps_over: word("jumps-over"),
                        again: word("again"),
                        shoot: betza_of("shoot"),
                        swap: betza_of("swap"),
                        links: word("links"),
                        captures: word("captures"),
                        not_crossing: word("not-crossing"),
                    }
                };
                let ways = items.map(way).collect();
                WordMoves { royal, lines: lines(&betza), betza, ways }
            };
            let kinds = kinds.iter().map(kind).collect();
            WordSide {
                id: (*id).to_owned(),
                plays: !own.contains_key("moved-by"),
                frame: Orientation::FIRST.after_seat(&seat, tiling),
                seat,
                captures: text(&own, "captures").to_owned(),
                moved_by: text(&own, "moved-by").to_owned(),
                kinds,
                rules,
            }
        };
        let sides = sides.iter().map(side).collect();
        let counts_checks = root.to_string().contains("given ");
        let eliminates = root.to_string().contains("\"eliminated\"");
        let known_cells = RefCell::default();
        WordGame { layout, sides, kinds, root, counts_checks, eliminates, known_cells }
    }

    /// Returns a table of the definition as a side reads it.
    pub fn rules(&self, side: usize, path: &str) -> &Table {
        table_at(&self.sides[side].rules, path)
    }

    /// Returns the tables of a list of tables.
    pub fn list(&self, key: &str) -> Vec<&Table> {
        let list = self.root.get(key).and_then(Value::as_array).into_iter().flatten();
        list.filter_map(Value::as_table).collect()
    }

    /// Returns the tables in a table, as a side reads them.
    pub fn tables(&self, side: usize, path: &str) -> Vec<(&String, &Table)> {
        let tables = self.rules(side, path).iter();
        let tables = tables.filter_map(|(name, value)| Some((name, value.as_table()?)));
        let of_game = table_at(&self.root, path);
        let (mut first, own): (Vec<_>, Vec<_>) =
            tables.partition(|(name, _)| of_game.contains_key(*name));
        first.extend(own);
        first
    }

    /// Whether a side has a table of its own, or leaves out parts of it.
    pub fn has_own(&self, side: usize, table: &str) -> bool {
        let own = self.rules(side, &format!("sides.{}", self.sides[side].id));
        let is_part = |path: &str| path.split('.').next() == Some(table);
        own.contains_key(table) || text(own, "without").split(' ').any(is_part)
    }

    /// Returns the index of a side that words name, seen from another.
    pub fn side_of(&self, words: &str, viewer: usize) -> usize {
        let enemy = || (0..self.sides.len()).find(|&side| side != viewer && self.sides[side].plays);
        match words {
            "own" | "mover" => viewer,
            "next" => {
                let count = self.sides.len();
                let mut others = (1..count).map(|distance| (viewer + distance) % count);
                others.find(|&side| self.sides[side].plays).expect("there are two sides")
            }
            "enemy" => enemy().expect("there are two sides"),
            id => {
                let named = self.sides.iter().position(|side| side.id == id);
                named.unwrap_or_else(|| panic!("no side {id}"))
            }
        }
    }

    /// Returns the index of a piece type.
    pub fn kind(&self, id: &str) -> usize {
        self.kinds.iter().position(|kind| kind == id).unwrap_or_else(|| panic!("no piece {id}"))
    }

    /// Returns the cells that words mean for a side: `rank 2`, `file a`, `a1 b2`, with commas.
    pub fn cells(&self, words: &str, side: usize) -> BTreeSet<Cell> {
        self.known((words.to_owned(), side, None), || self.read_cells(words, side))
    }

    fn known(&self, key: KnownCells, read: impl FnOnce() -> BTreeSet<Cell>) -> BTreeSet<Cell> {
        let known = self.known_cells.borrow().get(&key).cloned();
        known.unwrap_or_else(|| {
            let cells = read();
            self.known_cells.borrow_mut().insert(key, cells.clone());
            cells
        })
    }

    fn read_cells(&self, words: &str, side: usize) -> BTreeSet<Cell> {
        let mut cells = BTreeSet::new();
        for part in words.split(',') {
            if let Some((all, others)) = part.split_once(" but ") {
                cells.extend(&self.cells(all, side) - &self.cells(others, side));
                continue;
            }
            if let Some(kind) = part.trim().strip_prefix("start of ") {
                cells.extend(self.initial_cells(side, self.kind(kind)));
                continue;
            }
            let (part, viewer) = match part.trim().split_once(" of ") {
                Some((part, owner)) => (part, self.side_of(owner, side)),
                None => (part.trim(), side),
            };
            let (first, rest) = part.split_once(' ').unwrap_or((part, ""));
            let (least, most) = rest.split_once('-').unwrap_or((rest, rest));
            let is_between = |axis: &str, name: &str| match axis {
                "rank" | "ranks" => {
                    let number = |text: &str| text.parse::<u8>().ok();
                    let rank = number(name.trim_start_matches(char::is_alphabetic));
                    rank >= number(least) && rank <= number(most)
                }
                _ => {
                    let file = name.trim_end_matches(char::is_numeric);
                    (file.len(), file) >= (least.len(), least)
                        && (file.len(), file) <= (most.len(), most)
                }
            };
            let meant: BTreeSet<Cell> = match first {
                "rank" | "ranks" | "file" | "files" => {
                    // Without the name of a board these are cells of the first one.
                    let is_meant = |cell: &Cell| {
                        self.layout.point(*cell).board == 0
                            && is_between(first, self.layout.name_on_board(*cell))
                    };
                    self.layout.cells().filter(is_meant).collect()
                }
                "any" => self.layout.cells().collect(),
                "far" => {
                    let is_last = |cell: &Cell| self.next(*cell, Vector::new(0, 1, 0)).is_none();
                    self.layout.cells().filter(is_last).collect()
                }
                _ => part.split_whitespace().flat_map(|name| self.cells_of_name(name)).collect(),
            };
            let seat = &self.sides[viewer].seat;
            cells.extend(meant.into_iter().filter_map(|cell| seat.cell(&self.layout, cell)));
        }
        cells
    }

    /// Returns the cell that the first side sees where a side sees another.
    pub fn seen_from_seat(&self, side: usize, cell: Cell) -> Cell {
        let seat = &self.sides[side].seat;
        let mut cells = self.layout.cells();
        cells.find(|&it| seat.cell(&self.layout, it) == Some(cell)).unwrap_or(cell)
    }

    /// Returns the cell of a name, or all from one cell to another: `b1`, `b1-f5`.
    fn cells_of_name(&self, name: &str) -> Vec<Cell> {
        let Some((from, to)) = name.split_once('-') else { return vec![self.cell(name)] };
        let (from, to) = (self.cell(from), self.cell(to));
        let between = self.line(from, to).map(|(cells, _)| cells);
        [vec![from, to], between.unwrap_or_default()].concat()
    }

    /// Returns the cells on which pieces of a type stand when the game begins.
    pub fn initial_cells(&self, side: usize, kind: usize) -> BTreeSet<Cell> {
        let setups = ["setup.each".to_owned(), format!("setup.{}", self.sides[side].id)];
        let cells = setups
            .iter()
            .flat_map(|setup| self.cells(text(self.rules(0, setup), &self.kinds[kind]), side));
        cells.collect()
    }

    /// Returns the cell of that name.
    pub fn cell(&self, name: &str) -> Cell {
        self.layout.find(name).unwrap_or_else(|| panic!("no cell {name}"))
    }

    /// Whether words mean a piece, seen from a side. In conditions a type alone is the side's own.
    pub fn means(&self, words: &str, viewer: usize, unit: &Unit, in_condition: bool) -> bool {
        let mut lists = words.split(" but ");
        let included = lists.next().unwrap_or_default();
        self.group_means(included, viewer, unit, in_condition)
            && !lists.any(|list| self.group_means(list, viewer, unit, false))
    }

    fn group_means(&self, words: &str, viewer: usize, unit: &Unit, in_condition: bool) -> bool {
        let (words, owner) = match words.split_once(" of ") {
            Some((words, owner)) => (words, Some(self.side_of(owner, viewer))),
            None => (words, None),
        };
        let owner = owner.or(in_condition.then_some(viewer));
        let is_owned = owner.is_none_or(|owner| unit.side == owner);
        words.split([' ', ',']).any(|word| match word {
            "" => false,
            "any" => is_owned,
            "royal" => is_owned && self.is_royal(unit),
            "own" => unit.side == viewer,
            "enemy" => unit.side != viewer,
            id => match self.sides.iter().position(|side| side.id == id) {
                Some(side) => unit.side == side,
                None => is_owned && self.kinds[unit.kind] == id,
            },
        })
    }

    /// Whether a piece is subject to check.
    pub fn is_royal(&self, unit: &Unit) -> bool {
        self.sides[unit.side].kinds[unit.kind].royal
    }

    /// Whether a side moves the pieces of another, or its own.
    pub fn moves_pieces_of(&self, side: usize, owner: usize) -> bool {
        match self.sides[owner].moved_by.as_str() {
            "" => side == owner,
            ids => ids.split(' ').any(|id| id == self.sides[side].id),
        }
    }

    /// Whether pieces of a side may capture a piece.
    pub fn may_capture(&self, side: usize, unit: &Unit) -> bool {
        match self.sides[side].captures.as_str() {
            "" => unit.side != side,
            words => self.means(words, side, unit, false),
        }
    }

    /// Returns where a notation of a side leads from a cell on empty boards.
    pub fn leads(&self, words: &str, side: usize, from: Cell) -> BTreeSet<Cell> {
        self.known((words.to_owned(), side, Some(from)), || {
            self.reached(&notation(words), side, (from, false), &|_| None, &[]).quiet
        })
    }

    /// Asks for the moves of a piece by a notation.
    pub fn reached(
        &self,
        betza: &Betza,
        side: usize,
        (from, unmoved): (Cell, bool),
        occupant: &dyn Fn(Cell) -> Option<Occupant>,
        passed: &[(Cell, Cell)],
    ) -> ReferenceReach {
        let frame = self.sides[side].frame;
        let layout = &*self.layout;
        let context = MoveContext { layout, frame, from, unmoved, occupant, passed };
        reach(betza, &context).expect("the notation fits the board")
    }

    /// Returns the steps of the first atom of a notation, as a side sees them.
    pub fn directions(&self, words: &str, side: usize) -> Vec<Vector> {
        let frame = self.sides[side].frame;
        let betza = notation(words);
        let atoms = betza.terms.iter().map(|term| term.legs[0].atom);
        let steps = atoms.flat_map(|atom| leg_steps(atom, self.layout.lattice()));
        steps.map(|step| frame.to_board_step(step)).collect()
    }

    /// Returns the cells strictly between two on a straight line, and the step of the line; nothing
    /// if there is no straight line. Across joined edges the line goes the shorter way around, never
    /// two laps.
    pub fn line(&self, from: Cell, to: Cell) -> Option<(Vec<Cell>, Vector)> {
        if from == to {
            return None;
        }
        let place = |cell| self.layout.point(cell).at;
        let lines = self.directions("K", 0).into_iter().filter_map(|step| {
            let (mut cells, mut at, mut crossed) = (Vec::new(), from, [0, 0]);
            while let Some(cell) = self.next(at, step).filter(|&cell| cell != from) {
                crossed[0] += usize::from(place(cell).x != place(at).x + step.x);
                crossed[1] += usize::from(place(cell).y != place(at).y + step.y);
                if crossed.iter().any(|&times| times > 1) {
                    break;
                }
                if cell == to {
                    return Some((crossed, cells, step));
                }
                cells.push(cell);
                at = cell;
            }
            None
        });
        let shortest = lines.min_by_key(|(crossed, cells, _)| (cells.len(), *crossed));
        shortest.map(|(_, cells, step)| (cells, step))
    }

    /// Returns the next cell in a direction of the board.
    pub fn next(&self, from: Cell, step: Vector) -> Option<Cell> {
        step_on(&self.layout, from, step, false)
    }
}

/// Parses a notation; `none` and nothing are no moves.
pub fn notation(words: &str) -> Betza {
    match words {
        "" | "none" => Betza::default(),
        _ => parse(words).expect("the notation is right"),
    }
}

/// Returns the lines of a term that is one plain leap or slide.
fn plain_lines(term: &Term, frame: Orientation, layout: &Layout) -> Option<Vec<PlainLine>> {
    let [leg] = &term.legs[..] else { return None };
    let said = &leg.modifiers;
    let is_plain = !(said.initial || said.friendly_capture || said.spares_royals || said.cylinder)
        && !(said.toggle || said.lame || said.passing || said.unload)
        && said.hop.is_none()
        && said.jump == 0
        && !matches!(leg.atom, Atom::Castle | Atom::Universal);
    let usual = said.purpose_is_usual();
    let range = if leg.range == 0 { usize::MAX } else { leg.range.into() };
    let line = |step| PlainLine {
        step: frame.to_board_step(step),
        range,
        quiet: usual || said.quiet,
        capture: usual || said.capture,
        en_passant: said.en_passant,
    };
    is_plain.then(|| first_steps(leg, layout.lattice()).into_iter().map(line).collect())
}
