//! Reads `[end-conditions]`: further ways in which a game ends.

use crate::expression::{Asked, ConditionReader};
use crate::game::{BySide, Castling, EndCondition, EndTiming, GameFact};
use crate::source::{Code, Diagnostics, SourceText};
use crate::toml_text::TomlTable;

use super::end_rules::outcome;
use super::lowering::LoweringContext;

/// The most end conditions: what positions remember of them fits into 64 bits for 8 sides.
const MOST: usize = 8;

impl LoweringContext<'_> {
    /// Returns the end conditions.
    pub fn end_conditions(&self, castlings: &[Castling]) -> Vec<EndCondition> {
        let reader = ConditionReader { names: &self.names, castlings, effects: &[] };
        let tables = self.tables_by_side("end-conditions");
        if let Some((name, ..)) = tables.get(MOST) {
            let message = format!("more than {MOST} end conditions");
            self.report(name.error(Code::Ends, message));
            return Vec::new();
        }
        let ends = tables.into_iter();
        ends.filter_map(|(name, sides, table)| {
            self.keep(end(&reader, name, sides, table)).flatten()
        })
        .collect()
    }
}

/// Returns an end condition; `None` if a required key is missing, which was reported before.
fn end(
    reader: &ConditionReader<'_>,
    name: &SourceText,
    sides: BySide<bool>,
    table: &TomlTable,
) -> Result<Option<EndCondition>, Diagnostics> {
    let (Some(text), Some(result)) = (table.text("if"), outcome(table, "result")) else {
        return Ok(None);
    };
    let condition = reader.read(text, Asked::End)?;
    let timings =
        [("next own turn", EndTiming::NextOwnTurn), ("end of round", EndTiming::EndOfRound)];
    let when = table.choice("when", &timings).unwrap_or_default();
    if let (Some(tie), false) = (table.text("tie"), when == EndTiming::EndOfRound) {
        let message = "only at the `end of round` can both sides fulfil a condition at once";
        let help = "leave `tie` out: the side that has just moved gets the result first";
        return Err(tie.error(Code::Ends, message).help(help).into());
    }
    if when != EndTiming::Immediately
        && condition.facts().any(|fact| matches!(fact, GameFact::MovedFrom(_)))
    {
        let message = "`moved from` is about the turn that just ended";
        let help = "leave out `when`: it is tested immediately";
        return Err(text.error(Code::Ends, message).help(help).into());
    }
    let (name, tie) = (name.value.clone(), outcome(table, "tie"));
    Ok(Some(EndCondition { name, sides, condition, outcome: result, when, tie }))
}
