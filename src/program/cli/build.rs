//! `fairybook build`: writes the site.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::build::{
    BuildMemory, BuildOutput, Counts, DrawnPictures, Fingerprint, Options, SiteRecord,
    book_fingerprint, build, build_again, file_fingerprint,
};
use crate::query::count_with_noun;
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, first_of_each_code};
use crate::world::{
    BuildCache, WriteSummary, is_among_sources, is_written, leads_out, read_book, write_site,
};

use super::arguments::{Arguments, BuildArgs, Deny, Format};
use super::json;
use super::output::{CommandOutput, CommandResult};
use super::outside_links::check_outside_links;
use super::requested_variant::own_file_note;

/// Errors of a book that can be read but is wrong.
const DISAGREEMENTS: [Code; 7] = [
    Code::Bare,
    Code::ClaimWrong,
    Code::DiagramWrong,
    Code::GameWrong,
    Code::LinkBroken,
    Code::RefutedHolds,
    Code::SetupWrong,
];

/// Builds the site of the book, and writes it if there is no error.
pub fn run(arguments: &Arguments, command: &BuildArgs) -> CommandResult {
    let mut times: Times = vec![("start", Instant::now())];
    let progress = arguments.progress("building");
    if command.check_links && cfg!(not(feature = "check-links")) {
        check_outside_links(&[], &progress)?;
    }
    let out = out_folder(arguments, command)?;
    let (files, diagnostics) = read_book(&arguments.root);
    times.push(("read", Instant::now()));
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let options = Options { drafts: command.drafts, ..Options::default() };
    let cache = BuildCache::of_book(&arguments.root);
    let key = book_fingerprint(&files, options);
    let cache_of_site = cache.as_ref().filter(|_| !command.check_links);
    let known = cache_of_site.and_then(|cache| up_to_date(cache, key, &out));
    times.push(("cache", Instant::now()));
    if let Some((counts, written)) = known {
        drop(progress);
        return Ok(CommandOutput::text(match arguments.format {
            Format::Json => as_json(&counts, &Diagnostics::default(), &times),
            _ => as_text(&counts, &out, Some(written), command.timings.then_some(&times)),
        }));
    }
    let pictures = cache.iter().flat_map(|cache| cache.read(PICTURES));
    let mut memory = BuildMemory::with_pictures(DrawnPictures::new(pictures));
    let built = build_again(&files, options, &mut memory, None);
    times.push(("build", Instant::now()));
    let mut built = readable(built)?;
    let mut outside = String::new();
    if command.check_links && built.has_no_errors() {
        let (summary, found) = check_outside_links(&built.outside, &progress)?;
        outside = summary;
        built.diagnostics.extend(found);
        times.push(("links", Instant::now()));
    }
    let denied = command.deny == Some(Deny::Warnings) && !built.diagnostics.is_empty();
    let written =
        if built.has_no_errors() && !denied { Some(write_site(&out, &built.site)?) } else { None };
    times.push(("write", Instant::now()));
    if let Some(cache) = cache.filter(|_| written.is_some()) {
        remember(&cache, key, &built, &memory);
        times.push(("cache", Instant::now()));
    }
    drop(progress);
    let disagrees = written.is_none();
    let counts = &built.counts;
    if arguments.format == Format::Json {
        let document = as_json(counts, &built.diagnostics, &times);
        return Ok(CommandOutput { disagrees, ..CommandOutput::text(document) });
    }
    let mut text = outside + &as_text(counts, &out, written, command.timings.then_some(&times));
    if arguments.quiet && !disagrees && !command.timings {
        text.clear();
    }
    let notes = if arguments.verbose { notes(arguments, &files) } else { Vec::new() };
    let warnings = built.diagnostics;
    Ok(CommandOutput { disagrees, warnings, notes, ..CommandOutput::text(text) })
}

/// Which book it is, and which of its definitions replace shipped ones.
fn notes(arguments: &Arguments, files: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let replaced = files.iter().filter_map(|(path, bytes)| {
        let id = path.strip_prefix("content/variants/")?.strip_suffix(".toml")?;
        own_file_note(id, &SourceFile::decode(path, bytes.clone()).ok()?)
    });
    [format!("the book is in `{}`", arguments.root.display())].into_iter().chain(replaced).collect()
}

/// The files of the cache: the record of the last build, and the PNG files that it used.
const RECORD: &str = "site";
const PICTURES: &str = "pictures";

/// Returns what the last build counted if this book was built into this folder, and is there.
fn up_to_date(cache: &BuildCache, key: Fingerprint, out: &Path) -> Option<(Counts, WriteSummary)> {
    let entries = cache.read(RECORD);
    let (_, bytes) = entries.iter().find(|(known, _)| *known == key)?;
    let SiteRecord { counts, files } = SiteRecord::from_bytes(bytes)?;
    let is_same = |path: &str, bytes: &[u8]| files.get(path) == Some(&file_fingerprint(bytes));
    let written = WriteSummary { same: files.len(), ..WriteSummary::default() };
    is_written(out, files.keys(), is_same).then_some((counts, written))
}

/// Keeps what the next build can use. Entries of earlier builds are not kept.
fn remember(cache: &BuildCache, key: Fingerprint, built: &BuildOutput, memory: &BuildMemory) {
    if !memory.pictures.are_unchanged() {
        let used = memory.pictures.used();
        let used: Vec<(Fingerprint, &[u8])> = used.iter().map(|(key, it)| (*key, &**it)).collect();
        cache.write(PICTURES, &used);
    }
    if let Some(record) = SiteRecord::new(built) {
        cache.write(RECORD, &[(key, &record.to_bytes())]);
    }
}

/// Reads the book and compares all of it with the rules, its drafts too. Nothing is drawn.
pub fn compared_book(
    arguments: &Arguments,
) -> Result<(BTreeMap<String, Vec<u8>>, BuildOutput), Diagnostics> {
    let (files, diagnostics) = read_book(&arguments.root);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    let options = Options { drafts: true, proof_only: true, ..Options::default() };
    let built = build(&files, options);
    Ok((files, built))
}

/// Returns the output, or its diagnostics if a part of the book cannot be read.
pub fn readable(built: BuildOutput) -> Result<BuildOutput, Diagnostics> {
    if built.diagnostics.iter().any(is_fatal) { Err(built.diagnostics) } else { Ok(built) }
}

/// Whether it names a part that cannot be read.
pub fn is_fatal(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_error() && !DISAGREEMENTS.contains(&diagnostic.code)
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

fn as_text(
    counts: &Counts,
    out: &Path,
    written: Option<WriteSummary>,
    times: Option<&Times>,
) -> String {
    let mut text = format!(
        "verified: {}\nbuilt: {}, {}, {}\n",
        verified(counts),
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
    text.extend(times.map(table));
    text
}

/// `12 agree, 1 disagrees, 3 are unchecked`
fn verified(&Counts { agree, disagree, unchecked, .. }: &Counts) -> String {
    let part = |count: usize, one: &str, many: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    };
    let decided =
        format!("{}, {}", part(agree, "agrees", "agree"), part(disagree, "disagrees", "disagree"));
    if unchecked == 0 {
        return decided;
    }
    format!("{decided}, {}", part(unchecked, "is unchecked", "are unchecked"))
}

fn as_json(counts: &Counts, diagnostics: &Diagnostics, times: &Times) -> String {
    let errors = diagnostics.iter().filter(|d| d.is_error()).count();
    let (first, more) = first_of_each_code(diagnostics);
    json::document([
        ("checked", (counts.agree + counts.disagree).into()),
        ("unchecked", counts.unchecked.into()),
        ("pages", counts.pages.into()),
        ("diagrams", counts.diagrams.into()),
        ("warnings", (diagnostics.len() - errors).into()),
        ("errors", errors.into()),
        ("ms", (times[0].1.elapsed().as_millis() as u64).into()),
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
