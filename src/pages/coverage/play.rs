//! Whether two variants play alike.

use std::collections::BTreeMap;

use crate::game::{EndCondition, EndRules, Game, Outcome};
use crate::game_text::print_move;
use crate::query::{Chance, LoadedVariant};
use crate::rules::{EndReason, GameEnd, Move, PlayedGame};

/// How many positions of random games are compared.
const POSITIONS: usize = 1000;
/// The longest random game.
const PLIES: usize = 120;

/// Whether two variants have the same rules, or the same rules of the end, and the same legal moves
/// and pieces in many positions of random games.
pub fn play_alike(one: &LoadedVariant, other: &LoadedVariant) -> bool {
    let (game, changed) = (one.rules().game(), other.rules().game());
    if game == changed && one.variant().score == other.variant().score {
        return true;
    }
    // Few random games end, so the rules of the end are compared as they are.
    let names_agree = same_names(one, other);
    if one.variant().score != other.variant().score
        || names_agree && effective_ends(game) != effective_ends(changed)
    {
        return false;
    }
    let mut chance = Chance::new(1);
    let mut positions = 0;
    while positions < POSITIONS {
        let mut line = PlayedGame::from(one.rules(), one.rules().initial_position());
        let mut beside = PlayedGame::from(other.rules(), other.rules().initial_position());
        for _ in 0..PLIES {
            positions += 1;
            let (moves, others) = (line.moves(), beside.moves());
            let end = named_end(one, &line);
            if moves.len() != others.len()
                || end != named_end(other, &beside)
                || names_agree && !line.position().pieces().eq(beside.position().pieces())
            {
                return false;
            }
            // Moves are sorted, so equal lists have equal moves in the same places.
            let chosen = if names_agree && moves == others {
                let index = chance.below(moves.len().max(1));
                moves.get(index).map(|found| (*found, *found))
            } else {
                let (moves, mut others) =
                    (printed_moves(one, &line, moves), printed_moves(other, &beside, others));
                if !moves.keys().eq(others.keys()) {
                    return false;
                }
                let index = chance.below(moves.len().max(1));
                moves.into_iter().nth(index).map(|(text, found)| {
                    (found, others.remove(&text).expect("both print the same moves"))
                })
            };
            let Some((chosen, other_chosen)) = chosen.filter(|_| end.is_none()) else { break };
            line.play(&chosen);
            beside.play(&other_chosen);
        }
    }
    true
}

/// The rules of the end of the game and of its sides, without differences that mean the same.
fn effective_ends(game: &Game) -> (Vec<Option<EndRules>>, Vec<EndCondition>) {
    let has_points = game.sides.iter().any(|side| side.points > 0)
        || game.piece_types.iter().any(|piece_type| piece_type.points > 0);
    let draw = |outcome: &mut Outcome| {
        // Without points all have equally many.
        if !has_points && matches!(outcome, Outcome::Points | Outcome::FewerPoints) {
            *outcome = Outcome::Draw;
        }
    };
    let mut all: Vec<Option<EndRules>> = game.own_ends.clone();
    all.push(Some(game.ends.clone()));
    for ends in all.iter_mut().flatten() {
        // A side whose royal can be captured is eliminated, whatever the definition calls it.
        ends.royal_capturable = ends.royal_capturable.map(|_| Outcome::Eliminated);
        ends.checkmate.iter_mut().for_each(draw);
        ends.stalemate.iter_mut().for_each(draw);
        ends.no_promotion_choice.iter_mut().for_each(draw);
        ends.last_survivor.iter_mut().for_each(draw);
        ends.all_passed.iter_mut().for_each(draw);
        ends.repetition.iter_mut().for_each(|it| draw(&mut it.outcome));
        ends.no_progress.iter_mut().for_each(|it| draw(&mut it.outcome));
        ends.extinction.iter_mut().for_each(|(_, outcome)| draw(outcome));
        ends.goal.iter_mut().for_each(|goal| draw(&mut goal.outcome));
    }
    let mut conditions = game.end_conditions.clone();
    for end in &mut conditions {
        draw(&mut end.outcome);
        end.tie.iter_mut().for_each(draw);
    }
    (all, conditions)
}

/// The end of a game with the id of its side, which can have another index in another variant.
fn named_end(
    variant: &LoadedVariant,
    line: &PlayedGame<'_>,
) -> Option<(EndReason, Outcome, String)> {
    let GameEnd { reason, side, outcome } = line.game_end()?;
    Some((reason, outcome, variant.rules().game().sides[side].id.clone()))
}

/// Whether equal moves mean the same in two variants.
fn same_names(one: &LoadedVariant, other: &LoadedVariant) -> bool {
    let (game, other_game) = (one.rules().game(), other.rules().game());
    let types = |game: &Game| game.piece_types.iter().map(|it| it.id.clone()).collect::<Vec<_>>();
    let sides = |game: &Game| game.sides.iter().map(|it| it.id.clone()).collect::<Vec<_>>();
    game.layout == other_game.layout
        && types(game) == types(other_game)
        && sides(game) == sides(other_game)
        && game.castlings == other_game.castlings
        && game.transfers == other_game.transfers
}

/// The moves by their texts, which are all different.
fn printed_moves(
    variant: &LoadedVariant,
    line: &PlayedGame<'_>,
    moves: Vec<Move>,
) -> BTreeMap<String, Move> {
    let print =
        |found: &Move| print_move(variant.variant(), variant.rules(), line.position(), found);
    moves.into_iter().map(|found| (print(&found), found)).collect()
}
