//! Games of random legal moves: how long they are, how they end, how many moves there are.

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::games::{GameResult, result_of};
use crate::query::{Chance, LoadedVariant};
use crate::rules::{EndReason, GameEnd, PlayedGame};

use super::SurveyEffort;

/// The greatest number of moves of one game.
const LIMIT: usize = 1000;

/// The rounds whose legal moves are counted: about as many as a game of chess has. In the rest of a
/// random game few pieces are left.
pub(super) const ROUNDS: usize = 40;

/// What was found in games of random moves.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RandomGames {
    /// The number of games.
    pub played: usize,
    /// Where chance began.
    pub seed: u64,
    /// The greatest number of moves of one game; a longer one counts as unfinished.
    pub limit: usize,
    /// The average number of legal moves in the first forty rounds.
    pub branching: f64,
    /// The average number of moves (of one side) of the games that ended.
    pub length: f64,
    /// How many games ended.
    pub decided: usize,
    /// The wins of each side, by its name, in the order of turns.
    pub wins: Vec<(String, usize)>,
    /// Draws, and games in which a side lost and several others shared the win.
    pub drawn: usize,
    /// Games that did not end.
    pub unfinished: usize,
    /// The reasons for which games ended, in order.
    pub reasons: Vec<EndReason>,
}

/// One game of random moves.
struct RandomGame {
    plies: usize,
    /// The sum of the numbers of legal moves in the positions of the first rounds.
    choices: usize,
    /// The number of these positions.
    counted: usize,
    end: Option<(GameEnd, GameResult)>,
}

/// Plays games of random legal moves from the initial position.
pub fn play_random_games(variant: &LoadedVariant, effort: SurveyEffort) -> RandomGames {
    let play = |number: usize| random_game(variant, Chance::numbered(effort.seed, number));
    let games: Vec<RandomGame> = (0..effort.games).into_par_iter().map(play).collect();
    let sum = |number: &dyn Fn(&RandomGame) -> usize| games.iter().map(number).sum::<usize>();
    let average = |sum: usize, count: usize| sum as f64 / count.max(1) as f64;
    let ended = || games.iter().filter(|game| game.end.is_some());
    let results = || ended().filter_map(|game| Some(game.end?.1));
    let players = variant.variant().players();
    let wins = players.map(|side| {
        let count = results().filter(|result| *result == GameResult::Wins(side)).count();
        (variant.side_title(side).to_owned(), count)
    });
    let wins: Vec<(String, usize)> = wins.collect();
    let decided = ended().count();
    let won: usize = wins.iter().map(|(_, count)| count).sum();
    let reasons: BTreeSet<EndReason> =
        ended().filter_map(|game| Some(game.end?.0.reason)).collect();
    RandomGames {
        played: games.len(),
        seed: effort.seed,
        limit: LIMIT,
        branching: average(sum(&|game| game.choices), sum(&|game| game.counted)),
        length: average(ended().map(|game| game.plies).sum(), decided),
        decided,
        drawn: decided - won,
        wins,
        unfinished: games.len() - decided,
        reasons: reasons.into_iter().collect(),
    }
}

fn random_game(variant: &LoadedVariant, mut chance: Chance) -> RandomGame {
    let rules = variant.rules();
    let mut line = PlayedGame::from(rules, rules.initial_position());
    let (mut plies, mut choices, mut counted) = (0, 0, 0);
    let first_rounds = ROUNDS * variant.variant().players().count();
    while plies < LIMIT {
        if let Some(end) = line.game_end() {
            let result = result_of(variant, line.position(), &end);
            return RandomGame { plies, choices, counted, end: Some((end, result)) };
        }
        let moves = line.moves();
        if moves.is_empty() {
            break;
        }
        if plies < first_rounds {
            choices += moves.len();
            counted += 1;
        }
        line.play(&moves[chance.below(moves.len())]);
        // A turn of several parts counts once.
        plies += usize::from(!line.position().is_within_turn());
    }
    RandomGame { plies, choices, counted, end: None }
}
