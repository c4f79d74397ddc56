//! Check and the ends of a game in words.

use std::collections::BTreeSet;

use crate::rules::{CheckSource, Elimination, NextTurn, Outcome, PieceTypeId, SideId};
use crate::source::join_words;

use super::RuleText;
use super::capitalise::capital;
use crate::query::LoadedVariant;

impl LoadedVariant {
    pub(super) fn check(&self) -> String {
        let Some(royal) = self.royal_words() else { return String::new() };
        match self.game().check_by {
            CheckSource::AnyEnemy => format!("No move may leave one’s own {royal} attacked."),
            CheckSource::NextSide => format!(
                "No move may leave one’s own {royal} attacked by the player who moves next, unless \
                 every move does."
            ),
            CheckSource::None => format!("The {royal} may be left attacked, and may be taken."),
        }
    }

    /// The names of the royal pieces in the initial position.
    fn royal_words(&self) -> Option<String> {
        let is_royal = |piece_type: &PieceTypeId| self.game().piece_types[*piece_type].royal;
        let kinds: BTreeSet<PieceTypeId> = self
            .game()
            .initial_pieces
            .iter()
            .map(|(_, piece)| piece.piece_type)
            .filter(is_royal)
            .collect();
        let names: Vec<String> =
            kinds.into_iter().map(|piece_type| self.kind_name(piece_type).to_owned()).collect();
        (!names.is_empty()).then(|| join_words(&names, "or"))
    }

    pub(super) fn end_rules(&self) -> Vec<Option<RuleText>> {
        let ends = &self.game().ends;
        let royal = self.royal_words().unwrap_or_else(|| "royal piece".to_owned());
        let end_rule =
            |on: &str, path: &str, when: String, outcome: Option<Outcome>, whose: &str| {
                let outcome = outcome?;
                self.ruling(on, path, format!("{when}, {}.", consequence(outcome, whose)))
            };
        let plain = |on, path, when: &str, outcome| {
            end_rule(on, path, when.to_owned(), outcome, "a player")
        };
        let check =
            if self.game().check_by == CheckSource::None { "" } else { "not in check but " };
        let stuck = capital(&format!("{check}without a legal move"));
        let mut list = vec![
            plain("Mate", "ends.checkmate", "In check and without a legal move", ends.checkmate),
            self.scored_stalemate(&stuck)
                .or_else(|| plain("Stalemate", "ends.stalemate", &stuck, ends.stalemate)),
            end_rule(
                "Caught",
                "ends.royal-capturable",
                format!("When the player about to move attacks another’s {royal}"),
                ends.royal_capturable,
                "the other",
            ),
        ];
        let texts = &self.variant().texts;
        for ((pieces, outcome), expr) in ends.extinction.iter().zip(&texts.extinction) {
            let when = self.none_left_phrase(pieces, expr);
            list.push(end_rule("End", "ends.extinction", when, Some(*outcome), "a player"));
        }
        for (reached, (pieces, at)) in ends.goal.iter().zip(&texts.goal) {
            let cells = |side: SideId| reached.at.get(side.index()).cloned().unwrap_or_default();
            let place = self.place_of_each(cells, Some(at));
            let when = format!("When {} stands {place}", self.piece_noun(pieces));
            list.push(end_rule("Goal", "ends.goal", when, Some(reached.outcome), "its owner"));
        }
        list.extend([
            self.repetition(),
            self.no_progress(),
            end_rule(
                "No promotion",
                "ends.nothing-to-promote",
                "When a piece must promote and can become nothing".to_owned(),
                ends.no_promotion_choice,
                "its side",
            ),
            end_rule(
                "Facing",
                "ends.facing-royals",
                format!("When the {royal}s face each other and the player to move passes"),
                ends.facing_royals,
                "the player",
            ),
            plain(
                "All pass",
                "ends.all-passed",
                "When all pass, one after the other",
                ends.all_passed,
            ),
            self.ruling("Points", "pieces", self.points()),
            self.with_parts("Out", "elimination", self.elimination()),
            end_rule(
                "Winner",
                "ends.last-survivor",
                "When all others are out".to_owned(),
                ends.last_survivor,
                "the player who is left",
            ),
            self.ruling("Score", "score", self.places_score()),
            self.own_scores(),
        ]);
        list
    }

    fn repetition(&self) -> Option<RuleText> {
        let rule = self.game().ends.repetition?;
        let perpetual = rule.perpetual_check.map_or(String::new(), |outcome| {
            let whose = "a player who gave check with every move in between";
            format!("; but {}", consequence(outcome, whose))
        });
        let words = format!(
            "When a position occurs for the {} time with the same side to move, {}{perpetual}.",
            ordinal(rule.times),
            consequence(rule.outcome, "the player to move")
        );
        self.ruling("Repetition", "ends.repetition", words)
    }

    fn no_progress(&self) -> Option<RuleText> {
        let rule = self.game().ends.no_progress.as_ref()?;
        let by = match &self.variant().texts.progress {
            None => String::new(),
            Some(pieces) => format!(" and without a move of {}", self.piece_noun(pieces)),
        };
        let words = format!(
            "After {} moves of each player without a capture{by}, {}.",
            rule.moves,
            consequence(rule.outcome, "the player to move")
        );
        self.ruling("No progress", "ends.no-progress", words)
    }

    /// The points of each piece type, if points decide the game.
    fn points(&self) -> String {
        let ends = &self.game().ends;
        let counts = [ends.checkmate, ends.stalemate, ends.facing_royals, ends.all_passed];
        let repeats = ends.repetition.map(|rule| rule.outcome);
        let conditions = self.game().end_conditions.iter().map(|end| Some(end.outcome));
        let counts: Vec<Option<Outcome>> =
            counts.into_iter().chain([repeats]).chain(conditions).collect();
        let winner = match counts {
            _ if counts.contains(&Some(Outcome::Points)) => "more",
            _ if counts.contains(&Some(Outcome::FewerPoints)) => "fewer",
            _ => return String::new(),
        };
        let mut worth: Vec<(u32, &str)> = Vec::new();
        for (index, kind) in
            self.game().piece_types.iter().enumerate().filter(|(_, it)| it.points > 0)
        {
            worth.push((kind.points, self.kind_name(PieceTypeId(index as u8))));
        }
        worth.sort_by_key(|&(points, _)| std::cmp::Reverse(points));
        let mut list: Vec<String> =
            worth.iter().map(|(points, name)| format!("{name} {}", hundredths(*points))).collect();
        for (index, side) in self.game().sides.iter().enumerate().filter(|(_, it)| it.points > 0) {
            let name = &self.variant().sides[index].name;
            list.push(format!("and {} for being {name}", hundredths(side.points)));
        }
        format!("{}. The player with {winner} points wins.", list.join(", "))
    }

    fn elimination(&self) -> String {
        let ends = &self.game().ends;
        let outcomes = [ends.checkmate, ends.stalemate, ends.royal_capturable];
        let gone = ends.extinction.iter().map(|(_, outcome)| Some(*outcome));
        if !outcomes.into_iter().chain(gone).any(|outcome| outcome == Some(Outcome::Eliminated)) {
            return String::new();
        }
        let (army, next) = match self.game().elimination {
            Elimination::RemovedThenCaptor => ("is removed", NextTurn::Captor),
            Elimination::RemovedInOrder => ("is removed", NextTurn::InOrder),
            Elimination::Stays(next) => ("stays where it is", next),
            Elimination::JoinsCaptor(next) => ("becomes the captor’s", next),
        };
        let next = match next {
            NextTurn::Captor => "the captor moves next",
            NextTurn::InOrder => "the next in order moves",
        };
        format!("The army of a player who is out {army}, and {next}.")
    }

    /// The rule of stalemate, if giving it has a score of its own.
    fn scored_stalemate(&self, stuck: &str) -> Option<RuleText> {
        let score = &self.variant().score;
        let given = score.stalemating?;
        let left = score.win - given;
        let words =
            format!("{stuck}, a player scores {left}, and the player who gave stalemate {given}.");
        self.ruling("Stalemate", "score.stalemating", words)
    }

    fn places_score(&self) -> String {
        let places = &self.variant().score.places;
        if places.is_empty() {
            return String::new();
        }
        let list: Vec<String> = places.iter().map(f64::to_string).collect();
        format!("Points from the first place to the last: {}.", list.join(", "))
    }
}

/// An outcome as the end of a sentence.
pub(super) fn consequence(outcome: Outcome, whose: &str) -> String {
    match outcome {
        Outcome::Loses => format!("{whose} loses"),
        Outcome::Wins => format!("{whose} wins"),
        Outcome::Draw => "the game is drawn".to_owned(),
        Outcome::Passes => format!("{whose} passes"),
        Outcome::Eliminated => format!("{whose} is out"),
        Outcome::Points => "points are counted".to_owned(),
        Outcome::FewerPoints => "points are counted, and the player with fewer wins".to_owned(),
    }
}

fn ordinal(number: u16) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        _ => format!("{number}th"),
    }
}

/// `1.5` of 150.
fn hundredths(points: u32) -> String {
    (f64::from(points) / 100.0).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{based, words};

    #[test]
    fn points_for_giving_stalemate_are_named() {
        let game = based("[score]\nstalemating = 0.75\n");
        assert_eq!(
            words(&game, "Stalemate"),
            "Not in check but without a legal move, a player scores 0.25, and the player who \
             gave stalemate 0.75."
        );
    }

    #[test]
    fn ends_follow_the_definition() {
        let game = based("[ends]\nstalemate = \"loses\"\n[turn]\npass = \"not in check\"");
        assert_eq!(
            words(&game, "Stalemate"),
            "Not in check but without a legal move, a player loses."
        );
        assert_eq!(
            words(&game, "Passing"),
            "Instead of a move, a player who is not in check may pass."
        );
        assert_eq!(
            words(&game, "Repetition"),
            "When a position occurs for the third time with the same side to move, the game is \
             drawn."
        );
    }
}
