//! Writes notations in their canonical spelling.

use std::fmt::{self, Write};

use super::parse::usual_range;
use super::{Atom, Betza, Directions, Hop, Leap, Leg, Modifiers, Term, TermSyntax};

/// Returns the notation in its canonical spelling.
///
/// The modifiers are in the order `i`, directions, `u m c d e t p g o y n j`. `C` and `Z` replace
/// `L` and `J`, and a range is written only if it is not the usual one of its atom.
/// [`parse`](super::parse()) reads the result as the same tree. [Exact](Directions::Exact)
/// directions are written in angle brackets, which no dialect reads.
///
/// ```
/// use fairybook::notation::{parse, print};
/// assert_eq!(print(&parse("cmfJ R0").unwrap()), "fmcZR");
/// ```
pub fn print(betza: &Betza) -> String {
    betza.to_string()
}

impl fmt::Display for Betza {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before: Option<&Term> = None;
        for term in &self.terms {
            // `W` twice would be read as `WW`, the rook.
            if before.is_some_and(|before| are_read_as_one(before, term)) {
                f.write_char(' ')?;
            }
            write!(f, "{term}")?;
            before = Some(term);
        }
        Ok(())
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.form {
            TermSyntax::Chain => chain(&self.legs, f),
            TermSyntax::Brackets => brackets(&self.legs, f),
        }
    }
}

impl fmt::Display for Leg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.modifiers, self.atom)?;
        if self.range != usual_range(self.atom) || self.atom == Atom::Castle {
            write!(f, "{}", self.range)?;
        }
        Ok(())
    }
}

impl fmt::Display for Modifiers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.initial || self.same_length {
            f.write_char('i')?;
        }
        write!(f, "{}", self.directions)?;
        let flags = [
            ('u', self.unload),
            ('m', self.quiet),
            ('c', self.capture),
            ('d', self.friendly_capture),
            ('e', self.en_passant),
            ('t', self.spares_royals),
            ('p', self.hop == Some(Hop::Cannon)),
            ('g', self.hop == Some(Hop::Grasshopper)),
            ('o', self.cylinder),
            ('y', self.toggle),
            ('n', self.lame || self.passing),
            ('n', self.passing),
        ];
        for (letter, _) in flags.into_iter().filter(|&(_, set)| set) {
            f.write_char(letter)?;
        }
        (0..self.jump).try_for_each(|_| f.write_char('j'))
    }
}

impl fmt::Display for Directions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Directions::All => Ok(()),
            Directions::Letters(letters) => {
                letters.iter().try_for_each(|direction| f.write_char(direction.letter()))
            }
            Directions::Clock(hours) => {
                let hours: Vec<String> = hours.iter().map(u8::to_string).collect();
                write!(f, "@{}", hours.join(","))
            }
            Directions::Exact(steps) => {
                let steps: Vec<String> = steps.iter().map(step).collect();
                write!(f, "<{}>", steps.join(" "))
            }
        }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Atom::Leap(leap) = self {
            return write!(f, "{leap}");
        }
        let mut letters = Atom::LETTERS.iter().filter(|(_, atom)| atom == self);
        letters.try_for_each(|&(letter, _)| f.write_char(letter))
    }
}

impl fmt::Display for Leap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, short, long] = self.coordinates;
        let letters = if self.written == 0 { self.letters() } else { None };
        match letters {
            Some(letters) => f.write_str(&letters),
            None if low == 0 && self.written != 3 => write!(f, "{{{short},{long}}}"),
            None => write!(f, "{{{low},{short},{long}}}"),
        }
    }
}

impl Leap {
    /// The letter, or the letter with a suffix, if the leap has one.
    fn letters(self) -> Option<String> {
        if let Some(letter) = self.letter() {
            return Some(letter.to_string());
        }
        Leap::LETTERS.iter().find_map(|&(letter, leap)| {
            let fits = |&suffix: &char| leap.lengthened(suffix) == Some(self);
            let suffix = ['X', 'Y'].into_iter().find(fits)?;
            Some(format!("{letter}{suffix}"))
        })
    }
}

fn chain(legs: &[Leg], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some((last, before)) = legs.split_last() else { return Ok(()) };
    before.iter().try_for_each(|leg| write!(f, "{}a", leg.modifiers))?;
    write!(f, "{last}")
}

fn brackets(legs: &[Leg], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let initial = legs.first().is_some_and(|leg| leg.modifiers.initial);
    f.write_str(if initial { "i[" } else { "[" })?;
    for (index, leg) in legs.iter().enumerate() {
        let modifiers = Modifiers { initial: false, ..leg.modifiers.clone() };
        write!(f, "{}", Leg { modifiers, ..leg.clone() })?;
        let sign = if leg.may_end_here { '?' } else { '-' };
        f.write_char(if index + 1 == legs.len() { ']' } else { sign })?;
    }
    Ok(())
}

/// Whether the two terms, written without a blank, would be read as one: the second repeats the
/// capital at the end of the first.
fn are_read_as_one(before: &Term, after: &Term) -> bool {
    let (before, after) = (before.to_string(), after.to_string());
    let first = after.chars().next();
    first.is_some_and(|letter| letter.is_ascii_uppercase()) && before.chars().last() == first
}

fn step(&[right, forward, up]: &[i16; 3]) -> String {
    if up == 0 { format!("{right},{forward}") } else { format!("{right},{forward},{up}") }
}
