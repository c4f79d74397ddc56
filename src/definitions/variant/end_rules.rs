//! Reads how a game ends: `[ends]`, `[check]`, `[elimination]` and `[score]`.

use crate::format::OUTCOMES;
use crate::game::{
    CheckSource, CheckTest, Elimination, EndRules, GoalRule, NextTurn, NoProgress, Outcome,
    Repetition, SaidSet,
};
use crate::source::{Code, SourceText};
use crate::toml_text::TomlTable;

use super::Score;
use super::lowering::LoweringContext;

/// Reads a result.
pub(super) fn outcome(table: &TomlTable, key: &str) -> Option<Outcome> {
    table.choice(key, &OUTCOMES)
}

impl LoweringContext<'_> {
    /// Reads `[ends]`, of the game or of one side.
    pub fn end_rules(&self, table: &TomlTable) -> EndRules {
        self.check_ends(table);
        EndRules {
            checkmate: outcome(table, "checkmate"),
            stalemate: outcome(table, "stalemate"),
            royal_capturable: outcome(table, "royal-capturable"),
            extinction: self.extinction(table).into_iter().collect(),
            goal: self.goal(table).into_iter().collect(),
            repetition: self.repetition(table),
            no_progress: self.no_progress(table),
            no_promotion_choice: outcome(table, "nothing-to-promote"),
            last_survivor: outcome(table, "last-survivor"),
            facing_royals: outcome(table, "facing-royals"),
            all_passed: outcome(table, "all-passed"),
        }
    }

    /// Reports `eliminated` without `[elimination]`, and `last-survivor` in a game of two sides.
    fn check_ends(&self, table: &TomlTable) {
        let nested =
            ["extinction", "goal"].iter().filter_map(|key| table.table(key).text("result"));
        let results = table.texts().map(|(_, text)| text).chain(nested);
        if self.root.get("elimination").is_none() {
            for result in results.filter(|result| result.value == "eliminated") {
                let error = result.error(Code::Ends, "`eliminated` needs `[elimination]`");
                let help = "`[elimination]` says what happens to the army: `army = \"removed\"`";
                self.report(error.help(help));
            }
        }
        if let (Some(entry), 0..=2) = (table.get("last-survivor"), self.players().len()) {
            let error = entry.key.error(Code::Ends, "a game of two sides has no `last-survivor`");
            self.report(error.help("the side that gives checkmate has won"));
        }
    }

    fn extinction(&self, ends: &TomlTable) -> Option<(SaidSet, Outcome)> {
        let table = ends.table("extinction");
        let outcome = outcome(table, "result")?;
        Some((self.pieces_of_players(table.text("pieces")?)?, outcome))
    }

    /// The pieces that `text` names, only of sides that have turns.
    fn pieces_of_players(&self, text: &SourceText) -> Option<SaidSet> {
        let players = self.players();
        let (pieces, expr) = self.keep(self.names.pieces.pieces(text, None))?;
        let pieces = pieces.iter().filter(|piece| players.contains(&piece.side.index())).collect();
        Some(SaidSet { pieces, expr })
    }

    fn goal(&self, ends: &TomlTable) -> Option<GoalRule> {
        let table = ends.table("goal");
        let outcome = outcome(table, "result")?;
        let pieces = self.pieces_of_players(table.text("pieces")?)?;
        Some(GoalRule { pieces, at: self.keep(self.cells(table, "at")).flatten()?, outcome })
    }

    fn repetition(&self, ends: &TomlTable) -> Option<Repetition> {
        let table = ends.table("repetition");
        let ((times, location), outcome) = (table.integer("times")?, outcome(table, "result")?);
        if !(2..=1000).contains(&times) {
            let message = format!("{times} repetitions cannot be counted");
            let help = "`times` is at least 2, and usually 3";
            self.report(location.error(Code::Ends, message).help(help));
        }
        let perpetual_check = self::outcome(table, "perpetual-check");
        Some(Repetition { times: times as u16, outcome, perpetual_check })
    }

    fn no_progress(&self, ends: &TomlTable) -> Option<NoProgress> {
        let table = ends.table("no-progress");
        let ((moves, location), outcome) = (table.integer("moves")?, outcome(table, "result")?);
        if !(1..=10_000).contains(&moves) {
            let message = format!("{moves} moves without progress cannot be counted");
            self.report(location.error(Code::Ends, message).help("`moves` is 50, for instance"));
        }
        let by = table.text("by").map(|text| self.names.pieces.pieces(text, None));
        let pieces = by.and_then(|by| self.keep(by));
        let pieces = pieces.map(|(pieces, expr)| SaidSet { pieces, expr });
        Some(NoProgress { moves: moves as u16, pieces, outcome })
    }

    /// Reads `[check]`.
    pub fn check_by(&self) -> CheckSource {
        let choices = [("next side", CheckSource::NextSide), ("none", CheckSource::None)];
        self.root.table("check").choice("by", &choices).unwrap_or(CheckSource::AnyEnemy)
    }

    /// Reads `check.tested`.
    pub fn check_test(&self) -> CheckTest {
        let choices = [("each stage", CheckTest::EachStage), ("end of turn", CheckTest::EndOfTurn)];
        self.root.table("check").choice("tested", &choices).unwrap_or_default()
    }

    /// Reads `[elimination]`.
    pub fn elimination(&self) -> Elimination {
        let table = self.root.table("elimination");
        let next = table.choice("next", &[("in order", NextTurn::InOrder)]);
        let next = next.unwrap_or(NextTurn::Captor);
        match (table.text("army").map(SourceText::as_str), next) {
            (Some("stays"), next) => Elimination::Stays(next),
            (Some("captor's"), next) => Elimination::JoinsCaptor(next),
            (_, NextTurn::Captor) => Elimination::RemovedThenCaptor,
            (_, NextTurn::InOrder) => Elimination::RemovedInOrder,
        }
    }

    /// Reads the points of a piece or a side, in hundredths.
    pub fn points(&self, table: &TomlTable) -> u32 {
        let Some((points, location)) = table.number("points") else { return 0 };
        let hundredths = points * 100.0;
        if (0.0..=1_000_000.0).contains(&hundredths) && hundredths.fract() == 0.0 {
            return hundredths as u32;
        }
        let error = location.error(Code::Ends, format!("{points} points cannot be counted"));
        self.report(error.help("from 0 to 10000, with at most two decimals"));
        0
    }

    /// Reads `[score]`, of the game or of one side.
    pub fn score(&self, table: &TomlTable) -> Score {
        let number = |key: &str| table.number(key).map(|(number, _)| number);
        let win = number("win").unwrap_or(1.0);
        let mut places = Vec::new();
        if let Some(entry) = table.get("places") {
            places.extend(entry.node.value.items().iter().filter_map(|item| item.value.number()));
            let players = self.players().len();
            if places.len() != players {
                let message = format!("{} places for {players} players", places.len());
                let help = "points from the first place to the last, one number a player";
                self.report(entry.key.error(Code::Ends, message).help(help));
            }
        }
        let draw = number("draw").unwrap_or(win / 2.0);
        Score { win, draw, stalemating: number("stalemating"), places }
    }
}
