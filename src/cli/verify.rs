use std::fmt::Write;
use std::path::Path;

use crate::source::{Code, Diagnostic};
use crate::verify::{Item, Outcome as Verdict, Report, page};
use crate::world::read_text;

use super::answer::{Answer, Outcome};
use super::arguments::{Arguments, Format, Verify};
use super::game;

/// Says what the rules say to the diagrams of a page.
pub fn run(arguments: &Arguments, command: &Verify) -> Outcome {
    foreign(arguments, command, &command.page)
}

/// A page of somebody else's, against a game.
fn foreign(arguments: &Arguments, command: &Verify, path: &Path) -> Outcome {
    let asked = game::find(arguments, &command.variant, command.setup.as_deref())?;
    let file = read_text(path).map_err(|complaint| vec![complaint])?;
    let checked = page(&file, &asked.study);
    let mut remarks = asked.warnings;
    let unreadable = |item: &Item| {
        let mut spans = checked.complaints.iter().map(|complaint| complaint.span);
        spans.any(|span| span.unwrap_or_default() == item.place.span)
    };
    let items = checked.report.items.iter().filter(|item| !unreadable(item));
    remarks.extend(items.filter_map(Item::diagnostic));
    remarks.extend(checked.complaints.iter().cloned());
    if checked.report.items.is_empty() {
        let complaint = Diagnostic::warning(Code::DiagramEmpty, "this page has no diagrams");
        let help = "diagrams are read from the attributes `data-fen` and `data-mks`";
        remarks.push(complaint.in_whole_file(&file).help(help));
    }
    Ok(answer(arguments, &checked.report, remarks))
}

fn answer(arguments: &Arguments, report: &Report, remarks: Vec<Diagnostic>) -> Answer {
    let disagrees = !report.is_clean();
    match arguments.format {
        Format::Json => {
            let document = report.to_json().to_string() + "\n";
            Answer { disagrees, ..Answer::text(document) }
        }
        _ => Answer { disagrees, remarks, ..Answer::text(as_text(report)) },
    }
}

/// A line for each thing that was looked at, and their number.
fn as_text(report: &Report) -> String {
    let mut text = String::new();
    for item in &report.items {
        let verdict = match item.outcome {
            Verdict::Agree => "agrees",
            Verdict::Disagree => "DISAGREES",
            Verdict::Unchecked => "unchecked",
        };
        let about: Vec<&str> =
            [&item.side, &item.piece, &item.at].into_iter().map(String::as_str).collect();
        let about = about.join(" ");
        let (path, line) = (item.place.file.path(), item.line());
        let _ = writeln!(text, "{verdict:<9}  {path}:{line}  {}", about.trim());
    }
    text + &report.summary() + "\n"
}
