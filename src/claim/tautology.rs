//! Finds comparisons that cannot fail, whatever the definition says. They prove nothing.

use std::cmp::Ordering;

use crate::geometry::CellSet;
use crate::source::{Diagnostic, Spanned};

use super::context::{EvalContext, EvalResult};
use super::functions::{FunctionName, Parameter, function};
use super::tree::{ArithmeticOp, ClaimExpr, ClaimScope, Relation, Statement};
use super::types::{bare, wrong};
use super::value::{ClaimValue, Number};

/// Refuses a comparison of these two values that cannot fail.
pub(super) fn refuse(
    statement: &Statement,
    left: &ClaimValue,
    right: &ClaimValue,
    context: &EvalContext<'_>,
) -> EvalResult<()> {
    let Some((relation, right_expr)) = &statement.relation else { return Ok(()) };
    let sides = [(&statement.left, left), (right_expr, right)];
    let refused =
        |message: &str, help: &str| -> Diagnostic { wrong(statement.span, message).help(help) };
    let [one, other] = sides.map(|(expr, _)| canonical(expr, None, context));
    let are_lists = sides.iter().all(|(expr, _)| is_cell_list(expr, context));
    if one == other || are_lists {
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
        let is_fixed =
            is_literal(container_expr, context) && matches!(container, ClaimValue::Cells(_));
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
        (_, Some(bound)) if is_literal(right_expr, context) => {
            Some((&statement.left, relation, bound))
        }
        (Some(bound), _) if is_literal(&statement.left, context) => {
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
    expr: &Spanned<ClaimExpr>,
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
fn limits_of(expr: &Spanned<ClaimExpr>, context: &EvalContext<'_>) -> Option<(i64, i64)> {
    let known = match &expr.value {
        ClaimExpr::Scoped(value, _) => return limits_of(value, context),
        ClaimExpr::Call(name, _) => function(&name.value)?,
        ClaimExpr::Words(words) => bare(words, context.variant)?,
        _ => return None,
    };
    let cells = i64::try_from(context.variant.layout().len()).ok()?;
    match known.name {
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

/// Whether an expression has no function, so that only names and numbers decide its value.
fn is_literal(expr: &Spanned<ClaimExpr>, context: &EvalContext<'_>) -> bool {
    match &expr.value {
        ClaimExpr::Number(..) | ClaimExpr::Text(_) => true,
        ClaimExpr::Words(words) => bare(words, context.variant).is_none(),
        ClaimExpr::Scoped(value, _) => is_literal(value, context),
        ClaimExpr::Sum(left, _, right) => is_literal(left, context) && is_literal(right, context),
        ClaimExpr::Call(..) => false,
    }
}

/// Whether an expression is a list of names of cells, which says nothing of the board.
fn is_cell_list(expr: &Spanned<ClaimExpr>, context: &EvalContext<'_>) -> bool {
    match &expr.value {
        ClaimExpr::Words(text) | ClaimExpr::Text(text) => text
            .split(|sign: char| sign.is_whitespace() || sign == ',')
            .filter(|word| !word.is_empty())
            .all(|word| word == "none" || context.variant.layout().find(word).is_some()),
        ClaimExpr::Scoped(value, _) => is_cell_list(value, context),
        _ => false,
    }
}

/// Returns a text that is the same for expressions with the same meaning.
fn canonical(
    expr: &Spanned<ClaimExpr>,
    parameter: Option<Parameter>,
    context: &EvalContext<'_>,
) -> String {
    let words = |words: &str| {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        let spanned = Spanned::new(words.clone(), expr.span);
        match parameter {
            // A letter of a piece is something that the definition says.
            Some(Parameter::Piece) if words.chars().count() > 1 => {
                context.piece(&spanned).map_or(words, |piece| context.variant.piece_name(piece))
            }
            Some(Parameter::Cell) => context
                .cell(&spanned)
                .map_or(words, |cell| context.variant.cell_name(cell).to_owned()),
            _ => words,
        }
    };
    match &expr.value {
        ClaimExpr::Number(value, decimals) => format!("{value}e-{decimals}"),
        ClaimExpr::Text(text) if parameter == Some(Parameter::Piece) => format!("{text:?}"),
        ClaimExpr::Text(text) => match text.trim() {
            "start" => "setup".to_owned(),
            text => words(text),
        },
        ClaimExpr::Words(text) => match bare(text, context.variant) {
            Some(known) if parameter != Some(Parameter::Piece) => known.word.to_owned(),
            _ => words(text),
        },
        ClaimExpr::Call(name, arguments) => {
            let Some(known) = function(&name.value) else { return name.value.clone() };
            let arguments: Vec<String> = arguments
                .iter()
                .zip(known.parameters)
                .map(|(argument, parameter)| canonical(argument, Some(*parameter), context))
                .collect();
            match arguments.is_empty() {
                true => known.word.to_owned(),
                false => format!("{}({})", known.word, arguments.join(", ")),
            }
        }
        ClaimExpr::Sum(left, op, right) => {
            let mut parts = [left, right].map(|part| canonical(part, None, context));
            if *op != ArithmeticOp::Minus {
                parts.sort();
            }
            format!("({op:?} {} {})", parts[0], parts[1])
        }
        ClaimExpr::Scoped(value, scope) => {
            let ClaimScope { on, position, after } = scope;
            let scope = [on, position, after].map(|part| {
                part.as_ref().map_or(String::new(), |part| part.value.trim().to_owned())
            });
            format!("({} {scope:?})", canonical(value, parameter, context))
        }
    }
}
