//! The tokens of a text about cells.

use crate::source::Span;

/// A token of a text about cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CellToken {
    Word,
    Open,
    Close,
    Comma,
    Bar,
}

/// Splits a text into words and signs.
pub(super) fn tokens(text: &str) -> Vec<(CellToken, Span)> {
    let mut tokens = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let mark = match letter {
            '(' => Some(CellToken::Open),
            ')' => Some(CellToken::Close),
            ',' => Some(CellToken::Comma),
            '|' => Some(CellToken::Bar),
            _ => None,
        };
        if mark.is_some() || letter.is_whitespace() {
            if let Some(start) = start.take() {
                tokens.push((CellToken::Word, Span::new(start, at)));
            }
            tokens.extend(mark.map(|mark| (mark, Span::new(at, at + 1))));
        } else if start.is_none() {
            start = Some(at);
        }
    }
    tokens
}
