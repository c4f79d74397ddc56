//! Which steps a leg may make: atoms and directions resolved to vectors.
//!
//! Everything here is local: right, ahead, up as the mover sees them. A `Frame` turns the
//! result to the board.

use crate::geometry::{Lattice, Tiling, Vector};
use crate::notation::{Atom, DirectionLetter, Directions, Leap};

/// Why a leg has no steps here.
pub(super) type Refusal = (String, Option<String>);

fn refusal(message: impl Into<String>, help: impl Into<String>) -> Refusal {
    (message.into(), Some(help.into()))
}

/// The steps of an atom in that lattice that its directions keep; local vectors, in a fixed order.
pub(super) fn steps(
    atom: Atom,
    directions: &Directions,
    lattice: Lattice,
) -> Result<Vec<Vector>, Refusal> {
    if let Directions::Exact(exact) = directions {
        return Ok(exact.iter().map(|&[x, y, z]| Vector::new(x, y, z)).collect());
    }
    let all = atom_steps(atom, lattice)?;
    let eight_fold = matches!(atom, Atom::King | Atom::Queen);
    let kept: Vec<Vector> = match directions {
        Directions::All => return Ok(all),
        Directions::Exact(_) => unreachable!("handled above"),
        Directions::Clock(hours) => {
            if lattice != Lattice::Hexagons {
                return Err(refusal(
                    "hours of the clock are directions on hexagons only",
                    "on squares, write f b l r",
                ));
            }
            let at = |step: &&Vector| hours.contains(&nearest_hour(**step));
            all.iter().filter(at).copied().collect()
        }
        Directions::Letters(letters) => {
            let (signs, letters): (Vec<DirectionLetter>, Vec<DirectionLetter>) =
                letters.iter().partition(|bearing| is_sign(**bearing));
            if !signs.is_empty() && lattice != Lattice::Levels {
                return Err(refusal(
                    format!("`{}` is a direction on boards with levels only", signs[0].letter()),
                    "leave it out on a flat board",
                ));
            }
            let tokens = tokens(&letters);
            let keeps = |step: &&Vector| {
                signs_keep(&signs, **step)
                    && (tokens.is_empty() || letters_keep(&tokens, **step, eight_fold, lattice))
            };
            all.iter().filter(keeps).copied().collect()
        }
    };
    if kept.is_empty() {
        return Err(refusal(
            "these directions leave no move",
            "f b l r, v and s; on oblique leaps, `fh` is the forward half and `ff` the narrow pair",
        ));
    }
    Ok(kept)
}

fn atom_steps(atom: Atom, lattice: Lattice) -> Result<Vec<Vector>, Refusal> {
    let wazir = || leap_steps(Leap::plane(0, 1), lattice);
    let ferz = || leap_steps(Leap::plane(1, 1), lattice);
    match atom {
        Atom::Leap(leap) => leap_steps(leap, lattice),
        Atom::Rook => wazir(),
        Atom::Bishop => ferz(),
        Atom::King | Atom::Queen => {
            let mut steps = [wazir()?, ferz()?].concat();
            if lattice == Lattice::Levels {
                steps.extend(leap_steps(Leap { coordinates: [1, 1, 1], written: 0 }, lattice)?);
            }
            Ok(steps)
        }
        Atom::Castle => wazir(),
        Atom::Universal => Ok(Vec::new()),
    }
}

fn leap_steps(leap: Leap, lattice: Lattice) -> Result<Vec<Vector>, Refusal> {
    let [low, short, long] = leap.coordinates;
    match lattice {
        Lattice::Levels if leap.written == 2 => {
            return Err(refusal(
                "a leap on a board with levels has three coordinates",
                format!("write `{{0,{short},{long}}}`"),
            ));
        }
        Lattice::Levels => {}
        _ if low != 0 || leap.written == 3 => {
            return Err(refusal(
                "this leap needs a board with levels",
                "on a flat board a leap has two coordinates",
            ));
        }
        _ => {}
    }
    let images = lattice.images([short, long, low].map(i64::from));
    Ok(images.into_iter().map(|image| image.map(|part| part as i16)).map(Vector::from).collect())
}

fn is_sign(bearing: DirectionLetter) -> bool {
    matches!(
        bearing,
        DirectionLetter::Up
            | DirectionLetter::Down
            | DirectionLetter::Level
            | DirectionLetter::OffLevel
    )
}

fn signs_keep(signs: &[DirectionLetter], step: Vector) -> bool {
    signs.is_empty()
        || signs.iter().any(|sign| match sign {
            DirectionLetter::Up => step.z > 0,
            DirectionLetter::Down => step.z < 0,
            DirectionLetter::Level => step.z == 0,
            DirectionLetter::OffLevel => step.z != 0,
            _ => false,
        })
}

/// Letters of direction, grouped as they are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    /// One letter, or a doubled one.
    Single(DirectionLetter),
    /// Two letters of different axes, in the order written.
    Pair(DirectionLetter, DirectionLetter),
    /// A letter with `h` behind it: the half plane on that side.
    Wide(DirectionLetter),
    /// `h` before `l` or `r`: every other octant.
    Chiral(DirectionLetter),
}

fn tokens(letters: &[DirectionLetter]) -> Vec<Token> {
    use DirectionLetter::{Back, Forward, Half, Left, Right};
    let mut tokens = Vec::new();
    let mut rest = letters;
    while let [first, tail @ ..] = rest {
        let (token, used) = match (first, tail.first()) {
            (Half, Some(&second @ (Left | Right))) => (Token::Chiral(second), 2),
            (&first, Some(Half)) => (Token::Wide(first), 2),
            (&first, Some(&second)) if first == second => (Token::Single(first), 2),
            (&first @ (Forward | Back | Left | Right), Some(&second))
                if is_vertical(first) != is_vertical(second) =>
            {
                (Token::Pair(first, second), 2)
            }
            (&first, _) => (Token::Single(first), 1),
        };
        tokens.push(token);
        rest = &rest[used..];
    }
    tokens
}

/// Whether relative letters keep one of eight directions, given as a step relative to straight
/// forward.
pub(super) fn eight_fold_letters_keep(letters: &[DirectionLetter], shown: Vector) -> bool {
    letters_keep(&tokens(letters), shown, true, Lattice::Squares)
}

fn is_vertical(bearing: DirectionLetter) -> bool {
    matches!(bearing, DirectionLetter::Forward | DirectionLetter::Back | DirectionLetter::Vertical)
}

/// How far a step goes towards a side: positive on that side, for `v` and `s` on either.
fn along(bearing: DirectionLetter, step: Vector) -> i16 {
    match bearing {
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

fn across(bearing: DirectionLetter, step: Vector) -> i16 {
    if is_vertical(bearing) { step.x.abs() } else { step.y.abs() }
}

fn letters_keep(tokens: &[Token], step: Vector, eight_fold: bool, lattice: Lattice) -> bool {
    if lattice == Lattice::Hexagons {
        return tokens.iter().any(|&token| hexagon_keeps(token, step, eight_fold));
    }
    if step.x == 0 && step.y == 0 {
        return false;
    }
    let orthogonal = step.x == 0 || step.y == 0;
    let diagonal = step.x.abs() == step.y.abs();
    tokens.iter().any(|&token| {
        if eight_fold {
            eight_fold_keeps(token, step)
        } else if orthogonal {
            orthogonal_keeps(token, step)
        } else if diagonal {
            diagonal_keeps(token, step)
        } else {
            oblique_keeps(token, step)
        }
    })
}

/// Every letter stands for its own ray.
fn orthogonal_keeps(token: Token, step: Vector) -> bool {
    match token {
        Token::Single(a) | Token::Wide(a) => along(a, step) > 0,
        Token::Pair(a, b) => along(a, step) > 0 || along(b, step) > 0,
        Token::Chiral(_) => false,
    }
}

/// A letter stands for the two rays on its side, a pair for the ray on both sides.
fn diagonal_keeps(token: Token, step: Vector) -> bool {
    match token {
        Token::Single(a) | Token::Wide(a) => along(a, step) > 0,
        Token::Pair(a, b) => along(a, step) > 0 && along(b, step) > 0,
        Token::Chiral(_) => false,
    }
}

/// A letter stands for the narrow pair around it; the second of two says where the long part of
/// the leap points.
fn oblique_keeps(token: Token, step: Vector) -> bool {
    let narrow = |a: DirectionLetter| along(a, step) > across(a, step);
    match token {
        Token::Single(a) => narrow(a),
        Token::Wide(a) => along(a, step) > 0,
        Token::Pair(a, b) => along(a, step) > 0 && narrow(b),
        // Octants 0, 2, 4, 6 clockwise, 0 being more forward than right.
        Token::Chiral(a) => {
            let steep = step.y.abs() > step.x.abs();
            let even = (step.x > 0) == (step.y > 0);
            (steep == even) == (a == DirectionLetter::Right)
        }
    }
}

/// A letter stands for one ray, a pair for the ray between.
fn eight_fold_keeps(token: Token, step: Vector) -> bool {
    match token {
        Token::Single(a) => along(a, step) > 0 && across(a, step) == 0,
        Token::Pair(a, b) => along(a, step) > 0 && along(b, step) > 0,
        Token::Wide(a) => along(a, step) > 0,
        Token::Chiral(_) => false,
    }
}

/// The hour at which a straight or diagonal step of hexagons points: even through an edge, odd
/// through a corner.
fn clock(step: Vector) -> Option<u8> {
    let hour = Tiling::Hexagons.directions().iter().position(|&hour| step.is_along(hour))?;
    Some(if hour == 0 { 12 } else { hour as u8 })
}

/// Whether a step of hexagons points between two hours.
pub(super) fn is_oblique_on_hexagons(step: Vector) -> bool {
    clock(step).is_none()
}

/// The hour nearest to which a step points: twelve sectors, and no step lies between two.
fn nearest_hour(step: Vector) -> u8 {
    let rays = Tiling::Hexagons.directions();
    let nearest = straightest(rays, step, Lattice::Hexagons);
    let hour = rays.iter().position(|ray| nearest.contains(ray)).expect("some ray is nearest");
    if hour == 0 { 12 } else { hour as u8 }
}

/// The rays with the smallest angle to a step, of those that do not point away from it.
pub(super) fn straightest(rays: &[Vector], step: Vector, lattice: Lattice) -> Vec<Vector> {
    // Compared by the square of the cosine, as a fraction.
    let closeness = |ray: Vector| {
        let along = dot(ray, step, lattice);
        (along > 0).then(|| (along * along, dot(ray, ray, lattice)))
    };
    let less = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 < b.0 * a.1;
    let mut best: Option<(i64, i64)> = None;
    for close in rays.iter().filter_map(|&ray| closeness(ray)) {
        if best.is_none_or(|best| less(best, close)) {
            best = Some(close);
        }
    }
    let is_best =
        |ray: &&Vector| closeness(**ray).zip(best).is_some_and(|(close, best)| !less(close, best));
    rays.iter().filter(is_best).copied().collect()
}

/// Twice the scalar product: its sign and its proportions are asked for.
pub(super) fn dot(a: Vector, b: Vector, lattice: Lattice) -> i64 {
    lattice.tiling().twice_dot(a.into(), b.into())
}

/// The rays that letters keep after the step `incoming`, if none of the rays continues it exactly: a letter keeps the rays nearest to it; a pair, of the rays between the two,
/// those nearest to the second, or, where each letter has one ray for itself, those of either.
pub(super) fn nearest_kept(
    letters: &[DirectionLetter],
    incoming: Vector,
    rays: &[Vector],
) -> Vec<Vector> {
    let towards = |letter: DirectionLetter| match letter {
        DirectionLetter::Right => Vector::new(incoming.y, -incoming.x, 0),
        DirectionLetter::Back => -incoming,
        DirectionLetter::Left => Vector::new(-incoming.y, incoming.x, 0),
        _ => incoming,
    };
    let nearest = |letter: DirectionLetter, rays: &[Vector]| {
        straightest(rays, towards(letter), Lattice::Squares)
    };
    let beside = |letter: DirectionLetter| {
        let near = move |ray: &Vector| dot(*ray, towards(letter), Lattice::Squares) > 0;
        rays.iter().copied().filter(near).collect::<Vec<Vector>>()
    };
    let between = |first: DirectionLetter, second: DirectionLetter| {
        if rays.len() == 4 {
            return [nearest(first, rays), nearest(second, rays)].concat();
        }
        let mut inside = beside(first);
        inside.retain(|ray| beside(second).contains(ray));
        nearest(second, &inside)
    };
    let kept: Vec<Vector> = tokens(letters)
        .into_iter()
        .flat_map(|token| match token {
            Token::Single(letter) => {
                sides(letter).iter().flat_map(|&side| nearest(side, rays)).collect()
            }
            Token::Pair(first, second) => {
                sides(second).iter().flat_map(|&side| between(first, side)).collect()
            }
            Token::Wide(letter) => beside(letter),
            Token::Chiral(_) => Vec::new(),
        })
        .collect();
    rays.iter().copied().filter(|ray| kept.contains(ray)).collect()
}

/// The single directions that a letter names.
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

/// A hexagon step in the plane, both axes scaled to whole numbers: twice the way ahead, and the
/// way to the right in units of half the square root of three.
fn plane(step: Vector) -> (i16, i16) {
    (step.x, 2 * step.y + step.x)
}

/// On hexagons a letter stands for the ray that points there, or, where none does, for the two
/// beside it; for all atoms but `K` and `Q`, whose letters stand for one ray each.
fn hexagon_keeps(token: Token, step: Vector, twelve_fold: bool) -> bool {
    let (right, ahead) = plane(step);
    let flat = Vector::new(right, ahead, 0);
    // Angles are compared by the squares of their tangents; `right` counts for the root of three.
    let within = |a: DirectionLetter, degrees: Angle| {
        let (to, off) = (along(a, flat) as i64, across(a, flat) as i64);
        let (to, off) =
            if is_vertical(a) { (to * to, 3 * off * off) } else { (3 * to * to, off * off) };
        let side = along(a, flat) > 0;
        side && match degrees {
            Angle::Straight => off == 0,
            Angle::AtMost30 => 3 * off <= to,
        }
    };
    let straight_exists = |a: DirectionLetter| {
        // Straight steps (even hours) have rays at 12 and 6, diagonal ones at 3 and 9.
        match clock(step) {
            Some(hour) if hour % 2 == 0 => is_vertical(a),
            Some(_) => !is_vertical(a),
            None => false,
        }
    };
    match token {
        Token::Single(a) if twelve_fold || straight_exists(a) => within(a, Angle::Straight),
        Token::Single(a) => within(a, Angle::AtMost30),
        Token::Wide(a) => along(a, flat) > 0,
        Token::Pair(a, b) if clock(step).is_some() => {
            along(a, flat) > 0 && along(b, flat) > 0 && across(a, flat) != 0 && across(b, flat) != 0
        }
        Token::Pair(a, b) => along(a, flat) > 0 && within(b, Angle::AtMost30),
        Token::Chiral(_) => false,
    }
}

enum Angle {
    Straight,
    AtMost30,
}

#[cfg(test)]
mod tests {
    use super::*;
    use DirectionLetter::*;

    /// Draws the steps that letters leave of an atom, ahead upwards.
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
                let kept = steps.contains(&Vector::new(x, y, 0));
                assert_eq!(kept, *mark == "x", "{atom:?} {letters:?} at {x},{y}");
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
    fn half_a_step_lies_on_the_way_whichever_way_it_points() {
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
