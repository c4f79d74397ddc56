//! The files of a site: pages, redirects, the site map, and a check of all links.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::json;

use crate::book::{
    LinkReport, Page, Settings, address, check_links,
    data::{GroupData, MenuItem, PageData, SiteData},
    escape,
};
use crate::source::{Code, Diagnostic, Span, closest, limits, without_repeats};

use super::failed_pages::FailedPages;
use super::game_groups::{GameGroup, group_data, listed_groups, menu_item};
use super::site_builder::SiteBuilder;
use super::tags::{tag_addresses, tag_links};

/// The data of the site for the templates. The menu has the pages with an `order`.
pub(super) fn site_data(
    settings: &Settings,
    pages: &[Arc<Page>],
    groups: &[GameGroup],
    own_style: bool,
) -> SiteData {
    let mut ordered: Vec<(i64, &Page)> =
        pages.iter().filter_map(|page| Some((page.front_matter.order?, &**page))).collect();
    ordered.sort_by_key(|&(order, page)| (order, page.address.as_str()));
    let menu = ordered.into_iter().map(|(_, page)| MenuItem {
        title: page.front_matter.menu.as_ref().unwrap_or(&page.front_matter.title).value.clone(),
        file: address::file_of(&page.address),
    });
    let groups = listed_groups(groups, pages);
    let is_dated = |page: &Arc<Page>| page.front_matter.changed.is_some();
    let feed = settings.base_url.is_some() && pages.iter().any(is_dated);
    let playground = settings.playground;
    let (settings, menu) = (settings.clone(), menu.collect());
    let logo = settings.logo_file().to_owned();
    SiteData { settings, menu, own_style, feed, logo, groups, playground }
}

/// The pages before and after each page: among all games, or else in the menu.
#[derive(Debug, Default)]
pub(super) struct PageOrder {
    games: Vec<MenuItem>,
    menu: Vec<MenuItem>,
    /// The places in `games` of their files.
    places: BTreeMap<String, usize>,
    /// The pages of each folder with an index: the index gives the name, and its links the order.
    sections: BTreeMap<String, GroupData>,
}

impl PageOrder {
    pub fn new(groups: &[GameGroup], pages: &[Arc<Page>], menu: &[MenuItem]) -> PageOrder {
        let games = groups.iter().flat_map(|group| group_data(group, pages).games);
        let games: Vec<MenuItem> = games.collect();
        let places = games.iter().enumerate().map(|(at, item)| (item.file.clone(), at)).collect();
        PageOrder { games, menu: menu.to_vec(), places, sections: sections(pages) }
    }

    /// The pages of the folder of a page, if the folder has an index.
    pub fn section(&self, page: &Page) -> Option<GroupData> {
        let folder = page.address.split_once('/').map_or(&*page.address, |(folder, _)| folder);
        self.sections.get(folder).cloned()
    }

    /// The pages before and after a file.
    pub fn neighbours(&self, file: &str) -> (Option<MenuItem>, Option<MenuItem>) {
        let in_menu = || self.menu.iter().position(|item| item.file == file);
        let (items, at) = match (self.places.get(file), in_menu()) {
            (Some(&at), _) => (&self.games, at),
            (None, Some(at)) => (&self.menu, at),
            (None, None) => return (None, None),
        };
        let other = |at: Option<usize>| items.get(at?).cloned();
        (other(at.checked_sub(1)), other(Some(at + 1)))
    }
}

/// The pages of each folder to which its index leads, in the order of the links. Folders with very many
/// pages are left out: each of them would list all others.
fn sections(pages: &[Arc<Page>]) -> BTreeMap<String, GroupData> {
    let mut folders: BTreeMap<&str, BTreeMap<String, &Page>> = BTreeMap::new();
    for page in pages {
        if let Some((folder, _)) = page.address.split_once('/') {
            let link = address::link(folder, &address::file_of(&page.address));
            folders.entry(folder).or_default().insert(link, &**page);
        }
    }
    let section = |index: &Arc<Page>| {
        let inside = folders.get(&*index.address)?;
        let linked = index.body.links.iter().filter_map(|link| inside.get(&link.value));
        let games = without_repeats(linked.map(|page| menu_item(page)));
        let MenuItem { title: name, file: id } = menu_item(index);
        let is_listed = (1..=limits::LISTED_GAMES).contains(&games.len());
        is_listed.then(|| (index.address.clone(), GroupData { name, id, games }))
    };
    pages.iter().filter_map(section).collect()
}

/// The address of a file of the site without `index.html`, which servers add.
fn short(file: &str) -> &str {
    file.strip_suffix("index.html").unwrap_or(file)
}

impl SiteBuilder<'_> {
    /// The data of a page for its template, without the text.
    pub(super) fn page_data(&self, page: &Page) -> PageData {
        let head = &page.front_matter;
        let data = self.empty_page(&page.address, &head.title.value);
        let base = self.settings.base_url.as_ref();
        let changed = head.changed.as_ref().map(|day| day.value.clone());
        let (previous, next) = self.order.neighbours(&data.file);
        // A page that was made from a definition alone has no file to edit.
        let is_written = page.file.path().ends_with(".md");
        let edit = self.settings.edit.as_ref().filter(|_| is_written);
        PageData {
            description: head.description_text().to_owned(),
            changed: changed.unwrap_or_default(),
            tags: tag_links(page),
            edit: edit.map(|edit| format!("{edit}{}", page.file.path())).unwrap_or_default(),
            previous,
            next,
            draft: head.draft,
            addresses: page.addresses(),
            canonical: base.map(|base| format!("{base}{}", short(&data.file))).unwrap_or_default(),
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
                if taken || !address::is_former(old) {
                    let why = if taken { "is a page itself" } else { "cannot be an address" };
                    let code = if taken { Code::PageTwice } else { Code::FrontMatter };
                    let error = alias.error(code, format!("`{old}` {why}"));
                    let help = "write the part after the name of the site, without `?` and `#`: `old-name` or `Rules.dir/old.html`";
                    self.diagnostics.push(if taken { error } else { error.help(help) });
                    continue;
                }
                // Other programs write `old/name.html`.
                let (folder, file) = match old.ends_with(".html") || old.ends_with(".htm") {
                    true => (old.rsplit_once('/').map_or("", |(folder, _)| folder), old.to_owned()),
                    false => (old, address::file_of(old)),
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
        files.extend(tag_addresses(self.pages).map(|at| address::file_of(&at)));
        for file in files {
            xml.push_str(&format!("<url><loc>{base}{}</loc></url>\n", short(&file)));
        }
        xml.push_str("</urlset>\n");
        self.put("sitemap.xml".to_owned(), xml.into_bytes());
        let robots = format!("User-agent: *\nAllow: /\nSitemap: {base}sitemap.xml\n");
        self.put("robots.txt".to_owned(), robots.into_bytes());
    }

    /// Adds a feed of the pages that say when they were changed, the latest first.
    pub(super) fn put_feed(&mut self) {
        let Some(base) = self.settings.base_url.as_ref().filter(|_| self.data.feed) else { return };
        let dated = self.pages.iter().filter_map(|page| {
            let changed = page.front_matter.changed.as_ref()?;
            Some((changed.value.as_str(), page))
        });
        let mut dated: Vec<(&str, &Arc<Page>)> = dated.collect();
        dated.sort_by_key(|&(day, page)| (std::cmp::Reverse(day), page.address.as_str()));
        // The feed tells days, not hours.
        let time = |day: &str| format!("{day}T00:00:00Z");
        let latest = dated.first().map(|(day, _)| time(day)).unwrap_or_default();
        let author = match self.settings.author.as_str() {
            "" => &self.settings.title,
            author => author,
        };
        let mut xml = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
             <id>{base}</id>\n<title>{}</title>\n<updated>{latest}</updated>\n\
             <link rel=\"self\" href=\"{base}feed.xml\"/>\n<link href=\"{base}\"/>\n\
             <author><name>{}</name></author>\n",
            escape(&self.settings.title),
            escape(author),
        );
        for (day, page) in dated {
            let file = address::file_of(&page.address);
            let (head, address) = (&page.front_matter, format!("{base}{}", short(&file)));
            xml += &format!(
                "<entry>\n<id>{address}</id>\n<title>{}</title>\n<updated>{}</updated>\n\
                 <link href=\"{address}\"/>\n<summary>{}</summary>\n</entry>\n",
                escape(&head.title.value),
                time(day),
                escape(head.description_text()),
            );
        }
        xml += "</feed>\n";
        self.put("feed.xml".to_owned(), xml.into_bytes());
    }

    /// The address of a page that is almost the one typed on another page: `hare-notes.md` for `hare-note.md`.
    fn near_page(&self, from: &Page, typed: &str) -> Option<String> {
        let path = typed.split('#').next()?;
        let name = path.rsplit('/').next().filter(|name| !name.is_empty())?;
        // On the site the pages of games stand where the other ones do.
        let place = |path: &str| path.replacen("content/variants/", "content/", 1);
        let paths: Vec<String> = self.pages.iter().map(|page| place(page.file.path())).collect();
        let folder = |path: &str| path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let folders = [from.file.path(), &place(from.file.path())].map(folder);
        let to = |name: &&str| {
            let other = format!("{}{name}", path.strip_suffix(path.rsplit('/').next()?)?);
            let mut found = folders.iter().filter_map(|folder| address::join(folder, &other));
            found.any(|found| paths.contains(&place(&found))).then_some(other)
        };
        if to(&name).is_some() {
            return None;
        }
        let names = paths.iter().filter_map(|path| path.rsplit('/').next());
        let names: Vec<&str> = names.filter(|name| to(name).is_some()).collect();
        // `harbour.md` for `harbour-chess.md`
        let begun = name.trim_end_matches(".md");
        let begun = names.iter().copied().find(|name| name.starts_with(begun));
        closest(name, names.iter().copied()).or(begun).and_then(|name| to(&name))
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
            for link in &page.body.links {
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
            let source = broken.to.strip_suffix(".html").map(|stem| format!("content/{stem}.md"));
            let is_page = |path: &String| self.pages.iter().any(|it| it.file.path() == *path);
            let near = page.and_then(|page| self.near_page(page, typed));
            let error = match (typed.strip_suffix(".html"), source.filter(is_page)) {
                (Some(stem), Some(_)) => {
                    let message = format!("the link to `{typed}` leads nowhere");
                    let help = format!("a link names the source of a page: write `{stem}.md`");
                    Diagnostic::error(Code::LinkBroken, message).help(help)
                }
                _ => {
                    let message = format!("the link to `{typed}` leads nowhere: {}", broken.why);
                    let error = Diagnostic::error(Code::LinkBroken, message);
                    let near = near.map(|near| format!("write `{near}`"));
                    near.or(broken.help.clone()).into_iter().fold(error, Diagnostic::help)
                }
            };
            self.diagnostics.push(match (written, page) {
                (Some((page, span)), _) => error.in_file(&page.file, span),
                // The page does not have it: its template writes it.
                (None, Some(page)) => error.in_whole_file(&page.file).note("a template writes it"),
                (None, None) => {
                    error.note(format!("a template writes it in `{}` of the site", broken.file))
                }
            });
        }
        for (file, anchor) in &report.duplicate_anchors {
            let message = format!("the anchor `{anchor}` occurs twice in `{file}`");
            self.diagnostics.push(Diagnostic::error(Code::LinkBroken, message));
        }
        report
    }
}
