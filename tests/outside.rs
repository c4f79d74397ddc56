//! An engine by other people, asked the same: Fairy-Stockfish, by its Python module `pyffish`.
//! Where that is not installed the tests say so and hold nothing.
//!
//! Versions differ. All that is compared here is as version 0.0.90 has it. Debian's program, 11.1,
//! lets a rook that castles in Shako uncover its own king, and castles with the outermost rook;
//! its counts there are larger. Castling is therefore compared with the module alone.
//!
//! `cargo test --release --test suite -- --ignored outside` asks for some minutes.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

use fairybook::fsf::parse_fsf;
use fairybook::game::{BLOCKER, MOVER, Piece, SideId, single_piece_game};
use fairybook::geometry::{Board, Cell, Layout};
use fairybook::rules::{Move, MoveKind, PieceStatus, PlayedGame, Position, Rules};
use fairybook::variant::Variant;
use serde_json::{Value, json};

use crate::dice::Dice;
use crate::shipped::{root, variant};
use fairybook::game_text::{print_move, print_position};

/// The other engine, waiting for questions.
pub struct Engine {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts it; `None`, aloud, where it is not installed.
    pub fn start() -> Option<Engine> {
        let probe = Command::new("python3")
            .args(["-c", "import pyffish"])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
        if !probe {
            // What a test prints by macro is kept from a reader as long as it passes.
            let why = "no python3 with pyffish here; nothing is compared with another engine";
            let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
            return None;
        }
        let mut child = Command::new("python3")
            .arg(root().join("tests/data/outside/pyffish_moves.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("python3 starts, it did just now");
        let questions = child.stdin.take().expect("it has an input");
        let answers = BufReader::new(child.stdout.take().expect("it has an output"));
        Some(Engine { child, questions, answers })
    }

    pub fn ask(&mut self, question: &Value) -> Value {
        writeln!(self.questions, "{question}").expect("the engine listens");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("the engine answers");
        serde_json::from_str(&answer).unwrap_or_else(|_| panic!("no answer to {question}"))
    }

    pub fn start_of(&mut self, id: &str) -> String {
        self.ask(&json!({"variant": id})).as_str().expect("a position").to_owned()
    }

    pub fn moves(&mut self, id: &str, position: &str, line: &[String]) -> BTreeSet<String> {
        let found = self.ask(&json!({"variant": id, "position": position, "line": line}));
        let words = found.as_array().expect("a list of moves").iter();
        words.map(|word| word.as_str().expect("a move").to_owned()).collect()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A name as that engine counts: files by letters from the left, ranks by numbers from near.
fn uci(layout: &Layout, cell: Cell) -> String {
    let at = layout.point(cell).at;
    format!("{}{}", char::from(b'a' + at.x as u8), at.y + 1)
}

// ---- whole games ----

/// Games that both know, by our id; theirs is the same.
const GAMES: [&str; 12] = [
    "chess",
    "capablanca",
    "grand",
    "shako",
    "courier",
    "shatranj",
    "makruk",
    "shogi",
    "minishogi",
    "crazyhouse",
    "xiangqi",
    "janggi",
];

pub struct Known {
    pub variant: Variant,
    pub rules: Rules,
}

impl Known {
    /// A move as the other engine writes it.
    pub fn text(&self, position: &Position, found: &Move) -> String {
        let layout = self.rules.layout();
        let own = print_move(&self.variant, &self.rules, position, found);
        if let MoveKind::Drop(_) = found.kind {
            let (letter, _) = own.split_once('@').expect("a drop has an at");
            return format!("{letter}@{}", uci(layout, found.to));
        }
        let cells = format!("{}{}", layout.name(found.from), layout.name(found.to));
        let tail = own.strip_prefix(&cells).unwrap_or_else(|| panic!("{own} is not of {cells}"));
        format!("{}{}{tail}", uci(layout, found.from), uci(layout, found.to))
    }

    /// Plays a random game and compares the legal moves of every position on its way.
    fn compare(&self, engine: &mut Engine, id: &str, seed: u64, plies: usize) {
        let mut dice = Dice(seed);
        let start = engine.start_of(id);
        let mut line = PlayedGame::from(&self.rules, self.rules.initial_position());
        let mut played: Vec<String> = Vec::new();
        while played.len() < plies && line.game_end().is_none() {
            let moves = line.moves();
            let ours: BTreeSet<String> =
                moves.iter().map(|found| self.text(line.position(), found)).collect();
            let theirs = engine.moves(id, &start, &played);
            let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
                a.difference(b).cloned().collect::<Vec<_>>().join(" ")
            };
            assert!(
                ours == theirs,
                "{id}, seed {seed}, after {}:\n  only ours   {}\n  only theirs {}\n  {}",
                played.join(" "),
                only(&ours, &theirs),
                only(&theirs, &ours),
                print_position(&self.variant, &self.rules, line.position()),
            );
            let chosen = moves[dice.below(moves.len())];
            played.push(self.text(line.position(), &chosen));
            line.play(&chosen);
        }
    }
}

fn compare_games(seeds: Range<u64>, plies: usize) {
    let Some(mut engine) = Engine::start() else { return };
    for id in GAMES {
        let variant = variant(id);
        let rules = Rules::compile(variant.game.clone()).expect("a shipped game compiles");
        let known = Known { variant, rules };
        for seed in seeds.clone() {
            known.compare(&mut engine, id, seed, plies);
        }
    }
}

#[test]
fn an_outside_engine_has_the_same_moves_in_random_games() {
    compare_games(0..1, 60);
}

#[test]
#[ignore = "takes some minutes"]
fn an_outside_engine_has_the_same_moves_in_many_random_games() {
    compare_games(1..10, 200);
}

// ---- notations ----

const DIRECTIONS: &[&str] = &[
    "f", "b", "l", "r", "v", "s", "ff", "bb", "ll", "rr", "fl", "fr", "bl", "br", "lf", "rf", "fs",
    "bs", "lv", "rv", "vv", "ss", "fh", "bh", "lh", "rh", "hl", "hr",
];
const ATOMS: &[&str] = &[
    "W", "F", "D", "N", "A", "H", "C", "Z", "L", "J", "G", "K", "Q", "R", "B", "WW", "FF", "DD",
    "NN", "AA", "RR", "BB", "QQ", "KK",
];
const LETTERS: &[&str] = &["m", "c", "n", "p", "g", "i"];
const RANGES: &[&str] = &["0", "1", "2", "3", "4", "5", "9"];

/// Random letters, in orders that no author would write: that engine reads anything.
fn notation(dice: &mut Dice) -> String {
    let mut text = String::new();
    loop {
        while dice.once_in(2) {
            text += dice.one_of(LETTERS);
        }
        while dice.once_in(2) {
            text += dice.one_of(DIRECTIONS);
        }
        if dice.once_in(5) {
            text += dice.one_of(LETTERS);
        }
        let atom = dice.one_of(ATOMS);
        text += atom;
        if atom.len() == 1 && dice.once_in(3) {
            text += dice.one_of(RANGES);
        }
        if !dice.once_in(2) {
            return text;
        }
    }
}

/// A piece of a notation among others that only stand there.
struct Scene {
    notation: String,
    /// By cell: 0 empty, 1 a friend, 2 an enemy.
    pieces: Vec<u8>,
    from: Cell,
    side: SideId,
}

impl Scene {
    fn drawn(layout: &Layout, seed: u64) -> Scene {
        let mut dice = Dice(seed);
        let notation = notation(&mut dice);
        let crowd = dice.below(4);
        let pieces = layout.cells().map(|_| {
            let stands = crowd > 0 && dice.once_in(6 - crowd);
            if stands { 1 + dice.below(2) as u8 } else { 0 }
        });
        let pieces = pieces.collect();
        let from = Cell(dice.below(layout.len()) as u16);
        Scene { notation, pieces, from, side: SideId(dice.below(2) as u8) }
    }

    fn section(&self, id: &str) -> String {
        let no =
            ["king", "queen", "rook", "bishop", "knight", "pawn"].map(|it| format!("{it} = -"));
        format!(
            "[{id}]\nmaxRank = 8\nmaxFile = 8\npieceToCharTable = -\n{}\ncastling = false\n\
             customPiece1 = a:{}\ncustomPiece2 = x:\nstartFen = 8/8/8/8/8/8/8/8 w - - 0 1\n",
            no.join("\n"),
            self.notation
        )
    }

    fn fen(&self, layout: &Layout) -> String {
        let letter = |x: i16, y: i16| {
            let cell = layout.cells().find(|&cell| {
                let at = layout.point(cell).at;
                (at.x, at.y) == (x, y)
            });
            let cell = cell.expect("a cell of the board");
            let white = |own: bool| own == (self.side == SideId(0));
            match self.pieces[cell.index()] {
                _ if cell == self.from => {
                    if white(true) {
                        'A'
                    } else {
                        'a'
                    }
                }
                0 => '1',
                piece => {
                    if white(piece == 1) {
                        'X'
                    } else {
                        'x'
                    }
                }
            }
        };
        let row = |y: i16| (0..8).map(|x| letter(x, y)).collect::<String>();
        let rows: Vec<String> = (0..8).rev().map(row).collect();
        // Two digits would be one number.
        let runs = (2..=8).rev();
        let placement =
            runs.fold(rows.join("/"), |text, run| text.replace(&"1".repeat(run), &run.to_string()));
        format!("{placement} {} - - 0 1", ["w", "b"][self.side.index()])
    }

    /// Where the piece may end, as we read that engine.
    fn ends(&self, layout: &Arc<Layout>) -> BTreeSet<String> {
        let rules = Rules::compile(single_piece_game(layout.clone(), parse_fsf(&self.notation).0))
            .unwrap_or_else(|errors| panic!("{}: {}", self.notation, errors[0].message));
        let mut position = Position::empty(&rules);
        for cell in layout.cells() {
            let side = match self.pieces[cell.index()] {
                0 => continue,
                1 => self.side,
                _ => SideId(1 - self.side.0),
            };
            position.set_piece(cell, Some(Piece { side, piece_type: BLOCKER }));
        }
        position.set_piece(self.from, Some(Piece { side: self.side, piece_type: MOVER }));
        // There a piece on the second rank of its side counts as one that has not moved.
        let home = [1, 6][self.side.index()];
        let moved = layout.point(self.from).at.y != home;
        position.set_status(self.from, PieceStatus { moved, ..PieceStatus::default() });
        let reach = rules.reach(&position, self.from);
        reach.quiet.union(&reach.captures).iter().map(|cell| uci(layout, cell)).collect()
    }
}

fn compare_notations(seeds: Range<u64>) {
    let Some(mut engine) = Engine::start() else { return };
    let layout = Arc::new(Layout::new(vec![Board::rectangle(8, 8)]).unwrap());
    let mut wrong = Vec::new();
    for first in seeds.clone().step_by(500) {
        let scenes: Vec<Scene> =
            (first..seeds.end.min(first + 500)).map(|seed| Scene::drawn(&layout, seed)).collect();
        let id = |index: usize| format!("tried{}", first + index as u64);
        let sections: Vec<String> =
            scenes.iter().enumerate().map(|(index, scene)| scene.section(&id(index))).collect();
        engine.ask(&json!({"config": sections.join("\n")}));
        for (index, scene) in scenes.iter().enumerate() {
            let (fen, from) = (scene.fen(&layout), uci(&layout, scene.from));
            let moves = engine.moves(&id(index), &fen, &[]);
            let theirs: BTreeSet<String> = moves
                .iter()
                .filter_map(|text| text.strip_prefix(&from).map(str::to_owned))
                .collect();
            let ours = scene.ends(&layout);
            if ours != theirs {
                wrong.push(format!(
                    "{} on {from} in {fen}:\n  {ours:?}\n  {theirs:?}",
                    scene.notation
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(10)].join("\n")
    );
}

#[test]
fn an_outside_engine_reads_notations_as_we_say_it_does() {
    compare_notations(0..500);
}

#[test]
#[ignore = "takes some minutes"]
fn an_outside_engine_reads_many_notations_as_we_say_it_does() {
    compare_notations(500..40_000);
}
