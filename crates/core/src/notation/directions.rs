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

/// Why direction letters have no meaning, and what to write instead.
pub(super) type LetterError = (&'static str, &'static str);

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
            RayFamily::Oblique | RayFamily::Levels => self,
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

/// Checks that the letters have a meaning for the atom. `later` is true except on a first leg.
pub(super) fn check_letters(
    letters: &[DirectionLetter],
    atom: Atom,
    later: bool,
) -> Result<(), LetterError> {
    let rays = RayFamily::of(atom);
    let rays = if later { rays.later() } else { rays };
    let (signs, flat): (Vec<DirectionLetter>, Vec<DirectionLetter>) =
        letters.iter().copied().partition(|letter| letter.is_level_sign());
    if signs.len() > 1 {
        let help = "`^` up, `_` down, `=` on the level, `|` to another level";
        return Err(("a leg has at most one sign of levels", help));
    }
    if later && !signs.is_empty() {
        let message = "a later leg turns from the one before and has no sign of levels";
        return Err((message, "leave it out, or write `f`"));
    }
    let turns = flat.iter().any(|&letter| letter != DirectionLetter::Forward);
    if rays == RayFamily::Levels && later && turns {
        let message = "in three dimensions a later leg goes straight on or outward";
        return Err((message, "write `f`, or nothing"));
    }
    check_flat(&flat, rays, later).map_err(|letter| match letter {
        DirectionLetter::Half if matches!(atom, Atom::King | Atom::Queen) => {
            ("`h` follows the letter that it widens", "`fhK` goes forward in three directions")
        }
        DirectionLetter::Half if rays == RayFamily::Oblique => (
            "`h` needs a direction next to it",
            "`fhN` is the forward half, `hrN` and `hlN` are the chiral halves",
        ),
        DirectionLetter::Half => ("the directions of this leg have no halves", "leave the `h` out"),
        _ => (
            "one program reads `vs` as no direction, another as all",
            "write no direction for all, or pairs such as `fs` and `bs`",
        ),
    })
}

/// Checks the letters one by one, or two at a time if they belong together.
///
/// The error is `h` that widens or halves nothing, or the first letter of `vs` or `sv`.
fn check_flat(
    letters: &[DirectionLetter],
    rays: RayFamily,
    later: bool,
) -> Result<(), DirectionLetter> {
    use DirectionLetter::{Sideways, Vertical};
    let mut rest = letters;
    while let [first, after @ ..] = rest {
        rest = after;
        if let Some(&second) = after.first() {
            let doubled = *first == second && second != DirectionLetter::Half;
            if doubled || rays.pairs(*first, second) || rays.halves(*first, second, later) {
                rest = &after[1..];
                continue;
            }
            let is_cross = matches!((*first, second), (Vertical, Sideways) | (Sideways, Vertical));
            if is_cross && matches!(rays, RayFamily::Oblique | RayFamily::Eight) {
                return Err(*first);
            }
        }
        if *first == DirectionLetter::Half {
            return Err(*first);
        }
    }
    Ok(())
}
