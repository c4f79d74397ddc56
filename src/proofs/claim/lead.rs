//! Words before a claim that change what its words say: `at most [16 moves](<claim: ...>)`.

use super::bounds::BOUNDS;
use super::english_numbers::is_among;

/// Words that set a bound of which no number is given.
const LIMITS: [&str; 6] = ["all but", "nearly", "almost", "only", "far from", "short of"];
/// Where a sentence or an independent part of one ends.
const ENDS: [char; 5] = ['.', '!', '?', ';', ':'];
/// How many words before a bound can deny it: `never has more than`.
const REACH: usize = 4;

/// Returns the bound, denial or duty with which a sentence ends so far: `not more than` for `never has more than`.
pub(super) fn lead(before: &str) -> String {
    let sentence = before.rsplit(ENDS).next().unwrap_or("").to_lowercase();
    if !sentence.ends_with(char::is_whitespace) {
        return String::new();
    }
    let mut words: Vec<&str> = sentence.split(|sign: char| !sign.is_alphanumeric()).collect();
    words.retain(|word| !word.is_empty());
    let is_denial = |word: &&str| is_among("denial", word);
    let bound = |words: &[&str]| {
        let mut bounds = BOUNDS.iter().map(|(bound, _)| bound).chain(&LIMITS);
        let bound = bounds.find(|bound| words.ends_with(&bound.split(' ').collect::<Vec<_>>()))?;
        let before = &words[..words.len() - bound.split(' ').count()];
        let not = if { before }.iter().rev().take(REACH).any(is_denial) { "not " } else { "" };
        Some(format!("{not}{bound}"))
    };
    let found = bound(&words).or_else(|| {
        let clause = sentence.rsplit(',').next().unwrap_or("");
        let mut words: Vec<&str> = clause.split_whitespace().collect();
        for _ in 0..REACH {
            words.pop_if(|word| is_among("between", word));
        }
        let last = words.last().copied().unwrap_or_default();
        let denies = ["denial", "exclusion"].iter().any(|list| is_among(list, last))
            || words.ends_with(&["everything", "but"]);
        let asks = ["must", "only"].contains(&last);
        denies.then(|| "not".to_owned()).or(asks.then(|| last.to_owned()))
    });
    found.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #[test]
    fn bounds_and_denials_before_a_claim_are_found() {
        for (before, expected) in [
            ("It has at most", "at most"),
            ("It has fewer than", "fewer than"),
            ("It never has more than", "not more than"),
            ("White is not", "not"),
            ("It can return, and not in", "not"),
            ("This is not so. It has", ""),
            ("It may not leave, but", ""),
            ("It cannot move to", "not"),
            ("It does not have", "not"),
            ("There is no way", "not"),
            ("It attacks everything but", "not"),
            ("It reaches all squares except", "not"),
            ("It must go", "must"),
            ("It may move only to", "only"),
            ("It has nearly", "nearly"),
            ("It lacks a file and has at most", "at most"),
            ("It does not move, and has", ""),
            ("It is a knot", ""),
            ("It has moved, at most", "at most"),
        ] {
            assert_eq!(super::lead(&format!("{before} ")), expected, "{before}");
        }
    }
}
