//! An outside engine that speaks UCI.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};
use std::{fs, thread};

use tempfile::TempDir;

use crate::source::printable;
use crate::verify::{EngineFault, MoveOracle};

/// The name of the file that the engine reads.
const VARIANT_FILE: &str = "variants.ini";
/// The longest list of lines that answers one question.
const LINES: usize = 100_000;
/// The longest line of an answer, in bytes.
const LINE: u64 = 1 << 20;
/// The longest answer, in bytes.
const ANSWER: usize = 4 << 20;
/// The longest name of an engine, in characters.
const NAME: usize = 100;
/// So many lines wait to be read, from the engine or by it.
const WAITING: usize = 64;

/// A running engine.
pub struct EngineProcess {
    child: Child,
    input: SyncSender<String>,
    output: Receiver<String>,
    seconds: u64,
    /// The name that the engine gives itself.
    pub name: String,
    variant: String,
    /// The variants that it offers after it has read the file.
    variants: BTreeSet<String>,
    /// The folder of the variant file. Its name cannot be known before, so no link waits there.
    folder: TempDir,
}

impl EngineProcess {
    /// Starts an engine and gives it a variant file. It must answer each question in `seconds`.
    pub fn start(path: &Path, sections: &str, seconds: u64) -> Result<EngineProcess, EngineFault> {
        let missing = |error: std::io::Error| EngineFault::Missing(error.to_string());
        let mut child = Command::new(path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(missing)?;
        let (Some(input), Some(lines)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(EngineFault::Missing("it has no input and output".to_owned()));
        };
        // A line may never come, and one may never be read: only threads of their own can wait.
        let (sender, output) = sync_channel(WAITING);
        thread::spawn(move || send_lines(lines, &sender));
        let (to_engine, questions) = sync_channel(WAITING);
        thread::spawn(move || write_lines(input, &questions));
        let folder = TempDir::with_prefix("fairybook-").map_err(missing)?;
        fs::write(folder.path().join(VARIANT_FILE), sections).map_err(missing)?;
        let mut engine = EngineProcess {
            child,
            input: to_engine,
            output,
            seconds,
            name: String::new(),
            variant: String::new(),
            variants: BTreeSet::new(),
            folder,
        };
        engine.begin()?;
        Ok(engine)
    }

    fn begin(&mut self) -> Result<(), EngineFault> {
        let greeting = self.ask("uci", |line| line.trim() == "uciok")?;
        let name = greeting.iter().find_map(|line| line.strip_prefix("id name "));
        // The name stands in records and on pages.
        let name = printable(name.unwrap_or("the engine").trim());
        self.name = name.chars().take(NAME).collect();
        for option in ["VariantPath", "UCI_Variant"] {
            let has = |line: &String| line.starts_with(&format!("option name {option} "));
            if !greeting.iter().any(has) {
                return Err(EngineFault::Unfit(format!("option `{option}`")));
            }
        }
        let path = self.folder.path().join(VARIANT_FILE);
        self.tell(&format!("setoption name VariantPath value {}", path.display()))?;
        self.ask("isready", |line| line.trim() == "readyok")?;
        // An engine that cannot read a section offers no such variant, and would answer for another.
        let greeting = self.ask("uci", |line| line.trim() == "uciok")?;
        let options = greeting.iter().filter(|line| line.starts_with("option name UCI_Variant "));
        let names = options.flat_map(|line| line.split(" var ").skip(1));
        self.variants = names.map(|name| name.trim().to_owned()).collect();
        Ok(())
    }

    fn tell(&mut self, line: &str) -> Result<(), EngineFault> {
        self.input.try_send(format!("{line}\n")).map_err(|error| match error {
            TrySendError::Full(_) => EngineFault::Silent(self.seconds),
            TrySendError::Disconnected(_) => EngineFault::Crashed,
        })
    }

    /// Sends a line and returns the lines up to the one that ends the answer.
    fn ask(&mut self, line: &str, ends: impl Fn(&str) -> bool) -> Result<Vec<String>, EngineFault> {
        self.tell(line)?;
        let until = Instant::now() + Duration::from_secs(self.seconds);
        let mut answer = Vec::new();
        let mut bytes = 0;
        while answer.len() < LINES && bytes < ANSWER {
            let left = until.saturating_duration_since(Instant::now());
            let line = self.output.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => EngineFault::Silent(self.seconds),
                RecvTimeoutError::Disconnected => EngineFault::Crashed,
            })?;
            let is_last = ends(&line);
            bytes += line.len();
            answer.push(line);
            if is_last {
                return Ok(answer);
            }
        }
        Err(EngineFault::Contradictory(format!(
            "more than {LINES} lines or {ANSWER} bytes for `{line}`"
        )))
    }
}

/// Sends on each line of the engine, until one is longer than any answer.
fn send_lines(output: ChildStdout, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let length = output.by_ref().take(LINE).read_until(b'\n', &mut line).unwrap_or(0);
        let is_whole = line.ends_with(b"\n") || (length as u64) < LINE;
        let text = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned();
        if length == 0 || !is_whole || sender.send(text).is_err() {
            return;
        }
    }
}

/// Writes each line to the engine, while it reads.
fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

impl MoveOracle for EngineProcess {
    fn legal_moves(
        &mut self,
        variant: &str,
        position: &str,
    ) -> Result<BTreeSet<String>, EngineFault> {
        if !self.variants.contains(variant) {
            return Err(EngineFault::Unfit(format!("variant `{variant}`: it refused the section")));
        }
        if self.variant != variant {
            self.tell(&format!("setoption name UCI_Variant value {variant}"))?;
            variant.clone_into(&mut self.variant);
        }
        self.tell(&format!("position fen {position}"))?;
        let answer = self.ask("go perft 1", |line| line.starts_with("Nodes searched"))?;
        let moves = answer.iter().filter_map(|line| {
            let (text, count) = line.split_once(": ")?;
            let is_move = !text.contains(' ') && count.trim() == "1";
            is_move.then(|| text.to_owned())
        });
        let moves: BTreeSet<String> = moves.collect();
        let last = answer.last().and_then(|line| line.rsplit(' ').next()?.trim().parse().ok());
        if last != Some(moves.len()) {
            let count = last.map_or("no number".to_owned(), |count: usize| count.to_string());
            let message = format!("{} moves are listed, and {count} counted", moves.len());
            return Err(EngineFault::Contradictory(message));
        }
        Ok(moves)
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let _ = self.tell("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
