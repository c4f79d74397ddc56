//! `fairybook verify`: compares a book or a page with the rules.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fmt::Write;
use std::path::Path;

use rayon::prelude::*;
use serde_json::json;

use crate::build::{BookStatements, BuildOutput};
use crate::query::{Disagreement, Verdict as Found, count_with_noun};
use crate::source::{
    Code, Diagnostic, Diagnostics, Location, Span, first_of_each_code, suggestion,
};
use crate::survey::design_warnings;
use crate::verify::{
    Comparison, ComparisonKind, ComparisonOutcome, PageQuestion, Proof, Report, StatedNumber,
    StatedNumbers, page,
};
use crate::world::{Watch, read_book, read_text};

use super::arguments::{Arguments, Deny, Format, VerifyArgs};
use super::build::{compared_book, is_fatal};
use super::coverage;
use super::json;
use super::output::{CommandOutput, CommandResult};
use super::requested_variant;
use super::second_opinion;
use super::terminal::Terminal;

/// So many letters of a sentence are printed.
const EXCERPT: usize = 300;

/// Compares the book, or a page from another site, with the rules.
pub fn run(arguments: &Arguments, command: &VerifyArgs, terminal: &Terminal) -> CommandResult {
    if command.coverage {
        return coverage::run(arguments, command);
    }
    if let Some(engine) = &command.engine {
        return second_opinion::run(arguments, command, engine);
    }
    if command.bare {
        return bare_numbers(arguments, command);
    }
    if command.watch {
        return watch(arguments, command, terminal);
    }
    match (&command.page, &command.variant[..]) {
        (None, _) => book(arguments, command),
        (Some(page), [] | [_]) => foreign_page(arguments, command, page),
        (Some(_), _) => {
            let error = Diagnostic::error(Code::Usage, "a page is about one variant");
            Err(error.help("name it once: `--variant chess`").into())
        }
    }
}

/// Compares the book, and again after each change. Returns only if there is no book.
fn watch(arguments: &Arguments, command: &VerifyArgs, terminal: &Terminal) -> CommandResult {
    let mut watch = Watch::new(&arguments.root);
    let (files, diagnostics) = read_book(&arguments.root);
    if files.is_empty() {
        return Err(diagnostics);
    }
    loop {
        terminal.print(book(arguments, command));
        let waiting = arguments.progress("waiting for a change; Ctrl-C ends");
        watch.wait();
        drop(waiting);
    }
}

/// Compares the book, with its drafts, or what the command names of it.
fn book(arguments: &Arguments, command: &VerifyArgs) -> CommandResult {
    let progress = arguments.progress("verifying");
    let (files, mut built) = compared_book(arguments)?;
    built.report.comparisons.extend(built.diagnostics.iter().filter_map(broken_link));
    built.diagnostics.extend(design(&files));
    if !command.only.is_empty() {
        keep_only(&named_pages(&built.report.numbers, &command.only)?, &mut built);
    }
    let errors = built.diagnostics.iter().filter(|it| is_fatal(it)).count();
    let is_partial = errors > 0;
    let nothing_checked = built.report.comparisons.is_empty();
    if is_partial && nothing_checked {
        return Err(built.diagnostics);
    }
    drop(progress);
    let mut report = built.report;
    report
        .comparisons
        .sort_by(|one, other| one.location.file.path().cmp(other.location.file.path()));
    let detail = if arguments.verbose { ReportDetail::Items } else { ReportDetail::Pages };
    let warnings = built.diagnostics;
    let denied = command.deny == Some(Deny::Warnings) && !warnings.is_empty();
    let output = command_output(arguments, &report, detail, warnings);
    let mut output = CommandOutput { disagrees: output.disagrees || denied, is_partial, ..output };
    if is_partial && arguments.format != Format::Json {
        let say = if errors == 1 { "1 error says" } else { &format!("{errors} errors say") };
        output.output.extend(format!("not all could be checked: {say} why\n").bytes());
    }
    Ok(output)
}

/// Returns the paths of the pages that words of the command line name: by their file, its name, or
/// the game that they are about.
fn named_pages(pages: &[StatedNumbers], words: &[String]) -> Result<BTreeSet<String>, Diagnostic> {
    let mut named = BTreeSet::new();
    for word in words {
        let path = Path::new(word.trim_start_matches("./"));
        let is_named = |page: &&StatedNumbers| {
            let file = Path::new(&page.page);
            page.variant.as_ref() == Some(word)
                || file.ends_with(path)
                || path.ends_with(file)
                || file.with_extension("").ends_with(path)
        };
        let before = named.len();
        named.extend(pages.iter().filter(is_named).map(|page| page.page.clone()));
        if named.len() == before && !pages.iter().any(|page| is_named(&page)) {
            let error = Diagnostic::error(Code::PageVariant, format!("no page is about `{word}`"));
            let stem = |page| Path::new(page).file_stem().and_then(OsStr::to_str);
            let known = pages.iter().flat_map(|page| [page.variant.as_deref(), stem(&page.page)]);
            let known: BTreeSet<&str> = known.flatten().collect();
            // `Lotus Shogi` in place of `lotus-shogi`
            let whole = words.join("-").to_lowercase();
            let file = pages.iter().map(|page| &*page.page);
            let mut file = file.filter(|page| Path::new(page).file_name() == path.file_name());
            let help = match (known.contains(whole.as_str()), file.next()) {
                (true, _) => format!("write `{whole}`"),
                (false, Some(page)) => format!("write `{page}`"),
                (false, None) => suggestion(word, known.iter().copied()),
            };
            return Err(error.help(help));
        }
    }
    Ok(named)
}

/// Leaves out what is about other pages. What is wrong in a definition or in the settings stays.
fn keep_only(pages: &BTreeSet<String>, built: &mut BuildOutput) {
    let is_kept = |path: &str| pages.contains(path);
    let report = &mut built.report;
    report.comparisons.retain(|it| is_kept(it.location.file.path()));
    report.numbers.retain(|page| is_kept(&page.page));
    report.uncompared.retain(|page| is_kept(&page.page));
    let is_page = |path: &str| path.ends_with(".md");
    built.diagnostics.retain(|it| !is_page(it.path()) || is_kept(it.path()));
}

/// Lists the numbers and cells in sentences that nothing checks, of all pages or those that are named.
fn bare_numbers(arguments: &Arguments, command: &VerifyArgs) -> CommandResult {
    let progress = arguments.progress("reading");
    let (_, mut built) = compared_book(arguments)?;
    drop(progress);
    let only = command.named();
    if !only.is_empty() {
        keep_only(&named_pages(&built.report.numbers, &only)?, &mut built);
    }
    let is_partial = built.diagnostics.iter().any(is_fatal);
    let pages = &built.report.numbers;
    let bare = pages.iter().flat_map(|page| page.with(Proof::Bare));
    let bare = bare.map(|StatedNumber { words, sentence, .. }| {
        let at = words.location.file.line_column(words.span().start);
        let end = sentence.char_indices().nth(EXCERPT).map_or(sentence.len(), |(end, _)| end);
        (words.location.file.path(), at, &words.value, sentence[..end].trim())
    });
    if arguments.format == Format::Json {
        let items = bare.map(|(file, at, words, sentence)| {
            json!({ "file": file, "line": at.line, "column": at.column, "words": words, "sentence": sentence })
        });
        let output = CommandOutput::text(json::document([("bare", items.collect())]));
        return Ok(CommandOutput { is_partial, ..output });
    }
    let mut text = String::new();
    for (file, at, words, sentence) in bare {
        let _ = writeln!(text, "{file}:{}:{}  {words}  {sentence}", at.line, at.column);
    }
    text += &StatedNumbers::summary(pages);
    let output = CommandOutput::text(text + "\n");
    Ok(CommandOutput { warnings: built.diagnostics, is_partial, ..output })
}

/// The warnings about the design of the games of the book.
fn design(files: &BTreeMap<String, Vec<u8>>) -> Diagnostics {
    let book = BookStatements::read(files);
    let games: Vec<&str> = book.ids().collect();
    let warnings = |id: &&str| {
        let (definition, loaded) = book.variant(id)?;
        Some(design_warnings(definition, &loaded))
    };
    games.par_iter().filter_map(warnings).collect::<Vec<_>>().into_iter().flatten().collect()
}

/// A broken link as an item of the report. Links that are not broken are not listed.
fn broken_link(diagnostic: &Diagnostic) -> Option<Comparison> {
    let (file, span) = (diagnostic.file.as_ref()?, diagnostic.span.unwrap_or_default());
    let message = diagnostic.message.clone();
    let hint = diagnostic.help.clone();
    let verdict = Disagreement { message, hint, ..Disagreement::default() };
    (diagnostic.code == Code::LinkBroken).then(|| {
        Comparison::new(Location::new(file, span), ComparisonKind::Link, Found::Disagree(verdict))
    })
}

fn foreign_page(arguments: &Arguments, command: &VerifyArgs, path: &Path) -> CommandResult {
    let variant = command.variant.first();
    let requested =
        variant.map(|id| requested_variant::find(arguments, id, &command.setup)).transpose()?;
    let file = read_text(path)?;
    let question = PageQuestion {
        variant: requested.as_ref().map(|it| &it.loaded),
        pieces: command.pieces.iter().map(|pair| named_piece(pair)).collect::<Result<_, _>>()?,
    };
    let signs: Vec<&String> = question.pieces.iter().map(|(sign, _)| sign).collect();
    let twice = (1..signs.len()).find(|&at| signs[..at].contains(&signs[at]));
    if let Some(sign) = twice.map(|at| signs[at]) {
        let error =
            Diagnostic::error(Code::Usage, format!("`--pieces` says twice what `{sign}` is"));
        return Err(error.help(format!("leave one `--pieces {sign}=...`")).into());
    }
    let (report, diagnostics) = page(&file, &question)?;
    let mut warnings = requested.map_or_else(Diagnostics::default, |it| it.warnings);
    let is_partial = diagnostics.has_error();
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error());
    let spans: BTreeSet<Span> = errors.map(|it| it.span.unwrap_or_default()).collect();
    let unreadable = |item: &Comparison| spans.contains(&item.location.span);
    let items = report.comparisons.iter().filter(|item| !unreadable(item));
    // What was not read may be the cause of what follows.
    let follow_ups: Diagnostics = items.filter_map(Comparison::diagnostic).collect();
    warnings.extend(diagnostics);
    warnings.extend(follow_ups);
    let output = command_output(arguments, &report, ReportDetail::Items, warnings);
    let note = "not compared: promotion, castling, en passant, royal pieces and pieces in hand";
    let is_game = report.comparisons.iter().any(|it| it.kind == ComparisonKind::Piece);
    let notes = is_game.then(|| note.to_owned()).into_iter().collect();
    Ok(CommandOutput { is_partial, notes, ..output })
}

/// Reads `N=nightrider`.
fn named_piece(pair: &str) -> Result<(String, String), Diagnostic> {
    let parts = pair.split_once('=').filter(|(sign, piece)| !sign.is_empty() && !piece.is_empty());
    parts.map(|(sign, piece)| (sign.to_owned(), piece.to_owned())).ok_or_else(|| {
        let error = Diagnostic::error(Code::Usage, format!("`{pair}` names no piece"));
        let pair = pair.replacen(':', "=", 1);
        let pair = if pair.contains('=') { &pair } else { "N=nightrider" };
        error.help(format!("write the sign of the page and the piece: `--pieces {pair}`"))
    })
}

/// What the text lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReportDetail {
    /// A line for each page, and for each item that does not agree.
    Pages,
    /// A line for each item.
    Items,
}

fn command_output(
    arguments: &Arguments,
    report: &Report,
    detail: ReportDetail,
    warnings: Diagnostics,
) -> CommandOutput {
    let disagrees = !report.has_no_disagreement();
    if arguments.format == Format::Json {
        let mut document = report.to_json();
        let (first, more) = first_of_each_code(&warnings);
        document["diagnostics"] = first.into_iter().map(json::diagnostic).collect();
        document["not_shown"] = more.into();
        return CommandOutput { disagrees, ..CommandOutput::text(document.to_string() + "\n") };
    }
    let text = match arguments.quiet {
        true if !disagrees => String::new(),
        _ => as_text(report, detail),
    };
    CommandOutput { disagrees, warnings, ..CommandOutput::text(text) }
}

/// The lines of pages or items, and last their numbers.
fn as_text(report: &Report, detail: ReportDetail) -> String {
    let mut text = String::new();
    let same_file = |one: &Comparison, other: &Comparison| {
        one.location.file.path() == other.location.file.path()
    };
    for items in report.comparisons.chunk_by(same_file) {
        let is_listed = |item: &&Comparison| {
            detail == ReportDetail::Items || item.outcome != ComparisonOutcome::Agree
        };
        items.iter().filter(is_listed).for_each(|item| text.push_str(&line(item)));
        if detail == ReportDetail::Pages {
            text.push_str(&agreement(items));
        }
    }
    text + &report.summary() + "\n"
}

fn line(item: &Comparison) -> String {
    let verdict = match item.outcome {
        ComparisonOutcome::Agree => "agrees",
        ComparisonOutcome::Disagree => "DISAGREES",
        ComparisonOutcome::Unchecked => "unchecked",
    };
    let (path, line) = (item.location.file.path(), item.line());
    let mut text = format!("{verdict:<9}  {path}:{line}  {}", item.kind_name());
    for word in [&item.side, &item.piece, &item.at].into_iter().filter(|word| !word.is_empty()) {
        let _ = write!(text, " {word}");
    }
    text + "\n"
}

/// The line of a page: `agrees     content/chess.md  4 claims, 1 diagram`.
fn agreement(items: &[Comparison]) -> String {
    let agreeing = || items.iter().filter(|item| item.outcome == ComparisonOutcome::Agree);
    let mut nouns: Vec<&str> = agreeing().map(Comparison::kind_name).collect();
    nouns.sort_unstable();
    nouns.dedup();
    let number = |noun: &str| agreeing().filter(|item| item.kind_name() == noun).count();
    let counts = nouns.into_iter().map(|noun| count_with_noun(number(noun), noun));
    let counts: Vec<String> = counts.collect();
    if counts.is_empty() {
        return String::new();
    }
    format!("{:<9}  {}  {}\n", "agrees", items[0].location.file.path(), counts.join(", "))
}
