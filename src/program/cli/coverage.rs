//! `fairybook verify --coverage`: which facts of definitions the statements of the book test.

use std::fmt::Write;

use serde_json::Value;

use crate::build::{BookStatements, COVERAGE_RECORD, CoverageRecord, RecordedCoverage};
use crate::coverage::{Coverage, UntestedFact, coverage};
use crate::source::Location;
use crate::world::write_file;

use super::arguments::{Arguments, Format, VerifyArgs};
use super::book_record;
use super::build::{compared_book, readable};
use super::json;
use super::output::{CommandOutput, CommandResult};
use super::requested_variant::check_in_book;

/// Lists the untested facts of definitions of the book, or of all; writes the record if asked to.
pub fn run(arguments: &Arguments, command: &VerifyArgs) -> CommandResult {
    let (files, built) = compared_book(arguments)?;
    let built = readable(built)?;
    let book = BookStatements::read(&files);
    let named = command.named();
    check_in_book(&named, &book)?;
    let ids: Vec<&str> = match &named[..] {
        [] => book.ids().collect(),
        named => named.iter().map(String::as_str).collect(),
    };
    let mut record = book_record::read(&files, COVERAGE_RECORD, CoverageRecord::read)?;
    record.entries.retain(|id, _| book.ids().any(|known| known == id));
    let mut found: Vec<(&str, Coverage)> = Vec::new();
    let (progress, count) = (arguments.progress("changing facts"), ids.len());
    for (index, id) in ids.into_iter().enumerate() {
        progress.set(format!("changing facts of {id} ({} of {count})", index + 1));
        let statements = book.about(id);
        let Some(coverage) = coverage(&statements) else { continue };
        record.entries.insert(id.to_owned(), recorded(book.fingerprint(id), &coverage));
        found.push((id, coverage));
    }
    if command.write {
        write_file(&arguments.in_book(COVERAGE_RECORD), record.to_text().as_bytes())?;
    }
    drop(progress);
    let text = match arguments.format {
        Format::Json => json::document([("coverage", found.iter().map(as_json).collect())]),
        _ => found.iter().map(as_text).collect(),
    };
    let disagrees = !built.report.has_no_disagreement();
    Ok(CommandOutput { disagrees, ..CommandOutput::text(text) })
}

fn recorded(of: String, coverage: &Coverage) -> RecordedCoverage {
    let untested = coverage.untested.iter().map(in_words).collect();
    RecordedCoverage { of, tested: coverage.tested, untested }
}

/// ``castling.short: `f1` could be `f2` ``
fn in_words(fact: &UntestedFact) -> String {
    let UntestedFact { path, word, instead, .. } = fact;
    match instead.as_str() {
        "" => format!("{path}: `{word}` could be missing"),
        instead => format!("{path}: `{word}` could be `{instead}`"),
    }
}

/// `chess: 40 of 41 facts are tested (97 %)`, and a line for each fact that is not.
fn as_text((id, coverage): &(&str, Coverage)) -> String {
    let (tested, all) = (coverage.tested, coverage.tested + coverage.untested.len());
    let mut text = format!("{id}: {tested} of {all} facts are tested ({} %)\n", coverage.percent());
    for fact in &coverage.untested {
        let _ = writeln!(text, "  {}  {}", place(fact), in_words(fact));
    }
    text
}

fn place(fact: &UntestedFact) -> String {
    let Location { file, span } = &fact.location;
    match span.start < file.text().len() {
        true => format!("{}:{}", file.path(), file.line_column(span.start).line),
        // A piece that the definition uses without a table of its own is as built in.
        false => format!("{} (built in)", file.path()),
    }
}

fn as_json((id, coverage): &(&str, Coverage)) -> Value {
    let fact = |fact: &UntestedFact| {
        let file = &fact.location.file;
        serde_json::json!({
            "file": file.path(),
            "line": file.line_column(fact.location.span.start).line,
            "path": fact.path,
            "word": fact.word,
            "instead": fact.instead,
        })
    };
    serde_json::json!({
        "variant": id,
        "percent": coverage.percent(),
        "tested": coverage.tested,
        "untested": coverage.untested.iter().map(fact).collect::<Vec<_>>(),
        "without_effect": coverage.without_effect.iter().map(fact).collect::<Vec<_>>(),
    })
}
