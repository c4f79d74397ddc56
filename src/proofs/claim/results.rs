//! The results that words give, against those that a claim asks for: a win, a mate, a draw.

use crate::game::{PieceTypeId, SideId};

use super::english_numbers::is_among;
use super::functions::FunctionName::{
    self, Check, Checkmate, Drawn, Eliminated, Legal, Loses, Stalemate, Turn, Wins,
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
    /// Returns a message if the words say another result than the claim: a draw for a win, or a loss
    /// of the only side that they name, for which the claim says a win.
    pub fn unsaid_result(&self) -> Option<String> {
        let said = self.words.iter().enumerate().filter(|(at, _)| !self.is_denied(*at, 3));
        let word =
            |list: &str| said.clone().map(|(_, word)| word).find(|word| is_among(list, word));
        let (drawn, decided) = (self.asks(&[Drawn]), self.asks(&[Wins, Loses]));
        let mated = self.asks(&[Checkmate, Eliminated]) || decided;
        let stalemated = self.asks(&[Stalemate, Drawn]) || decided;
        let unasked = match (word("checkmate"), word("stalemate")) {
            (Some(word), None) if !mated => Some(word),
            (None, Some(word)) if !stalemated => Some(word),
            _ => None,
        };
        if let Some(word) = unasked.filter(|_| !self.mentions.only_denies) {
            return Some(format!("the words say *{word}*, and the claim does not ask for it"));
        }
        let mut named = self.said.sides.iter().map(|it| it.side);
        let only = named.next().filter(|first| named.all(|other| other == *first));
        let of_it = |wanted: FunctionName| {
            let mut results = self.mentions.results.iter();
            results.any(|(name, side)| *name == wanted && Some(*side) == only)
        };
        let (wins, loses) = (of_it(Wins), of_it(Loses));
        let other = match (word("draw"), word("win"), word("lose")) {
            (Some(word), None, None) if decided && !drawn => word,
            (None, Some(word), None) if (drawn && !decided) || (loses && !wins) => word,
            (None, None, Some(word)) if (drawn && !decided) || (wins && !loses) => word,
            _ => return None,
        };
        Some(format!("the words say *{other}*, and the claim says another result"))
    }

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

    /// Returns a message if the words say of both Kings what the claim says of one side.
    pub fn result_of_both(&self) -> Option<String> {
        let is_royal = |piece: &SaidPiece| {
            piece.types.iter().all(|it| self.variant.game().piece_types[*it].royal)
        };
        let mut royals = self.said.pieces.iter().filter(|piece| is_royal(piece));
        let both = royals.find(|piece| self.said.words_before(piece, 1) == ["both"])?;
        let ends = [Check, Checkmate, Stalemate, Eliminated, Wins, Loses];
        let asked = self.mentions.results.iter().filter(|(name, _)| ends.contains(name));
        let mut sides = asked.map(|(_, side)| side);
        let first = sides.next()?;
        sides
            .all(|side| side == first)
            .then(|| format!("the words say it of *both {}*, and the claim of one side", both.name))
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
