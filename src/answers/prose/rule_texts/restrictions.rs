//! Restrictions in words.

use crate::game::{Act, ActKind, Condition, RestrictionKind};
use crate::query::LoadedVariant;
use crate::source::capitalised;

use super::super::piece_filter::piece_noun;
use super::acts::{ActPhrases, VerbForm};
use super::conditions::condition_clauses;
use super::end_conditions::player_words;
use super::{RuleText, with_parts};

/// One rule for each restriction.
pub(super) fn restrictions(variant: &LoadedVariant) -> Vec<RuleText> {
    let restrictions = variant.game().restrictions.iter().enumerate();
    let rules = restrictions.map(|(index, restriction)| {
        let words = restriction_sentence(variant, index);
        let heading = match restriction.kind {
            RestrictionKind::Must => "Compulsory moves",
            RestrictionKind::Never => "Forbidden moves",
        };
        with_parts(variant, heading, &format!("restrictions.{}", restriction.name), words)
    });
    rules.collect()
}

/// The restriction of the game with that number: `No move may give check.`
pub(in crate::prose) fn restriction_sentence(variant: &LoadedVariant, index: usize) -> String {
    let restriction = &variant.game().restrictions[index];
    let player = player_words(variant, &restriction.sides);
    let parts = restriction.condition.conjuncts().iter().cloned();
    let (acts, facts) = parts.partition(|part: &Condition| part.acts().next().is_some());
    let (acts, facts) = (Condition::All(acts), Condition::All(facts));
    let clauses = condition_clauses(variant, &facts, &player);
    let condition = if facts.is_empty() { clauses } else { format!("while {clauses}, ") };
    let phrases = |of_piece: bool, bare: &'static str| ActPhrases {
        variant,
        form: VerbForm::Base,
        of_piece,
        actor_is_said: of_piece,
        bare,
        player: "the player",
    };
    let rule = match restriction.kind {
        RestrictionKind::Must if is_most(&acts) => format!(
            "if {player} can capture, the player must choose a move that captures the most pieces"
        ),
        RestrictionKind::Must => {
            format!(
                "if {player} can {}, the player must do so",
                phrases(false, "move").words(&acts)
            )
        }
        RestrictionKind::Never => {
            let of = if player == "a player" { String::new() } else { format!(" of {player}") };
            let is_plain = |act: &Act| act.kind == ActKind::Moves(None);
            let any = || acts.acts().any(is_plain).then(|| "a piece".to_owned());
            match acts.actor().map(|it| piece_noun(variant, &it.expr)).or_else(any) {
                Some(noun) => format!("{noun}{of} may not {}", phrases(true, "move").words(&acts)),
                None => format!("no move{of} may {}", phrases(false, "be made").words(&acts)),
            }
        }
    };
    format!("{}.", capitalised(&(condition + &rule)))
}

/// Whether the most captures are asked for, of any piece, and nothing else.
fn is_most(acts: &Condition) -> bool {
    acts.conjuncts() == [Condition::act(ActKind::CapturesMost)]
}

#[cfg(test)]
mod tests {
    use super::super::tests::{based, words};

    #[test]
    fn a_restriction_says_what_must_or_may_not_be_done() {
        let check = |on: &str, restriction: &str, expected: &str| {
            let game = based(&format!("[restrictions.new]\n{restriction}\n"));
            assert_eq!(words(&game, on), expected, "{restriction}");
        };
        check(
            "Compulsory moves",
            "must = \"captures\"",
            "If a player can capture, the player must do so.",
        );
        check(
            "Compulsory moves",
            "must = \"captures most by rook\"",
            "If a player can capture the most pieces with a Rook, the player must do so.",
        );
        check(
            "Compulsory moves",
            "must = \"captures most\"",
            "If a player can capture, the player must choose a move that captures the most pieces.",
        );
        check(
            "Forbidden moves",
            "never = \"in check and moves by king and not captures\"",
            "While a player is in check, a King may not move without capturing.",
        );
        check(
            "Forbidden moves",
            "never = \"moves and not (captures or no queen)\"",
            "While a player has a Queen, a piece may not move without capturing.",
        );
        check(
            "Forbidden moves",
            "never = \"gives check and not gives checkmate\"",
            "No move may give check without giving checkmate.",
        );
        check(
            "Forbidden moves",
            "never = \"(captures queen by king or passes) and at most 2 own\"",
            "While a player has at most two pieces, no move may capture a Queen with a King or pass.",
        );
    }
}
