use std::collections::BTreeSet;

use crate::notation::DirectionLetter;

use super::super::vocabulary::{either, number};

/// Letters that are read together.
pub(super) type Group = Vec<DirectionLetter>;

/// Splits letters as the notation reads them: doubled ones, pairs of two axes, `h` with its
/// neighbour. Without `pairs`, as on straight atoms of squares, every letter is its own.
pub(super) fn groups(letters: &[DirectionLetter], pairs: bool) -> Vec<Group> {
    use DirectionLetter::{Back, Forward, Half, Sideways, Vertical};
    let vertical = |bearing| matches!(bearing, Forward | Back | Vertical);
    let mut groups = Vec::new();
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
        groups.push(rest[..used].to_vec());
        rest = &rest[used..];
    }
    groups
}

/// Whether a letter says to which level.
pub(super) fn is_sign(letter: DirectionLetter) -> bool {
    matches!(
        letter,
        DirectionLetter::Up
            | DirectionLetter::Down
            | DirectionLetter::Level
            | DirectionLetter::OffLevel
    )
}

/// Each letter as the sides that it stands for: forward 0, right 1, back 2, left 3.
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

/// The straight rays of all groups; `single`: only groups of one ray, as on kings.
pub(super) fn rays(groups: &[Group], single: bool) -> BTreeSet<u8> {
    let is_single = |group: &&Group| {
        group.len() == 1 || group[0] == group[1] || group[1] == DirectionLetter::Half || !single
    };
    groups
        .iter()
        .filter(is_single)
        .flat_map(|group| group.iter().copied().flat_map(sides))
        .copied()
        .collect()
}

/// The corners, as their two sides, that are on the side of every letter of some group.
pub(super) fn corners(groups: &[Group]) -> BTreeSet<(u8, u8)> {
    let keeps = |group: &Group, corner: (u8, u8)| {
        group
            .iter()
            .filter(|letter| **letter != DirectionLetter::Half)
            .all(|&letter| sides(letter).iter().any(|&side| side == corner.0 || side == corner.1))
    };
    let all = [(0, 1), (0, 3), (2, 1), (2, 3)];
    all.into_iter().filter(|&corner| groups.iter().any(|group| keeps(group, corner))).collect()
}

/// On kings only pairs and halves reach corners.
pub(super) fn eight_fold_corners(groups: &[Group]) -> BTreeSet<(u8, u8)> {
    let pairs = groups.iter().filter(|group| group.len() == 2 && group[0] != group[1]);
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

/// The part of an oblique leap's directions that a group of letters keeps.
pub(super) fn sector(group: &Group, short: u16) -> String {
    use DirectionLetter::{Half, Left, Right};
    let side = |bearing: DirectionLetter| straight(&sides(bearing).iter().copied().collect());
    match group[..] {
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
