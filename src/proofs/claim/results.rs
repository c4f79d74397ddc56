//! The results that words give, against those that a claim asks for: a win, a mate, a draw.

use crate::game::{PieceTypeId, SideId};

use super::functions::FunctionName::{
    self, Check, Checkmate, Eliminated, Legal, Loses, Stalemate, Turn, Wins,
};
use super::said_words::SaidPiece;
use super::words::WordComparison;

/// What is said of a side after its name, the functions that ask for it, and whether they ask it of this
/// side or of another one.
const RESULTS: [(&str, &[FunctionName], bool); 26] = [
    ("wins", &[Wins], true),
    ("won", &[Wins], true),
    ("has won", &[Wins], true),
    ("loses", &[Loses], true),
    ("lost", &[Loses], true),
    ("has lost", &[Loses], true),
    ("is eliminated", &[Eliminated], true),
    ("is out", &[Eliminated], true),
    ("is checkmated", &[Checkmate, Eliminated], true),
    ("is mated", &[Checkmate, Eliminated], true),
    ("is stalemated", &[Stalemate], true),
    ("is in check", &[Check], true),
    ("is to move", &[Turn], true),
    ("moves first", &[Turn], true),
    ("turn is over", &[Turn], false),
    ("has moved", &[Turn], false),
    ("has just moved", &[Turn], false),
    ("may", &[Legal], true),
    ("can", &[Legal], true),
    ("castles", &[Legal], true),
    ("mates", &[Checkmate], false),
    ("checkmates", &[Checkmate], false),
    ("gives mate", &[Checkmate], false),
    ("gives checkmate", &[Checkmate], false),
    ("delivers mate", &[Checkmate], false),
    ("delivers checkmate", &[Checkmate], false),
];

impl WordComparison<'_> {
    /// Returns a message for each side of which the words say what the claim says of another one.
    pub fn swapped_results(&self) -> Vec<String> {
        let mut messages = Vec::new();
        for named in &self.said.sides {
            let after = self.said.after(named);
            for (said, functions, is_of_it) in RESULTS {
                let follows =
                    after.strip_prefix(said).is_some_and(|it| it.is_empty() || it.starts_with(' '));
                let asked =
                    self.mentions.results.iter().filter(|(name, _)| functions.contains(name));
                let sides: Vec<SideId> = asked.map(|(_, side)| *side).collect();
                if follows && !sides.is_empty() && sides.contains(&named.side) != is_of_it {
                    let name = self.side_name(named.side);
                    messages
                        .push(format!("the words say *{name} {said}*, and the claim another side"));
                }
            }
        }
        messages
    }

    /// Returns a message if the words say of another piece than a King that it is in check.
    pub fn checked_piece(&self) -> Option<String> {
        if !self.asks(&[Check, Checkmate]) {
            return None;
        }
        let is_royal = |it: &PieceTypeId| self.variant.game().piece_types[*it].royal;
        let others = self.said.pieces.iter().filter(|piece| !piece.types.iter().any(is_royal));
        let is_checked = |piece: &&SaidPiece| {
            let after = self.said.after_piece(piece);
            ["is checked", "is in check", "is mated", "is checkmated"]
                .iter()
                .any(|said| after.starts_with(said))
        };
        let piece = { others }.find(is_checked)?;
        Some(format!("the words say of a *{}* that it is in check", piece.name))
    }
}
