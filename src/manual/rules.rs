//! The small languages of conditions, events, places and changes, with what each example means.

use super::forms::{AURA_FORMS, CHANGE_FORMS, EVENT_FORMS, FACT_FORMS, FormInfo, PLACE_FORMS};
use super::samples::game;
use super::{Topic, TopicEntry, TopicPart};

const INTRO: &str = "\
Five kinds of table say what a plain key cannot. `[end-conditions.NAME]` ends the game if a condition \
is true of a side. `[restrictions.NAME]` makes legal moves illegal by what they do. `[effects.NAME]` \
says what a move sets off. `[turn-parts.NAME]` divides a turn into parts and uses the same words. `[auras.NAME]` lets pieces change \
what other pieces may do. Each table has a name of your choice, so that a derived game can leave it \
out: `without = \"effects.blast\"`. They work in the order of the file, those of the parent first.";

/// The game of the examples, to which each example adds a table.
const GAME: &str = include_str!("sample_2.toml");

pub(super) fn topic() -> Topic {
    let part = |heading: &str, intro: &str, forms: &[FormInfo], gives: fn(&str) -> String| {
        let entry = |form: &FormInfo| TopicEntry {
            gives: gives(form.example),
            ..TopicEntry::new(form.form, form.meaning, form.example)
        };
        let entries = forms.iter().map(entry).collect();
        TopicPart {
            heading: heading.to_owned(),
            intro: intro.to_owned(),
            entries,
            ..TopicPart::default()
        }
    };
    Topic {
        word: "rules",
        title: "Conditions, events and effects",
        intro: INTRO,
        parts: vec![
            part(
                "Conditions",
                "`if` has a condition. A piece type without a side means the side's own pieces. The \
                 piece concerned is the one that moves.",
                FACT_FORMS,
                condition,
            ),
            part(
                "Events",
                "`on` of an effect, and `must`, `never` and `unless` of a restriction have events.",
                EVENT_FORMS,
                event,
            ),
            part(
                "Places",
                "`at` of an effect has places, with commas between. If a move is no straight line, \
                 `passed`, `beyond` and `behind` are empty.",
                PLACE_FORMS,
                place,
            ),
            part(
                "Changes",
                "`does` of an effect has changes, with commas between. They happen in this order.",
                CHANGE_FORMS,
                change,
            ),
            part(
                "Auras",
                "`does` of an aura has one of these. Auras are read on the board before a move, for \
                 attacks as for moves. They do not change each other: a frozen piece keeps its own. What \
                 effects do is not theirs: an effect can capture a piece that may not be captured.",
                AURA_FORMS,
                aura,
            ),
        ],
    }
}

/// The words of the only rule with one of some headings in the game of the examples and a table.
fn rule(headings: &[&str], table: &str) -> String {
    rule_in(GAME, headings, table)
}

fn rule_in(sample: &str, headings: &[&str], table: &str) -> String {
    let words = game(&format!("{sample}\n{table}\n")).map(|game| {
        let rule =
            game.rule_texts().into_iter().find(|rule| headings.contains(&rule.heading.as_str()));
        rule.map_or(String::new(), |rule| rule.words)
    });
    words.unwrap_or_else(|errors| match errors.iter().next() {
        Some(error) => format!("error: {}", error.message),
        None => String::new(),
    })
}

fn condition(text: &str) -> String {
    let end = format!("[end-conditions.new]\nif = \"{text}\"\nresult = \"wins\"");
    let words = rule(&["End"], &end);
    if !words.starts_with("error") {
        return inner(&words, "If ", ", the player wins.");
    }
    let restriction = format!("[restrictions.new]\nnever = \"passes\"\nif = \"{text}\"");
    inner(&rule(&["Forbidden moves"], &restriction), "While ", ", no move may pass.")
}

fn event(text: &str) -> String {
    let rule = |headings: &[&str], table: &str| {
        const BLAST: &str = "[effects.blast]\nat = \"around K\"\ndoes = \"captured\"\n";
        rule(headings, &format!("{BLAST}{table}"))
    };
    let words = rule(&["Forbidden moves"], &format!("[restrictions.new]\nnever = \"{text}\""));
    match words.strip_prefix("No move may ") {
        Some(words) => words.trim_end_matches('.').to_owned(),
        // Some events are only for compulsory moves.
        None => rule(&["Compulsory moves"], &format!("[restrictions.new]\nmust = \"{text}\"")),
    }
}

fn place(text: &str) -> String {
    rule(&["Effects"], &format!("[effects.new]\nat = \"{text}\"\ndoes = \"removed\""))
}

fn aura(text: &str) -> String {
    let headings = [
        "Frozen pieces",
        "Forbidden captures",
        "Additional moves",
        "Replaced moves",
        "Stopped slides",
    ];
    let table = format!(
        "[auras.new]\nof = \"knight\"\nrange = \"K\"\npieces = \"enemy\"\ndoes = \"{text}\""
    );
    rule(&headings, &table)
}

fn change(text: &str) -> String {
    let at = match text {
        _ if text.starts_with("placed") => "start",
        _ if text.starts_with("reborn") => "captured",
        _ => "landing",
    };
    // Where captured pieces go to a hand, they cannot be reborn.
    let sample = match at {
        "captured" => GAME.split("[hands]").next().unwrap_or(GAME),
        _ => GAME,
    };
    rule_in(sample, &["Effects"], &format!("[effects.new]\nat = \"{at}\"\ndoes = \"{text}\""))
}

/// The part of a sentence between its frame.
fn inner(words: &str, before: &str, after: &str) -> String {
    let inner = words.strip_prefix(before).and_then(|words| words.strip_suffix(after));
    inner.unwrap_or(words).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_means_something() {
        for part in topic().parts {
            for entry in part.entries {
                assert!(!entry.gives.starts_with("error") && !entry.gives.is_empty(), "{entry:?}");
            }
        }
    }
}
