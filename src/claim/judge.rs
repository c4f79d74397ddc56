//! Compares the values of a claim, and explains what holds instead.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use crate::game::Piece;
use crate::geometry::{Cell, CellSet};
use crate::query::{Disagreement, LoadedVariant, Verdict, difference_sign};
use crate::source::{Diagnostic, Spanned};

use super::context::{EvalContext, EvalError, EvalResult, WorkBudget};
use super::evaluate::evaluate;
use super::functions::Type;
use super::tautology;
use super::tree::{ClaimExpr, ParsedClaim, Relation, Statement};
use super::types::{shared, type_of};
use super::value::{ClaimValue, Number};

/// The greatest number of cells listed for a statement about each cell.
const MAX_LISTED: usize = 6;

/// What a statement was judged by.
pub(super) struct KnownStatement<'a> {
    /// Its context with its scope.
    pub context: EvalContext<'a>,
    /// The values that it compares, and what they were taken for.
    pub compared: Option<(Type, [ClaimValue; 2])>,
}

/// Returns the verdict on a claim whose types fit.
///
/// Adds to `known` what it computed for each statement; there may be fewer statements.
pub(super) fn judge<'a>(
    text: &str,
    claim: &ParsedClaim,
    variant: &'a LoadedVariant,
    budget: &'a WorkBudget,
    known: &mut Vec<Option<KnownStatement<'a>>>,
) -> Result<Verdict, Diagnostic> {
    let mut undecided = None;
    for statement in &claim.statements {
        let context = EvalContext::new(variant, budget);
        let mut found = None;
        let difference = judge_statement(text, statement, &context, &mut found);
        known.push(found);
        match difference {
            Ok(None) => {}
            Ok(Some(difference)) => return Ok(Verdict::Disagree(difference)),
            Err(EvalError::Wrong(error)) => {
                return Err(with_far_moves(error, text, statement, claim));
            }
            Err(EvalError::Undecided(reason)) => undecided = undecided.or(Some(reason)),
        }
    }
    Ok(undecided.map_or(Verdict::Agree, Verdict::Unchecked))
}

/// Adds to an error in a statement without moves that moves belong only to the statement in which they
/// stand, if another statement has some: authors write `A and B after MOVES` and mean both.
fn with_far_moves(
    mut error: Diagnostic,
    text: &str,
    statement: &Statement,
    claim: &ParsedClaim,
) -> Diagnostic {
    let of_other = claim.statements.iter().find_map(|other| other.scope.after.as_ref());
    if let (None, Some(moves)) = (&statement.scope.after, of_other) {
        let moves = text.get(moves.span.range()).unwrap_or(&moves.value);
        error.notes.push(format!(
            "`after {moves}` belongs to one statement only: write it in each, before the `and`, too"
        ));
    }
    error
}

/// Returns what holds instead of a statement; `None` if the statement holds.
fn judge_statement<'a>(
    text: &str,
    statement: &Statement,
    context: &EvalContext<'a>,
    known: &mut Option<KnownStatement<'a>>,
) -> EvalResult<Option<Disagreement>> {
    let context = context.scoped(&statement.scope)?;
    let KnownStatement { context, compared } =
        known.insert(KnownStatement { context, compared: None });
    let left_type = type_of(&statement.left, context.variant)?;
    let Some((relation, right)) = &statement.relation else {
        let ClaimValue::Truth(truth) = evaluate(&statement.left, left_type, context)? else {
            return Ok(None);
        };
        let difference = Disagreement { hint: truth.hint, ..disagreement(truth.explanation) };
        return Ok((statement.negated == truth.holds).then_some(difference));
    };
    let words = written(text, &statement.left);
    let expected = shared(left_type, type_of(right, context.variant)?).unwrap_or(Type::Open);
    let values =
        [evaluate(&statement.left, expected, context)?, evaluate(right, expected, context)?];
    let (_, [left, right]) = compared.insert((expected, values));
    tautology::refuse(statement, left, right, context)?;
    let difference = compare(words, *relation, left, right, context.variant)?;
    if !statement.negated {
        return Ok(difference);
    }
    let whole = &text[statement.span.range()];
    let whole = whole.strip_prefix("not").map_or(whole, str::trim_start);
    Ok(difference.is_none().then(|| disagreement(format!("`{whole}` holds"))))
}

/// The text of a value; the call for `CELLS is empty`, in which none is written.
fn written<'a>(text: &'a str, value: &Spanned<ClaimExpr>) -> &'a str {
    let text = &text[value.span.range()];
    match &value.value {
        ClaimExpr::Call(name, _) if !text.starts_with(&name.value) => "stands(any)",
        _ => text,
    }
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
            Ok(Some(Disagreement { missing, extra, ..difference }))
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

fn cells(
    words: &str,
    relation: Relation,
    left: &CellSet,
    right: &CellSet,
    variant: &LoadedVariant,
) -> Option<Disagreement> {
    let (missing, extra) = (left.difference(right), right.difference(left));
    let common = left.intersection(right);
    let holds = match relation {
        Relation::Is => left == right,
        Relation::IsNot => left != right,
        Relation::Has => extra.is_empty(),
        Relation::HasNot => common.is_empty(),
        Relation::Inside => missing.is_empty(),
        Relation::AtMost | Relation::AtLeast | Relation::MoreThan | Relation::LessThan => true,
    };
    if holds {
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
    for (cell, left) in left {
        let right = match right {
            ClaimValue::Each(right) => {
                let same = right.iter().find(|(other, _)| other == cell);
                let different = "the two values are about different cells";
                &same.ok_or_else(|| EvalError::Undecided(different.to_owned()))?.1
            }
            other => other,
        };
        if compare(words, relation, left, right, variant)?.is_some() {
            wrong.push(format!("{}: {}", variant.cell_name(*cell), shown(left, variant)));
        }
    }
    if wrong.is_empty() {
        return Ok(None);
    }
    let message = format!("this does not hold from {} of {} cells", wrong.len(), left.len());
    let more = wrong.len().saturating_sub(MAX_LISTED);
    wrong.truncate(MAX_LISTED);
    if more > 0 {
        wrong.push(format!("and {more} more"));
    }
    let notes = vec![format!("`{words}` is, from {}", wrong.join("; "))];
    Ok(Some(Disagreement { notes, ..disagreement(message) }))
}

fn shown(value: &ClaimValue, variant: &LoadedVariant) -> String {
    match value {
        ClaimValue::Number(number) => number.to_string(),
        ClaimValue::Cells(cells) => cell_list(cells, variant),
        ClaimValue::Truth(truth) => truth.explanation.clone(),
        ClaimValue::Pieces(_) | ClaimValue::Each(_) => "another value".to_owned(),
    }
}
