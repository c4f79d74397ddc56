use std::fmt::Write;
use std::path::Path;

use crate::build::{Options, build};
use crate::query::{Disagreement, Verdict as Found};
use crate::source::{Code, Diagnostic, Diagnostics, Location};
use crate::verify::{Comparison, ComparisonKind, ComparisonOutcome as Verdict, Report, page};
use crate::world::{read_book, read_text};

use super::answer::{Answer, Outcome};
use super::arguments::{Arguments, Format, Verify};
use super::build::readable;
use super::game;
use super::terminal::Progress;

/// Says what the rules say to the book, or to a page of somebody else's.
pub fn run(arguments: &Arguments, command: &Verify) -> Outcome {
    match (&command.page, &command.variant) {
        (Some(page), Some(variant)) => foreign(arguments, command, page, variant),
        _ => book(arguments),
    }
}

/// The whole book, its drafts among it; nothing is written.
fn book(arguments: &Arguments) -> Outcome {
    let progress = Progress::begin("verifying");
    let (files, complaints) = read_book(&arguments.root);
    if !complaints.is_empty() {
        return Err(complaints);
    }
    let built = readable(build(&files, Options { drafts: true, proof_only: true }))?;
    drop(progress);
    let mut report = built.report;
    report.comparisons.extend(built.diagnostics.iter().filter_map(broken_link));
    report
        .comparisons
        .sort_by(|one, other| one.location.file.path().cmp(other.location.file.path()));
    Ok(answer(arguments, &report, View::Pages, built.diagnostics))
}

/// A link that leads nowhere disagrees with the book; those that lead somewhere are not listed.
fn broken_link(complaint: &Diagnostic) -> Option<Comparison> {
    let (file, span) = (complaint.file.as_ref()?, complaint.span.unwrap_or_default());
    let message = complaint.message.clone();
    let hint = complaint.help.clone();
    let verdict = Disagreement { message, hint, ..Disagreement::default() };
    (complaint.code == Code::LinkBroken).then(|| {
        Comparison::new(Location::new(file, span), ComparisonKind::Link, Found::Disagree(verdict))
    })
}

/// A page of somebody else's, against a game.
fn foreign(arguments: &Arguments, command: &Verify, path: &Path, variant: &str) -> Outcome {
    let asked = game::find(arguments, variant, command.setup.as_deref())?;
    let file = read_text(path)?;
    let checked = page(&file, &asked.study);
    let mut remarks = asked.warnings;
    let unreadable = |item: &Comparison| {
        let mut spans = checked.diagnostics.iter().map(|complaint| complaint.span);
        spans.any(|span| span.unwrap_or_default() == item.location.span)
    };
    let items = checked.report.comparisons.iter().filter(|item| !unreadable(item));
    remarks.extend(items.filter_map(Comparison::diagnostic));
    remarks.extend(checked.diagnostics.iter().cloned());
    if checked.report.comparisons.is_empty() {
        let complaint = Diagnostic::warning(Code::DiagramEmpty, "this page has no diagrams");
        let help = "diagrams are read from the attributes `data-fen` and `data-mks`";
        remarks.push(complaint.in_whole_file(&file).help(help));
    }
    Ok(answer(arguments, &checked.report, View::Items, remarks))
}

/// What people are shown, one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum View {
    Pages,
    Items,
}

fn answer(arguments: &Arguments, report: &Report, view: View, remarks: Diagnostics) -> Answer {
    let disagrees = !report.has_no_disagreement();
    match arguments.format {
        Format::Json => {
            let document = report.to_json().to_string() + "\n";
            Answer { disagrees, ..Answer::text(document) }
        }
        _ => Answer { disagrees, remarks, ..Answer::text(as_text(report, view)) },
    }
}

/// A line for each page, or for each thing on a page of somebody else's, and their number.
fn as_text(report: &Report, view: View) -> String {
    let mut text = String::new();
    for items in report
        .comparisons
        .chunk_by(|one, other| one.location.file.path() == other.location.file.path())
    {
        let told = |item: &&Comparison| view == View::Items || item.outcome != Verdict::Agree;
        items.iter().filter(told).for_each(|item| text.push_str(&line(item)));
        if view == View::Pages {
            text.push_str(&agreement(items));
        }
    }
    text + &report.summary() + "\n"
}

fn line(item: &Comparison) -> String {
    let verdict = match item.outcome {
        Verdict::Agree => "agrees",
        Verdict::Disagree => "DISAGREES",
        Verdict::Unchecked => "unchecked",
    };
    let (path, line) = (item.location.file.path(), item.line());
    let mut text = format!("{verdict:<9}  {path}:{line}  {}", item.kind_name());
    for word in [&item.side, &item.piece, &item.at].into_iter().filter(|word| !word.is_empty()) {
        let _ = write!(text, " {word}");
    }
    text + "\n"
}

/// How much on one page agrees: `agrees     content/chess.md  4 claims, 1 diagram`.
fn agreement(items: &[Comparison]) -> String {
    let agreeing = || items.iter().filter(|item| item.outcome == Verdict::Agree);
    let mut nouns: Vec<&str> = agreeing().map(Comparison::kind_name).collect();
    nouns.sort_unstable();
    nouns.dedup();
    let count = |noun: &str| match agreeing().filter(|item| item.kind_name() == noun).count() {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    };
    let counts: Vec<String> = nouns.into_iter().map(count).collect();
    match (items, counts.is_empty()) {
        ([first, ..], false) => {
            format!("{:<9}  {}  {}\n", "agrees", first.location.file.path(), counts.join(", "))
        }
        _ => String::new(),
    }
}
