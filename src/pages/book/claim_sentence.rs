//! What a sentence says before and after a claim.

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::claim::ClaimSentence;

use super::markdown::Events;
use super::page::PageNode;

/// How many bytes before a claim are read at most: a paragraph can have thousands of claims.
const MOST_BEFORE: usize = 400;

/// Returns the words of a claim with what stands around them. `rest` begins with the words.
pub(super) fn around(words: String, nodes: &[PageNode], rest: &Events) -> ClaimSentence {
    ClaimSentence { before: text_before(nodes), words, after: text_after(rest) }
}

/// Returns what a paragraph, an entry of a list or a row of a table says so far, also in links.
fn text_before(nodes: &[PageNode]) -> String {
    let mut before = String::new();
    for node in nodes.iter().rev() {
        match node {
            PageNode::Words(words, _) => {
                let start = words.len().saturating_sub(MOST_BEFORE);
                let start = (start..).find(|at| words.is_char_boundary(*at)).unwrap_or(start);
                before.insert_str(0, &words[start..]);
            }
            PageNode::TableTag(tag, _) if !tag.starts_with("<tr") => before.insert_str(0, "; "),
            PageNode::Event(Event::SoftBreak) => before.insert(0, ' '),
            PageNode::Event(
                Event::Start(Tag::Emphasis | Tag::Strong | Tag::Link { .. })
                | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Link),
            )
            | PageNode::ClaimStart(_)
            | PageNode::ClaimEnd
            | PageNode::CertaintyStart(_)
            | PageNode::CertaintyEnd(_) => {}
            _ => break,
        }
        if before.len() >= MOST_BEFORE {
            break;
        }
    }
    before
}

/// Returns what stands behind a link up to the next one.
fn text_after(rest: &Events) -> String {
    let events = rest.iter().map(|(event, _)| event);
    let events = events.skip_while(|event| **event != Event::End(TagEnd::Link)).skip(1);
    let mut after = String::new();
    for event in events {
        match event {
            Event::Text(words) => after.push_str(words),
            Event::SoftBreak => after.push(' '),
            Event::Start(Tag::Emphasis | Tag::Strong)
            | Event::End(TagEnd::Emphasis | TagEnd::Strong) => {}
            _ => break,
        }
    }
    after
}

#[cfg(test)]
mod tests {
    use super::super::page::Page;
    use crate::source::{Diagnostics, SourceFile};

    #[test]
    fn of_a_long_paragraph_a_claim_reads_its_end() {
        let text = "é [x](<claim: files is 8>) ".repeat(500);
        let file = SourceFile::new("content/a.md", format!("+++\ntitle = \"T\"\n+++\n{text}\n"));
        let page = Page::read(&file, &mut Diagnostics::default()).expect("it has a title");
        let last = &page.body.claims[499].sentence.before;
        assert!(
            (super::MOST_BEFORE..2 * super::MOST_BEFORE).contains(&last.len()),
            "{}",
            last.len()
        );
    }

    #[test]
    fn a_claim_knows_what_stands_around_it() {
        for (text, before, after) in [
            ("A *Rook*\non d4 has [x] from d4.", "A Rook on d4 has ", " from d4."),
            ("First.\n\nThe [Rook](b.md) has [x], and [y](c.md)", "The Rook has ", ", and "),
            ("| A | B |\n|---|---|\n| Rook | [x] |", "Rook; ; ", ""),
            ("- The King.\n- **Rook**: [x]", "Rook: ", ""),
        ] {
            let text = text.replace("[x]", "[x](<claim: files is 8>)");
            let file =
                SourceFile::new("content/a.md", format!("+++\ntitle = \"T\"\n+++\n{text}\n"));
            let page = Page::read(&file, &mut Diagnostics::default()).expect("it has a title");
            let sentence = &page.body.claims[0].sentence;
            assert_eq!(
                (sentence.before.trim_start_matches("; "), &*sentence.after),
                (before, after)
            );
        }
    }
}
