//! Splits a claim into words, numbers, texts and signs.

use crate::source::{Code, Diagnostic, Span, Spanned};

use super::value::MAX_DECIMALS;

/// A word, number, text or sign of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ClaimToken {
    /// A name, a cell, a tour, or a word of the language.
    Word(String),
    /// A number and its decimals: `54.7` is 547 with one decimal.
    Number(i64, u8),
    /// Between quotation marks.
    Text(String),
    /// One of `(`, `)`, `,`, `+`, `-` and `*`.
    Sign(char),
}

impl ClaimToken {
    /// Returns the name of the token in messages.
    pub(super) fn shown(&self) -> String {
        match self {
            ClaimToken::Word(word) => format!("`{word}`"),
            ClaimToken::Number(..) => "number".to_owned(),
            ClaimToken::Text(text) => format!("text `{text}`"),
            ClaimToken::Sign(sign) => format!("`{sign}`"),
        }
    }
}

/// Splits a claim into tokens.
pub(super) fn tokens(text: &str) -> Result<Vec<Spanned<ClaimToken>>, Diagnostic> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let start = text.len() - rest.len();
        let (token, length) = match first {
            '*' if is_drop(&text[..start], rest) => {
                let diagnostic = Diagnostic::error(Code::Claim, "a drop has the sign `@`");
                let diagnostic = diagnostic.at_span(Span::new(start, start + 1));
                return Err(diagnostic.help("for instance `legal(N@f3)`"));
            }
            '(' | ')' | ',' | '+' | '*' => (ClaimToken::Sign(first), 1),
            '"' | '\'' => quoted(rest, first, start)?,
            _ => bare(rest, start)?,
        };
        tokens.push(Spanned::new(token, Span::new(start, start + length)));
        rest = rest[length..].trim_start();
    }
    Ok(tokens)
}

/// Whether a star stands for the drop of a piece on a cell: `N*f3`.
fn is_drop(before: &str, rest: &str) -> bool {
    let cell = rest[1..].split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
    before.ends_with(char::is_alphabetic)
        && cell.starts_with(char::is_alphabetic)
        && cell.ends_with(|sign: char| sign.is_ascii_digit())
}

fn quoted(rest: &str, mark: char, start: usize) -> Result<(ClaimToken, usize), Diagnostic> {
    let Some(end) = rest[1..].find(mark) else {
        let diagnostic = Diagnostic::error(Code::Claim, "a text that does not end");
        return Err(diagnostic
            .at_span(Span::new(start, start + rest.len()))
            .help(format!("close it with `{mark}`")));
    };
    Ok((ClaimToken::Text(rest[1..=end].to_owned()), end + 2))
}

fn bare(rest: &str, start: usize) -> Result<(ClaimToken, usize), Diagnostic> {
    let end = rest.char_indices().find(|&(at, sign)| !belongs(&rest[..at], sign));
    let word = &rest[..end.map_or(rest.len(), |(at, _)| at)];
    let word = word.trim_end_matches('.');
    if word == "-" {
        return Ok((ClaimToken::Sign('-'), 1));
    }
    if word == "are" {
        let error = Diagnostic::error(Code::Claim, "`are` has no meaning in a claim");
        return Err(error.at_span(Span::new(start, start + word.len())).help("write `is`"));
    }
    if word.is_empty() {
        let sign = rest.chars().next().expect("the rest is not empty");
        let diagnostic =
            Diagnostic::error(Code::Claim, format!("`{sign}` has no meaning in a claim"));
        let diagnostic = diagnostic.at_span(Span::new(start, start + sign.len_utf8()));
        return Err(match sign {
            '=' if rest[1..].trim_start().starts_with(char::is_uppercase) => {
                diagnostic.help("a move has no blanks: `legal(b7-a8=Q)`")
            }
            '=' => diagnostic.help(
                "write `is`: `count(moves(knight, d4)) is 8`; a move with other signs stands in \
                 quotation marks: `legal(\"Qxf7#\")`",
            ),
            '<' | '>' => diagnostic
                .help("write `is less than`, `is at most`, `is at least` or `is more than`"),
            _ => diagnostic.help("write what is not a plain name in quotation marks"),
        });
    }
    let span = Span::new(start, start + word.len());
    let token = number(word).map_err(|message| {
        Diagnostic::error(Code::Claim, message)
            .at_span(span)
            .help(format!("numbers have at most {MAX_DECIMALS} decimals and go up to {}", i64::MAX))
    })?;
    Ok((token.unwrap_or_else(|| ClaimToken::Word(word.to_owned())), word.len()))
}

/// Whether a sign goes on with a word. In `b7-a8=Q`, `N@f3` and `d2-d3>d9` it is a part of a move.
fn belongs(before: &str, sign: char) -> bool {
    let ends_cell = || {
        before.starts_with(char::is_alphabetic) && before.ends_with(|c: char| c.is_ascii_digit())
    };
    match sign {
        '-' | ':' | '_' | '.' => true,
        '=' | '>' => ends_cell(),
        '@' => !before.is_empty(),
        _ => sign.is_alphanumeric(),
    }
}

/// Returns the number that a word is, `None` for another word, or why it is too large.
fn number(word: &str) -> Result<Option<ClaimToken>, String> {
    let (whole, decimals) = word.split_once('.').unwrap_or((word, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(decimals) {
        return Ok(None);
    }
    let value = format!("{whole}{decimals}").parse();
    let count = u8::try_from(decimals.len()).ok().filter(|&count| count <= MAX_DECIMALS);
    match (value, count) {
        (Ok(value), Some(count)) => Ok(Some(ClaimToken::Number(value, count))),
        _ => Err(format!("`{word}` has too many digits")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_words_numbers_texts_and_signs() {
        let shown = |text: &str| {
            let tokens = tokens(text).map_err(|diagnostic| diagnostic.message)?;
            Ok(tokens.iter().map(|token| token.value.shown()).collect::<Vec<_>>().join(" "))
        };
        let check = |text: &str, expected: &str| {
            assert_eq!(shown(text), Ok::<String, String>(expected.to_owned()), "{text}");
        };
        check("tour(camel, tb1-wc1)", "`tour` `(` `camel` `,` `tb1-wc1` `)`");
        check("16 + 25 - 4:3:0", "number `+` number `-` `4:3:0`");
        check("x is \"d4 e5\"", "`x` `is` text `d4 e5`");
        check("legal(b7-a8=Q)", "`legal` `(` `b7-a8=Q` `)`");
        check("legal(a7-a8=) after N@f3", "`legal` `(` `a7-a8=` `)` `after` `N@f3`");
        check("after d2-d3>night:b2 a1-a2", "`after` `d2-d3>night:b2` `a1-a2`");
        assert_eq!(tokens("54.70").unwrap()[0].value, ClaimToken::Number(5470, 2));
        assert_eq!(tokens("a1").unwrap()[0].value, ClaimToken::Word("a1".to_owned()));
        assert_eq!(shown("x=3"), Err("`=` has no meaning in a claim".to_owned()));
        assert_eq!(shown("x < 3"), Err("`<` has no meaning in a claim".to_owned()));
        assert_eq!(shown("x is 9."), Err("`.` has no meaning in a claim".to_owned()));
        assert_eq!(shown("\"x"), Err("a text that does not end".to_owned()));
    }
}
