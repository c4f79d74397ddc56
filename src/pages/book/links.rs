//! The links and anchors of finished pages, and the check for broken links.

use std::borrow::Borrow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer,
};

use crate::source::{closest, did_you_mean, percent_decoded, suggestion};

use super::address;

/// The links and anchors of one HTML file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinkIndex {
    /// The different links inside the site, in the order in which they first occur.
    pub links: Vec<PageLink>,
    /// The number of links to other sites.
    pub outside: usize,
    /// The anchors, in order and with duplicates.
    pub anchors: Vec<String>,
}

/// A target of links, pictures, style sheets and scripts of one file, and what it means there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageLink {
    /// The target, as the file has it.
    pub target: String,
    /// How many links of the file have this target.
    pub times: usize,
    /// The file of the site that it means; `None` if it is outside the site.
    pub to: Option<String>,
    /// The anchor in that file.
    pub anchor: Option<String>,
}

/// A link without a target in the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenLink {
    /// The file of the site that holds the link.
    pub file: String,
    /// The target, as the file has it.
    pub target: String,
    /// The file of the site that the target means; empty if it is outside the site.
    pub to: String,
    /// The reason.
    pub why: String,
    /// What is probably meant.
    pub help: Option<String>,
}

/// The result of the check of all links.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinkReport {
    /// The number of links inside the site.
    pub inside: usize,
    /// The number of links to other sites, which are not followed.
    pub outside: usize,
    /// The broken links inside the site.
    pub broken: Vec<BrokenLink>,
    /// The files with an anchor more than once, and the anchor.
    pub duplicate_anchors: Vec<(String, String)>,
}

/// Returns the links and anchors of the finished HTML of a file, as the tokenizer of a browser
/// reads it.
pub fn index_links(file: &str, html: &str) -> LinkIndex {
    let sink = LinkCollector::default();
    let tokenizer = Tokenizer::new(sink, Default::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    let LinkCollector { targets, anchors } = tokenizer.sink;
    let mut index = LinkIndex { anchors: anchors.into_inner(), ..LinkIndex::default() };
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for target in targets.borrow().iter() {
        if is_outside(target) {
            index.outside += 1;
            continue;
        }
        let at = *known.entry(target).or_insert_with(|| {
            index.links.push(page_link(file, target));
            index.links.len() - 1
        });
        index.links[at].times += 1;
    }
    index
}

fn page_link(file: &str, target: &str) -> PageLink {
    let anchor = target.split_once('#').map(|(_, anchor)| decoded(anchor));
    PageLink {
        target: target.to_owned(),
        times: 0,
        to: linked_file(file, target),
        anchor: anchor.filter(|anchor| !anchor.is_empty()),
    }
}

/// The targets and anchors of a file as they are found.
#[derive(Default)]
struct LinkCollector {
    targets: RefCell<Vec<String>>,
    anchors: RefCell<Vec<String>>,
}

impl TokenSink for LinkCollector {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        if let Token::TagToken(tag) = token
            && tag.kind == TagKind::StartTag
        {
            self.collect(&tag);
        }
        TokenSinkResult::Continue
    }
}

impl LinkCollector {
    fn collect(&self, tag: &Tag) {
        let mut targets = self.targets.borrow_mut();
        let is_meta = &*tag.name == "meta";
        for attribute in &tag.attrs {
            let value = attribute.value.to_string();
            match &*attribute.name.local {
                "href" | "src" => targets.push(value),
                "srcset" => {
                    let files = value.split(',').filter_map(|part| part.split_whitespace().next());
                    targets.extend(files.map(str::to_owned));
                }
                "id" => self.anchors.borrow_mut().push(value),
                "content" if is_meta => {
                    let to = value.split_once("url=").map(|(_, to)| to.to_owned());
                    targets.extend(to);
                }
                _ => {}
            }
        }
    }
}

/// Follows every link of the pages. `files` are all files of the site.
pub fn check_links(
    pages: &BTreeMap<String, impl Borrow<LinkIndex>>,
    files: &BTreeSet<&str>,
) -> LinkReport {
    let mut report = LinkReport::default();
    let mut anchors: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (file, page) in pages {
        let seen = anchors.entry(file).or_default();
        for anchor in &page.borrow().anchors {
            if !seen.insert(anchor) {
                report.duplicate_anchors.push((file.clone(), anchor.clone()));
            }
        }
    }
    for (file, page) in pages {
        report.outside += page.borrow().outside;
        for link in &page.borrow().links {
            report.inside += link.times;
            if let Some((why, help)) = broken_because(link, &anchors, files) {
                report.broken.push(BrokenLink {
                    file: file.clone(),
                    target: link.target.clone(),
                    to: link.to.clone().unwrap_or_default(),
                    why,
                    help,
                });
            }
        }
    }
    report
}

fn is_outside(target: &str) -> bool {
    ["http:", "https:", "mailto:"].iter().any(|scheme| target.starts_with(scheme))
}

/// The file of the site that a link means; `None` outside the site.
fn linked_file(from: &str, target: &str) -> Option<String> {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    match target.split('#').next().unwrap_or_default() {
        "" => Some(from.to_owned()),
        path => address::join(folder, &decoded(path)),
    }
}

fn broken_because(
    link: &PageLink,
    anchors: &BTreeMap<&str, BTreeSet<&str>>,
    files: &BTreeSet<&str>,
) -> Option<(String, Option<String>)> {
    let Some(file) = link.to.as_deref() else {
        return Some(("it leaves the site".to_owned(), None));
    };
    if link.target.starts_with('/') {
        let why = "it begins with `/` and works at the top of a server only";
        return Some((why.to_owned(), None));
    }
    if !files.contains(file) {
        // Most pages are called `index.html` in a folder: only the folders tell them apart.
        let page = |file: &str| file.strip_suffix("/index.html").map(str::to_owned);
        let pages: Vec<String> = files.iter().filter_map(|file| page(file)).collect();
        // A folder is opened by servers only.
        let index = address::join(file, "index.html").filter(|it| files.contains(&**it));
        let near = match page(file) {
            _ if index.is_some() => {
                Some(format!("write `{}/index.html`", link.target.trim_end_matches('/')))
            }
            Some(typed) => closest(&typed, pages.iter().map(String::as_str))
                .map(|near| format!("did you mean the page `{near}`?")),
            None => {
                let name = file.rsplit('/').next();
                let same = files.iter().find(|it| it.rsplit('/').next() == name);
                let same = same.map(|same| {
                    format!("there is `content/{same}`: write the way to it from the page")
                });
                did_you_mean(file, files.iter().copied()).or(same)
            }
        };
        return Some((format!("the site has no file `{file}`"), near));
    }
    let anchor = link.anchor.as_deref()?;
    let known = anchors.get(file);
    if known.is_some_and(|known| known.contains(anchor)) {
        return None;
    }
    let headings =
        known.into_iter().flatten().copied().filter(|it| it.starts_with(char::is_alphabetic));
    let headings: Vec<&str> = headings.collect();
    let is_part = |part: &str, of: &str| of.split('-').any(|it| it == part);
    let with_article = format!("the-{anchor}");
    let word = headings.iter().find(|it| **it == with_article);
    // Most words in common, in headings of several words at least two.
    let shared = |it: &&&str| it.split('-').filter(|word| is_part(word, anchor)).count();
    let like = headings.iter().max_by_key(shared).filter(|it| shared(it) > 1);
    let part = || headings.iter().find(|it| is_part(it, anchor) || is_part(anchor, it));
    let word = word.or(like).or_else(part);
    let near = match word {
        Some(word) => format!("did you mean `{word}`?"),
        None => {
            let is_word = |it: &&str| !it.contains(|sign: char| sign.is_ascii_digit());
            suggestion(anchor, headings.iter().copied().filter(is_word))
        }
    };
    Some((format!("`{file}` has no anchor `{anchor}`"), Some(near)))
}

fn decoded(text: &str) -> String {
    percent_decoded(text).unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pages: &[(&str, &str)], others: &[&str]) -> LinkReport {
        let indexes: BTreeMap<String, LinkIndex> = pages
            .iter()
            .map(|(file, html)| ((*file).to_owned(), index_links(file, html)))
            .collect();
        let files = pages.iter().map(|(file, _)| *file).chain(others.iter().copied()).collect();
        check_links(&indexes, &files)
    }

    #[test]
    fn links_with_a_target_are_counted() {
        let report = check(
            &[
                ("index.html", "<a href=\"chess/index.html#ends\">x</a><img src='a.svg'>"),
                (
                    "chess/index.html",
                    "<h2 id=ends>e</h2><a href=\"../index.html\">up</a><use href=\"#ends\"/><a href=\"https://x.org\">o</a>",
                ),
            ],
            &["a.svg"],
        );
        assert_eq!((report.inside, report.outside), (4, 1));
        assert_eq!((report.broken, report.duplicate_anchors), (vec![], vec![]));
    }

    #[test]
    fn broken_links_and_duplicate_anchors_are_found() {
        let report = check(
            &[(
                "a/index.html",
                "<p id=x><p id=x><a href=\"#y\"><a href=\"../b/\"><a href=\"/c\"><a href=\"../../d\">",
            )],
            &[],
        );
        let why: Vec<&str> = report.broken.iter().map(|broken| broken.why.as_str()).collect();
        assert_eq!(why.len(), 4);
        assert!(why[0].contains("no anchor `y`") && why[1].contains("no file `b`"));
        assert!(why[2].contains("begins with `/`") && why[3].contains("leaves the site"));
        assert_eq!(report.duplicate_anchors, [("a/index.html".to_owned(), "x".to_owned())]);
    }
}
