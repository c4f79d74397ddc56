//! Parses atoms: letters, suffixes, coordinates and ranges.

use crate::source::{Code, Diagnostic, limits, sort};

use super::{BetzaParser, is_digit};
use crate::notation::{Atom, Leap};

pub(super) const ATOMS: &str = "atoms are the capitals W F D N A H C Z G, T in three dimensions, K Q R B, O and U; \
                     other leaps are written `{1,4}`";

impl BetzaParser<'_> {
    /// Parses an atom and its range. The term begins at `start`.
    pub(super) fn atom(&mut self, start: usize) -> Option<(Atom, u16)> {
        let at = self.scan.at();
        let Some(letter) = self.scan.peek() else {
            // The span is the small letters, because nothing follows them. An error in them is
            // enough.
            if self.diagnostics.len() == self.earlier {
                let message = "the notation ends without an atom";
                let error = Diagnostic::error(Code::BetzaAtom, message);
                self.report(error.at("expected an atom after this").help(ATOMS), start);
            }
            return None;
        };
        let atom = match letter {
            '{' => self.coordinates('}')?,
            '(' if self.scan.rest().trim_start_matches(['(', ' ']).starts_with(is_digit) => {
                self.coordinates(')')?
            }
            _ => {
                self.scan.bump();
                match atom_of(letter) {
                    Some(Atom::Leap(leap)) => Atom::Leap(self.suffixes(leap, at)?),
                    Some(atom) => atom,
                    None => {
                        self.not_an_atom(letter, at);
                        return None;
                    }
                }
            }
        };
        Some((atom, self.range(atom, letter)?))
    }

    fn suffixes(&mut self, leap: Leap, at: usize) -> Option<Leap> {
        let suffixes = self.scan.while_next(|letter| matches!(letter, 'X' | 'Y'));
        let longer = match *suffixes.as_bytes() {
            [] => Some(leap),
            [suffix] => leap.lengthened(suffix.into()),
            _ => None,
        };
        if longer.is_none() {
            let typed = &self.scan.text()[self.scan.since(at).range()];
            let message = format!("`{typed}` has no settled meaning");
            let help = "write a long leap by its coordinates, `{1,4}`";
            self.error(Code::BetzaAtom, message, help, at);
        }
        longer
    }

    /// Parses `{1,2,2}`, or `(4,1)` as in old texts.
    fn coordinates(&mut self, close: char) -> Option<Atom> {
        let at = self.scan.at();
        self.scan.bump();
        let mut numbers = Vec::new();
        let mut too_long = false;
        let ends = loop {
            self.scan.skip_blanks();
            let digits = self.scan.digits();
            let number = digits.parse::<u16>().ok().filter(|&number| number <= limits::LEAP_LENGTH);
            too_long |= number.is_none() && !digits.is_empty();
            numbers.extend(number);
            self.scan.skip_blanks();
            if digits.is_empty() || !self.scan.eat(',') {
                break !digits.is_empty();
            }
        };
        let closed = self.scan.eat(close);
        if !closed {
            self.scan.skip_past(close);
        }
        sort(&mut numbers);
        let written = numbers.len() as u8;
        let coordinates = match numbers[..] {
            [short, long] if long > 0 => Some([0, short, long]),
            [low, short, long] if long > 0 => Some([low, short, long]),
            _ => None,
        };
        match coordinates {
            Some(coordinates) if ends && closed && !too_long => {
                Some(Atom::Leap(Leap { coordinates, written }))
            }
            _ => {
                self.report(bad_coordinates(too_long), at);
                None
            }
        }
    }

    fn range(&mut self, atom: Atom, letter: char) -> Option<u16> {
        let at = self.scan.at();
        let follows = self.scan.text()[..at].ends_with(letter);
        if letter.is_ascii_uppercase() && follows && self.scan.eat(letter) {
            if self.scan.peek().is_some_and(is_digit) {
                let digits = self.scan.digits();
                let message = format!("`{letter}{letter}` is without limit, and `{digits}` is one");
                self.error(Code::BetzaRange, message, &format!("write `{letter}{digits}`"), at);
                return None;
            }
            return Some(0);
        }
        let digits = self.scan.digits();
        if digits.is_empty() {
            return Some(usual_range(atom));
        }
        let error = match digits.parse::<u16>() {
            _ if digits.len() > 1 && digits.starts_with('0') => exact_range(letter, digits),
            Ok(range) if range <= limits::LEAP_LENGTH => return Some(range),
            _ => {
                let message = format!("the range `{digits}` is too long");
                Diagnostic::error(Code::BetzaRange, message)
                    .help(format!("at most {}; `0` is no limit", limits::LEAP_LENGTH))
            }
        };
        self.report(error, at);
        None
    }

    fn not_an_atom(&mut self, letter: char, at: usize) {
        if letter.is_ascii_digit() {
            self.scan.digits();
        }
        if letter == '(' {
            self.scan.skip_past(')');
        }
        let typed = &self.scan.text()[self.scan.since(at).range()];
        let (message, help) = match letter {
            'X' | 'Y' => (
                format!("`{letter}` lengthens the leap to its left, and there is none"),
                "write the leap first, as in `WX`",
            ),
            'I' => (
                "the imitator `I` cannot be drawn: its moves depend on the other side's last"
                    .into(),
                "say in words what it imitates",
            ),
            '0'..='9' => (
                format!("the range `{typed}` belongs after an atom"),
                "as in `W3`; one step in any direction is `K`",
            ),
            ' ' | '\t' | '\n' | '\r' => (
                "a blank stands between the small letters and their atom".into(),
                match ["or", "and"].iter().any(|word| self.scan.text()[..at].ends_with(word)) {
                    true => "several moves stand side by side, without a word between: `NmH`",
                    false => "blanks may stand between two terms only",
                },
            ),
            '\'' => (
                "the apostrophe belongs to a capture matrix, which is not part of a move".into(),
                "leave it out",
            ),
            '(' => (
                format!("the repeats `{typed}` have no settled meaning"),
                "write every leg out: `[W?F?W?F]`",
            ),
            ']' | ')' | '}' => (format!("this `{letter}` closes nothing"), "take it out"),
            '-' | '?' | '!' => (
                format!("`{letter}` joins two legs, and legs so joined stand in brackets"),
                "as in `[F?R]`",
            ),
            ',' | ';' | '+' | '&' | '/' => (
                format!("`{letter}` is not needed between two terms"),
                "terms stand side by side, as in `BN`",
            ),
            _ => (format!("`{letter}` is not an atom"), ATOMS),
        };
        let error = Diagnostic::error(Code::BetzaAtom, message).at("expected an atom here");
        self.report(error.help(help), at);
    }
}

/// The atom of a capital, if it is one.
pub(super) fn atom_of(letter: char) -> Option<Atom> {
    let letter = match letter {
        // As defined by Betza; one old program exchanges the two letters.
        'L' => 'C',
        'J' => 'Z',
        other => other,
    };
    let leaps = Leap::LETTERS.map(|(name, leap)| (name, Atom::Leap(leap)));
    let mut all = Atom::LETTERS.into_iter().chain(leaps);
    all.find(|&(name, _)| name == letter).map(|(_, atom)| atom)
}

/// The range of an atom without digits; 0 has no limit.
pub(in crate::notation) fn usual_range(atom: Atom) -> u16 {
    match atom {
        Atom::Queen | Atom::Rook | Atom::Bishop => 0,
        Atom::Leap(_) | Atom::King | Atom::Castle | Atom::Universal => 1,
    }
}

fn bad_coordinates(too_long: bool) -> Diagnostic {
    if too_long {
        let message = format!("a leap goes at most {} cells", limits::LEAP_LENGTH);
        return Diagnostic::error(Code::BetzaRange, message).help("write smaller coordinates");
    }
    Diagnostic::error(Code::BetzaAtom, "these are not the coordinates of a leap").help(
        "write two or three numbers, not all of them 0: `{1,4}`, in three dimensions `{1,2,2}`",
    )
}

/// The error for `W03`, an exact distance in old texts.
fn exact_range(letter: char, digits: &str) -> Diagnostic {
    let message = format!("`{letter}{digits}`, for an exact distance, is not part of this dialect");
    Diagnostic::error(Code::BetzaRange, message).help(match letter {
        'W' | 'F' | 'K' => {
            format!("write one leg a step, as in `mafmaf{letter}` for three, or `{letter}3` for up to three")
        }
        _ => "write the range without a leading 0".to_owned(),
    })
}
