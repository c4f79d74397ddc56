//! `fairybook man`: man pages.

use std::io::Write;

use clap::CommandFactory;
use clap_mangen::roff::{Roff, bold, roman};

use crate::source::{Code, Diagnostic, Diagnostics, suggestion};

use super::arguments::Arguments;
use super::help::{EXAMPLES, EXIT_CODES, is_of};
use super::output::{CommandOutput, CommandResult};

/// Prints the man page of the program, or of a command below it.
pub fn run(words: &[String]) -> CommandResult {
    let mut program = Arguments::command();
    program.build();
    let mut command = program;
    let mut name = command.get_name().to_owned();
    for word in words {
        let Some(found) = command.find_subcommand(word) else {
            let known: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
            let error = Diagnostic::error(Code::Usage, format!("there is no command `{word}`"));
            return Err(error.help(suggestion(word, known)).into());
        };
        name = format!("{name} {}", found.get_name());
        command = found.clone();
    }
    let page = written(command, &name).map_err(|error| {
        let error = Diagnostic::error(Code::FileWrite, format!("no man page: {error}"));
        Diagnostics::from(error)
    })?;
    Ok(CommandOutput::text(page))
}

fn written(command: clap::Command, name: &str) -> std::io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.display_name(name.replace(' ', "-"))).render(&mut page)?;
    let mut end = Roff::new();
    end.control("SH", ["EXIT STATUS"]).text([roman(EXIT_CODES)]);
    let examples: Vec<&str> = EXAMPLES.lines().filter(|line| is_of(line, name)).collect();
    if !examples.is_empty() {
        end.control("SH", ["EXAMPLES"]);
    }
    for line in examples {
        end.control("PP", []).text([bold(line)]);
    }
    page.write_all(end.render().as_bytes())?;
    Ok(page)
}
