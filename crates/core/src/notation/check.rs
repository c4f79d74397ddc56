//! Checks the meaning of a parsed term.

use crate::source::{Code, Diagnostic, Diagnostics, Span};

use super::directions::{RayFamily, check_letters};
use super::{Atom, DirectionLetter, Directions, Hop, Leap, Leg, Modifiers, Term, TermSyntax};

/// Reports everything in a term that has no settled meaning in its place.
///
/// The term was parsed from `text`.
pub(super) fn check(term: &Term, text: &str, diagnostics: &mut Diagnostics) {
    let mut checker = Checker { term, text, diagnostics };
    checker.atoms();
    for index in 0..term.legs.len() {
        checker.leg(index);
    }
}

struct Checker<'a> {
    term: &'a Term,
    text: &'a str,
    diagnostics: &'a mut Diagnostics,
}

impl Checker<'_> {
    fn error(&mut self, code: Code, message: &str, span: Span, help: &str) {
        self.diagnostics.push(Diagnostic::error(code, message).at_span(span).help(help));
    }

    /// Adds an error about a modifier of a leg.
    fn modifier(&mut self, leg: &Leg, letter: char, message: &str, help: &str) {
        let span = letter_span(self.text, &leg.modifiers, letter);
        self.error(Code::BetzaModifier, message, span, help);
    }

    /// Reports atoms that cannot be a leg of several.
    fn atoms(&mut self) {
        let term = self.term;
        if term.legs.len() == 1 {
            return;
        }
        let shown = match term.form {
            TermSyntax::Chain => &term.legs[term.legs.len() - 1..],
            TermSyntax::Brackets => &term.legs[..],
        };
        for leg in shown {
            let reason = match leg.atom {
                Atom::Castle => "castling cannot be one leg of several",
                Atom::Universal => "a leap to anywhere cannot be one leg of several",
                Atom::Leap(leap)
                    if term.form == TermSyntax::Chain
                        && (RayFamily::of(leg.atom) == RayFamily::Oblique
                            || leap.is_oblique_in_space()) =>
                {
                    "`a` has no settled meaning for oblique leaps"
                }
                _ => continue,
            };
            let span = Span::new(leg.modifiers.span.end, leg.span.end);
            let help = "write it as a term of its own, or the legs in brackets; `A` as a capital is a leap";
            self.error(Code::BetzaLeg, reason, span, help);
        }
    }

    fn leg(&mut self, index: usize) {
        let term = self.term;
        let leg = &term.legs[index];
        self.directions(index, leg);
        match leg.atom {
            Atom::Castle | Atom::Universal if term.legs.len() > 1 => return,
            Atom::Castle => return self.castle(leg),
            Atom::Universal => return self.universal(leg),
            _ => {}
        }
        self.initial(index, leg);
        self.purposes(index, leg);
        self.hop(index, leg);
        self.intermediate_cell(index, leg);
        if index + 1 < self.term.legs.len() {
            self.non_final_leg(leg);
        } else if leg.modifiers.toggle {
            let message = "`y` changes the legs after it, and there is none";
            self.modifier(leg, 'y', message, "leave it out");
        }
    }

    fn directions(&mut self, index: usize, leg: &Leg) {
        let letters = match &leg.modifiers.directions {
            Directions::All | Directions::Exact(_) => return,
            Directions::Clock(_) if index == 0 => return,
            Directions::Clock(_) => {
                let message = "a later leg turns from the one before, but hours are absolute";
                let help = "write letters: `f` continues straight";
                let span = letter_span(self.text, &leg.modifiers, '@');
                return self.error(Code::BetzaDirection, message, span, help);
            }
            Directions::Letters(letters) => letters,
        };
        let Err((message, help)) = check_letters(letters, leg.atom, index > 0) else { return };
        let span = direction_span(self.text, &leg.modifiers);
        self.error(Code::BetzaDirection, message, span, help);
    }

    fn castle(&mut self, leg: &Leg) {
        let modifiers = &leg.modifiers;
        if leg.range == 0 || leg.span.end == modifiers.span.end + 1 {
            let span = Span::new(modifiers.span.end, leg.span.end);
            let message = "castling needs the number of cells that the king moves";
            self.error(Code::BetzaRange, message, span, "write it after the `O`, as in `isO2`");
        }
        use DirectionLetter::{Left, Right, Sideways};
        let sideways = |letter: &DirectionLetter| matches!(letter, Left | Right | Sideways);
        if let Directions::Letters(letters) = &modifiers.directions
            && !letters.iter().all(sideways)
        {
            let span = direction_span(self.text, modifiers);
            let help = "choose among `s`, `l` and `r`";
            self.error(Code::BetzaDirection, "castling goes sideways", span, help);
        }
        self.only(leg, "ij", "castling");
    }

    fn universal(&mut self, leg: &Leg) {
        if leg.range != 1 {
            let span = Span::new(leg.modifiers.span.end, leg.span.end);
            let message = "a leap to anywhere has no range";
            self.error(Code::BetzaRange, message, span, "write `U` alone");
        }
        if leg.modifiers.directions != Directions::All {
            let span = direction_span(self.text, &leg.modifiers);
            let message = "a leap to anywhere has no direction";
            self.error(Code::BetzaDirection, message, span, "leave the direction out");
        }
        self.only(leg, "imcdtu", "a leap to anywhere");
        self.purposes(0, leg);
    }

    /// Reports every modifier that is not one of `allowed`.
    fn only(&mut self, leg: &Leg, allowed: &str, owner: &str) {
        let letters: Vec<char> = self.text[leg.modifiers.span.range()]
            .chars()
            .filter(|letter| letter.is_ascii_lowercase() && !"fblrvsh".contains(*letter))
            .filter(|letter| !allowed.contains(*letter))
            .collect();
        for letter in letters {
            let message = format!("`{letter}` has no meaning for {owner}");
            self.modifier(leg, letter, &message, "leave it out");
        }
    }

    fn initial(&mut self, index: usize, leg: &Leg) {
        if leg.modifiers.same_length && (0..index).all(|before| self.is_one_step(before)) {
            let message =
                "on a later leg `i` is the length of an earlier slide, and no earlier leg slides";
            let help = "for a piece that has not moved, write it first in the term";
            self.modifier(leg, 'i', message, help);
        }
    }

    fn purposes(&mut self, index: usize, leg: &Leg) {
        let modifiers = &leg.modifiers;
        let is_last = index + 1 == self.term.legs.len();
        if modifiers.spares_royals && !is_last {
            self.modifier(leg, 't', "`t` limits the capture of the last leg", "write it there");
        } else if modifiers.spares_royals && !may_capture(modifiers, true) {
            let message = "`t` limits captures, and this leg captures nothing";
            self.modifier(leg, 't', message, "leave it out");
        }
        if modifiers.unload {
            self.unload(index, leg);
        }
    }

    /// Checks `u`: one of the pieces captured anywhere in the term is put back.
    fn unload(&mut self, index: usize, leg: &Leg) {
        let legs = &self.term.legs;
        let last = legs.len() - 1;
        let captures =
            |(at, leg): (usize, &Leg)| may_capture(&leg.modifiers, at == last || leg.may_end_here);
        if legs[..index].iter().any(|leg| leg.modifiers.unload) {
            let message = "`u` puts one piece back, and an earlier leg does that already";
            self.modifier(leg, 'u', message, "write it on one leg of the term");
        } else if !legs.iter().enumerate().any(captures) {
            let message = "`u` puts a captured piece back, and no leg captures";
            self.modifier(leg, 'u', message, "write it on a leg that captures, as in `ucR`");
        }
    }

    fn hop(&mut self, index: usize, leg: &Leg) {
        let Some(hop) = leg.modifiers.hop else { return };
        let letter = if hop == Hop::Cannon { 'p' } else { 'g' };
        if leg.modifiers.lame || leg.modifiers.jump > 0 {
            let message = format!("`{letter}` and `n` or `j` contradict each other");
            let help = "keep one of them";
            return self.modifier(leg, letter, &message, help);
        }
        if index + 1 < self.term.legs.len() {
            return;
        }
        if !steps_to_adjacent_cell(leg.atom) {
            let message = format!("`{letter}` is defined only for slides by steps of W, F and K");
            self.modifier(leg, letter, &message, "as in `pR`, `gQ`, `pW3`");
        } else if self.is_one_step(index) {
            let message = "a hopper with one step cannot get past its hurdle";
            self.modifier(leg, letter, message, "give it a range: `pR`, `gW2`");
        }
    }

    /// Checks `n` and `j`, which concern the intermediate cell.
    fn intermediate_cell(&mut self, index: usize, leg: &Leg) {
        let modifiers = &leg.modifiers;
        let next_cell = steps_to_adjacent_cell(leg.atom);
        if modifiers.lame && modifiers.jump > 0 {
            let message =
                "`n` and `j` contradict each other: the intermediate cell is empty or occupied";
            return self.modifier(leg, 'n', message, "keep one of them");
        }
        if modifiers.lame && next_cell {
            let message = "`n` needs an intermediate cell, and a step to an adjacent cell has none";
            self.modifier(leg, 'n', message, "leave it out, or write a leap, as in `nD`");
        }
        if modifiers.jump > 1 {
            self.modifier(leg, 'j', "only castling has several `j`", "write one");
        } else if modifiers.jump == 1 && next_cell && self.is_one_step(index) {
            let message = "`j` skips the first cell, and a single step has no second cell";
            self.modifier(leg, 'j', message, "give it a range, as in `jR`");
        }
    }

    /// Checks a leg that is not the last.
    fn non_final_leg(&mut self, leg: &Leg) {
        let modifiers = &leg.modifiers;
        if modifiers.toggle && modifiers.hop.is_some() {
            let help = "choose: `y` continues from an empty cell, `p` and `g` over a piece";
            self.modifier(leg, 'y', "`y` and a hop contradict each other", help);
            return;
        }
        if self.term.form == TermSyntax::Chain {
            return;
        }
        let help = "each leg in brackets has its own atom: write the next leg as it moves";
        if modifiers.toggle {
            let message = "`y` changes the next leg's atom, which is written here";
            self.modifier(leg, 'y', message, help);
        }
        if modifiers.hop == Some(Hop::Grasshopper) {
            let message =
                "before another leg `g` changes the atom of that leg, which is written here";
            self.modifier(leg, 'g', message, "write `p`, and the next leg as it moves");
        }
        if leg.may_end_here && modifiers.hop == Some(Hop::Cannon) {
            let message = "with `p` the leg ends on a hurdle, where the move cannot end";
            let help = "join the legs by `-`, and write the hop as a term of its own";
            self.modifier(leg, 'p', message, help);
        }
    }

    /// Whether a leg has exactly one step, however the legs before it went.
    fn is_one_step(&self, index: usize) -> bool {
        let leg = &self.term.legs[index];
        let (mut as_written, mut toggled) = (true, false);
        if self.term.form == TermSyntax::Chain {
            for before in &self.term.legs[..index] {
                let (keeps, toggles) = range_effects(&before.modifiers);
                (as_written, toggled) = (
                    as_written && keeps || toggled && toggles,
                    toggled && keeps || as_written && toggles,
                );
            }
        }
        !(as_written && leg.range != 1 || toggled && leg.range == 1)
    }
}

/// Whether the next leg of a chain can have its range as written, and whether it can be toggled.
fn range_effects(modifiers: &Modifiers) -> (bool, bool) {
    let usual = modifiers.purpose_is_usual() && !modifiers.toggle && modifiers.hop.is_none();
    let captures = (modifiers.capture || modifiers.friendly_capture) && modifiers.hop.is_none();
    let passes = modifiers.hop == Some(Hop::Cannon);
    let keeps = usual || captures || passes || modifiers.quiet || modifiers.en_passant;
    (keeps, modifiers.toggle || modifiers.hop == Some(Hop::Grasshopper))
}

impl Leap {
    /// Whether it is a leap in space that is not along a line of cells.
    fn is_oblique_in_space(self) -> bool {
        self.coordinates[0] > 0 && self.coordinates != [1, 1, 1]
    }
}

/// Whether a leg with these modifiers can capture. `usual`: a leg without `m c d e` here can.
fn may_capture(modifiers: &Modifiers, usual: bool) -> bool {
    modifiers.capture
        || modifiers.friendly_capture
        || modifiers.en_passant
        || usual && modifiers.purpose_is_usual()
}

fn steps_to_adjacent_cell(atom: Atom) -> bool {
    match atom {
        Atom::Leap(leap) => leap.coordinates[2] == 1,
        Atom::King | Atom::Queen | Atom::Rook | Atom::Bishop => true,
        Atom::Castle | Atom::Universal => false,
    }
}

fn letter_span(text: &str, modifiers: &Modifiers, letter: char) -> Span {
    let start = modifiers.span.start;
    match text[modifiers.span.range()].find(letter) {
        Some(at) => Span::new(start + at, start + at + letter.len_utf8()),
        None => modifiers.span,
    }
}

/// The span from the first direction letter to the last.
fn direction_span(text: &str, modifiers: &Modifiers) -> Span {
    let letters = &text[modifiers.span.range()];
    let fits = |letter: char| "fblrvsh^_=|@".contains(letter);
    let start = letters.find(fits).unwrap_or(0);
    let end = letters.rfind(fits).map_or(letters.len(), |at| at + 1);
    Span::new(modifiers.span.start + start, modifiers.span.start + end)
}
