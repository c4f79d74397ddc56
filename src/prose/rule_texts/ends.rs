//! Check and the ends of a game in words.

use std::collections::BTreeSet;

use crate::query::LoadedVariant;
use crate::rules::{CheckSource, Elimination, NextTurn, Outcome, PieceSet, PieceTypeId, SideId};
use crate::source::join_words;
use crate::variant::PieceExpr;

use super::super::piece_filter::PieceFilter;
use super::super::vocabulary::of_side;
use super::RuleText;

impl LoadedVariant {
    pub(super) fn check(&self) -> String {
        let Some(royal) = self.royal_words() else { return String::new() };
        match self.game().check_by {
            CheckSource::AnyEnemy => format!(
                "No move may leave one’s own {royal} attacked.{}",
                self.royals_and_effects()
            ),
            CheckSource::NextSide => format!(
                "No move may leave one’s own {royal} attacked by the player who moves next, unless \
                 every move does."
            ),
            CheckSource::None => format!("The {royal} may be left attacked, and may be taken."),
        }
    }

    /// The names of the royal pieces in the initial position.
    fn royal_words(&self) -> Option<String> {
        let types = self.game().initial_pieces.iter().map(|(_, piece)| piece.piece_type);
        let royals: BTreeSet<PieceTypeId> =
            types.filter(|&piece_type| self.game().piece_types[piece_type].royal).collect();
        let names = royals.iter().map(|&piece_type| self.kind_name(piece_type));
        (!royals.is_empty()).then(|| join_words(names, "or"))
    }

    pub(super) fn end_rules(&self) -> Vec<RuleText> {
        let ends = &self.game().ends;
        let royal = self.royal_words().unwrap_or_else(|| "royal piece".to_owned());
        let end = |on, path, when: &str, outcome: Option<Outcome>, whose| {
            let words = outcome.map(|it| format!("{when}, {}.", consequence(it, whose)));
            self.ruling(on, path, words.unwrap_or_default())
        };
        let player = "a player";
        let mate = "In check and without a legal move";
        let stuck = match self.game().check_by {
            CheckSource::None => "Without a legal move",
            _ => "Not in check but without a legal move",
        };
        let stalemate = || end("Stalemate", "ends.stalemate", stuck, ends.stalemate, player);
        let caught = format!("When the player about to move attacks another’s {royal}");
        let mut list = vec![
            end("Mate", "ends.checkmate", mate, ends.checkmate, player),
            self.scored_stalemate(stuck).unwrap_or_else(stalemate),
            end("Caught", "ends.royal-capturable", &caught, ends.royal_capturable, "the other"),
        ];
        let texts = &self.variant().texts;
        for ((pieces, outcome), expr) in ends.extinction.iter().zip(&texts.extinction) {
            let when = self.none_left_phrase(pieces, expr);
            list.push(end("End", "ends.extinction", &when, Some(*outcome), player));
        }
        for (reached, (pieces, at)) in ends.goal.iter().zip(&texts.goal) {
            let place = self.place_of_each(|side| of_side(&reached.at, side), Some(at));
            let when = format!("When {} stands {place}", self.piece_noun(pieces));
            list.push(end("Goal", "ends.goal", &when, Some(reached.outcome), "its owner"));
        }
        let no_choice = "When a piece must promote and can become nothing";
        let unable = ends.no_promotion_choice;
        let facing = format!("When the {royal}s face each other and the player to move passes");
        let passed = "When all pass, one after the other";
        let (others_out, left) = ("When all others are out", "the player who is left");
        list.extend([
            self.ruling("Repetition", "ends.repetition", self.repetition()),
            self.ruling("No progress", "ends.no-progress", self.no_progress()),
            end("No promotion", "ends.nothing-to-promote", no_choice, unable, "its side"),
            end("Facing", "ends.facing-royals", &facing, ends.facing_royals, "the player"),
            end("All pass", "ends.all-passed", passed, ends.all_passed, player),
            self.ruling("Points", "pieces", self.points()),
            self.with_parts("Out", "elimination", self.elimination()),
            end("Winner", "ends.last-survivor", others_out, ends.last_survivor, left),
            self.ruling("Score", "score", self.places_score()),
            self.ruling("Score", "score", self.own_scores()),
        ]);
        list
    }

    /// `With no Pharaoh left`, `With nothing but the King left`.
    fn none_left_phrase(&self, pieces: &PieceSet, expr: &PieceExpr) -> String {
        let side = self.first_side();
        let types_of = |side: SideId| -> BTreeSet<PieceTypeId> {
            pieces.iter().filter(|piece| piece.side == side).map(|piece| piece.piece_type).collect()
        };
        let own = types_of(side);
        let is_same_for_all = self.variant().players().all(|it| types_of(it) == own);
        if !is_same_for_all || own.is_empty() || self.piece_filter(expr) == PieceFilter::All {
            return format!("Without {} left", self.piece_noun(expr));
        }
        let initial = self.game().initial_pieces.iter().map(|(_, piece)| piece);
        let others = initial.filter(|piece| piece.side == side && !pieces.contains(**piece));
        let others: BTreeSet<PieceTypeId> = others.map(|piece| piece.piece_type).collect();
        match others.first() {
            Some(&only) if own.len() > 1 && others.len() == 1 => {
                format!("With nothing but the {} left", self.kind_name(only))
            }
            _ => {
                let names = own.iter().map(|&piece_type| self.kind_name(piece_type));
                format!("With no {} left", join_words(names, "and no"))
            }
        }
    }

    fn repetition(&self) -> String {
        let Some(rule) = self.game().ends.repetition else { return String::new() };
        let perpetual = rule.perpetual_check.map_or(String::new(), |outcome| {
            let whose = "a player who gave check with every move in between";
            format!("; but {}", consequence(outcome, whose))
        });
        format!(
            "When a position occurs for the {} time with the same side to move, {}{perpetual}.",
            ordinal(rule.times),
            consequence(rule.outcome, "the player to move")
        )
    }

    fn no_progress(&self) -> String {
        let Some(rule) = &self.game().ends.no_progress else { return String::new() };
        let by = match &self.variant().texts.progress {
            None => String::new(),
            Some(pieces) => format!(" and without a move of {}", self.piece_noun(pieces)),
        };
        format!(
            "After {} moves of each player without a capture{by}, {}.",
            rule.moves,
            consequence(rule.outcome, "the player to move")
        )
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
        let worth = |piece_type: &PieceTypeId| self.game().piece_types[*piece_type].points;
        let mut counted: Vec<PieceTypeId> =
            self.game().piece_type_ids().filter(|it| worth(it) > 0).collect();
        counted.sort_by_key(|it| std::cmp::Reverse(worth(it)));
        let piece = |it: &PieceTypeId| format!("{} {}", self.kind_name(*it), hundredths(worth(it)));
        let mut list: Vec<String> = counted.iter().map(piece).collect();
        for side in self.game().side_ids() {
            let points = self.game().sides[side].points;
            if points > 0 {
                list.push(format!(
                    "and {} for being {}",
                    hundredths(points),
                    self.side_title(side)
                ));
            }
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
        Some(self.ruling("Stalemate", "score.stalemating", words))
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
