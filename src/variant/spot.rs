use crate::source::{Code, Diagnostic, SourceFile, Span};

use super::old_words;

/// Where something was written: a relative and its parents lie in several files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spot {
    pub file: SourceFile,
    pub span: Span,
}

impl Spot {
    pub fn new(file: &SourceFile, span: Span) -> Spot {
        Spot { file: file.clone(), span }
    }

    /// An error at this place.
    pub fn error(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, message).in_file(&self.file, self.span)
    }

    /// A warning at this place.
    pub fn warning(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::warning(code, message).in_file(&self.file, self.span)
    }

    /// Adds this place to a complaint: as a label where it lies in the same file, else in words.
    pub fn beside(&self, complaint: Diagnostic, text: &str) -> Diagnostic {
        if complaint.path() == self.file.path() {
            return complaint.label(self.span, text);
        }
        let place = self.file.place(self.span.start);
        complaint.note(format!("{}:{}:{}: {text}", self.file.path(), place.line, place.column))
    }
}

/// A text from a file, or a word of one. The place is that of the characters themselves, without
/// quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Text {
    pub value: String,
    pub spot: Spot,
}

impl Text {
    pub fn new(value: impl Into<String>, spot: Spot) -> Text {
        Text { value: value.into(), spot }
    }

    pub fn as_str(&self) -> &str {
        &self.value
    }

    /// An error that speaks of the whole text.
    pub fn error(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        self.spot.error(code, message)
    }

    /// A warning that speaks of the whole text.
    pub fn warning(&self, code: Code, message: impl Into<String>) -> Diagnostic {
        self.spot.warning(code, message)
    }

    /// A part of the text, by its own bytes.
    pub fn part(&self, span: Span) -> Text {
        let spot = Spot::new(&self.spot.file, span.shifted(self.spot.span.start));
        Text::new(&self.value[span.range()], spot)
    }

    /// The parts between these separators, blanks around them cut off, empty ones left out.
    pub fn split(&self, separators: &[char]) -> Vec<Text> {
        let mut parts = Vec::new();
        let mut start = 0;
        for piece in self.value.split(separators) {
            let cut = piece.trim();
            let from = start + (piece.len() - piece.trim_start().len());
            if !cut.is_empty() {
                parts.push(self.part(Span::new(from, from + cut.len())));
            }
            // Every separator in use is one byte long.
            start += piece.len() + 1;
        }
        parts
    }

    /// The words, separated by blanks or commas.
    pub fn words(&self) -> Vec<Text> {
        self.split(&[' ', '\t', '\n', ','])
    }
}

/// Why there is no value: one complaint or several.
#[derive(Debug)]
pub(super) struct Wrong(pub Vec<Diagnostic>);

impl From<Diagnostic> for Wrong {
    fn from(complaint: Diagnostic) -> Wrong {
        Wrong(vec![complaint])
    }
}

/// Everything that is wrong, each thing once.
#[derive(Debug, Default)]
pub(super) struct Complaints {
    list: Vec<Diagnostic>,
}

impl Complaints {
    pub fn add(&mut self, complaint: Diagnostic) {
        // Each side and set-up finds the same fault again; one message is enough.
        let same = |known: &Diagnostic| {
            known.code == complaint.code
                && known.span == complaint.span
                && known.path() == complaint.path()
                && (known.span.is_some() || known.message == complaint.message)
        };
        if !self.list.iter().any(same) {
            self.list.push(complaint);
        }
    }

    /// The value, or nothing and what is wrong.
    pub fn keep<T>(&mut self, result: Result<T, impl Into<Wrong>>) -> Option<T> {
        result.map_err(|wrong| self.extend(wrong.into().0)).ok()
    }

    pub fn extend(&mut self, others: impl IntoIterator<Item = Diagnostic>) {
        others.into_iter().for_each(|complaint| self.add(complaint));
    }

    pub fn any_error(&self) -> bool {
        self.list.iter().any(Diagnostic::is_error)
    }

    /// In the order of the files and of their lines.
    pub fn into_list(mut self) -> Vec<Diagnostic> {
        self.list.sort_by(|a, b| (a.path(), a.span).cmp(&(b.path(), b.span)));
        self.list
    }
}

/// A list of words as people write it: `a`, `b`, `c`.
pub(super) fn listed<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

/// What to do about a word that is not known: its new spelling, the nearest word, or all there are.
pub(super) fn suggestion<'a>(
    typed: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> String {
    if let Some(new) = old_words::new_word(typed, known.clone()) {
        return format!("it is called `{new}` now");
    }
    if let Some(near) = crate::source::closest(typed, known.clone()) {
        return format!("did you mean `{near}`?");
    }
    let all: Vec<&str> = known.into_iter().collect();
    match all.len() {
        0 => "there are none".to_owned(),
        1 => format!("there is only {}", listed(all)),
        2..=24 => format!("there are {}", listed(all)),
        more => format!("there are {more}, such as {}", listed(all.into_iter().take(12))),
    }
}
