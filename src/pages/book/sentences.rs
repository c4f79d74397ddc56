//! The sentences of a page, with what stands behind each part of them.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::source::{SourceFile, Span};

use super::page::{Page, PageNode};
use super::render::RenderedText;

/// What stands behind words of a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// A claim, by its index in [`PageBody::claims`](super::PageBody::claims).
    Claim(usize),
    /// The rules, which print the words.
    Value,
    /// The certainty of a part of the sentence.
    Certainty,
    /// Nothing: they are a heading, code, or the words of a link to another site.
    Name,
    /// Nothing.
    Bare,
}

/// A sentence of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sentence {
    /// Its words.
    pub words: String,
    /// The block whose caption has it, by its index in [`PageBody::blocks`](super::PageBody::blocks).
    pub block: Option<usize>,
    /// Where in `words` each part begins, the place of the part, and what stands behind it.
    parts: Vec<(usize, Span, Standing)>,
}

impl Sentence {
    /// The place of words of the sentence in its file, and what stands behind them.
    pub fn behind(&self, words: &Range<usize>, file: &SourceFile) -> Option<(Span, Standing)> {
        let is_before = |part: &&(usize, Span, Standing)| part.0 <= words.start;
        let (start, span, standing) = *self.parts.iter().rfind(is_before)?;
        // Signs of Markdown between the words put them further back.
        let from = span.start + words.start - start;
        let rest = file.text().get(from..span.end);
        let at = rest.and_then(|rest| Some(from + rest.find(&self.words[words.clone()])?));
        let place = at.map_or(span, |at| Span::new(at, at + words.len()));
        let is_certain = { &self.parts }.iter().any(|(.., it)| *it == Standing::Certainty);
        let is_covered = standing == Standing::Bare && is_certain;
        Some((place, if is_covered { Standing::Certainty } else { standing }))
    }

    fn is_over(&self) -> bool {
        self.words.trim_end_matches(['"', '”', '’', ')']).ends_with(['.', '!', '?'])
    }
}

impl Page {
    /// The sentences of the description, of the text and of the captions.
    pub fn sentences(&self, text: &RenderedText) -> Vec<Sentence> {
        let (sentences, sentence) = (Vec::new(), Sentence::default());
        let mut reader =
            SentenceReader { page: self, text, sentences, sentence, standing: Standing::Bare };
        match (&self.body.head[1], &self.front_matter.description) {
            (Some(caption), _) => reader.read(&caption.0),
            (None, Some(words)) => reader.add(&words.value, words.span()),
            (None, None) => {}
        }
        reader.read(&self.body.nodes);
        for (index, block) in self.body.blocks.iter().enumerate() {
            reader.sentence.block = Some(index);
            reader.read(&block.caption.0);
        }
        reader.sentences
    }
}

struct SentenceReader<'a> {
    page: &'a Page,
    text: &'a RenderedText,
    sentences: Vec<Sentence>,
    sentence: Sentence,
    /// What stands behind the words that come next.
    standing: Standing,
}

impl SentenceReader<'_> {
    /// Reads nodes that end with a sentence.
    fn read(&mut self, nodes: &[PageNode]) {
        for node in nodes {
            match node {
                PageNode::Words(words, span) => self.add(words, *span),
                PageNode::Value { index, .. } => {
                    let words = &self.text.values[*index].1;
                    let before = std::mem::replace(&mut self.standing, Standing::Value);
                    self.add(words, self.page.body.values[*index].text.span());
                    self.standing = before;
                }
                PageNode::ClaimStart(index) => self.standing = Standing::Claim(*index),
                PageNode::CertaintyStart(_) => self.standing = Standing::Certainty,
                PageNode::ClaimEnd | PageNode::CertaintyEnd(_) => self.standing = Standing::Bare,
                PageNode::Block(_) => self.end(),
                PageNode::TableTag(_, claim) => {
                    self.end();
                    self.standing = claim.map_or(Standing::Bare, Standing::Claim);
                }
                PageNode::Event(event) => self.event(event),
            }
        }
        self.end();
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::SoftBreak | Event::HardBreak => self.add(" ", Span::default()),
            // Notation counts as little as what it stands beside.
            Event::Code(_) => self.sentence.words.push('`'),
            Event::Start(Tag::Link { dest_url, .. }) if dest_url.starts_with("http") => {
                self.standing = Standing::Name;
            }
            Event::End(TagEnd::Link) => self.standing = Standing::Bare,
            Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. })
            | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough) => {}
            Event::Start(tag) => {
                self.end();
                let is_heading = matches!(tag, Tag::Heading { .. });
                self.standing = if is_heading { Standing::Name } else { Standing::Bare };
            }
            Event::End(_) => {
                self.end();
                self.standing = Standing::Bare;
            }
            _ => {}
        }
    }

    /// Adds words, sentence by sentence.
    fn add(&mut self, words: &str, span: Span) {
        let mut at = 0;
        while at < words.len() {
            let rest = &words[at..];
            if self.sentence.is_over() && rest.starts_with(char::is_whitespace) {
                self.end();
            }
            let is_end = |(end, sign): &(usize, char)| {
                sign.is_whitespace() && rest[..*end].ends_with(['.', '!', '?', ')', '”', '"'])
            };
            let length = rest.char_indices().find(is_end).map_or(rest.len(), |(end, _)| end);
            let length = length.max(rest.chars().next().map_or(0, char::len_utf8));
            let place = Span::new((span.start + at).min(span.end), span.end);
            self.sentence.parts.push((self.sentence.words.len(), place, self.standing));
            self.sentence.words.push_str(&rest[..length]);
            at += length;
        }
    }

    fn end(&mut self) {
        let next = Sentence { block: self.sentence.block, ..Sentence::default() };
        let sentence = std::mem::replace(&mut self.sentence, next);
        if !sentence.words.trim().is_empty() {
            self.sentences.push(sentence);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Diagnostics, SourceFile};

    #[test]
    fn each_part_of_a_sentence_has_its_standing() {
        let text = "+++\ntitle = \"8\"\ndescription = \"Has 1.\"\n+++\n## Two\n\n\
            It has [3](<claim: files is 3>) of 4. [By 5. Or 6](<derived: x>), 7\n(8). \
            [Nine](https://a.example).\n\n| a 10 | 11 |\n|---|---|\n| *1*2 | \\*13 |\n";
        let file = SourceFile::new("content/a.md", text);
        let page = Page::read(&file, &mut Diagnostics::default()).expect("it has a title");
        let text = RenderedText { claims: vec![String::new()], ..RenderedText::default() };
        let found: Vec<String> = page.sentences(&text).iter().map(shown).collect();
        assert_eq!(
            found,
            [
                "Has 1.|Bare",
                "Two|Name",
                "It has 3 of 4.|Bare Claim(0) Bare",
                " By 5.|Bare Certainty",
                " Or 6, 7 (8).|Certainty Bare Bare Bare",
                " Nine.|Bare Name Bare",
                "a 10|Bare",
                "11|Bare",
                "12|Bare Bare",
                "*13|Bare",
            ]
        );
    }

    fn shown(sentence: &Sentence) -> String {
        let standings: Vec<String> =
            sentence.parts.iter().map(|(.., standing)| format!("{standing:?}")).collect();
        format!("{}|{}", sentence.words, standings.join(" "))
    }
}
