//! The phrases of one purpose joined to a clause.

use super::super::vocabulary::either;
use super::phrase::{Phrase, Verb};
use super::purpose::MovePurpose;

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
    pub fn plain(text: String) -> PurposeClause {
        PurposeClause {
            verb_and_distance: None,
            rest: text,
            scope: CaptureScope::Explicit,
            leaps: false,
        }
    }

    /// A clause whose moves all have the same purpose.
    pub(super) fn whole(purpose: MovePurpose, phrases: &[Phrase]) -> PurposeClause {
        let text = purpose.wrap(&texts(phrases));
        let is_usual = purpose.is_usual();
        let leaps = phrases.iter().all(|phrase| {
            matches!(phrase.verb, Verb::Steps | Verb::Leaps) && phrase.more.is_empty()
        });
        let scope = if is_usual { CaptureScope::Both } else { CaptureScope::Explicit };
        let (verb_and_distance, rest) = match phrases {
            [only] if is_usual => split_after_distance(only, &text),
            _ => (None, text),
        };
        PurposeClause { verb_and_distance, rest, scope, leaps }
    }

    /// A clause whose moves with capture differ from those without.
    pub(super) fn split(
        quiet: &[Phrase],
        purpose: MovePurpose,
        captures: &[Phrase],
    ) -> PurposeClause {
        let to_move = texts(quiet);
        let text = purpose.wrap_split(&to_move, &captured(quiet, captures));
        let (verb_and_distance, rest) = match quiet {
            [only] if !purpose.initial => split_after_distance(only, &text),
            _ => (None, text),
        };
        PurposeClause { verb_and_distance, rest, scope: CaptureScope::Split, leaps: false }
    }

    /// The whole text; `splits`: other moves of the piece type only capture or only do not.
    pub fn text(&self, splits: bool) -> String {
        format!("{}{}", self.verb_and_distance.as_deref().unwrap_or_default(), self.rest(splits))
    }

    /// The text after verb and distance.
    pub fn rest(&self, splits: bool) -> String {
        match self.scope {
            CaptureScope::Both if splits => format!("{}, capturing or not", self.rest),
            CaptureScope::Both | CaptureScope::Split | CaptureScope::Explicit => self.rest.clone(),
        }
    }
}

fn texts(phrases: &[Phrase]) -> String {
    phrases.iter().map(Phrase::text).collect::<Vec<_>>().join(", or ")
}

/// Cuts a text after the verb and distance of its first phrase, if a direction follows.
fn split_after_distance(phrase: &Phrase, text: &str) -> (Option<String>, String) {
    let verb_and_distance = format!("{}{}", phrase.verb.third_person(), phrase.measure);
    match text.strip_prefix(&verb_and_distance) {
        Some(rest) if phrase.says_direction() => (Some(verb_and_distance), rest.to_owned()),
        _ => (None, text.to_owned()),
    }
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
            false => format!("captures {}{}", either(capture.directions.clone()), capture.more),
        };
    }
    let by = |phrase: &Phrase| format!("{}{}{}", phrase.verb.gerund(), phrase.rest(), phrase.more);
    format!("captures by {}", captures.iter().map(by).collect::<Vec<_>>().join(", or by "))
}
