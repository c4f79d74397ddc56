//! The files of a site: pages, redirects, the site map, and a check of all links.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::json;

use crate::book::{
    LinkReport, Page, Settings, address, check_links,
    data::{MenuItem, PageData, SiteData},
};
use crate::source::{Code, Diagnostic, Span};

use super::failed_pages::FailedPages;
use super::game_groups::{GameGroup, group_data};
use super::site_builder::SiteBuilder;

/// The data of the site for the templates. The menu has the pages with an `order`.
pub(super) fn site_data(
    settings: &Settings,
    pages: &[Arc<Page>],
    groups: &[GameGroup],
) -> SiteData {
    let mut ordered: Vec<(i64, &Page)> =
        pages.iter().filter_map(|page| Some((page.front_matter.order?, &**page))).collect();
    ordered.sort_by_key(|&(order, page)| (order, page.address.as_str()));
    let menu = ordered.into_iter().map(|(_, page)| MenuItem {
        title: page.front_matter.menu.as_ref().unwrap_or(&page.front_matter.title).value.clone(),
        file: address::file_of(&page.address),
    });
    let groups = groups.iter().map(|group| group_data(group, pages)).collect();
    SiteData { settings: settings.clone(), menu: menu.collect(), groups }
}

impl SiteBuilder<'_> {
    /// The data of a page for its template, without the text.
    pub(super) fn page_data(&self, page: &Page) -> PageData {
        let head = &page.front_matter;
        let description = head.description.as_ref().map(|text| text.value.clone());
        let data = self.empty_page(&page.address, &head.title.value);
        let base = self.settings.base_url.as_ref();
        PageData {
            description: description.unwrap_or_default(),
            draft: head.draft,
            addresses: page.addresses(),
            canonical: base.map(|base| format!("{base}{}", data.file)).unwrap_or_default(),
            ..data
        }
    }

    /// The data of a page that no file of the book describes.
    pub(super) fn empty_page(&self, at: &str, title: &str) -> PageData {
        let (site, title) = (SiteData::clone(&self.data), title.to_owned());
        let (root, file) = (address::root_from(at), address::file_of(at));
        PageData { site, root, file, title, ..PageData::default() }
    }

    /// Adds a redirect at each old address of a page.
    pub(super) fn put_aliases(&mut self) {
        let addresses: BTreeSet<&str> = self.pages.iter().map(|page| &*page.address).collect();
        for page in self.pages {
            for alias in &page.front_matter.aliases {
                let old = alias.value.trim_matches('/');
                let taken = addresses.contains(old);
                // Other programs write `old/name.html`.
                let file = old.strip_suffix(".html").filter(|stem| address::is_plain(stem));
                if (file.is_none() && !address::is_plain(old)) || taken {
                    let why = if taken { "is a page itself" } else { "cannot be an address" };
                    let error = alias.error(Code::PageTwice, format!("`{old}` {why}"));
                    let help = "write small letters, digits, hyphens and slashes: `old-name` or `old/name.html`";
                    self.diagnostics.push(if taken { error } else { error.help(help) });
                    continue;
                }
                let (folder, file) = match file {
                    Some(stem) => {
                        (stem.rsplit_once('/').map_or("", |(folder, _)| folder), old.to_owned())
                    }
                    None => (old, address::file_of(old)),
                };
                let data = json!({
                    "site": *self.data,
                    "root": address::root_from(folder),
                    "title": page.front_matter.title.value,
                    "to": address::link(folder, &address::file_of(&page.address)),
                });
                self.render(file, "redirect.html", &data);
            }
        }
    }

    /// Adds a list of all pages for search engines if the book has a base address.
    pub(super) fn put_site_map(&mut self) {
        let Some(base) = &self.settings.base_url else { return };
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        xml.push_str("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n");
        let mut files: BTreeSet<String> =
            self.pages.iter().map(|page| address::file_of(&page.address)).collect();
        files.insert(address::file_of(""));
        for file in files {
            let path = file.strip_suffix("index.html").unwrap_or(&file);
            xml.push_str(&format!("<url><loc>{base}{path}</loc></url>\n"));
        }
        xml.push_str("</urlset>\n");
        self.put("sitemap.xml".to_owned(), xml.into_bytes());
        let robots = format!("User-agent: *\nAllow: /\nSitemap: {base}sitemap.xml\n");
        self.put("robots.txt".to_owned(), robots.into_bytes());
    }

    /// Checks every link of the finished site. A broken one is reported where its author wrote it.
    pub(super) fn check_all_links(&mut self, failed_pages: &FailedPages) -> LinkReport {
        let files: BTreeSet<&str> = self.files.keys().map(String::as_str).collect();
        let report = check_links(&self.links, &files);
        let follows = |to: &str| failed_pages.is_caused_by_failed_page(to, files.contains(to));
        let pages: BTreeMap<String, &Page> =
            self.pages.iter().map(|page| (address::file_of(&page.address), &**page)).collect();
        let mut spans: BTreeMap<(&str, &str), Span> = BTreeMap::new();
        for page in self.pages {
            for link in &page.links {
                spans.entry((&page.address, &link.value)).or_insert(link.span);
            }
        }
        for broken in report.broken.iter().filter(|broken| !follows(&broken.to)) {
            let page = pages.get(&broken.file).copied();
            let written = page.and_then(|page| {
                Some((page, *spans.get(&(page.address.as_str(), broken.target.as_str()))?))
            });
            // As the author typed the address, if it is not a generated link.
            let typed =
                written.map_or(&*broken.target, |(page, span)| &page.file.text()[span.range()]);
            let message = format!("the link to `{typed}` leads nowhere: {}", broken.why);
            let error = Diagnostic::error(Code::LinkBroken, message);
            self.diagnostics.push(match (written, page) {
                (Some((page, span)), _) => error.in_file(&page.file, span),
                (None, Some(page)) => error.in_whole_file(&page.file),
                (None, None) => error.note(format!("in `{}` of the site", broken.file)),
            });
        }
        for (file, anchor) in &report.duplicate_anchors {
            let message = format!("the anchor `{anchor}` occurs twice in `{file}`");
            self.diagnostics.push(Diagnostic::error(Code::LinkBroken, message));
        }
        report
    }
}
