//! Reads the moves of a whole game as they are printed: numbers, moves, signs, comments, PGN tags.
//!
//! ```text
//! game    = tag* comment* (number? move sign? comment*)* result?
//! tag     = "[" NAME TEXT "]"              [White "Greco"]
//! number  = DIGITS "."*                    12. or 12...
//! sign    = ("!" | "?")+ | "$" DIGITS      $1 is !
//! comment = "{" ... "}" | ";" ... end of line
//! result  = "1-0" | "0-1" | "1/2-1/2" | "*"
//! ```
//!
//! The format is that of PGN (Edwards, 1994, section 8) without variations, for any number of
//! sides. Which move a word names is not decided here.

use crate::source::{Code, Diagnostic, Diagnostics, Span};

/// The moves of a game as they are written, with all spans in the text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Movetext {
    /// The tags, in order.
    pub tags: Vec<MovetextTag>,
    /// The comments before the first move.
    pub opening_comments: Vec<String>,
    /// The moves, in order.
    pub moves: Vec<WrittenMove>,
    /// The result at the end.
    pub result: Option<(WrittenResult, Span)>,
}

/// A tag: `[White "Greco"]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovetextTag {
    /// The name.
    pub name: String,
    /// The text in quotation marks.
    pub text: String,
    /// The place of the text, without quotation marks.
    pub span: Span,
}

/// One move as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenMove {
    /// The word without signs such as `!`.
    pub text: String,
    /// Its place.
    pub span: Span,
    /// The number before it, with its place.
    pub number: Option<(usize, Span)>,
    /// Signs of approval and the like, as they are printed: `!?`.
    pub sign: String,
    /// The comments after it.
    pub comments: Vec<String>,
}

/// The result at the end of movetext.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrittenResult {
    /// `1-0`
    FirstWins,
    /// `0-1`
    SecondWins,
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unfinished,
}

impl WrittenResult {
    const WORDS: [(&'static str, WrittenResult); 4] = [
        ("1-0", WrittenResult::FirstWins),
        ("0-1", WrittenResult::SecondWins),
        ("1/2-1/2", WrittenResult::Draw),
        ("*", WrittenResult::Unfinished),
    ];

    /// Returns the result that a word of movetext means.
    pub fn named(word: &str) -> Option<WrittenResult> {
        WrittenResult::WORDS.iter().find(|(known, _)| *known == word).map(|&(_, result)| result)
    }

    /// The word in movetext.
    pub fn word(self) -> &'static str {
        WrittenResult::WORDS[self as usize].0
    }
}

/// The printed signs of the numbers after `$`, from the standard of PGN.
const SIGNS: [(u16, &str); 16] = [
    (1, "!"),
    (2, "?"),
    (3, "!!"),
    (4, "??"),
    (5, "!?"),
    (6, "?!"),
    (7, " □"),
    (10, " ="),
    (13, " ∞"),
    (14, " ⩲"),
    (15, " ⩱"),
    (16, " ±"),
    (17, " ∓"),
    (18, " +−"),
    (19, " −+"),
    (146, " N"),
];

/// Reads movetext. The spans of diagnostics refer to the text.
///
/// ```
/// use fairybook_core::notation::parse_movetext;
///
/// let game = parse_movetext("1. e4 e5 {the usual answer} 2. Nf3! *").unwrap();
/// assert_eq!(game.moves.len(), 3);
/// assert_eq!(game.moves[1].comments, ["the usual answer"]);
/// assert_eq!((game.moves[2].text.as_str(), game.moves[2].sign.as_str()), ("Nf3", "!"));
/// ```
pub fn parse_movetext(text: &str) -> Result<Movetext, Diagnostics> {
    let mut parser = MovetextParser {
        text,
        at: 0,
        number: None,
        game: Movetext::default(),
        errors: Diagnostics::default(),
    };
    while parser.item() {}
    if let Some((number, span)) = parser.number {
        let message = format!("no move follows the number `{number}.`");
        parser.error(message, span, &format!("write the move behind it: `{number}. MOVE`"));
    }
    if parser.errors.is_empty() { Ok(parser.game) } else { Err(parser.errors) }
}

struct MovetextParser<'a> {
    text: &'a str,
    at: usize,
    /// A number whose move has not come yet.
    number: Option<(usize, Span)>,
    game: Movetext,
    errors: Diagnostics,
}

impl<'a> MovetextParser<'a> {
    /// Reads the next item. Returns whether there was one.
    fn item(&mut self) -> bool {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return false };
        let is_line_start = self.at == 0 || self.text[..self.at].ends_with('\n');
        match first {
            '%' if is_line_start => self.at += line_length(rest),
            ';' => {
                let length = line_length(rest);
                self.comment(&rest[1..length]);
                self.at += length;
            }
            '{' => self.braces(rest),
            '[' => self.tag(rest),
            '(' => self.variation(rest),
            _ => self.word(rest),
        }
        true
    }

    fn error(&mut self, message: String, span: Span, help: &str) {
        self.errors.push(Diagnostic::error(Code::Move, message).at_span(span).help(help));
    }

    /// The span of so many bytes from here.
    fn span(&self, length: usize) -> Span {
        Span::new(self.at, self.at + length)
    }

    fn braces(&mut self, rest: &'a str) {
        match rest.find('}') {
            Some(end) => {
                self.comment(&rest[1..end]);
                self.at += end + 1;
            }
            None => {
                let help = "end the comment with a brace: `{a comment}`";
                self.error("this comment has no end".to_owned(), self.span(1), help);
                self.at = self.text.len();
            }
        }
    }

    /// Adds a comment to the last move. Commands for programs, `[%clk 1:00]`, are no words.
    fn comment(&mut self, text: &str) {
        let mut words = String::new();
        let mut rest = text;
        while let Some((before, command)) = rest.split_once("[%") {
            words += before;
            rest = command.split_once(']').map_or("", |(_, after)| after);
        }
        words += rest;
        let words = words.split_whitespace().collect::<Vec<&str>>().join(" ");
        if words.is_empty() {
            return;
        }
        match self.game.moves.last_mut() {
            Some(last) => last.comments.push(words),
            None => self.game.opening_comments.push(words),
        }
    }

    fn tag(&mut self, rest: &'a str) {
        let read = read_tag(rest);
        let Some((name, (text, inner), length)) = read else {
            let span = self.span(line_length(rest));
            let help = "write a name and a text in quotation marks: `[White \"Ada\"]`";
            self.error("this tag cannot be read".to_owned(), span, help);
            self.at += line_length(rest);
            return;
        };
        let span = inner.shifted(self.at);
        if !self.game.moves.is_empty() {
            let help = format!("write `[{name} \"{text}\"]` above the first move");
            self.error("a tag among the moves".to_owned(), self.span(length), &help);
        }
        self.game.tags.push(MovetextTag { name: name.to_owned(), text, span });
        self.at += length;
    }

    /// Reports a variation and skips it.
    fn variation(&mut self, rest: &str) {
        let mut depth = 0;
        let end = rest.char_indices().find(|&(_, sign)| {
            depth += match sign {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            depth == 0
        });
        let length = end.map_or(rest.len(), |(at, _)| at + 1);
        let span = self.span(length);
        let help = "leave it out, or write it as a comment: `{or 2. Bc4}`; another `game` block can \
                    begin with these moves";
        self.error("a variation among the moves of the game".to_owned(), span, help);
        self.at += length;
    }

    fn word(&mut self, rest: &'a str) {
        let is_end = |sign: char| sign.is_whitespace() || matches!(sign, '{' | ';' | '(' | ')');
        let length = rest.find(is_end).unwrap_or(rest.len()).max(1);
        let (word, span) = (&rest[..length], self.span(length));
        let after_digits = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let digits = word.len() - after_digits.len();
        if word.starts_with(')') {
            let help = "leave the `)` out";
            self.error("no `(` is before this".to_owned(), span, help);
            self.at += length;
        } else if self.game.result.is_some() {
            let help = "write the result behind the last move: `1. e4 e5 *`";
            self.error(format!("`{word}` comes after the result of the game"), span, help);
            self.at = self.text.len();
        } else if let Some(result) = WrittenResult::named(&word.replace('½', "1/2")) {
            self.game.result = Some((result, span));
            self.at += length;
        } else if digits > 0 && (after_digits.is_empty() || after_digits.starts_with('.')) {
            self.move_number(word, digits);
        } else if let Some(number) = word.strip_prefix('$') {
            self.numbered_sign(number, span);
            self.at += length;
        } else {
            if !word.chars().all(|sign| sign == '.') {
                self.written_move(word, span);
            }
            self.at += length;
        }
    }

    fn move_number(&mut self, word: &str, digits: usize) {
        let dots = word[digits..].len() - word[digits..].trim_start_matches('.').len();
        let span = self.span(digits + dots);
        match word[..digits].parse() {
            Ok(number) => self.number = Some((number, span)),
            Err(_) => {
                let help = "write a number of at most four digits: `12. MOVE`";
                self.error("this number is too large".to_owned(), span, help);
            }
        }
        self.at += digits + dots;
    }

    fn numbered_sign(&mut self, number: &str, span: Span) {
        let known = number.parse::<u16>().ok();
        let Some(number) = known else {
            let help = "write a number behind the `$`: `$1` for `!`";
            self.error("this sign has no number".to_owned(), span, help);
            return;
        };
        let sign = SIGNS.iter().find(|(known, _)| *known == number);
        let sign = sign.map_or_else(|| format!(" ${number}"), |(_, sign)| (*sign).to_owned());
        if let Some(last) = self.game.moves.last_mut() {
            last.sign += &sign;
        }
    }

    fn written_move(&mut self, word: &str, span: Span) {
        let text = word.trim_end_matches(['!', '?']);
        let sign = &word[text.len()..];
        // `e.p.` after a move says what the move shows.
        if matches!(text, "e.p." | "ep") && !self.game.moves.is_empty() {
            return;
        }
        if text.is_empty() {
            if let Some(last) = self.game.moves.last_mut() {
                last.sign += sign;
            }
            return;
        }
        self.game.moves.push(WrittenMove {
            text: text.to_owned(),
            span: Span::new(span.start, span.start + text.len()),
            number: self.number.take(),
            sign: sign.to_owned(),
            comments: Vec::new(),
        });
    }
}

fn line_length(rest: &str) -> usize {
    rest.find('\n').unwrap_or(rest.len())
}

/// Returns the name and the text of a tag, the place of the text, and the length of the tag.
fn read_tag(rest: &str) -> Option<(&str, (String, Span), usize)> {
    let (name, quoted) = rest[1..].split_once('"')?;
    let start = rest.len() - quoted.len();
    let mut text = String::new();
    let mut signs = quoted.char_indices();
    let end = loop {
        match signs.next()? {
            (at, '"') => break at,
            (_, '\n') => return None,
            (_, '\\') => text.push(signs.next()?.1),
            (_, sign) => text.push(sign),
        }
    };
    let after = &quoted[end + 1..];
    let closed = after.trim_start().strip_prefix(']')?;
    let name = name.trim();
    let is_name = !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || it == '_');
    is_name.then_some((name, (text, Span::new(start, start + end)), rest.len() - closed.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        let game = parse_movetext(text).expect("the text can be read");
        let word = |written: &WrittenMove| {
            let number = written.number.map_or(String::new(), |(number, _)| format!("{number}:"));
            let comments: String =
                written.comments.iter().map(|comment| format!("{{{comment}}}")).collect();
            format!("{number}{}{}{comments}", written.text, written.sign)
        };
        let moves = game.moves.iter().map(word).collect::<Vec<_>>().join(" ");
        let result = game.result.map_or("", |(result, _)| result.word());
        format!("{moves} {result}").trim().to_owned()
    }

    fn fault(text: &str) -> (String, String) {
        let errors = parse_movetext(text).expect_err("the text has a fault");
        let span = errors[0].span.expect("the fault has a place");
        (errors[0].message.clone(), text[span.range()].to_owned())
    }

    #[test]
    fn moves_have_numbers_signs_and_comments() {
        assert_eq!(words("1.e4 e5 2. Nf3 Nc6"), "1:e4 e5 2:Nf3 Nc6");
        assert_eq!(words("3... Nf6 4 ... x"), "3:Nf6 4:x");
        assert_eq!(
            words("1. e4! {good;  ; plain} e5?? ; bad\n 2. d4 $5 $14 1-0"),
            "1:e4!{good; ; plain} e5??{bad} 2:d4!? ⩲ 1-0"
        );
        assert_eq!(words("e4{[%clk 0:05:00] fast[%eval 1]} e5 ½-½"), "e4{fast} e5 1/2-1/2");
        assert_eq!(words("% a line for programs\n1. exd6 e.p. *"), "1:exd6 *");
        assert_eq!(
            words("O-O 0-0 7g7f 4a-5b*4b P*5e Qxf7# a8=Q+"),
            "O-O 0-0 7g7f 4a-5b*4b P*5e Qxf7# a8=Q+"
        );
    }

    #[test]
    fn tags_have_names_and_texts() {
        let game =
            parse_movetext("[White \"A \\\"B\\\" C\"]\n[FEN \"8/8 w\"] {first} 1. e4").unwrap();
        let tags: Vec<(&str, &str)> =
            game.tags.iter().map(|tag| (tag.name.as_str(), tag.text.as_str())).collect();
        assert_eq!(tags, [("White", "A \"B\" C"), ("FEN", "8/8 w")]);
        assert_eq!(game.opening_comments, ["first"]);
        let text = "[FEN \"8/8 w\"]";
        let game = parse_movetext(text).unwrap();
        assert_eq!(&text[game.tags[0].span.range()], "8/8 w");
    }

    #[test]
    fn faults_are_pointed_at() {
        let error = |message: &str, at: &str| (message.to_owned(), at.to_owned());
        assert_eq!(
            fault("1. e4 (1. d4 (d3) d5) e5"),
            error("a variation among the moves of the game", "(1. d4 (d3) d5)")
        );
        assert_eq!(fault("1. e4 {no end"), error("this comment has no end", "{"));
        assert_eq!(
            fault("[White Greco]\n1. e4"),
            error("this tag cannot be read", "[White Greco]")
        );
        assert_eq!(fault("1. e4 1-0 e5"), error("`e5` comes after the result of the game", "e5"));
        assert_eq!(fault("1. e4 e5 2."), error("no move follows the number `2.`", "2."));
        assert_eq!(fault("1. e4 ) e5"), error("no `(` is before this", ")"));
        assert_eq!(fault("1. e4 [A \"b\"]"), error("a tag among the moves", "[A \"b\"]"));
        assert_eq!(fault("1. e4 $x"), error("this sign has no number", "$x"));
    }
}
