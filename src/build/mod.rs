//! The wiring, and the front door of the library: sources in memory become a site in memory.
//!
//! ```text
//! path -> bytes   --build-->   site: path -> bytes,  diagnostics,  checks
//! ```
//!
//! A pure function of the book's files: no clock, no disk, no network. What pages ask is answered
//! by the rooms below; this room carries questions down and pictures up.

mod answer;
mod games;
mod picture;
mod press;
mod sheet;
mod site;
mod sources;
mod trouble;

use std::collections::BTreeMap;

use crate::book::{Page, Settings, Templates};
use crate::source::{Code, Diagnostic, Diagnostics};
use crate::verify::Report;

use games::Games;
use press::Press;
use sources::Sources;

/// What a build is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Drafts are pages like others.
    pub drafts: bool,
    /// Only the proof is wanted: pictures are checked and not kept, and there is no site.
    pub proof_only: bool,
}

/// What a build came to.
#[derive(Debug, Clone, Default)]
pub struct Built {
    /// The files of the site by their paths; empty when there is any error.
    pub site: BTreeMap<String, Vec<u8>>,
    /// Everything that is wrong, file by file.
    pub diagnostics: Diagnostics,
    /// What was compared with the rules, and how it came out.
    pub report: Report,
    /// How much there is of what.
    pub counts: Counts,
}

impl Built {
    /// Whether nothing stands in the way of the site.
    pub fn is_well(&self) -> bool {
        !self.diagnostics.has_error()
    }
}

/// How much there is of what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Pages of the book.
    pub pages: usize,
    /// Pictures of boards.
    pub diagrams: usize,
    /// Links that lead somewhere inside the site.
    pub links: usize,
    /// Links to the world, which nobody follows.
    pub links_outside: usize,
}

/// Builds the site of a book from its files, by their paths in the book.
pub fn build(files: &BTreeMap<String, Vec<u8>>, options: Options) -> Built {
    let (sources, mut complaints) = Sources::sort(files);
    let settings = match &sources.settings {
        Some(file) => Settings::read(file, &mut complaints),
        None => Settings::default(),
    };
    let templates = Templates::new(sources.templates.clone(), &mut complaints);
    let mut pages = read_pages(&sources, options, &mut complaints);
    let games = Games::load(&sources.variants, &mut complaints);
    if settings.sheets {
        pages.extend(sheet::sheets(&games, &pages));
    }
    let mut press = Press::new(&settings, &templates, &pages);
    press.proof_only = options.proof_only;
    press.answer(&games);
    press.print(&sources);
    let mut built = press.finish(&complaints);
    complaints.append(&mut built.diagnostics);
    drop_consequences(&mut complaints);
    sort_complaints(&mut complaints);
    // A template that does not work fails on every page.
    complaints.dedup();
    built.diagnostics = complaints;
    if !built.is_well() || options.proof_only {
        built.site.clear();
    }
    built
}

/// Reads all pages, leaves out drafts that were not asked for, and finds addresses that two pages
/// would share.
fn read_pages(sources: &Sources, options: Options, complaints: &mut Diagnostics) -> Vec<Page> {
    let mut pages: Vec<Page> = Vec::new();
    for file in &sources.pages {
        let page = Page::read(file, complaints);
        let Some(page) = page.filter(|page| options.drafts || !page.front_matter.draft) else {
            continue;
        };
        if let Some(other) = pages.iter().find(|other| other.address == page.address) {
            let message = format!("this page and `{}` have one address", other.file.path());
            let complaint = Diagnostic::error(Code::PageTwice, message).in_whole_file(&page.file);
            complaints.push(complaint.help("rename one of the two"));
            continue;
        }
        pages.push(page);
    }
    pages
}

/// Links that no author wrote lead nowhere where what they lead to could not be made: that has been
/// said, if anything else has.
fn drop_consequences(complaints: &mut Diagnostics) {
    let follows = |told: &Diagnostic| told.code == Code::LinkBroken && told.span.is_none();
    if complaints.iter().any(|told| told.is_error() && !follows(told)) {
        complaints.retain(|told| !follows(told));
    }
}

/// File by file, from top to bottom; what belongs to no file comes last.
fn sort_complaints(complaints: &mut [Diagnostic]) {
    complaints.sort_by(|a, b| {
        let key = |d: &Diagnostic| (d.file.is_none(), d.path().to_owned(), d.span);
        key(a).cmp(&key(b))
    });
}
