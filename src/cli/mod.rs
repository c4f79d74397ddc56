//! The command line: arguments, colours, exit codes; one file a command.
//!
//! The only room that prints. A command hands back what it found as an `Answer`, or the
//! complaints for which it could find nothing; writing both, and the exit code, happen in one
//! place, so that standard output is empty whenever the input could not be used.

#![allow(clippy::disallowed_methods, reason = "the program may look where it stands, and the time")]

mod answer;
mod arguments;
mod build;
mod completions;
mod diagram;
mod game;
mod json;
mod moves;
mod new;
mod picture;
mod reach;
mod schema;
mod serve;
mod terminal;
mod verify;

use std::process::ExitCode;

use clap::Parser;

use answer::Outcome;
use arguments::{Arguments, Command};
use terminal::Terminal;

/// The program: reads the arguments, does what they say, prints, and returns the exit code.
///
/// 0: all is well. 1: the book and the engine disagree. 2: input or usage that cannot be used.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let terminal = Terminal::new();
    let outcome = run(&arguments, &terminal);
    terminal.show(outcome)
}

fn run(arguments: &Arguments, terminal: &Terminal) -> Outcome {
    arguments.check()?;
    match &arguments.command {
        Command::Build(command) => build::run(arguments, command),
        Command::Verify(command) => verify::run(arguments, command),
        Command::Serve(command) => serve::run(arguments, command, terminal),
        Command::Reach(command) => reach::run(arguments, command),
        Command::Diagram(command) => diagram::run(arguments, command),
        Command::Moves(command) => moves::run(arguments, command),
        Command::Perft(command) => moves::perft(arguments, command),
        Command::New(command) => new::run(arguments, command),
        Command::Schema => schema::run(),
        Command::Completions(command) => completions::run(command),
    }
}
