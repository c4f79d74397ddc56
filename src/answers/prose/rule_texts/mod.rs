//! The rules that belong to no single piece type, in words: one file for each subject.

mod acts;
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
pub(super) use auras::aura_sentence;
pub(super) use boards::state_words;
pub(super) use double_step::makes_double_step;
pub(super) use effects::effect_sentence;
pub(super) use end_conditions::reached_end_words;
pub use ends::{no_progress_heading, repetition_heading};
pub(super) use hands::full_line_words;
pub(super) use restrictions::restriction_sentence;
pub(super) use turn_parts::part_of_turn_sentence;

use crate::game::PieceTypeId;
use crate::query::LoadedVariant;
use crate::source::article;
use auras::auras;
use boards::{boards_with_one_move, transfer_order, transfers};
use castling::castling;
use double_step::{double_steps, en_passant, not_in_this_game};
use effects::effects;
use end_conditions::end_conditions;
use ends::{check, end_rules};
use hands::{drops, hands};
use promotion::promotion;
use restrictions::restrictions;
use side_rules::{counted_royals, own_ends};
use turn_parts::turn_parts;
use turns::{passing, turns};

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

/// The rules of turns, double steps, castling, promotion, drops, transfers and ends.
///
/// They are worded for the first side and name the cells of the other player where these
/// differ. `others` are the same variant with other armies; a rule that only one of them has
/// follows those with the same heading.
pub fn rule_texts_with(variant: &LoadedVariant, others: &[&LoadedVariant]) -> Vec<RuleText> {
    let castling = castling(variant, others);
    let mut rule_texts = own_rule_texts(variant, &castling);
    for rule_text in others.iter().flat_map(|other| own_rule_texts(other, &castling)) {
        if rule_texts.iter().any(|known| known.words == rule_text.words) {
            continue;
        }
        let after = rule_texts.iter().rposition(|known| known.heading == rule_text.heading);
        rule_texts.insert(after.map_or(rule_texts.len(), |index| index + 1), rule_text);
    }
    rule_texts
}

/// The rules with the armies of this variant alone.
pub fn rule_texts(variant: &LoadedVariant) -> Vec<RuleText> {
    rule_texts_with(variant, &[])
}

fn own_rule_texts(variant: &LoadedVariant, castling: &str) -> Vec<RuleText> {
    let mut rule_texts = vec![rule_text(variant, "Turns", "sides", turns(variant))];
    rule_texts.extend(turn_parts(variant));
    rule_texts.extend([
        rule_text(variant, "Double step", "pieces", double_steps(variant)),
        rule_text(variant, "En passant", "pieces", en_passant(variant)),
        with_parts(variant, "Castling", "castling", castling),
        rule_text(variant, "Not in this game", "castling", not_in_this_game(variant)),
        with_parts(variant, "Promotion", "promotion", promotion(variant)),
        with_parts(variant, "Pieces in hand", "hands", hands(variant)),
        with_parts(variant, "Drops", "drops", drops(variant)),
        rule_text(variant, "Passing", "turn", passing(variant)),
    ]);
    rule_texts.extend(boards_with_one_move(variant));
    rule_texts.extend(transfers(variant));
    rule_texts.push(rule_text(variant, "Order of transfers", "transfers", transfer_order(variant)));
    rule_texts.push(rule_text(
        variant,
        "Check",
        "check",
        check(variant) + &counted_royals(variant),
    ));
    rule_texts.extend(restrictions(variant));
    rule_texts.extend(effects(variant));
    rule_texts.extend(auras(variant));
    rule_texts.extend(end_rules(variant));
    rule_texts.extend(own_ends(variant));
    rule_texts.extend(end_conditions(variant));
    rule_texts.retain(|rule_text| !rule_text.words.is_empty());
    rule_texts
}

/// The text of a rule; without words it is left out.
fn rule_text(
    variant: &LoadedVariant,
    heading: &str,
    path: &str,
    words: impl Into<String>,
) -> RuleText {
    let certainty = variant.variant().certainty_notes.of(path);
    RuleText { heading: heading.to_owned(), words: words.into(), certainty, is_partly: false }
}

/// A rule made from the facts at and below a path, with the least certain of their certainties.
fn with_parts(
    variant: &LoadedVariant,
    heading: &str,
    path: &str,
    words: impl Into<String>,
) -> RuleText {
    let whole = rule_text(variant, heading, path, words);
    let certainty = least_certain(variant, path);
    RuleText { certainty, is_partly: certainty != whole.certainty, ..whole }
}

/// The least certainty of the facts at and below a path.
pub fn least_certain(variant: &LoadedVariant, path: &str) -> Certainty {
    let certainty_notes = &variant.variant().certainty_notes;
    let below = certainty_notes.below(path).map(|note| note.is);
    below.chain([certainty_notes.of(path)]).max().unwrap_or_default()
}

/// `a Queen`
pub(super) fn with_article(variant: &LoadedVariant, piece_type: PieceTypeId) -> String {
    let name = variant.piece_type_name(piece_type);
    format!("{} {name}", article(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::testing::loaded_variant;

    const CHESS: &str = include_str!("../../../../content/variants/chess.toml");

    pub(super) fn words(variant: &LoadedVariant, heading: &str) -> String {
        let found = rule_texts(variant).into_iter().find(|rule_text| rule_text.heading == heading);
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
            rule_texts(variant)
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
