//! Reads a text of one line as Markdown: emphasis, code and links, but no blocks.

use std::ops::Range;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use super::markdown::options;

/// Returns the events of a text in which HTML and what would begin a block is text, with their places.
pub(super) fn inline_events(text: &str) -> Vec<(Event<'_>, Range<usize>)> {
    let is_inline = |tag: &TagEnd| {
        matches!(tag, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link)
    };
    let events = Parser::new_ext(text, options()).into_offset_iter();
    let events: Vec<(Event, Range<usize>)> = events.collect();
    let starts: Vec<usize> = events.iter().skip(1).map(|(_, range)| range.start).collect();
    let events = events.into_iter().enumerate().filter_map(|(index, (event, range))| {
        let event = match event {
            // `1. e4` begins no list, `> ` no quotation: these letters are text.
            Event::Start(Tag::Item | Tag::Heading { .. } | Tag::BlockQuote(_)) => {
                let marker = text.get(range.start..*starts.get(index)?)?;
                Event::Text(marker.to_owned().into())
            }
            Event::SoftBreak | Event::HardBreak => Event::Text(" ".into()),
            Event::InlineHtml(html) | Event::Html(html) => Event::Text(html),
            Event::Start(tag) if !is_inline(&tag.to_end()) => return None,
            Event::End(tag) if !is_inline(&tag) => return None,
            other => other,
        };
        Some((event, range))
    });
    events.collect()
}
