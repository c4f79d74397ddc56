//! The directions of a leg in words, on every lattice, and the runs that direction letters form.

use std::collections::BTreeSet;

use crate::geometry::Lattice;
use crate::notation::{DirectionLetter, Directions};
use crate::source::join_words;

use super::super::vocabulary::number;
use super::leg::{LegWords, LineFamily};

/// Direction letters that are read together.
pub(super) type LetterRun<'a> = &'a [DirectionLetter];

/// Rays or hours with their name; those that share a name come before each of them alone.
type RayNames = [(&'static [u8], &'static str)];

/// Names of the sides of a square.
const SIDES: &RayNames = &[
    (&[0, 1, 2, 3], "orthogonally"),
    (&[0], "forward"),
    (&[2], "backward"),
    (&[1, 3], "sideways"),
    (&[3], "to the left"),
    (&[1], "to the right"),
];

/// Names of hours through the edges of a hexagon.
const HEXAGON_EDGES: &RayNames = &[
    (&[0], "forward"),
    (&[2, 10], "forward to the left or right"),
    (&[2], "forward to the right"),
    (&[10], "forward to the left"),
    (&[6], "backward"),
    (&[4, 8], "backward to the left or right"),
    (&[4], "backward to the right"),
    (&[8], "backward to the left"),
];

/// Names of hours through the corners of a hexagon.
const HEXAGON_CORNERS: &RayNames = &[
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

impl LegWords<'_> {
    /// The directions of the leg; empty if the verb implies them.
    pub fn directions(&self) -> String {
        let letters = match &self.leg.modifiers.directions {
            Directions::All => return self.everywhere().to_owned(),
            Directions::Clock(hours) => {
                let hours = hours.iter().map(|hour| format!("{hour} o'clock"));
                return format!("at {}", join_words(hours, "or"));
            }
            Directions::Exact(_) => return "in some of its directions".to_owned(),
            Directions::Letters(letters) => letters,
        };
        let (signs, plane): (Vec<DirectionLetter>, Vec<DirectionLetter>) =
            letters.iter().copied().partition(|letter| letter.is_level_sign());
        let flat = match plane[..] {
            [] => self.everywhere().to_owned(),
            _ if self.idiom.lattice == Lattice::Hexagons => self.by_the_clock(&plane),
            _ => self.on_squares(&plane),
        };
        match signs.first() {
            None => flat,
            Some(&sign) => self.on_levels(sign, &plane, &flat),
        }
    }

    /// Directions with the level where the move ends.
    fn on_levels(&self, sign: DirectionLetter, plane: &[DirectionLetter], flat: &str) -> String {
        let (upright, level) = match sign {
            DirectionLetter::Up => ("up", "to a higher level"),
            DirectionLetter::Down => ("down", "to a lower level"),
            DirectionLetter::Level => ("", "on its own level"),
            _ => ("up or down", "to another level"),
        };
        match self.family {
            LineFamily::Orthogonal if !upright.is_empty() => format!("straight {upright}"),
            // A diagonal step to another level goes along one axis of its own.
            LineFamily::Diagonal if !upright.is_empty() && !plane.is_empty() => {
                let sides = plane.iter().copied().flat_map(sides).copied().collect();
                format!("diagonally {upright} and {}", straight(sides))
            }
            _ if flat.is_empty() => level.to_owned(),
            _ => format!("{flat} {level}"),
        }
    }

    fn everywhere(&self) -> &'static str {
        let (one, several, elsewhere) = match self.family {
            LineFamily::Orthogonal => ("through an edge", "through edges", "orthogonally"),
            LineFamily::Diagonal => ("through a corner", "through corners", "diagonally"),
            LineFamily::EightFold => {
                ("through an edge or a corner", "through edges or corners", "in any direction")
            }
            LineFamily::Triagonal => return "triagonally",
            LineFamily::Castle => return "to either side",
            LineFamily::Oblique(_) | LineFamily::Anywhere => return "",
        };
        match self.idiom.lattice {
            Lattice::Hexagons if self.leg.range == 1 => one,
            Lattice::Hexagons => several,
            _ => elsewhere,
        }
    }

    fn on_squares(&self, letters: &[DirectionLetter]) -> String {
        let pairs = !matches!(self.family, LineFamily::Orthogonal | LineFamily::Castle);
        let runs = letter_runs(letters, pairs);
        match self.family {
            LineFamily::Orthogonal | LineFamily::Castle => straight(rays(&runs)),
            LineFamily::Diagonal | LineFamily::Triagonal => diagonal(&runs),
            LineFamily::EightFold => {
                // Only pairs and halves reach corners, and only the others and halves reach sides.
                let is_half = |run: &LetterRun| run.get(1) == Some(&DirectionLetter::Half);
                let is_pair = |run: &LetterRun| run.len() == 2 && run[0] != run[1];
                let mut single = runs.clone();
                single.retain(|run| !is_pair(run) || is_half(run));
                let mut paired = runs;
                paired.retain(is_pair);
                let words = [straight(rays(&single)), diagonal(&paired)];
                join_words(words.iter().filter(|words| !words.is_empty()), "or")
            }
            LineFamily::Oblique(leap) if self.sectors().is_empty() => {
                let sectors = runs.iter().map(|run| sector(run, leap.coordinates[1]));
                format!(", but only {}", join_words(sectors, "or"))
            }
            LineFamily::Oblique(_) | LineFamily::Anywhere => String::new(),
        }
    }

    /// Directions on hexagons as hours of a clock: edges lie at even hours, corners at odd ones.
    fn by_the_clock(&self, letters: &[DirectionLetter]) -> String {
        let runs = letter_runs(letters, true);
        let kept = |hour: &u8| runs.iter().any(|run| self.keeps_hour(run, *hour));
        let hours: BTreeSet<u8> = (0..12).filter(kept).collect();
        let mut words = names(HEXAGON_EDGES, hours.clone());
        let corners = names(HEXAGON_CORNERS, hours);
        if !corners.is_empty() {
            let corner = if self.leg.range == 1 { "a corner" } else { "corners" };
            words.push(format!("{} through {corner}", join_words(corners, "or")));
        }
        join_words(words, "or")
    }

    /// Whether a letter run keeps the ray at an hour.
    ///
    /// A letter keeps its own hour, or the two beside it if its atom has no ray there. A pair keeps
    /// the hours between its letters.
    fn keeps_hour(&self, run: LetterRun, hour: u8) -> bool {
        let near = |letter: DirectionLetter, most: u8| {
            let close = |side: &u8| {
                let apart = hour.abs_diff(side * 3);
                apart.min(12 - apart) <= most
            };
            sides(letter).iter().any(close)
        };
        let (fits, has_own): (bool, fn(DirectionLetter) -> bool) = match self.family {
            LineFamily::Orthogonal => (hour.is_multiple_of(2), is_upright),
            LineFamily::Diagonal => (!hour.is_multiple_of(2), |letter| !is_upright(letter)),
            _ => (true, |_| true),
        };
        fits && match *run {
            [wide, DirectionLetter::Half] => near(wide, 2),
            [first, second] if first != second => near(first, 2) && near(second, 2),
            [letter, ..] => near(letter, u8::from(!has_own(letter))),
            [] => false,
        }
    }
}

/// Splits letters into runs: doubled letters, pairs of two axes, `h` with its neighbour.
///
/// Without `pairs`, as for straight atoms on squares, each letter is a run of its own.
pub(super) fn letter_runs(letters: &[DirectionLetter], pairs: bool) -> Vec<LetterRun<'_>> {
    use DirectionLetter::{Half, Sideways, Vertical};
    let mut runs = Vec::new();
    let mut rest = letters;
    while let [first, others @ ..] = rest {
        let is_pair = match (*first, others.first()) {
            (_, None) => false,
            (first, Some(&second)) if first == second => true,
            (_, Some(Half)) | (Half, _) => true,
            (Vertical | Sideways, _) => false,
            (first, Some(&second)) => pairs && is_upright(first) != is_upright(second),
        };
        let (run, left) = rest.split_at(if is_pair { 2 } else { 1 });
        runs.push(run);
        rest = left;
    }
    runs
}

fn is_upright(letter: DirectionLetter) -> bool {
    use DirectionLetter::{Back, Forward, Vertical};
    matches!(letter, Forward | Back | Vertical)
}

/// The sides of a letter: forward 0, right 1, back 2, left 3.
fn sides(letter: DirectionLetter) -> &'static [u8] {
    use DirectionLetter::{
        Back, Down, Forward, Half, Left, Level, OffLevel, Right, Sideways, Up, Vertical,
    };
    match letter {
        Forward => &[0],
        Right => &[1],
        Back => &[2],
        Left => &[3],
        Vertical => &[0, 2],
        Sideways => &[1, 3],
        Half | Up | Down | Level | OffLevel => &[],
    }
}

/// The sides of all letters of some runs.
fn rays(runs: &[LetterRun]) -> BTreeSet<u8> {
    runs.iter().copied().flatten().copied().flat_map(sides).copied().collect()
}

/// The names of rays, each ray in one name only.
fn names(names: &RayNames, mut rays: BTreeSet<u8>) -> Vec<String> {
    let mut words = Vec::new();
    for (group, word) in names {
        if group.iter().all(|ray| rays.contains(ray)) {
            rays.retain(|ray| !group.contains(ray));
            words.push((*word).to_owned());
        }
    }
    words
}

fn straight(rays: BTreeSet<u8>) -> String {
    join_words(names(SIDES, rays), "or")
}

/// The corners that lie on the sides of all letters of some run; empty if there are none.
fn diagonal(runs: &[LetterRun]) -> String {
    let on = |corner: (u8, u8), side: u8| corner.0 == side || corner.1 == side;
    let keeps = |run: LetterRun, corner: (u8, u8)| {
        let mut letters = run.iter().filter(|letter| **letter != DirectionLetter::Half);
        letters.all(|&letter| sides(letter).iter().any(|&side| on(corner, side)))
    };
    let mut corners = vec![(0, 1), (0, 3), (2, 1), (2, 3)];
    corners.retain(|&corner| runs.iter().any(|run| keeps(run, corner)));
    let common = (0..4).find(|&side| corners.iter().all(|&corner| on(corner, side)));
    let name = |&(ahead, aside): &(u8, u8)| {
        let ahead = if ahead == 0 { "forward" } else { "backward" };
        let aside = if aside == 1 { "right" } else { "left" };
        format!("{ahead} to the {aside}")
    };
    match (corners.len(), common) {
        (0, _) => String::new(),
        (4, _) => "diagonally".to_owned(),
        (2, Some(side)) => format!("diagonally {}", straight(BTreeSet::from([side]))),
        _ => format!("diagonally {}", join_words(corners.iter().map(name), "or")),
    }
}

/// The directions of an oblique leap that a letter run keeps.
pub(super) fn sector(run: LetterRun, short: u16) -> String {
    use DirectionLetter::{Half, Left, Right};
    let side = |letter: DirectionLetter| straight(sides(letter).iter().copied().collect());
    match *run {
        [Half, Right] => "the four leaps that turn to the right".to_owned(),
        [Half, Left] => "the four leaps that turn to the left".to_owned(),
        [wide, Half] => format!("{}, wide or narrow", side(wide)),
        [first, second] if first != second => {
            format!("{} and {} {}", side(second), number(short), side(first))
        }
        [letter, ..] => format!("{} and {} aside", side(letter), number(short)),
        [] => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{check, check_on};
    use super::*;

    #[test]
    fn directions() {
        check(
            "fsRbWbF",
            "slides forward or sideways, or steps one cell backward or diagonally backward",
        );
        check("vN", "leaps two cells forward or backward and one aside");
        check("fhN", "leaps like a knight, but only forward, wide or narrow");
        check("lfN", "leaps two cells forward and one to the left");
        check("frF", "steps one cell diagonally forward to the right");
        check("rB", "slides diagonally to the right");
        check("fhK", "steps one cell forward or diagonally forward");
        check("fK", "steps one cell forward");
        check("frK", "steps one cell diagonally forward to the right");
    }

    #[test]
    fn directions_on_levels() {
        let check = |notation, words| check_on(Lattice::Levels, notation, words);
        check("K", "steps one cell in any direction");
        check("WF", "steps one cell orthogonally or diagonally");
        check("WFT", "steps one cell in any direction");
        check("^W", "steps one cell straight up");
        check("^fF^sF", "steps one cell diagonally up and forward or diagonally up and sideways");
        check("=fF", "steps one cell diagonally forward on its own level");
        check("=N", "leaps like a knight on its own level");
    }

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
