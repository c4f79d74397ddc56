//! The directions of a leg in words, on every lattice.

use crate::geometry::Lattice;
use crate::notation::{DirectionLetter, Directions, Leg};

use super::super::vocabulary::{BoardVocabulary, either};
use super::distance::narrow;
use super::family::LineFamily;
use super::hex_directions::hex_direction_words;
use super::square_directions::{
    corners, diagonal, eight_fold_corners, letter_runs, rays, sector, sides, straight,
};

/// The directions of a leg in words; empty if the verb implies them.
pub(super) fn direction_words(family: &LineFamily, leg: &Leg, idiom: &BoardVocabulary) -> String {
    let letters = match &leg.modifiers.directions {
        Directions::All => return everywhere(family, leg, idiom).to_owned(),
        Directions::Clock(hours) => {
            let hours: Vec<String> = hours.iter().map(|hour| format!("{hour} o'clock")).collect();
            return format!("at {}", either(hours));
        }
        Directions::Exact(_) => return "in some of its directions".to_owned(),
        Directions::Letters(letters) => letters,
    };
    let sign = letters.iter().copied().find(|&letter| letter.is_level_sign());
    let plane: Vec<DirectionLetter> =
        letters.iter().filter(|letter| !letter.is_level_sign()).copied().collect();
    let flat = match plane[..] {
        [] => everywhere(family, leg, idiom).to_owned(),
        _ if idiom.lattice == Lattice::Hexagons => hex_direction_words(family, &plane, leg.range),
        _ => directed(family, leg, &plane),
    };
    match sign {
        None => flat,
        Some(sign) => on_levels(family, sign, &plane, &flat),
    }
}

/// Directions with the level where the move ends.
fn on_levels(
    family: &LineFamily,
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
        LineFamily::Orthogonal if sign != DirectionLetter::Level => format!("straight {upright}"),
        // A diagonal step to another level goes along one axis of its own.
        LineFamily::Diagonal if sign != DirectionLetter::Level && !plane.is_empty() => {
            let sides = plane.iter().copied().flat_map(sides).copied().collect();
            format!("diagonally {upright} and {}", straight(&sides))
        }
        _ if flat.is_empty() => level.to_owned(),
        _ => format!("{flat} {level}"),
    }
}

fn everywhere(family: &LineFamily, leg: &Leg, idiom: &BoardVocabulary) -> &'static str {
    let slides = leg.range != 1;
    match (family, idiom.lattice) {
        (LineFamily::Orthogonal, Lattice::Hexagons) if slides => "through edges",
        (LineFamily::Orthogonal, Lattice::Hexagons) => "through an edge",
        (LineFamily::Diagonal, Lattice::Hexagons) if slides => "through corners",
        (LineFamily::Diagonal, Lattice::Hexagons) => "through a corner",
        (LineFamily::EightFold, Lattice::Hexagons) if slides => "through edges or corners",
        (LineFamily::EightFold, Lattice::Hexagons) => "through an edge or a corner",
        (LineFamily::Orthogonal, _) => "orthogonally",
        (LineFamily::Diagonal, _) => "diagonally",
        (LineFamily::Triagonal, _) => "triagonally",
        (LineFamily::EightFold, _) => "in any direction",
        (LineFamily::Castle, _) => "to either side",
        (LineFamily::Oblique(_) | LineFamily::Anywhere, _) => "",
    }
}

fn directed(family: &LineFamily, leg: &Leg, letters: &[DirectionLetter]) -> String {
    let pairs = !matches!(family, LineFamily::Orthogonal | LineFamily::Castle);
    let runs = letter_runs(letters, pairs);
    match family {
        LineFamily::Orthogonal | LineFamily::Castle => straight(&rays(&runs, false)),
        LineFamily::Diagonal | LineFamily::Triagonal => diagonal(&corners(&runs)),
        LineFamily::EightFold => {
            let (rays, corners) = (rays(&runs, true), eight_fold_corners(&runs));
            let words = [
                (!rays.is_empty()).then(|| straight(&rays)),
                (!corners.is_empty()).then(|| diagonal(&corners)),
            ];
            either(words.into_iter().flatten().collect())
        }
        LineFamily::Oblique(_) if !narrow(leg).is_empty() => String::new(),
        LineFamily::Oblique(leap) => {
            let short = leap.coordinates[1];
            let directions: Vec<String> = runs.iter().map(|run| sector(run, short)).collect();
            format!(", but only {}", either(directions))
        }
        LineFamily::Anywhere => String::new(),
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
