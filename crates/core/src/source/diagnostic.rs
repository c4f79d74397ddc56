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

/// A second location of a diagnostic, with a short text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The span in the same file.
    pub span: Span,
    /// The text.
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
    /// The file, if there is one.
    pub file: Option<SourceFile>,
    /// The span in the file; `None` for the whole file.
    pub span: Option<Span>,
    /// A short text next to the caret.
    pub at: String,
    /// What is wrong.
    pub message: String,
    /// Other locations in the same file.
    pub labels: Vec<Label>,
    /// Facts below the excerpt: sets of cells, a drawn board.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// Whether something that could not be read may be its cause.
    pub is_follow_up: bool,
}

impl Diagnostic {
    /// Returns an error without a location.
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
            is_follow_up: false,
        }
    }

    /// Returns a warning without a location.
    pub fn warning(code: Code, message: impl Into<String>) -> Self {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, message) }
    }

    /// Sets the file and the span.
    pub fn in_file(mut self, file: &SourceFile, span: Span) -> Self {
        self.file = Some(file.clone());
        self.span = Some(span);
        self
    }

    /// Sets the file without a span.
    pub fn in_whole_file(mut self, file: &SourceFile) -> Self {
        self.file = Some(file.clone());
        self
    }

    /// Sets the span in a text. [`in_file`](Self::in_file), [`within`](Self::within) or
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

    /// Sets the text next to the caret.
    pub fn at(mut self, text: impl Into<String>) -> Self {
        self.at = text.into();
        self
    }

    /// Adds a second location.
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a fact below the excerpt, of one or more lines.
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Sets what to do about it.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Says that something that could not be read may be its cause.
    pub fn follow_up(self) -> Self {
        Diagnostic { is_follow_up: true, ..self }
    }

    /// Whether it is an error.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// Returns the path of the file, or an empty text.
    pub fn path(&self) -> &str {
        self.file.as_ref().map_or("", SourceFile::path)
    }

    /// Returns the line and the column, if they are known.
    pub fn line_column(&self) -> Option<LineColumn> {
        Some(self.file.as_ref()?.line_column(self.span?.start))
    }
}
