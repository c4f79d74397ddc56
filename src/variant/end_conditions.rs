//! Reads `[end-conditions]`: further ways in which a game ends.

use crate::rules::{BySide, Castling, EndCondition, EndTiming, SideFactKind};
use crate::source::{Code, Diagnostics, SourceText, TomlTable};

use super::conditions::{ConditionExpr, ConditionReader};
use super::end_rules::outcome;
use super::lowering::LoweringContext;

/// The most end conditions: what positions remember of them fits into 64 bits for 8 sides.
const MOST: usize = 8;

/// Returns the end conditions, each as written too.
pub(super) fn read(
    context: &LoweringContext<'_>,
    castlings: &[Castling],
    diagnostics: &mut Diagnostics,
) -> Vec<(EndCondition, ConditionExpr)> {
    let reader = ConditionReader { context, castlings };
    let tables = context.tables_by_side("end-conditions");
    if let Some((name, ..)) = tables.get(MOST) {
        let message = format!("more than {MOST} end conditions");
        diagnostics.push(name.error(Code::Ends, message));
        return Vec::new();
    }
    let read = tables
        .into_iter()
        .filter_map(|(name, sides, table)| diagnostics.keep(end(&reader, name, sides, table)));
    read.collect()
}

fn end(
    reader: &ConditionReader<'_, '_>,
    name: &SourceText,
    sides: BySide<bool>,
    table: &TomlTable,
) -> Result<(EndCondition, ConditionExpr), Diagnostics> {
    let (Some(text), Some(result)) = (table.text("if"), outcome(table, "result")) else {
        // The check of required keys has reported the missing one.
        return Err(Diagnostics::default());
    };
    let read = reader.read_about_side(text)?;
    let when = match table.text("when").map(SourceText::as_str) {
        Some("next own turn") => EndTiming::NextOwnTurn,
        Some("end of round") => EndTiming::EndOfRound,
        _ => EndTiming::Immediately,
    };
    if let (Some(tie), false) = (table.text("tie"), when == EndTiming::EndOfRound) {
        let message = "`tie` needs `when = \"end of round\"`";
        let help = "otherwise the side that has just moved gets the result first";
        return Err(tie.error(Code::Ends, message).help(help).into());
    }
    let moved_from = |kind: &SideFactKind| matches!(kind, SideFactKind::MovedFrom(_));
    let facts = read.condition.facts.iter();
    if when != EndTiming::Immediately
        && let Some(index) = facts.clone().position(|fact| moved_from(&fact.kind))
    {
        let message = "`moved from` is about the turn that just ended";
        let help = "leave out `when`: it is tested immediately";
        return Err(read.texts[index].error(Code::Ends, message).help(help).into());
    }
    let end = EndCondition {
        name: name.value.clone(),
        sides,
        condition: read.condition,
        outcome: result,
        when,
        tie: outcome(table, "tie"),
    };
    Ok((end, read.expr))
}
