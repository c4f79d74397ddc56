//! Random definitions with two effects each: the boards after random moves, beside a naive reading
//! of the same words that knows only squares and letters.

use std::collections::{BTreeMap, BTreeSet};

use fairybook::game::SideId;
use fairybook::geometry::Cell;
use fairybook::rules::{Move, PlayedGame, Position, Rules};
use fairybook::source::{SourceFile, render};
use fairybook::variant::load;

use crate::dice::Dice;
use crate::shipped::Shipped;
use fairybook::game_text::{print_move, print_position};

type Square = (i16, i16);
/// A side and the id of a piece type.
type Unit = (u8, String);
type Squares = BTreeMap<Square, Unit>;

const EDGE: i16 = 6;
const ON: [&str; 3] = ["moves", "captures", "captures rook"];
const BY: [&str; 4] = ["any", "rook", "any but rook", "knight pawn"];
const AT: [&str; 8] =
    ["landing", "start", "captured", "passed", "beyond", "behind", "around K", "around N"];
const PIECES: [&str; 4] = ["any", "enemy", "own", "any but rook"];
const DOES: [&str; 12] = [
    "captured",
    "removed",
    "becomes rook",
    "becomes captured type",
    "joins enemy",
    "joins mover",
    "moved to start",
    "moved one cell onward",
    "placed knight of mover",
    "reborn",
    "reborn on same file",
    "reborn on same colour",
];

/// The words of one effect.
struct EffectWords {
    on: &'static str,
    by: &'static str,
    at: Vec<&'static str>,
    pieces: &'static str,
    does: &'static str,
    full: &'static str,
}

impl EffectWords {
    fn drawn(dice: &mut Dice) -> EffectWords {
        let places = 1 + dice.below(2);
        let mut words = EffectWords {
            on: dice.one_of(&ON),
            by: dice.one_of(&BY),
            at: (0..places).map(|_| dice.one_of(&AT)).collect(),
            pieces: dice.one_of(&PIECES),
            does: dice.one_of(&DOES),
            full: dice.one_of(&["waits", "removed"]),
        };
        if words.does.starts_with("reborn") {
            (words.at, words.full) = (vec!["captured"], "");
        }
        words
    }

    fn table(&self, name: &str) -> String {
        let full = match self.full {
            "" => String::new(),
            full => format!("full = \"{full}\"\n"),
        };
        format!(
            "[effects.{name}]\non = \"{} by {}\"\nat = \"{}\"\npieces = \"{}\"\n\
             does = \"{}\"\n{full}",
            self.on,
            self.by,
            self.at.join(", "),
            self.pieces,
            self.does
        )
    }
}

fn definition(effects: &[EffectWords; 2]) -> String {
    format!(
        "format = 1\nname = \"Drawn\"\n[board]\nfiles = \"a-f\"\nranks = \"1-6\"\n[sides]\n\
         white = {{}}\nblack = {{ seat = \"flip ranks\" }}\n\
         [pieces.pawn]\nmove = \"fmWfcF\"\n\
         [setup.each]\nrook = \"a1 f1 c1\"\nknight = \"b1 e1 d1\"\npawn = \"rank 2\"\n\
         {}{}[ends]\nstalemate = \"draw\"\n",
        effects[0].table("first"),
        effects[1].table("second")
    )
}

fn square(rules: &Rules, cell: Cell) -> Square {
    let at = rules.layout().point(cell).at;
    (at.x, at.y)
}

fn squares(rules: &Rules, position: &Position) -> Squares {
    let unit = |(cell, piece): (Cell, fairybook::game::Piece)| {
        let id = rules.game().piece_types[piece.piece_type].id.clone();
        (square(rules, cell), (piece.side.0, id))
    };
    position.pieces().map(unit).collect()
}

fn is_meant(words: &str, unit: &Unit, mover: u8) -> bool {
    match words {
        "any" => true,
        "enemy" => unit.0 != mover,
        "own" => unit.0 == mover,
        "any but rook" => unit.1 != "rook",
        names => names.split(' ').any(|name| name == unit.1),
    }
}

/// A move in squares.
struct Step {
    from: Square,
    to: Square,
    victims: Vec<Square>,
    mover: u8,
}

impl Step {
    /// One square in the direction of the move, if it is straight.
    fn unit(&self) -> Option<Square> {
        let (x, y) = (self.to.0 - self.from.0, self.to.1 - self.from.1);
        let straight = x == 0 || y == 0 || x.abs() == y.abs();
        straight.then_some((x.signum(), y.signum()))
    }

    fn places(&self, at: &str) -> Vec<Square> {
        let go = |(x, y): Square, (dx, dy): Square| (x + dx, y + dy);
        let around = |steps: &[(i16, i16)]| {
            let both = steps.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
            let signs = |(a, b): (i16, i16)| [(a, b), (-a, b), (a, -b), (-a, -b)];
            both.flat_map(signs).map(|step| go(self.to, step)).collect()
        };
        match at {
            "landing" => vec![self.to],
            "start" => vec![self.from],
            "captured" => self.victims.clone(),
            "around K" => around(&[(0, 1), (1, 1)]),
            "around N" => around(&[(1, 2)]),
            _ => {
                let Some(unit) = self.unit() else { return Vec::new() };
                match at {
                    "beyond" => vec![go(self.to, unit)],
                    "behind" => vec![go(self.from, (-unit.0, -unit.1))],
                    _ => {
                        let inside = std::iter::successors(Some(go(self.from, unit)), |&at| {
                            Some(go(at, unit))
                        });
                        inside.take_while(|&at| at != self.to).collect()
                    }
                }
            }
        }
    }
}

/// The board after a move and its effects, read word by word.
fn naive_after(mut board: Squares, step: &Step, effects: &[EffectWords; 2]) -> Squares {
    let before = board.clone();
    let moving = before[&step.from].clone();
    let victim = step.victims.iter().min().map(|at| before[at].1.clone());
    board.remove(&step.from);
    step.victims.iter().for_each(|at| drop(board.remove(at)));
    board.insert(step.to, moving.clone());
    for effect in effects {
        let captures =
            |wanted: &dyn Fn(&Unit) -> bool| step.victims.iter().any(|at| wanted(&before[at]));
        let happens = match effect.on {
            "moves" => true,
            "captures" => captures(&|_| true),
            _ => captures(&|unit| unit.1 == "rook"),
        };
        if !happens || !is_meant(effect.by, &moving, step.mover) {
            continue;
        }
        if effect.does.starts_with("reborn") {
            for at in &step.victims {
                let unit = &before[at];
                if is_meant(effect.pieces, unit, step.mover) {
                    rebirth(&mut board, effect.does, *at, unit);
                }
            }
            continue;
        }
        let on_board = |at: &Square| (0..EDGE).contains(&at.0) && (0..EDGE).contains(&at.1);
        let cells: BTreeSet<(i16, i16)> =
            effect.at.iter().flat_map(|at| step.places(at)).filter(on_board).collect();
        let seen = board.clone();
        // File by file: an effect goes through the cells in their order.
        for at in cells {
            let unit = seen.get(&at);
            if effect.does == "placed knight of mover" {
                if unit.is_none() {
                    board.insert(at, (step.mover, "knight".to_owned()));
                }
                continue;
            }
            let Some(unit) = unit.filter(|unit| is_meant(effect.pieces, unit, step.mover)) else {
                continue;
            };
            change(&mut board, effect, step, at, (unit.clone(), victim.clone()));
        }
    }
    board
}

/// Puts a captured piece back on one of the squares on which the definition sets its kind up.
fn rebirth(board: &mut Squares, does: &str, at: Square, unit: &Unit) {
    let files: &[i16] = match unit.1.as_str() {
        "rook" => &[0, 2, 5],
        "knight" => &[1, 3, 4],
        _ => &[0, 1, 2, 3, 4, 5],
    };
    let row = if unit.1 == "pawn" { 1 } else { 0 };
    let row = if unit.0 == 0 { row } else { EDGE - 1 - row };
    let fits = |&&file: &&i16| match does {
        "reborn on same file" => file == at.0,
        "reborn on same colour" => (file + row + at.0 + at.1) % 2 == 0,
        _ => true,
    };
    let free = files.iter().filter(fits).find(|&&file| !board.contains_key(&(file, row)));
    if let Some(&file) = free {
        board.insert((file, row), unit.clone());
    }
}

fn change(
    board: &mut Squares,
    effect: &EffectWords,
    step: &Step,
    at: Square,
    ((side, kind), victim): (Unit, Option<String>),
) {
    let target = match effect.does {
        "captured" | "removed" => return drop(board.remove(&at)),
        "becomes rook" => return drop(board.insert(at, (side, "rook".to_owned()))),
        "becomes captured type" => {
            return drop(board.insert(at, (side, victim.unwrap_or(kind))));
        }
        "joins enemy" => return drop(board.insert(at, (1 - step.mover, kind))),
        "joins mover" => return drop(board.insert(at, (step.mover, kind))),
        "moved to start" => Some(step.from),
        _ => step.unit().map(|(x, y)| (at.0 + x, at.1 + y)),
    };
    if target == Some(at) {
        return;
    }
    let is_free = |to: &Square| {
        (0..EDGE).contains(&to.0) && (0..EDGE).contains(&to.1) && !board.contains_key(to)
    };
    match target.filter(is_free) {
        Some(to) => {
            board.remove(&at);
            board.insert(to, (side, kind));
        }
        None if effect.full == "removed" => drop(board.remove(&at)),
        None => {}
    }
}

fn in_squares(rules: &Rules, found: &Move, mover: SideId) -> Step {
    Step {
        from: square(rules, found.from),
        to: square(rules, found.to),
        victims: found.captures.iter().map(|cell| square(rules, cell)).collect(),
        mover: mover.0,
    }
}

/// Plays random games of random definitions, and compares each board.
fn compare(seeds: std::ops::Range<u64>, plies: usize) -> usize {
    let mut compared = 0;
    for seed in seeds {
        let mut dice = Dice(seed);
        let effects = [EffectWords::drawn(&mut dice), EffectWords::drawn(&mut dice)];
        let text = definition(&effects);
        let (read, errors) = load(&SourceFile::new("drawn.toml", text.as_str()), "drawn", &Shipped);
        let errors: Vec<String> = errors.iter().map(|error| render(error, false)).collect();
        let read = read.unwrap_or_else(|| panic!("{text}\n{}", errors.join("\n")));
        let variant = read.variant(None).expect("it was read before");
        let rules = Rules::compile(variant.game.clone()).expect("the game compiles");
        let mut line = PlayedGame::from(&rules, rules.initial_position());
        for _ in 0..plies {
            let moves = line.moves();
            if moves.is_empty() {
                break;
            }
            let chosen = moves[dice.below(moves.len())];
            let before = line.position().clone();
            let step = in_squares(&rules, &chosen, before.turn.to_move);
            let wanted = naive_after(squares(&rules, &before), &step, &effects);
            line.play(&chosen);
            let found = squares(&rules, line.position());
            let shown = print_position(&variant, &rules, &before);
            let played = print_move(&variant, &rules, &before, &chosen);
            assert_eq!(found, wanted, "seed {seed}: {played} in {shown}\n{text}");
            assert!(line.take_back(), "a move was made");
            assert_eq!(*line.position(), before, "seed {seed}: {played} is undone in {shown}");
            line.play(&chosen);
            compared += 1;
        }
    }
    compared
}

#[test]
fn effects_change_boards_as_a_naive_reading_says() {
    let compared = compare(0..400, 60);
    assert!(compared > 10_000, "{compared} boards are too few");
}

#[test]
#[ignore = "takes some minutes"]
fn effects_change_many_boards_as_a_naive_reading_says() {
    let compared = compare(400..12_000, 80);
    eprintln!("{compared} boards, no difference");
}
