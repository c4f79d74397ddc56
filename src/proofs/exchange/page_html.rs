//! What the readers of pages share: the text that is shown, and the tags and texts of HTML. Reads the diagrams of `data-fen`.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::iter::once;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use crate::notation::Placement;

use super::PageBoard;
use super::foreign_page::ReadDiagram;

/// The attribute with which a diagram begins.
const ATTRIBUTE: &str = "data-fen";
/// Beginnings and ends of what holds no diagrams.
const HIDING: [(&str, &str); 4] =
    [("<!--", "-->"), ("<script", "</script"), ("<style", "</style"), ("<nowiki>", "</nowiki>")];

/// Returns a page with blanks for comments, scripts and the like, if they are closed.
pub(super) fn shown(text: &str) -> String {
    without(text, &HIDING)
}

/// Returns a page with blanks for what is between these beginnings and ends.
pub(super) fn without(text: &str, hiding: &[(&str, &str)]) -> String {
    let folded = text.to_ascii_lowercase();
    let mut shown = String::new();
    let mut from = 0;
    for (at, _) in folded.match_indices('<') {
        let hiding = hiding.iter().find(|(open, _)| folded[at..].starts_with(open));
        let Some((_, close)) = hiding.filter(|_| at >= from) else { continue };
        let Some(length) = folded[at..].find(close) else { break };
        shown += &text[from..at];
        from = at + length + close.len();
        let blank = |byte| if byte == b'\n' { '\n' } else { ' ' };
        shown.extend(text[at..from].bytes().map(blank));
    }
    shown + &text[from..]
}

/// Returns the offsets of a word in small or capital letters, each with that of the next one or of the end.
pub(super) fn places(text: &str, word: &str) -> Vec<(usize, usize)> {
    let folded = text.to_ascii_lowercase();
    let starts: Vec<usize> = folded.match_indices(word).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain(once(text.len()));
    starts.iter().copied().zip(ends).collect()
}

/// A part of a page of HTML.
#[derive(Debug)]
pub(super) enum HtmlPart {
    /// A tag with its name and attributes.
    Tag { name: String, closes: bool, attributes: BTreeMap<String, String> },
    /// Text of one line between tags.
    Text(String),
}

/// Returns the tags and texts of a page, each with the number of the line on which it ends.
pub(super) fn html_parts(text: &str) -> Vec<(usize, HtmlPart)> {
    let tokenizer = Tokenizer::new(PartSink::default(), TokenizerOpts::default());
    let input = BufferQueue::default();
    for line in text.split_inclusive('\n') {
        tokenizer.sink.line.set(tokenizer.sink.line.get() + 1);
        input.push_back(StrTendril::from(line));
        let _ = tokenizer.feed(&input);
    }
    tokenizer.end();
    tokenizer.sink.parts.into_inner()
}

#[derive(Debug, Default)]
struct PartSink {
    line: Cell<usize>,
    parts: RefCell<Vec<(usize, HtmlPart)>>,
}

impl TokenSink for PartSink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let (line, mut parts) = (self.line.get(), self.parts.borrow_mut());
        match (token, parts.last_mut()) {
            (Token::TagToken(tag), _) => {
                let attributes = tag.attrs.iter();
                let attributes =
                    attributes.map(|it| (it.name.local.to_string(), it.value.to_string()));
                let closes = tag.kind == TagKind::EndTag;
                let (name, attributes) = (tag.name.to_string(), attributes.collect());
                parts.push((line, HtmlPart::Tag { name, closes, attributes }));
            }
            (Token::CharacterTokens(more), Some((last, HtmlPart::Text(text)))) if *last == line => {
                text.push_str(&more);
            }
            (Token::CharacterTokens(text), _) => {
                parts.push((line, HtmlPart::Text(text.to_string())));
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Returns the diagrams of `data-fen` with their offsets.
///
/// The page may be damaged: tags and values broken over lines, extra commas between attributes, tags
/// without a beginning. Every `data-fen` gives either a diagram or an error.
pub(super) fn read(text: &str) -> Vec<(usize, ReadDiagram)> {
    let mut before = 0;
    let mut found = Vec::new();
    for (at, end) in places(text, ATTRIBUTE) {
        if text[at + ATTRIBUTE.len()..].trim_start().starts_with('=') {
            let start = text[before..at].rfind('<').map_or(at, |length| before + length);
            found.push((at, read_tag([&text[start..end], &format!("<div {}", &text[at..end])])));
        }
        before = at;
    }
    found
}

/// Reads a tag from its text as it is, or else with another beginning.
fn read_tag(texts: [&str; 2]) -> ReadDiagram {
    let wrong = |why: &str| (why.to_owned(), "look for a quote or a `>` that is missing near it");
    let attributes = |part| match part {
        (_, HtmlPart::Tag { attributes, .. }) => Some(attributes),
        _ => None,
    };
    let tags = texts.iter().flat_map(|text| html_parts(text)).filter_map(attributes);
    let diagram = tags.filter_map(|mut tag| Some((tag.remove(ATTRIBUTE)?, tag.remove("data-mks"))));
    let (fen, marks) = { diagram }.next().ok_or_else(|| wrong("its tag is too damaged"))?;
    if fen.contains('<') {
        return Err(wrong("its placement runs on into the next tag"));
    }
    let placement = placement(&fen).ok_or_else(|| wrong("it has no placement"))?;
    let marks = marks.unwrap_or_default();
    let names = marks.split(|c: char| c == ',' || c == ';' || c.is_whitespace());
    let names = names.filter(|name| !matches!(*name, "" | "-")).map(str::to_owned);
    Ok(PageBoard::Fen { placement, marks: names.collect() })
}

/// Returns the placement at the start of a FEN that may be broken over lines anywhere.
///
/// It has as few of the fields as make all rows equally long, or else is the first field. Data in
/// braces are no part of it.
fn placement(fen: &str) -> Option<String> {
    let rows = fen.split('{').next()?.split('/').map(str::trim);
    let fen = rows.collect::<Vec<_>>().join("/");
    let fields: Vec<&str> = fen.split_whitespace().collect();
    let mut starts = (1..=fields.len()).map(|count| fields[..count].concat());
    let whole = starts.find(|text| Placement::parse(text, None).is_ok());
    whole.or_else(|| fields.first().map(|field| (*field).to_owned()))
}

#[cfg(test)]
mod tests {
    use crate::exchange::{PageDiagram, read_page};
    use crate::source::{Diagnostic, SourceFile};

    use super::*;

    fn read(text: &str) -> (Vec<PageDiagram>, Vec<String>) {
        let file = SourceFile::new("page.html", text);
        let (page, diagnostics) = read_page(&file);
        let diagrams = page.diagrams;
        let place =
            |d: Diagnostic| format!("{}: {}", d.line_column().map_or(0, |p| p.line), d.message);
        (diagrams, diagnostics.into_iter().map(place).collect())
    }

    fn line(text: &str, diagram: &PageDiagram) -> usize {
        SourceFile::new("page.html", text).line_column(diagram.span.start).line
    }

    fn fen(diagram: &PageDiagram) -> &str {
        match &diagram.board {
            PageBoard::Fen { placement, .. } => placement,
            PageBoard::Grid { .. } => "",
        }
    }

    fn marks(diagram: &PageDiagram) -> &[String] {
        match &diagram.board {
            PageBoard::Fen { marks, .. } => marks,
            PageBoard::Grid { .. } => &[],
        }
    }

    #[test]
    fn a_whole_diagram_is_read() {
        let text = "<p>\n<div data-fen='8/8/3N4 w 0' data-mks=\"b4,b6\"></div>\n<p>The knight.</p>";
        let (diagrams, diagnostics) = read(text);
        assert_eq!(diagnostics, [""; 0]);
        assert_eq!(fen(&diagrams[0]), "8/8/3N4");
        assert_eq!(marks(&diagrams[0]), ["b4", "b6"]);
        assert_eq!(line(text, &diagrams[0]), 2);
    }

    #[test]
    fn tags_broken_over_lines_are_read() {
        let text = "<div class=\n\"diag left\"\n data-fen='\n8/\n8/\n3N4/\n8 w\n0 {\n\"flags\":\n\
                    \"8888\"}',\n data-mks=\n\"b4,\nb6,,c3\">\n";
        let (diagrams, diagnostics) = read(text);
        assert_eq!(diagnostics, [""; 0]);
        assert_eq!(fen(&diagrams[0]), "8/8/3N4/8");
        assert_eq!(marks(&diagrams[0]).len(), 3);
        assert_eq!(line(text, &diagrams[0]), 3);
    }

    #[test]
    fn rows_broken_in_the_middle_are_joined() {
        let (diagrams, _) = read("<div data-fen='8/3\nN4/8/\n 3p\n4 w 0'>");
        assert_eq!(fen(&diagrams[0]), "8/3N4/8/3p4");
        assert_eq!(marks(&diagrams[0]), [""; 0]);
    }

    #[test]
    fn a_tag_whose_beginning_is_lost_is_read() {
        let text =
            "<div data-fen='3N4'></div>\n Both.\n data-fen='3B4,'\n data-mks='a1'>\nAlone.\n<h3>";
        let (diagrams, diagnostics) = read(text);
        assert_eq!(diagnostics, [""; 0]);
        assert_eq!(diagrams.len(), 2);
        assert_eq!(line(text, &diagrams[1]), 3);
        assert!(!marks(&diagrams[1]).is_empty());
    }

    #[test]
    fn errors_say_what_cannot_be_read() {
        let check = |text: &str, expected: &[&str]| assert_eq!(read(text).1, expected, "{text}");
        check("<div data-fen=''>", &["1: this diagram cannot be read: it has no placement"]);
        check("<div data-fen='8/8\n", &["1: this diagram cannot be read: its tag is too damaged"]);
        let runs_on = "this diagram cannot be read: its placement runs on into the next tag";
        check("<div data-fen='8/8\n<b title='x'>", &[&format!("1: {runs_on}")]);
    }

    #[test]
    fn comments_and_scripts_hold_no_diagrams() {
        let text = "<!-- <div data-fen='8/8'> -->\n<script>'data-fen=8'</script><div DATA-FEN=3N4>";
        let (diagrams, diagnostics) = read(text);
        assert_eq!((diagrams.len(), diagnostics.len()), (1, 0));
        assert_eq!(line(text, &diagrams[0]), 2);
        let (diagrams, diagnostics) = read("<!-- <div data-fen='8/8'>");
        assert_eq!((diagrams.len(), diagnostics.len()), (1, 0), "an open comment hides nothing");
    }
}
