use rayon::prelude::*;

use crate::book::{
    Page, Settings, Templates, address,
    data::{GalleryData, GalleryEntryData, SiteData},
};

use crate::sheet::rule_sheet_file;
use crate::source::Diagnostic;
use crate::verify::Report;

use super::answer::{Answered, answer};
use super::games::Games;
use super::picture::{self, Picture};
use super::site::{self, Site};
use super::sources::Sources;
use super::trouble::Trouble;
use super::{Built, Counts};

/// Where pages, answers and templates become files.
pub(super) struct Press<'a> {
    settings: &'a Settings,
    templates: &'a Templates,
    pages: &'a [Page],
    answers: Vec<Answered>,
    data: SiteData,
    site: Site,
    /// Pictures are named and not drawn.
    pub proof_only: bool,
}

impl<'a> Press<'a> {
    /// A press with nothing printed.
    pub fn new(settings: &'a Settings, templates: &'a Templates, pages: &'a [Page]) -> Self {
        let data = site::site_data(settings, pages);
        let (answers, site) = (Vec::new(), Site::default());
        Press { settings, templates, pages, answers, data, site, proof_only: false }
    }

    /// Answers what the pages ask, each page by itself.
    pub fn answer(&mut self, games: &Games) {
        let (settings, templates, pages) = (self.settings, self.templates, self.pages);
        let answers = pages.par_iter().map(|page| answer(page, games, settings, templates));
        self.answers = answers.collect();
        for answered in &mut self.answers {
            self.site.complaints.append(&mut answered.complaints);
        }
    }

    /// Prints everything.
    pub fn print(&mut self, sources: &Sources) {
        self.pictures();
        for at in 0..self.pages.len() {
            self.page(at);
        }
        if !self.pages.iter().any(Page::is_landing) {
            self.landing(None);
        }
        let title = "No such page".to_owned();
        let mut missing = site::empty_page(&self.data, "", title);
        // It is shown at any depth: only a full address finds the style sheet from everywhere.
        missing.root = self.settings.base_url.clone().unwrap_or_default();
        missing.file = "404.html".to_owned();
        self.site.render("404.html".to_owned(), self.templates, "404.html", &missing);
        site::put_aliases(&mut self.site, &self.data, self.templates, self.pages);
        site::put_site_map(&mut self.site, self.settings, self.pages);
        self.assets(sources);
    }

    /// Follows the links of what was printed, and hands it over.
    /// `complaints` are those of what was read.
    pub fn finish(mut self, complaints: &[Diagnostic]) -> Built {
        let trouble = Trouble::new(complaints.iter().chain(&self.site.complaints), self.pages);
        let report = site::follow_links(&mut self.site, self.pages, &trouble);
        let counts = Counts {
            pages: self.pages.len(),
            diagrams: self.answers.iter().map(|answered| answered.diagrams).sum(),
            links: report.inside,
            links_outside: report.outside,
        };
        let checks = self.answers.into_iter().flat_map(|answered| answered.checks).collect();
        Built {
            site: self.site.files,
            diagnostics: self.site.complaints,
            report: Report { comparisons: checks },
            counts,
        }
    }

    /// Drawing PNGs takes most of the time of a build: all of them at once, on all processors.
    fn pictures(&mut self) {
        let width = self.settings.picture_width;
        let pictures: Vec<&Picture> =
            self.answers.iter().flat_map(|answered| &answered.pictures).collect();
        let files: Vec<_> = match self.proof_only {
            true => pictures
                .into_iter()
                .flat_map(|picture| picture.names().map(|name| (name, Vec::new())))
                .collect(),
            false => {
                pictures.into_par_iter().flat_map_iter(|picture| picture.files(width)).collect()
            }
        };
        for (path, bytes) in files {
            self.site.put(path, bytes);
        }
    }

    fn page(&mut self, at: usize) {
        let page = &self.pages[at];
        if page.is_landing() {
            self.landing(Some(at));
            return self.rule_sheet(at);
        }
        let answered = &self.answers[at];
        let mut data = site::page_data(&self.data, self.settings, page);
        data.body = page.render(&answered.blocks, &answered.claims);
        data.infobox = answered.infobox.clone();
        data.checked = answered.checked.clone();
        data.social = self.social(answered);
        self.site.render(address::file_of(&page.address), self.templates, "page.html", &data);
        self.rule_sheet(at);
    }

    /// The address of the picture that stands for a page elsewhere, in full where the book knows
    /// its own.
    fn social(&self, answered: &Answered) -> String {
        match (&answered.poster, &self.settings.base_url) {
            (Some(file), Some(base)) => format!("{base}{file}"),
            (Some(file), None) => file.rsplit('/').next().unwrap_or(file).to_owned(),
            (None, _) => String::new(),
        }
    }

    /// The rule sheet beside a page about a game.
    fn rule_sheet(&mut self, at: usize) {
        let (page, answered) = (&self.pages[at], &self.answers[at]);
        let Some(sheet) = &answered.rule_sheet else { return };
        let mut data = site::page_data(&self.data, self.settings, page);
        data.file = rule_sheet_file(&page.address);
        data.canonical.clear();
        data.title = format!("{}: rule sheet", data.title);
        data.body = sheet.clone();
        self.site.render(data.file.clone(), self.templates, "sheet.html", &data);
    }

    /// The landing page; without a source it holds the games and nothing else.
    fn landing(&mut self, at: Option<usize>) {
        let mut data = match at {
            Some(at) => {
                let (page, answered) = (&self.pages[at], &self.answers[at]);
                let mut data = site::page_data(&self.data, self.settings, page);
                data.body = page.render(&answered.blocks, &answered.claims);
                data.checked = answered.checked.clone();
                data.social = self.social(answered);
                data
            }
            None => site::empty_page(&self.data, "", self.data.title.clone()),
        };
        let mut games: Vec<GalleryEntryData> =
            self.answers.iter().filter_map(|answered| answered.game.clone()).collect();
        games.sort_by_key(|game| game.title.to_lowercase());
        if !games.is_empty() {
            match self.templates.render("gallery.html", &GalleryData { games }) {
                Ok(gallery) => data.gallery = gallery,
                Err(complaint) => self.site.complaints.push(complaint),
            }
        }
        self.site.render(address::file_of(""), self.templates, "index.html", &data);
    }

    fn assets(&mut self, sources: &Sources) {
        for (name, text) in self.templates.assets() {
            let mut text = text.to_owned();
            if name == "fairybook.css" {
                text.push_str(&picture::style_sheet());
            }
            self.site.put(format!("assets/{name}"), text.into_bytes());
        }
        for (path, bytes) in &sources.others {
            self.site.put(path.clone(), bytes.to_vec());
        }
    }
}
