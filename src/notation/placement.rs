use std::fmt::Write;

use crate::source::{Code, Diagnostic, Span, limits};

/// Who stands where, as a text says it: the first field of a FEN, widened.
///
/// Rows stand far side first, `/` between them; boards and levels stand in order, `|` between
/// them. In a row a number is so many empty cells, `*` a hole, a letter a piece: a capital for the
/// first side, a small letter for the second. `+` in front of a letter is a promoted form, `~`
/// behind it a promoted piece that keeps its letter. `{red:K}` is a piece of a side by name, for
/// games in which case cannot tell sides apart. `[PPn]` at the end are pieces in hand. Fields after
/// a blank are kept as they are.
///
/// ```text
/// rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
/// k**/3/**K|2q                  two boards, the first with holes
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Placement {
    /// For each board or level, its rows, the far one first.
    pub sections: Vec<Vec<Row>>,
    /// Pieces in hand; `None` where no brackets stand.
    pub hands: Option<Vec<Token>>,
    /// What follows, field by field, with its place in the text.
    pub fields: Vec<(String, Span)>,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// From left to right.
    pub entries: Vec<Entry>,
    /// Where the row stands in the text.
    pub span: Span,
}

/// What is on one cell of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// Nobody.
    Empty,
    /// There is no cell.
    Hole,
    /// A piece.
    Piece(Token),
}

/// A piece as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// The side by name, from `{red:K}`.
    pub side: Option<String>,
    /// The letter as written: its case tells first and second side apart.
    pub letter: char,
    /// Whether `+` stands in front.
    pub plus: bool,
    /// Whether `~` stands behind.
    pub tilde: bool,
    /// Where in the text.
    pub span: Span,
}

/// How many cells each row of each section has, where a board is known.
pub type Shape = Vec<Vec<usize>>;

impl Placement {
    /// Reads a placement. With a shape, rows must have its lengths.
    pub fn parse(text: &str, shape: Option<&Shape>) -> Result<Placement, Vec<Diagnostic>> {
        if text.len() > limits::PLACEMENT {
            let message = format!("a placement may have {} bytes", limits::PLACEMENT);
            return Err(vec![Diagnostic::error(Code::Placement, message)]);
        }
        let start = text.len() - text.trim_start().len();
        let mut scanner = Scanner { text, at: start, errors: Vec::new() };
        let sections = scanner.sections();
        let hands = scanner.hands();
        let fields = scanner.fields();
        let mut errors = scanner.errors;
        let sections = settle(sections, shape, &mut errors);
        if errors.is_empty() { Ok(Placement { sections, hands, fields }) } else { Err(errors) }
    }
}

/// A row before it is settled how its digits are read.
struct Draft {
    items: Vec<Item>,
    span: Span,
}

enum Item {
    Digits(String),
    Entry(Entry),
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    errors: Vec<Diagnostic>,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.at += letter.len_utf8();
        Some(letter)
    }

    fn sections(&mut self) -> Vec<Vec<Draft>> {
        let mut sections = vec![Vec::new()];
        loop {
            let row = self.row();
            sections.last_mut().expect("there is always one").push(row);
            match self.peek() {
                Some('/') => {
                    self.bump();
                }
                Some('|') => {
                    self.bump();
                    sections.push(Vec::new());
                }
                _ => return sections,
            }
        }
    }

    fn row(&mut self) -> Draft {
        let start = self.at;
        let mut items = Vec::new();
        while let Some(letter) = self.peek() {
            match letter {
                '0'..='9' => items.push(Item::Digits(self.digits())),
                '*' => {
                    self.bump();
                    items.push(Item::Entry(Entry::Hole));
                }
                '/' | '|' | '[' => break,
                _ if letter.is_whitespace() => break,
                _ => match self.token() {
                    Some(token) => items.push(Item::Entry(Entry::Piece(token))),
                    None => break,
                },
            }
        }
        Draft { items, span: Span::new(start, self.at) }
    }

    fn digits(&mut self) -> String {
        let start = self.at;
        while self.peek().is_some_and(|letter| letter.is_ascii_digit()) {
            self.bump();
        }
        self.text[start..self.at].to_owned()
    }

    /// A piece; `None`, with a complaint, where none can be read.
    fn token(&mut self) -> Option<Token> {
        let start = self.at;
        let braces = self.peek() == Some('{');
        let side = if braces { Some(self.side()?) } else { None };
        let plus = self.peek() == Some('+');
        if plus {
            self.bump();
        }
        let letter = match self.peek() {
            Some(letter) if letter.is_alphabetic() => letter,
            found => return self.stray(found),
        };
        self.bump();
        let tilde = self.peek() == Some('~');
        if tilde {
            self.bump();
        }
        if braces && self.bump() != Some('}') {
            let error = Diagnostic::error(Code::Placement, "this brace is never closed")
                .at_span(Span::new(start, start + 1))
                .help("a piece of a side by name is written `{red:K}`");
            self.errors.push(error);
            return None;
        }
        Some(Token { side, letter, plus, tilde, span: Span::new(start, self.at) })
    }

    fn side(&mut self) -> Option<String> {
        let start = self.at;
        self.bump();
        let rest = &self.text[self.at..];
        let Some(colon) = rest.find([':', '}', '/', ' ']).filter(|&at| rest[at..].starts_with(':'))
        else {
            let error = Diagnostic::error(Code::Placement, "this brace names no side")
                .at_span(Span::new(start, start + 1))
                .help("a piece of a side by name is written `{red:K}`");
            self.errors.push(error);
            return None;
        };
        let side = rest[..colon].to_owned();
        self.at += colon + 1;
        Some(side)
    }

    fn stray<T>(&mut self, found: Option<char>) -> Option<T> {
        let shown = found.map_or("the end".to_owned(), |letter| format!("`{letter}`"));
        let width = found.map_or(0, char::len_utf8);
        let error =
            Diagnostic::error(Code::Placement, format!("{shown} is no piece and no number"))
                .at_span(Span::new(self.at, self.at + width))
                .at("expected a letter, a number, `*` or `/`")
                .help("a row is written like `3pP2*`: numbers for empty cells, `*` for holes");
        self.errors.push(error);
        self.at = self.text.len();
        None
    }

    fn hands(&mut self) -> Option<Vec<Token>> {
        if self.peek() != Some('[') {
            return None;
        }
        let start = self.at;
        self.bump();
        let mut tokens = Vec::new();
        loop {
            match self.peek() {
                Some(']') => {
                    self.bump();
                    return Some(tokens);
                }
                Some('-') => {
                    self.bump();
                }
                Some('0'..='9') => {
                    let count = self.digits().parse::<usize>().unwrap_or(usize::MAX);
                    let token = self.token()?;
                    tokens.extend(std::iter::repeat_n(token, count.min(limits::CELLS)));
                }
                None => {
                    let error = Diagnostic::error(Code::Placement, "this bracket is never closed")
                        .at_span(Span::new(start, start + 1))
                        .help("pieces in hand are written `[PPn]`");
                    self.errors.push(error);
                    return None;
                }
                Some(_) => tokens.push(self.token()?),
            }
        }
    }

    fn fields(&mut self) -> Vec<(String, Span)> {
        if self.peek().is_some_and(|letter| !letter.is_whitespace()) {
            let found = self.peek();
            self.stray::<()>(found);
            return Vec::new();
        }
        let base = self.at;
        let rest = &self.text[base..];
        rest.split_whitespace()
            .map(|word| {
                let start = base + (word.as_ptr() as usize - rest.as_ptr() as usize);
                (word.to_owned(), Span::new(start, start + word.len()))
            })
            .collect()
    }
}

/// Reads digits as numbers if all rows then fit, else each digit alone.
fn settle(
    sections: Vec<Vec<Draft>>,
    shape: Option<&Shape>,
    errors: &mut Vec<Diagnostic>,
) -> Vec<Vec<Row>> {
    if !errors.is_empty() {
        return Vec::new();
    }
    let fits = |reading: Reading| misfit(&sections, shape, reading).is_none();
    let reading = if fits(Reading::Numbers) {
        Reading::Numbers
    } else if fits(Reading::Digits) {
        Reading::Digits
    } else {
        errors.push(misfit(&sections, shape, Reading::Numbers).expect("it does not fit"));
        return Vec::new();
    };
    let rows = |section: Vec<Draft>| section.into_iter().map(|draft| row(draft, reading)).collect();
    sections.into_iter().map(rows).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reading {
    Numbers,
    Digits,
}

impl Reading {
    fn count(self, digits: &str) -> usize {
        match self {
            // More digits than any board has cells need not be told apart.
            Reading::Numbers => digits.parse().unwrap_or(usize::MAX / 2).min(limits::PLACEMENT),
            Reading::Digits => digits.bytes().map(|digit| (digit - b'0') as usize).sum(),
        }
    }

    fn length(self, draft: &Draft) -> usize {
        let lengths = draft.items.iter().map(|item| match item {
            Item::Digits(digits) => self.count(digits),
            Item::Entry(_) => 1,
        });
        lengths.sum()
    }
}

fn row(draft: Draft, reading: Reading) -> Row {
    let mut entries = Vec::new();
    for item in draft.items {
        match item {
            Item::Digits(digits) => {
                let count = reading.count(&digits);
                entries.extend(std::iter::repeat_n(Entry::Empty, count));
            }
            Item::Entry(entry) => entries.push(entry),
        }
    }
    Row { entries, span: draft.span }
}

/// What is wrong with the rows' lengths, read in that way.
fn misfit(sections: &[Vec<Draft>], shape: Option<&Shape>, reading: Reading) -> Option<Diagnostic> {
    if let Some(shape) = shape
        && shape.len() != sections.len()
    {
        let last = sections.last()?.last()?;
        let (found, known) = (sections.len(), shape.len());
        let message = format!("there are {found} boards or levels here, and {known} in the game");
        return Some(
            Diagnostic::error(Code::Placement, message)
                .at_span(last.span)
                .help("boards and levels stand in order, `|` between them"),
        );
    }
    for (index, section) in sections.iter().enumerate() {
        let known = shape.map(|shape| &shape[index]);
        if let Some(known) = known
            && known.len() != section.len()
        {
            let (found, known) = (section.len(), known.len());
            let message = format!("there are {found} rows here, and {known} on the board");
            let place = section.last()?.span;
            return Some(
                Diagnostic::error(Code::Placement, message)
                    .at_span(place)
                    .help("rows stand far side first, `/` between them"),
            );
        }
        let first = reading.length(section.first()?);
        for (place, draft) in section.iter().enumerate() {
            let expected = known.map_or(first, |known| known[place]);
            let found = reading.length(draft);
            let whole = limits::CELLS;
            if found != expected || found == 0 || found > whole {
                let message = format!("this row has {found} cells, and the board {expected}");
                return Some(
                    Diagnostic::error(Code::Placement, message)
                        .at_span(draft.span)
                        .at(if found > expected { "too long" } else { "too short" })
                        .help("a number is so many empty cells, `*` is a hole"),
                );
            }
        }
    }
    None
}

/// Writes the placement as [`Placement::parse`] reads it, without the fields.
pub fn print_placement(placement: &Placement) -> String {
    let rows = |section: &Vec<Row>| section.iter().map(print_row).collect::<Vec<_>>().join("/");
    let mut text = placement.sections.iter().map(rows).collect::<Vec<_>>().join("|");
    if let Some(hands) = &placement.hands {
        text.push('[');
        hands.iter().for_each(|token| print_token(token, &mut text));
        text.push(']');
    }
    text
}

fn print_row(row: &Row) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for entry in &row.entries {
        if *entry == Entry::Empty {
            empty += 1;
            continue;
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
            empty = 0;
        }
        match entry {
            Entry::Empty => {}
            Entry::Hole => text.push('*'),
            Entry::Piece(token) => print_token(token, &mut text),
        }
    }
    if empty > 0 {
        let _ = write!(text, "{empty}");
    }
    text
}

fn print_token(token: &Token, text: &mut String) {
    if let Some(side) = &token.side {
        let _ = write!(text, "{{{side}:");
    }
    if token.plus {
        text.push('+');
    }
    text.push(token.letter);
    if token.tilde {
        text.push('~');
    }
    if token.side.is_some() {
        text.push('}');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn round(text: &str, printed: &str) {
        let placement = Placement::parse(text, None).unwrap();
        assert_eq!(print_placement(&placement), printed);
    }

    #[track_caller]
    fn fails(text: &str, shape: Option<Shape>, message: &str, place: &str) {
        let errors = Placement::parse(text, shape.as_ref()).unwrap_err();
        assert_eq!(errors[0].message, message);
        assert_eq!(&text[errors[0].span.unwrap_or_default().range()], place);
    }

    #[test]
    fn placements_are_read_and_written_back() {
        round("8/8/3X4/8", "8/8/3X4/8");
        round("10/X9/3oo5", "10/X9/3oo5");
        round("***X3/+p~5*[PPn]", "***X3/+p~5*[PPn]");
        round("{red:K}2|1{blue:+r}1", "{red:K}2|1{blue:+r}1");
    }

    #[test]
    fn a_run_of_digits_is_a_number_when_that_fits() {
        round("44/X7", "8/X7");
        let shape = Some(vec![vec![2, 2]]);
        let placement = Placement::parse("11/X1", shape.as_ref()).unwrap();
        assert_eq!(placement.sections[0][0].entries.len(), 2);
    }

    #[test]
    fn fields_keep_their_places() {
        let placement = Placement::parse("8/8 w  KQ -", None).unwrap();
        let fields: Vec<&str> = placement.fields.iter().map(|(field, _)| field.as_str()).collect();
        assert_eq!(fields, ["w", "KQ", "-"]);
        assert_eq!(placement.fields[1].1, Span::new(7, 9));
    }

    #[test]
    fn faults_are_shown_at_their_place() {
        fails("8/7/8", None, "this row has 7 cells, and the board 8", "7");
        fails("8/9/8", Some(vec![vec![8, 8, 8]]), "this row has 9 cells, and the board 8", "9");
        fails("8/3?4", None, "`?` is no piece and no number", "?");
        fails("8/8", Some(vec![vec![8; 8]]), "there are 2 rows here, and 8 on the board", "8");
        fails("8/{redK}7", None, "this brace names no side", "{");
        fails("8[PP", None, "this bracket is never closed", "[");
    }
}
