//! Printing to the terminal.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anstream::{AutoStream, ColorChoice};

use crate::query::count_with_noun;
use crate::source::{Code, Diagnostic, first_of_each_code, printable, render};

use super::arguments::{Arguments, Colour, Format};
use super::json;
use super::output::CommandResult;

/// Prints to standard output and standard error.
///
/// Unless `--color` says when, diagnostics have colours as `NO_COLOR`, `CLICOLOR`, `CLICOLOR_FORCE`
/// and `TERM` say, and a pipe or a file has none.
pub struct Terminal {
    colour: bool,
    quiet: bool,
    format: Format,
    /// The folder of the book, as annotations name it.
    root: PathBuf,
}

impl Terminal {
    /// The streams of this process.
    pub fn new(arguments: &Arguments) -> Terminal {
        let colour = match arguments.color {
            Colour::Auto => AutoStream::choice(&io::stderr()) != ColorChoice::Never,
            Colour::Always => true,
            Colour::Never => false,
        };
        let root = arguments.in_book("");
        Terminal { colour, quiet: arguments.quiet, format: arguments.format, root }
    }

    /// Prints the result of a command and returns the exit code.
    pub fn print(&self, result: CommandResult) -> ExitCode {
        match result {
            Err(diagnostics) => {
                if self.format == Format::Json {
                    let list = diagnostics.iter().map(json::diagnostic).collect();
                    let _ = write_output(json::document([("diagnostics", list)]).as_bytes());
                }
                self.print_diagnostics(&diagnostics);
                ExitCode::from(2)
            }
            Ok(mut command) => {
                let written = match std::str::from_utf8(&command.output) {
                    Ok(text) => write_output(self.shown(text).as_bytes()),
                    Err(_) => write_output(&command.output),
                };
                // What counts as an error is printed in any case.
                if self.quiet && !command.disagrees && !command.is_partial {
                    command.warnings.clear();
                    command.notes.clear();
                }
                for note in &command.notes {
                    self.note(note);
                }
                self.print_diagnostics(&command.warnings);
                match written {
                    // The reader of a pipe may close it early.
                    Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                        let what = format!("cannot write to standard output: {error}");
                        self.print_diagnostics(&[Diagnostic::error(Code::FileWrite, what)]);
                        ExitCode::from(2)
                    }
                    _ if command.is_partial => ExitCode::from(2),
                    _ => ExitCode::from(u8::from(command.disagrees)),
                }
            }
        }
    }

    /// Prints a remark.
    pub fn note(&self, text: &str) {
        let _ = writeln!(io::stderr(), "note: {}", printable(text));
    }

    /// A text as it is printed: in JSON, what a terminal would obey is written as its number.
    fn shown(&self, text: &str) -> String {
        if self.format != Format::Json {
            return printable(text);
        }
        let shown = printable(text);
        let signs = text.chars().zip(shown.chars());
        let number = |(sign, shown): (char, char)| match sign == shown {
            true => sign.to_string(),
            false => format!("\\u{:04x}", u32::from(sign)),
        };
        signs.map(number).collect()
    }

    /// Prints diagnostics, and their numbers if there are several.
    pub fn print_diagnostics(&self, diagnostics: &[Diagnostic]) {
        if self.format == Format::Github {
            let annotations = diagnostics.iter().map(|it| annotation(it, &self.root));
            let _ = write_output(annotations.collect::<String>().as_bytes());
        }
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

/// `::error file=content/chess.md,line=7,col=3,title=claim-wrong::...`: a line that a GitHub workflow
/// shows at the place in the file.
fn annotation(diagnostic: &Diagnostic, root: &Path) -> String {
    let kind = if diagnostic.is_error() { "error" } else { "warning" };
    let path = root.join(diagnostic.path());
    let mut properties = format!("title={}", diagnostic.code.word());
    if !diagnostic.path().is_empty() {
        let path = path.display().to_string().replace('\\', "/");
        let path = escaped(&printable(&path)).replace(':', "%3A").replace(',', "%2C");
        let place =
            diagnostic.line_column().map(|it| format!(",line={},col={}", it.line, it.column));
        properties = format!("file={path}{},{properties}", place.unwrap_or_default());
    }
    let help = diagnostic.help.iter().map(|help| format!("help: {help}"));
    let parts = [diagnostic.message.clone()].into_iter().chain(diagnostic.notes.iter().cloned());
    let text: Vec<String> = parts.chain(help).collect();
    format!("::{kind} {properties}::{}\n", escaped(&printable(&text.join("\n"))))
}

/// A text in one line, as such annotations write it.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

pub fn write_output(bytes: &[u8]) -> io::Result<()> {
    io::stdout().write_all(bytes).and_then(|()| io::stdout().flush())
}

/// The last line of the terminal while the program works. A pipe or file gets none.
///
/// It shows what is done, and the seconds since its beginning. It goes when the value is dropped.
pub struct Progress {
    /// Where other words are sent; the thread ends when this is dropped.
    words: Option<Sender<String>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    pub fn begin(what: &str, quiet: bool) -> Progress {
        if quiet || !io::stderr().is_terminal() {
            return Progress { words: None, thread: None };
        }
        let (words, received) = mpsc::channel();
        let what = what.to_owned();
        let thread = thread::spawn(move || show_progress(what, &received));
        Progress { words: Some(words), thread: Some(thread) }
    }

    /// Shows other words.
    pub fn set(&self, what: String) {
        if let Some(words) = &self.words {
            let _ = words.send(what);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.words.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Writes the line anew every second, and removes it when no more words can come.
fn show_progress(mut what: String, words: &Receiver<String>) {
    let begin = Instant::now();
    loop {
        let seconds = begin.elapsed().as_secs();
        let _ = write!(io::stderr(), "\r\x1b[2K{}", progress_line(&what, seconds));
        let _ = io::stderr().flush();
        match words.recv_timeout(Duration::from_secs(1)) {
            Ok(other) => what = other,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let _ = write!(io::stderr(), "\r\x1b[2K");
}

/// `verifying …`, after some seconds `verifying … 12 s`
fn progress_line(what: &str, seconds: u64) -> String {
    match seconds {
        0 | 1 => format!("{what} …"),
        _ => format!("{what} … {seconds} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_counts_seconds_only_of_long_work() {
        assert_eq!(progress_line("building", 0), "building …");
        assert_eq!(progress_line("building", 75), "building … 75 s");
    }
}
