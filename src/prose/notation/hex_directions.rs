//! Directions on boards of hexagons in words.

use std::collections::BTreeSet;

use crate::notation::DirectionLetter;

use super::super::vocabulary::either;
use super::family::LineFamily;
use super::square_directions::{LetterRun, letter_runs, sides};

/// Directions as hours of a clock in words: edges lie at even hours, corners at odd ones.
pub(super) fn hex_direction_words(
    family: &LineFamily,
    letters: &[DirectionLetter],
    range: u16,
) -> String {
    let runs = letter_runs(letters, true);
    let kept = |hour: &u8| runs.iter().any(|run| keeps_hour(family, run, *hour));
    let hours: BTreeSet<u8> = (0..12).filter(kept).collect();
    let named = |hours: &[(&[u8], &str)], all: &BTreeSet<u8>| -> Vec<String> {
        let mut left = all.clone();
        let mut words = Vec::new();
        for (group, word) in hours {
            if group.iter().all(|hour| left.contains(hour)) {
                left.retain(|hour| !group.contains(hour));
                words.push((*word).to_owned());
            }
        }
        words
    };
    let edges = named(&EDGES, &hours);
    let corners = match &named(&CORNERS, &hours)[..] {
        [] => None,
        words if range == 1 => Some(format!("{} through a corner", either(words.to_vec()))),
        words => Some(format!("{} through corners", either(words.to_vec()))),
    };
    either(edges.into_iter().chain(corners).collect())
}

/// Names of hours through edges, those of several hours first.
const EDGES: [(&[u8], &str); 8] = [
    (&[0], "forward"),
    (&[2, 10], "forward to the left or right"),
    (&[2], "forward to the right"),
    (&[10], "forward to the left"),
    (&[6], "backward"),
    (&[4, 8], "backward to the left or right"),
    (&[4], "backward to the right"),
    (&[8], "backward to the left"),
];

/// Names of hours through corners, those of several hours first.
const CORNERS: [(&[u8], &str); 9] = [
    (&[1, 11], "forward"),
    (&[1], "forward to the right"),
    (&[11], "forward to the left"),
    (&[5, 7], "backward"),
    (&[5], "backward to the right"),
    (&[7], "backward to the left"),
    (&[3, 9], "sideways"),
    (&[3], "to the right"),
    (&[9], "to the left"),
];

/// Whether a letter run keeps the ray at an hour.
///
/// A letter keeps its own hour, or the two beside it if its atom has no ray there. A pair keeps
/// the hours between its letters.
fn keeps_hour(family: &LineFamily, run: &LetterRun, hour: u8) -> bool {
    let fits = match family {
        LineFamily::Orthogonal => hour.is_multiple_of(2),
        LineFamily::Diagonal => !hour.is_multiple_of(2),
        _ => true,
    };
    let near = |letter: DirectionLetter, most: u8| {
        let close = |side: &u8| {
            let apart = hour.abs_diff(side * 3);
            apart.min(12 - apart) <= most
        };
        sides(letter).iter().any(close)
    };
    let has_own = |letter: DirectionLetter| {
        let upright = matches!(
            letter,
            DirectionLetter::Forward | DirectionLetter::Back | DirectionLetter::Vertical
        );
        match family {
            LineFamily::Orthogonal => upright,
            LineFamily::Diagonal => !upright,
            _ => true,
        }
    };
    fits && match run[..] {
        [wide, DirectionLetter::Half] => near(wide, 2),
        [first, second] if first != second => near(first, 2) && near(second, 2),
        [letter, ..] => near(letter, u8::from(!has_own(letter))),
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::geometry::Lattice;

    use super::super::tests::check_on;

    #[test]
    fn directions_on_hexagons() {
        let check = |notation, words| check_on(Lattice::Hexagons, notation, words);
        check("R", "slides through edges");
        check("B", "slides through corners");
        check("Q", "slides through edges or corners");
        check("K", "steps one cell through an edge or a corner");
        check("fW", "steps one cell forward");
        check("frWflW", "steps one cell forward to the right or forward to the left");
        check("sW", "steps one cell forward to the left or right or backward to the left or right");
        check("fF", "steps one cell forward through a corner");
        check("sF", "steps one cell sideways through a corner");
        check("fsK", "steps one cell forward to the left or right or forward through a corner");
        check("@1,11F", "steps one cell at 1 o'clock or 11 o'clock");
    }
}
