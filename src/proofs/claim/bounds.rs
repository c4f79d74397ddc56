//! Bounds that words set to a number, as in *not more than eight*.

use super::tree::Relation::{self, AtLeast, AtMost, LessThan, MoreThan};

/// Words before a number that compare with it: what they say, and what they say denied.
pub(super) const BOUNDS: [(&str, [Relation; 2]); 10] = [
    ("more than", [MoreThan, AtMost]),
    ("over", [MoreThan, AtMost]),
    ("upwards of", [MoreThan, AtMost]),
    ("fewer than", [LessThan, AtLeast]),
    ("less than", [LessThan, AtLeast]),
    ("under", [LessThan, AtLeast]),
    ("at least", [AtLeast, LessThan]),
    ("at most", [AtMost, MoreThan]),
    ("up to", [AtMost, MoreThan]),
    ("as many as", [AtMost, MoreThan]),
];

/// A bound, and where it ends.
pub(super) struct BoundWords {
    pub end: usize,
    /// `None` if there is no bound.
    pub said: Option<Relation>,
}

/// Reads the bound with which words begin.
pub(super) fn read_bound(words: &[&str]) -> BoundWords {
    let not = usize::from(matches!(words.first(), Some(&("not" | "no" | "never"))));
    let exact = matches!(words.first(), Some(&("only" | "exactly" | "just")));
    let rest = &words[not..];
    for (bound, relations) in BOUNDS {
        let parts: Vec<&str> = bound.split(' ').collect();
        if rest.starts_with(&parts) {
            return BoundWords { end: not + parts.len(), said: Some(relations[not]) };
        }
    }
    BoundWords { end: usize::from(exact), said: exact.then_some(Relation::Is) }
}
