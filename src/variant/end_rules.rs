//! Reads how a game ends: `[ends]`, `[check]`, `[elimination]` and `[score]`.

use crate::rules::{
    CheckSource, Elimination, EndRules, GoalRule, NextTurn, NoProgress, Outcome, PieceSet,
    Repetition,
};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, TomlTable, TomlValue};

use super::Score;
use super::cell_resolver::ResolvedCells;
use super::lowering::LoweringContext;
use super::piece_sets::PieceExpr;
use super::rule_exprs::RuleTexts;

/// Reads `[ends]`, of the game or of one side, and adds the parsed expressions to `texts`.
pub(super) fn read(
    context: &LoweringContext<'_>,
    table: &TomlTable,
    texts: &mut RuleTexts,
    diagnostics: &mut Diagnostics,
) -> EndRules {
    check(context, table, diagnostics);
    EndRules {
        checkmate: outcome(table, "checkmate"),
        stalemate: outcome(table, "stalemate"),
        royal_capturable: outcome(table, "royal-capturable"),
        extinction: diagnostics.keep(extinction(context, table, texts)).unwrap_or_default(),
        goal: diagnostics.keep(goal(context, table, texts)).unwrap_or_default(),
        repetition: diagnostics.keep(repetition(table)).flatten(),
        no_progress: diagnostics.keep(no_progress(context, table, texts)).flatten(),
        no_promotion_choice: outcome(table, "nothing-to-promote"),
        last_survivor: outcome(table, "last-survivor"),
        facing_royals: outcome(table, "facing-royals"),
        all_passed: outcome(table, "all-passed"),
    }
}

/// Reads a result.
pub(super) fn outcome(table: &TomlTable, key: &str) -> Option<Outcome> {
    Some(match table.text(key)?.as_str() {
        "loses" => Outcome::Loses,
        "wins" => Outcome::Wins,
        "draw" => Outcome::Draw,
        "passes" => Outcome::Passes,
        "eliminated" => Outcome::Eliminated,
        "points" => Outcome::Points,
        "fewer points" => Outcome::FewerPoints,
        _ => return None,
    })
}

/// Reports `eliminated` without `[elimination]`, and `last-survivor` in a game of two sides.
fn check(context: &LoweringContext<'_>, table: &TomlTable, diagnostics: &mut Diagnostics) {
    let nested = ["extinction", "goal"].iter().filter_map(|key| table.table(key).text("result"));
    let results = table.texts().map(|(_, text)| text).chain(nested);
    if context.root.get("elimination").is_none() {
        for result in results.filter(|result| result.value == "eliminated") {
            let error = result.error(Code::Ends, "`eliminated` needs `[elimination]`");
            let help = "`[elimination]` says what happens to the army: `army = \"removed\"`";
            diagnostics.push(error.help(help));
        }
    }
    if let (Some(entry), 0..=2) = (table.get("last-survivor"), context.players().len()) {
        let error = entry.key.error(Code::Ends, "a game of two sides has no `last-survivor`");
        diagnostics.push(error.help("the side that gives checkmate has won"));
    }
}

fn extinction(
    context: &LoweringContext<'_>,
    ends: &TomlTable,
    texts: &mut RuleTexts,
) -> Result<Vec<(PieceSet, Outcome)>, Diagnostic> {
    let table = ends.table("extinction");
    let (Some(pieces), Some(outcome)) = (table.text("pieces"), outcome(table, "result")) else {
        return Ok(Vec::new());
    };
    let (pieces, expr) = pieces_of_players(context, pieces)?;
    texts.extinction = Some(expr);
    Ok(vec![(pieces, outcome)])
}

/// The pieces that `text` names, only of sides that have turns, and the parsed expression.
fn pieces_of_players(
    context: &LoweringContext<'_>,
    text: &SourceText,
) -> Result<(PieceSet, PieceExpr), Diagnostic> {
    let expr = context.piece_expr(text)?;
    let players = context.players();
    let pieces = context.piece_set(&expr, text, None)?;
    let pieces = pieces.iter().filter(|piece| players.contains(&piece.side.index())).collect();
    Ok((pieces, expr))
}

fn goal(
    context: &LoweringContext<'_>,
    ends: &TomlTable,
    texts: &mut RuleTexts,
) -> Result<Vec<GoalRule>, Diagnostic> {
    let table = ends.table("goal");
    let (Some(pieces), Some(at), Some(outcome)) =
        (table.text("pieces"), table.text("at"), outcome(table, "result"))
    else {
        return Ok(Vec::new());
    };
    let (pieces, piece_expr) = pieces_of_players(context, pieces)?;
    let ResolvedCells { expr, cells } = context.cell_resolver.resolved(at)?;
    texts.goal = Some((piece_expr, expr));
    Ok(vec![GoalRule { pieces, at: cells.into(), outcome }])
}

fn repetition(ends: &TomlTable) -> Result<Option<Repetition>, Diagnostic> {
    let table = ends.table("repetition");
    let (Some((times, location)), Some(result)) =
        (table.integer("times"), outcome(table, "result"))
    else {
        return Ok(None);
    };
    if !(2..=1000).contains(&times) {
        let error = location.error(Code::Ends, format!("{times} repetitions cannot be counted"));
        return Err(error.help("`times` is at least 2, and usually 3"));
    }
    let perpetual_check = outcome(table, "perpetual-check");
    Ok(Some(Repetition { times: times as u16, outcome: result, perpetual_check }))
}

fn no_progress(
    context: &LoweringContext<'_>,
    ends: &TomlTable,
    texts: &mut RuleTexts,
) -> Result<Option<NoProgress>, Diagnostic> {
    let table = ends.table("no-progress");
    let (Some((moves, location)), Some(outcome)) =
        (table.integer("moves"), outcome(table, "result"))
    else {
        return Ok(None);
    };
    if !(1..=10_000).contains(&moves) {
        let message = format!("{moves} moves without progress cannot be counted");
        return Err(location.error(Code::Ends, message).help("`moves` is 50, for instance"));
    }
    let pieces = match table.text("by") {
        Some(text) => {
            let expr = context.piece_expr(text)?;
            let pieces = context.piece_set(&expr, text, None)?;
            texts.progress = Some(expr);
            pieces
        }
        None => PieceSet::new(),
    };
    Ok(Some(NoProgress { moves: moves as u16, pieces, outcome }))
}

/// Reads `[check]`.
pub(super) fn check_by(root: &TomlTable) -> CheckSource {
    match root.table("check").text("by").map(SourceText::as_str) {
        Some("next side") => CheckSource::NextSide,
        Some("none") => CheckSource::None,
        _ => CheckSource::AnyEnemy,
    }
}

/// Reads `[elimination]`.
pub(super) fn elimination(root: &TomlTable) -> Elimination {
    let table = root.table("elimination");
    let next = match table.text("next").map(SourceText::as_str) {
        Some("in order") => NextTurn::InOrder,
        _ => NextTurn::Captor,
    };
    match (table.text("army").map(SourceText::as_str), next) {
        (Some("stays"), next) => Elimination::Stays(next),
        (Some("captor's"), next) => Elimination::JoinsCaptor(next),
        (_, NextTurn::Captor) => Elimination::RemovedThenCaptor,
        (_, NextTurn::InOrder) => Elimination::RemovedInOrder,
    }
}

/// Reads the points of a piece or a side, in hundredths.
pub(super) fn points(table: &TomlTable, diagnostics: &mut Diagnostics) -> u32 {
    let Some((points, location)) = table.number("points") else { return 0 };
    let hundredths = points * 100.0;
    if (0.0..=1_000_000.0).contains(&hundredths) && hundredths.fract() == 0.0 {
        return hundredths as u32;
    }
    let message = format!("{points} points cannot be counted");
    let help = "from 0 to 10000, with at most two decimals";
    diagnostics.push(location.error(Code::Ends, message).help(help));
    0
}

/// Reads `[score]`, of the game or of one side.
pub(super) fn score(
    context: &LoweringContext<'_>,
    table: &TomlTable,
    diagnostics: &mut Diagnostics,
) -> Score {
    let number = |key: &str| table.number(key).map(|(number, _)| number);
    let win = number("win").unwrap_or(1.0);
    let places: Vec<f64> = match table.get("places").map(|entry| &entry.node.value) {
        Some(TomlValue::List(items)) => items
            .iter()
            .filter_map(|item| match item.value {
                TomlValue::Integer(number) => Some(number as f64),
                TomlValue::Float(number) => Some(number),
                _ => None,
            })
            .collect(),
        _ => Vec::new(),
    };
    let players = context.players().len();
    if let Some(entry) = table.get("places").filter(|_| places.len() != players) {
        let message = format!("{} places for {players} players", places.len());
        let help = "points from the first place to the last, one number a player";
        diagnostics.push(entry.key.error(Code::Ends, message).help(help));
    }
    let draw = number("draw").unwrap_or(win / 2.0);
    Score { win, draw, stalemating: number("stalemating"), places }
}
