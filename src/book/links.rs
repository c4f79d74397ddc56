//! Links and anchors of finished pages, and which of them lead nowhere.

use std::collections::{BTreeMap, BTreeSet};

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer,
};
use std::cell::RefCell;

use super::address;

/// The links and anchors of one HTML file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Anatomy {
    /// Targets of links, pictures, style sheets and scripts, in order.
    pub targets: Vec<String>,
    /// Anchors, in order; an anchor that is there twice stands here twice.
    pub anchors: Vec<String>,
}

/// A link that leads nowhere inside the site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenLink {
    /// The file of the site that holds the link.
    pub file: String,
    /// As it stands there.
    pub target: String,
    /// The file of the site that it should lead to; empty: out of the site.
    pub to: String,
    /// Why.
    pub why: String,
}

/// What the check of all links found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LinkReport {
    /// Links that lead somewhere inside the site, or should.
    pub inside: usize,
    /// Links to the world, which are not followed.
    pub outside: usize,
    /// Those that lead nowhere.
    pub broken: Vec<BrokenLink>,
    /// Anchors that stand twice in one file: file and anchor.
    pub doubled: Vec<(String, String)>,
}

/// Reads the links and anchors out of finished HTML, as a browser's tokenizer sees it.
pub fn dissect(html: &str) -> Anatomy {
    let sink = Collector::default();
    let tokenizer = Tokenizer::new(sink, Default::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.found.into_inner()
}

#[derive(Default)]
struct Collector {
    found: RefCell<Anatomy>,
}

impl TokenSink for Collector {
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

impl Collector {
    fn collect(&self, tag: &Tag) {
        let mut found = self.found.borrow_mut();
        let refreshes = &*tag.name == "meta";
        for attribute in &tag.attrs {
            let value = attribute.value.to_string();
            match &*attribute.name.local {
                "href" | "src" => found.targets.push(value),
                "srcset" => {
                    let files = value.split(',').filter_map(|part| part.split_whitespace().next());
                    found.targets.extend(files.map(str::to_owned));
                }
                "id" => found.anchors.push(value),
                "content" if refreshes => {
                    let to = value.split_once("url=").map(|(_, to)| to.to_owned());
                    found.targets.extend(to);
                }
                _ => {}
            }
        }
    }
}

/// Follows every link of the HTML files among the site's files. `files` are all files of the
/// site.
pub fn check_links(pages: &BTreeMap<String, Anatomy>, files: &BTreeSet<&str>) -> LinkReport {
    let mut report = LinkReport::default();
    for (file, anatomy) in pages {
        let mut seen = BTreeSet::new();
        for anchor in &anatomy.anchors {
            if !seen.insert(anchor) {
                report.doubled.push((file.clone(), anchor.clone()));
            }
        }
        for target in &anatomy.targets {
            if is_outside(target) {
                report.outside += 1;
                continue;
            }
            report.inside += 1;
            let to = meant(file, target);
            if let Some(why) = fault(to.as_deref(), target, pages, files) {
                report.broken.push(BrokenLink {
                    file: file.clone(),
                    target: target.clone(),
                    to: to.unwrap_or_default(),
                    why,
                });
            }
        }
    }
    report
}

fn is_outside(target: &str) -> bool {
    ["http:", "https:", "mailto:"].iter().any(|scheme| target.starts_with(scheme))
}

/// The file of the site that a link on another is meant to lead to.
fn meant(from: &str, target: &str) -> Option<String> {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    match target.split('#').next().unwrap_or_default() {
        "" => Some(from.to_owned()),
        path => address::join(folder, &percent_decoded(path)),
    }
}

fn fault(
    to: Option<&str>,
    target: &str,
    pages: &BTreeMap<String, Anatomy>,
    files: &BTreeSet<&str>,
) -> Option<String> {
    let Some(file) = to else { return Some("it leaves the site".to_owned()) };
    if target.starts_with('/') {
        return Some("it begins with `/` and works at the top of a server only".to_owned());
    }
    if !files.contains(file) {
        return Some(format!("the site has no file `{file}`"));
    }
    let anchor = target.split_once('#').map(|(_, anchor)| percent_decoded(anchor));
    let anchor = anchor.filter(|anchor| !anchor.is_empty())?;
    let known = pages.get(file).is_some_and(|page| page.anchors.contains(&anchor));
    (!known).then(|| format!("`{file}` has no anchor `{anchor}`"))
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = match (first, after) {
            (b'%', [a, b, ..]) => {
                let digits = [*a, *b];
                std::str::from_utf8(&digits).ok().and_then(|hex| u8::from_str_radix(hex, 16).ok())
            }
            _ => None,
        };
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pages: &[(&str, &str)], others: &[&str]) -> LinkReport {
        let anatomies: BTreeMap<String, Anatomy> =
            pages.iter().map(|(file, html)| ((*file).to_owned(), dissect(html))).collect();
        let files = pages.iter().map(|(file, _)| *file).chain(others.iter().copied()).collect();
        check_links(&anatomies, &files)
    }

    #[test]
    fn links_that_lead_somewhere_are_counted() {
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
        assert_eq!((report.broken, report.doubled), (vec![], vec![]));
    }

    #[test]
    fn links_that_lead_nowhere_are_found() {
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
        assert_eq!(report.doubled, [("a/index.html".to_owned(), "x".to_owned())]);
    }
}
