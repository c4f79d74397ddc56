//! Builds the site of a book: files in memory become a site in memory.
//!
//! ```text
//! path -> bytes   --build-->   site: path -> bytes,  diagnostics,  checks
//! ```
//!
//! The result depends only on the files: no clock, no disk, no network. This module only connects
//! the modules below it. It passes what pages ask to them and puts their results into templates.

mod failed_pages;
mod file_names;
mod picture;
mod policy;
mod render;
mod site;
mod site_builder;
mod sources;
mod statements;
mod stub_pages;
mod variants;

use std::collections::BTreeMap;

use crate::book::{Page, Settings, Templates};
use crate::source::{Code, Diagnostic, Diagnostics};
use crate::verify::Report;

pub use statements::{BookStatements, ChangedBook, Statements};

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
}

/// The result of a build.
#[derive(Debug, Clone, Default)]
pub struct BuildOutput {
    /// The files of the site by path; empty if there is an error.
    pub site: BTreeMap<String, Vec<u8>>,
    /// All errors and warnings, sorted by file and place.
    pub diagnostics: Diagnostics,
    /// The comparisons of the pages with the rules.
    pub report: Report,
    /// The sizes of the site.
    pub counts: Counts,
}

impl BuildOutput {
    /// Whether the site can be written.
    pub fn has_no_errors(&self) -> bool {
        !self.diagnostics.has_error()
    }
}

/// Numbers of pages, diagrams and links of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Pages of the book, with those made from definitions alone.
    pub pages: usize,
    /// Diagrams on pages.
    pub diagrams: usize,
    /// Links to a file of the site.
    pub links: usize,
    /// Links to other sites, which are not followed.
    pub links_outside: usize,
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
    let (sources, mut diagnostics) = Sources::sort(files);
    let settings = match &sources.settings {
        Some(file) => Settings::read(file, &mut diagnostics),
        None => Settings::default(),
    };
    let templates = Templates::new(sources.templates.clone(), &mut diagnostics);
    let mut pages = read_pages(&sources, options, &mut diagnostics);
    let variants = BookVariants::load(&sources.variants, &mut diagnostics);
    let variants = variants.with_usual_dress(settings.pieces);
    if settings.sheets {
        pages.extend(stub_pages::stub_pages(&variants, &pages));
    }
    let mut builder = SiteBuilder::new(&settings, &templates, &pages);
    builder.proof_only = options.proof_only;
    builder.render_pages(&variants);
    builder.render_all(&sources);
    let mut output = builder.into_output(&diagnostics);
    diagnostics.append(&mut output.diagnostics);
    drop_follow_up_errors(&mut diagnostics);
    // Those without a file come last.
    diagnostics.sort_by_key(|it| (it.file.is_none(), it.path().to_owned(), it.span));
    // A broken template gives the same error on every page.
    diagnostics.dedup();
    output.diagnostics = diagnostics;
    if !output.has_no_errors() || options.proof_only {
        output.site.clear();
    }
    output
}

/// Returns the pages of the book, without drafts unless the options include them.
///
/// Of two pages with one address, the second is reported and left out.
fn read_pages(sources: &Sources, options: Options, diagnostics: &mut Diagnostics) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    let mut addresses: BTreeMap<String, usize> = BTreeMap::new();
    for file in &sources.pages {
        let page = Page::read(file, diagnostics);
        let Some(page) = page.filter(|page| options.drafts || !page.front_matter.draft) else {
            continue;
        };
        if let Some(&other) = addresses.get(&page.address) {
            let other: &Page = &pages[other];
            let message = format!("this page and `{}` have the same address", other.file.path());
            let error = Diagnostic::error(Code::PageTwice, message).in_whole_file(&page.file);
            diagnostics.push(error.help("rename one of the two"));
            continue;
        }
        addresses.insert(page.address.clone(), pages.len());
        pages.push(page);
    }
    pages
}

/// Removes the broken links of generated pages if there is any other error.
///
/// Such a link is broken because its target could not be made, which the other error says.
fn drop_follow_up_errors(diagnostics: &mut Diagnostics) {
    let is_follow_up = |it: &Diagnostic| it.code == Code::LinkBroken && it.span.is_none();
    if diagnostics.iter().any(|it| it.is_error() && !is_follow_up(it)) {
        diagnostics.retain(|it| !is_follow_up(it));
    }
}
