//! The phrase of one term, in parts that can be merged with those of other terms.

use crate::geometry::Lattice;

use super::super::vocabulary::{BoardVocabulary, either};

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
        match self {
            Verb::Steps => "steps",
            Verb::Slides => "slides",
            Verb::Leaps => "leaps",
            Verb::Rides => "rides",
            Verb::Castles => "castles",
            Verb::Moves => "moves",
        }
    }

    pub fn gerund(self) -> &'static str {
        match self {
            Verb::Steps => "stepping",
            Verb::Slides => "sliding",
            Verb::Leaps => "leaping",
            Verb::Rides => "riding",
            Verb::Castles => "castling",
            Verb::Moves => "moving",
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
        match &either(self.directions.clone())[..] {
            "" => self.measure.trim_end_matches(',').to_owned(),
            direction if direction.starts_with(',') => format!("{}{direction}", self.measure),
            direction => format!("{} {direction}", self.measure),
        }
    }
}

/// Merges the phrases that differ only in their directions: `slides forward or sideways`.
pub(super) fn merged(phrases: Vec<Phrase>, idiom: &BoardVocabulary) -> Vec<Phrase> {
    let mut merged: Vec<Phrase> = Vec::new();
    for phrase in phrases {
        let is_like = |other: &&mut Phrase| {
            (other.verb, &other.measure, &other.more)
                == (phrase.verb, &phrase.measure, &phrase.more)
        };
        match merged.iter_mut().find(is_like) {
            Some(like) => like.directions.extend(phrase.directions),
            None => merged.push(phrase),
        }
    }
    let all: &[&str] = match idiom.lattice {
        Lattice::Squares => &["orthogonally", "diagonally"],
        Lattice::Levels => &["orthogonally", "diagonally", "triagonally"],
        _ => &[],
    };
    for phrase in &mut merged {
        if !all.is_empty()
            && all.iter().all(|direction| phrase.directions.iter().any(|known| known == direction))
        {
            phrase.directions.retain(|direction| !all.contains(&direction.as_str()));
            phrase.directions.insert(0, "in any direction".to_owned());
        }
    }
    merged
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
