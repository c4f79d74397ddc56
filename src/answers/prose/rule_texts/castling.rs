//! Castling in words.

use std::collections::BTreeSet;

use super::super::cell_phrases::board_name;
use super::super::vocabulary::{cell_word, vocabulary};
use crate::game::{Castling, CheckSource, PieceTypeId, SideId};
use crate::notation::Atom;
use crate::query::LoadedVariant;
use crate::source::{distinct, grouped, join_words, without_repeats};

/// The words for the royal piece and for its partner in castling.
type CastlingPair = (String, String);

/// Castling of the first side, also with the armies of `others`.
///
/// Partners that castle between the same cells share one phrase.
pub(super) fn castling(loaded: &LoadedVariant, others: &[&LoadedVariant]) -> String {
    let variants = std::iter::once(&loaded).chain(others);
    let lines = without_repeats(variants.flat_map(|variant| castling_lines(variant)));
    if lines.is_empty() {
        return String::new();
    }
    let royals: BTreeSet<String> = lines.iter().map(|((royal, _), _)| royal.clone()).collect();
    let by_routes = grouped(lines).into_iter().map(|((royal, partner), routes)| {
        let same: BTreeSet<CastlingPair> = routes.iter().cloned().collect();
        ((royal, same), (partner, routes))
    });
    let each: Vec<String> = grouped(by_routes)
        .into_iter()
        .flat_map(|((royal, _), partners)| {
            let routes = partners[0].1.clone();
            let partners = join_words(partners.iter().map(|(partner, _)| partner), "or");
            let route =
                move |(own, other): CastlingPair| format!("{royal} {own} and {partners} {other}");
            routes.into_iter().map(route)
        })
        .collect();
    let game = loaded.game();
    let mut castling_royals = game.castlings.iter().map(|line| line.royal);
    let may_be_attacked = game.check_by == CheckSource::None
        || !castling_royals.any(|piece_type| game.piece_types[piece_type].royal);
    let word = cell_word(loaded);
    let attacked = match may_be_attacked {
        true => String::new(),
        false => format!(
            " The {} may not castle out of check, through an attacked {word} or into check.",
            join_words(royals, "or")
        ),
    };
    let first = castling_side(loaded);
    let whose = match castling_board(loaded) {
        Some(board) if loaded.layout().boards().len() > 1 => {
            format!("{} on {}", loaded.side_title(first), board_name(loaded, board))
        }
        _ => loaded.side_title(first).to_owned(),
    };
    let others = loaded.variant().players().filter(|side| *side != first);
    let others = others.map(|side| {
        let title = loaded.side_title(side);
        match castling_lengths(loaded, side) {
            none if none.is_empty() => format!(" {title} does not castle."),
            same if same == castling_lengths(loaded, first) => {
                format!(" {title} castles in the same way.")
            }
            _ => String::new(),
        }
    });
    format!(
        "{whose}: {}.{} Neither piece may have moved, and all {word}s between them must be \
         empty.{attacked}{}",
        each.join(", or "),
        castling_by_notation(loaded),
        others.collect::<String>(),
    )
}

/// The same castling of other lengths, by a notation of the royal piece, with a space before.
fn castling_by_notation(variant: &LoadedVariant) -> String {
    let first = castling_side(variant);
    let lines = without_repeats(castlings_of(variant, first).map(|it| (it.royal, it.partner)));
    let words = lines.into_iter().flat_map(|(royal, partner)| {
        let rules = variant.game().piece_types[royal].move_rules[first].iter();
        let legs = rules.flat_map(|rule| rule.form.legs());
        let castles = legs.filter(|leg| leg.atom == Atom::Castle && leg.modifiers.initial);
        castles.map(move |leg| {
            let length = vocabulary(variant, None).cells(leg.range);
            let (royal, partner) =
                (variant.piece_type_name(royal), variant.piece_type_name(partner));
            format!(
                " The {royal} may also castle by {length}: then the {partner} moves to the \
                 adjacent {} on the other side of the {royal}.",
                cell_word(variant)
            )
        })
    });
    without_repeats(words).concat()
}

fn castling_lines(variant: &LoadedVariant) -> impl Iterator<Item = (CastlingPair, CastlingPair)> {
    castlings_of(variant, castling_side(variant)).map(|line| castling_words(variant, line))
}

/// For each castling of a side: the two pieces, and how far each goes.
fn castling_lengths(
    variant: &LoadedVariant,
    side: SideId,
) -> BTreeSet<(PieceTypeId, u16, PieceTypeId, u16)> {
    let length = |from, to| {
        let point = |cell| variant.layout().point(cell).at;
        let step = point(to) - point(from);
        step.x.unsigned_abs() + step.y.unsigned_abs() + step.z.unsigned_abs()
    };
    let pieces = |line: &Castling| {
        let royal = length(line.royal_from, line.royal_to);
        (line.royal, royal, line.partner, length(line.partner_from, line.partner_to))
    };
    castlings_of(variant, side).map(pieces).collect()
}

fn castlings_of(variant: &LoadedVariant, side: SideId) -> impl Iterator<Item = &Castling> {
    variant.game().castlings.iter().filter(move |line| line.side == side)
}

/// The first side that castles.
fn castling_side(variant: &LoadedVariant) -> SideId {
    let castling =
        variant.variant().players().find(|side| castlings_of(variant, *side).next().is_some());
    castling.unwrap_or(variant.first_side())
}

/// The board on which the first side castles, if it is one.
fn castling_board(variant: &LoadedVariant) -> Option<u8> {
    let castlings = castlings_of(variant, castling_side(variant));
    let boards = castlings.map(|it| variant.layout().point(it.royal_to).board);
    match distinct(boards)[..] {
        [board] => Some(board),
        _ => None,
    }
}

/// The two pieces and their cells: `King` and `Rook`, `e1–g1` and `h1–f1`.
fn castling_words(variant: &LoadedVariant, line: &Castling) -> (CastlingPair, CastlingPair) {
    let cell = |cell| match castling_board(variant) {
        Some(_) => variant.layout().name_on_board(cell),
        None => variant.cell_name(cell),
    };
    let route = |from, to| format!("{}–{}", cell(from), cell(to));
    let name = |piece_type| variant.piece_type_name(piece_type).to_owned();
    (
        (name(line.royal), name(line.partner)),
        (route(line.royal_from, line.royal_to), route(line.partner_from, line.partner_to)),
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::{based, words};
    use super::castling;

    const CONDITIONS: &str = "Neither piece may have moved, and all squares between them must be \
                              empty. The King may not castle out of check, through an attacked \
                              square or into check. Black castles in the same way.";

    #[test]
    fn partners_that_castle_alike_share_a_phrase() {
        let rook = based("[castling]\nlong = \"king e1-b1, rook a1-c1\"");
        let queen = based(
            "without = \"castling\"\n[setup.each]\nrook = \"a1\"\nqueen = \"d1 h1\"\n[castling]\n\
             short = \"king e1-g1, queen h1-f1\"",
        );
        let rook_words = "King e1–g1 and Rook h1–f1, or King e1–b1 and Rook a1–c1";
        assert_eq!(words(&rook, "Castling"), format!("White: {rook_words}. {CONDITIONS}"));
        assert_eq!(
            castling(&rook, &[&queen]),
            format!("White: {rook_words}, or King e1–g1 and Queen h1–f1. {CONDITIONS}")
        );
        let short = "without = \"castling.long\"\n";
        assert_eq!(
            castling(&based(short), &[&queen]),
            format!("White: King e1–g1 and Rook or Queen h1–f1. {CONDITIONS}")
        );
    }

    #[test]
    fn castling_by_notation_is_another_length() {
        let game = based("without = \"castling.long\"\n[pieces]\nking = { move = \"KisO1\" }\n");
        assert_eq!(
            words(&game, "Castling"),
            format!(
                "White: King e1–g1 and Rook h1–f1. The King may also castle by one square: then the \
                 Rook moves to the adjacent square on the other side of the King. {CONDITIONS}"
            )
        );
    }

    #[test]
    fn a_king_that_is_not_royal_may_be_attacked_as_it_castles() {
        let game = based(
            "without = \"castling.long ends.checkmate\"\n[pieces]\nking = { royal = false }\n",
        );
        assert_eq!(
            words(&game, "Castling"),
            "White: King e1–g1 and Rook h1–f1. Neither piece may have moved, and all squares between \
             them must be empty. Black castles in the same way."
        );
    }
}
