//! Resolves the atom and the directions of a leg to the vectors of its steps.
//!
//! All vectors are local: right, forward and up as the owner sees them.

use crate::geometry::{Lattice, Tiling, Vector};
use crate::notation::{Atom, DirectionLetter, Directions, Leap};

use super::StepError;

/// Returns the steps of an atom on a lattice that its directions allow, in a fixed order: right,
/// forward and up as the owner sees them.
///
/// # Errors
///
/// Fails where the lattice has no such steps, or the directions leave none.
pub fn steps(
    atom: Atom,
    directions: &Directions,
    lattice: Lattice,
) -> Result<Vec<Vector>, StepError> {
    if let Directions::Exact(exact) = directions {
        return Ok(exact.iter().map(|&[x, y, z]| Vector::new(x, y, z)).collect());
    }
    let mut steps = atom_steps(atom, lattice)?;
    match directions {
        Directions::All => return Ok(steps),
        Directions::Exact(_) => unreachable!("handled above"),
        Directions::Clock(hours) => {
            if lattice != Lattice::Hexagons {
                return Err(StepError::new(
                    "hours of the clock are directions on hexagons only",
                    "on squares, write f b l r",
                ));
            }
            steps.retain(|&step| hours.contains(&nearest_hour(step)));
        }
        Directions::Letters(letters) => {
            let (level_letters, letters): (Vec<DirectionLetter>, Vec<DirectionLetter>) =
                letters.iter().partition(|letter| letter.is_level_sign());
            if !level_letters.is_empty() && lattice != Lattice::Levels {
                let letter = level_letters[0].letter();
                return Err(StepError::new(
                    format!("`{letter}` is a direction on boards with levels only"),
                    "leave it out on a flat board",
                ));
            }
            let groups = letter_groups(&letters);
            let eight_fold = matches!(atom, Atom::King | Atom::Queen);
            steps.retain(|&step| {
                level_letters_allow(&level_letters, step)
                    && (groups.is_empty() || groups_allow(&groups, step, eight_fold, lattice))
            });
        }
    }
    if steps.is_empty() {
        return Err(StepError::new(
            "these directions leave no move",
            "f b l r, v and s; on oblique leaps, `fh` is the forward half and `ff` the narrow pair",
        ));
    }
    Ok(steps)
}

fn atom_steps(atom: Atom, lattice: Lattice) -> Result<Vec<Vector>, StepError> {
    let wazir = || leap_steps(Leap::plane(0, 1), lattice);
    let ferz = || leap_steps(Leap::plane(1, 1), lattice);
    match atom {
        Atom::Leap(leap) => leap_steps(leap, lattice),
        Atom::Rook | Atom::Castle => wazir(),
        Atom::Bishop => ferz(),
        Atom::King | Atom::Queen => {
            let mut steps = [wazir()?, ferz()?].concat();
            if lattice == Lattice::Levels {
                steps.extend(leap_steps(Leap { coordinates: [1, 1, 1], written: 0 }, lattice)?);
            }
            Ok(steps)
        }
        Atom::Universal => Ok(Vec::new()),
    }
}

fn leap_steps(leap: Leap, lattice: Lattice) -> Result<Vec<Vector>, StepError> {
    let [low, short, long] = leap.coordinates;
    let has_levels = lattice == Lattice::Levels;
    if has_levels && leap.written == 2 {
        return Err(StepError::new(
            "a leap on a board with levels has three coordinates",
            format!("write `{{0,{short},{long}}}`"),
        ));
    }
    if !has_levels && (low != 0 || leap.written == 3) {
        return Err(StepError::new(
            "this leap needs a board with levels",
            "on a flat board a leap has two coordinates",
        ));
    }
    let images = lattice.images([short, long, low].map(i64::from));
    Ok(images.into_iter().map(|image| image.map(|part| part as i16)).map(Vector::from).collect())
}

/// Whether one of these letters for levels allows a step, or there are none.
fn level_letters_allow(letters: &[DirectionLetter], step: Vector) -> bool {
    letters.is_empty()
        || letters.iter().any(|letter| match letter {
            DirectionLetter::Up => step.z > 0,
            DirectionLetter::Down => step.z < 0,
            DirectionLetter::Level => step.z == 0,
            DirectionLetter::OffLevel => step.z != 0,
            _ => false,
        })
}

/// Letters of direction that are read together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LetterGroup {
    /// One letter, or a doubled one.
    Single(DirectionLetter),
    /// Two letters of different axes, in the order written.
    Pair(DirectionLetter, DirectionLetter),
    /// A letter with `h` behind it: the half plane on that side.
    Wide(DirectionLetter),
    /// `h` before `l` or `r`: every other octant.
    Chiral(DirectionLetter),
}

fn letter_groups(letters: &[DirectionLetter]) -> Vec<LetterGroup> {
    use DirectionLetter::{Back, Forward, Half, Left, Right};
    let mut groups = Vec::new();
    let mut rest = letters;
    while let [first, tail @ ..] = rest {
        let (group, used) = match (first, tail.first()) {
            (Half, Some(&second @ (Left | Right))) => (LetterGroup::Chiral(second), 2),
            (&first, Some(Half)) => (LetterGroup::Wide(first), 2),
            (&first, Some(&second)) if first == second => (LetterGroup::Single(first), 2),
            (&first @ (Forward | Back | Left | Right), Some(&second))
                if is_vertical(first) != is_vertical(second) =>
            {
                (LetterGroup::Pair(first, second), 2)
            }
            (&first, _) => (LetterGroup::Single(first), 1),
        };
        groups.push(group);
        rest = &rest[used..];
    }
    groups
}

/// Whether relative letters allow one of eight directions, a vector relative to straight forward.
pub(super) fn eight_fold_letters_allow(letters: &[DirectionLetter], relative: Vector) -> bool {
    groups_allow(&letter_groups(letters), relative, true, Lattice::Squares)
}

fn is_vertical(letter: DirectionLetter) -> bool {
    matches!(letter, DirectionLetter::Forward | DirectionLetter::Back | DirectionLetter::Vertical)
}

/// Returns how far a step goes to the side of a letter: positive on that side, for `v` and `s` on
/// either of two.
fn along(letter: DirectionLetter, step: Vector) -> i16 {
    match letter {
        DirectionLetter::Forward => step.y,
        DirectionLetter::Back => -step.y,
        DirectionLetter::Right => step.x,
        DirectionLetter::Left => -step.x,
        DirectionLetter::Vertical => step.y.abs(),
        DirectionLetter::Sideways => step.x.abs(),
        DirectionLetter::Half
        | DirectionLetter::Up
        | DirectionLetter::Down
        | DirectionLetter::Level
        | DirectionLetter::OffLevel => 0,
    }
}

/// Returns how far a step goes at right angles to a letter, without sign.
fn across(letter: DirectionLetter, step: Vector) -> i16 {
    if is_vertical(letter) { step.x.abs() } else { step.y.abs() }
}

/// Whether one of the groups allows a step. `eight_fold` is set for `K` and `Q`.
fn groups_allow(groups: &[LetterGroup], step: Vector, eight_fold: bool, lattice: Lattice) -> bool {
    let (x, y) = (step.x.abs(), step.y.abs());
    if lattice != Lattice::Hexagons && (x, y) == (0, 0) {
        return false;
    }
    groups.iter().any(|&group| {
        if lattice == Lattice::Hexagons {
            hexagon_allows(group, step, eight_fold)
        } else if eight_fold {
            eight_fold_allows(group, step)
        } else if x == 0 || y == 0 || x == y {
            straight_allows(group, step)
        } else {
            oblique_allows(group, step)
        }
    })
}

/// For orthogonal and diagonal steps. A letter allows the directions on its side.
///
/// A pair allows two orthogonal directions, but only the diagonal direction between its letters.
fn straight_allows(group: LetterGroup, step: Vector) -> bool {
    let is_towards = |letter| along(letter, step) > 0;
    let is_orthogonal = step.x == 0 || step.y == 0;
    match group {
        LetterGroup::Single(a) | LetterGroup::Wide(a) => is_towards(a),
        LetterGroup::Pair(a, b) if is_orthogonal => is_towards(a) || is_towards(b),
        LetterGroup::Pair(a, b) => is_towards(a) && is_towards(b),
        LetterGroup::Chiral(_) => false,
    }
}

/// For oblique steps. A letter allows the two directions nearest to it.
///
/// The second letter of a pair says where the long part of the leap points.
fn oblique_allows(group: LetterGroup, step: Vector) -> bool {
    let is_narrow = |letter: DirectionLetter| along(letter, step) > across(letter, step);
    match group {
        LetterGroup::Single(a) => is_narrow(a),
        LetterGroup::Wide(a) => along(a, step) > 0,
        LetterGroup::Pair(a, b) => along(a, step) > 0 && is_narrow(b),
        // Octants 0, 2, 4, 6 clockwise. Octant 0 is more forward than right.
        LetterGroup::Chiral(a) => {
            let steep = step.y.abs() > step.x.abs();
            let even = (step.x > 0) == (step.y > 0);
            (steep == even) == (a == DirectionLetter::Right)
        }
    }
}

/// For `K` and `Q`. A letter allows one direction, and a pair the direction between its letters.
fn eight_fold_allows(group: LetterGroup, step: Vector) -> bool {
    match group {
        LetterGroup::Single(a) => along(a, step) > 0 && across(a, step) == 0,
        LetterGroup::Pair(a, b) => along(a, step) > 0 && along(b, step) > 0,
        LetterGroup::Wide(a) => along(a, step) > 0,
        LetterGroup::Chiral(_) => false,
    }
}

/// Returns the hour to which an orthogonal (even) or diagonal (odd) step of hexagons points.
fn clock(step: Vector) -> Option<u8> {
    let hour = Tiling::Hexagons.directions().iter().position(|&hour| step.is_along(hour))?;
    Some(if hour == 0 { 12 } else { hour as u8 })
}

/// Whether a step of hexagons points between two hours.
pub(super) fn is_oblique_on_hexagons(step: Vector) -> bool {
    clock(step).is_none()
}

/// Returns the hour nearest to the direction of a step of hexagons. No step lies between two.
fn nearest_hour(step: Vector) -> u8 {
    let nearest = smallest_turns(Tiling::Hexagons.directions(), step, Lattice::Hexagons);
    nearest.first().and_then(|&direction| clock(direction)).expect("some direction is nearest")
}

/// Returns the directions with the smallest angle to a step, of those less than 90° from it.
pub(super) fn smallest_turns(directions: &[Vector], step: Vector, lattice: Lattice) -> Vec<Vector> {
    // Compared by the square of the cosine, as a fraction.
    let closeness = |direction: Vector| {
        let along = dot(direction, step, lattice);
        (along > 0).then(|| (along * along, dot(direction, direction, lattice)))
    };
    let compare = |a: (i64, i64), b: (i64, i64)| (a.0 * b.1).cmp(&(b.0 * a.1));
    let all = directions.iter().filter_map(|&direction| closeness(direction));
    let best = all.max_by(|&a, &b| compare(a, b));
    let is_best = |direction: &&Vector| {
        closeness(**direction).zip(best).is_some_and(|(close, best)| compare(close, best).is_eq())
    };
    directions.iter().filter(is_best).copied().collect()
}

/// Returns twice the scalar product. Only its sign and its proportions matter.
pub(super) fn dot(a: Vector, b: Vector, lattice: Lattice) -> i64 {
    lattice.tiling().twice_dot(a.into(), b.into())
}

/// Returns the directions that letters allow after a step that none of them continues exactly.
///
/// A letter allows the directions nearest to it. A pair allows, of the directions between its
/// letters, those nearest to the second letter; of only four directions, those nearest to either.
pub(super) fn nearest_directions(
    letters: &[DirectionLetter],
    last_step: Vector,
    directions: &[Vector],
) -> Vec<Vector> {
    let towards = |letter: DirectionLetter| match letter {
        DirectionLetter::Right => Vector::new(last_step.y, -last_step.x, 0),
        DirectionLetter::Back => -last_step,
        DirectionLetter::Left => Vector::new(-last_step.y, last_step.x, 0),
        _ => last_step,
    };
    let nearest = |letter: DirectionLetter, among: &[Vector]| {
        smallest_turns(among, towards(letter), Lattice::Squares)
    };
    let on_side = |letter: DirectionLetter| {
        let near = move |step: &Vector| dot(*step, towards(letter), Lattice::Squares) > 0;
        directions.iter().copied().filter(near).collect::<Vec<Vector>>()
    };
    let between = |first: DirectionLetter, second: DirectionLetter| {
        if directions.len() == 4 {
            return [nearest(first, directions), nearest(second, directions)].concat();
        }
        let mut inside = on_side(first);
        inside.retain(|step| on_side(second).contains(step));
        nearest(second, &inside)
    };
    let allowed: Vec<Vector> = letter_groups(letters)
        .into_iter()
        .flat_map(|group| match group {
            LetterGroup::Single(letter) => {
                sides(letter).iter().flat_map(|&side| nearest(side, directions)).collect()
            }
            LetterGroup::Pair(first, second) => {
                sides(second).iter().flat_map(|&side| between(first, side)).collect()
            }
            LetterGroup::Wide(letter) => on_side(letter),
            LetterGroup::Chiral(_) => Vec::new(),
        })
        .collect();
    directions.iter().copied().filter(|step| allowed.contains(step)).collect()
}

/// Returns the single directions that a letter names.
fn sides(letter: DirectionLetter) -> &'static [DirectionLetter] {
    match letter {
        DirectionLetter::Forward => &[DirectionLetter::Forward],
        DirectionLetter::Back => &[DirectionLetter::Back],
        DirectionLetter::Left => &[DirectionLetter::Left],
        DirectionLetter::Right => &[DirectionLetter::Right],
        DirectionLetter::Vertical => &[DirectionLetter::Forward, DirectionLetter::Back],
        DirectionLetter::Sideways => &[DirectionLetter::Left, DirectionLetter::Right],
        DirectionLetter::Half
        | DirectionLetter::Up
        | DirectionLetter::Down
        | DirectionLetter::Level
        | DirectionLetter::OffLevel => &[],
    }
}

/// For hexagons. A letter allows the direction to its side or, if there is none, the two nearest.
///
/// For `K` and `Q` (`twelve_fold`) a letter allows only the direction to its side.
fn hexagon_allows(group: LetterGroup, step: Vector, twelve_fold: bool) -> bool {
    // The step in the plane. A unit to the right is the root of three times a unit forward.
    let flat = Vector::new(step.x, 2 * step.y + step.x, 0);
    let is_straight = |a: DirectionLetter| along(a, flat) > 0 && across(a, flat) == 0;
    let is_within_30_degrees = |a: DirectionLetter| {
        // Angles are compared by the squares of their tangents.
        let (to, off) = (i64::from(along(a, flat)).pow(2), i64::from(across(a, flat)).pow(2));
        along(a, flat) > 0 && if is_vertical(a) { 9 * off <= to } else { off <= to }
    };
    let straight_exists = |a: DirectionLetter| {
        // Orthogonal steps (even hours) point to 12 and 6, diagonal ones to 3 and 9.
        clock(step).is_some_and(|hour| (hour % 2 == 0) == is_vertical(a))
    };
    match group {
        LetterGroup::Single(a) if twelve_fold || straight_exists(a) => is_straight(a),
        LetterGroup::Single(a) => is_within_30_degrees(a),
        LetterGroup::Wide(a) => along(a, flat) > 0,
        LetterGroup::Pair(a, b) if clock(step).is_some() => {
            along(a, flat) > 0 && along(b, flat) > 0 && across(a, flat) != 0 && across(b, flat) != 0
        }
        LetterGroup::Pair(a, b) => along(a, flat) > 0 && is_within_30_degrees(b),
        LetterGroup::Chiral(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use DirectionLetter::*;

    /// Checks which steps of an atom letters allow, on a drawn board with forward at the top.
    fn check(atom: Atom, letters: &[DirectionLetter], drawn: &str) {
        let directions = match letters {
            [] => Directions::All,
            _ => Directions::Letters(letters.to_vec()),
        };
        let steps = steps(atom, &directions, Lattice::Squares).unwrap();
        let rows: Vec<Vec<&str>> =
            drawn.trim().lines().map(|row| row.split_whitespace().collect()).collect();
        let middle = rows.len() as i16 / 2;
        for (row, y) in rows.iter().zip((-middle..=middle).rev()) {
            for (mark, x) in row.iter().zip(-middle..=middle) {
                let allowed = steps.contains(&Vector::new(x, y, 0));
                assert_eq!(allowed, *mark == "x", "{atom:?} {letters:?} at {x},{y}");
            }
        }
    }

    const KNIGHT: Atom = Atom::Leap(Leap::plane(1, 2));
    const FERZ: Atom = Atom::Leap(Leap::plane(1, 1));
    const WAZIR: Atom = Atom::Leap(Leap::plane(0, 1));

    #[test]
    fn oblique_letters_are_narrow_and_pairs_name_the_long_side_last() {
        check(KNIGHT, &[Forward], ". x . x .\n. . . . .\n. . o . .\n. . . . .\n. . . . .");
        check(KNIGHT, &[Forward, Half], ". x . x .\nx . . . x\n. . o . .\n. . . . .\n. . . . .");
        check(KNIGHT, &[Left, Forward], ". x . . .\n. . . . .\n. . o . .\n. . . . .\n. . . . .");
        check(KNIGHT, &[Forward, Left], ". . . . .\nx . . . .\n. . o . .\n. . . . .\n. . . . .");
        check(KNIGHT, &[Half, Left], ". x . . .\n. . . . x\n. . o . .\nx . . . .\n. . . x .");
        check(KNIGHT, &[Right, Vertical], ". . . x .\n. . . . .\n. . o . .\n. . . . .\n. . . x .");
    }

    #[test]
    fn diagonal_letters_are_sides_and_pairs_are_corners() {
        check(FERZ, &[Forward], "x . x\n. o .\n. . .");
        check(FERZ, &[Forward, Right], ". . x\n. o .\n. . .");
        check(FERZ, &[Forward, Sideways], "x . x\n. o .\n. . .");
    }

    #[test]
    fn orthogonal_letters_add_up() {
        check(WAZIR, &[Forward, Sideways], ". x .\nx o x\n. . .");
        check(WAZIR, &[Forward, Right], ". x .\n. o x\n. . .");
    }

    #[test]
    fn king_letters_are_single_rays() {
        check(Atom::King, &[Forward], ". x .\n. o .\n. . .");
        check(Atom::King, &[Forward, Right], ". . x\n. o .\n. . .");
        check(Atom::King, &[Forward, Half], "x x x\n. o .\n. . .");
        check(Atom::King, &[Sideways], ". . .\nx o x\n. . .");
    }

    fn hours(atom: Atom, letters: &[DirectionLetter]) -> Vec<u8> {
        let directions = Directions::Letters(letters.to_vec());
        let steps = steps(atom, &directions, Lattice::Hexagons).unwrap();
        let mut hours: Vec<u8> = steps.into_iter().filter_map(clock).collect();
        hours.sort();
        hours
    }

    #[test]
    fn hexagon_letters_follow_the_clock() {
        assert_eq!(hours(WAZIR, &[Forward]), [12]);
        assert_eq!(hours(WAZIR, &[Forward, Right]), [2]);
        assert_eq!(hours(WAZIR, &[Sideways]), [2, 4, 8, 10]);
        assert_eq!(hours(FERZ, &[Forward]), [1, 11]);
        assert_eq!(hours(FERZ, &[Sideways]), [3, 9]);
        assert_eq!(hours(Atom::King, &[Forward]), [12]);
        assert_eq!(hours(Atom::King, &[Right]), [3]);
    }

    #[test]
    fn an_oblique_step_belongs_to_the_nearest_hour() {
        let at = |letter: char, hour: u8| {
            let leap = Leap::LETTERS.iter().find(|entry| entry.0 == letter).unwrap().1;
            steps(Atom::Leap(leap), &Directions::Clock(vec![hour]), Lattice::Hexagons)
                .map_or(0, |steps| steps.len())
        };
        let counts = |letter| (1..=12).map(|hour| at(letter, hour)).collect::<Vec<_>>();
        assert_eq!(counts('N'), [2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0]);
        assert_eq!(counts('C'), [0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2]);
    }

    #[test]
    fn half_of_a_step_has_the_same_direction() {
        for (letter, half_is) in [('F', None), ('D', Some('W')), ('A', Some('F')), ('H', Some('W'))]
        {
            let steps_of = |letter: char| {
                let leap = Leap::LETTERS.iter().find(|entry| entry.0 == letter).unwrap().1;
                leap_steps(leap, Lattice::Hexagons).unwrap()
            };
            for step in steps_of(letter) {
                let half = Tiling::Hexagons.half(step);
                match half_is {
                    None => assert_eq!(half, Vector::default(), "{letter} {step:?}"),
                    Some(letter) => assert!(steps_of(letter).contains(&half), "{step:?}"),
                }
            }
        }
    }

    #[test]
    fn leaps_have_the_known_number_of_steps() {
        let count = |letter: char, lattice: Lattice| {
            let leap = Leap::LETTERS.iter().find(|entry| entry.0 == letter).unwrap().1;
            leap_steps(leap, lattice).map(|steps| steps.len())
        };
        let counts =
            |lattice| "WFDNAHCZG".chars().map(|c| count(c, lattice).unwrap()).collect::<Vec<_>>();
        assert_eq!(counts(Lattice::Squares), [4, 4, 4, 8, 4, 4, 8, 8, 4]);
        assert_eq!(counts(Lattice::Levels), [6, 12, 6, 24, 12, 6, 24, 24, 12]);
        assert_eq!(counts(Lattice::Hexagons), [6, 6, 6, 12, 6, 6, 12, 12, 6]);
        assert_eq!(count('T', Lattice::Levels).unwrap(), 8);
        assert!(count('T', Lattice::Squares).is_err());
    }
}
