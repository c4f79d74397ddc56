//! A page as its author wrote it.

use pulldown_cmark::Event;
use serde::Serialize;

use crate::claim::ClaimSentence;
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, SourceText, Span, Spanned};

use super::address;
use super::directive::{Block, FigurePlacement};
use super::front_matter::{self, FrontMatter};
use super::markdown;
use super::named_positions::name_positions;
use super::render::RenderedText;
use super::text_value::TextValue;

/// A page as its author wrote it, with the places of all its parts.
#[derive(Debug, Clone)]
pub struct Page {
    /// The file.
    pub file: SourceFile,
    /// The folder in the site; empty for the landing page.
    pub address: String,
    /// The keys between the `+++` lines.
    pub front_matter: FrontMatter,
    /// The text.
    pub body: PageBody,
}

/// The text of a page, with the places of all its parts.
#[derive(Debug, Clone, Default)]
pub struct PageBody {
    /// The directives, in order.
    pub blocks: Vec<Block>,
    /// The sentences with a claim, in order.
    pub claims: Vec<Claim>,
    /// The values that it prints, in order.
    pub values: Vec<TextValue>,
    /// The headings, in order.
    pub headings: Vec<Heading>,
    /// The links inside the book, as the HTML of the page has them, with their places.
    pub links: Vec<Spanned<String>>,
    /// The links to other sites, with their places.
    pub outside: Vec<Spanned<String>>,
    /// The number of parts that only show how claims and blocks are written.
    pub examples: usize,
    /// The same in order, as it is rendered.
    pub(super) nodes: Vec<PageNode>,
    /// The title and the description, if they have Markdown.
    pub(super) head: [Option<Caption>; 2],
}

/// A sentence with its checkable meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The meaning, in the language of claims.
    pub text: SourceText,
    /// Whether it is quoted as wrong.
    pub refuted: bool,
    /// The words, and what their sentence says before and after them.
    pub sentence: ClaimSentence,
    /// The place of the words.
    pub words_span: Span,
    /// Why the words are other than the claim: `in other words: ...` in the title of the link, or
    /// [`FOR_EXAMPLE`](crate::claim::FOR_EXAMPLE).
    pub exception: Option<String>,
    /// For a claim about the column of a table, its rows: their first words, and those of the column.
    pub column: Vec<[String; 2]>,
    /// The variant; `None` for that of the page.
    pub variant: Option<SourceText>,
    /// The setup; `None` for that of the page.
    pub setup: Option<SourceText>,
}

impl Claim {
    /// A claim whose words are not read yet.
    pub(super) fn without_words(
        text: SourceText,
        refuted: bool,
        variant: Option<SourceText>,
        setup: Option<SourceText>,
    ) -> Claim {
        Claim {
            text,
            refuted,
            sentence: ClaimSentence::default(),
            words_span: Span::default(),
            exception: None,
            column: Vec::new(),
            variant,
            setup,
        }
    }
}

/// A heading of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// From 2 to 6.
    pub level: u8,
    /// The anchor.
    pub id: String,
    /// The words. In them and in the words of claims a sign stands for each value.
    pub words: String,
}

/// What stands for a value in words until it is known, by its index in [`PageBody::values`].
pub fn value_sign(index: usize) -> char {
    // All pages together have fewer values than there are signs for private use.
    char::from_u32(0xF_0000 + index as u32).unwrap_or('?')
}

/// A part of a page's text.
#[derive(Debug, Clone)]
pub(super) enum PageNode {
    /// Words, with their place.
    Words(String, Span),
    /// Other Markdown.
    Event(Event<'static>),
    /// A tag of a table; that of a cell with the claim about its column.
    TableTag(String, Option<usize>),
    /// A block, by its index in [`PageBody::blocks`].
    Block(usize),
    /// The beginning of a claim's words, by the index in [`PageBody::claims`].
    ClaimStart(usize),
    /// The end of a claim's words.
    ClaimEnd,
    /// The tags before and after words with a certainty.
    CertaintyStart(String),
    CertaintyEnd(String),
    /// A value, by the index in [`PageBody::values`]; within a link it has no anchor of its own.
    Value {
        index: usize,
        in_link: bool,
    },
}

/// Returns an error for each side-by-side block without a block right before it.
pub(super) fn blocks_beside_nothing(
    nodes: &[PageNode],
    blocks: &[Block],
    file: &SourceFile,
) -> Vec<Diagnostic> {
    let error = |(at, node): (usize, &PageNode)| {
        let PageNode::Block(block) = node else { return None };
        let block = &blocks[*block];
        let follows = at > 0 && matches!(nodes[at - 1], PageNode::Block(_));
        let is_alone = block.placement == FigurePlacement::SideBySide && !follows;
        let message = "there is nothing for this block to stand beside";
        let error = Diagnostic::error(Code::Directive, message)
            .help("put it right after another block, with no text between, or leave `place` out");
        let line = file.line_span(file.line_column(block.span.start).line);
        is_alone.then(|| error.in_file(file, line))
    };
    nodes.iter().enumerate().filter_map(error).collect()
}

/// The text below a diagram: a paragraph of Markdown.
#[derive(Debug, Clone, Default)]
pub struct Caption(pub(super) Vec<PageNode>);

impl Caption {
    /// A caption that is HTML already.
    pub fn of_html(html: String) -> Caption {
        Caption(vec![PageNode::Event(Event::InlineHtml(html.into()))])
    }
}

impl Page {
    /// Reads a page. Returns `None` if its front matter has no title.
    pub fn read(file: &SourceFile, diagnostics: &mut Diagnostics) -> Option<Page> {
        let address = address::of_file(file.path());
        let mut own: Diagnostics = check_address(file, &address).into_iter().collect();
        let (front_matter, start) = front_matter::read(file, &mut own);
        let mut body = markdown::read(file, start, front_matter.as_ref(), &mut own);
        let positions = front_matter.as_ref().map_or(&[][..], |head| &head.positions);
        own.extend(name_positions(positions, &mut body));
        own.sort_by_key(|diagnostic| diagnostic.span);
        diagnostics.extend(own);
        Some(Page { file: file.clone(), address, front_matter: front_matter?, body })
    }

    /// A text of one paragraph from another file, such as the reason of a certainty, as a page with the
    /// variant of this one.
    pub fn with_paragraph(&self, text: &SourceText, diagnostics: &mut Diagnostics) -> Page {
        let body = markdown::read_paragraph(text, diagnostics);
        let front_matter = FrontMatter { description: None, ..self.front_matter.clone() };
        let (file, address) = (text.location.file.clone(), self.address.clone());
        Page { file, address, front_matter, body }
    }

    /// Whether its title or its description has Markdown.
    pub fn has_markdown_in_head(&self) -> bool {
        self.body.head.iter().any(Option::is_some)
    }

    /// The same page with the title and the description as plain words.
    pub fn with_plain_head(&self, text: &RenderedText) -> Page {
        let mut page = self.clone();
        let head = &mut page.front_matter;
        for (words, read) in
            [Some(&mut head.title), head.description.as_mut()].into_iter().zip(&self.body.head)
        {
            if let (Some(words), Some(read)) = (words, read) {
                words.value = read.plain(text);
            }
        }
        page
    }

    /// Whether the other page has the same title and description.
    pub fn has_same_head(&self, other: &Page) -> bool {
        let words = |page: &Page| {
            let head = &page.front_matter;
            (head.title.value.clone(), head.description.clone().map(|text| text.value))
        };
        words(self) == words(other)
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
