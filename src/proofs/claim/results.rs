//! The results that words give, against those that a claim asks for: a win, a mate, a draw.

use crate::game::{PieceTypeId, SideId};
use crate::geometry::Cell;

use super::functions::FunctionName::{
    self, Check, Checkmate, Eliminated, Legal, Loses, Stalemate, Turn, Wins,
};
use super::said_words::SaidPiece;
use super::words::WordComparison;

/// What is said of a side after its name, the functions that ask for it, and whether they ask it of this
/// side or of another one.
type SaidResult = (&'static str, &'static [FunctionName], bool);

const RESULTS: [SaidResult; 27] = [
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
    ("is in checkmate", &[Checkmate, Eliminated], true),
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
        let sides = self.said.sides.iter();
        let sides = sides.map(|it| (it.side, self.side_name(it.side), self.said.after(it)));
        let swapped =
            sides.filter_map(|(side, name, after)| self.swapped(side, &name, &after, &RESULTS));
        // `the King on e1 wins`
        let pieces = self.said.pieces.iter().filter_map(|piece| {
            let at = |cell: &Option<Cell>| piece.cells.iter().any(|(_, it)| Some(*it) == *cell);
            let mut placed = self.mentions.placed.iter();
            let (_, placed) = placed.find(|(cell, it)| at(cell) && piece.fits(*it))?;
            self.swapped(placed.side, &piece.name, &self.said.after_piece(piece), &RESULTS[..6])
        });
        swapped.chain(pieces).collect()
    }

    fn swapped(
        &self,
        side: SideId,
        name: &str,
        after: &str,
        results: &[SaidResult],
    ) -> Option<String> {
        let is_swapped = |(said, functions, is_of_it): &&SaidResult| {
            let rest = after.strip_prefix(said);
            let asked = self.mentions.results.iter().filter(|(name, _)| functions.contains(name));
            let sides: Vec<SideId> = asked.map(|(_, side)| *side).collect();
            rest.is_some_and(|it| it.is_empty() || it.starts_with(' '))
                && !sides.is_empty()
                && sides.contains(&side) != *is_of_it
        };
        let (said, ..) = results.iter().find(is_swapped)?;
        Some(format!("the words say *{name} {said}*, and the claim another side"))
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
