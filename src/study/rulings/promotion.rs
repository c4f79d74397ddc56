//! Promotion in words.

use std::collections::BTreeSet;

use crate::geometry::Cells;
use crate::rules::{KindId, Promotion, SideId};
use crate::source::series;
use crate::variant::{CellExpr, PromotionText};

use super::super::Study;
use super::super::compare::article;
use super::case::capital;

impl Study {
    pub(super) fn promotion(&self) -> String {
        if self.game().promotions.is_empty() {
            return "No piece promotes.".to_owned();
        }
        let side = self.first_side();
        let mut left: Vec<&Promotion> =
            self.game().promotions.iter().filter(|it| it.side == side).collect();
        let mut words = Vec::new();
        while let Some(&first) = left.first() {
            let alike = |it: &&Promotion| {
                (&it.may, it.leaving) == (&first.may, first.leaving)
                    && (!first.may.is_empty() || it == &first)
            };
            let (group, rest): (Vec<_>, Vec<_>) = left.into_iter().partition(alike);
            words.push(match group[..] {
                [only] => self.one_promotes(only),
                _ => self.several_promote(&group),
            });
            left = rest;
        }
        if self.game().promotions.iter().any(|it| it.side == side && it.quota) {
            words.push("No side may have more of a kind than it began with.".to_owned());
        }
        words.join(" ")
    }

    fn one_promotes(&self, promotion: &Promotion) -> String {
        let who = capital(&self.with_article(promotion.kind));
        let what = self.becomes(promotion);
        let must = self.compulsory_where(promotion);
        if promotion.may.is_empty() {
            return format!("{who} that comes to stand {must} becomes {what}.");
        }
        let forced = match promotion.must.is_empty() {
            true => String::new(),
            false => format!("; {must} it must"),
        };
        format!("{who} may become {what} {}{forced}.", self.by_a_move(promotion))
    }

    fn several_promote(&self, group: &[&Promotion]) -> String {
        let pairs: Vec<String> = group
            .iter()
            .map(|it| {
                let what = match it.becomes[..] {
                    [only] => self.kind_name(only).to_owned(),
                    _ => self.becomes(it),
                };
                format!("{} to {what}", self.kind_name(it.kind))
            })
            .collect();
        let mut words =
            format!("These may promote {}: {}.", self.by_a_move(group[0]), series(&pairs, "and"));
        let mut forced: Vec<(&Cells, Vec<String>, &Promotion)> = Vec::new();
        for it in group.iter().filter(|it| !it.must.is_empty()) {
            let name = self.kind_name(it.kind).to_owned();
            match forced.iter_mut().find(|(cells, ..)| **cells == it.must) {
                Some((_, names, _)) => names.push(name),
                None => forced.push((&it.must, vec![name], it)),
            }
        }
        let forced: Vec<String> = forced
            .into_iter()
            .map(|(_, names, it)| {
                format!("{} {}", series(&names, "and"), self.compulsory_where(it))
            })
            .collect();
        if !forced.is_empty() {
            words += &format!(" They must: {}.", forced.join("; "));
        }
        words
    }

    /// `by a move that begins or ends on ranks a to c`
    fn by_a_move(&self, promotion: &Promotion) -> String {
        let begins = if promotion.leaving { "begins or " } else { "" };
        let place = self.promotes_where(promotion, |it| &it.may, |text| text.optional.as_ref());
        format!("by a move that {begins}ends {place}")
    }

    fn compulsory_where(&self, promotion: &Promotion) -> String {
        self.promotes_where(promotion, |it| &it.must, |text| text.compulsory.as_ref())
    }

    fn promotes_where<'a>(
        &'a self,
        of: &Promotion,
        cells: impl Fn(&Promotion) -> &Cells,
        expr: impl Fn(&'a PromotionText) -> Option<&'a CellExpr>,
    ) -> String {
        let promotions = &self.game().promotions;
        let find =
            |side: SideId| promotions.iter().position(|it| it.side == side && it.kind == of.kind);
        let text = find(of.side).map(|index| &self.variant().texts.promotions[index]);
        let cells_of = |side| find(side).map(|index| cells(&promotions[index]).clone());
        self.place_of_each(|side| cells_of(side).unwrap_or_default(), text.and_then(expr))
    }

    /// `a Queen, Rook, Bishop or Knight`
    fn becomes(&self, promotion: &Promotion) -> String {
        let has_army = self.variant().sides.iter().any(|side| side.army.is_some());
        let promotes = |kind: KindId| self.game().promotions.iter().any(|it| it.kind == kind);
        let is_other =
            |kind: &KindId| !self.game().kinds[kind.0 as usize].royal && !promotes(*kind);
        let sorted = self.sorted(promotion);
        // Whom it cannot become, if it can become all the others in the array of these sides.
        let left_out = |is_meant: &dyn Fn(SideId) -> bool| {
            let men = self.game().array.iter().map(|(_, man)| man);
            let kinds: BTreeSet<KindId> =
                men.filter(|man| is_meant(man.side)).map(|man| man.kind).collect();
            let (all, rest): (Vec<KindId>, Vec<KindId>) = kinds.into_iter().partition(is_other);
            let rest: Vec<String> = rest.into_iter().map(|kind| self.with_article(kind)).collect();
            all.iter().eq(&sorted).then(|| series(&rest, "or"))
        };
        // The names would be those of some armies among several.
        if has_army && let Some(rest) = left_out(&|_| true) {
            return format!("any piece of an army in play but {rest}");
        }
        let mut alike = self.game().promotions.iter().filter(|it| it.kind == promotion.kind);
        // The names would be those of one side.
        if alike.any(|it| self.sorted(it) != sorted)
            && let Some(rest) = left_out(&|side| side == promotion.side)
        {
            return format!("any piece of its own army but {rest}");
        }
        let names: Vec<String> =
            promotion.becomes.iter().map(|&kind| self.kind_name(kind).to_owned()).collect();
        let first = names.first().map_or("", String::as_str);
        format!("{} {}", article(first), series(&names, "or"))
    }

    fn sorted(&self, promotion: &Promotion) -> BTreeSet<KindId> {
        promotion.becomes.iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::armies;
    use super::super::tests::{based, words};

    #[test]
    fn promotion_that_is_left_open_is_told_as_such() {
        let game = based(
            "[promotion.pawn]\nmay = \"ranks 6 7\"\nmust = \"rank 8\"\nbecomes = \"queen\"\n\
             quota = \"array\"",
        );
        assert_eq!(
            words(&game, "Promotion"),
            "A Pawn may become a Queen by a move that ends on ranks 6 and 7 (Black: ranks 2 and \
             3); on rank 8 (Black: rank 1) it must. No side may have more of a kind than it \
             began with."
        );
    }

    #[test]
    fn with_armies_to_choose_from_promotion_names_none_of_them() {
        assert!(words(&armies(), "Promotion").contains("any piece of an army in play"));
    }
}
