use crate::rules::{
    CheckBy, Elimination, Ends, Man, Men, NextTurn, NoProgress, Outcome, Reached, Repetition,
    SideId,
};
use crate::source::{Code, Diagnostic};

use super::Score;
use super::cell_resolver::ResolvedCells;
use super::piece_sets::PieceExpr;
use super::rule_exprs::RuleTexts;
use super::spot::{Complaints, Text};
use super::stage::Stage;
use super::tree::{Table, Value};

/// Reads `[ends]`; the parsed texts go into `texts`.
pub(super) fn read(stage: &Stage<'_>, texts: &mut RuleTexts, complaints: &mut Complaints) -> Ends {
    let table = stage.root.table("ends");
    check_outs(stage, table, complaints);
    check_last_standing(stage, table, complaints);
    Ends {
        checkmate: outcome(table, "checkmate"),
        stalemate: outcome(table, "stalemate"),
        caught: outcome(table, "caught"),
        gone: complaints.keep(gone(stage, table, texts)).unwrap_or_default(),
        reached: complaints.keep(reached(stage, table, texts)).unwrap_or_default(),
        repetition: complaints.keep(repetition(table)).flatten(),
        no_progress: complaints.keep(no_progress(stage, table, texts)).flatten(),
        nothing_to_promote: outcome(table, "nothing-to-promote"),
        last_standing: outcome(table, "last-standing"),
        bikjang: outcome(table, "bikjang"),
        all_passed: outcome(table, "all-passed"),
    }
}

fn outcome(table: &Table, key: &str) -> Option<Outcome> {
    Some(match table.text(key)?.as_str() {
        "loses" => Outcome::Loses,
        "wins" => Outcome::Wins,
        "draw" => Outcome::Draw,
        "passes" => Outcome::Passes,
        "out" => Outcome::Out,
        "points" => Outcome::Points,
        _ => return None,
    })
}

/// A side that is out leaves an army behind: somebody has to say what becomes of it.
fn check_outs(stage: &Stage<'_>, table: &Table, complaints: &mut Complaints) {
    if stage.root.get("elimination").is_some() {
        return;
    }
    let nested = ["gone", "reached"].iter().filter_map(|key| table.table(key).text("result"));
    for result in table.texts().map(|(_, text)| text).chain(nested) {
        if result.value == "out" {
            complaints.add(
                result
                    .error(Code::Ends, "`out` needs `[elimination]`")
                    .help("`[elimination]` says what becomes of its army: `army = \"removed\"`"),
            );
        }
    }
}

fn check_last_standing(stage: &Stage<'_>, table: &Table, complaints: &mut Complaints) {
    if let (Some(entry), 0..=2) = (table.get("last-standing"), stage.players().len()) {
        complaints.add(
            entry
                .key
                .error(Code::Ends, "a game of two sides has no `last-standing`")
                .help("whoever mates the other has won"),
        );
    }
}

fn gone(
    stage: &Stage<'_>,
    ends: &Table,
    texts: &mut RuleTexts,
) -> Result<Vec<(Men, Outcome)>, Diagnostic> {
    let table = ends.table("gone");
    let (Some(who), Some(outcome)) = (table.text("who"), outcome(table, "result")) else {
        return Ok(Vec::new());
    };
    let (who, expr) = of_players(stage, who)?;
    texts.extinction = Some(expr);
    Ok(vec![(who, outcome)])
}

/// The pieces that a text means, of sides that have turns, and its tree.
fn of_players(stage: &Stage<'_>, who: &Text) -> Result<(Men, PieceExpr), Diagnostic> {
    let expr = stage.piece_expr(who)?;
    let men = stage.piece_set(&expr, who, None)?;
    let players: Vec<SideId> = stage.players().into_iter().map(|side| SideId(side as u8)).collect();
    let men = men.iter().filter(|Man { side, .. }| players.contains(side)).collect();
    Ok((men, expr))
}

fn reached(
    stage: &Stage<'_>,
    ends: &Table,
    texts: &mut RuleTexts,
) -> Result<Vec<Reached>, Diagnostic> {
    let table = ends.table("reached");
    let (Some(who), Some(at), Some(outcome)) =
        (table.text("who"), table.text("at"), outcome(table, "result"))
    else {
        return Ok(Vec::new());
    };
    let (who, pieces) = of_players(stage, who)?;
    let ResolvedCells { expr, cells } = stage.places.resolved(at)?;
    texts.goal = Some((pieces, expr));
    Ok(vec![Reached { who, at: cells, outcome }])
}

fn repetition(ends: &Table) -> Result<Option<Repetition>, Diagnostic> {
    let table = ends.table("repetition");
    let (Some((times, spot)), Some(result)) = (table.integer("times"), outcome(table, "result"))
    else {
        return Ok(None);
    };
    if !(2..=1000).contains(&times) {
        let message = format!("a position cannot come again {times} times");
        return Err(spot.error(Code::Ends, message).help("`times` is 2 at least, and usually 3"));
    }
    let perpetual_check = outcome(table, "perpetual-check");
    Ok(Some(Repetition { times: times as u16, outcome: result, perpetual_check }))
}

fn no_progress(
    stage: &Stage<'_>,
    ends: &Table,
    texts: &mut RuleTexts,
) -> Result<Option<NoProgress>, Diagnostic> {
    let table = ends.table("no-progress");
    let (Some((moves, spot)), Some(outcome)) = (table.integer("moves"), outcome(table, "result"))
    else {
        return Ok(None);
    };
    if !(1..=10_000).contains(&moves) {
        let message = format!("{moves} moves without progress cannot be counted");
        return Err(spot.error(Code::Ends, message).help("`moves` is 50, for instance"));
    }
    let by = match table.text("by") {
        Some(who) => {
            let expr = stage.piece_expr(who)?;
            let pieces = stage.piece_set(&expr, who, None)?;
            texts.progress = Some(expr);
            pieces
        }
        None => Men::none(),
    };
    Ok(Some(NoProgress { moves: moves as u16, by, outcome }))
}

/// Reads `[check]`.
pub(super) fn check_by(root: &Table) -> CheckBy {
    match root.table("check").text("by").map(Text::as_str) {
        Some("next side") => CheckBy::NextSide,
        Some("nobody") => CheckBy::Nobody,
        _ => CheckBy::AnyEnemy,
    }
}

/// Reads `[elimination]`.
pub(super) fn elimination(root: &Table) -> Elimination {
    let table = root.table("elimination");
    let next = match table.text("next").map(Text::as_str) {
        Some("in order") => NextTurn::InOrder,
        _ => NextTurn::Captor,
    };
    match (table.text("army").map(Text::as_str), next) {
        (Some("stays"), next) => Elimination::Stays(next),
        (Some("captor's"), next) => Elimination::Captors(next),
        (_, NextTurn::Captor) => Elimination::RemovedThenCaptor,
        (_, NextTurn::InOrder) => Elimination::RemovedInOrder,
    }
}

/// What a piece or a side is worth where points are counted, in hundredths.
pub(super) fn points(table: &Table, complaints: &mut Complaints) -> u32 {
    let Some((points, spot)) = table.number("points") else { return 0 };
    let hundredths = points * 100.0;
    if (0.0..=1_000_000.0).contains(&hundredths) && hundredths.fract() == 0.0 {
        return hundredths as u32;
    }
    let message = format!("{points} points cannot be counted");
    complaints
        .add(spot.error(Code::Ends, message).help("from 0 to 10000, with at most two decimals"));
    0
}

/// Reads `[score]`.
pub(super) fn score(stage: &Stage<'_>, complaints: &mut Complaints) -> Score {
    let table = stage.root.table("score");
    let number = |key: &str| table.number(key).map(|(number, _)| number);
    let win = number("win").unwrap_or(1.0);
    let places: Vec<f64> = match table.get("places").map(|entry| &entry.node.value) {
        Some(Value::List(items)) => items
            .iter()
            .filter_map(|item| match item.value {
                Value::Integer(number) => Some(number as f64),
                Value::Float(number) => Some(number),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    let players = stage.players().len();
    if let Some(entry) = table.get("places").filter(|_| places.len() != players) {
        let message = format!("{} places for {players} players", places.len());
        let help = "points from the first place to the last, one number a player";
        complaints.add(entry.key.error(Code::Ends, message).help(help));
    }
    let draw = number("draw").unwrap_or(win / 2.0);
    Score { win, draw, stalemating: number("stalemating"), places }
}
