use crate::rules::{
    CheckSource, Elimination, EndRules, GoalRule, NextTurn, NoProgress, Outcome, Piece, PieceSet,
    Repetition, SideId,
};
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, TomlTable, TomlValue};

use super::Score;
use super::cell_resolver::ResolvedCells;
use super::lowering::LoweringContext;
use super::piece_sets::PieceExpr;
use super::rule_exprs::RuleTexts;

/// Reads `[ends]`; the parsed texts go into `texts`.
pub(super) fn read(
    context: &LoweringContext<'_>,
    texts: &mut RuleTexts,
    diagnostics: &mut Diagnostics,
) -> EndRules {
    let table = context.root.table("ends");
    check_elimination(context, table, diagnostics);
    check_last_survivor(context, table, diagnostics);
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

fn outcome(table: &TomlTable, key: &str) -> Option<Outcome> {
    Some(match table.text(key)?.as_str() {
        "loses" => Outcome::Loses,
        "wins" => Outcome::Wins,
        "draw" => Outcome::Draw,
        "passes" => Outcome::Passes,
        "eliminated" => Outcome::Eliminated,
        "points" => Outcome::Points,
        _ => return None,
    })
}

/// A side that is out leaves an army behind: somebody has to say what becomes of it.
fn check_elimination(
    context: &LoweringContext<'_>,
    table: &TomlTable,
    diagnostics: &mut Diagnostics,
) {
    if context.root.get("elimination").is_some() {
        return;
    }
    let nested = ["extinction", "goal"].iter().filter_map(|key| table.table(key).text("result"));
    for result in table.texts().map(|(_, text)| text).chain(nested) {
        if result.value == "eliminated" {
            diagnostics.push(
                result
                    .error(Code::Ends, "`eliminated` needs `[elimination]`")
                    .help("`[elimination]` says what becomes of its army: `army = \"removed\"`"),
            );
        }
    }
}

fn check_last_survivor(
    context: &LoweringContext<'_>,
    table: &TomlTable,
    diagnostics: &mut Diagnostics,
) {
    if let (Some(entry), 0..=2) = (table.get("last-survivor"), context.players().len()) {
        diagnostics.push(
            entry
                .key
                .error(Code::Ends, "a game of two sides has no `last-survivor`")
                .help("whoever mates the other has won"),
        );
    }
}

fn extinction(
    context: &LoweringContext<'_>,
    ends: &TomlTable,
    texts: &mut RuleTexts,
) -> Result<Vec<(PieceSet, Outcome)>, Diagnostic> {
    let table = ends.table("extinction");
    let (Some(who), Some(outcome)) = (table.text("pieces"), outcome(table, "result")) else {
        return Ok(Vec::new());
    };
    let (who, expr) = of_players(context, who)?;
    texts.extinction = Some(expr);
    Ok(vec![(who, outcome)])
}

/// The pieces that a text means, of sides that have turns, and its tree.
fn of_players(
    context: &LoweringContext<'_>,
    who: &SourceText,
) -> Result<(PieceSet, PieceExpr), Diagnostic> {
    let expr = context.piece_expr(who)?;
    let pieces = context.piece_set(&expr, who, None)?;
    let players: Vec<SideId> =
        context.players().into_iter().map(|side| SideId(side as u8)).collect();
    let pieces = pieces.iter().filter(|Piece { side, .. }| players.contains(side)).collect();
    Ok((pieces, expr))
}

fn goal(
    context: &LoweringContext<'_>,
    ends: &TomlTable,
    texts: &mut RuleTexts,
) -> Result<Vec<GoalRule>, Diagnostic> {
    let table = ends.table("goal");
    let (Some(who), Some(at), Some(outcome)) =
        (table.text("pieces"), table.text("at"), outcome(table, "result"))
    else {
        return Ok(Vec::new());
    };
    let (who, pieces) = of_players(context, who)?;
    let ResolvedCells { expr, cells } = context.cell_resolver.resolved(at)?;
    texts.goal = Some((pieces, expr));
    Ok(vec![GoalRule { pieces: who, at: cells, outcome }])
}

fn repetition(ends: &TomlTable) -> Result<Option<Repetition>, Diagnostic> {
    let table = ends.table("repetition");
    let (Some((times, location)), Some(result)) =
        (table.integer("times"), outcome(table, "result"))
    else {
        return Ok(None);
    };
    if !(2..=1000).contains(&times) {
        let message = format!("a position cannot come again {times} times");
        return Err(location
            .error(Code::Ends, message)
            .help("`times` is 2 at least, and usually 3"));
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
    let by = match table.text("by") {
        Some(who) => {
            let expr = context.piece_expr(who)?;
            let pieces = context.piece_set(&expr, who, None)?;
            texts.progress = Some(expr);
            pieces
        }
        None => PieceSet::new(),
    };
    Ok(Some(NoProgress { moves: moves as u16, pieces: by, outcome }))
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

/// What a piece or a side is worth where points are counted, in hundredths.
pub(super) fn points(table: &TomlTable, diagnostics: &mut Diagnostics) -> u32 {
    let Some((points, location)) = table.number("points") else { return 0 };
    let hundredths = points * 100.0;
    if (0.0..=1_000_000.0).contains(&hundredths) && hundredths.fract() == 0.0 {
        return hundredths as u32;
    }
    let message = format!("{points} points cannot be counted");
    diagnostics.push(
        location.error(Code::Ends, message).help("from 0 to 10000, with at most two decimals"),
    );
    0
}

/// Reads `[score]`.
pub(super) fn score(context: &LoweringContext<'_>, diagnostics: &mut Diagnostics) -> Score {
    let table = context.root.table("score");
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
