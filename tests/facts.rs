//! What is known of games, position by position: the cases of `data/facts`.
//!
//! A case is a paragraph of lines `KEY ARGUMENTS: VALUE`; [`Case::line`] lists the keys. A case
//! with a line `open: REASON` is known to fail: the test prints it, and fails once the case holds.
//!
//! Counts of more than [`MOST_NODES`] are left out. `cargo test --release -- --ignored full_depth`
//! counts them all; `FACT=xiangqi` takes only the cases with that text in `GAME: CASE`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fairybook::claim::check_claim;
use fairybook::diagram::{Figure, MoveLine};
use fairybook::game::{Piece, SideId};
use fairybook::geometry::Cell;
use fairybook::illustrate::Illustrator;
use fairybook::query::{LoadedVariant, MovesRequest, Verdict};
use fairybook::rules::{Move, PieceStatus, PlayedGame, Position, Rules};
use fairybook::variant::Definition;
use rayon::prelude::*;

use crate::shipped::{definition, definition_text, root};
use crate::word_games::BothMovers;
use fairybook::game_text::{find_move, print_move, print_position};
use reference_mover::{GameState, unread_path, whole_definition};

/// The largest count of a `perft` line that is checked in every run.
const MOST_NODES: u64 = 50_000;

/// A paragraph: its location, its name, its lines.
struct Paragraph {
    place: String,
    name: String,
    game: String,
    open: Option<String>,
    lines: Vec<(String, String)>,
}

/// The paragraphs of a file, each with the game that was named last.
fn paragraphs(file: &str, text: &str) -> Vec<Paragraph> {
    let mut game = String::new();
    let mut found: Vec<Paragraph> = Vec::new();
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        let place = format!("{file}:{number}");
        let parts = line.split_once(": ").or_else(|| Some((line.strip_suffix(':')?, "")));
        let (key, value) = parts.unwrap_or_else(|| panic!("{place}: no colon"));
        let (key, value) = (key.trim(), value.trim());
        match key {
            "game" => game = value.to_owned(),
            "case" => found.push(Paragraph {
                place,
                name: value.to_owned(),
                game: game.clone(),
                open: None,
                lines: Vec::new(),
            }),
            "open" => found.last_mut().expect("a case").open = Some(value.to_owned()),
            _ => {
                let paragraph = found.last_mut().unwrap_or_else(|| panic!("{place}: no case"));
                paragraph.lines.push((key.to_owned(), value.to_owned()));
            }
        }
    }
    found
}

/// A game in progress, and what a case says of it.
struct Case<'s> {
    study: &'s Arc<LoadedVariant>,
    line: PlayedGame<'s>,
    /// Counts of more positions are left out.
    most_nodes: u64,
    /// The same game in both movers, and where it stands in the reference mover.
    both: Option<(&'s BothMovers, GameState)>,
}

impl<'s> Case<'s> {
    fn run(
        study: &'s Arc<LoadedVariant>,
        both: Option<&'s BothMovers>,
        lines: &[(String, String)],
        most_nodes: u64,
    ) -> Result<(), String> {
        let rules = study.rules();
        let line = PlayedGame::from(rules, rules.initial_position());
        let both = both.map(|both| (both, both.state(line.position())));
        let mut case = Case { study, line, most_nodes, both };
        let mut wrong = Vec::new();
        for (key, value) in lines {
            if let Err(fault) = case.line(key, value) {
                wrong.push(format!("{key}: {fault}"));
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n    ")) }
    }

    /// Follows one line. The first four keys change the position, the others say what holds of it.
    ///
    /// ```text
    /// in: POSITION          a list of pieces, a FEN, or `setup`; without it the initial position
    /// turn: SIDE            the side to move
    /// keep STATE: CELLS     the pieces there have a state
    /// play: MOVES           the moves are legal, and are made
    /// moves [CELL]: MOVES   all legal moves, or all of the piece on a cell
    /// has: MOVES            are legal
    /// lacks: MOVES          are not
    /// reach CELL: CELLS     what the piece there can do, check or not: `e4`,
    ///                       `xe4` capturing, `xe4=own` its own, `e4*d4` shooting, `e4~d4` swapping
    /// reach SIDE PIECE CELL: CELLS   the same of a piece that is alone on the boards
    /// drawn CELL: MARKS     the marks of a diagram of the piece there: `attack f6 g7; move e5`
    /// trails CELL: TRAILS   its lines: `slide c3 c4 c5; lame open c3 d4 e5 over d4`
    /// count [CELL]: N       how many legal moves there are
    /// captures [SIDE]: N    how many of them capture something (of that side)
    /// at CELLS: SIDE PIECE  the piece on each of the cells, or `empty`
    /// pieces SIDE: N        how many pieces it has on the boards
    /// to-move: SIDE         the side to move after the moves that were played
    /// eliminated: SIDES     the sides that are eliminated, or `none`
    /// end: REASON SIDE OUTCOME   how the game ended, or `none`
    /// written: FEN          how the position is written
    /// refused: POSITION     is no position
    /// points SIDE: N        the worth of its pieces and of itself, in hundredths of a point
    /// places: POINTS        what the places of a series are worth, from first to last
    /// perft N: COUNT        the number of sequences of N legal moves
    /// letter PIECE: LETTER  how positions write it
    /// claim: CLAIM          holds
    /// not: CLAIM            does not hold
    /// unchecked: CLAIM      cannot be decided
    /// ```
    fn line(&mut self, key: &str, value: &str) -> Result<(), String> {
        let (key, argument) = key.split_once(' ').unwrap_or((key, ""));
        match key {
            "in" => self.set_position(value),
            "turn" => {
                let mut position = self.line.position().clone();
                position.turn.to_move = self.side(value)?;
                self.begin_from(position)
            }
            "keep" => self.keep(argument, value),
            "play" => value.split_whitespace().try_for_each(|text| {
                let found = self.find(text)?;
                if let Some((both, state)) = &mut self.both {
                    *state = both.compare_after(self.line.position(), state, &found)?.1;
                }
                self.line.play(&found);
                self.ask_both()
            }),
            "reach" => {
                if let Some((_, cell)) = argument.rsplit_once(' ') {
                    self.set_position(argument)?;
                    self.check("reach", cell, value)
                } else {
                    self.check("reach", argument, value)
                }
            }
            "claim" => self.check_verdict("agree", value),
            "not" => self.check_verdict("disagree", value),
            _ => self.check(key, argument, value),
        }
    }

    /// Compares the position, or what the rules say of it, with a line.
    fn check(&self, key: &str, argument: &str, value: &str) -> Result<(), String> {
        match key {
            "written" => {
                let (rules, position) = (self.study.rules(), self.line.position());
                same(value, print_position(self.study.variant(), rules, position))?;
            }
            "refused" => {
                let read = self.study.position(value);
                read.map_or(Ok(()), |_| Err("it is a position".to_owned()))?;
            }
            "moves" => {
                let wanted: BTreeSet<String> = value.split_whitespace().map(folded).collect();
                let found: Vec<String> = self.texts(&self.from(argument)?);
                let set: BTreeSet<String> = found.iter().map(|text| folded(text)).collect();
                if wanted != set || found.len() != set.len() {
                    return Err(format!("wanted {value}; found {}", found.join(" ")));
                }
            }
            "reach" => {
                let wanted: BTreeSet<String> = value.split_whitespace().map(folded).collect();
                let found = self.reach(self.cell(argument)?);
                if wanted != found.iter().map(|text| folded(text)).collect() {
                    return Err(format!("wanted {value}; found {}", found.join(" ")));
                }
            }
            "drawn" => same(value, self.drawn(argument)?)?,
            "trails" => same(value, self.trails(argument)?)?,
            "has" => value.split_whitespace().try_for_each(|text| self.find(text).map(drop))?,
            "lacks" => {
                let legal = value.split_whitespace().find(|text| self.find(text).is_ok());
                legal.map_or(Ok(()), |text| Err(format!("{text} is legal")))?;
            }
            "count" => same(value, self.from(argument)?.len())?,
            "captures" => same(value, self.captures(argument)?)?,
            "at" => {
                for name in argument.split_whitespace() {
                    same(value, self.piece_on(name)?)?;
                }
            }
            "pieces" => {
                let side = self.side(argument)?;
                let pieces = self.line.position().pieces();
                same(value, pieces.filter(|(_, piece)| piece.side == side).count())?;
            }
            "letter" => {
                let kind = self.study.kind(argument).map_err(|error| error.message)?;
                same(value, &self.study.variant().face(kind).letter)?;
            }
            "to-move" => same(value, self.study.side_name(self.line.position().turn.to_move))?,
            "eliminated" => same(value, self.eliminated())?,
            "end" => same(value, self.end())?,
            "points" => {
                let side = self.side(argument)?;
                same(value, self.study.rules().points(self.line.position(), side))?;
            }
            "places" => {
                let places = self.study.variant().score.places.iter();
                same(value, places.map(f64::to_string).collect::<Vec<_>>().join(" "))?;
            }
            "perft" => {
                let depth = argument.parse().map_err(|_| "no depth".to_owned())?;
                if value.parse::<u64>().is_ok_and(|count| count <= self.most_nodes) {
                    same(value, self.study.rules().perft(self.line.position(), depth))?;
                }
            }
            "unchecked" => {
                let verdict = self.verdict(value);
                verdict.starts_with("unchecked").then_some(()).ok_or(verdict)?;
            }
            _ => panic!("no line may begin with {key}"),
        }
        Ok(())
    }

    fn check_verdict(&self, wanted: &str, claim: &str) -> Result<(), String> {
        same(wanted, self.verdict(claim)).map_err(|fault| format!("{claim}: {fault}"))
    }

    /// Begins a game from a position. A FEN is also written and read again.
    fn set_position(&mut self, text: &str) -> Result<(), String> {
        let position = self.study.position(text).map_err(|error| error.message)?;
        if text.contains('/') {
            let written = print_position(self.study.variant(), self.study.rules(), &position);
            if self.study.position(&written).ok().as_ref() != Some(&position) {
                return Err(format!("{text} is written as {written}, another position"));
            }
        }
        self.begin_from(position)
    }

    fn begin_from(&mut self, position: Position) -> Result<(), String> {
        if let Some((both, state)) = &mut self.both {
            *state = both.state(&position);
        }
        self.line = PlayedGame::from(self.study.rules(), position);
        self.ask_both()
    }

    /// Compares the legal moves and the end in both movers.
    fn ask_both(&self) -> Result<(), String> {
        let Some((both, state)) = &self.both else { return Ok(()) };
        both.compare_at(self.line.position(), state, self.line.game_end())
    }

    fn keep(&mut self, state: &str, cells: &str) -> Result<(), String> {
        let states = &self.study.rules().game().states;
        let index = states.iter().position(|known| *known == state).ok_or("no such state")?;
        let mut position = self.line.position().clone();
        for name in cells.split_whitespace() {
            let cell = self.cell(name)?;
            let tag = position.status(cell);
            position.set_status(cell, PieceStatus { states: tag.states | 1 << index, ..tag });
        }
        self.begin_from(position)
    }

    fn side(&self, name: &str) -> Result<SideId, String> {
        self.study.side(name).map_err(|error| error.message)
    }

    fn cell(&self, name: &str) -> Result<Cell, String> {
        self.study.cell(name).map_err(|error| error.message)
    }

    fn find(&self, text: &str) -> Result<Move, String> {
        let (study, position) = (self.study, self.line.position());
        find_move(study.variant(), study.rules(), position, text).ok_or_else(|| {
            let alike =
                |other: &String| folded(other).starts_with(&folded(&text[..2.min(text.len())]));
            let others = self.texts(&self.line.moves()).into_iter().filter(alike).take(12);
            format!("no move {text}; there are {}", others.collect::<Vec<_>>().join(" "))
        })
    }

    /// The legal moves, or those of the piece on a cell.
    fn from(&self, cell: &str) -> Result<Vec<Move>, String> {
        let mut moves = self.line.moves();
        if !cell.is_empty() {
            let from = self.cell(cell)?;
            moves.retain(|found| found.from == from);
        }
        Ok(moves)
    }

    fn reach(&self, from: Cell) -> Vec<String> {
        let reach = self.study.rules().reach(self.line.position(), from);
        let name = |cell: Cell| self.study.cell_name(cell);
        let mut found: Vec<String> = reach.quiet.iter().map(|to| name(to).to_owned()).collect();
        found.extend(reach.captures.iter().map(|to| format!("x{}", name(to))));
        found.extend(reach.friendly_captures.iter().map(|to| format!("x{}=own", name(to))));
        found.extend(reach.shots.iter().map(|(to, takes)| {
            let takes: String = takes.iter().map(|&cell| format!("*{}", name(cell))).collect();
            format!("{}{takes}", name(*to))
        }));
        let swap = |&(to, with): &(Cell, Cell)| format!("{}~{}", name(to), name(with));
        found.extend(reach.swaps.iter().map(swap));
        found
    }

    /// A diagram of the piece on a cell.
    fn diagram(&self, cell: &str) -> Result<Figure, String> {
        let (at, position) = (self.cell(cell)?, self.line.position());
        let piece = position.piece_at(at).ok_or("the cell is empty")?;
        let request =
            MovesRequest { position: Some(position.clone()), ..MovesRequest::new(piece, at) };
        let answer = self.study.answer(&request).map_err(|_| "no answer")?;
        Ok(Illustrator::new(self.study.clone()).illustrate(&answer))
    }

    fn names(&self, cells: &[Cell]) -> String {
        let names = cells.iter().map(|&cell| self.study.cell_name(cell).to_owned());
        names.collect::<Vec<_>>().join(" ")
    }

    /// The marks of a diagram, those of a kind together.
    fn drawn(&self, cell: &str) -> Result<String, String> {
        let mut groups: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
        for mark in self.diagram(cell)?.marks {
            let mut words = format!("{:?}", mark.kind).to_lowercase();
            if mark.first_move_only {
                words += " first";
            }
            groups.entry(words).or_default().push(mark.cell);
        }
        let group = |(words, mut cells): (String, Vec<Cell>)| {
            cells.sort();
            format!("{words} {}", self.names(&cells))
        };
        Ok(groups.into_iter().map(group).collect::<Vec<_>>().join("; "))
    }

    fn trails(&self, cell: &str) -> Result<String, String> {
        let trail = |trail: MoveLine| {
            let open = if trail.open { " open" } else { "" };
            let mut text = format!("{}{open} {}", trail.kind.word(), self.names(&trail.cells));
            if !trail.obstacles.is_empty() {
                text += &format!(" over {}", self.names(&trail.obstacles));
            }
            text
        };
        let trails: Vec<String> = self.diagram(cell)?.move_lines.into_iter().map(trail).collect();
        Ok(trails.join("; "))
    }

    fn captures(&self, side: &str) -> Result<usize, String> {
        let of = if side.is_empty() { None } else { Some(self.side(side)?) };
        let takes = |found: &&Move| {
            let mut victims = found.captures.iter();
            victims.any(|cell| {
                let piece = self.line.position().piece_at(cell);
                of.is_none() || piece.map(|piece| piece.side) == of
            })
        };
        Ok(self.line.moves().iter().filter(takes).count())
    }

    fn texts(&self, moves: &[Move]) -> Vec<String> {
        let variant = self.study.variant();
        moves
            .iter()
            .map(|found| print_move(variant, self.study.rules(), self.line.position(), found))
            .collect()
    }

    fn piece_on(&self, cell: &str) -> Result<String, String> {
        let piece: Option<Piece> = self.line.position().piece_at(self.cell(cell)?);
        let name = |piece: Piece| {
            let kind = &self.study.variant().face(piece.piece_type).id;
            format!("{} {kind}", self.study.side_name(piece.side))
        };
        Ok(piece.map_or("empty".to_owned(), name))
    }

    fn eliminated(&self) -> String {
        let variant = self.study.variant();
        let sides = variant.players().filter(|side| self.line.position().is_eliminated(*side));
        let names: Vec<String> = sides.map(|side| self.study.side_name(side)).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(" ") }
    }

    fn end(&self) -> String {
        self.line.game_end().map_or("none".to_owned(), |finish| {
            let side = self.study.side_name(finish.side);
            format!("{:?} {side} {:?}", finish.reason, finish.outcome).to_lowercase()
        })
    }

    fn verdict(&self, claim: &str) -> String {
        match check_claim(claim, self.study) {
            Ok(Verdict::Agree) => "agree".to_owned(),
            Ok(Verdict::Disagree(_)) => "disagree".to_owned(),
            Ok(Verdict::Unchecked(why)) => format!("unchecked: {why}"),
            Err(error) => format!("error: {}", error.message),
        }
    }
}

fn folded(text: &str) -> String {
    text.to_ascii_lowercase()
}

fn same(wanted: &str, found: impl std::fmt::Display) -> Result<(), String> {
    let found = found.to_string();
    if wanted == found { Ok(()) } else { Err(format!("wanted {wanted}, found {found}")) }
}

/// The first case of a game that another definition of it fails.
pub fn first_failure(id: &str, definition: &Definition) -> Option<String> {
    let mut studies: BTreeMap<String, Option<Arc<LoadedVariant>>> = BTreeMap::new();
    for path in files() {
        for case in cases(&path) {
            let (game, setup) = game_and_setup(&case.game);
            if game != id || case.open.is_some() {
                continue;
            }
            let study = studies.entry(case.game.clone()).or_insert_with(|| {
                LoadedVariant::new(definition.variant(setup).ok()?).ok().map(Arc::new)
            });
            let holds = study
                .as_ref()
                .is_some_and(|study| Case::run(study, None, &case.lines, MOST_NODES).is_ok());
            if !holds {
                return Some(format!("{}: {}", case.place, case.name));
            }
        }
    }
    None
}

fn files() -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(root().join("tests/data/facts"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "facts"))
        .collect();
    paths.sort();
    paths
}

fn cases(path: &Path) -> Vec<Paragraph> {
    let file = path.file_name().unwrap().to_string_lossy().into_owned();
    paragraphs(&file, &fs::read_to_string(path).unwrap())
}

/// `GAME` or `GAME SETUP`.
fn game_and_setup(game: &str) -> (&str, Option<&str>) {
    game.split_once(' ').map_or((game, None), |(id, setup)| (id, Some(setup)))
}

/// The game of `GAME` or `GAME SETUP`.
fn study(game: &str) -> Arc<LoadedVariant> {
    let (id, setup) = game_and_setup(game);
    let variant = definition(id).variant(setup).unwrap_or_else(|errors| {
        panic!("{game}: {}", errors[0].message);
    });
    let loaded = LoadedVariant::new(variant);
    loaded.unwrap_or_else(|errors| panic!("{game}: {}", errors[0].message)).into()
}

/// The cases of a file that fail, and those that are open and hold.
fn wrong_cases(path: &Path, only: Option<&str>, most_nodes: u64) -> Vec<String> {
    let mut studies: BTreeMap<String, Arc<LoadedVariant>> = BTreeMap::new();
    let mut wrong = Vec::new();
    for case in cases(path) {
        let name = format!("{}: {}", case.game, case.name);
        if only.is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let study = studies.entry(case.game.clone()).or_insert_with(|| study(&case.game));
        match (Case::run(study, None, &case.lines, most_nodes), case.open) {
            (Ok(()), None) => {}
            (Err(fault), None) => wrong.push(format!("{}: {name}\n    {fault}", case.place)),
            (Err(_), Some(why)) => eprintln!("known open: {name}: {why}"),
            (Ok(()), Some(_)) => wrong.push(format!("{}: {name} holds: close it", case.place)),
        }
    }
    wrong
}

/// A game in both movers, or what of its definition the reference mover does not read.
fn both_movers(game: &str) -> Result<BothMovers, String> {
    let (id, setup) = game_and_setup(game);
    let whole = whole_definition(id, setup, &definition_text);
    if let Some(path) = unread_path(&whole) {
        return Err(path);
    }
    let variant = definition(id).variant(setup).expect("it was read before");
    let rules = Rules::compile(variant.game.clone()).expect("it was read before");
    Ok(BothMovers::of(variant, rules, whole))
}

fn check_all(most_nodes: u64) {
    let only = std::env::var("FACT").ok();
    let check = |path: PathBuf| wrong_cases(&path, only.as_deref(), most_nodes);
    let wrong: Vec<String> = files().into_par_iter().flat_map(check).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn games_are_played_as_the_facts_say() {
    check_all(MOST_NODES);
}

/// Games whose cases only the rules follow, though the reference mover reads all their keys: named
/// tables that are not in the order of their names, facts of earlier moves in a position, a castling
/// in letters beside the same in a table.
const IN_ONE_MOVER: [&str; 5] = ["duck", "jeson-mor", "keep", "seirawan", "three-check"];

/// Files whose games both movers must read, with one exception.
const IN_BOTH_MOVERS: [&str; 2] = ["meetings.facts", "pairs.facts"];

#[test]
fn both_movers_follow_the_cases_that_both_can_read() {
    let only = std::env::var("FACT").ok();
    let mut games: BTreeMap<String, Vec<Paragraph>> = BTreeMap::new();
    for case in files().iter().flat_map(|path| cases(path)) {
        if only.as_ref().is_none_or(|only| format!("{}: {}", case.game, case.name).contains(only)) {
            games.entry(case.game.clone()).or_default().push(case);
        }
    }
    let check = |(game, cases): (&String, &Vec<Paragraph>)| -> Vec<String> {
        if IN_ONE_MOVER.contains(&game.as_str()) {
            return Vec::new();
        }
        let both = match both_movers(game) {
            Ok(both) => both,
            Err(path) => {
                let must_read = IN_BOTH_MOVERS.iter().any(|file| cases[0].place.starts_with(file));
                let fault = format!("{game}: the reference mover does not read {path}");
                return if must_read { vec![fault] } else { Vec::new() };
            }
        };
        let study = study(game);
        let wrong = cases.iter().filter_map(|case| {
            let run = Case::run(&study, Some(&both), &case.lines, 0);
            run.err().map(|fault| format!("{}: {game}: {}\n    {fault}", case.place, case.name))
        });
        wrong.collect()
    };
    let wrong: Vec<String> = games.par_iter().flat_map_iter(check).collect();
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
#[ignore = "counts millions of positions; run with --release"]
fn facts_are_counted_to_the_full_depth() {
    check_all(u64::MAX);
}

#[test]
fn no_case_of_a_game_has_the_name_of_another() {
    let mut names = BTreeSet::new();
    for case in files().iter().flat_map(|path| cases(path)) {
        let name = format!("{}: {}", case.game, case.name);
        assert!(names.insert(name.clone()), "{}: {name} is there twice", case.place);
    }
}
