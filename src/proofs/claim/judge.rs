//! Compares the values of a claim, and explains what holds instead.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::game::Piece;
use crate::geometry::{Cell, CellSet};
use crate::query::{
    Disagreement, LoadedVariant, MAX_WRITTEN, OTHER_SETUP, Verdict, difference_sign,
};
use crate::source::Diagnostic;

use super::context::{EvalError, EvalResult};
use super::evaluate::evaluate;
use super::functions::FunctionName;
use super::resolved::{Expr, Node, ResolvedClaim, ResolvedStatement};
use super::tautology;
use super::tree::Relation;
use super::value::{ClaimValue, Number};

/// The greatest number of cells listed for a statement about each cell.
const MAX_LISTED: usize = 6;

/// What is known of a claim.
pub(super) struct JudgedClaim {
    pub verdict: Verdict,
    /// For each statement the two values that it compares, where they are known.
    pub values: Vec<Option<[ClaimValue; 2]>>,
}

/// Judges a claim.
pub(super) fn judge(text: &str, claim: &ResolvedClaim<'_>) -> Result<JudgedClaim, Diagnostic> {
    let (mut difference, mut undecided) = (None, None);
    let mut values = Vec::new();
    for statement in &claim.statements {
        let mut compared = None;
        match judge_statement(text, statement, &mut compared) {
            Ok(found) => difference = difference.or(found),
            Err(EvalError::Wrong(error)) => return Err(error),
            Err(EvalError::Undecided(reason)) => undecided = undecided.or(Some(reason)),
        }
        values.push(compared);
    }
    let verdict = match (difference, undecided) {
        (Some(difference), _) => Verdict::Disagree(difference),
        (None, Some(reason)) => Verdict::Unchecked(reason),
        (None, None) => Verdict::Agree,
    };
    Ok(JudgedClaim { verdict, values })
}

/// Returns what holds instead of a statement; `None` if the statement holds.
fn judge_statement(
    text: &str,
    statement: &ResolvedStatement<'_>,
    compared: &mut Option<[ClaimValue; 2]>,
) -> EvalResult<Option<Disagreement>> {
    let context = &statement.context;
    let Some((relation, right_expr)) = &statement.relation else {
        let ClaimValue::Truth(truth) = evaluate(&statement.left, context)? else {
            return Ok(None);
        };
        let difference = Disagreement { hint: truth.hint, ..disagreement(truth.explanation) };
        return Ok((statement.negated == truth.holds).then_some(difference));
    };
    let words = written(text, &statement.left);
    let values = [evaluate(&statement.left, context)?, evaluate(right_expr, context)?];
    let [left, right] = compared.insert(values);
    tautology::refuse(statement, left, right)?;
    let difference = compare(words, *relation, left, right, context.variant)?;
    if !statement.negated {
        let value = written_value(*relation, left, right_expr, context.variant);
        let relation = relation.words();
        let hint = value.map(|it| format!("if the rules are right, write `{relation} {it}`"));
        return Ok(difference.map(|it| Disagreement { hint: it.hint.or(hint), ..it }));
    }
    let whole = &text[statement.span.range()];
    let whole = whole.strip_prefix("not").map_or(whole, str::trim_start);
    Ok(difference.is_none().then(|| disagreement(format!("`{whole}` holds"))))
}

/// How a claim writes a value in the place of another one, so that it holds: a number, or a few cells.
fn written_value(
    relation: Relation,
    value: &ClaimValue,
    place: &Expr<'_>,
    variant: &LoadedVariant,
) -> Option<String> {
    let is_bound = matches!(relation, Relation::Is | Relation::AtMost | Relation::AtLeast);
    match (value, &place.node) {
        (ClaimValue::Number(number), Node::Number(_)) if is_bound => Some(number.to_string()),
        (ClaimValue::Cells(cells), Node::Cells(..)) => {
            let is_short = relation == Relation::Is && (1..MAX_WRITTEN).contains(&cells.len());
            is_short.then(|| variant.cell_names(cells).join(" "))
        }
        _ => None,
    }
}

/// The text of a value; the call for `CELLS is empty`, in which none is written.
fn written<'t>(text: &'t str, value: &Expr<'_>) -> &'t str {
    let text = &text[value.span.range()];
    let is_hidden = value.calls(FunctionName::Stands) && !text.contains('(');
    if is_hidden { "stands(any)" } else { text }
}

fn disagreement(message: String) -> Disagreement {
    Disagreement { message, ..Disagreement::default() }
}

/// Returns what holds instead of a relation; `None` if the relation holds.
fn compare(
    words: &str,
    relation: Relation,
    left: &ClaimValue,
    right: &ClaimValue,
    variant: &LoadedVariant,
) -> EvalResult<Option<Disagreement>> {
    match (left, right) {
        (ClaimValue::Each(left), right) => each(words, relation, left, right, variant),
        (left, ClaimValue::Each(each_right)) => {
            let left: Vec<(Cell, ClaimValue)> =
                each_right.iter().map(|(cell, _)| (*cell, left.clone())).collect();
            each(words, relation, &left, right, variant)
        }
        (ClaimValue::Number(left), ClaimValue::Number(right)) => {
            Ok(numbers(words, relation, *left, *right))
        }
        (ClaimValue::Cells(left), ClaimValue::Cells(right)) => {
            Ok(cells(words, relation, left, right, variant))
        }
        (ClaimValue::Pieces(left), ClaimValue::Pieces(right)) => {
            let is_same = left == right;
            if is_same == (relation == Relation::Is) {
                return Ok(None);
            }
            let difference = match relation {
                Relation::Is => disagreement(format!("`{words}` is not what the claim says")),
                _ => disagreement(format!("`{words}` is exactly this")),
            };
            let (missing, extra) =
                (differing(left, right, variant), differing(right, left, variant));
            let hint = Some(OTHER_SETUP.to_owned()).filter(|_| words.starts_with("setup"));
            Ok(Some(Disagreement { missing, extra, hint, ..difference }))
        }
        _ => Err(EvalError::Undecided("the two values have different types".to_owned())),
    }
}

/// Returns the names and cells of the pieces that are different in `others`.
fn differing(
    pieces: &BTreeMap<Cell, Piece>,
    others: &BTreeMap<Cell, Piece>,
    variant: &LoadedVariant,
) -> Vec<String> {
    let pieces = pieces.iter().filter(|(cell, piece)| others.get(cell) != Some(piece));
    pieces
        .map(|(&cell, &piece)| format!("{} {}", variant.piece_name(piece), variant.cell_name(cell)))
        .collect()
}

fn holds(relation: Relation, left: Number, right: Number) -> bool {
    let order = left.compare(right);
    match relation {
        Relation::Is => order == Some(Ordering::Equal),
        Relation::IsNot => order != Some(Ordering::Equal),
        Relation::AtMost => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Relation::AtLeast => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        Relation::MoreThan => order == Some(Ordering::Greater),
        Relation::LessThan => order == Some(Ordering::Less),
        Relation::Has | Relation::HasNot | Relation::Inside => false,
    }
}

fn numbers(words: &str, relation: Relation, left: Number, right: Number) -> Option<Disagreement> {
    if holds(relation, left, right) {
        return None;
    }
    Some(disagreement(match relation {
        Relation::Is => format!("`{words}` is {left}, not {right}"),
        Relation::IsNot => format!("`{words}` is exactly {left}"),
        _ => {
            let claimed = relation.words().trim_start_matches("is ");
            format!("`{words}` is {left}, and that is not {claimed} {right}")
        }
    }))
}

fn cells_hold(relation: Relation, left: &CellSet, right: &CellSet) -> bool {
    match relation {
        Relation::Is => left == right,
        Relation::IsNot => left != right,
        Relation::Has => right.difference(left).is_empty(),
        Relation::HasNot => left.intersection(right).is_empty(),
        Relation::Inside => left.difference(right).is_empty(),
        Relation::AtMost | Relation::AtLeast | Relation::MoreThan | Relation::LessThan => true,
    }
}

fn cells(
    words: &str,
    relation: Relation,
    left: &CellSet,
    right: &CellSet,
    variant: &LoadedVariant,
) -> Option<Disagreement> {
    let (missing, extra) = (left.difference(right), right.difference(left));
    let common = left.intersection(right);
    if cells_hold(relation, left, right) {
        return None;
    }
    let (missing, extra, message) = match relation {
        Relation::Has => {
            let message = format!("lacks {}", cell_list(&extra, variant));
            (CellSet::new(), extra, message)
        }
        Relation::HasNot => {
            let message = format!("has {}", cell_list(&common, variant));
            (CellSet::new(), common, message)
        }
        Relation::Inside => {
            let message = format!("also has {}", cell_list(&missing, variant));
            (missing, CellSet::new(), message)
        }
        Relation::Is => (missing, extra, format!("is {}", cell_list(left, variant))),
        _ => (CellSet::new(), CellSet::new(), "is exactly this".to_owned()),
    };
    let notes = match relation {
        Relation::Is if left.len() + right.len() > 3 => {
            let sign = |cell| difference_sign(right.contains(cell), left.contains(cell)).to_owned();
            vec![variant.layout().text_board(sign)]
        }
        _ => Vec::new(),
    };
    Some(Disagreement {
        message: format!("`{words}` {message}"),
        missing: variant.cell_names(&missing),
        extra: variant.cell_names(&extra),
        notes,
        hint: None,
    })
}

fn cell_list(cells: &CellSet, variant: &LoadedVariant) -> String {
    if cells.is_empty() { "none".to_owned() } else { variant.layout().names_of(cells) }
}

/// Compares the values of each cell; all must hold.
fn each(
    words: &str,
    relation: Relation,
    left: &[(Cell, ClaimValue)],
    right: &ClaimValue,
    variant: &LoadedVariant,
) -> EvalResult<Option<Disagreement>> {
    if left.is_empty() {
        return Err(EvalError::no_cell());
    }
    let mut wrong: Vec<String> = Vec::new();
    let mut wrong_cells = 0;
    let mut right_cell = None;
    for (cell, left) in left {
        let right = match right {
            ClaimValue::Each(right) => {
                let same = right.iter().find(|(other, _)| other == cell);
                let different = "the two values are about different cells";
                &same.ok_or_else(|| EvalError::Undecided(different.to_owned()))?.1
            }
            other => other,
        };
        // What holds instead is said of few cells: there can be thousands.
        let differs = match (left, right) {
            (ClaimValue::Cells(left), ClaimValue::Cells(right)) => {
                !cells_hold(relation, left, right)
            }
            _ => compare(words, relation, left, right, variant)?.is_some(),
        };
        wrong_cells += usize::from(differs);
        right_cell = right_cell.or((!differs).then_some(*cell));
        if differs && wrong_cells <= MAX_LISTED {
            wrong.push(format!("{}: {}", variant.cell_name(*cell), shown(left, variant)));
        }
    }
    if wrong.is_empty() {
        return Ok(None);
    }
    let message = format!("this does not hold from {wrong_cells} of {} cells", left.len());
    let more = wrong_cells.saturating_sub(MAX_LISTED);
    if more > 0 {
        wrong.push(format!("and {more} more"));
    }
    let notes = vec![format!("`{words}` is, from {}", wrong.join("; "))];
    // Of one cell it holds, if there is such a cell.
    let cell = variant.cell_name(right_cell.unwrap_or(left[0].0));
    let of_one = words.replacen(')', &format!(", {cell})"), 1);
    let hint = Some(format!("if one cell is meant, name it, as in `{of_one}`"));
    Ok(Some(Disagreement { notes, hint, ..disagreement(message) }))
}

fn shown(value: &ClaimValue, variant: &LoadedVariant) -> String {
    match value {
        ClaimValue::Number(number) => number.to_string(),
        ClaimValue::Cells(cells) => cell_list(cells, variant),
        ClaimValue::Truth(truth) => truth.explanation.clone(),
        ClaimValue::Pieces(_) | ClaimValue::Each(_) => "another value".to_owned(),
    }
}
