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
    pub heading: String,
    /// The rule, in sentences.
    pub words: String,
    /// The certainty of the rule, or of its least certain part.
    pub certainty: Certainty,
    /// Whether that is the certainty of a part only.
    pub is_partly: bool,
}

impl LoadedVariant {
    /// The rules of turns, double steps, castling, promotion, drops, transfers and ends.
    ///
    /// They are worded for the first side and name the cells of the other player where these
    /// differ. `others` are the same variant with other armies; a rule that only one of them has
    /// follows those with the same heading.
    pub fn rule_texts_with(&self, others: &[&LoadedVariant]) -> Vec<RuleText> {
        let castling = self.castling(others);
        let mut rule_texts = self.own_rule_texts(&castling);
        for rule_text in others.iter().flat_map(|other| other.own_rule_texts(&castling)) {
            if rule_texts.iter().any(|known| known.words == rule_text.words) {
                continue;
            }
            let after = rule_texts.iter().rposition(|known| known.heading == rule_text.heading);
            rule_texts.insert(after.map_or(rule_texts.len(), |index| index + 1), rule_text);
        }
        rule_texts
    }

    /// The rules with the armies of this variant alone.
    pub fn rule_texts(&self) -> Vec<RuleText> {
        self.rule_texts_with(&[])
    }

    fn own_rule_texts(&self, castling: &str) -> Vec<RuleText> {
        let mut rule_texts = vec![self.rule_text("Turns", "sides", self.turns())];
        rule_texts.extend(self.turn_parts());
        rule_texts.extend([
            self.rule_text("Double step", "pieces", self.double_steps()),
            self.rule_text("En passant", "pieces", self.en_passant()),
            self.with_parts("Castling", "castling", castling),
            self.rule_text("Not in this game", "castling", self.not_in_this_game()),
            self.with_parts("Promotion", "promotion", self.promotion()),
            self.with_parts("Pieces in hand", "hands", self.hands()),
            self.with_parts("Drops", "drops", self.drops()),
            self.rule_text("Passing", "turn", self.passing()),
        ]);
        rule_texts.extend(self.boards_with_one_move());
        rule_texts.extend(self.transfers());
        rule_texts.push(self.rule_text("Order of transfers", "transfers", self.transfer_order()));
        rule_texts.push(self.rule_text("Check", "check", self.check() + &self.counted_royals()));
        rule_texts.extend(self.restrictions());
        rule_texts.extend(self.effects());
        rule_texts.extend(self.auras());
        rule_texts.extend(self.end_rules());
        rule_texts.extend(self.own_ends());
        rule_texts.extend(self.end_conditions());
        rule_texts.retain(|rule_text| !rule_text.words.is_empty());
        rule_texts
    }

    /// The text of a rule; without words it is left out.
    fn rule_text(&self, heading: &str, path: &str, words: impl Into<String>) -> RuleText {
        let certainty = self.variant().certainty_notes.of(path);
        RuleText { heading: heading.to_owned(), words: words.into(), certainty, is_partly: false }
    }

    /// A rule made from the facts at and below a path, with the least certain of their certainties.
    fn with_parts(&self, heading: &str, path: &str, words: impl Into<String>) -> RuleText {
        let whole = self.rule_text(heading, path, words);
        let certainty = self.least_certain(path);
        RuleText { certainty, is_partly: certainty != whole.certainty, ..whole }
    }

    /// The least certainty of the facts at and below a path.
    pub fn least_certain(&self, path: &str) -> Certainty {
        let certainty_notes = &self.variant().certainty_notes;
        let below = certainty_notes.below(path).map(|note| note.is);
        below.chain([certainty_notes.of(path)]).max().unwrap_or_default()
    }

    /// `a Queen`
    fn with_article(&self, piece_type: PieceTypeId) -> String {
        let name = self.piece_type_name(piece_type);
        format!("{} {name}", article(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::testing::loaded_variant;

    const CHESS: &str = include_str!("../../../content/variants/chess.toml");

    pub(super) fn words(variant: &LoadedVariant, heading: &str) -> String {
        let found = variant.rule_texts().into_iter().find(|rule_text| rule_text.heading == heading);
        found.map_or(String::new(), |rule_text| rule_text.words)
    }

    /// A variant based on chess with further tables.
    pub(super) fn based(tables: &str) -> LoadedVariant {
        loaded_variant(
            "based",
            &format!("format = 1\nname = \"Based\"\nbased-on = \"chess\"\n{tables}"),
        )
    }

    #[test]
    fn a_rule_is_as_certain_as_its_least_certain_part() {
        let note = "[[certainty]]\nof = \"promotion.pawn\"\nis = \"derived\"\nwhy = \"a guess\"\n";
        let certainty = |variant: &LoadedVariant, heading: &str| {
            variant
                .rule_texts()
                .into_iter()
                .find(|rule_text| rule_text.heading == heading)
                .map(|it| it.certainty)
        };
        assert_eq!(certainty(&based(note), "Promotion"), Some(Certainty::Derived));
        let part = note.replace("pawn", "pawn.becomes").replace("derived", "by analogy");
        let notes = based(&format!("{part}{note}"));
        assert_eq!(certainty(&notes, "Promotion"), Some(Certainty::ByAnalogy));
        assert_eq!(certainty(&based(""), "Promotion"), Some(Certainty::Stated));
    }

    #[test]
    fn the_rules_of_chess() {
        let chess = loaded_variant("chess", CHESS);
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
