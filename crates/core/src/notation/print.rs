//! Writes notations in their canonical spelling.

use std::fmt;

use super::parse::usual_range;
use super::{Atom, Betza, Directions, Hop, Leap, Leg, Modifiers, Term, TermSyntax};

/// The canonical spelling.
///
/// The modifiers are in the order `i`, directions, `u m c d e t p g o y n j`. `C` and `Z` replace
/// `L` and `J`, and a range is written only if it is not the usual one of its atom.
/// [`parse`](super::parse()) reads the result as the same tree. [Exact](Directions::Exact)
/// directions are written in angle brackets, which no dialect reads.
///
/// ```
/// assert_eq!(fairybook_core::notation::parse("cmfJ R0").unwrap().to_string(), "fmcZR");
/// ```
impl fmt::Display for Betza {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for term in self.terms.iter().map(term) {
            // `W` twice would be read as `WW`, the rook.
            let capital = term.chars().next().filter(char::is_ascii_uppercase);
            if capital.is_some_and(|capital| text.ends_with(capital)) {
                text.push(' ');
            }
            text += &term;
        }
        f.write_str(&text)
    }
}

fn term(term: &Term) -> String {
    match &term.legs[..] {
        legs if term.form == TermSyntax::Brackets => brackets(legs),
        [before @ .., last] => {
            let before = before.iter().map(|leg| modifiers(&leg.modifiers) + "a");
            before.chain([leg(last)]).collect()
        }
        [] => String::new(),
    }
}

fn brackets(legs: &[Leg]) -> String {
    let initial = legs.first().is_some_and(|leg| leg.modifiers.initial);
    let mut text = if initial { "i[" } else { "[" }.to_owned();
    for (index, written) in legs.iter().enumerate() {
        let modifiers = Modifiers { initial: false, ..written.modifiers.clone() };
        text += &leg(&Leg { modifiers, ..written.clone() });
        let sign = if written.may_end_here { '?' } else { '-' };
        text.push(if index + 1 == legs.len() { ']' } else { sign });
    }
    text
}

fn leg(leg: &Leg) -> String {
    let is_usual = leg.range == usual_range(leg.atom) && leg.atom != Atom::Castle;
    let range = if is_usual { String::new() } else { leg.range.to_string() };
    format!("{}{}{range}", modifiers(&leg.modifiers), atom(leg.atom))
}

fn modifiers(modifiers: &Modifiers) -> String {
    let initial = if modifiers.initial || modifiers.same_length { "i" } else { "" };
    let flags = [
        ('u', modifiers.unload),
        ('m', modifiers.quiet),
        ('c', modifiers.capture),
        ('d', modifiers.friendly_capture),
        ('e', modifiers.en_passant),
        ('t', modifiers.spares_royals),
        ('p', modifiers.hop == Some(Hop::Cannon)),
        ('g', modifiers.hop == Some(Hop::Grasshopper)),
        ('o', modifiers.cylinder),
        ('y', modifiers.toggle),
        ('n', modifiers.lame || modifiers.passing),
        ('n', modifiers.passing),
    ];
    let set = flags.into_iter().filter(|&(_, set)| set).map(|(letter, _)| letter);
    let jumps = std::iter::repeat_n('j', modifiers.jump.into());
    let letters: String = set.chain(jumps).collect();
    format!("{initial}{}{letters}", directions(&modifiers.directions))
}

fn directions(directions: &Directions) -> String {
    match directions {
        Directions::All => String::new(),
        Directions::Letters(letters) => letters.iter().map(|letter| letter.letter()).collect(),
        Directions::Clock(hours) => {
            let hours: Vec<String> = hours.iter().map(u8::to_string).collect();
            format!("@{}", hours.join(","))
        }
        Directions::Exact(steps) => {
            let steps: Vec<String> = steps.iter().map(step).collect();
            format!("<{}>", steps.join(" "))
        }
    }
}

fn step(&[right, forward, up]: &[i16; 3]) -> String {
    if up == 0 { format!("{right},{forward}") } else { format!("{right},{forward},{up}") }
}

fn atom(atom: Atom) -> String {
    if let Atom::Leap(leap) = atom {
        return leap.to_string();
    }
    let letters = Atom::LETTERS.iter().filter(|(_, known)| *known == atom);
    letters.map(|(letter, _)| letter).collect()
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
