use crate::notation::Modifiers;

/// When something is done, and to whom: what several ways of going may share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Occasion {
    pub initial: bool,
    /// Ends on empty cells, on enemies, on friends; in passing too.
    pub quiet: bool,
    pub capture: bool,
    pub destroy: bool,
    pub en_passant: bool,
    pub tame: bool,
}

impl Occasion {
    pub fn of(modifiers: &Modifiers) -> Occasion {
        let usual = modifiers.purpose_is_usual();
        Occasion {
            initial: modifiers.initial,
            quiet: usual || modifiers.quiet,
            capture: usual || modifiers.capture,
            destroy: modifiers.destroy,
            en_passant: modifiers.en_passant,
            tame: modifiers.tame,
        }
    }

    pub fn wrap(self, text: &str) -> String {
        let text = match (self.quiet, self.capture, self.destroy) {
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
        let passing = if self.en_passant && self.capture { ", also in passing" } else { "" };
        let tame = if self.tame { ", but never takes a royal piece" } else { "" };
        let first = if self.initial { "on its first move, " } else { "" };
        format!("{first}{text}{passing}{tame}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::check;

    #[test]
    fn purposes() {
        check(
            "fmWfceF",
            "steps one cell forward without capturing; to capture, steps one cell diagonally forward, also in passing",
        );
        check(
            "mRcpR",
            "slides orthogonally without capturing; to capture, slides orthogonally over exactly one piece",
        );
        check(
            "mWcF",
            "steps one cell orthogonally without capturing; to capture, steps one cell diagonally",
        );
        check(
            "fmWifmnD",
            "steps one cell forward without capturing; on its first move, leaps two cells forward, if the cell between is empty, without capturing",
        );
        check("dR", "to take a piece of its own side, slides orthogonally");
    }
}
