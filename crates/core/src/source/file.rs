//! A source file, and lines and columns in it.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::{Code, Diagnostic, Span};

/// The text and the path of a file. A clone shares the text.
#[derive(Clone, PartialEq, Eq)]
pub struct SourceFile {
    inner: Arc<FileContents>,
}

struct FileContents {
    path: String,
    text: String,
    /// Found when a line is asked for: most files are read without a message about them.
    line_starts: OnceLock<Vec<usize>>,
}

impl PartialEq for FileContents {
    fn eq(&self, other: &FileContents) -> bool {
        (&self.path, &self.text) == (&other.path, &other.text)
    }
}

impl Eq for FileContents {}

/// A line and a column, both counted from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

impl SourceFile {
    /// Returns a file with this path, as messages show it, and this text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        let (path, text) = (path.into(), text.into());
        SourceFile { inner: Arc::new(FileContents { path, text, line_starts: OnceLock::new() }) }
    }

    /// Decodes UTF-8 without its byte order mark. The error points to the first wrong byte.
    pub fn decode(path: &str, bytes: Vec<u8>) -> Result<SourceFile, Diagnostic> {
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let file = SourceFile::new(path, String::from_utf8_lossy(error.as_bytes()));
            Diagnostic::error(Code::FileRead, "this file is not UTF-8 text")
                .in_file(&file, Span::new(at, at + char::REPLACEMENT_CHARACTER.len_utf8()))
                .at("the first byte that cannot be read")
                .help("save the file as UTF-8")
        })?;
        Ok(match text.strip_prefix('\u{feff}') {
            Some(text) => SourceFile::new(path, text),
            None => SourceFile::new(path, text),
        })
    }

    /// Returns the path as messages show it.
    pub fn path(&self) -> &str {
        &self.inner.path
    }

    /// Returns the whole text.
    pub fn text(&self) -> &str {
        &self.inner.text
    }

    /// The first byte of each line.
    fn line_starts(&self) -> &[usize] {
        self.inner.line_starts.get_or_init(|| {
            let ends = self.inner.text.match_indices('\n');
            std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect()
        })
    }

    /// Returns the line and the column of a byte. A byte after the end counts as the end.
    pub fn line_column(&self, byte: usize) -> LineColumn {
        let mut byte = byte.min(self.inner.text.len());
        while !self.inner.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let starts = self.line_starts();
        let line = starts.partition_point(|&start| start <= byte);
        let start = starts[line - 1];
        LineColumn { line, column: self.inner.text[start..byte].chars().count() + 1 }
    }

    /// Returns the span of the line with a byte, without its line break.
    pub fn line_at(&self, byte: usize) -> Span {
        self.line_span(self.line_starts().partition_point(|&start| start <= byte))
    }

    /// Returns the span of a line, counted from 1, without its line break; empty after the end.
    pub fn line_span(&self, line: usize) -> Span {
        let starts = self.line_starts();
        let Some(&start) = starts.get(line.wrapping_sub(1)) else {
            let end = self.inner.text.len();
            return Span::new(end, end);
        };
        let end = starts.get(line).map_or(self.inner.text.len(), |&next| next - 1);
        Span::new(start, start + self.inner.text[start..end].trim_end_matches('\r').len())
    }
}

impl fmt::Debug for SourceFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SourceFile({:?}, {} bytes)", self.inner.path, self.inner.text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_characters_count_from_one() {
        let file = SourceFile::new("a.toml", "one\ntwö three\r\n\nend");
        assert_eq!(file.line_column(0), LineColumn { line: 1, column: 1 });
        assert_eq!(file.line_column(4), LineColumn { line: 2, column: 1 });
        assert_eq!(file.line_column(9), LineColumn { line: 2, column: 5 });
        assert_eq!(file.line_column(999), LineColumn { line: 4, column: 4 });
        assert_eq!(&file.text()[file.line_span(2).range()], "twö three");
        assert_eq!(&file.text()[file.line_span(4).range()], "end");
        assert_eq!(file.line_span(9), Span::new(20, 20));
    }
}
