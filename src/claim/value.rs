use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;

use crate::geometry::{Cell, Cells};
use crate::rules::Piece;

/// What an expression comes to.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Number(Number),
    Cells(Cells),
    Truth(Truth),
    Men(BTreeMap<Cell, Piece>),
    /// One value for each cell that was asked about.
    Each(Vec<(Cell, Value)>),
}

/// Whether something holds, and what to say of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Truth {
    pub holds: bool,
    /// What holds, as a sentence without a stop.
    pub told: String,
    /// What would hold.
    pub hint: Option<String>,
}

impl Truth {
    pub(super) fn new(holds: bool, told: impl Into<String>) -> Self {
        Truth { holds, told: told.into(), hint: None }
    }
}

/// A number: most are whole, lengths are roots, angles are neither.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Whole(i64),
    /// The square root of a number that is no square.
    Root(i64),
    Real(f64),
    /// As it was written: so many units of the last of its decimals.
    Decimal(i64, u8),
    /// There is no such number, as of a way back that does not exist.
    Nothing,
}

impl Number {
    /// The square root, whole where it can be.
    pub(super) fn root_of(square: i64) -> Number {
        let root = (square as f64).sqrt().round() as i64;
        if root * root == square { Number::Whole(root) } else { Number::Root(square) }
    }

    /// How two numbers compare: exactly, or, where one was written with decimals, to so many.
    pub(super) fn compare(self, other: Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Nothing, Number::Nothing) => Some(Ordering::Equal),
            (Number::Nothing, _) | (_, Number::Nothing) => None,
            (Number::Decimal(units, decimals), other) => {
                units.partial_cmp(&other.in_units(decimals))
            }
            (this, Number::Decimal(units, decimals)) => this.in_units(decimals).partial_cmp(&units),
            (Number::Real(_), other @ Number::Whole(_)) => {
                self.real().round().partial_cmp(&other.real())
            }
            (Number::Real(_), _) | (_, Number::Real(_)) => self.real().partial_cmp(&other.real()),
            _ => self.square().partial_cmp(&other.square()),
        }
    }

    fn in_units(self, decimals: u8) -> i64 {
        match self {
            Number::Decimal(units, own) if own == decimals => units,
            _ => (self.real() * 10f64.powi(i32::from(decimals))).round() as i64,
        }
    }

    fn real(self) -> f64 {
        match self {
            Number::Whole(value) => value as f64,
            Number::Root(square) => (square as f64).sqrt(),
            Number::Real(value) => value,
            Number::Decimal(units, decimals) => units as f64 / 10f64.powi(i32::from(decimals)),
            Number::Nothing => f64::NAN,
        }
    }

    /// The square, with the number's own sign, which orders as the numbers do.
    fn square(self) -> i128 {
        match self {
            Number::Whole(value) => i128::from(value) * i128::from(value.abs()),
            Number::Root(square) => i128::from(square),
            Number::Real(_) | Number::Decimal(..) | Number::Nothing => 0,
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
            Number::Nothing => write!(f, "none"),
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
        assert_eq!(Number::Nothing.compare(Number::Whole(3)), None);
    }
}
