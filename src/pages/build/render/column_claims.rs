//! Compares a column of a table with a setup, and finds the row that is wrong.

use crate::book::Claim;
use crate::claim::{ExaminedClaim, examine_claim, with_column};
use crate::query::{Disagreement, LoadedVariant, Verdict};
use crate::source::{Diagnostic, Location};

/// How many rows are looked at one by one to find the one that is wrong.
const MOST_ROWS: usize = 100;

/// Examines a claim about the column below it. Returns also the place of the row that differs, or of the claim.
pub(super) fn examine_column(
    claim: &Claim,
    variant: &LoadedVariant,
) -> (Result<ExaminedClaim, Diagnostic>, Location) {
    let rows = &claim.column;
    let examine = |rows: &[[String; 2]]| {
        let of_column = with_column(&claim.text.value, rows, variant)?;
        examine_claim(&claim.sentence, &of_column, variant)
    };
    let all = examine(rows);
    let agrees = all.as_ref().is_ok_and(|it| !matches!(it.verdict, Verdict::Disagree(_)));
    let looked_at = if agrees { 0 } else { rows.len().min(MOST_ROWS) };
    let mut alone: Vec<Result<ExaminedClaim, Diagnostic>> =
        rows[..looked_at].iter().map(|row| examine(std::slice::from_ref(row))).collect();
    let head = claim.text.location.clone();
    let is_other = |row: &Result<ExaminedClaim, Diagnostic>| {
        row.as_ref()
            .is_ok_and(|row| matches!(&row.verdict, Verdict::Disagree(it) if !it.extra.is_empty()))
    };
    let other = alone.iter().position(is_other);
    match all {
        Ok(mut examined) => {
            let is_wrong = matches!(examined.verdict, Verdict::Disagree(_));
            if let Some(remedy) = other_side(claim, variant)
                && let Verdict::Disagree(difference) = &mut examined.verdict
            {
                (difference.missing, difference.extra) = (Vec::new(), Vec::new());
                difference.hint = Some(remedy);
                return (Ok(examined), head);
            }
            let place = other.filter(|_| is_wrong);
            // Of several rows the first one that is wrong is shown.
            if let Some(Ok(mut row)) = place.map(|row| alone.swap_remove(row)) {
                leave_other_pieces_out(&mut row.verdict);
                examined.verdict = row.verdict;
            }
            add_remedy(&mut examined.verdict);
            (Ok(examined), place.map_or(head, |row| row_of(claim, row)))
        }
        Err(error) => {
            let wrong: Vec<usize> = (0..looked_at).filter(|&row| alone[row].is_err()).collect();
            let place = match (wrong.first(), other) {
                (Some(row), _) if rows.len() == 1 || wrong.len() < rows.len() => {
                    row_of(claim, *row)
                }
                // Two rows do not fit each other: one puts a piece where none of its kind stands.
                (None, Some(row)) => {
                    if let Ok(mut examined) = alone.swap_remove(row) {
                        leave_other_pieces_out(&mut examined.verdict);
                        add_remedy(&mut examined.verdict);
                        return (Ok(examined), row_of(claim, row));
                    }
                    head
                }
                _ => head,
            };
            let error = Diagnostic { labels: Vec::new(), ..error.in_file(&place.file, place.span) };
            (Err(error), place)
        }
    }
}

/// The advice for a claim about one side above the cells of another one: the head of a column was copied.
fn other_side(claim: &Claim, variant: &LoadedVariant) -> Option<String> {
    let text = &claim.text.value;
    let ids = || variant.variant().players().map(|side| &variant.variant().sides[side.index()].id);
    let own = ids().find(|id| text.contains(&***id))?;
    ids().filter(|id| *id != own).find_map(|id| {
        let meant = text.replacen(&**own, id, 1);
        let of_column = with_column(&meant, &claim.column, variant).ok()?;
        let examined = examine_claim(&claim.sentence, &of_column, variant).ok()?;
        (examined.verdict == Verdict::Agree)
            .then(|| format!("the column has the cells of {id}: write `{meant}`"))
    })
}

/// Leaves out the pieces that a row alone cannot have: those of the other rows.
fn leave_other_pieces_out(verdict: &mut Verdict) {
    let Verdict::Disagree(difference) = verdict else { return };
    let kinds: Vec<String> = difference.extra.iter().map(|it| kind_of(it).to_owned()).collect();
    difference.missing.retain(|it| kinds.iter().any(|kind| kind == kind_of(it)));
}

/// The piece of `white Rook a1`.
fn kind_of(placed: &str) -> &str {
    placed.rsplit_once(' ').map_or(placed, |(kind, _)| kind)
}

fn cell_of(placed: &str) -> &str {
    placed.rsplit(' ').next().unwrap_or(placed)
}

/// Adds what the table would have to say, if the rules are right.
fn add_remedy(verdict: &mut Verdict) {
    let Verdict::Disagree(Disagreement { missing, extra, hint, .. }) = verdict else { return };
    let write = match (&missing[..], &extra[..]) {
        (right, wrong)
            if !right.is_empty()
                && right.len() == wrong.len()
                && right.iter().chain(wrong).all(|it| kind_of(it) == kind_of(&right[0])) =>
        {
            let cells =
                |all: &[String]| all.iter().map(|it| cell_of(it)).collect::<Vec<_>>().join(", ");
            format!("write `{}` for `{}`", cells(right), cells(wrong))
        }
        ([first, ..], []) => {
            let own = missing.iter().filter(|it| kind_of(it) == kind_of(first));
            let cells: Vec<&str> = own.map(|it| cell_of(it)).collect();
            let name = kind_of(first).split_once(' ').map_or("", |(_, name)| name);
            format!("a row is missing, or cells of one: `{name}` with `{}`", cells.join(", "))
        }
        _ => return,
    };
    let other = hint.take().map(|hint| format!("; {hint}")).unwrap_or_default();
    *hint = Some(format!("if the rules are right, {write}{other}"));
}

/// The place of a row of the column of a claim; the head and the line below it come first.
fn row_of(claim: &Claim, row: usize) -> Location {
    let file = &claim.text.location.file;
    let head = file.line_column(claim.text.span().start).line;
    Location::new(file, file.line_span(head + 2 + row))
}
