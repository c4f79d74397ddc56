//! Reads Markdown into the nodes of a page.
//!
//! The dialect is CommonMark with tables, footnotes, strikethrough, definition lists, alerts, task
//! lists and anchors of headings. Scripts cannot come from a page: raw HTML is refused except for a few tags
//! (see `raw_html`), and so are links with other schemes than those of `link_target`.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{
    BrokenLink, CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd,
};

use crate::claim::FOR_EXAMPLE;
use crate::format::Certainty;
use crate::source::{
    Code, Diagnostic, Diagnostics, Location, SourceFile, SourceMap, SourceText, Span, Spanned,
    limits,
};

use super::directive;
use super::footnotes::{footnotes_last, undefined_label_error, unread_footnote};
use super::front_matter::FrontMatter;
use super::highlight::highlighted;
use super::inline_events::inline_events;
use super::link_target::{LinkTarget, picture_width, read_target};
use super::markdown_table::TableState;
use super::page::{Caption, Claim, Heading, PageBody, PageNode, blocks_beside_nothing, value_sign};
use super::raw_html::{
    alert_html, escape, is_allowed, is_only_comments, raw_html_error, task_html,
};
use super::raw_signs::raw_sign;
use super::slug::{UniqueNames, slug};
use super::text_value::{self, is_value};
use super::unseen::{SeenParts, fence_error, wrong_word_error};
use super::{claim_list, claim_sentence};

/// The title of the page is the only heading of the first level.
const TOP_HEADING: HeadingLevel = HeadingLevel::H2;

/// The extensions of CommonMark that pages may use.
pub(super) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_GFM
        | Options::ENABLE_DEFINITION_LIST
        | Options::ENABLE_TASKLISTS
}

/// Reads the text of a page, which begins at the byte `start` of the file.
pub(super) fn read(
    file: &SourceFile,
    start: usize,
    front_matter: Option<&FrontMatter>,
    diagnostics: &mut Diagnostics,
) -> PageBody {
    let is_manual = front_matter.is_some_and(|head| head.manual);
    let text = &file.text()[start..];
    if text.len() > limits::PAGE {
        let what = format!("this page is larger than {} KiB", limits::PAGE >> 10);
        let error = Diagnostic::error(Code::FileSize, what).in_whole_file(file);
        diagnostics.push(error.help("split it into several pages"));
        return PageBody::default();
    }
    let mut broken = Vec::new();
    let callback = |link: BrokenLink| {
        broken.extend(undefined_label_error(file, start, &link));
        None
    };
    let parser = Parser::new_with_broken_link_callback(text, options(), Some(callback));
    let definitions: BTreeMap<String, Span> = parser
        .reference_definitions()
        .iter()
        .map(|(label, link)| (label.to_lowercase(), Span::from(link.span.clone()).shifted(start)))
        .collect();
    let events: Vec<(Event, Range<usize>)> = parser.into_offset_iter().collect();
    let body_text =
        SourceText::new(text, Location::new(file, Span::new(start, start + text.len())));
    let mut reader = MarkdownReader::new(body_text, is_manual, definitions, diagnostics);
    let head = front_matter.map(|head| [Some(head.title.clone()), head.description.clone()]);
    reader.body.head = head.unwrap_or_default().map(|text| reader.head_text(&text?));
    reader.read_events(&events);
    let alone = blocks_beside_nothing(&reader.body.nodes, &reader.body.blocks, file);
    reader.diagnostics.extend(alone);
    let nodes = std::mem::take(&mut reader.body.nodes);
    reader.body.nodes = footnotes_last(nodes, file, reader.diagnostics);
    let (mut body, mut seen) = (reader.body, reader.seen);
    seen.check(file, start, is_manual, diagnostics);
    body.examples = seen.examples.len();
    diagnostics.extend(broken);
    body
}

/// Reads a text of one paragraph that is not on a page, as the reason of a certainty.
pub(super) fn read_paragraph(text: &SourceText, diagnostics: &mut Diagnostics) -> PageBody {
    let mut reader = MarkdownReader::new(text.clone(), false, BTreeMap::new(), diagnostics);
    let Caption(nodes) = reader.caption(text);
    PageBody { nodes, ..reader.body }
}

struct MarkdownReader<'a> {
    file: SourceFile,
    /// What is read: the text of the page, or a caption.
    text: SourceText,
    in_caption: bool,
    /// Whether code shows how pages are written.
    is_manual: bool,
    /// The labels of links and the places of the lines that define them.
    definitions: BTreeMap<String, Span>,
    body: PageBody,
    /// The anchors of the headings.
    anchors: UniqueNames,
    diagnostics: &'a mut Diagnostics,
    /// For each link whose end is not yet read, the node to put there.
    open_links: Vec<PageNode>,
    table: TableState,
    /// The badge that the paragraph has already.
    badge: Option<Certainty>,
    seen: SeenParts,
}

pub(super) type Events<'e> = [(Event<'e>, Range<usize>)];

impl MarkdownReader<'_> {
    fn new(
        text: SourceText,
        is_manual: bool,
        definitions: BTreeMap<String, Span>,
        diagnostics: &mut Diagnostics,
    ) -> MarkdownReader<'_> {
        MarkdownReader {
            file: text.location.file.clone(),
            text,
            in_caption: false,
            is_manual,
            definitions,
            body: PageBody::default(),
            anchors: UniqueNames::default(),
            diagnostics,
            open_links: Vec::new(),
            table: TableState::default(),
            badge: None,
            seen: SeenParts::default(),
        }
    }

    fn read_events(&mut self, events: &Events) {
        let mut at = 0;
        while let Some((event, range)) = events.get(at) {
            at += 1;
            let rest = &events[at..];
            if let Event::Start(Tag::Paragraph | Tag::Item | Tag::TableCell | Tag::Heading { .. }) =
                event
            {
                self.badge = None;
            }
            match event {
                Event::Start(Tag::CodeBlock(kind)) => {
                    let inside = until_end(rest);
                    self.code_block(kind, range, inside);
                    at += inside.len() + 1;
                }
                Event::Start(Tag::HtmlBlock) => {
                    let inside = until_end(rest);
                    self.html_block(range, inside);
                    at += inside.len() + 1;
                }
                Event::Text(_) => at += self.text(&events[at - 1..]),
                Event::Start(Tag::Heading { level, id, .. }) => {
                    self.heading(*level, id.as_deref(), range, rest);
                }
                Event::End(TagEnd::Heading(level)) => {
                    self.push(Event::End(TagEnd::Heading((*level).max(TOP_HEADING))));
                }
                Event::Start(Tag::Link { .. }) => self.link(event, range, rest),
                Event::End(TagEnd::Link) => self.body.nodes.extend(self.open_links.pop()),
                Event::Start(Tag::Image { .. }) => at += self.image(event, range, rest),
                Event::Start(Tag::BlockQuote(Some(kind))) => self.html(alert_html(*kind)),
                Event::Start(Tag::Table(columns)) if columns.len() > limits::COLUMNS => {
                    let what = format!("a table may have {} columns", limits::COLUMNS);
                    let line = self.line_of(self.span(range));
                    self.report(Diagnostic::error(Code::Text, what).help("split it"), line);
                    let is_end =
                        |(event, _): &(Event, _)| matches!(event, Event::End(TagEnd::Table));
                    at += rest.iter().position(is_end).map_or(rest.len(), |end| end + 1);
                }
                Event::InlineHtml(html) | Event::Html(html) => self.raw_html(html, range),
                Event::TaskListMarker(is_done) => self.html(task_html(*is_done)),
                Event::Code(code) if is_value(code) && !self.is_manual => self.value(code, range),
                Event::Code(_) => {
                    self.seen.code.push(self.span(range));
                    self.push(event.clone());
                }
                other => {
                    let row = self.table.row_error(other, &self.file, || self.span(range));
                    self.diagnostics.extend(row);
                    match self.table.html(other, is_end(rest.first())) {
                        Some(tag) => {
                            self.body.nodes.push(PageNode::TableTag(tag, self.table.claim(other)))
                        }
                        None => self.push(other.clone()),
                    }
                }
            }
        }
    }

    fn span(&self, range: &Range<usize>) -> Span {
        self.text.span_of(Span::from(range.clone()))
    }

    /// The whole line where a span begins.
    fn line_of(&self, span: Span) -> Span {
        self.file.line_span(self.file.line_column(span.start).line)
    }

    fn push(&mut self, event: Event) {
        self.body.nodes.push(PageNode::Event(event.into_static()));
    }

    fn html(&mut self, html: impl Into<String>) {
        self.push(Event::InlineHtml(CowStr::from(html.into())));
    }

    fn report(&mut self, diagnostic: Diagnostic, span: Span) {
        self.diagnostics.push(diagnostic.in_file(&self.file, span));
    }

    // -- blocks ----------------------------------------------------------------------------------

    fn code_block(&mut self, kind: &CodeBlockKind, range: &Range<usize>, inside: &Events) {
        let info = match kind {
            CodeBlockKind::Fenced(info) => info.trim(),
            CodeBlockKind::Indented => "",
        };
        let word = info.split_whitespace().next().unwrap_or("");
        let span = self.span(range);
        let is_example = info.split_whitespace().any(|word| word == "example");
        let map = self.source_map(span, inside);
        let is_ours = || inside.is_empty() || directive::can_be_read(&map);
        if let Some(error) = fence_error(kind, is_example, &self.file.text()[span.range()]) {
            self.report(error, self.line_of(span));
            self.seen.blocks.push(span);
            self.seen.endless.push(span);
        } else if is_example {
            self.seen.examples.push(span);
        } else if directive::directive_words().any(|known| known == word) {
            self.seen.see_block(word, span);
            return self.directive(word, info, span, &map);
        } else if let Some(error) = wrong_word_error(info, is_ours) {
            self.report(error, self.line_of(span));
            self.seen.blocks.push(span);
        } else {
            self.seen.code.push(span);
        }
        if let Some(html) = highlighted(word, map.text()) {
            return self.html(html);
        }
        self.push(Event::Start(Tag::CodeBlock(kind.clone())));
        inside.iter().for_each(|(event, _)| self.push(event.clone()));
        self.push(Event::End(TagEnd::CodeBlock));
    }

    /// Returns the text inside a block with its places.
    fn source_map(&self, span: Span, inside: &Events) -> SourceMap {
        let body_start = (self.line_of(span).end + 1).min(span.end);
        let mut map = SourceMap::empty(&self.file, body_start);
        for (event, range) in inside {
            if let Event::Text(text) = event {
                map.push(text, self.span(range).start);
            }
        }
        map
    }

    fn directive(&mut self, word: &str, info: &str, span: Span, map: &SourceMap) {
        if word == claim_list::CLAIM_LIST {
            return self.body.claims.extend(claim_list::read(map, self.diagnostics));
        }
        let first_line = self.line_of(span);
        if info != word {
            let message = format!("`{word}` must be the only word on its line");
            let error = Diagnostic::error(Code::Directive, message)
                .help("what it is to show goes into the lines below, as `key = \"value\"`");
            self.report(error, Span::new(span.start.max(first_line.start), first_line.end));
        }
        if let Some((mut block, caption)) = directive::read(word, map, span, self.diagnostics) {
            block.caption = caption.map(|caption| self.caption(&caption)).unwrap_or_default();
            self.body.nodes.push(PageNode::Block(self.body.blocks.len()));
            self.body.blocks.push(block);
        }
    }

    /// Reads a text of one paragraph that is not in the text of the page. HTML is text in it.
    fn caption(&mut self, caption: &SourceText) -> Caption {
        let events = inline_events(&caption.value);
        let text = std::mem::replace(&mut self.text, caption.clone());
        let nodes = std::mem::take(&mut self.body.nodes);
        self.in_caption = true;
        self.read_events(&events);
        (self.text, self.in_caption) = (text, false);
        Caption(std::mem::replace(&mut self.body.nodes, nodes))
    }

    /// Reads a text of the head that has Markdown.
    fn head_text(&mut self, text: &SourceText) -> Option<Caption> {
        let has_any = text.value.contains("`=") || text.value.contains("](");
        has_any.then(|| self.caption(text))
    }

    fn html_block(&mut self, range: &Range<usize>, inside: &Events) {
        let lines = inside.iter().filter_map(|(event, _)| match event {
            Event::Html(html) => Some(&**html),
            _ => None,
        });
        let html: String = lines.collect();
        if !is_only_comments(&html) {
            self.report(raw_html_error(&html), self.span(range));
        }
    }

    fn raw_html(&mut self, html: &str, range: &Range<usize>) {
        if is_allowed(html) {
            self.html(html);
        } else if !is_only_comments(html) {
            self.report(raw_html_error(html), self.span(range));
        }
    }

    fn heading(
        &mut self,
        level: HeadingLevel,
        id: Option<&str>,
        range: &Range<usize>,
        rest: &Events,
    ) {
        let words = self.words_until(rest, |end| matches!(end, TagEnd::Heading(_)));
        let wanted = slug(id.unwrap_or(&words));
        let is_duplicate = id.is_some() && self.anchors.contains(&wanted);
        let id = self.anchors.take(&wanted);
        if is_duplicate {
            let message = format!("the anchor `{wanted}` is taken by another heading");
            let error = Diagnostic::error(Code::LinkBroken, message);
            let line = self.line_of(self.span(range));
            self.report(error.help("call one of the two by another name"), line);
        }
        let level = level.max(TOP_HEADING);
        self.body.headings.push(Heading { level: level as u8, id: id.clone(), words });
        // Classes and attributes are left out: an attribute could run a script.
        let tag =
            Tag::Heading { level, id: Some(id.into()), classes: Vec::new(), attrs: Vec::new() };
        self.push(Event::Start(tag));
    }

    // -- links -----------------------------------------------------------------------------------

    fn link(&mut self, event: &Event, range: &Range<usize>, rest: &Events) {
        let Event::Start(Tag::Link { link_type, dest_url: target, title, id: label }) = event
        else {
            return;
        };
        let whole = self.span(range);
        self.seen.links.push(whole);
        let target = self.target(target, label, whole);
        let meaning = match link_type {
            LinkType::Email => Ok(LinkTarget::Outside),
            _ => read_target(&target),
        };
        let link_end = PageNode::Event(Event::End(TagEnd::Link));
        let end = match meaning {
            Ok(LinkTarget::Claim(claim)) => {
                self.see_claim(label, whole);
                let column = self.table.claim_rows(&claim.text, self.body.claims.len(), rest);
                let Some(column) = self.diagnostics.keep(column) else {
                    return self.open_links.push(PageNode::Words(String::new(), whole));
                };
                let words = self.words_until(rest, |end| matches!(end, TagEnd::Link));
                if words.is_empty() && is_end(rest.first()) {
                    let error = Diagnostic::error(
                        Code::Claim,
                        "no reader sees this claim: it has no words",
                    );
                    let help = "write words between the brackets, or put it into a block that begins with ```claims";
                    self.report(error.help(help), whole);
                }
                let words_span = self.words_span(rest, whole);
                let exception = self.exception(title, whole);
                let sentence = claim_sentence::around(words, &self.body.nodes, rest);
                self.body.nodes.push(PageNode::ClaimStart(self.body.claims.len()));
                let claim = Claim { sentence, words_span, exception, column, ..*claim };
                self.body.claims.push(claim);
                PageNode::ClaimEnd
            }
            Ok(LinkTarget::Certainty { certainty, why }) => {
                let (word, class) = (certainty.word(), certainty.word().replace(' ', "-"));
                let title = (!why.is_empty()).then(|| format!(" title=\"{}\"", escape(&why)));
                let title = title.unwrap_or_default();
                let start = format!("<span class=\"certainty {class}\"{title}>");
                self.body.nodes.push(PageNode::CertaintyStart(start));
                let mut end = "</span>".to_owned();
                if self.badge.replace(certainty) != Some(certainty) {
                    end += &format!(" <small class=\"badge {class}\">{word}</small>");
                }
                PageNode::CertaintyEnd(end)
            }
            Ok(LinkTarget::Outside) => {
                if target.value.starts_with("http") {
                    self.body.outside.push(Spanned::new(target.value.clone(), target.span()));
                }
                self.push(event.clone());
                link_end
            }
            // A caption can stand on another page, with other links.
            Ok(LinkTarget::Inside(_)) if self.in_caption => PageNode::Words(String::new(), whole),
            Ok(LinkTarget::Inside(href)) => {
                self.push_with_target(event, Ok(href), target.span());
                link_end
            }
            Err(error) => {
                self.seen.claims.push(whole);
                self.push_with_target(event, Err(error), target.span());
                link_end
            }
        };
        self.open_links.push(end);
    }

    /// Notes the place of a claim, and of the line that defines its label.
    fn see_claim(&mut self, label: &str, whole: Span) {
        let line = self.definitions.get(&label.to_lowercase()).copied();
        self.seen.claims.extend(line.into_iter().chain([whole]));
    }

    /// The place of the words before the end of a link.
    fn words_span(&self, rest: &Events, whole: Span) -> Span {
        let inside = { rest }.iter().take_while(|(event, _)| *event != Event::End(TagEnd::Link));
        inside.map(|(_, range)| self.span(range)).reduce(Span::to).unwrap_or(whole)
    }

    /// The reason why the words of a claim are other than the claim, from the title of its link.
    fn exception(&mut self, title: &str, whole: Span) -> Option<String> {
        let reason = title.strip_prefix("in other words:").map(str::trim);
        let reason = reason.filter(|reason| !reason.is_empty());
        let known = reason.or(Some(title).filter(|it| *it == FOR_EXAMPLE));
        if known.is_none()
            && (!title.is_empty() || self.file.text()[whole.range()].ends_with("\")"))
        {
            let error = Diagnostic::error(Code::Claim, format!("a claim has no title `{title}`"));
            let help = "write `\"for example\"`, or the reason after `\"in other words:`";
            self.report(error.help(help), whole);
        }
        known.map(str::to_owned)
    }

    /// Adds a picture, and returns the number of events after the first that belong to it.
    fn image(&mut self, event: &Event, range: &Range<usize>, rest: &Events) -> usize {
        let Event::Start(Tag::Image { dest_url: target, title, .. }) = event else { return 0 };
        let whole = self.span(range);
        let words = self.words_until(rest, |end| matches!(end, TagEnd::Image));
        if words.trim().is_empty() {
            let warning = Diagnostic::warning(Code::Text, "a picture without words")
                .help("say between the brackets what it shows, for readers who cannot see it");
            self.report(warning, whole);
        }
        let target = self.target(target, "", whole);
        let href = match read_target(&target) {
            Ok(LinkTarget::Inside(href)) => Ok(href),
            Ok(_) => Err(Diagnostic::error(Code::LinkBroken, "a picture from outside the book")
                .help("put the file beside the page: a book must not depend on other sites")),
            Err(error) => Err(error),
        };
        let width = picture_width(title);
        let width = width.and_then(|it| it.map_err(|error| self.report(error, whole)).ok());
        let Some(width) = width else {
            self.push_with_target(event, href, target.span());
            return 0;
        };
        let (href, words) = (escape(&self.href(href, target.span())), escape(&words));
        self.html(format!("<img src=\"{href}\" alt=\"{words}\" width=\"{width}\">"));
        let is_end = |(event, _): &(Event, _)| matches!(event, Event::End(TagEnd::Image));
        rest.iter().position(is_end).map_or(rest.len(), |end| end + 1)
    }

    /// The file of a link or picture in the book, or nothing if its target has an error.
    fn href(&mut self, href: Result<String, Diagnostic>, span: Span) -> String {
        match href {
            Ok(href) => {
                self.body.links.push(Spanned::new(href.clone(), span));
                href
            }
            Err(error) => {
                self.report(error, span);
                String::new()
            }
        }
    }

    /// Adds a link or picture with its file in the book, or reports the error in its target.
    fn push_with_target(&mut self, event: &Event, href: Result<String, Diagnostic>, span: Span) {
        let href = self.href(href, span);
        let mut event = event.clone();
        if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = &mut event {
            *dest_url = href.into();
        }
        self.push(event);
    }

    /// The target of a link. Its place is in the link, or in the line that defines its label.
    fn target(&self, target: &str, label: &str, whole: Span) -> SourceText {
        let find =
            |part: Span| self.file.text()[part.range()].rfind(target).map(|at| part.start + at);
        let start = find(whole).or_else(|| {
            let label = label.to_lowercase();
            find(*self.definitions.get(&label)?)
        });
        let span = start.map_or(whole, |start| Span::new(start, start + target.len()));
        SourceText::new(target, Location::new(&self.file, span))
    }

    /// Adds a value that the page prints.
    fn value(&mut self, code: &str, range: &Range<usize>) {
        let whole = self.span(range);
        self.seen.claims.push(whole);
        match text_value::read(&self.target(code, "", whole)) {
            Ok(value) => {
                let is_link = |end: &PageNode| {
                    matches!(end, PageNode::ClaimEnd | PageNode::Event(Event::End(TagEnd::Link)))
                };
                let (index, in_link) =
                    (self.body.values.len(), self.open_links.iter().any(is_link));
                self.body.nodes.push(PageNode::Value { index, in_link });
                self.body.values.push(value);
            }
            Err(error) => self.report(error, whole),
        }
    }

    /// The plain words before an end. A sign stands for each value.
    fn words_until(&self, events: &Events, is_end: impl Fn(&TagEnd) -> bool) -> String {
        let mut next_value = self.body.values.len();
        let mut words = String::new();
        for (event, _) in events {
            match event {
                Event::End(end) if is_end(end) => break,
                Event::Code(code) if is_value(code) && !self.is_manual => {
                    words.push(value_sign(next_value));
                    next_value += 1;
                }
                Event::Text(text) | Event::Code(text) => words.push_str(text),
                Event::SoftBreak | Event::HardBreak => words.push(' '),
                _ => {}
            }
        }
        words
    }

    /// Adds the text of the events at the start, and returns the number of events after the first.
    fn text(&mut self, events: &Events) -> usize {
        let mut text = String::new();
        let mut range = events[0].1.clone();
        let mut count = 0;
        for (event, part) in events {
            let Event::Text(words) = event else { break };
            text.push_str(words);
            range.end = part.end;
            count += 1;
        }
        let span = self.span(&range);
        self.diagnostics.extend(unread_footnote(&text, &self.file, span));
        self.diagnostics.extend(raw_sign(&text, &self.file, span));
        self.body.nodes.push(PageNode::Words(text, span));
        count - 1
    }
}

/// Whether there is no event, or the end of an element.
fn is_end(event: Option<&(Event, Range<usize>)>) -> bool {
    event.is_none_or(|(event, _)| matches!(event, Event::End(_)))
}

/// The events before the next end of an element.
fn until_end<'e, 'a>(events: &'a Events<'e>) -> &'a Events<'e> {
    let inside = events.iter().take_while(|(event, _)| !matches!(event, Event::End(_))).count();
    &events[..inside]
}
