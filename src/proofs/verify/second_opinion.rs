//! A second opinion: the legal moves that an outside engine gives, beside those of the rules.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::fsf_files::EngineText;
use crate::notation::{Placement, RowEntry};
use crate::query::{Chance, LoadedVariant};
use crate::rules::{EndReason, Move, PlayedGame, Position};

/// The most differences that are kept of one game.
const KEPT: usize = 10;
/// The most moves of a random game.
const PLIES: usize = 120;

/// A program that gives the legal moves of positions.
pub trait MoveOracle {
    /// Returns the legal moves of a position of a variant, in the notation of the engine.
    fn legal_moves(
        &mut self,
        variant: &str,
        position: &str,
    ) -> Result<BTreeSet<String>, EngineFault>;
}

/// Why an engine has no opinion. It is never counted as agreement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineFault {
    /// The program cannot be started, for this reason.
    Missing(String),
    /// The program ended before it answered.
    Crashed,
    /// The program did not answer in this number of seconds.
    Silent(u64),
    /// The program is no engine of variants: this is missing.
    Unfit(String),
    /// The answer contradicts itself, or is none.
    Contradictory(String),
}

impl EngineFault {
    /// The fault as a message and its remedy.
    pub fn message(&self) -> (String, &'static str) {
        match self {
            EngineFault::Missing(reason) => (
                format!("the engine cannot be started: {reason}"),
                "name the program with its path: `--engine /usr/games/fairy-stockfish`",
            ),
            EngineFault::Crashed => (
                "the engine ended before it answered".to_owned(),
                "try the section that `fairybook export` prints with the engine alone",
            ),
            EngineFault::Silent(seconds) => (
                format!("the engine did not answer in {seconds} s"),
                "give it more time with `--seconds`",
            ),
            EngineFault::Unfit(missing) => (
                format!("the engine has no {missing}"),
                "use an engine that reads variant files, such as Fairy-Stockfish",
            ),
            EngineFault::Contradictory(answer) => (
                format!("the engine contradicts itself: {answer}"),
                "use another version of the engine",
            ),
        }
    }
}

/// A position in which the engine has other legal moves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpinionDifference {
    /// The position, as the engine reads it.
    pub fen: String,
    /// The position as a board of letters.
    #[serde(skip)]
    pub board: String,
    /// Legal moves by the rules alone.
    #[serde(rename = "only_fairybook")]
    pub only_ours: Vec<String>,
    /// Legal moves by the engine alone.
    #[serde(rename = "only_engine")]
    pub only_theirs: Vec<String>,
}

/// The opinion of an engine on one variant.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SecondOpinion {
    /// The number of positions that were compared.
    pub positions: usize,
    /// The number of positions with different moves.
    pub different: usize,
    /// The first differences.
    pub differences: Vec<OpinionDifference>,
}

/// Asks an engine about the initial position, about `given` ones and about those of random games.
///
/// `section` is the name of the variant for the engine. The random games are always the same.
pub fn second_opinion(
    loaded: &LoadedVariant,
    text: &EngineText,
    section: &str,
    engine: &mut dyn MoveOracle,
    given: &[Position],
    random: usize,
) -> Result<SecondOpinion, EngineFault> {
    let mut asker = OpinionAsker { loaded, text, section, engine, found: SecondOpinion::default() };
    for position in given {
        if !position.is_within_turn() {
            asker.ask(position, &loaded.rules().turns(position))?;
        }
    }
    let mut chance = Chance::new(1);
    let until = asker.found.positions + random.max(1);
    while asker.found.positions < until {
        let before = asker.found.positions;
        let rules = loaded.rules();
        let mut line = PlayedGame::from(rules, rules.initial_position());
        for _ in 0..PLIES {
            let counts = |reason| matches!(reason, EndReason::Repetition | EndReason::NoProgress);
            let is_counted_out = line.game_end().is_some_and(|end| counts(end.reason));
            if asker.found.positions >= until || is_counted_out {
                break;
            }
            let turns = rules.turns(line.position());
            asker.ask(line.position(), &turns)?;
            if turns.is_empty() {
                break;
            }
            let chosen = &turns[chance.below(turns.len())];
            chosen.iter().for_each(|part| line.play(part));
        }
        if asker.found.positions == before {
            break;
        }
    }
    Ok(asker.found)
}

struct OpinionAsker<'a> {
    loaded: &'a LoadedVariant,
    text: &'a EngineText,
    section: &'a str,
    engine: &'a mut dyn MoveOracle,
    found: SecondOpinion,
}

impl OpinionAsker<'_> {
    fn ask(&mut self, position: &Position, turns: &[Vec<Move>]) -> Result<(), EngineFault> {
        let rules = self.loaded.rules();
        let fen = self.text.print_position(self.loaded.variant(), rules, position);
        let theirs = self.engine.legal_moves(self.section, &fen)?;
        let legal: Vec<Move> = turns.iter().filter_map(|turn| turn.first().copied()).collect();
        let print = |turn: &Vec<Move>| self.text.print_turn(rules, turn, &legal);
        let ours: BTreeSet<String> = turns.iter().map(print).collect();
        self.found.positions += 1;
        if ours == theirs {
            return Ok(());
        }
        self.found.different += 1;
        if self.found.differences.len() < KEPT {
            let only = |a: &BTreeSet<String>, b: &BTreeSet<String>| {
                a.difference(b).cloned().collect::<Vec<_>>()
            };
            self.found.differences.push(OpinionDifference {
                board: drawn(&fen),
                fen,
                only_ours: only(&ours, &theirs),
                only_theirs: only(&theirs, &ours),
            });
        }
        Ok(())
    }
}

/// Draws a placement: a row of letters for each rank, with dots for empty cells.
fn drawn(fen: &str) -> String {
    let cell = |entry: &RowEntry| match entry {
        RowEntry::Empty => ".".to_owned(),
        RowEntry::Hole => "*".to_owned(),
        RowEntry::Piece(token) => format!("{}{}", if token.plus { "+" } else { "" }, token.letter),
    };
    let line = |row: &str| {
        let sections = Placement::parse(row, None).map_or(Vec::new(), |it| it.sections);
        let entries = sections.iter().flatten().flat_map(|row| &row.entries);
        format!("  {}\n", entries.map(cell).collect::<Vec<String>>().join(" "))
    };
    let placement = fen.split([' ', '[']).next().unwrap_or_default();
    placement.split('/').map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_is_drawn_with_numbers_of_two_digits_and_promoted_forms() {
        assert_eq!(drawn("r10k/+P1*2[P] w"), "  r . . . . . . . . . . k\n  +P . * . .\n");
    }
}
