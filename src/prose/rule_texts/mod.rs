//! The rules that belong to no single piece type, in words: one file for each subject.

mod boards;
mod castling;
mod double_step;
mod effects;
mod conditions;
mod end_conditions;
mod ends;
mod hands;
mod promotion;
mod restrictions;
mod side_rules;
mod turn_parts;
mod auras;
mod turns;

use crate::format::Certainty;
pub use ends::{no_progress_heading, repetition_heading};

use crate::game::PieceTypeId;
use crate::query::LoadedVariant;
use crate::source::article;

/// A rule that belongs to no single piece type, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleText {
    /// The heading: `Castling`.
    pub on: String,
    /// The rule, in sentences.
    pub words: String,
    /// The certainty of the rule.
    pub sureness: Certainty,
}

impl LoadedVariant {
    /// The rules of turns, double steps, castling, promotion, drops, transfers and ends.
    ///
    /// They are worded for the first side and name the cells of the other player where these
    /// differ. `others` are the same variant with other armies; a rule that only one of them has
    /// follows those with the same heading.
    pub fn rulings_with(&self, others: &[&LoadedVariant]) -> Vec<RuleText> {
        let castling = self.castling(others);
        let mut rulings = self.own_rulings(&castling);
        for ruling in others.iter().flat_map(|other| other.own_rulings(&castling)) {
            if rulings.iter().any(|known| known.words == ruling.words) {
                continue;
            }
            let after = rulings.iter().rposition(|known| known.on == ruling.on);
            rulings.insert(after.map_or(rulings.len(), |index| index + 1), ruling);
        }
        rulings
    }

    /// The rules with the armies of this variant alone.
    pub fn rulings(&self) -> Vec<RuleText> {
        self.rulings_with(&[])
    }

    fn own_rulings(&self, castling: &str) -> Vec<RuleText> {
        let mut rulings = vec![self.ruling("Turns", "sides", self.turns())];
        rulings.extend(self.turn_parts());
        rulings.extend([
            self.ruling("Double step", "pieces", self.double_steps()),
            self.ruling("En passant", "pieces", self.en_passant()),
            self.with_parts("Castling", "castling", castling),
            self.with_parts("Promotion", "promotion", self.promotion()),
            self.with_parts("Pieces in hand", "hands", self.hands()),
            self.with_parts("Drops", "drops", self.drops()),
            self.ruling("Passing", "turn", self.passing()),
        ]);
        rulings.extend(self.boards_with_one_move());
        rulings.extend(self.transfers());
        rulings.push(self.ruling("Order of transfers", "transfers", self.transfer_order()));
        rulings.push(self.ruling("Check", "check", self.check() + &self.counted_royals()));
        rulings.extend(self.restrictions());
        rulings.extend(self.effects());
        rulings.extend(self.auras());
        rulings.extend(self.end_rules());
        rulings.extend(self.own_ends());
        rulings.extend(self.end_conditions());
        rulings.retain(|ruling| !ruling.words.is_empty());
        rulings
    }

    /// The text of a rule; without words it is left out.
    fn ruling(&self, on: &str, path: &str, words: impl Into<String>) -> RuleText {
        let sureness = self.variant().standings.of(path);
        RuleText { on: on.to_owned(), words: words.into(), sureness }
    }

    /// A rule made from the facts at and below a path, with the least certain of their certainties.
    fn with_parts(&self, on: &str, path: &str, words: impl Into<String>) -> RuleText {
        RuleText { sureness: self.least_certain(path), ..self.ruling(on, path, words) }
    }

    /// The least certainty of the facts at and below a path.
    pub fn least_certain(&self, path: &str) -> Certainty {
        let standings = &self.variant().standings;
        let below = standings.below(path).map(|note| note.is);
        below.chain([standings.of(path)]).max().unwrap_or_default()
    }

    /// `a Queen`
    fn with_article(&self, kind: PieceTypeId) -> String {
        let name = self.kind_name(kind);
        format!("{} {name}", article(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::testing::study;

    const CHESS: &str = include_str!("../../../content/variants/chess.toml");

    pub(super) fn words(study: &LoadedVariant, on: &str) -> String {
        let found = study.rulings().into_iter().find(|ruling| ruling.on == on);
        found.map_or(String::new(), |ruling| ruling.words)
    }

    /// A variant based on chess with further tables.
    pub(super) fn based(tables: &str) -> LoadedVariant {
        study("based", &format!("format = 1\nname = \"Based\"\nbased-on = \"chess\"\n{tables}"))
    }

    #[test]
    fn a_rule_is_as_certain_as_its_least_certain_part() {
        let note = "[[certainty]]\nof = \"promotion.pawn\"\nis = \"derived\"\nwhy = \"a guess\"\n";
        let sureness = |study: &LoadedVariant, on: &str| {
            study.rulings().into_iter().find(|ruling| ruling.on == on).map(|it| it.sureness)
        };
        assert_eq!(sureness(&based(note), "Promotion"), Some(Certainty::Derived));
        let part = note.replace("pawn", "pawn.becomes").replace("derived", "by analogy");
        let notes = based(&format!("{part}{note}"));
        assert_eq!(sureness(&notes, "Promotion"), Some(Certainty::ByAnalogy));
        assert_eq!(sureness(&based(""), "Promotion"), Some(Certainty::Stated));
    }

    #[test]
    fn the_rules_of_chess() {
        let chess = study("chess", CHESS);
        for (on, expected) in [
            ("Turns", "White moves first. The players move in turn."),
            (
                "Double step",
                "A Pawn on rank 2 (Black: rank 7) may make a double step: two squares forward \
                 without capturing, if both are empty.",
            ),
            (
                "En passant",
                "A Pawn may capture an enemy Pawn that has just made a double step, as if that \
                 Pawn had moved one square. This is possible only on the next move.",
            ),
            (
                "Castling",
                "White: King e1–g1 and Rook h1–f1, or King e1–c1 and Rook a1–d1. Neither piece may \
                 have moved, and all squares between them must be empty. The King may not castle \
                 out of check, through an attacked square or into check. Black castles in the same way.",
            ),
            (
                "Promotion",
                "A Pawn that reaches rank 8 (Black: rank 1) promotes to a Queen, Rook, Bishop or \
                 Knight.",
            ),
            ("Check", "The King is royal: a player may not make a move that leaves it in check."),
            (
                "Checkmate",
                "A player who is in check and has no legal move is checkmated and loses.",
            ),
            ("Stalemate", "If a player is not in check and has no legal move, the game is drawn."),
            (
                "Fifty-move rule",
                "After 50 moves by each player without a capture and without a move of a Pawn, the \
                 game is drawn.",
            ),
            ("Drops", ""),
            ("Passing", ""),
        ] {
            assert_eq!(words(&chess, on), expected, "{on}");
        }
    }
}
