use super::{Atom, Bearing};

/// Which directions an atom has, on a flat board; how letters of direction combine depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rays {
    Orthogonal,
    Diagonal,
    Oblique,
    /// Orthogonal and diagonal: kings, queens, and legs that go on from another.
    Eight,
    /// Only in three dimensions.
    Levels,
}

/// Why letters of direction mean nothing.
pub(super) enum WrongLetters {
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

impl Rays {
    pub fn of(atom: Atom) -> Rays {
        match atom {
            Atom::King | Atom::Queen => Rays::Eight,
            Atom::Rook | Atom::Castle | Atom::Universal => Rays::Orthogonal,
            Atom::Bishop => Rays::Diagonal,
            Atom::Leap(leap) => match leap.coordinates {
                _ if leap.written == 3 => Rays::Levels,
                [0, 0, _] => Rays::Orthogonal,
                [0, short, long] if short == long => Rays::Diagonal,
                [0, ..] => Rays::Oblique,
                _ => Rays::Levels,
            },
        }
    }

    /// Those of the same atom on a later leg, relative to the leg before.
    pub fn later(self) -> Rays {
        match self {
            Rays::Orthogonal | Rays::Diagonal | Rays::Eight => Rays::Eight,
            Rays::Oblique => Rays::Oblique,
            Rays::Levels => Rays::Levels,
        }
    }

    /// Whether the two letters are one direction, such as `fr` on a bishop.
    fn pairs(self, first: Bearing, second: Bearing) -> bool {
        use Bearing::{Back, Forward, Left, Right, Sideways, Vertical};
        match (self, first) {
            (Rays::Orthogonal | Rays::Levels, _) => false,
            (_, Forward | Back) => matches!(second, Left | Right | Sideways),
            (_, Left | Right) => matches!(second, Forward | Back | Vertical),
            _ => false,
        }
    }

    /// Whether the two letters are a half: `fh` the wide one, `hr` a chiral one.
    fn halves(self, first: Bearing, second: Bearing, later: bool) -> bool {
        use Bearing::{Back, Forward, Half, Left, Right};
        let wide = second == Half && matches!(first, Forward | Back | Left | Right);
        let chiral = first == Half && matches!(second, Left | Right);
        match self {
            Rays::Oblique => (wide || chiral) && !later,
            Rays::Eight => wide,
            Rays::Orthogonal | Rays::Diagonal | Rays::Levels => false,
        }
    }
}

/// Whether the letters mean something for the rays; `later` of a leg that goes on from another.
pub(super) fn check_letters(
    letters: &[Bearing],
    rays: Rays,
    later: bool,
) -> Result<(), WrongLetters> {
    let (signs, flat): (Vec<Bearing>, Vec<Bearing>) =
        letters.iter().copied().partition(|&letter| is_sign(letter));
    match signs.len() {
        0 => {}
        1 if !later => {}
        1 => return Err(WrongLetters::SignLater),
        _ => return Err(WrongLetters::Signs),
    }
    if rays == Rays::Levels && later && flat.iter().any(|&letter| letter != Bearing::Forward) {
        return Err(WrongLetters::OnlyStraight);
    }
    check_flat(&flat, rays, later)
}

fn is_sign(letter: Bearing) -> bool {
    matches!(letter, Bearing::Up | Bearing::Down | Bearing::Level | Bearing::OffLevel)
}

/// Takes the letters one, or two that belong together, at a time.
fn check_flat(letters: &[Bearing], rays: Rays, later: bool) -> Result<(), WrongLetters> {
    let mut rest = letters;
    while let [first, after @ ..] = rest {
        rest = after;
        if let Some(&second) = after.first() {
            let doubled = *first == second && second != Bearing::Half;
            if doubled || rays.pairs(*first, second) || rays.halves(*first, second, later) {
                rest = &after[1..];
                continue;
            }
            if is_cross(*first, second) && matches!(rays, Rays::Oblique | Rays::Eight) {
                return Err(WrongLetters::Cross);
            }
        }
        if *first == Bearing::Half {
            return Err(WrongLetters::Half);
        }
    }
    Ok(())
}

fn is_cross(first: Bearing, second: Bearing) -> bool {
    use Bearing::{Sideways, Vertical};
    matches!((first, second), (Vertical, Sideways) | (Sideways, Vertical))
}
