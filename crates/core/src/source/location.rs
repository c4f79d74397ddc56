//! Locations in files, and texts with their locations.

use super::span::PieceStarts;
use super::{Code, Diagnostic, SourceFile, Span, suggestion};

/// A span of a file. One subject can be described in several files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// The file.
    pub file: SourceFile,
    /// The span of its text.
    pub span: Span,
}

impl Location {
    /// Returns the location of a span of a file.
    pub fn new(file: &SourceFile, span: Span) -> Location {
        Location { file: file.clone(), span }
    }

    /// Returns an error at this location.
    pub fn error(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, message).in_file(&self.file, self.span)
    }

    /// Returns a warning at this location.
    pub fn warning(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(code, message).in_file(&self.file, self.span)
    }

    /// Adds this location to a diagnostic: as a label if it is in the same file, else as a note.
    pub fn add_label(&self, diagnostic: Diagnostic, text: &str) -> Diagnostic {
        if diagnostic.path() == self.file.path() {
            return diagnostic.label(self.span, text);
        }
        let at = self.file.line_column(self.span.start);
        diagnostic.note(format!("{}:{}:{}: {text}", self.file.path(), at.line, at.column))
    }
}

/// A text from a file, or a part of one. Its location does not include quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceText {
    /// The text.
    pub value: String,
    /// Where it is written.
    pub location: Location,
    /// The lines of the text, if the file contains it without escapes. It may indent them.
    lines: Option<PieceStarts>,
}

impl SourceText {
    /// Returns a text that is written at a location.
    pub fn new(value: impl Into<String>, location: Location) -> SourceText {
        let value = value.into();
        let is_verbatim = location.file.text().get(location.span.range()) == Some(value.as_str());
        let lines = is_verbatim.then(|| PieceStarts(vec![(0, location.span.start)]));
        SourceText { value, location, lines }
    }

    /// A verbatim text whose lines may have lost their indentation.
    pub(super) fn with_lines(value: &str, location: Location, lines: PieceStarts) -> SourceText {
        SourceText { value: value.to_owned(), location, lines: Some(lines) }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.value
    }

    /// Returns the span in the file.
    pub fn span(&self) -> Span {
        self.location.span
    }

    /// Whether the file contains the text without escapes, so that parts of it have locations.
    pub fn is_verbatim(&self) -> bool {
        self.lines.is_some()
    }

    /// Returns an error about the whole text.
    pub fn error(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        self.location.error(code, message)
    }

    /// Returns an error about a text that should be one of the known ones. The help is the nearest
    /// of them, or all.
    pub fn unknown<'a>(
        &self,
        code: Code,
        message: impl Into<String>,
        known: impl IntoIterator<Item = &'a str, IntoIter: Clone>,
    ) -> Diagnostic {
        self.error(code, message).help(suggestion(&self.value, known))
    }

    /// Returns the error about a word that is not the name of a known `thing`, such as a side.
    pub fn unknown_name<'a>(
        &self,
        code: Code,
        thing: &str,
        known: impl IntoIterator<Item = &'a str, IntoIter: Clone>,
    ) -> Diagnostic {
        self.unknown(code, format!("no {thing} `{}`", self.value), known)
    }

    /// Returns a warning about the whole text.
    pub fn warning(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        self.location.warning(code, message)
    }

    /// Puts a diagnostic about a part of this text, or about all of it, into the file.
    pub fn locate(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        for label in &mut diagnostic.labels {
            label.span = self.span_of(label.span);
        }
        let span = diagnostic.span.map_or(self.span(), |part| self.span_of(part));
        diagnostic.in_file(&self.location.file, span)
    }

    /// Returns a part of the text by its bytes. It has the whole location if the text has escapes.
    pub fn part(&self, part: Span) -> SourceText {
        let location = Location::new(&self.location.file, self.span_of(part));
        SourceText::new(&self.value[part.range()], location)
    }

    /// Returns the span in the file of a part of the text.
    pub fn span_of(&self, part: Span) -> Span {
        self.lines.as_ref().map_or(self.span(), |lines| lines.span_in_file(part))
    }

    /// Returns the parts between these separators, trimmed, without empty parts.
    pub fn split(&self, separators: &[char]) -> Vec<SourceText> {
        self.split_by(|c| separators.contains(&c))
    }

    /// Returns the words, which are separated by white space or commas.
    pub fn words(&self) -> Vec<SourceText> {
        self.split_by(|c| c.is_whitespace() || c == ',')
    }

    /// Returns the words with one blank between.
    pub fn plain(&self) -> String {
        let words: Vec<String> = self.words().into_iter().map(|word| word.value).collect();
        words.join(" ")
    }

    /// Splits the text into names with commas between.
    pub fn names(&self) -> Vec<SourceText> {
        self.split_by(|c| c == ',')
    }

    /// Returns a part that was sliced out of [`value`](Self::value).
    pub fn sliced(&self, part: &str) -> SourceText {
        let start = part.as_ptr() as usize - self.value.as_ptr() as usize;
        self.part(Span::new(start, start + part.len()))
    }

    fn split_by(&self, is_separator: impl Fn(char) -> bool) -> Vec<SourceText> {
        let parts = self.value.split(is_separator).map(str::trim).filter(|part| !part.is_empty());
        parts.map(|part| self.sliced(part)).collect()
    }
}
