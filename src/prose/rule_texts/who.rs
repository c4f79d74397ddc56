use std::collections::BTreeSet;

use crate::rules::{Piece, PieceSet, PieceTypeId, SideId};
use crate::source::{article, join_words};

use crate::query::Study;

impl Study {
    /// `a Queen`
    pub(super) fn with_article(&self, piece_type: PieceTypeId) -> String {
        let name = self.kind_name(piece_type);
        format!("{} {name}", article(name))
    }

    /// The kinds that a set has of a side: `a Pawn or a Bishop`.
    pub(super) fn kinds_of(&self, who: &PieceSet, side: SideId) -> String {
        let kinds = who.iter().filter(|piece| piece.side == side).map(|piece| piece.piece_type);
        let names: Vec<String> = kinds.map(|kind| self.with_article(kind)).collect();
        join_words(&names, "or")
    }

    /// `no Pharaoh`, `nothing but the King`.
    pub(super) fn nobody_of(&self, who: &PieceSet) -> String {
        let side = self.first_side();
        let array = self
            .game()
            .initial_pieces
            .iter()
            .map(|(_, piece)| *piece)
            .filter(|piece| piece.side == side);
        let others: BTreeSet<PieceTypeId> =
            array.filter(|piece| !who.contains(*piece)).map(|piece| piece.piece_type).collect();
        let names: Vec<&str> = who
            .iter()
            .filter(|piece| piece.side == side)
            .map(|piece| self.kind_name(piece.piece_type))
            .collect();
        if names.len() > 1 && others.len() == 1 {
            let names: Vec<&str> = others.iter().map(|&kind| self.kind_name(kind)).collect();
            return format!("nothing but the {}", names.join(""));
        }
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        format!("no {}", join_words(&names, "and no"))
    }

    /// `a Warrior or Pharaoh`, `a piece of White or Black`, `a piece`.
    pub(super) fn somebody(&self, who: &PieceSet) -> String {
        let game = self.game();
        let array: BTreeSet<Piece> = game.initial_pieces.iter().map(|(_, piece)| *piece).collect();
        let all_of = |side: SideId| {
            array.iter().filter(|piece| piece.side == side).all(|&piece| who.contains(piece))
        };
        let has =
            |side: SideId| who.iter().any(|piece| piece.side == side && array.contains(&piece));
        let sides: Vec<SideId> = game.side_ids().filter(|&side| has(side)).collect();
        if sides.iter().all(|&side| all_of(side)) {
            if sides.len() == game.sides.len() || sides.is_empty() {
                return "a piece".to_owned();
            }
            let name = |side: &SideId| self.variant().sides[side.index()].name.clone();
            let names: Vec<String> = sides.iter().map(name).collect();
            return format!("a piece of {}", join_words(&names, "or"));
        }
        let kinds: BTreeSet<PieceTypeId> = who
            .iter()
            .filter(|piece| array.contains(piece))
            .map(|piece| piece.piece_type)
            .collect();
        let names: Vec<String> =
            kinds.iter().map(|&kind| self.kind_name(kind).to_owned()).collect();
        let first = names.first().map_or("", String::as_str);
        format!("{} {}", article(first), join_words(&names, "or"))
    }
}
