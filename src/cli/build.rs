//! `fairybook build`: writes the site.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::build::{BuildOutput, Options, build};
use crate::query::count_with_noun;
use crate::source::{Code, Diagnostic, Diagnostics, first_of_each_code};
use crate::verify::{ComparisonOutcome, Report};
use crate::world::{WriteSummary, is_among_sources, leads_out, read_book, write_site};

use super::arguments::{Arguments, BuildArgs, Deny, Format};
use super::json;
use super::output::{CommandOutput, CommandResult};
use super::terminal::Progress;

/// Errors of a book that can be read but is wrong.
const DISAGREEMENTS: [Code; 5] =
    [Code::ClaimWrong, Code::DiagramWrong, Code::LinkBroken, Code::RefutedHolds, Code::SetupWrong];

/// Builds the site of the book, and writes it if there is no error.
pub fn run(arguments: &Arguments, command: &BuildArgs) -> CommandResult {
    let mut times: Times = vec![("start", Instant::now())];
    let progress = Progress::begin("building");
    let out = out_folder(arguments, command)?;
    let (files, diagnostics) = read_book(&arguments.root);
    times.push(("read", Instant::now()));
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let built = build(&files, Options { drafts: command.drafts, ..Options::default() });
    times.push(("build", Instant::now()));
    let built = readable(built)?;
    let denied = command.deny == Some(Deny::Warnings) && !built.diagnostics.is_empty();
    let written =
        if built.has_no_errors() && !denied { Some(write_site(&out, &built.site)?) } else { None };
    times.push(("write", Instant::now()));
    drop(progress);
    let disagrees = written.is_none();
    if arguments.format == Format::Json {
        let document = as_json(&built, times[0].1.elapsed().as_millis());
        return Ok(CommandOutput { disagrees, ..CommandOutput::text(document) });
    }
    let mut text = as_text(&built, &out, written);
    if command.timings {
        text.push_str(&table(&times));
    }
    Ok(CommandOutput { disagrees, warnings: built.diagnostics, ..CommandOutput::text(text) })
}

/// Returns the output, or its diagnostics if a part of the book cannot be read.
pub fn readable(built: BuildOutput) -> Result<BuildOutput, Diagnostics> {
    let is_fatal = |d: &Diagnostic| d.is_error() && !DISAGREEMENTS.contains(&d.code);
    if built.diagnostics.iter().any(is_fatal) { Err(built.diagnostics) } else { Ok(built) }
}

/// Returns the folder for the site. It may not be among the sources, which the next build reads.
fn out_folder(arguments: &Arguments, command: &BuildArgs) -> Result<PathBuf, Diagnostics> {
    let out = command.out.clone().unwrap_or_else(|| arguments.in_book("site"));
    let error = |what| {
        let what = format!("`{}` {what}", out.display());
        Diagnostic::error(Code::FilePath, what).help("name another folder with `--out`")
    };
    if is_among_sources(&arguments.root, &out) {
        return Err(error("is a folder of sources").into());
    }
    // The author of the book, not the user, chose where its `site` leads.
    if command.out.is_none() && leads_out(&arguments.root, &out) {
        return Err(error("leads out of the book").into());
    }
    Ok(out)
}

fn as_text(built: &BuildOutput, out: &Path, written: Option<WriteSummary>) -> String {
    let counts = &built.counts;
    let mut text = format!(
        "verified: {}\nbuilt: {}, {}, {}\n",
        verified(&built.report),
        count_with_noun(counts.pages, "page"),
        count_with_noun(counts.diagrams, "diagram"),
        count_with_noun(counts.links, "link")
    );
    let out = out.display();
    let _ = match written {
        None => writeln!(text, "nothing was written: `{out}` is as it was"),
        Some(WriteSummary { added: 0, changed: 0, removed: 0, same }) => {
            writeln!(text, "`{out}` is up to date: {}", count_with_noun(same, "file"))
        }
        Some(WriteSummary { added, changed, removed, same }) => {
            let parts =
                [(added, "new"), (changed, "changed"), (removed, "removed"), (same, "as before")];
            let parts = parts.iter().filter(|(number, _)| *number > 0);
            let parts = parts.map(|(number, what)| format!("{number} {what}"));
            let parts: Vec<String> = parts.collect();
            writeln!(text, "wrote `{out}`: {}", parts.join(", "))
        }
    };
    text
}

/// `12 agree, 1 disagrees, 3 are unchecked`
fn verified(report: &Report) -> String {
    let part = |outcome, one: &str, many: &str| match report.count(outcome) {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    };
    let agree = part(ComparisonOutcome::Agree, "agrees", "agree");
    let disagree = part(ComparisonOutcome::Disagree, "disagrees", "disagree");
    if report.count(ComparisonOutcome::Unchecked) == 0 {
        return format!("{agree}, {disagree}");
    }
    let unchecked = part(ComparisonOutcome::Unchecked, "is unchecked", "are unchecked");
    format!("{agree}, {disagree}, {unchecked}")
}

fn as_json(built: &BuildOutput, ms: u128) -> String {
    let errors = built.diagnostics.iter().filter(|d| d.is_error()).count();
    let (first, more) = first_of_each_code(&built.diagnostics);
    json::document([
        ("checked", built.report.checked().into()),
        ("unchecked", built.report.count(ComparisonOutcome::Unchecked).into()),
        ("pages", built.counts.pages.into()),
        ("diagrams", built.counts.diagrams.into()),
        ("warnings", (built.diagnostics.len() - errors).into()),
        ("errors", errors.into()),
        ("ms", (ms as u64).into()),
        ("diagnostics", first.into_iter().map(json::diagnostic).collect()),
        ("not_shown", more.into()),
    ])
}

/// The part of a build that ended at a moment.
type Times = Vec<(&'static str, Instant)>;

/// How long each part took.
fn table(times: &Times) -> String {
    let line = |ends: &[(&str, Instant)]| {
        let ms = (ends[1].1 - ends[0].1).as_secs_f64() * 1e3;
        format!("{:<6}{ms:>9.1} ms\n", ends[1].0)
    };
    times.windows(2).map(line).collect()
}
