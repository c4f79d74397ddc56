//! The command line: arguments, colours and exit codes, with one file for each command.
//!
//! A command returns its output, or the diagnostics because of which it has none. Both are written
//! in one place, so that standard output is empty if the input could not be used.

#![allow(clippy::disallowed_methods, reason = "the program uses the working folder and the time")]

mod arguments;
mod book_record;
mod build;
mod completions;
mod coverage;
mod diagram;
mod export;
mod import;
mod help;
mod json;
mod moves;
mod new;
#[cfg(not(feature = "check-links"))]
mod no_outside_links;
#[cfg(feature = "check-links")]
mod outside_links;
mod output;
mod picture;
mod reach;
mod requested_variant;
mod schema;
mod second_opinion;
mod serve;
mod survey;
mod terminal;
mod usage;
mod verify;

#[cfg(not(feature = "check-links"))]
use no_outside_links as outside_links;

use std::process::ExitCode;

use clap::Parser;

use crate::source::{Code, Diagnostic, Diagnostics, limits, work};

use arguments::{Arguments, Command};
use output::CommandResult;
use terminal::Terminal;

/// Runs the program and returns the exit code.
///
/// 0: success. 1: the book disagrees with the engine. 2: the input or the arguments cannot be used.
pub fn main() -> ExitCode {
    let typed: Vec<String> =
        std::env::args_os().skip(1).map(|it| it.to_string_lossy().into_owned()).collect();
    if let Some(error) = usage::short_dash(&typed) {
        error.exit();
    }
    let mut arguments =
        Arguments::try_parse().unwrap_or_else(|error| usage::explained(error, &typed).exit());
    arguments.find_root();
    let terminal = Terminal::new(&arguments);
    terminal.print(run(&arguments, &terminal))
}

fn run(arguments: &Arguments, terminal: &Terminal) -> CommandResult {
    arguments.check()?;
    let limit = if is_limited(&arguments.command) { limits::WORK } else { u64::MAX };
    let (result, spent) = work::limited(limit, || run_command(arguments, terminal));
    if spent < limit {
        return result;
    }
    let (what, help) = match &arguments.command {
        Command::Import(_) => {
            ("the file", "nothing is written; import one section with `--only NAME`")
        }
        _ => (
            "the game",
            "leave out pieces, legs of moves or parts of turns, or take a smaller board",
        ),
    };
    let message = format!(
        "{what} takes more than {} million units of work, the limit for one command",
        limit / 1_000_000
    );
    let error = Diagnostic::error(Code::Work, message);
    Err(Diagnostics::from(error.help(help)))
}

/// Whether the work of a command is limited as a whole. That of books is limited by their sizes, and
/// some commands are meant to take long.
fn is_limited(command: &Command) -> bool {
    use Command::{Diagram, Export, Import, Moves, New, Reach};
    matches!(command, Reach(_) | Diagram(_) | Moves(_) | New(_) | Export(_) | Import(_))
}

fn run_command(arguments: &Arguments, terminal: &Terminal) -> CommandResult {
    match &arguments.command {
        Command::Build(command) => build::run(arguments, command),
        Command::Verify(command) => verify::run(arguments, command, terminal),
        Command::Serve(command) => serve::run(arguments, command, terminal),
        Command::Reach(command) => reach::run(arguments, command),
        Command::Diagram(command) => diagram::run(arguments, command),
        Command::Moves(command) => moves::run(arguments, command),
        Command::Perft(command) => moves::perft(arguments, command),
        Command::Survey(command) => survey::run(arguments, command),
        Command::New(command) => new::run(arguments, command),
        Command::Export(command) => export::run(arguments, command),
        Command::Import(kind) => import::run(arguments, kind),
        Command::Help { topic } => help::run(arguments, topic),
        Command::Schema => schema::run(),
        Command::Completions { shell } => completions::run(*shell),
    }
}
