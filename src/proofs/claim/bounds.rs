//! Bounds that words set to a number, as in *never more than eight*, against the comparisons of a claim.

use std::ops::Range;

use super::english_numbers::{SaidNumber, is_among, said_numbers, says_number};
use super::tree::Relation::{self, AtLeast, AtMost, LessThan, MoreThan};
use super::value::Number;
use super::words::WordComparison;

/// Words before a number that compare with it: what they say, and what they say denied.
const BOUNDS_BEFORE: [(&str, [Relation; 2]); 13] = [
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
    ("within", [AtMost, MoreThan]),
    ("maximum of", [AtMost, MoreThan]),
    ("minimum of", [AtLeast, LessThan]),
];

/// Words behind a number and perhaps its noun that compare with it.
const BOUNDS_BEHIND: [(&str, Relation); 7] = [
    ("or more", AtLeast),
    ("or fewer", AtMost),
    ("or less", AtMost),
    ("at least", AtLeast),
    ("at the least", AtLeast),
    ("at most", AtMost),
    ("at the most", AtMost),
];

/// A bound that words set to a number.
pub(super) struct SaidBound {
    /// As they say it.
    said: String,
    relation: Relation,
    /// The places of the words, with a denial before them.
    words: Range<usize>,
}

impl WordComparison<'_> {
    /// Returns the bounds of all counts.
    pub fn read_bounds(&self) -> Vec<SaidBound> {
        let numbers = said_numbers(self.words, |_| false).into_iter();
        let counts = numbers.filter(|(number, _)| matches!(number, SaidNumber::Count(..)));
        counts.filter_map(|(_, place)| self.bound_of(&place)).collect()
    }

    /// Whether the word there is a part of a bound.
    pub fn is_of_bound(&self, at: usize) -> bool {
        self.bounds.iter().any(|bound| bound.words.contains(&at))
    }

    /// Returns a message if the words compare with a number in another way than the claim: `more than
    /// twelve` for `is 12`, `never fewer than eight` for `is at most 8`, or `eight` for `is at most 8`.
    pub fn unsaid_bound(&self) -> Option<String> {
        for (number, place) in said_numbers(self.words, |_| false) {
            let SaidNumber::Count(value, 0) = number else { continue };
            let about_it = self.mentions.comparisons.iter();
            let about_it = about_it.filter(|(_, other)| *other == Number::Whole(value));
            let claimed: Vec<Relation> = about_it.map(|(relation, _)| *relation).collect();
            let Some(first) = claimed.first() else { continue };
            let Some(SaidBound { said, relation, .. }) = self.bound_of(&place) else {
                let is_bound = |it: &Relation| matches!(it, AtLeast | AtMost | LessThan | MoreThan);
                let says_bound = self.words.iter().any(|word| is_among("bound", word));
                // A figure alone, as in a column, and what is both at least and at most a number.
                let is_alone = self.words.len() == place.len();
                let is_exact = claimed.contains(&AtLeast) && claimed.contains(&AtMost);
                if claimed.iter().all(is_bound) && !says_bound && !is_alone && !is_exact {
                    let (claim, words) = (first.words(), self.words[place].join(" "));
                    return Some(format!(
                        "the claim says *{claim}*, and the words *{words}* alone"
                    ));
                }
                continue;
            };
            // What is eight is at least eight and at most eight.
            let is_implied = matches!(relation, AtLeast | AtMost) && claimed == [Relation::Is];
            if !is_implied && !claimed.contains(&relation) {
                return Some(format!("the words say *{said}*, and the claim does not"));
            }
        }
        None
    }

    fn bound_of(&self, place: &Range<usize>) -> Option<SaidBound> {
        for (said, [bound, denied]) in BOUNDS_BEFORE {
            let start = place.start.checked_sub(said.split(' ').count());
            let is_it = |start: &usize| self.words[*start..place.start].join(" ") == said;
            let Some(start) = start.filter(is_it) else { continue };
            let denial = (start.saturating_sub(3)..start).find(|at| self.is_denial(*at));
            let (not, relation) = denial.map_or(("", bound), |_| ("not ", denied));
            let words = denial.unwrap_or(start)..place.start;
            return Some(SaidBound { said: format!("{not}{said}"), relation, words });
        }
        // `eight moves at most`
        for start in [place.end, place.end + 1] {
            let Some(behind) = self.words.get(start..) else { break };
            let follows = |(said, _): &&(&str, _)| {
                let said: Vec<&str> = said.split(' ').collect();
                behind.starts_with(&said)
            };
            let Some((said, relation)) = BOUNDS_BEHIND.iter().find(follows) else { continue };
            let end = start + said.split(' ').count();
            // `two at most four`: the bound of the next number.
            let is_of_next = self.words.get(end).is_some_and(|next| says_number(next));
            if !said.starts_with("at") || !is_of_next {
                let said = (*said).to_owned();
                return Some(SaidBound { said, relation: *relation, words: start..end });
            }
        }
        None
    }
}
