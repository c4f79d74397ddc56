use crate::source::Span;

/// A text, and how far it has been read.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Self {
        Scanner { text, at: 0 }
    }

    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The byte that is read next.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub fn since(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub fn bump(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    /// Reads the letter if it comes next.
    pub fn eat(&mut self, letter: char) -> bool {
        let comes = self.peek() == Some(letter);
        if comes {
            self.bump();
        }
        comes
    }

    pub fn skip_blanks(&mut self) {
        self.while_next(|letter| letter.is_ascii_whitespace());
    }

    /// The digits that come next, perhaps none.
    pub fn digits(&mut self) -> &'a str {
        self.while_next(|letter| letter.is_ascii_digit())
    }

    /// Up to and with the letter, or to the end of the text.
    pub fn skip_past(&mut self, letter: char) {
        self.while_next(|next| next != letter);
        self.bump();
    }

    /// Past the `]` of a bracket that is open, or to the end of the text.
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

    /// Letters, digits and hyphens, perhaps none.
    pub fn word(&mut self) -> &'a str {
        self.while_next(|letter| letter.is_ascii_alphanumeric() || letter == '-')
    }

    /// Everything up to a blank.
    pub fn word_to_blank(&mut self) -> &'a str {
        self.while_next(|letter| !letter.is_ascii_whitespace())
    }

    /// Up to and with the letter, or to the end of the row.
    pub fn skip_in_row(&mut self, letter: char) {
        self.while_next(|next| next != letter && next != '/' && !next.is_ascii_whitespace());
        self.eat(letter);
    }

    fn while_next(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|letter| !fits(letter)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }
}
