//! Promotion in words.

use std::collections::BTreeSet;

use crate::game::{CellExpr, PieceTypeId, Promotion, SideId};
use crate::geometry::CellSet;
use crate::query::LoadedVariant;
use crate::source::{article, capitalised, grouped, join_words};

use super::super::cell_phrases::{noun_of_each, place_of_each};
use super::super::vocabulary::number;
use super::with_article;

pub(super) fn promotion(variant: &LoadedVariant) -> String {
    if variant.game().promotions.is_empty() {
        return "No piece promotes.".to_owned();
    }
    let side = variant.first_side();
    let own = variant.game().promotions.iter().filter(|it| it.side == side);
    let all = variant.layout().len();
    let (always, own): (Vec<_>, Vec<_>) = own.partition(|it| it.compulsory_zone.len() == all);
    let groups = grouped(own.into_iter().enumerate().map(|(index, it)| {
        // A promotion without an optional zone has a sentence of its own.
        let alone = it.optional_zone.is_empty().then_some(index);
        ((&it.optional_zone, it.on_leaving, alone), it)
    }));
    let sentence = |(_, group): &(_, Vec<&Promotion>)| match group[..] {
        [only] => one_promotes(variant, only),
        _ => several_promote(variant, group),
    };
    let mut words: Vec<String> = groups.iter().map(sentence).collect();
    words.extend(promote_always(variant, &always));
    if variant.game().promotions.iter().any(|it| it.side == side && it.initial_limit) {
        words.push(
            "A promotion may not give a side more pieces of a type than its initial position has."
                .to_owned(),
        );
    }
    words.extend(most_by_promotion(variant));
    words.join(" ")
}

/// `Promotion never gives a player more than two Kings.`
fn most_by_promotion(variant: &LoadedVariant) -> Option<String> {
    let limited = variant.game().piece_type_ids().filter_map(|piece_type| {
        let most = variant.game().piece_types[piece_type].max_count?;
        let plural = if most == 1 { "" } else { "s" };
        Some(format!("more than {} {}{plural}", number(most), variant.piece_type_name(piece_type)))
    });
    let limits = join_words(limited, "or");
    (!limits.is_empty()).then(|| format!("Promotion never gives a player {limits}."))
}

/// `These pieces promote to each other with every move: Lance and Tokin, and Pawn and Rook.`
fn promote_always(variant: &LoadedVariant, promotions: &[&Promotion]) -> Vec<String> {
    let promotes_to = |from: PieceTypeId, to: PieceTypeId| {
        promotions.iter().any(|it| it.piece_type == from && it.choices == [to])
    };
    let (mut both, mut words) = (Vec::new(), Vec::new());
    for it in promotions {
        let name = |piece_type| variant.piece_type_name(piece_type);
        match it.choices[..] {
            [other] if promotes_to(other, it.piece_type) => {
                // The second of the two is named with the first.
                let is_first = it.piece_type.index() < other.index();
                both.extend(
                    is_first.then(|| format!("{} and {}", name(it.piece_type), name(other))),
                );
            }
            _ => words.push(format!(
                "{} promotes to {} with every move.",
                capitalised(&with_article(variant, it.piece_type)),
                becomes(variant, it)
            )),
        }
    }
    if !both.is_empty() {
        let pairs = both.join(", ");
        words.insert(0, format!("These pieces promote to each other with every move: {pairs}."));
    }
    words
}

fn one_promotes(variant: &LoadedVariant, promotion: &Promotion) -> String {
    let piece = capitalised(&with_article(variant, promotion.piece_type));
    let what = becomes(variant, promotion);
    if promotion.optional_zone.is_empty() {
        let zone = compulsory_where(variant, promotion);
        return format!("{piece} that reaches {zone} promotes to {what}.");
    }
    let compulsory = match promotion.compulsory_zone.is_empty() {
        true => String::new(),
        false => format!(" Promotion is compulsory on {}.", compulsory_where(variant, promotion)),
    };
    let when = when_it_moves(variant, promotion);
    format!("{piece} may promote {when}. It promotes to {what}.{compulsory}")
}

fn several_promote(variant: &LoadedVariant, group: &[&Promotion]) -> String {
    let pairs = group.iter().map(|it| {
        let what = match it.choices[..] {
            [only] => variant.piece_type_name(only).to_owned(),
            _ => becomes(variant, it),
        };
        format!("{} to {what}", variant.piece_type_name(it.piece_type))
    });
    let mut words = format!(
        "A piece may promote {}. The promotions are {}.",
        when_it_moves(variant, group[0]),
        join_words(pairs, "and")
    );
    let compulsory = group.iter().filter(|it| !it.compulsory_zone.is_empty());
    for (_, promotions) in grouped(compulsory.map(|it| (&it.compulsory_zone, *it))) {
        let names = promotions.iter().map(|it| with_article(variant, it.piece_type));
        words += &format!(
            " Promotion is compulsory for {} on {}.",
            join_words(names, "or"),
            compulsory_where(variant, promotions[0])
        );
    }
    words
}

/// `when its move starts or ends on ranks a to c`
fn when_it_moves(variant: &LoadedVariant, promotion: &Promotion) -> String {
    let starts = if promotion.on_leaving { "starts or " } else { "" };
    let (zone, expr) =
        promotes_where(variant, promotion, |it| (&it.optional_zone, &it.optional_words));
    format!("when its move {starts}ends {}", place_of_each(variant, zone, expr))
}

fn compulsory_where(variant: &LoadedVariant, promotion: &Promotion) -> String {
    let (zone, expr) =
        promotes_where(variant, promotion, |it| (&it.compulsory_zone, &it.compulsory_words));
    noun_of_each(variant, zone, expr)
}

fn promotes_where<'v>(
    variant: &'v LoadedVariant,
    of: &Promotion,
    zone: for<'a> fn(&'a Promotion) -> (&'a CellSet, &'a Option<CellExpr>),
) -> (impl Fn(SideId) -> CellSet, Option<&'v CellExpr>) {
    let piece_type = of.piece_type;
    let zone_of = move |side| {
        let is_like = |it: &&Promotion| it.side == side && it.piece_type == piece_type;
        variant.game().promotions.iter().find(is_like).map(zone)
    };
    let cells = move |side| zone_of(side).map_or(CellSet::new(), |(cells, _)| cells.clone());
    (cells, zone_of(of.side).and_then(|(_, expr)| expr.as_ref()))
}

/// `a Queen, Rook, Bishop or Knight`
fn becomes(variant: &LoadedVariant, promotion: &Promotion) -> String {
    let has_army = variant.variant().sides.iter().any(|side| side.army.is_some());
    let promotes = |piece_type: PieceTypeId| {
        variant.game().promotions.iter().any(|it| it.piece_type == piece_type)
    };
    let is_other = |piece_type: &PieceTypeId| {
        !variant.game().piece_types[*piece_type].royal && !promotes(*piece_type)
    };
    let choices =
        |it: &Promotion| -> BTreeSet<PieceTypeId> { it.choices.iter().copied().collect() };
    let sorted = choices(promotion);
    // The pieces to which it cannot promote, if it can promote to all others in the initial position.
    let left_out = |is_meant: &dyn Fn(SideId) -> bool| {
        let pieces = variant.game().initial_pieces.iter().map(|(_, piece)| piece);
        let kinds: BTreeSet<PieceTypeId> =
            pieces.filter(|piece| is_meant(piece.side)).map(|piece| piece.piece_type).collect();
        let (all, rest): (Vec<PieceTypeId>, Vec<PieceTypeId>) =
            kinds.into_iter().partition(is_other);
        let rest = rest.into_iter().map(|piece_type| with_article(variant, piece_type));
        all.iter().eq(&sorted).then(|| join_words(rest, "or"))
    };
    // The names would be those of some armies among several.
    if has_army && let Some(rest) = left_out(&|_| true) {
        return format!("any piece of either player's army except {rest}");
    }
    let differs = |it: &&Promotion| it.piece_type == promotion.piece_type && choices(it) != sorted;
    let others: Vec<&Promotion> = variant.game().promotions.iter().filter(differs).collect();
    // The names would be those of one side.
    if !others.is_empty()
        && let Some(rest) = left_out(&|side| side == promotion.side)
    {
        return format!("any piece of its own army except {rest}");
    }
    let named = |it: &Promotion| {
        let names = join_words(it.choices.iter().map(|&it| variant.piece_type_name(it)), "or");
        format!("{} {names}", article(&names))
    };
    let of_others =
        others.iter().map(|it| format!("{}: {}", variant.side_title(it.side), named(it)));
    let of_others = of_others.collect::<Vec<_>>().join("; ");
    let of_others = if others.is_empty() { of_others } else { format!(" ({of_others})") };
    named(promotion) + &of_others
}

#[cfg(test)]
mod tests {
    use super::super::tests::{based, words};
    use crate::query::testing::armies;

    #[test]
    fn armies_that_promote_to_different_pieces_are_named() {
        let game = based(
            "[sides.white]\narmy = \"seals\"\n[armies.seals]\npieces = { knight = \"seal\" }\n\
             [pieces.seal]\nletter = \"S\"\nmove = \"FnD\"\n\
             [promotion.pawn]\nmust = \"rank 8\"\nbecomes = \"rook knight\"\n",
        );
        assert_eq!(
            words(&game, "Promotion"),
            "A Pawn that reaches rank 8 (Black: rank 1) promotes to a Rook or Seal (Black: a Rook or \
             Knight)."
        );
    }

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
