//! The small languages of conditions, acts, places and changes, with what each example means.

use super::Topic;
use super::samples::game;
use crate::prose::rule_texts;

/// The game of the examples, to which each example adds a table.
const GAME: &str = include_str!("sample_2.toml");

/// The same on two boards.
const TWO_BOARDS: &str = "without = \"board\"
GAME
[boards]
a = { files = \"a-h\", ranks = \"1-8\" }
b = { files = \"a-h\", ranks = \"1-8\" }
";

pub(super) fn topic() -> Topic {
    let mut topic = Topic::written("rules");
    let languages: [fn(&str) -> String; 6] = [joined, condition, act, place, change, aura];
    for (part, gives) in topic.parts.iter_mut().zip(languages) {
        part.entries.iter_mut().for_each(|entry| entry.gives = gives(&entry.example));
    }
    topic
}

/// The words of the last rule with one of some headings in the game of the examples and a table.
fn rule(headings: &[&str], table: &str) -> String {
    rule_in(GAME, headings, table)
}

fn rule_in(sample: &str, headings: &[&str], table: &str) -> String {
    let words = game(&format!("{sample}\n{table}\n")).map(|game| {
        let rule =
            rule_texts(&game).into_iter().rfind(|rule| headings.contains(&rule.heading.as_str()));
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
    let restriction = format!("[restrictions.new]\nnever = \"passes and {text}\"");
    inner(&rule(&["Forbidden moves"], &restriction), "While ", ", no move may pass.")
}

/// What a condition of a restriction means.
fn joined(text: &str) -> String {
    let restriction = format!("[restrictions.new]\nnever = \"{text}\"");
    inner(&rule(&["Forbidden moves"], &restriction), "", "")
}

fn act(text: &str) -> String {
    let rule = |headings: &[&str], table: &str| {
        const BLAST: &str =
            "[effects.blast]\non = \"moves\"\nat = \"around K\"\ndoes = \"captured\"\n";
        rule(headings, &format!("{BLAST}{table}"))
    };
    let words = rule(&["Forbidden moves"], &format!("[restrictions.new]\nnever = \"{text}\""));
    match words.strip_prefix("No move may ").or(words.strip_prefix("A piece may not ")) {
        Some(words) => words.trim_end_matches('.').to_owned(),
        // Some acts are only for compulsory moves.
        None => rule(&["Compulsory moves"], &format!("[restrictions.new]\nmust = \"{text}\"")),
    }
}

fn place(text: &str) -> String {
    rule(
        &["What a move sets off"],
        &format!("[effects.new]\non = \"moves\"\nat = \"{text}\"\ndoes = \"removed\""),
    )
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
    let sample = match at {
        // Where captured pieces go to a hand, they cannot be reborn.
        "captured" => GAME.split("[hands]").next().unwrap_or(GAME).to_owned(),
        _ if text.ends_with("board") => TWO_BOARDS.replace("GAME", GAME),
        _ => GAME.to_owned(),
    };
    rule_in(
        &sample,
        &["What a move sets off"],
        &format!("[effects.new]\non = \"moves\"\nat = \"{at}\"\ndoes = \"{text}\""),
    )
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
