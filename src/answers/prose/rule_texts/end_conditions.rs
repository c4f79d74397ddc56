//! End conditions in words.

use crate::game::{BySide, EndTiming, SideId};
use crate::query::LoadedVariant;
use crate::source::join_words;

use super::conditions::condition_clauses;
use super::ends::consequence;
use super::{RuleText, with_parts};

/// One rule for each end condition.
pub(super) fn end_conditions(variant: &LoadedVariant) -> Vec<RuleText> {
    let rules = variant.game().end_conditions.iter().map(|end| {
        let player = player_words(variant, &end.sides);
        let clauses = condition_clauses(variant, &end.condition, &player);
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
        with_parts(variant, "End", &format!("end-conditions.{}", end.name), words)
    });
    rules.collect()
}

/// Why the end condition with that number is true of some sides: `White has given check in three
/// turns.`
pub(in crate::prose) fn reached_end_words(
    variant: &LoadedVariant,
    index: usize,
    sides: &[SideId],
) -> String {
    let condition = &variant.game().end_conditions[index].condition;
    let clauses = sides.iter().map(|&side| {
        let name = &variant.variant().sides[side.index()].name;
        format!("{}.", condition_clauses(variant, condition, name))
    });
    clauses.collect::<Vec<_>>().join(" ")
}

/// `a player`, or the names of the sides that a rule concerns if it does not concern all.
pub(super) fn player_words(variant: &LoadedVariant, sides: &BySide<bool>) -> String {
    if variant.variant().players().all(|side| sides[side]) {
        return "a player".to_owned();
    }
    let concerned = variant.variant().players().filter(|&side| sides[side]);
    let names: Vec<String> =
        concerned.map(|side| variant.variant().sides[side.index()].name.clone()).collect();
    join_words(names, "or")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{based, words};

    #[test]
    fn an_end_condition_names_the_player_and_the_time() {
        let check = |condition: &str, expected: &str| {
            let game = based(&format!("[ends]\n\n[end-conditions.new]\n{condition}\n"));
            assert_eq!(words(&game, "End"), expected, "{condition}");
        };
        check(
            "if = \"given 3 checks\"\nresult = \"wins\"",
            "If a player has given check in three turns, the player wins.",
        );
        check(
            "if = \"king on rank 8\"\nwhen = \"end of round\"\ntie = \"draw\"\nresult = \"wins\"",
            "If a player has a King on rank 8 (Black: rank 1) at the end of a round, the player \
             wins. If this is so of several players, the game is drawn.",
        );
        check(
            "if = \"a type of any extinct\"\nresult = \"loses\"",
            "If a player has lost all pieces of one kind with which it began, the player loses.",
        );
        check(
            "if = \"a type of enemy extinct\"\nresult = \"wins\"",
            "If an enemy has lost all pieces of one kind with which it began, the player wins.",
        );
        check(
            "if = \"no own but king and at least 2 enemy\"\nwhen = \"next own turn\"\n\
             result = \"loses\"",
            "If a player has no piece other than a King and there are at least two enemy pieces, and \
             this is still so at the player’s next turn, the player loses.",
        );
        check(
            "if = \"castled long and not in check and captured 2 pawn\"\nresult = \"wins\"",
            "If a player has castled (long), the player is not in check and the player has \
             captured two Pawns, the player wins.",
        );
    }
}
