//! A text that was taken out of a file, with the location of each line.

use super::span::PieceStarts;
use super::{Location, SourceFile, SourceText, Span};

/// A text that was taken out of a file, with the location of each line.
///
/// The body of a fenced block is the file's own text line by line. In a list or a quotation, each
/// line has lost its indentation.
#[derive(Debug, Clone)]
pub struct SourceMap {
    file: SourceFile,
    text: String,
    pieces: PieceStarts,
}

impl SourceMap {
    /// Returns an empty text at byte `at` of the file.
    pub fn empty(file: &SourceFile, at: usize) -> Self {
        SourceMap { file: file.clone(), text: String::new(), pieces: PieceStarts(vec![(0, at)]) }
    }

    /// Returns the text of a span of the file.
    pub fn stretch(file: &SourceFile, span: Span) -> Self {
        let text = file.text()[span.range()].to_owned();
        SourceMap { file: file.clone(), text, pieces: PieceStarts(vec![(0, span.start)]) }
    }

    /// Returns the text of the whole file.
    pub fn whole(file: &SourceFile) -> Self {
        SourceMap::stretch(file, Span::new(0, file.text().len()))
    }

    /// Adds a piece of text that begins at byte `at` of the file.
    pub fn push(&mut self, text: &str, at: usize) {
        self.pieces.0.push((self.text.len(), at));
        self.text.push_str(text);
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the file.
    pub fn file(&self) -> &SourceFile {
        &self.file
    }

    /// Returns the span of the file for a span of the text.
    pub fn span(&self, span: Span) -> Span {
        self.pieces.span_in_file(span)
    }

    /// Returns the location of a span of the text.
    pub fn location(&self, span: Span) -> Location {
        Location::new(&self.file, self.span(span))
    }

    /// Returns a part of the text with its location.
    pub fn part(&self, span: Span) -> SourceText {
        let text = &self.text[span.range()];
        SourceText::with_lines(text, self.location(span), self.lines_in(span))
    }

    /// Returns the lines of a span of the text, as pieces of it.
    fn lines_in(&self, span: Span) -> PieceStarts {
        let breaks = self.text[span.range()].match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(breaks);
        let in_file = |at: usize| self.pieces.byte_in_file(span.start + at);
        PieceStarts(lines.map(|at| (at, in_file(at))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_without_their_indentation_are_found_in_the_file() {
        let file = SourceFile::new("a.md", "- x\n\n  one\n  two\n");
        let mut map = SourceMap::empty(&file, 7);
        map.push("one\n", 7);
        map.push("two\n", 13);
        assert_eq!(map.text(), "one\ntwo\n");
        let two = map.span(Span::new(4, 7));
        assert_eq!(&file.text()[two.range()], "two");
        let both = map.span(Span::new(2, 5));
        assert_eq!(&file.text()[both.range()], "e\n  t");
    }
}
