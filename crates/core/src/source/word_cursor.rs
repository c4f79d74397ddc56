//! A parser's place between the words of a text.

use super::{Code, Diagnostic, SourceText, Span};

/// A place between the words of a text, for parsers of small languages.
#[derive(Debug)]
pub struct WordCursor<'a> {
    text: &'a SourceText,
    words: Vec<SourceText>,
    at: usize,
    code: Code,
}

impl<'a> WordCursor<'a> {
    /// Returns the place before the first word; errors have that code.
    pub fn new(text: &'a SourceText, code: Code) -> Self {
        WordCursor { text, words: text.words(), at: 0, code }
    }

    /// Returns the next word, if there is one.
    pub fn peek(&self) -> Option<&str> {
        self.words.get(self.at).map(SourceText::as_str)
    }

    /// Takes the next word, if there is one.
    pub fn take_word(&mut self) -> Option<&SourceText> {
        self.at += 1;
        self.words.get(self.at - 1)
    }

    /// Takes the next word, or returns an error that it is missing.
    pub fn required_word(
        &mut self,
        message: &str,
        example: &str,
    ) -> Result<SourceText, Diagnostic> {
        match self.take_word().cloned() {
            Some(word) => Ok(word),
            None => Err(self.error(message, example)),
        }
    }

    /// Takes these words if they are the next ones.
    pub fn take(&mut self, words: &[&str]) -> bool {
        let found = self.starts_with(words);
        self.at += if found { words.len() } else { 0 };
        found
    }

    /// Takes these words, or returns an error about the next one.
    pub fn required(
        &mut self,
        words: &[&str],
        message: &str,
        help: &str,
    ) -> Result<(), Diagnostic> {
        if self.take(words) { Ok(()) } else { Err(self.error(message, help)) }
    }

    fn starts_with(&self, words: &[&str]) -> bool {
        let next = self.words.iter().skip(self.at).map(SourceText::as_str);
        next.take(words.len()).eq(words.iter().copied())
    }

    /// Whether these words stand next to each other somewhere after this place.
    pub fn has_later(&self, words: &[&str]) -> bool {
        let rest = self.words.get(self.at..).unwrap_or_default();
        rest.windows(words.len())
            .any(|window| window.iter().map(SourceText::as_str).eq(words.iter().copied()))
    }

    /// Takes a number.
    pub fn number(&mut self) -> Option<u16> {
        let number = self.peek()?.parse().ok()?;
        self.at += 1;
        Some(number)
    }

    /// Takes a number, or returns an error about the next word.
    pub fn required_number(&mut self, example: &str) -> Result<u16, Diagnostic> {
        match self.number() {
            Some(0) => Err(self.words[self.at - 1]
                .error(self.code, "the number must be at least 1")
                .help(format!("for instance `{example}`"))),
            Some(number) => Ok(number),
            None => Err(self.error("expected a number here", &format!("for instance `{example}`"))),
        }
    }

    /// Takes the words up to one of `ends`, or to the end of the text.
    pub fn until(&mut self, ends: &[&[&str]], example: &str) -> Result<SourceText, Diagnostic> {
        let start = self.at;
        while self.at < self.words.len() && !ends.iter().any(|end| self.starts_with(end)) {
            self.at += 1;
        }
        if start == self.at {
            return Err(
                self.error("something is missing here", &format!("for instance `{example}`"))
            );
        }
        let offset = |span: Span| span.start - self.text.location.span.start;
        let first = offset(self.words[start].location.span);
        let last = &self.words[self.at - 1];
        let end = offset(last.location.span) + last.value.len();
        Ok(self.text.part(Span::new(first, end)))
    }

    /// Reports words after the end of what was read.
    pub fn finish(&self) -> Result<(), Diagnostic> {
        match self.words.get(self.at) {
            Some(word) => {
                let message = format!("`{}` does not belong here", word.value);
                let whole = &self.text.value;
                Err(word.error(self.code, message).help(match word.as_str() {
                    "with" => format!("write `{}`", whole.replacen(" with ", " by ", 1)),
                    _ => format!("remove it from `{whole}`"),
                }))
            }
            None => Ok(()),
        }
    }

    /// Returns an error at the next word, or about the whole text.
    pub fn error(&self, message: &str, help: &str) -> Diagnostic {
        let place = self.words.get(self.at).unwrap_or(self.text);
        place.error(self.code, message).help(help)
    }
}
