//! Directions on boards of squares in words, and the runs that direction letters form.

use std::collections::BTreeSet;

use crate::notation::DirectionLetter;

use super::super::vocabulary::{either, number};

/// Direction letters that are read together.
pub(super) type LetterRun = Vec<DirectionLetter>;

/// Splits letters into runs: doubled letters, pairs of two axes, `h` with its neighbour.
///
/// Without `pairs`, as for straight atoms on squares, each letter is a run of its own.
pub(super) fn letter_runs(letters: &[DirectionLetter], pairs: bool) -> Vec<LetterRun> {
    use DirectionLetter::{Back, Forward, Half, Sideways, Vertical};
    let vertical = |bearing| matches!(bearing, Forward | Back | Vertical);
    let mut runs = Vec::new();
    let mut rest = letters;
    while let [first, tail @ ..] = rest {
        let used = match (first, tail.first()) {
            (_, None) => 1,
            (first, Some(second)) if first == second => 2,
            (_, Some(Half)) | (Half, _) => 2,
            (Vertical | Sideways, _) => 1,
            (&first, Some(&second)) => {
                if pairs && vertical(first) != vertical(second) {
                    2
                } else {
                    1
                }
            }
        };
        runs.push(rest[..used].to_vec());
        rest = &rest[used..];
    }
    runs
}

/// The sides of a letter: forward 0, right 1, back 2, left 3.
pub(super) fn sides(bearing: DirectionLetter) -> &'static [u8] {
    match bearing {
        DirectionLetter::Forward => &[0],
        DirectionLetter::Right => &[1],
        DirectionLetter::Back => &[2],
        DirectionLetter::Left => &[3],
        DirectionLetter::Vertical => &[0, 2],
        DirectionLetter::Sideways => &[1, 3],
        DirectionLetter::Half
        | DirectionLetter::Up
        | DirectionLetter::Down
        | DirectionLetter::Level
        | DirectionLetter::OffLevel => &[],
    }
}

/// The straight rays of all runs; with `single`, only of the runs of one ray, as for kings.
pub(super) fn rays(runs: &[LetterRun], single: bool) -> BTreeSet<u8> {
    let is_single = |run: &&LetterRun| {
        run.len() == 1 || run[0] == run[1] || run[1] == DirectionLetter::Half || !single
    };
    runs.iter()
        .filter(is_single)
        .flat_map(|run| run.iter().copied().flat_map(sides))
        .copied()
        .collect()
}

/// The corners, as pairs of sides, that lie on the sides of all letters of some run.
pub(super) fn corners(runs: &[LetterRun]) -> BTreeSet<(u8, u8)> {
    let keeps = |run: &LetterRun, corner: (u8, u8)| {
        run.iter()
            .filter(|letter| **letter != DirectionLetter::Half)
            .all(|&letter| sides(letter).iter().any(|&side| side == corner.0 || side == corner.1))
    };
    let all = [(0, 1), (0, 3), (2, 1), (2, 3)];
    all.into_iter().filter(|&corner| runs.iter().any(|run| keeps(run, corner))).collect()
}

/// The corners of kings: only pairs and halves reach them.
pub(super) fn eight_fold_corners(runs: &[LetterRun]) -> BTreeSet<(u8, u8)> {
    let pairs = runs.iter().filter(|run| run.len() == 2 && run[0] != run[1]);
    corners(&pairs.cloned().collect::<Vec<_>>())
}

pub(super) fn straight(rays: &BTreeSet<u8>) -> String {
    if rays.len() == 4 {
        return "orthogonally".to_owned();
    }
    let mut words = Vec::new();
    if rays.contains(&0) {
        words.push("forward");
    }
    if rays.contains(&2) {
        words.push("backward");
    }
    match (rays.contains(&3), rays.contains(&1)) {
        (true, true) => words.push("sideways"),
        (true, false) => words.push("to the left"),
        (false, true) => words.push("to the right"),
        (false, false) => {}
    }
    either(words.into_iter().map(str::to_owned).collect())
}

pub(super) fn diagonal(corners: &BTreeSet<(u8, u8)>) -> String {
    let on =
        |side: u8| corners.iter().filter(|corner| corner.0 == side || corner.1 == side).count();
    if corners.len() == 4 {
        return "diagonally".to_owned();
    }
    if corners.len() == 2 {
        let word = ["forward", "to the right", "backward", "to the left"];
        if let Some(side) = (0..4u8).find(|&side| on(side) == 2) {
            return format!("diagonally {}", word[side as usize]);
        }
    }
    let name = |&(ahead, aside): &(u8, u8)| {
        let ahead = if ahead == 0 { "forward" } else { "backward" };
        let aside = if aside == 1 { "right" } else { "left" };
        format!("{ahead} to the {aside}")
    };
    format!("diagonally {}", either(corners.iter().map(name).collect()))
}

/// The directions of an oblique leap that a letter run keeps.
pub(super) fn sector(run: &LetterRun, short: u16) -> String {
    use DirectionLetter::{Half, Left, Right};
    let side = |bearing: DirectionLetter| straight(&sides(bearing).iter().copied().collect());
    match run[..] {
        [Half, Right] => "the four leaps that turn to the right".to_owned(),
        [Half, Left] => "the four leaps that turn to the left".to_owned(),
        [wide, Half] => format!("{}, wide or narrow", side(wide)),
        [first, second] if first != second => {
            format!("{} and {} {}", side(second), number(short), side(first))
        }
        [bearing, ..] => format!("{} and {} aside", side(bearing), number(short)),
        [] => String::new(),
    }
}
