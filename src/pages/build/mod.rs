//! Builds the site of a book: files in memory become a site in memory.
//!
//! ```text
//! path -> bytes   --build-->   site: path -> bytes,  diagnostics,  checks
//! ```
//!
//! The result depends only on the files: no clock, no disk, no network. This module only connects
//! the modules below it. It passes what pages ask to them and puts their results into templates.

mod active_assets;
mod boards;
mod book_work;
mod coverage_record;
mod drawn_pictures;
mod failed_pages;
mod file_names;
mod fingerprint;
mod game_groups;
mod game_page;
mod memory;
mod picture;
mod playground_page;
mod policy;
mod render;
mod search_index;
mod site;
mod site_builder;
mod site_file;
mod site_record;
mod sources;
mod statements;
mod structured;
mod stub_pages;
mod tags;
mod variants;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::book::Page;
use crate::source::{Code, Diagnostic, Diagnostics, Location, Severity, SourceText, Spanned};
use crate::verify::Report;

pub use coverage_record::{COVERAGE_RECORD, CoverageRecord, RecordedCoverage};
pub use drawn_pictures::DrawnPictures;
pub use fingerprint::Fingerprint;
pub use game_page::{STARTER_ID, game_page, starter_definition};
pub use memory::BuildMemory;
pub use playground_page::FRAME_FILES;
pub use policy::with_connections;
pub use site_file::SiteFile;
pub use site_record::{SiteRecord, book_fingerprint, file_fingerprint};
pub use statements::{BookStatements, ChangedBook, Statements};

use book_work::BookWork;
use memory::{Environment, ReadPage};
use site_builder::SiteBuilder;
use sources::Sources;
use variants::BookVariants;

/// What to build.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Whether to include drafts.
    pub drafts: bool,
    /// Whether to check only: no picture is drawn and the site is empty.
    pub proof_only: bool,
    /// Whether the site is for a server on the author's machine: it lies at the root there, and has a
    /// playground, whatever the settings say.
    pub served: bool,
    /// Whether the site is made in spite of errors: its pages then lack the parts that are wrong.
    pub with_errors: bool,
}

/// The result of a build.
#[derive(Debug, Clone, Default)]
pub struct BuildOutput {
    /// The files of the site by path; empty if there is an error, unless the options want it.
    pub site: BTreeMap<String, SiteFile>,
    /// All errors and warnings, sorted by file and place.
    pub diagnostics: Diagnostics,
    /// The comparisons of the pages with the rules.
    pub report: Report,
    /// The sizes of the site.
    pub counts: Counts,
    /// The addresses on other sites that pages link to and definitions name, with their places.
    pub outside: Vec<SourceText>,
}

impl BuildOutput {
    /// Whether the site can be written.
    pub fn has_no_errors(&self) -> bool {
        !self.diagnostics.has_error()
    }
}

/// Numbers of pages, diagrams and links of a site, and of the comparisons with the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Pages of the book, with those made from definitions alone.
    pub pages: usize,
    /// Diagrams on pages.
    pub diagrams: usize,
    /// Links to a file of the site.
    pub links: usize,
    /// Links to other sites, which are not followed.
    pub links_outside: usize,
    /// Comparisons that agree.
    pub agree: usize,
    /// Comparisons that disagree.
    pub disagree: usize,
    /// Comparisons that the rules cannot decide.
    pub unchecked: usize,
}

/// Builds the site of a book from its files, by their paths in the book.
///
/// ```
/// use std::collections::BTreeMap;
/// use fairybook::build::{Options, build};
///
/// let page = b"+++\ntitle = \"My book\"\n+++\nA book without variants.\n".to_vec();
/// let files = BTreeMap::from([("content/index.md".to_owned(), page)]);
/// let output = build(&files, Options::default());
/// assert!(output.has_no_errors());
/// assert!(output.site.contains_key("index.html"));
/// ```
pub fn build(files: &BTreeMap<String, Vec<u8>>, options: Options) -> BuildOutput {
    build_again(files, options, &mut BuildMemory::default(), None)
}

/// Pages that are wanted before all others, because they are open in a browser.
pub struct FirstPages<'a> {
    /// The paths of their files in the site, such as `chess/index.html`.
    pub wanted: &'a BTreeSet<String>,
    /// Takes the files of those that have changed, with their pictures, as soon as they are there.
    /// It is not called if nothing of them has changed, or if there are errors by then.
    pub ready: &'a dyn Fn(BTreeMap<String, SiteFile>),
}

/// Like [`build`], but faster if the memory has earlier builds of nearly the same book.
///
/// Some pages can be made before all others. Neither changes the output.
pub fn build_again(
    files: &BTreeMap<String, Vec<u8>>,
    options: Options,
    memory: &mut BuildMemory,
    first: Option<&FirstPages>,
) -> BuildOutput {
    let (sources, mut diagnostics) = Sources::sort(files);
    let known = memory.environment.clone();
    let environment = memory.environment(&sources, &mut diagnostics);
    let settings = &environment.settings;
    let mut pages = read_pages(&sources, options, &mut memory.pages, &mut diagnostics);
    let work = BookWork::new(&sources);
    memory.load_variants(&sources, settings, &work, &mut diagnostics);
    plain_heads(&mut pages, &environment, &work, memory);
    if settings.sheets {
        let stubs = &mut memory.stubs;
        pages.extend(stub_pages::stub_pages(&environment, &memory.variants, &pages, stubs));
    }
    let mut builder = SiteBuilder::new(&environment, &pages, &work, options.served);
    diagnostics.extend(game_groups::check_groups(settings, &pages));
    diagnostics.extend(equal_titles(&pages));
    if let Some(file) = &sources.coverage {
        builder.coverage = CoverageRecord::read(file, &mut diagnostics);
        builder.coverage.keep_current(&memory.variants, &pages);
    }
    // With other settings or templates, the style sheet may be another one.
    let is_known = known.is_some_and(|known| Arc::ptr_eq(&known, &environment));
    if let Some(first) = first.filter(|_| is_known && !diagnostics.has_error()) {
        builder.render_first(&sources, memory, first);
    }
    builder.render_pages(memory);
    if work.exceeded().is_none() {
        builder.render_all(&sources, memory);
    }
    if let Some(part) = work.exceeded() {
        // What the work was not enough for is wrong, also in the memory.
        *memory = memory.with_same_pictures();
        let pages = pages.iter().map(|page| &page.file);
        let file = sources.variants.values().chain(pages).nth(part);
        diagnostics.extend(file.map(|file| work.error(file)));
        return BuildOutput { diagnostics, ..BuildOutput::default() };
    }
    let mut output = builder.into_output(&diagnostics);
    diagnostics.append(&mut output.diagnostics);
    drop_follow_up_errors(&mut diagnostics);
    // What a warning says can follow from an error, and much from a key that was not read. Those without a
    // file come last.
    diagnostics.sort_by_key(|it| {
        let is_warning = it.severity == Severity::Warning;
        let place = (it.path().to_owned(), it.code != Code::TomlKey, it.span);
        (is_warning, it.file.is_none(), place)
    });
    // A broken template gives the same error on every page.
    diagnostics.dedup();
    output.diagnostics = diagnostics;
    output.outside = outside_addresses(&pages, &memory.variants);
    if !(output.has_no_errors() || options.with_errors) || options.proof_only {
        output.site.clear();
    }
    output
}

/// Puts the values of the rules into the titles and descriptions of pages.
///
/// A page of an earlier build stays the same if it and they do.
fn plain_heads(
    pages: &mut [Arc<Page>],
    environment: &Environment,
    work: &BookWork,
    memory: &mut BuildMemory,
) {
    let known = std::mem::take(&mut memory.plain_heads);
    for (at, page) in pages.iter_mut().enumerate().filter(|(_, page)| page.has_markdown_in_head()) {
        let new = || render::with_plain_head(page, &memory.variants, environment);
        let Some(new) = work.page(at, new) else { return };
        let known = known.get(&page.address);
        let known = known.filter(|[read, old]| Arc::ptr_eq(read, page) && old.has_same_head(&new));
        let plain = known.map_or_else(|| Arc::new(new), |[_, old]| Arc::clone(old));
        memory.plain_heads.insert(page.address.clone(), [Arc::clone(page), Arc::clone(&plain)]);
        *page = plain;
    }
}

/// Returns the addresses on other sites, by file and place.
fn outside_addresses(pages: &[Arc<Page>], variants: &BookVariants) -> Vec<SourceText> {
    let on_page = |page: &Arc<Page>| -> Vec<SourceText> {
        let at = |link: &Spanned<String>| Location::new(&page.file, link.span);
        page.body.outside.iter().map(|link| SourceText::new(&*link.value, at(link))).collect()
    };
    let mut found: Vec<SourceText> = pages.iter().flat_map(on_page).collect();
    let sources = variants.definitions().filter_map(|(id, _)| {
        variants.definition(id)?.root()?.table("about").text("source").cloned()
    });
    found.extend(sources.filter(|source| source.value.starts_with("http")));
    found.sort_by_key(|it| (it.location.file.path().to_owned(), it.span()));
    found.dedup_by_key(|it| (it.location.file.path().to_owned(), it.span()));
    found
}

/// Returns the pages of the book, without drafts unless the options include them.
///
/// Of two pages with one address, the second is reported and left out.
fn read_pages(
    sources: &Sources,
    options: Options,
    known: &mut BTreeMap<String, Arc<ReadPage>>,
    diagnostics: &mut Diagnostics,
) -> Vec<Arc<Page>> {
    let read: Vec<Arc<ReadPage>> =
        sources.pages.par_iter().map(|file| ReadPage::read(file, known)).collect();
    let mut pages: Vec<Arc<Page>> = Vec::new();
    let mut addresses: BTreeMap<&str, &Page> = BTreeMap::new();
    for (file, read) in sources.pages.iter().zip(&read) {
        diagnostics.extend(read.diagnostics.iter().cloned());
        let page = read.page.as_ref().filter(|page| options.drafts || !page.front_matter.draft);
        let Some(page) = page else { continue };
        if let Some(other) = addresses.get(page.address.as_str()) {
            let message = format!("this page and `{}` have the same address", other.file.path());
            let error = Diagnostic::error(Code::PageTwice, message).in_whole_file(file);
            diagnostics.push(error.help("rename one of the two"));
            continue;
        }
        addresses.insert(&page.address, page);
        pages.push(Arc::clone(page));
    }
    *known = read.iter().map(|read| (read.file.path().to_owned(), Arc::clone(read))).collect();
    pages
}

/// The warnings about pages with the title of another one: menus and lists do not tell them apart.
fn equal_titles(pages: &[Arc<Page>]) -> Diagnostics {
    let title = |page: &Arc<Page>| page.front_matter.title.value.clone();
    let warning = |(at, page): (usize, &Arc<Page>)| {
        let other = pages[..at].iter().find(|other| title(other) == title(page))?.file.path();
        let title = &page.front_matter.title;
        let message = format!("`{other}` has the same title");
        let help = format!("say more in one of them, as in `title = \"{}: ...\"`", title.value);
        Some(title.warning(Code::PageTwice, message).help(help))
    };
    pages.iter().enumerate().filter_map(warning).collect()
}

/// Removes the errors that may follow from another one: the broken links of generated pages, whose
/// target could not be made, and what is missing because something could not be read.
fn drop_follow_up_errors(diagnostics: &mut Diagnostics) {
    let is_lost_link = |it: &Diagnostic| it.code == Code::LinkBroken && it.span.is_none();
    let is_cause = |it: &Diagnostic| it.is_error() && !is_lost_link(it) && !it.is_follow_up;
    if diagnostics.iter().any(is_cause) {
        diagnostics.retain(|it| !is_lost_link(it));
    }
    let causes = diagnostics.iter().filter(|it| is_cause(it) && failed_pages::breaks_page(it));
    let causes: Vec<(String, Code)> = causes.map(|it| (it.path().to_owned(), it.code)).collect();
    // What is missing on other pages can be in a head that could not be read.
    let is_of_head = |code: &Code| matches!(code, Code::FrontMatter | Code::TomlSyntax);
    let is_caused = |it: &Diagnostic| {
        let by = |(path, code): &(String, Code)| {
            path == it.path() || it.code == Code::Directive && is_of_head(code)
        };
        it.is_follow_up && causes.iter().any(by)
    };
    diagnostics.retain(|it| !is_caused(it));
    // What a page lacks can be in the head that could not be read.
    let is_head = |it: &Diagnostic| {
        let begins = it.span.is_some_and(|span| span.start == 0);
        it.code == Code::TomlSyntax || it.code == Code::FrontMatter && begins
    };
    let of_page = diagnostics.iter().filter(|it| is_head(it) && it.path().ends_with(".md"));
    let pages: BTreeSet<String> = of_page.map(|it| it.path().to_owned()).collect();
    diagnostics.retain(|it| is_head(it) || !pages.contains(it.path()));
}
