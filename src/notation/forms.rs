//! The letters of move notation, for the manual, with examples that run.

/// A letter or form of the notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotationForm {
    /// How it is written.
    pub form: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// A notation with it.
    pub example: &'static str,
}

const fn form(form: &'static str, meaning: &'static str, example: &'static str) -> NotationForm {
    NotationForm { form, meaning, example }
}

/// The capitals and other atoms.
pub const ATOM_FORMS: &[NotationForm] = &[
    form("W", "one step orthogonally (Wazir)", "W"),
    form("F", "one step diagonally (Ferz)", "F"),
    form("D", "a leap of two orthogonally (Dabbaba)", "D"),
    form("N", "a leap of two and one (Knight)", "N"),
    form("A", "a leap of two diagonally (Alfil)", "A"),
    form("H", "a leap of three orthogonally (Threeleaper)", "H"),
    form("C", "a leap of three and one (Camel)", "C"),
    form("Z", "a leap of three and two (Zebra)", "Z"),
    form("G", "a leap of three diagonally (Tripper)", "G"),
    form("T", "one step triagonally, on boards with levels", "T"),
    form("{X,Y}", "a leap by its coordinates", "{1,4}"),
    form("NX, DY", "a leap that is three longer in one direction (`X`) or in both (`Y`)", "NX"),
    form("R", "a slide orthogonally: `W0`", "R"),
    form("B", "a slide diagonally: `F0`", "B"),
    form("Q", "`R` and `B`", "Q"),
    form("K", "`W` and `F`", "K"),
    form("O", "castling: the royal piece moves so many squares", "O2"),
    form("U", "to any cell", "U"),
    form("L, J", "other letters for `C` and `Z`", "LJ"),
];

/// The small letters and signs before an atom.
pub const MODIFIER_FORMS: &[NotationForm] = &[
    form(
        "f, b, l, r",
        "only forward, backward, to the left, to the right; two of them are one diagonal direction",
        "fWflF",
    ),
    form("v, s", "forward and backward; to the left and to the right", "vRsW"),
    form(
        "h",
        "half of the leaps of an oblique atom: `fhN` has all four forward leaps, `fN` only the two farthest forward; `hr` and `hl` are the chiral halves",
        "fhN",
    ),
    form(
        "^, _, =, |",
        "on boards with levels: up, down, on the same level, to another level",
        "^F",
    ),
    form("@1,11", "directions as hours of a clock, for hexagons", "@1,11F"),
    form("m", "only to an empty cell", "mW"),
    form("c", "only with a capture of an enemy piece", "fcF"),
    form("d", "only with a capture of a friendly piece", "dK"),
    form("e", "only with a capture en passant", "fceF"),
    form("t", "may not capture a royal piece", "tK"),
    form(
        "i",
        "on the first leg: only if the piece has not moved; on a later leg: as long as the slide before",
        "imfR2",
    ),
    form("n", "lame: the cells between must be empty; `nn` may be captured there en passant", "nN"),
    form("j", "the cell between must be occupied", "jD"),
    form("p", "a slide that jumps over exactly one piece, and goes on (Cannon)", "cpR"),
    form("g", "a slide that jumps over the first piece, to the next cell (Grasshopper)", "gQ"),
    form("o", "the left and the right edge are joined for this leg", "oR"),
    form("y", "the later legs slide instead of leaping, and leap instead of sliding", "myafW"),
    form("u", "a captured piece is put on the cell where the leg starts", "uK"),
    form("a", "another leg follows", "mafmF"),
];

/// Numbers, compounds and moves of several legs.
pub const SYNTAX_FORMS: &[NotationForm] = &[
    form("AB", "the moves of both: blanks may stand between", "BN"),
    form("A0, AA", "a slide: any number of steps of the same kind", "N0"),
    form("A3", "at most so many steps", "R3"),
    form("xayA", "two legs with the same atom, with modifiers `x` and `y`", "mafmF"),
    form("[A-B]", "two legs, the second outward from the first", "[F-W]"),
    form("[A?B]", "the same, and the move may end after the first leg", "[W?B]"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    #[test]
    fn every_example_is_a_notation() {
        for form in [ATOM_FORMS, MODIFIER_FORMS, SYNTAX_FORMS].concat() {
            assert!(parse(form.example).is_ok(), "{form:?}: {:?}", parse(form.example));
        }
    }

    #[test]
    fn every_letter_that_the_parser_reads_has_a_form() {
        let has = |forms: &[NotationForm], letter: char| {
            forms.iter().any(|form| form.form.split(", ").any(|it| it == letter.to_string()))
        };
        for letter in 'A'..='Z' {
            let is_atom = ["", "2"].iter().any(|range| parse(&format!("{letter}{range}")).is_ok());
            assert_eq!(is_atom, has(ATOM_FORMS, letter), "{letter}");
        }
        for letter in ('a'..='z').chain("^_=|".chars()) {
            let is_read = ["W", "N", "R", "fW"].iter().any(|atom| {
                let with_direction = format!("f{letter}{atom}");
                let with_leg = format!("m{letter}af{atom}");
                [format!("{letter}{atom}"), with_direction, with_leg]
                    .iter()
                    .any(|text| parse(text).is_ok())
            });
            assert_eq!(is_read, has(MODIFIER_FORMS, letter), "{letter}");
        }
    }
}
