//! A lexer for Rust that is exact enough for the checks: words, signs and literal texts.

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenKind {
    Word,
    Sign,
    Text,
}

#[derive(Debug, Clone)]
pub struct Token {
    pub kind: TokenKind,
    pub text: String,
    pub line: usize,
    /// Whether it is inside of an inline module for tests.
    pub in_test: bool,
    /// In how many inline modules of its file it is.
    pub inline_modules: usize,
    /// In how many braces it is, those of inline modules included.
    pub braces: usize,
}

impl Token {
    pub fn is(&self, text: &str) -> bool {
        self.kind != TokenKind::Text && self.text == text
    }

    pub fn is_word(&self) -> bool {
        self.kind == TokenKind::Word
    }
}

/// Returns words, signs (`::` is one) and literal texts; comments, characters and the dots of
/// numbers are left out.
pub fn tokens(source: &str) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < chars.len() {
        let start = at;
        let here = line;
        let next = |ahead: usize| chars.get(start + ahead).copied().unwrap_or('\0');
        let mut add = |kind, text| {
            let (in_test, inline_modules, braces) = (false, 0, 0);
            found.push(Token { kind, text, line: here, in_test, inline_modules, braces });
        };
        match chars[at] {
            '/' if next(1) == '/' => at = end_of_line(&chars, at),
            '/' if next(1) == '*' => at = end_of_comment(&chars, at),
            '"' => {
                at = end_of_text(&chars, at + 1);
                add(TokenKind::Text, chars[start + 1..at.saturating_sub(1)].iter().collect());
            }
            'r' if next(1) == '"' || (next(1) == '#' && matches!(next(2), '"' | '#')) => {
                let marks = chars[start + 1..].iter().take_while(|&&c| c == '#').count();
                let open = start + 2 + marks;
                let close: Vec<char> = std::iter::once('"').chain(vec!['#'; marks]).collect();
                let length = chars[open..].windows(close.len()).position(|part| part == close);
                let end = open + length.expect("a raw text ends");
                add(TokenKind::Text, chars[open..end].iter().collect());
                at = end + close.len();
            }
            '\'' if next(1) == '\\' => {
                at += 3;
                while chars[at] != '\'' {
                    at += 1;
                }
                at += 1;
            }
            '\'' if next(2) == '\'' => at += 3,
            c if c.is_alphanumeric() || c == '_' => {
                while at < chars.len() && (chars[at].is_alphanumeric() || chars[at] == '_') {
                    at += 1;
                }
                add(TokenKind::Word, chars[start..at].iter().collect());
            }
            ':' if next(1) == ':' => {
                at += 2;
                add(TokenKind::Sign, "::".to_owned());
            }
            c => {
                at += 1;
                if !c.is_whitespace() {
                    add(TokenKind::Sign, c.to_string());
                }
            }
        }
        line += chars[start..at].iter().filter(|&&c| c == '\n').count();
    }
    count_braces(&mut found);
    found
}

fn end_of_line(chars: &[char], from: usize) -> usize {
    chars[from..].iter().position(|&c| c == '\n').map_or(chars.len(), |length| from + length)
}

/// Comments nest.
fn end_of_comment(chars: &[char], from: usize) -> usize {
    let (mut at, mut depth) = (from, 0);
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => (at, depth) = (at + 2, depth + 1),
            ('*', Some('/')) => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// Returns the index after the closing quote.
fn end_of_text(chars: &[char], from: usize) -> usize {
    let mut at = from;
    while at < chars.len() && chars[at] != '"' {
        at += if chars[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(chars.len())
}

/// Sets in how many braces and inline modules each token is, and whether one of these is for tests.
/// A brace itself counts as outside of what it opens or closes.
fn count_braces(tokens: &mut [Token]) {
    let mut open: Vec<Option<bool>> = Vec::new();
    for at in 0..tokens.len() {
        if tokens[at].is("}") {
            open.pop();
        }
        tokens[at].braces = open.len();
        tokens[at].inline_modules = open.iter().flatten().count();
        tokens[at].in_test = open.iter().flatten().any(|&test| test);
        if tokens[at].is("{") {
            let opens_module = at >= 2 && tokens[at - 1].is_word() && tokens[at - 2].is("mod");
            open.push(opens_module.then(|| follows_cfg_test(&tokens[..at - 2])));
        }
    }
}

fn follows_cfg_test(before: &[Token]) -> bool {
    let attribute = ["#", "[", "cfg", "(", "test", ")", "]"];
    let before = match before {
        [rest @ .., last] if last.is("pub") => rest,
        all => all,
    };
    before.len() >= attribute.len()
        && before[before.len() - attribute.len()..]
            .iter()
            .zip(attribute)
            .all(|(token, text)| token.is(text))
}
