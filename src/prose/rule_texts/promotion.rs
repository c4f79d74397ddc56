//! Promotion in words.

use std::collections::BTreeSet;

use crate::game::{CellExpr, PieceTypeId, Promotion, SideId};
use crate::geometry::CellSet;
use crate::query::LoadedVariant;
use crate::source::{article, capitalised, grouped, join_words};

use super::super::vocabulary::number;

impl LoadedVariant {
    pub(super) fn promotion(&self) -> String {
        if self.game().promotions.is_empty() {
            return "No piece promotes.".to_owned();
        }
        let side = self.first_side();
        let own = self.game().promotions.iter().filter(|it| it.side == side);
        let all = self.layout().len();
        let (always, own): (Vec<_>, Vec<_>) = own.partition(|it| it.compulsory_zone.len() == all);
        let groups = grouped(own.into_iter().enumerate().map(|(index, it)| {
            // A promotion without an optional zone has a sentence of its own.
            let alone = it.optional_zone.is_empty().then_some(index);
            ((&it.optional_zone, it.on_leaving, alone), it)
        }));
        let sentence = |(_, group): &(_, Vec<&Promotion>)| match group[..] {
            [only] => self.one_promotes(only),
            _ => self.several_promote(group),
        };
        let mut words: Vec<String> = groups.iter().map(sentence).collect();
        words.extend(self.promote_always(&always));
        if self.game().promotions.iter().any(|it| it.side == side && it.initial_limit) {
            words.push(
                "A promotion may not give a side more pieces of a type than its initial position has."
                    .to_owned(),
            );
        }
        words.extend(self.most_by_promotion());
        words.join(" ")
    }

    /// `Promotion never gives a player more than two Kings.`
    fn most_by_promotion(&self) -> Option<String> {
        let limited = self.game().piece_type_ids().filter_map(|piece_type| {
            let most = self.game().piece_types[piece_type].max_count?;
            let plural = if most == 1 { "" } else { "s" };
            Some(format!("more than {} {}{plural}", number(most), self.piece_type_name(piece_type)))
        });
        let limits = join_words(limited, "or");
        (!limits.is_empty()).then(|| format!("Promotion never gives a player {limits}."))
    }

    /// `These pieces promote to each other with every move: Lance and Tokin, and Pawn and Rook.`
    fn promote_always(&self, promotions: &[&Promotion]) -> Vec<String> {
        let becomes = |from: PieceTypeId, to: PieceTypeId| {
            promotions.iter().any(|it| it.piece_type == from && it.choices == [to])
        };
        let (mut both, mut words) = (Vec::new(), Vec::new());
        for it in promotions {
            let name = |piece_type| self.piece_type_name(piece_type);
            match it.choices[..] {
                [other] if becomes(other, it.piece_type) => {
                    // The second of the two is named with the first.
                    let is_first = it.piece_type.index() < other.index();
                    both.extend(
                        is_first.then(|| format!("{} and {}", name(it.piece_type), name(other))),
                    );
                }
                _ => words.push(format!(
                    "{} promotes to {} with every move.",
                    capitalised(&self.with_article(it.piece_type)),
                    self.becomes(it)
                )),
            }
        }
        if !both.is_empty() {
            let pairs = both.join(", ");
            words
                .insert(0, format!("These pieces promote to each other with every move: {pairs}."));
        }
        words
    }

    fn one_promotes(&self, promotion: &Promotion) -> String {
        let piece = capitalised(&self.with_article(promotion.piece_type));
        let what = self.becomes(promotion);
        if promotion.optional_zone.is_empty() {
            let zone = self.compulsory_where(promotion);
            return format!("{piece} that reaches {zone} promotes to {what}.");
        }
        let compulsory = match promotion.compulsory_zone.is_empty() {
            true => String::new(),
            false => format!(" Promotion is compulsory on {}.", self.compulsory_where(promotion)),
        };
        let when = self.when_it_moves(promotion);
        format!("{piece} may promote {when}. It promotes to {what}.{compulsory}")
    }

    fn several_promote(&self, group: &[&Promotion]) -> String {
        let pairs = group.iter().map(|it| {
            let what = match it.choices[..] {
                [only] => self.piece_type_name(only).to_owned(),
                _ => self.becomes(it),
            };
            format!("{} to {what}", self.piece_type_name(it.piece_type))
        });
        let mut words = format!(
            "A piece may promote {}. The promotions are {}.",
            self.when_it_moves(group[0]),
            join_words(pairs, "and")
        );
        let compulsory = group.iter().filter(|it| !it.compulsory_zone.is_empty());
        for (_, promotions) in grouped(compulsory.map(|it| (&it.compulsory_zone, *it))) {
            let names = promotions.iter().map(|it| self.with_article(it.piece_type));
            words += &format!(
                " Promotion is compulsory for {} on {}.",
                join_words(names, "or"),
                self.compulsory_where(promotions[0])
            );
        }
        words
    }

    /// `when its move starts or ends on ranks a to c`
    fn when_it_moves(&self, promotion: &Promotion) -> String {
        let starts = if promotion.on_leaving { "starts or " } else { "" };
        let (zone, expr) =
            self.promotes_where(promotion, |it| (&it.optional_zone, &it.optional_words));
        format!("when its move {starts}ends {}", self.place_of_each(zone, expr))
    }

    fn compulsory_where(&self, promotion: &Promotion) -> String {
        let (zone, expr) =
            self.promotes_where(promotion, |it| (&it.compulsory_zone, &it.compulsory_words));
        self.noun_of_each(zone, expr)
    }

    fn promotes_where(
        &self,
        of: &Promotion,
        zone: for<'a> fn(&'a Promotion) -> (&'a CellSet, &'a Option<CellExpr>),
    ) -> (impl Fn(SideId) -> CellSet, Option<&CellExpr>) {
        let piece_type = of.piece_type;
        let zone_of = move |side| {
            let is_like = |it: &&Promotion| it.side == side && it.piece_type == piece_type;
            self.game().promotions.iter().find(is_like).map(zone)
        };
        let cells = move |side| zone_of(side).map_or(CellSet::new(), |(cells, _)| cells.clone());
        (cells, zone_of(of.side).and_then(|(_, expr)| expr.as_ref()))
    }

    /// `a Queen, Rook, Bishop or Knight`
    fn becomes(&self, promotion: &Promotion) -> String {
        let has_army = self.variant().sides.iter().any(|side| side.army.is_some());
        let promotes = |piece_type: PieceTypeId| {
            self.game().promotions.iter().any(|it| it.piece_type == piece_type)
        };
        let is_other = |piece_type: &PieceTypeId| {
            !self.game().piece_types[*piece_type].royal && !promotes(*piece_type)
        };
        let choices =
            |it: &Promotion| -> BTreeSet<PieceTypeId> { it.choices.iter().copied().collect() };
        let sorted = choices(promotion);
        // The pieces to which it cannot promote, if it can promote to all others in the initial position.
        let left_out = |is_meant: &dyn Fn(SideId) -> bool| {
            let pieces = self.game().initial_pieces.iter().map(|(_, piece)| piece);
            let kinds: BTreeSet<PieceTypeId> =
                pieces.filter(|piece| is_meant(piece.side)).map(|piece| piece.piece_type).collect();
            let (all, rest): (Vec<PieceTypeId>, Vec<PieceTypeId>) =
                kinds.into_iter().partition(is_other);
            let rest = rest.into_iter().map(|piece_type| self.with_article(piece_type));
            all.iter().eq(&sorted).then(|| join_words(rest, "or"))
        };
        // The names would be those of some armies among several.
        if has_army && let Some(rest) = left_out(&|_| true) {
            return format!("any piece of either player's army except {rest}");
        }
        let mut promotions = self.game().promotions.iter();
        // The names would be those of one side.
        if promotions.any(|it| it.piece_type == promotion.piece_type && choices(it) != sorted)
            && let Some(rest) = left_out(&|side| side == promotion.side)
        {
            return format!("any piece of its own army except {rest}");
        }
        let names = join_words(promotion.choices.iter().map(|&it| self.piece_type_name(it)), "or");
        format!("{} {names}", article(&names))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{based, words};
    use crate::query::testing::armies;

    #[test]
    fn optional_promotion_is_worded_as_optional() {
        let game = based(
            "[promotion.pawn]\nmay = \"ranks 6 7\"\nmust = \"rank 8\"\nbecomes = \"queen\"\n\
             limit = \"initial\"",
        );
        assert_eq!(
            words(&game, "Promotion"),
            "A Pawn may promote when its move ends on rank 6 or 7 (Black: rank 2 or 3). It \
             promotes to a Queen. Promotion is compulsory on rank 8 (Black: rank 1). A \
             promotion may not give a side more pieces of a type than its initial position has."
        );
    }

    #[test]
    fn the_most_pieces_that_promotion_gives_are_named() {
        let game = based("[pieces]\nqueen = { max-count = 2 }\nrook = { max-count = 1 }\n");
        let words = words(&game, "Promotion");
        let sentence = "Promotion never gives a player more than two Queens or more than one Rook.";
        assert!(words.ends_with(sentence), "{words}");
    }

    #[test]
    fn with_armies_to_choose_from_promotion_names_none_of_them() {
        assert!(words(&armies(), "Promotion").contains("any piece of either player's army"));
    }
}
