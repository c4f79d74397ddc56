//! From Markdown to the nodes of a page.
//!
//! CommonMark with tables, footnotes, strikethrough, definition lists, alerts and anchors of
//! headings. What runs in a browser never comes from a page: raw HTML is refused but for a few
//! harmless tags (see `raw`), and so are links with strange schemes.

use std::ops::Range;

use pulldown_cmark::{
    Alignment, BlockQuoteKind, BrokenLink, CodeBlockKind, CowStr, Event, HeadingLevel, LinkType,
    Options, Parser, Tag, TagEnd,
};

use crate::source::{
    Code, Diagnostic, Diagnostics, Location, SourceFile, SourceMap, SourceText, Span, Spanned,
};

use super::directive::{self, Block, DIRECTIVES, Place};
use super::escape::escape;
use super::page::{Claim, Heading, Node};
use super::raw;
use super::slug::{slug, unique};
use super::target::{Target, read_target};

/// What the text of a page holds.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub nodes: Vec<Node>,
    pub blocks: Vec<Block>,
    pub claims: Vec<Claim>,
    pub headings: Vec<Heading>,
    pub links: Vec<Spanned<String>>,
}

/// The Markdown that pages are written in.
pub(super) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_GFM
        | Options::ENABLE_DEFINITION_LIST
}

/// Reads the text that begins at that byte of the file.
pub(super) fn read(file: &SourceFile, start: usize, diagnostics: &mut Diagnostics) -> Body {
    let text = &file.text()[start..];
    let mut broken = Vec::new();
    let callback = |link: BrokenLink| {
        broken.extend(complain_of_reference(file, start, &link));
        None
    };
    let parser = Parser::new_with_broken_link_callback(text, options(), Some(callback));
    let definitions: Vec<(String, Span)> = parser
        .reference_definitions()
        .iter()
        .map(|(label, link)| (label.to_lowercase(), Span::from(link.span.clone()).shifted(start)))
        .collect();
    let events: Vec<(Event, Range<usize>)> = parser.into_offset_iter().collect();
    let mut reader = Reader {
        file,
        start,
        definitions,
        body: Body::default(),
        complaints: diagnostics,
        open: Vec::new(),
        table: None,
    };
    reader.walk(&events);
    reader.check_places();
    reader.move_footnotes();
    let body = reader.body;
    diagnostics.extend(broken);
    body
}

/// A link whose end is still to come.
enum Open {
    Plain,
    Claim(usize),
    Standing(String),
}

/// A table whose end is still to come.
struct TableState {
    columns: Vec<Alignment>,
    column: usize,
    in_head: bool,
}

struct Reader<'a> {
    file: &'a SourceFile,
    start: usize,
    definitions: Vec<(String, Span)>,
    body: Body,
    complaints: &'a mut Diagnostics,
    open: Vec<Open>,
    table: Option<TableState>,
}

type Events<'e> = [(Event<'e>, Range<usize>)];

impl Reader<'_> {
    fn walk(&mut self, events: &Events) {
        let mut at = 0;
        while at < events.len() {
            let (event, range) = &events[at];
            let rest = &events[at + 1..];
            at += 1 + match event {
                Event::Start(Tag::CodeBlock(kind)) => self.code(kind, range, rest),
                Event::Start(Tag::HtmlBlock) => self.html_block(range, rest),
                Event::Text(_) => self.text(&events[at..]),
                Event::Start(Tag::Heading { level, id, .. }) => {
                    self.heading(*level, id.as_deref(), range, rest);
                    0
                }
                Event::Start(Tag::Link { link_type, dest_url, id, .. }) => {
                    self.link(*link_type, dest_url, id, event, range, rest);
                    0
                }
                Event::Start(Tag::Image { dest_url, .. }) => {
                    self.image(dest_url, event, range, rest);
                    0
                }
                _ => {
                    self.simple(event, range);
                    0
                }
            };
        }
    }

    fn simple(&mut self, event: &Event, range: &Range<usize>) {
        match event {
            Event::End(TagEnd::Link) => self.end_of_link(),
            Event::End(TagEnd::Heading(level)) => {
                self.plain(Event::End(TagEnd::Heading(lowered(*level))))
            }
            Event::Start(Tag::BlockQuote(Some(kind))) => self.alert(*kind),
            Event::Start(
                tag @ (Tag::Table(_) | Tag::TableHead | Tag::TableRow | Tag::TableCell),
            ) => {
                self.table_start(tag);
            }
            Event::End(
                tag @ (TagEnd::Table | TagEnd::TableHead | TagEnd::TableRow | TagEnd::TableCell),
            ) => self.table_end(*tag),
            Event::InlineHtml(html) | Event::Html(html) => self.raw(html, range),
            other => self.plain(other.clone()),
        }
    }

    fn span(&self, range: &Range<usize>) -> Span {
        Span::from(range.clone()).shifted(self.start)
    }

    fn plain(&mut self, event: Event) {
        self.body.nodes.push(Node::Event(event.into_static()));
    }

    fn html(&mut self, html: impl Into<String>) {
        self.plain(Event::InlineHtml(CowStr::from(html.into())));
    }

    fn block_html(&mut self, html: impl Into<String>) {
        self.plain(Event::Html(CowStr::from(html.into())));
    }

    fn complain(&mut self, complaint: Diagnostic, span: Span) {
        self.complaints.push(complaint.in_file(self.file, span));
    }

    // -- blocks ----------------------------------------------------------------------------------

    /// A fenced or indented block. Returns how many events it took.
    fn code(&mut self, kind: &CodeBlockKind, range: &Range<usize>, rest: &Events) -> usize {
        let inside = rest.iter().take_while(|(event, _)| !matches!(event, Event::End(_))).count();
        let info = match kind {
            CodeBlockKind::Fenced(info) => info.trim(),
            CodeBlockKind::Indented => "",
        };
        let word = info.split_whitespace().next().unwrap_or("");
        if DIRECTIVES.contains(&word) {
            self.directive(word, info, range, &rest[..inside]);
            return inside + 1;
        }
        if let Some(help) = directive::misspelt(word) {
            let complaint =
                Diagnostic::error(Code::Directive, format!("no block is called `{word}`"));
            let line = self.file.line_column(self.span(range).start).line;
            let span = self.file.line_span(line);
            self.complain(complaint.help(help), span);
        }
        self.plain(Event::Start(Tag::CodeBlock(kind.clone())));
        rest[..=inside].iter().for_each(|(event, _)| self.plain(event.clone()));
        inside + 1
    }

    fn directive(&mut self, word: &str, info: &str, range: &Range<usize>, inside: &Events) {
        let span = self.span(range);
        let first_line = self.file.line_span(self.file.line_column(span.start).line);
        if info != word {
            let message = format!("`{word}` stands alone on its line");
            let complaint = Diagnostic::error(Code::Directive, message)
                .help("what it is to show goes into the lines below, as `key = \"value\"`");
            self.complain(complaint, Span::new(span.start.max(first_line.start), first_line.end));
        }
        let body_at = (first_line.end + 1).min(span.end);
        let mut map = SourceMap::empty(self.file, body_at);
        for (event, range) in inside {
            if let Event::Text(text) = event {
                map.push(text, self.start + range.start);
            }
        }
        if let Some(block) = directive::read(word, &map, span, self.complaints) {
            self.body.nodes.push(Node::Block(self.body.blocks.len()));
            self.body.blocks.push(block);
        }
    }

    /// A block that stands beside another needs one right before it.
    fn check_places(&mut self) {
        let mut after_block = false;
        let mut lonely = Vec::new();
        for node in &self.body.nodes {
            if let Node::Block(block) = node {
                let block = &self.body.blocks[*block];
                if block.place == Place::Beside && !after_block {
                    lonely.push(block.span);
                }
            }
            after_block = matches!(node, Node::Block(_));
        }
        for span in lonely {
            let complaint = Diagnostic::error(
                Code::Directive,
                "there is nothing for this block to stand beside",
            )
            .help("put it right after another block, with no text between, or leave `place` out");
            let line = self.file.line_span(self.file.line_column(span.start).line);
            self.complain(complaint, line);
        }
    }

    /// Footnotes stand at the foot, in the order in which the text speaks of them.
    fn move_footnotes(&mut self) {
        let mut order: Vec<String> = Vec::new();
        let (mut text, mut notes) = (Vec::new(), Vec::new());
        let mut note: Option<(String, Vec<Node>)> = None;
        for node in std::mem::take(&mut self.body.nodes) {
            if let Node::Event(Event::FootnoteReference(label)) = &node {
                order.push(label.to_string());
            }
            if let Node::Event(Event::Start(Tag::FootnoteDefinition(label))) = &node {
                note = Some((label.to_string(), Vec::new()));
            }
            let ends = matches!(node, Node::Event(Event::End(TagEnd::FootnoteDefinition)));
            match &mut note {
                Some((_, nodes)) => nodes.push(node),
                None => text.push(node),
            }
            if ends {
                notes.extend(note.take());
            }
        }
        notes.sort_by_key(|(label, _)| order.iter().position(|known| known == label));
        text.extend(notes.into_iter().flat_map(|(_, nodes)| nodes));
        self.body.nodes = text;
    }

    /// A block of raw HTML. Returns how many events it took.
    fn html_block(&mut self, range: &Range<usize>, rest: &Events) -> usize {
        let inside = rest.iter().take_while(|(event, _)| !matches!(event, Event::End(_))).count();
        let html: String = rest[..inside]
            .iter()
            .filter_map(|(event, _)| match event {
                Event::Html(html) => Some(&**html),
                _ => None,
            })
            .collect();
        if !raw::is_only_comments(&html) {
            self.complain(raw::refused(&html), self.span(range));
        }
        inside + 1
    }

    fn raw(&mut self, html: &str, range: &Range<usize>) {
        if raw::is_only_comments(html) {
            return;
        }
        if raw::is_harmless(html) {
            self.html(html);
        } else {
            self.complain(raw::refused(html), self.span(range));
        }
    }

    fn heading(
        &mut self,
        level: HeadingLevel,
        id: Option<&str>,
        range: &Range<usize>,
        rest: &Events,
    ) {
        let words = words_until(rest, |end| matches!(end, TagEnd::Heading(_)));
        let wanted = slug(id.unwrap_or(&words));
        let taken = |id: &str| self.body.headings.iter().any(|heading| heading.id == id);
        if id.is_some() && taken(&wanted) {
            let message = format!("the anchor `{wanted}` is taken by another heading");
            let complaint = Diagnostic::error(Code::LinkBroken, message);
            let line = self.file.line_span(self.file.line_column(self.span(range).start).line);
            self.complain(complaint.help("call one of the two by another name"), line);
        }
        let taken = |id: &str| self.body.headings.iter().any(|heading| heading.id == id);
        let id = unique(&wanted, taken);
        let level = lowered(level);
        self.body.headings.push(Heading { level: level as u8, id: id.clone(), words });
        // Only the anchor is taken over: other attributes could run a script.
        let tag =
            Tag::Heading { level, id: Some(id.into()), classes: Vec::new(), attrs: Vec::new() };
        self.plain(Event::Start(tag));
    }

    fn alert(&mut self, kind: BlockQuoteKind) {
        let (class, title) = match kind {
            BlockQuoteKind::Note => ("note", "Note"),
            BlockQuoteKind::Tip => ("tip", "Tip"),
            BlockQuoteKind::Important => ("important", "Important"),
            BlockQuoteKind::Warning => ("warning", "Warning"),
            BlockQuoteKind::Caution => ("caution", "Caution"),
        };
        self.block_html(format!(
            "<blockquote class=\"alert {class}\">\n<p class=\"alert-title\">{title}</p>\n"
        ));
    }

    // -- tables: written here, as the library's own use style attributes -------------------------

    fn table_start(&mut self, tag: &Tag) {
        match tag {
            Tag::Table(columns) => {
                let columns = columns.clone();
                self.table = Some(TableState { columns, column: 0, in_head: false });
                self.block_html("<div class=\"table\" tabindex=\"0\"><table>\n");
            }
            Tag::TableHead => {
                self.in_table(|table| (table.column, table.in_head) = (0, true));
                self.block_html("<thead><tr>");
            }
            Tag::TableRow => {
                self.in_table(|table| (table.column, table.in_head) = (0, false));
                self.block_html("<tr>");
            }
            _ => {
                let Some(table) = &self.table else { return };
                let cell = if table.in_head { "th scope=\"col\"" } else { "td" };
                let class = match table.columns.get(table.column) {
                    Some(Alignment::Left) => " class=\"left\"",
                    Some(Alignment::Center) => " class=\"centre\"",
                    Some(Alignment::Right) => " class=\"right\"",
                    Some(Alignment::None) | None => "",
                };
                self.html(format!("<{cell}{class}>"));
            }
        }
    }

    fn table_end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Table => {
                self.table = None;
                self.block_html("</tbody></table></div>\n");
            }
            TagEnd::TableHead => self.block_html("</tr></thead>\n<tbody>\n"),
            TagEnd::TableRow => self.block_html("</tr>\n"),
            _ => {
                let in_head = self.table.as_ref().is_some_and(|table| table.in_head);
                self.in_table(|table| table.column += 1);
                // An empty cell heads nothing.
                let is_empty_head = match self.body.nodes.last_mut() {
                    Some(Node::Event(Event::InlineHtml(open))) if open.starts_with("<th ") => {
                        *open = open.replacen("<th scope=\"col\"", "<td", 1).into();
                        true
                    }
                    _ => false,
                };
                self.html(if in_head && !is_empty_head { "</th>" } else { "</td>" });
            }
        }
    }

    fn in_table(&mut self, change: impl FnOnce(&mut TableState)) {
        if let Some(table) = &mut self.table {
            change(table);
        }
    }

    // -- links -----------------------------------------------------------------------------------

    fn link(
        &mut self,
        kind: LinkType,
        target: &str,
        label: &str,
        event: &Event,
        range: &Range<usize>,
        rest: &Events,
    ) {
        let whole = self.span(range);
        let span = self.target_span(target, label, whole);
        if kind == LinkType::Email {
            self.open.push(Open::Plain);
            return self.plain(event.clone());
        }
        match read_target(self.file.path(), target) {
            Ok(Target::Claim { text, at, refuted, of, with }) => {
                let exact = span.end - span.start == target.len();
                let place = |at: usize, text: &str| match exact {
                    true => Span::new(span.start + at, span.start + at + text.len()),
                    false => whole,
                };
                let named = |found: Option<(String, usize)>| {
                    found.map(|(word, at)| {
                        SourceText::new(&*word, Location::new(self.file, place(at, &word)))
                    })
                };
                let (variant, setup) = (named(of), named(with));
                let span = place(at, &text);
                let words = words_until(rest, |end| matches!(end, TagEnd::Link));
                self.open.push(Open::Claim(self.body.claims.len()));
                self.body.nodes.push(Node::ClaimStart(self.body.claims.len()));
                self.body.claims.push(Claim { text, span, refuted, words, variant, setup });
            }
            Ok(Target::Standing { sureness, why }) => {
                let word = sureness.word();
                let class = word.replace(' ', "-");
                self.html(format!("<span class=\"standing {class}\">"));
                let title = if why.is_empty() {
                    String::new()
                } else {
                    format!(" title=\"{}\"", escape(&why))
                };
                self.open.push(Open::Standing(format!(
                    "</span> <small class=\"badge {class}\"{title}>{word}</small>"
                )));
            }
            Ok(Target::Outside) => {
                self.open.push(Open::Plain);
                self.plain(event.clone());
            }
            Ok(Target::Inside(href)) => {
                self.open.push(Open::Plain);
                self.body.links.push(Spanned::new(href.clone(), span));
                self.plain(with_target(event, href));
            }
            Err(complaint) => {
                self.open.push(Open::Plain);
                self.complain(complaint, span);
                self.plain(with_target(event, String::new()));
            }
        }
    }

    fn end_of_link(&mut self) {
        match self.open.pop() {
            Some(Open::Claim(claim)) => self.body.nodes.push(Node::ClaimEnd(claim)),
            Some(Open::Standing(html)) => self.html(html),
            Some(Open::Plain) | None => self.plain(Event::End(TagEnd::Link)),
        }
    }

    fn image(&mut self, target: &str, event: &Event, range: &Range<usize>, rest: &Events) {
        let whole = self.span(range);
        let span = self.target_span(target, "", whole);
        let words = words_until(rest, |end| matches!(end, TagEnd::Image));
        if words.trim().is_empty() {
            let complaint = Diagnostic::warning(Code::Text, "a picture without words")
                .help("say between the brackets what it shows, for those who cannot see it");
            self.complain(complaint, whole);
        }
        match read_target(self.file.path(), target) {
            Ok(Target::Inside(href)) => {
                self.body.links.push(Spanned::new(href.clone(), span));
                self.plain(with_target(event, href));
            }
            Ok(_) => {
                let complaint =
                    Diagnostic::error(Code::LinkBroken, "a picture from outside the book").help(
                        "put the file beside the page: a book must not depend on other sites",
                    );
                self.complain(complaint, span);
                self.plain(with_target(event, String::new()));
            }
            Err(complaint) => {
                self.complain(complaint, span);
                self.plain(with_target(event, String::new()));
            }
        }
    }

    /// Where the target of a link is written: in the link itself, or in the line that its label
    /// refers to.
    fn target_span(&self, target: &str, label: &str, whole: Span) -> Span {
        let in_link = self.file.text()[whole.range()].rfind(target).map(|at| whole.start + at);
        let start = in_link.or_else(|| {
            let label = label.to_lowercase();
            let (_, line) = self.definitions.iter().find(|(known, _)| *known == label)?;
            let at = self.file.text()[line.range()].rfind(target)?;
            Some(line.start + at)
        });
        start.map_or(whole, |start| Span::new(start, start + target.len()))
    }

    /// A stretch of text, which Markdown gives in pieces. Returns how many more events it took.
    fn text(&mut self, events: &Events) -> usize {
        let mut text = String::new();
        let mut end = events[0].1.end;
        let mut pieces = 0;
        for (event, range) in events {
            let Event::Text(piece) = event else { break };
            text.push_str(piece);
            end = range.end;
            pieces += 1;
        }
        self.look_for_lost_links(&text, &(events[0].1.start..end));
        self.plain(Event::Text(text.into()));
        pieces - 1
    }

    /// A claim or footnote that Markdown does not take for one would stand in the page as it is
    /// typed, and unchecked.
    fn look_for_lost_links(&mut self, text: &str, range: &Range<usize>) {
        for open in ["(claim:", "(<claim:", "(refuted:", "(<refuted:"] {
            let complaint = Diagnostic::error(Code::Claim, "this claim is not a link")
                .help("write `[words](<claim: ...>)`, with the angle brackets, on one line");
            self.complain_of_lost(text, open, range, complaint);
        }
        let message = "no line says what this footnote is";
        let complaint =
            Diagnostic::error(Code::LinkBroken, message).help("add a line `[^...]: ...`");
        self.complain_of_lost(text, "[^", range, complaint);
    }

    fn complain_of_lost(&mut self, text: &str, open: &str, range: &Range<usize>, told: Diagnostic) {
        if !text.contains(open) {
            return;
        }
        let span = self.span(range);
        let at = self.file.text()[span.range()].find(open).unwrap_or(0);
        let span = Span::new(span.start + at, (span.start + at + open.len()).min(span.end));
        self.complain(told, span);
    }
}

/// The title of the page is its only heading of the first level; those of the text come below.
fn lowered(level: HeadingLevel) -> HeadingLevel {
    level.max(HeadingLevel::H2)
}

/// The plain words up to that end.
fn words_until(events: &Events, is_end: impl Fn(&TagEnd) -> bool) -> String {
    let mut words = String::new();
    for (event, _) in events {
        match event {
            Event::End(end) if is_end(end) => break,
            Event::Text(text) | Event::Code(text) => words.push_str(text),
            Event::SoftBreak | Event::HardBreak => words.push(' '),
            _ => {}
        }
    }
    words
}

/// The same link or picture with another target.
fn with_target<'e>(event: &Event<'e>, href: String) -> Event<'e> {
    match event.clone() {
        Event::Start(Tag::Link { link_type, title, id, .. }) => {
            Event::Start(Tag::Link { link_type, dest_url: href.into(), title, id })
        }
        Event::Start(Tag::Image { link_type, title, id, .. }) => {
            Event::Start(Tag::Image { link_type, dest_url: href.into(), title, id })
        }
        other => other,
    }
}

/// A link by a label that no line defines: Markdown would show the brackets.
fn complain_of_reference(file: &SourceFile, start: usize, link: &BrokenLink) -> Option<Diagnostic> {
    if !matches!(link.link_type, LinkType::Reference | LinkType::Collapsed) {
        return None;
    }
    let message = format!("no line says what the link `[{}]` is", link.reference);
    let span = Span::from(link.span.clone()).shifted(start);
    let help = format!("add a line `[{}]: ...`", link.reference);
    Some(Diagnostic::error(Code::LinkBroken, message).in_file(file, span).help(help))
}
