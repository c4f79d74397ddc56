//! Pieces in hand and drops in words.

use crate::geometry::CellSet;
use crate::query::LoadedVariant;
use crate::rules::PieceTypeId;
use crate::source::{grouped, join_words};

impl LoadedVariant {
    pub(super) fn hands(&self) -> String {
        let Some(hands) = &self.game().hands else { return String::new() };
        let mut words = Vec::new();
        if hands.captures_to_hand {
            let unpromoted = match hands.unpromoted && !self.game().promotions.is_empty() {
                true => ", unpromoted",
                false => "",
            };
            words.push(format!(
                "A captured piece changes sides and goes to its captor’s hand{unpromoted}."
            ));
        }
        for side in self.variant().players() {
            let held = hands.initial.iter().filter(|(piece, _)| piece.side == side);
            let held =
                held.map(|(piece, count)| format!("{count} {}", self.kind_name(piece.piece_type)));
            let held = join_words(held, "and");
            if !held.is_empty() {
                words.push(format!("{} begins with {held} in hand.", self.side_title(side)));
            }
        }
        words.join(" ")
    }

    pub(super) fn drops(&self) -> String {
        let side = self.first_side();
        let drops: Vec<_> = self.game().drops.iter().filter(|drop| drop.side == side).collect();
        if drops.is_empty() {
            return String::new();
        }
        let limited = drops.iter().filter(|drop| drop.to.len() < self.layout().len());
        let places = grouped(limited.map(|drop| (&drop.to, drop.piece_type)));
        let limit = |(_, kinds): &(&CellSet, Vec<PieceTypeId>)| {
            let first = kinds[0];
            let cells = |side| {
                let mut drops = self.game().drops.iter();
                let its = drops.find(|it| it.side == side && it.piece_type == first);
                its.map(|it| it.to.clone()).unwrap_or_default()
            };
            let expr = self.variant().texts.drops.get(first.index()).and_then(Option::as_ref);
            let pieces = kinds.iter().map(|&kind| self.with_article(kind));
            format!("{} only {}", join_words(pieces, "or"), self.place_of_each(cells, expr))
        };
        let mut limits: Vec<String> = places.iter().map(limit).collect();
        for drop in &drops {
            let mut not = Vec::new();
            if let Some(line) = drop.one_per.iter().find(|line| line.len() > 1) {
                not.push(format!("on a {} that has one of its side", self.line_word(line)));
            }
            if !drop.may_give_checkmate {
                not.push("to give mate".to_owned());
            }
            if !not.is_empty() {
                let piece = self.with_article(drop.piece_type);
                limits.push(format!("{piece} not {}", join_words(&not, "nor")));
            }
        }
        let limits = match limits.is_empty() {
            true => String::new(),
            false => format!("; but {}", join_words(&limits, "and")),
        };
        format!("Instead of a move, a piece from the hand may be put on any empty cell{limits}.")
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
            "Instead of a move, a piece from the hand may be put on any empty cell; but a Pawn \
             only on ranks 2 to 7 and a Pawn not on a file that has one of its side nor to give \
             mate."
        );
        assert_eq!(
            words(&game, "Hands"),
            "A captured piece changes sides and goes to its captor’s hand, unpromoted."
        );
    }
}
