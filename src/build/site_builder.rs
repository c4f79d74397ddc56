//! Renders all pages of a book and collects the files of the site.

use rayon::prelude::*;

use crate::book::{
    Page, Settings, Templates,
    data::{GalleryData, GalleryEntryData, SiteData},
};
use crate::sheet::rule_sheet_file;
use crate::source::Diagnostic;
use crate::verify::Report;

use super::failed_pages::FailedPages;
use super::picture::{self, Picture};
use super::render::{RenderedPage, render_page};
use super::site::{self, Site};
use super::sources::Sources;
use super::variants::BookVariants;
use super::{BuildOutput, Counts};

/// The parts of a book and the site that they become.
pub(super) struct SiteBuilder<'a> {
    settings: &'a Settings,
    templates: &'a Templates,
    pages: &'a [Page],
    /// The contents of the pages, in the order of `pages`.
    rendered: Vec<RenderedPage>,
    data: SiteData,
    site: Site,
    /// Whether pictures stay without content.
    pub proof_only: bool,
}

impl<'a> SiteBuilder<'a> {
    /// A builder with an empty site.
    pub fn new(settings: &'a Settings, templates: &'a Templates, pages: &'a [Page]) -> Self {
        let data = site::site_data(settings, pages);
        let (rendered, site) = (Vec::new(), Site::default());
        SiteBuilder { settings, templates, pages, rendered, data, site, proof_only: false }
    }

    /// Renders the blocks and claims of all pages, in parallel.
    pub fn render_pages(&mut self, variants: &BookVariants) {
        let (settings, templates, pages) = (self.settings, self.templates, self.pages);
        let rendered =
            pages.par_iter().map(|page| render_page(page, variants, settings, templates));
        self.rendered = rendered.collect();
        for rendered in &mut self.rendered {
            self.site.diagnostics.append(&mut rendered.diagnostics);
        }
    }

    /// Adds all files to the site.
    pub fn render_all(&mut self, sources: &Sources) {
        self.pictures();
        for at in 0..self.pages.len() {
            self.page(at);
        }
        if !self.pages.iter().any(Page::is_landing) {
            let gallery = self.gallery();
            let mut data = site::empty_page(&self.data, "", self.data.title.clone());
            data.gallery = gallery;
            self.site.render(data.file.clone(), self.templates, "index.html", &data);
        }
        let title = "No such page".to_owned();
        let mut missing = site::empty_page(&self.data, "", title);
        // It is shown at any depth. Only a full address leads to the style sheet from everywhere.
        missing.root = self.settings.base_url.clone().unwrap_or_default();
        missing.file = "404.html".to_owned();
        self.site.render("404.html".to_owned(), self.templates, "404.html", &missing);
        site::put_aliases(&mut self.site, &self.data, self.templates, self.pages);
        site::put_site_map(&mut self.site, self.settings, self.pages);
        self.assets(sources);
    }

    /// Checks all links and returns the site. `diagnostics` are those of reading the sources.
    pub fn into_output(mut self, diagnostics: &[Diagnostic]) -> BuildOutput {
        let all = diagnostics.iter().chain(&*self.site.diagnostics);
        let failed_pages = FailedPages::new(all, self.pages);
        let report = site::check_all_links(&mut self.site, self.pages, &failed_pages);
        let counts = Counts {
            pages: self.pages.len(),
            diagrams: self.rendered.iter().map(|rendered| rendered.diagrams).sum(),
            links: report.inside,
            links_outside: report.outside,
        };
        let checks = self.rendered.into_iter().flat_map(|rendered| rendered.checks).collect();
        let examples = self.pages.iter().map(|page| page.examples).sum();
        BuildOutput {
            site: self.site.files,
            diagnostics: self.site.diagnostics,
            report: Report { comparisons: checks, examples },
            counts,
        }
    }

    /// Draws all pictures in parallel: PNGs take most of the time of a build.
    fn pictures(&mut self) {
        let width = self.settings.picture_width;
        let pictures: Vec<&Picture> =
            self.rendered.iter().flat_map(|rendered| &rendered.pictures).collect();
        let files: Vec<_> = if self.proof_only {
            let names = pictures.into_iter().flat_map(Picture::names);
            names.map(|name| (name, Vec::new())).collect()
        } else {
            pictures.into_par_iter().flat_map_iter(|picture| picture.files(width)).collect()
        };
        for (path, bytes) in files {
            self.site.put(path, bytes);
        }
    }

    fn page(&mut self, at: usize) {
        let is_landing = self.pages[at].is_landing();
        let gallery = if is_landing { self.gallery() } else { String::new() };
        let (page, rendered) = (&self.pages[at], &self.rendered[at]);
        let mut data = site::page_data(&self.data, self.settings, page);
        data.body = page.render(&rendered.blocks, &rendered.claims);
        data.checked = rendered.checked.clone();
        data.social = self.social_address(rendered);
        data.gallery = gallery;
        if !is_landing {
            data.infobox = rendered.infobox.clone();
        }
        let template = if is_landing { "index.html" } else { "page.html" };
        self.site.render(data.file.clone(), self.templates, template, &data);
        self.rule_sheet(at);
    }

    /// The address of the social image: a full one if the book has a base address.
    fn social_address(&self, rendered: &RenderedPage) -> String {
        match (&rendered.social_image, &self.settings.base_url) {
            (Some(file), Some(base)) => format!("{base}{file}"),
            (Some(file), None) => file.rsplit('/').next().unwrap_or(file).to_owned(),
            (None, _) => String::new(),
        }
    }

    /// Adds the rule sheet if the page is about a variant.
    fn rule_sheet(&mut self, at: usize) {
        let (page, rendered) = (&self.pages[at], &self.rendered[at]);
        let Some(sheet) = &rendered.rule_sheet else { return };
        let mut data = site::page_data(&self.data, self.settings, page);
        data.file = rule_sheet_file(&page.address);
        data.canonical.clear();
        data.title = format!("{}: rule sheet", data.title);
        data.body = sheet.clone();
        self.site.render(data.file.clone(), self.templates, "sheet.html", &data);
    }

    /// The gallery of all variants that have a page; empty if there is none.
    fn gallery(&mut self) -> String {
        let entries = self.rendered.iter().filter_map(|rendered| rendered.game.clone());
        let mut games: Vec<GalleryEntryData> = entries.collect();
        if games.is_empty() {
            return String::new();
        }
        games.sort_by_key(|game| game.title.to_lowercase());
        let gallery = self.templates.render("gallery.html", &GalleryData { games });
        self.site.diagnostics.keep(gallery).unwrap_or_default()
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
