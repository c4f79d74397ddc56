//! Which steps letters of direction select.

use std::collections::BTreeSet;

use fairybook_core::geometry::{Lattice, Vector};
use fairybook_core::notation::DirectionLetter;

use super::steps::course;

/// How letters of direction are read. The field has four ways; they are two once one looks at
/// where an atom's steps point.
///
/// ```text
/// nearest, W     nearest, F     nearest, N        exact, K
///     f             f   f         . f . f .         fl  f  fr
///   l o r             o           fl . . . fr       l   o   r
///     b             b   b         . . o . .         bl  b  br
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LetterReading {
    /// A letter is the steps that point nearest to it; a pair of letters, of the steps between the
    /// two, those nearest to the second (`frN` is long to the right), or, where every letter has
    /// just one step of its own, those of either.
    Nearest,
    /// A letter is one ray, whether the atom goes there or not; a pair is what lies between.
    Exact,
}

/// A step, and where it points relative to a heading.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PointedStep {
    /// As the piece's side sees it.
    pub(super) step: Vector,
    /// Clockwise from the heading.
    pub(super) degrees: f64,
}

/// The angle between two courses.
pub(super) fn apart(a: f64, b: f64) -> f64 {
    let turn = (a - b).rem_euclid(360.0);
    turn.min(360.0 - turn)
}

/// Whether two angles are the same but for rounding.
pub(super) fn same(a: f64, b: f64) -> bool {
    apart(a, b) < 1e-6
}

/// The rays that point nearest to a course.
pub(super) fn nearest(rays: &[PointedStep], course: f64) -> BTreeSet<Vector> {
    let least = rays.iter().map(|ray| apart(ray.degrees, course)).fold(f64::INFINITY, f64::min);
    let near = rays.iter().filter(|ray| same(apart(ray.degrees, course), least));
    near.map(|ray| ray.step).collect()
}

/// Returns the steps of an atom that the letters of a first leg keep.
pub(super) fn selected_steps(
    letters: &[DirectionLetter],
    steps: &BTreeSet<Vector>,
    lattice: Lattice,
    system: LetterReading,
) -> BTreeSet<Vector> {
    let (levels, letters): (Vec<DirectionLetter>, Vec<DirectionLetter>) =
        letters.iter().partition(|letter| is_of_levels(**letter));
    let on_levels = |step: &&Vector| {
        levels.is_empty() || levels.iter().any(|&sign| goes_to_level(sign, step.z))
    };
    let steps: BTreeSet<Vector> = steps.iter().filter(on_levels).copied().collect();
    if letters.is_empty() {
        return steps;
    }
    by_shape(steps, lattice, system)
        .iter()
        .flat_map(|alike| chosen(&letters, &seen(alike, lattice, 0.0), system))
        .collect()
}

/// Seen from above, a leap on levels may have feet of several shapes, and letters read one by one
/// are read for each shape by itself: `fN` goes ahead with the long foot, the short and both.
fn by_shape(
    steps: BTreeSet<Vector>,
    lattice: Lattice,
    system: LetterReading,
) -> Vec<BTreeSet<Vector>> {
    if lattice != Lattice::Levels || system == LetterReading::Exact {
        return vec![steps];
    }
    let shapes: BTreeSet<(u16, u16)> = steps.iter().map(|&step| shape(step)).collect();
    let alike = |own| steps.iter().copied().filter(|&step| shape(step) == own).collect();
    shapes.into_iter().map(alike).collect()
}

/// Returns the steps relative to a heading; steps straight up and down are left out.
pub(super) fn seen(steps: &BTreeSet<Vector>, lattice: Lattice, facing: f64) -> Vec<PointedStep> {
    let ray = |&step: &Vector| {
        let degrees = (course(step, lattice)? - facing).rem_euclid(360.0);
        Some(PointedStep { step, degrees })
    };
    steps.iter().filter_map(ray).collect()
}

/// The rays that letters of the plane choose.
pub(super) fn chosen(
    letters: &[DirectionLetter],
    rays: &[PointedStep],
    system: LetterReading,
) -> BTreeSet<Vector> {
    words(letters).into_iter().flat_map(|word| meant(word, rays, system)).collect()
}

/// One or two letters that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReadLetters {
    /// `f`; `v` and `s` are two of them.
    One(DirectionLetter),
    /// `ff`: the same, said so that it pairs with nothing behind it.
    Twice(DirectionLetter),
    /// `fr`: two that are perpendicular.
    Pair(DirectionLetter, DirectionLetter),
    /// `fh`: the half of the board that lies there.
    Half(DirectionLetter),
    /// `hr` and `hl`: every other step of an oblique atom.
    Chiral(DirectionLetter),
}

/// Letters, read from the left: a single direction takes the next letter with it if that is the
/// same, or perpendicular, or `h`.
pub(super) fn words(letters: &[DirectionLetter]) -> Vec<ReadLetters> {
    let mut words = Vec::new();
    let mut rest = letters;
    while let Some((&first, after)) = rest.split_first() {
        let second = after.first().copied();
        let (word, length) = match second {
            Some(DirectionLetter::Half) => (ReadLetters::Half(first), 2),
            Some(next) if first == DirectionLetter::Half => (ReadLetters::Chiral(next), 2),
            Some(next) if next == first => (ReadLetters::Twice(first), 2),
            Some(next) if is_single(first) && is_sideways(first) != is_sideways(next) => {
                (ReadLetters::Pair(first, next), 2)
            }
            Some(_) | None => (ReadLetters::One(first), 1),
        };
        words.push(word);
        rest = &rest[length..];
    }
    words
}

fn meant(word: ReadLetters, rays: &[PointedStep], system: LetterReading) -> BTreeSet<Vector> {
    match word {
        ReadLetters::One(letter) | ReadLetters::Twice(letter) => {
            singles(letter).iter().flat_map(|&one| pointing(one, rays, system)).collect()
        }
        ReadLetters::Pair(first, second) => singles(second)
            .iter()
            .flat_map(|&second| between(first, second, rays, system))
            .collect(),
        ReadLetters::Half(letter) => within(rays, &[letter]).iter().map(|ray| ray.step).collect(),
        ReadLetters::Chiral(hand) => rays
            .iter()
            .filter(|ray| is_of_hand(hand, ray.degrees.rem_euclid(90.0)))
            .map(|ray| ray.step)
            .collect(),
    }
}

fn pointing(
    letter: DirectionLetter,
    rays: &[PointedStep],
    system: LetterReading,
) -> BTreeSet<Vector> {
    match system {
        LetterReading::Nearest => nearest(rays, course_of(letter)),
        LetterReading::Exact => rays
            .iter()
            .filter(|ray| same(ray.degrees, course_of(letter)))
            .map(|ray| ray.step)
            .collect(),
    }
}

fn between(
    first: DirectionLetter,
    second: DirectionLetter,
    rays: &[PointedStep],
    system: LetterReading,
) -> BTreeSet<Vector> {
    let inside = within(rays, &[first, second]);
    match system {
        LetterReading::Exact => inside.iter().map(|ray| ray.step).collect(),
        LetterReading::Nearest if inside.is_empty() || is_four_fold(rays) => {
            &pointing(first, rays, system) | &pointing(second, rays, system)
        }
        LetterReading::Nearest => nearest(&inside, course_of(second)),
    }
}

/// Steps straight along an axis or a diagonal have no hand.
fn is_of_hand(hand: DirectionLetter, degrees: f64) -> bool {
    match hand {
        DirectionLetter::Right => degrees > 1e-6 && degrees < 45.0 - 1e-6,
        _ => degrees > 45.0 + 1e-6 && degrees < 90.0 - 1e-6,
    }
}

/// Whether each of the four letters has one step and no step is left.
fn is_four_fold(rays: &[PointedStep]) -> bool {
    let letters = [
        DirectionLetter::Forward,
        DirectionLetter::Right,
        DirectionLetter::Back,
        DirectionLetter::Left,
    ];
    let alone = |&letter: &DirectionLetter| nearest(rays, course_of(letter)).len() == 1;
    rays.len() == letters.len() && letters.iter().all(alone)
}

/// The rays less than a right angle away from every one of the letters.
fn within(rays: &[PointedStep], letters: &[DirectionLetter]) -> Vec<PointedStep> {
    let near = |ray: &&PointedStep| {
        letters.iter().all(|&letter| apart(ray.degrees, course_of(letter)) < 90.0 - 1e-6)
    };
    rays.iter().filter(near).copied().collect()
}

fn singles(letter: DirectionLetter) -> &'static [DirectionLetter] {
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

fn is_single(letter: DirectionLetter) -> bool {
    singles(letter) == [letter]
}

fn is_sideways(letter: DirectionLetter) -> bool {
    matches!(letter, DirectionLetter::Left | DirectionLetter::Right | DirectionLetter::Sideways)
}

fn course_of(letter: DirectionLetter) -> f64 {
    match letter {
        DirectionLetter::Right => 90.0,
        DirectionLetter::Back => 180.0,
        DirectionLetter::Left => 270.0,
        _ => 0.0,
    }
}

/// Whether it is one of `^ _ = |`.
pub(super) fn is_of_levels(letter: DirectionLetter) -> bool {
    matches!(
        letter,
        DirectionLetter::Up
            | DirectionLetter::Down
            | DirectionLetter::Level
            | DirectionLetter::OffLevel
    )
}

fn goes_to_level(sign: DirectionLetter, z: i16) -> bool {
    match sign {
        DirectionLetter::Up => z > 0,
        DirectionLetter::Down => z < 0,
        DirectionLetter::Level => z == 0,
        DirectionLetter::OffLevel => z != 0,
        _ => false,
    }
}

/// The two coordinates of a step seen from above, the shorter first.
fn shape(step: Vector) -> (u16, u16) {
    let (x, y) = (step.x.unsigned_abs(), step.y.unsigned_abs());
    (x.min(y), x.max(y))
}
