use crate::source::{Code, Diagnostic, Diagnostics, Span};

use super::directions::{LetterError, RayFamily, check_letters};
use super::{Atom, DirectionLetter, Directions, Hop, Leap, Leg, Modifiers, Term, TermSyntax};

/// Complains of everything in a term that has no settled meaning where it stands. `text` is the
/// notation that the term was read from.
pub(super) fn check(term: &Term, text: &str, complaints: &mut Diagnostics) {
    let mut checker = Checker { term, text, complaints };
    checker.atoms();
    for place in 0..term.legs.len() {
        checker.leg(place);
    }
}

struct Checker<'a> {
    term: &'a Term,
    text: &'a str,
    complaints: &'a mut Diagnostics,
}

impl Checker<'_> {
    /// A complaint of that code about a letter of a leg.
    fn letter(&mut self, leg: &Leg, letter: char, code: Code, message: String, help: &str) {
        let span = letter_span(self.text, &leg.modifiers, letter);
        self.complaints.push(Diagnostic::error(code, message).at_span(span).help(help));
    }

    fn modifier(&mut self, leg: &Leg, letter: char, message: &str, help: &str) {
        self.letter(leg, letter, Code::BetzaModifier, message.to_owned(), help);
    }

    /// Whether the legs can be chained at all.
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
            self.complaints.push(
                Diagnostic::error(Code::BetzaLeg, reason)
                    .at_span(span)
                    .help("write it as a term of its own, or the legs in brackets"),
            );
        }
    }

    fn leg(&mut self, place: usize) {
        let term = self.term;
        let leg = &term.legs[place];
        self.directions(place, leg);
        match leg.atom {
            Atom::Castle | Atom::Universal if term.legs.len() > 1 => return,
            Atom::Castle => return self.castle(leg),
            Atom::Universal => return self.universal(leg),
            _ => {}
        }
        self.initial(place, leg);
        self.purposes(place, leg);
        self.hop(place, leg);
        self.intermediate_cell(place, leg);
        if place + 1 < self.term.legs.len() {
            self.non_final_leg(leg);
        } else if leg.modifiers.toggle {
            let message = "`y` changes the legs that follow, and none does";
            self.modifier(leg, 'y', message, "leave it out");
        }
    }

    // ---- directions ----

    fn directions(&mut self, place: usize, leg: &Leg) {
        let letters = match &leg.modifiers.directions {
            Directions::All | Directions::Exact(_) => return,
            Directions::Clock(_) if place == 0 => return,
            Directions::Clock(_) => {
                let message = "later legs turn from the one before, the clock does not".to_owned();
                let help = "write letters: `f` is straight on";
                return self.letter(leg, '@', Code::BetzaDirection, message, help);
            }
            Directions::Letters(letters) => letters,
        };
        let rays =
            if place == 0 { RayFamily::of(leg.atom) } else { RayFamily::of(leg.atom).later() };
        let Err(wrong) = check_letters(letters, rays, place > 0) else { return };
        let (message, help) = match wrong {
            LetterError::Signs => (
                "one sign says all there is to say of levels".to_owned(),
                "`^` up, `_` down, `=` on the level, `|` to another level",
            ),
            LetterError::SignLater => (
                "later legs turn from the one before, and have no level of their own".to_owned(),
                "leave it out, or write `f`",
            ),
            LetterError::OnlyStraight => (
                "in three dimensions a later leg goes straight on, or outward".to_owned(),
                "write `f`, or nothing",
            ),
            LetterError::Half if matches!(leg.atom, Atom::King | Atom::Queen) => (
                "`h` stands behind the letter that it widens".to_owned(),
                "`fhK` goes forward in three directions",
            ),
            LetterError::Half if rays == RayFamily::Oblique => (
                "`h` needs a direction beside it".to_owned(),
                "`fhN` is the forward half, `hrN` and `hlN` are the chiral halves",
            ),
            LetterError::Half => (
                "there are no halves in the directions of this leg".to_owned(),
                "leave the `h` out",
            ),
            LetterError::Cross => (
                "`vs` is read as nothing by one program, as everything by another".to_owned(),
                "write no direction for all, or pairs such as `fs` and `bs`",
            ),
        };
        let span = direction_span(self.text, &leg.modifiers);
        let complaint = Diagnostic::error(Code::BetzaDirection, message);
        self.complaints.push(complaint.at_span(span).help(help));
    }

    // ---- single atoms ----

    fn castle(&mut self, leg: &Leg) {
        let modifiers = &leg.modifiers;
        if leg.range == 0 || leg.span.end == modifiers.span.end + 1 {
            let span = Span::new(modifiers.span.end, leg.span.end);
            self.complaints.push(
                Diagnostic::error(
                    Code::BetzaRange,
                    "castling needs the number of cells the king goes",
                )
                .at_span(span)
                .help("write it behind the `O`, as in `isO2`"),
            );
        }
        let sideways = |letter: &DirectionLetter| {
            matches!(
                letter,
                DirectionLetter::Left | DirectionLetter::Right | DirectionLetter::Sideways
            )
        };
        match &modifiers.directions {
            Directions::Letters(letters) if !letters.iter().all(sideways) => {
                let span = direction_span(self.text, modifiers);
                let complaint = Diagnostic::error(Code::BetzaDirection, "castling goes sideways");
                self.complaints.push(complaint.at_span(span).help("choose among `s`, `l` and `r`"));
            }
            _ => {}
        }
        self.only(leg, "ij", "castling");
    }

    fn universal(&mut self, leg: &Leg) {
        if leg.range != 1 {
            let span = Span::new(leg.modifiers.span.end, leg.span.end);
            let complaint = Diagnostic::error(Code::BetzaRange, "a leap to anywhere has no range");
            self.complaints.push(complaint.at_span(span).help("write `U` alone"));
        }
        if leg.modifiers.directions != Directions::All {
            let span = direction_span(self.text, &leg.modifiers);
            let complaint =
                Diagnostic::error(Code::BetzaDirection, "a leap to anywhere has no direction");
            self.complaints.push(complaint.at_span(span).help("leave the direction out"));
        }
        self.only(leg, "imcdtu", "a leap to anywhere");
        self.purposes(0, leg);
    }

    /// Complains of every letter that is not among `meant`.
    fn only(&mut self, leg: &Leg, meant: &str, what: &str) {
        let letters: Vec<char> = self.text[leg.modifiers.span.range()]
            .chars()
            .filter(|letter| letter.is_ascii_lowercase() && !"fblrvsh".contains(*letter))
            .filter(|letter| !meant.contains(*letter))
            .collect();
        for letter in letters {
            let message = format!("`{letter}` says nothing of {what}");
            self.letter(leg, letter, Code::BetzaModifier, message, "leave it out");
        }
    }

    // ---- modifiers ----

    fn initial(&mut self, place: usize, leg: &Leg) {
        if leg.modifiers.same_length && (0..place).all(|before| self.is_one_step(before)) {
            let message = "on a later leg `i` is the length of the slide before, and there is none";
            self.modifier(
                leg,
                'i',
                message,
                "write it first in the term: only before the first move",
            );
        }
    }

    fn purposes(&mut self, place: usize, leg: &Leg) {
        let modifiers = &leg.modifiers;
        let is_last = place + 1 == self.term.legs.len();
        if modifiers.spares_royals && !is_last {
            self.modifier(leg, 't', "`t` speaks of what the last leg may take", "write it there");
        } else if modifiers.spares_royals && !takes(modifiers, true) {
            self.modifier(leg, 't', "`t` limits what may be taken, and nothing is", "leave it out");
        }
        if modifiers.unload {
            self.unload(place, leg);
        }
    }

    /// `u`: one man of those taken anywhere in the term is put back.
    fn unload(&mut self, place: usize, leg: &Leg) {
        let legs = &self.term.legs;
        let last = legs.len() - 1;
        let taken =
            |(at, leg): (usize, &Leg)| takes(&leg.modifiers, at == last || leg.may_end_here);
        if legs[..place].iter().any(|leg| leg.modifiers.unload) {
            let message = "`u` puts one piece back, and an earlier leg does that already";
            self.modifier(leg, 'u', message, "write it on one leg of the term");
        } else if !legs.iter().enumerate().any(taken) {
            let message = "`u` puts back what was taken, and nothing is";
            self.modifier(leg, 'u', message, "write it where something is taken, as in `ucR`");
        }
    }

    fn hop(&mut self, place: usize, leg: &Leg) {
        let Some(hop) = leg.modifiers.hop else { return };
        let letter = if hop == Hop::Cannon { 'p' } else { 'g' };
        if leg.modifiers.lame || leg.modifiers.jump > 0 {
            let message = format!("`{letter}` and `n` or `j` contradict each other");
            let help = "keep one of them";
            return self.letter(leg, letter, Code::BetzaModifier, message, help);
        }
        if place + 1 < self.term.legs.len() {
            return;
        }
        if !steps_to_the_next_cell(leg.atom) {
            let message =
                format!("`{letter}` is settled for slides of W, F, K and their riders only");
            self.letter(leg, letter, Code::BetzaModifier, message, "as in `pR`, `gQ`, `pW3`");
        } else if self.is_one_step(place) {
            let message =
                "a hopper with one step never gets behind the piece it hops over".to_owned();
            let help = "give it a range: `pR`, `gW2`";
            self.letter(leg, letter, Code::BetzaModifier, message, help);
        }
    }

    /// `n` and `j`, which speak of the cell between.
    fn intermediate_cell(&mut self, place: usize, leg: &Leg) {
        let modifiers = &leg.modifiers;
        let next_cell = steps_to_the_next_cell(leg.atom);
        if modifiers.lame && modifiers.jump > 0 {
            let message = "`n` and `j` contradict each other: the cell between is empty or not";
            return self.modifier(leg, 'n', message, "keep one of them");
        }
        if modifiers.lame && next_cell {
            let message = "`n` speaks of the cell between, and a step to the next cell has none";
            self.modifier(leg, 'n', message, "leave it out, or write a leap, as in `nD`");
        }
        if modifiers.jump > 1 {
            self.modifier(leg, 'j', "only castling has several `j`", "write one");
        } else if modifiers.jump == 1 && next_cell && self.is_one_step(place) {
            let message = "`j` skips the first cell, and a single step has no second";
            self.modifier(leg, 'j', message, "give it a range, as in `jR`");
        }
    }

    /// What only a leg that another follows can mean, and what it cannot.
    fn non_final_leg(&mut self, leg: &Leg) {
        let modifiers = &leg.modifiers;
        if modifiers.toggle && modifiers.hop.is_some() {
            let help = "`y` goes on from an empty cell, `p` and `g` over a piece: choose";
            self.modifier(leg, 'y', "`y` and a hop contradict each other", help);
            return;
        }
        if self.term.form == TermSyntax::Chain {
            return;
        }
        let help = "each leg in brackets has its own atom: write the one that follows as it goes";
        if modifiers.toggle {
            self.modifier(
                leg,
                'y',
                "`y` changes the next leg's atom, which stands here anyway",
                help,
            );
        }
        if modifiers.hop == Some(Hop::Grasshopper) {
            let message = "before another leg `g` changes its atom, which stands here anyway";
            self.modifier(leg, 'g', message, "write `p`, and the next leg as it goes");
        }
        if leg.may_end_here && modifiers.hop == Some(Hop::Cannon) {
            let message = "`p` passes over a piece to go on, and the move cannot stop upon it";
            self.modifier(
                leg,
                'p',
                message,
                "join the legs by `-`, and write the hop as a term of its own",
            );
        }
    }

    /// Whether a leg makes one step whatever has happened before.
    fn is_one_step(&self, place: usize) -> bool {
        let leg = &self.term.legs[place];
        let (mut as_written, mut toggled) = (true, false);
        if self.term.form == TermSyntax::Chain {
            for before in &self.term.legs[..place] {
                let (keeps, toggles) = goes_on(&before.modifiers);
                (as_written, toggled) = (
                    as_written && keeps || toggled && toggles,
                    toggled && keeps || as_written && toggles,
                );
            }
        }
        !(as_written && leg.range != 1 || toggled && leg.range == 1)
    }
}

/// Whether a leg of a chain can go on with ranges as they are, and with ranges toggled.
fn goes_on(modifiers: &Modifiers) -> (bool, bool) {
    let usual = modifiers.purpose_is_usual() && !modifiers.toggle && modifiers.hop.is_none();
    let takes = (modifiers.capture || modifiers.friendly_capture) && modifiers.hop.is_none();
    let passes = modifiers.hop == Some(Hop::Cannon);
    let keeps = usual || takes || passes || modifiers.quiet || modifiers.en_passant;
    (keeps, modifiers.toggle || modifiers.hop == Some(Hop::Grasshopper))
}

impl Leap {
    /// Three-coordinate leaps that are no lines of cells.
    fn is_oblique_in_space(self) -> bool {
        self.coordinates[0] > 0 && self.coordinates != [1, 1, 1]
    }
}

/// Whether a leg with these letters may take something; `usual` of one whose usual purpose is to.
fn takes(modifiers: &Modifiers, usual: bool) -> bool {
    modifiers.capture
        || modifiers.friendly_capture
        || modifiers.en_passant
        || usual && modifiers.purpose_is_usual()
}

fn steps_to_the_next_cell(atom: Atom) -> bool {
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

/// From the first to the last letter of direction.
fn direction_span(text: &str, modifiers: &Modifiers) -> Span {
    let letters = &text[modifiers.span.range()];
    let fits = |letter: char| "fblrvsh^_=|@".contains(letter);
    let start = letters.find(fits).unwrap_or(0);
    let end = letters.rfind(fits).map_or(letters.len(), |at| at + 1);
    Span::new(modifiers.span.start + start, modifiers.span.start + end)
}
