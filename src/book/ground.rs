use crate::source::{Diagnostic, SourceFile, Span};

/// Where a text that was lifted out of a file lies in it.
///
/// The body of a fenced block is the file's own text line by line; inside a list or a quotation
/// each line has lost its indentation. A position in the body is found again line by line.
#[derive(Debug, Clone)]
pub struct Ground {
    file: SourceFile,
    text: String,
    // Where a piece of the text begins in the text, and where in the file; in order.
    pieces: Vec<(usize, usize)>,
}

impl Ground {
    /// Nothing yet; `at` is where the text would stand.
    pub fn empty(file: &SourceFile, at: usize) -> Self {
        Ground { file: file.clone(), text: String::new(), pieces: vec![(0, at)] }
    }

    /// A stretch of the file as it stands there.
    pub fn stretch(file: &SourceFile, span: Span) -> Self {
        let text = file.text()[span.range()].to_owned();
        Ground { file: file.clone(), text, pieces: vec![(0, span.start)] }
    }

    /// Adds a piece of text that stands in the file at `at`.
    pub fn push(&mut self, text: &str, at: usize) {
        self.pieces.push((self.text.len(), at));
        self.text.push_str(text);
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The file that it stands in.
    pub fn file(&self) -> &SourceFile {
        &self.file
    }

    /// The place in the file of a place in the text.
    pub fn place(&self, at: usize) -> usize {
        let next = self.pieces.partition_point(|&(start, _)| start <= at);
        let (start, in_file) = self.pieces[next - 1];
        in_file + (at - start)
    }

    /// The stretch of the file that a stretch of the text is.
    pub fn span(&self, span: Span) -> Span {
        if span.start >= span.end {
            let at = self.place(span.start);
            return Span::new(at, at);
        }
        // The end is the place after the last byte, so that a lost indentation is not included.
        Span::new(self.place(span.start), self.place(span.end - 1) + 1)
    }

    /// A complaint about a stretch of the text, placed in the file.
    pub fn complain(&self, diagnostic: Diagnostic, span: Span) -> Diagnostic {
        diagnostic.in_file(&self.file, self.span(span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_lost_their_indentation_are_found_again() {
        let file = SourceFile::new("a.md", "- x\n\n  one\n  two\n");
        let mut ground = Ground::empty(&file, 7);
        ground.push("one\n", 7);
        ground.push("two\n", 13);
        assert_eq!(ground.text(), "one\ntwo\n");
        let two = ground.span(Span::new(4, 7));
        assert_eq!(&file.text()[two.range()], "two");
        let both = ground.span(Span::new(2, 5));
        assert_eq!(&file.text()[both.range()], "e\n  t");
    }
}
