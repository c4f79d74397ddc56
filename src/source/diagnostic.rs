//! One error or warning.

use super::{Code, LineColumn, SourceFile, Span};

/// Error or warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The output would be wrong: nothing is written.
    Error,
    /// The author should check it.
    Warning,
}

/// A second place of a diagnostic, with a few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// Where, in the same file.
    pub span: Span,
    /// What is there.
    pub text: String,
}

/// One error or warning: what is wrong, where, and what to do about it.
///
/// The message is lower case without a full stop, with backticks around what the author typed.
/// [`render`](super::render()) renders it as text, the command line as JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The kind.
    pub code: Code,
    /// Error or warning.
    pub severity: Severity,
    /// The file, where there is one.
    pub file: Option<SourceFile>,
    /// Where in the file; `None` speaks of the file as a whole.
    pub span: Option<Span>,
    /// A few words right at the place, beside the caret.
    pub at: String,
    /// What is wrong.
    pub message: String,
    /// Other places in the same file.
    pub labels: Vec<Label>,
    /// Facts below the excerpt, a line each: sets of cells, a drawn board.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error with no place yet.
    pub fn error(code: Code, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity: Severity::Error,
            file: None,
            span: None,
            at: String::new(),
            message: message.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    /// A warning with no place yet.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    /// In that file, at that stretch.
    pub fn in_file(mut self, file: &SourceFile, span: Span) -> Self {
        self.file = Some(file.clone());
        self.span = Some(span);
        self
    }

    /// In that file as a whole.
    pub fn in_whole_file(mut self, file: &SourceFile) -> Self {
        self.file = Some(file.clone());
        self
    }

    /// At that stretch of a text. [`in_file`](Self::in_file), [`within`](Self::within) or
    /// [`SourceText::locate`](super::SourceText::locate) name the file later.
    pub fn at_span(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Puts a diagnostic about a text into the file that contains the text from byte `offset`.
    pub fn within(mut self, file: &SourceFile, offset: usize) -> Self {
        self.file = Some(file.clone());
        self.span = Some(self.span.unwrap_or_default().shifted(offset));
        for label in &mut self.labels {
            label.span = label.span.shifted(offset);
        }
        self
    }

    /// With a few words beside the caret.
    pub fn at(mut self, text: impl Into<String>) -> Self {
        self.at = text.into();
        self
    }

    /// With a second place.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// With a fact below the excerpt; may have several lines.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// With what to do about it.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The path of the file, or an empty text.
    pub fn path(&self) -> &str {
        self.file.as_ref().map_or("", SourceFile::path)
    }

    /// Line and column, where they are known.
    pub fn line_column(&self) -> Option<LineColumn> {
        Some(self.file.as_ref()?.line_column(self.span?.start))
    }
}
