//! Renders all pages of a book and collects the files of the site.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};

use crate::book::{
    Page, Settings, Templates,
    data::{PageData, SiteData},
    typographic_apostrophes,
};
use crate::sheet::rule_sheet_file;
use crate::source::{Code, Diagnostic, Diagnostics};
use crate::verify::Report;

use super::failed_pages::FailedPages;
use super::file_names;
use super::picture::{self, Picture};
use super::policy;
use super::render::{RenderedPage, render_page};
use super::site::site_data;
use super::sources::Sources;
use super::variants::BookVariants;
use super::{BuildOutput, Counts};

/// The parts of a book and the site that they become.
pub(super) struct SiteBuilder<'a> {
    pub settings: &'a Settings,
    pub templates: &'a Templates,
    pub pages: &'a [Page],
    pub data: SiteData,
    /// The contents of the pages, in the order of `pages`.
    pub rendered: Vec<RenderedPage>,
    /// The files of the site so far, by path.
    pub files: BTreeMap<String, Vec<u8>>,
    pub diagnostics: Diagnostics,
    /// Whether pictures stay without content.
    pub proof_only: bool,
}

impl<'a> SiteBuilder<'a> {
    pub fn new(settings: &'a Settings, templates: &'a Templates, pages: &'a [Page]) -> Self {
        SiteBuilder {
            settings,
            templates,
            pages,
            data: site_data(settings, pages),
            rendered: Vec::new(),
            files: BTreeMap::new(),
            diagnostics: Diagnostics::default(),
            proof_only: false,
        }
    }

    /// Adds a file. A second file with the same path is an error.
    pub fn put(&mut self, path: String, bytes: Vec<u8>) {
        if self.files.contains_key(&path) {
            let message = format!("two files of the site would be `{path}`");
            let error = Diagnostic::error(Code::PageTwice, message);
            let help = "rename one of the files, or give the block another `name`";
            self.diagnostics.push(error.help(help));
            return;
        }
        self.files.insert(path, bytes);
    }

    /// Fills in the template of a whole page and adds the result.
    pub fn render(&mut self, path: String, template: &str, data: &impl Serialize) {
        if let Some(html) = self.diagnostics.keep(self.templates.render(template, data)) {
            self.put_page(path, template, &html);
        }
    }

    fn put_page(&mut self, path: String, template: &str, html: &str) {
        let policy = if template == "redirect.html" { policy::REDIRECT } else { policy::PAGE };
        let html = policy::with_policy(&typographic_apostrophes(html), policy);
        self.put(path, html.into_bytes());
    }

    /// Renders the blocks and claims of all pages, in parallel.
    pub fn render_pages(&mut self, variants: &BookVariants) {
        let (settings, templates, pages) = (self.settings, self.templates, self.pages);
        let rendered =
            pages.par_iter().map(|page| render_page(page, variants, settings, templates));
        self.rendered = rendered.collect();
        for rendered in &mut self.rendered {
            self.diagnostics.append(&mut rendered.diagnostics);
        }
    }

    pub fn render_all(&mut self, sources: &Sources) {
        self.pictures();
        for (at, page) in self.pages.iter().enumerate() {
            self.page(page, at);
        }
        if !self.pages.iter().any(Page::is_landing) {
            let gallery = self.gallery();
            let data = PageData { gallery, ..self.empty_page("", &self.settings.title) };
            self.render(data.file.clone(), "index.html", &data);
        }
        let missing = PageData {
            // It is shown at any depth: only a full address leads to the style sheet everywhere.
            root: self.settings.base_url.clone().unwrap_or_default(),
            file: "404.html".to_owned(),
            ..self.empty_page("", "No such page")
        };
        self.render("404.html".to_owned(), "404.html", &missing);
        self.put_aliases();
        self.put_site_map();
        self.assets(sources);
    }

    /// Checks all links and returns the site. `diagnostics` are those of reading the sources.
    pub fn into_output(mut self, diagnostics: &[Diagnostic]) -> BuildOutput {
        let all = diagnostics.iter().chain(&*self.diagnostics);
        let failed_pages = FailedPages::new(all, self.pages);
        let report = self.check_all_links(&failed_pages);
        self.diagnostics.extend(file_names::check(self.files.keys().map(String::as_str)));
        let counts = Counts {
            pages: self.pages.len(),
            diagrams: self.rendered.iter().map(|rendered| rendered.diagrams).sum(),
            links: report.inside,
            links_outside: report.outside,
        };
        let checks = self.rendered.into_iter().flat_map(|rendered| rendered.checks).collect();
        let examples = self.pages.iter().map(|page| page.examples).sum();
        BuildOutput {
            site: self.files,
            diagnostics: self.diagnostics,
            report: Report { comparisons: checks, examples },
            counts,
        }
    }

    /// Draws all pictures in parallel: PNGs take most of the time of a build.
    fn pictures(&mut self) {
        let width = (!self.proof_only).then_some(self.settings.picture_width);
        let pictures: Vec<&Picture> =
            self.rendered.iter().flat_map(|rendered| &rendered.pictures).collect();
        let files: Vec<_> =
            pictures.into_par_iter().flat_map_iter(|picture| picture.files(width)).collect();
        for (path, bytes) in files {
            self.put(path, bytes);
        }
    }

    fn page(&mut self, page: &Page, at: usize) {
        let is_landing = page.is_landing();
        let gallery = if is_landing { self.gallery() } else { String::new() };
        let rendered = &self.rendered[at];
        let infobox = if is_landing { String::new() } else { rendered.infobox.clone() };
        let data = PageData {
            body: page.render(&rendered.blocks, &rendered.claims),
            checked: rendered.checked.clone(),
            social: self.social_address(rendered),
            gallery,
            infobox,
            ..self.page_data(page)
        };
        let template = if is_landing { "index.html" } else { "page.html" };
        self.render_with_claims(template, page, data, at);
        if let Some(sheet) = self.rendered[at].rule_sheet.clone() {
            let data = PageData {
                file: rule_sheet_file(&page.address),
                canonical: String::new(),
                title: format!("{}: rule sheet", page.front_matter.title.value),
                body: sheet,
                ..self.page_data(page)
            };
            self.render(data.file.clone(), "sheet.html", &data);
        }
    }

    /// Renders a page. If its template leaves the list of checks out, claims do not link to it.
    fn render_with_claims(&mut self, template: &str, page: &Page, mut data: PageData, at: usize) {
        let rendered = &self.rendered[at];
        let render = |data: &PageData| self.templates.render(template, data);
        let mut html = render(&data);
        let lacks_list = |html: &String| !html.contains("id=\"claim-1\"");
        if !rendered.claims.is_empty() && html.as_ref().is_ok_and(lacks_list) {
            let claims: Vec<String> = rendered.claims.iter().map(|tag| without_link(tag)).collect();
            data.body = page.render(&rendered.blocks, &claims);
            html = render(&data);
        }
        if let Some(html) = self.diagnostics.keep(html) {
            self.put_page(data.file, template, &html);
        }
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
        let games = self.rendered.iter().filter_map(|rendered| rendered.game.as_ref());
        let mut games: Vec<&Value> = games.collect();
        if games.is_empty() {
            return String::new();
        }
        games.sort_by_key(|game| game["title"].as_str().map(str::to_lowercase));
        let gallery = self.templates.render("gallery.html", &json!({ "games": games }));
        self.diagnostics.keep(gallery).unwrap_or_default()
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
        for (name, text) in self.templates.assets() {
            let mut text = text.to_owned();
            if name == "fairybook.css" {
                text.push_str(&picture::style_sheet());
                text.push_str(&self.sheet_sizes());
            }
            self.put(format!("assets/{name}"), text.into_bytes());
        }
        for (path, bytes) in &sources.others {
            self.put(path.clone(), bytes.to_vec());
        }
    }
}

/// The tag of a claim without its link.
fn without_link(tag: &str) -> String {
    let Some((before, rest)) = tag.split_once(" href=\"") else { return tag.to_owned() };
    let after = rest.split_once('"').map_or("", |(_, after)| after);
    format!("{before}{after}")
}
