//! Which directions atoms have, and which letters fit them.

use super::{Atom, DirectionLetter};

/// Which directions an atom has on a flat board. It decides how direction letters combine.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RayFamily {
    Orthogonal,
    Diagonal,
    Oblique,
    /// Orthogonal and diagonal: kings, queens and later legs.
    Eight,
    /// Only in three dimensions.
    Levels,
}

/// Why direction letters have no meaning.
pub(super) enum LetterError {
    /// Several signs of level.
    Signs,
    /// A sign of level on a later leg.
    SignLater,
    /// A later leg that turns in three dimensions.
    OnlyStraight,
    /// `h` that widens or halves nothing.
    Half,
    /// `vs` or `sv`, which programs read differently.
    Cross,
}

impl RayFamily {
    pub fn of(atom: Atom) -> RayFamily {
        match atom {
            Atom::King | Atom::Queen => RayFamily::Eight,
            Atom::Rook | Atom::Castle | Atom::Universal => RayFamily::Orthogonal,
            Atom::Bishop => RayFamily::Diagonal,
            Atom::Leap(leap) => match leap.coordinates {
                _ if leap.written == 3 => RayFamily::Levels,
                [0, 0, _] => RayFamily::Orthogonal,
                [0, short, long] if short == long => RayFamily::Diagonal,
                [0, ..] => RayFamily::Oblique,
                _ => RayFamily::Levels,
            },
        }
    }

    /// The directions of the same atom on a later leg, relative to the leg before.
    pub fn later(self) -> RayFamily {
        match self {
            RayFamily::Orthogonal | RayFamily::Diagonal | RayFamily::Eight => RayFamily::Eight,
            RayFamily::Oblique => RayFamily::Oblique,
            RayFamily::Levels => RayFamily::Levels,
        }
    }

    /// Whether two letters are one direction, such as `fr` on a bishop.
    fn pairs(self, first: DirectionLetter, second: DirectionLetter) -> bool {
        use DirectionLetter::{Back, Forward, Left, Right, Sideways, Vertical};
        match (self, first) {
            (RayFamily::Orthogonal | RayFamily::Levels, _) => false,
            (_, Forward | Back) => matches!(second, Left | Right | Sideways),
            (_, Left | Right) => matches!(second, Forward | Back | Vertical),
            _ => false,
        }
    }

    /// Whether two letters are a half: `fh` (wide) or `hr` (chiral).
    fn halves(self, first: DirectionLetter, second: DirectionLetter, later: bool) -> bool {
        use DirectionLetter::{Back, Forward, Half, Left, Right};
        let wide = second == Half && matches!(first, Forward | Back | Left | Right);
        let chiral = first == Half && matches!(second, Left | Right);
        match self {
            RayFamily::Oblique => (wide || chiral) && !later,
            RayFamily::Eight => wide,
            RayFamily::Orthogonal | RayFamily::Diagonal | RayFamily::Levels => false,
        }
    }
}

/// Checks that the letters have a meaning for these rays. `later` is true except on a first leg.
pub(super) fn check_letters(
    letters: &[DirectionLetter],
    rays: RayFamily,
    later: bool,
) -> Result<(), LetterError> {
    let (signs, flat): (Vec<DirectionLetter>, Vec<DirectionLetter>) =
        letters.iter().copied().partition(|letter| letter.is_level_sign());
    match signs.len() {
        0 => {}
        1 if !later => {}
        1 => return Err(LetterError::SignLater),
        _ => return Err(LetterError::Signs),
    }
    if rays == RayFamily::Levels
        && later
        && flat.iter().any(|&letter| letter != DirectionLetter::Forward)
    {
        return Err(LetterError::OnlyStraight);
    }
    check_flat(&flat, rays, later)
}

/// Checks the letters one by one, or two at a time if they belong together.
fn check_flat(
    letters: &[DirectionLetter],
    rays: RayFamily,
    later: bool,
) -> Result<(), LetterError> {
    let mut rest = letters;
    while let [first, after @ ..] = rest {
        rest = after;
        if let Some(&second) = after.first() {
            let doubled = *first == second && second != DirectionLetter::Half;
            if doubled || rays.pairs(*first, second) || rays.halves(*first, second, later) {
                rest = &after[1..];
                continue;
            }
            if is_cross(*first, second) && matches!(rays, RayFamily::Oblique | RayFamily::Eight) {
                return Err(LetterError::Cross);
            }
        }
        if *first == DirectionLetter::Half {
            return Err(LetterError::Half);
        }
    }
    Ok(())
}

fn is_cross(first: DirectionLetter, second: DirectionLetter) -> bool {
    use DirectionLetter::{Sideways, Vertical};
    matches!((first, second), (Vertical, Sideways) | (Sideways, Vertical))
}
