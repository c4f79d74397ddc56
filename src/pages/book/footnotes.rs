//! Footnotes, which stand at the end of the page, and labels that no line defines.

use std::collections::BTreeMap;

use pulldown_cmark::{BrokenLink, Event, LinkType, Tag, TagEnd};

use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, Span};

use super::page::PageNode;

/// Moves footnotes to the end of the page, in the order of the references to them. Warns of those without.
pub(super) fn footnotes_last(
    nodes: Vec<PageNode>,
    file: &SourceFile,
    diagnostics: &mut Diagnostics,
) -> Vec<PageNode> {
    diagnostics.extend(uncalled_footnotes(&nodes, file));
    let mut order: BTreeMap<String, usize> = BTreeMap::new();
    let (mut text, mut notes) = (Vec::new(), Vec::new());
    let mut note: Option<(String, Vec<PageNode>)> = None;
    for node in nodes {
        if let PageNode::Event(Event::FootnoteReference(label)) = &node {
            let next = order.len();
            order.entry(label.to_string()).or_insert(next);
        }
        if let PageNode::Event(Event::Start(Tag::FootnoteDefinition(label))) = &node {
            note = Some((label.to_string(), Vec::new()));
        }
        let ends = matches!(node, PageNode::Event(Event::End(TagEnd::FootnoteDefinition)));
        match &mut note {
            Some((_, nodes)) => nodes.push(node),
            None => text.push(node),
        }
        if ends {
            notes.extend(note.take());
        }
    }
    notes.sort_by_key(|(label, _)| order.get(label).copied());
    text.extend(notes.into_iter().flat_map(|(_, nodes)| nodes));
    text
}

/// The warnings about footnotes that no text calls, so that readers never see them.
fn uncalled_footnotes(nodes: &[PageNode], file: &SourceFile) -> Vec<Diagnostic> {
    let is_called = |label: &str| {
        nodes.iter().any(
            |node| matches!(node, PageNode::Event(Event::FootnoteReference(it)) if **it == *label),
        )
    };
    let warning = |node: &PageNode| {
        let PageNode::Event(Event::Start(Tag::FootnoteDefinition(label))) = node else {
            return None;
        };
        let begin = format!("[^{label}]");
        let at = file.text().find(&format!("\n{begin}:"))? + 1;
        let warning =
            Diagnostic::warning(Code::Text, "no text calls this footnote: it is not shown")
                .help(format!("write `{begin}` behind the words to which it belongs"));
        (!is_called(label)).then(|| warning.in_file(file, Span::new(at, at + begin.len())))
    };
    nodes.iter().filter_map(warning).collect()
}

/// The error of a reference that Markdown reads as plain text.
pub(super) fn unread_footnote(text: &str, file: &SourceFile, span: Span) -> Option<Diagnostic> {
    let start = span.start + file.text()[span.range()].find("[^").unwrap_or(0);
    let found = Span::new(start, (start + 2).min(span.end));
    let error = Diagnostic::error(Code::LinkBroken, "no line says what this footnote is");
    let label = file.text()[start..].split_once(']').map_or("[^1", |(label, _)| label);
    let label = format!("{label}]");
    let begins = |line: &&str| line.starts_with("[^");
    let lines = || file.text().lines().filter(begins);
    let without_colon = lines().find(|line| line.starts_with(&format!("{label} ")));
    let is_called = |known: &str| file.text().matches(known).count() > 1;
    let known = lines().filter_map(|line| Some(line.split_once(':')?.0)).find(|it| !is_called(it));
    let plain = label.replacen('^', "", 1) + ":";
    let lost = file.text().lines().any(|line| line.starts_with(&plain));
    let help = match (without_colon, known) {
        _ if lost => format!("the line `{plain}` has lost its `^`: write `{label}: ...`"),
        (Some(_), _) => format!("a colon is missing at the line with its text: `{label}: ...`"),
        (None, Some(known)) => format!("did you mean `{known}`, which no text calls?"),
        _ => format!("add a line `{label}: ...`"),
    };
    let error = error.in_file(file, found).help(help);
    text.contains("[^").then_some(error)
}

/// The error of a link by a label without a definition, which Markdown reads as plain text.
pub(super) fn undefined_label_error(
    file: &SourceFile,
    start: usize,
    link: &BrokenLink,
) -> Option<Diagnostic> {
    if !matches!(link.link_type, LinkType::Reference | LinkType::Collapsed) {
        return None;
    }
    let message = format!("no line says what the link `[{}]` is", link.reference);
    let span = Span::from(link.span.clone()).shifted(start);
    let help = format!("add a line `[{}]: ...`", link.reference);
    Some(Diagnostic::error(Code::LinkBroken, message).in_file(file, span).help(help))
}
