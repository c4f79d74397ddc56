use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::build::{Built, Options, build};
use crate::source::{Code, Diagnostic, Diagnostics};
use crate::verify::{ComparisonOutcome as Verdict, Report};
use crate::world::{Written, read_book, write_site};

use super::answer::{Answer, Outcome};
use super::arguments::{Arguments, BuildSite, Deny, Format};
use super::json;
use super::terminal::{Progress, counted};

/// Complaints that say that the book is wrong, not that it cannot be read.
const DISAGREEMENTS: [Code; 5] =
    [Code::ClaimWrong, Code::DiagramWrong, Code::LinkBroken, Code::RefutedHolds, Code::SetupWrong];

/// Builds the site of the book and writes it, if the book is right.
pub fn run(arguments: &Arguments, command: &BuildSite) -> Outcome {
    let mut clock = Clock::start();
    let progress = Progress::begin("building");
    let out = folder(arguments, command)?;
    let (files, complaints) = read_book(&arguments.root);
    clock.lap("read");
    if !complaints.is_empty() {
        return Err(complaints);
    }
    let built = build(&files, Options { drafts: command.drafts, ..Options::default() });
    clock.lap("build");
    let built = readable(built)?;
    let denied = command.deny == Some(Deny::Warnings) && !built.diagnostics.is_empty();
    let written = match built.is_well() && !denied {
        true => Some(write_site(&out, &built.site)?),
        false => None,
    };
    clock.lap("write");
    drop(progress);
    Ok(report(arguments, command, &out, built, written, &clock))
}

/// The build, unless it complains of something that cannot be read at all.
pub fn readable(built: Built) -> Result<Built, Diagnostics> {
    let is_fatal = |d: &Diagnostic| d.is_error() && !DISAGREEMENTS.contains(&d.code);
    match built.diagnostics.iter().any(is_fatal) {
        true => Err(built.diagnostics),
        false => Ok(built),
    }
}

fn report(
    arguments: &Arguments,
    command: &BuildSite,
    out: &Path,
    built: Built,
    written: Option<Written>,
    clock: &Clock,
) -> Answer {
    let disagrees = written.is_none();
    if arguments.format == Format::Json {
        let document = as_json(&built, clock.total_ms());
        return Answer { disagrees, ..Answer::text(document) };
    }
    let mut text = as_text(&built, out, written);
    if command.timings {
        text.push_str(&clock.table());
    }
    Answer { disagrees, remarks: built.diagnostics, ..Answer::text(text) }
}

/// Where the site goes: never among the sources, which the next build would read.
fn folder(arguments: &Arguments, command: &BuildSite) -> Result<PathBuf, Diagnostics> {
    let out = command.out.clone().unwrap_or_else(|| arguments.in_book("site"));
    let inside = |part: &str| {
        let part = std::path::absolute(arguments.root.join(part));
        let out = std::path::absolute(&out);
        part.is_ok_and(|part| out.is_ok_and(|out| out.starts_with(part)))
    };
    if inside("content") || inside("templates") {
        let what = format!("`{}` is a folder of sources", out.display());
        return Err(Diagnostic::error(Code::FilePath, what)
            .help("name a folder beside them with `--out`")
            .into());
    }
    Ok(out)
}

fn as_text(built: &Built, out: &Path, written: Option<Written>) -> String {
    let counts = &built.counts;
    let mut text = format!(
        "verified: {}\nbuilt: {}, {}, {}\n",
        verified(&built.report),
        counted(counts.pages, "page"),
        counted(counts.diagrams, "diagram"),
        counted(counts.links, "link")
    );
    let out = out.display();
    let _ = match written {
        None => writeln!(text, "nothing was written: `{out}` is as it was"),
        Some(Written { added: 0, changed: 0, removed: 0, same }) => {
            writeln!(text, "`{out}` is up to date: {}", counted(same, "file"))
        }
        Some(Written { added, changed, removed, same }) => {
            let parts =
                [(added, "new"), (changed, "changed"), (removed, "removed"), (same, "as before")];
            let parts: Vec<String> = parts
                .iter()
                .filter(|(count, _)| *count > 0)
                .map(|(count, what)| format!("{count} {what}"))
                .collect();
            writeln!(text, "wrote `{out}`: {}", parts.join(", "))
        }
    };
    text
}

/// `12 agree, 1 disagrees, 3 are unchecked`
fn verified(report: &Report) -> String {
    let count = |outcome| report.count(outcome);
    let verb = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    };
    let mut parts = vec![
        verb(count(Verdict::Agree), "agrees", "agree"),
        verb(count(Verdict::Disagree), "disagrees", "disagree"),
    ];
    if count(Verdict::Unchecked) > 0 {
        parts.push(verb(count(Verdict::Unchecked), "is unchecked", "are unchecked"));
    }
    parts.join(", ")
}

fn as_json(built: &Built, ms: u128) -> String {
    let errors = built.diagnostics.iter().filter(|d| d.is_error()).count();
    json::document([
        ("checked", built.report.checked().into()),
        ("unchecked", built.report.count(Verdict::Unchecked).into()),
        ("pages", built.counts.pages.into()),
        ("diagrams", built.counts.diagrams.into()),
        ("warnings", (built.diagnostics.len() - errors).into()),
        ("errors", errors.into()),
        ("ms", (ms as u64).into()),
        ("diagnostics", built.diagnostics.iter().map(json::diagnostic).collect()),
    ])
}

/// How long the parts of a build take.
struct Clock {
    last: Instant,
    laps: Vec<(&'static str, u128)>,
}

impl Clock {
    fn start() -> Clock {
        Clock { last: Instant::now(), laps: Vec::new() }
    }

    fn lap(&mut self, what: &'static str) {
        self.laps.push((what, self.last.elapsed().as_micros()));
        self.last = Instant::now();
    }

    fn total_ms(&self) -> u128 {
        self.laps.iter().map(|(_, micros)| micros).sum::<u128>() / 1000
    }

    fn table(&self) -> String {
        let line = |what: &str, micros: u128| format!("{what:<6}{:>9.1} ms\n", micros as f64 / 1e3);
        self.laps.iter().map(|&(what, micros)| line(what, micros)).collect()
    }
}
