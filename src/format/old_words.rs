//! Keys and words that the definition format had before, each with the one that took its place.

use crate::source::FOR_AUTHORS;

/// Renamed keys, then renamed words, as `(old, new)`.
///
/// No old spelling is read: the table serves messages. An old word occurs twice if different keys
/// have different new words for it.
const OLD_WORDS: &[(&str, &str)] = &[
    ("anybody", "all-pieces"),
    ("bikjang", "facing-royals"),
    ("caught", "royal-capturable"),
    ("gone", "extinction"),
    ("last-standing", "last-survivor"),
    ("quota", "limit"),
    ("reached", "goal"),
    ("standing", "certainty"),
    ("takes", "captures"),
    ("who", "pieces"),
    ("ahead", "forward"),
    ("ahead", "in front of"),
    ("array", "initial"),
    ("as far again", "same distance"),
    ("nobody", "none"),
    ("out", "eliminated"),
];

/// Returns the one of `known` that took the place of `old`, if the format had `old` before.
pub fn new_word<'a>(old: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let took_its_place = |new: &&str| OLD_WORDS.contains(&(old, *new));
    known.into_iter().find(took_its_place)
}

/// Returns the help for an unknown word: its new spelling, the nearest known word, or all of them.
pub fn suggestion<'a>(
    typed: &str,
    known: impl IntoIterator<Item = &'a str, IntoIter: Clone>,
) -> String {
    if !FOR_AUTHORS {
        return String::new();
    }
    let known = known.into_iter();
    match new_word(typed, known.clone()) {
        Some(new) => format!("it is called `{new}` now"),
        None => crate::source::suggestion(typed, known),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_old_word_has_a_refused_definition_that_names_the_new_one() {
        let keys = include_str!("../../tests/data/definitions/broken/old-keys.txt");
        let words = include_str!("../../tests/data/definitions/broken/old-words.txt");
        let messages: Vec<&str> = keys.split("\n\n").chain(words.split("\n\n")).collect();
        for (old, new) in OLD_WORDS {
            let names_both = |message: &&str| {
                message.contains(&format!("`{old}`"))
                    && message.contains(&format!("it is called `{new}` now"))
            };
            assert!(messages.iter().any(names_both), "{old}: {new}");
        }
    }
}
