//! End conditions in words.

use crate::rules::{BySide, EndTiming};
use crate::source::join_words;

use super::RuleText;
use super::ends::consequence;
use crate::query::LoadedVariant;

impl LoadedVariant {
    /// One rule for each end condition.
    pub(super) fn end_conditions(&self) -> Vec<Option<RuleText>> {
        let texts = &self.variant().texts.end_conditions;
        let ends = self.game().end_conditions.iter().zip(texts);
        let rules = ends.map(|(end, text)| {
            let who = self.player_words(&end.sides);
            let clauses = self.condition_clauses(text, &who);
            let when = match end.when {
                EndTiming::Immediately => "",
                EndTiming::NextOwnTurn => ", and this is still so at the player’s next turn",
                EndTiming::EndOfRound => " at the end of a round",
            };
            let result = consequence(end.outcome, "the player");
            let mut words = format!("If {clauses}{when}, {result}.");
            if let Some(tie) = end.tie {
                let result = consequence(tie, "each of them");
                words += &format!(" If this is so of several players, {result}.");
            }
            self.with_parts("End", &format!("end-conditions.{}", end.name), words)
        });
        rules.collect()
    }

    /// `a player`, or the names of the sides that a rule concerns if it does not concern all.
    pub(super) fn player_words(&self, sides: &BySide<bool>) -> String {
        if self.variant().players().all(|side| sides[side]) {
            return "a player".to_owned();
        }
        let concerned = self.variant().players().filter(|&side| sides[side]);
        let names: Vec<String> =
            concerned.map(|side| self.variant().sides[side.index()].name.clone()).collect();
        join_words(&names, "or")
    }
}
