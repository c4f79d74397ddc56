use crate::source::{Code, Diagnostic, Span};

use super::{Atom, Betza, Leap};

/// What holds here but is read otherwise elsewhere: warnings, with spans like those of
/// [`parse`](super::parse()).
pub fn lint(betza: &Betza) -> Vec<Diagnostic> {
    let legs = betza.terms.iter().flat_map(|term| &term.legs);
    legs.filter_map(|leg| match leg.atom {
        Atom::Leap(leap) if leg.modifiers.lame && is_disputed(leap) => {
            Some(disputed(leap).at_span(leg.modifiers.span.to(leg.span)))
        }
        _ => None,
    })
    .collect()
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
