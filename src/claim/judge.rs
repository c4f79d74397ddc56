use std::cmp::Ordering;

use crate::geometry::{Cell, Cells};
use crate::query::{Disagreement, Study, Verdict};
use crate::source::Diagnostic;

use super::evaluate::evaluate;
use super::functions::Type;
use super::ground::{Effort, Found, Ground, Stop};
use super::tree::{Claim, Relation, Statement};
use super::types::{shared, type_of};
use super::value::{Number, Value};

/// How many cells are told of a statement that does not hold from each.
const TOLD: usize = 6;

/// The verdict on a claim that has been read and whose types fit.
pub(super) fn judge(text: &str, claim: &Claim, study: &Study) -> Result<Verdict, Diagnostic> {
    let effort = Effort::default();
    let mut undecided = None;
    for statement in &claim.statements {
        let ground = Ground { study, position: None, on: None, effort: &effort };
        match judge_statement(text, statement, &ground) {
            Ok(None) => {}
            Ok(Some(wrong)) => return Ok(Verdict::Disagree(wrong)),
            Err(Stop::Wrong(complaint)) => return Err(complaint),
            Err(Stop::Undecided(why)) => undecided = undecided.or(Some(why)),
        }
    }
    Ok(undecided.map_or(Verdict::Agree, Verdict::Unchecked))
}

/// What holds instead, if the statement does not.
fn judge_statement(
    text: &str,
    statement: &Statement,
    ground: &Ground<'_>,
) -> Found<Option<Disagreement>> {
    let ground = ground.scoped(&statement.scope)?;
    let left_type = type_of(&statement.left, ground.study)?;
    let words = &text[statement.left.span.range()];
    let found = match &statement.relation {
        None => match evaluate(&statement.left, left_type, &ground)? {
            Value::Truth(truth) => {
                let wrong = Disagreement {
                    message: truth.told,
                    hint: truth.hint,
                    ..Disagreement::default()
                };
                if statement.negated == truth.holds { return Ok(Some(wrong)) } else { None }
            }
            _ => None,
        },
        Some((relation, right)) => {
            let wanted = shared(left_type, type_of(right, ground.study)?).unwrap_or(Type::Open);
            let left = evaluate(&statement.left, wanted, &ground)?;
            let right = evaluate(right, wanted, &ground)?;
            let wrong = compare(words, *relation, &left, &right, ground.study)?;
            if statement.negated {
                return Ok(match wrong {
                    Some(_) => None,
                    None => Some(Disagreement {
                        message: format!("`{}` holds", statement_words(text, statement)),
                        ..Disagreement::default()
                    }),
                });
            }
            wrong
        }
    };
    Ok(found)
}

fn statement_words<'a>(text: &'a str, statement: &Statement) -> &'a str {
    let words = &text[statement.span.range()];
    words.strip_prefix("not").map_or(words, str::trim_start)
}

/// What holds instead, if the relation does not.
fn compare(
    words: &str,
    relation: Relation,
    left: &Value,
    right: &Value,
    study: &Study,
) -> Found<Option<Disagreement>> {
    match (left, right) {
        (Value::Each(left), right) => each(words, relation, left, right, study),
        (left, Value::Each(right)) => {
            let left: Vec<(Cell, Value)> =
                right.iter().map(|(cell, _)| (*cell, left.clone())).collect();
            each(words, relation, &left, &Value::Each(right.clone()), study)
        }
        (Value::Number(left), Value::Number(right)) => Ok(numbers(words, relation, *left, *right)),
        (Value::Cells(left), Value::Cells(right)) => Ok(cells(words, relation, left, right, study)),
        (Value::Men(left), Value::Men(right)) => {
            let is = left == right;
            if is == (relation == Relation::Is) {
                return Ok(None);
            }
            let differ = |cell: &Cell| left.get(cell) != right.get(cell);
            let list = |pieces: &std::collections::BTreeMap<Cell, crate::rules::Piece>| {
                let pieces = pieces.iter().filter(|(cell, _)| differ(cell));
                pieces
                    .map(|(&cell, &piece)| {
                        format!("{} {}", study.piece_name(piece), study.cell_name(cell))
                    })
                    .collect()
            };
            let message = match relation {
                Relation::Is => format!("`{words}` is not what the claim says"),
                _ => format!("`{words}` is just that"),
            };
            Ok(Some(Disagreement {
                message,
                missing: list(left),
                extra: list(right),
                ..Disagreement::default()
            }))
        }
        _ => Err(Stop::Undecided("the two sides are not of one kind".to_owned())),
    }
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
    let message = match relation {
        Relation::Is => format!("`{words}` is {left}, not {right}"),
        Relation::IsNot => format!("`{words}` is just {left}"),
        _ => {
            let claimed = relation.words().trim_start_matches("is ");
            format!("`{words}` is {left}, and that is not {claimed} {right}")
        }
    };
    Some(Disagreement { message, ..Disagreement::default() })
}

fn cells(
    words: &str,
    relation: Relation,
    left: &Cells,
    right: &Cells,
    study: &Study,
) -> Option<Disagreement> {
    let (missing, extra) = (left.without(right), right.without(left));
    let list = |cells: &Cells| study.layout().names_of(cells);
    let (missing, extra, message) = match relation {
        Relation::Is if left == right => return None,
        Relation::Is => {
            let is = if left.is_empty() { "none".to_owned() } else { list(left) };
            (missing, extra, format!("`{words}` is {is}"))
        }
        Relation::IsNot if left != right => return None,
        Relation::IsNot => (Cells::new(), Cells::new(), format!("`{words}` is just that")),
        Relation::Has if extra.is_empty() => return None,
        Relation::Has => {
            let message = format!("`{words}` has not {}", list(&extra));
            (Cells::new(), extra, message)
        }
        Relation::HasNot => {
            let common = left.intersection(right);
            if common.is_empty() {
                return None;
            }
            let message = format!("`{words}` has {}", list(&common));
            (Cells::new(), common, message)
        }
        Relation::Inside if missing.is_empty() => return None,
        Relation::Inside => {
            let message = format!("`{words}` has {} besides", list(&missing));
            (missing, Cells::new(), message)
        }
        Relation::AtMost | Relation::AtLeast | Relation::MoreThan | Relation::LessThan => {
            return None;
        }
    };
    let notes = match relation {
        Relation::Is if left.count() + right.count() > 3 => vec![drawn(left, right, study)],
        _ => Vec::new(),
    };
    Some(Disagreement {
        message,
        missing: study.cell_names(&missing),
        extra: study.cell_names(&extra),
        notes,
        hint: None,
    })
}

/// `x` in both, `?` only in what holds, `!` only in what is claimed.
fn drawn(holds: &Cells, claimed: &Cells, study: &Study) -> String {
    study.layout().text_board(|cell| {
        let sign = match (holds.has(cell), claimed.has(cell)) {
            (true, true) => "x",
            (true, false) => "?",
            (false, true) => "!",
            (false, false) => ".",
        };
        sign.to_owned()
    })
}

/// Compares cell by cell; every single one must hold.
fn each(
    words: &str,
    relation: Relation,
    left: &[(Cell, Value)],
    right: &Value,
    study: &Study,
) -> Found<Option<Disagreement>> {
    let mut wrong: Vec<String> = Vec::new();
    for (cell, left) in left {
        let right = match right {
            Value::Each(right) => {
                let same = right.iter().find(|(other, _)| other == cell);
                &same
                    .ok_or_else(|| {
                        Stop::Undecided("the two sides speak of different cells".to_owned())
                    })?
                    .1
            }
            other => other,
        };
        if compare(words, relation, left, right, study)?.is_some() {
            wrong.push(format!("{}: {}", study.cell_name(*cell), shown(left, study)));
        }
    }
    if left.is_empty() {
        return Err(Stop::Undecided("there is no cell to ask about".to_owned()));
    }
    if wrong.is_empty() {
        return Ok(None);
    }
    let message = format!("this does not hold from {} of {} cells", wrong.len(), left.len());
    let more = wrong.len().saturating_sub(TOLD);
    wrong.truncate(TOLD);
    if more > 0 {
        wrong.push(format!("and {more} more"));
    }
    let notes = vec![format!("`{words}` is, from {}", wrong.join("; "))];
    Ok(Some(Disagreement { message, notes, ..Disagreement::default() }))
}

fn shown(value: &Value, study: &Study) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Cells(cells) if cells.is_empty() => "none".to_owned(),
        Value::Cells(cells) => study.layout().names_of(cells),
        Value::Truth(truth) => truth.told.clone(),
        Value::Men(_) | Value::Each(_) => "something else".to_owned(),
    }
}
