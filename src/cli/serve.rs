use std::io::Write;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use crate::build::{Options, build};
use crate::source::render;
use crate::world::{Server, Watch, read_book};

use super::answer::Outcome;
use super::arguments::{Arguments, Format, Serve};
use super::json;
use super::terminal::Terminal;

/// Shows the book in a browser and builds it anew whenever something changes. Ends only when it is
/// stopped, or where it cannot begin.
pub fn run(arguments: &Arguments, command: &Serve, terminal: &Terminal) -> Outcome {
    let root = &arguments.root;
    let server = Arc::new(Server::bind(command.port)?);
    let mut watch = Watch::new(root);
    let (files, complaints) = read_book(root);
    if files.is_empty() {
        return Err(complaints);
    }
    update(&server, root, terminal);
    server.start();
    let url = server.url();
    let line = match arguments.format {
        Format::Json => json::document([("url", url.as_str().into())]),
        _ => format!("the book is at {url} and follows every change; Ctrl-C ends\n"),
    };
    let _ = std::io::stdout().write_all(line.as_bytes()).and_then(|()| std::io::stdout().flush());
    if command.open {
        open(&url);
    }
    loop {
        watch.wait();
        update(&server, root, terminal);
    }
}

/// Shows the book as it is now, or what is wrong with it over the book as it was.
fn update(server: &Server, root: &Path, terminal: &Terminal) {
    let (files, mut complaints) = read_book(root);
    let built = build(&files, Options { drafts: true, ..Options::default() });
    complaints.extend(built.diagnostics);
    terminal.complain(&complaints);
    let errors: Vec<String> = complaints
        .iter()
        .filter(|complaint| complaint.is_error())
        .map(|complaint| render(complaint, false))
        .collect();
    match errors[..] {
        [] => server.show(built.site),
        _ => server.complain(&errors.join("\n\n")),
    }
}

/// A browser that does not open is no reason to stop.
fn open(url: &str) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let _ = Command::new(opener).arg(url).spawn();
}
