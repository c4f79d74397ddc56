//! One leg of a move in words: its verb, its distance and its conditions.

use crate::geometry::Lattice;
use crate::notation::{Atom, Directions, Hop, Leap, Leg};
use crate::source::{article, join_words};

use super::super::vocabulary::{BoardVocabulary, number, ordinal};
use super::direction::{LetterRun, letter_runs, sector};
use super::phrase::{Measure, MoveNote, Phrase, Verb};

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
                [low, _, long] if low == long => (LineFamily::Triagonal, long),
                _ => (LineFamily::Oblique(leap), 1),
            },
        }
    }
}

/// A leg with everything on which its words depend.
pub(super) struct LegWords<'a> {
    pub leg: &'a Leg,
    pub family: LineFamily,
    /// The length of one step in cells.
    length: u16,
    pub vocabulary: &'a BoardVocabulary,
}

impl<'a> LegWords<'a> {
    pub fn new(leg: &'a Leg, vocabulary: &'a BoardVocabulary) -> LegWords<'a> {
        let (family, length) = LineFamily::of(leg.atom);
        LegWords { leg, family, length, vocabulary }
    }

    pub fn phrase(&self) -> Phrase {
        let phrase = match (&self.family, self.leg.range) {
            (LineFamily::Castle, range) => {
                Phrase::new(Verb::Castles, format!("by moving {}", self.vocabulary.cells(range)))
            }
            (LineFamily::Anywhere, _) => {
                Phrase::new(Verb::Leaps, format!("to any other {}", self.vocabulary.cell()))
            }
            (LineFamily::Oblique(leap), 1) => self.oblique_leap(*leap),
            (LineFamily::Oblique(leap), _) => self.ride(&self.oblique_distance(*leap)),
            (_, range) => self.straight(range),
        };
        let directions = self.directions();
        let modifiers = &self.leg.modifiers;
        let mut notes = phrase.notes;
        if modifiers.cylinder {
            notes.push(MoveNote::Whole(
                "For this move the left and right edges of the board are joined".to_owned(),
            ));
        }
        if modifiers.unload {
            notes.push(MoveNote::Whole(format!(
                "The captured piece reappears on the {} where the move started",
                self.vocabulary.cell()
            )));
        }
        let more = phrase.more + &self.jumps();
        Phrase { directions, more, notes, ..phrase }
    }

    /// A move along a line, without its directions.
    fn straight(&self, range: u16) -> Phrase {
        let (vocabulary, cell) = (self.vocabulary, self.vocabulary.cell());
        match (self.length, range) {
            (1, _) if self.leg.modifiers.hop == Some(Hop::Grasshopper) => {
                Phrase::new(Verb::Slides, "")
            }
            (1, 0) => Phrase::new(Verb::Slides, format!("any number of {cell}s")),
            (1, 1) => Phrase {
                measure: Measure::Cells(vec![1], cell),
                ..Phrase::new(Verb::Moves, String::new())
            },
            (1, _) => Phrase::new(Verb::Slides, format!("up to {}", vocabulary.cells(range))),
            (length, 1) if self.needs_cell_between() => Phrase {
                notes: self.lame_note(&self.cell_between(length)),
                ..Phrase::new(Verb::Moves, format!("exactly {}", vocabulary.cells(length)))
            },
            (length, 1) => Phrase {
                measure: Measure::Cells(vec![length], cell),
                ..Phrase::new(Verb::Leaps, String::new())
            },
            (length, _) => {
                let ride = self.ride(&vocabulary.cells(length));
                let mut notes = ride.notes;
                notes.extend(self.lame_note(&self.cell_between(length)));
                Phrase { notes, ..ride }
            }
        }
    }

    /// Several leaps of one distance in one direction.
    fn ride(&self, distance: &str) -> Phrase {
        let cell = self.vocabulary.cell();
        let amount = match self.leg.range {
            0 => "any number of".to_owned(),
            range => format!("up to {}", number(range)),
        };
        let measure = match distance.strip_prefix("like a") {
            Some(name) => format!("{amount} {} leaps", name.trim_start_matches("n ").trim_start()),
            None => format!("{amount} leaps of {distance}"),
        };
        let note = format!("Every {cell} that it lands on before the last must be empty");
        Phrase {
            more: " in one direction".to_owned(),
            notes: vec![MoveNote::Whole(note)],
            ..Phrase::new(Verb::Makes, measure)
        }
    }

    fn oblique_leap(&self, leap: Leap) -> Phrase {
        let cell = self.vocabulary.cell();
        if !self.needs_cell_between() {
            return Phrase::new(Verb::Leaps, self.oblique_distance(leap));
        }
        let is_knight = leap.coordinates == [0, 1, 2];
        let distance = match (self.vocabulary.lattice, &self.leg.modifiers.directions) {
            (Lattice::Squares, Directions::All) if is_knight && self.leg.modifiers.lame => {
                format!("one {cell} orthogonally, then one {cell} diagonally outward")
            }
            _ => self.coordinates(leap),
        };
        let between = match leap.coordinates.map(|part| part / 2) {
            [0, 0, 1] if is_knight => format!("the first {cell}"),
            [0, 0, 1] => format!("the adjacent {cell} along its longer part"),
            [0, 1, 1] => format!("the adjacent {cell} diagonally towards its end"),
            _ => format!("the {cell} halfway"),
        };
        Phrase { notes: self.lame_note(&between), ..Phrase::new(Verb::Moves, distance) }
    }

    /// Whether the move depends on a cell between its ends.
    fn needs_cell_between(&self) -> bool {
        let is_long = self.length > 1 || matches!(self.family, LineFamily::Oblique(_));
        is_long && (self.leg.modifiers.lame || self.leg.modifiers.jump > 0)
    }

    /// The cell halfway on a line of that length.
    fn cell_between(&self, length: u16) -> String {
        match length {
            2 => format!("the {} between", self.vocabulary.cell()),
            _ => format!("the {} {} on its way", ordinal(length / 2), self.vocabulary.cell()),
        }
    }

    fn lame_note(&self, between: &str) -> Vec<MoveNote> {
        let lame = self.leg.modifiers.lame.then_some(self.leg.range);
        let note = lame.map(|range| match range {
            1 => MoveNote::OfMove(format!("is blocked if {between} is occupied")),
            _ => MoveNote::Whole(format!("Each leap is blocked if {between} is occupied")),
        });
        note.into_iter().collect()
    }

    /// An oblique leap by the piece of the game that makes it, or by its coordinates.
    fn oblique_distance(&self, leap: Leap) -> String {
        let known = |(known, _): &&(Leap, String)| known.coordinates == leap.coordinates;
        match self.vocabulary.known_leaps.iter().find(known) {
            Some((_, name)) if self.leg.modifiers.directions == Directions::All => {
                format!("like {} {name}", article(name))
            }
            _ => self.coordinates(leap),
        }
    }

    fn coordinates(&self, leap: Leap) -> String {
        let [low, short, long] = leap.coordinates;
        let (far, near) = (self.vocabulary.cells(long), self.vocabulary.cells(short));
        match self.vocabulary.lattice {
            _ if low > 0 => {
                let (short, low) = (number(short), number(low));
                format!("{far} along one axis, {short} along another and {low} along the third")
            }
            Lattice::Levels => format!("{far} along one axis and {near} along another"),
            Lattice::Hexagons => format!("{far} orthogonally, then {near} orthogonally at 60°"),
            Lattice::Squares => match &self.sectors()[..] {
                [] => format!("{far} orthogonally and {near} at a right angle"),
                runs => {
                    let sectors =
                        runs.iter().map(|run| sector(run, (short, long), self.vocabulary));
                    join_words(sectors, "or")
                }
            },
        }
    }

    /// The letter runs of an oblique leap on squares, if all can be written as `two squares forward
    /// and one sideways`.
    pub fn sectors(&self) -> Vec<LetterRun<'a>> {
        match &self.leg.modifiers.directions {
            Directions::Letters(letters) if self.vocabulary.lattice == Lattice::Squares => {
                letter_runs(letters, true)
            }
            _ => Vec::new(),
        }
    }

    /// The pieces that the move jumps over, with the comma or blank before them.
    fn jumps(&self) -> String {
        let (cell, modifiers) = (self.vocabulary.cell(), &self.leg.modifiers);
        let jump = match (modifiers.jump, &self.family) {
            (0, _) => String::new(),
            (_, LineFamily::Oblique(_)) => ", jumping over a piece on its way".to_owned(),
            (_, _) if self.length == 1 => format!(", skipping the first {cell}"),
            _ => format!(", jumping over a piece on {}", self.cell_between(self.length)),
        };
        let hop = match modifiers.hop {
            None => "",
            Some(Hop::Cannon) => ", jumping over exactly one piece",
            Some(Hop::Grasshopper) => {
                &format!(" to the first piece, jumping over it and landing on the next {cell}")
            }
        };
        jump + hop
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::vocabulary::BoardVocabulary;
    use super::super::describe;
    use super::super::tests::check;
    use crate::notation::{Leap, parse};

    #[test]
    fn a_piece_is_compared_with_a_piece_of_its_game() {
        let known_leaps = vec![(Leap::plane(1, 2), "Horse".to_owned())];
        let vocabulary = BoardVocabulary { known_leaps, ..BoardVocabulary::default() };
        let words = |notation: &str| describe(&parse(notation).expect("right"), &vocabulary);
        assert_eq!(words("N"), "Leaps like a Horse.");
        assert_eq!(words("C"), "Leaps three squares orthogonally and one square at a right angle.");
        assert_eq!(words("ffN"), "Leaps two squares forward and one sideways.");
        assert_eq!(
            words("N0"),
            "Makes any number of Horse leaps in one direction. Every square that it lands on \
             before the last must be empty."
        );
    }

    #[test]
    fn what_is_between_the_ends() {
        check(
            "nN",
            "Moves one square orthogonally, then one square diagonally outward. It is blocked if \
             the first square is occupied.",
        );
        check(
            "nA",
            "Moves exactly two squares diagonally. It is blocked if the square between is occupied.",
        );
        check(
            "nH",
            "Moves exactly three squares orthogonally. It is blocked if the first square on its \
             way is occupied.",
        );
        check(
            "nC",
            "Moves three squares orthogonally and one square at a right angle. It is blocked if \
             the adjacent square along its longer part is occupied.",
        );
        check(
            "mjDmjA",
            "Moves exactly two squares in any direction, jumping over a piece on the square \
             between, without capturing.",
        );
        check(
            "gQ",
            "Slides in any direction to the first piece, jumping over it and landing on the next \
             square.",
        );
        check("jB", "Slides any number of squares diagonally, skipping the first square.");
        check(
            "WnA",
            "Moves one square orthogonally. Moves exactly two squares diagonally. This move is \
             blocked if the square between is occupied.",
        );
    }

    #[test]
    fn on_lines_pieces_move_by_points() {
        let vocabulary = BoardVocabulary { points: true, ..BoardVocabulary::default() };
        let words = describe(&parse("nA").expect("right"), &vocabulary);
        assert_eq!(
            words,
            "Moves exactly two points diagonally. It is blocked if the point between is occupied."
        );
    }
}
