//! Phrases of pieces in the texts of rules.

use std::collections::BTreeSet;

use crate::rules::{PieceSet, PieceTypeId, SideId};
use crate::source::{article, join_words};
use crate::variant::PieceExpr;

use super::super::piece_filter::PieceFilter;
use crate::query::LoadedVariant;

impl LoadedVariant {
    /// `a Queen`
    pub(super) fn with_article(&self, kind: PieceTypeId) -> String {
        let name = self.kind_name(kind);
        format!("{} {name}", article(name))
    }

    /// `With no Pharaoh left`, `With nothing but the King left`.
    pub(super) fn none_left_phrase(&self, pieces: &PieceSet, expr: &PieceExpr) -> String {
        let side = self.first_side();
        let of_side = |side: SideId| -> BTreeSet<PieceTypeId> {
            pieces.iter().filter(|piece| piece.side == side).map(|piece| piece.piece_type).collect()
        };
        let is_same_for_all = self.variant().players().all(|it| of_side(it) == of_side(side));
        if !is_same_for_all
            || of_side(side).is_empty()
            || self.piece_filter(expr) == PieceFilter::All
        {
            return format!("Without {} left", self.piece_noun(expr));
        }
        let initial = self
            .game()
            .initial_pieces
            .iter()
            .map(|(_, piece)| *piece)
            .filter(|piece| piece.side == side);
        let others: BTreeSet<PieceTypeId> = initial
            .filter(|piece| !pieces.contains(*piece))
            .map(|piece| piece.piece_type)
            .collect();
        let names: Vec<&str> = pieces
            .iter()
            .filter(|piece| piece.side == side)
            .map(|piece| self.kind_name(piece.piece_type))
            .collect();
        if names.len() > 1 && others.len() == 1 {
            let names: Vec<&str> = others.iter().map(|&kind| self.kind_name(kind)).collect();
            return format!("With nothing but the {} left", names.join(""));
        }
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        format!("With no {} left", join_words(&names, "and no"))
    }
}
