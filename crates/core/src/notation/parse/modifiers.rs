//! Parses modifiers: the small letters and signs before an atom.

use crate::source::{Code, Diagnostic, Span};

use super::BetzaParser;
use super::atoms::atom_of;
use crate::notation::{DirectionLetter, Directions, Hop, Modifiers};

impl BetzaParser<'_> {
    pub(super) fn modifiers(&mut self) -> Modifiers {
        let start = self.scan.at();
        let mut modifiers = Modifiers::default();
        while let Some(letter) = self.scan.peek() {
            let at = self.scan.at();
            match letter {
                'a' => break,
                '@' => self.clock(&mut modifiers),
                'a'..='z' | '^' | '_' | '=' | '|' => {
                    self.scan.bump();
                    if let Err(error) = add(&mut modifiers, letter) {
                        self.report(error, at);
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
            let message = match digits.parse::<u8>() {
                Ok(hour @ 1..=12) if !hours.contains(&hour) => {
                    hours.push(hour);
                    None
                }
                Ok(1..=12) => Some(format!("the hour `{digits}` is named twice")),
                _ if digits.is_empty() => Some("expected an hour of the clock".to_owned()),
                _ => Some(format!("`{digits}` is not an hour of the clock")),
            };
            if let Some(message) = message {
                let help = "hours go from 1 to 12: `@1,11F`";
                self.error(Code::BetzaDirection, message, help, at);
            }
            if !self.scan.eat(',') {
                break;
            }
        }
        if modifiers.directions == Directions::All {
            modifiers.directions = Directions::Clock(hours);
        } else {
            self.report(mixed_directions(), start);
        }
    }
}

impl Modifiers {
    /// Interprets `i`: the piece has not moved (first leg) or the length is the same (later leg).
    pub(super) fn in_place(mut self, later: bool) -> Modifiers {
        if later {
            self.same_length = std::mem::take(&mut self.initial);
        }
        self
    }

    pub(super) fn without_initial(&self) -> Modifiers {
        Modifiers { initial: false, span: Span::default(), ..self.clone() }
    }
}

/// Sets what a small letter says, or returns the error about it.
fn add(modifiers: &mut Modifiers, letter: char) -> Result<(), Diagnostic> {
    if let Some(direction) = DirectionLetter::of(letter) {
        if modifiers.directions == Directions::All {
            modifiers.directions = Directions::Letters(Vec::new());
        }
        let Directions::Letters(letters) = &mut modifiers.directions else {
            return Err(mixed_directions());
        };
        letters.push(direction);
        return Ok(());
    }
    let flag = match letter {
        'p' | 'g' => {
            let hop = if letter == 'p' { Hop::Cannon } else { Hop::Grasshopper };
            return match modifiers.hop.replace(hop) {
                None => Ok(()),
                Some(before) if before == hop => Err(twice(letter)),
                Some(_) => {
                    let message = "`p` and `g` are two ways of hopping";
                    let error = Diagnostic::error(Code::BetzaModifier, message);
                    Err(error.help("choose one, or write two terms"))
                }
            };
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
        'd' => &mut modifiers.friendly_capture,
        'e' => &mut modifiers.en_passant,
        't' => &mut modifiers.spares_royals,
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
    let error = Diagnostic::error(Code::BetzaModifier, format!("`{letter}` is written twice"));
    error.help(match letter {
        'i' => "`ii` depends on the initial position; name the cells from which the piece has this move",
        _ => "once is enough",
    })
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
