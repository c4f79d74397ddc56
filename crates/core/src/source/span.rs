//! Spans of text.

use std::ops::Range;

/// A range of bytes of a text: `start` inclusive, `end` exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// Returns the span from `start` to before `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// Returns the span moved forward by a number of bytes.
    ///
    /// It turns a span of a text into one of the file in which the text begins at that byte.
    pub fn shifted(self, by: usize) -> Self {
        Span { start: self.start + by, end: self.end + by }
    }

    /// Returns the smallest span that contains both.
    pub fn to(self, other: Span) -> Self {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the range to slice the text with.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }
}

/// The starts of the pieces of a text, each in the text and in its file, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PieceStarts(pub Vec<(usize, usize)>);

impl PieceStarts {
    /// Returns the byte of the file for a byte of the text.
    pub fn byte_in_file(&self, at: usize) -> usize {
        let next = self.0.partition_point(|&(start, _)| start <= at);
        let (start, in_file) = self.0[next - 1];
        in_file + (at - start)
    }

    /// Returns the span of the file for a span of the text.
    pub fn span_in_file(&self, span: Span) -> Span {
        let start = self.byte_in_file(span.start);
        // The end follows the last byte, so that the indentation of the next line is not included.
        let is_empty = span.start >= span.end;
        Span::new(start, if is_empty { start } else { self.byte_in_file(span.end - 1) + 1 })
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Span { start: range.start, end: range.end }
    }
}

/// A value and the span where it is written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// The span where it is written.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Returns a value with its span.
    pub fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }
}
