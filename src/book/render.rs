//! From the nodes of a page to HTML.

use pulldown_cmark::{CowStr, Event, Parser, Tag, html};

use super::directive::Place;
use super::escape::escape;
use super::markdown;
use super::page::{Node, Page};

/// What stands before and after the words of a claim.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Around {
    /// Before.
    pub open: String,
    /// After.
    pub close: String,
}

impl Page {
    /// The text of the page as HTML, given a piece of HTML for each block and what stands around
    /// the words of each claim, both in the page's order.
    pub fn render(&self, blocks: &[String], claims: &[Around]) -> String {
        let block = |at: &usize| blocks.get(*at).map_or("", String::as_str);
        let around = |at: &usize| claims.get(*at).cloned().unwrap_or_default();
        let mut events = Vec::with_capacity(self.nodes.len());
        let mut in_row = false;
        for (at, node) in self.nodes.iter().enumerate() {
            let event = match node {
                Node::Event(event) => event.clone(),
                Node::ClaimStart(claim) => inline(around(claim).open),
                Node::ClaimEnd(claim) => inline(around(claim).close),
                Node::Block(index) => {
                    let goes_on = self.has_beside(at + 1);
                    let open = if goes_on && !in_row { "<div class=\"row\">\n" } else { "" };
                    let close = if in_row && !goes_on { "</div>\n" } else { "" };
                    in_row = goes_on;
                    Event::Html(CowStr::from(format!("{open}{}{close}", block(index))))
                }
            };
            events.push(event);
        }
        let mut text = String::new();
        html::push_html(&mut text, events.into_iter());
        text
    }

    /// Where the links of the text lead that lead out of the book, in their order.
    pub fn addresses(&self) -> Vec<String> {
        let address = |node: &Node| match node {
            Node::Event(Event::Start(Tag::Link { dest_url, .. })) => {
                dest_url.starts_with("http").then(|| dest_url.to_string())
            }
            Node::Event(_) | Node::ClaimStart(_) | Node::ClaimEnd(_) | Node::Block(_) => None,
        };
        self.nodes.iter().filter_map(address).collect()
    }

    /// Whether that node is a block that stands beside the one before it.
    fn has_beside(&self, node: usize) -> bool {
        match self.nodes.get(node) {
            Some(Node::Block(index)) => self.blocks[*index].place == Place::Beside,
            _ => false,
        }
    }
}

fn inline(html: String) -> Event<'static> {
    Event::InlineHtml(CowStr::from(html))
}

/// A caption as HTML: words, emphasis and code; anything else stays as it was typed.
pub fn render_caption(caption: &str) -> String {
    use pulldown_cmark::TagEnd;
    let events = Parser::new_ext(caption, markdown::options()).filter_map(|event| match event {
        Event::Text(_) | Event::Code(_) => Some(event),
        Event::SoftBreak | Event::HardBreak => Some(Event::Text(" ".into())),
        Event::Start(Tag::Emphasis | Tag::Strong) => Some(event),
        Event::End(TagEnd::Emphasis | TagEnd::Strong) => Some(event),
        Event::InlineHtml(html) | Event::Html(html) => Some(Event::Text(html)),
        _ => None,
    });
    let mut text = String::new();
    html::push_html(&mut text, events);
    text.trim().to_owned()
}

/// What stands around the words of a claim that agrees, is contradicted as quoted, or could not
/// be checked; `note` says what exactly was asked, and `anchor` where the page lists it.
pub fn around_claim(class: &str, note: &str, anchor: &str) -> Around {
    let (class, note, anchor) = (escape(class), escape(note), escape(anchor));
    Around {
        open: format!("<a class=\"claim {class}\" href=\"#{anchor}\" title=\"{note}\">"),
        close: "</a>".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Diagnostics, SourceFile};

    fn page(body: &str) -> Page {
        let text = format!("+++\ntitle = \"T\"\n+++\n{body}");
        let mut complaints = Diagnostics::default();
        let page = Page::read(&SourceFile::new("content/a.md", text), &mut complaints);
        assert!(complaints.is_empty(), "{complaints:#?}");
        page.expect("the page can be read")
    }

    #[test]
    fn blocks_and_claims_are_put_in_their_places() {
        let page = page(
            "A *Bede* [has 9 moves](<claim: count(moves(bede, a1)) is 9>).\n\n\
             ```moves\npiece = \"bede\"\nat = \"a1\"\n```\n\n\
             ```moves\npiece = \"bede\"\nat = \"a2\"\nplace = \"beside\"\n```\n\nEnd.\n",
        );
        assert_eq!(page.claims[0].text, "count(moves(bede, a1)) is 9");
        assert_eq!(page.claims[0].words, "has 9 moves");
        assert_eq!(&page.file.text()[page.claims[0].span.range()], page.claims[0].text);
        let blocks = ["<b1/>\n".to_owned(), "<b2/>\n".to_owned()];
        let around = around_claim("agree", "a & b", "claim-1");
        assert_eq!(
            page.render(&blocks, &[around]),
            "<p>A <em>Bede</em> <a class=\"claim agree\" href=\"#claim-1\" title=\"a &amp; b\">\
             has 9 moves</a>.</p>\n<div class=\"row\">\n<b1/>\n<b2/>\n</div>\n<p>End.</p>\n"
        );
    }

    #[test]
    fn nothing_that_runs_comes_out() {
        let page = page(
            "## Hello <br> there {#x onclick=evil .c}\n\n| a | |\n|:-:|--:|\n| 1 | 2<sup>n</sup> |\n",
        );
        let html = page.render(&[], &[]);
        assert!(!html.contains("onclick") && !html.contains("style="), "{html}");
        assert!(html.contains("<h2 id=\"x\">") && html.contains("<td class=\"centre\">1</td>"));
        let head = "<th scope=\"col\" class=\"centre\">a</th><td class=\"right\"></td>";
        assert!(html.contains(head), "{html}");
    }

    #[test]
    fn addresses_are_those_of_links_that_lead_out_of_the_book() {
        let page = page("[a](https://a.example) [b](#b) <http://c.example/>\n\n## b\n");
        assert_eq!(page.addresses(), ["https://a.example", "http://c.example/"]);
    }

    #[test]
    fn captions_are_words() {
        assert_eq!(
            render_caption("a *b* `c` <script>"),
            "a <em>b</em> <code>c</code> &lt;script&gt;"
        );
    }
}
