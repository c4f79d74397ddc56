//! The files of a site: pages, redirects, the site map, and a check of all links.

use std::collections::{BTreeMap, BTreeSet};

use crate::book::{
    LinkIndex, LinkReport, Page, Settings, Templates, address, check_links,
    data::{MenuItem, PageData, RedirectData, SiteData},
    index_links, typographic_apostrophes,
};
use crate::source::{Code, Diagnostic, Diagnostics};

use super::failed_pages::FailedPages;

/// The files of the site so far, by path, and the diagnostics of making them.
#[derive(Debug, Default)]
pub(super) struct Site {
    pub files: BTreeMap<String, Vec<u8>>,
    pub diagnostics: Diagnostics,
}

impl Site {
    /// Adds a file. A second file with the same path is an error.
    pub fn put(&mut self, path: String, bytes: Vec<u8>) {
        if self.files.contains_key(&path) {
            let message = format!("two files of the site would be `{path}`");
            self.diagnostics.push(
                Diagnostic::error(Code::PageTwice, message)
                    .help("rename one of the files, or give the block another `name`"),
            );
            return;
        }
        self.files.insert(path, bytes);
    }

    /// Fills in a template and adds the result.
    pub fn render(
        &mut self,
        path: String,
        templates: &Templates,
        name: &str,
        data: &impl serde::Serialize,
    ) {
        if let Some(html) = self.diagnostics.keep(templates.render(name, data)) {
            self.put(path, typographic_apostrophes(&html).into_bytes());
        }
    }
}

/// The data of the site for the templates. The menu has the pages with an `order`.
pub(super) fn site_data(settings: &Settings, pages: &[Page]) -> SiteData {
    let mut ordered: Vec<(i64, &Page)> =
        pages.iter().filter_map(|page| Some((page.front_matter.order?, page))).collect();
    ordered.sort_by_key(|&(order, page)| (order, page.address.as_str()));
    let menu = ordered.into_iter().map(|(_, page)| MenuItem {
        title: page.front_matter.menu.as_ref().unwrap_or(&page.front_matter.title).value.clone(),
        file: address::file_of(&page.address),
    });
    SiteData {
        title: settings.title.clone(),
        description: settings.description.clone(),
        language: settings.language.clone(),
        author: settings.author.clone(),
        licence: settings.licence.clone(),
        menu: menu.collect(),
    }
}

/// The data of a page for its template, without the text.
pub(super) fn page_data<'a>(site: &'a SiteData, settings: &Settings, page: &Page) -> PageData<'a> {
    let description = page.front_matter.description.as_ref();
    let mut data = empty_page(site, &page.address, page.front_matter.title.value.clone());
    data.description = description.map(|text| text.value.clone()).unwrap_or_default();
    data.draft = page.front_matter.draft;
    data.addresses = page.addresses();
    if let Some(base) = &settings.base_url {
        data.canonical = format!("{base}{}", data.file);
    }
    data
}

/// The data of a page that no file of the book describes.
pub(super) fn empty_page<'a>(site: &'a SiteData, at: &str, title: String) -> PageData<'a> {
    PageData {
        site,
        root: address::root_from(at),
        file: address::file_of(at),
        title,
        description: String::new(),
        canonical: String::new(),
        social: String::new(),
        draft: false,
        body: String::new(),
        addresses: Vec::new(),
        infobox: String::new(),
        checked: String::new(),
        gallery: String::new(),
    }
}

/// Adds a redirect at each old address of a page.
pub(super) fn put_aliases(site: &mut Site, data: &SiteData, templates: &Templates, pages: &[Page]) {
    for page in pages {
        for alias in &page.front_matter.aliases {
            let old = alias.value.trim_matches('/');
            let taken = pages.iter().any(|other| other.address == old);
            if !address::is_plain(old) || taken {
                let why = if taken { "is a page itself" } else { "cannot be an address" };
                let error = Diagnostic::error(Code::PageTwice, format!("`{old}` {why}"));
                site.diagnostics.push(error.in_file(&page.file, alias.span));
                continue;
            }
            let moved = RedirectData {
                site: data,
                root: address::root_from(old),
                title: page.front_matter.title.value.clone(),
                to: address::link(old, &address::file_of(&page.address)),
            };
            site.render(address::file_of(old), templates, "redirect.html", &moved);
        }
    }
}

/// Adds a list of all pages for search engines if the book has a base address.
pub(super) fn put_site_map(site: &mut Site, settings: &Settings, pages: &[Page]) {
    let Some(base) = &settings.base_url else { return };
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.push_str("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
    let mut files: BTreeSet<String> =
        pages.iter().map(|page| address::file_of(&page.address)).collect();
    files.insert(address::file_of(""));
    for file in files {
        let path = file.strip_suffix("index.html").unwrap_or(&file);
        xml.push_str(&format!("<url><loc>{base}{path}</loc></url>\n"));
    }
    xml.push_str("</urlset>\n");
    site.put("sitemap.xml".to_owned(), xml.into_bytes());
    let robots = format!("User-agent: *\nAllow: /\nSitemap: {base}sitemap.xml\n");
    site.put("robots.txt".to_owned(), robots.into_bytes());
}

/// Checks every link of the finished site. A broken one is reported where its author wrote it.
pub(super) fn check_all_links(
    site: &mut Site,
    pages: &[Page],
    failed_pages: &FailedPages,
) -> LinkReport {
    let anatomies: BTreeMap<String, LinkIndex> = site
        .files
        .iter()
        .filter(|(path, _)| path.ends_with(".html"))
        .filter_map(|(path, bytes)| {
            Some((path.clone(), index_links(std::str::from_utf8(bytes).ok()?)))
        })
        .collect();
    let files: BTreeSet<&str> = site.files.keys().map(String::as_str).collect();
    let report = check_links(&anatomies, &files);
    let follows = |to: &str| failed_pages.is_caused_by_failed_page(to, files.contains(to));
    for broken in report.broken.iter().filter(|broken| !follows(&broken.to)) {
        let page = pages.iter().find(|page| address::file_of(&page.address) == broken.file);
        let written = page.and_then(|page| {
            let link = page.links.iter().find(|link| link.value == broken.target)?;
            Some((page, link.span))
        });
        // As the author typed the address, if it is not a generated link.
        let typed = written.map_or(&*broken.target, |(page, span)| &page.file.text()[span.range()]);
        let message = format!("the link to `{typed}` leads nowhere: {}", broken.why);
        let error = Diagnostic::error(Code::LinkBroken, message);
        site.diagnostics.push(match (written, page) {
            (Some((page, span)), _) => error.in_file(&page.file, span),
            (None, Some(page)) => error.in_whole_file(&page.file),
            (None, None) => error.note(format!("in `{}` of the site", broken.file)),
        });
    }
    for (file, anchor) in &report.duplicate_anchors {
        let message = format!("the anchor `{anchor}` occurs twice in `{file}`");
        site.diagnostics.push(Diagnostic::error(Code::LinkBroken, message));
    }
    report
}
