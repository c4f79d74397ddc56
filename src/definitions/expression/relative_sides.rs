//! Reads sides that texts name by id, or relative to the side that reads.

use crate::game::{RelativeSide, SideId};
use crate::source::{Code, Diagnostic, SourceText};

/// The ids of the sides, and the indices of those that have turns, in order of play.
#[derive(Debug, Clone, Default)]
pub struct SideResolver {
    pub ids: Vec<String>,
    pub players: Vec<usize>,
}

impl SideResolver {
    /// Returns the side of that id.
    pub fn find(&self, id: &str) -> Option<usize> {
        self.ids.iter().position(|side| side == id)
    }

    /// Returns the ids, for messages.
    pub fn known(&self) -> impl Iterator<Item = &str> + Clone {
        self.ids.iter().map(String::as_str)
    }

    /// Parses a side, by its id or relative to the side that reads.
    pub fn parse(&self, word: &SourceText) -> Result<RelativeSide, Diagnostic> {
        let players = self.players.len();
        Ok(match word.as_str() {
            "own" => RelativeSide::Own,
            "next" => RelativeSide::Next,
            "previous" => RelativeSide::Previous,
            "opposite" if players.is_multiple_of(2) => RelativeSide::Opposite,
            "enemy" if players == 2 => RelativeSide::Enemy,
            "opposite" | "enemy" => {
                let message = format!("with {players} players, `{}` names no side", word.value);
                let help = "name a side, `next` or `previous`";
                return Err(word.error(Code::Side, message).help(help));
            }
            id => match self.find(id) {
                Some(side) => RelativeSide::Named(SideId(side as u8)),
                None => {
                    let words = ["next", "previous", "opposite", "enemy"];
                    let known = self.known().chain(words);
                    return Err(word.unknown_name(Code::Side, "side", known));
                }
            },
        })
    }

    /// Returns the side that `viewer` means by `side`.
    ///
    /// `None` if there is no such side, or if a side without turns reads `next` or `previous`.
    pub fn resolve(&self, side: RelativeSide, viewer: usize) -> Option<usize> {
        let count = self.players.len();
        let place = self.players.iter().position(|&side| side == viewer);
        let after = |turns: usize| Some(self.players[(place? + turns) % count]);
        match side {
            RelativeSide::Own => Some(viewer),
            RelativeSide::Named(side) => Some(side.index()),
            RelativeSide::Next => after(1),
            RelativeSide::Previous => after(count - 1),
            RelativeSide::Opposite if count.is_multiple_of(2) => after(count / 2),
            RelativeSide::Enemy if count == 2 => after(1),
            RelativeSide::Opposite | RelativeSide::Enemy => None,
        }
    }
}
