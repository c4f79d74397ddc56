use crate::source::{Code, Diagnostic, Diagnostics, Span};

use super::{Atom, Betza, Hop, Leap, Modifiers};

/// What holds here but is read otherwise elsewhere: warnings, with spans like those of
/// [`parse`](super::parse()).
pub fn lint(betza: &Betza) -> Diagnostics {
    let mut warnings = Diagnostics::default();
    for term in &betza.terms {
        for (place, leg) in term.legs.iter().enumerate() {
            let span = leg.modifiers.span.to(leg.span);
            match leg.atom {
                Atom::Leap(leap) if leg.modifiers.lame && is_disputed(leap) => {
                    warnings.push(disputed(leap).at_span(span));
                }
                _ => {}
            }
            if place + 1 < term.legs.len() {
                warnings.extend(unused_letter(&leg.modifiers));
            }
        }
    }
    warnings
}

/// A letter of taking beside a hop, on a leg that another follows.
fn unused_letter(modifiers: &Modifiers) -> Option<Diagnostic> {
    let hop = match modifiers.hop? {
        Hop::Cannon => 'p',
        Hop::Grasshopper => 'g',
    };
    let letter = match (modifiers.capture, modifiers.friendly_capture) {
        (true, _) => 'c',
        (false, true) => 'd',
        (false, false) => return None,
    };
    let message = format!("`{letter}` says nothing beside `{hop}` on a leg that another follows");
    Some(
        Diagnostic::warning(Code::BetzaModifier, message)
            .at_span(modifiers.span)
            .note("the piece that is hopped over may be anybody's, and is not taken")
            .help("leave it out"),
    )
}

/// Whether programs differ on which cell between blocks the leap: they agree where there is one
/// in the middle, and on the knight's.
fn is_disputed(leap: Leap) -> bool {
    let [_, short, long] = leap.coordinates;
    let has_middle = leap.coordinates.iter().all(|coordinate| coordinate % 2 == 0);
    !has_middle && (short, long) != (1, 2)
}

fn disputed(leap: Leap) -> Diagnostic {
    let [_, short, long] = leap.coordinates;
    let message = format!("programs differ on the cell that blocks a lame `{leap}`");
    Diagnostic::warning(Code::BetzaModifier, message)
        .note(format!(
            "here it is half of the leap, rounded towards the start: {{{},{}}}",
            short / 2,
            long / 2
        ))
        .help("write the way leg by leg, as in `mafmafW`")
}

impl Betza {
    /// From the first to the last term; empty where there is none.
    pub fn span(&self) -> Span {
        let spans = self.terms.iter().map(|term| term.span);
        spans.reduce(Span::to).unwrap_or_default()
    }
}
