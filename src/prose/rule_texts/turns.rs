//! Turns, passing and what a side may capture, in words.

use crate::rules::{CheckSource, Piece, PieceTypeId, SideId};
use crate::source::join_words;

use super::super::piece_filter::PieceFilter;
use crate::query::LoadedVariant;

/// The pieces that a side may capture.
#[derive(Debug, PartialEq, Eq)]
enum CapturedPieces {
    /// Those of all other sides.
    Others,
    /// All pieces, its own included.
    All,
    /// Only these.
    Only(String),
    /// All except these.
    Never(String),
}

impl LoadedVariant {
    /// The order of turns, and the pieces that players may move and capture besides the usual.
    pub(super) fn turns(&self) -> String {
        let name = |side: SideId| self.variant().sides[side.index()].name.clone();
        let players: Vec<String> = self.variant().players().map(name).collect();
        let mut words = match &players[..] {
            [first, _] => format!("{first} begins."),
            _ => format!("{} move in this order.", join_words(&players, "and")),
        };
        for (index, side) in self.game().sides.iter().enumerate().filter(|(_, it)| !it.has_turns) {
            let movers: Vec<String> = side.moved_by.iter().map(|&side| name(side)).collect();
            let whose = name(SideId(index as u8));
            words += &format!(" {} may move the pieces of {whose}.", join_words(&movers, "and"));
        }
        let takes_all = |side: SideId| self.captures(side) == CapturedPieces::All;
        if self.variant().players().all(takes_all) {
            return words + " Pieces of one’s own side may be taken, too.";
        }
        for side in self.variant().players() {
            words += &match self.captures(side) {
                CapturedPieces::Others => continue,
                CapturedPieces::All => format!(" {} may take its own pieces, too.", name(side)),
                CapturedPieces::Only(pieces) => format!(" {} may take only {pieces}.", name(side)),
                CapturedPieces::Never(pieces) => format!(" {} may not take {pieces}.", name(side)),
            };
        }
        words
    }

    /// The pieces that a side may capture.
    fn captures(&self, side: SideId) -> CapturedPieces {
        let all: Vec<Piece> = self.every_piece().collect();
        let captures = &self.game().sides[side].may_capture;
        if all.iter().all(|&piece| captures.contains(piece) == (piece.side != side)) {
            return CapturedPieces::Others;
        }
        let expr = self.variant().texts.captures[side.index()].as_ref();
        match expr.map_or(PieceFilter::All, |expr| self.piece_filter(expr)) {
            PieceFilter::All => CapturedPieces::All,
            PieceFilter::AllBut(pieces) => CapturedPieces::Never(pieces),
            PieceFilter::Only(pieces) => CapturedPieces::Only(pieces),
        }
    }

    /// Every piece that could be on the board.
    fn every_piece(&self) -> impl Iterator<Item = Piece> + '_ {
        let (sides, kinds) = (self.game().sides.len() as u8, self.game().piece_types.len() as u8);
        (0..sides).flat_map(move |side| {
            (0..kinds).map(move |kind| Piece { side: SideId(side), piece_type: PieceTypeId(kind) })
        })
    }

    pub(super) fn passing(&self) -> &'static str {
        match (self.game().passing, self.game().check_by) {
            (false, _) => "",
            (true, CheckSource::None) => "Instead of a move, a player may pass.",
            (true, _) => "Instead of a move, a player who is not in check may pass.",
        }
    }
}
