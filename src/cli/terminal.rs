//! Printing to the terminal.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};

use crate::query::count_with_noun;
use crate::source::{Code, Diagnostic, first_of_each_code, render};

use super::output::CommandResult;

/// Prints to standard output and standard error.
///
/// Diagnostics have colours as `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and `TERM` say. A pipe or a
/// file has no colours.
pub struct Terminal {
    colour: bool,
}

impl Terminal {
    /// The streams of this process.
    pub fn new() -> Terminal {
        Terminal { colour: AutoStream::choice(&io::stderr()) != ColorChoice::Never }
    }

    /// Prints the result of a command and returns the exit code.
    pub fn print(&self, result: CommandResult) -> ExitCode {
        match result {
            Err(diagnostics) => {
                self.print_diagnostics(&diagnostics);
                ExitCode::from(2)
            }
            Ok(command) => {
                let written = write_output(&command.output);
                self.print_diagnostics(&command.warnings);
                match written {
                    // The reader of a pipe may close it early.
                    Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                        let what = format!("cannot write to standard output: {error}");
                        self.print_diagnostics(&[Diagnostic::error(Code::FileWrite, what)]);
                        ExitCode::from(2)
                    }
                    _ => ExitCode::from(u8::from(command.disagrees)),
                }
            }
        }
    }

    /// Prints diagnostics, and their numbers if there are several.
    pub fn print_diagnostics(&self, diagnostics: &[Diagnostic]) {
        let mut text = String::new();
        let (first, more) = first_of_each_code(diagnostics);
        let first = first.into_iter().map(|diagnostic| render(diagnostic, self.colour));
        for part in first.chain(more) {
            text.push_str(&part);
            text.push_str("\n\n");
        }
        if diagnostics.len() > 1 {
            let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
            let parts = [(errors, "error"), (diagnostics.len() - errors, "warning")];
            let parts = parts.into_iter().filter(|&(number, _)| number > 0);
            let parts: Vec<String> =
                parts.map(|(number, noun)| count_with_noun(number, noun)).collect();
            text.push_str(&(parts.join(", ") + "\n"));
        }
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

pub fn write_output(bytes: &[u8]) -> io::Result<()> {
    io::stdout().write_all(bytes).and_then(|()| io::stdout().flush())
}

/// A word on the last line of the terminal until the value is dropped. A pipe or file gets none.
pub struct Progress {
    shown: bool,
}

impl Progress {
    pub fn begin(what: &str) -> Progress {
        let mut err = io::stderr();
        let shown = err.is_terminal() && write!(err, "{what} …").and_then(|()| err.flush()).is_ok();
        Progress { shown }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[2K");
        }
    }
}
