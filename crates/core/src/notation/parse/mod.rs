//! The XBetza parser: notations and terms. The submodules parse the parts of a term.

mod atoms;
mod brackets;
mod modifiers;

pub(super) use atoms::usual_range;

use atoms::ATOMS;

use crate::source::{Code, Diagnostic, Diagnostics, Scanner, Span, limits};

use super::check::check;
use super::{Betza, Leg, Term, TermSyntax};

/// Parses XBetza, including the bracket form. Returns the tree or all errors in the text.
///
/// Text without a settled meaning is an error with its location and the reason. The small letters
/// may be in any order. Spans count bytes of `text`.
///
/// ```
/// let rook_or_knight = fairybook_core::notation::parse("RN").unwrap();
/// assert_eq!(rook_or_knight.terms.len(), 2);
/// ```
pub fn parse(text: &str) -> Result<Betza, Diagnostics> {
    check_length(text)?;
    read(text).map_err(|mut errors| {
        if let Some(first) = errors.first_mut()
            && first.help.as_deref() == Some(ATOMS)
            && let Some(meant) = with_other_case(text)
        {
            let help = format!("write `{meant}`: atoms are capitals, modifiers small letters");
            first.help = Some(help);
        }
        errors
    })
}

fn read(text: &str) -> Result<Betza, Diagnostics> {
    let (scan, diagnostics) = (Scanner::new(text), Diagnostics::default());
    let mut parser = BetzaParser { scan, diagnostics, earlier: 0 };
    let betza = parser.betza();
    if parser.diagnostics.is_empty() { Ok(betza) } else { Err(parser.diagnostics) }
}

/// The notation with another case of one letter, if only one such change makes it right.
fn with_other_case(text: &str) -> Option<String> {
    let flipped = |at: usize| {
        let mut other = text.as_bytes().to_vec();
        other[at] ^= 0x20;
        let other =
            String::from_utf8(other).ok().filter(|_| text.as_bytes()[at].is_ascii_alphabetic());
        other.filter(|other| read(other).is_ok())
    };
    let mut right = (0..text.len().min(MOST_FLIPPED)).filter_map(flipped);
    right.next().filter(|_| right.next().is_none())
}

/// Refuses a notation that is longer than any that can be needed.
pub fn check_length(text: &str) -> Result<(), Diagnostic> {
    if text.len() <= limits::NOTATION {
        return Ok(());
    }
    let most = limits::NOTATION;
    let message = format!("a notation may have {most} letters, not {}", text.len());
    let error = Diagnostic::error(Code::BetzaLength, message);
    let help = "give the piece several moves with a shorter notation each";
    Err(error.at_span(Span::new(0, text.len())).help(help))
}

/// How many letters are tried in the other case: longer notations are rare.
const MOST_FLIPPED: usize = 64;

struct BetzaParser<'a> {
    scan: Scanner<'a>,
    diagnostics: Diagnostics,
    /// The number of diagnostics before the current term.
    earlier: usize,
}

impl BetzaParser<'_> {
    fn betza(&mut self) -> Betza {
        let mut betza = Betza::default();
        self.scan.skip_blanks();
        if self.scan.peek().is_none() {
            let end = self.scan.at();
            let help = "write at least one atom, such as `W`";
            self.error(Code::BetzaAtom, "the notation is empty", help, end);
        }
        while self.scan.peek().is_some() {
            self.earlier = self.diagnostics.len();
            if let Some(term) = self.term()
                && self.diagnostics.len() == self.earlier
            {
                check(&term, self.scan.text(), &mut self.diagnostics);
                betza.terms.push(term);
            }
            self.scan.skip_blanks();
        }
        betza
    }

    /// Adds a diagnostic about the text from `start` up to the next letter.
    fn report(&mut self, diagnostic: Diagnostic, start: usize) {
        self.diagnostics.push(diagnostic.at_span(self.scan.since(start)));
    }

    /// Adds an error about the text from `start` up to the next letter.
    fn error(&mut self, code: Code, message: impl Into<String>, help: &str, start: usize) {
        self.report(Diagnostic::error(code, message).help(help), start);
    }

    fn term(&mut self) -> Option<Term> {
        let start = self.scan.at();
        let mut chain = vec![self.modifiers()];
        while self.scan.eat('a') {
            chain.push(self.modifiers());
        }
        if self.scan.peek() == Some('[') {
            return self.brackets(start, chain);
        }
        let (atom, range) = self.atom(start)?;
        let span = self.scan.since(start);
        if chain.len() > limits::LEGS {
            self.diagnostics.push(too_many_legs(chain.len()).at_span(span));
            return None;
        }
        let last = chain.len() - 1;
        let mut from = start;
        let mut legs = Vec::with_capacity(chain.len());
        for (place, modifiers) in chain.into_iter().enumerate() {
            // The `a` after a leg is part of its span.
            let to = if place == last { span.end } else { modifiers.span.end + 1 };
            let modifiers = modifiers.in_place(place > 0);
            let span = Span::new(from, to);
            legs.push(Leg { modifiers, atom, range, may_end_here: false, span });
            from = to;
        }
        Some(Term { form: TermSyntax::Chain, legs, span })
    }
}

fn too_many_legs(count: usize) -> Diagnostic {
    let message = format!("a move may have {} legs, not {count}", limits::LEGS);
    Diagnostic::error(Code::BetzaLength, message).help("split it into several terms")
}

fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit()
}
