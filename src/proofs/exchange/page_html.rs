//! Reads the diagrams of rule pages in HTML.

use std::cell::RefCell;
use std::ops::Range;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{Rawtext, Rcdata, ScriptData};
use html5ever::tokenizer::{
    BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use super::foreign_page::ReadDiagram;
use super::{MarkGroup, PageCell, PagePlacement};

/// Returns the diagrams with their offsets.
///
/// The page may be damaged: tags and values broken over lines, extra commas between attributes, tags
/// without a beginning. An HTML tokenizer reads it, and every `data-fen` outside comments and scripts
/// gives either a diagram or an error.
pub(super) fn read(text: &str, hidden: &[Range<usize>]) -> Vec<(usize, ReadDiagram)> {
    let diagram = |(at, raw): (usize, Option<RawDiagram>)| {
        let raw = raw.ok_or_else(|| "its tag is too damaged".to_owned());
        let help = "look for a quote or a `>` that is missing near it";
        (at, raw.and_then(|raw| read_diagram(&raw)).map_err(|why| (why, help)))
    };
    find(text, hidden).into_iter().map(diagram).collect()
}

/// The attributes of a diagram.
#[derive(Debug)]
struct RawDiagram {
    fen: String,
    marks: Option<String>,
}

/// Returns the offsets of all `data-fen`, each with its diagram if it can be read.
fn find(text: &str, hidden: &[Range<usize>]) -> Vec<(usize, Option<RawDiagram>)> {
    let mut tags = tokenize(text).into_iter().peekable();
    let mut found = Vec::new();
    for at in mentions(text).filter(|&at| !is_hidden(hidden, at)) {
        // The tokenizer gives no offsets, but its tags are in the order of the text.
        let tag = tags.next_if(|tag| begins_with_value(&text[at..], &tag.fen));
        found.push((at, tag.or_else(|| diagram_at(text, at))));
    }
    found
}

/// Returns the diagram whose attributes begin at an offset, even without the start of its tag.
fn diagram_at(text: &str, at: usize) -> Option<RawDiagram> {
    let text_after = &text[at + ATTRIBUTE.len()..];
    let end = mentions(text_after).next().map_or(text.len(), |next| at + ATTRIBUTE.len() + next);
    let tag = tokenize(&format!("<div {}", &text[at..end])).into_iter().next()?;
    begins_with_value(&text[at..], &tag.fen).then_some(tag)
}

/// Whether the first attribute in the text has this value.
fn begins_with_value(text: &str, value: &str) -> bool {
    // The text goes on for the rest of the page, so no more of it is read than the value has.
    fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
        let letters = text.chars().take_while(|c| !matches!(c, '&' | '\'' | '"' | ','));
        letters.filter(|c| !c.is_whitespace())
    }
    let rest = text[ATTRIBUTE.len()..].trim_start();
    let rest = rest.trim_start_matches('=').trim_start();
    let mut rest = letters(rest.trim_start_matches(['\'', '"']));
    letters(value).all(|letter| rest.next() == Some(letter))
}

/// Whether an offset is in one of the ranges, which are in order.
pub(super) fn is_hidden(hidden: &[Range<usize>], at: usize) -> bool {
    let after = hidden.partition_point(|range| range.end <= at);
    hidden.get(after).is_some_and(|range| range.contains(&at))
}

/// Returns the ranges of closed comments, scripts and style sheets of a page.
pub(super) fn hidden(text: &str) -> Vec<Range<usize>> {
    let folded = text.to_ascii_lowercase();
    let mut ranges = Vec::new();
    let mut from = 0;
    // The next place of each, which is searched again only when it is passed.
    let mut next = HIDING.map(|(open, close)| (folded.find(open), open, close));
    loop {
        for (start, open, _) in &mut next {
            if start.is_some_and(|start| start < from) {
                *start = folded[from..].find(*open).map(|at| from + at);
            }
        }
        let first = next.iter().filter_map(|&(start, _, close)| Some((start?, close))).min();
        let Some((start, end)) = first else { break };
        let Some(length) = folded[start..].find(end) else { break };
        from = start + length;
        ranges.push(start..from);
    }
    ranges
}

const HIDING: [(&str, &str); 3] = [("<!--", "-->"), ("<script", "</script"), ("<style", "</style")];

/// Returns the tags with a `data-fen` in order.
fn tokenize(text: &str) -> Vec<RawDiagram> {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(text));
    let tokenizer = Tokenizer::new(DiagramSink::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner()
}

#[derive(Debug, Default)]
struct DiagramSink(RefCell<Vec<RawDiagram>>);

impl TokenSink for DiagramSink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let Token::TagToken(tag) = token else { return TokenSinkResult::Continue };
        let value = |name: &str| {
            let attribute = tag.attrs.iter().find(|attribute| &*attribute.name.local == name);
            attribute.map(|attribute| attribute.value.to_string())
        };
        if let Some(fen) = value(ATTRIBUTE) {
            self.0.borrow_mut().push(RawDiagram { fen, marks: value("data-mks") });
        }
        match (tag.kind, &*tag.name) {
            (TagKind::StartTag, "script") => TokenSinkResult::RawData(ScriptData),
            (TagKind::StartTag, "style") => TokenSinkResult::RawData(Rawtext),
            (TagKind::StartTag, "title" | "textarea") => TokenSinkResult::RawData(Rcdata),
            _ => TokenSinkResult::Continue,
        }
    }
}

/// Reads a diagram.
fn read_diagram(raw: &RawDiagram) -> Result<(PagePlacement, Vec<MarkGroup>), String> {
    if raw.fen.contains('<') {
        return Err("its placement runs on into the next tag".to_owned());
    }
    // The first field is the placement of an undamaged FEN.
    let placement = placement(&raw.fen).or_else(|| fields(&raw.fen).into_iter().next());
    let cells = raw.marks.as_deref().map(names).unwrap_or_default();
    let marks = MarkGroup { sign: String::new(), cells };
    let marks = Some(marks).filter(|marks| !marks.cells.is_empty()).into_iter().collect();
    Ok((PagePlacement::Fen(placement.ok_or("it has no placement")?), marks))
}

/// Returns the placement at the start of a FEN that may be broken over lines anywhere.
///
/// It has as few of the fields as make all rows equally long.
fn placement(fen: &str) -> Option<String> {
    let fields = fields(fen);
    (1..=fields.len()).map(|count| fields[..count].concat()).find(|text| is_rectangle(text))
}

/// Returns the fields of a FEN before its data in braces, without white space around `/`.
fn fields(fen: &str) -> Vec<String> {
    let fen = fen.split('{').next().unwrap_or_default();
    let rows: Vec<&str> = fen.split('/').map(str::trim).collect();
    rows.join("/").split_whitespace().map(str::to_owned).collect()
}

/// Whether all rows are equally long, with a run of digits as one number or as several.
fn is_rectangle(placement: &str) -> bool {
    let board = placement.split('[').next().unwrap_or_default();
    [true, false].into_iter().any(|runs| {
        let mut widths = board.split('/').map(|row| width(row, runs));
        let first = widths.next().flatten();
        first.is_some() && widths.all(|width| width == first)
    })
}

fn width(row: &str, runs: bool) -> Option<u32> {
    // The number that was read last is not in the total yet: more of its digits may follow.
    let (mut total, mut number) = (0u32, 0u32);
    for c in row.chars() {
        let digit = c.to_digit(10);
        if !(runs && digit.is_some()) {
            total = total.saturating_add(std::mem::take(&mut number));
        }
        match digit {
            Some(digit) => number = number.saturating_mul(10).saturating_add(digit),
            None if c == '+' || c == '~' => {}
            None if c.is_alphabetic() || c == '*' => total = total.saturating_add(1),
            None => return None,
        }
    }
    Some(total.saturating_add(number)).filter(|&total| total > 0)
}

/// Returns the names in a list of cells.
fn names(marks: &str) -> Vec<PageCell> {
    let names = marks.split(|c: char| c == ',' || c == ';' || c.is_whitespace());
    let names = names.filter(|name| !matches!(*name, "" | "-"));
    names.map(|name| PageCell::Name(name.to_owned())).collect()
}

/// The attribute with which a diagram begins.
const ATTRIBUTE: &str = "data-fen";

/// Returns the offsets at which it is the name of an attribute.
fn mentions(text: &str) -> impl Iterator<Item = usize> + '_ {
    let bytes = text.as_bytes().windows(ATTRIBUTE.len()).enumerate();
    let names = bytes.filter(|(_, name)| name.eq_ignore_ascii_case(ATTRIBUTE.as_bytes()));
    names.map(|(at, _)| at).filter(|at| text[at + ATTRIBUTE.len()..].trim_start().starts_with('='))
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
        match &diagram.placement {
            PagePlacement::Fen(fen) => fen,
            PagePlacement::Grid { .. } => "",
        }
    }

    #[test]
    fn a_whole_diagram_is_read() {
        let text = "<p>\n<div data-fen='8/8/3N4 w 0' data-mks=\"b4,b6\"></div>\n<p>The knight.</p>";
        let (diagrams, diagnostics) = read(text);
        assert_eq!(diagnostics, [""; 0]);
        assert_eq!(fen(&diagrams[0]), "8/8/3N4");
        let cells = ["b4", "b6"].map(|name| PageCell::Name(name.to_owned()));
        assert_eq!(diagrams[0].marks[0].cells, cells);
        assert_eq!(line(text, &diagrams[0]), 2);
    }

    #[test]
    fn tags_broken_over_lines_are_read() {
        let text = "<div class=\n\"diag left\"\n data-fen='\n8/\n8/\n3N4/\n8 w\n0 {\n\"flags\":\n\
                    \"8888\"}',\n data-mks=\n\"b4,\nb6,,c3\">\n";
        let (diagrams, diagnostics) = read(text);
        assert_eq!(diagnostics, [""; 0]);
        assert_eq!(fen(&diagrams[0]), "8/8/3N4/8");
        assert_eq!(diagrams[0].marks[0].cells.len(), 3);
        assert_eq!(line(text, &diagrams[0]), 3);
    }

    #[test]
    fn rows_broken_in_the_middle_are_joined() {
        let (diagrams, _) = read("<div data-fen='8/3\nN4/8/\n 3p\n4 w 0'>");
        assert_eq!(fen(&diagrams[0]), "8/3N4/8/3p4");
        assert_eq!(diagrams[0].marks, []);
    }

    #[test]
    fn a_tag_whose_beginning_is_lost_is_read() {
        let text =
            "<div data-fen='3N4'></div>\n Both.\n data-fen='3B4,'\n data-mks='a1'>\nAlone.\n<h3>";
        let (diagrams, diagnostics) = read(text);
        assert_eq!(diagnostics, [""; 0]);
        assert_eq!(diagrams.len(), 2);
        assert_eq!(line(text, &diagrams[1]), 3);
        assert!(!diagrams[1].marks.is_empty());
    }

    #[test]
    fn errors_say_what_cannot_be_read() {
        let check = |text: &str, expected: &[&str]| assert_eq!(read(text).1, expected, "{text}");
        check("<div data-fen=''>", &["1: this diagram cannot be read: it has no placement"]);
        check("<div data-fen='8/8\n", &["1: this diagram cannot be read: its tag is too damaged"]);
        let runs_on = "this diagram cannot be read: its placement runs on into the next tag";
        check("<div data-fen='8/8\n<b data-fen='8/8'>", &[&format!("1: {runs_on}")]);
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
