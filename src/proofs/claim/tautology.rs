//! Finds comparisons that cannot fail, whatever the definition says. They prove nothing.

use std::cmp::Ordering;

use crate::geometry::CellSet;
use crate::source::Diagnostic;

use super::context::{EvalContext, EvalResult, wrong};
use super::functions::FunctionName;
use super::piece::QueriedPiece;
use super::resolved::{Argument, Expr, Node, ResolvedStatement};
use super::tree::{ArithmeticOp, Relation};
use super::value::{ClaimValue, Number};

/// Refuses a comparison of these two values that cannot fail.
pub(super) fn refuse(
    statement: &ResolvedStatement<'_>,
    left: &ClaimValue,
    right: &ClaimValue,
) -> EvalResult<()> {
    let context = &statement.context;
    let Some((relation, right_expr)) = &statement.relation else { return Ok(()) };
    let sides = [(&statement.left, left), (right_expr, right)];
    let refused =
        |message: &str, help: &str| -> Diagnostic { wrong(statement.span, message).help(help) };
    let are_lists = sides.iter().all(|(expr, _)| is_cell_list(expr, context));
    if is_same(&statement.left, right_expr) || are_lists {
        let help = "compare what the rules give with what the page says: `moves(rook, a1) has a8`";
        return Err(refused("a thing is compared with itself", help).into());
    }
    let [left_side, right_side] = sides;
    let (contained, container) = match relation {
        Relation::Has | Relation::HasNot => (right_side, Some(left_side)),
        Relation::Inside => (left_side, Some(right_side)),
        _ => (left_side, None),
    };
    if let Some((container_expr, container)) = container {
        let is_fixed = container_expr.is_literal() && matches!(container, ClaimValue::Cells(_));
        if is_empty(contained.1) || is_fixed && is_empty(container) {
            let help = "to claim that a set is empty, write `... is none`";
            return Err(refused("no cells are in every set", help).into());
        }
        if is_fixed && is_everything(container, context) {
            let help = "to claim that a set is the whole board, write `... is any`";
            return Err(refused("all cells are on the board", help).into());
        }
    }
    let relation = match relation {
        Relation::Is if statement.negated => Relation::IsNot,
        other => *other,
    };
    let bounds = match (number(left), number(right)) {
        (_, Some(bound)) if right_expr.is_literal() => Some((&statement.left, relation, bound)),
        (Some(bound), _) if statement.left.is_literal() => {
            Some((right_expr, mirrored(relation), bound))
        }
        _ => None,
    };
    match bounds {
        Some((expr, relation, bound)) if is_out_of_bounds(expr, relation, bound, context) => {
            let help = "give a number that would be wrong if the definition were another";
            Err(refused("this number cannot be another", help).into())
        }
        _ => Ok(()),
    }
}

fn number(value: &ClaimValue) -> Option<Number> {
    match value {
        ClaimValue::Number(number) => Some(*number),
        _ => None,
    }
}

/// Returns the relation of the two values in the other order.
fn mirrored(relation: Relation) -> Relation {
    match relation {
        Relation::AtMost => Relation::AtLeast,
        Relation::AtLeast => Relation::AtMost,
        Relation::MoreThan => Relation::LessThan,
        Relation::LessThan => Relation::MoreThan,
        other => other,
    }
}

/// Whether the number that a function gives can only be on one side of a bound.
fn is_out_of_bounds(
    expr: &Expr<'_>,
    relation: Relation,
    bound: Number,
    context: &EvalContext<'_>,
) -> bool {
    let Some((least, most)) = limits_of(expr, context) else { return false };
    let [to_least, to_most] = [least, most].map(|limit| bound.compare(Number::Whole(limit)));
    let outside = to_least.is_some_and(Ordering::is_lt) || to_most.is_some_and(Ordering::is_gt);
    match relation {
        Relation::Is => false,
        Relation::IsNot => outside || bound == Number::None,
        Relation::AtLeast | Relation::LessThan => outside || to_least == Some(Ordering::Equal),
        Relation::AtMost | Relation::MoreThan => outside || to_most == Some(Ordering::Equal),
        Relation::Has | Relation::HasNot | Relation::Inside => false,
    }
}

/// Returns the least and the greatest number that a function can give, if they are known.
fn limits_of(expr: &Expr<'_>, context: &EvalContext<'_>) -> Option<(i64, i64)> {
    let cells = i64::try_from(context.variant.layout().len()).ok()?;
    match expr.called()?.name {
        FunctionName::Count | FunctionName::Max | FunctionName::Min => Some((0, cells)),
        FunctionName::Components => Some((0, cells)),
        FunctionName::Sum | FunctionName::Perft | FunctionName::Routes => Some((0, i64::MAX)),
        FunctionName::Files
        | FunctionName::Ranks
        | FunctionName::Levels
        | FunctionName::Boards
        | FunctionName::Sides => Some((1, i64::MAX)),
        _ => None,
    }
}

/// Whether a value has no cells, from no start cell.
fn is_empty(value: &ClaimValue) -> bool {
    match value {
        ClaimValue::Cells(cells) => cells.is_empty(),
        ClaimValue::Each(each) => each.iter().all(|(_, value)| is_empty(value)),
        _ => false,
    }
}

fn is_everything(value: &ClaimValue, context: &EvalContext<'_>) -> bool {
    matches!(value, ClaimValue::Cells(cells)
        if *cells == CellSet::all(context.variant.layout().len()))
}

/// Whether an expression is a list of names of cells, which says nothing of the board.
fn is_cell_list(expr: &Expr<'_>, context: &EvalContext<'_>) -> bool {
    match &expr.node {
        Node::Cells(_, text) => text
            .split(|sign: char| sign.is_whitespace() || sign == ',')
            .filter(|word| !word.is_empty())
            .all(|word| word == "none" || context.variant.layout().find(word).is_some()),
        Node::Scoped(scoped) => is_cell_list(&scoped.0, context),
        _ => false,
    }
}

/// Whether two expressions mean the same, whatever the definition says.
fn is_same(one: &Expr<'_>, other: &Expr<'_>) -> bool {
    match (&one.node, &other.node) {
        (Node::Number(one), Node::Number(other)) => one == other,
        (Node::Cells(_, one), Node::Cells(_, other)) => are_same_words(one, other),
        (Node::Pieces(_, one), Node::Pieces(_, other)) => are_same_words(one, other),
        (Node::Call(known, arguments), Node::Pieces(_, text))
        | (Node::Pieces(_, text), Node::Call(known, arguments)) => {
            let is_setup = matches!(text.trim(), "setup" | "start");
            is_setup && known.name == FunctionName::Setup && arguments.is_empty()
        }
        (Node::Call(known, arguments), Node::Call(other, others)) => {
            known.name == other.name
                && arguments.len() == others.len()
                && arguments.iter().zip(others).all(|(one, other)| is_same_argument(one, other))
        }
        (Node::Sum(parts, op), Node::Sum(others, other)) => {
            let are_same =
                |[one, two]: [&Expr; 2]| is_same(&parts[0], one) && is_same(&parts[1], two);
            let [one, two] = &**others;
            op == other
                && (are_same([one, two]) || *op != ArithmeticOp::Minus && are_same([two, one]))
        }
        (Node::Scoped(one), Node::Scoped(other)) => {
            let (of_one, of_other) = (&one.1, &other.1);
            is_same(&one.0, &other.0)
                && of_one.position == of_other.position
                && of_one.on == of_other.on
        }
        _ => false,
    }
}

fn is_same_argument(one: &Argument<'_>, other: &Argument<'_>) -> bool {
    match (one, other) {
        (Argument::Value(one), Argument::Value(other)) => is_same(one, other),
        (Argument::Piece(one), Argument::Piece(other)) => {
            // Which piece a letter means is something that the definition says.
            let is_name = |it: &QueriedPiece| !it.is_foreign() && it.written.chars().count() > 1;
            let is_same = one.piece == other.piece && one.named_by == other.named_by;
            are_same_words(&one.written, &other.written)
                || is_same && is_name(one) && is_name(other)
        }
        (Argument::Pieces(one, _), Argument::Pieces(other, _)) => one == other,
        (Argument::Cell(one), Argument::Cell(other)) => one == other,
        (Argument::Board(one), Argument::Board(other)) => one == other,
        (Argument::Side(one), Argument::Side(other)) => one == other,
        (Argument::Tour(one), Argument::Tour(other)) => one == other,
        (Argument::Leap(one), Argument::Leap(other)) => one == other,
        _ => false,
    }
}

fn are_same_words(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}
