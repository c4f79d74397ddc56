//! How fast positions are counted, beside engines that others wrote, in one run.
//!
//! `cargo bench --bench perft` prints nodes per second and ratios. A peer that is not installed
//! (the program `fairy-stockfish`; Python with the package `chess`) is left out and named. All of
//! them count the last move from the list of legal moves; a peer's time to start is taken off.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, missing_docs)]

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fairybook::rules::Rules;

/// A game, and how deep we and the engine count, so that each has seconds to do.
const GAMES: [(&str, u32, u32); 3] = [("chess", 5, 5), ("capablanca", 4, 4), ("xiangqi", 4, 4)];
const RUNS: usize = 3;

#[allow(dead_code)]
#[path = "../tests/shipped.rs"]
mod shipped;

/// The median of some runs.
fn median(mut run: impl FnMut() -> Option<f64>) -> Option<f64> {
    let mut speeds: Vec<f64> = (0..RUNS).map(|_| run()).collect::<Option<_>>()?;
    speeds.sort_by(f64::total_cmp);
    Some(speeds[RUNS / 2])
}

/// Million nodes a second.
fn speed(nodes: u64, time: Duration) -> f64 {
    nodes as f64 / time.as_secs_f64() / 1e6
}

fn ours(id: &str, depth: u32) -> f64 {
    let rules = Rules::compile(shipped::variant(id).game).unwrap();
    let start = rules.initial_position();
    let run = || {
        let clock = Instant::now();
        let nodes = rules.perft(&start, depth);
        Some(speed(nodes, clock.elapsed()))
    };
    median(run).unwrap()
}

fn talk(program: &str, arguments: &[&str], input: &str) -> Option<(String, Duration)> {
    let clock = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(input.as_bytes()).ok()?;
    let output = child.wait_with_output().ok().filter(|output| output.status.success())?;
    Some((String::from_utf8_lossy(&output.stdout).into_owned(), clock.elapsed()))
}

fn engine(id: &str, depth: u32) -> Option<f64> {
    let program = ["fairy-stockfish", "/usr/games/fairy-stockfish"]
        .into_iter()
        .find(|program| talk(program, &[], "quit\n").is_some())?;
    let ask = |depth: u32| {
        let lines = format!("setoption name UCI_Variant value {id}\ngo perft {depth}\nquit\n");
        talk(program, &[], &lines)
    };
    median(|| {
        let (_, start) = ask(1)?;
        let (text, time) = ask(depth)?;
        let line = text.lines().find(|line| line.starts_with("Nodes searched"))?;
        let nodes = line.rsplit(' ').next()?.parse().ok()?;
        Some(speed(nodes, time.saturating_sub(start)))
    })
}

fn python_chess() -> Option<f64> {
    let script = "
import chess, time
def count(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += count(board, depth - 1)
        board.pop()
    return total
begin = time.perf_counter()
nodes = count(chess.Board(), 4)
print(nodes / (time.perf_counter() - begin) / 1e6)
";
    median(|| talk("python3", &["-"], script)?.0.trim().parse().ok())
}

fn main() {
    println!("million nodes a second, median of {RUNS} runs, one thread");
    for (id, depth, engine_depth) in GAMES {
        let ours = ours(id, depth);
        print!("{id:<12} depth {depth}   fairybook {ours:7.2}");
        match engine(id, engine_depth) {
            Some(theirs) => {
                println!("   fairy-stockfish {theirs:7.2}   ratio {:5.2}", ours / theirs)
            }
            None => println!("   fairy-stockfish is not installed"),
        }
        if id == "chess" {
            match python_chess() {
                Some(theirs) => {
                    println!("{:>46} {theirs:7.2}   ratio {:5.1}", "python-chess", ours / theirs);
                }
                None => println!("{:>46} is not installed", "python-chess"),
            }
        }
    }
}
