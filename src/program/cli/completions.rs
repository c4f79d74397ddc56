//! `fairybook completions`: a script that completes commands.

use clap::CommandFactory;
use clap_complete::Shell;

use super::arguments::Arguments;
use super::output::{CommandOutput, CommandResult};

pub fn run(shell: Shell) -> CommandResult {
    let mut script = Vec::new();
    let mut program = Arguments::command();
    let name = program.get_name().to_owned();
    clap_complete::generate(shell, &mut program, name, &mut script);
    Ok(CommandOutput::text(script))
}
