//! The expression tree of a claim.

use crate::source::{Span, Spanned};

use super::functions::{Function, function};

/// A claim; every statement must hold.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ParsedClaim {
    pub statements: Vec<Statement>,
}

/// A comparison of two values, or a value that must be true.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Statement {
    /// Whether it begins with `not`.
    pub negated: bool,
    pub left: Spanned<ClaimExpr>,
    pub relation: Option<(Relation, Spanned<ClaimExpr>)>,
    pub scope: ClaimScope,
    pub span: Span,
}

/// How two values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    Is,
    IsNot,
    AtMost,
    AtLeast,
    MoreThan,
    LessThan,
    Has,
    HasNot,
    Inside,
}

impl Relation {
    pub(super) fn words(self) -> &'static str {
        match self {
            Relation::Is => "is",
            Relation::IsNot => "is not",
            Relation::AtMost => "is at most",
            Relation::AtLeast => "is at least",
            Relation::MoreThan => "is more than",
            Relation::LessThan => "is less than",
            Relation::Has => "has",
            Relation::HasNot => "has not",
            Relation::Inside => "is inside",
        }
    }
}

/// An expression with a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ClaimExpr {
    /// A number and its decimals, as in the token.
    Number(i64, u8),
    /// A text in quotation marks.
    Text(String),
    /// Names side by side: `bede`, `colonel of black`, `level 2`, `a1 h1`.
    Words(String),
    /// `count(...)`
    Call(Spanned<String>, Vec<Spanned<ClaimExpr>>),
    /// `16 + 25`
    Sum(Box<Spanned<ClaimExpr>>, ArithmeticOp, Box<Spanned<ClaimExpr>>),
    /// A value with a scope of its own, in brackets: `moves(rook) on rank 1`.
    Scoped(Box<Spanned<ClaimExpr>>, ClaimScope),
}

impl ClaimExpr {
    /// Returns the first function that it seems to call.
    pub(super) fn called(&self) -> Option<&'static Function> {
        match self {
            ClaimExpr::Call(name, _) => function(&name.value),
            ClaimExpr::Words(words) => function(words).filter(|known| known.required() == 0),
            ClaimExpr::Scoped(value, _) => value.value.called(),
            ClaimExpr::Sum(left, _, right) => left.value.called().or_else(|| right.value.called()),
            ClaimExpr::Number(..) | ClaimExpr::Text(_) => None,
        }
    }
}

/// An operation on numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArithmeticOp {
    Plus,
    Minus,
    Times,
}

/// The cells and the position for which a value is computed.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct ClaimScope {
    /// `on`: only these cells.
    pub on: Option<Spanned<String>>,
    /// `in`: this position.
    pub position: Option<Spanned<String>>,
    /// `after`: the position after these moves.
    pub after: Option<Spanned<String>>,
}

impl ClaimScope {
    pub(super) fn is_empty(&self) -> bool {
        *self == ClaimScope::default()
    }
}
