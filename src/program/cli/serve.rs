//! `fairybook serve`: the book in a browser.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use crate::build::{BuildMemory, FirstPages, Options, build_again};
use crate::source::render;
use crate::world::{Server, Watch, read_book};

use super::arguments::{Arguments, Format, ServeArgs};
use super::json;
use super::output::CommandResult;
use super::terminal::{Terminal, write_output};

/// Serves the book and builds it again after each change. Returns only if it cannot start.
pub fn run(arguments: &Arguments, command: &ServeArgs, terminal: &Terminal) -> CommandResult {
    let root = &arguments.root;
    let server = Arc::new(Server::bind(command.host, command.port)?);
    let mut watch = Watch::new(root);
    let (files, diagnostics) = read_book(root);
    if files.is_empty() {
        return Err(diagnostics);
    }
    let mut memory = BuildMemory::default();
    update(&server, root, &mut memory, terminal);
    server.start();
    let url = server.url();
    let line = match arguments.format {
        Format::Json => json::document([("url", url.as_str().into())]),
        _ => format!("the book is at {url} and follows every change; Ctrl-C ends\n"),
    };
    let _ = write_output(line.as_bytes());
    if !command.host.is_loopback() {
        let readers =
            format!("all machines that reach {} can read the book, with its drafts", command.host);
        terminal.note(&readers);
    }
    if command.open {
        open(&url);
    }
    loop {
        watch.wait();
        update(&server, root, &mut memory, terminal);
    }
}

/// Builds the book, first the pages that were asked for last, and shows the new site, or the errors on the pages of the old site.
fn update(server: &Server, root: &Path, memory: &mut BuildMemory, terminal: &Terminal) {
    let (files, mut diagnostics) = read_book(root);
    let is_complete = !diagnostics.has_error();
    let ready = |pages| {
        if is_complete {
            server.show_first(pages);
        }
    };
    let first = FirstPages { wanted: &server.asked_pages(), ready: &ready };
    let options = Options { drafts: true, served: true, ..Options::default() };
    let output = build_again(&files, options, memory, Some(&first));
    diagnostics.extend(output.diagnostics);
    terminal.print_diagnostics(&diagnostics);
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    let errors: Vec<String> = errors.map(|error| render(error, false)).collect();
    if errors.is_empty() {
        server.show(output.site);
    } else {
        server.show_errors(&errors.join("\n\n"));
    }
}

/// Opens the address in a browser, if possible.
fn open(url: &str) {
    let opener = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(opener);
    // The address stands in the terminal already; what an opener without a browser says would not help.
    let _ = command.arg(url).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
