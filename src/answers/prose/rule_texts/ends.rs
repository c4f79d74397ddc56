//! Check and the ends of a game in words.

use std::collections::BTreeSet;

use crate::game::{
    CheckSource, CheckTest, Elimination, EndRules, NextTurn, Outcome, PieceTypeId, SaidSet, SideId,
};
use crate::query::LoadedVariant;
use crate::source::{capitalised, distinct, join_words, sort_by_key};

use super::super::cell_phrases::place_of_each;
use super::super::piece_filter::{PieceFilter, piece_filter, piece_noun};
use super::super::vocabulary::ordinal;
use super::effects::royals_and_effects;
use super::side_rules::own_scores;
use super::turn_parts::move_or_turn;
use super::{RuleText, rule_text, with_parts};

pub(super) fn check(variant: &LoadedVariant) -> String {
    let Some((royals, is_one)) = royals_and_number(variant) else { return NO_CHECK.to_owned() };
    let (are, them) = if is_one { ("is", "it") } else { ("are", "them") };
    match variant.game().check_by {
        CheckSource::AnyEnemy => {
            let more = royals_and_effects(variant);
            let limit = match variant.game().check_test {
                CheckTest::EachPart => format!("make a move that leaves {them} in check."),
                CheckTest::EachStage => format!(
                    "make a move that leaves {them} in check.{}",
                    stages_of_check(variant, &royals)
                ),
                CheckTest::EndOfTurn => format!("end a turn with {them} in check."),
            };
            format!("The {royals} {are} royal: a player may not {limit}{more}")
        }
        CheckSource::NextSide => {
            let whose = if is_one { "its" } else { "their" };
            format!(
                "The {royals} {are} royal. Only an attack on {them} by the player who moves next \
                 after {whose} owner is check: attacks by other players do not matter. No player may \
                 make a move that leaves their own {royals} in check, unless every move does so; then \
                 each of these moves is legal."
            )
        }
        CheckSource::None => {
            format!("The {royals} may be left attacked, and may be captured.")
        }
    }
}

/// That check is tested before the effects of a move, too, with a space before.
fn stages_of_check(variant: &LoadedVariant, royals: &str) -> String {
    let which = match variant.layout().boards().len() {
        1 => format!("The {royals}"),
        _ => format!("A {royals} on the board of the move"),
    };
    format!(" {which} may not be in check before the move sets off anything, either.")
}

/// `King and Prince`, and whether it is one piece type.
fn royals_and_number(variant: &LoadedVariant) -> Option<(String, bool)> {
    let royals = royal_types(variant);
    let names = royals.iter().map(|&piece_type| variant.piece_type_name(piece_type));
    (!royals.is_empty()).then(|| (join_words(names, "and"), royals.len() == 1))
}

/// The royal piece types of the initial position.
fn royal_types(variant: &LoadedVariant) -> BTreeSet<PieceTypeId> {
    let types = variant.game().initial_pieces.iter().map(|(_, piece)| piece.piece_type);
    types.filter(|&piece_type| variant.game().piece_types[piece_type].royal).collect()
}

/// The names of the royal pieces in the initial position: `King or Prince`.
pub(super) fn royal_words(variant: &LoadedVariant) -> Option<String> {
    let royals = royal_types(variant);
    let names = royals.iter().map(|&piece_type| variant.piece_type_name(piece_type));
    (!royals.is_empty()).then(|| join_words(names, "or"))
}

pub(super) fn end_rules(variant: &LoadedVariant) -> Vec<RuleText> {
    let ends = &variant.game().ends;
    let royal = royal_words(variant).unwrap_or_else(|| "royal piece".to_owned());
    let end = |on, path, when: &str, outcome: Option<Outcome>, whose| {
        let words = outcome.map(|it| format!("{when}, {}.", consequence(it, whose)));
        rule_text(variant, on, path, words.unwrap_or_default())
    };
    let player = |on: &str, path, has: &str, outcome: Option<Outcome>| {
        let words = outcome.map(|outcome| player_sentence(has, outcome));
        rule_text(variant, on, path, words.unwrap_or_default())
    };
    let stalemate_rule =
        || player("Stalemate", "ends.stalemate", stalemated(variant), ends.stalemate);
    let capturable = ends.royal_capturable.map_or(String::new(), |outcome| {
        format!(
            "When a player's turn begins, each enemy {royal} that this player attacks is \
             checkmated at once, also if it was not in check: it need not be captured. {}.",
            capitalised(&consequence(outcome, "its owner"))
        )
    });
    let checkmate = ends.checkmate.map_or(String::new(), checkmate_sentence);
    let mut list = vec![
        rule_text(variant, "Checkmate", "ends.checkmate", checkmate),
        scored_stalemate(variant).unwrap_or_else(stalemate_rule),
        rule_text(variant, "Checkmate", "ends.royal-capturable", capturable),
    ];
    for (pieces, outcome) in &ends.extinction {
        let (heading, has) = none_left(variant, pieces);
        list.push(player(&heading, "ends.extinction", &has, Some(*outcome)));
    }
    for reached in &ends.goal {
        let at = &reached.at;
        let place = place_of_each(variant, |side| at[side].clone(), Some(&at.expr));
        let when = format!("When {} stands {place}", piece_noun(variant, &reached.pieces.expr));
        list.push(end("Goal", "ends.goal", &when, Some(reached.outcome), "its owner"));
    }
    let unable = "must promote a piece and has none to promote to";
    let unable_heading = match ends.no_promotion_choice {
        Some(Outcome::Wins) => "Win by promotion",
        _ => "No piece to promote to",
    };
    let facing = ends.facing_royals.map_or(String::new(), |it| {
        format!(
            "When the {royal}s face each other with no piece between and the player to move \
             passes, {}. Every other move that leaves them facing is illegal.",
            consequence(it, "the player")
        )
    });
    let passed = match variant.variant().players().count() {
        2 => "When both players pass, one after the other",
        _ => "When all players pass, one after the other",
    };
    let (others_out, left) = ("When all other players are eliminated", "the last player left");
    let (repeated, no_capture) = (repetition_heading(ends), no_progress_heading(ends));
    let facing_heading = format!("Facing {royal}s");
    list.extend([
        rule_text(variant, repeated, "ends.repetition", repetition(variant)),
        rule_text(variant, no_capture, "ends.no-progress", no_progress(variant)),
        player(unable_heading, "ends.nothing-to-promote", unable, ends.no_promotion_choice),
        rule_text(variant, &facing_heading, "ends.facing-royals", facing),
        end("All players pass", "ends.all-passed", passed, ends.all_passed, "the next player"),
        rule_text(variant, "Points", "pieces", points(variant)),
        with_parts(variant, "Elimination", "elimination", elimination(variant)),
        end("Winner", "ends.last-survivor", others_out, ends.last_survivor, left),
        rule_text(variant, "Scoring", "score", places_score(variant)),
        rule_text(variant, "Scoring", "score", own_scores(variant)),
        rule_text(variant, "Draws", "ends", if can_be_drawn(variant) { "" } else { NO_DRAW }),
    ]);
    list
}

/// Whether some rule makes the game a draw; equal points are a draw, too.
fn can_be_drawn(variant: &LoadedVariant) -> bool {
    let draws = |outcome| matches!(outcome, Outcome::Draw | Outcome::Points | Outcome::FewerPoints);
    all_outcomes(variant).any(draws)
}

/// The outcomes of all rules of the end: of the game, of single sides, and of conditions.
pub(super) fn all_outcomes(variant: &LoadedVariant) -> impl Iterator<Item = Outcome> {
    let game = variant.game();
    let own = game.own_ends.iter().flatten();
    let conditions = game.end_conditions.iter();
    let conditions = conditions.flat_map(|end| [Some(end.outcome), end.tie]).flatten();
    std::iter::once(&game.ends).chain(own).flat_map(outcomes).chain(conditions)
}

/// The state of a player without a legal move, except checkmate.
fn stalemated(variant: &LoadedVariant) -> &'static str {
    match variant.game().check_by {
        CheckSource::None => "has no legal move",
        // In check, a player may then make any move.
        CheckSource::NextSide if variant.game().ends.checkmate.is_none() => "cannot move any piece",
        CheckSource::AnyEnemy | CheckSource::NextSide => "is not in check and has no legal move",
    }
}

/// The heading and the state of a player who has none of some pieces: `Bare King`, `has a bare
/// King`.
pub(super) fn none_left(variant: &LoadedVariant, pieces: &SaidSet) -> (String, String) {
    let side = variant.first_side();
    let types_of =
        |side: SideId| distinct(pieces.iter().filter(|it| it.side == side).map(|it| it.piece_type));
    let own = types_of(side);
    let extinction = || "Extinction".to_owned();
    let is_same_for_all = variant.variant().players().all(|it| types_of(it) == own);
    if piece_filter(variant, &pieces.expr) == PieceFilter::All {
        return (extinction(), "has no piece left".to_owned());
    }
    if !is_same_for_all || own.is_empty() {
        let has = format!("has none of these left ({})", piece_noun(variant, &pieces.expr));
        return (extinction(), has);
    }
    let initial = variant.game().initial_pieces.iter().map(|(_, piece)| piece);
    let others = initial.filter(|piece| piece.side == side && !pieces.contains(**piece));
    let others = distinct(others.map(|piece| piece.piece_type));
    match others.first() {
        Some(&only) if own.len() > 1 && others.len() == 1 => {
            let bare = format!("bare {}", variant.piece_type_name(only));
            let has = format!("has a {bare} (no other piece is left)");
            (capitalised(&bare), has)
        }
        _ => {
            let names = own.iter().map(|&piece_type| variant.piece_type_name(piece_type));
            let names = join_words(names, "and no");
            let places = match variant.layout().boards().len() {
                1 => "",
                _ => " on any board",
            };
            (extinction(), format!("has no {names} left{places}"))
        }
    }
}

fn repetition(variant: &LoadedVariant) -> String {
    let Some(rule) = variant.game().ends.repetition else { return String::new() };
    let perpetual = rule.perpetual_check.map_or(String::new(), |outcome| {
        let result = consequence(outcome, "that player");
        format!(" If one player gave check on every move since it first occurred, {result}.")
    });
    format!(
        "If a position occurs for the {} time with the same player to move, {}.{perpetual}",
        ordinal(rule.times),
        consequence(rule.outcome, "the player to move")
    )
}

fn no_progress(variant: &LoadedVariant) -> String {
    let Some(rule) = &variant.game().ends.no_progress else { return String::new() };
    let by = match &rule.pieces {
        None => String::new(),
        Some(pieces) => format!(" and without a move of {}", piece_noun(variant, &pieces.expr)),
    };
    format!(
        "After {} {}s by each player without a capture{by}, {}.",
        rule.moves,
        move_or_turn(variant),
        consequence(rule.outcome, "the player to move")
    )
}

/// The points of each piece type, if points decide the game.
fn points(variant: &LoadedVariant) -> String {
    let winner = match () {
        () if all_outcomes(variant).any(|it| it == Outcome::Points) => "more",
        () if all_outcomes(variant).any(|it| it == Outcome::FewerPoints) => "fewer",
        () => return String::new(),
    };
    let worth = |piece_type: &PieceTypeId| variant.game().piece_types[*piece_type].points;
    let mut counted: Vec<PieceTypeId> =
        variant.game().piece_type_ids().filter(|it| worth(it) > 0).collect();
    sort_by_key(&mut counted, |it| std::cmp::Reverse(worth(it)));
    let piece =
        |it: &PieceTypeId| format!("{} {}", variant.piece_type_name(*it), hundredths(worth(it)));
    let list: Vec<String> = counted.iter().map(piece).collect();
    let mut bonus = String::new();
    for side in variant.game().side_ids() {
        let points = variant.game().sides[side].points;
        if points > 0 {
            let (points, name) = (hundredths(points), variant.side_title(side));
            bonus += &format!(" {name} has {points} more points.");
        }
    }
    format!(
        "The pieces that a player has left count: {}.{bonus} The player with {winner} points \
         wins.",
        join_words(list, "and")
    )
}

fn elimination(variant: &LoadedVariant) -> String {
    if !all_outcomes(variant).any(|outcome| outcome == Outcome::Eliminated) {
        return String::new();
    }
    let (army, next) = match variant.game().elimination {
        Elimination::RemovedThenCaptor => ("is removed", NextTurn::Captor),
        Elimination::RemovedInOrder => ("is removed", NextTurn::InOrder),
        Elimination::Stays(next) => ("stays on the board", next),
        Elimination::JoinsCaptor(next) => ("joins the player who eliminated it", next),
    };
    let next = match next {
        NextTurn::Captor => "If the game is not over, the eliminating player then moves.",
        NextTurn::InOrder => "Then the next player in order moves.",
    };
    let is_removed = matches!(
        variant.game().elimination,
        Elimination::RemovedThenCaptor | Elimination::RemovedInOrder
    );
    let opened = match variant.game().ends.royal_capturable {
        Some(Outcome::Eliminated) if is_removed => {
            let royal = royal_words(variant).unwrap_or_else(|| "royal piece".to_owned());
            format!(
                " Armies that are eliminated at the same time are removed together. If the removal \
                 opens an attack on another {royal} by the player whose turn begins, that {royal} \
                 is checkmated too."
            )
        }
        _ => String::new(),
    };
    format!("The army of an eliminated player {army}.{opened} {next}")
}

/// The rule of stalemate, if giving it has a score of its own.
fn scored_stalemate(variant: &LoadedVariant) -> Option<RuleText> {
    let score = &variant.variant().score;
    let given = score.stalemating?;
    let left = score.win - given;
    let state = stalemated(variant);
    let words = format!(
        "A player who {state} scores {left}. The player who gave stalemate scores {given}."
    );
    Some(rule_text(variant, "Stalemate", "score.stalemating", words))
}

fn places_score(variant: &LoadedVariant) -> String {
    let places = &variant.variant().score.places;
    if places.is_empty() {
        return String::new();
    }
    let list = join_words(places, "and");
    // Only a rule about each royal piece can eliminate two players when one turn begins.
    let together = match variant.game().ends.royal_capturable {
        Some(Outcome::Eliminated) => {
            " Players who are eliminated when the same turn begins share the scores of their places equally."
        }
        _ => "",
    };
    format!(
        "The last player left takes first place, and a player eliminated later is placed before \
         one eliminated earlier. From the first place to the last, they score {list} points.{together}"
    )
}

const NO_CHECK: &str = "There is no check: any piece may be left attacked.";

const NO_DRAW: &str = "No rule makes the game a draw.";

/// The usual name of the rule of repetition.
pub fn repetition_heading(ends: &EndRules) -> &'static str {
    match ends.repetition.map_or(3, |rule| rule.times) {
        3 => "Threefold repetition",
        _ => "Repetition",
    }
}

/// The usual name of the rule that ends a game without progress.
pub fn no_progress_heading(ends: &EndRules) -> &'static str {
    match ends.no_progress.as_ref().map_or(50, |rule| rule.moves) {
        50 => "Fifty-move rule",
        _ => "Turn limit",
    }
}

/// The results of all ends that a definition has.
fn outcomes(ends: &EndRules) -> impl Iterator<Item = Outcome> {
    let single = [
        ends.checkmate,
        ends.stalemate,
        ends.royal_capturable,
        ends.no_promotion_choice,
        ends.last_survivor,
        ends.facing_royals,
        ends.all_passed,
        ends.no_progress.as_ref().map(|rule| rule.outcome),
        ends.repetition.map(|rule| rule.outcome),
        ends.repetition.and_then(|rule| rule.perpetual_check),
    ];
    let pieces = ends.extinction.iter().map(|(_, outcome)| *outcome);
    let goals = ends.goal.iter().map(|goal| goal.outcome);
    single.into_iter().flatten().chain(pieces).chain(goals)
}

/// An outcome as the end of a sentence.
pub(super) fn consequence(outcome: Outcome, whose: &str) -> String {
    match outcome {
        Outcome::Loses => format!("{whose} loses"),
        Outcome::Wins => format!("{whose} wins"),
        Outcome::Draw => "the game is drawn".to_owned(),
        Outcome::Passes => format!("{whose} passes"),
        Outcome::Eliminated => format!("{whose} is eliminated"),
        Outcome::Points => "points are counted".to_owned(),
        Outcome::FewerPoints => "points are counted, and the player with fewer wins".to_owned(),
    }
}

/// What comes of the state of a player, which is the end of a clause: `A player who has no legal
/// move loses.`
fn player_sentence(has: &str, outcome: Outcome) -> String {
    match player_verb(outcome) {
        Some(verb) => format!("A player who {has} {verb}."),
        None => format!("If a player {has}, {}.", consequence(outcome, "")),
    }
}

/// The same of a player who is checkmated.
fn checkmate_sentence(outcome: Outcome) -> String {
    let player = "A player who is in check and has no legal move is checkmated";
    match player_verb(outcome) {
        Some(verb) => format!("{player} and {verb}."),
        None => format!("{player}. {}.", capitalised(&consequence(outcome, ""))),
    }
}

/// What the player does then; `None` if the sentence has another subject.
fn player_verb(outcome: Outcome) -> Option<String> {
    let is_of_player =
        matches!(outcome, Outcome::Loses | Outcome::Wins | Outcome::Passes | Outcome::Eliminated);
    is_of_player.then(|| consequence(outcome, "").trim_start().to_owned())
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
            "A player who is not in check and has no legal move scores 0.25. The player who gave \
             stalemate scores 0.75."
        );
    }

    #[test]
    fn royals_that_face_each_other_may_be_left_so_by_a_pass_only() {
        let game = based("[turn]\npass = \"not in check\"\n[ends]\nfacing-royals = \"draw\"\n");
        assert_eq!(
            words(&game, "Facing Kings"),
            "When the Kings face each other with no piece between and the player to move passes, the \
             game is drawn. Every other move that leaves them facing is illegal."
        );
    }

    #[test]
    fn ends_follow_the_definition() {
        let game = based("[ends]\nstalemate = \"loses\"\n[turn]\npass = \"not in check\"");
        assert_eq!(
            words(&game, "Stalemate"),
            "A player who is not in check and has no legal move loses."
        );
        assert_eq!(
            words(&game, "Passing"),
            "Instead of moving, a player who is not in check may pass."
        );
        assert_eq!(
            words(&game, "Threefold repetition"),
            "If a position occurs for the third time with the same player to move, the game is \
             drawn."
        );
    }
}
