//! A page as its author wrote it.

use pulldown_cmark::Event;
use serde::Serialize;

use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, SourceText, Span, Spanned};

use super::address;
use super::directive::Block;
use super::front_matter::{self, FrontMatter};
use super::markdown::{self, PageBody};

/// A page as its author wrote it, with the places of all its parts.
#[derive(Debug, Clone)]
pub struct Page {
    /// The file.
    pub file: SourceFile,
    /// The folder in the site; empty for the landing page.
    pub address: String,
    /// The keys between the `+++` lines.
    pub front_matter: FrontMatter,
    /// The directives, in order.
    pub blocks: Vec<Block>,
    /// The sentences with a claim, in order.
    pub claims: Vec<Claim>,
    /// The headings, in order.
    pub headings: Vec<Heading>,
    /// The links inside the book, as the HTML of the page has them, with their places.
    pub links: Vec<Spanned<String>>,
    /// The links to other sites, with their places.
    pub outside: Vec<Spanned<String>>,
    /// The number of parts that only show how claims and blocks are written.
    pub examples: usize,
    /// The text.
    pub(super) nodes: Vec<PageNode>,
}

/// A sentence with its checkable meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The meaning, in the language of claims.
    pub text: SourceText,
    /// Whether it is quoted as wrong.
    pub refuted: bool,
    /// The words of the sentence.
    pub words: String,
    /// The place of `words`.
    pub words_span: Span,
    /// Why the words are other than the claim: `in other words: ...` in the title of the link.
    pub exception: Option<String>,
    /// The variant; `None` for that of the page.
    pub variant: Option<SourceText>,
    /// The setup; `None` for that of the page.
    pub setup: Option<SourceText>,
}

/// A heading of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// From 2 to 6.
    pub level: u8,
    /// The anchor.
    pub id: String,
    /// The words.
    pub words: String,
}

/// A part of a page's text.
#[derive(Debug, Clone)]
pub(super) enum PageNode {
    /// Plain Markdown.
    Event(Event<'static>),
    /// A block, by its index in [`Page::blocks`].
    Block(usize),
    /// The beginning of a claim's words, by the index in [`Page::claims`].
    ClaimStart(usize),
    /// The end of a claim's words.
    ClaimEnd,
}

impl Page {
    /// Reads a page. Returns `None` if its front matter has no title.
    pub fn read(file: &SourceFile, diagnostics: &mut Diagnostics) -> Option<Page> {
        let address = address::of_file(file.path());
        let mut own: Diagnostics = check_address(file, &address).into_iter().collect();
        let (front_matter, start) = front_matter::read(file, &mut own);
        let is_manual = front_matter.as_ref().is_some_and(|front_matter| front_matter.manual);
        let body = markdown::read(file, start, is_manual, &mut own);
        let PageBody { nodes, blocks, claims, headings, links, outside, examples } = body;
        own.sort_by_key(|diagnostic| diagnostic.span);
        diagnostics.extend(own);
        let (file, front_matter) = (file.clone(), front_matter?);
        Some(Page {
            file,
            address,
            front_matter,
            blocks,
            claims,
            headings,
            links,
            outside,
            examples,
            nodes,
        })
    }

    /// Whether this is the landing page.
    pub fn is_landing(&self) -> bool {
        self.address.is_empty()
    }
}

fn check_address(file: &SourceFile, address: &str) -> Option<Diagnostic> {
    if let Some("assets" | "404") = address.split('/').next() {
        let message = format!("a page cannot be called `{address}`: the site needs that name");
        return Some(Diagnostic::error(Code::PageTwice, message).in_whole_file(file));
    }
    if address.is_empty() || address::is_plain(address) {
        return None;
    }
    let message = format!("`{address}` cannot be the address of a page");
    let error = Diagnostic::error(Code::FilePath, message).in_whole_file(file);
    Some(error.help("use only small letters, digits and `-` in the name of the file"))
}
