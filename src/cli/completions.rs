use clap::CommandFactory;

use super::answer::{Answer, Outcome};
use super::arguments::{Arguments, Completions};

/// A script that completes commands in a shell.
pub fn run(command: &Completions) -> Outcome {
    let mut script = Vec::new();
    let mut program = Arguments::command();
    let name = program.get_name().to_owned();
    clap_complete::generate(command.shell, &mut program, name, &mut script);
    Ok(Answer::text(script))
}
