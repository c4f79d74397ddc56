use crate::notation::Modifiers;

/// When something is done, and to whom: what several ways of going may share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Occasion {
    pub initial: bool,
    /// Ends on empty cells, on enemies, on friends; in passing too.
    pub quiet: bool,
    pub capture: bool,
    pub friendly_capture: bool,
    pub en_passant: bool,
    pub spares_royals: bool,
}

impl Occasion {
    pub fn of(modifiers: &Modifiers) -> Occasion {
        let usual = modifiers.purpose_is_usual();
        Occasion {
            initial: modifiers.initial,
            quiet: usual || modifiers.quiet,
            capture: usual || modifiers.capture,
            friendly_capture: modifiers.friendly_capture,
            en_passant: modifiers.en_passant,
            spares_royals: modifiers.spares_royals,
        }
    }

    /// Whether it is to move or to capture, at any time.
    pub fn is_usual(self) -> bool {
        let Occasion { initial, quiet, capture, friendly_capture, en_passant, spares_royals } =
            self;
        quiet && capture && !initial && !friendly_capture && !en_passant && !spares_royals
    }

    /// Whether one of the two is to move only, and the other to capture only.
    pub fn is_other_half_of(self, other: Occasion) -> bool {
        let only_moves =
            |it: Occasion| it.quiet && !it.capture && !it.friendly_capture && !it.spares_royals;
        let only_captures = |it: Occasion| it.capture && !it.quiet && !it.friendly_capture;
        let are_halves = |a, b| only_moves(a) && only_captures(b);
        self.initial == other.initial && (are_halves(self, other) || are_halves(other, self))
    }

    /// What is done to move, and, on this occasion, to capture.
    pub fn wrap_split(self, to_move: &str, captures: &str) -> String {
        self.framed(&format!("{to_move}, but {captures}"))
    }

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
        self.framed(&text)
    }

    fn framed(self, text: &str) -> String {
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
