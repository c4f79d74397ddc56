use crate::notation::{Atom, Leap};

/// What kind of lines an atom goes along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Family {
    Orthogonal,
    Diagonal,
    Triagonal,
    EightFold,
    Oblique(Leap),
    Castle,
    Anywhere,
}

impl Family {
    /// The family, and the length of one step in cells.
    pub fn of(atom: Atom) -> (Family, u16) {
        match atom {
            Atom::King | Atom::Queen => (Family::EightFold, 1),
            Atom::Rook => (Family::Orthogonal, 1),
            Atom::Bishop => (Family::Diagonal, 1),
            Atom::Castle => (Family::Castle, 1),
            Atom::Universal => (Family::Anywhere, 1),
            Atom::Leap(leap) => match leap.coordinates {
                [0, 0, long] => (Family::Orthogonal, long),
                [0, short, long] if short == long => (Family::Diagonal, long),
                [low, short, long] if low == short && short == long => (Family::Triagonal, long),
                _ => (Family::Oblique(leap), 1),
            },
        }
    }
}
