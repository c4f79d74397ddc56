//! The kind of lines that an atom moves along.

use crate::notation::{Atom, Leap};

/// The kind of lines that an atom moves along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LineFamily {
    Orthogonal,
    Diagonal,
    Triagonal,
    EightFold,
    Oblique(Leap),
    Castle,
    Anywhere,
}

impl LineFamily {
    /// The family, and the length of one step in cells.
    pub fn of(atom: Atom) -> (LineFamily, u16) {
        match atom {
            Atom::King | Atom::Queen => (LineFamily::EightFold, 1),
            Atom::Rook => (LineFamily::Orthogonal, 1),
            Atom::Bishop => (LineFamily::Diagonal, 1),
            Atom::Castle => (LineFamily::Castle, 1),
            Atom::Universal => (LineFamily::Anywhere, 1),
            Atom::Leap(leap) => match leap.coordinates {
                [0, 0, long] => (LineFamily::Orthogonal, long),
                [0, short, long] if short == long => (LineFamily::Diagonal, long),
                [low, short, long] if low == short && short == long => {
                    (LineFamily::Triagonal, long)
                }
                _ => (LineFamily::Oblique(leap), 1),
            },
        }
    }
}
