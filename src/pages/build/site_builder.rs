//! Renders all pages of a book and collects the files of the site.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use serde::Serialize;
use serde_json::json;

use crate::book::{
    Block, Directive, Heading, LinkIndex, Page, Settings, TEMPLATES, Templates, address, assets,
    data::{PageData, SiteData, SummaryData},
    index_links, style_warnings, typographic_apostrophes,
};
use crate::sheet::rule_sheet_file;
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, SourceText};
use crate::verify::{ComparisonOutcome, Report, UncomparedClaims};

use super::active_assets;
use super::boards;
use super::book_work::BookWork;
use super::coverage_record::CoverageRecord;
use super::drawn_pictures::DrawnPictures;
use super::failed_pages::FailedPages;
use super::file_names;
use super::game_groups::{GameGroup, game_groups, related};
use super::memory::{
    BuildMemory, Environment, FinishedFiles, HtmlFile, Landing, ListedPage, ListedPages,
    PageSurroundings, RememberedFiles, RememberedPage,
};
use super::picture;
use super::playground_page;
use super::policy;
use super::render::{RenderedPage, render_page};
use super::search_index::{self, SEARCH_INDEX};
use super::site::{PageOrder, site_data};
use super::site_file::SiteFile;
use super::sources::{OWN_STYLE, Sources};
use super::structured::structured_data;
use super::variants::BookVariants;
use super::{BuildOutput, Counts, FirstPages};

/// The parts of a book and the site that they become.
pub(super) struct SiteBuilder<'a> {
    environment: &'a Arc<Environment>,
    work: &'a BookWork,
    pub settings: &'a Settings,
    /// Whether the site lies at the root of its server.
    served: bool,
    templates: &'a Templates,
    pub pages: &'a [Arc<Page>],
    pub data: Arc<SiteData>,
    /// The games, in the groups of the book.
    pub groups: Vec<GameGroup>,
    pub order: PageOrder,
    /// All pages, for blocks that list some of them.
    listed: ListedPages,
    /// The contents of the pages, in the order of `pages`.
    rendered: Vec<Arc<RenderedPage>>,
    /// The files of the site so far, by path.
    pub files: BTreeMap<String, SiteFile>,
    /// The links of its HTML files, by path.
    pub links: BTreeMap<String, Arc<LinkIndex>>,
    pub diagnostics: Diagnostics,
    /// Which facts of definitions the statements of the book test.
    pub coverage: CoverageRecord,
}

impl<'a> SiteBuilder<'a> {
    /// A builder without files.
    pub fn new(
        environment: &'a Arc<Environment>,
        pages: &'a [Arc<Page>],
        work: &'a BookWork,
        served: bool,
    ) -> Self {
        let Environment { settings, templates, files, .. } = &**environment;
        let groups = game_groups(settings, pages);
        let mut data = site_data(settings, pages, &groups, files.own_style);
        data.playground |= served;
        SiteBuilder {
            environment,
            work,
            settings,
            templates,
            served,
            pages,
            order: PageOrder::new(&groups, pages, &data.menu),
            listed: ListedPage::all(pages),
            data: data.into(),
            groups,
            rendered: Vec::new(),
            files: BTreeMap::new(),
            links: BTreeMap::new(),
            diagnostics: Diagnostics::default(),
            coverage: CoverageRecord::default(),
        }
    }

    /// Adds a file. A second file with the same path is an error.
    pub fn put(&mut self, path: String, file: impl Into<SiteFile>) {
        if self.files.contains_key(&path) {
            let message = format!("two files of the site would be `{path}`");
            let error = Diagnostic::error(Code::PageTwice, message);
            let help = "rename one of the files, or give the block another `name`";
            self.diagnostics.push(error.help(help));
            return;
        }
        self.files.insert(path, file.into());
    }

    fn put_html(&mut self, HtmlFile { path, html, links }: HtmlFile) {
        if !self.files.contains_key(&path) {
            self.links.insert(path.clone(), links);
        }
        self.put(path, html);
    }

    /// Fills in the template of a whole page and adds the result.
    pub fn render(&mut self, path: String, template: &str, data: &impl Serialize) {
        if let Some(html) = self.diagnostics.keep(self.templates.render(template, data)) {
            self.put_html(html_file(path, template, &html));
        }
    }

    /// Renders pages before all others and hands over their files: those that the memory does not have,
    /// if they have no errors. The landing page shows all others, so it is never one of them.
    pub fn render_first(&self, sources: &Sources, memory: &mut BuildMemory, first: &FirstPages) {
        let is_wanted = |(_, page): &(usize, &Arc<Page>)| {
            !page.is_landing() && first.wanted.contains(&address::file_of(&page.address))
        };
        let mut files = BTreeMap::new();
        for (at, page) in self.pages.iter().enumerate().filter(is_wanted) {
            let known = memory.rendered.remove(&page.address);
            let old = known.as_ref().map(|known| Arc::clone(&known.rendered));
            let page = || self.remembered_page(page, known, &memory.variants, &memory.pictures);
            let Some(page) = self.work.page(at, page) else { return };
            let rendered = Arc::clone(&page.rendered);
            let finished = memory.finished.remove(&page.page.address);
            let finished = self.remembered_files((&page.page, &rendered), None, finished, sources);
            let errors = rendered.diagnostics.iter().chain(&*finished.files.diagnostics);
            let is_old = old.is_some_and(|old| Arc::ptr_eq(&old, &rendered));
            if !is_old && !errors.into_iter().any(Diagnostic::is_error) {
                files.extend(rendered.files.iter().cloned());
                let html = finished.files.files.iter();
                files.extend(html.map(|file| (file.path.clone(), file.html.clone())));
            }
            let address = page.page.address.clone();
            memory.finished.insert(address.clone(), finished);
            memory.rendered.insert(address, page);
        }
        if !files.is_empty() {
            (first.ready)(files);
        }
    }

    /// Renders the blocks and claims of all pages, in parallel.
    pub fn render_pages(&mut self, memory: &mut BuildMemory) {
        let (variants, drawn) = (&memory.variants, &memory.pictures);
        let earlier = Mutex::new(std::mem::take(&mut memory.rendered));
        let render = |(at, page): (usize, &Arc<Page>)| {
            let known = earlier.lock().expect("no thread panics while it holds the lock");
            let known = { known }.remove(&page.address);
            self.work.page(at, || self.remembered_page(page, known, variants, drawn))
        };
        let rendered: Vec<RememberedPage> =
            self.pages.par_iter().enumerate().filter_map(render).collect();
        for known in rendered {
            self.diagnostics.extend(known.rendered.diagnostics.iter().cloned());
            self.rendered.push(Arc::clone(&known.rendered));
            memory.rendered.insert(known.page.address.clone(), known);
        }
    }

    /// Renders a page, or takes what is known of it if it was made from the same.
    fn remembered_page(
        &self,
        page: &Arc<Page>,
        known: Option<RememberedPage>,
        variants: &BookVariants,
        drawn: &Arc<DrawnPictures>,
    ) -> RememberedPage {
        let environment = self.environment;
        let is_same = |known: &RememberedPage| {
            Arc::ptr_eq(&known.page, page)
                && Arc::ptr_eq(&known.environment, environment)
                && known.used.are_in(variants)
                && known.listed.as_ref().is_none_or(|listed| *listed == self.listed)
        };
        known.filter(is_same).unwrap_or_else(|| {
            let (rendered, used) = render_page(page, variants, environment, (drawn, &self.listed));
            let is_list = |block: &Block| matches!(block.directive, Directive::List(_));
            let listed = page.body.blocks.iter().any(is_list).then(|| Arc::clone(&self.listed));
            let (page, environment) = (Arc::clone(page), Arc::clone(environment));
            RememberedPage { page, environment, used, listed, rendered: rendered.into() }
        })
    }

    pub fn render_all(&mut self, sources: &Sources, memory: &mut BuildMemory) {
        for rendered in self.rendered.clone() {
            for (path, file) in &rendered.files {
                self.put(path.clone(), file.clone());
            }
        }
        self.finish_pages(sources, memory);
        if !self.pages.iter().any(|page| page.is_landing()) {
            let gallery = self.gallery();
            let summary = Some(self.summary());
            let data = PageData { gallery, summary, ..self.empty_page("", &self.settings.title) };
            self.render(data.file.clone(), "index.html", &data);
        }
        self.put_missing_page();
        self.put_playground(&sources.variants, &mut memory.playground);
        self.put_tags();
        self.put_aliases();
        self.put_site_map();
        self.put_feed();
        self.assets(sources);
    }

    /// Adds the page for unknown addresses.
    fn put_missing_page(&mut self) {
        // It is shown at any depth: only a path from the root of the server leads to the style
        // sheet everywhere. With the host, a preview on another one would have no style.
        let root = if self.served { "/".to_owned() } else { self.settings.base_path() };
        let name = "404.html";
        let page = PageData {
            root: root.clone(),
            file: name.to_owned(),
            ..self.empty_page("", "No such page")
        };
        if let Some(html) = self.diagnostics.keep(self.templates.render(name, &page)) {
            let inside = html.replace(&format!("\"{root}"), "\"");
            let links = Arc::new(index_links(name, &inside));
            self.put_html(HtmlFile { links, ..html_file(name.to_owned(), name, &html) });
        }
    }

    /// Checks all links and returns the site. `diagnostics` are those of reading the sources.
    pub fn into_output(mut self, diagnostics: &[Diagnostic]) -> BuildOutput {
        let all = diagnostics.iter().chain(&*self.diagnostics);
        let failed_pages = FailedPages::new(all, self.pages);
        let links = self.check_all_links(&failed_pages);
        self.diagnostics.extend(file_names::check(self.files.keys().map(String::as_str)));
        let checks = self.rendered.iter().flat_map(|rendered| &rendered.checks).cloned().collect();
        let pages = self.pages.iter().zip(&self.rendered);
        let uncompared = pages.map(|(page, rendered)| UncomparedClaims {
            page: page.file.path().to_owned(),
            shown: page.body.examples,
            words: rendered.uncompared,
        });
        let uncompared = uncompared.collect();
        let numbers = self.rendered.iter().map(|rendered| rendered.numbers.clone()).collect();
        let report = Report { comparisons: checks, uncompared, numbers };
        let counts = Counts {
            pages: self.pages.len(),
            diagrams: self.rendered.iter().map(|rendered| rendered.diagrams).sum(),
            links: links.inside,
            links_outside: links.outside,
            agree: report.count(ComparisonOutcome::Agree),
            disagree: report.count(ComparisonOutcome::Disagree),
            unchecked: report.count(ComparisonOutcome::Unchecked),
        };
        let (site, diagnostics) = (self.files, self.diagnostics);
        BuildOutput { site, diagnostics, report, counts, outside: Vec::new() }
    }

    /// Fills in the templates of all pages, in parallel.
    fn finish_pages(&mut self, sources: &Sources, memory: &mut BuildMemory) {
        let has_landing = self.pages.iter().any(|page| page.is_landing());
        let landing = has_landing
            .then(|| Arc::new(Landing { gallery: self.gallery(), summary: self.summary() }));
        let earlier = Mutex::new(std::mem::take(&mut memory.finished));
        let this = &*self;
        let finish = |(at, page): (usize, &Arc<Page>)| {
            let known = earlier.lock().expect("no thread panics while it holds the lock");
            let known = { known }.remove(&page.address);
            let landing = landing.clone().filter(|_| page.is_landing());
            let page = (page, &this.rendered[at]);
            this.work.page(at, || this.remembered_files(page, landing, known, sources))
        };
        let finished: Vec<RememberedFiles> =
            self.pages.par_iter().enumerate().filter_map(finish).collect();
        let texts: Vec<&str> = finished.iter().map(|known| known.files.search.as_str()).collect();
        self.put(format!("assets/{SEARCH_INDEX}"), search_index::script(&texts).into_bytes());
        for known in finished {
            self.diagnostics.extend(known.files.diagnostics.iter().cloned());
            known.files.files.iter().for_each(|file| self.put_html(file.clone()));
            memory.finished.insert(known.page.address.clone(), known);
        }
    }

    /// Fills in the templates of a page, or takes its files if they were made from the same.
    fn remembered_files(
        &self,
        (page, rendered): (&Arc<Page>, &Arc<RenderedPage>),
        landing: Option<Arc<Landing>>,
        known: Option<RememberedFiles>,
        sources: &Sources,
    ) -> RememberedFiles {
        let around = PageSurroundings {
            site: Arc::clone(&self.data),
            neighbours: self.order.neighbours(&address::file_of(&page.address)),
            related: related(&self.groups, self.pages, page),
            section: self.order.section(page),
            landing,
            coverage: self.coverage_of(page),
        };
        let is_same = |known: &RememberedFiles| {
            Arc::ptr_eq(&known.page, page)
                && Arc::ptr_eq(&known.environment, self.environment)
                && Arc::ptr_eq(&known.rendered, rendered)
                && known.around == around
        };
        let files = match known.filter(is_same) {
            Some(known) => known.files,
            None => self.finished_files(page, rendered, &around, &sources.variants).into(),
        };
        let environment = Arc::clone(self.environment);
        let (page, rendered) = (Arc::clone(page), Arc::clone(rendered));
        RememberedFiles { page, environment, rendered, around, files }
    }

    /// The page as a file; of a game also its board for other sites, and its rule sheet.
    ///
    /// They depend on the arguments, the environment and the data of the site, and nothing else.
    fn finished_files(
        &self,
        page: &Page,
        rendered: &RenderedPage,
        around: &PageSurroundings,
        definitions: &BTreeMap<String, SourceFile>,
    ) -> FinishedFiles {
        let mut finished = FinishedFiles::default();
        let (is_landing, landing) = (page.is_landing(), around.landing.as_ref());
        let checked = finished.diagnostics.keep(self.checked(rendered, around.coverage.as_deref()));
        let data = PageData {
            body: page.render(&rendered.blocks, &rendered.text) + &rendered.board_sheet,
            checked: checked.unwrap_or_default(),
            boards: boards::data(rendered, definitions, self.settings),
            social: self.social_address(rendered),
            gallery: landing.map(|landing| landing.gallery.clone()).unwrap_or_default(),
            summary: landing.map(|landing| landing.summary),
            related: around.related.clone(),
            section: around.section.clone(),
            game: rendered.first_screen.clone().filter(|_| !is_landing),
            contents: contents(page, rendered),
            ..self.page_data(page)
        };
        let structured = structured_data(&data, rendered.game.as_ref());
        let data = PageData { structured, ..data };
        let template = if is_landing { "index.html" } else { "page.html" };
        let (path, title, text) = (&data.file, &data.title, &data.body);
        let names = rendered.game.as_ref().and_then(|game| game["words"].as_str());
        let names = names.unwrap_or_default();
        finished.search = search_index::page_entry(title, path, &data.description, names, text);
        let add = |finished: &mut FinishedFiles, template: &str, data: &PageData| {
            let html = finished.diagnostics.keep(self.templates.render(template, data));
            finished.files.extend(html.map(|html| html_file(data.file.clone(), template, &html)));
        };
        add(&mut finished, template, &data);
        if let Some(game) = rendered.first_screen.clone() {
            let data = PageData {
                file: address::beside(&page.address, "board.html"),
                canonical: String::new(),
                body: rendered.board_sheet.clone(),
                boards: data.boards.clone(),
                game: Some(game),
                ..self.page_data(page)
            };
            add(&mut finished, "board.html", &data);
        }
        if let Some(sheet) = rendered.rule_sheet.clone() {
            let data = PageData {
                file: rule_sheet_file(&page.address),
                canonical: String::new(),
                title: format!("{}: rule sheet", page.front_matter.title.value),
                body: sheet,
                ..self.page_data(page)
            };
            add(&mut finished, "sheet.html", &data);
        }
        finished
    }

    /// Renders the list of checks of a page, with the coverage of its variant.
    fn checked(
        &self,
        rendered: &RenderedPage,
        coverage: Option<&str>,
    ) -> Result<String, Diagnostic> {
        let Some(mut data) = rendered.checked.clone() else { return Ok(String::new()) };
        data["coverage"] = coverage.into();
        self.templates.render("checked.html", &data)
    }

    /// The coverage of the variant of a page, if the record of the book has it.
    fn coverage_of(&self, page: &Page) -> Option<String> {
        let id = page.front_matter.variant.as_ref()?;
        Some(self.coverage.entries.get(&id.value)?.sentence())
    }

    /// The address of the social image: a full one if the book has a base address.
    fn social_address(&self, rendered: &RenderedPage) -> String {
        match (&rendered.social_image, &self.settings.base_url) {
            (Some(file), Some(base)) => format!("{base}{file}"),
            (Some(file), None) => file.rsplit('/').next().unwrap_or(file).to_owned(),
            (None, _) => String::new(),
        }
    }

    /// The gallery of all variants that have a page; empty if there is none.
    fn gallery(&mut self) -> String {
        let entry = |&at: &usize| self.rendered[at].game.as_ref();
        let group = |group: &GameGroup| {
            json!({
                "name": group.name,
                "id": group.id(),
                "games": group.pages.iter().filter_map(entry).collect::<Vec<_>>(),
            })
        };
        let groups: Vec<_> = self.groups.iter().map(group).collect();
        if groups.is_empty() {
            return String::new();
        }
        let gallery = self.templates.render("gallery.html", &json!({ "groups": groups }));
        self.diagnostics.keep(gallery).unwrap_or_default()
    }

    /// What the engine found in the whole book.
    fn summary(&self) -> SummaryData {
        let checks = || self.rendered.iter().flat_map(|rendered| &rendered.checks);
        let count = |outcome| checks().filter(|check| check.outcome == outcome).count();
        SummaryData {
            games: self.rendered.iter().filter(|rendered| rendered.game.is_some()).count(),
            diagrams: self.rendered.iter().map(|rendered| rendered.diagrams).sum(),
            agree: count(ComparisonOutcome::Agree),
            disagree: count(ComparisonOutcome::Disagree),
            tested: self.coverage.tested_per_cent(),
        }
    }

    /// The end of the style sheet: the sizes of the rule sheets. No page has a style of its own.
    fn sheet_sizes(&self) -> String {
        let sizes = self.rendered.iter().filter_map(|rendered| rendered.sheet_size);
        let (columns, rows): (BTreeSet<usize>, BTreeSet<usize>) = sizes.unzip();
        let line = |name: &str, number: usize| {
            format!(".rule-sheet.{name}-{number} {{ --{name}: {number}; }}\n")
        };
        let columns = columns.into_iter().map(|number| line("columns", number));
        let rows = rows.into_iter().map(|number| line("rows", number));
        let lines: String = columns.chain(rows).collect();
        let head = "\n/* ---- sizes of rule sheets ---- */\n\n";
        if lines.is_empty() { lines } else { format!("{head}{lines}") }
    }

    fn assets(&mut self, sources: &Sources) {
        let has_boards = self.rendered.iter().any(|rendered| !rendered.boards.is_empty());
        for (name, bytes) in assets(&sources.assets) {
            let is_of_boards = boards::ASSETS.contains(&name);
            let is_wanted = match playground_page::ASSETS.contains(&name) {
                true => self.data.playground,
                false => !is_of_boards || has_boards || self.data.playground,
            };
            if !is_wanted {
                continue;
            }
            let mut bytes = bytes.to_owned();
            if name == "fairybook.css" {
                bytes.extend(picture::style_sheet().into_bytes());
                bytes.extend(self.sheet_sizes().into_bytes());
            }
            if let Some(script) =
                name.ends_with(".js").then(|| std::str::from_utf8(&bytes).ok()).flatten()
            {
                bytes = self.templates.phrases().in_script(name, script).into_bytes();
            }
            self.put(format!("assets/{name}"), bytes);
        }
        if self.data.playground {
            let fonts = playground_page::fonts(assets(&sources.assets));
            self.put("assets/playground-fonts.css".to_owned(), fonts.into_bytes());
        }
        let others = sources.others.iter().map(|(path, bytes)| (path, *bytes));
        self.diagnostics.extend(active_assets::check(others));
        for (path, bytes) in &sources.others {
            let is_page = path.ends_with(".html");
            match std::str::from_utf8(bytes).ok().filter(|_| is_page) {
                Some(html) => {
                    let links = Arc::new(index_links(path, html));
                    self.put_html(HtmlFile {
                        path: path.clone(),
                        html: bytes.to_vec().into(),
                        links,
                    });
                }
                None => self.put(path.clone(), bytes.to_vec()),
            }
        }
        let style = sources.assets.get(OWN_STYLE).map(|bytes| bytes.to_vec());
        let style =
            style.and_then(|it| SourceFile::decode(&format!("{TEMPLATES}{OWN_STYLE}"), it).ok());
        let exists = |path: &str| self.files.contains_key(path);
        let warnings = style.iter().flat_map(|file| style_warnings(file, exists));
        self.diagnostics.extend(warnings.collect::<Vec<_>>());
        let is_lost = |_: &&SourceText| !self.files.contains_key(self.settings.logo_file());
        if let Some(logo) = self.settings.logo.as_ref().filter(is_lost) {
            let error = logo.error(
                Code::Settings,
                format!("there is no file `content/{}`", self.settings.logo_file()),
            );
            self.diagnostics.push(error.help("put the drawing there, or leave `logo` out"));
        }
    }
}

/// The headings that lead to the sections of a page.
fn contents(page: &Page, rendered: &RenderedPage) -> Vec<Heading> {
    let sections = page.body.headings.iter().filter(|heading| heading.level == 2).cloned();
    sections.map(|it| Heading { words: rendered.text.filled(&it.words), ..it }).collect()
}

/// An HTML file with its content security policy, and its links.
fn html_file(path: String, template: &str, html: &str) -> HtmlFile {
    let policy = match template {
        "redirect.html" => policy::REDIRECT,
        "board.html" => policy::BOARD,
        playground_page::TEMPLATE => policy::PLAYGROUND,
        _ if html.contains(boards::SCRIPT) => policy::PAGE_WITH_BOARDS,
        _ => policy::PAGE,
    };
    let html = policy::with_policy(&typographic_apostrophes(html), policy);
    let links = Arc::new(index_links(&path, &html));
    HtmlFile { path, html: html.into_bytes().into(), links }
}
