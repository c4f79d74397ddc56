//! A claim with its names resolved: functions, pieces, cells, sides, positions and moves.

use std::collections::BTreeMap;

use crate::game::{Piece, PieceSet, SideId};
use crate::geometry::{Cell, CellSet, Seat};
use crate::rules::Move;
use crate::source::Span;

use super::context::EvalContext;
use super::functions::{Function, FunctionName, Type};
use super::piece::QueriedPiece;
use super::shape::Aspect;
use super::tree::{ArithmeticOp, Relation};
use super::value::Number;

/// A claim; every statement must hold.
pub(super) struct ResolvedClaim<'a> {
    pub statements: Vec<ResolvedStatement<'a>>,
}

/// A comparison of two values, or a value that must be true.
pub(super) struct ResolvedStatement<'a> {
    /// Whether it begins with `not`.
    pub negated: bool,
    pub left: Expr<'a>,
    pub relation: Option<(Relation, Expr<'a>)>,
    /// What it is about.
    pub context: EvalContext<'a>,
    pub span: Span,
}

/// An expression, the type of its value, and its place in the claim.
pub(super) struct Expr<'a> {
    pub node: Node<'a>,
    pub result: Type,
    pub span: Span,
}

/// What an expression is.
pub(super) enum Node<'a> {
    Number(Number),
    /// Cells by their names, as they are written.
    Cells(CellSet, String),
    /// A setup, as it is written.
    Pieces(BTreeMap<Cell, Piece>, String),
    Call(&'static Function, Vec<Argument<'a>>),
    Sum(Box<[Expr<'a>; 2]>, ArithmeticOp),
    /// A value about something else than the expression around it.
    Scoped(Box<(Expr<'a>, EvalContext<'a>)>),
}

/// What a function is asked about.
pub(super) enum Argument<'a> {
    Value(Expr<'a>),
    Piece(Box<QueriedPiece<'a>>),
    /// Pieces, as they are written.
    Pieces(PieceSet, String),
    Cell(Cell),
    /// A board by its index.
    Board(usize),
    Side(SideId),
    Tour(Vec<Cell>),
    Leap([i64; 3]),
    /// The setup, not the board.
    IsSetup(bool),
    /// A way to turn a board, as it is written.
    Seat(Seat, String),
    Aspect(Aspect),
    /// A move as it is written; `None` if it is not legal.
    Move(String, Option<Move>),
}

impl<'a> Expr<'a> {
    /// The function that it calls, perhaps in brackets.
    pub(super) fn called(&self) -> Option<&'static Function> {
        match &self.node {
            Node::Call(known, _) => Some(known),
            Node::Scoped(scoped) => scoped.0.called(),
            _ => None,
        }
    }

    /// Whether it calls this function.
    pub(super) fn calls(&self, name: FunctionName) -> bool {
        self.called().is_some_and(|known| known.name == name)
    }

    /// Whether only names and numbers decide its value.
    pub(super) fn is_literal(&self) -> bool {
        match &self.node {
            Node::Number(_) | Node::Cells(..) | Node::Pieces(..) => true,
            Node::Call(..) => false,
            Node::Sum(parts, _) => parts.iter().all(Expr::is_literal),
            Node::Scoped(scoped) => scoped.0.is_literal(),
        }
    }
}
