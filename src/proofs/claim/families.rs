//! Which families of forms may say what an expression asks, and what it is about.

use std::collections::BTreeSet;

use crate::game::{PieceSet, PieceTypeId};

use super::context::EvalContext;
use super::functions::{Function, FunctionName};
use super::resolved::{Argument, Expr, Node};
use super::value::Number;

/// Returns what a number counts: `count moves`, `perft`.
pub(super) fn number_family(expr: &Expr<'_>) -> String {
    use FunctionName as Name;
    let Node::Call(known, arguments) = &expr.node else { return String::new() };
    match (known.name, &arguments[..]) {
        (Name::Max | Name::Min | Name::Count, [Argument::Value(value)]) => {
            let value = unwrapped(value);
            match value.called() {
                Some(inner) if inner.name == Name::Count => number_family(value),
                Some(inner) if inner.name == Name::Stands && is_of_side(value) => {
                    "count pieces".to_owned()
                }
                Some(inner) => format!("count {}", inner.word),
                None if matches!(&value.node, Node::Cells(_, all) if all == "any") => {
                    "count any".to_owned()
                }
                None => "count cells".to_owned(),
            }
        }
        (Name::Perft, [Argument::Value(depth)]) => match depth.node {
            Node::Number(Number::Whole(1)) => "perft 1".to_owned(),
            _ => "perft".to_owned(),
        },
        _ => known.word.to_owned(),
    }
}

/// Whether an expression asks for all pieces of a side, or for all pieces.
fn is_of_side(expr: &Expr<'_>) -> bool {
    let Node::Call(_, arguments) = &expr.node else { return false };
    let is_of_all = |pieces: &PieceSet| {
        let types: BTreeSet<PieceTypeId> = pieces.iter().map(|piece| piece.piece_type).collect();
        types.len() > 1
    };
    matches!(&arguments[..], [Argument::Pieces(pieces, _)] if is_of_all(pieces))
}

/// Whether an expression without a position asks about the initial one.
pub(super) fn is_of_setup(expr: &Expr<'_>) -> bool {
    use FunctionName as Name;
    let Node::Call(known, arguments) = &expr.node else { return false };
    matches!(known.name, Name::Stands | Name::Turn | Name::Perft)
        || matches!(&arguments[..], [Argument::Value(value)] if is_of_setup(value))
}

/// Whether a function gives the moves of a piece.
pub(super) fn gives_moves(known: &'static Function) -> bool {
    use FunctionName as Name;
    matches!(known.name, Name::Moves | Name::Quiet | Name::Captures | Name::Victims | Name::Attacks)
}

/// Returns the expression without brackets.
fn unwrapped<'e, 'a>(expr: &'e Expr<'a>) -> &'e Expr<'a> {
    match &expr.node {
        Node::Scoped(scoped) => unwrapped(&scoped.0),
        _ => expr,
    }
}

/// Returns the expression without brackets, and what it is about.
pub(super) fn scoped<'e, 'a>(
    expr: &'e Expr<'a>,
    context: &'e EvalContext<'a>,
) -> (&'e Expr<'a>, &'e EvalContext<'a>) {
    match &expr.node {
        Node::Scoped(inner) => scoped(&inner.0, &inner.1),
        _ => (expr, context),
    }
}
