//! Warnings about notations that other programs read differently.

use crate::source::{Code, Diagnostic, Diagnostics};

use super::{Atom, Betza, Hop, Leap, Modifiers};

/// Returns warnings about parts that other programs read differently or that have no effect.
///
/// The spans are those of [`parse`](super::parse()).
pub fn lint(betza: &Betza) -> Diagnostics {
    let mut warnings = Diagnostics::default();
    for term in &betza.terms {
        for (index, leg) in term.legs.iter().enumerate() {
            if let Atom::Leap(leap) = leg.atom
                && leg.modifiers.lame
                && is_disputed(leap)
            {
                warnings.push(disputed(leap).at_span(leg.modifiers.span.to(leg.span)));
            }
            if index + 1 < term.legs.len() {
                warnings.extend(unused_letter(&leg.modifiers));
            }
        }
    }
    warnings
}

/// The warning about `c` or `d` with a hop on a leg that is not the last.
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
    let message = format!("`{letter}` has no effect with `{hop}` on a leg that is not the last");
    let warning = Diagnostic::warning(Code::BetzaModifier, message).at_span(modifiers.span);
    let note = "the hurdle may belong to any side and is not captured";
    Some(warning.note(note).help("leave it out"))
}

/// Whether programs differ on which intermediate cell blocks the lame leap.
///
/// They agree if one cell is in the middle, and on the knight's leap.
fn is_disputed(leap: Leap) -> bool {
    let [_, short, long] = leap.coordinates;
    let has_middle = leap.coordinates.iter().all(|coordinate| coordinate % 2 == 0);
    !has_middle && (short, long) != (1, 2)
}

fn disputed(leap: Leap) -> Diagnostic {
    let [_, short, long] = leap.coordinates;
    let message = format!("programs differ on the cell that blocks a lame `{leap}`");
    let half = format!("{{{},{}}}", short / 2, long / 2);
    Diagnostic::warning(Code::BetzaModifier, message)
        .note(format!("here it is half of the leap, rounded towards the start: {half}"))
        .help("write the route leg by leg, as in `mafmafW`")
}
