//! `fairybook verify --coverage`: which facts of definitions the statements of the book test.

use std::fmt::Write;

use serde_json::Value;

use crate::build::{BookStatements, Options, build};
use crate::coverage::{Coverage, UntestedFact, coverage};
use crate::source::{Code, Diagnostic, suggestion};
use crate::world::read_book;

use super::arguments::{Arguments, Format, VerifyArgs};
use super::build::readable;
use super::json;
use super::output::{CommandOutput, CommandResult};
use super::terminal::Progress;

/// Lists the untested facts of one definition of the book, or of all.
pub fn run(arguments: &Arguments, command: &VerifyArgs) -> CommandResult {
    let (files, diagnostics) = read_book(&arguments.root);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let built = readable(build(&files, Options { drafts: true, proof_only: true }))?;
    let book = BookStatements::read(&files);
    let known: Vec<&str> = book.ids().collect();
    let ids: Vec<&str> = match &command.variant {
        Some(id) if known.contains(&id.as_str()) => vec![id],
        Some(id) => {
            let message = format!("the book has no variant `{id}`");
            return Err(Diagnostic::error(Code::PageVariant, message)
                .help(suggestion(id, known))
                .into());
        }
        None => known,
    };
    let mut found: Vec<(&str, Coverage)> = Vec::new();
    for id in ids {
        let _progress = Progress::begin(&format!("changing {id}"));
        found.extend(coverage(&book.about(id)).map(|coverage| (id, coverage)));
    }
    let text = match arguments.format {
        Format::Json => json::document([("coverage", found.iter().map(as_json).collect())]),
        _ => found.iter().map(as_text).collect(),
    };
    let disagrees = !built.report.has_no_disagreement();
    Ok(CommandOutput { disagrees, ..CommandOutput::text(text) })
}

/// `chess: 40 of 41 facts are tested (97 %)`, and a line for each fact that is not.
fn as_text((id, coverage): &(&str, Coverage)) -> String {
    let (tested, all) = (coverage.tested, coverage.tested + coverage.untested.len());
    let mut text = format!("{id}: {tested} of {all} facts are tested ({} %)\n", coverage.percent());
    for fact in &coverage.untested {
        let place = place(fact);
        let _ = match fact.instead.as_str() {
            "" => writeln!(text, "  {place}  {}: `{}` could be missing", fact.path, fact.word),
            instead => {
                writeln!(text, "  {place}  {}: `{}` could be `{instead}`", fact.path, fact.word)
            }
        };
    }
    text
}

fn place(fact: &UntestedFact) -> String {
    let file = &fact.location.file;
    format!("{}:{}", file.path(), file.line_column(fact.location.span.start).line)
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
