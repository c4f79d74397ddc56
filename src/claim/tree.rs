use crate::source::{Span, Spanned};

/// A claim as it was written: every statement must hold.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Claim {
    pub statements: Vec<Statement>,
}

/// One statement: a value compared with another, or a value that is true by itself.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Statement {
    /// `not` stands before it.
    pub negated: bool,
    pub left: Spanned<Expr>,
    pub relation: Option<(Relation, Spanned<Expr>)>,
    pub scope: Scope,
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

/// Something with a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expr {
    /// A number, and its decimals.
    Number(i64, u8),
    /// Between quotation marks.
    Text(String),
    /// Names side by side: `bede`, `colonel of black`, `level 2`, `a1 h1`.
    Words(String),
    /// `count(...)`
    Call(Spanned<String>, Vec<Spanned<Expr>>),
    /// `16 + 25`
    Sum(Box<Spanned<Expr>>, Sign, Box<Spanned<Expr>>),
    /// `moves(rook) on rank 1`, inside brackets.
    Scoped(Box<Spanned<Expr>>, Scope),
}

/// An operation on numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Plus,
    Minus,
    Times,
}

/// Where and when something is asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Scope {
    /// `on`: only from these cells.
    pub on: Option<Spanned<String>>,
    /// `in`: in that position.
    pub position: Option<Spanned<String>>,
    /// `after`: after these moves.
    pub after: Option<Spanned<String>>,
}

impl Scope {
    pub(super) fn is_empty(&self) -> bool {
        *self == Scope::default()
    }
}
