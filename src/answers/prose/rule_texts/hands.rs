//! Pieces in hand and drops in words.

use crate::game::{CountedRoyals, DropRule, Piece, PieceTypeId};
use crate::geometry::{Cell, CellSet};
use crate::query::LoadedVariant;
use crate::source::{capitalised, grouped, join_words};

use super::super::cell_phrases::{line_word, place_of_each};
use super::super::vocabulary::{cell_word, number, plural};
use super::with_article;

pub(super) fn hands(variant: &LoadedVariant) -> String {
    let Some(hands) = &variant.game().hands else { return String::new() };
    let mut words = Vec::new();
    if hands.captures_to_hand {
        let unpromoted = match hands.unpromoted && !variant.game().promotions.is_empty() {
            true => ", unpromoted",
            false => "",
        };
        words.push(format!(
            "A captured piece changes sides and goes to its captor's hand{unpromoted}."
        ));
    }
    let players = variant.variant().players().count();
    if hands.captures_to_hand && hands.initial.is_empty() {
        let all = if players == 2 { "both" } else { "all" };
        words.push(format!("At the start {all} hands are empty."));
    }
    for side in variant.variant().players() {
        let held = hands.initial.iter().filter(|(piece, _)| piece.side == side);
        let held = held.map(|&(piece, count)| {
            let name = variant.piece_type_name(piece.piece_type);
            format!("{} {}", number(count), plural(name, count.into()))
        });
        let held = join_words(held, "and");
        if !held.is_empty() {
            words.push(format!("At the start {} has {held} in hand.", variant.side_title(side)));
        }
    }
    for side in variant.game().side_ids().filter(|&side| !variant.game().sides[side].has_turns) {
        let held = hands.initial.iter().filter(|(piece, _)| piece.side == side);
        for &(piece, count) in held {
            let pieces = plural(variant.piece_type_name(piece.piece_type), count.into());
            let verb = if count == 1 { "is" } else { "are" };
            words.push(format!("At the start {} {pieces} {verb} in hand.", number(count)));
        }
    }
    words.join(" ")
}

pub(super) fn drops(variant: &LoadedVariant) -> String {
    let side = variant.first_side();
    let its = |drop: &&DropRule| drop.side == side && comes_in_hand(variant, drop.piece_type);
    let drops: Vec<_> = variant.game().drops.iter().filter(its).collect();
    if drops.is_empty() {
        return String::new();
    }
    let limited = drops.iter().filter(|drop| drop.to.len() < variant.layout().len());
    let places = grouped(limited.map(|drop| (&drop.to, drop.piece_type)));
    let limit = |(_, kinds): &(&CellSet, Vec<PieceTypeId>)| {
        let first = kinds[0];
        let cells = |side| {
            let mut drops = variant.game().drops.iter();
            let its = drops.find(|it| it.side == side && it.piece_type == first);
            its.map(|it| it.to.clone()).unwrap_or_default()
        };
        let expr = drops.iter().find(|it| it.piece_type == first);
        let expr = expr.and_then(|it| it.to_words.as_ref());
        let pieces = kinds.iter().map(|&piece_type| with_article(variant, piece_type));
        let pieces = capitalised(&join_words(pieces, "or"));
        format!("{pieces} may be dropped only {}.", place_of_each(variant, cells, expr))
    };
    let word = cell_word(variant);
    let parts = &variant.game().turn_parts;
    let anywhere = if parts.is_empty() {
        format!("Instead of moving, a player may drop a piece from hand on any empty {word}.")
    } else if parts.iter().any(|part| part.drops.is_some()) {
        format!("A piece from hand is dropped on an empty {word}.")
    } else {
        "Pieces in hand may not be dropped.".to_owned()
    };
    let mut words = vec![anywhere];
    words.extend(places.iter().map(limit));
    let several = drops.iter().filter(|drop| drop.dropped_as.len() > 1);
    let forms = several.map(|drop| {
        let types = drop.dropped_as.iter().map(|&(form, _)| variant.piece_type_name(form));
        join_words(types, "or")
    });
    let forms = join_words(forms, "and");
    if !forms.is_empty() {
        words.push(format!("The player chooses its type as it is dropped: {forms}."));
    }
    let others = drops
        .iter()
        .filter(|drop| drop.dropped_as.iter().all(|(form, _)| *form != drop.piece_type));
    for drop in others {
        let types = drop.dropped_as.iter().map(|&(form, _)| with_article(variant, form));
        let held = capitalised(&with_article(variant, drop.piece_type));
        words.push(format!("{held} in hand is dropped as {}.", join_words(types, "or")));
    }
    for drop in &drops {
        let mut not = Vec::new();
        if let Some(line) = drop.one_per.iter().find(|line| line.len() > 1) {
            not.push(full_line(variant, drop, line));
        }
        if !drop.may_give_checkmate {
            not.push("to give checkmate".to_owned());
        }
        if !not.is_empty() {
            let piece = capitalised(&with_article(variant, drop.piece_type));
            words.push(format!("{piece} may not be dropped {}.", not.join(", or ")));
        }
    }
    words.join(" ")
}

/// Whether readers expect a piece in hand: a royal only where it begins there, or where the rules
/// let it be captured.
fn comes_in_hand(variant: &LoadedVariant, piece_type: PieceTypeId) -> bool {
    let mut initial = variant.game().hands.iter().flat_map(|hands| &hands.initial);
    !variant.game().piece_types[piece_type].royal
        || variant.game().check_royals != CountedRoyals::Each
        || initial.any(|(piece, _)| piece.piece_type == piece_type)
}

/// The sentence for a drop on a cell whose file, rank, colour or board is full.
pub(crate) fn full_line_words(
    variant: &LoadedVariant,
    piece: Piece,
    kind: &str,
    to: Cell,
) -> String {
    let of_type = |drop: &&DropRule| {
        drop.side == piece.side && drop.dropped_as.iter().any(|(it, _)| *it == piece.piece_type)
    };
    let drop = variant.game().drops.iter().find(of_type);
    let full = drop.and_then(|drop| {
        let line = drop.one_per.iter().find(|line| line.contains(to))?;
        Some(full_line(variant, drop, line))
    });
    format!("A {kind} may not be dropped {}.", full.unwrap_or_default())
}

/// Where a piece may not be dropped, because as many of its type are there as may be: on a file, a
/// rank, squares of a colour, or a board.
fn full_line(variant: &LoadedVariant, drop: &DropRule, line: &CellSet) -> String {
    let promotes = variant.game().promotions.iter().any(|it| it.piece_type == drop.piece_type);
    let name = variant.piece_type_name(drop.piece_type);
    let count = drop.max_count;
    let pieces = match (promotes, count) {
        (true, 1) => format!("an unpromoted {name}"),
        (false, 1) => with_article(variant, drop.piece_type),
        (true, _) => format!("{} unpromoted {}", number(count), plural(name, count.into())),
        (false, _) => format!("{} {}", number(count), plural(name, count.into())),
    };
    let board = variant.layout().point(line.iter().next().expect("a line has cells")).board;
    match line_word(variant, line) {
        _ if line.len() == variant.layout().cells_of(board).count() => {
            format!("while its side has {pieces} on the board")
        }
        "line" => format!("on a {} of the colour of {pieces} of its side", cell_word(variant)),
        word => format!("on a {word} with {pieces} of its side"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{based, words};

    #[test]
    fn drops_name_their_limits() {
        let game = based(
            "[hands]\ngain = \"captures\"\nas = \"unpromoted\"\n\
             [drops.pawn]\nto = \"ranks 2-7\"\none-per = \"file\"\nmates = false",
        );
        assert_eq!(
            words(&game, "Drops"),
            "Instead of moving, a player may drop a piece from hand on any empty square. A Pawn may \
             be dropped only on ranks 2 to 7. A Pawn may not be dropped on a file with an \
             unpromoted Pawn of its side, or to give checkmate."
        );
        assert_eq!(
            words(&game, "Pieces in hand"),
            "A captured piece changes sides and goes to its captor's hand, unpromoted. At the \
             start both hands are empty."
        );
    }
}
