//! The purpose of a move: with or without capture, on the first move, en passant.

use crate::notation::Modifiers;

/// The purpose of a term: what it may capture, and when it applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MovePurpose {
    pub initial: bool,
    /// Whether it may end on an empty cell.
    pub quiet: bool,
    pub capture: bool,
    pub friendly_capture: bool,
    pub en_passant: bool,
    pub spares_royals: bool,
}

impl MovePurpose {
    pub fn of(modifiers: &Modifiers) -> MovePurpose {
        let usual = modifiers.purpose_is_usual();
        MovePurpose {
            initial: modifiers.initial,
            quiet: usual || modifiers.quiet,
            capture: usual || modifiers.capture,
            friendly_capture: modifiers.friendly_capture,
            en_passant: modifiers.en_passant,
            spares_royals: modifiers.spares_royals,
        }
    }

    /// Whether it is to move or to capture, without further conditions.
    pub fn is_usual(self) -> bool {
        let MovePurpose { initial, quiet, capture, friendly_capture, en_passant, spares_royals } =
            self;
        quiet && capture && !initial && !friendly_capture && !en_passant && !spares_royals
    }

    /// Whether one of the two only moves without capture, and the other only captures.
    pub fn is_capture_counterpart(self, other: MovePurpose) -> bool {
        let only_moves =
            |it: MovePurpose| it.quiet && !it.capture && !it.friendly_capture && !it.spares_royals;
        let only_captures = |it: MovePurpose| it.capture && !it.quiet && !it.friendly_capture;
        let are_halves = |a, b| only_moves(a) && only_captures(b);
        self.initial == other.initial && (are_halves(self, other) || are_halves(other, self))
    }

    /// The text of moves without capture and, for this purpose, of captures.
    pub fn wrap_split(self, to_move: &str, captures: &str) -> String {
        self.with_conditions(&format!("{to_move}, but {captures}"))
    }

    /// The text of moves with the words of this purpose.
    pub fn wrap(self, text: &str) -> String {
        let text = match (self.quiet, self.capture, self.friendly_capture) {
            (true, true, false) => text.to_owned(),
            (true, true, true) => format!("{text}, taking friend and enemy alike"),
            (true, false, false) => {
                let comma = if text.contains(',') || text.contains(" over ") { "," } else { "" };
                format!("{text}{comma} without capturing")
            }
            (true, false, true) => format!("{text}, taking only pieces of its own side"),
            (false, true, false) => format!("to capture, {text}"),
            (false, true, true) => format!("to capture friend or enemy, {text}"),
            (false, false, true) => format!("to take a piece of its own side, {text}"),
            (false, false, false) => format!("to capture in passing, {text}"),
        };
        self.with_conditions(&text)
    }

    fn with_conditions(self, text: &str) -> String {
        let passing = if self.en_passant && self.capture { ", also in passing" } else { "" };
        let spares_royals = if self.spares_royals { ", but never takes a royal piece" } else { "" };
        let first = if self.initial { "on its first move, " } else { "" };
        format!("{first}{text}{passing}{spares_royals}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn purposes() {
        check(
            "fmWfceF",
            "steps one cell forward, but captures diagonally forward, also in passing",
        );
        check("mRcpR", "slides orthogonally, but captures over exactly one piece");
        check("mWcF", "steps one cell orthogonally, but captures diagonally");
        check(
            "rmWrcFvW",
            "steps one cell to the right, but captures diagonally to the right; steps one cell forward or backward, capturing or not",
        );
        check("mRcN", "slides orthogonally, but captures by leaping like a knight");
        check(
            "fmWifmnD",
            "steps one cell forward without capturing; on its first move, leaps two cells forward, if the cell between is empty, without capturing",
        );
        check("dR", "to take a piece of its own side, slides orthogonally");
    }
}
