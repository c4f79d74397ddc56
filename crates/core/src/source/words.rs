//! Words in messages: the nearest known word, lists of words, and the case of the first letter.

use std::fmt::Display;

/// Returns the word of `known` that is nearest to `typed`, if at most a third of its letters are
/// wrong, missing, added or exchanged with a neighbour.
pub fn closest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    closest_of(typed, &known.into_iter().collect::<Vec<_>>())
}

// What follows is compiled once, and not for each kind of list that callers have.

fn closest_of<'a>(typed: &str, known: &[&'a str]) -> Option<&'a str> {
    let folded = typed.to_lowercase();
    let length = folded.chars().count();
    let near = |word: &&'a str| {
        let (lower, most) = (word.to_lowercase(), word.chars().count().max(3) / 3);
        // What is longer or shorter by more is farther, and most words are.
        let may_be_near = lower.chars().count().abs_diff(length) <= most;
        let distance = may_be_near.then(|| strsim::osa_distance(&folded, &lower))?;
        (distance <= most).then_some((distance, *word))
    };
    known.iter().filter_map(near).min_by_key(|&(distance, _)| distance).map(|(_, word)| word)
}

fn near_word(typed: &str, known: &[&str]) -> Option<String> {
    // Of a game or page the file may have been typed.
    let stem = typed.strip_suffix(".toml").or(typed.strip_suffix(".md"));
    let singular = typed.strip_suffix("ies").map(|stem| format!("{stem}y"));
    let mut words = [Some(typed), stem, singular.as_deref()].into_iter().flatten();
    let near = words.find_map(|word| closest_of(word, known));
    // `marsh` for `marsh-chess`
    let begun = format!("{typed}-");
    let near = near.or_else(|| known.iter().copied().find(|word| word.starts_with(&begun)));
    // `marsh-chess` for `marsh`
    let near = near.or_else(|| {
        let longer = known.iter().copied().filter(|word| typed.starts_with(&format!("{word}-")));
        longer.max_by_key(|word| word.len())
    });
    // A word that is known and still wrong here is no advice.
    let near = near.filter(|word| *word != typed);
    near.map(|word| format!("did you mean `{word}`?"))
}

fn near_word_or_list(typed: &str, known: &[&str]) -> String {
    near_word(typed, known).unwrap_or_else(|| match known {
        [] => "there are none".to_owned(),
        [only] => format!("there is only `{only}`"),
        few if few.len() <= 24 => format!("there are {}", in_backticks(few)),
        many => format!("there are {}, such as {}", many.len(), in_backticks(&many[..12])),
    })
}

fn in_backticks(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

fn joined(mut words: Vec<String>, conjunction: &str) -> String {
    match words.pop() {
        Some(last) if !words.is_empty() => format!("{} {conjunction} {last}", words.join(", ")),
        only => only.unwrap_or_default(),
    }
}

/// Returns ``did you mean `word`?`` for the nearest word, if there is one.
pub fn did_you_mean<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    near_word(typed, &known.into_iter().collect::<Vec<_>>())
}

/// Returns the help for an unknown word: the nearest known word, or all known words.
pub fn suggestion<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    near_word_or_list(typed, &known.into_iter().collect::<Vec<_>>())
}

/// Returns the words in backticks with commas between them: `` `a`, `b`, `c` ``.
pub fn quoted_list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    in_backticks(&words.into_iter().collect::<Vec<_>>())
}

/// Returns the words as a list in a sentence: `a, b and c`.
pub fn join_words(words: impl IntoIterator<Item: Display>, conjunction: &str) -> String {
    joined(words.into_iter().map(|word| word.to_string()).collect(), conjunction)
}

/// Groups values by their keys, both in the order in which they first occur.
pub fn grouped<K: PartialEq, V>(pairs: impl IntoIterator<Item = (K, V)>) -> Vec<(K, Vec<V>)> {
    let mut groups: Vec<(K, Vec<V>)> = Vec::new();
    for (key, value) in pairs {
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}

/// Leaves out what occurred before.
pub fn without_repeats<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut kept: Vec<T> = Vec::new();
    for item in items {
        if !kept.contains(&item) {
            kept.push(item);
        }
    }
    kept
}

/// Returns the text with a capital first letter.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Returns the name that an id stands for: `high-priest` is the High Priest.
pub fn title_case(id: &str) -> String {
    id.split('-').map(capitalised).collect::<Vec<_>>().join(" ")
}

/// Returns the text with a small first letter.
pub fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}

/// Returns a range as it is written here, with a hyphen, if the text has another sign between its ends: `a2–h2`,
/// `1..8`, `a1->h8`.
pub fn with_hyphen(text: &str) -> Option<String> {
    ["->", "=>", "...", "..", "–", "—", "−", "→", "…"].iter().find_map(|sign| {
        let (first, last) = text.split_once(sign)?;
        let is_name = |name: &str| !name.is_empty() && name.chars().all(char::is_alphanumeric);
        (is_name(first) && is_name(last)).then(|| format!("{first}-{last}"))
    })
}

/// Returns `a`, or `an` before a vowel.
pub fn article(word: &str) -> &'static str {
    let vowel = word.starts_with(|c: char| "aeiouAEIOU".contains(c));
    if vowel { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_with_other_signs_are_recognised() {
        for text in ["a2–h2", "a2..h2", "a2->h2", "a2…h2", "a2—h2"] {
            assert_eq!(with_hyphen(text).as_deref(), Some("a2-h2"), "{text}");
        }
        assert_eq!(with_hyphen("a2-h2"), None);
        assert_eq!(with_hyphen("a2–"), None);
    }

    #[test]
    fn slips_are_recognised_and_other_words_are_not() {
        let known = ["knight", "bishop", "queen", "king"];
        assert_eq!(closest("knigt", known), Some("knight"));
        assert_eq!(closest("bihsop", known), Some("bishop"));
        assert_eq!(closest("Queen", known), Some("queen"));
        assert_eq!(closest("zebra", known), None);
    }
}
