//! One leg of a move in words: its verb, its distance and its conditions.

use crate::geometry::Lattice;
use crate::notation::{Atom, DirectionLetter, Directions, Hop, Leap, Leg};
use crate::source::join_words;

use super::super::vocabulary::{BoardVocabulary, number};
use super::direction::{LetterRun, letter_runs, sector};
use super::phrase::{Phrase, Verb};

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
    pub idiom: &'a BoardVocabulary,
}

impl<'a> LegWords<'a> {
    pub fn new(leg: &'a Leg, idiom: &'a BoardVocabulary) -> LegWords<'a> {
        let (family, length) = LineFamily::of(leg.atom);
        LegWords { leg, family, length, idiom }
    }

    pub fn phrase(&self) -> Phrase {
        let (verb, measure) = self.verb_and_distance();
        let directions = Some(self.directions()).filter(|words| !words.is_empty());
        let directions = directions.into_iter().collect();
        Phrase { verb, measure, directions, more: self.conditions() }
    }

    /// `slides up to four cells`
    fn verb_and_distance(&self) -> (Verb, String) {
        let (range, idiom) = (self.leg.range, self.idiom);
        let leap = match (&self.family, self.length, range) {
            (LineFamily::Castle, ..) => {
                return (Verb::Castles, format!(" over {}", idiom.cells(range)));
            }
            (LineFamily::Anywhere, ..) => {
                return (Verb::Leaps, format!(" to any other {}", idiom.cell()));
            }
            (LineFamily::Oblique(leap), ..) => format!(" {}", self.oblique(*leap)),
            (_, 1, 0) => return (Verb::Slides, String::new()),
            (_, 1, 1) => return (Verb::Steps, format!(" {}", idiom.cells(1))),
            (_, 1, _) => return (Verb::Slides, format!(" up to {}", idiom.cells(range))),
            (_, length, _) => format!(" {}", idiom.cells(length)),
        };
        match range {
            0 => (Verb::Rides, format!("{leap}, leap after leap,")),
            1 => (Verb::Leaps, leap),
            _ => (Verb::Rides, format!("{leap}, up to {} leaps,", number(range))),
        }
    }

    /// An oblique leap by the well-known piece that makes it, or by its coordinates.
    fn oblique(&self, leap: Leap) -> String {
        let known = match leap.letter() {
            Some('N') => "knight",
            Some('C') => "camel",
            Some('Z') => "zebra",
            _ => "",
        };
        let [low, short, long] = leap.coordinates;
        let (cells, aside) = (self.idiom.cells(long), number(short));
        if known.is_empty() && low > 0 {
            let low = number(low);
            return format!(
                "{cells} along one axis, {aside} along another and {low} along the third"
            );
        }
        match &self.sectors()[..] {
            [] if !known.is_empty() && known != self.idiom.name => format!("like a {known}"),
            [] if self.idiom.lattice == Lattice::Hexagons => {
                format!("{cells} through edges and {aside} aside")
            }
            [] => format!("{cells} one way and {aside} aside"),
            runs => {
                let sectors = runs.iter().map(|run| sector(run, short));
                format!("{cells} {}", join_words(sectors, "or"))
            }
        }
    }

    /// The letter runs of an oblique leap, if all can be written as `two cells forward and one
    /// aside`.
    pub fn sectors(&self) -> Vec<LetterRun<'a>> {
        let is_plain =
            |letter: &DirectionLetter| !letter.is_level_sign() && *letter != DirectionLetter::Half;
        match &self.leg.modifiers.directions {
            Directions::Letters(letters) if letters.iter().all(is_plain) => {
                letter_runs(letters, true)
            }
            _ => Vec::new(),
        }
    }

    /// The conditions of lame, jumping, hopping legs and the like, each with its comma or blank.
    fn conditions(&self) -> String {
        let (cell, modifiers) = (self.idiom.cell(), &self.leg.modifiers);
        let lame = match self.family {
            _ if !modifiers.lame => "",
            LineFamily::Oblique(_) => ", unless something stands next to it on its way",
            _ if self.length == 2 => &format!(", if the {cell} between is empty"),
            _ => ", if nothing stands halfway",
        };
        let jump = match (modifiers.jump, self.length) {
            (0, _) => "",
            (_, 1) => &format!(", skipping the first {cell}"),
            _ => " over a piece that must stand between",
        };
        let hop = match modifiers.hop {
            None => "",
            Some(Hop::Cannon) => " over exactly one piece",
            Some(Hop::Grasshopper) => {
                &format!(" over exactly one piece, to the {cell} right behind it")
            }
        };
        let cylinder =
            if modifiers.cylinder { ", the left and right edges being joined" } else { "" };
        let unload =
            if modifiers.unload { ", and what it takes reappears where it started" } else { "" };
        [lame, jump, hop, cylinder, unload].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::vocabulary::BoardVocabulary;
    use super::super::describe;
    use super::super::tests::check;
    use crate::notation::parse;

    #[test]
    fn a_piece_is_not_compared_with_itself() {
        let idiom = BoardVocabulary { name: "knight".to_owned(), ..BoardVocabulary::default() };
        let words = |notation: &str| describe(&parse(notation).expect("right"), &idiom);
        assert_eq!(words("N"), "leaps two cells one way and one aside");
        assert_eq!(words("ffN"), "leaps two cells forward and one aside");
    }

    #[test]
    fn what_stands_between() {
        check("nN", "leaps like a knight, unless something stands next to it on its way");
        check("nA", "leaps two cells diagonally, if the cell between is empty");
        check(
            "mjDmjA",
            "leaps two cells in any direction over a piece that must stand between, without capturing",
        );
        check("gQ", "slides in any direction over exactly one piece, to the cell right behind it");
        check("jB", "slides diagonally, skipping the first cell");
    }

    #[test]
    fn on_lines_one_stands_on_points() {
        let idiom = BoardVocabulary { points: true, ..BoardVocabulary::default() };
        let words = describe(&parse("nA").expect("right"), &idiom);
        assert_eq!(words, "leaps two points diagonally, if the point between is empty");
    }
}
