//! Renders the nodes of a page as HTML.

use pulldown_cmark::{CowStr, Event, Tag, html};

use super::directive::FigurePlacement;
use super::page::{Caption, Page, PageNode, value_sign};
use super::raw_html::escape;

/// What the rules add to the text of a page.
#[derive(Debug, Default)]
pub struct RenderedText {
    /// The [tag](claim_tag) before the words of each claim.
    pub claims: Vec<String>,
    /// Each value: the tag before it, and its words.
    pub values: Vec<(String, String)>,
}

impl RenderedText {
    /// Words of the page with the values in the places of their signs.
    pub fn filled(&self, words: &str) -> String {
        let mut filled = words.to_owned();
        for (index, (_, value)) in self.values.iter().enumerate() {
            if !words.is_ascii() {
                filled = filled.replace(value_sign(index), value);
            }
        }
        filled
    }
}

impl Caption {
    /// The caption as HTML.
    pub fn render(&self, text: &RenderedText) -> String {
        let events = self.0.iter().map(|node| inline_event(node, text));
        let mut html = String::new();
        html::push_html(&mut html, events);
        html.trim().to_owned()
    }

    /// The words alone.
    pub(super) fn plain(&self, text: &RenderedText) -> String {
        let words = self.0.iter().map(|node| match node {
            PageNode::Words(words, _) => words.as_str(),
            PageNode::Event(Event::Code(code)) => code,
            PageNode::Value { index, .. } => &text.values[*index].1,
            _ => "",
        });
        words.collect()
    }
}

impl Page {
    /// The text of the page as HTML, with each block.
    pub fn render(&self, blocks: &[String], text: &RenderedText) -> String {
        let mut events = Vec::with_capacity(self.body.nodes.len());
        let mut in_row = false;
        for (at, node) in self.body.nodes.iter().enumerate() {
            let event = match node {
                PageNode::Block(index) => {
                    let continues = self.is_side_by_side(at + 1);
                    let open = if continues && !in_row { "<div class=\"row\">\n" } else { "" };
                    let close = if in_row && !continues { "</div>\n" } else { "" };
                    in_row = continues;
                    Event::Html(CowStr::from(format!("{open}{}{close}", blocks[*index])))
                }
                node => inline_event(node, text),
            };
            events.push(event);
        }
        let mut html = String::new();
        html::push_html(&mut html, events.into_iter());
        html
    }

    /// The targets of the links to other sites, in order.
    pub fn addresses(&self) -> Vec<String> {
        let address = |node: &PageNode| match node {
            PageNode::Event(Event::Start(Tag::Link { dest_url, .. })) => {
                dest_url.starts_with("http").then(|| dest_url.to_string())
            }
            _ => None,
        };
        self.body.nodes.iter().filter_map(address).collect()
    }

    /// Whether the node is a block in one row with the block before it.
    fn is_side_by_side(&self, node: usize) -> bool {
        match self.body.nodes.get(node) {
            Some(PageNode::Block(index)) => {
                self.body.blocks[*index].placement == FigurePlacement::SideBySide
            }
            _ => false,
        }
    }
}

/// A part of a sentence as HTML.
fn inline_event(node: &PageNode, text: &RenderedText) -> Event<'static> {
    match node {
        PageNode::Words(words, _) => Event::Text(words.clone().into()),
        PageNode::Event(event) => event.clone(),
        PageNode::TableTag(tag, _)
        | PageNode::CertaintyStart(tag)
        | PageNode::CertaintyEnd(tag) => inline(tag),
        PageNode::ClaimStart(claim) => inline(&text.claims[*claim]),
        PageNode::ClaimEnd => inline("</a>"),
        PageNode::Value { index, in_link } => {
            let (tag, words) = &text.values[*index];
            match in_link {
                true => Event::Text(words.clone().into()),
                false => inline(&format!("{tag}{}</a>", escape(words))),
            }
        }
        PageNode::Block(_) => inline(""),
    }
}

fn inline(html: &str) -> Event<'static> {
    Event::InlineHtml(CowStr::from(html.to_owned()))
}

/// Returns the tag before the words of a claim.
///
/// `class` is its verdict, `note` its meaning, and `anchor` its entry in the list of checks, to which it leads
/// where a reader wants to see what is checked.
pub fn claim_tag(class: &str, note: &str, anchor: &str) -> String {
    let (class, note, anchor) = (escape(class), escape(note), escape(anchor));
    format!("<a class=\"claim {class}\" data-check=\"{anchor}\" title=\"{note}\">")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::ValueForm;
    use crate::source::{Diagnostics, SourceFile};

    fn page(body: &str) -> Page {
        let text = format!("+++\ntitle = \"T\"\n+++\n{body}");
        let mut diagnostics = Diagnostics::default();
        let page = Page::read(&SourceFile::new("content/a.md", text), &mut diagnostics);
        assert!(diagnostics.is_empty(), "{diagnostics:#?}");
        page.expect("the page can be read")
    }

    #[test]
    fn blocks_and_claims_are_put_in_their_places() {
        let page = page(
            "A *Bede* [has 9 moves](<claim: count(moves(bede, a1)) is 9>).\n\n\
             ```moves\npiece = \"bede\"\nat = \"a1\"\n```\n\n\
             ```moves\npiece = \"bede\"\nat = \"a2\"\nplace = \"beside\"\n```\n\nEnd.\n",
        );
        let claim = &page.body.claims[0].text;
        assert_eq!(claim.value, "count(moves(bede, a1)) is 9");
        assert_eq!(page.body.claims[0].sentence.words, "has 9 moves");
        assert_eq!(page.file.text()[claim.span().range()], claim.value);
        let blocks = ["<b1/>\n".to_owned(), "<b2/>\n".to_owned()];
        let tag = claim_tag("agree", "a & b", "claim-1");
        assert_eq!(
            page.render(&blocks, &RenderedText { claims: vec![tag], ..RenderedText::default() }),
            "<p>A <em>Bede</em> <a class=\"claim agree\" data-check=\"claim-1\" title=\"a &amp; b\">\
             has 9 moves</a>.</p>\n<div class=\"row\">\n<b1/>\n<b2/>\n</div>\n<p>End.</p>\n"
        );
    }

    #[test]
    fn attributes_of_headings_and_style_attributes_are_left_out() {
        let page = page(
            "## Hello <br> there {#x onclick=evil .c}\n\n| a | |\n|:-:|--:|\n| 1 | 2<sup>n</sup> |\n",
        );
        let html = page.render(&[], &RenderedText::default());
        assert!(!html.contains("onclick") && !html.contains("style="), "{html}");
        assert!(html.contains("<h2 id=\"x\">") && html.contains("<td class=\"centre\">1</td>"));
        let head = "<th scope=\"col\" class=\"centre\">a</th><td class=\"right\"></td>";
        assert!(html.contains(head), "{html}");
    }

    #[test]
    fn addresses_are_targets_on_other_sites() {
        let page = page("[a](https://a.example) [b](#b) <http://c.example/>\n\n## b\n");
        assert_eq!(page.addresses(), ["https://a.example", "http://c.example/"]);
    }

    #[test]
    fn captions_have_emphasis_code_values_and_no_html() {
        let page = page(
            "```setup\ncaption = \"a *b* `c` <script> `= words of chess: files`, [d](<claim: files is 8>)\"\n```\n",
        );
        let value = &page.body.values[0];
        assert_eq!((value.text.as_str(), value.form), ("files", ValueForm::Words));
        assert_eq!(page.file.text()[value.text.span().range()], value.text.value);
        let text = RenderedText {
            claims: vec!["<a>".into()],
            values: vec![("<a>".into(), "eight".into())],
        };
        assert_eq!(
            page.body.blocks[0].caption.render(&text),
            "a <em>b</em> <code>c</code> &lt;script&gt; <a>eight</a>, <a>d</a>"
        );
    }

    #[test]
    fn the_number_of_a_move_begins_no_list_in_a_caption() {
        let page = page("```setup\ncaption = \"1. e4 *e5*\"\n```\n");
        let caption = page.body.blocks[0].caption.render(&RenderedText::default());
        assert_eq!(caption, "1. e4 <em>e5</em>");
    }
}
