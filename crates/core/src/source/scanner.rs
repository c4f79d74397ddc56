//! A reader of text, letter by letter.

use super::Span;

/// A text with the byte up to which it has been read.
pub struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// Begins before the first letter.
    pub fn new(text: &'a str) -> Self {
        Scanner { text, at: 0 }
    }

    /// The whole text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The byte that is read next.
    pub fn at(&self) -> usize {
        self.at
    }

    /// What has not been read.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The span from a byte to what is read next.
    pub fn since(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    /// The next letter, which stays the next.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads the next letter.
    pub fn bump(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    /// Reads the letter if it is the next one, and returns whether it is.
    pub fn eat(&mut self, letter: char) -> bool {
        let is_next = self.peek() == Some(letter);
        if is_next {
            self.bump();
        }
        is_next
    }

    /// Skips blanks and line breaks.
    pub fn skip_blanks(&mut self) {
        self.while_next(|letter| letter.is_ascii_whitespace());
    }

    /// Reads the next digits, if any.
    pub fn digits(&mut self) -> &'a str {
        self.while_next(|letter| letter.is_ascii_digit())
    }

    /// Skips the text up to and including the letter, or all of it.
    pub fn skip_past(&mut self, letter: char) {
        self.while_next(|next| next != letter);
        self.bump();
    }

    /// Skips the text up to and including the `]` of an open bracket, or all of it.
    pub fn skip_bracket(&mut self) {
        let mut depth = 1;
        while depth > 0
            && let Some(letter) = self.bump()
        {
            match letter {
                '[' => depth += 1,
                ']' => depth -= 1,
                _ => {}
            }
        }
    }

    /// Reads the text up to a blank.
    pub fn word(&mut self) -> &'a str {
        self.while_next(|letter| !letter.is_ascii_whitespace())
    }

    /// Reads the next letters that fit.
    pub fn while_next(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|letter| !fits(letter)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }
}
