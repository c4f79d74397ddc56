//! The directions of a leg in words, on every lattice, and the runs that direction letters form.

use std::collections::BTreeSet;

use crate::directions::steps;
use crate::geometry::Lattice;
use crate::notation::{DirectionLetter, Directions};
use crate::source::join_words;

use super::super::vocabulary::{BoardVocabulary, number};
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
    /// The directions of the leg, any of these; empty if the verb implies them.
    pub fn directions(&self) -> Vec<String> {
        let is_said = |words: &String| !words.is_empty();
        let letters = match &self.leg.modifiers.directions {
            Directions::All => {
                return Some(self.everywhere()).filter(is_said).into_iter().collect();
            }
            Directions::Clock(hours) => {
                let hours = hours.iter().map(|hour| format!("{hour} o'clock"));
                return vec![format!("at {}", join_words(hours, "or"))];
            }
            Directions::Exact(_) => return vec!["in some of its directions".to_owned()],
            Directions::Letters(letters) => letters,
        };
        let (signs, plane): (Vec<DirectionLetter>, Vec<DirectionLetter>) =
            letters.iter().copied().partition(|letter| letter.is_level_sign());
        if self.vocabulary.lattice == Lattice::Levels && self.family == LineFamily::Diagonal {
            return self.diagonals_on_levels();
        }
        let flat = match plane[..] {
            [] => self.everywhere(),
            _ if self.is_oblique() && self.vocabulary.lattice != Lattice::Squares => {
                format!("(only {})", straight(rays(&letter_runs(&plane, true))))
            }
            _ if self.vocabulary.lattice == Lattice::Hexagons => self.by_the_clock(&plane),
            _ => self.on_squares(&plane),
        };
        let words = match signs.first() {
            None => flat,
            Some(&sign) => self.on_levels(sign, &flat),
        };
        Some(words).filter(is_said).into_iter().collect()
    }

    /// Directions with the level where the move ends.
    fn on_levels(&self, sign: DirectionLetter, flat: &str) -> String {
        let (upright, level) = match sign {
            DirectionLetter::Up => ("up", "to a higher level"),
            DirectionLetter::Down => ("down", "to a lower level"),
            DirectionLetter::Level => ("", "on its own level"),
            _ => ("up or down", "to another level"),
        };
        match self.family {
            LineFamily::Orthogonal if !upright.is_empty() => upright.to_owned(),
            _ if flat.is_empty() => level.to_owned(),
            _ => format!("{flat} {level}"),
        }
    }

    /// The diagonals on levels that the letters keep: those on the own level, then those that also
    /// lead up or down.
    fn diagonals_on_levels(&self) -> Vec<String> {
        let kept = steps(self.leg.atom, &self.leg.modifiers.directions, Lattice::Levels);
        let kept = kept.unwrap_or_default();
        let side = |x: i16, y: i16| match (x.signum(), y.signum()) {
            (0, 1) => 0,
            (1, _) => 1,
            (0, _) => 2,
            _ => 3,
        };
        let sides = |up: i16| -> BTreeSet<u8> {
            let steps = kept.iter().filter(|step| step.z.signum() == up);
            steps.map(|step| side(step.x, step.y)).collect()
        };
        let flat = kept.iter().filter(|step| step.z == 0);
        let flat =
            flat.map(|step| (if step.y > 0 { 0 } else { 2 }, if step.x > 0 { 1 } else { 3 }));
        let flat: Vec<(u8, u8)> = flat.collect();
        let (up, down) = (sides(1), sides(-1));
        if (flat.len(), up.len(), down.len()) == (4, 4, 4) {
            return vec!["diagonally".to_owned()];
        }
        let mut words = Vec::new();
        let flat = corner_words(&flat, "diagonally");
        let is_alone = up.is_empty() && down.is_empty();
        words.extend((!flat.is_empty()).then(|| match is_alone && self.has_level_sign() {
            true => format!("{flat} on its own level"),
            false => flat,
        }));
        let is_both = up == down && up.len() == 4;
        let verticals = match is_both {
            true => vec![("up or down", &up)],
            false => vec![("up", &up), ("down", &down)],
        };
        for (upright, sides) in verticals {
            match sides.len() {
                4 => words.push(format!("diagonally {upright}")),
                _ => words.extend(
                    names(SIDES, sides.clone())
                        .iter()
                        .map(|side| format!("diagonally {upright} and {side}")),
                ),
            }
        }
        words
    }

    fn is_oblique(&self) -> bool {
        matches!(self.family, LineFamily::Oblique(_))
    }

    fn has_level_sign(&self) -> bool {
        match &self.leg.modifiers.directions {
            Directions::Letters(letters) => letters.iter().any(|letter| letter.is_level_sign()),
            _ => false,
        }
    }

    fn everywhere(&self) -> String {
        let is_single = self.leg.range == 1;
        let (words, edge, edges) = match self.family {
            LineFamily::Orthogonal => ("orthogonally", "through an edge", "through edges"),
            LineFamily::Diagonal => ("diagonally", "through a corner", "through corners"),
            LineFamily::EightFold if self.vocabulary.lattice == Lattice::Hexagons => (
                "orthogonally or diagonally",
                "through an edge or a corner",
                "through edges or corners",
            ),
            LineFamily::EightFold => ("in any direction", "", ""),
            LineFamily::Triagonal => ("triagonally", "", ""),
            LineFamily::Castle => ("sideways", "", ""),
            LineFamily::Oblique(_) | LineFamily::Anywhere => ("", "", ""),
        };
        match self.vocabulary.lattice {
            Lattice::Hexagons if !edge.is_empty() => {
                format!("{words} ({})", if is_single { edge } else { edges })
            }
            _ => words.to_owned(),
        }
    }

    fn on_squares(&self, letters: &[DirectionLetter]) -> String {
        let pairs = !matches!(self.family, LineFamily::Orthogonal | LineFamily::Castle);
        let runs = letter_runs(letters, pairs);
        match self.family {
            LineFamily::Orthogonal | LineFamily::Castle => straight(rays(&runs)),
            LineFamily::Diagonal => diagonal(&runs, "diagonally"),
            LineFamily::Triagonal => diagonal(&runs, "triagonally"),
            LineFamily::EightFold => {
                // Only pairs and halves reach corners, and only the others and halves reach sides.
                let is_half = |run: &LetterRun| run.get(1) == Some(&DirectionLetter::Half);
                let is_pair = |run: &LetterRun| run.len() == 2 && run[0] != run[1];
                let mut single = runs.clone();
                single.retain(|run| !is_pair(run) || is_half(run));
                let mut paired = runs;
                paired.retain(is_pair);
                let words = [straight(rays(&single)), diagonal(&paired, "diagonally")];
                join_words(words.iter().filter(|words| !words.is_empty()), "or")
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
            let corners = join_words(corners, "or");
            words.push(format!("diagonally {corners} (through {corner})"));
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
fn diagonal(runs: &[LetterRun], adverb: &str) -> String {
    let keeps = |run: LetterRun, corner: (u8, u8)| {
        let mut letters = run.iter().filter(|letter| **letter != DirectionLetter::Half);
        letters.all(|&letter| sides(letter).iter().any(|&side| lies_on(corner, side)))
    };
    let mut corners = vec![(0, 1), (0, 3), (2, 1), (2, 3)];
    corners.retain(|&corner| runs.iter().any(|run| keeps(run, corner)));
    corner_words(&corners, adverb)
}

/// Whether a corner between two sides lies on a side.
fn lies_on(corner: (u8, u8), side: u8) -> bool {
    corner.0 == side || corner.1 == side
}

/// Corners by the sides between which they lie: `diagonally forward`; empty if there are none.
fn corner_words(corners: &[(u8, u8)], adverb: &str) -> String {
    let common = (0..4).find(|&side| corners.iter().all(|&corner| lies_on(corner, side)));
    let name = |&(upright, side): &(u8, u8)| {
        let upright = if upright == 0 { "forward" } else { "backward" };
        let side = if side == 1 { "right" } else { "left" };
        format!("{upright} to the {side}")
    };
    match (corners.len(), common) {
        (0, _) => String::new(),
        (4, _) => adverb.to_owned(),
        (2, Some(side)) => {
            let both = if side % 2 == 1 { " (forward or backward)" } else { "" };
            format!("{adverb} {}{both}", straight(BTreeSet::from([side])))
        }
        _ => format!("{adverb} {}", join_words(corners.iter().map(name), "or")),
    }
}

/// The directions of an oblique leap on squares that a letter run keeps.
pub(super) fn sector(run: LetterRun, leap: (u16, u16), vocabulary: &BoardVocabulary) -> String {
    use DirectionLetter::{Back, Forward, Half, Vertical};
    let side = |letter: DirectionLetter| straight(sides(letter).iter().copied().collect());
    let across = |letter: DirectionLetter| match letter {
        Forward | Back | Vertical => "sideways",
        _ => "forward or backward",
    };
    let (short, long) = (number(leap.0), vocabulary.cells(leap.1));
    match *run {
        [Half, turn] => {
            format!(
                "{long} orthogonally and {} at a right angle {}",
                vocabulary.cells(leap.0),
                side(turn)
            )
        }
        [wide, Half] => format!(
            "{long} {0} and {short} {1}, or {2} {0} and {3} {1}",
            side(wide),
            across(wide),
            vocabulary.cells(leap.0),
            number(leap.1),
        ),
        [first, second] if first != second => {
            format!("{long} {} and {short} {}", side(second), side(first))
        }
        [letter, ..] => format!("{long} {} and {short} {}", side(letter), across(letter)),
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
            "Slides any number of squares forward or sideways, or moves one square backward or \
             diagonally backward.",
        );
        check("vN", "Leaps two squares forward or backward and one sideways.");
        check("sN", "Leaps two squares sideways and one forward or backward.");
        check(
            "fhN",
            "Leaps two squares forward and one sideways, or one square forward and two sideways.",
        );
        check(
            "hrN",
            "Leaps two squares orthogonally and one square at a right angle to the \
             right.",
        );
        check("lfN", "Leaps two squares forward and one to the left.");
        check("frF", "Moves one square diagonally forward to the right.");
        check("rB", "Slides any number of squares diagonally to the right (forward or backward).");
        check("fhK", "Moves one square forward or diagonally forward.");
        check("fK", "Moves one square forward.");
        check("frK", "Moves one square diagonally forward to the right.");
    }

    #[test]
    fn directions_on_levels() {
        let check = |notation, words| check_on(Lattice::Levels, notation, words);
        check("K", "Moves one cell in any direction.");
        check("WF", "Moves one cell orthogonally or diagonally.");
        check("WFT", "Moves one cell in any direction.");
        check("^W", "Moves one cell up.");
        check("^fF^sF", "Moves one cell diagonally: up and forward or up and sideways.");
        check("=fF", "Moves one cell diagonally forward on its own level.");
        check("^F", "Moves one cell diagonally up.");
        check("fT", "Moves one cell triagonally forward.");
        check("=N", "Leaps two cells along one axis and one cell along another on its own level.");
    }

    #[test]
    fn a_pair_of_letters_on_levels_keeps_five_diagonals() {
        check_on(
            Lattice::Levels,
            "frF",
            "Moves one cell diagonally: forward to the right, up and forward, up and to the right, \
             down and forward or down and to the right.",
        );
    }

    #[test]
    fn directions_on_hexagons() {
        let check = |notation, words| check_on(Lattice::Hexagons, notation, words);
        check("R", "Slides any number of cells orthogonally (through edges).");
        check("B", "Slides any number of cells diagonally (through corners).");
        check(
            "Q",
            "Slides any number of cells orthogonally or diagonally (through edges or corners).",
        );
        check("K", "Moves one cell orthogonally or diagonally (through an edge or a corner).");
        check("fW", "Moves one cell forward.");
        check("frWflW", "Moves one cell forward to the left or right (through an edge).");
        check(
            "sW",
            "Moves one cell forward to the left or right or backward to the left or right \
             (through an edge).",
        );
        check("fF", "Moves one cell diagonally forward (through a corner).");
        check("sF", "Moves one cell diagonally sideways (through a corner).");
        check("@1,11F", "Moves one cell at 1 o'clock or 11 o'clock.");
    }
}
