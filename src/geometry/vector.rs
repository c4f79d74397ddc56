//! Steps and places on a board.

use std::ops::{Add, Mul, Neg, Sub};

/// A step: along the files' axis, along the ranks', along the levels'.
///
/// On squares `x` grows from the first file to the last, `y` from the first rank to the last.
/// On hexagons, whose files stand upright, (0,1) is one cell along the file, at 12 o'clock, and
/// (1,0) is the neighbour at 2 o'clock; the one at 4 o'clock is (1,-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Vector {
    /// Files.
    pub x: i16,
    /// Ranks.
    pub y: i16,
    /// Levels.
    pub z: i16,
}

impl Vector {
    /// That step.
    pub const fn new(x: i16, y: i16, z: i16) -> Self {
        Vector { x, y, z }
    }

    /// Whether this step is a positive multiple of another one, whole or not.
    pub fn is_along(self, other: Vector) -> bool {
        let ([a, b, c], [x, y, z]) = (<[i64; 3]>::from(self), <[i64; 3]>::from(other));
        a * y == b * x && a * z == c * x && b * z == c * y && a * x + b * y + c * z > 0
    }
}

impl From<Vector> for [i64; 3] {
    fn from(step: Vector) -> [i64; 3] {
        [step.x, step.y, step.z].map(i64::from)
    }
}

impl From<[i16; 3]> for Vector {
    fn from([x, y, z]: [i16; 3]) -> Vector {
        Vector::new(x, y, z)
    }
}

impl Add for Vector {
    type Output = Vector;
    fn add(self, other: Vector) -> Vector {
        Vector::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Sub for Vector {
    type Output = Vector;
    fn sub(self, other: Vector) -> Vector {
        self + -other
    }
}

impl Neg for Vector {
    type Output = Vector;
    fn neg(self) -> Vector {
        Vector::new(-self.x, -self.y, -self.z)
    }
}

impl Mul<i16> for Vector {
    type Output = Vector;
    fn mul(self, times: i16) -> Vector {
        Vector::new(self.x * times, self.y * times, self.z * times)
    }
}

/// Where a cell lies: on which board, and where there, counted from 0 in the box of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The board.
    pub board: u8,
    /// The place on it.
    pub at: Vector,
}
