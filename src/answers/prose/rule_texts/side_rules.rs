//! Rules of one side only, in words: ends and points that differ, and which royals count.

use crate::game::{CheckSource, CountedRoyals, Outcome};
use crate::query::LoadedVariant;
use crate::variant::Score;

use super::super::cell_phrases::place;
use super::super::piece_filter::piece_noun;
use super::super::vocabulary::number;
use super::ends::{consequence, none_left};
use super::{RuleText, rule_text};

/// How many royals must be attacked, if not each of them counts.
pub(super) fn counted_royals(variant: &LoadedVariant) -> String {
    if variant.game().check_by == CheckSource::None {
        return String::new();
    }
    match variant.game().check_royals {
        CountedRoyals::Each => String::new(),
        CountedRoyals::All => {
            " A player with several royal pieces is in check only if all of them are attacked. \
             One of them may be left attacked, and may be captured."
                .to_owned()
        }
        CountedRoyals::Last(1) => {
            " While a player has several royal pieces, they may be left attacked and may be \
             captured."
                .to_owned()
        }
        CountedRoyals::Last(last) => format!(
            " While a player has more than {} royal pieces, they may be left attacked and may \
             be captured.",
            number(last)
        ),
    }
}

/// The ends of sides that have their own, where they differ from those of the game.
pub(super) fn own_ends(variant: &LoadedVariant) -> Vec<RuleText> {
    let mut rules = Vec::new();
    for side in variant.variant().players() {
        let index = side.index();
        let Some(own) = variant.game().own_ends.get(index).and_then(Option::as_ref) else {
            continue;
        };
        let ends = &variant.game().ends;
        let name = &variant.variant().sides[index].name;
        let path = format!("sides.{}.ends", variant.variant().sides[index].id);
        let mut add = |heading: &str, when: &str, outcome: Option<Outcome>| {
            let result = outcome.map_or("the game goes on".to_owned(), |it| consequence(it, name));
            rules.push(rule_text(variant, heading, &path, format!("If {name} {when}, {result}.")));
        };
        if own.checkmate != ends.checkmate {
            add("End", "is checkmated", own.checkmate);
        }
        if own.stalemate != ends.stalemate {
            add("End", "has no legal move and is not in check", own.stalemate);
        }
        let extinction = own.extinction.first().filter(|_| own.extinction != ends.extinction);
        if let Some((pieces, outcome)) = extinction {
            let (heading, has) = none_left(variant, pieces);
            add(&heading, &has, Some(*outcome));
        }
        if let Some(rule) = own.goal.first().filter(|_| own.goal != ends.goal) {
            let noun = piece_noun(variant, &rule.pieces.expr);
            let place = place(variant, &rule.at[side], side, Some(&rule.at.expr));
            add("Goal", &format!("has {noun} {place}"), Some(rule.outcome));
        }
    }
    rules
}

/// What the ends of the game are worth for sides that have points of their own.
pub(super) fn own_scores(loaded: &LoadedVariant) -> String {
    let variant = loaded.variant();
    if variant.own_scores.iter().all(Option::is_none) {
        return String::new();
    }
    let words: Vec<String> = variant
        .players()
        .map(|side| {
            let own = variant.own_scores[side.index()].as_ref();
            let Score { win, draw, .. } = own.unwrap_or(&variant.score);
            let name = &variant.sides[side.index()].name;
            format!("{name} scores {win} for a win and {draw} for a draw.")
        })
        .collect();
    words.join(" ")
}
