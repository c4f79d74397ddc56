use super::super::vocabulary::either;
use super::occasion::Occasion;
use super::phrase::{Phrase, Verb};

/// What is done on one occasion, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// How it goes and how far, where that is one thing: `steps one cell`.
    pub pace: Option<String>,
    /// What follows; where there is no pace, all of it.
    rest: String,
    /// What it is done for.
    pub scope: Scope,
    /// Whether no cell but the last matters.
    pub leaps: bool,
}

/// What is done for what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// The same to move and to capture.
    Both,
    /// One thing to move, and another to capture.
    Split,
    /// Anything else, which the words say.
    Told,
}

impl Part {
    /// What has no occasion and no pace.
    pub fn plain(text: String) -> Part {
        Part { pace: None, rest: text, scope: Scope::Told, leaps: false }
    }

    pub(super) fn whole(occasion: Occasion, phrases: &[Phrase]) -> Part {
        let text = occasion.wrap(&texts(phrases));
        let is_usual = occasion.is_usual();
        let leaps = phrases.iter().all(|phrase| {
            matches!(phrase.verb, Verb::Steps | Verb::Leaps) && phrase.more.is_empty()
        });
        let scope = if is_usual { Scope::Both } else { Scope::Told };
        let (pace, rest) = match phrases {
            [only] if is_usual => paced(only, &text),
            _ => (None, text),
        };
        Part { pace, rest, scope, leaps }
    }

    /// One thing to move, another to capture.
    pub(super) fn split(quiet: &[Phrase], occasion: Occasion, captures: &[Phrase]) -> Part {
        let to_move = texts(quiet);
        let text = occasion.wrap_split(&to_move, &captured(quiet, captures));
        let (pace, rest) = match quiet {
            [only] if !occasion.initial => paced(only, &text),
            _ => (None, text),
        };
        Part { pace, rest, scope: Scope::Split, leaps: false }
    }

    /// All of it; `splits`: beside things that are done only to move or only to capture.
    pub fn text(&self, splits: bool) -> String {
        format!("{}{}", self.pace.as_deref().unwrap_or_default(), self.rest(splits))
    }

    /// What follows the pace.
    pub fn rest(&self, splits: bool) -> String {
        match self.scope {
            Scope::Both if splits => format!("{}, capturing or not", self.rest),
            Scope::Both | Scope::Split | Scope::Told => self.rest.clone(),
        }
    }
}

fn texts(phrases: &[Phrase]) -> String {
    phrases.iter().map(Phrase::text).collect::<Vec<_>>().join(", or ")
}

/// A text that begins with a phrase, cut behind the phrase's pace, if a way comes next.
fn paced(phrase: &Phrase, text: &str) -> (Option<String>, String) {
    let pace = format!("{}{}", phrase.verb.third_person(), phrase.measure);
    match text.strip_prefix(&pace) {
        Some(rest) if phrase.says_way() => (Some(pace), rest.to_owned()),
        _ => (None, text.to_owned()),
    }
}

/// `captures diagonally forward`: of the same pace, only the way is said.
fn captured(quiet: &[Phrase], captures: &[Phrase]) -> String {
    if let ([quiet], [capture]) = (quiet, captures)
        && (quiet.verb, &quiet.measure) == (capture.verb, &capture.measure)
        && capture.says_way()
    {
        let is_same_way = quiet.ways == capture.ways && quiet.more.is_empty();
        return match is_same_way && capture.more.starts_with(' ') {
            true => format!("captures{}", capture.more),
            false => format!("captures {}{}", either(capture.ways.clone()), capture.more),
        };
    }
    let by = |phrase: &Phrase| format!("{}{}{}", phrase.verb.gerund(), phrase.rest(), phrase.more);
    format!("captures by {}", captures.iter().map(by).collect::<Vec<_>>().join(", or by "))
}
