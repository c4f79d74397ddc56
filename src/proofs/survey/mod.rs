//! Figures about a game: moves to choose from, mobility of its pieces, random games.
//!
//! The figures need random games and random boards, so a build does not compute them. A
//! [`SurveyRecord`] keeps them as a file of the book; a fingerprint of the definition says whether
//! they are of today. Warnings about the design of a game are here, too. Not here: where pages show them (`build`).

mod lints;
mod mobility;
mod pieces_in_play;
mod stuck_pieces;
mod random_games;
mod record;
mod unused_rules;

use crate::query::LoadedVariant;

pub use lints::{DESIGN_LINTS, design_warnings, survey_warnings};
pub use mobility::{CROWDED_EMPTINESS, Mobility, mobilities};
use random_games::ROUNDS;

pub use random_games::{RandomGames, play_random_games};
pub use record::{SURVEY_RECORD, SurveyRecord};

/// How much a survey plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SurveyEffort {
    /// The number of random games.
    pub games: usize,
    /// Where chance begins.
    pub seed: u64,
}

impl Default for SurveyEffort {
    fn default() -> SurveyEffort {
        SurveyEffort { games: 200, seed: 1 }
    }
}

/// The figures of a game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Survey {
    /// The legal moves in the initial position.
    pub first_moves: usize,
    /// The random games.
    pub games: RandomGames,
    /// The mobility of each piece type.
    pub mobility: Vec<Mobility>,
}

/// Computes the figures of a variant. The same effort gives the same figures on every machine.
pub fn survey(variant: &LoadedVariant, effort: SurveyEffort) -> Survey {
    let rules = variant.rules();
    Survey {
        first_moves: rules.moves(&rules.initial_position()).len(),
        games: play_random_games(variant, effort),
        mobility: mobilities(variant, effort.seed),
    }
}

impl Survey {
    /// The figures as terms and words, without those of single pieces.
    ///
    /// ```text
    /// First moves: 20
    /// Moves per turn: 29.7
    /// ```
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let games = &self.games;
        let mut facts = vec![
            ("First moves", self.first_moves.to_string()),
            ("Moves per turn", format!("{:.1}", games.branching)),
        ];
        if games.decided > 0 {
            facts.push(("Length", format!("{:.0} turns", games.length)));
        }
        facts.push(("Results", self.result_words()));
        facts
    }

    /// `White 8 %, Black 7 %, drawn 85 %`
    fn result_words(&self) -> String {
        let games = &self.games;
        let percent =
            |count: usize| format!("{} %", (100 * count + games.played / 2) / games.played.max(1));
        let wins = games.wins.iter().map(|(side, count)| (side.as_str(), *count));
        let others = [("drawn", games.drawn), ("not ended", games.unfinished)];
        let parts = wins.chain(others.into_iter().filter(|(_, count)| *count > 0));
        let parts = parts.map(|(what, count)| format!("{what} {}", percent(count)));
        parts.collect::<Vec<String>>().join(", ")
    }

    /// `20 first moves, later 29.7 per turn on average`
    pub fn summary(&self) -> String {
        let noun = if self.first_moves == 1 { "move" } else { "moves" };
        format!(
            "{} first {noun}, later {:.1} per turn on average",
            self.first_moves, self.games.branching
        )
    }

    /// How the figures were found.
    pub fn note(&self) -> String {
        let games = &self.games;
        format!(
            "From {} games of random legal moves (seed {}, at most {} turns each); the moves per turn \
             are those of the first {ROUNDS} rounds. Mobility is the average number of moves of a \
             piece on the empty board, and in brackets on a crowded board that is {:.0} % empty. The \
             second figure is Ralph Betza’s crowded mobility, for pieces that capture as they move.",
            games.played,
            games.seed,
            games.limit,
            100.0 * CROWDED_EMPTINESS,
        )
    }
}
