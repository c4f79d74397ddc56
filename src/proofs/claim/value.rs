//! The values of expressions in claims.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use crate::game::Piece;
use crate::geometry::{Cell, CellSet};

/// The value of an expression.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ClaimValue {
    Number(Number),
    Cells(CellSet),
    Truth(Truth),
    Pieces(BTreeMap<Cell, Piece>),
    /// One value for each cell.
    Each(Vec<(Cell, ClaimValue)>),
}

impl From<Number> for ClaimValue {
    fn from(number: Number) -> Self {
        ClaimValue::Number(number)
    }
}

impl From<usize> for ClaimValue {
    fn from(number: usize) -> Self {
        Number::Whole(i64::try_from(number).expect("a count of things in memory")).into()
    }
}

impl From<Option<u32>> for ClaimValue {
    fn from(number: Option<u32>) -> Self {
        number.map_or(Number::None, |number| Number::Whole(i64::from(number))).into()
    }
}

impl From<CellSet> for ClaimValue {
    fn from(cells: CellSet) -> Self {
        ClaimValue::Cells(cells)
    }
}

impl From<Truth> for ClaimValue {
    fn from(truth: Truth) -> Self {
        ClaimValue::Truth(truth)
    }
}

/// Whether something holds, and the words for it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Truth {
    pub holds: bool,
    /// What holds, as a sentence without a full stop.
    pub explanation: String,
    /// What would hold.
    pub hint: Option<String>,
}

impl Truth {
    pub(super) fn new(holds: bool, explanation: impl Into<String>) -> Self {
        Truth { holds, explanation: explanation.into(), hint: None }
    }
}

/// The greatest number of decimals of a number in a claim.
pub(super) const MAX_DECIMALS: u8 = 9;

/// A number: most are whole, lengths are square roots, and angles are neither.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Whole(i64),
    /// The square root of this number, which is not a square.
    Root(i64),
    Real(f64),
    /// A number of the claim: units of its last decimal, and the number of decimals.
    Decimal(i64, u8),
    /// No number, as for the shortest return if there is none.
    None,
}

impl Number {
    /// Returns the square root of a number that is not negative, as a whole number if it is one.
    pub(super) fn root_of(square: i64) -> Number {
        let root = square.isqrt();
        if root * root == square { Number::Whole(root) } else { Number::Root(square) }
    }

    /// Compares two numbers exactly, or rounded to the decimals with which one was written.
    ///
    /// Returns `None` if only one of them is a number.
    pub(super) fn compare(self, other: Number) -> Option<Ordering> {
        match (self, other) {
            (Number::None, Number::None) => Some(Ordering::Equal),
            (Number::None, _) | (_, Number::None) => None,
            (Number::Decimal(units, decimals), other) => {
                Some(i128::from(units).cmp(&other.in_units(decimals)))
            }
            (this, Number::Decimal(units, decimals)) => {
                Some(this.in_units(decimals).cmp(&i128::from(units)))
            }
            (Number::Real(_), other @ Number::Whole(_)) => {
                self.real().round().partial_cmp(&other.real())
            }
            (Number::Real(_), _) | (_, Number::Real(_)) => self.real().partial_cmp(&other.real()),
            _ => Some(self.square().cmp(&other.square())),
        }
    }

    /// Returns the number in units of the last of these decimals, of which there are at most
    /// [`MAX_DECIMALS`]; halves are rounded away from zero.
    fn in_units(self, decimals: u8) -> i128 {
        let scale = |decimals: u8| 10i128.pow(u32::from(decimals));
        match self {
            Number::Whole(value) => i128::from(value) * scale(decimals),
            Number::Root(square) => {
                // Twice the root, rounded down, is odd from the half on.
                ((4 * i128::from(square) * scale(2 * decimals)).isqrt() + 1) / 2
            }
            Number::Decimal(units, own) if own <= decimals => {
                i128::from(units) * scale(decimals - own)
            }
            Number::Decimal(units, own) => {
                let unit = scale(own - decimals);
                (i128::from(units) + unit / 2).div_euclid(unit)
            }
            Number::Real(_) | Number::None => {
                (self.real() * 10f64.powi(i32::from(decimals))).round() as i128
            }
        }
    }

    fn real(self) -> f64 {
        match self {
            Number::Whole(value) => value as f64,
            Number::Root(square) => (square as f64).sqrt(),
            Number::Real(value) => value,
            Number::Decimal(units, decimals) => units as f64 / 10f64.powi(i32::from(decimals)),
            Number::None => f64::NAN,
        }
    }

    /// Returns the square with the sign of the number, so that squares compare as the numbers do.
    fn square(self) -> i128 {
        match self {
            Number::Whole(value) => i128::from(value) * i128::from(value).abs(),
            Number::Root(square) => i128::from(square),
            Number::Real(_) | Number::Decimal(..) | Number::None => 0,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Number::Whole(value) => write!(f, "{value}"),
            Number::Root(square) => write!(f, "the root of {square}"),
            Number::Real(value) => write!(f, "{value:.2}"),
            Number::Decimal(..) => write!(f, "{}", self.real()),
            Number::None => write!(f, "none"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_compare_exactly_or_to_the_decimals_written() {
        let root = Number::root_of(18);
        assert_eq!(root, Number::Root(18));
        assert_eq!(Number::root_of(49), Number::Whole(7));
        assert_eq!(root.compare(Number::Whole(4)), Some(Ordering::Greater));
        assert_eq!(root.compare(Number::Decimal(424, 2)), Some(Ordering::Equal));
        assert_eq!(root.compare(Number::Decimal(42, 1)), Some(Ordering::Equal));
        assert_eq!(Number::Real(54.7356).compare(Number::Decimal(548, 1)), Some(Ordering::Less));
        assert_eq!(Number::Real(45.000_1).compare(Number::Whole(45)), Some(Ordering::Equal));
        assert_eq!(Number::Whole(-3).compare(Number::Whole(2)), Some(Ordering::Less));
        assert_eq!(Number::None.compare(Number::Whole(3)), None);
        assert_eq!(Number::root_of(i64::MAX), Number::Root(i64::MAX));
        let large = Number::Whole((1 << 53) + 1);
        assert_eq!(large.compare(Number::Decimal((1 << 53) * 10, 1)), Some(Ordering::Greater));
        assert_eq!(Number::Decimal(25, 1).compare(Number::Decimal(250, 2)), Some(Ordering::Equal));
        let root = Number::Root(i64::MAX);
        assert_eq!(root.compare(Number::Decimal(i64::MAX, 9)), Some(Ordering::Less));
    }
}
