//! Reads the lines of a variant file: sections, keys and comments.

use crate::source::{Code, Diagnostics, SourceFile, SourceMap, SourceText, Span, limits};

/// A section: `[name]` or `[name:parent]`, and its keys.
#[derive(Debug, Clone)]
pub struct IniSection {
    /// The name.
    pub name: SourceText,
    /// The section or built-in variant that it inherits from.
    pub parent: Option<SourceText>,
    /// Keys and values, in the order written.
    pub entries: Vec<(SourceText, SourceText)>,
    /// Whether a line of it cannot be read.
    pub is_broken: bool,
}

/// Reads all sections. Reports lines that are neither a section, a key nor a comment.
pub fn parse_ini(file: &SourceFile, diagnostics: &mut Diagnostics) -> Vec<IniSection> {
    let map = SourceMap::whole(file);
    let part = |span: Span| SourceText::new(&map.text()[span.range()], map.location(span));
    let mut sections: Vec<IniSection> = Vec::new();
    if map.text().len() > limits::FILE {
        let message = format!("the file has more than {} bytes", limits::FILE);
        diagnostics.push(map.location(Span::new(0, 0)).error(Code::FileSize, message));
        return sections;
    }
    let mut start = 0;
    for line in map.text().split_inclusive('\n') {
        let span = trimmed(map.text(), Span::new(start, start + line.len()));
        start += line.len();
        let text = &map.text()[span.range()];
        if text.is_empty() || text.starts_with(['#', ';']) {
            continue;
        }
        if text.starts_with('[') {
            let Some(end) = text.find(']') else {
                let error = part(span).error(Code::VariantFile, "a section ends with `]`");
                diagnostics.push(error.help("[name:parent]"));
                continue;
            };
            let inner = Span::new(span.start + 1, span.start + end);
            let colon = map.text()[inner.range()].find(':').map(|at| inner.start + at);
            let name = trimmed(map.text(), Span::new(inner.start, colon.unwrap_or(inner.end)));
            let parent = colon.map(|at| part(trimmed(map.text(), Span::new(at + 1, inner.end))));
            let name = part(name);
            if let Some(known) = sections.iter().find(|known| known.name.value == name.value) {
                let message = format!("a second section `{}`", name.value);
                let error = name.error(Code::VariantFile, message).help("give it another name");
                diagnostics.push(known.name.location.add_label(error, "the first"));
            }
            let is_broken = sections.iter().any(|known| known.name.value == name.value);
            sections.push(IniSection { name, parent, entries: Vec::new(), is_broken });
            continue;
        }
        let (Some(equals), Some(section)) = (text.find('='), sections.last_mut()) else {
            let (message, help) = match text.find('=') {
                Some(_) => ("a key before the first section", "[name:chess]"),
                None => ("expected a key and its value", "maxRank = 8"),
            };
            diagnostics.push(part(span).error(Code::VariantFile, message).help(help));
            if let Some(section) = sections.last_mut() {
                section.is_broken = true;
            }
            continue;
        };
        let key = trimmed(map.text(), Span::new(span.start, span.start + equals));
        let value = trimmed(map.text(), Span::new(span.start + equals + 1, span.end));
        section.entries.push((part(key), part(value)));
    }
    sections
}

/// Returns the span without white space at both ends.
fn trimmed(text: &str, span: Span) -> Span {
    let inner = &text[span.range()];
    let start = span.start + (inner.len() - inner.trim_start().len());
    Span::new(start, start + inner.trim().len())
}
