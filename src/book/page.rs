//! A page as it was written.

use pulldown_cmark::Event;

use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, SourceText, Span, Spanned};

use super::address;
use super::directive::Block;
use super::head::{self, Head};
use super::markdown;

/// A page as its author wrote it: read, located, and not yet answered.
#[derive(Debug, Clone)]
pub struct Page {
    /// The file.
    pub file: SourceFile,
    /// Its folder in the site; empty for the landing page.
    pub address: String,
    /// What stands between the `+++` lines.
    pub head: Head,
    /// Blocks that the engine answers, in order.
    pub blocks: Vec<Block>,
    /// Sentences that the engine checks, in order.
    pub claims: Vec<Claim>,
    /// Headings, in order.
    pub headings: Vec<Heading>,
    /// Links inside the book, as they stand in the page's HTML, and where they were written.
    pub links: Vec<Spanned<String>>,
    /// The text as Markdown events, with places for what is answered.
    pub(super) nodes: Vec<Node>,
}

/// A sentence with its checkable meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// In the language of claims.
    pub text: String,
    /// Where that stands.
    pub span: Span,
    /// Whether it is quoted as wrong.
    pub refuted: bool,
    /// The words of the page that make the claim.
    pub words: String,
    /// Another variant than the page's.
    pub variant: Option<SourceText>,
    /// Another set-up than the page's.
    pub setup: Option<SourceText>,
}

/// A heading of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Its anchor.
    pub id: String,
    /// Its words.
    pub words: String,
}

/// A piece of a page's text.
#[derive(Debug, Clone)]
pub(super) enum Node {
    /// Plain Markdown.
    Event(Event<'static>),
    /// A block, by its place in [`Page::blocks`].
    Block(usize),
    /// Here the words of a claim begin.
    ClaimStart(usize),
    /// Here they end.
    ClaimEnd(usize),
}

impl Page {
    /// Reads a page. Returns `None` if its head has no title.
    pub fn read(file: &SourceFile, diagnostics: &mut Diagnostics) -> Option<Page> {
        let address = address::of_file(file.path());
        let mut own: Diagnostics = check_address(file, &address).into_iter().collect();
        let (head, body) = head::read(file, &mut own);
        let body = markdown::read(file, body, &mut own);
        own.sort_by_key(|diagnostic| diagnostic.span);
        diagnostics.extend(own);
        head.map(|head| Page {
            file: file.clone(),
            address,
            head,
            blocks: body.blocks,
            claims: body.claims,
            headings: body.headings,
            links: body.links,
            nodes: body.nodes,
        })
    }

    /// Whether this is the landing page.
    pub fn is_landing(&self) -> bool {
        self.address.is_empty()
    }
}

fn check_address(file: &SourceFile, address: &str) -> Option<Diagnostic> {
    let reserved = ["assets", "404"];
    if reserved.iter().any(|&word| address.split('/').next() == Some(word)) {
        let message = format!("a page cannot be called `{address}`: the site needs that name");
        return Some(Diagnostic::error(Code::PageTwice, message).in_whole_file(file));
    }
    if address.is_empty() || address::is_plain(address) {
        return None;
    }
    let message = format!("`{address}` cannot be the address of a page");
    let complaint = Diagnostic::error(Code::FilePath, message).in_whole_file(file);
    Some(complaint.help("call the file by small letters, digits and `-`"))
}
