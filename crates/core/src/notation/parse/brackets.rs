//! Parses terms in brackets, such as `[W?B]`.

use crate::source::{Code, Diagnostic, Span, limits};

use super::atoms::ATOMS;
use super::{BetzaParser, is_digit, too_many_legs};
use crate::notation::{Leg, Modifiers, Term, TermSyntax};

impl BetzaParser<'_> {
    pub(super) fn brackets(&mut self, start: usize, mut before: Vec<Modifiers>) -> Option<Term> {
        let open = self.scan.at();
        let outside = before.remove(0);
        if !before.is_empty() {
            let message = "`a` and brackets are two ways of writing legs";
            let help = "write all legs inside the brackets, as in `[W-W-F]`";
            self.error(Code::BetzaLeg, message, help, start);
        } else if outside.without_initial() != Modifiers::default() {
            let message = "small letters before brackets have no settled meaning, but for `i`";
            let help = "write them before the atom of the leg they belong to, as in `[fF?R]`";
            let error = Diagnostic::error(Code::BetzaLeg, message).help(help);
            self.diagnostics.push(error.at_span(outside.span));
        }
        self.scan.bump();
        let mut legs = self.bracket_legs(open)?;
        if let Some(first) = legs.first_mut().filter(|_| outside.initial) {
            first.modifiers.initial = true;
            first.modifiers.span = first.modifiers.span.to(outside.span);
        }
        let span = self.scan.since(start);
        if self.scan.peek().is_some_and(is_digit) {
            let at = self.scan.at();
            self.scan.digits();
            let message = "brackets have no range of their own";
            self.error(Code::BetzaRange, message, "give the range to a leg: `[F?R4]`", at);
        }
        let error = match legs.len() {
            1 => Diagnostic::error(Code::BetzaLeg, "brackets hold two legs or more")
                .help("a single leg needs no brackets"),
            count if count > limits::LEGS => too_many_legs(count),
            _ => return Some(Term { form: TermSyntax::Brackets, legs, span }),
        };
        self.diagnostics.push(error.at_span(span));
        None
    }

    /// Parses the legs up to the closing bracket. After an error, skips the text up to it.
    fn bracket_legs(&mut self, open: usize) -> Option<Vec<Leg>> {
        let mut legs = Vec::new();
        loop {
            let leg = self.bracket_leg(!legs.is_empty());
            let sign = leg.as_ref().and_then(|_| self.after_leg(open));
            if sign.is_none() {
                self.scan.skip_bracket();
            }
            let (mut leg, sign) = (leg?, sign?);
            leg.may_end_here = sign == '?';
            legs.push(leg);
            if sign == ']' {
                return Some(legs);
            }
        }
    }

    fn bracket_leg(&mut self, later: bool) -> Option<Leg> {
        self.scan.skip_blanks();
        let start = self.scan.at();
        let modifiers = self.modifiers().in_place(later);
        let at = self.scan.at();
        if self.scan.eat('a') {
            let message = "`a` and brackets are two ways of writing legs";
            let help = "join legs in brackets by `-`, or by `?` where the move may end";
            self.error(Code::BetzaLeg, message, help, at);
            return None;
        }
        let (atom, range) = match self.scan.peek() {
            Some(sign @ ('[' | ']')) => {
                let error = if sign == '[' {
                    Diagnostic::error(Code::BetzaLeg, "brackets inside brackets")
                        .help("write all legs in one pair of brackets")
                } else {
                    Diagnostic::error(Code::BetzaAtom, "the last leg has no atom")
                        .at("expected an atom here")
                        .help(ATOMS)
                };
                self.diagnostics.push(error.at_span(Span::new(at, at + 1)));
                return None;
            }
            _ => self.atom(start)?,
        };
        self.scan.skip_blanks();
        Some(Leg { modifiers, atom, range, may_end_here: false, span: self.scan.since(start) })
    }

    /// Reads the sign after a leg: `?`, `-` or `]`.
    fn after_leg(&mut self, open: usize) -> Option<char> {
        let at = self.scan.at();
        let Some(sign) = self.scan.bump() else {
            let error = Diagnostic::error(Code::BetzaLeg, "this bracket is never closed");
            let span = Span::new(open, open + 1);
            self.diagnostics.push(error.at_span(span).help("close it by `]`"));
            return None;
        };
        let (message, help) = match sign {
            '?' | '-' | ']' => return Some(sign),
            '!' => ("`!` between legs is not settled".to_owned(), "write `-`: the move must go on"),
            '(' | ')' => (
                "repeated legs in parentheses have no settled meaning".to_owned(),
                "write every leg out: `[W?F?W?F]`",
            ),
            _ => (
                format!("expected `?`, `-` or `]` after a leg, not `{sign}`"),
                "`?`: the move may end here; `-`: it must go on",
            ),
        };
        self.error(Code::BetzaLeg, message, help, at);
        None
    }
}
