//! Reads how a game ends: `[ends]`, `[check]`, `[elimination]` and `[score]`.

use crate::rules::{
    CheckSource, Elimination, EndRules, GoalRule, NextTurn, NoProgress, Outcome, PieceSet,
    Repetition,
};
use crate::source::{Code, Diagnostic, SourceText, TomlTable};

use super::Score;
use super::cell_resolver::ResolvedCells;
use super::lowering::LoweringContext;
use super::piece_sets::PieceExpr;
use super::rule_exprs::RuleTexts;

/// The results that an end of the game can have for a side.
pub(super) const OUTCOMES: [(&str, Outcome); 6] = [
    ("loses", Outcome::Loses),
    ("wins", Outcome::Wins),
    ("draw", Outcome::Draw),
    ("passes", Outcome::Passes),
    ("eliminated", Outcome::Eliminated),
    ("points", Outcome::Points),
];

fn outcome(table: &TomlTable, key: &str) -> Option<Outcome> {
    table.choice(key, &OUTCOMES)
}

impl LoweringContext<'_> {
    /// Reads `[ends]` and adds the parsed expressions to `texts`.
    pub fn end_rules(&self, texts: &mut RuleTexts) -> EndRules {
        let table = self.root.table("ends");
        self.check_ends(table);
        EndRules {
            checkmate: outcome(table, "checkmate"),
            stalemate: outcome(table, "stalemate"),
            royal_capturable: outcome(table, "royal-capturable"),
            extinction: self.keep(self.extinction(table, texts)).unwrap_or_default(),
            goal: self.keep(self.goal(table, texts)).unwrap_or_default(),
            repetition: self.keep(repetition(table)).flatten(),
            no_progress: self.keep(self.no_progress(table, texts)).flatten(),
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

    fn extinction(
        &self,
        ends: &TomlTable,
        texts: &mut RuleTexts,
    ) -> Result<Vec<(PieceSet, Outcome)>, Diagnostic> {
        let table = ends.table("extinction");
        let (Some(pieces), Some(outcome)) = (table.text("pieces"), outcome(table, "result")) else {
            return Ok(Vec::new());
        };
        let (pieces, expr) = self.pieces_of_players(pieces)?;
        texts.extinction = Some(expr);
        Ok(vec![(pieces, outcome)])
    }

    /// The pieces that `text` names, only of sides that have turns, and the parsed expression.
    fn pieces_of_players(&self, text: &SourceText) -> Result<(PieceSet, PieceExpr), Diagnostic> {
        let players = self.players();
        let (pieces, expr) = self.piece_resolver.pieces(text, None)?;
        let pieces = pieces.iter().filter(|piece| players.contains(&piece.side.index())).collect();
        Ok((pieces, expr))
    }

    fn goal(&self, ends: &TomlTable, texts: &mut RuleTexts) -> Result<Vec<GoalRule>, Diagnostic> {
        let table = ends.table("goal");
        let (Some(pieces), Some(at), Some(outcome)) =
            (table.text("pieces"), table.text("at"), outcome(table, "result"))
        else {
            return Ok(Vec::new());
        };
        let (pieces, piece_expr) = self.pieces_of_players(pieces)?;
        let ResolvedCells { expr, cells } = self.cell_resolver.resolved(at)?;
        texts.goal = Some((piece_expr, expr));
        Ok(vec![GoalRule { pieces, at: cells.into(), outcome }])
    }

    fn no_progress(
        &self,
        ends: &TomlTable,
        texts: &mut RuleTexts,
    ) -> Result<Option<NoProgress>, Diagnostic> {
        let table = ends.table("no-progress");
        let (Some((moves, location)), Some(outcome)) =
            (table.integer("moves"), outcome(table, "result"))
        else {
            return Ok(None);
        };
        if !(1..=10_000).contains(&moves) {
            let message = format!("{moves} moves without progress cannot be counted");
            return Err(location.error(Code::Ends, message).help("`moves` is 50, for instance"));
        }
        let mut pieces = PieceSet::new();
        if let Some(text) = table.text("by") {
            let (named, expr) = self.piece_resolver.pieces(text, None)?;
            pieces = named;
            texts.progress = Some(expr);
        }
        Ok(Some(NoProgress { moves: moves as u16, pieces, outcome }))
    }

    /// Reads `[check]`.
    pub fn check_by(&self) -> CheckSource {
        let choices = [("next side", CheckSource::NextSide), ("none", CheckSource::None)];
        self.root.table("check").choice("by", &choices).unwrap_or(CheckSource::AnyEnemy)
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

    /// Reads `[score]`.
    pub fn score(&self) -> Score {
        let table = self.root.table("score");
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

fn repetition(ends: &TomlTable) -> Result<Option<Repetition>, Diagnostic> {
    let table = ends.table("repetition");
    let (Some((times, location)), Some(result)) =
        (table.integer("times"), outcome(table, "result"))
    else {
        return Ok(None);
    };
    if !(2..=1000).contains(&times) {
        let error = location.error(Code::Ends, format!("{times} repetitions cannot be counted"));
        return Err(error.help("`times` is at least 2, and usually 3"));
    }
    let perpetual_check = outcome(table, "perpetual-check");
    Ok(Some(Repetition { times: times as u16, outcome: result, perpetual_check }))
}
