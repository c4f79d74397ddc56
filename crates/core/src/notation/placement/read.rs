//! Parses placements: first the rows as written, then what their digits mean.

use crate::source::{Code, Diagnostic, Diagnostics, Scanner, Span, limits};

use super::{PieceToken, Placement, Row, RowEntry, RowLengths};

pub(super) fn read(text: &str, lengths: Option<&RowLengths>) -> Result<Placement, Diagnostics> {
    if text.len() > limits::PLACEMENT {
        let message = format!("a placement may have {} bytes", limits::PLACEMENT);
        let whole = Span::new(0, text.len());
        let help = "leave out the text that is not part of it";
        return Err(Diagnostic::error(Code::Placement, message).at_span(whole).help(help).into());
    }
    let mut parser =
        PlacementParser { scan: Scanner::new(text), diagnostics: Diagnostics::default() };
    let placement = parser.placement(lengths);
    if parser.diagnostics.is_empty() { Ok(placement) } else { Err(parser.diagnostics) }
}

struct PlacementParser<'a> {
    scan: Scanner<'a>,
    diagnostics: Diagnostics,
}

/// A section before the meaning of its digits is known.
struct UnresolvedSection<'a> {
    rows: Vec<UnresolvedRow<'a>>,
    span: Span,
}

struct UnresolvedRow<'a> {
    parts: Vec<RowPart<'a>>,
    span: Span,
}

enum RowPart<'a> {
    Digits(&'a str),
    Hole,
    Piece(PieceToken),
}

/// The meaning of a run of digits.
#[derive(Clone, Copy)]
enum Digits {
    OneNumber,
    EachAlone,
}

impl<'a> PlacementParser<'a> {
    fn error(&mut self, code: Code, message: String, span: Span, help: &str) {
        self.diagnostics.push(Diagnostic::error(code, message).at_span(span).help(help));
    }

    fn placement(&mut self, lengths: Option<&RowLengths>) -> Placement {
        self.scan.skip_blanks();
        let unresolved = self.sections();
        let hands = self.scan.eat('[').then(|| self.hands());
        let fields = self.fields();
        let mut sections = Vec::new();
        let mut room = limits::CELLS;
        if self.diagnostics.is_empty() && self.counts_fit(&unresolved, lengths) {
            for (index, section) in unresolved.into_iter().enumerate() {
                let known = lengths.and_then(|lengths| lengths.get(index));
                sections.extend(self.resolve_digits(section, known, &mut room));
            }
        }
        Placement { sections, hands, fields }
    }

    // ---- reading ----

    fn sections(&mut self) -> Vec<UnresolvedSection<'a>> {
        let mut sections = Vec::new();
        loop {
            sections.push(self.section());
            // Blanks are allowed around the bar, because no other field begins with one.
            if !self.scan.rest().trim_start().starts_with('|') {
                return sections;
            }
            self.scan.skip_blanks();
            self.scan.eat('|');
            self.scan.skip_blanks();
        }
    }

    fn section(&mut self) -> UnresolvedSection<'a> {
        let start = self.scan.at();
        let mut rows = vec![self.row()];
        while self.scan.eat('/') {
            rows.push(self.row());
        }
        UnresolvedSection { rows, span: self.scan.since(start) }
    }

    fn row(&mut self) -> UnresolvedRow<'a> {
        let start = self.scan.at();
        let mut parts = Vec::new();
        while let Some(letter) = self.scan.peek() {
            match letter {
                '/' | '|' | '[' => break,
                _ if letter.is_ascii_whitespace() => break,
                '0'..='9' => parts.push(RowPart::Digits(self.scan.digits())),
                '*' => {
                    self.scan.bump();
                    parts.push(RowPart::Hole);
                }
                _ => parts.extend(self.piece_token().map(RowPart::Piece)),
            }
        }
        UnresolvedRow { parts, span: self.scan.since(start) }
    }

    /// Parses a piece. Reports any other text, and skips at least one letter of it.
    fn piece_token(&mut self) -> Option<PieceToken> {
        let start = self.scan.at();
        if self.scan.peek() == Some('{') {
            return self.named();
        }
        let plus = self.scan.eat('+');
        let Some(letter) = self.letter() else {
            let sign = if plus { None } else { self.scan.bump() };
            self.unexpected_sign(sign, self.scan.since(start));
            return None;
        };
        let tilde = self.scan.eat('~');
        Some(PieceToken { side: None, letter, plus, tilde, span: self.scan.since(start) })
    }

    fn letter(&mut self) -> Option<char> {
        self.scan.peek().filter(|letter| letter.is_alphabetic())?;
        self.scan.bump()
    }

    /// Parses a piece of a side by name, such as `{red:+K~}`.
    fn named(&mut self) -> Option<PieceToken> {
        let start = self.scan.at();
        self.scan.bump();
        let side = self.scan.while_next(|letter| letter.is_ascii_alphanumeric() || letter == '-');
        let colon = self.scan.eat(':');
        let plus = self.scan.eat('+');
        let letter = self.letter();
        let tilde = self.scan.eat('~');
        let closed = self.scan.eat('}');
        if let Some(letter) = letter.filter(|_| colon && closed && !side.is_empty()) {
            let side = Some(side.to_owned());
            return Some(PieceToken { side, letter, plus, tilde, span: self.scan.since(start) });
        }
        if !closed {
            self.scan.while_next(|next| !matches!(next, '}' | '/') && !next.is_ascii_whitespace());
            self.scan.eat('}');
        }
        let span = self.scan.since(start);
        let message = format!("`{}` is not a piece", &self.scan.text()[span.range()]);
        let help = "a piece of a side by name is written `{red:K}`";
        self.error(Code::PlacementPiece, message, span, help);
        None
    }

    /// Reports a sign that has no meaning, or a `+` without a piece (`None`).
    fn unexpected_sign(&mut self, sign: Option<char>, span: Span) {
        let (message, help) = match sign {
            None => ("no piece follows this `+`".to_owned(), "write the letter after it: `+P`"),
            Some('~') => ("no piece precedes this `~`".to_owned(), "write the letter first: `Q~`"),
            Some(sign @ ('.' | '-' | '_')) => (
                format!("`{sign}` is not a cell"),
                "empty cells are counted: `3` is three of them; `*` is a hole",
            ),
            Some(sign @ (',' | ';' | ':')) => (
                format!("`{sign}` is neither a piece nor a number"),
                "a list of pieces reads `white king e1, rook a1 h1; black king e8`",
            ),
            Some(sign) => (
                format!("`{sign}` is neither a piece nor a number"),
                "pieces are letters, or `{side:letter}`; numbers count empty cells, `*` is a hole",
            ),
        };
        self.error(Code::PlacementPiece, message, span, help);
    }

    /// Parses the pieces in brackets, after the opening bracket.
    fn hands(&mut self) -> Vec<PieceToken> {
        let open = Span::new(self.scan.at() - 1, self.scan.at());
        let mut hands = Vec::new();
        loop {
            if self.scan.eat(']') {
                return hands;
            }
            match self.scan.peek() {
                Some('-') => drop(self.scan.bump()),
                Some('0'..='9') => self.counted_pieces(&mut hands),
                Some(letter) if !letter.is_ascii_whitespace() && letter != '/' => {
                    hands.extend(self.piece_token());
                }
                _ => {
                    let message = "this hand is never closed".to_owned();
                    self.error(Code::Placement, message, open, "pieces in hand: `[PPn]`");
                    return hands;
                }
            }
        }
    }

    /// Parses `2P`, which means `PP`.
    fn counted_pieces(&mut self, hands: &mut Vec<PieceToken>) {
        let start = self.scan.at();
        let digits = self.scan.digits();
        let room = limits::CELLS.saturating_sub(hands.len());
        let count = digits.parse::<usize>().ok().filter(|count| (1..=room).contains(count));
        if let Some(count) = count {
            if let Some(piece) = self.piece_token() {
                hands.extend(std::iter::repeat_n(piece, count));
            }
            return;
        }
        let message = format!("a hand cannot have `{digits}` pieces");
        let span = self.scan.since(start);
        self.error(Code::Placement, message, span, "count from 1, or write every piece: `[PPn]`");
    }

    fn fields(&mut self) -> Vec<(String, Span)> {
        let at = self.scan.at();
        let unexpected = self.scan.word();
        if !unexpected.is_empty() {
            let span = self.scan.since(at);
            let message = format!("`{unexpected}` follows the pieces in hand");
            self.error(Code::Placement, message, span, "a blank ends the placement");
        }
        let mut fields = Vec::new();
        loop {
            self.scan.skip_blanks();
            let at = self.scan.at();
            let field = self.scan.word();
            if field.is_empty() {
                return fields;
            }
            fields.push((field.to_owned(), self.scan.since(at)));
        }
    }

    // ---- meaning of digits ----

    /// Whether the number of sections and of the rows of each is right. Reports wrong numbers.
    fn counts_fit(&mut self, sections: &[UnresolvedSection], lengths: Option<&RowLengths>) -> bool {
        let whole =
            sections.iter().map(|section| section.span).reduce(Span::to).unwrap_or_default();
        let counts = (sections.len(), lengths.map(Vec::len));
        if let Some(message) = count_error(counts, "board or level", "in the game") {
            let help = "boards and levels are in order, with `|` between them";
            self.error(Code::Placement, message, whole, help);
            return false;
        }
        for (index, section) in sections.iter().enumerate() {
            let known = lengths.and_then(|lengths| lengths.get(index));
            let rows = (section.rows.len(), known.map(Vec::len));
            if let Some(message) = count_error(rows, "row", "on the board") {
                let mut help = "rows begin with the far one, with `/` between them".to_owned();
                let is_short = known.filter(|lengths| section.rows.len() < lengths.len());
                if let Some(first) = is_short.and_then(|lengths| lengths.first()) {
                    help += &format!("; an empty one is `{first}`");
                }
                self.error(Code::Placement, message, section.span, &help);
            }
        }
        self.diagnostics.is_empty()
    }

    /// Decides the meaning of the digits of a section, which may have at most `room` cells.
    fn resolve_digits(
        &mut self,
        section: UnresolvedSection,
        known: Option<&Vec<usize>>,
        room: &mut usize,
    ) -> Option<Vec<Row>> {
        let readings = [Digits::OneNumber, Digits::EachAlone];
        let lengths = readings.map(|digits| {
            section.rows.iter().map(|row| row.length(digits)).collect::<Vec<Option<usize>>>()
        });
        let row_length_errors =
            lengths.each_ref().map(|lengths| section.row_length_errors(lengths, known));
        // One number is preferred unless the other reading has fewer errors.
        let best = if row_length_errors[1].len() < row_length_errors[0].len() { 1 } else { 0 };
        let diagnostics = &row_length_errors[best];
        let cells: usize = lengths[best].iter().flatten().sum();
        if diagnostics.is_empty() && cells > *room {
            let message = format!("the placement has more than {} cells", limits::CELLS);
            let help = "a game may not have more";
            self.error(Code::BoardSize, message, section.span, help);
            return None;
        }
        if diagnostics.is_empty() {
            *room -= cells;
            return Some(section.expand(readings[best]));
        }
        // Rows that are all alike wrong are those of another board.
        let shown = if diagnostics.len() == section.rows.len() { 1 } else { diagnostics.len() };
        self.diagnostics.extend_from_slice(&diagnostics[..shown]);
        None
    }
}

impl UnresolvedSection<'_> {
    /// Returns an error for each row of the wrong length.
    fn row_length_errors(
        &self,
        lengths: &[Option<usize>],
        known: Option<&Vec<usize>>,
    ) -> Diagnostics {
        let others = most_common(lengths);
        let rows = self.rows.iter().zip(lengths).enumerate();
        rows.filter_map(|(index, (row, &length))| {
            let wanted = known.and_then(|known| known.get(index)).copied().or(others);
            if length.is_some() && length == wanted {
                return None;
            }
            let found = row.description(length);
            let message = match (known, wanted) {
                (Some(_), Some(wanted)) => format!("{found}, and the board {wanted}"),
                (None, Some(wanted)) => format!("{found}, and the others have {wanted}"),
                (_, None) => found,
            };
            let at = match (length, wanted) {
                (Some(length), Some(wanted)) if length > wanted => "too long",
                (Some(_), Some(_)) => "too short",
                _ => "",
            };
            let error = Diagnostic::error(Code::Placement, message).at_span(row.span).at(at);
            let help = "a number counts empty cells, `*` is a hole";
            let row = match (length, wanted, row.parts.last()) {
                (Some(length), Some(wanted), Some(RowPart::Digits(last)))
                    if length < wanted && last.len() == 1 =>
                {
                    let longer = last.parse::<usize>().map_or(0, |last| last + wanted - length);
                    format!("; end the row with `{longer}` in place of `{last}`")
                }
                // A row of Pawns.
                (Some(_), Some(wanted), _) if let Some(letter) = row.only_letter() => {
                    format!("; write `{}`", letter.to_string().repeat(wanted))
                }
                (Some(length), Some(wanted), Some(_)) if length < wanted => {
                    format!("; end the row with `{}` more", wanted - length)
                }
                (Some(length), Some(wanted), Some(RowPart::Piece(_))) if length > wanted => {
                    match length - wanted {
                        1 => "; leave out its last sign".to_owned(),
                        extra => format!("; leave out its last {extra} signs"),
                    }
                }
                (_, Some(wanted), _) => format!("; an empty row is `{wanted}`"),
                _ => String::new(),
            };
            Some(error.help(format!("{help}{row}")))
        })
        .collect()
    }

    fn expand(self, digits: Digits) -> Vec<Row> {
        let rows = self.rows.into_iter().map(|row| {
            let entries = row.parts.into_iter().flat_map(|part| {
                let count = part.cells(digits).unwrap_or(0);
                let entry = match part {
                    RowPart::Digits(_) => RowEntry::Empty,
                    RowPart::Hole => RowEntry::Hole,
                    RowPart::Piece(piece) => RowEntry::Piece(piece),
                };
                std::iter::repeat_n(entry, count)
            });
            Row { entries: entries.collect(), span: row.span }
        });
        rows.collect()
    }
}

impl UnresolvedRow<'_> {
    /// Returns the number of cells; `None` if a number or the sum is 0 or beyond the limits.
    fn length(&self, digits: Digits) -> Option<usize> {
        let mut length = 0;
        for part in &self.parts {
            length += part.cells(digits)?;
        }
        (1..=limits::AXIS).contains(&length).then_some(length)
    }

    /// The letter of a row that is this one letter again and again.
    fn only_letter(&self) -> Option<char> {
        let letter = |part: &RowPart<'_>| match part {
            RowPart::Piece(it) if it.side.is_none() && !it.plus && !it.tilde => Some(it.letter),
            _ => None,
        };
        let first = letter(self.parts.first()?)?;
        self.parts.iter().all(|part| letter(part) == Some(first)).then_some(first)
    }

    fn description(&self, length: Option<usize>) -> String {
        match length {
            Some(1) => "this row has 1 cell".to_owned(),
            Some(length) => format!("this row has {length} cells"),
            None if self.parts.is_empty() => "this row has no cells".to_owned(),
            None if self.parts.iter().any(RowPart::is_zero) => "`0` counts no cells".to_owned(),
            None => format!("this row has more than {} cells", limits::AXIS),
        }
    }
}

impl RowPart<'_> {
    fn is_zero(&self) -> bool {
        matches!(self, RowPart::Digits(text) if text.bytes().all(|digit| digit == b'0'))
    }

    /// Returns the number of cells, or `None` for a number that is 0 or beyond the limits.
    fn cells(&self, digits: Digits) -> Option<usize> {
        let RowPart::Digits(text) = self else { return Some(1) };
        match digits {
            Digits::OneNumber => {
                text.parse().ok().filter(|count| (1..=limits::AXIS).contains(count))
            }
            Digits::EachAlone if text.contains('0') => None,
            Digits::EachAlone => Some(text.bytes().map(|digit| usize::from(digit - b'0')).sum()),
        }
    }
}

/// Returns a message if a count is not the known one, or is beyond the limits.
fn count_error((found, known): (usize, Option<usize>), what: &str, owner: &str) -> Option<String> {
    let plural = what.replace(" or", "s or") + "s";
    let here = match found {
        1 => format!("there is 1 {what} here"),
        _ => format!("there are {found} {plural} here"),
    };
    match known {
        Some(known) if known != found => Some(format!("{here}, and {known} {owner}")),
        None if found > limits::AXIS => Some(format!("{here}; at most {} are read", limits::AXIS)),
        Some(_) | None => None,
    }
}

/// Returns the length that most rows have; if two are equally common, the longer one.
fn most_common(lengths: &[Option<usize>]) -> Option<usize> {
    let count = |length: &usize| lengths.iter().filter(|&&other| other == Some(*length)).count();
    lengths.iter().flatten().copied().max_by_key(|length| (count(length), *length))
}
