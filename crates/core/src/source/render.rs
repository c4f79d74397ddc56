//! Diagnostics as text.

use std::fmt::Write;
use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Diagnostic, Severity, SourceFile, Span, printable};

/// Returns a diagnostic as text: code, message, location, the line with a caret, facts and help.
///
/// There is no line break at the end. `colour` adds terminal escapes.
pub fn render(diagnostic: &Diagnostic, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(printable(&diagnostic.message)).id(diagnostic.code.word());
    let mut group = Group::with_title(title);
    if let (Some(file), Some(span)) = (&diagnostic.file, diagnostic.span) {
        let primary = annotation(AnnotationKind::Primary, file, span, &diagnostic.at);
        let labels = diagnostic.labels.iter();
        let labels =
            labels.map(|label| annotation(AnnotationKind::Context, file, label.span, &label.text));
        let snippet = Snippet::source(printable(file.text())).path(printable(file.path()));
        group = group.element(snippet.annotation(primary).annotations(labels));
    }
    let mut text = renderer.render(&[group]).to_string();
    if diagnostic.span.is_none() && !diagnostic.path().is_empty() {
        let _ = write!(text, "\n  --> {}", printable(diagnostic.path()));
    }
    for note in &diagnostic.notes {
        for line in note.lines() {
            text.push_str("\n  ");
            text.push_str(&printable(line));
        }
    }
    if let Some(help) = &diagnostic.help {
        let _ = write!(text, "\n  hint: {}", printable(help));
    }
    // The renderer pads lines with blanks.
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}

fn annotation<'a>(
    kind: AnnotationKind,
    file: &SourceFile,
    span: Span,
    text: &'a str,
) -> Annotation<'a> {
    let label = (!text.is_empty()).then(|| printable(text));
    kind.span(shown_range(file.text(), span)).label(label)
}

/// Returns the span in whole characters. An empty span becomes the next character, because it
/// would have no caret.
fn shown_range(text: &str, span: Span) -> Range<usize> {
    let up = |at: usize| (at..text.len()).find(|&at| text.is_char_boundary(at));
    let start = up(span.start).unwrap_or(text.len());
    let end = up(span.end.max(start + 1)).unwrap_or(text.len());
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Code, SourceFile, Span};

    #[test]
    fn a_diagnostic_shows_its_line_and_a_caret() {
        let file = SourceFile::new("variants/griffin.toml", "format = 1\nmove = \"FmE\"\n");
        let error = Diagnostic::error(Code::BetzaAtom, "`E` is not an atom")
            .in_file(&file, Span::new(21, 22))
            .at("expected an atom here")
            .note("missing: h5")
            .help("atoms are W F D");
        let expected = "\
error[betza-atom]: `E` is not an atom
 --> variants/griffin.toml:2:11
  |
2 | move = \"FmE\"
  |           ^ expected an atom here
  missing: h5
  hint: atoms are W F D";
        assert_eq!(render(&error, false), expected);
    }

    #[test]
    fn an_empty_span_shows_the_next_character() {
        let file = SourceFile::new("a.toml", "W½");
        let carets = [(0, "^"), (1, " ^"), (2, "  ^"), (3, "  ^"), (9, "  ^")];
        for (at, caret) in carets {
            let error = Diagnostic::error(Code::BetzaAtom, "no").in_file(&file, Span::new(at, at));
            let drawn = render(&error, false);
            assert_eq!(drawn.lines().last(), Some(format!("  | {caret}").as_str()), "{at}");
        }
    }
}
