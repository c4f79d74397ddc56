//! What a build computed, for the next one.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::book::{
    LinkIndex, Page, Phrases, Settings, Templates,
    data::{GroupData, MenuItem, SiteData, SummaryData},
    template_warnings,
};
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, SourceText};
use crate::survey::SurveyRecord;
use crate::verify::EngineRecord;

use super::book_work::BookWork;
use super::drawn_pictures::DrawnPictures;
use super::playground_page::PlaygroundMemory;
use super::render::RenderedPage;
use super::site_file::SiteFile;
use super::sources::{SharedFiles, Sources};
use super::variants::{BookDefinition, BookVariants, UsedVariants};

/// What a build computed, for a later build of the book after an edit.
///
/// Each value is kept with all that it was computed from. The next build compares these inputs and
/// takes the value only if they are the same, so that its output is that of a build without
/// memory. Of each page and definition only the last value is kept.
#[derive(Debug, Default)]
pub struct BuildMemory {
    /// The PNG files that were drawn.
    pub pictures: Arc<DrawnPictures>,
    pub(super) environment: Option<Arc<Environment>>,
    pub(super) variants: BookVariants,
    pub(super) pages: BTreeMap<String, Arc<ReadPage>>,
    pub(super) stubs: BTreeMap<String, StubPage>,
    /// For each page with Markdown in its head: the page as it was read, and with plain words there.
    pub(super) plain_heads: BTreeMap<String, [Arc<Page>; 2]>,
    /// The contents of pages, by the paths of their sources.
    pub(super) rendered: BTreeMap<String, RememberedPage>,
    /// The files of pages, by the same paths.
    pub(super) finished: BTreeMap<String, RememberedFiles>,
    pub(super) playground: PlaygroundMemory,
}

/// What every page of a book depends on: its settings, its templates and its records.
#[derive(Debug)]
pub(super) struct Environment {
    pub files: SharedFiles,
    pub settings: Settings,
    pub templates: Templates,
    /// The figures of games, by their definitions as they were then.
    pub survey: SurveyRecord,
    /// The opinions of engines, by the same definitions.
    pub engines: EngineRecord,
    diagnostics: Diagnostics,
}

/// A page as it was read from its file.
#[derive(Debug)]
pub(super) struct ReadPage {
    pub file: SourceFile,
    /// `None` if it has no title.
    pub page: Option<Arc<Page>>,
    pub diagnostics: Diagnostics,
}

/// A page that was made from a definition alone.
#[derive(Debug)]
pub(super) struct StubPage {
    pub environment: Arc<Environment>,
    pub definition: Arc<BookDefinition>,
    pub page: Option<Arc<Page>>,
}

/// A page as lists of pages show it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ListedPage {
    pub title: String,
    pub description: String,
    pub address: String,
    pub changed: String,
    pub tags: Vec<String>,
    pub group: String,
}

/// All pages of a book.
pub(super) type ListedPages = Arc<Vec<ListedPage>>;

/// The contents of a page, with all that they were made from.
#[derive(Debug)]
pub(super) struct RememberedPage {
    pub page: Arc<Page>,
    pub environment: Arc<Environment>,
    pub used: UsedVariants,
    /// All pages, if it lists pages.
    pub listed: Option<ListedPages>,
    pub rendered: Arc<RenderedPage>,
}

/// The files of a page, with all that they were made from.
#[derive(Debug)]
pub(super) struct RememberedFiles {
    pub page: Arc<Page>,
    pub environment: Arc<Environment>,
    pub rendered: Arc<RenderedPage>,
    pub around: PageSurroundings,
    pub files: Arc<FinishedFiles>,
}

/// What the files of a page have of the other pages and of the records.
#[derive(Debug, PartialEq)]
pub(super) struct PageSurroundings {
    pub site: Arc<SiteData>,
    /// The pages before and after it, the other games of its group, and the pages of its folder.
    pub neighbours: (Option<MenuItem>, Option<MenuItem>),
    pub related: Option<GroupData>,
    pub section: Option<GroupData>,
    pub landing: Option<Arc<Landing>>,
    /// The coverage of the variant of the page.
    pub coverage: Option<String>,
}

/// What the landing page has of all other pages.
#[derive(Debug, PartialEq)]
pub(super) struct Landing {
    pub gallery: String,
    pub summary: SummaryData,
}

/// The HTML files of a page.
#[derive(Debug, Default)]
pub(super) struct FinishedFiles {
    pub files: Vec<HtmlFile>,
    /// The text of the page for the search, as JSON.
    pub search: String,
    pub diagnostics: Diagnostics,
}

/// An HTML file of the site.
#[derive(Debug, Clone)]
pub(super) struct HtmlFile {
    /// Its path in the site.
    pub path: String,
    pub html: SiteFile,
    pub links: Arc<LinkIndex>,
}

impl BuildMemory {
    /// A memory that knows some PNG files only.
    pub fn with_pictures(pictures: DrawnPictures) -> BuildMemory {
        BuildMemory { pictures: Arc::new(pictures), ..BuildMemory::default() }
    }

    /// A memory that keeps only the PNG files.
    pub(super) fn with_same_pictures(&self) -> BuildMemory {
        BuildMemory { pictures: Arc::clone(&self.pictures), ..BuildMemory::default() }
    }

    /// Returns the settings and templates, and adds their diagnostics.
    pub(super) fn environment(
        &mut self,
        sources: &Sources,
        diagnostics: &mut Diagnostics,
    ) -> Arc<Environment> {
        let known = self.environment.take().filter(|known| known.files == sources.shared);
        let environment = known.unwrap_or_else(|| Arc::new(Environment::read(&sources.shared)));
        self.environment = Some(Arc::clone(&environment));
        diagnostics.extend(environment.diagnostics.iter().cloned());
        environment
    }

    /// Returns the definitions, and adds their diagnostics.
    pub(super) fn load_variants(
        &mut self,
        sources: &Sources,
        settings: &Settings,
        work: &BookWork,
        diagnostics: &mut Diagnostics,
    ) {
        let earlier = (&self.variants, work);
        self.variants =
            BookVariants::load(&sources.variants, settings.pieces, earlier, diagnostics);
    }
}

impl Environment {
    fn read(files: &SharedFiles) -> Environment {
        let mut diagnostics = Diagnostics::default();
        let found = &mut diagnostics;
        let settings = files.settings.as_ref().map(|file| Settings::read(file, found));
        let settings = settings.unwrap_or_default();
        if let Some(file) = files.settings.as_ref()
            && !Phrases::has_language(&settings.language, &files.phrases)
        {
            let language = &settings.language;
            let message =
                format!("the frame of the site is English: it has no words in `{language}`");
            let help =
                format!("`fairybook new template words.{language}.toml` makes a file for them");
            let at = file.text().find("language").unwrap_or_default();
            let line = file.line_span(file.line_column(at).line);
            found.push(Diagnostic::warning(Code::Settings, message).in_file(file, line).help(help));
        }
        let phrases = Phrases::read(&settings.language, &files.phrases, found);
        let templates = Templates::new(files.templates.clone(), found).with_phrases(phrases);
        found.extend(template_warnings(&files.templates));
        let survey = files.survey.as_ref().map(|file| SurveyRecord::read(file, found));
        let engines = files.engines.as_ref().map(|file| EngineRecord::read(file, found));
        Environment {
            files: files.clone(),
            settings,
            templates,
            survey: survey.unwrap_or_default(),
            engines: engines.unwrap_or_default(),
            diagnostics,
        }
    }
}

impl ListedPage {
    /// All pages but the landing page, by title.
    pub fn all(pages: &[Arc<Page>]) -> ListedPages {
        let text = |text: &Option<SourceText>| text.as_ref().map_or("", |it| &it.value).to_owned();
        let listed = pages.iter().filter(|page| !page.is_landing()).map(|page| ListedPage {
            title: page.front_matter.title.value.clone(),
            description: page.front_matter.description_text().to_owned(),
            address: page.address.clone(),
            changed: text(&page.front_matter.changed),
            tags: page.front_matter.tags.iter().map(|tag| tag.value.clone()).collect(),
            group: text(&page.front_matter.group),
        });
        let mut listed: Vec<ListedPage> = listed.collect();
        listed.sort_by_cached_key(|page| page.title.to_lowercase());
        listed.into()
    }
}

impl ReadPage {
    /// Reads a page, or takes it from an earlier build.
    pub fn read(file: &SourceFile, earlier: &BTreeMap<String, Arc<ReadPage>>) -> Arc<ReadPage> {
        if let Some(known) = earlier.get(file.path()).filter(|known| known.file == *file) {
            return Arc::clone(known);
        }
        let mut diagnostics = Diagnostics::default();
        let page = Page::read(file, &mut diagnostics).map(Arc::new);
        Arc::new(ReadPage { file: file.clone(), page, diagnostics })
    }
}
