use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};

use crate::source::{Diagnostic, render};

use super::answer::Outcome;

/// The two streams, and whether each of them is to have colours.
///
/// `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE` and `TERM` are honoured; a pipe or a file has none.
pub struct Terminal {
    colour: bool,
}

impl Terminal {
    /// The streams of this process.
    pub fn new() -> Terminal {
        Terminal { colour: AutoStream::choice(&io::stderr()) != ColorChoice::Never }
    }

    /// Prints what a command found or had to complain about.
    pub fn show(&self, outcome: Outcome) -> ExitCode {
        match outcome {
            Err(complaints) => {
                self.complain(&complaints);
                ExitCode::from(2)
            }
            Ok(answer) => {
                let written =
                    io::stdout().write_all(&answer.output).and_then(|()| io::stdout().flush());
                self.complain(&answer.remarks);
                match written {
                    // Whoever closed the pipe has read enough.
                    Err(error) if error.kind() != io::ErrorKind::BrokenPipe => ExitCode::from(2),
                    _ => ExitCode::from(u8::from(answer.disagrees)),
                }
            }
        }
    }

    /// Prints complaints.
    pub fn complain(&self, complaints: &[Diagnostic]) {
        let mut text = String::new();
        for complaint in complaints {
            text.push_str(&render(complaint, self.colour));
            text.push_str("\n\n");
        }
        if complaints.len() > 1 {
            text.push_str(&sum(complaints));
        }
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

/// `3 errors, 1 warning`
fn sum(complaints: &[Diagnostic]) -> String {
    let errors = complaints.iter().filter(|complaint| complaint.is_error()).count();
    let parts = [(errors, "error"), (complaints.len() - errors, "warning")];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|&(count, what)| counted(count, what))
        .collect();
    parts.join(", ") + "\n"
}

/// So many of something.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A word on the last line of a terminal, for as long as something takes; nothing anywhere else.
pub struct Progress {
    shown: bool,
}

impl Progress {
    /// Shows the word.
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
