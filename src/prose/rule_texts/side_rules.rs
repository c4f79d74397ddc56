//! Rules of one side only, in words: ends and points that differ, and which royals count.

use crate::game::{CheckSource, CountedRoyals, Outcome, SideId};
use crate::query::LoadedVariant;
use crate::variant::Score;

use super::super::vocabulary::number;
use super::RuleText;
use super::ends::consequence;

impl LoadedVariant {
    /// How many royals must be attacked, if not each of them counts.
    pub(super) fn counted_royals(&self) -> String {
        if self.game().check_by == CheckSource::None {
            return String::new();
        }
        match self.game().check_royals {
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
    pub(super) fn own_ends(&self) -> Vec<RuleText> {
        let mut rules = Vec::new();
        for side in self.variant().players() {
            let index = side.index();
            let Some(own) = self.game().own_ends.get(index).and_then(Option::as_ref) else {
                continue;
            };
            let ends = &self.game().ends;
            let name = &self.variant().sides[index].name;
            let path = format!("sides.{}.ends", self.variant().sides[index].id);
            let mut add = |when: &str, own: Option<Outcome>, common: Option<Outcome>| {
                if own == common {
                    return;
                }
                let result = own.map_or("the game goes on".to_owned(), |it| consequence(it, name));
                rules.push(self.rule_text("End", &path, format!("If {name} {when}, {result}.")));
            };
            add("is checkmated", own.checkmate, ends.checkmate);
            add("has no legal move and is not in check", own.stalemate, ends.stalemate);
            if own.extinction != ends.extinction {
                rules.extend(self.own_extinction(side, &path));
            }
            if own.goal != ends.goal {
                rules.extend(self.own_goal(side, &path));
            }
        }
        rules
    }

    fn own_extinction(&self, side: SideId, path: &str) -> Option<RuleText> {
        let (pieces, outcome) = self.game().ends_of(side).extinction.first()?;
        let (heading, has) = self.none_left(pieces);
        let name = &self.variant().sides[side.index()].name;
        let (words, result) = (has.words(), consequence(*outcome, name));
        Some(self.rule_text(&heading, path, format!("If {name} {words}, {result}.")))
    }

    fn own_goal(&self, side: SideId, path: &str) -> Option<RuleText> {
        let rule = self.game().ends_of(side).goal.first()?;
        let noun = self.piece_noun(&rule.pieces.expr);
        let place = self.place(&rule.at[side], side, Some(&rule.at.expr));
        let name = &self.variant().sides[side.index()].name;
        let result = consequence(rule.outcome, name);
        Some(self.rule_text("Goal", path, format!("If {name} has {noun} {place}, {result}.")))
    }

    /// What the ends of the game are worth for sides that have points of their own.
    pub(super) fn own_scores(&self) -> String {
        let variant = self.variant();
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
}
