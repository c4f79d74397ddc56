use crate::geometry::Lattice;
use crate::notation::{DirectionLetter, Directions, Leg};

use super::super::vocabulary::{Idiom, either};
use super::clock::by_the_clock;
use super::compass::{
    corners, diagonal, eight_fold_corners, groups, is_sign, rays, sector, sides, straight,
};
use super::family::Family;
use super::pace::narrow;

/// Which way, in words; empty where the verb says it.
pub(super) fn way(family: &Family, leg: &Leg, idiom: &Idiom) -> String {
    let letters = match &leg.modifiers.directions {
        Directions::All => return everywhere(family, leg, idiom).to_owned(),
        Directions::Clock(hours) => {
            let hours: Vec<String> = hours.iter().map(|hour| format!("{hour} o'clock")).collect();
            return format!("at {}", either(hours));
        }
        Directions::Exact(_) => return "in some of its directions".to_owned(),
        Directions::Letters(letters) => letters,
    };
    let sign = letters.iter().copied().find(|&letter| is_sign(letter));
    let plane: Vec<DirectionLetter> =
        letters.iter().filter(|letter| !is_sign(**letter)).copied().collect();
    let flat = match plane[..] {
        [] => everywhere(family, leg, idiom).to_owned(),
        _ if idiom.lattice == Lattice::Hexagons => by_the_clock(family, &plane, leg.range),
        _ => directed(family, leg, &plane),
    };
    match sign {
        None => flat,
        Some(sign) => on_levels(family, sign, &plane, &flat),
    }
}

/// With the level to which it goes.
fn on_levels(
    family: &Family,
    sign: DirectionLetter,
    plane: &[DirectionLetter],
    flat: &str,
) -> String {
    let upright = match sign {
        DirectionLetter::Up => "up",
        DirectionLetter::Down => "down",
        _ => "up or down",
    };
    let level = match sign {
        DirectionLetter::Up => "to a higher level",
        DirectionLetter::Down => "to a lower level",
        DirectionLetter::Level => "on its own level",
        _ => "to another level",
    };
    match family {
        Family::Orthogonal if sign != DirectionLetter::Level => format!("straight {upright}"),
        // A diagonal step to another level goes along one axis of its own.
        Family::Diagonal if sign != DirectionLetter::Level && !plane.is_empty() => {
            let sides = plane.iter().copied().flat_map(sides).copied().collect();
            format!("diagonally {upright} and {}", straight(&sides))
        }
        _ if flat.is_empty() => level.to_owned(),
        _ => format!("{flat} {level}"),
    }
}

fn everywhere(family: &Family, leg: &Leg, idiom: &Idiom) -> &'static str {
    let slides = leg.range != 1;
    match (family, idiom.lattice) {
        (Family::Orthogonal, Lattice::Hexagons) if slides => "through edges",
        (Family::Orthogonal, Lattice::Hexagons) => "through an edge",
        (Family::Diagonal, Lattice::Hexagons) if slides => "through corners",
        (Family::Diagonal, Lattice::Hexagons) => "through a corner",
        (Family::EightFold, Lattice::Hexagons) if slides => "through edges or corners",
        (Family::EightFold, Lattice::Hexagons) => "through an edge or a corner",
        (Family::Orthogonal, _) => "orthogonally",
        (Family::Diagonal, _) => "diagonally",
        (Family::Triagonal, _) => "triagonally",
        (Family::EightFold, _) => "in any direction",
        (Family::Castle, _) => "to either side",
        (Family::Oblique(_) | Family::Anywhere, _) => "",
    }
}

fn directed(family: &Family, leg: &Leg, letters: &[DirectionLetter]) -> String {
    let pairs = !matches!(family, Family::Orthogonal | Family::Castle);
    let groups = groups(letters, pairs);
    match family {
        Family::Orthogonal | Family::Castle => straight(&rays(&groups, false)),
        Family::Diagonal | Family::Triagonal => diagonal(&corners(&groups)),
        Family::EightFold => {
            let (rays, corners) = (rays(&groups, true), eight_fold_corners(&groups));
            let parts = [
                (!rays.is_empty()).then(|| straight(&rays)),
                (!corners.is_empty()).then(|| diagonal(&corners)),
            ];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            either(parts)
        }
        Family::Oblique(_) if !narrow(leg).is_empty() => String::new(),
        Family::Oblique(leap) => {
            let short = leap.coordinates[1];
            let ways: Vec<String> = groups.iter().map(|group| sector(group, short)).collect();
            format!(", but only {}", either(ways))
        }
        Family::Anywhere => String::new(),
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
}
