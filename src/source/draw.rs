use std::fmt::Write;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::{Diagnostic, Severity};

/// A complaint as a person reads it: code, message, place, the line itself with a caret, facts,
/// and what to do. No line break at the end.
///
/// `colour` adds terminal escapes.
pub fn draw(diagnostic: &Diagnostic, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let renderer = renderer.decor_style(DecorStyle::Ascii);
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(&*diagnostic.message).id(diagnostic.code.word());
    let mut group = Group::with_title(title);
    if let (Some(file), Some(span)) = (&diagnostic.file, diagnostic.span) {
        // An empty stretch would draw no caret: show the character that it stands before.
        let end = file.text().len();
        let start = span.start.min(end);
        let shown = start..span.end.clamp(start, end).max((start + 1).min(end));
        let mut snippet = Snippet::source(file.text())
            .path(file.path())
            .annotation(AnnotationKind::Primary.span(shown).label(some(&diagnostic.at)));
        for label in &diagnostic.labels {
            snippet = snippet.annotation(
                AnnotationKind::Context.span(label.span.range()).label(some(&label.text)),
            );
        }
        group = group.element(snippet);
    }
    let mut text = renderer.render(&[group]).to_string();
    if diagnostic.span.is_none() && !diagnostic.path().is_empty() {
        let _ = write!(text, "\n  --> {}", diagnostic.path());
    }
    for note in &diagnostic.notes {
        for line in note.lines() {
            text.push_str("\n  ");
            text.push_str(line);
        }
    }
    if let Some(help) = &diagnostic.help {
        let _ = write!(text, "\n  hint: {help}");
    }
    // The renderer pads with blanks; nobody wants them in a log or in a golden file.
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n")
}

fn some(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Code, SourceFile, Span};

    #[test]
    fn a_complaint_shows_its_line_and_a_caret() {
        let file = SourceFile::new("variants/griffin.toml", "format = 1\nmove = \"FmE\"\n");
        let complaint = Diagnostic::error(Code::BetzaAtom, "`E` is not an atom")
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
        assert_eq!(draw(&complaint, false), expected);
    }
}
