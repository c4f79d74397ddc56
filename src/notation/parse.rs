use crate::source::{Code, Diagnostic, Span, limits};

use super::check::check;
use super::scan::Scanner;
use super::{Atom, Bearing, Betza, Directions, Form, Hop, Leap, Leg, Modifiers, Term};

/// Reads XBetza, with the bracket form: the tree, or everything that is wrong with the text.
///
/// Whatever the dialect gives no settled meaning is refused, with the place and the reason; the
/// order of the small letters is free. Spans count bytes of `text`.
pub fn parse(text: &str) -> Result<Betza, Vec<Diagnostic>> {
    if text.len() > limits::NOTATION {
        return Err(vec![too_long(text)]);
    }
    let mut parser = Parser::new(text);
    let betza = parser.betza();
    if parser.complaints.is_empty() { Ok(betza) } else { Err(parser.complaints) }
}

fn too_long(text: &str) -> Diagnostic {
    let message = format!("a notation may have {} letters, not {}", limits::NOTATION, text.len());
    Diagnostic::error(Code::BetzaLength, message)
        .at_span(Span::new(0, text.len()))
        .help("give the piece several ways of moving, with a shorter notation each")
}

struct Parser<'a> {
    scan: Scanner<'a>,
    complaints: Vec<Diagnostic>,
    /// How many complaints there were before the term at hand.
    earlier: usize,
}

/// What stands behind a leg in brackets.
enum Joint {
    MayStop,
    GoesOn,
    Closed,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Parser { scan: Scanner::new(text), complaints: Vec::new(), earlier: 0 }
    }

    fn betza(&mut self) -> Betza {
        let mut betza = Betza::default();
        self.scan.skip_blanks();
        if self.scan.peek().is_none() {
            let end = self.scan.at();
            let complaint = Diagnostic::error(Code::BetzaAtom, "the notation is empty");
            self.complain(complaint.help("write at least one atom, such as `W`"), end);
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

    fn complain(&mut self, complaint: Diagnostic, start: usize) {
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
            legs.push(Leg { modifiers, atom, range, may_stop: false, span: Span::new(from, to) });
            from = to;
        }
        Some(Term { form: Form::Chain, legs, span })
    }

    // ---- modifiers ----

    fn modifiers(&mut self) -> Modifiers {
        let start = self.scan.at();
        let mut modifiers = Modifiers::default();
        while let Some(letter) = self.scan.peek() {
            let at = self.scan.at();
            match letter {
                'a' => break,
                '@' => self.clock(&mut modifiers),
                'a'..='z' | '^' | '_' | '=' | '|' => {
                    self.scan.bump();
                    if let Err(complaint) = add(&mut modifiers, letter) {
                        self.complain(complaint, at);
                    }
                }
                _ => break,
            }
        }
        modifiers.span = self.scan.since(start);
        modifiers
    }

    fn clock(&mut self, modifiers: &mut Modifiers) {
        let start = self.scan.at();
        let mut hours = Vec::new();
        self.scan.bump();
        loop {
            let at = self.scan.at();
            let digits = self.scan.digits();
            let complaint = match digits.parse::<u8>() {
                Ok(hour @ 1..=12) if !hours.contains(&hour) => {
                    hours.push(hour);
                    None
                }
                Ok(1..=12) => Some(format!("the hour `{digits}` is named twice")),
                _ if digits.is_empty() => Some("expected an hour of the clock".to_owned()),
                _ => Some(format!("`{digits}` is not an hour of the clock")),
            };
            if let Some(message) = complaint {
                let complaint = Diagnostic::error(Code::BetzaDirection, message);
                self.complain(complaint.help("hours go from 1 to 12: `@1,11F`"), at);
            }
            if !self.scan.eat(',') {
                break;
            }
        }
        if modifiers.directions == Directions::All {
            modifiers.directions = Directions::Clock(hours);
        } else {
            self.complain(mixed_directions(), start);
        }
    }

    // ---- atoms ----

    /// An atom and its range; `start` is where the term began.
    fn atom(&mut self, start: usize) -> Option<(Atom, u16)> {
        let at = self.scan.at();
        let Some(letter) = self.scan.peek() else {
            // Show the letters that wait for an atom rather than the void behind them; where one
            // of them is wrong already, that is enough.
            if self.complaints.len() == self.earlier {
                let message = "the notation ends without an atom";
                let complaint = Diagnostic::error(Code::BetzaAtom, message);
                self.complain(complaint.at("expected an atom behind this").help(ATOMS), start);
            }
            return None;
        };
        let atom = match letter {
            '{' => self.coordinates('}')?,
            '(' if self.scan.rest().trim_start_matches(['(', ' ']).starts_with(digit) => {
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
        let Some(suffix @ ('X' | 'Y')) = self.scan.peek() else { return Some(leap) };
        self.scan.bump();
        let longer = leap.lengthened(suffix);
        let again = matches!(self.scan.peek(), Some('X' | 'Y'));
        if longer.is_none() || again {
            while matches!(self.scan.peek(), Some('X' | 'Y')) {
                self.scan.bump();
            }
            let typed = &self.scan.text()[self.scan.since(at).range()];
            let message = format!("`{typed}` has no settled meaning");
            let help = "write a long leap by its coordinates, `{1,4}`";
            self.complain(Diagnostic::error(Code::BetzaAtom, message).help(help), at);
            return None;
        }
        longer
    }

    /// `{1,2,2}`, or in old texts `(4,1)`.
    fn coordinates(&mut self, close: char) -> Option<Atom> {
        let at = self.scan.at();
        self.scan.bump();
        let mut numbers = Vec::new();
        let mut too_long = false;
        loop {
            self.scan.skip_blanks();
            let digits = self.scan.digits();
            let number = digits.parse::<u16>().ok().filter(|&number| number <= limits::REACH);
            too_long |= number.is_none() && !digits.is_empty();
            if digits.is_empty() {
                break;
            }
            numbers.push(number.unwrap_or(0));
            self.scan.skip_blanks();
            if !self.scan.eat(',') {
                break;
            }
        }
        let closed = self.scan.eat(close);
        if !closed {
            self.scan.skip_past(close);
        }
        numbers.sort_unstable();
        let written = numbers.len() as u8;
        let coordinates = match numbers[..] {
            [short, long] if long > 0 => Some([0, short, long]),
            [low, short, long] if long > 0 => Some([low, short, long]),
            _ => None,
        };
        match coordinates {
            Some(coordinates) if closed && !too_long => {
                Some(Atom::Leap(Leap { coordinates, written }))
            }
            _ => {
                self.complain(bad_coordinates(too_long), at);
                None
            }
        }
    }

    fn range(&mut self, atom: Atom, letter: char) -> Option<u16> {
        let at = self.scan.at();
        let follows = self.scan.text()[..at].ends_with(letter);
        if letter.is_ascii_uppercase() && follows && self.scan.eat(letter) {
            if self.scan.peek().is_some_and(digit) {
                let digits = self.scan.digits();
                let message = format!("`{letter}{letter}` is without limit, and `{digits}` is one");
                let complaint = Diagnostic::error(Code::BetzaRange, message);
                self.complain(complaint.help(format!("write `{letter}{digits}`")), at);
                return None;
            }
            return Some(0);
        }
        let digits = self.scan.digits();
        if digits.is_empty() {
            return Some(usual_range(atom));
        }
        let complaint = match digits.parse::<u16>() {
            _ if digits.len() > 1 && digits.starts_with('0') => exact_range(letter, digits),
            Ok(range) if range <= limits::REACH => return Some(range),
            _ => {
                let message = format!("the range `{digits}` is too long");
                Diagnostic::error(Code::BetzaRange, message)
                    .help(format!("at most {}; `0` is no limit", limits::REACH))
            }
        };
        self.complain(complaint, at);
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
            '0'..='9' => (format!("the range `{typed}` belongs behind an atom"), "as in `W3`"),
            ' ' | '\t' | '\n' | '\r' => (
                "a blank stands between the small letters and their atom".into(),
                "blanks may stand between two terms only",
            ),
            '\'' => (
                "the apostrophe speaks of a capture matrix, which is not part of a move".into(),
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
            ',' | ';' => (
                format!("`{letter}` is not needed between two terms"),
                "terms stand side by side, as in `BN`",
            ),
            _ => (format!("`{letter}` is not an atom"), ATOMS),
        };
        let complaint = Diagnostic::error(Code::BetzaAtom, message).at("expected an atom here");
        self.complain(complaint.help(help), at);
    }

    // ---- brackets ----

    fn brackets(&mut self, start: usize, mut before: Vec<Modifiers>) -> Option<Term> {
        let open = self.scan.at();
        let outside = before.remove(0);
        if !before.is_empty() {
            let message = "`a` and brackets are two ways of writing legs";
            let help = "write all legs inside the brackets, as in `[W-W-F]`";
            self.complain(Diagnostic::error(Code::BetzaLeg, message).help(help), start);
        } else if outside.without_initial() != Modifiers::default() {
            let message = "small letters before brackets have no settled meaning, but for `i`";
            let help = "write them before the atom of the leg they belong to, as in `[fF?R]`";
            let complaint = Diagnostic::error(Code::BetzaLeg, message).help(help);
            self.complaints.push(complaint.at_span(outside.span));
        }
        self.scan.bump();
        let mut legs = self.bracket_legs(open)?;
        if let Some(first) = legs.first_mut().filter(|_| outside.initial) {
            first.modifiers.initial = true;
            first.modifiers.span = first.modifiers.span.to(outside.span);
        }
        let span = self.scan.since(start);
        if self.scan.peek().is_some_and(digit) {
            let at = self.scan.at();
            self.scan.digits();
            let complaint =
                Diagnostic::error(Code::BetzaRange, "brackets have no range of their own");
            self.complain(complaint.help("give the range to a leg: `[F?R4]`"), at);
        }
        let complaint = match legs.len() {
            1 => Diagnostic::error(Code::BetzaLeg, "brackets hold two legs or more")
                .help("a single leg needs no brackets"),
            count if count > limits::LEGS => too_many_legs(count),
            _ => return Some(Term { form: Form::Brackets, legs, span }),
        };
        self.complaints.push(complaint.at_span(span));
        None
    }

    /// The legs up to the closing bracket; on a mistake, everything up to there is skipped.
    fn bracket_legs(&mut self, open: usize) -> Option<Vec<Leg>> {
        let mut legs = Vec::new();
        loop {
            let leg = self.bracket_leg(!legs.is_empty());
            let joint = leg.as_ref().and_then(|_| self.joint(open));
            if joint.is_none() {
                self.scan.skip_bracket();
            }
            let (mut leg, joint) = (leg?, joint?);
            leg.may_stop = matches!(joint, Joint::MayStop);
            legs.push(leg);
            if matches!(joint, Joint::Closed) {
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
            self.complain(Diagnostic::error(Code::BetzaLeg, message).help(help), at);
            return None;
        }
        let (atom, range) = match self.scan.peek() {
            Some('[') => {
                let complaint = Diagnostic::error(Code::BetzaLeg, "brackets inside brackets")
                    .help("write all legs in one pair of brackets");
                self.complaints.push(complaint.at_span(Span::new(at, at + 1)));
                return None;
            }
            Some(']') => {
                let complaint = Diagnostic::error(Code::BetzaAtom, "the last leg has no atom")
                    .at("expected an atom here")
                    .help(ATOMS);
                self.complaints.push(complaint.at_span(Span::new(at, at + 1)));
                return None;
            }
            _ => self.atom(start)?,
        };
        self.scan.skip_blanks();
        Some(Leg { modifiers, atom, range, may_stop: false, span: self.scan.since(start) })
    }

    fn joint(&mut self, open: usize) -> Option<Joint> {
        let at = self.scan.at();
        let Some(sign) = self.scan.bump() else {
            let complaint = Diagnostic::error(Code::BetzaLeg, "this bracket is never closed");
            let span = Span::new(open, open + 1);
            self.complaints.push(complaint.at_span(span).help("close it by `]`"));
            return None;
        };
        let (message, help) = match sign {
            '?' => return Some(Joint::MayStop),
            '-' => return Some(Joint::GoesOn),
            ']' => return Some(Joint::Closed),
            '!' => ("`!` between legs is not settled".to_owned(), "write `-`: the move must go on"),
            '(' | ')' => (
                "repeated legs in parentheses have no settled meaning".to_owned(),
                "write every leg out: `[W?F?W?F]`",
            ),
            _ => (
                format!("expected `?`, `-` or `]` behind a leg, not `{sign}`"),
                "`?`: the move may end here; `-`: it must go on",
            ),
        };
        self.complain(Diagnostic::error(Code::BetzaLeg, message).help(help), at);
        None
    }
}

const ATOMS: &str = "atoms are the capitals W F D N A H C Z G, T in three dimensions, K Q R B, O and U; \
                     other leaps are written `{1,4}`";

fn digit(letter: char) -> bool {
    letter.is_ascii_digit()
}

fn atom_of(letter: char) -> Option<Atom> {
    match letter {
        'K' => Some(Atom::King),
        'Q' => Some(Atom::Queen),
        'R' => Some(Atom::Rook),
        'B' => Some(Atom::Bishop),
        'O' => Some(Atom::Castle),
        'U' => Some(Atom::Universal),
        // As Betza has them; one old program has the two exchanged.
        'L' => atom_of('C'),
        'J' => atom_of('Z'),
        _ => Leap::LETTERS
            .iter()
            .find(|&&(name, _)| name == letter)
            .map(|&(_, leap)| Atom::Leap(leap)),
    }
}

/// The range of an atom that has none written.
pub(super) fn usual_range(atom: Atom) -> u16 {
    match atom {
        Atom::Queen | Atom::Rook | Atom::Bishop => 0,
        Atom::Leap(_) | Atom::King | Atom::Castle | Atom::Universal => 1,
    }
}

fn bearing_of(letter: char) -> Option<Bearing> {
    Some(match letter {
        'f' => Bearing::Forward,
        'b' => Bearing::Back,
        'l' => Bearing::Left,
        'r' => Bearing::Right,
        'v' => Bearing::Vertical,
        's' => Bearing::Sideways,
        'h' => Bearing::Half,
        '^' => Bearing::Up,
        '_' => Bearing::Down,
        '=' => Bearing::Level,
        '|' => Bearing::OffLevel,
        _ => return None,
    })
}

/// Notes what a small letter says, or why it cannot.
fn add(modifiers: &mut Modifiers, letter: char) -> Result<(), Diagnostic> {
    if let Some(bearing) = bearing_of(letter) {
        return match &mut modifiers.directions {
            Directions::All => {
                modifiers.directions = Directions::Letters(vec![bearing]);
                Ok(())
            }
            Directions::Letters(letters) => {
                letters.push(bearing);
                Ok(())
            }
            Directions::Clock(_) | Directions::Exact(_) => Err(mixed_directions()),
        };
    }
    let flag = match letter {
        'p' | 'g' if modifiers.hop.is_some() => {
            return Err(twice_or_both(letter, modifiers.hop));
        }
        'p' => {
            modifiers.hop = Some(Hop::Cannon);
            return Ok(());
        }
        'g' => {
            modifiers.hop = Some(Hop::Grasshopper);
            return Ok(());
        }
        'j' => {
            modifiers.jump = modifiers.jump.saturating_add(1);
            return Ok(());
        }
        'n' if modifiers.lame => &mut modifiers.passing,
        'n' => &mut modifiers.lame,
        'i' => &mut modifiers.initial,
        'm' => &mut modifiers.quiet,
        'c' => &mut modifiers.capture,
        'd' => &mut modifiers.destroy,
        'e' => &mut modifiers.en_passant,
        't' => &mut modifiers.tame,
        'o' => &mut modifiers.cylinder,
        'y' => &mut modifiers.toggle,
        'u' => &mut modifiers.unload,
        _ => return Err(unknown_modifier(letter)),
    };
    if *flag {
        return Err(twice(letter));
    }
    *flag = true;
    Ok(())
}

fn twice(letter: char) -> Diagnostic {
    let complaint = Diagnostic::error(Code::BetzaModifier, format!("`{letter}` is written twice"));
    match letter {
        'i' => complaint.help(
            "`ii` speaks of cells before the array; name the cells from which the piece may so move",
        ),
        _ => complaint.help("once is enough"),
    }
}

fn twice_or_both(letter: char, hop: Option<Hop>) -> Diagnostic {
    match (letter, hop) {
        ('p', Some(Hop::Cannon)) | ('g', Some(Hop::Grasshopper)) => twice(letter),
        _ => Diagnostic::error(Code::BetzaModifier, "`p` and `g` are two ways of hopping")
            .help("choose one, or write two terms"),
    }
}

fn unknown_modifier(letter: char) -> Diagnostic {
    let (message, help) = match letter {
        'z' => (
            "crooked riders, `z`, are not part of this dialect".to_owned(),
            "write the legs: `[F?rF?lF?rF]` and its mirror image".to_owned(),
        ),
        'q' => (
            "circular riders, `q`, are not part of this dialect".to_owned(),
            "write the legs one by one".to_owned(),
        ),
        _ => {
            let atom = letter.to_ascii_uppercase();
            let help = match atom_of(atom) {
                Some(_) => format!("the atom is written `{atom}`"),
                None => "small letters are f b l r v s h (which way), m c d e t (to do what), \
                         p g n j o y u i (how) and a (and then)"
                    .to_owned(),
            };
            (format!("`{letter}` is not a modifier"), help)
        }
    };
    Diagnostic::error(Code::BetzaModifier, message).help(help)
}

fn mixed_directions() -> Diagnostic {
    Diagnostic::error(Code::BetzaDirection, "directions by clock stand alone")
        .help("write hours only, `@1,11F`, or letters only, `fF`")
}

fn bad_coordinates(too_long: bool) -> Diagnostic {
    if too_long {
        let message = format!("a leap goes at most {} cells", limits::REACH);
        return Diagnostic::error(Code::BetzaRange, message).help("write smaller coordinates");
    }
    Diagnostic::error(Code::BetzaAtom, "these are not the coordinates of a leap").help(
        "write two or three numbers, not all of them 0: `{1,4}`, in three dimensions `{1,2,2}`",
    )
}

/// `W03`, in old texts: neither more nor less.
fn exact_range(letter: char, digits: &str) -> Diagnostic {
    let message = format!("`{letter}{digits}`, for an exact distance, is not part of this dialect");
    Diagnostic::error(Code::BetzaRange, message).help(match letter {
        'W' | 'F' | 'K' => {
            format!("write one leg a step, as in `mafmaf{letter}` for three, or `{letter}3` for up to three")
        }
        _ => "write the range without a leading 0".to_owned(),
    })
}

fn too_many_legs(count: usize) -> Diagnostic {
    let message = format!("a move may have {} legs, not {count}", limits::LEGS);
    Diagnostic::error(Code::BetzaLength, message).help("split it into several terms")
}

impl Modifiers {
    /// `i` asks on the first leg for a piece that has not moved, on a later one for a length.
    fn in_place(mut self, later: bool) -> Modifiers {
        if later {
            self.same_length = std::mem::take(&mut self.initial);
        }
        self
    }

    fn without_initial(&self) -> Modifiers {
        Modifiers { initial: false, span: Span::default(), ..self.clone() }
    }
}
