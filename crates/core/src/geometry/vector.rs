//! Steps, and coordinates of cells.

use std::ops::{Add, Mul, Neg, Sub};

/// A step from one cell to another, or the coordinates of a cell on its board.
///
/// On squares `x` grows from the first file to the last, `y` from the first rank to the last.
/// On hexagons, whose files are vertical, (0,1) is the neighbour along the file at 12 o'clock,
/// (1,0) the neighbour at 2 o'clock and (1,-1) the neighbour at 4 o'clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Vector {
    /// Along the axis of the files.
    pub x: i16,
    /// Along the axis of the ranks.
    pub y: i16,
    /// Along the axis of the levels.
    pub z: i16,
}

impl Vector {
    /// Returns the step with these coordinates.
    pub const fn new(x: i16, y: i16, z: i16) -> Self {
        Vector { x, y, z }
    }

    /// Whether this step has the same direction as another one.
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

/// The board of a cell and the coordinates there, from 0 in the board's bounding box.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellCoordinates {
    /// The index of the board.
    pub board: u8,
    /// The coordinates on the board.
    pub at: Vector,
}
