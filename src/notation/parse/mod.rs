//! XBetza, from text to tree: terms here, their parts next door.

mod atoms;
mod brackets;
mod modifiers;

pub(super) use atoms::usual_range;

use crate::source::{Code, Diagnostic, Diagnostics, Span, limits};

use super::check::check;
use super::scan::Scanner;
use super::{Betza, Leg, Term, TermSyntax};

/// Reads XBetza, with the bracket form: the tree, or everything that is wrong with the text.
///
/// Whatever the dialect gives no settled meaning is refused, with the place and the reason; the
/// order of the small letters is free. Spans count bytes of `text`.
pub fn parse(text: &str) -> Result<Betza, Diagnostics> {
    if text.len() > limits::NOTATION {
        return Err(too_long(text).into());
    }
    let mut parser = BetzaParser::new(text);
    let betza = parser.betza();
    if parser.complaints.is_empty() { Ok(betza) } else { Err(parser.complaints) }
}

fn too_long(text: &str) -> Diagnostic {
    let message = format!("a notation may have {} letters, not {}", limits::NOTATION, text.len());
    Diagnostic::error(Code::BetzaLength, message)
        .at_span(Span::new(0, text.len()))
        .help("give the piece several ways of moving, with a shorter notation each")
}

struct BetzaParser<'a> {
    scan: Scanner<'a>,
    complaints: Diagnostics,
    /// How many complaints there were before the term at hand.
    earlier: usize,
}

impl<'a> BetzaParser<'a> {
    fn new(text: &'a str) -> Self {
        BetzaParser { scan: Scanner::new(text), complaints: Diagnostics::default(), earlier: 0 }
    }

    fn betza(&mut self) -> Betza {
        let mut betza = Betza::default();
        self.scan.skip_blanks();
        if self.scan.peek().is_none() {
            let end = self.scan.at();
            let complaint = Diagnostic::error(Code::BetzaAtom, "the notation is empty");
            self.report(complaint.help("write at least one atom, such as `W`"), end);
        }
        while self.scan.peek().is_some() {
            self.earlier = self.complaints.len();
            if let Some(term) = self.term()
                && self.complaints.len() == self.earlier
            {
                check(&term, self.scan.text(), &mut self.complaints);
                betza.terms.push(term);
            }
            self.scan.skip_blanks();
        }
        betza
    }

    fn report(&mut self, complaint: Diagnostic, start: usize) {
        let span = self.scan.since(start);
        self.complaints.push(complaint.at_span(span));
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
            self.complaints.push(too_many_legs(chain.len()).at_span(span));
            return None;
        }
        let last = chain.len() - 1;
        let mut from = start;
        let mut legs = Vec::with_capacity(chain.len());
        for (place, modifiers) in chain.into_iter().enumerate() {
            // A leg that goes on owns the `a` behind it.
            let to = if place == last { span.end } else { modifiers.span.end + 1 };
            let modifiers = modifiers.in_place(place > 0);
            legs.push(Leg {
                modifiers,
                atom,
                range,
                may_end_here: false,
                span: Span::new(from, to),
            });
            from = to;
        }
        Some(Term { form: TermSyntax::Chain, legs, span })
    }
}

fn too_many_legs(count: usize) -> Diagnostic {
    let message = format!("a move may have {} legs, not {count}", limits::LEGS);
    Diagnostic::error(Code::BetzaLength, message).help("split it into several terms")
}

fn digit(letter: char) -> bool {
    letter.is_ascii_digit()
}
