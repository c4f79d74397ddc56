//! The phrase of one term, in parts that can be merged with those of other terms.

use crate::geometry::Lattice;
use crate::source::{grouped, join_words};

use super::super::vocabulary::BoardVocabulary;

/// One move in words, in parts that can be merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Phrase {
    pub verb: Verb,
    /// The distance: ` one cell`, ` up to four cells`.
    pub measure: String,
    /// Which directions: `orthogonally`, `forward or sideways`.
    pub directions: Vec<String>,
    /// Conditions, each with its comma or blank.
    pub more: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verb {
    Steps,
    Slides,
    Leaps,
    Rides,
    Castles,
    Moves,
}

impl Verb {
    pub fn third_person(self) -> &'static str {
        self.forms().0
    }

    pub fn gerund(self) -> &'static str {
        self.forms().1
    }

    fn forms(self) -> (&'static str, &'static str) {
        match self {
            Verb::Steps => ("steps", "stepping"),
            Verb::Slides => ("slides", "sliding"),
            Verb::Leaps => ("leaps", "leaping"),
            Verb::Rides => ("rides", "riding"),
            Verb::Castles => ("castles", "castling"),
            Verb::Moves => ("moves", "moving"),
        }
    }
}

impl Phrase {
    pub fn text(&self) -> String {
        format!("{}{}{}", self.verb.third_person(), self.rest(), self.more)
    }

    /// Whether its directions follow its measure as words of their own.
    pub fn says_direction(&self) -> bool {
        !self.directions.is_empty()
            && self.directions.iter().all(|direction| !direction.starts_with(','))
    }

    pub fn rest(&self) -> String {
        match &join_words(&self.directions, "or")[..] {
            "" => self.measure.trim_end_matches(',').to_owned(),
            direction if direction.starts_with(',') => format!("{}{direction}", self.measure),
            direction => format!("{} {direction}", self.measure),
        }
    }
}

/// Merges the phrases that differ only in their directions: `slides forward or sideways`.
pub(super) fn merged(phrases: Vec<Phrase>, idiom: &BoardVocabulary) -> Vec<Phrase> {
    let all: &[&str] = match idiom.lattice {
        Lattice::Squares => &["orthogonally", "diagonally"],
        Lattice::Levels => &["orthogonally", "diagonally", "triagonally"],
        _ => &[],
    };
    let by_frame = phrases
        .into_iter()
        .map(|phrase| ((phrase.verb, phrase.measure, phrase.more), phrase.directions));
    let merge = |((verb, measure, more), directions): (_, Vec<Vec<String>>)| {
        let mut directions = directions.concat();
        let has = |direction: &&str| directions.iter().any(|known| known == direction);
        if !all.is_empty() && all.iter().all(has) {
            directions.retain(|direction| !all.contains(&direction.as_str()));
            directions.insert(0, "in any direction".to_owned());
        }
        Phrase { verb, measure, directions, more }
    };
    grouped(by_frame).into_iter().map(merge).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn compounds() {
        check("BD", "slides diagonally, or leaps two cells orthogonally");
        check("FAD", "steps one cell diagonally, or leaps two cells in any direction");
        check("WA", "steps one cell orthogonally, or leaps two cells diagonally");
        check(
            "HFD",
            "leaps three cells orthogonally, or steps one cell diagonally, or leaps two cells orthogonally",
        );
        check("RN", "slides orthogonally, or leaps like a knight");
    }
}
