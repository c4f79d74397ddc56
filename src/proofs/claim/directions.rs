//! The directions that words name, against the moves and notations of a claim.

use crate::geometry::{Cell, JoinedEdges, Tiling, Vector};

use super::english_numbers::is_among;
use super::words::WordComparison;

impl WordComparison<'_> {
    /// Returns a message if the words say *diagonally* of a notation that is orthogonal, or the other way
    /// round.
    pub fn other_lines(&self) -> Option<String> {
        let atoms = || self.mentions.notations.iter().flat_map(|text| text.chars());
        let atoms = || atoms().filter(char::is_ascii_uppercase);
        let at = (0..self.words.len()).find(|&at| {
            let (said, other) = match self.words[at] {
                "diagonally" => ("FBAG", "WRDH"),
                "orthogonally" => ("WRDH", "FBAG"),
                _ => return false,
            };
            let is_of = |list: &str, atom: char| list.contains(atom);
            !self.is_denied(at, 4)
                && atoms().all(|it| is_of(other, it))
                && !atoms().any(|it| is_of(said, it))
        })?;
        let is_asked = atoms().next().is_some();
        is_asked.then(|| format!("the words say *{}*, and the claim not", self.words[at]))
    }

    /// Returns a message if the words name a direction in which no cell of the claim lies.
    pub fn other_direction(&self) -> Option<String> {
        let ways = &self.mentions.ways;
        let lies = |wanted: i16| {
            ways.iter().any(|(side, from, to)| {
                let layout = self.variant.layout();
                let step = layout.point(*to).at - layout.point(*from).at;
                let frame = &self.variant.game().sides[*side].frame;
                let forward = frame.to_board_step(Vector::new(0, 1, 0));
                (step.x * forward.x + step.y * forward.y).signum() == wanted
            })
        };
        let is_flat = |cell: Cell| {
            let board = self.variant.layout().board(self.variant.layout().point(cell).board);
            board.tiling == Tiling::Squares && board.joined == JoinedEdges::NOTHING
        };
        if ways.is_empty() || !ways.iter().all(|(_, from, _)| is_flat(*from)) {
            return None;
        }
        let at = (0..self.words.len()).find(|&at| {
            let wanted = match self.words[at] {
                "forward" | "forwards" => 1,
                "backward" | "backwards" => -1,
                "back" if at > 0 && is_among("straight", self.words[at - 1]) => -1,
                _ => return false,
            };
            !self.is_denied(at, 4) && !lies(wanted)
        })?;
        Some(format!("the words say *{}*, and the claim names no cell there", self.words[at]))
    }
}
