//! The phrases of one purpose joined to a clause: with or without capture, on the first move.

use crate::notation::Term;
use crate::source::join_words;

use super::phrase::{Phrase, Verb};

/// The moves of one purpose in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PurposeClause {
    /// Verb and distance, if all moves share them: `steps one cell`.
    pub verb_and_distance: Option<String>,
    /// The text after verb and distance; the whole text if there are none.
    rest: String,
    /// Whether the moves capture.
    pub scope: CaptureScope,
    /// Whether the moves depend on no cell but the last.
    pub leaps: bool,
}

/// How the moves with capture relate to those without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaptureScope {
    /// The same moves with and without capture.
    Both,
    /// Some moves without capture, others with capture.
    Split,
    /// Any other relation, which the text itself gives.
    Explicit,
}

impl PurposeClause {
    /// A clause of plain text.
    pub fn plain(rest: String) -> PurposeClause {
        let scope = CaptureScope::Explicit;
        PurposeClause { verb_and_distance: None, rest, scope, leaps: false }
    }

    /// A clause whose moves all have the same purpose.
    pub(super) fn whole(purpose: MovePurpose, phrases: &[Phrase]) -> PurposeClause {
        let clause = PurposeClause::plain(purpose.wrap(&texts(phrases)));
        let leaps = phrases.iter().all(|phrase| {
            matches!(phrase.verb, Verb::Steps | Verb::Leaps) && phrase.more.is_empty()
        });
        match purpose == MovePurpose::usual() {
            true => PurposeClause { scope: CaptureScope::Both, leaps, ..clause }.divided(phrases),
            false => PurposeClause { leaps, ..clause },
        }
    }

    /// A clause whose moves with capture differ from those without.
    pub(super) fn split(
        quiet: &[Phrase],
        purpose: MovePurpose,
        captures: &[Phrase],
    ) -> PurposeClause {
        let text = format!("{}, but {}", texts(quiet), captured(quiet, captures));
        let clause = PurposeClause::plain(purpose.with_conditions(&text));
        let clause = PurposeClause { scope: CaptureScope::Split, ..clause };
        if purpose.initial { clause } else { clause.divided(quiet) }
    }

    /// Cuts the text after verb and distance, if there is one phrase and says its direction.
    fn divided(mut self, phrases: &[Phrase]) -> PurposeClause {
        if let [only] = phrases
            && only.says_direction()
        {
            let verb_and_distance = format!("{}{}", only.verb.third_person(), only.measure);
            if let Some(rest) = self.rest.strip_prefix(&verb_and_distance) {
                self.rest = rest.to_owned();
                self.verb_and_distance = Some(verb_and_distance);
            }
        }
        self
    }

    /// The whole text; `splits`: other moves of the piece type only capture or only do not.
    pub fn text(&self, splits: bool) -> String {
        format!("{}{}", self.verb_and_distance.as_deref().unwrap_or_default(), self.rest(splits))
    }

    /// The text after verb and distance.
    pub fn rest(&self, splits: bool) -> String {
        let is_same = splits && self.scope == CaptureScope::Both;
        format!("{}{}", self.rest, if is_same { ", capturing or not" } else { "" })
    }
}

fn texts(phrases: &[Phrase]) -> String {
    phrases.iter().map(Phrase::text).collect::<Vec<_>>().join(", or ")
}

/// `captures diagonally forward`: verb and distance are left out if they are the same.
fn captured(quiet: &[Phrase], captures: &[Phrase]) -> String {
    if let ([quiet], [capture]) = (quiet, captures)
        && (quiet.verb, &quiet.measure) == (capture.verb, &capture.measure)
        && capture.says_direction()
    {
        let is_same_direction = quiet.directions == capture.directions && quiet.more.is_empty();
        return match is_same_direction && capture.more.starts_with(' ') {
            true => format!("captures{}", capture.more),
            false => format!("captures {}{}", join_words(&capture.directions, "or"), capture.more),
        };
    }
    let by = |phrase: &Phrase| format!("{}{}{}", phrase.verb.gerund(), phrase.rest(), phrase.more);
    format!("captures by {}", captures.iter().map(by).collect::<Vec<_>>().join(", or by "))
}

/// The purpose of a term: what it may capture, and when it applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct MovePurpose {
    pub initial: bool,
    /// Whether it may end on an empty cell.
    pub quiet: bool,
    capture: bool,
    friendly_capture: bool,
    en_passant: bool,
    spares_royals: bool,
}

impl MovePurpose {
    /// To move or to capture, without further conditions.
    pub fn usual() -> MovePurpose {
        MovePurpose { quiet: true, capture: true, ..MovePurpose::default() }
    }

    pub fn of(term: &Term) -> MovePurpose {
        let modifiers = &term.legs.last().expect("a term has a leg").modifiers;
        let usual = modifiers.purpose_is_usual();
        MovePurpose {
            initial: term.legs[0].modifiers.initial,
            quiet: usual || modifiers.quiet,
            capture: usual || modifiers.capture,
            friendly_capture: modifiers.friendly_capture,
            en_passant: modifiers.en_passant,
            spares_royals: modifiers.spares_royals,
        }
    }

    /// Whether one of the two only moves without capture, and the other only captures.
    pub fn is_capture_counterpart(self, other: MovePurpose) -> bool {
        let only_moves =
            |it: MovePurpose| it.quiet && !it.capture && !it.friendly_capture && !it.spares_royals;
        let only_captures = |it: MovePurpose| it.capture && !it.quiet && !it.friendly_capture;
        let are_halves = |a, b| only_moves(a) && only_captures(b);
        self.initial == other.initial && (are_halves(self, other) || are_halves(other, self))
    }

    /// The text of moves with the words of this purpose.
    fn wrap(self, text: &str) -> String {
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
