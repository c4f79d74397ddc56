//! The verb of a leg and its distance.

use crate::geometry::Lattice;
use crate::notation::{DirectionLetter, Directions, Leap, Leg};

use super::super::vocabulary::{BoardVocabulary, either, number};
use super::family::LineFamily;
use super::phrase::Verb;
use super::square_directions::{LetterRun, letter_runs, sector};

/// The verb of a leg and its distance: `slides up to four cells`.
pub(super) fn verb_and_distance(
    family: &LineFamily,
    length: u16,
    leg: &Leg,
    idiom: &BoardVocabulary,
) -> (Verb, String) {
    let range = leg.range;
    let leap = match family {
        LineFamily::Castle => return (Verb::Castles, format!(" over {}", idiom.cells(range))),
        LineFamily::Anywhere => return (Verb::Leaps, format!(" to any other {}", idiom.cell())),
        LineFamily::Oblique(leap) => format!(" {}", oblique(*leap, leg, idiom)),
        _ if length == 1 => {
            return match range {
                0 => (Verb::Slides, String::new()),
                1 => (Verb::Steps, format!(" {}", idiom.cells(1))),
                _ => (Verb::Slides, format!(" up to {}", idiom.cells(range))),
            };
        }
        _ => format!(" {}", idiom.cells(length)),
    };
    match range {
        0 => (Verb::Rides, format!("{leap}, leap after leap,")),
        1 => (Verb::Leaps, leap),
        _ => (Verb::Rides, format!("{leap}, up to {} leaps,", number(range))),
    }
}

/// An oblique leap in words: by the well-known piece that makes it, or by its coordinates.
fn oblique(leap: Leap, leg: &Leg, idiom: &BoardVocabulary) -> String {
    let known = match leap.letter() {
        Some('N') => "knight",
        Some('C') => "camel",
        Some('Z') => "zebra",
        _ => "",
    };
    let [low, short, long] = leap.coordinates;
    let cells = idiom.cells(long);
    let narrow = narrow(leg);
    if known.is_empty() && low > 0 {
        let (short, low) = (number(short), number(low));
        return format!("{cells} along one axis, {short} along another and {low} along the third");
    }
    match &narrow[..] {
        [] if !known.is_empty() && known != idiom.name => format!("like a {known}"),
        [] if idiom.lattice == Lattice::Hexagons => {
            format!("{cells} through edges and {} aside", number(short))
        }
        [] => format!("{cells} one way and {} aside", number(short)),
        runs => {
            let sectors = runs.iter().map(|run| sector(run, short)).collect();
            format!("{cells} {}", either(sectors))
        }
    }
}

/// The letter runs of an oblique leap, if all can be written as `two cells forward and one aside`.
pub(super) fn narrow(leg: &Leg) -> Vec<LetterRun> {
    let Directions::Letters(letters) = &leg.modifiers.directions else { return Vec::new() };
    let is_plain =
        |letter: &DirectionLetter| !letter.is_level_sign() && *letter != DirectionLetter::Half;
    if !letters.iter().all(is_plain) {
        return Vec::new();
    }
    letter_runs(letters, true)
}

#[cfg(test)]
mod tests {
    use super::super::super::vocabulary::BoardVocabulary;
    use super::super::describe;
    use crate::notation::parse;

    #[test]
    fn a_piece_is_not_compared_with_itself() {
        let idiom = BoardVocabulary { name: "knight".to_owned(), ..BoardVocabulary::default() };
        let words = |notation: &str| describe(&parse(notation).expect("right"), &idiom);
        assert_eq!(words("N"), "leaps two cells one way and one aside");
        assert_eq!(words("ffN"), "leaps two cells forward and one aside");
    }
}
